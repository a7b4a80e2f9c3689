//! Endgame tables: what positions with few pieces are worth under best play, computed once and looked up ever after.
//!
//! A table tells the outcome and the plies to the end of the game. It knows neither repetition nor the hundred half-moves:
//! a stored win may be a draw where the counter is high already.

pub mod army;
pub mod build;
mod chameleon;
pub mod file;
pub mod index;
pub mod line;
pub mod place;
pub mod retrograde;
mod shashmaty;
mod shipped;
pub mod statistics;
pub mod symmetry;
pub mod tables;
mod ultima;
pub mod verify;

pub use army::{Army, Class};
pub use build::{Build, Plan};
pub use index::Layout;
pub use symmetry::Symmetry;
pub use tables::{Set, Stock, Tables};

use crate::board::{Bitboard, Side, Square};
use crate::game::Game;

/// What a position is worth to the side to move, by best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It wins, and the game is over after so many plies.
    Won(u16),
    /// Neither side can force a win.
    Drawn,
    /// It loses, and the game is over after so many plies.
    Lost(u16),
}

/// A piece on its square: its side, its kind's number in [`Tabled::LETTERS`], and the square.
pub type Man = (Side, usize, Square);

/// What tables need to know of a game beyond its rules.
///
/// Wins take an odd number of plies and losses an even one in every game: whoever moves last has won. A position in which
/// the side to move has already won has no class.
pub trait Tabled: Game {
    /// The letters of the kinds that classes tell apart; the first is the king's.
    const LETTERS: &'static str;

    /// Whether each side has one king always, and not one or more.
    const ONE_KING: bool;

    /// The kind that may turn into others in a move that takes nothing, and those others.
    const PROMOTIONS: Option<(usize, &'static [usize])> = None;

    /// The squares of a side's pieces of a kind of [`Tabled::LETTERS`].
    fn group(&self, side: Side, kind: usize) -> Bitboard;

    /// The number of pieces on the board.
    fn men(&self) -> u32;

    /// Whether the position is of those that tables hold, apart from its class.
    fn is_tabled(&self) -> bool {
        true
    }

    /// The position with these pieces; `None` where the rules do not allow it. The squares are distinct and each is one
    /// where its piece can stand.
    fn arrange(men: &[Man], turn: Side, setting: Self::Setting) -> Option<Self>;

    /// Where pieces of a side and kind can stand.
    fn stand(setting: Self::Setting, side: Side, kind: usize) -> Bitboard;

    /// The maps of the board that leave the rules as they are.
    fn symmetry(setting: Self::Setting) -> Symmetry;

    /// Visits the positions from which a quiet move may have led here, with the square where the piece started and where
    /// it ended. All real ones are among them; others may be, which [`Tabled::leads`] or the table tells from them.
    ///
    /// A quiet move takes nothing off the board and promotes nothing.
    fn before(&self, visit: impl FnMut(Self, Square, Square));

    /// Whether the quiet move that [`Tabled::before`] undid is legal here, in a position that the rules allow.
    fn leads(&self, from: Square, to: Square) -> bool;
}

impl Verdict {
    /// The verdict that a table keeps as this number.
    #[inline]
    pub fn of_code(code: u16) -> Verdict {
        match code {
            0 => Verdict::Drawn,
            // Losses take an even number of plies.
            odd if odd % 2 == 1 => Verdict::Lost(odd - 1),
            even => Verdict::Won(even - 1),
        }
    }

    /// The number that stands for the verdict in a table: 0 for a draw, otherwise one more than the plies.
    #[inline]
    pub fn code(self) -> u16 {
        match self {
            Verdict::Drawn => 0,
            Verdict::Won(plies) | Verdict::Lost(plies) => plies + 1,
        }
    }

    /// What a move to a position of this verdict is worth to the side that makes it.
    #[must_use]
    pub fn before(self) -> Verdict {
        match self {
            Verdict::Won(plies) => Verdict::Lost(plies + 1),
            Verdict::Drawn => Verdict::Drawn,
            Verdict::Lost(plies) => Verdict::Won(plies + 1),
        }
    }

    /// A number that is the greater the better the verdict is for the side to move.
    pub fn rank(self) -> i32 {
        match self {
            Verdict::Won(plies) => 100_000 - i32::from(plies),
            Verdict::Drawn => 0,
            Verdict::Lost(plies) => i32::from(plies) - 100_000,
        }
    }

    /// The plies to the end, where there is one.
    pub fn plies(self) -> Option<u16> {
        match self {
            Verdict::Won(plies) | Verdict::Lost(plies) => Some(plies),
            Verdict::Drawn => None,
        }
    }

    /// `win`, `draw` or `loss`, as machine-readable output says it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Won(_) => "win",
            Verdict::Drawn => "draw",
            Verdict::Lost(_) => "loss",
        }
    }
}

/// Looks a position up; `None` where there is no table for it.
pub fn probe<G: Tabled>(tables: &Tables, position: &G) -> Option<Verdict> {
    tables.set::<G>(position.setting())?.probe(position)
}
