//! Experience that several engines leave in one file, some of them killed in the middle.

use std::time::Duration;

use triptych::experience::Experience;

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
    for round in 0..6 {
        let mut engines: Vec<Program> = (0..3).map(|_| engine(&file)).collect();
        for (number, program) in engines.iter_mut().enumerate() {
            for first in ["a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3"] {
                let second = ["a7a6", "b7b6", "c7c6"][number];
                program.say(&format!("position startpos moves {first} {second}\ngo depth {}", 6 + round % 2));
            }
        }
        if round % 2 == 0 {
            // Dropped, they are killed.
            std::thread::sleep(Duration::from_millis(20 * (round + 1)));
        } else {
            engines.iter().for_each(|program| (0..6).for_each(|_| drop(wait(program, "bestmove"))));
        }
    }
    let known = Experience::open(file.as_ref()).expect("it can be read");
    assert_eq!(known.len(), 18);
    let lines = std::fs::read_to_string(&file).expect("text");
    let torn = lines.lines().skip(1).filter(|line| line.split(' ').count() != 6).count();
    assert!(torn <= 9, "{lines}");
}

#[test]
fn what_was_found_deeper_is_played() {
    let directory = Directory::new("recall");
    let file = directory.file("experience");
    let mut teacher = engine(&file);
    teacher.say("go depth 9");
    let taught = wait(&teacher, "bestmove").split(' ').nth(1).expect("a move").to_owned();
    let mut pupil = engine(&file);
    // It looks at something else, and is told to leave the best move out: what was taught is not played then.
    pupil.say("go depth 1");
    assert_eq!(wait(&pupil, "bestmove").split(' ').nth(1), Some(taught.as_str()));
    let others = triptych::variant::Variant::Ultima.arbiter(None).expect("a start").moves();
    let others: Vec<String> = others.into_iter().filter(|text| *text != taught).collect();
    pupil.say(&format!("go depth 1 searchmoves {}", others.join(" ")));
    assert_ne!(wait(&pupil, "bestmove").split(' ').nth(1), Some(taught.as_str()));
}

#[test]
fn a_file_of_something_else_is_refused_and_left_alone() {
    let directory = Directory::new("other");
    let file = directory.with("games.pgn", "[Event \"x\"]\n");
    let mut program = engine(&file);
    let said = wait(&program, "info string ExperienceFile");
    assert!(said.contains("games.pgn, line 1: this is no file of experience"), "{said}");
    program.say("go depth 6");
    wait(&program, "bestmove");
    assert_eq!(std::fs::read_to_string(&file).expect("text"), "[Event \"x\"]\n");
}
