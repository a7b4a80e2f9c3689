//! The text of a book: a header, then one position a line with its moves, sorted.
//!
//! This file knows no game: whether positions and moves are those of one is found where the book is taken into use.
//! What is wrong with a text is told with its line.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use crate::atomic_file;

/// The first line of every book.
pub const FORMAT: &str = "triptych-book 1";
/// What files end in that are being written.
const UNFINISHED: &str = "book.tmp";
/// The greatest score of a move, in centipawns: beyond it a game is decided.
pub const MOST_SCORE: i32 = 29_000;
/// Beyond so many centipawns a position is no opening any more.
pub const MOST_ADVANTAGE: i32 = 1_500;
/// No book's file is longer than so many bytes.
const MOST_BYTES: u64 = 256 << 20;
/// The greatest weight of a move.
pub const MOST_WEIGHT: u32 = 10_000;

/// What a book says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// The terrain, in a game that has one.
    pub terrain: Option<String>,
    /// The position that all lines begin in, as [`BookFile::pages`] has positions.
    pub start: String,
    /// Centipawns by which a move must be worse than the best one to weigh e times less.
    pub fall: u32,
    /// How the first plies are weighed, where they are weighed otherwise.
    pub beginning: Option<Beginning>,
    /// How the book was made, a line for each step.
    pub made: Vec<String>,
}

/// How whole beginnings are weighed against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beginning {
    /// Plies of a beginning.
    pub plies: u32,
    /// Centipawns by which the moves of one must lose more than those of another for it to be e times less likely.
    pub fall: u32,
}

/// No beginning has more plies.
pub const MOST_BEGINNING: u32 = 40;

/// The fall of weights where nothing else is said: games in which many moves are nearly as good as the best need no more.
pub const USUAL_FALL: u32 = 12;

impl Default for Header {
    fn default() -> Self {
        Header {
            game: String::new(),
            terrain: None,
            start: String::new(),
            fall: USUAL_FALL,
            beginning: None,
            made: Vec::new(),
        }
    }
}

/// A move of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its text.
    pub text: String,
    /// How readily it is played beside the other moves of its position; never, if 0.
    pub weight: u32,
    /// Centipawns from the side that makes it.
    pub score: i32,
    /// Games of strong players in which it was made.
    pub games: u32,
    /// Plies that its score was searched to, this move included; 0 where no score is known.
    pub depth: u32,
}

/// The moves of one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The line of the file, from 1; 0 where there is no file yet.
    pub line: usize,
    /// The moves, the weightiest first.
    pub moves: Vec<Entry>,
}

/// A book as its file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookFile {
    /// What it says of itself.
    pub header: Header,
    /// Pages by position: placement and side to move, the first two fields of a FEN.
    pub pages: BTreeMap<String, Page>,
}

/// Why a book is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("{file} could not be read: {why}")]
    Unread {
        /// The file.
        file: String,
        /// What the system says.
        why: String,
    },
    /// Something is wrong in it.
    #[error("{file}, line {line}: {flaw}")]
    Flawed {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        flaw: Flaw,
    },
}

/// What is wrong with a line of a book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// The file is no book.
    #[error("this is no opening book: its first line must be '{FORMAT}'")]
    NoBook,
    /// The line is no text.
    #[error("this is no UTF-8 text")]
    NoText,
    /// A word that headers do not know, or say twice.
    #[error("'{0}' has no place in the header")]
    Key(String),
    /// The header leaves something out.
    #[error("the header ends without saying '{0}'")]
    Missing(&'static str),
    /// The book is one of another game.
    #[error("this is a book of {found}, not of {wanted}")]
    Foreign {
        /// The game that the header names.
        found: String,
        /// The game that is played.
        wanted: &'static str,
    },
    /// The book is for another terrain.
    #[error("this is a book for the terrain {found}, not for {wanted}")]
    Ground {
        /// The terrain that the header names.
        found: String,
        /// The terrain that is played on.
        wanted: String,
    },
    /// A position is none of the game.
    #[error("{0}")]
    Position(String),
    /// A position is not in the form in which books have it.
    #[error("the position must be written as '{0}'")]
    Spelling(String),
    /// A position without moves.
    #[error("the position has no move")]
    NoMoves,
    /// Something that is no move with its numbers.
    #[error("'{0}' is not MOVE WEIGHT SCORE GAMES DEPTH")]
    Form(String),
    /// A number that is none or beyond its range.
    #[error("the {what} '{text}' is no number from {least} to {most}")]
    Number {
        /// Which number.
        what: &'static str,
        /// What stands there.
        text: String,
        /// The least that is allowed.
        least: i64,
        /// The most that is allowed.
        most: i64,
    },
    /// A move that is not legal.
    #[error("{0}")]
    Move(String),
    /// A move that stands there twice.
    #[error("the move {0} stands there twice")]
    Twice(String),
    /// The lines are not sorted.
    #[error("the position does not belong behind the line before: lines are sorted, and no position comes twice")]
    Order,
    /// Lines are missing, or there are too many.
    #[error("the header says {said} positions, and {found} are there")]
    Count {
        /// What the header says.
        said: usize,
        /// What is there.
        found: usize,
    },
}

impl BookFile {
    /// Reads a book's text; `name` is the file's, for what is said of it.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<BookFile, BookError> {
        let mut book = BookFile::default();
        let refuse = |line: usize, flaw| BookError::Flawed { file: name.to_owned(), line, flaw };
        let mut said = None;
        let mut in_header = true;
        let (mut last, mut count) = (0, 0);
        for (index, bytes) in bytes.split(|&byte| byte == b'\n').enumerate() {
            let number = index + 1;
            let line = std::str::from_utf8(bytes).map_err(|_| refuse(number, Flaw::NoText))?.trim_end_matches('\r');
            if index == 0 {
                if line.trim_start_matches('\u{feff}') != FORMAT {
                    return Err(refuse(number, Flaw::NoBook));
                }
                continue;
            }
            if in_header {
                in_header = !line.is_empty();
                if in_header {
                    book.header.take(line, &mut said).map_err(|flaw| refuse(number, flaw))?;
                } else {
                    book.header.complete(said).map_err(|flaw| refuse(number, flaw))?;
                }
            } else if !line.is_empty() {
                let (position, page) = page(line, number).map_err(|flaw| refuse(number, flaw))?;
                if book.pages.last_key_value().is_some_and(|(before, _)| *before >= position) {
                    return Err(refuse(number, Flaw::Order));
                }
                book.pages.insert(position, page);
                count += 1;
            }
            if !line.is_empty() {
                last = number;
            }
        }
        if in_header {
            book.header.complete(said).map_err(|flaw| refuse(last + 1, flaw))?;
        }
        match said {
            Some(said) if said != count => Err(refuse(last, Flaw::Count { said, found: count })),
            _ => Ok(book),
        }
    }

    /// Reads a book's file.
    ///
    /// # Errors
    /// If it cannot be read, or the first thing that is wrong in it.
    pub fn read(path: &Path) -> Result<BookFile, BookError> {
        let name = path.display().to_string();
        let unread = |why: String| BookError::Unread { file: name.clone(), why };
        let mut bytes = Vec::new();
        // Not all that can be opened has an end.
        let opened = fs::File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
        opened.map_err(|why| unread(why.to_string()))?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(unread(format!("it is longer than {} MiB", MOST_BYTES >> 20)));
        }
        BookFile::parse(&name, &bytes)
    }

    /// Writes the book to a file, which is there as a whole or as it was before.
    ///
    /// # Errors
    /// If the system does not let it be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let beside = path.with_extension(UNFINISHED);
        atomic_file::write(path, &beside, |beside| atomic_file::create_synced(beside, self.to_string().as_bytes()))
    }
}

impl Header {
    /// A line of the header.
    fn take(&mut self, line: &str, positions: &mut Option<usize>) -> Result<(), Flaw> {
        if line.starts_with('#') {
            return Ok(());
        }
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        let value = value.trim();
        let twice = || Err(Flaw::Key(key.to_owned()));
        match key {
            "game" if self.game.is_empty() => self.game = value.to_owned(),
            "terrain" if self.terrain.is_none() => self.terrain = Some(value.to_owned()),
            "start" if self.start.is_empty() => self.start = value.to_owned(),
            "fall" => self.fall = number("fall of weights", value, 1, 1_000)? as u32,
            "beginning" if self.beginning.is_none() => {
                let (plies, fall) = value.split_once(' ').unwrap_or((value, ""));
                let plies = number("number of plies", plies, 1, i64::from(MOST_BEGINNING))? as u32;
                self.beginning =
                    Some(Beginning { plies, fall: number("fall of weights", fall.trim(), 1, 1_000)? as u32 });
            }
            "made" => self.made.push(value.to_owned()),
            "positions" if positions.is_none() => {
                *positions = Some(number("number of positions", value, 0, i64::from(u32::MAX))? as usize);
            }
            _ => return twice(),
        }
        Ok(())
    }

    fn complete(&self, positions: Option<usize>) -> Result<(), Flaw> {
        for (key, is_there) in
            [("game", !self.game.is_empty()), ("start", !self.start.is_empty()), ("positions", positions.is_some())]
        {
            if !is_there {
                return Err(Flaw::Missing(key));
            }
        }
        Ok(())
    }
}

fn number(what: &'static str, text: &str, least: i64, most: i64) -> Result<i64, Flaw> {
    let value = text.parse().ok().filter(|value| (least..=most).contains(value));
    value.ok_or_else(|| Flaw::Number { what, text: text.to_owned(), least, most })
}

/// A line: the position, and moves with their numbers.
fn page(line: &str, number: usize) -> Result<(String, Page), Flaw> {
    let mut parts = line.split(" | ");
    let position = parts.next().unwrap_or_default().trim().to_owned();
    let mut moves: Vec<Entry> = Vec::new();
    for part in parts {
        let entry = entry(part)?;
        if moves.iter().any(|other| other.text == entry.text) {
            return Err(Flaw::Twice(entry.text));
        }
        moves.push(entry);
    }
    if moves.is_empty() { Err(Flaw::NoMoves) } else { Ok((position, Page { line: number, moves })) }
}

fn entry(part: &str) -> Result<Entry, Flaw> {
    let words: Vec<&str> = part.split_ascii_whitespace().collect();
    let [text, weight, score, games, depth] = words[..] else { return Err(Flaw::Form(part.trim().to_owned())) };
    let most = i64::from(MOST_SCORE);
    Ok(Entry {
        text: text.to_owned(),
        weight: number("weight", weight, 0, i64::from(MOST_WEIGHT))? as u32,
        score: number("score", score, -most, most)? as i32,
        games: number("number of games", games, 0, i64::from(u32::MAX))? as u32,
        depth: number("depth", depth, 0, 255)? as u32,
    })
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {:+} {} {}", self.text, self.weight, self.score, self.games, self.depth)
    }
}

impl fmt::Display for BookFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FORMAT}\ngame {}", self.header.game)?;
        if let Some(terrain) = &self.header.terrain {
            writeln!(f, "terrain {terrain}")?;
        }
        writeln!(f, "start {}\nfall {}", self.header.start, self.header.fall)?;
        if let Some(Beginning { plies, fall }) = self.header.beginning {
            writeln!(f, "beginning {plies} {fall}")?;
        }
        for step in &self.header.made {
            writeln!(f, "made {step}")?;
        }
        writeln!(f, "positions {}\n", self.pages.len())?;
        for (position, page) in &self.pages {
            f.write_str(position)?;
            let mut moves: Vec<&Entry> = page.moves.iter().collect();
            moves.sort_by(|a, b| b.weight.cmp(&a.weight).then(b.score.cmp(&a.score)).then(a.text.cmp(&b.text)));
            for entry in moves {
                write!(f, " | {entry}")?;
            }
            f.write_char('\n')?;
        }
        Ok(())
    }
}
