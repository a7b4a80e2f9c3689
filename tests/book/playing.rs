//! Play from books over both protocols.

use std::time::{Duration, Instant};

use crate::program::{PATIENCE, Program, command};
use crate::support::{Directory, run, small_book};

/// The lines up to one that begins so, that one too.
#[track_caller]
fn until(program: &Program, start: &str) -> Vec<String> {
    let mut lines = Vec::new();
    loop {
        let line = program.next(PATIENCE).unwrap_or_else(|why| panic!("{start}: {why}, after {lines:?}"));
        lines.push(line);
        if lines[lines.len() - 1].starts_with(start) {
            return lines;
        }
    }
}

fn uci(lines: &str) -> Program {
    let mut program = Program::start(&mut command());
    program.say(&format!("uci\n{lines}"));
    until(&program, "uciok");
    program
}

#[track_caller]
fn best(program: &Program) -> String {
    let lines = until(program, "bestmove");
    lines[lines.len() - 1].split(' ').nth(1).expect("a move").to_owned()
}

#[test]
fn a_move_of_the_book_is_played_where_time_counts() {
    let directory = Directory::new("uci");
    // Nobody would think of it.
    let book = directory.with("x.book", &small_book("g2g3 0 +0 0 9 | h2h3 100 +20 0 11"));
    let mut program = uci(&format!("setoption name BookFile value {book}"));
    for (go, from_book) in [
        ("go movetime 300", true),
        ("go wtime 60000 btime 60000", true),
        ("go movetime 300 searchmoves a2a3 h2h3", true),
        ("go movetime 300 searchmoves a2a3", false),
        ("go depth 2", false),
        ("go nodes 500", false),
    ] {
        program.say(go);
        assert_eq!(best(&program) == "h2h3", from_book, "{go}");
    }
    program.say("position startpos moves a2a3\ngo movetime 50");
    assert_ne!(best(&program), "h2h3");
    program.say("setoption name BookDepth value 0\nposition startpos\ngo movetime 50");
    assert_ne!(best(&program), "h2h3");
    program.say("setoption name BookDepth value 10\nsetoption name OwnBook value false\ngo movetime 50");
    assert_ne!(best(&program), "h2h3");
    program.say("setoption name OwnBook value true\ngo movetime 50");
    assert_eq!(best(&program), "h2h3");
    program.say("setoption name UCI_AnalyseMode value true\ngo movetime 50");
    assert_ne!(best(&program), "h2h3");
}

#[test]
fn a_move_that_loses_is_not_played_whatever_the_book_says() {
    let directory = Directory::new("veto");
    // White's long leaper, gone to where a pawn takes it in pincers, or its like, is found by a short look.
    let start = "k7/8/8/8/8/1l6/8/L6K w";
    let text = format!(
        "triptych-book 1\ngame ultima\nstart clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/CLXWKXLI w\npositions 1\n\n{start} | \
         a1b2 100 +0 0 9 | h1g1 1 +0 0 9\n"
    );
    let book = directory.with("x.book", &text);
    let mut program = uci(&format!("setoption name BookFile value {book}"));
    program.say("position fen k7/8/8/8/8/1l6/8/L6K w - - 0 1");
    for _ in 0..3 {
        program.say("go movetime 200");
        assert_ne!(best(&program), "a1b2");
    }
}

/// Where no move of the book is fit the engine thinks as long as it would have without one.
#[test]
fn moves_that_are_not_played_do_not_cost_the_search_its_time() {
    let directory = Directory::new("none fit");
    let start = "n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w";
    let terrain = "N*RBQ*N/*PBPBP*/RNPNPNR/QBQBQBQ/RNPNPNR/*PBPBP*/N*QBR*N";
    let book = directory.with(
        "x.book",
        &format!(
            "triptych-book 1\ngame chameleon\nterrain {terrain}\nstart {start}\npositions 1\n\n{start} | e2g4 100 +0 0 9 | \
             c2a4 100 +0 0 9\n"
        ),
    );
    for threads in [1, 3] {
        let mut program = uci(&format!(
            "setoption name UCI_Variant value chameleon\nsetoption name Threads value {threads}\n\
             setoption name BookFile value {book}"
        ));
        program.say("position startpos\ngo movetime 1000");
        let lines = until(&program, "bestmove");
        assert!(!["e2g4", "c2a4"].iter().any(|m| lines[lines.len() - 1].contains(m)), "{lines:?}");
        let nodes = |line: &String| line.split(" nodes ").nth(1)?.split(' ').next()?.parse::<u64>().ok();
        // A look has 4,000, and a search that is told to stop at once a thousand.
        assert!(lines.iter().filter_map(nodes).max() > Some(10_000), "{threads}: {lines:?}");
    }
}

/// However many moves of a book are looked at in vain, all that and the search after it fit into the move's time.
#[test]
fn looks_at_many_moves_do_not_take_longer_than_the_move() {
    let directory = Directory::new("many looks");
    let lost = "clxwkxli/pppppppp/8/8/8/8/8/X2WKX2 w";
    let (moves, _) = run(0, &["moves", "ultima", "--fen", &format!("{lost} - - 0 1")]);
    let entries: Vec<String> =
        moves.lines().filter_map(|line| Some(format!(" | {} 100 +100 0 9", line.split_once('\t')?.0))).collect();
    assert!(entries.len() > 30, "{moves}");
    let head = "triptych-book 1\ngame ultima\nstart clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/CLXWKXLI w\npositions 1\n\n";
    let book = directory.with("x.book", &format!("{head}{lost}{}\n", entries.concat()));
    for threads in [1, 3] {
        let mut program = uci(&format!("setoption name Threads value {threads}\nsetoption name BookFile value {book}"));
        // The overhead is kept back: without a bound all looks take some 100 ms, and as much is over the time where the
        // search does not know what they took.
        for (asked, most) in [(20, 40), (300, 300)] {
            let mut spent = || {
                program.say(&format!("ucinewgame\nposition fen {lost} - - 0 1\nisready"));
                until(&program, "readyok");
                let began = Instant::now();
                program.say(&format!("go movetime {asked}"));
                best(&program);
                began.elapsed()
            };
            // Whatever else the machine is at, one of many tries is not held up.
            let is_in_time = (0..30).any(|_| spent() <= Duration::from_millis(most));
            assert!(is_in_time, "{threads} threads, {asked} ms");
        }
    }
}

#[test]
fn a_bad_book_is_told_and_play_goes_on() {
    let directory = Directory::new("bad");
    let bad = directory.with("bad.book", &small_book("h2b9 100 +20 0 11"));
    let other = directory.with("other.book", &small_book("h2h3 100 +20 0 11"));
    let mut program = uci(&format!("setoption name BookFile value {bad}\ngo movetime 50"));
    let said = until(&program, "info string");
    assert!(said[said.len() - 1].contains("bad.book, line 7: 'h2b9'"), "{said:?}");
    assert!(best(&program).len() >= 4);
    program.say(&format!("setoption name UCI_Variant value chameleon\nsetoption name BookFile value {other}"));
    program.say("position startpos\ngo movetime 50");
    let lines = until(&program, "bestmove");
    let told =
        lines.iter().find(|line| line.contains("other.book, line 2: this is a book of ultima, not of chameleon"));
    assert!(told.is_some(), "{lines:?}");
    // It is told once.
    program.say("go movetime 50");
    assert!(!until(&program, "bestmove").iter().any(|line| line.contains("other.book")));
    program.say("setoption name BookFile value /no/such.book");
    until(&program, "info string BookFile: /no/such.book could not be read");
}

#[test]
fn a_window_is_shown_the_book_and_answered_from_it() {
    let directory = Directory::new("xboard");
    let book = directory.with("x.book", &small_book("h2h3 75 +20 3 11 | a2a5 25 -10 0 9"));
    let mut program = Program::start(&mut command());
    program.say("xboard\nprotover 2\nnew\nvariant ultima\nforce");
    program.say(&format!("option BookFile={book}\nbk"));
    until(&program, " h2h3");
    let rest = until(&program, "");
    assert_eq!(rest[0].split_whitespace().next(), Some("a2a5"), "{rest:?}");
    program.say("option BookVariety=0\nst 1\ngo");
    assert_eq!(until(&program, "move ").last().map(String::as_str), Some("move h2h3"));
    program.say("force\nbk");
    until(&program, " no move");
    program.say("option OwnBook=0\nbk");
    until(&program, " no move");
}

#[test]
fn the_command_line_names_a_book_or_none() {
    let directory = Directory::new("line");
    let book = directory.with("x.book", &small_book("h2h3 100 +20 0 11"));
    let mut program = Program::start(command().args(["--book", &book]));
    program.say("uci\ngo movetime 200");
    assert_eq!(best(&program), "h2h3");
    let mut program = Program::start(command().args(["--book", "off"]));
    program.say("uci");
    let lines = until(&program, "uciok");
    assert!(lines.contains(&"option name OwnBook type check default false".to_owned()), "{lines:?}");
    let bad = directory.with("bad.book", "no book\n");
    let said = crate::support::run(2, &["--book", &bad]).1;
    assert!(said.contains("bad.book, line 1: this is no opening book"), "{said}");
}
