//! `triptych book show`.

use std::collections::HashSet;
use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::{Context, ensure};
use clap::Args;

use super::Which;
use crate::board::Side;
use crate::book;
use crate::game::notation;
use crate::search::Searchable;
use crate::variant::Visitor;

/// Arguments of `book show`.
#[derive(Debug, Args)]
pub struct Show {
    #[command(flatten)]
    which: Which,
    /// A position in place of the game's start position
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves played from the position before it is looked up, with spaces between
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
    /// Plies to show
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=60))]
    depth: u16,
}

impl Show {
    /// Prints the tree.
    ///
    /// # Errors
    /// If the book or the position is refused, or the position is not in the book.
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        self.which.game.visit(self.which.terrain.as_deref(), &self)??;
        Ok(ExitCode::SUCCESS)
    }
}

impl Visitor for &Show {
    type Output = anyhow::Result<()>;

    fn visit<G: Searchable>(self, setting: G::Setting) -> anyhow::Result<()> {
        let book = self.which.open::<G>(setting)?;
        let mut position = G::parse(self.fen.as_deref().unwrap_or(G::START), setting)?;
        for text in self.moves.split_whitespace() {
            let m = notation::read(&position, text).with_context(|| format!("--moves: {text}"))?;
            position.play(m);
        }
        let name = self.which.name::<G>();
        ensure!(!book.find(&position).is_empty(), "{name} does not have the position {}", position.fen());
        let mut out = stdout().lock();
        writeln!(out, "{name}: {} positions", book.len())?;
        writeln!(out, "weight  score depth  games  line")?;
        let mut shown = HashSet::new();
        branch(&mut out, &book, &position, usize::from(self.depth), 0, &mut shown)
    }
}

/// Prints the moves of a position, each followed by what comes after it.
fn branch<G: Searchable>(
    out: &mut impl Write,
    book: &book::Book<G>,
    position: &G,
    depth: usize,
    indent: usize,
    shown: &mut HashSet<u64>,
) -> anyhow::Result<()> {
    let number = position.counters().full_move;
    let dots = if position.turn() == Side::White { "." } else { "..." };
    for (m, entry) in book.find(position) {
        let mut after = position.clone();
        after.play(m);
        let goes_on = depth > 1 && !book.find(&after).is_empty();
        // What stands above is not shown again.
        let is_new = !goes_on || shown.insert(after.key());
        let score = if entry.depth > 0 { format!("{:+.2}", f64::from(entry.score) / 100.0) } else { "-".to_owned() };
        writeln!(
            out,
            "{:>6} {score:>6} {:>5} {:>6}  {}{number}{dots} {}{}",
            entry.weight,
            entry.depth,
            entry.games,
            "   ".repeat(indent),
            entry.text,
            if is_new { "" } else { " (above)" }
        )?;
        if goes_on && is_new {
            branch(out, book, &after, depth - 1, indent + 1, shown)?;
        }
    }
    Ok(())
}
