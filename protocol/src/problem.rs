//! What can be wrong with the arguments of a known command.
//!
//! The words are made for XBoard's `Error (…): LINE`: the line is echoed behind them, so they do not repeat it.

use std::fmt;

/// What is wrong with the arguments of a known command; `Display` gives it in a few words.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Problem {
    /// The argument of this name is not there.
    Missing(&'static str),
    /// The argument of this name should be a number and is the text.
    NotANumber(&'static str, String),
    /// The argument of this name must not be below zero, and is the text.
    Negative(&'static str, String),
    /// A square was expected, this was found.
    NotASquare(String),
    /// `1-0`, `0-1`, `1/2-1/2` or `*` was expected, this was found.
    NotAResult(String),
    /// `on` or `off` was expected, this was found.
    NotASwitch(String),
    /// A word that means nothing where it stands.
    Unexpected(String),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Missing(what) => write!(f, "{what} is missing"),
            Problem::NotANumber(what, _) => write!(f, "{what} is not a number"),
            Problem::Negative(what, _) => write!(f, "{what} is negative"),
            Problem::NotASquare(_) => write!(f, "not a square"),
            Problem::NotAResult(_) => write!(f, "not a result"),
            Problem::NotASwitch(_) => write!(f, "neither on nor off"),
            Problem::Unexpected(_) => write!(f, "unexpected word"),
        }
    }
}

impl std::error::Error for Problem {}
