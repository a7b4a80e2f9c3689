//! The worked examples that stand in tables: positions, moves, victims, results.

use triptych::game::{Game, notation};

use super::compare::{Twins, names};
use super::table::rows;

/// Plays every row of `examples.tsv` that is of this game.
///
/// # Panics
/// At the first row that comes out differently.
pub(crate) fn play_all<G: Game>() {
    let twins = Twins::<G>::new(None);
    for row in rows("examples.tsv", G::NAME) {
        let [_, shows, fen, text, victims, after] = &row[..] else { panic!("not 6 fields: {row:?}") };
        let position = twins.parse(fen);
        let read = notation::read(&position, text);
        if victims == "illegal" {
            assert!(read.is_err(), "{shows}: {text} is read as {read:?} in {fen}");
            continue;
        }
        let m = read.unwrap_or_else(|error| panic!("{shows}: {error} in {fen}"));
        assert_eq!(notation::text(&position, m), *text, "{shows}: {fen}");
        let expected = if victims == "-" { "" } else { victims };
        assert_eq!(names(position.describe(m).victims).join(" "), expected, "{shows}: {text} in {fen}");
        let mut played = position.clone();
        played.play(m);
        assert_eq!(played.fen(), *after, "{shows}: {text} in {fen}");
    }
}

/// Asks every position of `results.tsv` that is of this game for its result.
///
/// # Panics
/// At the first row that comes out differently.
pub(crate) fn end_all<G: Game>() {
    let twins = Twins::<G>::new(None);
    for row in rows("results.tsv", G::NAME) {
        let [_, fen, result] = &row[..] else { panic!("not 3 fields: {row:?}") };
        let position = twins.parse(fen);
        let found = position.outcome(&position.legal()).map(|outcome| outcome.result());
        assert_eq!(found, Some(result.as_str()), "{fen}");
    }
}

/// Solves every row of `problems.tsv` that is of this game: the first moves that win in so many moves, and that none wins
/// in fewer.
///
/// # Panics
/// At the first row that comes out differently.
pub(crate) fn solve_all<G: Game>() {
    let twins = Twins::<G>::new(None);
    for row in rows("problems.tsv", G::NAME) {
        let [_, _, fen, moves, first] = &row[..] else { panic!("not 5 fields: {row:?}") };
        let position = twins.parse(fen);
        let moves: u32 = moves.parse().expect("a number of moves");
        assert!(moves < 2 || !wins(&position, moves - 1), "wins faster: {fen}");
        let keys: Vec<String> = position
            .legal()
            .into_iter()
            .filter(|&m| has_lost(&after(&position, m), moves - 1))
            .map(|m| position.describe(m))
            .map(|said| format!("{}{}", said.from, said.to))
            .collect();
        let mut keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.join(" "), *first, "{fen}");
    }
}

/// Whether the side to move can force a win within so many moves of its own.
fn wins<G: Game>(position: &G, moves: u32) -> bool {
    moves > 0 && position.legal().into_iter().any(|m| has_lost(&after(position, m), moves - 1))
}

/// Whether the side to move has lost already, or loses to so many further moves of its opponent whatever it does.
fn has_lost<G: Game>(position: &G, moves: u32) -> bool {
    let legal = position.legal();
    match position.outcome(&legal) {
        Some(outcome) => outcome.winner == Some(!position.turn()),
        None => moves > 0 && legal.into_iter().all(|m| wins(&after(position, m), moves)),
    }
}

fn after<G: Game>(position: &G, m: G::Move) -> G {
    let mut next = position.clone();
    next.play(m);
    next
}
