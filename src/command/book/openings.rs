//! `triptych book openings`.

use std::io::{Write, stderr, stdout};
use std::process::ExitCode;

use anyhow::ensure;
use clap::Args;

use super::Which;
use crate::book::openings::{Wanted, lines};
use crate::search::Searchable;
use crate::variant::Visitor;

/// Arguments of `book openings`.
#[derive(Debug, Args)]
pub struct Openings {
    #[command(flatten)]
    which: Which,
    /// Moves of each opening
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=60))]
    plies: u16,
    /// How many openings at most
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// The greatest advantage of a side, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 50)]
    balance: u16,
    /// What the choice starts from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Openings {
    /// Prints the positions as EPD.
    ///
    /// # Errors
    /// If the book is refused or has no such position.
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        self.which.game.visit(self.which.terrain.as_deref(), &self)??;
        Ok(ExitCode::SUCCESS)
    }
}

impl Visitor for &Openings {
    type Output = anyhow::Result<()>;

    fn visit<G: Searchable>(self, setting: G::Setting) -> anyhow::Result<()> {
        let book = self.which.open::<G>(setting)?;
        let start = G::parse(G::START, setting)?;
        let wanted =
            Wanted { plies: usize::from(self.plies), balance: Some(i32::from(self.balance)), seed: Some(self.seed) };
        let all = lines(&book, &start, &wanted);
        let name = self.which.name::<G>();
        ensure!(!all.is_empty(), "{name} has no opening of {} plies within {} centipawns", self.plies, self.balance);
        let mut out = stdout().lock();
        for line in all.iter().take(self.count as usize) {
            writeln!(out, "{} - - ce {}; c0 \"{}\";", line.position, line.score, line.moves.join(" "))?;
        }
        if all.len() < self.count as usize {
            // Whoever does not listen counts the lines.
            let _ = writeln!(stderr(), "{name} has {} such openings, not {}", all.len(), self.count);
        }
        Ok(())
    }
}
