//! `triptych tablebase`: builds endgame tables, checks them, looks positions up and tells what they come to.

mod build;
mod probe;
mod stats;
mod verify;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};

use crate::command::counted;
use crate::tablebase::{Class, Set, Tabled, index, place};
use crate::variant::Variant;

/// What to do with endgame tables.
#[derive(Debug, Subcommand)]
pub enum Tablebase {
    /// Compute the tables of all classes of up to so many men; those that are there are not computed again
    Build(build::Build),
    /// Check stored values against the moves of their positions; exit code 1 if one is wrong, 2 if a file is damaged
    Verify(verify::Verify),
    /// Look a position up: its value, its distance and the best line
    Probe(probe::Probe),
    /// Tell wins, draws and losses of each class and its longest win
    Stats(stats::Stats),
}

impl Tablebase {
    /// Does it.
    ///
    /// # Errors
    /// Whatever stopped it, in words for its user.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Tablebase::Build(command) => command.run(),
            Tablebase::Verify(command) => command.run(),
            Tablebase::Probe(command) => command.run(),
            Tablebase::Stats(command) => command.run(),
        }
    }
}

/// Which tables.
#[derive(Clone, Debug, Args)]
struct Which {
    /// The game: ultima, shashmaty, shashmaty-damka, shashmaty-dragon or chameleon
    #[arg(value_name = "GAME")]
    game: Variant,
    /// Chameleon's colours in place of the default ones: seven rows from the top, letters QRBNP, `*` for a hole
    #[arg(long, value_name = "ROWS")]
    terrain: Option<String>,
    /// Directory of tables in place of the user's own
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Which {
    /// The directory of tables.
    fn root(&self) -> anyhow::Result<PathBuf> {
        let named = self.dir.clone().or_else(place::of_user);
        named.context("the system names no directory for tables: name one with --dir")
    }

    /// The directory of tables that are to be read. The user's own need not be there, one that is named must.
    fn root_to_read(&self) -> anyhow::Result<PathBuf> {
        if let Some(dir) = &self.dir {
            fs::read_dir(dir).with_context(|| format!("--dir {}", dir.display()))?;
        }
        self.root()
    }

    /// The tables that are there. Files that are refused are told in the log.
    fn set<G: Tabled>(&self, setting: G::Setting) -> anyhow::Result<Set<G>> {
        let set = Set::open(&[self.root_to_read()?], setting);
        set.log_refused();
        Ok(set)
    }

    /// The class with this name.
    fn class<G: Tabled>(&self, name: &str, setting: G::Setting) -> anyhow::Result<Class> {
        let exchangeable = index::exchangeable::<G>(setting);
        Class::read::<G>(name, exchangeable).with_context(|| {
            format!(
                "class '{name}' is no class of {}: two armies with '-' between, letters of {} in this order",
                G::NAME,
                G::LETTERS
            )
        })
    }
}

/// A number of plies.
fn plies(number: u16) -> String {
    counted(number.into(), "ply", "plies")
}
