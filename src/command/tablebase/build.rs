//! `triptych tablebase build`.

use std::io::{Write, stdout};
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use clap::{ArgGroup, Args};
use indicatif::{HumanBytes, HumanDuration, ProgressBar, ProgressStyle};

use super::Which;
use crate::command::counted;
use crate::lock::lock;
use crate::search::Searchable;
use crate::tablebase::{self, Plan, Set, build, tables};
use crate::variant::Visitor;

/// Arguments of `tablebase build`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("what").args(["men", "class"]).required(true))]
pub struct Build {
    #[command(flatten)]
    which: Which,
    /// The most men on the board, kings included
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=6))]
    men: Option<u32>,
    /// A class, such as KX-K, with all that its moves lead to; may be given several times
    #[arg(long, value_name = "CLASS", conflicts_with_all = ["men", "with"])]
    class: Vec<String>,
    /// Of the classes with the most men only those that hold a piece with one of these letters
    #[arg(long, value_name = "LETTERS")]
    with: Option<String>,
    /// Threads that share the work; as many as the machine has cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
    /// The most memory to take, in MiB; what the system has at hand if not given
    #[arg(long, value_name = "MB")]
    memory: Option<u64>,
}

impl Build {
    /// Builds the tables, a line for each.
    ///
    /// # Errors
    /// If there is too little memory, or a file cannot be written.
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        self.which.game.visit(self.which.terrain.as_deref(), &self)??;
        Ok(ExitCode::SUCCESS)
    }
}

impl Visitor for &Build {
    type Output = anyhow::Result<()>;

    fn visit<G: Searchable>(self, setting: G::Setting) -> anyhow::Result<()> {
        if let Some(letter) = self.with.iter().flat_map(|letters| letters.chars()).find(|&c| !G::LETTERS.contains(c)) {
            bail!("--with: '{letter}' is no letter of {}'s tables: {}", G::NAME, G::LETTERS);
        }
        let root = self.which.root()?;
        let plan = match self.men {
            Some(men) => Plan::<G>::new(setting, men, self.with.as_deref()),
            None => {
                let classes = self.class.iter().map(|name| self.which.class::<G>(name, setting));
                Plan::of(setting, &classes.collect::<anyhow::Result<Vec<_>>>()?)
            }
        };
        let most = plan.classes().iter().map(|class| class.men()).max().unwrap_or(0);
        ensure!(most <= tables::MOST_MEN, "classes of {most} men are too many: {} is the most", tables::MOST_MEN);
        let positions: u64 = plan.classes().iter().map(|&class| plan.size(class)).sum();
        let (need, have) = (plan.memory(), self.memory.map(|mebibytes| mebibytes << 20).or_else(build::memory_at_hand));
        let mut out = stdout().lock();
        writeln!(
            out,
            "{}, {positions} positions, about {} of memory, into {}",
            counted(plan.classes().len(), "class", "classes"),
            HumanBytes(need),
            root.display()
        )?;
        ensure!(
            have.is_none_or(|have| need <= have),
            "{} of memory are needed, and {} are there",
            HumanBytes(need),
            HumanBytes(have.unwrap_or(0))
        );
        // Files are wanted, whatever the program has in itself.
        let set = Set::in_directories(std::slice::from_ref(&root), setting);
        set.log_refused();
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.map_or(0, usize::from))
            .build()
            .context("the threads could not be started")?;

        let bar = ProgressBar::new(2 * positions).with_style(
            ProgressStyle::with_template("{msg:24} {wide_bar} {percent:>3} %, {eta} left")
                .expect("the template is well formed"),
        );
        let (told, started) = (bar.clone(), Instant::now());
        let began = std::sync::Mutex::new(Instant::now());
        let building = tablebase::Build::new(plan, &root, set).telling(move |class, table| {
            let mut began = lock(&began);
            match table {
                None => {
                    *began = Instant::now();
                    told.set_message(class.name::<G>());
                }
                Some(table) => {
                    let line = describe(table, began.elapsed());
                    told.suspend(|| {
                        // Whoever does not listen has the files.
                        let _ = writeln!(stdout(), "{line}");
                    });
                }
            }
        });
        drop(out);
        let progress = building.progress();
        let result = std::thread::scope(|scope| {
            let work = scope.spawn(|| pool.install(|| building.run()));
            while !work.is_finished() {
                bar.set_position(progress.done.load(Relaxed) as u64);
                std::thread::park_timeout(Duration::from_millis(100));
            }
            work.join()
        });
        bar.finish_and_clear();
        match result {
            Ok(result) => result?,
            Err(_) => bail!("a thread broke down"),
        }
        writeln!(stdout(), "done in {}", HumanDuration(started.elapsed()))?;
        Ok(())
    }
}

/// One line about a table.
fn describe<G: tablebase::Tabled>(table: &tablebase::file::Table<G>, time: Duration) -> String {
    let class = table.layout().class().name::<G>();
    let [wins, draws, losses] = table
        .counts()
        .iter()
        .fold([0; 3], |[wins, draws, losses], count| [wins + count.wins, draws + count.draws, losses + count.losses]);
    let longest = table.counts().iter().filter_map(|count| count.longest_win).map(|(plies, _)| plies).max();
    let longest = longest.map_or_else(String::new, |plies| format!(", longest win {plies}"));
    let size = HumanBytes(table.bytes());
    format!("{class}: wins {wins}, draws {draws}, losses {losses}{longest}; {size}, {:.1} s", time.as_secs_f64())
}
