//! Running the program.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::thread;

/// The program, with these arguments and nothing of the environment that would change what it prints.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = crate::program::command();
    command.args(arguments);
    command
}

/// Runs the program with this input.
pub(crate) fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    thread::scope(|scope| {
        // A program that reads nothing must not stop the test.
        scope.spawn(move || {
            let _ = pipe.write_all(input);
        });
        child.wait_with_output().expect("the program ends")
    })
}

/// Runs the program without input.
pub(crate) fn triptych(arguments: &[&str]) -> Output {
    run(arguments, b"")
}

/// What the program prints; it must succeed and have nothing to complain of.
#[track_caller]
pub(crate) fn succeed(arguments: &[&str]) -> String {
    printed(arguments, triptych(arguments))
}

/// What a run has printed; it must have succeeded and have had nothing to complain of.
#[track_caller]
pub(crate) fn printed(arguments: &[&str], output: Output) -> String {
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*complaints), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The games and their start positions.
pub(crate) const GAMES: [(&str, &str); 5] = [
    ("ultima", "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/CLXWKXLI w - - 0 1"),
    ("shashmaty", "1c1k1k1b/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/B1K1K1C1 w - - 0 1"),
    ("shashmaty-damka", "1c1k1k1b/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/B1K1K1C1 w - - 0 1"),
    ("shashmaty-dragon", "1c1k1k1b/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/B1K1K1C1 w - - 0 1"),
    ("chameleon", "n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 0 1"),
];

/// A terrain without holes, on which all squares but a few make pawns; Chameleon's start position does not fit it.
pub(crate) const OTHER_TERRAIN: &str = "PPPPPPP/PPPPPPP/RRRRRRR/QQQQQQQ/NNNNNNN/PPPPPPP/PPPPPPP";

/// A position on it.
pub(crate) const ON_OTHER_TERRAIN: &str = "k6/p6/7/7/7/6P/6K w - - 0 1";
