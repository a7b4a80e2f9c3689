//! The lines between `edit` and `.`, with which a GUI without `setboard` sets up a position.
//!
//! They mean something else than the same lines outside, so the reader must know that it is inside.

use std::fmt;

use crate::Square;
use crate::words::{OneLine, without_controls};

/// A line of edit mode.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Edit {
    /// `Pa4`: a piece of the current colour (at first White's). The letter as it came.
    Piece(char, Square),
    /// `xa4`: nothing stands there.
    Clear(Square),
    /// `c`: the other colour from now on.
    OtherColor,
    /// `#`: an empty board.
    ClearBoard,
    /// `.`: done.
    Done,
    /// An empty line.
    Blank,
    /// Anything else.
    Unknown(String),
}

impl Edit {
    /// Reads a line of edit mode. Never fails.
    ///
    /// ```
    /// use triptych_protocol::xboard::Edit;
    /// assert_eq!(Edit::parse("Pa4"), Edit::Piece('P', "a4".parse().unwrap()));
    /// ```
    pub fn parse(line: &str) -> Edit {
        let line = without_controls(line);
        let line = line.trim_ascii();
        match line {
            "" => return Edit::Blank,
            "c" => return Edit::OtherColor,
            "#" => return Edit::ClearBoard,
            "." => return Edit::Done,
            _ => {}
        }
        let letter = line.chars().next().filter(char::is_ascii_alphabetic);
        let square = letter.and_then(|_| line[1..].trim_ascii_start().parse().ok());
        match (letter, square) {
            (Some('x'), Some(square)) => Edit::Clear(square),
            (Some(letter), Some(square)) => Edit::Piece(letter, square),
            _ => Edit::Unknown(line.to_owned()),
        }
    }
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Edit::Piece(letter, square) => write!(f, "{letter}{square}"),
            Edit::Clear(square) => write!(f, "x{square}"),
            Edit::OtherColor => f.write_str("c"),
            Edit::ClearBoard => f.write_str("#"),
            Edit::Done => f.write_str("."),
            Edit::Blank => Ok(()),
            Edit::Unknown(line) => write!(f, "{}", OneLine(line)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_edit_mode() {
        let a4: Square = "a4".parse().expect("a square");
        for (line, edit) in [
            ("Pa4", Edit::Piece('P', a4)),
            ("Xa4", Edit::Piece('X', a4)),
            ("xa4", Edit::Clear(a4)),
            ("c", Edit::OtherColor),
            ("#", Edit::ClearBoard),
            (".", Edit::Done),
            ("", Edit::Blank),
            ("Pz4", Edit::Unknown("Pz4".into())),
            ("é", Edit::Unknown("é".into())),
            ("new", Edit::Unknown("new".into())),
        ] {
            assert_eq!(Edit::parse(line), edit);
            assert_eq!(edit.to_string(), line);
        }
        assert_eq!(Edit::parse(" P a4\r"), Edit::Piece('P', a4));
    }
}
