//! `triptych book`: grows opening books, reads them, joins them, checks them, and chooses openings for matches.

mod build;
mod check;
mod import;
mod merge;
mod openings;
mod show;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use clap::{Args, Subcommand};

use crate::book::{self, shipped};
use crate::tablebase::Tabled;
use crate::variant::Variant;

/// What to do with opening books.
#[derive(Debug, Subcommand)]
pub enum Book {
    /// Grow a book by the engine's own searches; a build that was stopped goes on where it was
    Build(build::Build),
    /// Make a book of games: the moves of whoever did not lose, counted
    Import(import::Import),
    /// Join books of one game
    Merge(merge::Merge),
    /// Show what a book has, as a tree
    Show(show::Show),
    /// Check every position, move, line and score of books; exit code 1 if one is wrong
    Check(check::Check),
    /// Print balanced positions out of a book, for matches to start from
    Openings(openings::Openings),
}

impl Book {
    /// Does it.
    ///
    /// # Errors
    /// Whatever stopped it, in words for its user.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Book::Build(command) => command.run(),
            Book::Import(command) => command.run(),
            Book::Merge(command) => command.run(),
            Book::Show(command) => command.run(),
            Book::Check(command) => command.run(),
            Book::Openings(command) => command.run(),
        }
    }
}

/// A game and a book of it.
#[derive(Clone, Debug, Args)]
struct Which {
    /// The game: ultima, shashmaty, shashmaty-damka, shashmaty-dragon or chameleon
    #[arg(value_name = "GAME")]
    game: Variant,
    /// A book in place of the one that is in the program
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Chameleon's colours in place of the default ones: seven rows from the top, letters QRBNP, `*` for a hole
    #[arg(long, value_name = "ROWS")]
    terrain: Option<String>,
}

impl Which {
    /// The book.
    fn open<G: Tabled>(&self, setting: G::Setting) -> anyhow::Result<Arc<book::Book<G>>> {
        shipped::or_file::<G>(self.book.as_deref(), setting)?.with_context(|| {
            let terrain = if self.terrain.is_some() { " on that terrain" } else { "" };
            format!("the program has no book of {}{terrain}: name one with --book", G::NAME)
        })
    }

    /// What the book is called.
    fn name<G: Tabled>(&self) -> String {
        self.book.as_ref().map_or_else(|| format!("{}.book", G::BOOK), |path| path.display().to_string())
    }
}
