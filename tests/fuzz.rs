//! Arbitrary bytes and arbitrary well-formed commands, in any order, over both protocols: the program must go on, and
//! answer every `ping` and `isready`.
//!
//! What runs with the other tests takes seconds. The campaigns are ignored tests: `cargo test --test fuzz -- --ignored`
//! runs each protocol for half an hour, or for so many seconds as `TRIPTYCH_FUZZ_SECONDS` says.

use std::process::Stdio;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

#[path = "support/program.rs"]
mod program;

use program::PATIENCE;

/// Lines between two questions whether the program still listens.
const BATCH: usize = 40;
/// Batches that one process has to bear.
const BATCHES: usize = 60;

const GAMES: [&str; 7] =
    ["ultima", "shashmaty", "shashmaty-damka", "shashmaty-dragon", "chameleon", "chess", "ultima2"];
const FENS: [&str; 12] = [
    "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/CLXWKXLI w - - 0 1",
    "7k/1c6/2i1p3/1p6/2L5/6p1/K7/5l2 w - - 0 1",
    "3k4/8/8/8/8/8/i7/K7 w - - 2 2",
    "k7/8/8/3i4/3L4/8/8/K7 w",
    "7k/8/8/4p1p1/8/4p1p1/5K2/8 w - - 0 1",
    "7k/P7/8/8/8/8/8/K7 w - - 99 1",
    "5k2/8/8/8/3p1p2/8/3p1p2/K3Q3 w - - 0 1",
    "k*3*1/*5*/7/7/7/*1BP1P*/1*1K1*1 w - - 0 1",
    "k*3*1/*5*/1K1N3/1B5/3N3/*4p*/1*3*1 b - - 0 1",
    "k6/p6/7/7/7/6P/6K w - - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "nonsense",
];
const TERRAINS: [&str; 3] = ["PPPPPPP/PPPPPPP/RRRRRRR/QQQQQQQ/NNNNNNN/PPPPPPP/PPPPPPP", "", "QQQ"];
const NUMBERS: [&str; 12] =
    ["0", "1", "2", "3", "50", "-1", "99999999999999999999", "1.5", "x", "", "0:30", "-99999999999999999999"];

fn pick<'a>(random: &mut StdRng, from: &[&'a str]) -> &'a str {
    from.choose(random).expect("a choice")
}

fn square(random: &mut StdRng) -> String {
    format!("{}{}", char::from(random.random_range(b'a'..=b'i')), random.random_range(1..=9))
}

/// A move, likely or not, in any form.
fn a_move(random: &mut StdRng) -> String {
    const KNOWN: [&str; 18] = [
        "a2a3",
        "a7a6",
        "b2b3",
        "b7b6",
        "e2e4",
        "c4a6c8g4g1e1",
        "c4xb5xb7-c8=",
        "@@@@",
        "c8xe6xg3-g1=",
        "g1xf1-e1",
        "c4b7,b7e6,e6g4",
        "d4d3z",
        "d4d4",
        "a7b8k",
        "d2d3",
        "d2d3n",
        "c3b4",
        "c3d4",
    ];
    match random.random_range(0..4) {
        0 => {
            let squares: String = (0..random.random_range(1..6)).map(|_| square(random)).collect();
            format!("{squares}{}", pick(random, &["", "k", "q", "=", "z", "?"]))
        }
        1 => {
            let (a, b, c) = (square(random), square(random), square(random));
            pick(random, &[&format!("{a}x{b}-{c}"), &format!("{a}{b},{b}{c}"), &format!("{a}x{b}x{a}-{c}=")]).to_owned()
        }
        _ => pick(random, &KNOWN).to_owned(),
    }
}

/// A line of the XBoard protocol, mostly well-formed.
fn xboard(random: &mut StdRng) -> String {
    let number = pick(random, &NUMBERS);
    match random.random_range(0..50) {
        0..14 => format!("usermove {}", a_move(random)),
        14 => a_move(random),
        15 => format!("variant {}", pick(random, &GAMES)),
        16 | 17 => format!("setboard {}", pick(random, &FENS)),
        18..21 => "go".into(),
        21 => {
            let text = a_move(random);
            format!("{} {}", pick(random, &["exclude", "include"]), pick(random, &["all", &text]))
        }
        22 => format!("{} {}", pick(random, &["lift", "put", "hover"]), square(random)),
        23 | 24 => format!("{} {}", pick(random, &["lift", "put"]), square(random)),
        25 => format!("level {number} {} {}", pick(random, &NUMBERS), pick(random, &NUMBERS)),
        26 => format!("{} {number}", pick(random, &["st", "sd", "time", "otim", "nps", "cores", "protover", "ping"])),
        27 => format!("memory {}", pick(random, &["1", "0", "2", "x", "-1"])),
        28 => format!("option Chameleon Terrain={}", pick(random, &TERRAINS)),
        29 => format!("option Chameleon Start={}", pick(random, &FENS)),
        30 => {
            format!("option {}={number}", pick(random, &["MultiPV", "Skill Level", "Contempt", "OwnBook", "Nonsense"]))
        }
        31 => pick(random, &["option Clear Hash", "option Reset Options", "egtpath triptych x", "rating 1 2"]).into(),
        32 => pick(random, &["edit", "#", "Ka1", "kh8", "c", "xa1", ".", "."]).into(),
        33..36 => pick(random, &["undo", "remove", "undo"]).into(),
        36..39 => pick(random, &["analyze", "exit", ".", "hint", "bk"]).into(),
        39..42 => pick(random, &["hard", "easy", "post", "nopost", "pause", "resume", "draw", "computer"]).into(),
        42 => pick(random, &["accepted highlight", "rejected highlight", "result * {x}", "result 1-0 {White mates}"])
            .into(),
        43 => pick(random, &["white", "black", "playother", "random", "xboard", "setscore 3 4"]).into(),
        44 | 45 => pick(random, &["force", "new", "?", "?"]).into(),
        _ => pick(random, &["?", "force", "playother", "go", "st 0", "sd 1"]).into(),
    }
}

/// A line of UCI, mostly well-formed.
fn uci(random: &mut StdRng) -> String {
    let number = pick(random, &NUMBERS);
    let moves = |random: &mut StdRng| -> String {
        let moves: Vec<String> = (0..random.random_range(0..4)).map(|_| a_move(random)).collect();
        if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) }
    };
    match random.random_range(0..30) {
        0..4 => format!("position startpos{}", moves(random)),
        4..8 => format!("position fen {}{}", pick(random, &FENS), moves(random)),
        8..12 => {
            format!("go {} {number}", pick(random, &["depth", "movetime", "nodes", "mate", "wtime 50 btime 50 winc"]))
        }
        12 => "go infinite".into(),
        13 => "go ponder movetime 5".into(),
        14 => format!("go depth 2 searchmoves {} {}", a_move(random), a_move(random)),
        15 => format!("go perft {}", pick(random, &["0", "1", "2", "x"])),
        16..19 => pick(random, &["stop", "ponderhit", "stop"]).into(),
        19 | 20 => format!("setoption name UCI_Variant value {}", pick(random, &GAMES)),
        21 => format!("setoption name Chameleon Terrain value {}", pick(random, &TERRAINS)),
        22 => format!("setoption name Chameleon Start value {}", pick(random, &FENS)),
        23 => format!("setoption name Hash value {}", pick(random, &["1", "2", "x", "-5"])),
        24 => format!("setoption name Threads value {}", pick(random, &["1", "2", "x", "-5"])),
        25 => {
            format!("setoption name {} value {number}", pick(random, &["MultiPV", "Skill Level", "Move Overhead", "x"]))
        }
        26 => pick(random, &["ucinewgame", "uci", "isready", "d", "eval", "register later", "debug on"]).into(),
        27 => pick(random, &["setoption name Clear Hash", "setoption", "position", "go", "go x y z"]).into(),
        _ => pick(random, &["stop", "isready", "d", ""]).into(),
    }
}

/// A line of bytes.
fn bytes(random: &mut StdRng) -> Vec<u8> {
    (0..random.random_range(0..200)).map(|_| random.random::<u8>()).filter(|&byte| byte != b'\n').collect()
}

/// The program, and all that it was told.
struct Program {
    program: program::Program,
    said: Vec<u8>,
}

impl Program {
    fn start() -> Program {
        Program { program: program::Program::start(program::command().stderr(Stdio::null())), said: Vec::new() }
    }

    fn say(&mut self, line: &[u8]) {
        self.said.extend_from_slice(line);
        self.said.push(b'\n');
        self.program.send(&[line, b"\n"].concat());
    }

    /// Asks and waits for the answer.
    fn settle(&mut self, question: &str, answer: &str) {
        self.say(question.as_bytes());
        let until = Instant::now() + PATIENCE;
        loop {
            match self.program.next(until.saturating_duration_since(Instant::now())) {
                Ok(line) if line == answer => return,
                Ok(_) => {}
                Err(why) => panic!("no {answer} ({why}) after\n{}", String::from_utf8_lossy(&self.said)),
            }
        }
    }
}

/// Feeds one process after the other until the time is up; the number of lines.
fn feed(
    time: Duration,
    seed: u64,
    first: &[&str],
    line: impl Fn(&mut StdRng) -> String,
    question: impl Fn(usize) -> (String, String),
) -> usize {
    let until = Instant::now() + time;
    let mut lines = 0;
    for round in 0.. {
        let mut random = StdRng::seed_from_u64(seed + round);
        let mut program = Program::start();
        first.iter().for_each(|line| program.say(line.as_bytes()));
        for batch in 0..BATCHES {
            for _ in 0..BATCH {
                if random.random_range(0..12) == 0 {
                    let line = bytes(&mut random);
                    program.say(&line);
                } else {
                    program.say(line(&mut random).as_bytes());
                }
                lines += 1;
            }
            let (question, answer) = question(batch);
            program.settle(&question, &answer);
            if Instant::now() >= until {
                return lines;
            }
        }
    }
    lines
}

fn feed_xboard(time: Duration, seed: u64) -> usize {
    let first = ["xboard", "memory 1", "accepted highlight"];
    feed(time, seed, &first, xboard, |batch| (format!("ping 7{batch}"), format!("pong 7{batch}")))
}

fn feed_uci(time: Duration, seed: u64) -> usize {
    let first = ["uci", "setoption name Hash value 1"];
    // `isready` may be among the lines too: a name of our own is answered by no other line.
    feed(time, seed, &first, uci, |batch| {
        (format!("nonsense{batch}"), format!("info string unknown command: nonsense{batch}"))
    })
}

/// How long a campaign takes.
fn campaign() -> Duration {
    let seconds = std::env::var("TRIPTYCH_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(30 * 60))
}

#[test]
fn a_little_of_xboard() {
    assert!(feed_xboard(Duration::from_secs(4), 1) > 0);
}

#[test]
fn a_little_of_uci() {
    assert!(feed_uci(Duration::from_secs(4), 2) > 0);
}

#[test]
#[ignore = "a campaign of half an hour"]
fn campaign_of_xboard() {
    eprintln!("{} lines", feed_xboard(campaign(), rand::random()));
}

#[test]
#[ignore = "a campaign of half an hour"]
fn campaign_of_uci() {
    eprintln!("{} lines", feed_uci(campaign(), rand::random()));
}
