//! `triptych book check`.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use crate::book::check::{Fault, check};
use crate::book::{BookError, BookFile, shipped};
use crate::command::answer;
use crate::search::Searchable;
use crate::variant::{Variant, Visitor};

/// Arguments of `book check`.
#[derive(Debug, Args)]
pub struct Check {
    /// Files of books; those that are in the program if none is named
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Faults that are told of each book.
const MOST_TOLD: usize = 20;

impl Check {
    /// Checks the books and prints a line for each, and one for each fault.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let mut is_right = true;
        if self.files.is_empty() {
            for &variant in Variant::ALL {
                if let Some((name, text)) = variant.visit(None, Shipped)? {
                    is_right &= tell(&name, BookFile::parse(&name, text))?;
                }
            }
        }
        for path in &self.files {
            is_right &= tell(&path.display().to_string(), read(path)?)?;
        }
        Ok(answer(is_right))
    }
}

/// A file that cannot be read is no answer; one that is no book is.
fn read(path: &Path) -> anyhow::Result<Result<BookFile, BookError>> {
    match BookFile::read(path) {
        Err(why @ BookError::Unread { .. }) => Err(why.into()),
        book => Ok(book),
    }
}

/// Prints what a check has found; whether nothing is wrong.
fn tell(name: &str, book: Result<BookFile, BookError>) -> anyhow::Result<bool> {
    let mut out = stdout().lock();
    let book = match book {
        Ok(book) => book,
        Err(why) => {
            writeln!(out, "{why}")?;
            return Ok(false);
        }
    };
    let Ok(variant) = book.header.game.parse::<Variant>() else {
        writeln!(out, "{name}, line 2: there is no game '{}'", book.header.game)?;
        return Ok(false);
    };
    let terrain = book.header.terrain.clone();
    let faults = variant.visit(terrain.as_deref(), Checked(&book)).with_context(|| format!("{name}, line 3"))?;
    for Fault { line, what } in faults.iter().take(MOST_TOLD) {
        writeln!(out, "{name}, line {line}: {what}")?;
    }
    if faults.len() > MOST_TOLD {
        writeln!(out, "{name}: {} more faults", faults.len() - MOST_TOLD)?;
    }
    let moves: usize = book.pages.values().map(|page| page.moves.len()).sum();
    let verdict = if faults.is_empty() { "all right".to_owned() } else { format!("{} faults", faults.len()) };
    writeln!(out, "{name}: {variant}, {} positions, {moves} moves, {verdict}", book.pages.len())?;
    Ok(faults.is_empty())
}

/// The text of a game's own book.
struct Shipped;

impl Visitor for Shipped {
    type Output = Option<(String, &'static [u8])>;

    fn visit<G: Searchable>(self, _: G::Setting) -> Self::Output {
        if G::NAME == G::BOOK { shipped::text::<G>() } else { None }
    }
}

struct Checked<'a>(&'a BookFile);

impl Visitor for Checked<'_> {
    type Output = Vec<Fault>;

    fn visit<G: Searchable>(self, setting: G::Setting) -> Vec<Fault> {
        check::<G>(self.0, setting)
    }
}
