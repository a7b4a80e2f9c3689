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

    /// Whether it leads a side's pawns forward.
    #[inline]
    pub(super) const fn is_forward(self, side: Side) -> bool {
        matches!(
            (self, side),
            (Diagonal::UpRight | Diagonal::UpLeft, Side::White)
                | (Diagonal::DownRight | Diagonal::DownLeft, Side::Black)
        )
    }

    /// The one that leads back.
    #[inline]
    pub(super) const fn opposite(self) -> Diagonal {
        Diagonal::ALL[3 - self as usize]
    }

    /// A set of dark squares one step on, with light squares where it left the board.
    #[inline]
    pub(super) const fn step(self, set: Bitboard) -> Bitboard {
        // One of the two shifts is by nothing: cheaper than a jump to the right one, where the direction is not known to
        // the compiler.
        let up = [9, 7, 0, 0][self as usize];
        let down = [0, 0, 7, 9][self as usize];
        Bitboard(set.0 << up >> down)
    }

    /// A set of squares two steps on, where that is known to be on the board.
    #[inline]
    pub(super) const fn jump(self, set: Bitboard) -> Bitboard {
        let up = [18, 14, 0, 0][self as usize];
        let down = [0, 0, 14, 18][self as usize];
        Bitboard(set.0 << up >> down)
    }

    /// The square this many steps on; the caller knows that it is on the board.
    #[inline]
    pub(super) const fn ahead(self, square: Square, steps: i8) -> Square {
        let step = [9, 7, -7, -9][self as usize];
        Square::new((square.index() as i8 + steps * step) as u8)
    }

    /// The index of the direction in [`geometry`](crate::board::geometry)'s tables.
    #[inline]
    pub(super) const fn ray(self) -> usize {
        [1, 7, 3, 5][self as usize]
    }
}

/// Does something for each of the four directions, four times over in the program: the compiler leaves a loop a loop, and
/// with it every shift by a variable.
macro_rules! each_diagonal {
    ($diagonal:ident => $body:expr) => {{
        {
            let $diagonal = $crate::game::shashmaty::diagonal::Diagonal::UpRight;
            $body
        }
        {
            let $diagonal = $crate::game::shashmaty::diagonal::Diagonal::UpLeft;
            $body
        }
        {
            let $diagonal = $crate::game::shashmaty::diagonal::Diagonal::DownRight;
            $body
        }
        {
            let $diagonal = $crate::game::shashmaty::diagonal::Diagonal::DownLeft;
            $body
        }
    }};
}
pub(super) use each_diagonal;

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
                    assert_eq!(diagonal.ahead(square, 1), next);
                    assert!(RAYS[diagonal.opposite().ray()][next.index()].has(square));
                }
            }
        }
    }
}
