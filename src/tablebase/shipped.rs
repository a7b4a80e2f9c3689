//! The tables that are in the program itself: those of up to three men, and of up to four in Chameleon on its default
//! terrain. They are found without any file.

use include_dir::{Dir, include_dir};

use super::Tabled;

static TABLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/tables");

/// The names of a game's classes with their tables.
pub(super) fn of_game<G: Tabled>(setting: G::Setting) -> impl Iterator<Item = (&'static str, &'static [u8])> {
    let is_default = G::setting_text(setting).is_none();
    let directory = if is_default { TABLES.get_dir(G::NAME) } else { None };
    directory.into_iter().flat_map(Dir::files).filter_map(|file| {
        let name = file.path().file_stem()?.to_str()?;
        Some((name, file.contents()))
    })
}
