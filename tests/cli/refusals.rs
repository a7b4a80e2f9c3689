//! What is refused: exit code 2, nothing on standard output, one line that names what is wrong.

use std::collections::HashSet;

use crate::support::{OTHER_TERRAIN, run, triptych};

/// Runs with these arguments must be refused with a line that holds these words.
#[track_caller]
fn refused(arguments: &[&str], words: &str) {
    let output = triptych(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    let is_one_line = said.ends_with('\n') && said.lines().count() == 1 && !said.trim_end().contains(char::is_control);
    assert!(
        is_one_line && said.starts_with("triptych: ") && said.contains(words),
        "{arguments:?}: {said:?}, not {words:?}"
    );
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
}

/// Positions that are none: the game, the FEN, and what must be said of it.
const POSITIONS: &[(&str, &str, &str)] = &[
    // Fields.
    ("ultima", "", "FEN has 0 fields"),
    ("ultima", "   ", "FEN has 0 fields"),
    ("ultima", "k7/8/8/8/8/8/8/K7", "FEN has 1 field,"),
    ("ultima", "k7/8/8/8/8/8/8/K7 w -", "FEN has 3 fields"),
    ("ultima", "k7/8/8/8/8/8/8/K7 w - - 0", "FEN has 5 fields"),
    ("ultima", "k7/8/8/8/8/8/8/K7 w - - 0 1 1", "FEN has 7 fields"),
    ("ultima", "w k7/8/8/8/8/8/8/K7 - - 0 1", "placement has 1 ranks, not 8"),
    // Ranks.
    ("ultima", "k7/8/8/8/8/8/K7 w - - 0 1", "placement has 7 ranks, not 8"),
    ("ultima", "k7/8/8/8/8/8/8/8/K7 w - - 0 1", "placement has 9 ranks, not 8"),
    ("ultima", "k7/8/8/8/8/8/8/K7/ w - - 0 1", "placement has 9 ranks, not 8"),
    ("chameleon", "n*rkq*n/*pbpbp*/7/7/7/7/*PBPBP*/N*QKR*N w - - 0 1", "placement has 8 ranks, not 7"),
    ("ultima", "k7/8/8/8/8/8/8/K6 w - - 0 1", "rank 1 has 7 squares, not 8"),
    ("ultima", "k7/8/8/9/8/8/8/K7 w - - 0 1", "rank 5 has 9 squares, not 8"),
    ("ultima", "k7/8/8/44p/8/8/8/K7 w - - 0 1", "rank 5 has 9 squares, not 8"),
    ("ultima", "k7//8/8/8/8/8/K7 w - - 0 1", "rank 7 has 0 squares, not 8"),
    ("shashmaty", "1k6/8/8/8/8/8/8/K8 w - - 0 1", "rank 1 has 9 squares, not 8"),
    ("chameleon", "n*rkq*n/*pbpbp*/7/8/7/*PBPBP*/N*QKR*N w - - 0 1", "rank 4 has 8 squares, not 7"),
    // Characters.
    ("ultima", "k7/8/8/8/0p6/8/8/K7 w - - 0 1", "'0' on a4 is no piece of this game"),
    ("ultima", "k7/8/8/8/80/8/8/K7 w - - 0 1", "rank 4 has 9 squares, not 8"),
    ("ultima", "k7/8/3q4/8/8/8/8/K7 w - - 0 1", "'q' on d6 is no piece of this game"),
    ("ultima", "k7/8/3*4/8/8/8/8/K7 w - - 0 1", "'*' on d6"),
    ("ultima", "k7/8/8/8/8/8/8/K6é w - - 0 1", "'é' on h1"),
    ("ultima", "k7/8/8/8/8/8/8/K6\u{1b} w - - 0 1", "on h1"),
    ("shashmaty", "8/8/3w4/8/8/8/8/K7 w - - 0 1", "'w' on d6 is no piece of this game"),
    ("shashmaty", "8/8/3q4/8/8/8/8/K7 w - - 0 1", "'q' on d6 is no piece of this game"),
    ("shashmaty", "8/8/3d4/8/8/8/8/K7 w - - 0 1", "'d' on d6 is no piece of this game"),
    ("shashmaty-damka", "8/8/3d4/8/8/8/8/K7 w - - 0 1", "'d' on d6 is no piece of this game"),
    ("shashmaty-dragon", "8/8/3Q4/8/8/8/8/K7 w - - 0 1", "'Q' on d6 is no piece of this game"),
    ("chameleon", "n*rkq*n/*pbpbp*/3i3/7/7/*PBPBP*/N*QKR*N w - - 0 1", "'i' on d5 is no piece of this game"),
    // Squares.
    ("shashmaty", "k7/8/8/8/8/8/8/1K6 w - - 0 1", "'k' stands on a8, where no piece can stand"),
    ("shashmaty", "8/8/8/8/8/8/8/1K6 w - - 0 1", "'K' stands on b1, where no piece can stand"),
    ("shashmaty", "8/8/8/8/8/8/8/*K6 w - - 0 1", "'*' on a1, which is no hole"),
    ("chameleon", "n1rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 0 1", "b7 is a hole"),
    ("chameleon", "n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N4*N w - - 0 1", "b1 is a hole"),
    ("chameleon", "n*rkq*n/*pbpbp*/*6/7/7/*PBPBP*/N*QKR*N w - - 0 1", "'*' on a5, which is no hole"),
    ("chameleon", "nprkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 0 1", "'p' stands on b7"),
    // Sides, castling, en passant, counters.
    ("ultima", "k7/8/8/8/8/8/8/K7 W - - 0 1", "side to move is 'W'"),
    ("ultima", "k7/8/8/8/8/8/8/K7 white - - 0 1", "side to move is 'white'"),
    ("ultima", "k7/8/8/8/8/8/8/K7 w KQkq - 0 1", "castling field is 'KQkq'"),
    ("chameleon", "n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - e3 0 1", "en passant field is 'e3'"),
    ("ultima", "k7/8/8/8/8/8/8/K7 w - - -1 1", "half-move counter is '-1'"),
    ("ultima", "k7/8/8/8/8/8/8/K7 w - - +1 1", "half-move counter is '+1'"),
    ("ultima", "k7/8/8/8/8/8/8/K7 w - - 65536 1", "half-move counter is '65536'"),
    ("ultima", "k7/8/8/8/8/8/8/K7 w - - many 1", "half-move counter is 'many'"),
    ("ultima", "k7/8/8/8/8/8/8/K7 w - - 0 0", "move number is '0'"),
    ("ultima", "k7/8/8/8/8/8/8/K7 w - - 0 1.5", "move number is '1.5'"),
    ("ultima", "k7/8/8/8/8/8/8/K7 w - - 0 4294967296", "move number is '4294967296'"),
    // Counts.
    ("ultima", "8/8/8/8/8/8/8/K7 w - - 0 1", "Black has 0 kings, not one"),
    ("ultima", "k7/8/8/8/8/8/8/K6K w - - 0 1", "White has 2 kings, not one"),
    ("ultima", "8/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings, not one"),
    ("ultima", "k7/8/8/8/8/P7/PPPPPPPP/KPPPPPPP w - - 0 1", "White has 17 pieces, more than 16"),
    ("chameleon", "1*1k1*1/*5*/7/7/7/*5*/1*3*1 w - - 0 1", "White has 0 kings, not one"),
    ("chameleon", "1*1kk*1/*5*/7/7/7/*5*/1*1K1*1 w - - 0 1", "Black has 2 kings, not one"),
    ("shashmaty", "8/8/8/8/8/8/8/8 w - - 0 1", "neither side has a king"),
    ("shashmaty-damka", "8/8/8/8/8/8/8/Q7 w - - 0 1", "neither side has a king"),
    ("shashmaty", "1c1k1k1b/p1p1p1p1/1p1p1p1p/p7/8/8/8/K7 w - - 0 1", "Black has 13 pieces, more than 12"),
    ("shashmaty", "1P6/8/8/8/8/8/8/K1k5 w - - 0 1", "White's pawn on b8 stands on its last rank"),
    ("shashmaty-dragon", "1k6/8/8/8/8/8/8/K1p5 w - - 0 1", "Black's pawn on c1 stands on its last rank"),
    // Attacks.
    ("ultima", "8/8/8/3kK3/4i3/8/8/8 b - - 0 1", "White's king is attacked, and it is not White's turn"),
    ("ultima", "k7/8/8/8/8/8/8/1wK5 b - - 0 1", "White's king is attacked, and it is not White's turn"),
    ("chameleon", "1*1k1*1/*5*/7/3R3/7/*5*/1*1K1*1 w - - 0 1", "Black's king is attacked, and it is not Black's turn"),
];

/// Terrains that are none.
const TERRAINS: &[(&str, &str)] = &[
    ("", "rows expected, not 1"),
    ("N*RBQ*N", "rows expected, not 1"),
    ("N*RBQ*N/*PBPBP*/RNPNPNR/QBQBQBQ/RNPNPNR/*PBPBP*/N*QBR*N/", "rows expected, not 8"),
    ("N*RBQ*N/*PBPBP*/RNPNPNR/QBQBQB/RNPNPNR/*PBPBP*/N*QBR*N", "on rank 4, not 6"),
    ("N*RBQ*N/*PBPBP*/RNPNPNR/QBQBQBQ/RNPNPNR/*PBPBP*/N*QBR*NN", "on rank 1, not 8"),
    ("N*RBQ*N/*PBPBP*/RNPNPNR/QBQBQBQ/RNPNPNR/*PBPBP*/N*QKR*N", "'K' on d1"),
    ("N*RBQ*N/*PBPBP*/RNPNPNR/qBQBQBQ/RNPNPNR/*PBPBP*/N*QBR*N", "'q' on a4"),
    ("N*RBQ*N/*PBPBP*/7/QBQBQBQ/RNPNPNR/*PBPBP*/N*QBR*N", "on rank 5, not 1"),
    ("N*RBQ*N/*PBPBP*/RNPNPNR/QBQBQBQ/RNPNPNR/*PBPBP*/N*QBR* ", "' ' on g1"),
    ("*******/*******/*******/*******/*******/*******/*******", "for the kings, not 0"),
    ("*******/*******/*******/***N***/*******/*******/*******", "for the kings, not 1"),
    // Well formed, but the start position does not fit.
    (OTHER_TERRAIN, "'*' on b7, which is no hole"),
];

/// Arguments that do not make sense.
const ARGUMENTS: &[(&[&str], &str)] = &[
    (&["analyse"], "'analyse'"),
    (&["ultima"], "'ultima'"),
    (&["--chess"], "'--chess'"),
    (&["-v"], "'-v'"),
    (&["perft"], "<GAME> <DEPTH>"),
    (&["perft", "ultima"], "<DEPTH>"),
    (&["perft", "3", "ultima"], "there is no game '3'"),
    (&["perft", "Ultima", "1"], "there is no game 'Ultima'; the games are ultima, shashmaty,"),
    (&["perft", "ultima", "deep"], "'deep' for '<DEPTH>'"),
    (&["perft", "ultima", "-1"], "'-1'"),
    (&["perft", "ultima", "1.5"], "'1.5' for '<DEPTH>'"),
    (&["perft", "ultima", "65"], "65 is not in 0..=64"),
    (&["perft", "ultima", "99999999999999999999"], "'99999999999999999999' for '<DEPTH>'"),
    (&["perft", "ultima", ""], "'<DEPTH>'"),
    (&["perft", "ultima", "1", "2"], "'2'"),
    (&["perft", "ultima", "1", "--threads", "0"], "0 is not in 1..=512"),
    (&["perft", "ultima", "1", "--threads", "513"], "513 is not in 1..=512"),
    (&["perft", "ultima", "1", "--threads", "all"], "'all' for '--threads <N>'"),
    (&["perft", "ultima", "1", "--threads"], "'--threads <N>'"),
    (&["perft", "ultima", "1", "--hash", "1048577"], "1048577 is not in 0..=1048576"),
    (&["perft", "ultima", "1", "--hash", "1k"], "'1k' for '--hash <MB>'"),
    (&["perft", "ultima", "1", "--divide=yes"], "'yes' for '--divide'"),
    (&["perft", "ultima", "1", "--fen"], "'--fen <FEN>'"),
    (&["perft", "ultima", "1", "--fen", "a", "--fen", "b"], "'--fen <FEN>' cannot be used multiple times"),
    (&["perft", "shashmaty", "1", "--terrain", OTHER_TERRAIN], "shashmaty has no terrain"),
    (&["analyze", "ultima", "--multipv", "257"], "257 is not in 1..=256"),
    (&["analyze", "ultima", "--hash", "131073"], "131073 is not in 1..=131072"),
    (&["analyze", "ultima", "--threads", "257"], "257 is not in 1..=256"),
    (&["tune", "ultima", "--data", "x", "--out", "/no/folder/x.rs"], "--out: /no/folder/x.rs cannot be written: "),
    (
        &["tune", "ultima", "--data", "/no/folder/x", "--games", "1", "--nodes", "1"],
        "--data: /no/folder/x cannot be written: ",
    ),
    (&["moves"], "<GAME>"),
    (&["moves", "chess"], "there is no game 'chess'"),
    (&["moves", "ultima", "e2e4"], "'e2e4'"),
    (&["moves", "ultima", "--batch", "--fen", "k7/8/8/8/8/8/8/K7 w"], "'--batch' cannot be used with '--fen <FEN>'"),
    (&["moves", "ultima", "--batch", "--terrain", OTHER_TERRAIN], "ultima has no terrain"),
    (&["moves", "chameleon", "--batch", "--terrain", "Q"], "rows expected, not 1"),
    (&["moves", "first\nsecond\n\nthird"], "third"),
    (&["book", "grow", "ultima"], "'grow'"),
    (&["book", "build", "chess"], "there is no game 'chess'"),
    (&["book", "build", "shashmaty-dragon"], "shashmaty-dragon plays from the book of shashmaty"),
    (&["book", "build", "ultima", "--temperature", "-1"], "'-1'"),
    (&["book", "build", "ultima", "--terrain", OTHER_TERRAIN], "ultima has no terrain"),
    (&["book", "import", "x.pgn"], "--out <FILE>"),
    (&["book", "merge", "--out", "x"], "<FILE>"),
    (&["book", "merge", "no.book", "--out", "x.book"], "no.book could not be read"),
    (&["book", "show", "chameleon", "--terrain", OTHER_TERRAIN], "no book of chameleon on that terrain"),
    (&["book", "show", "ultima", "--fen", "x"], "FEN has 1 field,"),
    (&["book", "check", "no.book"], "no.book could not be read"),
    (&["book", "openings", "ultima", "--plies", "0"], "0 is not in 1..=60"),
    (&["book", "openings", "ultima", "--book", "no.book"], "no.book could not be read"),
    (&["--book", "no.book"], "no.book could not be read"),
    (&["show"], "<GAME>"),
    (&["show", "shashmaty-queen"], "there is no game 'shashmaty-queen'"),
    (&["show", "shashmaty-dragon", "--terrain", OTHER_TERRAIN], "shashmaty-dragon has no terrain"),
    (&["show", "chameleon", "--depth", "1"], "'--depth'"),
    (&["selfplay"], "<GAME>"),
    (&["selfplay", "ultima", "--movetime", "1"], "--games <N>"),
    (&["selfplay", "ultima", "--games", "1"], "--movetime <MS>"),
    (&["selfplay", "ultima", "--games", "0", "--movetime", "1"], "0 is not in 1.."),
    (&["selfplay", "ultima", "--games", "-1", "--movetime", "1"], "'-1'"),
    (&["selfplay", "ultima", "--games", "1", "--movetime", "0"], "0 is not in 1.."),
    (&["selfplay", "ultima", "--games", "1", "--movetime", "1s"], "'1s' for '--movetime <MS>'"),
    (&["selfplay", "ultima", "--games", "1", "--movetime", "3600001"], "3600001 is not in 1..=3600000"),
    (&["selfplay", "ultima", "--games", "1", "--movetime", "1", "--fen", "x"], "FEN has 1 field,"),
    (&["selfplay", "ultima", "--games", "1", "--movetime", "1", "--pgn", "/no/such\nfolder/x"], "/no/such\\nfolder/x"),
    (&["selfplay", "ultima", "--games", "1", "--movetime", "1", "--terrain", OTHER_TERRAIN], "ultima has no terrain"),
    (&["selfplay", "ultima", "--games", "1", "--movetime", "1", "--book", "no.book"], "no.book could not be read"),
];

#[test]
fn positions() {
    for (game, fen, words) in POSITIONS {
        refused(&["moves", game, "--fen", fen], words);
    }
}

#[test]
fn positions_by_every_command() {
    for &(game, fen, words) in POSITIONS.iter().step_by(7) {
        refused(&["perft", game, "1", "--fen", fen], words);
        refused(&["show", game, "--fen", fen], words);
        refused(&["selfplay", game, "--games", "1", "--movetime", "1", "--fen", fen], words);
    }
}

#[test]
fn positions_of_a_batch_are_answered_with_the_same_words() {
    for &(game, fen, words) in POSITIONS {
        let output = run(&["moves", game, "--batch"], format!("{fen}\nbad\n").as_bytes());
        let answers = String::from_utf8(output.stdout).expect("text");
        let answer: serde_json::Value =
            answers.lines().next().and_then(|line| serde_json::from_str(line).ok()).expect("JSON");
        assert_eq!(answer["fen"], fen);
        let said = answer["error"].as_str().unwrap_or_default();
        assert!(said.contains(words), "{game} {fen}: {answer}");
        assert_eq!((answers.lines().count(), output.status.code()), (2, Some(0)), "{game} {fen}");
    }
}

#[test]
fn terrains() {
    for (rows, words) in TERRAINS {
        for arguments in [&["moves", "chameleon"][..], &["perft", "chameleon", "1"], &["show", "chameleon"]] {
            refused(&[arguments, &["--terrain", rows]].concat(), words);
        }
    }
}

#[test]
fn arguments() {
    for (arguments, words) in ARGUMENTS {
        refused(arguments, words);
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    for arguments in [&[&b"moves"[..], b"\xff"][..], &[b"moves", b"ultima", b"--fen", b"\xff"]] {
        let output = crate::support::command(&[]).args(arguments.iter().map(|bytes| OsStr::from_bytes(bytes))).output();
        let output = output.expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.starts_with("triptych: ") && said.contains("UTF-8") && said.lines().count() == 1, "{said}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    }
}

#[test]
fn enough_kinds_of_them() {
    let kinds: HashSet<&str> = POSITIONS.iter().map(|case| case.2).chain(TERRAINS.iter().map(|case| case.1)).collect();
    assert!(kinds.len() + ARGUMENTS.len() > 100);
}
