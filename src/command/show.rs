//! `triptych show`: draws a board in the terminal.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;

use crate::cli::Start;
use crate::diagram;

/// Arguments of `show`.
#[derive(Debug, Args)]
pub struct Show {
    #[command(flatten)]
    start: Start,
}

impl Show {
    /// Draws the board; in colour where the terminal has it and `NO_COLOR` is not set.
    ///
    /// # Errors
    /// If the position is refused or the output cannot be written.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let game = self.start.arbiter()?;
        let mut out = anstream::stdout().lock();
        write!(out, "{}", diagram::draw(game.as_ref()))?;
        Ok(ExitCode::SUCCESS)
    }
}
