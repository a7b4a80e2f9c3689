//! `triptych book build`.

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::Args;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::arena::halt::{Halt, INTERRUPTED};
use crate::atomic_file;
use crate::book::Beginning;
use crate::book::build::tree::Growth;
use crate::book::build::{Build as Building, Plan};
use crate::book::file::{MOST_BEGINNING, USUAL_FALL};
use crate::command::is_free;
use crate::search::Searchable;
use crate::variant::{Variant, Visitor};

/// Arguments of `book build`.
#[derive(Debug, Args)]
pub struct Build {
    /// The game: ultima, shashmaty or chameleon
    #[arg(value_name = "GAME")]
    game: Variant,
    /// Chameleon's colours in place of the default ones; the start position must fit them
    #[arg(long, value_name = "ROWS")]
    terrain: Option<String>,
    /// Positions that the book is to have
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// Nodes for each position
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Moves to tell apart in each position
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=64))]
    lines: u16,
    /// Centipawns by which a move may be worse for another to be e times as likely to be looked into
    #[arg(long, value_name = "CP", default_value_t = 20.0)]
    temperature: f64,
    /// Centipawns by which a move must be worse than the best one to weigh e times less in the book
    #[arg(long, value_name = "CP", default_value_t = USUAL_FALL, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    fall: u32,
    /// Plies from the start in which whole beginnings are weighed against each other, by --beginning-fall
    #[arg(long, value_name = "PLIES", requires = "beginning_fall", value_parser = clap::value_parser!(u32).range(1..=MOST_BEGINNING.into()))]
    beginning: Option<u32>,
    /// Centipawns by which the moves of a beginning must lose more altogether than those of another for it to be e times
    /// less likely
    #[arg(long, value_name = "CP", requires = "beginning", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    beginning_fall: Option<u32>,
    /// Plies from the start beyond which nothing is looked into
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..=200))]
    plies: u16,
    /// What breaks ties between positions to look into
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Searches that are made at a time; the book is the same with any number of them
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// File that the book is written to; GAME.book if not given. Beside it, ending in .journal, is all that a build that
    /// was stopped needs to go on
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write over a file that is there and has no journal beside it
    #[arg(long)]
    force: bool,
}

/// How often the book is written while it grows.
const PAUSE: Duration = Duration::from_secs(60);

impl Build {
    /// Grows the book and writes it.
    ///
    /// # Errors
    /// If there is a build of another kind to go on with, or a file cannot be written.
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let is_number = self.temperature.is_finite() && self.temperature > 0.0;
        ensure!(is_number, "--temperature is {}, not a number of centipawns above 0", self.temperature);
        self.game.visit(self.terrain.as_deref(), &self)?
    }
}

impl Visitor for &Build {
    type Output = anyhow::Result<ExitCode>;

    fn visit<G: Searchable>(self, setting: G::Setting) -> anyhow::Result<ExitCode> {
        ensure!(G::NAME == G::BOOK, "{} plays from the book of {}: grow that one", G::NAME, G::BOOK);
        let growth = Growth { temperature: self.temperature, plies: usize::from(self.plies), seed: self.seed };
        let plan = Plan {
            positions: self.positions as usize,
            nodes: self.nodes,
            lines: usize::from(self.lines),
            growth,
            fall: self.fall,
            beginning: self.beginning.zip(self.beginning_fall).map(|(plies, fall)| Beginning { plies, fall }),
        };
        let path = self.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.book", G::NAME)));
        let journal = atomic_file::beside(&path, "journal");
        // A book with its journal is this command's own, to be gone on with.
        if !journal.exists() {
            is_free(&path, self.force)?;
        }
        let start = G::parse(G::START, setting)?;
        let building = Building::open(plan, start, &journal)?;
        let halt = Halt::on_signals()?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(usize::from(self.threads))
            .build()
            .context("the threads could not be started")?;

        let style = "{wide_bar} {pos}/{len} positions, {elapsed} gone, {eta} to go";
        let bar = ProgressBar::new(plan.positions as u64).with_position(building.positions() as u64);
        bar.set_style(ProgressStyle::with_template(style).context("the progress bar")?);
        let began = Instant::now();
        let result = std::thread::scope(|scope| {
            let work =
                scope.spawn(|| pool.install(|| building.run(&halt, || bar.set_position(building.positions() as u64))));
            let mut written = Instant::now();
            while !work.is_finished() {
                std::thread::park_timeout(Duration::from_millis(100));
                if written.elapsed() >= PAUSE {
                    // A book that cannot be written now may be so at the end, and then it is told.
                    let _ = building.book().write(&path);
                    written = Instant::now();
                }
            }
            work.join()
        });
        bar.finish_and_clear();
        result.map_err(|_| anyhow::anyhow!("a thread broke down"))??;
        building.book().write(&path).with_context(|| format!("{} could not be written", path.display()))?;
        let (positions, searches) = (building.positions(), building.searches());
        let all = if positions >= plan.positions || halt.is_given() {
            String::new()
        } else {
            format!(
                " of {}: within {} plies nothing else is likely enough to be played (--plies, --temperature, --lines)",
                plan.positions, self.plies
            )
        };
        let time = HumanDuration(began.elapsed());
        writeln!(stdout(), "{}: {positions} positions, {searches} searches, {time}{all}", path.display())?;
        Ok(if halt.is_given() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }
}
