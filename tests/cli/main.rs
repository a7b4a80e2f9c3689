//! The command line, run as its users run it: what every command prints, and what it says when something is wrong.

mod analyze;
mod batch;
mod install;
mod moves;
mod perft;
#[path = "../support/program.rs"]
mod program;
mod refusals;
mod selfplay;
mod show;
mod support;
mod terminal;
mod tune;

use support::{succeed, triptych};

#[test]
fn help_and_version_are_no_errors() {
    let commands = [
        "analyze",
        "annotate",
        "arena",
        "bench",
        "completions",
        "man",
        "moves",
        "perft",
        "pgn",
        "play",
        "report",
        "rules",
        "selfplay",
        "show",
        "tune",
    ];
    let help = succeed(&["--help"]);
    for command in commands {
        assert!(help.contains(command), "{command} is missing in the help:\n{help}");
        assert!(succeed(&[command, "--help"]).contains("Usage: triptych"), "{command}");
    }
    let short = concat!("triptych ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(succeed(&["-V"]), short);
    let long = succeed(&["--version"]);
    let heads: Vec<&str> = long.lines().map(|line| line.split(' ').next().unwrap_or("")).collect();
    assert!(long.starts_with(short) && heads == ["triptych", "commit", "target", "features"], "{long}");
}

#[test]
fn without_a_command_it_is_an_engine() {
    assert_eq!(support::run(&[], b"ping 1\nquit\nping 2\n").stdout, b"pong 1\n");
    // The last line needs no end.
    assert_eq!(support::run(&[], b"ping 1").stdout, b"pong 1\n");
    let silent = triptych(&[]);
    assert_eq!((silent.stdout.len(), silent.stderr.len(), silent.status.code()), (0, 0, Some(0)));
}
