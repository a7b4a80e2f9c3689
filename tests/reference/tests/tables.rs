//! Every row of the tables of examples, results and problems.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use triptych_reference::{Move, Position, Rules};

/// The rows of a table: lines of fields with tabs between, `#` before a remark.
fn table(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    rows.map(|line| line.split('\t').map(str::to_string).collect()).collect()
}

fn position(game: &str, fen: &str) -> Position {
    let rules = Rules::new(game).unwrap_or_else(|| panic!("{game} is no game"));
    rules.parse(fen).unwrap_or_else(|error| panic!("{game} {fen}: {error}"))
}

/// The only move of which the text is a path.
fn find(position: &Position, text: &str) -> Option<Move> {
    let mut fitting = position.moves();
    fitting.retain(|each| {
        let may_fit = text.starts_with(each.start()) && text.len() == each.text.len();
        may_fit && position.routes(each).iter().any(|route| route == text)
    });
    assert!(fitting.len() <= 1, "{text} is several moves of {}", position.fen());
    fitting.pop()
}

#[test]
fn examples() {
    let rows = table("examples.tsv");
    assert_eq!(rows.len(), 91);
    for row in rows {
        let [game, what, fen, text, victims, after] = &row[..] else { panic!("{row:?}: six fields expected") };
        let position = position(game, fen);
        assert_eq!(position.fen(), *fen, "{what}: FEN written as it was read");
        let found = find(&position, text);
        if victims == "illegal" {
            assert_eq!(found, None, "{what}: {text} in {fen}");
            continue;
        }
        let found = found.unwrap_or_else(|| panic!("{what}: {text} in {fen} is not found"));
        let expected: Vec<&str> = victims.split(' ').filter(|&victim| victim != "-").collect();
        assert_eq!(found.victims, expected, "{what}: {text} in {fen}");
        assert_eq!(found.after.fen(), *after, "{what}: {text} in {fen}");
    }
}

#[test]
fn results() {
    let rows = table("results.tsv");
    assert_eq!(rows.len(), 8);
    for row in rows {
        let [game, fen, expected] = &row[..] else { panic!("{row:?}: three fields expected") };
        let result = position(game, fen).result();
        assert_eq!(result.map(|(score, _)| score), Some(expected.as_str()), "{game} {fen}: {result:?}");
    }
}

/// Whether the side that has just moved has won.
fn is_won(after: &Position) -> bool {
    let win = if after.fen().contains(" w ") { "0-1" } else { "1-0" };
    after.result().is_some_and(|(score, _)| score == win)
}

/// Whether the move wins by force within so many moves of its side, itself included.
fn wins(after: &Position, moves: u32) -> bool {
    if is_won(after) {
        return true;
    }
    if moves == 1 || after.result().is_some() {
        return false;
    }
    after.moves().iter().all(|reply| {
        reply.after.result().is_none() && reply.after.moves().iter().any(|next| wins(&next.after, moves - 1))
    })
}

#[test]
fn problems() {
    let rows = table("problems.tsv");
    assert_eq!(rows.len(), 29);
    for row in rows {
        let [game, _, fen, moves, solutions] = &row[..] else { panic!("{row:?}: five fields expected") };
        let moves: u32 = moves.parse().expect("a number of moves");
        let position = position(game, fen);
        let winning_in = |moves| -> BTreeSet<String> {
            let winning = position.moves().into_iter().filter(|each| wins(&each.after, moves));
            winning.map(|each| format!("{}{}", each.start(), each.end())).collect()
        };
        let expected: BTreeSet<String> = solutions.split(' ').map(str::to_string).collect();
        assert_eq!(winning_in(moves), expected, "{game} {fen}: wins in {moves}");
        for fewer in 1..moves {
            assert_eq!(winning_in(fewer), BTreeSet::new(), "{game} {fen}: wins in {fewer}");
        }
    }
}
