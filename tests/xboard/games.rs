//! Two engines under XBoard, for whole games.

use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use triptych::variant::Variant;
use triptych_protocol::MoveText;

use crate::folder::Folder;
use crate::screen::Screen;
use crate::session::{follow, usual};
use crate::{Programs, programs};

/// Lets XBoard play a match of the engine against itself and returns the folder with what it wrote.
fn play(programs: &Programs, screen: &Screen, variant: Variant, games: usize) -> Folder {
    let folder = Folder::new(&format!("match-{variant}-{games}"));
    let engine = |who: &str| format!("{} --log {}", env!("CARGO_BIN_EXE_triptych"), folder.path(&format!("{who}.log")));
    let mut child = Command::new(&programs.xboard)
        .args(["-noGUI", "-popupExitMessage", "false", "-variant", variant.name()])
        .args(["-fcp", &engine("first"), "-scp", &engine("second"), "-mg", &games.to_string()])
        .args(["-tc", "0:02", "-inc", "0.02", "-ponderNextMove", "true"])
        .args(["-firstOptions", "Resign Against=nobody,Draw Offers=nobody"])
        .args(["-secondOptions", "Resign Against=nobody,Draw Offers=nobody"])
        .args(usual(&folder))
        .env("DISPLAY", &screen.display)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("XBoard starts");
    let until = Instant::now() + Duration::from_secs(240);
    while child.try_wait().expect("a child").is_none() {
        if Instant::now() > until {
            let _ = child.kill();
            panic!("the match does not end: {}", folder.path(""));
        }
        thread::sleep(Duration::from_millis(50));
    }
    // The engines outlive the window by a moment: their logs are whole once they have heard that it leaves.
    let has_ended = |log: &str| folder.text(log).lines().any(|line| line.ends_with("> quit"));
    while !(has_ended("first.log") && has_ended("second.log")) {
        assert!(Instant::now() < until, "the engines were not told to leave: {}", folder.path(""));
        thread::sleep(Duration::from_millis(50));
    }
    folder
}

/// The games of a PGN as XBoard writes it: its result, its last comment, and its moves.
fn games(pgn: &str) -> Vec<(String, String, Vec<String>)> {
    let mut games = Vec::new();
    for part in pgn.split("[Event ").skip(1) {
        let tag = part.split("[Result \"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or("").to_owned();
        let text: String =
            part.lines().filter(|line| !line.starts_with('[') && !line.contains("\"]")).collect::<Vec<_>>().join(" ");
        let (mut moves, mut comment, mut depth) = (Vec::new(), String::new(), 0);
        let mut word = String::new();
        for c in text.chars().chain([' ']) {
            match c {
                '{' => {
                    depth += 1;
                    comment.clear();
                }
                '}' => depth -= 1,
                _ if depth > 0 => comment.push(c),
                ' ' => {
                    let is_number = word.ends_with('.') || word.is_empty();
                    if !is_number && !["1-0", "0-1", "1/2-1/2", "*"].contains(&&*word) {
                        moves.push(std::mem::take(&mut word));
                    }
                    word.clear();
                }
                _ => word.push(c),
            }
        }
        games.push((tag, comment, moves));
    }
    games
}

/// Whether a move of XBoard's score sheet is this ply: it names the end, and the victims off it.
fn is_of(word: &str, ply: &MoveText) -> bool {
    if ply.is_null() {
        return word == "--" || word == "@@@@";
    }
    let end = ply.end().expect("a square").to_string();
    word.contains(&end)
}

fn check(variant: Variant, folder: &Folder, number: usize) {
    let debug = folder.text("x.debug");
    for bad in ["Illegal move", "illegal move", "forfeit", "Error (", "exited unexpectedly"] {
        assert!(!debug.contains(bad), "{variant}: {bad} in {}", folder.path("x.debug"));
    }
    let played = games(&folder.text("games.pgn"));
    assert_eq!(played.len(), number, "{}", folder.path("games.pgn"));
    // Each game of the first engine's log, as it has heard and said it.
    let log: Vec<String> = folder
        .text("first.log")
        .lines()
        .filter_map(|line| line.split_once(' ').map(|(_, said)| said.to_owned()))
        .collect();
    let begins: Vec<usize> = (0..log.len()).filter(|&at| log[at].starts_with("> variant ")).collect();
    let mut dialogues: Vec<&[String]> = Vec::new();
    for (i, &begin) in begins.iter().enumerate() {
        let end = begins.get(i + 1).copied().unwrap_or(log.len());
        // The block that begins a game may come twice before a match.
        if log[begin..end].iter().any(|line| line.contains(" move ") || line.contains(" usermove ")) {
            dialogues.push(&log[begin..end]);
        }
    }
    assert_eq!(dialogues.len(), number, "{variant}");
    for ((result, comment, moves), dialogue) in played.iter().zip(dialogues) {
        let history = follow(variant, None, dialogue);
        let outcome = history.game().outcome().unwrap_or_else(|| {
            panic!("{variant}: {result} {comment}, but the game is not over\n{}", history.game().fen())
        });
        assert_eq!(result, outcome.result(), "{variant}: {comment}");
        assert!(comment.contains(&outcome.to_string()), "{variant}: {comment} is not {outcome}");
        let plies: Vec<&MoveText> = history.on_board().collect();
        assert_eq!(moves.len(), plies.len(), "{variant}: {moves:?}");
        for (word, ply) in moves.iter().zip(plies) {
            assert!(is_of(word, ply), "{variant}: {word} is not {ply}");
        }
    }
}

#[test]
fn two_engines_play_every_game_to_its_end() {
    let Some(programs) = programs() else { return };
    let screen = Screen::new(&programs);
    for &variant in Variant::ALL {
        let folder = play(&programs, &screen, variant, 1);
        check(variant, &folder, 1);
    }
}

#[test]
fn a_match_of_several_games_with_colours_swapped() {
    let Some(programs) = programs() else { return };
    let screen = Screen::new(&programs);
    let folder = play(&programs, &screen, Variant::Chameleon, 3);
    check(Variant::Chameleon, &folder, 3);
    // The first engine moves first, then not, then first again.
    let log = folder.text("first.log");
    let colours: Vec<bool> = log
        .split(" > variant ")
        .filter(|part| part.contains(" move ") || part.contains(" usermove "))
        .map(|part| part.find(" move ").unwrap_or(usize::MAX) < part.find(" usermove ").unwrap_or(usize::MAX))
        .collect();
    assert!(colours.windows(2).all(|pair| pair[0] != pair[1]), "{colours:?}");
}
