//! A folder of a test's own.

#![allow(dead_code, reason = "every test program uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};

/// A folder that goes with the value; it stays where the test has failed.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// An empty folder.
    pub(crate) fn new(name: &str) -> Folder {
        let name = format!("{}-{name}-{}", env!("CARGO_CRATE_NAME"), std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    /// The path of a file in it.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// What is in a file; nothing if there is none.
    pub(crate) fn text(&self, name: &str) -> String {
        fs::read(self.0.join(name)).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
    }

    /// The names of all that is in it.
    pub(crate) fn names(&self) -> Vec<String> {
        let all = fs::read_dir(&self.0).expect("a folder");
        all.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}
