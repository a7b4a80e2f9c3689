//! In which order moves are tried: the table's move, captures by what they gain, quiet moves by their history.

use super::Searchable;
use super::history::{Before, History};
use crate::board::MoveList;

/// What captures rank above all quiet moves.
const CAPTURES: i32 = 1 << 20;

/// A move with what the search asks about it.
pub(super) struct Ranked<M> {
    pub(super) m: M,
    pub(super) is_noisy: bool,
    pub(super) slot: usize,
}

/// Moves of one position, handed out best first: all noisy ones before all quiet ones, but for the table's move.
///
/// The best remaining move is looked for when it is asked for: after a cut nobody asks for the rest. A list that is too
/// long for that is sorted at once.
pub(super) struct Picker<'a, G: Searchable> {
    position: &'a G,
    moves: &'a [G::Move],
    /// Rank and number of every move in one word, the greatest first: see [`word`].
    order: MoveList<u64>,
    next: usize,
    is_sorted: bool,
}

/// A list longer than this is sorted: a leaper can have hundreds of thousands of chains.
const LONG: usize = 256;

/// A rank and a number as one word: of equal ranks the first number is the greatest, so that the order depends on nothing
/// but the ranks and the generation.
fn word(rank: i32, number: usize) -> u64 {
    u64::from(rank.cast_unsigned() ^ 1 << 31) << 32 | u64::from(!(number as u32))
}

impl<'a, G: Searchable> Picker<'a, G> {
    /// Ranks the moves of a node.
    pub(super) fn new(position: &'a G, moves: &'a [G::Move], known: u16, history: &History, before: &Before) -> Self {
        let side = position.turn();
        Picker::of(position, moves, |m| {
            let tag = G::tag(m);
            if tag == known {
                i32::MAX
            } else if position.is_noisy(m) {
                let gain = position.gain(m);
                CAPTURES + 16 * gain + history.capture(position.slot(m), gain)
            } else {
                history.quiet(side, tag, position.slot(m), before)
            }
        })
    }

    /// Ranks noisy moves only.
    pub(super) fn noisy(position: &'a G, moves: &'a [G::Move], known: u16, history: &History) -> Self {
        Picker::of(position, moves, |m| {
            let gain = position.gain(m);
            if G::tag(m) == known { i32::MAX } else { 16 * gain + history.capture(position.slot(m), gain) }
        })
    }

    fn of(position: &'a G, moves: &'a [G::Move], rank: impl Fn(G::Move) -> i32) -> Self {
        let mut order: MoveList<u64> = moves.iter().enumerate().map(|(number, &m)| word(rank(m), number)).collect();
        let is_sorted = moves.len() > LONG;
        if is_sorted {
            order.sort_unstable_by_key(|&word| std::cmp::Reverse(word));
        }
        Picker { position, moves, order, next: 0, is_sorted }
    }
}

impl<G: Searchable> Iterator for Picker<'_, G> {
    type Item = Ranked<G::Move>;

    fn next(&mut self) -> Option<Ranked<G::Move>> {
        let rest = self.order.get_mut(self.next..)?;
        if !self.is_sorted {
            let best = (0..rest.len()).reduce(|best, i| if rest[i] > rest[best] { i } else { best })?;
            rest.swap(0, best);
        }
        self.next += 1;
        let m = self.moves[!(*rest.first()? as u32) as usize];
        Some(Ranked { m, is_noisy: self.position.is_noisy(m), slot: self.position.slot(m) })
    }
}
