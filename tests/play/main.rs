//! `triptych play`, run as its users run it: in lines through pipes, and on the whole terminal, which is tmux's.
//!
//! The tests of the terminal need tmux. Without it they say so and pass, unless `TRIPTYCH_TMUX=required` is set, as
//! `.ci/run` does once it has installed it. This program is the tests and, with the word `panic` as its first argument, a
//! program that takes the terminal and breaks down.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod games;
mod kept;
mod pane;
mod plain;
#[path = "../support/program.rs"]
mod program;
mod rules;
mod terminal;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, thread};

use libtest_mimic::{Arguments, Trial};
use triptych::play::terminal::Screen;

fn main() -> ExitCode {
    if env::args().nth(1).is_some_and(|word| word == "panic") {
        let _screen = Screen::take().expect("a terminal");
        panic!("broken on purpose");
    }
    let trials = [games::trials(), kept::trials(), plain::trials(), rules::trials(), terminal::trials()];
    libtest_mimic::run(&Arguments::from_args(), trials.into_iter().flatten().collect()).exit_code()
}

/// Tests by their names.
pub(crate) fn named<const N: usize>(tests: [(&'static str, fn()); N]) -> Vec<Trial> {
    let trial = |(name, test): (&str, fn())| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    tests.into_iter().map(trial).collect()
}

/// A folder of its own that goes with the value.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("play-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The texts of the games that are kept below it.
    pub(crate) fn games(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.0.join("triptych/games")) else { return Vec::new() };
        let files = entries.flatten().map(|entry| entry.path());
        let games = files.filter(|path| path.extension().is_some_and(|extension| extension == "pgn"));
        games.map(|path| fs::read_to_string(path).expect("text")).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !thread::panicking() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}
