//! Joining books of one game.
//!
//! Positions that are images of each other become one. Of a move that several books have the deepest score counts, and
//! games are added up. Weights are made as in the first book; where a move has no score, those that the books gave stay.

use std::collections::{BTreeMap, HashMap};

use super::mirror::{Mirror, Mirrors};
use super::weights::{Line, weights};
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
    if let Some((_, first)) = books.first() {
        (header.fall, header.beginning) = (first.header.fall, first.header.beginning);
    }
    let mut lines: HashMap<u64, Vec<Line>> = HashMap::new();
    for (&key, place) in &places {
        let line = |entry: &Entry| {
            let mut after = place.clone();
            after.play(notation::read(place, &entry.text).ok()?);
            Some(((entry.depth > 0).then_some(entry.score), Some(mirrors.key(&after))))
        };
        let page = pages.get(&position_text(place));
        lines.insert(key, page.into_iter().flat_map(|page| &page.moves).filter_map(line).collect());
    }
    let root = G::parse(&header.start, setting).map(|start| mirrors.key(&start)).unwrap_or_default();
    for (key, weights) in weights(&header, root, &lines) {
        let moves = pages.get_mut(&position_text(&places[&key])).into_iter().flat_map(|page| &mut page.moves);
        moves.zip(weights).for_each(|(entry, weight)| entry.weight = weight);
    }
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
