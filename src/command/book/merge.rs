//! `triptych book merge`.

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use crate::book::{BookFile, merge};
use crate::command::is_free;
use crate::search::Searchable;
use crate::variant::{Variant, Visitor};

/// Arguments of `book merge`.
#[derive(Debug, Args)]
pub struct Merge {
    /// Files of books of one game; of a move that several have the deepest score counts
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// File that the joined book is written to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Write over a book that is there
    #[arg(long)]
    force: bool,
}

impl Merge {
    /// Joins the books and writes what comes out.
    ///
    /// # Errors
    /// If a book is refused, they are not of one game, or the file cannot be written.
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        is_free(&self.out, self.force)?;
        let read = |path: &PathBuf| Ok((path.display().to_string(), BookFile::read(path)?));
        let books = self.files.iter().map(read).collect::<anyhow::Result<Vec<_>>>()?;
        let (name, first) = &books[0];
        let game: Variant = first.header.game.parse().with_context(|| format!("{name}, line 2"))?;
        let terrain = first.header.terrain.as_deref();
        let joined = game.visit(terrain, Joined(&books)).with_context(|| format!("{name}, line 3"))??;
        joined.write(&self.out).with_context(|| format!("{} could not be written", self.out.display()))?;
        writeln!(stdout(), "{}: {} positions of {} books", self.out.display(), joined.pages.len(), books.len())?;
        Ok(ExitCode::SUCCESS)
    }
}

struct Joined<'a>(&'a [(String, BookFile)]);

impl Visitor for Joined<'_> {
    type Output = anyhow::Result<BookFile>;

    fn visit<G: Searchable>(self, setting: G::Setting) -> anyhow::Result<BookFile> {
        Ok(merge::merge::<G>(self.0, setting)?)
    }
}
