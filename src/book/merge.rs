//! Joining books of one game.
//!
//! Positions that are images of each other become one. Of a move that several books have the deepest score counts, and
//! games are added up. Weights fall as in the first book.

use std::collections::{BTreeMap, HashMap};

use super::build::tree::weight;
use super::mirror::{Mirror, Mirrors};
use super::{BookError, BookFile, Entry, Flaw, Header, Page, position_text};
use crate::game::notation;
use crate::tablebase::Tabled;

/// Joins books, each with its file's name.
///
/// # Errors
/// If one is no book of this game, or a position or move in it is none of the game.
pub fn merge<G: Tabled>(books: &[(String, BookFile)], setting: G::Setting) -> Result<BookFile, BookError> {
    let mirrors = Mirrors::new::<G>(setting);
    let mut header = Header::new::<G>(setting);
    let mut pages: BTreeMap<String, Page> = BTreeMap::new();
    // The position under which all images of a position are kept, by their common key.
    let mut places: HashMap<u64, G> = HashMap::new();
    for (name, book) in books {
        let refuse = |line, flaw| BookError::Flawed { file: name.clone(), line, flaw };
        book.header.fits::<G>(setting).map_err(|flaw| refuse(2, flaw))?;
        for step in &book.header.made {
            if !header.made.contains(step) {
                header.made.push(step.clone());
            }
        }
        for (text, page) in &book.pages {
            let position = G::parse(text, setting).map_err(|why| refuse(page.line, Flaw::Position(why.to_string())))?;
            let place = places.entry(mirrors.key(&position)).or_insert_with(|| position.clone());
            let into = pages.entry(position_text(place)).or_default();
            let way = way(&mirrors, place, &position);
            for entry in &page.moves {
                let illegal = |why: notation::MoveError| refuse(page.line, Flaw::Move(why.to_string()));
                notation::read(&position, &entry.text).map_err(illegal)?;
                let text = way.map_or_else(|| entry.text.clone(), |way| way.back(&entry.text));
                let m = notation::read(place, &text).map_err(illegal)?;
                join(&mut into.moves, Entry { text: notation::text(place, m), ..entry.clone() });
            }
        }
    }
    header.fall = books.first().map_or(header.fall, |(_, book)| book.header.fall);
    pages.values_mut().for_each(|page| weigh(&mut page.moves, header.fall));
    Ok(BookFile { header, pages })
}

/// The way to see `place` as `position`.
fn way<'a, G: Tabled>(mirrors: &'a Mirrors, place: &G, position: &G) -> Option<&'a Mirror> {
    mirrors.iter().find(|mirror| mirror.image(place).is_some_and(|image| image.key() == position.key()))
}

fn join(moves: &mut Vec<Entry>, new: Entry) {
    let Some(old) = moves.iter_mut().find(|old| old.text == new.text) else {
        moves.push(new);
        return;
    };
    let games = old.games.saturating_add(new.games);
    let weight = old.weight.max(new.weight);
    if new.depth > old.depth {
        *old = new;
    }
    (old.games, old.weight) = (games, weight);
}

/// Where every move has a score the scores decide on the weights; otherwise the weights that the books gave stay.
fn weigh(moves: &mut [Entry], fall: u32) {
    if moves.iter().any(|entry| entry.depth == 0) {
        return;
    }
    let best = moves.iter().map(|entry| entry.score).max().unwrap_or(0);
    moves.iter_mut().for_each(|entry| entry.weight = weight(best - entry.score, fall));
}
