//! What the engine has beside its search: the opening book that is played from, and the file of experience.
//!
//! Both are opened when they are first needed: only then is it known of which game the book has to be.

use std::path::Path;
use std::sync::Arc;

use super::settings::Settings;
use crate::arbiter::Arbiter;
use crate::book::{Guide, OpeningBook};
use crate::engine::Task;
use crate::experience::Experience;
use crate::variant::Variant;

/// The book and the experience in use.
#[derive(Debug, Default)]
pub struct Shelf {
    book: Option<Kept>,
    /// The file's name, and its content if it can be read.
    experience: Option<(String, Option<Arc<Experience>>)>,
}

/// A book that was looked for.
#[derive(Debug)]
struct Kept {
    /// The game, its terrain, and the file that was named, which may be none.
    place: (Variant, Option<String>, String),
    book: Option<Arc<dyn OpeningBook>>,
}

impl Shelf {
    /// The book that is played from in this game, as the settings say. What is wrong with a file is told once; the
    /// program's own book is played from then.
    pub fn book(
        &mut self,
        settings: &Settings,
        game: &dyn Arbiter,
        troubles: &mut Vec<String>,
    ) -> Option<Arc<dyn OpeningBook>> {
        let variant: Variant = game.name().parse().ok().filter(|_| settings.own_book)?;
        let place = (variant, game.terrain(), settings.book_file.clone());
        if let Some(kept) = self.book.as_ref().filter(|kept| kept.place == place) {
            return kept.book.clone();
        }
        let (_, terrain, file) = &place;
        let named = (!file.is_empty()).then(|| variant.book(terrain.as_deref(), Some(Path::new(file))));
        let book = match named {
            Some(Ok(book)) => book,
            Some(Err(why)) => {
                troubles.push(format!("{why}; going on without it"));
                None
            }
            None => None,
        };
        let book = book.or_else(|| variant.book(terrain.as_deref(), None).ok().flatten());
        self.book = Some(Kept { place, book: book.clone() });
        book
    }

    fn experience(&mut self, settings: &Settings, troubles: &mut Vec<String>) -> Option<Arc<Experience>> {
        let file = &settings.experience_file;
        match &self.experience {
            _ if file.is_empty() => self.experience = None,
            Some((name, _)) if name == file => {}
            _ => {
                let opened = Experience::open(Path::new(file));
                let experience = opened.map_err(|why| troubles.push(format!("{why}; going on without it"))).ok();
                self.experience = Some((file.clone(), experience.map(Arc::new)));
            }
        }
        self.experience.as_ref()?.1.clone()
    }

    /// Adds to a task what it may use of both. A book answers only where time counts: whoever asks for a depth or a number
    /// of nodes wants a search. What cannot be used is told.
    pub fn equip(&mut self, task: &mut Task, settings: &Settings, game: &dyn Arbiter) -> Vec<String> {
        let mut troubles = Vec::new();
        let has_time = task.limits.move_time.is_some() || task.limits.clock.is_some();
        if has_time && !settings.analyses {
            let book = self.book(settings, game, &mut troubles);
            let (depth, variety) = (settings.book_depth, settings.book_variety);
            task.book = book.map(|book| Guide { book, depth, variety });
        }
        task.experience = self.experience(settings, &mut troubles);
        troubles
    }
}
