//! `triptych moves` for one position; for many see `batch`.

use std::io::Write;
use std::process::Stdio;

use crate::support::{GAMES, ON_OTHER_TERRAIN, OTHER_TERRAIN, command, succeed};

#[test]
fn each_move_with_the_position_after_it() {
    let expected = "a1a2\tk7/8/8/8/8/8/K7/8 b - - 8 42\n\
                    a1b1\tk7/8/8/8/8/8/8/1K6 b - - 8 42\n\
                    a1b2\tk7/8/8/8/8/8/1K6/8 b - - 8 42\n";
    assert_eq!(succeed(&["moves", "ultima", "--fen", "k7/8/8/8/8/8/8/K7 w - - 7 42"]), expected);
    // Black's move ends the full move; promotions are moves of their own; missing counters are 0 and 1.
    let expected = "a1b2\t8/K7/8/8/8/8/1k3p2/8 w - - 1 2\n\
                    f2e1b\t8/K7/8/8/8/8/8/k3b3 w - - 0 2\n\
                    f2e1c\t8/K7/8/8/8/8/8/k3c3 w - - 0 2\n\
                    f2e1k\t8/K7/8/8/8/8/8/k3k3 w - - 0 2\n\
                    f2g1b\t8/K7/8/8/8/8/8/k5b1 w - - 0 2\n\
                    f2g1c\t8/K7/8/8/8/8/8/k5c1 w - - 0 2\n\
                    f2g1k\t8/K7/8/8/8/8/8/k5k1 w - - 0 2\n";
    assert_eq!(succeed(&["moves", "shashmaty", "--fen", "8/K7/8/8/8/8/5p2/k7 b"]), expected);
}

#[test]
fn sorted_by_move() {
    for (game, start) in GAMES {
        let output = succeed(&["moves", game]);
        let moves: Vec<&str> = output.lines().map(|line| line.split_once('\t').expect("a tab").0).collect();
        assert!(!moves.is_empty() && moves.is_sorted_by(|a, b| a < b), "{game}: {moves:?}");
        assert_eq!(output, succeed(&["moves", game, "--fen", start]), "{game}");
    }
}

#[test]
fn on_another_terrain() {
    // The pawn that enters light green becomes a knight.
    let expected = "g1f1\tk6/p6/7/7/7/6P/5K1 b - - 1 1\n\
                    g1f2\tk6/p6/7/7/7/5KP/7 b - - 1 1\n\
                    g2g3\tk6/p6/7/7/6N/7/6K b - - 0 1\n";
    let arguments = ["moves", "chameleon", "--terrain", OTHER_TERRAIN, "--fen", ON_OTHER_TERRAIN];
    assert_eq!(succeed(&arguments), expected);
}

#[test]
fn none_where_the_game_is_over() {
    assert_eq!(succeed(&["moves", "shashmaty", "--fen", "8/8/8/8/8/8/8/K7 w - - 0 1"]), "");
    assert_eq!(succeed(&["moves", "ultima", "--fen", "2kK4/1I6/8/x7/5X2/1W6/3X4/8 b - - 0 1"]), "");
}

#[test]
fn a_reader_that_has_left_is_no_failure() {
    let commands: [&[&str]; 6] = [
        &["moves", "ultima"],
        &["moves", "ultima", "--batch"],
        &["perft", "ultima", "1", "--divide"],
        &["show", "ultima"],
        &["--help"],
        &[],
    ];
    for arguments in commands {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut child = command(arguments)
            .stdin(Stdio::piped())
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let start = GAMES[0].1;
        let lines = if arguments.is_empty() { "ping 1\nping 2\n" } else { start };
        // It may have ended already.
        let _ = child.stdin.take().expect("a pipe").write_all(lines.as_bytes());
        let output = child.wait_with_output().expect("the program ends");
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*complaints), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn nobody_to_complain_to() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let status = command(&["moves", "chess"]).stdin(Stdio::null()).stderr(writer).status();
    assert_eq!(status.expect("the program runs").code(), Some(2));
}
