//! `triptych moves`: the legal moves of a position, or of many.

use std::io::{BufRead, Write, stdin, stdout};
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use crate::arbiter::Arbiter;
use crate::cli::Start;

/// Arguments of `moves`.
#[derive(Debug, Args)]
pub struct Moves {
    #[command(flatten)]
    start: Start,
    /// Read positions from standard input, one FEN a line, and answer each with one line of JSON
    #[arg(long, conflicts_with = "fen")]
    batch: bool,
}

/// What is said about a position of a batch.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer<'a> {
    Position { fen: &'a str, result: Option<&'static str>, reason: Option<&'static str>, moves: Vec<Successor> },
    Refused { fen: &'a str, error: String },
}

/// A move and where it leads.
#[derive(Serialize)]
struct Successor {
    #[serde(rename = "move")]
    text: String,
    fen: String,
}

impl Moves {
    /// Prints the moves.
    ///
    /// # Errors
    /// If the position is refused (outside a batch), the terrain is, or reading or writing fails.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        if self.batch {
            return self.answer_batch();
        }
        let game = self.start.arbiter()?;
        let mut out = stdout().lock();
        for (text, fen) in game.successors() {
            writeln!(out, "{text}\t{fen}")?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn answer_batch(&self) -> anyhow::Result<ExitCode> {
        let terrain = self.start.board.terrain.as_deref();
        // A terrain that is wrong is wrong for every line: it is refused before any is read.
        self.start.game.check_terrain(terrain)?;
        let (mut input, mut out) = (stdin().lock(), stdout().lock());
        let mut bytes = Vec::new();
        while input.read_until(b'\n', &mut bytes)? > 0 {
            let line = String::from_utf8_lossy(&bytes);
            let fen = line.strip_suffix('\n').unwrap_or(&line);
            let fen = fen.strip_suffix('\r').unwrap_or(fen);
            let answer = match self.start.game.arbiter_from(terrain, Some(fen)) {
                Ok(game) => describe(fen, game.as_ref()),
                Err(error) => Answer::Refused { fen, error: error.to_string() },
            };
            let mut json = serde_json::to_vec(&answer)?;
            json.push(b'\n');
            out.write_all(&json)?;
            out.flush()?;
            bytes.clear();
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn describe<'a>(fen: &'a str, game: &dyn Arbiter) -> Answer<'a> {
    let outcome = game.outcome_of_position();
    Answer::Position {
        fen,
        result: outcome.map(|outcome| outcome.result()),
        reason: outcome.map(|outcome| outcome.reason.name()),
        moves: game.successors().into_iter().map(|(text, fen)| Successor { text, fen }).collect(),
    }
}
