//! What an engine says to an XBoard GUI.
//!
//! Engines say much that is in no document: such lines are `Unknown`, never an error. Older forms that XBoard takes
//! ("White resigns", `12 ... e7e5`) are read and written in the newer form.

use std::fmt;

use super::{Feature, Setup, Status, Thinking};
use crate::result::comment;
use crate::words::{OneLine, required, split_word, without_controls};
use crate::{GameResult, MoveWord, Problem, Square};

/// A line from the engine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reply {
    /// `feature NAME=VALUE …`
    Features(Vec<Feature>),
    /// `move MOVE`
    Move(MoveWord),
    /// `1-0 {REASON}` and so on: the game is over, by the rules.
    Result {
        /// How it ended.
        result: GameResult,
        /// Why, for people; may be empty.
        reason: String,
    },
    /// `resign`
    Resign,
    /// `offer draw`: also the acceptance of an offer.
    OfferDraw,
    /// `Illegal move (REASON): MOVE`
    IllegalMove {
        /// Why, if it is said.
        reason: Option<String>,
        /// The move, as the GUI wrote it.
        text: String,
    },
    /// `Error (KIND): LINE`
    Error {
        /// What is wrong: `unknown command` and the like.
        kind: Option<String>,
        /// The line that it is about.
        text: String,
    },
    /// `pong N`, with the N of the `ping`.
    Pong(String),
    /// A line of thinking output.
    Thinking(Thinking),
    /// `++`: the search fails high.
    FailHigh,
    /// `--`: the search fails low.
    FailLow,
    /// `stat01: …`
    Status(Status),
    /// `Hint: MOVE`
    Hint(MoveWord),
    /// A line that starts with a blank: text from the book (an empty line ends it), or more of the thinking line before.
    Indented(String),
    /// `setup …`
    Setup(Setup),
    /// `piece ID MOVES`: the letter, with `&` for both colours, and its moves in Betza's notation.
    Piece {
        /// `X&`, `X` or `x`.
        id: String,
        /// How it moves.
        moves: String,
    },
    /// `highlight COLOURS`: ranks as in a FEN, letters of colours in place of pieces.
    Highlight(String),
    /// `click SQUARE`: as if the user had clicked there.
    Click(Square),
    /// `choice LETTERS`: what the moving piece may become.
    Choice(String),
    /// `telluser TEXT`: shown in a window.
    TellUser(String),
    /// `tellusererror TEXT`: shown in a window as an error.
    TellUserError(String),
    /// `tellopponent TEXT`
    TellOpponent(String),
    /// `tellothers TEXT`
    TellOthers(String),
    /// `tellall TEXT`
    TellAll(String),
    /// `tellics TEXT`
    TellIcs(String),
    /// `tellicsnoalias TEXT`
    TellIcsNoAlias(String),
    /// `askuser TAG TEXT`: the answer comes as a line that starts with the tag.
    AskUser {
        /// The first word of the answer.
        tag: String,
        /// The question.
        text: String,
    },
    /// `# TEXT`: for the log only.
    Comment(String),
    /// An empty line.
    Blank,
    /// A known reply with something wrong in its arguments.
    Bad {
        /// The whole line.
        line: String,
        /// What is wrong.
        problem: Problem,
    },
    /// Any other line.
    Unknown(String),
}

impl Reply {
    /// `Error (…): LINE` for a command that is unknown or has wrong arguments; `None` for all others.
    ///
    /// ```
    /// use triptych_protocol::xboard::{Command, Reply};
    ///
    /// let answer = |line| Reply::refusal(&Command::parse(line)).unwrap().to_string();
    /// assert_eq!(answer("castle now"), "Error (unknown command): castle now");
    /// assert_eq!(answer("memory lots"), "Error (memory is not a number): memory lots");
    /// ```
    pub fn refusal(command: &super::Command) -> Option<Reply> {
        use super::Command;
        match command {
            Command::Unknown(line) => Some(Reply::error("unknown command", line)),
            Command::Bad { line, problem } => Some(Reply::error(&problem.to_string(), line)),
            _ => None,
        }
    }

    /// `Error (KIND): LINE`.
    pub fn error(kind: &str, line: &str) -> Reply {
        Reply::Error { kind: Some(kind.to_owned()), text: line.to_owned() }
    }

    /// `Illegal move (REASON): MOVE`.
    pub fn illegal_move(reason: &str, word: &MoveWord) -> Reply {
        Reply::IllegalMove { reason: Some(reason.to_owned()), text: word.as_str().to_owned() }
    }

    /// Reads a line. Never fails: see [`Reply::Bad`] and [`Reply::Unknown`].
    ///
    /// ```
    /// use triptych_protocol::{GameResult, xboard::Reply};
    ///
    /// let reply = Reply::parse("0-1 {Black mates}\n");
    /// assert_eq!(reply, Reply::Result { result: GameResult::BlackWins, reason: "Black mates".into() });
    /// assert_eq!(reply.to_string(), "0-1 {Black mates}");
    /// ```
    pub fn parse(line: &str) -> Reply {
        let line = without_controls(line);
        if let Some(thinking) = Thinking::parse(&line) {
            return Reply::Thinking(thinking);
        }
        let line = line.trim_ascii_end();
        if line.starts_with([' ', '\t']) {
            return Reply::Indented(line[1..].to_owned());
        }
        Reply::try_parse(line).unwrap_or_else(|problem| Reply::Bad { line: line.to_owned(), problem })
    }

    fn try_parse(line: &str) -> Result<Reply, Problem> {
        if let Some(text) = line.strip_prefix('#') {
            return Ok(Reply::Comment(text.trim_ascii().to_owned()));
        }
        if let Some(rest) = strip_prefix_ignoring_case(line, "illegal move") {
            let (reason, text) = reason_and_text(rest);
            return Ok(Reply::IllegalMove { reason, text });
        }
        let (word, rest) = split_word(line);
        let (first, second) = split_word(rest);
        let text = || rest.to_owned();
        if let Ok(result) = word.parse() {
            return Ok(Reply::Result { result, reason: comment(rest).to_owned() });
        }
        Ok(match word {
            "" => Reply::Blank,
            "feature" => Reply::Features(Feature::parse_all(rest)),
            "move" => Reply::Move(MoveWord::new(required("move", first)?)),
            "resign" => Reply::Resign,
            "pong" => Reply::Pong(required("number", rest)?.to_owned()),
            "++" => Reply::FailHigh,
            "--" => Reply::FailLow,
            "stat01:" => Reply::Status(Status::parse(rest)?),
            "Hint:" => Reply::Hint(MoveWord::new(required("move", first)?)),
            "setup" => Reply::Setup(Setup::parse(rest)?),
            "piece" => Reply::Piece {
                id: required("piece letter", first)?.to_owned(),
                moves: required("moves", second)?.to_owned(),
            },
            "highlight" => Reply::Highlight(required("colours", rest)?.to_owned()),
            "click" => Reply::Click(required("square", first)?.parse()?),
            "choice" => Reply::Choice(required("choices", rest)?.to_owned()),
            "telluser" => Reply::TellUser(text()),
            "tellusererror" => Reply::TellUserError(text()),
            "tellopponent" => Reply::TellOpponent(text()),
            "tellothers" => Reply::TellOthers(text()),
            "tellall" => Reply::TellAll(text()),
            "tellics" => Reply::TellIcs(text()),
            "tellicsnoalias" => Reply::TellIcsNoAlias(text()),
            "askuser" => Reply::AskUser { tag: required("tag", first)?.to_owned(), text: second.to_owned() },
            _ if first == "..." && is_move_number(word) => {
                Reply::Move(MoveWord::new(required("move", split_word(second).0)?))
            }
            _ => match strip_prefix_ignoring_case(line, "error") {
                Some(rest) if rest.is_empty() || rest.starts_with([' ', '\t', '(', ':']) => {
                    let (kind, text) = reason_and_text(rest);
                    Reply::Error { kind, text }
                }
                _ => Reply::older_form(line),
            },
        })
    }

    fn older_form(line: &str) -> Reply {
        let result = |result| Reply::Result { result, reason: line.to_owned() };
        match line {
            _ if line.starts_with("White resigns") => result(GameResult::BlackWins),
            _ if line.starts_with("Black resigns") => result(GameResult::WhiteWins),
            _ if line.starts_with("White mates") => result(GameResult::WhiteWins),
            _ if line.starts_with("Black mates") => result(GameResult::BlackWins),
            _ if line == "Draw" || line.starts_with("game is a draw") => result(GameResult::Draw),
            _ if line.starts_with("computer resigns") => Reply::Resign,
            _ if line.contains("offer") && line.contains("draw") => Reply::OfferDraw,
            _ => Reply::Unknown(line.to_owned()),
        }
    }
}

/// A number with or without a period.
fn is_move_number(word: &str) -> bool {
    let digits = word.strip_suffix('.').unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

fn strip_prefix_ignoring_case<'a>(line: &'a str, prefix: &str) -> Option<&'a str> {
    let start = line.get(..prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then(|| &line[prefix.len()..])
}

/// `(REASON): TEXT`, where the parentheses or the colon may be missing.
fn reason_and_text(rest: &str) -> (Option<String>, String) {
    let rest = rest.trim_ascii();
    let (reason, rest) = match rest.strip_prefix('(') {
        Some(inner) => match inner.split_once("):").or_else(|| inner.split_once(')')) {
            Some((reason, rest)) => (Some(reason.to_owned()).filter(|reason| !reason.is_empty()), rest),
            None => (None, rest),
        },
        None => (None, rest.strip_prefix(':').unwrap_or(rest)),
    };
    (reason, rest.trim_ascii().to_owned())
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with_reason = |f: &mut fmt::Formatter<'_>, start: &str, reason: &Option<String>, text: &str| match reason {
            Some(reason) => write!(f, "{start} ({}): {}", OneLine(reason), OneLine(text)),
            None => write!(f, "{start}: {}", OneLine(text)),
        };
        match self {
            Reply::Features(features) => {
                f.write_str("feature")?;
                features.iter().try_for_each(|feature| write!(f, " {feature}"))
            }
            Reply::Move(word) => write!(f, "move {word}"),
            Reply::Result { result, reason } => write!(f, "{result} {{{}}}", OneLine(reason)),
            Reply::Resign => f.write_str("resign"),
            Reply::OfferDraw => f.write_str("offer draw"),
            Reply::IllegalMove { reason, text } => with_reason(f, "Illegal move", reason, text),
            Reply::Error { kind, text } => with_reason(f, "Error", kind, text),
            Reply::Pong(number) => write!(f, "pong {}", OneLine(number)),
            Reply::Thinking(thinking) => write!(f, "{thinking}"),
            Reply::FailHigh => f.write_str("++"),
            Reply::FailLow => f.write_str("--"),
            Reply::Status(status) => write!(f, "stat01: {status}"),
            Reply::Hint(word) => write!(f, "Hint: {word}"),
            Reply::Indented(text) => write!(f, " {}", OneLine(text)),
            Reply::Setup(setup) => write!(f, "setup {setup}"),
            Reply::Piece { id, moves } => write!(f, "piece {} {}", OneLine(id), OneLine(moves)),
            Reply::Highlight(colours) => write!(f, "highlight {}", OneLine(colours)),
            Reply::Click(square) => write!(f, "click {square}"),
            Reply::Choice(letters) => write!(f, "choice {}", OneLine(letters)),
            Reply::TellUser(text) => write!(f, "telluser {}", OneLine(text)),
            Reply::TellUserError(text) => write!(f, "tellusererror {}", OneLine(text)),
            Reply::TellOpponent(text) => write!(f, "tellopponent {}", OneLine(text)),
            Reply::TellOthers(text) => write!(f, "tellothers {}", OneLine(text)),
            Reply::TellAll(text) => write!(f, "tellall {}", OneLine(text)),
            Reply::TellIcs(text) => write!(f, "tellics {}", OneLine(text)),
            Reply::TellIcsNoAlias(text) => write!(f, "tellicsnoalias {}", OneLine(text)),
            Reply::AskUser { tag, text } => write!(f, "askuser {} {}", OneLine(tag), OneLine(text)),
            Reply::Comment(text) => write!(f, "# {}", OneLine(text)),
            Reply::Blank => Ok(()),
            Reply::Bad { line, .. } | Reply::Unknown(line) => write!(f, "{}", OneLine(line)),
        }
    }
}
