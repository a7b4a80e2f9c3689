//! Opening books: positions with moves that are known to be good, found by key.
//!
//! A book is text ([`mod@file`]); taken into use it is a map from keys to moves. A position that is not in it may be so seen
//! otherwise ([`mirror`]): turned, or with the sides exchanged. Growing books is above the engine, in [`build`].

pub mod build;
pub mod check;
pub mod choice;
pub mod file;
pub mod import;
pub mod merge;
pub mod mirror;
pub mod openings;
pub mod shipped;
pub mod weights;

use std::collections::HashMap;
use std::fmt;
use std::path::Path;

pub use choice::Guide;
pub use file::{Beginning, BookError, BookFile, Entry, Flaw, Header, Page};
use mirror::Mirrors;

use crate::arbiter::Arbiter;
use crate::game::{Game, Record, notation};
use crate::tablebase::Tabled;

/// A book in use.
pub struct Book<G: Tabled> {
    pages: HashMap<u64, Vec<Entry>>,
    mirrors: Mirrors,
    setting: G::Setting,
}

/// A book as those see it who know no game by name.
pub trait OpeningBook: Send + Sync + fmt::Debug {
    /// The moves that the book has for a game's present position, in the project's words, the weightiest first. All are
    /// legal; none leads to a position that the game has seen since its last irreversible move.
    ///
    /// # Panics
    /// If the game in progress is not the book's game.
    fn moves(&self, game: &dyn Arbiter) -> Vec<Entry>;
}

/// Placement and side to move: what books know positions by.
pub fn position_text<G: Game>(position: &G) -> String {
    without_counters(&position.fen())
}

/// The first two fields of a FEN.
fn without_counters(fen: &str) -> String {
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// The text of a setting as headers have it: the default one's too.
pub fn terrain_text<G: Game>(setting: G::Setting) -> Option<String> {
    G::setting_text(setting).or_else(|| G::default_setting_text().map(str::to_owned))
}

impl Header {
    /// The header of a game's new book.
    pub fn new<G: Game>(setting: G::Setting) -> Header {
        let start = without_counters(G::START);
        Header { game: G::BOOK.to_owned(), terrain: terrain_text::<G>(setting), start, ..Header::default() }
    }

    /// Whether the book is one for this game and setting.
    ///
    /// # Errors
    /// What is different.
    pub fn fits<G: Game>(&self, setting: G::Setting) -> Result<(), Flaw> {
        if self.game != G::BOOK {
            return Err(Flaw::Foreign { found: self.game.clone(), wanted: G::BOOK });
        }
        let wanted = terrain_text::<G>(setting);
        if self.terrain != wanted {
            let word = |terrain: Option<String>| terrain.unwrap_or_else(|| "none".to_owned());
            return Err(Flaw::Ground { found: word(self.terrain.clone()), wanted: word(wanted) });
        }
        Ok(())
    }
}

/// How much of a book is looked at before it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// Positions.
    Positions,
    /// Positions and every move.
    Moves,
}

impl<G: Tabled> Book<G> {
    /// Takes a book into use; `name` is its file's, for what is said of it.
    ///
    /// A sub-variant plays from another game's book: positions and moves that it does not have are passed over there.
    ///
    /// # Errors
    /// If it is a book for something else, or a position or move is none of the game.
    pub fn of(file: BookFile, name: &str, setting: G::Setting, care: Care) -> Result<Book<G>, BookError> {
        let refuse = |line, flaw| BookError::Flawed { file: name.to_owned(), line, flaw };
        file.header.fits::<G>(setting).map_err(|flaw| refuse(2, flaw))?;
        let is_own = G::NAME == G::BOOK;
        let mut pages = HashMap::with_capacity(file.pages.len());
        for (text, page) in file.pages {
            let position = match G::parse(&text, setting) {
                Ok(position) => position,
                Err(_) if !is_own => continue,
                Err(why) => return Err(refuse(page.line, Flaw::Position(why.to_string()))),
            };
            if is_own && care == Care::Moves {
                let spelt = position_text(&position);
                if spelt != text {
                    return Err(refuse(page.line, Flaw::Spelling(spelt)));
                }
                for entry in &page.moves {
                    let read = notation::read(&position, &entry.text);
                    read.map_err(|why| refuse(page.line, Flaw::Move(why.to_string())))?;
                }
            }
            pages.insert(position.key(), page.moves);
        }
        Ok(Book { pages, mirrors: Mirrors::new::<G>(setting), setting })
    }

    /// Reads a book's file.
    ///
    /// # Errors
    /// If it cannot be read, is a book for something else, or has something wrong in it.
    pub fn open(path: &Path, setting: G::Setting) -> Result<Book<G>, BookError> {
        let file = BookFile::read(path)?;
        Book::of(file, &path.display().to_string(), setting, Care::Moves)
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Whether there is no position in it.
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// The moves that the book has for a position, with their entries in the position's own words, the weightiest first.
    pub fn find(&self, position: &G) -> Vec<(G::Move, Entry)> {
        let of_image = |mirror: &mirror::Mirror| {
            let page = self.pages.get(&mirror.image(position)?.key())?;
            Some(page.iter().map(|entry| Entry { text: mirror.back(&entry.text), ..entry.clone() }).collect())
        };
        let own = self.pages.get(&position.key()).cloned();
        let Some(page) = own.or_else(|| self.mirrors.iter().skip(1).find_map(of_image)) else { return Vec::new() };
        let page: Vec<Entry> = page;
        let read = |entry: Entry| {
            let m = notation::read(position, &entry.text).ok()?;
            Some((m, Entry { text: notation::text(position, m), ..entry }))
        };
        let mut found: Vec<(G::Move, Entry)> = page.into_iter().filter_map(read).collect();
        found.sort_by(|(_, a), (_, b)| b.weight.cmp(&a.weight).then(b.score.cmp(&a.score)).then(a.text.cmp(&b.text)));
        found
    }
}

impl<G: Tabled> fmt::Debug for Book<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a book of {} with {} positions", G::NAME, self.pages.len())
    }
}

impl<G: Tabled> OpeningBook for Book<G> {
    fn moves(&self, game: &dyn Arbiter) -> Vec<Entry> {
        let record: &Record<G> = game.record().downcast_ref().expect("a book is only asked about games of its kind");
        let position = record.position();
        if terrain_text::<G>(position.setting()) != terrain_text::<G>(self.setting) {
            return Vec::new();
        }
        let seen = record.repeatable_keys();
        let is_new = |m: G::Move| {
            let mut next = position.clone();
            next.play(m);
            !seen.contains(&next.key())
        };
        self.find(position).into_iter().filter(|(m, _)| is_new(*m)).map(|(_, entry)| entry).collect()
    }
}

#[cfg(test)]
mod tests;
