//! In which order moves are tried.

use super::Searchable;
use crate::board::MoveList;

/// Moves of one position with their rank, handed out best first.
///
/// The best remaining move is looked for when it is asked for: after a cut nobody asks for the rest.
pub(super) struct Picker<G: Searchable> {
    moves: MoveList<(i32, G::Move)>,
    next: usize,
}

impl<G: Searchable> Picker<G> {
    /// Ranks the moves.
    pub(super) fn new(moves: &[G::Move], rank: impl Fn(G::Move) -> i32) -> Self {
        Picker { moves: moves.iter().map(|&m| (rank(m), m)).collect(), next: 0 }
    }
}

impl<G: Searchable> Iterator for Picker<G> {
    type Item = G::Move;

    fn next(&mut self) -> Option<G::Move> {
        let rest = self.moves.get_mut(self.next..)?;
        // The first of equals, so that the order depends on nothing but the ranks and the generation.
        let best = (0..rest.len()).reduce(|best, i| if rest[i].0 > rest[best].0 { i } else { best })?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].1)
    }
}
