//! Experience that several engines leave in one file, some of them killed in the middle.

use std::time::Duration;

use triptych::experience::{Experience, Lesson};
use triptych::game::Game;
use triptych::game::ultima::Ultima;

use crate::program::{PATIENCE, Program, command};
use crate::support::Directory;

fn engine(file: &str) -> Program {
    let mut program = Program::start(&mut command());
    program.say("uci\nsetoption name OwnBook value false");
    program.say(&format!("setoption name ExperienceFile value {file}"));
    program
}

/// The next line that begins so.
#[track_caller]
fn wait(program: &Program, start: &str) -> String {
    loop {
        let line = program.next(PATIENCE).unwrap_or_else(|why| panic!("{start}: {why}"));
        if line.starts_with(start) {
            return line;
        }
    }
}

#[test]
fn many_engines_share_a_file_and_may_be_killed() {
    let directory = Directory::new("experience");
    let file = directory.file("experience");
    let ask = |engines: &mut [Program], first: &str, depth: usize| {
        for (program, second) in engines.iter_mut().zip(["a7a6", "b7b6", "c7c6"]) {
            program.say(&format!("position startpos moves {first} {second}\ngo depth {depth}"));
        }
    };
    for round in 0..4 {
        let mut engines: Vec<Program> = (0..3).map(|_| engine(&file)).collect();
        let moves = ["a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3"];
        for first in &moves[..if round == 3 { 6 } else { round + 1 }] {
            ask(&mut engines, first, 6);
            engines.iter().for_each(|program| drop(wait(program, "bestmove")));
        }
        // Dropped, they are killed, whatever they are at.
        ask(&mut engines, "h2h3", 7);
        std::thread::sleep(Duration::from_millis(30 * round as u64));
    }
    let known = Experience::open(file.as_ref()).expect("it can be read");
    assert!((18..=21).contains(&known.len()), "{}", known.len());
    let lines = std::fs::read_to_string(&file).expect("text");
    let torn = lines.lines().skip(1).filter(|line| line.split(' ').count() != 6).count();
    assert!(torn <= 12, "{lines}");
}

#[test]
fn what_was_found_deeper_is_played() {
    let directory = Directory::new("recall");
    let file = directory.file("experience");
    let start = Ultima::parse(Ultima::START, ()).expect("the start");
    // Nobody would think of it.
    let lesson = Lesson { depth: 30, score: 10, text: "h2h3".into() };
    Experience::open(file.as_ref()).and_then(|file| file.learn("ultima", start.key(), lesson)).expect("written");
    let mut program = engine(&file);
    program.say("go depth 2");
    assert!(wait(&program, "bestmove").starts_with("bestmove h2h3"));
    // Where the hundredth half-move is nearer than what the lesson looked at, it may lead to a draw.
    for (half_moves, is_played) in [(69, true), (70, false), (98, false)] {
        let fen = Ultima::START.replace(" 0 1", &format!(" {half_moves} 60"));
        program.say(&format!("position fen {fen}\ngo depth 2"));
        assert_eq!(wait(&program, "bestmove").starts_with("bestmove h2h3"), is_played, "{fen}");
    }
    program.say("position startpos\ngo depth 2 searchmoves a2a3 b2b3");
    assert!(!wait(&program, "bestmove").starts_with("bestmove h2h3"));
    program.say("setoption name ExperienceFile value <empty>\ngo depth 2");
    assert!(!wait(&program, "bestmove").starts_with("bestmove h2h3"));
}

/// A search of some moves only, one for which a draw is worth something else, and one that the counter bends, say nothing of
/// the position in another game.
#[test]
fn what_holds_only_here_is_not_learnt() {
    let directory = Directory::new("only");
    let file = directory.file("experience");
    let mut program = engine(&file);
    for lines in [
        "position startpos\ngo depth 6 searchmoves h2h3 h1h2",
        "setoption name Contempt value 30\ngo depth 6",
        "setoption name Contempt value 0\nposition fen 8/4k3/8/3w4/8/2W1X3/4K3/8 w - - 95 100\ngo depth 6",
        // Bare kings: a draw, but as the rules have it here and now.
        "position fen 8/4k3/8/8/8/8/4K3/8 w - - 0 1\ngo depth 6",
    ] {
        program.say(lines);
        wait(&program, "bestmove");
        assert!(Experience::open(file.as_ref()).expect("it can be read").is_empty(), "{lines}");
    }
    program.say("position startpos moves a2a3\ngo depth 6");
    wait(&program, "bestmove");
    assert_eq!(Experience::open(file.as_ref()).expect("it can be read").len(), 1);
}

#[test]
fn a_file_of_something_else_is_refused_and_left_alone() {
    let directory = Directory::new("other");
    let file = directory.with("games.pgn", "[Event \"x\"]\n");
    let mut program = engine(&file);
    let said = wait(&program, "info string ExperienceFile");
    assert!(said.contains("games.pgn: line 1: this is no file of experience"), "{said}");
    program.say("go depth 6");
    wait(&program, "bestmove");
    assert_eq!(std::fs::read_to_string(&file).expect("text"), "[Event \"x\"]\n");
}
