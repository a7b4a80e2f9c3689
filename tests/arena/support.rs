//! Running the arena, and looking at what it has left.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use serde_json::Value;
use triptych::arbiter::Arbiter;
use triptych::pgn::read::{self, Game};
use triptych::variant::Variant;

use crate::fake::PIDS;

/// Tests of one part of the arena, each with its name.
pub(crate) fn trials_of(part: &str, all: &[(&str, fn())]) -> Vec<Trial> {
    let trial = |&(name, test): &(&str, fn())| {
        Trial::test(format!("{part}::{name}"), move || {
            test();
            Ok(())
        })
    };
    all.iter().map(trial).collect()
}

/// A directory of its own for a test, empty.
pub(crate) fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("arena").join(name.replace([' ', ','], "-"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a directory");
    path
}

/// The settings of an engine that is a fake.
pub(crate) fn fake(name: &str, protocol: &str, behaviour: &str, directory: &Path) -> String {
    let itself = std::env::current_exe().expect("this program");
    let (itself, directory) = (itself.display(), directory.display());
    format!("{name}={itself},arg=fake,arg={protocol},arg={behaviour},dir={directory},proto={protocol}")
}

/// The settings of an engine that is the program under test, spoken to over pipes.
pub(crate) fn peer(name: &str) -> String {
    format!("{name}={}", env!("CARGO_BIN_EXE_triptych"))
}

/// The arena with these arguments, to be started in a directory.
pub(crate) fn arena(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = crate::program::command();
    command.arg("arena").args(arguments).current_dir(directory).stdin(Stdio::null());
    command
}

/// Runs the arena; games go to `games.pgn`, everything to `all.json`.
pub(crate) fn run(directory: &Path, arguments: &[&str]) -> Output {
    let arguments = [arguments, &["--pgn", "games.pgn", "--json", "all.json"]].concat();
    arena(directory, &arguments).output().expect("the program runs")
}

/// What a run has printed; it must have succeeded and have had nothing to complain of.
#[track_caller]
pub(crate) fn succeeded(output: &Output) -> String {
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*complaints), (Some(0), ""), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// The document that a run has left.
pub(crate) fn document(directory: &Path) -> Value {
    serde_json::from_slice(&fs::read(directory.join("all.json")).expect("a document")).expect("well formed")
}

/// The games that runs have left.
pub(crate) fn games(directory: &Path) -> Vec<Game> {
    read::games(&fs::read_to_string(directory.join("games.pgn")).expect("games")).collect()
}

/// Plays a game again: every move must be legal. Returns it at its end.
#[track_caller]
pub(crate) fn replay(game: &Game) -> Box<dyn Arbiter> {
    assert!(game.is_closed, "{game:?}");
    let variant: Variant = game.tag("Variant").and_then(|name| name.parse().ok()).expect("a game");
    let mut arbiter = variant.arbiter_from(game.tag("Terrain"), game.tag("FEN")).expect("a position");
    for ply in &game.moves {
        arbiter.play(&ply.text).expect("a legal move");
    }
    assert_eq!(game.tag("PlyCount").and_then(|count| count.parse().ok()), Some(game.moves.len()));
    assert_eq!(game.tag("Result"), game.result.as_deref());
    if game.tag("Termination") == Some("normal") {
        let outcome = arbiter.outcome().expect("a game that is over");
        assert_eq!((game.result.as_deref(), &*game.closing), (Some(outcome.result()), &*outcome.to_string()));
    } else {
        assert!(arbiter.outcome().is_none(), "{game:?}");
    }
    arbiter
}

/// The processes that fakes have been in this directory.
pub(crate) fn processes(directory: &Path) -> Vec<i32> {
    let text = fs::read_to_string(directory.join(PIDS)).unwrap_or_default();
    text.lines().map(|line| line.parse().expect("a number")).collect()
}

/// Whether a process is there and runs: one that has ended and that nobody asks after is none.
#[cfg(unix)]
pub(crate) fn is_alive(process: i32) -> bool {
    let number = rustix::process::Pid::from_raw(process).expect("a process number");
    let state = fs::read_to_string(format!("/proc/{process}/stat"));
    let is_zombie = state.is_ok_and(|state| state.rsplit(')').next().is_some_and(|rest| rest.starts_with(" Z")));
    rustix::process::test_kill_process(number).is_ok() && !is_zombie
}

/// Whether a process is there.
#[cfg(windows)]
pub(crate) fn is_alive(process: i32) -> bool {
    let list = std::process::Command::new("tasklist").args(["/NH", "/FI", &format!("PID eq {process}")]).output();
    list.is_ok_and(|list| String::from_utf8_lossy(&list.stdout).contains(&process.to_string()))
}

/// Waits until something is so.
#[track_caller]
pub(crate) fn wait_until(what: &str, seconds: u64, mut is_so: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(seconds);
    while !is_so() {
        assert!(Instant::now() < until, "{what}: not within {seconds} seconds");
        thread::sleep(Duration::from_millis(2));
    }
}
