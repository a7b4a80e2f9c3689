//! Jumps of leapers, and of chameleons over leapers, and the chains that they make.
//!
//! A chain's state is where the jumper stands and what it has jumped; how it came there does not matter. As every jump
//! takes one victim, the search goes by layers of equally many victims and meets each state once.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::ControlFlow;

use smallvec::SmallVec;

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
        let sliders = Sliders::full();
        let seen = sliders.queen(at, occupied) & occupied & self.prey;
        seen.into_iter().filter_map(move |victim| {
            // The jumper's own square ends the view backwards.
            let around = sliders.queen(victim, occupied | Bitboard::of(at)) & geometry::line(at, victim);
            let landings = around - occupied - geometry::between(at, victim) - Bitboard::of(at);
            landings.any().then_some((Bitboard::of(victim), landings))
        })
    }

    /// Goes through all that the chain can come to: each set of victims with all squares that it can be taken to, once.
    ///
    /// Stops early when `visit` breaks off.
    #[inline]
    pub(super) fn visit<B>(&self, mut visit: impl FnMut(Bitboard, Bitboard) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut first: SmallVec<[(Bitboard, Bitboard); 8]> = SmallVec::new();
        for (victim, landings) in self.jumps(self.from, Bitboard::EMPTY) {
            visit(victim, landings)?;
            first.push((victim, landings));
        }
        // Most chains end here, and this test costs less than the layers.
        if first
            .iter()
            .all(|&(victim, landings)| landings.into_iter().all(|at| self.jumps(at, victim).next().is_none()))
        {
            return ControlFlow::Continue(());
        }
        self.visit_further(&first, &mut visit)
    }

    /// The chains of two jumps and more, after the first layer.
    #[inline(never)]
    fn visit_further<B>(
        &self,
        first: &[(Bitboard, Bitboard)],
        visit: &mut impl FnMut(Bitboard, Bitboard) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut layer = self.layer_after(first);
        while !layer.states.is_empty() {
            for &(victims, landings) in &layer.states {
                visit(victims, landings)?;
            }
            layer = self.layer_after(&layer.states);
        }
        ControlFlow::Continue(())
    }

    fn layer_after(&self, states: &[(Bitboard, Bitboard)]) -> Layer {
        let mut layer = Layer::default();
        for &(victims, squares) in states {
            for at in squares {
                for (victim, landings) in self.jumps(at, victims) {
                    layer.add(victims | victim, landings);
                }
            }
        }
        layer
    }
}

/// The states with equally many victims: each set of victims once, with the squares that the jumper can stand on.
#[derive(Debug, Default)]
struct Layer {
    states: SmallVec<[(Bitboard, Bitboard); 8]>,
    /// Where in `states` a set of victims is; kept only once there are many.
    places: HashMap<u64, usize, BuildHasherDefault<SetHasher>>,
}

impl Layer {
    /// The number of states up to which looking at all of them beats hashing.
    const FEW: usize = 8;

    fn add(&mut self, victims: Bitboard, landings: Bitboard) {
        let place = if self.states.len() <= Layer::FEW {
            self.states.iter().position(|&(known, _)| known == victims)
        } else {
            self.places.get(&victims.0).copied()
        };
        if let Some(place) = place {
            self.states[place].1 |= landings;
            return;
        }
        self.states.push((victims, landings));
        let known = if self.states.len() == Layer::FEW + 1 { 0 } else { self.states.len() - 1 };
        if self.states.len() > Layer::FEW {
            self.places.extend((known..).zip(&self.states[known..]).map(|(place, &(victims, _))| (victims.0, place)));
        }
    }
}

/// Hashes a set of squares by one multiplication, whose two halves are mixed: the map uses the lowest and the highest bits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SetHasher(u64);

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
