//! `triptych tablebase stats`.

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::{Context, ensure};
use clap::Args;

use super::Which;
use crate::search::Searchable;
use crate::tablebase::statistics::{Longest, Summary, summaries};
use crate::variant::Visitor;

/// Arguments of `tablebase stats`.
#[derive(Debug, Args)]
pub struct Stats {
    #[command(flatten)]
    which: Which,
    /// Only this class, such as KX-K; of three men with the results by the square of the man that is no king
    #[arg(long, value_name = "CLASS")]
    class: Option<String>,
    /// Answer as JSON, one line for each class and side to move
    #[arg(long)]
    json: bool,
}

impl Stats {
    /// Prints what the tables come to.
    ///
    /// # Errors
    /// If a table cannot be read, or there is none.
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        self.which.game.visit(self.which.terrain.as_deref(), &self)??;
        Ok(ExitCode::SUCCESS)
    }
}

impl Visitor for &Stats {
    type Output = anyhow::Result<()>;

    fn visit<G: Searchable>(self, setting: G::Setting) -> anyhow::Result<()> {
        let set = self.which.set::<G>(setting)?;
        let class = self.class.as_deref().map(|name| self.which.class::<G>(name, setting)).transpose()?;
        let mut tables = set.tables();
        tables.retain(|table| class.is_none_or(|class| table.layout().class() == class));
        ensure!(!tables.is_empty(), "no tables of {} in {}", G::NAME, self.which.root()?.display());
        let mut out = stdout().lock();
        for table in &tables {
            let found = summaries(&set, table).with_context(|| table.path().display().to_string())?;
            for summary in found {
                if self.json {
                    writeln!(out, "{}", serde_json::to_string(&summary)?)?;
                } else {
                    tell(&mut out, &summary, class.is_some())?;
                }
            }
        }
        Ok(())
    }
}

/// Says it in words; with the squares of a single man where they are wanted.
fn tell(out: &mut impl Write, summary: &Summary, with_squares: bool) -> std::io::Result<()> {
    let Summary { class, mover, wins, draws, losses, longest_win, longest_loss, squares } = summary;
    let army = class.split('-').nth(*mover).unwrap_or_default();
    let all = (wins + draws + losses).max(1);
    let share = |count: u64| 100.0 * count as f64 / all as f64;
    writeln!(
        out,
        "{class}, {army} to move: wins {wins} ({:.1} %), draws {draws} ({:.1} %), losses {losses} ({:.1} %)",
        share(*wins),
        share(*draws),
        share(*losses)
    )?;
    let mut longest = |name: &str, longest: &Option<Longest>| match longest {
        Some(Longest { plies, fen, line }) => {
            writeln!(out, "  longest {name}: {plies} plies from {fen}")?;
            if line.is_empty() { Ok(()) } else { writeln!(out, "    {}", line.join(" ")) }
        }
        None => Ok(()),
    };
    longest("win", longest_win)?;
    longest("loss", longest_loss)?;
    for square in squares.iter().filter(|_| with_squares) {
        let share = 100.0 * square.wins as f64 / square.positions.max(1) as f64;
        writeln!(
            out,
            "  {} on {}: {} of {} won ({share:.1} %)",
            square.kind, square.square, square.wins, square.positions
        )?;
    }
    Ok(())
}
