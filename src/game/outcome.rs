//! How a game ends.

use std::fmt;

use crate::board::Side;

/// The result of a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who has won; `None` for a draw.
    pub winner: Option<Side>,
    /// By which rule.
    pub reason: Reason,
}

/// The rule that ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The side to move has no legal move and its king is attacked.
    Mate,
    /// The side to move has no legal move.
    Stalemate,
    /// A side has lost its last king.
    Kings,
    /// Only the kings are left.
    BareKings,
    /// A hundred half-moves went by without an irreversible one.
    HundredHalfMoves,
    /// The position stands for the third time.
    Repetition,
}

impl Outcome {
    /// A win.
    pub const fn win(winner: Side, reason: Reason) -> Outcome {
        Outcome { winner: Some(winner), reason }
    }

    /// A draw.
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { winner: None, reason }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// Whether the rules leave no move to make: everything but the draws that stop a game in which moves remain.
    pub const fn leaves_no_move(self) -> bool {
        matches!(self.reason, Reason::Mate | Reason::Stalemate | Reason::Kings)
    }
}

impl Reason {
    /// The name that machine-readable output uses.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Mate => "mate",
            Reason::Stalemate => "stalemate",
            Reason::Kings => "kings",
            Reason::BareKings => "bare-kings",
            Reason::HundredHalfMoves => "hundred-half-moves",
            Reason::Repetition => "repetition",
        }
    }
}

impl fmt::Display for Outcome {
    /// A short sentence, as result lines of protocols and game records carry.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.winner, self.reason) {
            (Some(side), Reason::Mate) => write!(f, "{side} mates"),
            (Some(side), Reason::Stalemate) => write!(f, "{} has no move, {side} wins", !side),
            (Some(side), Reason::Kings) => write!(f, "{} has lost its kings, {side} wins", !side),
            (Some(side), reason) => write!(f, "{side} wins by {}", reason.name()),
            (None, Reason::Stalemate) => f.write_str("Stalemate"),
            (None, Reason::BareKings) => f.write_str("Draw by bare kings"),
            (None, Reason::HundredHalfMoves) => f.write_str("Draw by the hundred half-moves rule"),
            (None, Reason::Repetition) => f.write_str("Draw by repetition"),
            (None, reason) => write!(f, "Draw by {}", reason.name()),
        }
    }
}
