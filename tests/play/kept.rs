//! Games that are left, by whatever end, and gone on with.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use triptych::variant::Variant;

use crate::pane::{Pane, has_tmux};
use crate::program::{self, PATIENCE, Program};
use crate::{Folder, named};

pub(crate) fn trials() -> Vec<Trial> {
    named([
        ("a_killed_game_is_gone_on_with", a_killed_game_is_gone_on_with),
        ("a_terminated_game_gives_the_terminal_back", a_terminated_game_gives_the_terminal_back),
        ("a_terminal_that_goes_away_ends_the_program", a_terminal_that_goes_away_ends_the_program),
        ("kills_at_any_time_lose_no_move", kills_at_any_time_lose_no_move),
        ("two_programs_play_two_games", two_programs_play_two_games),
    ])
}

/// The number of the program in the pane, once it is there.
fn number(folder: &Folder) -> String {
    let until = Instant::now() + PATIENCE;
    loop {
        let text = fs::read_to_string(folder.path().join("pid")).unwrap_or_default();
        if text.ends_with('\n') {
            return text.trim().to_owned();
        }
        assert!(Instant::now() < until, "it does not start");
        thread::sleep(Duration::from_millis(10));
    }
}

fn kill(signal: &str, number: &str) {
    assert!(Command::new("kill").args([signal, number]).status().expect("kill runs").success());
}

fn a_killed_game_is_gone_on_with() {
    if !has_tmux() {
        return;
    }
    let folder = Folder::new("killed");
    let pane = Pane::new(80, 24, folder.path());
    pane.triptych("play ultima --level 0 --time 10:00+2", folder.path());
    pane.wait("White to move");
    let game = Variant::Ultima.arbiter(None).expect("a game");
    pane.play(game.as_ref(), "a2a5");
    pane.wait_for("an answer", |text| text.contains("a2a5") && text.contains("White to move"));
    kill("-9", &number(&folder));
    pane.wait("ended=137");
    let before = folder.games();
    assert!(before.len() == 1 && before[0].contains("1. a2a5") && before[0].contains("[Result \"*\"]"), "{before:?}");
    // The terminal that the killed program has left behind is not to be trusted.
    let pane = Pane::new(80, 24, folder.path());
    pane.triptych("play ultima", folder.path());
    let text = pane.wait("Go on with a game that was left?");
    assert!(text.contains("2 moves, you are White, level 0, White to move"), "{text}");
    pane.press("Enter");
    let text = pane.wait("1. a2a5");
    assert!(text.contains("a2a5") && text.contains("600+2") && text.contains("level 0"), "{text}");
    assert_eq!(folder.games(), before);
    pane.keys("q");
    pane.wait("triptych play ultima --resume");
    pane.wait("ended=0");
    pane.triptych("play ultima --resume", folder.path());
    pane.wait("a2a5");
    pane.keys("ry");
    pane.wait("White resigns, Black wins");
    pane.keys("q");
    pane.wait("ended=0");
    // Now there is nothing to go on with.
    pane.shell("clear");
    pane.triptych("play ultima --resume", folder.path());
    pane.wait("no game of ultima was left to go on with");
    pane.wait("ended=2");
}

fn a_terminated_game_gives_the_terminal_back() {
    if !has_tmux() {
        return;
    }
    let folder = Folder::new("terminated");
    let pane = Pane::new(80, 24, folder.path());
    pane.triptych("play chameleon --side both", folder.path());
    pane.wait("White to move");
    assert_eq!((pane.flag("alternate_on").as_str(), pane.flag("mouse_any_flag").as_str()), ("1", "1"));
    kill("-TERM", &number(&folder));
    pane.wait("ended=130");
    assert_eq!((pane.flag("alternate_on").as_str(), pane.flag("mouse_any_flag").as_str()), ("0", "0"));
}

fn a_terminal_that_goes_away_ends_the_program() {
    if !has_tmux() {
        return;
    }
    for is_begun in [false, true] {
        let folder = Folder::new("gone");
        let pane = Pane::new(80, 24, folder.path());
        pane.triptych("play chameleon --side both", folder.path());
        pane.wait("White to move");
        if is_begun {
            pane.touch("a1");
            pane.touch("b3");
            pane.wait("Black to move");
        }
        let number = number(&folder);
        drop(pane);
        let until = Instant::now() + PATIENCE;
        while Command::new("kill").args(["-0", &number]).output().expect("kill runs").status.success() {
            assert!(Instant::now() < until, "it goes on without a terminal");
            thread::sleep(Duration::from_millis(50));
        }
        assert_eq!(folder.games().len(), usize::from(is_begun));
    }
}

/// Moves that the file of the only game has.
fn moves(folder: &Folder) -> usize {
    let texts = folder.games();
    assert!(texts.len() <= 1, "{texts:?}");
    let text = texts.first().cloned().unwrap_or_default();
    let games: Vec<_> = triptych::pgn::read::games(&text).collect();
    assert!(games.len() <= 1 && games.iter().all(|game| game.is_closed), "{text}");
    games.first().map_or(0, |game| game.moves.len())
}

fn kills_at_any_time_lose_no_move() {
    let folder = Folder::new("kills");
    let mut told = 0;
    for round in 0..12 {
        let mut command = program::command();
        command.args(["play", "ultima", "--plain"]).env("XDG_STATE_HOME", folder.path());
        if round == 0 {
            command.args(["--level", "0", "--time", "nodes=5000"])
        } else {
            command.arg("--resume")
        };
        let mut play = Program::start(&mut command);
        play.until("Type moves");
        play.say("moves");
        let list = loop {
            let line = play.next(PATIENCE).expect("a line");
            let is_list =
                line.split(' ').all(|word| word.len() >= 4 && word.is_ascii() && word[1..2].parse::<u8>().is_ok());
            if is_list && line.len() >= 4 {
                break line;
            }
        };
        let text = list.split(' ').nth(round % 3).or(list.split(' ').next()).expect("a move").to_owned();
        play.say(&text);
        // The move is told once it is kept; the engine's answer is under way or there.
        let heard = play.until(&format!("{}. ", 1 + told / 2));
        assert!(heard.last().expect("a line").contains(&text), "{heard:?}");
        thread::sleep(Duration::from_millis(3 * round as u64 * round as u64));
        drop(play);
        let kept = moves(&folder);
        assert!(kept > told, "round {round}: {kept} after {told} and {text}");
        if is_over(&folder) {
            break;
        }
        if kept % 2 == 1 {
            // It was killed before the answer: the program that goes on gives it.
            let mut command = program::command();
            command.args(["play", "ultima", "--plain", "--resume"]).env("XDG_STATE_HOME", folder.path());
            let play = Program::start(&mut command);
            play.until(&format!("{}... ", 1 + told / 2));
            drop(play);
        }
        told = moves(&folder);
        if is_over(&folder) {
            break;
        }
        assert!(told > 0 && told.is_multiple_of(2), "{told}");
    }
}

/// Whether the only game has ended: an opponent who hardly thinks may lose in a dozen moves, or win by chance.
fn is_over(folder: &Folder) -> bool {
    folder.games().first().is_some_and(|text| !text.contains("[Result \"*\"]"))
}

fn two_programs_play_two_games() {
    let folder = Folder::new("two");
    let start = |arguments: &[&str]| {
        let mut command = program::command();
        command.args(["play", "ultima", "--side", "both"]).args(arguments).env("XDG_STATE_HOME", folder.path());
        Program::start(&mut command)
    };
    let mut first = start(&["--new"]);
    first.say("a2a5");
    first.until("1. a2a5");
    // The first one's game is not offered to the second, who is asked nothing.
    let mut second = start(&[]);
    second.until("Type moves");
    second.say("b2b5");
    second.until("1. b2b5");
    assert_eq!(folder.games().len(), 2);
    for play in [&mut first, &mut second] {
        play.say("quit");
        play.until("The game is kept");
    }
    let mut third = start(&[]);
    third.until("2: ");
    third.until("Go on");
    third.say("3\n1");
    let heard = third.until("Type moves");
    assert!(heard.iter().any(|line| line.contains("neither a number from 1 to 2 nor n")), "{heard:?}");
}
