//! The books that are in the program itself: a fresh install plays from them.

use std::any::{Any, TypeId};
use std::path::Path;
use std::sync::{Arc, LazyLock};

use dashmap::DashMap;
use include_dir::{Dir, include_dir};
use log::error;

use super::{Book, BookError, BookFile, Care};
use crate::tablebase::Tabled;

static BOOKS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/books");

/// The books that were asked for, by game: each is read once.
static READ: LazyLock<DashMap<TypeId, Option<Arc<dyn Any + Send + Sync>>>> = LazyLock::new(DashMap::new);

/// The name and text of a game's book, if the program has one.
pub fn text<G: Tabled>() -> Option<(String, &'static [u8])> {
    let name = format!("{}.book", G::BOOK);
    let file = BOOKS.get_file(&name)?;
    Some((name, file.contents()))
}

/// A game's book; `None` where the program has none, as for any but the default setting.
pub fn book<G: Tabled>(setting: G::Setting) -> Option<Arc<Book<G>>> {
    if G::setting_text(setting).is_some() {
        return None;
    }
    let read = READ.entry(TypeId::of::<G>()).or_insert_with(|| {
        let (name, text) = text::<G>()?;
        let book = BookFile::parse(&name, text).and_then(|file| Book::<G>::of(file, &name, setting, Care::Positions));
        match book {
            Ok(book) => Some(Arc::new(book)),
            Err(why) => {
                error!("the program's own book: {why}");
                None
            }
        }
    });
    read.clone()?.downcast().ok()
}

/// The book in a file, or without a file the one in the program, if it has one.
///
/// # Errors
/// If the file is refused.
pub fn or_file<G: Tabled>(path: Option<&Path>, setting: G::Setting) -> Result<Option<Arc<Book<G>>>, BookError> {
    path.map_or_else(|| Ok(book(setting)), |path| Ok(Some(Arc::new(Book::open(path, setting)?))))
}
