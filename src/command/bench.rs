//! `triptych bench`: fixed positions to a fixed depth; a number that changes whenever the search does.

use std::io::{Write, stdout};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;

use crate::game::Record;
use crate::search::{Limits, Request, Searchable, Stop, Team};
use crate::variant::{Variant, Visitor};

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct Bench {
    /// The game; all of them if none is named
    #[arg(value_name = "GAME")]
    game: Option<Variant>,
    /// Chameleon's colours in place of the default ones; the positions must fit them
    #[arg(long, value_name = "ROWS", requires = "game")]
    terrain: Option<String>,
}

/// The depth of every search, in plies.
const DEPTH: u32 = 11;
/// The table of every search, in MiB.
const MEMORY: usize = 16;

impl Bench {
    /// Prints the nodes of each game, and the sum as `Bench: N`.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let games = self.game.as_ref().map_or(Variant::ALL, std::slice::from_ref);
        let mut out = stdout().lock();
        let started = Instant::now();
        let mut total = 0;
        for game in games {
            let began = Instant::now();
            let nodes = game.visit(self.terrain.as_deref(), Suite)??;
            let speed = nodes as f64 / began.elapsed().as_secs_f64();
            writeln!(out, "{game}: {nodes} nodes {speed:.0} nps")?;
            total += nodes;
        }
        writeln!(out, "nps {:.0}", total as f64 / started.elapsed().as_secs_f64())?;
        writeln!(out, "Bench: {total}")?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Searches a game's positions with one thread and counts the nodes.
struct Suite;

impl Visitor for Suite {
    type Output = anyhow::Result<u64>;

    fn visit<G: Searchable>(self, setting: G::Setting) -> anyhow::Result<u64> {
        let mut team = Team::<G>::new(1, MEMORY)?;
        let request = Request::new(Limits { depth: Some(DEPTH), ..Limits::default() });
        let mut nodes = 0;
        for fen in G::BENCH {
            team.forget();
            let record = Record::new(G::parse(fen, setting)?);
            nodes += team.search(&record, &request, &Stop::new(), &mut |_| {}).nodes;
        }
        Ok(nodes)
    }
}
