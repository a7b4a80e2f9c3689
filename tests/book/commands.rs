//! Reading, joining, checking and showing books, and openings out of them.

use std::fs;

use crate::support::{Directory, run, small_book};

#[test]
fn games_become_a_book_that_can_be_shown_joined_and_checked() {
    let directory = Directory::new("import");
    let games = "[Variant \"ultima\"]\n\n1. a2a5 a7a6 2. h2h4 1-0\n\n[Variant \"ultima\"]\n\n1. a2a5 h7h6 1/2-1/2\n\n";
    let games = directory.with("games.pgn", games);
    let [book, joined] = ["x.book", "joined.book"].map(|name| directory.file(name));
    let (said, _) = run(0, &["book", "import", &games, "--out", &book]);
    assert_eq!(said, format!("{book}: 3 positions of 2 games, 0 passed over\n"));
    let (_, why) = run(2, &["book", "import", &games, "--out", &book]);
    assert!(why.contains("x.book is there already: --force"), "{why}");
    let hand = directory.with("hand.book", &small_book("a2a5 100 +20 0 11 | b2b5 60 +14 0 11"));
    run(0, &["book", "merge", &book, &hand, "--out", &joined]);
    let (said, _) = run(0, &["book", "check", &book, &hand, &joined]);
    assert_eq!(said.lines().count(), 3, "{said}");
    assert!(said.ends_with(&format!("{joined}: ultima, 3 positions, 5 moves, all right\n")), "{said}");
    let (said, _) = run(0, &["book", "show", "ultima", "--book", &joined, "--depth", "3"]);
    let lines: Vec<&str> = said.lines().skip(2).map(str::trim_end).collect();
    assert_eq!(
        lines,
        [
            "   100  +0.20    11      2  1. a2a5",
            "   100      -     0      1     1... h7h6",
            "     0      -     0      1     1... a7a6",
            "   100      -     0      1        2. h2h4",
            "    61  +0.14    11      0  1. b2b5",
        ]
    );
    let (_, why) = run(2, &["book", "show", "ultima", "--book", &joined, "--moves", "h2h3"]);
    assert!(why.contains("joined.book does not have the position"), "{why}");
    let (_, why) = run(2, &["book", "show", "chameleon", "--book", &joined]);
    assert!(why.contains("joined.book, line 2: this is a book of ultima, not of chameleon"), "{why}");
    let bad = directory.with("bad.pgn", "[Variant \"ultima\"]\n\n1. a2a5 a7a1 1-0\n");
    let (_, why) = run(2, &["book", "import", &bad, "--out", &directory.file("y.book")]);
    let fault = "bad.pgn, line 3: ply 2: 'a7a1' is not legal here (the game of line 1)\n";
    assert!(why.contains(fault) && why.contains("none of the 1 games counts"), "{why}");
    // A broken game, or one of another game, is named, and the others go on.
    let other = directory.with("other.pgn", "[Variant \"shashmaty\"]\n\n1. a3b4 1-0\n");
    let all = ["book", "import", &bad, &games, &other, "--out", &directory.file("z.book")];
    let (said, why) = run(1, &all);
    assert_eq!(said, format!("{}: 3 positions of 2 games, 0 passed over, 2 broken\n", directory.file("z.book")));
    assert!(
        why.contains(fault) && why.contains("other.pgn, line 1: it is a game of shashmaty, not of ultima"),
        "{why}"
    );
    let (_, why) = run(2, &["book", "import", &directory.with("n.pgn", "*\n"), "--out", &directory.file("y.book")]);
    assert!(why.contains("name it with --game"), "{why}");
    // A result that the rules deny, and games that would be lost.
    let denied = "[Variant \"ultima\"]\n[FEN \"2kK4/1I6/8/x7/5X2/1W6/3X4/8 b - - 0 1\"]\n\n0-1\n";
    let denied = directory.with("denied.pgn", denied);
    let (_, why) = run(1, &["book", "import", &games, &denied, "--out", &directory.file("v.book")]);
    assert!(why.contains("denied.pgn, line 4: the game ends in 0-1, by the rules in 1-0"), "{why}");
    let (_, why) = run(2, &["book", "import", &games, "--out", &games, "--force"]);
    assert!(why.contains("games.pgn is read: it cannot be written too"), "{why}");
    let often = ["book", "import", &games, "--out", &directory.file("y.book"), "--min-games", "3"];
    let (_, why) = run(2, &often);
    assert!(why.contains("no move of a side that did not lose was made in as many as 3 of 2 games"), "{why}");
}

#[test]
fn a_bad_book_is_answered_with_no_and_an_unreadable_one_is_an_error() {
    let directory = Directory::new("check");
    let bad = directory.with("bad.book", &small_book("a2b4 100 +20 0 11"));
    let (said, _) = run(1, &["book", "check", &bad]);
    assert!(said.starts_with(&format!("{bad}, line 7: 'a2b4' is not legal here\n")), "{said}");
    let torn = small_book("a2a5 100 +20 0 11").replace("positions 1", "positions 4");
    let torn = directory.with("torn.book", &torn);
    let (said, _) = run(1, &["book", "check", &torn]);
    assert_eq!(said, format!("{torn}, line 7: the header says 4 positions, and 1 are there\n"));
    let chess = directory.with("chess.book", &small_book("a2a5 1 +1 0 1").replace("game ultima", "game chess"));
    let (said, _) = run(1, &["book", "check", &chess]);
    assert_eq!(said, format!("{chess}, line 2: there is no game 'chess'\n"));
    let (_, why) = run(2, &["book", "check", &directory.file("none.book")]);
    assert!(why.contains("none.book could not be read"), "{why}");
    if cfg!(unix) {
        let (_, why) = run(2, &["book", "check", "/dev/zero"]);
        assert!(why.contains("/dev/zero could not be read: it is longer than 256 MiB"), "{why}");
    }
    let (said, _) = run(0, &["book", "check"]);
    assert_eq!(said.matches("all right").count(), 3, "{said}");
}

#[test]
fn openings_are_balanced_distinct_and_taken_by_matches() {
    let directory = Directory::new("openings");
    for game in ["ultima", "shashmaty", "chameleon", "shashmaty-dragon"] {
        let arguments = ["book", "openings", game, "--plies", "6", "--count", "12", "--balance", "60"];
        let (said, _) = run(0, &arguments);
        assert_eq!(said, run(0, &arguments).0);
        assert_ne!(said, run(0, &[&arguments[..], &["--seed", "2"]].concat()).0);
        let mut positions: Vec<&str> = said.lines().filter_map(|line| line.split(" - - ").next()).collect();
        for line in said.lines() {
            let score: i32 =
                line.split("ce ").nth(1).and_then(|rest| rest.split(';').next()?.parse().ok()).expect("ce");
            assert!(score.abs() <= 60, "{line}");
        }
        let count = positions.len();
        positions.sort_unstable();
        positions.dedup();
        assert!(positions.len() == count && (4..=12).contains(&count), "{game}: {said}");
        let file = directory.with(&format!("{game}.epd"), &said);
        for openings in [&file, "book"] {
            let pgn = directory.file("games.pgn");
            let _ = fs::remove_file(&pgn);
            let engines = ["--engine", "self,name=A", "--engine", "self,name=B", "--nodes", "100", "--length", "12"];
            let rest = ["--games", "4", "--openings", openings, "--opening-plies", "6", "--pgn", &pgn];
            run(0, &[&["arena", game][..], &engines, &rest].concat());
            let text = fs::read_to_string(&pgn).expect("games");
            assert_eq!(text.matches("book").count(), if openings == "book" { 24 } else { 0 }, "{text}");
        }
    }
    let (_, why) = run(2, &["book", "openings", "ultima", "--plies", "60"]);
    assert!(why.contains("ultima.book has no opening of 60 plies within 50 centipawns"), "{why}");
}

#[test]
fn the_engine_inside_an_arena_plays_from_a_book_if_told_to() {
    let directory = Directory::new("inside");
    let book = directory.with("only.book", &small_book("b2b5 100 +20 0 11"));
    let play = |book: &str, code| {
        let pgn = directory.file("games.pgn");
        let _ = fs::remove_file(&pgn);
        let first = format!("self,name=A,book={book}");
        let engines = ["--engine", &first, "--engine", "self,name=B", "--nodes", "200", "--length", "2"];
        let rest = ["--games", "2", "--opening-plies", "0", "--balance", "off", "--pgn", &pgn];
        let (said, why) = run(code, &[&["arena", "ultima"][..], &engines, &rest].concat());
        let is_told = said.lines().last().is_some_and(|line| line.starts_with("Seconds a game: A 0."));
        assert_eq!(is_told, code == 0, "{said}");
        (fs::read_to_string(&pgn).unwrap_or_default(), why)
    };
    let (games, _) = play(&book, 0);
    assert_eq!((games.matches("1. b2b5 {+0.20/11").count(), games.matches("1. ").count()), (1, 2), "{games}");
    let bad = directory.with("bad.book", &small_book("b2b9 100 +20 0 11"));
    let (_, why) = play(&bad, 2);
    assert!(why.contains("engine A: ") && why.contains("bad.book, line 7: "), "{why}");
}
