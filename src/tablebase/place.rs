//! Where tables are kept.

use std::path::{Path, PathBuf};

use super::file::{ENDING, setting_text};
use super::{Class, Tabled};

/// The directory of the user's own tables, in the place that the system has for what can be made again.
///
/// `None` where the system names no such place.
pub fn of_user() -> Option<PathBuf> {
    Some(dirs::cache_dir()?.join("triptych").join("tables"))
}

/// The directory of a game's tables below a directory of tables; every setting but the default one has its own.
pub fn of_game<G: Tabled>(root: &Path, setting: G::Setting) -> PathBuf {
    root.join(match G::setting_text(setting) {
        None => G::NAME.to_owned(),
        Some(_) => format!("{}-{:08x}", G::NAME, crc32fast::hash(setting_text::<G>(setting).as_bytes())),
    })
}

/// The file of a class below a directory of tables.
pub fn of_class<G: Tabled>(root: &Path, setting: G::Setting, class: Class) -> PathBuf {
    of_game::<G>(root, setting).join(format!("{}.{ENDING}", class.name::<G>()))
}
