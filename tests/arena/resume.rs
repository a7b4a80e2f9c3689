//! Matches that are broken off and go on: no finished game is lost, none is played twice.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

use libtest_mimic::Trial;
use rustix::process::{Pid, Signal};
use triptych::pgn::read;

use crate::support::{arena, directory, document, games, peer, replay, run, succeeded, trials_of, wait_until};

pub(crate) fn trials() -> Vec<Trial> {
    trials_of(
        "resume",
        &[
            ("killed twice", killed_twice),
            ("told to stop", told_to_stop),
            ("a torn game is cut off", a_torn_game_is_cut_off),
            ("a match that is over", a_match_that_is_over),
            ("another match is refused", another_match_is_refused),
        ],
    )
}

/// Starts a run that is going to be broken off.
fn start(directory: &Path, arguments: &[&str]) -> Child {
    let arguments = [arguments, &["--pgn", "games.pgn", "--json", "all.json", "--report", "5"]].concat();
    let mut command = arena(directory, &arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
}

/// Sends a signal to a run once it has finished so many games, and returns its exit code.
fn interrupt(mut run: Child, directory: &Path, number: usize, signal: Signal) -> Option<i32> {
    let file = directory.join("games.pgn");
    wait_until("games", 300, || {
        let text = fs::read_to_string(&file).unwrap_or_default();
        read::games(&text).filter(|game| game.is_closed).count() >= number
    });
    rustix::process::kill_process(Pid::from_child(&run), signal).expect("it runs");
    run.wait().expect("it ends").code()
}

fn rounds(directory: &Path) -> BTreeSet<String> {
    games(directory).iter().map(|game| game.tag("Round").expect("a round").to_owned()).collect()
}

/// Games of the match that is killed, unless the environment says another number: it takes a thousand as well.
const GAMES: usize = 90;

fn killed_twice() {
    let directory = directory("killed");
    let number = std::env::var("ARENA_GAMES").map_or(GAMES, |number| number.parse().expect("a number of games"));
    let all = number.to_string();
    let (old, new) = (peer("old"), peer("new"));
    let words = ["ultima", "--engine", &new, "--engine", &old, "--depth", "1", "--games", &all, "--concurrency", "2"];
    let go_on = [&words[..], &["--resume"]].concat();
    for (at, arguments) in [(number / 4, &words[..]), (number / 2, &go_on)] {
        assert_eq!(interrupt(start(&directory, arguments), &directory, at, Signal::KILL), None);
    }
    let before = fs::read(directory.join("games.pgn")).expect("games");
    succeeded(&run(&directory, &go_on));
    let after = fs::read(directory.join("games.pgn")).expect("games");
    let kept = read::games(&String::from_utf8_lossy(&before)).filter(|game| game.is_closed).last().expect("games").end
        as usize;
    assert_eq!(before[..kept], after[..kept], "what was finished stays as it was");
    let games = games(&directory);
    assert_eq!((games.len(), rounds(&directory).len()), (number, number));
    for game in &games {
        replay(game);
        assert_eq!(game.tag("Termination"), Some("normal"));
    }
    assert_eq!(document(&directory)["progress"]["played"], number);
    assert_eq!(document(&directory)["matches"][0]["pentanomial"].as_array().expect("pairs").len(), 5);
    no_draft_is_left(&directory);
}

/// Documents are replaced as a whole; a kill may leave a draft of one, an end does not.
fn no_draft_is_left(directory: &Path) {
    let names = fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("an entry").file_name());
    let drafts = names.filter(|name| name.to_string_lossy().ends_with(".new")).count();
    assert!(drafts <= 2, "{drafts}");
}

fn told_to_stop() {
    for (signal, name) in [(Signal::INT, "interrupted"), (Signal::TERM, "terminated")] {
        let directory = directory(name);
        let peer = peer("A");
        let words = ["shashmaty", "--engine", &peer, "--engine", "self", "--depth", "2", "--games", "400"];
        let words = [&words[..], &["--concurrency", "2"]].concat();
        assert_eq!(interrupt(start(&directory, &words), &directory, 4, signal), Some(130));
        let progress = &document(&directory)["progress"];
        let played = games(&directory).len();
        assert!((4..400).contains(&played));
        assert_eq!((&progress["finished"], &progress["interrupted"]), (&false.into(), &true.into()));
        assert_eq!(progress["played"], played);
        games(&directory).iter().for_each(|game| drop(replay(game)));
    }
}

/// A small match at fixed depth.
const SMALL: [&str; 9] =
    ["chameleon", "--engine", "self,name=A", "--engine", "self,name=B", "--depth", "1", "--games", "6"];

fn a_torn_game_is_cut_off() {
    let directory = directory("torn");
    succeeded(&run(&directory, &SMALL));
    let file = directory.join("games.pgn");
    let whole = fs::read(&file).expect("games");
    let ends: Vec<usize> = games(&directory).iter().map(|game| game.end as usize).collect();
    let moves = |text: &[u8]| -> Vec<Vec<String>> {
        let games = read::games(std::str::from_utf8(text).expect("text"));
        games.map(|game| game.moves.into_iter().map(|ply| ply.text).collect()).collect()
    };
    for (cut, kept) in [(ends[4] + 40, ends[4]), (ends[5] - 1, ends[4]), (ends[2], ends[2]), (1, 0), (0, 0)] {
        fs::write(&file, &whole[..cut]).expect("written");
        succeeded(&run(&directory, &[&SMALL[..], &["--resume"]].concat()));
        let text = fs::read(&file).expect("games");
        assert_eq!(text[..kept], whole[..kept], "{cut}");
        assert_eq!(moves(&text), moves(&whole), "{cut}");
        assert!(games(&directory).iter().all(|game| game.is_closed), "{cut}");
    }
}

fn a_match_that_is_over() {
    let directory = directory("over");
    succeeded(&run(&directory, &SMALL));
    let before = fs::read(directory.join("games.pgn")).expect("games");
    let first = document(&directory);
    let again = succeeded(&run(&directory, &[&SMALL[..], &["--resume"]].concat()));
    assert!(!again.contains("Game "), "{again}");
    assert_eq!(fs::read(directory.join("games.pgn")).expect("games"), before);
    let second = document(&directory);
    for part in ["matches", "ratings", "crosstable", "terminations", "white", "progress"] {
        assert_eq!(first[part], second[part], "{part}");
    }
    // A longer match goes on from there.
    let longer = [&SMALL[..8], &["8", "--resume"]].concat();
    succeeded(&run(&directory, &longer));
    assert_eq!((games(&directory).len(), rounds(&directory).len()), (8, 8));
}

fn another_match_is_refused() {
    let directory = directory("another");
    succeeded(&run(&directory, &[&SMALL[..8], &["5"]].concat()));
    let file = directory.join("games.pgn");
    let before = fs::read(&file).expect("games");
    let refused = |arguments: &[&str], why: &str| {
        let output = run(&directory, arguments);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {complaint}");
        assert!(complaint.lines().count() == 1 && complaint.contains(why), "{complaint}");
        assert_eq!(fs::read(&file).expect("games"), before, "nothing is changed");
    };
    let resumed = |arguments: &[&'static str]| [arguments, &["--resume"]].concat();
    refused(&SMALL, "games.pgn is there already; --resume goes on with it");
    refused(
        &resumed(&["ultima", "--engine", "self,name=A", "--engine", "self,name=B", "--depth", "1", "--games", "6"]),
        "has Variant \"ultima\", not \"chameleon\"",
    );
    refused(
        &resumed(&["chameleon", "--engine", "self,name=A", "--engine", "self,name=C", "--depth", "1", "--games", "6"]),
        "has Black \"C\", not \"B\"",
    );
    refused(
        &resumed(&["chameleon", "--engine", "self,name=A", "--engine", "self,name=B", "--depth", "2", "--games", "6"]),
        "has TimeControl \"depth=2\", not \"depth=1\"",
    );
    refused(
        &resumed(&["chameleon", "--engine", "self,name=A", "--engine", "self,name=B", "--depth", "1", "--games", "4"]),
        "round 3.1 is none of this match",
    );
    // The fifth game is half a pair: its opening tells.
    refused(&resumed(&[&SMALL[..], &["--seed", "2"]].concat()), "has another opening");
    fs::write(&file, [&before[..], &before[..]].concat()).expect("written");
    let output = run(&directory, &resumed(&SMALL));
    assert!(String::from_utf8_lossy(&output.stderr).contains("is round 1.1 again"));
}
