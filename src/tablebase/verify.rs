//! Checking tables: every stored value against the moves of its position.
//!
//! A table whose values all follow from their children's is right: wins and losses by induction over their distance, and
//! draws since neither side can leave them to its gain.

use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::file::{Table, TableError};
use super::retrograde::settled;
use super::{Set, Tabled, Verdict, line};

/// A value that does not follow from the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The position.
    pub fen: String,
    /// What the table says.
    pub stored: Verdict,
    /// What follows from the moves; `None` where they lead to a table that is missing.
    pub expected: Option<Verdict>,
}

/// Checks a table: its sums, and every `step`-th number's position against its moves. `looked_at` counts numbers as they
/// are gone through. Returns the number of positions that were checked and the first fault.
///
/// # Errors
/// If the table cannot be read.
pub fn verify<G: Tabled>(
    set: &Set<G>,
    table: &Table<G>,
    step: usize,
    looked_at: &AtomicU64,
) -> Result<(u64, Option<Fault>), TableError> {
    table.check()?;
    let layout = table.layout();
    let checked = AtomicU64::new(0);
    let fault = (0..layout.len().div_ceil(step)).into_par_iter().find_map_first(|number| {
        looked_at.fetch_add(step as u64, Relaxed);
        let number = number * step;
        let position = layout.position(number)?;
        checked.fetch_add(1, Relaxed);
        let stored = Verdict::of_code(table.code(number).ok()?);
        let expected = expected(set, &position);
        (expected != Some(stored)).then(|| Fault { fen: position.fen(), stored, expected })
    });
    Ok((checked.into_inner(), fault))
}

/// What a position is worth by its moves and the tables that they lead to.
pub fn expected<G: Tabled>(set: &Set<G>, position: &G) -> Option<Verdict> {
    if let Some(outcome) = position.outcome(&position.legal()) {
        return Some(settled(outcome, position));
    }
    line::moves(set, position)?.first().map(|&(_, verdict)| verdict)
}
