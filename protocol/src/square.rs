//! A square as text: a file letter and a rank digit.

use std::fmt;
use std::str::FromStr;

use crate::Problem;

/// A square of a board with up to 16 files (`a` to `p`) and 9 ranks (`1` to `9`). Whether the board in use has it is for
/// the caller to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    file: u8,
    rank: u8,
}

impl Square {
    /// Number of files that can be written.
    pub const FILES: u8 = 16;
    /// Number of ranks that can be written: one digit, so that a digit after a square is never part of it.
    pub const RANKS: u8 = 9;

    /// The square of a file and a rank counted from 0; `None` beyond [`Square::FILES`] or [`Square::RANKS`].
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < Square::FILES && rank < Square::RANKS { Some(Square { file, rank }) } else { None }
    }

    /// The file, counted from 0.
    pub const fn file(self) -> u8 {
        self.file
    }

    /// The rank, counted from 0.
    pub const fn rank(self) -> u8 {
        self.rank
    }

    /// The square at the start of a text, in either case.
    pub(crate) fn at_start(text: &[u8]) -> Option<Square> {
        match text {
            [file, rank, ..] => Square::new(file.to_ascii_lowercase().checked_sub(b'a')?, rank.checked_sub(b'1')?),
            _ => None,
        }
    }
}

impl FromStr for Square {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Square, Problem> {
        match Square::at_start(text.as_bytes()) {
            Some(square) if text.len() == 2 => Ok(square),
            _ => Err(Problem::NotASquare(text.to_owned())),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), self.rank + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_and_written() {
        for text in ["a1", "h8", "p9", "c4"] {
            assert_eq!(text.parse::<Square>().expect("readable").to_string(), text);
        }
        let square: Square = "C4".parse().expect("readable");
        assert_eq!((square.file(), square.rank()), (2, 3));
        for text in ["", "a", "a0", "q1", "a10", "1a", "é1", " a1", "`1"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }
}
