//! Experience: what finished searches have found, by position, kept in a file that engines share.
//!
//! The file is only ever added to, a line at a time, each with a sum: a line that was broken off or written into is
//! passed over by whoever reads it. Several engines may use one file; a lock beside it keeps them from writing at the
//! same time. Where lines have piled up the file is written anew, beside the old one.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use dashmap::DashMap;

use crate::atomic_file;
use crate::lock::lock;

/// The first line of the file.
const FORMAT: &str = "triptych-experience 1";
/// How long another engine's writing is waited for.
const PATIENCE: Duration = Duration::from_millis(500);
/// Lines beyond those that are needed, from which on the file is written anew.
const WASTE: usize = 2_000;
/// Searches that came to less than so many plies teach nothing.
pub const LEAST_DEPTH: u32 = 6;

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Plies.
    pub depth: u32,
    /// The bare number of the score, from the side to move.
    pub score: i32,
    /// The best move's text.
    pub text: String,
}

/// A file of experience, and what is known of it.
#[derive(Debug)]
pub struct Experience {
    path: PathBuf,
    known: DashMap<(String, u64), Lesson>,
    read: Mutex<Reading>,
}

/// How far the file was read.
#[derive(Debug, Default)]
struct Reading {
    /// Bytes.
    offset: u64,
    /// Lines that were lessons.
    lessons: usize,
    /// Lines that were none.
    damaged: usize,
}

impl PartialEq for Experience {
    fn eq(&self, other: &Experience) -> bool {
        self.path == other.path
    }
}

impl Eq for Experience {}

impl Experience {
    /// Opens a file of experience, or begins one.
    ///
    /// # Errors
    /// If it cannot be read or written, or is a file of something else.
    pub fn open(path: &Path) -> io::Result<Experience> {
        let named = |why: io::Error| io::Error::new(why.kind(), format!("{}: {why}", path.display()));
        Experience::read(path).map_err(named)
    }

    fn read(path: &Path) -> io::Result<Experience> {
        let experience = Experience { path: path.to_owned(), known: DashMap::new(), read: Mutex::default() };
        {
            let _lock = experience.lock()?;
            let mut file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
            let mut first = Vec::new();
            Read::by_ref(&mut file).take(FORMAT.len() as u64 + 1).read_to_end(&mut first)?;
            let heading = format!("{FORMAT}\n");
            if first.is_empty() {
                file.write_all(heading.as_bytes())?;
            } else if !heading.as_bytes().starts_with(&first) {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "line 1: this is no file of experience"));
            }
        }
        let is_wasteful = {
            let mut reading = experience.reading();
            experience.read_on(&mut reading)?;
            reading.lessons + reading.damaged > 2 * experience.known.len() + WASTE
        };
        if is_wasteful {
            experience.compact()?;
        }
        Ok(experience)
    }

    /// Number of positions of all games.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether nothing is known yet.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// What is known of a game's position, by this engine or another that uses the file.
    pub fn recall(&self, game: &str, key: u64) -> Option<Lesson> {
        // A file that cannot be read any more teaches nothing new.
        let _ = self.read_on(&mut self.reading());
        self.known.get(&(game.to_owned(), key)).map(|lesson| lesson.clone())
    }

    /// Keeps what a search has found, unless as much is known of the position.
    ///
    /// # Errors
    /// If the file cannot be written now; the lesson is kept for this process all the same.
    pub fn learn(&self, game: &str, key: u64, lesson: Lesson) -> io::Result<()> {
        let line = line(game, key, &lesson);
        if !self.keep(game.to_owned(), key, lesson) {
            return Ok(());
        }
        let _lock = self.lock()?;
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(&self.path)?;
        let mut text = String::new();
        match file.seek(SeekFrom::End(0))? {
            0 => text.push_str(&format!("{FORMAT}\n")),
            _ => {
                // Somebody may have been stopped in the middle of a line.
                let mut last = [0];
                file.seek(SeekFrom::End(-1))?;
                file.read_exact(&mut last)?;
                if last != *b"\n" {
                    text.push('\n');
                }
            }
        }
        text.push_str(&line);
        file.write_all(text.as_bytes())
    }

    /// Whether the lesson was new.
    fn keep(&self, game: String, key: u64, lesson: Lesson) -> bool {
        let mut is_new = true;
        self.known
            .entry((game, key))
            .and_modify(|old| {
                is_new = lesson.depth > old.depth;
                if is_new {
                    old.clone_from(&lesson);
                }
            })
            .or_insert(lesson);
        is_new
    }

    /// Reads what was added to the file since it was last looked at.
    fn read_on(&self, reading: &mut Reading) -> io::Result<()> {
        let length = fs::metadata(&self.path)?.len();
        if length == reading.offset {
            return Ok(());
        }
        if length < reading.offset {
            // It was written anew.
            *reading = Reading::default();
        }
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(reading.offset))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        // The last line may still be being written.
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let is_start = reading.offset == 0;
        reading.offset += whole as u64;
        for (number, bytes) in bytes[..whole].split(|&byte| byte == b'\n').enumerate() {
            if bytes.is_empty() || is_start && number == 0 {
                continue;
            }
            match std::str::from_utf8(bytes).ok().and_then(parse) {
                Some((game, key, lesson)) => {
                    reading.lessons += 1;
                    self.keep(game, key, lesson);
                }
                None => reading.damaged += 1,
            }
        }
        Ok(())
    }

    /// Writes the file anew, one line a position.
    fn compact(&self) -> io::Result<()> {
        let _lock = self.lock()?;
        let mut reading = self.reading();
        self.read_on(&mut reading)?;
        let mut lines: Vec<String> =
            self.known.iter().map(|known| line(&known.key().0, known.key().1, &known)).collect();
        lines.sort_unstable();
        let text = format!("{FORMAT}\n{}", lines.concat());
        let draft = atomic_file::beside(&self.path, "tmp");
        atomic_file::write(&self.path, &draft, |draft| atomic_file::create_synced(draft, text.as_bytes()))?;
        *reading = Reading { offset: text.len() as u64, lessons: lines.len(), damaged: 0 };
        Ok(())
    }

    /// Keeps all others from writing until it is dropped.
    fn lock(&self) -> io::Result<File> {
        let lock = OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(false)
            .open(atomic_file::beside(&self.path, "lock"))?;
        let began = Instant::now();
        loop {
            match lock.try_lock() {
                Ok(()) => return Ok(lock),
                Err(TryLockError::WouldBlock) if began.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(1)),
                Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::WouldBlock.into()),
                Err(TryLockError::Error(why)) => return Err(why),
            }
        }
    }

    fn reading(&self) -> MutexGuard<'_, Reading> {
        lock(&self.read)
    }
}

/// `GAME KEY DEPTH SCORE MOVE SUM`.
fn line(game: &str, key: u64, lesson: &Lesson) -> String {
    let text = format!("{game} {key:016x} {} {:+} {}", lesson.depth, lesson.score, lesson.text);
    format!("{text} {:08x}\n", crc32fast::hash(text.as_bytes()))
}

fn parse(line: &str) -> Option<(String, u64, Lesson)> {
    let (text, sum) = line.rsplit_once(' ')?;
    if u32::from_str_radix(sum, 16).ok()? != crc32fast::hash(text.as_bytes()) {
        return None;
    }
    let words: Vec<&str> = text.split(' ').collect();
    let [game, key, depth, score, text] = words[..] else { return None };
    let lesson = Lesson { depth: depth.parse().ok()?, score: score.parse().ok()?, text: text.to_owned() };
    Some((game.to_owned(), u64::from_str_radix(key, 16).ok()?, lesson))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that is taken away with the test.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Place {
            let directory = std::env::temp_dir().join(format!("triptych experience {name} {}", std::process::id()));
            fs::create_dir_all(&directory).expect("a directory");
            Place(directory)
        }

        fn file(&self) -> PathBuf {
            self.0.join("experience")
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn lesson(depth: u32, text: &str) -> Lesson {
        Lesson { depth, score: 12, text: text.into() }
    }

    #[test]
    fn the_deepest_lesson_is_kept_and_shared() {
        let place = Place::new("shared");
        let one = Experience::open(&place.file()).expect("a file");
        let other = Experience::open(&place.file()).expect("the same file");
        one.learn("ultima", 7, lesson(9, "a2a5")).expect("written");
        assert_eq!(other.recall("ultima", 7), Some(lesson(9, "a2a5")));
        other.learn("ultima", 7, lesson(8, "b2b5")).expect("nothing to write");
        other.learn("chameleon", 7, lesson(11, "d2d3")).expect("written");
        other.learn("ultima", 7, lesson(10, "c2c5")).expect("written");
        assert_eq!(one.recall("ultima", 7), Some(lesson(10, "c2c5")));
        assert_eq!(one.recall("chameleon", 7), Some(lesson(11, "d2d3")));
        assert_eq!(Experience::open(&place.file()).expect("the file").len(), 2);
    }

    #[test]
    fn a_line_that_was_broken_off_spoils_no_other() {
        let place = Place::new("torn");
        let whole = {
            let experience = Experience::open(&place.file()).expect("a file");
            experience.learn("ultima", 1, lesson(9, "a2a5")).expect("written");
            experience.learn("ultima", 2, lesson(9, "b2b5")).expect("written");
            fs::read(place.file()).expect("the file")
        };
        for length in FORMAT.len() + 1..whole.len() {
            fs::write(place.file(), &whole[..length]).expect("written");
            let experience = Experience::open(&place.file()).expect("the file");
            experience.learn("ultima", 3, lesson(9, "c2c5")).expect("written");
            let again = Experience::open(&place.file()).expect("the file");
            assert_eq!(again.recall("ultima", 3), Some(lesson(9, "c2c5")), "{length}");
            let lines = whole[..length].iter().filter(|&&byte| byte == b'\n').count() - 1;
            let is_last_whole = again.len() == lines + 1 || again.len() == lines + 2;
            assert!(is_last_whole, "{length}: {} of {lines}", again.len());
        }
    }

    #[test]
    fn damage_and_other_files_are_told() {
        let place = Place::new("damage");
        let experience = Experience::open(&place.file()).expect("a file");
        experience.learn("ultima", 1, lesson(9, "a2a5")).expect("written");
        let text = fs::read_to_string(place.file()).expect("text").replace("a2a5", "a2a6");
        fs::write(place.file(), text).expect("written");
        assert_eq!(Experience::open(&place.file()).expect("the file").recall("ultima", 1), None);
        fs::write(place.file(), "[Event \"a game\"]\n").expect("written");
        assert!(Experience::open(&place.file()).is_err());
        assert_eq!(fs::read_to_string(place.file()).expect("text"), "[Event \"a game\"]\n");
    }

    #[test]
    fn what_has_piled_up_is_written_anew() {
        let place = Place::new("piled");
        let mut text = format!("{FORMAT}\n");
        for depth in 0..WASTE as u32 + 10 {
            text.push_str(&line("ultima", 5, &lesson(depth, "a2a5")));
        }
        fs::write(place.file(), text).expect("written");
        let experience = Experience::open(&place.file()).expect("the file");
        let text = fs::read_to_string(place.file()).expect("text");
        assert_eq!(text.lines().count(), 2);
        experience.learn("ultima", 6, lesson(7, "b2b5")).expect("written");
        assert_eq!(Experience::open(&place.file()).expect("the file").len(), 2);
    }
}
