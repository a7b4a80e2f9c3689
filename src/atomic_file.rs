//! Files that are written as a whole: whoever reads one sees the old one or the new one, never half of it.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Fills a draft, which must be in the same folder, and puts it in the file's place. What a failure leaves of the draft is
/// taken away; the file is then as it was. A link stays one: the file that it leads to is written; and who may read and write
/// the file stays as it is.
///
/// # Errors
/// If the draft cannot be filled or put there, or what is there is no regular file.
pub fn write(path: &Path, draft: &Path, fill: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let there = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&there).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file"));
    }
    let written = fill(draft)
        .and_then(|()| old.map_or(Ok(()), |old| fs::set_permissions(draft, old.permissions())))
        .and_then(|()| fs::rename(draft, &there));
    if written.is_err() {
        let _ = fs::remove_file(draft);
    }
    written
}

/// Where this process may fill a draft of a file: beside it.
pub fn draft(path: &Path) -> PathBuf {
    beside(path, &format!("{}.new", process::id()))
}

/// The file of this name with an ending more.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{ending}"));
    PathBuf::from(name)
}

/// Creates a file with this content, which outlasts a failure of power from then on: a way to fill a draft.
///
/// # Errors
/// If the system does not let it be written.
pub fn create_synced(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(content)?;
    file.sync_all()
}

/// Writes a file whose draft has the same name with the process's number behind.
///
/// # Errors
/// If the system does not let it be written.
pub fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    write(path, &draft(path), |draft| fs::write(draft, content))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

    use super::*;

    #[test]
    fn links_modes_and_what_is_no_file_stay() {
        let folder = std::env::temp_dir().join(format!("triptych-atomic-{}", process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let [file, link, fifo] = ["file", "link", "fifo"].map(|name| folder.join(name));
        write_whole(&file, b"one").expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("a mode");
        symlink(&file, &link).expect("a link");
        write_whole(&link, b"two").expect("written");
        assert_eq!(fs::read(&file).expect("a file"), b"two");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(fs::metadata(&file).expect("there").permissions().mode() & 0o777, 0o600);
        let made = process::Command::new("mkfifo").arg(&fifo).status();
        if made.is_ok_and(|status| status.success()) {
            assert!(write_whole(&fifo, b"three").is_err());
            assert!(fs::symlink_metadata(&fifo).expect("there").file_type().is_fifo());
        }
        assert!(write_whole(&folder, b"four").is_err());
        assert_eq!(
            fs::read_dir(&folder).expect("a folder").count(),
            2 + usize::from(fifo.exists()),
            "no drafts are left"
        );
        fs::remove_dir_all(&folder).expect("removed");
    }
}
