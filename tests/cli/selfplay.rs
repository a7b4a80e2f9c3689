//! `triptych selfplay`.

use std::fs;
use std::path::PathBuf;

use triptych::arbiter::Arbiter;
use triptych::variant::Variant;

use crate::support::{GAMES, ON_OTHER_TERRAIN, OTHER_TERRAIN, run};

/// A game read from PGN.
struct Game {
    tags: Vec<(String, String)>,
    moves: Vec<String>,
    result: String,
}

impl Game {
    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(found, _)| found == name).map(|(_, value)| &**value)
    }
}

/// Reads games as the program writes them: tags without escapes, comments without nesting.
fn read(pgn: &str) -> Vec<Game> {
    let mut games = Vec::new();
    let mut blocks = pgn.split("\n\n").filter(|block| !block.trim().is_empty());
    while let (Some(tags), Some(moves)) = (blocks.next(), blocks.next()) {
        let tag = |line: &str| {
            let (name, value) = line.strip_prefix('[')?.strip_suffix("\"]")?.split_once(" \"")?;
            Some((name.to_owned(), value.to_owned()))
        };
        let tags = tags.lines().map(|line| tag(line).unwrap_or_else(|| panic!("no tag: {line}"))).collect();
        let mut text = moves.replace('\n', " ");
        while let (Some(start), Some(end)) = (text.find('{'), text.find('}')) {
            text.replace_range(start..=end, "");
        }
        let mut words: Vec<String> =
            text.split_whitespace().filter(|word| !word.ends_with('.')).map(str::to_owned).collect();
        let result = words.pop().expect("a result");
        games.push(Game { tags, moves: words, result });
    }
    games
}

/// A file of this name among those that tests may write.
fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Plays with these arguments and returns the summary and the games written.
#[track_caller]
fn play(name: &str, arguments: &[&str]) -> (String, Vec<Game>) {
    let path = file(name);
    let text = path.to_str().expect("a name");
    let arguments = [&["selfplay"], arguments, &["--pgn", text]].concat();
    // Games that are there are not written over.
    fs::write(&path, "games").expect("written");
    let refused = run(&arguments, b"");
    assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("is there already: --force"), "{arguments:?}");
    assert_eq!(fs::read(&path).expect("still there"), b"games");
    let arguments = [&arguments[..], &["--force"]].concat();
    let output = run(&arguments, b"");
    let progress = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {progress}");
    let games = read(&fs::read_to_string(&path).expect("the games"));
    (String::from_utf8(output.stdout).expect("text"), games)
}

/// The game in progress that the tags describe.
fn start(game: &Game) -> Box<dyn Arbiter> {
    let variant: Variant = game.tag("Variant").and_then(|name| name.parse().ok()).expect("a game");
    variant.arbiter_from(game.tag("Terrain"), game.tag("FEN")).expect("a position")
}

#[test]
fn games_end_by_the_rules_and_can_be_played_again() {
    for (name, _) in GAMES {
        let arguments = [name, "--games", "2", "--movetime", "1", "--concurrency", "2", "--random-plies", "10"];
        let (summary, games) = play(&format!("{name}.pgn"), &arguments);
        assert_eq!(games.len(), 2, "{name}");
        let mut plies = 0;
        for played in &games {
            let mut game = start(played);
            for text in &played.moves {
                assert!(game.moves().contains(text), "{name}: {text} in {}", game.fen());
                game.play(text).expect("a legal move");
            }
            let outcome = game.outcome().expect("a game that is over");
            assert_eq!((&*played.result, played.tag("Result")), (outcome.result(), Some(outcome.result())), "{name}");
            plies += played.moves.len();
        }
        assert!(summary.starts_with(&format!("games 2\nplies {plies}\n")), "{name}: {summary}");
        assert!(summary.ends_with("\nfaults 0\n"), "{name}: {summary}");
        assert_ne!(games[0].moves[..10], games[1].moves[..10], "{name}: the random moves differ from game to game");
    }
}

#[test]
fn from_any_position() {
    // One move ends it; the engine finds it.
    let mate = "3p4/1P6/4PI2/1L2kp2/8/2p1W3/1l6/L6K w - - 4 30";
    let arguments = ["ultima", "--games", "1", "--movetime", "20", "--random-plies", "0", "--fen", mate];
    let (summary, games) = play("mate.pgn", &arguments);
    assert_eq!(summary, "games 1\nplies 1\n1 1-0 White mates\nfaults 0\n");
    assert_eq!((games[0].tag("FEN"), games[0].tag("SetUp")), (Some(mate), Some("1")));
    assert_eq!((&*games[0].moves, &*games[0].result), (&["e3e4".to_owned()][..], "1-0"));
    // A game that is over before it begins.
    let over = "8/8/8/8/8/8/8/K7 b - - 0 1";
    let arguments = ["shashmaty", "--games", "1", "--movetime", "1", "--fen", over];
    assert_eq!(
        play("over.pgn", &arguments).0,
        "games 1\nplies 0\n1 1-0 Black has lost its kings, White wins\nfaults 0\n"
    );
    // A capture in parts by both sides, in a game of engines that tell each other of it.
    let chains = "7k/8/8/4p1p1/8/4p1p1/5K2/8 w - - 0 1";
    let arguments = ["shashmaty", "--games", "1", "--movetime", "5", "--random-plies", "0", "--fen", chains];
    assert_eq!(play("chains.pgn", &arguments).1[0].moves[0], "f2d4f6h4f2");
}

/// A book that cannot be played from is no reason to play without one, and none is written over.
#[test]
fn from_a_book() {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/books/chameleon.book");
    let path = file("selfplay.book");
    let book = path.to_str().expect("a name");
    fs::copy(shipped, book).expect("a copy");
    let arguments = ["chameleon", "--games", "1", "--movetime", "1", "--random-plies", "0"];
    let from = |name: &str, more: &[&str]| play(name, &[&arguments, more].concat());
    assert!(from("from-book.pgn", &["--book", book]).0.ends_with("\nfaults 0\n"));
    assert!(from("from-shipped-book.pgn", &["--book"]).0.ends_with("\nfaults 0\n"));
    let refused = |more: &[&str], why: &str| {
        let output = run(&[&["selfplay"], &arguments[..], more].concat(), b"");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*error), (Some(2), &*format!("triptych: {why}\n")), "{more:?}");
    };
    refused(&["--book", book, "--pgn", book, "--force"], &format!("{book} is read: it cannot be written too"));
    assert_eq!(fs::read(book).expect("the copy"), fs::read(shipped).expect("the book"));
    let on_other = ["--book", "--terrain", OTHER_TERRAIN, "--fen", ON_OTHER_TERRAIN];
    refused(&on_other, "the program has no book of chameleon for this board");
}

#[test]
fn on_another_terrain() {
    let arguments =
        ["chameleon", "--games", "1", "--movetime", "1", "--terrain", OTHER_TERRAIN, "--fen", ON_OTHER_TERRAIN];
    let (summary, games) = play("terrain.pgn", &arguments);
    assert!(summary.ends_with("\nfaults 0\n"), "{summary}");
    assert_eq!((games[0].tag("Terrain"), games[0].tag("FEN")), (Some(OTHER_TERRAIN), Some(ON_OTHER_TERRAIN)));
    let mut game = start(&games[0]);
    for text in &games[0].moves {
        game.play(text).expect("a legal move");
    }
    assert!(game.outcome().is_some());
}
