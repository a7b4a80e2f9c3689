//! A set of squares in one machine word.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use super::Square;

/// A set of squares: bit n stands for square n.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The dark squares, a1 among them.
    pub const DARK: Bitboard = Bitboard(0xAA55_AA55_AA55_AA55);

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// All squares of a file, 0 (a) to 7 (h).
    #[inline]
    pub const fn file(file: u8) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << (file & 7))
    }

    /// All squares of a rank, 0 (first) to 7 (eighth).
    #[inline]
    pub const fn rank(rank: u8) -> Bitboard {
        Bitboard(0xFF << (8 * (rank & 7)))
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the set has no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has any square.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the two sets share a square.
    #[inline]
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// The number of squares.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has two squares or more.
    #[inline]
    pub const fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The lowest square of the set, if any.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::new(self.0.trailing_zeros() as u8)) }
    }

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.index();
    }

    /// Takes a square out.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.index());
    }

    /// The set one rank higher; what was on the eighth rank falls off.
    #[inline]
    pub const fn up(self) -> Bitboard {
        Bitboard(self.0 << 8)
    }

    /// The set one rank lower; what was on the first rank falls off.
    #[inline]
    pub const fn down(self) -> Bitboard {
        Bitboard(self.0 >> 8)
    }

    /// The set one file to the left; what was on the a-file falls off.
    #[inline]
    pub const fn left(self) -> Bitboard {
        Bitboard(self.0 >> 1 & 0x7F7F_7F7F_7F7F_7F7F)
    }

    /// The set one file to the right; what was on the h-file falls off.
    #[inline]
    pub const fn right(self) -> Bitboard {
        Bitboard(self.0 << 1 & 0xFEFE_FEFE_FEFE_FEFE)
    }

    /// The set one step further in one of [`DIRECTIONS`](super::geometry::DIRECTIONS); what leaves the board falls off.
    #[inline]
    pub const fn shift(self, direction: usize) -> Bitboard {
        match direction & 7 {
            0 => self.up(),
            1 => self.up().right(),
            2 => self.right(),
            3 => self.down().right(),
            4 => self.down(),
            5 => self.down().left(),
            6 => self.left(),
            _ => self.up().left(),
        }
    }

    /// The squares a king's step away from any square of the set (a square of the set counts only if another is beside it).
    #[inline]
    pub const fn neighbours(self) -> Bitboard {
        let row = Bitboard(self.left().0 | self.right().0);
        let wide = Bitboard(self.0 | row.0);
        Bitboard(row.0 | wide.up().0 | wide.down().0)
    }
}

/// Iterates over the squares of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::new(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $assign_trait:ident $assign:ident |$a:ident, $b:ident| $value:expr;)*) => {$(
        impl $trait for Bitboard {
            type Output = Bitboard;
            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                let ($a, $b) = (self.0, other.0);
                Bitboard($value)
            }
        }
        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Bitboard) {
                *self = $trait::$method(*self, other);
            }
        }
    )*};
}

operators! {
    BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
    BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
    BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b;
    // Set difference, as for the standard library's sets.
    Sub sub SubAssign sub_assign |a, b| a & !b;
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    /// Eight rows, the eighth rank first, `X` for a square of the set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                f.write_str(if self.has(Square::at(file, rank)) { "X" } else { "." })?;
            }
            f.write_str(if rank > 0 { "/" } else { "" })?;
        }
        Ok(())
    }
}

/// Draws a set of squares in the source, the eighth rank first, `X` for a square of the set.
///
/// ```
/// use triptych::{bitboard, board::{Bitboard, Square}};
/// let corner = bitboard! {
///     X . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(corner, Bitboard::of(Square::at(0, 7)));
/// ```
#[macro_export]
macro_rules! bitboard {
    (@cell X) => { 1u64 };
    (@cell .) => { 0u64 };
    ($($cell:tt)*) => {{
        let cells = [$($crate::bitboard!(@cell $cell)),*];
        assert!(cells.len() == 64, "a bitboard drawing has 64 cells");
        let mut set = 0u64;
        let mut i = 0;
        while i < 64 {
            set |= cells[i] << (8 * (7 - i / 8) + i % 8);
            i += 1;
        }
        $crate::board::Bitboard(set)
    }};
}
