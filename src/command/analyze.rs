//! `triptych analyze`: what the engine thinks of a position, or of many, as it goes.

use std::io::{BufRead, Write, stdin, stdout};
use std::process::ExitCode;

use anyhow::{bail, ensure};
use clap::Args;
use serde::Serialize;

use super::effort::{Effort, within};
use super::{answer, complain};
use crate::arbiter::Arbiter;
use crate::arena::halt::Halt;
use crate::board::Side;
use crate::cli::Start;
use crate::diagram;
use crate::engine::{Engine, Task, Thought};
use crate::frontend::settings::MOST_LINES;
use crate::search::{Bound, WhiteScore};

/// Arguments of `analyze`.
#[derive(Debug, Args)]
pub struct Analyze {
    #[command(flatten)]
    start: Start,
    /// Moves played from the position before it is analysed, with spaces between
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
    /// Analyse every position of standard input, one FEN a line
    #[arg(long, conflicts_with_all = ["fen", "moves"])]
    stdin: bool,
    #[command(flatten)]
    effort: Effort,
    /// Best lines to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within(MOST_LINES))]
    multipv: u64,
    /// One JSON object a line in place of words
    #[arg(long)]
    json: bool,
}

/// A line as JSON has it. Scores are from White's side.
#[derive(Serialize)]
struct Line<'a> {
    fen: &'a str,
    depth: u32,
    selective_depth: u32,
    rank: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<&'static str>,
    #[serde(flatten)]
    score: WhiteScore,
    nodes: u64,
    nodes_per_second: u64,
    hashfull: u32,
    seconds: f64,
    line: Vec<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    summary: bool,
}

impl Analyze {
    /// Analyses and prints. The answer is no if a line of standard input is no position: it is told on standard error and
    /// the others go on.
    ///
    /// # Errors
    /// If the position or a move of the command line is refused, or reading or writing fails.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let halt = Halt::on_signals()?;
        let mut engine = self.effort.engine(self.start.game);
        if !self.stdin {
            let game = self.start.arbiter_after(&self.moves)?;
            self.analyze(game.as_ref(), engine.as_mut(), &halt)?;
            return Ok(ExitCode::SUCCESS);
        }
        ensure!(self.effort.is_limited(), "--stdin needs a limit for each position: --time, --depth or --nodes");
        let terrain = self.start.board.terrain.as_deref();
        // A terrain that is wrong is wrong for every line.
        self.start.game.check_terrain(terrain)?;
        let mut bytes = Vec::new();
        let mut input = stdin().lock();
        let (mut number, mut refused) = (0, 0);
        while !halt.is_given() && input.read_until(b'\n', &mut bytes)? > 0 {
            number += 1;
            let text = String::from_utf8_lossy(&bytes).trim().to_owned();
            bytes.clear();
            if text.is_empty() {
                continue;
            }
            match self.start.game.arbiter_from(terrain, Some(&text)) {
                Ok(game) => self.analyze(game.as_ref(), engine.as_mut(), &halt)?,
                Err(why) => {
                    refused += 1;
                    complain(&format!("line {number} of standard input: {text}: {why}"));
                }
            }
        }
        Ok(answer(refused == 0))
    }

    fn analyze(&self, game: &dyn Arbiter, engine: &mut dyn Engine, halt: &Halt) -> anyhow::Result<()> {
        let fen = game.fen();
        let turn = game.turn();
        if !self.json {
            write!(anstream::stdout().lock(), "{}", diagram::draw(game))?;
        }
        if game.moves().is_empty() {
            let Some(outcome) = game.outcome() else { bail!("{fen} has no legal move and no result") };
            if self.json {
                let over =
                    serde_json::json!({ "fen": fen, "result": outcome.result(), "reason": outcome.reason.name() });
                say(&over.to_string())?;
            }
            return Ok(());
        }
        if !self.json {
            say(HEADING)?;
        }
        let (limits, lines) = (self.effort.limits(), self.multipv as usize);
        let task = Task { limits, lines, is_analysis: true, ..Task::default() };
        let mut written = Ok(());
        let best = halt.search(|stop| {
            let own = stop.clone();
            engine.think(game, &task, stop, &mut |thought| {
                let line = if self.json { json(&fen, turn, &thought, false) } else { words(turn, &thought) };
                if let (Ok(()), Err(error)) = (&written, say(&line)) {
                    // Nobody reads any more: there is no reason to go on.
                    written = Err(error);
                    own.give();
                }
            })
        });
        written?;
        if self.json {
            say(&json(&fen, turn, &best, true))
        } else {
            let text = best.line.first().map_or("none", |played| played.text.as_str());
            let score = WhiteScore::of(best.score, turn);
            let (depth, nodes, time) = (best.depth, best.nodes, best.time.as_secs_f64());
            say(&format!("\nbest {text}, {score} for White, depth {depth}, {nodes} nodes in {time:.2} s"))
        }
    }
}

fn say(line: &str) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

fn speed(thought: &Thought) -> u64 {
    (thought.nodes as f64 / thought.time.as_secs_f64().max(1e-6)) as u64
}

fn texts(thought: &Thought) -> Vec<&str> {
    thought.line.iter().map(|played| played.text.as_str()).collect()
}

/// What the columns of [`words`] are.
const HEADING: &str = "depth   score      nodes      nps   hash seconds  line (scores from White's side, in pawns)";

fn words(turn: Side, thought: &Thought) -> String {
    // A bound is from the side to move; from White's side it is the other way round where Black is to move.
    let mark = match (thought.bound, turn) {
        (None, _) => "",
        (Some(Bound::Lower), Side::White) | (Some(Bound::Upper), Side::Black) => "≥",
        _ => "≤",
    };
    let depth = format!("{}/{}", thought.depth, thought.selective_depth);
    let score = format!("{mark}{}", WhiteScore::of(thought.score, turn));
    let (hash, time) = (f64::from(thought.hashfull) / 10.0, thought.time.as_secs_f64());
    let (nodes, speed, line) = (thought.nodes, speed(thought), texts(thought).join(" "));
    format!("{depth:<6} {score:>6} {nodes:>10} {speed:>8} {hash:>5.1}% {time:>7.2}  {line}")
}

fn json(fen: &str, turn: Side, thought: &Thought, summary: bool) -> String {
    let bound = thought.bound.and_then(|bound| match (bound, turn) {
        (Bound::Exact, _) => None,
        (Bound::Lower, Side::White) | (Bound::Upper, Side::Black) => Some("lower"),
        _ => Some("upper"),
    });
    let line = Line {
        fen,
        depth: thought.depth,
        selective_depth: thought.selective_depth,
        rank: thought.rank,
        bound,
        score: WhiteScore::of(thought.score, turn),
        nodes: thought.nodes,
        nodes_per_second: speed(thought),
        hashfull: thought.hashfull,
        seconds: thought.time.as_secs_f64(),
        line: texts(thought),
        summary,
    };
    serde_json::to_string(&line).expect("numbers and texts are JSON")
}
