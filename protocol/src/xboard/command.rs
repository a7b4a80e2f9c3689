//! What an XBoard GUI says to its engine.
//!
//! A move may come bare, without `usermove`: so it does from a GUI that was not told `feature usermove=1`, or never
//! asked.

use std::fmt;
use std::time::Duration;

use crate::result::comment;
use crate::words::{
    Minutes, OneLine, Seconds, clock, integer, minutes, natural, required, seconds, small, small_integer, split_word,
    without_controls,
};
use crate::{GameResult, MoveText, MoveWord, Problem, Square};

/// A time control for a game or a number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Level {
    /// Moves until `base` is added again; 0 where it is for the whole game.
    pub moves: u32,
    /// Time for these moves.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// Which moves of the root `exclude` and `include` mean.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Roots {
    /// All legal moves.
    All,
    /// This one.
    One(MoveWord),
}

/// A line from the GUI.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Command {
    /// `xboard`: the first line.
    Xboard,
    /// `protover N`: the version of the protocol; features are due.
    Protover(u32),
    /// `accepted FEATURE`
    Accepted(String),
    /// `rejected FEATURE`
    Rejected(String),
    /// `new`: the start position of the first variant, engine playing Black, no depth limit.
    New,
    /// `variant NAME`
    Variant(String),
    /// `quit`
    Quit,
    /// `random`: to be ignored.
    Random,
    /// `force`: play neither side.
    Force,
    /// `go`: play the side to move, and move.
    Go,
    /// `playother`: play the side not to move.
    PlayOther,
    /// `white` (obsolete): White to move, engine plays Black.
    White,
    /// `black` (obsolete): Black to move, engine plays White.
    Black,
    /// `level MOVES BASE INCREMENT`: base in minutes or M:SS, increment in seconds, fractions allowed.
    Level(Level),
    /// `st SECONDS`: time a move, fractions allowed.
    MoveTime(Duration),
    /// `sd PLIES`
    Depth(u32),
    /// `nps N`: count time by nodes, so many a second; 0 means processor time.
    NodeRate(u64),
    /// `time N`: the engine's clock in centiseconds, may be negative, within ±[`crate::CLOCK_LIMIT`].
    Time(i64),
    /// `otim N`: the opponent's clock, likewise.
    OpponentTime(i64),
    /// `usermove MOVE`
    UserMove(MoveWord),
    /// A move without `usermove` before it.
    BareMove(MoveWord),
    /// `?`: move now.
    MoveNow,
    /// `ping N`: to be answered by `pong N` when all before it is done. Whatever the GUI sent as N is kept.
    Ping(String),
    /// `draw`: the opponent offers a draw.
    Draw,
    /// `result RESULT {REASON}`: the game is over.
    Result {
        /// How it ended.
        result: GameResult,
        /// Why, for people; may be empty.
        reason: String,
    },
    /// `setboard FEN`
    SetBoard(String),
    /// `edit`: lines to be read with [`super::Edit`] follow, until its `.`.
    Edit,
    /// `hint`
    Hint,
    /// `bk`: show the book.
    Book,
    /// `undo`: take back one ply.
    Undo,
    /// `remove`: take back two plies.
    Remove,
    /// `hard`: ponder.
    Hard,
    /// `easy`: do not ponder.
    Easy,
    /// `post`: show thinking.
    Post,
    /// `nopost`: do not show it.
    NoPost,
    /// `analyze`
    Analyze,
    /// `exit`: leave analysis.
    Exit,
    /// `.`: tell the state of the analysis.
    Status,
    /// `name NAME`: the opponent's; may be empty.
    Name(String),
    /// `rating OWN OPPONENT`: on a chess server; 0 for unrated.
    Rating {
        /// The engine's rating.
        own: i64,
        /// The opponent's.
        opponent: i64,
    },
    /// `ics HOST`: `-` for none.
    Ics(String),
    /// `computer`: the opponent is an engine.
    Computer,
    /// `pause`
    Pause,
    /// `resume`
    Resume,
    /// `memory N`: megabytes at most.
    Memory(u64),
    /// `cores N`: processors at most.
    Cores(u32),
    /// `egtpath TYPE PATH`
    EgtPath {
        /// The kind of tables, as in the feature `egt`.
        kind: String,
        /// Where they are.
        path: String,
    },
    /// `option NAME=VALUE`, or `option NAME` for a button.
    Option {
        /// May hold blanks.
        name: String,
        /// Exactly what stands behind the first `=`.
        value: Option<String>,
    },
    /// `exclude MOVE` or `exclude all`
    Exclude(Roots),
    /// `include MOVE` or `include all`
    Include(Roots),
    /// `setscore SCORE DEPTH`
    SetScore {
        /// Centipawns for the side to move.
        score: i32,
        /// Plies up to which it is to be believed.
        depth: u32,
    },
    /// `lift SQUARE`: the user has picked up the piece there.
    Lift(Square),
    /// `put SQUARE`: and puts it down there.
    Put(Square),
    /// `hover SQUARE`: the pointer is over a marked square.
    Hover(Square),
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
    /// Reads a line. Never fails: see [`Command::Bad`] and [`Command::Unknown`].
    ///
    /// ```
    /// use triptych_protocol::{Problem, xboard::Command};
    ///
    /// assert_eq!(Command::parse("time -30\n"), Command::Time(-30));
    /// assert!(matches!(Command::parse("e2e4"), Command::BareMove(_)));
    /// let problem = Problem::NotANumber("memory", "lots".into());
    /// assert_eq!(Command::parse("memory lots"), Command::Bad { line: "memory lots".into(), problem });
    /// ```
    pub fn parse(line: &str) -> Command {
        let line = without_controls(line);
        let line = line.trim_ascii();
        Command::try_parse(line).unwrap_or_else(|problem| Command::Bad { line: line.to_owned(), problem })
    }

    fn try_parse(line: &str) -> Result<Command, Problem> {
        let (word, rest) = split_word(line);
        let (first, second) = split_word(rest);
        let text = |what| required(what, rest).map(str::to_owned);
        let square = || required("square", first)?.parse();
        Ok(match word {
            "" => Command::Blank,
            "xboard" => Command::Xboard,
            "protover" => Command::Protover(small("version", first)?),
            "accepted" => Command::Accepted(text("feature")?),
            "rejected" => Command::Rejected(text("feature")?),
            "new" => Command::New,
            "variant" => Command::Variant(required("variant", first)?.to_owned()),
            "quit" => Command::Quit,
            "random" => Command::Random,
            "force" => Command::Force,
            "go" => Command::Go,
            "playother" => Command::PlayOther,
            "white" => Command::White,
            "black" => Command::Black,
            "level" => {
                let (base, rest) = split_word(second);
                let (increment, _) = split_word(rest);
                Command::Level(Level {
                    moves: small("number of moves", first)?,
                    base: minutes("base time", base)?,
                    increment: seconds("increment", increment)?,
                })
            }
            "st" => Command::MoveTime(seconds("time", first)?),
            "sd" => Command::Depth(small("depth", first)?),
            "nps" => Command::NodeRate(natural("node rate", first)?),
            "time" => Command::Time(clock("time", first)?),
            "otim" => Command::OpponentTime(clock("time", first)?),
            "usermove" => Command::UserMove(MoveWord::new(required("move", first)?)),
            "?" => Command::MoveNow,
            "ping" => Command::Ping(text("number")?),
            "draw" => Command::Draw,
            "result" => {
                Command::Result { result: required("result", first)?.parse()?, reason: comment(second).to_owned() }
            }
            "setboard" => Command::SetBoard(text("position")?),
            "edit" => Command::Edit,
            "hint" => Command::Hint,
            "bk" => Command::Book,
            "undo" => Command::Undo,
            "remove" => Command::Remove,
            "hard" => Command::Hard,
            "easy" => Command::Easy,
            "post" => Command::Post,
            "nopost" => Command::NoPost,
            "analyze" => Command::Analyze,
            "exit" => Command::Exit,
            "." => Command::Status,
            "name" => Command::Name(rest.to_owned()),
            "rating" => Command::Rating {
                own: integer("own rating", first)?,
                opponent: integer("opponent's rating", split_word(second).0)?,
            },
            "ics" => Command::Ics(text("host")?),
            "computer" => Command::Computer,
            "pause" => Command::Pause,
            "resume" => Command::Resume,
            "memory" => Command::Memory(natural("memory", first)?),
            "cores" => Command::Cores(small("number of cores", first)?),
            "egtpath" => Command::EgtPath {
                kind: required("type", first)?.to_owned(),
                path: required("path", second)?.to_owned(),
            },
            "option" => {
                let (name, value) = match rest.split_once('=') {
                    Some((name, value)) => (name.trim_ascii(), Some(value.to_owned())),
                    None => (rest, None),
                };
                Command::Option { name: required("name", name)?.to_owned(), value }
            }
            "exclude" => Command::Exclude(roots(first)?),
            "include" => Command::Include(roots(first)?),
            "setscore" => Command::SetScore {
                score: small_integer("score", first)?,
                depth: small("depth", split_word(second).0)?,
            },
            "lift" => Command::Lift(square()?),
            "put" => Command::Put(square()?),
            "hover" => Command::Hover(square()?),
            _ if rest.is_empty() && MoveText::is_meant_by(word) => Command::BareMove(MoveWord::new(word)),
            _ => Command::Unknown(line.to_owned()),
        })
    }
}

fn roots(word: &str) -> Result<Roots, Problem> {
    Ok(match required("move", word)? {
        "all" => Roots::All,
        word => Roots::One(MoveWord::new(word)),
    })
}

impl fmt::Display for Roots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Roots::All => f.write_str("all"),
            Roots::One(word) => write!(f, "{word}"),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.moves, Minutes(self.base), Seconds(self.increment))
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Xboard => f.write_str("xboard"),
            Command::Protover(version) => write!(f, "protover {version}"),
            Command::Accepted(feature) => write!(f, "accepted {}", OneLine(feature)),
            Command::Rejected(feature) => write!(f, "rejected {}", OneLine(feature)),
            Command::New => f.write_str("new"),
            Command::Variant(name) => write!(f, "variant {}", OneLine(name)),
            Command::Quit => f.write_str("quit"),
            Command::Random => f.write_str("random"),
            Command::Force => f.write_str("force"),
            Command::Go => f.write_str("go"),
            Command::PlayOther => f.write_str("playother"),
            Command::White => f.write_str("white"),
            Command::Black => f.write_str("black"),
            Command::Level(level) => write!(f, "level {level}"),
            Command::MoveTime(time) => write!(f, "st {}", Seconds(*time)),
            Command::Depth(plies) => write!(f, "sd {plies}"),
            Command::NodeRate(rate) => write!(f, "nps {rate}"),
            Command::Time(time) => write!(f, "time {time}"),
            Command::OpponentTime(time) => write!(f, "otim {time}"),
            Command::UserMove(word) => write!(f, "usermove {word}"),
            Command::BareMove(word) => write!(f, "{word}"),
            Command::MoveNow => f.write_str("?"),
            Command::Ping(number) => write!(f, "ping {}", OneLine(number)),
            Command::Draw => f.write_str("draw"),
            Command::Result { result, reason } => write!(f, "result {result} {{{}}}", OneLine(reason)),
            Command::SetBoard(fen) => write!(f, "setboard {}", OneLine(fen)),
            Command::Edit => f.write_str("edit"),
            Command::Hint => f.write_str("hint"),
            Command::Book => f.write_str("bk"),
            Command::Undo => f.write_str("undo"),
            Command::Remove => f.write_str("remove"),
            Command::Hard => f.write_str("hard"),
            Command::Easy => f.write_str("easy"),
            Command::Post => f.write_str("post"),
            Command::NoPost => f.write_str("nopost"),
            Command::Analyze => f.write_str("analyze"),
            Command::Exit => f.write_str("exit"),
            Command::Status => f.write_str("."),
            Command::Name(name) => write!(f, "name {}", OneLine(name)),
            Command::Rating { own, opponent } => write!(f, "rating {own} {opponent}"),
            Command::Ics(host) => write!(f, "ics {}", OneLine(host)),
            Command::Computer => f.write_str("computer"),
            Command::Pause => f.write_str("pause"),
            Command::Resume => f.write_str("resume"),
            Command::Memory(megabytes) => write!(f, "memory {megabytes}"),
            Command::Cores(number) => write!(f, "cores {number}"),
            Command::EgtPath { kind, path } => write!(f, "egtpath {} {}", OneLine(kind), OneLine(path)),
            Command::Option { name, value: None } => write!(f, "option {}", OneLine(name)),
            Command::Option { name, value: Some(value) } => write!(f, "option {}={}", OneLine(name), OneLine(value)),
            Command::Exclude(roots) => write!(f, "exclude {roots}"),
            Command::Include(roots) => write!(f, "include {roots}"),
            Command::SetScore { score, depth } => write!(f, "setscore {score} {depth}"),
            Command::Lift(square) => write!(f, "lift {square}"),
            Command::Put(square) => write!(f, "put {square}"),
            Command::Hover(square) => write!(f, "hover {square}"),
            Command::Blank => Ok(()),
            Command::Bad { line, .. } | Command::Unknown(line) => write!(f, "{}", OneLine(line)),
        }
    }
}
