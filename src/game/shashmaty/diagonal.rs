//! The four diagonal directions, for whole sets of dark squares at once.
//!
//! A set that is shifted over the left or right edge comes out on light squares of the other edge. Nothing stands on a
//! light square, so a step needs no mask as long as its result is intersected with a set of dark squares: every caller does.

use crate::board::{Bitboard, Side, Square};

/// A diagonal direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Diagonal {
    UpRight,
    UpLeft,
    DownRight,
    DownLeft,
}

impl Diagonal {
    /// All four.
    pub(super) const ALL: [Diagonal; 4] =
        [Diagonal::UpRight, Diagonal::UpLeft, Diagonal::DownRight, Diagonal::DownLeft];

    /// The two that lead a side's pawns forward.
    #[inline]
    pub(super) const fn forward(side: Side) -> [Diagonal; 2] {
        match side {
            Side::White => [Diagonal::UpRight, Diagonal::UpLeft],
            Side::Black => [Diagonal::DownRight, Diagonal::DownLeft],
        }
    }

    /// The one that leads back.
    #[inline]
    pub(super) const fn opposite(self) -> Diagonal {
        match self {
            Diagonal::UpRight => Diagonal::DownLeft,
            Diagonal::UpLeft => Diagonal::DownRight,
            Diagonal::DownRight => Diagonal::UpLeft,
            Diagonal::DownLeft => Diagonal::UpRight,
        }
    }

    /// A set of dark squares one step on, with light squares where it left the board.
    #[inline]
    pub(super) const fn step(self, set: Bitboard) -> Bitboard {
        Bitboard(match self {
            Diagonal::UpRight => set.0 << 9,
            Diagonal::UpLeft => set.0 << 7,
            Diagonal::DownRight => set.0 >> 7,
            Diagonal::DownLeft => set.0 >> 9,
        })
    }

    /// The square this many steps back; the caller knows that it is on the board.
    #[inline]
    pub(super) const fn back(self, square: Square, steps: i8) -> Square {
        let step = match self {
            Diagonal::UpRight => 9,
            Diagonal::UpLeft => 7,
            Diagonal::DownRight => -7,
            Diagonal::DownLeft => -9,
        };
        Square::new((square.index() as i8 - steps * step) as u8)
    }

    /// The index of the direction in [`geometry`](crate::board::geometry)'s tables.
    #[inline]
    pub(super) const fn ray(self) -> usize {
        match self {
            Diagonal::UpRight => 1,
            Diagonal::DownRight => 3,
            Diagonal::DownLeft => 5,
            Diagonal::UpLeft => 7,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::geometry::{DIRECTIONS, RAYS};

    #[test]
    fn steps_over_the_edge_end_on_light_squares() {
        for square in Bitboard::DARK {
            for diagonal in Diagonal::ALL {
                let (files, ranks) = DIRECTIONS[diagonal.ray()];
                let next = square.offset(files, ranks);
                let stepped = diagonal.step(Bitboard::of(square)) & Bitboard::DARK;
                assert_eq!(stepped.first(), next, "{square} {diagonal:?}");
                if let Some(next) = next {
                    assert_eq!(diagonal.back(next, 1), square);
                    assert!(RAYS[diagonal.opposite().ray()][next.index()].has(square));
                }
            }
        }
    }
}
