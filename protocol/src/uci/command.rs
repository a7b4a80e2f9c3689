//! What a UCI GUI says to its engine.

use std::fmt;

use super::Go;
use crate::setting::EMPTY;
use crate::words::{OneLine, required, split_word, without_controls};
use crate::{MoveWord, Problem};

/// Where the moves of `position` start.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// `startpos`: the start of the variant in use.
    StartPos,
    /// `fen FEN`, with single blanks.
    Fen(String),
}

/// The arguments of `register`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Registration {
    /// `later`
    Later,
    /// `name NAME code CODE`, either of which may be missing.
    Now {
        /// The user's name.
        name: Option<String>,
        /// The user's code.
        code: Option<String>,
    },
}

/// A line from the GUI.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Command {
    /// `uci`: the first line.
    Uci,
    /// `debug on`, `debug off`
    Debug(bool),
    /// `isready`: to be answered at once by `readyok`.
    IsReady,
    /// `setoption name NAME value VALUE`
    SetOption {
        /// May hold blanks; compare it without regard to case.
        name: String,
        /// `None` for a button; `<empty>` is read as an empty text.
        value: Option<String>,
    },
    /// `register …`
    Register(Registration),
    /// `ucinewgame`
    NewGame,
    /// `position START moves MOVE…`
    Position {
        /// Where the moves start.
        start: Start,
        /// The moves since.
        moves: Vec<MoveWord>,
    },
    /// `go …`; wrong arguments are in its `problems`.
    Go(Go),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// `d`: show the position.
    Display,
    /// `eval`: show the evaluation.
    Eval,
    /// `bench …`: its arguments as they are.
    Bench(String),
    /// An empty line.
    Blank,
    /// A known command with something wrong in its arguments.
    Bad {
        /// The whole line.
        line: String,
        /// What is wrong.
        problem: Problem,
    },
    /// Any other line.
    Unknown(String),
}

impl Command {
    /// Reads a line. Never fails: see [`Command::Bad`], [`Command::Unknown`] and [`Go::problems`].
    ///
    /// ```
    /// use triptych_protocol::uci::{Command, Start};
    ///
    /// let Command::Position { start, moves } = Command::parse("position startpos moves c4a6c8 e7e5") else { panic!() };
    /// assert_eq!(start, Start::StartPos);
    /// assert_eq!(moves[0].as_str(), "c4a6c8");
    /// let value = Some("a b".into());
    /// let command = Command::SetOption { name: "Book File".into(), value };
    /// assert_eq!(Command::parse("setoption name Book File value a b"), command);
    /// ```
    pub fn parse(line: &str) -> Command {
        let line = without_controls(line);
        let line = line.trim_ascii();
        Command::try_parse(line).unwrap_or_else(|problem| Command::Bad { line: line.to_owned(), problem })
    }

    fn try_parse(line: &str) -> Result<Command, Problem> {
        let (word, rest) = split_word(line);
        Ok(match word {
            "" => Command::Blank,
            "uci" => Command::Uci,
            "debug" => match required("on or off", split_word(rest).0)? {
                "on" => Command::Debug(true),
                "off" => Command::Debug(false),
                other => return Err(Problem::NotASwitch(other.to_owned())),
            },
            "isready" => Command::IsReady,
            "setoption" => set_option(rest)?,
            "register" => Command::Register(registration(rest)?),
            "ucinewgame" => Command::NewGame,
            "position" => position(rest)?,
            "go" => Command::Go(Go::parse(rest)),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            "d" => Command::Display,
            "eval" => Command::Eval,
            "bench" => Command::Bench(rest.to_owned()),
            _ => Command::Unknown(line.to_owned()),
        })
    }
}

/// Splits a text at the first word that is `keyword`: what is before and behind it.
fn split_at_word<'a>(text: &'a str, keyword: &str) -> Option<(&'a str, &'a str)> {
    let is_blank = |byte: u8| byte.is_ascii_whitespace();
    let bytes = text.as_bytes();
    let found = text.match_indices(keyword).map(|(at, _)| (at, at + keyword.len())).find(|&(start, end)| {
        (start == 0 || is_blank(bytes[start - 1])) && (end == bytes.len() || is_blank(bytes[end]))
    });
    found.map(|(start, end)| (text[..start].trim_ascii(), text[end..].trim_ascii()))
}

fn set_option(text: &str) -> Result<Command, Problem> {
    let (keyword, rest) = split_word(text);
    if keyword != "name" {
        return Err(Problem::Missing("'name'"));
    }
    let (name, value) = match split_at_word(rest, "value") {
        Some((name, value)) => (name, Some(if value == EMPTY { "" } else { value }.to_owned())),
        None => (rest, None),
    };
    Ok(Command::SetOption { name: required("option name", name)?.to_owned(), value })
}

fn registration(text: &str) -> Result<Registration, Problem> {
    let (word, rest) = split_word(text);
    let filled = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    match required("'later' or 'name'", word)? {
        "later" => Ok(Registration::Later),
        "name" => Ok(match split_at_word(rest, "code") {
            Some((name, code)) => Registration::Now { name: filled(name), code: filled(code) },
            None => Registration::Now { name: filled(rest), code: None },
        }),
        "code" => Ok(Registration::Now { name: None, code: filled(rest) }),
        other => Err(Problem::Unexpected(other.to_owned())),
    }
}

fn position(text: &str) -> Result<Command, Problem> {
    let (kind, rest) = split_word(text);
    let (before, moves) = split_at_word(rest, "moves").unwrap_or((rest, ""));
    let moves = MoveWord::list(moves);
    let start = match required("'startpos' or 'fen'", kind)? {
        "startpos" => match split_word(before).0 {
            "" => Start::StartPos,
            other => return Err(Problem::Unexpected(other.to_owned())),
        },
        "fen" => {
            Start::Fen(required("position", &before.split_ascii_whitespace().collect::<Vec<_>>().join(" "))?.to_owned())
        }
        other => return Err(Problem::Unexpected(other.to_owned())),
    };
    Ok(Command::Position { start, moves })
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Uci => f.write_str("uci"),
            Command::Debug(on) => f.write_str(if *on { "debug on" } else { "debug off" }),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption { name, value: None } => write!(f, "setoption name {}", OneLine(name)),
            Command::SetOption { name, value: Some(value) } => {
                let value = if value.trim_ascii().is_empty() { EMPTY } else { value };
                write!(f, "setoption name {} value {}", OneLine(name), OneLine(value))
            }
            Command::Register(Registration::Later) => f.write_str("register later"),
            Command::Register(Registration::Now { name, code }) => {
                f.write_str("register")?;
                // A bare `register` would be none at all.
                if name.is_some() || code.is_none() {
                    write!(f, " name {}", OneLine(name.as_deref().unwrap_or("")))?;
                }
                code.as_ref().map_or(Ok(()), |code| write!(f, " code {}", OneLine(code)))
            }
            Command::NewGame => f.write_str("ucinewgame"),
            Command::Position { start, moves } => {
                match start {
                    Start::StartPos => f.write_str("position startpos")?,
                    Start::Fen(fen) => write!(f, "position fen {}", OneLine(fen))?,
                }
                if !moves.is_empty() {
                    f.write_str(" moves")?;
                }
                moves.iter().try_for_each(|word| write!(f, " {word}"))
            }
            Command::Go(go) => write!(f, "go{go}"),
            Command::Stop => f.write_str("stop"),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Quit => f.write_str("quit"),
            Command::Display => f.write_str("d"),
            Command::Eval => f.write_str("eval"),
            Command::Bench(arguments) if arguments.is_empty() => f.write_str("bench"),
            Command::Bench(arguments) => write!(f, "bench {}", OneLine(arguments)),
            Command::Blank => Ok(()),
            Command::Bad { line, .. } | Command::Unknown(line) => write!(f, "{}", OneLine(line)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn both_ways(line: &str, command: Command) {
        assert_eq!(Command::parse(line), command);
        assert_eq!(command.to_string(), line);
    }

    fn words(text: &str) -> Vec<MoveWord> {
        MoveWord::list(text)
    }

    #[test]
    fn every_command() {
        both_ways("uci", Command::Uci);
        both_ways("debug on", Command::Debug(true));
        both_ways("debug off", Command::Debug(false));
        both_ways("isready", Command::IsReady);
        both_ways("setoption name Hash value 64", Command::SetOption { name: "Hash".into(), value: Some("64".into()) });
        both_ways("setoption name Clear Hash", Command::SetOption { name: "Clear Hash".into(), value: None });
        both_ways(
            "setoption name Book File value /a b/c  d",
            Command::SetOption { name: "Book File".into(), value: Some("/a b/c  d".into()) },
        );
        both_ways(
            "setoption name Path value <empty>",
            Command::SetOption { name: "Path".into(), value: Some(String::new()) },
        );
        both_ways("register later", Command::Register(Registration::Later));
        both_ways(
            "register name A B code 1 2",
            Command::Register(Registration::Now { name: Some("A B".into()), code: Some("1 2".into()) }),
        );
        both_ways("register code 12", Command::Register(Registration::Now { name: None, code: Some("12".into()) }));
        both_ways("ucinewgame", Command::NewGame);
        both_ways("position startpos", Command::Position { start: Start::StartPos, moves: vec![] });
        both_ways(
            "position startpos moves c4a6c8 b6d8f6k d4d4",
            Command::Position { start: Start::StartPos, moves: words("c4a6c8 b6d8f6k d4d4") },
        );
        let fen = "n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 0 1";
        both_ways(
            &format!("position fen {fen} moves a1b3"),
            Command::Position { start: Start::Fen(fen.into()), moves: words("a1b3") },
        );
        both_ways("go", Command::Go(Go::default()));
        both_ways("go depth 5", Command::Go(Go { depth: Some(5), ..Go::default() }));
        both_ways("stop", Command::Stop);
        both_ways("ponderhit", Command::PonderHit);
        both_ways("quit", Command::Quit);
        both_ways("d", Command::Display);
        both_ways("eval", Command::Eval);
        both_ways("bench", Command::Bench(String::new()));
        both_ways("bench ultima 5", Command::Bench("ultima 5".into()));
        both_ways("", Command::Blank);
        both_ways("xboard", Command::Unknown("xboard".into()));
        both_ways("Uci", Command::Unknown("Uci".into()));
    }

    #[test]
    fn sloppy_but_readable() {
        assert_eq!(Command::parse(" \tisready  now\r\n"), Command::IsReady);
        assert_eq!(
            Command::parse("setoption  name  a  b  value"),
            Command::SetOption { name: "a  b".into(), value: Some(String::new()) }
        );
        assert_eq!(
            Command::parse("setoption name revalue values value value x"),
            Command::SetOption { name: "revalue values".into(), value: Some("value x".into()) }
        );
        assert_eq!(
            Command::parse("position fen  8/8   w - -  moves"),
            Command::Position { start: Start::Fen("8/8 w - -".into()), moves: vec![] }
        );
    }

    #[test]
    fn wrong_arguments() {
        use Problem::*;
        for (line, problem) in [
            ("debug", Missing("on or off")),
            ("debug maybe", NotASwitch("maybe".into())),
            ("setoption", Missing("'name'")),
            ("setoption Hash 5", Missing("'name'")),
            ("setoption name", Missing("option name")),
            ("setoption name value 5", Missing("option name")),
            ("register", Missing("'later' or 'name'")),
            ("register me", Unexpected("me".into())),
            ("position", Missing("'startpos' or 'fen'")),
            ("position fen", Missing("position")),
            ("position fen moves e2e4", Missing("position")),
            ("position startpos e2e4", Unexpected("e2e4".into())),
            ("position 8/8 w - - 0 1", Unexpected("8/8".into())),
        ] {
            assert_eq!(Command::parse(line), Command::Bad { line: line.into(), problem });
            assert_eq!(Command::parse(line).to_string(), line);
        }
    }
}
