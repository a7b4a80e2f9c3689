//! In which order moves are tried: the table's move, captures by what they gain, quiet moves by their history.

use std::cmp::Reverse;

use super::history::{Before, History};
use super::{Searchable, Table};
use crate::board::MoveList;

/// What captures rank above all quiet moves.
const CAPTURES: i32 = 1 << 20;

/// A move with what the search asks about it.
pub(super) struct Ranked<M> {
    pub(super) m: M,
    /// Its place in the order in which moves are handed out, from 0.
    pub(super) number: usize,
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
    /// Rank and place in the list of every move in one word, the greatest first: see [`word`].
    order: MoveList<i64>,
    /// How many were handed out.
    given: usize,
    /// The word of the move that is handed out next.
    ahead: i64,
    is_sorted: bool,
}

/// A list longer than this is sorted: a leaper can have hundreds of thousands of chains.
pub(super) const LONG: usize = 256;

/// In place of a move that was handed out: less than any word.
const GIVEN: i64 = i64::MIN;

/// A rank and a place in the list as one word: of equal ranks the first place is the greatest, so that the order depends on
/// nothing but the ranks and the generation. Signed, since processors compare many signed words at once.
fn word(rank: i32, place: usize) -> i64 {
    i64::from(rank) << 32 | i64::from(!(place as u32))
}

/// The place in the list that is in a word.
fn place(word: i64) -> usize {
    !(word as u32) as usize
}

impl<'a, G: Searchable> Picker<'a, G> {
    /// Ranks the moves of a node.
    pub(super) fn new(position: &'a G, moves: &'a [G::Move], known: u16, history: &History, before: &Before) -> Self {
        let quiets = history.quiets(position.turn(), before);
        Picker::of(position, moves, |m| {
            let tag = G::tag(m);
            if tag == known {
                i32::MAX
            } else if position.is_noisy(m) {
                let gain = position.gain(m);
                CAPTURES + 16 * gain + history.capture(position.slot(m), gain)
            } else {
                quiets.of(tag, position.slot(m))
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

    #[inline(always)]
    fn of(position: &'a G, moves: &'a [G::Move], mut rank: impl FnMut(G::Move) -> i32) -> Self {
        let is_sorted = moves.len() > LONG;
        let mut picker = Picker { position, moves, order: MoveList::new(), given: 0, ahead: GIVEN, is_sorted };
        picker.order.resize(moves.len(), GIVEN);
        for (place, (entry, &m)) in picker.order.iter_mut().zip(moves).enumerate() {
            *entry = word(rank(m), place);
        }
        if is_sorted {
            picker.order.sort_unstable_by_key(|&word| Reverse(word));
        }
        picker.ahead = picker.best();
        picker
    }

    /// Has what the table knows of the position after the next move fetched: until its turn comes, it is there.
    #[inline]
    pub(super) fn fetch_ahead(&self, table: &Table) {
        if let Some(m) = self.ahead() {
            table.prefetch(self.position.key_after(m));
        }
    }

    /// The move that is handed out next, if any is left.
    #[inline]
    fn ahead(&self) -> Option<G::Move> {
        (self.ahead != GIVEN).then(|| self.moves[place(self.ahead)])
    }

    /// The word of the best move that was not handed out.
    #[inline]
    fn best(&self) -> i64 {
        if self.is_sorted {
            self.order.get(self.given).copied().unwrap_or(GIVEN)
        } else {
            // All words are looked at, those of moves that were handed out too: without branches that costs less.
            self.order.iter().copied().fold(GIVEN, i64::max)
        }
    }
}

impl<G: Searchable> Iterator for Picker<'_, G> {
    type Item = Ranked<G::Move>;

    fn next(&mut self) -> Option<Ranked<G::Move>> {
        let m = self.ahead()?;
        let number = self.given;
        self.given += 1;
        if !self.is_sorted {
            self.order[place(self.ahead)] = GIVEN;
        }
        self.ahead = self.best();
        Some(Ranked { m, number, is_noisy: self.position.is_noisy(m), slot: self.position.slot(m) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::game::ultima::Ultima;

    /// Short and long lists alike: the greatest rank first, of equal ones the first in the list.
    #[test]
    fn moves_come_by_rank_then_as_generated() {
        let position = Ultima::default();
        let some = position.legal();
        for length in [0, 1, 2, 50, LONG, LONG + 1, 3 * LONG] {
            let moves: Vec<_> = some.iter().cycle().take(length).copied().collect();
            let rank = |place: usize| [5, -70_000, 5, i32::MAX, 0, 1 << 21, -1][place * place % 61 % 7];
            let mut place = 0..;
            let mut picker = Picker::of(&position, &moves, |_| rank(place.next().expect("endless")));
            let mut expected: Vec<usize> = (0..length).collect();
            expected.sort_by_key(|&place| Reverse(rank(place)));
            let picked: Vec<_> = picker.by_ref().map(|ranked| (ranked.number, ranked.m)).collect();
            let expected: Vec<_> = expected.into_iter().map(|place| moves[place]).enumerate().collect();
            assert!(picked == expected && picker.next().is_none(), "{length}");
        }
    }
}
