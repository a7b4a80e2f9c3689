//! What the searches of a growing book have found, kept line by line, so that a build that was stopped, however hard,
//! goes on where it was.
//!
//! The first line says what the searches were asked for: another build does not go on with them. A last line that was
//! broken off in writing is cut.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::book::position_text;
use crate::game::notation;
use crate::locked_file;
use crate::tablebase::Tabled;

/// A journal that is open, and locked against other builds.
pub struct Journal {
    file: File,
    path: PathBuf,
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The system does not let it be read or written.
    #[error("{path}: {why}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// Another build works with it.
    #[error("{0}: another build is at work there")]
    Busy(PathBuf),
    /// It belongs to a build that was asked for something else.
    #[error("{path}, line 1: these are the searches of '{found}', not of '{wanted}'")]
    Other {
        /// The file.
        path: PathBuf,
        /// What it says.
        found: String,
        /// What is wanted.
        wanted: String,
    },
    /// A line is no search's.
    #[error("{path}, line {line}: '{text}' is not what a search has found")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What stands there.
        text: String,
    },
}

/// What a search has found: the position, and moves with scores and depths.
pub type Found<G> = (G, Vec<(<G as crate::game::Game>::Move, i32, u32)>);

impl Journal {
    /// Opens a journal, or begins it, and returns what is in it.
    ///
    /// # Errors
    /// If it is another build's, cannot be read or written, or has a line in it that is none.
    pub fn open<G: Tabled>(
        path: &Path,
        asked: &str,
        setting: G::Setting,
    ) -> Result<(Journal, Vec<Found<G>>), JournalError> {
        let refuse = |why| JournalError::Io { path: path.to_owned(), why };
        let mut file = locked_file::open(path).map_err(|why| match why.kind() {
            io::ErrorKind::WouldBlock => JournalError::Busy(path.to_owned()),
            _ => refuse(why),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(refuse)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        file.set_len(whole as u64).map_err(refuse)?;
        file.seek(SeekFrom::Start(whole as u64)).map_err(refuse)?;
        let text = String::from_utf8_lossy(&bytes[..whole]);
        let mut lines = text.lines();
        match lines.next() {
            None => file.write_all(format!("{asked}\n").as_bytes()).map_err(refuse)?,
            Some(found) if found != asked => {
                let (found, wanted) = (found.to_owned(), asked.to_owned());
                return Err(JournalError::Other { path: path.to_owned(), found, wanted });
            }
            Some(_) => {}
        }
        let mut found = Vec::new();
        for (number, line) in lines.enumerate() {
            let read = read::<G>(line, setting).ok_or_else(|| JournalError::Line {
                path: path.to_owned(),
                line: number + 2,
                text: line.to_owned(),
            })?;
            found.push(read);
        }
        Ok((Journal { file, path: path.to_owned() }, found))
    }

    /// Adds what a search has found.
    ///
    /// # Errors
    /// If the system does not let it be written.
    pub fn add<G: Tabled>(&mut self, position: &G, moves: &[(G::Move, i32, u32)]) -> Result<(), JournalError> {
        let mut line = position_text(position);
        for &(m, score, depth) in moves {
            line.push_str(&format!(" | {} {score:+} {depth}", notation::text(position, m)));
        }
        line.push('\n');
        self.file.write_all(line.as_bytes()).map_err(|why| JournalError::Io { path: self.path.clone(), why })
    }
}

fn read<G: Tabled>(line: &str, setting: G::Setting) -> Option<Found<G>> {
    let mut parts = line.split(" | ");
    let position = G::parse(parts.next()?, setting).ok()?;
    let moves = parts.map(|part| {
        let mut words = part.split(' ');
        let m = notation::read(&position, words.next()?).ok()?;
        Some((m, words.next()?.parse().ok()?, words.next()?.parse().ok()?))
    });
    let moves = moves.collect::<Option<Vec<_>>>()?;
    Some((position, moves))
}
