//! Files of games on the command line: read, chosen, written anew, annotated.

mod annotate;
mod files;
#[path = "../support/program.rs"]
mod program;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

/// A folder of its own that goes with the value.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pgn-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Writes a file and gives its name.
    pub(crate) fn with(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), content).expect("a file");
        self.file(name)
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

/// Runs the program; its exit code, what it prints and what it complains of.
#[track_caller]
pub(crate) fn run(code: i32, arguments: &[&str]) -> (String, String) {
    ended(code, program::command().args(arguments).stdin(Stdio::null()).output().expect("the program runs"))
}

#[track_caller]
pub(crate) fn ended(code: i32, output: Output) -> (String, String) {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    let (said, complaints) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(code), "{said}{complaints}");
    (said, complaints)
}

/// A game of a file that XBoard has saved.
pub(crate) fn saved_by_xboard(variant: &str) -> String {
    format!("{}/tests/data/xboard/{variant}.pgn", env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(path).expect("a file of text")
}
