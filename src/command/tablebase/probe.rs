//! `triptych tablebase probe`.

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::{bail, ensure};
use clap::Args;
use serde::Serialize;

use super::{Which, plies};
use crate::game::Outcome;
use crate::search::Searchable;
use crate::tablebase::{Set, Verdict, line, statistics};
use crate::variant::Visitor;

/// Arguments of `tablebase probe`.
#[derive(Debug, Args)]
pub struct Probe {
    #[command(flatten)]
    which: Which,
    /// The position
    #[arg(long, value_name = "FEN")]
    fen: String,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
}

/// What is said of a position.
#[derive(Serialize)]
struct Answer {
    fen: String,
    class: String,
    value: &'static str,
    plies: Option<u16>,
    /// Of a game that is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'static str>,
    line: Vec<String>,
    moves: Vec<MoveValue>,
}

/// What is said of a move.
#[derive(Serialize)]
struct MoveValue {
    #[serde(rename = "move")]
    text: String,
    value: &'static str,
    plies: Option<u16>,
}

impl Probe {
    /// Prints what the tables say.
    ///
    /// # Errors
    /// If the position is refused or in no table.
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        self.which.game.visit(self.which.terrain.as_deref(), &self)??;
        Ok(ExitCode::SUCCESS)
    }
}

impl Probe {
    /// Tells of a position that leaves nothing to look up.
    fn tell_end<G: Searchable>(&self, position: &G, class: String, outcome: Outcome) -> anyhow::Result<()> {
        let value = match outcome.winner {
            None => "draw",
            Some(winner) if winner == position.turn() => "win",
            Some(_) => "loss",
        };
        let mut out = stdout().lock();
        if self.json {
            let answer = Answer {
                fen: position.fen(),
                class,
                value,
                plies: outcome.winner.map(|_| 0),
                result: Some(outcome.result()),
                line: Vec::new(),
                moves: Vec::new(),
            };
            writeln!(out, "{}", serde_json::to_string(&answer)?)?;
        } else {
            writeln!(out, "{class}: the game is over: {} ({outcome})", outcome.result())?;
        }
        Ok(())
    }
}

impl Visitor for &Probe {
    type Output = anyhow::Result<()>;

    fn visit<G: Searchable>(self, setting: G::Setting) -> anyhow::Result<()> {
        let position = G::parse(&self.fen, setting)?;
        let set: Set<G> = self.which.set(setting)?;
        let class = set.name_of(&position);
        if let Some(outcome) = position.outcome(&position.legal()).filter(|outcome| outcome.leaves_no_move()) {
            return self.tell_end(&position, class, outcome);
        }
        ensure!(position.is_tabled(), "a piece stands on a square of another colour: no table has such positions");
        let Some(verdict) = set.probe(&position) else {
            bail!("there is no table for {class} in {}", self.which.root()?.display());
        };
        let moves = line::moves(&set, &position).unwrap_or_default();
        let answer = Answer {
            fen: position.fen(),
            class,
            value: verdict.name(),
            plies: verdict.plies(),
            result: None,
            line: statistics::words(&position, &line::best(&set, &position)),
            moves: moves
                .iter()
                .map(|&(m, verdict)| MoveValue {
                    text: statistics::words(&position, &[m]).concat(),
                    value: verdict.name(),
                    plies: verdict.plies(),
                })
                .collect(),
        };
        let mut out = stdout().lock();
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&answer)?)?;
            return Ok(());
        }
        writeln!(out, "{}: {}", answer.class, in_words(verdict))?;
        if !answer.line.is_empty() {
            writeln!(out, "{}", answer.line.join(" "))?;
        }
        for m in &answer.moves {
            writeln!(
                out,
                "  {:8} {}{}",
                m.text,
                m.value,
                m.plies.map_or_else(String::new, |plies| format!(" in {plies}"))
            )?;
        }
        Ok(())
    }
}

fn in_words(verdict: Verdict) -> String {
    match verdict {
        Verdict::Drawn => "draw".to_owned(),
        Verdict::Won(number) => format!("the side to move wins in {}", plies(number)),
        Verdict::Lost(number) => format!("the side to move loses in {}", plies(number)),
    }
}
