//! Going on with a match that was broken off: the games that its PGN holds are counted, the rest is played.
//!
//! A game is written in one piece when it is over. Whatever kills the arena leaves whole games and at most one torn one
//! at the end, which is cut off and played again.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Write};
use std::path::Path;

use anyhow::{Context, bail, ensure};

use super::entrant::Entrant;
use super::record::{self, Summary};
use super::schedule::Schedule;
use crate::pgn::Pgn;
use crate::pgn::read::{Game, Reader};

/// A match's games as a file has them.
#[derive(Debug, Default)]
pub struct Kept {
    /// The games.
    pub games: Vec<Summary>,
    /// For each, the position if it is not the usual one, and the moves of its opening.
    pub openings: Vec<(Option<String>, Vec<String>)>,
    /// Where the last whole game ends, in bytes.
    end: u64,
}

/// Reads the games of a match. There are none where there is no file.
///
/// # Errors
/// If the file cannot be read, or a game in it is none of this match.
pub fn read(path: &Path, schedule: &Schedule, entrants: &[Entrant], variant: &str) -> anyhow::Result<Kept> {
    let mut kept = Kept::default();
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(kept),
        other => other.with_context(|| format!("{} could not be read", path.display()))?,
    };
    let mut games = Reader::new(BufReader::new(file)).peekable();
    while let Some(game) = games.next() {
        let number = kept.games.len() + 1;
        let game = game.with_context(|| format!("{} could not be read", path.display()))?;
        if !game.is_closed {
            ensure!(games.peek().is_none(), "{}: game {number} has no end", path.display());
            break;
        }
        let summary = check(&game, schedule, entrants, variant);
        let summary = summary.with_context(|| format!("{}: game {number}", path.display()))?;
        if kept.games.iter().any(|other| other.fixture == summary.fixture) {
            bail!("{}: game {number} is round {} again", path.display(), summary.round);
        }
        let is_book = |ply: &&crate::pgn::Ply| ply.comment == record::BOOK;
        let moves = game.moves.iter().take_while(is_book).map(|ply| ply.text.clone()).collect();
        kept.openings.push((game.tag("FEN").map(str::to_owned), moves));
        kept.games.push(summary);
        kept.end = game.end;
    }
    Ok(kept)
}

fn check(game: &Game, schedule: &Schedule, entrants: &[Entrant], variant: &str) -> anyhow::Result<Summary> {
    let tag = |name: &str| game.tag(name).unwrap_or("?");
    let round = tag("Round");
    let fixture = schedule.named(round).with_context(|| format!("round {round} is none of this match"))?;
    let [white, black] = [fixture.white, fixture.black].map(|index| &entrants[index]);
    let mut expected =
        vec![("Variant", variant.to_owned()), ("White", white.name.clone()), ("Black", black.name.clone())];
    expected.extend(record::time_control(white, black));
    for (name, value) in expected {
        ensure!(tag(name) == value, "round {round} of this match has {name} \"{value}\", not \"{}\"", tag(name));
    }
    record::read(game, fixture).with_context(|| format!("round {round} does not say how it ended"))
}

/// The file that a match's games are written to, one by one.
#[derive(Debug)]
pub struct Writer(File);

impl Writer {
    /// Opens a file for a new match.
    ///
    /// # Errors
    /// If there are games in it already, or it cannot be written.
    pub fn create(path: &Path) -> anyhow::Result<Writer> {
        let file = open(path)?;
        let is_empty = file.metadata().is_ok_and(|data| data.len() == 0);
        ensure!(is_empty, "{} is there already; --resume goes on with it", path.display());
        Ok(Writer(file))
    }

    /// Opens the file of a match that goes on, and cuts off what is torn at its end.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn go_on(path: &Path, kept: &Kept) -> anyhow::Result<Writer> {
        let file = open(path)?;
        file.set_len(kept.end).with_context(|| format!("{} could not be cut to its whole games", path.display()))?;
        Ok(Writer(file))
    }

    /// Adds a game, in one piece.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, game: &Pgn) -> anyhow::Result<()> {
        let text = game.to_string();
        self.0.write_all(text.as_bytes()).and_then(|()| self.0.flush()).context("the games could not be written")
    }
}

fn open(path: &Path) -> anyhow::Result<File> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.with_context(|| format!("{} could not be written", path.display()))
}
