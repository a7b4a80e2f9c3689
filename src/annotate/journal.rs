//! Games that are annotated already, kept beside the output until it is whole, so that a run that was stopped, however hard,
//! goes on with the next game.
//!
//! The first line says what was asked for. Each game follows behind a line of its own that tells its length and its sum;
//! what a kill has left of a game is cut off.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::Counts;
use crate::atomic_file;
use crate::locked_file;

/// A journal that is open, and locked against other runs.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// Where the first game's line begins.
    begin: u64,
    kept: Kept,
}

/// What a journal has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Games, broken ones too.
    pub games: usize,
    /// Games that are there as they were, since they cannot be played.
    pub broken: usize,
    /// Moves of the others.
    pub counts: Counts,
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
    /// Another run works with it.
    #[error("{0}: another run is at work there")]
    Busy(PathBuf),
    /// It belongs to a run that was asked for something else.
    #[error("{path}, line 1: this is of '{found}', not of '{wanted}'; --force begins anew")]
    Other {
        /// The file.
        path: PathBuf,
        /// What it says.
        found: String,
        /// What is wanted.
        wanted: String,
    },
}

impl Journal {
    /// Opens a journal, or begins it. What another run has left there that was asked for something else is thrown away
    /// with `force` only.
    ///
    /// # Errors
    /// If it is in use, is another run's, or cannot be read or written.
    pub fn open(path: &Path, asked: &str, force: bool) -> Result<Journal, JournalError> {
        let refuse = |why| JournalError::Io { path: path.to_owned(), why };
        let file = locked_file::open(path).map_err(|why| match why.kind() {
            io::ErrorKind::WouldBlock => JournalError::Busy(path.to_owned()),
            _ => refuse(why),
        })?;
        let begin = asked.len() as u64 + 1;
        let mut journal = Journal { file, path: path.to_owned(), begin, kept: Kept::default() };
        match journal.first_line(asked).map_err(refuse)? {
            Some(found) if found == asked => journal.scan().map_err(refuse)?,
            Some(found) if !force => {
                return Err(JournalError::Other { path: path.to_owned(), found, wanted: asked.to_owned() });
            }
            _ => journal.begin(asked).map_err(refuse)?,
        }
        Ok(journal)
    }

    /// What is in it.
    pub fn kept(&self) -> Kept {
        self.kept
    }

    /// Adds a game, which outlasts a kill from then on. Without counts it is a broken one.
    ///
    /// # Errors
    /// If the system does not let it be written.
    pub fn add(&mut self, text: &[u8], counts: Option<Counts>) -> Result<(), JournalError> {
        let Counts { moves, inaccuracies, mistakes, blunders } = counts.unwrap_or_default();
        let kind = if counts.is_some() { "game" } else { "broken" };
        let (length, sum) = (text.len(), crc32fast::hash(text));
        let mut record =
            format!("{kind} {length} {sum:08x} {moves} {inaccuracies} {mistakes} {blunders}\n").into_bytes();
        record.extend_from_slice(text);
        self.file.write_all(&record).map_err(|why| self.refuse(why))?;
        self.kept.take(counts);
        Ok(())
    }

    /// Puts all games into a file, as a whole, and takes the journal away.
    ///
    /// # Errors
    /// If the system does not let it be written.
    pub fn finish(mut self, path: &Path, draft: &Path) -> Result<Kept, JournalError> {
        let refuse = |why| JournalError::Io { path: path.to_owned(), why };
        self.file.seek(SeekFrom::Start(self.begin)).map_err(refuse)?;
        let mut input = BufReader::new(&self.file);
        let written = atomic_file::write(path, draft, |draft| {
            let mut out = BufWriter::new(File::create(draft)?);
            while let Some((text, _)) = record(&mut input)? {
                out.write_all(&text)?;
            }
            out.flush()?;
            out.get_ref().sync_all()
        });
        written.map_err(refuse)?;
        // The games are safe: a journal that stays is a nuisance and no loss.
        let _ = fs::remove_file(&self.path);
        Ok(self.kept)
    }

    fn refuse(&self, why: io::Error) -> JournalError {
        JournalError::Io { path: self.path.clone(), why }
    }

    /// The first line; `None` in a file that is new, or was killed in its first line.
    fn first_line(&mut self, asked: &str) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        // Whatever is in the file, this much tells whether it is a journal of this run.
        BufReader::new(&self.file).take(4_096).read_until(b'\n', &mut line)?;
        if asked.as_bytes().starts_with(&line) {
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).trim_end_matches('\n').to_owned()))
    }

    fn begin(&mut self, asked: &str) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(format!("{asked}\n").as_bytes())
    }

    /// Counts the games and cuts off what is not whole.
    fn scan(&mut self) -> io::Result<()> {
        let mut end = self.begin;
        self.file.seek(SeekFrom::Start(end))?;
        let mut input = BufReader::new(&self.file);
        let mut kept = Kept::default();
        while let Some((_, counts)) = record(&mut input)? {
            kept.take(counts);
            end = input.stream_position()?;
        }
        self.file.set_len(end)?;
        self.file.seek(SeekFrom::Start(end))?;
        self.kept = kept;
        Ok(())
    }
}

impl Kept {
    fn take(&mut self, counts: Option<Counts>) {
        self.games += 1;
        self.broken += usize::from(counts.is_none());
        self.counts.add(counts.unwrap_or_default());
    }
}

/// The next game and its counts; `None` where there is no whole one.
fn record(input: &mut impl BufRead) -> io::Result<Option<(Vec<u8>, Option<Counts>)>> {
    let mut line = Vec::new();
    input.by_ref().take(200).read_until(b'\n', &mut line)?;
    let line = String::from_utf8_lossy(&line);
    let Some((kind, length, sum, numbers)) = head(&line) else { return Ok(None) };
    let mut text = Vec::new();
    input.by_ref().take(length).read_to_end(&mut text)?;
    if text.len() as u64 != length || crc32fast::hash(&text) != sum {
        return Ok(None);
    }
    let [moves, inaccuracies, mistakes, blunders] = numbers;
    let counts = Counts { moves, inaccuracies, mistakes, blunders };
    Ok(Some((text, (kind == "game").then_some(counts))))
}

/// A game's own line.
fn head(line: &str) -> Option<(&str, u64, u32, [usize; 4])> {
    let mut words = line.strip_suffix('\n')?.split(' ');
    let (kind, length, sum) = (words.next()?, words.next()?, words.next()?);
    let mut number = || words.next()?.parse().ok();
    let numbers = [number()?, number()?, number()?, number()?];
    Some((kind, length.parse().ok()?, u32::from_str_radix(sum, 16).ok()?, numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_a_kill_leaves_the_whole_games_are_kept() {
        let folder = std::env::temp_dir().join(format!("triptych annotate journal {}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let (path, out) = (folder.join("x.partial"), folder.join("x.pgn"));
        let counts = Counts { moves: 7, inaccuracies: 1, mistakes: 2, blunders: 3 };
        let texts: [(&[u8], Option<Counts>); 3] =
            [(b"one\n\n", Some(counts)), (b"game 3 \xff\n", None), (b"", Some(counts))];
        let mut journal = Journal::open(&path, "asked", false).expect("new");
        let mut ends = vec![fs::metadata(&path).expect("there").len() as usize];
        for (text, counts) in texts {
            journal.add(text, counts).expect("written");
            ends.push(fs::metadata(&path).expect("there").len() as usize);
        }
        assert!(matches!(Journal::open(&path, "asked", false), Err(JournalError::Busy(_))));
        drop(journal);
        let whole = fs::read(&path).expect("there");
        for cut in 0..=whole.len() {
            fs::write(&path, &whole[..cut]).expect("written");
            let mut journal = Journal::open(&path, "asked", false).expect("it goes on");
            let kept = journal.kept().games;
            assert_eq!(kept, ends[1..].iter().filter(|&&end| end <= cut).count(), "{cut}");
            for (text, counts) in &texts[kept..] {
                journal.add(text, *counts).expect("written");
            }
            let kept = journal.finish(&out, &folder.join("draft")).expect("written");
            assert_eq!((kept.games, kept.broken, kept.counts.blunders), (3, 1, 6), "{cut}");
            assert_eq!(fs::read(&out).expect("there"), b"one\n\ngame 3 \xff\n", "{cut}");
            assert!(!path.exists());
        }
        fs::write(&path, &whole).expect("written");
        assert!(matches!(Journal::open(&path, "other", false), Err(JournalError::Other { .. })));
        assert_eq!(fs::read(&path).expect("there"), whole);
        assert_eq!(Journal::open(&path, "other", true).expect("anew").kept(), Kept::default());
        let _ = fs::remove_dir_all(&folder);
    }
}
