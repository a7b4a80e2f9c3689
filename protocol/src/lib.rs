//! The grammar of the two dialects in which chess programs talk, XBoard's (CECP) and UCI: one line of text ⇄ one typed
//! value, in both directions, for an engine and for whoever drives engines.
//!
//! There is no input or output here, no clock, and no knowledge of any game: a move is squares, separators and a letter
//! ([`moves`]). Reading never fails and never panics: a line nobody knows becomes `Unknown`, a known one with wrong
//! arguments becomes `Bad` and says what is wrong with it. Writing (`Display`) always gives exactly one line, without
//! its newline: control characters inside texts become blanks.
//!
//! | who speaks | XBoard | UCI |
//! |---|---|---|
//! | the GUI (an arena too) | [`xboard::Command`] | [`uci::Command`] |
//! | the engine | [`xboard::Reply`] | [`uci::Reply`] |
//!
//! ```
//! use triptych_protocol::{uci, xboard};
//!
//! let command = xboard::Command::parse("level 40 0:30 0.5");
//! assert_eq!(command.to_string(), "level 40 0:30 0.5");
//! assert_eq!(xboard::Command::parse("xyzzy"), xboard::Command::Unknown("xyzzy".into()));
//! assert!(matches!(uci::Command::parse("go depth 5"), uci::Command::Go(go) if go.depth == Some(5)));
//! ```

#![forbid(unsafe_code)]

pub mod moves;
pub mod parts;
mod problem;
mod result;
mod score;
pub mod setting;
mod square;
pub mod uci;
mod words;
pub mod xboard;

pub use moves::{MoveText, MoveTextError, MoveWord, Route};
pub use problem::Problem;
pub use result::GameResult;
pub use score::{Bound, Score};
pub use setting::{Setting, SettingKind};
pub use square::Square;
pub use words::{CLOCK_LIMIT, TIME_LIMIT, decode};

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The two protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// XBoard's protocol, also called CECP or WinBoard protocol.
    Xboard,
    /// The Universal Chess Interface.
    Uci,
}

impl Dialect {
    /// The protocol that a GUI's line belongs to, if it belongs to one only: `uci` and `isready` are UCI's, `xboard`,
    /// `new` or a bare move are XBoard's, while `go`, `quit` and nonsense decide nothing.
    ///
    /// ```
    /// use triptych_protocol::Dialect;
    /// assert_eq!(Dialect::of("uci"), Some(Dialect::Uci));
    /// assert_eq!(Dialect::of("e2e4"), Some(Dialect::Xboard));
    /// assert_eq!(Dialect::of("quit"), None);
    /// ```
    pub fn of(line: &str) -> Option<Dialect> {
        let as_xboard = !matches!(xboard::Command::parse(line), xboard::Command::Unknown(_) | xboard::Command::Blank);
        let as_uci = !matches!(uci::Command::parse(line), uci::Command::Unknown(_) | uci::Command::Blank);
        match (as_xboard, as_uci) {
            (true, false) => Some(Dialect::Xboard),
            (false, true) => Some(Dialect::Uci),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_belongs_to_one_protocol_only_decides() {
        for line in ["xboard", "protover 2", "protover x", "new", "usermove e2e4", "e2e4", "?", "level 40 5 0"] {
            assert_eq!(Dialect::of(line), Some(Dialect::Xboard), "{line}");
        }
        for line in ["uci", "isready", "ucinewgame", "position startpos", "setoption name x", "d", "stop"] {
            assert_eq!(Dialect::of(line), Some(Dialect::Uci), "{line}");
        }
        for line in ["", "quit", "go", "go depth 5", "hello", "\u{0}"] {
            assert_eq!(Dialect::of(line), None, "{line}");
        }
    }
}
