//! `triptych perft`: counts the leaves of the game tree.

use std::io::{Write, stdout};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use rayon::prelude::*;

use crate::cli::Start;
use crate::game::notation;
use crate::game::perft::{Cache, perft, perft_parallel};
use crate::search::Searchable;
use crate::variant::Visitor;

/// Arguments of `perft`.
#[derive(Debug, Args)]
pub struct Perft {
    #[command(flatten)]
    start: Start,
    /// Length of the move sequences that are counted, in plies
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,
    /// Count below each first move
    #[arg(long)]
    divide: bool,
    /// Threads that share the work
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// MiB to keep counts of inner positions in; 0 keeps none
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1 << 20))]
    hash: u32,
}

impl Perft {
    /// Prints the counts.
    ///
    /// # Errors
    /// If the position is refused or the output cannot be written.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        self.start.game.visit(self.start.board.terrain.as_deref(), &self)??;
        Ok(ExitCode::SUCCESS)
    }
}

impl Visitor for &Perft {
    type Output = anyhow::Result<()>;

    fn visit<G: Searchable>(self, setting: G::Setting) -> anyhow::Result<()> {
        let position = G::parse(self.start.board.fen.as_deref().unwrap_or(G::START), setting)?;
        let cache = (self.hash > 0).then(|| Cache::new(self.hash as usize));
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(usize::from(self.threads))
            .build()
            .context("the threads could not be started")?;
        let count = |position: &G, depth| match (self.threads, &cache) {
            (1, None) => perft(position, depth),
            _ => perft_parallel(position, depth, cache.as_ref()),
        };
        let mut out = stdout().lock();
        let started = Instant::now();
        let nodes = if self.divide && self.depth > 0 {
            let below = |(text, m): &(String, G::Move)| {
                let mut next = position.clone();
                next.play(*m);
                (text.clone(), count(&next, self.depth - 1))
            };
            let moves = notation::sorted(&position);
            let counts: Vec<_> = pool.install(|| moves.par_iter().map(below).collect());
            for (text, nodes) in &counts {
                writeln!(out, "{text}: {nodes}")?;
            }
            counts.iter().map(|(_, nodes)| nodes).sum()
        } else {
            pool.install(|| count(&position, self.depth))
        };
        let seconds = started.elapsed().as_secs_f64();
        writeln!(out, "nodes {nodes}")?;
        writeln!(out, "time {seconds:.3}")?;
        writeln!(out, "nps {:.0}", nodes as f64 / seconds.max(1e-9))?;
        Ok(())
    }
}
