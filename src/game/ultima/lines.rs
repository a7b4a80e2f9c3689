//! Sliding over the board from many squares at once, in four directions at a time.
//!
//! All is written in arrays of four words, which the compiler turns into vector instructions.

use std::array::from_fn;

use crate::board::Bitboard;

/// A set of squares for each of four directions.
pub(super) type Four = [u64; 4];

/// The four directions in which square numbers rise, or the four in which they fall.
#[derive(Debug)]
pub(super) struct Directions {
    /// Which they are, by their numbers in [`DIRECTIONS`](crate::board::geometry::DIRECTIONS).
    pub(super) numbers: [usize; 4],
    rise: bool,
    /// By how much a step changes the number.
    by: Four,
    /// The squares that a step can enter: others would be reached over the edge.
    enter: Four,
}

const NOT_A: u64 = !Bitboard::file(0).0;
const NOT_H: u64 = !Bitboard::file(7).0;

/// Up, up right, right, up left.
pub(super) const RISING: Directions =
    Directions { numbers: [0, 1, 2, 7], rise: true, by: [8, 9, 1, 7], enter: [!0, NOT_A, NOT_A, NOT_H] };
/// Down, down left, left, down right.
pub(super) const FALLING: Directions =
    Directions { numbers: [4, 5, 6, 3], rise: false, by: [8, 9, 1, 7], enter: [!0, NOT_H, NOT_H, NOT_A] };

impl Directions {
    /// The squares of the sets and all that follow as long as they are open.
    #[inline(always)]
    pub(super) fn slide(&self, mut from: Four, open: u64) -> Four {
        let mut open: Four = from_fn(|i| open & self.enter[i]);
        for times in [1, 2, 4] {
            let farther = self.shift(from, times);
            from = from_fn(|i| from[i] | (open[i] & farther[i]));
            let farther = self.shift(open, times);
            open = from_fn(|i| open[i] & farther[i]);
        }
        from
    }

    /// The squares one step further.
    #[inline(always)]
    pub(super) fn step(&self, sets: Four) -> Four {
        let next = self.shift(sets, 1);
        from_fn(|i| next[i] & self.enter[i])
    }

    /// The squares one step back.
    #[inline(always)]
    pub(super) fn step_back(&self, sets: Four) -> Four {
        from_fn(|i| {
            let set = sets[i] & self.enter[i];
            if self.rise { set >> self.by[i] } else { set << self.by[i] }
        })
    }

    /// The squares of a ray, in one of the directions, before the first that is taken.
    #[inline(always)]
    pub(super) fn run(&self, ray: Bitboard, taken: Bitboard) -> Bitboard {
        let blockers = ray & taken;
        let up_to_first = if self.rise {
            blockers.0 ^ blockers.0.wrapping_sub(1)
        } else {
            !0 << (63 - (blockers.0 | 1).leading_zeros())
        };
        (ray & Bitboard(up_to_first)) - blockers
    }

    #[inline(always)]
    fn shift(&self, sets: Four, times: u64) -> Four {
        from_fn(|i| if self.rise { sets[i] << (self.by[i] * times) } else { sets[i] >> (self.by[i] * times) })
    }
}
