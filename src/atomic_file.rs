//! Files that are written as a whole: whoever reads one sees the old one or the new one, never half of it.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Fills a draft, which must be in the same folder, and puts it in the file's place. What a failure leaves of the draft is
/// taken away; the file is then as it was.
///
/// # Errors
/// If the draft cannot be filled or put there.
pub fn write(path: &Path, draft: &Path, fill: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let written = fill(draft).and_then(|()| fs::rename(draft, path));
    if written.is_err() {
        let _ = fs::remove_file(draft);
    }
    written
}

/// Where this process may fill a draft of a file: beside it.
pub fn draft(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", process::id()));
    path.with_file_name(name)
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
