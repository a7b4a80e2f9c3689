//! Move text: how a move is written, and which move a text means.
//!
//! The text of a move is the squares of its path, concatenated, and a promotion letter: `e2e4`, `c4a6c8g4`, `b6d8f6k`.
//! One move may have several paths; one of them is printed, all are read.

use std::fmt;

use smallvec::SmallVec;

use crate::board::Square;

/// A path and a promotion letter: what a move looks like when printed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Route {
    /// Start, every landing, end; a suicide is its square twice.
    pub squares: SmallVec<[Square; 8]>,
    /// The letter (lower case) of the kind that a pawn promotes to.
    pub promotion: Option<char>,
}

impl Route {
    /// A way of one leg, without promotion.
    pub fn direct(from: Square, to: Square) -> Route {
        Route { squares: SmallVec::from_slice(&[from, to]), promotion: None }
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in &self.squares {
            write!(f, "{square}")?;
        }
        self.promotion.map_or(Ok(()), |letter| write!(f, "{letter}"))
    }
}

/// Why a move text was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is in no form of a move.
    #[error("'{0}' is no move text")]
    Malformed(String),
    /// The text is in the form of a move that is not legal here.
    #[error("'{0}' is not legal here")]
    Illegal(String),
    /// The text fits several moves.
    #[error("'{0}' fits several moves: {1}")]
    Ambiguous(String, String),
}
