//! The two sides.

use std::fmt;
use std::ops::Not;

/// One of the two players. White moves first in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Moves up the board; its letters are upper case.
    White = 0,
    /// Moves down the board; its letters are lower case.
    Black = 1,
}

impl Side {
    /// Both sides, White first.
    pub const ALL: [Side; 2] = [Side::White, Side::Black];

    /// The side with the white pieces, or the other.
    #[inline]
    pub const fn of(is_white: bool) -> Side {
        if is_white { Side::White } else { Side::Black }
    }

    /// 0 for White, 1 for Black: the index into any pair of things kept by side.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the FEN's second field.
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'w',
            Side::Black => 'b',
        }
    }

    /// The side whose piece a letter stands for: White's are upper case.
    pub const fn of_letter(letter: char) -> Side {
        Side::of(letter.is_ascii_uppercase())
    }

    /// A piece letter in this side's case.
    pub const fn case(self, upper: char) -> char {
        match self {
            Side::White => upper.to_ascii_uppercase(),
            Side::Black => upper.to_ascii_lowercase(),
        }
    }
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}
