//! Games in lines, through pipes.

use std::fs;
use std::io::Write;
use std::process::{Output, Stdio};

use libtest_mimic::Trial;

use crate::{Folder, named, program};

pub(crate) fn trials() -> Vec<Trial> {
    named([
        ("a_dialogue_in_lines", a_dialogue_in_lines),
        ("bad_input_is_told_and_the_game_goes_on", bad_input_is_told_and_the_game_goes_on),
        ("the_input_may_end_anywhere", the_input_may_end_anywhere),
        ("arguments_that_make_no_game", arguments_that_make_no_game),
        ("ends_of_games_in_all_games", ends_of_games_in_all_games),
        ("a_game_that_cannot_be_kept_is_played", a_game_that_cannot_be_kept_is_played),
    ])
}

/// Plays with this input; games are kept below the folder.
fn play(folder: &Folder, arguments: &[&str], input: &[u8]) -> Output {
    let mut command = program::command();
    command.arg("play").args(arguments).env("XDG_STATE_HOME", folder.path()).current_dir(folder.path());
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input).expect("it reads");
    child.wait_with_output().expect("it ends")
}

/// What is said in a game without a complaint on standard error.
#[track_caller]
fn said(folder: &Folder, arguments: &[&str], input: &str) -> String {
    let output = play(folder, arguments, input.as_bytes());
    assert_eq!((output.status.code(), &*String::from_utf8_lossy(&output.stderr)), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn a_dialogue_in_lines() {
    let folder = Folder::new("dialogue");
    let text = said(
        &folder,
        &["ultima", "--level", "0", "--new"],
        "a2a5\nhint\nundo\nmoves\nsave game.pgn\nsave game.pgn\nb2b5\nsave second.pgn\nresign\nhint\nquit\nboard\n",
    );
    let places: Vec<usize> = [
        "White: You, Black: Triptych, level 0",
        "1. a2a5\n1... ",
        "hint: ",
        "a2a3 a2a4 ",
        "The game is in game.pgn.\n",
        "game.pgn could not be written: it is there already\n",
        "1. b2b5\n1... ",
        "The game is in second.pgn.\n",
        "0-1 White resigns, Black wins\n",
        "The game is over.\n",
    ]
    .iter()
    .map(|part| text.find(part).unwrap_or_else(|| panic!("no {part} in {text}")))
    .collect();
    assert!(places.is_sorted(), "{places:?} in {text}");
    // No prompt where nobody types, and nothing after quit.
    assert!(!text.contains('>') && text.trim_end().ends_with("The game is over."), "{text}");
    let first = fs::read_to_string(folder.path().join("game.pgn")).expect("saved");
    assert!(first.contains("[Variant \"ultima\"]") && !first.contains("a2a5"), "{first}");
    let second = fs::read_to_string(folder.path().join("second.pgn")).expect("saved");
    assert!(second.contains("1. b2b5") && second.contains("[White \"You\"]"), "{second}");
}

fn bad_input_is_told_and_the_game_goes_on() {
    let folder = Folder::new("bad");
    let mut input = Vec::new();
    let bad: [&[u8]; 9] =
        [b"", b"e2e9", b"Nf3", b"a2a5a5", b"\xff\xfe", b"save", b"save /nowhere/at/all", b"undo", b"a2\x00a5"];
    for line in bad {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    input.extend_from_slice("x".repeat(100_000).as_bytes());
    input.extend_from_slice(b"\na2a5\r\n");
    let output = play(&folder, &["ultima", "--side", "both", "--new"], &input);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0));
    assert!(text.contains("1. a2a5"), "the move after all that is made");
    for part in
        ["'e2e9'", "'Nf3'", "the name of a file is missing", "/nowhere/at/all could not be written", "no move of yours"]
    {
        assert!(text.contains(part), "{part}");
    }
    assert!(output.stderr.is_empty());
}

fn the_input_may_end_anywhere() {
    for input in ["", "a1b3", "a1b3\n", "a1b3\nhint", "a1b3\nhint\nx", "a1b3\nundo\n"] {
        let folder = Folder::new("end");
        let text = said(&folder, &["chameleon", "--level", "0", "--time", "depth=2"], input);
        let is_begun = !input.is_empty();
        assert_eq!(text.contains("The game is kept; to go on with it: triptych play chameleon --resume"), is_begun);
        assert_eq!(folder.games().len(), usize::from(is_begun), "{input:?}");
        if is_begun && !input.contains("undo") {
            // The engine has answered before the end was seen.
            assert!(text.contains("1... "), "{text}");
            let again = said(&folder, &["chameleon", "--resume"], "quit\n");
            assert!(again.contains("level 0"), "{again}");
            // The question may stay without an answer.
            let text = said(&folder, &["chameleon"], "");
            assert!(text.contains("Go on with one of them?") && !text.contains("Type moves"), "{text}");
            let text = said(&folder, &["chameleon"], "n\nquit\n");
            assert!(text.contains("Type moves"), "{text}");
            assert_eq!(folder.games().len(), 1);
        }
    }
}

fn arguments_that_make_no_game() {
    let folder = Folder::new("arguments");
    for (arguments, words) in [
        (&["chess"][..], "there is no game 'chess'"),
        (&["ultima", "--side", "red"], "the sides are white, black and both"),
        (&["ultima", "--level", "21"], "--level"),
        (&["ultima", "--time", "soon"], "time control"),
        (&["ultima", "--time", "st=0"], "time control"),
        (&["ultima", "--fen", "8/8 w"], "placement"),
        (&["ultima", "--terrain", "x"], "terrain"),
        (&["ultima", "--resume", "--new"], "--new"),
        (&["ultima", "--resume", "--level", "3"], "--level"),
        (&["ultima", "--resume"], "no game of ultima was left to go on with"),
    ] {
        let output = play(&folder, arguments, b"");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}: {complaint}");
        assert!(complaint.contains(words) && complaint.lines().count() == 1, "{arguments:?}: {complaint}");
    }
}

fn ends_of_games_in_all_games() {
    let folder = Folder::new("ends");
    for (game, fen, moves, end) in [
        ("ultima", "8/8/8/8/8/8/5k2/K2I4 w - - 0 1", "d1e1", "1-0 "),
        ("shashmaty", "8/8/8/8/8/4k3/3K4/8 w - - 0 1", "d2f4", "1-0 Black has lost its kings, White wins"),
        ("chameleon", "k*3*1/*5*/7/7/2n4/*5*/1*3*K w - - 99 60", "g1f2", "1/2-1/2 Draw by the hundred half-moves rule"),
    ] {
        let arguments = [game, "--side", "both", "--new", "--fen", fen];
        let output = play(&folder, &arguments, format!("{moves}\na1a1\nundo\n{moves}\n").as_bytes());
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(text.contains(end), "{end}: {text}");
    }
    let text = said(&folder, &["shashmaty", "--new", "--fen", "8/8/8/8/8/8/3K4/8 b - - 0 1"], "d2e3\nquit\n");
    assert!(text.contains("Black has lost its kings, White wins") && text.contains("The game is over"), "{text}");
}

fn a_game_that_cannot_be_kept_is_played() {
    let folder = Folder::new("nowhere");
    fs::write(folder.path().join("triptych"), "a file where a folder should be").expect("written");
    let text = said(&folder, &["ultima", "--side", "both"], "a2a5\nboard\n");
    assert!(text.contains("this game is not kept: ") && text.contains("1. a2a5"), "{text}");
    assert!(!text.contains("--resume"), "{text}");
    // A damaged file is told of and left as it is.
    let folder = Folder::new("damaged");
    fs::create_dir_all(folder.path().join("triptych/games")).expect("a folder");
    let path = folder.path().join("triptych/games/ultima-1-1.pgn");
    fs::write(&path, "[Variant \"ultima\"]\n[Result \"*\"]\n\n1. a2a5 {").expect("written");
    let text = said(&folder, &["ultima", "--side", "both"], "a2a5\n");
    assert!(text.contains("ultima-1-1.pgn: ") && text.contains("1. a2a5"), "{text}");
    assert!(fs::read_to_string(path).expect("text").ends_with("1. a2a5 {"));
}
