//! Jumps of leapers, and of chameleons over leapers, and the chains that they make.
//!
//! A chain's state is where the jumper stands and what it has jumped; how it came there does not matter. As every jump
//! takes one victim, the search goes from fewer victims to more and meets each state once.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::lines::{Directions, FALLING, RISING};
use super::path::first_path;
use crate::board::{Bitboard, Sliders, Square, geometry};

/// A jumper on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    /// Where it starts.
    pub(super) from: Square,
    /// All pieces that stand in its way: everything but itself.
    pub(super) occupied: Bitboard,
    /// The pieces that it may jump.
    pub(super) prey: Bitboard,
}

impl Chain {
    /// The jumps from `at` after `victims` have gone: each victim, as a set of one square, with the squares to land on.
    /// No two have a victim in common.
    #[inline]
    pub(super) fn jumps(&self, at: Square, victims: Bitboard) -> impl Iterator<Item = (Bitboard, Bitboard)> {
        let occupied = self.occupied - victims;
        let seen = Sliders::full().queen(at, occupied) & occupied & self.prey;
        seen.into_iter().filter_map(move |victim| {
            let (ray, directions) = beyond(at, victim);
            let behind = (ray & geometry::KING[victim.index()]) - occupied;
            behind.any().then(|| (Bitboard::of(victim), directions.run(ray, occupied)))
        })
    }

    /// The jumps from any of some squares after `victims` have gone. A victim comes once for each direction in which it
    /// can be jumped.
    #[inline]
    fn jumps_from_all(&self, stands: Bitboard, victims: Bitboard, mut each: impl FnMut(Bitboard, Bitboard)) {
        let occupied = self.occupied - victims;
        // Two calls with constants: a loop would ask at every shift which way it goes.
        self.jumps_along(&RISING, stands, occupied, &mut each);
        self.jumps_along(&FALLING, stands, occupied, &mut each);
    }

    #[inline(always)]
    fn jumps_along(
        &self,
        directions: &Directions,
        stands: Bitboard,
        occupied: Bitboard,
        each: &mut impl FnMut(Bitboard, Bitboard),
    ) {
        let prey = self.prey.0 & occupied.0;
        let on_the_way = directions.slide([stands.0; 4], !occupied.0);
        let met = directions.step(on_the_way).map(|next| next & prey);
        let behind = directions.step(met);
        let jumpable = directions.step_back(behind.map(|behind| behind & !occupied.0));
        for (direction, jumpable) in directions.numbers.into_iter().zip(jumpable) {
            for victim in Bitboard(jumpable) {
                each(Bitboard::of(victim), directions.run(geometry::RAYS[direction][victim.index()], occupied));
            }
        }
    }

    /// Goes through all that the chain can come to: each set of victims with all squares that it can be taken to, once.
    ///
    /// Stops early when `visit` breaks off.
    #[inline]
    pub(super) fn visit<B>(&self, mut visit: impl FnMut(Bitboard, Bitboard) -> ControlFlow<B>) -> ControlFlow<B> {
        // Most pieces see nothing to jump: then there is nothing to collect.
        if !Sliders::full().queen(self.from, self.occupied).meets(self.prey) {
            return ControlFlow::Continue(());
        }
        let first: SmallVec<[(Bitboard, Bitboard); 8]> = self.jumps(self.from, Bitboard::EMPTY).collect();
        for &(victim, landings) in &first {
            visit(victim, landings)?;
        }
        if first.is_empty() { ControlFlow::Continue(()) } else { self.visit_further(&first, &mut visit) }
    }

    /// The chains of two jumps and more, from what the first jumps lead to.
    #[inline(never)]
    fn visit_further<B>(
        &self,
        first: &[(Bitboard, Bitboard)],
        visit: &mut impl FnMut(Bitboard, Bitboard) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut states = States::default();
        for &(victim, landings) in first {
            self.expand(victim, landings, &mut states);
        }
        let mut next = 0;
        while let Some((victims, landings)) = states.get(next) {
            visit(victims, landings)?;
            self.expand(victims, landings, &mut states);
            next += 1;
        }
        ControlFlow::Continue(())
    }

    /// Adds the states that one more jump leads to. Returns all victims of that jump.
    ///
    /// They have a victim more than those they come from: taken in their order, each is whole when its turn comes.
    #[inline]
    fn expand(&self, victims: Bitboard, squares: Bitboard, states: &mut States) -> Bitboard {
        let mut jumped = Bitboard::EMPTY;
        self.jumps_from_all(squares, victims, |victim, landings| {
            jumped |= victim;
            states.add(victims | victim, landings);
        });
        jumped
    }

    /// What a chain can jump before it jumps this piece, which must be prey; `None` where none can.
    pub(super) fn victims_before(&self, target: Square) -> Option<Bitboard> {
        // The first jumps are found by one look from one square, which is all for a jumper that has nothing to jump.
        let mut states = States::default();
        for (victim, landings) in self.jumps(self.from, Bitboard::EMPTY) {
            if victim.has(target) {
                return Some(Bitboard::EMPTY);
            }
            states.add(victim, landings);
        }
        let mut next = 0;
        while let Some((victims, squares)) = states.get(next) {
            if self.expand(victims, squares, &mut states).has(target) {
                return Some(victims);
            }
            next += 1;
        }
        None
    }

    /// A way to jump a piece after just these victims.
    pub(super) fn way_over(&self, target: Square, victims: Bitboard) -> Option<Way> {
        let all = Chain { prey: victims | Bitboard::of(target), ..*self };
        let behind = |at| all.jumps(at, victims).find_map(|(victim, landings)| victim.has(target).then_some(landings));
        let path = first_path(&Chain { prey: victims, ..*self }, |at| behind(at).is_some())?;
        let last = path[path.len() - 1];
        let mut open = geometry::between(last, target) | (behind(last)? & geometry::KING[target.index()]);
        for leg in path.windows(2) {
            open |= geometry::between(leg[0], leg[1]) | Bitboard::of(leg[1]);
        }
        Some(Way { open: open - self.occupied - Bitboard::of(self.from), victims })
    }
}

/// The squares behind a piece as seen from another square, up to the edge, and the directions that theirs is one of.
#[inline]
fn beyond(at: Square, piece: Square) -> (Bitboard, &'static Directions) {
    let directions = if piece > at { &RISING } else { &FALLING };
    (geometry::line(at, piece) & half(piece, piece > at), directions)
}

/// The squares with higher numbers, or those with lower ones.
#[inline]
fn half(square: Square, higher: bool) -> Bitboard {
    let lower = Bitboard(Bitboard::of(square).0 - 1);
    if higher { !(lower | Bitboard::of(square)) } else { lower }
}

/// A way by which a chain takes some piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// The empty squares that it passes and lands on.
    pub(super) open: Bitboard,
    /// The pieces that it jumps before.
    pub(super) victims: Bitboard,
}

/// Some states of a chain: each set of victims once, with the squares that the jumper can stand on.
#[derive(Debug, Default)]
pub(super) struct States {
    states: SmallVec<[(Bitboard, Bitboard); 8]>,
    /// Where in `states` a set of victims is; kept only once there are many.
    places: HashMap<u64, usize, BuildHasherDefault<SetHasher>>,
}

impl States {
    /// The number of states up to which looking at all of them beats hashing.
    const FEW: usize = 8;

    fn place(&self, victims: Bitboard) -> Option<usize> {
        if self.states.len() <= States::FEW {
            self.states.iter().position(|&(known, _)| known == victims)
        } else {
            self.places.get(&victims.0).copied()
        }
    }

    fn get(&self, place: usize) -> Option<(Bitboard, Bitboard)> {
        self.states.get(place).copied()
    }

    /// Whether the state is among them.
    pub(super) fn has(&self, victims: Bitboard, square: Square) -> bool {
        self.place(victims).is_some_and(|place| self.states[place].1.has(square))
    }

    /// Adds the states with these victims and any of these squares.
    pub(super) fn add(&mut self, victims: Bitboard, landings: Bitboard) {
        if let Some(place) = self.place(victims) {
            self.states[place].1 |= landings;
            return;
        }
        self.states.push((victims, landings));
        let known = if self.states.len() == States::FEW + 1 { 0 } else { self.states.len() - 1 };
        if self.states.len() > States::FEW {
            self.places.extend((known..).zip(&self.states[known..]).map(|(place, &(victims, _))| (victims.0, place)));
        }
    }
}

/// Hashes a set of squares by one multiplication, whose two halves are mixed: the map uses the lowest and the highest bits.
#[derive(Clone, Copy, Debug, Default)]
struct SetHasher(u64);

impl Hasher for SetHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9E37_79B9_7F4A_7C15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard;

    #[test]
    fn jumps_land_up_to_the_next_piece() {
        let prey = bitboard! {
            . . . . . . . .
            X . . X . . . .
            . . . . . . . .
            . . . . . X X .
            . . . . . . . .
            . X . X . . . .
            . . . . . . . .
            . . . . X . . .
        };
        // On d5, among them: the piece on g5 bars the way over f5, a7 and e1 are not in line, b3 has the edge in two steps.
        let from = Square::at(3, 4);
        let chain = Chain { from, occupied: prey, prey };
        let jumps: Vec<_> = chain.jumps(from, Bitboard::EMPTY).collect();
        let below = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . X . . . .
            . . . X . . . .
        };
        let (b3, d3, d7, a2, d8) =
            (Square::at(1, 2), Square::at(3, 2), Square::at(3, 6), Square::at(0, 1), Square::at(3, 7));
        let expected = [(b3, Bitboard::of(a2)), (d3, below), (d7, Bitboard::of(d8))];
        assert_eq!(jumps, expected.map(|(victim, landings)| (Bitboard::of(victim), landings)));
    }

    #[test]
    fn states_are_kept_apart_by_their_victims() {
        let mut states = States::default();
        for round in 0..2 {
            for number in 0..200u64 {
                states.add(Bitboard(number << 32 | number), Bitboard(1 << (round + number % 60)));
            }
        }
        assert_eq!(states.states.len(), 200);
        for number in 0..200u64 {
            let has = |square: u64| states.has(Bitboard(number << 32 | number), Square::new(square as u8));
            assert!(has(number % 60) && has(number % 60 + 1) && !has(number % 60 + 2));
        }
        assert!(!states.has(Bitboard(200), Square::new(20)));
    }

    #[test]
    fn a_way_names_the_squares_that_it_needs() {
        // From a1 over b2 to c3, then over c4, or only from d4 or e5, over which nothing leads there.
        let (from, first, target) = (Square::at(0, 0), Square::at(1, 1), Square::at(2, 3));
        let prey = Bitboard::of(first) | Bitboard::of(target);
        let chain = Chain { from, occupied: prey, prey };
        assert_eq!(chain.victims_before(target), Some(Bitboard::of(first)));
        let way = chain.way_over(target, Bitboard::of(first)).expect("there is a way");
        let c3_and_c5 = Bitboard::of(Square::at(2, 2)) | Bitboard::of(Square::at(2, 4));
        assert_eq!((way.open, way.victims), (c3_and_c5, Bitboard::of(first)));
        let closed = Chain { occupied: prey | c3_and_c5, ..chain };
        assert_eq!(closed.victims_before(target), None);
    }
}
