//! A directory that goes away with its test, and runs of the program.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The program with these arguments and no input.
pub(crate) fn triptych(arguments: &[&str]) -> Command {
    let mut command = crate::program::command();
    command.args(arguments).stdin(Stdio::null());
    command
}

/// What a run that must end with this code has printed, on both ways out.
#[track_caller]
pub(crate) fn run(code: i32, arguments: &[&str]) -> (String, String) {
    let output: Output = triptych(arguments).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (said, complained) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}{complained}");
    (said, complained)
}

/// A directory of a test's own.
pub(crate) struct Directory(PathBuf);

impl Directory {
    pub(crate) fn new(name: &str) -> Directory {
        let root = std::env::temp_dir().join(format!("triptych-book-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).expect("a directory");
        Directory(root)
    }

    /// The path of a file in it.
    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain path").to_owned()
    }

    /// Writes a file in it and tells its path.
    pub(crate) fn with(&self, name: &str, text: &str) -> String {
        let path = self.file(name);
        fs::write(&path, text).expect("written");
        path
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A book of Ultima with these moves in the start position.
pub(crate) fn small_book(moves: &str) -> String {
    let start = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/CLXWKXLI w";
    format!("triptych-book 1\ngame ultima\nstart {start}\nmade by hand\npositions 1\n\n{start} | {moves}\n")
}
