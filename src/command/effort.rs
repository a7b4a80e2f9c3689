//! How much thinking a command puts into each position.

use std::time::Duration;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use crate::engine::Engine;
use crate::frontend::settings::{MOST_MEMORY, MOST_THREADS};
use crate::search::Limits;
use crate::tablebase::Tables;
use crate::variant::Variant;

/// Arguments that say so.
#[derive(Debug, Args)]
pub(super) struct Effort {
    /// Seconds for each position
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) time: Option<Duration>,
    /// Plies for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) depth: Option<u32>,
    /// Positions to visit for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: Option<u64>,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within(MOST_THREADS))]
    pub(super) threads: u64,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = within(MOST_MEMORY))]
    pub(super) hash: u64,
}

impl Effort {
    /// Whether anything ends the search of a position.
    pub(super) fn is_limited(&self) -> bool {
        self.time.is_some() || self.depth.is_some() || self.nodes.is_some()
    }

    /// What ends it.
    pub(super) fn limits(&self) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, move_time: self.time, clock: None }
    }

    /// An engine that thinks so, with all tables of endgames that the user has.
    pub(super) fn engine(&self, variant: Variant) -> Box<dyn Engine> {
        let mut engine = variant.engine(self.hash as usize);
        engine.set_threads(self.threads as usize);
        engine.set_tables(Tables::with_user_directory(Vec::new()));
        engine
    }
}

/// Numbers from 1 up to what a GUI may ask for too.
pub(super) fn within(most: u64) -> RangedU64ValueParser {
    clap::value_parser!(u64).range(1..=most)
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|time| !time.is_zero()).ok_or_else(|| "it is no number of seconds above 0".into())
}
