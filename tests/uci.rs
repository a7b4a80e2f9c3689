//! Dialogues with the real program in UCI, over pipes.

use std::process::{Command, Stdio};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use triptych::variant::Variant;

#[path = "support/program.rs"]
mod program;

use program::Program;

/// The program in a dialogue in UCI.
struct Engine(Program);

impl Engine {
    fn start(command: &mut Command) -> Engine {
        Engine(Program::start(command))
    }

    fn new() -> Engine {
        Engine::start(&mut program::command())
    }

    /// An engine for a game, with a small table and without a book.
    fn of(variant: Variant) -> Engine {
        let mut engine = Engine::new();
        engine.say("setoption name OwnBook value false");
        engine.say(&format!("uci\nsetoption name Hash value 1\nsetoption name UCI_Variant value {variant}\nisready"));
        engine.until("readyok");
        engine
    }

    fn say(&mut self, lines: &str) {
        self.0.say(lines);
    }

    /// The lines up to the one that begins so, that one last.
    #[track_caller]
    fn until(&mut self, start: &str) -> Vec<String> {
        self.0.until(start)
    }

    /// The move of a search.
    #[track_caller]
    fn best(&mut self, go: &str) -> String {
        self.say(go);
        let line = self.until("bestmove ").pop().expect("a line");
        line.split(' ').nth(1).expect("a move").to_owned()
    }

    #[track_caller]
    fn is_silent(&mut self) {
        match self.0.next(Duration::from_millis(200)) {
            Err(RecvTimeoutError::Timeout) => {}
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_legal_move_in_every_game() {
    for &variant in Variant::ALL {
        let mut engine = Engine::of(variant);
        let mut game = variant.arbiter(None).expect("a game");
        let mut texts = String::new();
        for _ in 0..6 {
            engine.say(&format!("position startpos{}{texts}", if texts.is_empty() { "" } else { " moves" }));
            let best = engine.best("go depth 2");
            game.play(&best).expect("a legal move");
            texts = format!("{texts} {best}");
        }
    }
}

#[test]
fn it_listens_while_it_searches() {
    let mut engine = Engine::of(Variant::Ultima);
    engine.say("position startpos\ngo infinite");
    engine.until("info depth 3");
    for _ in 0..10 {
        engine.say("isready");
        engine.until("readyok");
    }
    engine.best("stop");
    engine.say("stop");
    engine.is_silent();
    // On the opponent's time no limit counts.
    engine.say("position startpos\ngo ponder movetime 1");
    engine.until("info depth 3");
    engine.best("ponderhit");
    // `quit` and the end of the input end it, whatever it does.
    engine.say("go infinite\nquit");
    assert!(engine.0.ends().success());
    let mut engine = Engine::of(Variant::Chameleon);
    engine.say("go infinite");
    engine.until("info depth 2");
    engine.0.hang_up();
    assert!(engine.0.ends().success());
}

/// A script writes all its lines at once, and ends them with `quit` or just ends.
#[test]
fn what_was_asked_for_is_answered_before_it_leaves() {
    for (lines, answer, times) in [
        ("go depth 90", "bestmove ", 1),
        ("go infinite", "bestmove ", 1),
        ("go ponder movetime 1", "bestmove ", 1),
        ("go infinite\nstop\nisready", "bestmove ", 1),
        ("go depth 90\nposition startpos moves a1b3\ngo infinite\ngo nodes 1", "bestmove ", 3),
        ("position fen 3k3/7/7/7/7/7/3K3 w - - 0 1\ngo infinite", "bestmove ", 1),
        ("go perft 3", "Nodes searched: 4031", 1),
        ("eval", "Total ", 1),
    ] {
        for end in ["quit\n", "quit\ngo infinite\n", ""] {
            let mut engine = Engine::of(Variant::Chameleon);
            engine.0.send(format!("position startpos\n{lines}\n{end}").as_bytes());
            engine.0.hang_up();
            let mut heard = Vec::new();
            while let Ok(line) = engine.0.next(program::PATIENCE) {
                heard.push(line);
            }
            assert!(engine.0.ends().success());
            let answers = heard.iter().filter(|line| line.starts_with(answer)).count();
            assert_eq!(answers, times, "{lines:?}, {end:?}: {heard:#?}");
        }
    }
}

#[test]
fn odd_limits_are_answered_soon() {
    let mut engine = Engine::of(Variant::Shashmaty);
    engine.say("position startpos");
    for go in [
        "go wtime -500 btime 10",
        "go wtime 0 btime 0 movestogo 1",
        "go wtime 400 btime 400 movestogo 1",
        "go movetime 0",
        "go movetime 1",
        "go nodes 0",
        "go nodes 1",
        "go depth 0",
        "go mate 0",
        "go winc 5",
        "go depth 1 depth x",
    ] {
        let began = Instant::now();
        engine.best(go);
        assert!(began.elapsed() < Duration::from_secs(20), "{go}");
    }
}

#[test]
fn several_lines_and_chosen_moves() {
    let mut engine = Engine::of(Variant::Chameleon);
    engine.say("setoption name MultiPV value 3\nposition startpos\ngo depth 4");
    let lines = engine.until("bestmove");
    for rank in 1..=3 {
        assert!(
            lines.iter().any(|line| line.starts_with("info depth 4 ") && line.contains(&format!(" multipv {rank} ")))
        );
    }
    engine.say("setoption name MultiPV value 1");
    assert_eq!(engine.best("go depth 3 searchmoves b2b3"), "b2b3");
    engine.say("go perft 2");
    assert!(engine.until("Nodes searched: ").contains(&"Nodes searched: 213".to_owned()));
}

#[test]
fn what_was_learnt_is_forgotten_when_it_is_told_to() {
    let nodes = |engine: &mut Engine| {
        engine.say("position startpos\ngo depth 7");
        let lines = engine.until("bestmove");
        let last = lines.iter().rev().find(|line| line.contains(" nodes ")).expect("an info line").clone();
        let mut words = last.split(' ').skip_while(|word| *word != "nodes");
        words.nth(1).expect("a number").to_owned()
    };
    let mut engine = Engine::of(Variant::Ultima);
    let fresh = nodes(&mut engine);
    assert_ne!(nodes(&mut engine), fresh, "it remembers");
    for line in ["ucinewgame", "setoption name Clear Hash", "setoption name Hash value 1\nucinewgame"] {
        engine.say(line);
        assert_eq!(nodes(&mut engine), fresh, "{line}");
    }
}

#[test]
fn more_threads_than_cores() {
    let mut engine = Engine::of(Variant::Ultima);
    engine.say("setoption name Threads value 16\nposition startpos");
    engine.best("go depth 4");
    engine.say("setoption name Threads value 1");
    engine.best("go depth 2");
}

#[cfg(unix)]
#[test]
fn a_small_stack_is_enough() {
    let mut engine = Engine::start(&mut program::after("ulimit -s 512"));
    engine.say("uci\nsetoption name Hash value 1");
    for &variant in Variant::ALL {
        engine.say(&format!("setoption name UCI_Variant value {variant}\nposition startpos\nd\neval\ngo perft 2"));
        engine.until("Nodes searched: ");
        engine.best("go depth 5");
    }
    engine.say("setoption name UCI_Variant value ultima");
    engine.say("position fen 7k/1c6/2i1p3/1p6/2L5/6p1/K7/5l2 w - - 0 1 moves c4a6c8g4g1e1");
    engine.best("go depth 3");
}

#[test]
fn one_session_speaks_one_protocol() {
    let mut engine = Engine::of(Variant::Ultima);
    engine.say("xboard\nusermove a2a3");
    assert_eq!(engine.until("info string"), ["info string unknown command: xboard"]);
    assert_eq!(engine.until("info string"), ["info string unknown command: usermove a2a3"]);
    let mut engine = Engine::new();
    engine.say("\nxboard\nuci\nping 1");
    assert_eq!(engine.until("pong"), ["Error (unknown command): uci", "pong 1"]);
}

#[test]
fn what_is_shown_changes_nothing() {
    let mut engine = Engine::of(Variant::Chameleon);
    engine.say("position startpos moves b2b3\nd");
    let before = engine.until("n*rkq*n");
    engine.say("eval\nbench chameleon\nisready\nd");
    let mut after = engine.until("n*rkq*n");
    let at = after.iter().position(|line| line.starts_with("   ┌")).expect("a board");
    assert_eq!(after.split_off(at), before);
    engine.until("Bench: ");
}

#[test]
fn a_log_of_both_directions() {
    let file = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("log-{}", std::process::id()));
    let second = file.with_extension("2");
    let mut engine = Engine::start(program::command().arg("--log").arg(&file));
    engine.say("isready");
    engine.until("readyok");
    engine.say(&format!("setoption name Debug Log File value {}\nisready", second.display()));
    engine.until("readyok");
    // One that cannot be opened is told, and the one that there is goes on.
    engine.say("setoption name Debug Log File value /nonexistent/folder/log");
    let refusal = engine.until("info string").pop().expect("a line");
    assert!(refusal.contains("/nonexistent/folder/log cannot be opened: "), "{refusal}");
    engine.say("quit");
    assert!(engine.0.ends().success());
    for (file, expected) in
        [(&file, ["> isready", "< readyok"].as_slice()), (&second, ["> isready", "< readyok"].as_slice())]
    {
        let log = std::fs::read_to_string(file).expect("a log");
        let said: Vec<&str> = log.lines().map(|line| line.split_once(' ').expect("a time").1).collect();
        assert!(said.starts_with(expected), "{log}");
        assert_eq!(said.contains(&"> quit"), file == &second, "{log}");
        for line in log.lines() {
            let time = line.split(' ').next().expect("a time");
            assert!(time.len() == "2026-11-29T23:59:59.123Z".len() && time.ends_with('Z'), "{line}");
        }
        let _ = std::fs::remove_file(file);
    }
    // A log that cannot be written is told, and nothing is played.
    let output = program::command()
        .args(["--log", "/nonexistent/folder/log"])
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/nonexistent/folder/log"));
}

/// Whoever was told that all is ready has the whole time for the search: a table of any size, new or cleared, is there by
/// then, and `stop` is heard at once.
#[test]
fn the_first_search_in_a_fresh_table_keeps_its_time() {
    let is_prompt = |engine: &mut Engine, prepare: &str| {
        engine.say(&format!("{prepare}\nisready"));
        engine.until("readyok");
        engine.say("go infinite");
        std::thread::sleep(Duration::from_millis(1));
        let began = Instant::now();
        engine.best("stop");
        let stopped = began.elapsed();
        engine.say("ucinewgame\nisready");
        engine.until("readyok");
        let began = Instant::now();
        engine.best("go movetime 20");
        stopped < Duration::from_millis(20) && began.elapsed() < Duration::from_millis(50)
    };
    for threads in [1, 4] {
        // Whatever else the machine is at, one of many tries is not held up.
        let kept = (0..20).any(|_| {
            let mut engine = Engine::new();
            engine.say(&format!("uci\nsetoption name OwnBook value false\nsetoption name Threads value {threads}"));
            is_prompt(&mut engine, "setoption name Hash value 64")
                && is_prompt(&mut engine, "setoption name Hash value 300")
                && is_prompt(&mut engine, "setoption name UCI_Variant value chameleon")
        });
        assert!(kept, "{threads} threads");
    }
}
