//! `triptych book`: grows opening books, reads them, joins them, checks them, and chooses openings for matches.

mod build;

use std::process::ExitCode;

use clap::Subcommand;

/// Exit code of a program that was told to stop.
const INTERRUPTED: u8 = 130;

/// What to do with opening books.
#[derive(Debug, Subcommand)]
pub enum Book {
    /// Grow a book by the engine's own searches; a build that was stopped goes on where it was
    Build(build::Build),
}

impl Book {
    /// Does it.
    ///
    /// # Errors
    /// Whatever stopped it, in words for its user.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Book::Build(command) => command.run(),
        }
    }
}
