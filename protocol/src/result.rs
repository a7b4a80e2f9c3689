//! The result of a game, as PGN writes it.

use std::fmt;
use std::str::FromStr;

use crate::Problem;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: broken off.
    Unfinished,
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unfinished => "*",
        })
    }
}

impl FromStr for GameResult {
    type Err = Problem;

    fn from_str(text: &str) -> Result<GameResult, Problem> {
        match text {
            "1-0" => Ok(GameResult::WhiteWins),
            "0-1" => Ok(GameResult::BlackWins),
            "1/2-1/2" => Ok(GameResult::Draw),
            "*" => Ok(GameResult::Unfinished),
            _ => Err(Problem::NotAResult(text.to_owned())),
        }
    }
}

/// The comment behind a result: what stands between the braces, or the bare text where there are none.
pub(crate) fn comment(text: &str) -> &str {
    match text.strip_prefix('{') {
        Some(rest) => rest.rfind('}').map_or(rest, |end| &rest[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_and_written() {
        for text in ["1-0", "0-1", "1/2-1/2", "*"] {
            assert_eq!(text.parse::<GameResult>().expect("readable").to_string(), text);
        }
        assert_eq!("1/2".parse::<GameResult>(), Err(Problem::NotAResult("1/2".into())));
    }

    #[test]
    fn comments() {
        assert_eq!(comment("{White mates}"), "White mates");
        assert_eq!(comment("{a {b} c}"), "a {b} c");
        assert_eq!(comment("{open"), "open");
        assert_eq!(comment("bare"), "bare");
        assert_eq!(comment(""), "");
    }
}
