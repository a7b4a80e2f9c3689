//! The tables of positions in `tests/data`: tab-separated, lines that start with `#` are remarks.

use std::fs;
use std::path::Path;

/// The fields of every row of a table that begins with this game's name.
///
/// # Panics
/// If the table cannot be read, or has no such row.
pub(crate) fn rows(table: &str, game: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(table);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows: Vec<Vec<String>> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').map(str::to_owned).collect::<Vec<String>>())
        .filter(|row| row[0] == game)
        .collect();
    assert!(!rows.is_empty(), "{table} has no row of {game}");
    rows
}
