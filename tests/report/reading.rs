//! Which games a page takes, and what is said of those that it does not.

use std::fs;

use triptych::variant::Variant;

use crate::folder::Folder;
use crate::games::Random;
use crate::{program, report};

fn words(output: &std::process::Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn broken_games_are_named_and_the_others_go_on() {
    let folder = Folder::new("broken");
    let good = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Variant \"ultima\"]\n\n1. a2a5 a7a6 1-0\n\n";
    let broken = [
        ("[Variant \"ultima\"]\n\n1. a2a5\na7a6 a1a9 *\n\n", 3, "ply 3: 'a1a9'"),
        ("[Variant \"ultima\"]\n\n1. a2a5 a2a5 *\n\n", 2, "ply 2: 'a2a5' is not legal here"),
        ("[Variant \"draughts\"]\n\n*\n\n", 0, "there is no game 'draughts'"),
        ("[Event \"x\"]\n\n1. a2a5 *\n\n", 0, "no tag Variant"),
        ("[Variant \"ultima\"]\n[FEN \"8/8 w\"]\n\n*\n\n", 0, "placement has 2 ranks, not 8"),
        ("[Variant \"ultima\"]\n[Terrain \"x\"]\n\n*\n\n", 0, "ultima has no terrain"),
        ("[Variant \"chameleon\"]\n[Terrain \"x\"]\n\n*\n\n", 0, "terrain"),
        ("[Variant \"ultima\"]\n\n1. \u{1b}31m *\n\n", 2, "ply 1"),
        // A mate that White gives, and the file says that Black has won.
        (
            "[Variant \"ultima\"]\n[FEN \"2kK4/1I6/8/x7/5X2/1W6/3X4/8 b - - 0 1\"]\n\n0-1\n\n",
            3,
            "the game ends in 0-1, by the rules in 1-0",
        ),
        ("[Variant \"ultima\"]\n\n1. a2a5\n\n", 2, "the game breaks off without a result"),
    ];
    let mut pgn = String::from("\u{feff}\n");
    let mut expected = Vec::new();
    for (text, at, why) in broken {
        pgn.push_str(good);
        let line = pgn.matches('\n').count() + 1;
        let begin = if at > 0 { format!(" (the game of line {line})") } else { String::new() };
        expected.push((format!(", line {}: ", line + at), why, begin));
        pgn.push_str(text);
    }
    pgn.push_str(good);
    let (output, page) = report(&folder, &pgn);
    let (code, said, complaints) = words(&output);
    let all = broken.len();
    assert_eq!((code, said), (Some(1), format!("{}: {} games, {all} left out\n", folder.path("games.html"), all + 1)));
    let complaints: Vec<&str> = complaints.lines().collect();
    assert_eq!(complaints.len(), all, "{complaints:#?}");
    for (complaint, (place, why, begin)) in complaints.iter().zip(expected) {
        let start = format!("triptych: {}{place}", folder.path("games.pgn"));
        let is_right = complaint.starts_with(&start) && complaint.contains(why) && complaint.ends_with(&begin);
        assert!(is_right, "{complaint}\nnot {start} … {why} … {begin}");
        assert!(!complaint.contains(char::is_control), "{complaint:?}");
    }
    assert_eq!(page.map(|page| page.matches("<option ").count()), Some(all + 1));
}

#[test]
fn refusals() {
    let folder = Folder::new("refusals");
    let (file, page) = (folder.path("a.pgn"), folder.path("a.html"));
    let expect = |content: Option<&str>, more: &[&str], words_said: &str| {
        let _ = fs::remove_file(&file);
        if let Some(content) = content {
            fs::write(&file, content).expect("a file");
        }
        let arguments: Vec<&str> = ["report", &file].into_iter().chain(more.iter().copied()).collect();
        let output = program::command().args(&arguments).output().expect("the program runs");
        let (code, said, complaint) = words(&output);
        assert_eq!((code, said.as_str()), (Some(2), ""), "{arguments:?}");
        let last = complaint.lines().last().unwrap_or_default();
        assert!(last.starts_with("triptych: ") && last.contains(words_said), "{arguments:?}: {complaint}");
        assert!(!fs::exists(&page).expect("a folder"));
    };
    let nowhere = folder.path("nowhere/a.html");
    expect(None, &["-o", &page], "a.pgn could not be read");
    expect(Some(""), &["-o", &page], "has no game");
    expect(Some("\n\n"), &["-o", &page], "has no game");
    expect(Some("what is this"), &["-o", &page], "has no game that can be played");
    expect(Some("[Variant \"ultima\"]\n\n*\n"), &["-o", &nowhere], "cannot be written");
    expect(Some("[Variant \"ultima\"]\n\n*\n"), &[], "--out");
    expect(Some("*"), &["-o", &page, "--game", "chess"], "there is no game 'chess'");
}

#[test]
fn a_page_that_is_there_stays() {
    let folder = Folder::new("stays");
    let (file, page) = (folder.path("a.pgn"), folder.path("a.html"));
    fs::write(&file, "1. a2a5 *\n").expect("a file");
    fs::write(&page, "mine").expect("a file");
    let run = |more: &[&str]| {
        let arguments = [&["report", &file, "-o", &page, "--game", "ultima"][..], more].concat();
        words(&program::command().args(arguments).output().expect("the program runs"))
    };
    assert_eq!(run(&[]), (Some(2), String::new(), format!("triptych: {page} is there already: --force\n")));
    assert_eq!(fs::read(&page).expect("a file"), b"mine");
    assert_eq!(run(&["--force"]), (Some(0), format!("{page}: 1 game\n"), String::new()));
    assert!(fs::read_to_string(&page).expect("a page").contains("</html>"));
    // The games themselves are not written over in any case.
    let output = program::command().args(["report", &file, "-o", &file, "--game", "ultima", "--force"]).output();
    let why = format!("triptych: {file} is read: it cannot be written too\n");
    assert_eq!(words(&output.expect("the program runs")), (Some(2), String::new(), why));
    assert_eq!(fs::read(&file).expect("a file"), b"1. a2a5 *\n");
}

/// Games as XBoard saves them, in its own text.
#[test]
fn what_xboard_saved_is_shown() {
    for &variant in Variant::ALL {
        let folder = Folder::new(&format!("xboard-{variant}"));
        let saved = format!("{}/tests/data/xboard/{variant}.pgn", env!("CARGO_MANIFEST_DIR"));
        let (output, page) = report(&folder, &fs::read_to_string(saved).expect("a game"));
        assert_eq!((words(&output).0, words(&output).2), (Some(0), String::new()));
        assert!(page.expect("a page").contains("\"move\":"));
    }
}

/// Other starts, other terrains, Black first.
#[test]
fn all_kinds_of_games_on_one_page() {
    let folder = Folder::new("kinds");
    let rows = "PPPPPPP/PPPPPPP/RRRRRRR/QQQQQQQ/NNNNNNN/PPPPPPP/PPPPPPP";
    let mut pgn = format!(
        "[Variant \"chameleon\"]\n[Terrain \"{rows}\"]\n[FEN \"k6/p6/7/7/7/6P/6K b - - 0 7\"]\n\n7... a6a5 *\n\n"
    );
    pgn.push_str("[Variant \"shashmaty\"]\n[FEN \"5k2/8/3p4/8/3p4/4P3/8/K7 w - - 0 1\"]\n\n1. e3c5e7 *");
    for &variant in Variant::ALL {
        pgn.push_str("\n\n");
        pgn.push_str(&Random::new(variant, 10, 1).pgn(&[]));
    }
    let (output, page) = report(&folder, &pgn);
    assert_eq!((words(&output).0, words(&output).2), (Some(0), String::new()));
    let page = page.expect("a page");
    // Boards differ by game and terrain; those of the same game are there once.
    assert_eq!(page.matches("<svg class=\"board\"").count(), Variant::ALL.len() + 1);
}
