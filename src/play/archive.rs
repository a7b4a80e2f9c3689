//! Where games at the terminal are kept: a file for each, in the user's own folder, from the first move on.
//!
//! A file is written as a whole after every move, so that whatever happens the game is there up to its last move. While a
//! game is played its file is locked, through another beside it: nobody else goes on with it. Games that are over stay.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::sitting::Sitting;
use crate::atomic_file;
use crate::pgn::{Pgn, read};
use crate::variant::Variant;

/// A folder of games.
#[derive(Clone, Debug)]
pub struct Archive {
    folder: PathBuf,
}

/// A game's file, which nobody else writes.
#[derive(Debug)]
pub struct Place {
    path: PathBuf,
    lock_path: PathBuf,
    /// Locked as long as this is here.
    lock: Option<File>,
}

/// A game that was left before its end.
#[derive(Debug)]
pub struct Left {
    /// The game as far as it was played.
    pub sitting: Sitting,
    /// Its file.
    pub path: PathBuf,
    written: SystemTime,
}

impl Left {
    /// How long ago its last move was made.
    pub fn age(&self) -> Duration {
        SystemTime::now().duration_since(self.written).unwrap_or_default()
    }
}

impl Archive {
    /// The user's games, in the place that the system has for what programs keep; `None` where it names none.
    pub fn of_user() -> Option<Archive> {
        let root = dirs::state_dir().or_else(dirs::data_local_dir)?;
        Some(Archive::at(root.join("triptych").join("games")))
    }

    /// The games in a folder, which need not exist yet.
    pub fn at(folder: PathBuf) -> Archive {
        Archive { folder }
    }

    /// The games of this kind that were left before their end and that nobody plays now, the last one first; and what is
    /// wrong with files that cannot be read.
    pub fn left(&self, variant: Variant) -> (Vec<Left>, Vec<String>) {
        let (mut games, mut complaints) = (Vec::new(), Vec::new());
        let Ok(entries) = fs::read_dir(&self.folder) else { return (games, complaints) };
        let paths = entries.flatten().map(|entry| entry.path());
        for path in paths.filter(|path| path.extension().is_some_and(|extension| extension == "pgn")) {
            match read_left(&path, variant) {
                Ok(Some(left)) if !is_taken(&path) => games.push(left),
                Ok(_) => {}
                Err(why) => complaints.push(format!("{}: {why}", path.display())),
            }
        }
        games.sort_by_key(|left| std::cmp::Reverse((left.written, left.path.clone())));
        complaints.sort();
        (games, complaints)
    }

    /// The file of a game that was left, to go on with it.
    ///
    /// # Errors
    /// If somebody else does so already, or the system does not let it be locked.
    pub fn take(&self, left: &Left) -> io::Result<Place> {
        Place::lock(left.path.clone())
    }

    /// A file for a new game; it is there from the first [`Place::write`] on.
    ///
    /// # Errors
    /// If the folder cannot be made, or nothing can be written in it.
    pub fn create(&self, variant: Variant) -> io::Result<Place> {
        fs::create_dir_all(&self.folder)?;
        let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let mut number = 1;
        loop {
            let path = self.folder.join(format!("{variant}-{seconds}-{number}.pgn"));
            number += 1;
            if path.exists() {
                continue;
            }
            match Place::lock(path) {
                Err(why) if why.kind() == io::ErrorKind::WouldBlock => {}
                other => return other,
            }
        }
    }
}

fn lock_path(path: &Path) -> PathBuf {
    path.with_extension("lock")
}

/// Whether somebody plays the game now.
fn is_taken(path: &Path) -> bool {
    File::open(lock_path(path)).is_ok_and(|lock| matches!(lock.try_lock(), Err(TryLockError::WouldBlock)))
}

/// The game in a file, if it is of this kind and not over.
fn read_left(path: &Path, variant: Variant) -> Result<Option<Left>, String> {
    let text = fs::read_to_string(path).map_err(|why| why.to_string())?;
    let game = read::games(&text).next().ok_or("there is no game in it")?;
    if game.tag("Variant") != Some(variant.name()) || matches!(&game.result, Some(result) if result != "*") {
        return Ok(None);
    }
    let sitting = Sitting::read(&game).map_err(|why| why.to_string())?;
    let written = fs::metadata(path).and_then(|file| file.modified()).map_err(|why| why.to_string())?;
    Ok(Some(Left { sitting, path: path.to_owned(), written }))
}

impl Place {
    fn lock(path: PathBuf) -> io::Result<Place> {
        let lock_path = lock_path(&path);
        let lock = File::options().create(true).append(true).open(&lock_path)?;
        match lock.try_lock() {
            Ok(()) => Ok(Place { path, lock_path, lock: Some(lock) }),
            Err(TryLockError::WouldBlock) => {
                Err(io::Error::new(io::ErrorKind::WouldBlock, "another program is playing this game"))
            }
            Err(TryLockError::Error(why)) => Err(why),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the game as it is now.
    ///
    /// # Errors
    /// If the system does not let it be written; the file is then as it was.
    pub fn write(&self, game: &Pgn) -> io::Result<()> {
        let draft = self.path.with_extension("draft");
        atomic_file::write(&self.path, &draft, |draft| atomic_file::create_synced(draft, game.to_string().as_bytes()))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // Windows removes no file that is open.
        self.lock = None;
        let _ = fs::remove_file(&self.lock_path);
    }
}

/// Writes a game to a file of the user's choice, which must not be there.
///
/// # Errors
/// If it is there, or cannot be written.
pub fn save(path: &Path, game: &Pgn) -> io::Result<()> {
    use std::io::Write;
    let mut file = File::options().write(true).create_new(true).open(path).map_err(|why| match why.kind() {
        kind @ io::ErrorKind::AlreadyExists => io::Error::new(kind, "it is there already"),
        _ => why,
    })?;
    let written = file.write_all(game.to_string().as_bytes()).and_then(|()| file.sync_all());
    if written.is_err() {
        let _ = fs::remove_file(path);
    }
    written
}

#[cfg(test)]
mod tests;
