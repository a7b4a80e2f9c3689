//! Perft rates of every game beside those of cozy-chess, in the same run: one thread, bulk counting, no cache.
//!
//! `cargo run --release -p triptych-speed` takes two minutes on an idle machine. Each round runs cozy-chess's start position
//! and then ours, so that both meet the same state of the machine. What is printed are medians: of the rates of either
//! program, and of the ratios of the rounds. Seconds are those that the processor worked, not those on the wall, so that other
//! programs disturb less. The positions are the rows of `tests/data/speed.tsv`.

use std::hint::black_box;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use cpu_time::ThreadTime;
use triptych::game::perft::perft;
use triptych::search::Searchable;
use triptych::variant::{Variant, Visitor};
use triptych_speed::{cozy_rate, finish, games, median};

const POSITIONS: &str = include_str!("../../data/speed.tsv");

/// Perft rates of every game beside those of cozy-chess.
#[derive(Parser)]
struct Arguments {
    /// Runs of each position by either program; the medians count.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Only this game; may be given several times.
    #[arg(long, value_name = "GAME")]
    game: Vec<Variant>,
}

/// A row of the table.
struct Row {
    variant: Variant,
    name: &'static str,
    fen: &'static str,
    depth: u32,
}

impl Row {
    fn read(line: &'static str) -> Result<Row, String> {
        let wrong = |what: &dyn std::fmt::Display| format!("speed.tsv: {line}: {what}");
        let fields: Vec<&str> = line.split('\t').collect();
        let &[game, name, fen, depth] = fields.as_slice() else {
            return Err(wrong(&format_args!("{} fields, not 4", fields.len())));
        };
        let variant = game.parse().map_err(|error| wrong(&error))?;
        let depth = depth.parse().map_err(|error| wrong(&error))?;
        Ok(Row { variant, name, fen, depth })
    }
}

/// What the rounds of one position come to.
struct Measured {
    leaves: u64,
    /// Leaves per second, ours and cozy-chess's.
    ours: f64,
    cozy: f64,
    ratio: f64,
}

/// Runs the rounds of one position, both programs in turn.
struct Race<'a> {
    row: &'a Row,
    rounds: u32,
}

impl Visitor for Race<'_> {
    type Output = Result<Measured, String>;

    fn visit<G: Searchable>(self, setting: G::Setting) -> Self::Output {
        let position = G::parse(self.row.fen, setting).map_err(|error| format!("{}: {error}", self.row.fen))?;
        let mut leaves = 0;
        let rounds: Vec<(f64, f64)> = (0..self.rounds)
            .map(|_| {
                let cozy = cozy_rate(|run| seconds(run));
                let ours = seconds(&mut || leaves = perft(black_box(&position), self.row.depth));
                (leaves as f64 / ours, cozy)
            })
            .collect();
        let of = |value: fn(&(f64, f64)) -> f64| median(rounds.iter().map(value).collect());
        Ok(Measured { leaves, ours: of(|r| r.0), cozy: of(|r| r.1), ratio: of(|r| r.0 / r.1) })
    }
}

/// The seconds that the processor works on it.
fn seconds(run: &mut dyn FnMut()) -> f64 {
    let start = ThreadTime::now();
    run();
    start.elapsed().as_secs_f64()
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), String> {
    let rows = POSITIONS.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let rows = rows.map(Row::read).collect::<Result<Vec<Row>, String>>()?;
    let say = |error: io::Error| error.to_string();
    writeln!(out, "Leaves per second, in millions: medians of {} rounds.", arguments.rounds).map_err(say)?;
    let [game, position, depth, leaves, ours, cozy, ratio] =
        ["game", "position", "depth", "leaves", "ours", "cozy", "ratio"];
    writeln!(out, "{game:<17}{position:<22}{depth:>5}{leaves:>11}{ours:>8}{cozy:>8}{ratio:>8}").map_err(say)?;
    for variant in games(&arguments.game) {
        let game = variant.name();
        let mut ratios = Vec::new();
        for row in rows.iter().filter(|row| row.variant == variant) {
            let race = Race { row, rounds: arguments.rounds };
            let Measured { leaves, ours, cozy, ratio } =
                variant.visit(None, race).map_err(|error| error.to_string())??;
            ratios.push(ratio);
            let (position, depth, ours, cozy) = (row.name, row.depth, ours / 1e6, cozy / 1e6);
            writeln!(out, "{game:<17}{position:<22}{depth:>5}{leaves:>11}{ours:>8.1}{cozy:>8.1}{ratio:>8.3}")
                .map_err(say)?;
            out.flush().map_err(say)?;
        }
        if !ratios.is_empty() {
            writeln!(out, "{game:<17}{:<54}{:>8.3}", "geometric mean", geometric_mean(&ratios)).map_err(say)?;
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    finish(run(&Arguments::parse(), &mut io::stdout().lock()))
}
