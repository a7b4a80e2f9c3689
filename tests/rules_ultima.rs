//! The rules of Ultima, sentence by sentence. Squares in victims are sorted; `-` stands for none.

#![allow(clippy::unwrap_used)]

#[path = "rules_ultima/captures.rs"]
mod captures;
#[path = "rules_ultima/chains.rs"]
mod chains;
#[path = "rules_ultima/check.rs"]
mod check;
#[path = "rules_ultima/fen.rs"]
mod fen;
#[path = "rules_ultima/freezing.rs"]
mod freezing;
#[path = "rules_ultima/movement.rs"]
mod movement;
mod support;

use support::table;
use triptych::board::{Bitboard, Square};
use triptych::game::ultima::{Move, Ultima};
use triptych::game::{Game, Reason, Record, notation, perft::perft};

fn position(fen: &str) -> Ultima {
    Ultima::parse(fen, ()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn square(name: &str) -> Square {
    Square::named(name).unwrap()
}

fn names(squares: Bitboard) -> String {
    let mut names: Vec<_> = squares.into_iter().map(|square| square.to_string()).collect();
    names.sort();
    if names.is_empty() { "-".into() } else { names.join(" ") }
}

/// The legal move of this text.
fn read(fen: &str, text: &str) -> Move {
    notation::read(&position(fen), text).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The move is legal, is written like this, and takes just these.
fn takes(fen: &str, text: &str, victims: &str) {
    let m = read(fen, text);
    assert_eq!(names(m.victims), victims, "{fen}: victims of {text}");
    assert_eq!(notation::text(&position(fen), m), text, "{fen}");
}

fn is_legal(fen: &str, text: &str) -> bool {
    notation::read(&position(fen), text).is_ok()
}

fn legal(fen: &str, text: &str) {
    assert!(is_legal(fen, text), "{fen}: {text} is legal");
}

fn illegal(fen: &str, text: &str) {
    assert!(!is_legal(fen, text), "{fen}: {text} is not legal");
}

/// Where the piece on this square can go.
fn ends(fen: &str, from: &str) -> Bitboard {
    position(fen).legal().into_iter().filter(|m| m.from == square(from)).map(|m| m.to).collect()
}

fn after(fen: &str, text: &str) -> Ultima {
    let mut position = position(fen);
    position.play(read(fen, text));
    position
}

/// Result and reason, if the position ends the game.
fn outcome(fen: &str) -> Option<(&'static str, &'static str)> {
    let position = position(fen);
    position.outcome(&position.legal()).map(|outcome| (outcome.result(), outcome.reason.name()))
}

#[test]
fn examples() {
    for row in table::rows("examples.tsv", Ultima::NAME) {
        let [_, what, fen, text, victims, expected] = &row[..] else { panic!("{row:?}") };
        match victims.as_str() {
            "illegal" => illegal(fen, text),
            _ => {
                takes(fen, text, victims);
                assert_eq!(&after(fen, text).fen(), expected, "{what}: {text}");
            }
        }
    }
}

#[test]
fn results() {
    for row in table::rows("results.tsv", Ultima::NAME) {
        assert_eq!(outcome(&row[1]).unwrap().0, row[2], "{}", row[1]);
    }
}

/// Composed positions: a win in so many moves and not fewer, by these first moves only.
#[test]
fn problems() {
    for row in table::rows("problems.tsv", Ultima::NAME) {
        let (fen, moves, first) = (&row[2], row[3].parse().unwrap(), &row[4]);
        assert!(moves == 1 || winning_moves(&position(fen), moves - 1).is_empty(), "{fen}");
        assert_eq!(winning_moves(&position(fen), moves).join(" "), *first, "{fen}");
    }
}

/// The first moves, start and end, after which the opponent loses in this many moves at the latest.
fn winning_moves(position: &Ultima, moves: u32) -> Vec<String> {
    let wins = |&m: &Move| {
        let mut next = *position;
        next.play(m);
        is_lost(&next, moves - 1)
    };
    let mut found: Vec<_> = position.legal().into_iter().filter(wins).map(|m| format!("{}{}", m.from, m.to)).collect();
    found.sort();
    found.dedup();
    found
}

/// Whether the side to move has lost, or loses in this many moves of its opponent whatever it does.
fn is_lost(position: &Ultima, moves: u32) -> bool {
    let legal = position.legal();
    legal.is_empty()
        || moves > 0
            && legal.into_iter().all(|m| {
                let mut next = *position;
                next.play(m);
                !winning_moves(&next, moves).is_empty()
            })
}

#[test]
fn perft_from_the_start() {
    for (depth, leaves) in [(1, 32), (2, 944), (3, 42_751)] {
        assert_eq!(perft(&Ultima::default(), depth), leaves, "depth {depth}");
    }
}

#[test]
fn a_side_without_a_legal_move_loses() {
    // The dragon holds the king but does not attack it.
    assert_eq!(outcome("7k/8/8/8/8/8/1i6/K7 w - - 0 1"), Some(("0-1", "stalemate")));
    assert_eq!(outcome("k7/1I6/8/8/8/8/8/7K b - - 0 1"), Some(("1-0", "stalemate")));
    assert_eq!(outcome("7k/8/8/8/8/8/xi6/K7 w - - 0 1"), Some(("0-1", "mate")));
    // Another piece that can go, if only by suicide, is a move.
    assert_eq!(outcome("7k/8/8/8/8/8/1iP5/K7 w - - 0 1"), None);
}

#[test]
fn bare_kings_draw() {
    assert_eq!(outcome("7k/8/8/8/8/8/8/K7 w - - 0 1"), Some(("1/2-1/2", "bare-kings")));
    assert_eq!(outcome("7k/8/8/8/8/8/8/K6p w - - 0 1"), None);
}

#[test]
fn a_hundred_half_moves_draw() {
    assert_eq!(outcome("7k/8/8/8/8/8/P7/K7 w - - 99 80"), None);
    assert_eq!(outcome("7k/8/8/8/8/8/P7/K7 w - - 100 80"), Some(("1/2-1/2", "hundred-half-moves")));
    assert_eq!(after("7k/8/8/8/8/8/P7/K7 w - - 99 80", "a2a3").counters().half_moves, 100);
    // Mate and stalemate on the hundredth stand.
    assert_eq!(outcome("7k/8/8/8/8/8/xi6/K7 w - - 100 80"), Some(("0-1", "mate")));
    assert_eq!(outcome("7k/8/8/8/8/8/1i6/K7 w - - 100 80"), Some(("0-1", "stalemate")));
}

#[test]
fn captures_and_suicides_start_the_count_anew() {
    let count = |fen, text| after(fen, text).counters().half_moves;
    let fen = "7k/8/8/3i4/4W3/8/8/K5Lp w - - 41 60";
    assert_eq!(count(fen, "e4e4"), 0);
    assert_eq!(count(fen, "g1g2"), 42);
    assert_eq!(count("7k/8/8/8/8/8/6p1/K5L1 w - - 41 60", "g1g3"), 0);
}

#[test]
fn the_third_occurrence_of_a_position_draws() {
    let mut record = Record::new(Ultima::default());
    for (ply, text) in ["a2a3", "a7a6", "a3a2", "a6a7"].into_iter().cycle().take(8).enumerate() {
        assert_eq!(record.outcome(), None, "before half-move {ply}");
        let m = notation::read(record.position(), text).unwrap();
        record.play(m);
    }
    assert_eq!(record.outcome().map(|outcome| outcome.reason), Some(Reason::Repetition));
}

#[test]
fn moves_go_on_where_only_a_draw_ends_the_game() {
    assert_eq!(position("7k/8/8/8/8/8/8/K7 w - - 0 1").count_moves(), 3);
    assert_eq!(perft(&position("7k/8/8/8/8/8/8/K7 w - - 250 200"), 2), 9);
}
