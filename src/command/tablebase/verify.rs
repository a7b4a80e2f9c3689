//! `triptych tablebase verify`.

use std::io::{Write, stdout};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::Which;
use crate::command::NO;
use crate::search::Searchable;
use crate::tablebase::Set;
use crate::tablebase::verify::verify;
use crate::variant::Visitor;

/// Arguments of `tablebase verify`.
#[derive(Debug, Args)]
pub struct Verify {
    #[command(flatten)]
    which: Which,
    /// Only this class, such as KX-K
    #[arg(long, value_name = "CLASS")]
    class: Option<String>,
    /// Check about so many positions of each class, spread evenly, instead of all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Threads that share the work; as many as the machine has cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
}

impl Verify {
    /// Checks the tables, a line for each.
    ///
    /// # Errors
    /// If a table is damaged, or there is none.
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        self.which.game.visit(self.which.terrain.as_deref(), &self)?
    }
}

impl Visitor for &Verify {
    type Output = anyhow::Result<ExitCode>;

    fn visit<G: Searchable>(self, setting: G::Setting) -> anyhow::Result<ExitCode> {
        let set = Set::<G>::open(&[self.which.root_to_read()?], setting);
        if let Some(refused) = set.refused().first() {
            bail!("{refused}");
        }
        let class = self.class.as_deref().map(|name| self.which.class::<G>(name, setting)).transpose()?;
        let mut tables = set.tables();
        tables.retain(|table| class.is_none_or(|class| table.layout().class() == class));
        ensure!(!tables.is_empty(), "no tables of {} in {}", G::NAME, self.which.root()?.display());
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.map_or(0, usize::from))
            .build()
            .context("the threads could not be started")?;
        let bar = ProgressBar::new(tables.iter().map(|table| table.layout().len() as u64).sum()).with_style(
            ProgressStyle::with_template("{msg:24} {wide_bar} {percent:>3} %, {eta} left")
                .expect("the template is well formed"),
        );
        let looked_at = AtomicU64::new(0);
        let mut code = ExitCode::SUCCESS;
        for table in &tables {
            let name = table.layout().class().name::<G>();
            bar.set_message(name.clone());
            let step = self.sample.map_or(1, |sample| (table.layout().len() / sample as usize).max(1));
            let result = std::thread::scope(|scope| {
                let work = scope.spawn(|| pool.install(|| verify(&set, table, step, &looked_at)));
                while !work.is_finished() {
                    bar.set_position(looked_at.load(Relaxed));
                    std::thread::park_timeout(Duration::from_millis(20));
                }
                work.join()
            });
            let Ok(result) = result else { bail!("a thread broke down") };
            let (checked, fault) = result.with_context(|| table.path().display().to_string())?;
            let line = match fault {
                None => format!("{name}: {checked} positions are right"),
                Some(fault) => {
                    code = ExitCode::from(NO);
                    let expected =
                        fault.expected.map_or_else(|| "no table".to_owned(), |verdict| format!("{verdict:?}"));
                    format!("{name}: {} is stored as {:?}, and its moves give {expected}", fault.fen, fault.stored)
                }
            };
            bar.suspend(|| writeln!(stdout(), "{line}"))?;
        }
        bar.finish_and_clear();
        Ok(code)
    }
}
