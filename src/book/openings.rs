//! Openings for matches out of a book: balanced positions, no two of them alike.

use std::collections::{BTreeMap, HashSet};

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

use super::mirror::Mirrors;
use super::{Book, position_text};
use crate::game::notation;
use crate::tablebase::Tabled;

/// An opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The position that it leads to: placement and side to move.
    pub position: String,
    /// The moves from the start.
    pub moves: Vec<String>,
    /// Centipawns from the side to move.
    pub score: i32,
}

/// Which openings are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Moves of each.
    pub plies: usize,
    /// The greatest advantage of a side in centipawns; `None` for any.
    pub balance: Option<i32>,
    /// Where the random order starts from; `None` for the order of their move texts.
    pub seed: Option<u64>,
}

/// Centipawns that a move of an opening may be worse than the best one of its position.
const MARGIN: i32 = 120;

/// All openings of this length that a book has from this position. Positions that are images of each other are one.
pub fn lines<G: Tabled>(book: &Book<G>, start: &G, wanted: &Wanted) -> Vec<Line> {
    let mirrors = Mirrors::new::<G>(start.setting());
    // Positions with the moves that lead to them, the keys of those on the way, and the score.
    let mut level: Vec<(G, Vec<String>, Vec<u64>, i32)> = vec![(start.clone(), Vec::new(), vec![start.key()], 0)];
    for _ in 0..wanted.plies {
        let mut next: BTreeMap<Vec<String>, (G, Vec<u64>, i32)> = BTreeMap::new();
        for (position, moves, keys, _) in &level {
            let found = book.find(position);
            let best = found.iter().filter(|(_, entry)| entry.depth > 0).map(|(_, entry)| entry.score).max();
            for (m, entry) in found {
                let is_bad = entry.depth > 0 && best.is_some_and(|best| entry.score < best - MARGIN);
                if is_bad || entry.depth == 0 && entry.weight == 0 {
                    continue;
                }
                let mut after = position.clone();
                after.play(m);
                // A line that comes back to where it was is a shorter one with nothing added.
                let is_new = !keys.contains(&after.key());
                if is_new && after.outcome(&after.legal()).is_none() {
                    let text = notation::text(position, m);
                    let keys = keys.iter().copied().chain([after.key()]).collect();
                    next.insert(moves.iter().cloned().chain([text]).collect(), (after, keys, -entry.score));
                }
            }
        }
        let mut seen = HashSet::new();
        level = next
            .into_iter()
            .filter(|(_, (position, ..))| seen.insert(mirrors.key(position)))
            .map(|(moves, (position, keys, score))| (position, moves, keys, score))
            .collect();
    }
    let mut lines: Vec<Line> = level
        .into_iter()
        .map(|(position, moves, _, score)| Line { position: position_text(&position), moves, score })
        .filter(|line| wanted.balance.is_none_or(|balance| line.score.abs() <= balance))
        .collect();
    if let Some(seed) = wanted.seed {
        lines.shuffle(&mut StdRng::seed_from_u64(seed));
    }
    lines
}
