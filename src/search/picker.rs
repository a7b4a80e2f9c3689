//! In which order moves are tried: the table's move, captures by what they gain, quiet moves by their history.

use super::Searchable;
use super::history::{Before, History};
use crate::board::MoveList;

/// What captures rank above all quiet moves.
const CAPTURES: i32 = 1 << 20;

/// A move with what the search asks about it.
pub(super) struct Ranked<M> {
    pub(super) m: M,
    rank: i32,
    pub(super) is_noisy: bool,
    pub(super) slot: usize,
}

/// Moves of one position with their rank, handed out best first.
///
/// The best remaining move is looked for when it is asked for: after a cut nobody asks for the rest. A list that is too
/// long for that is sorted at once.
pub(super) struct Picker<G: Searchable> {
    moves: MoveList<Ranked<G::Move>>,
    next: usize,
    is_sorted: bool,
}

/// A list longer than this is sorted: a leaper can have hundreds of thousands of chains.
const LONG: usize = 256;

impl<G: Searchable> Picker<G> {
    /// Ranks the moves of a node.
    pub(super) fn new(position: &G, moves: &[G::Move], known: u16, history: &History, before: &Before) -> Self {
        let side = position.turn();
        let rank = |&m: &G::Move| {
            let (tag, slot, is_noisy) = (G::tag(m), position.slot(m), position.is_noisy(m));
            let rank = if tag == known {
                i32::MAX
            } else if is_noisy {
                let gain = position.gain(m);
                CAPTURES + 16 * gain + history.capture(slot, gain)
            } else {
                history.quiet(side, tag, slot, before)
            };
            Ranked { m, rank, is_noisy, slot }
        };
        Picker::of(moves.iter().map(rank).collect())
    }

    fn of(mut moves: MoveList<Ranked<G::Move>>) -> Self {
        let is_sorted = moves.len() > LONG;
        if is_sorted {
            moves.sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
        }
        Picker { moves, next: 0, is_sorted }
    }

    /// Ranks noisy moves only.
    pub(super) fn noisy(position: &G, moves: &[G::Move], known: u16, history: &History) -> Self {
        let rank = |&m: &G::Move| {
            let (gain, slot) = (position.gain(m), position.slot(m));
            let rank = if G::tag(m) == known { i32::MAX } else { 16 * gain + history.capture(slot, gain) };
            Ranked { m, rank, is_noisy: true, slot }
        };
        Picker::of(moves.iter().map(rank).collect())
    }
}

impl<G: Searchable> Iterator for Picker<G> {
    type Item = Ranked<G::Move>;

    fn next(&mut self) -> Option<Ranked<G::Move>> {
        let rest = self.moves.get_mut(self.next..)?;
        // The first of equals, so that the order depends on nothing but the ranks and the generation.
        if !self.is_sorted {
            let best = (0..rest.len()).reduce(|best, i| if rest[i].rank > rest[best].rank { i } else { best })?;
            rest.swap(0, best);
        }
        self.next += 1;
        let &Ranked { m, rank, is_noisy, slot } = rest.first()?;
        Some(Ranked { m, rank, is_noisy, slot })
    }
}
