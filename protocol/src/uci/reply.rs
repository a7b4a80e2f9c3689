//! What a UCI engine says to its GUI.

use std::fmt;

use super::Info;
use crate::words::{OneLine, required, split_word, without_controls};
use crate::{MoveWord, Problem, Setting};

/// The state of a copy protection or registration check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Check {
    /// It goes on.
    Checking,
    /// It went well.
    Ok,
    /// It did not.
    Error,
}

/// A line from the engine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reply {
    /// `id name NAME`
    Name(String),
    /// `id author NAME`
    Author(String),
    /// `option …`
    Option(Setting),
    /// `uciok`
    UciOk,
    /// `readyok`
    ReadyOk,
    /// `bestmove MOVE ponder MOVE`
    BestMove {
        /// The move; `None` where there is no legal one: `(none)`, and `0000` is read too.
        best: Option<MoveWord>,
        /// What the engine would like to ponder on.
        ponder: Option<MoveWord>,
    },
    /// `info …`
    Info(Box<Info>),
    /// `copyprotection …`
    CopyProtection(Check),
    /// `registration …`
    Registration(Check),
    /// An empty line.
    Blank,
    /// A known reply with something wrong in its arguments.
    Bad {
        /// The whole line.
        line: String,
        /// What is wrong.
        problem: Problem,
    },
    /// Any other line: what `d`, `eval`, `bench` and `go perft` print, and chatter.
    Unknown(String),
}

const NO_MOVE: &str = "(none)";

impl Reply {
    /// An `info string`.
    pub fn text(text: impl Into<String>) -> Reply {
        Reply::Info(Box::new(Info::text(text)))
    }

    /// Reads a line. Never fails: see [`Reply::Bad`] and [`Reply::Unknown`].
    ///
    /// ```
    /// use triptych_protocol::{MoveWord, uci::Reply};
    ///
    /// let best = Some(MoveWord::new("c4a6c8"));
    /// assert_eq!(Reply::parse("bestmove c4a6c8\n"), Reply::BestMove { best, ponder: None });
    /// assert_eq!(Reply::BestMove { best: None, ponder: None }.to_string(), "bestmove (none)");
    /// ```
    pub fn parse(line: &str) -> Reply {
        let line = without_controls(line);
        let line = line.trim_ascii();
        Reply::try_parse(line).unwrap_or_else(|problem| Reply::Bad { line: line.to_owned(), problem })
    }

    fn try_parse(line: &str) -> Result<Reply, Problem> {
        let (word, rest) = split_word(line);
        let (first, second) = split_word(rest);
        Ok(match word {
            "" => Reply::Blank,
            "id" => match required("'name' or 'author'", first)? {
                "name" => Reply::Name(second.to_owned()),
                "author" => Reply::Author(second.to_owned()),
                other => return Err(Problem::Unexpected(other.to_owned())),
            },
            "option" => Reply::Option(Setting::from_uci(rest)?),
            "uciok" => Reply::UciOk,
            "readyok" => Reply::ReadyOk,
            "bestmove" => {
                let (keyword, rest) = split_word(second);
                let ponder = if keyword == "ponder" { a_move(split_word(rest).0) } else { None };
                Reply::BestMove { best: a_move(required("move", first)?), ponder }
            }
            "info" => Reply::Info(Box::new(Info::parse(rest))),
            "copyprotection" => Reply::CopyProtection(check(first)?),
            "registration" => Reply::Registration(check(first)?),
            _ => Reply::Unknown(line.to_owned()),
        })
    }
}

fn a_move(word: &str) -> Option<MoveWord> {
    (!["", NO_MOVE, "0000", "NULL", "none"].contains(&word)).then(|| MoveWord::new(word))
}

fn check(word: &str) -> Result<Check, Problem> {
    match required("state", word)? {
        "checking" => Ok(Check::Checking),
        "ok" => Ok(Check::Ok),
        "error" => Ok(Check::Error),
        other => Err(Problem::Unexpected(other.to_owned())),
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Check::Checking => "checking",
            Check::Ok => "ok",
            Check::Error => "error",
        })
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Name(name) => write!(f, "id name {}", OneLine(name)),
            Reply::Author(name) => write!(f, "id author {}", OneLine(name)),
            Reply::Option(setting) => write!(f, "option {}", setting.to_uci()),
            Reply::UciOk => f.write_str("uciok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::BestMove { best, ponder } => {
                match best {
                    Some(word) => write!(f, "bestmove {word}")?,
                    None => write!(f, "bestmove {NO_MOVE}")?,
                }
                ponder.as_ref().map_or(Ok(()), |word| write!(f, " ponder {word}"))
            }
            Reply::Info(info) => write!(f, "info{info}"),
            Reply::CopyProtection(state) => write!(f, "copyprotection {state}"),
            Reply::Registration(state) => write!(f, "registration {state}"),
            Reply::Blank => Ok(()),
            Reply::Bad { line, .. } | Reply::Unknown(line) => write!(f, "{}", OneLine(line)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SettingKind;

    #[track_caller]
    fn both_ways(line: &str, reply: Reply) {
        assert_eq!(Reply::parse(line), reply);
        assert_eq!(reply.to_string(), line);
    }

    #[test]
    fn every_reply() {
        both_ways("id name My Engine 1.0", Reply::Name("My Engine 1.0".into()));
        both_ways("id author A. B.", Reply::Author("A. B.".into()));
        let kind = SettingKind::Spin { value: 16, min: 1, max: 1024 };
        both_ways("option name Hash type spin default 16 min 1 max 1024", Reply::Option(Setting::new("Hash", kind)));
        both_ways("uciok", Reply::UciOk);
        both_ways("readyok", Reply::ReadyOk);
        let word = |text| Some(MoveWord::new(text));
        both_ways("bestmove e2e4", Reply::BestMove { best: word("e2e4"), ponder: None });
        both_ways("bestmove c4a6c8 ponder e7e5", Reply::BestMove { best: word("c4a6c8"), ponder: word("e7e5") });
        both_ways("bestmove (none)", Reply::BestMove { best: None, ponder: None });
        both_ways("info string hello  there", Reply::text("hello  there"));
        both_ways("info depth 5 pv e2e4", Reply::Info(Box::new(Info::parse("depth 5 pv e2e4"))));
        both_ways("copyprotection checking", Reply::CopyProtection(Check::Checking));
        both_ways("copyprotection ok", Reply::CopyProtection(Check::Ok));
        both_ways("registration error", Reply::Registration(Check::Error));
        both_ways("", Reply::Blank);
        both_ways("Stockfish by many", Reply::Unknown("Stockfish by many".into()));
    }

    #[test]
    fn sloppy_but_readable() {
        for line in ["bestmove 0000", "bestmove (none) ponder (none)", "bestmove NULL", "bestmove none ponder"] {
            assert_eq!(Reply::parse(line), Reply::BestMove { best: None, ponder: None }, "{line}");
        }
        assert_eq!(Reply::parse("  uciok \r\n"), Reply::UciOk);
    }

    #[test]
    fn wrong_arguments() {
        use Problem::*;
        for (line, problem) in [
            ("id", Missing("'name' or 'author'")),
            ("id version 3", Unexpected("version".into())),
            ("bestmove", Missing("move")),
            ("option name", Missing("option type")),
            ("copyprotection maybe", Unexpected("maybe".into())),
            ("registration", Missing("state")),
        ] {
            assert_eq!(Reply::parse(line), Reply::Bad { line: line.into(), problem });
            assert_eq!(Reply::parse(line).to_string(), line);
        }
    }
}
