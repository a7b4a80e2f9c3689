//! How fast the search is: nodes a second beside cozy-chess's perft rate in the same run, what a second thread brings, and
//! what looking positions up in endgame tables costs.
//!
//! `cargo run --release -p triptych-speed --bin search -- --threads` wants an idle machine of two cores and takes some
//! minutes a game. Seconds are those on the wall.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use triptych::arbiter::Arbiter;
use triptych::bench;
use triptych::engine::{Engine, Task};
use triptych::search::{Limits, Stop};
use triptych::tablebase::Tables;
use triptych::variant::Variant;
use triptych_speed::{cozy_rate, finish, games, median};

/// cozy-chess's perft rate on the machine that the aims are meant for, in leaves a second.
const REFERENCE: f64 = 150e6;
/// Men beyond those of the greatest tables with which a position is an ending.
const BEYOND: usize = 3;
/// The table of every search, in MiB.
const MEMORY: usize = 64;

/// Nodes a second of the search beside cozy-chess's perft, and what a second thread brings.
#[derive(Parser)]
struct Arguments {
    /// Runs of everything; the medians count.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Only this game; may be given several times.
    #[arg(long, value_name = "GAME")]
    game: Vec<Variant>,
    /// Measure two threads against one.
    #[arg(long)]
    threads: bool,
    /// Measure the tables in the program against none.
    #[arg(long, conflicts_with = "threads")]
    tables: bool,
    /// Positions a game for the threads and the tables.
    #[arg(long, default_value_t = 20)]
    positions: usize,
    /// Nodes of a search: of each with `--tables`; with `--threads` the depth to reach is the one that one thread comes to in
    /// half of the positions with so many.
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,
}

fn seconds(run: &mut dyn FnMut()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64()
}

/// The men of a position: the letters of its placement.
fn men(game: &dyn Arbiter) -> usize {
    game.fen().split(' ').next().unwrap_or_default().chars().filter(char::is_ascii_alphabetic).count()
}

/// Positions with a few men more than tables have, one from each of as many games that the engine plays against itself.
fn endings(variant: Variant, count: usize, most: usize) -> Result<Vec<Box<dyn Arbiter>>, String> {
    let mut found = Vec::new();
    let mut engine = variant.engine(1);
    engine.set_tables(Tables::none());
    let task = Task { limits: Limits { nodes: Some(1_000), ..Limits::default() }, ..Task::default() };
    for mut game in positions(variant, 4 * count)? {
        while found.len() < count && game.outcome().is_none() {
            if (most + 1..=most + BEYOND).contains(&men(game.as_ref())) {
                found.push(game);
                break;
            }
            let thought = engine.think(game.as_ref(), &task, Stop::new(), &mut |_| {});
            game.play(&thought.line[0].text).map_err(|error| error.to_string())?;
        }
    }
    Ok(found)
}

/// What tables cost and bring: medians over the positions of the ratio of nodes a second, the share of nodes that were
/// looked up, and the plies that the search gets deeper with as many nodes.
fn tables(variant: Variant, arguments: &Arguments) -> Result<[f64; 4], String> {
    let (mut with, mut without) = (variant.engine(MEMORY), variant.engine(MEMORY));
    with.set_tables(Tables::shipped());
    without.set_tables(Tables::none());
    let task = Task { limits: Limits { nodes: Some(arguments.nodes), ..Limits::default() }, ..Task::default() };
    let search = |engine: &mut dyn Engine, game: &dyn Arbiter| {
        engine.new_game();
        let mut thought = None;
        let taken = seconds(&mut || thought = Some(engine.think(game, &task, Stop::new(), &mut |_| {})));
        thought.map(|thought| (thought.nodes as f64 / taken, thought)).ok_or("no answer")
    };
    let mut ratios = |games: &[Box<dyn Arbiter>]| -> Result<[Vec<f64>; 3], String> {
        let [mut speed, mut hits, mut depth] = [const { Vec::new() }; 3];
        for game in games {
            for _ in 0..arguments.rounds {
                let (fast, told) = search(with.as_mut(), game.as_ref())?;
                let (base, plain) = search(without.as_mut(), game.as_ref())?;
                speed.push(fast / base);
                hits.push(told.tablebase_hits as f64 / told.nodes as f64 * 100.0);
                depth.push(f64::from(told.depth) - f64::from(plain.depth));
            }
        }
        Ok([speed, hits, depth])
    };
    let most = if variant == Variant::Chameleon { 4 } else { 3 };
    let [middle, ..] = ratios(&positions(variant, arguments.positions)?)?;
    let [speed, hits, depth] = ratios(&endings(variant, arguments.positions, most)?)?;
    let mean = depth.iter().sum::<f64>() / depth.len().max(1) as f64;
    Ok([median(middle), median(speed), median(hits), mean])
}

/// Positions from the middle of games that the engine plays against itself.
fn positions(variant: Variant, count: usize) -> Result<Vec<Box<dyn Arbiter>>, String> {
    let mut random = StdRng::seed_from_u64(3);
    let mut engine = variant.engine(1);
    let task = Task { limits: Limits { nodes: Some(2_000), ..Limits::default() }, ..Task::default() };
    let mut found = Vec::new();
    while found.len() < count {
        let mut game = variant.arbiter(None).map_err(|error| error.to_string())?;
        for _ in 0..4 {
            let moves = game.moves();
            let Some(m) = moves.choose(&mut random) else { break };
            game.play(m).map_err(|error| error.to_string())?;
        }
        for _ in 0..8 + found.len() {
            if game.outcome().is_none() {
                let thought = engine.think(game.as_ref(), &task, Stop::new(), &mut |_| {});
                game.play(&thought.line[0].text).map_err(|error| error.to_string())?;
            }
        }
        if game.outcome().is_none() {
            found.push(game);
        }
    }
    Ok(found)
}

/// Nodes a second and seconds of a search to a depth by an engine that knows nothing yet.
fn reach(engine: &mut dyn Engine, game: &dyn Arbiter, depth: u32) -> (f64, f64) {
    engine.new_game();
    let task = Task { limits: Limits { depth: Some(depth), ..Limits::default() }, ..Task::default() };
    let mut nodes = 0;
    let taken = seconds(&mut || nodes = engine.think(game, &task, Stop::new(), &mut |_| {}).nodes);
    (nodes as f64 / taken, taken)
}

/// Nodes a second of two engines together that search the same side by side, each for itself.
fn apart(engines: [&mut dyn Engine; 2], game: &dyn Arbiter, depth: u32) -> f64 {
    std::thread::scope(|scope| {
        let runs = engines.map(|engine| {
            let game = game.duplicate();
            scope.spawn(move || reach(engine, game.as_ref(), depth).0)
        });
        runs.map(|run| run.join().expect("engines do not panic")).iter().sum()
    })
}

/// What two threads bring over one.
struct Gain {
    /// Nodes a second: the median over the positions of their medians over the rounds.
    speed: f64,
    /// Nodes a second, likewise, of two engines that have nothing to do with each other: what the machine gives to two.
    most: f64,
    /// Time to the depth, likewise.
    time: f64,
    /// The geometric mean over the positions of the same, and its standard error as a part of it: medians of a few positions
    /// jump by a tenth from run to run.
    mean: f64,
    error: f64,
}

fn threads(variant: Variant, arguments: &Arguments) -> Result<Gain, String> {
    let [mut one, mut other, mut two] = [(); 3].map(|()| variant.engine(MEMORY));
    two.set_threads(2);
    let [mut speed, mut most, mut time] = [const { Vec::new() }; 3];
    let games = positions(variant, arguments.positions)?;
    let task = Task { limits: Limits { nodes: Some(arguments.nodes), ..Limits::default() }, ..Task::default() };
    let reached = games.iter().map(|game| {
        one.new_game();
        f64::from(one.think(game.as_ref(), &task, Stop::new(), &mut |_| {}).depth)
    });
    // One depth for all: where one thread was lucky with a depth, it is the last one that it reaches.
    let depth = median(reached.collect()) as u32;
    for game in games {
        let runs: Vec<[f64; 3]> = (0..arguments.rounds)
            .map(|_| {
                let alone = reach(one.as_mut(), game.as_ref(), depth);
                let both = reach(two.as_mut(), game.as_ref(), depth);
                [
                    both.0 / alone.0,
                    apart([one.as_mut(), other.as_mut()], game.as_ref(), depth) / alone.0,
                    alone.1 / both.1,
                ]
            })
            .collect();
        for (index, ratios) in [&mut speed, &mut most, &mut time].into_iter().enumerate() {
            ratios.push(median(runs.iter().map(|run| run[index]).collect()));
        }
    }
    let logs: Vec<f64> = time.iter().map(|ratio: &f64| ratio.ln()).collect();
    let count = logs.len() as f64;
    let mean = logs.iter().sum::<f64>() / count;
    let variance = logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    Ok(Gain {
        speed: median(speed),
        most: median(most),
        time: median(time),
        mean: mean.exp(),
        error: (variance / count).sqrt(),
    })
}

fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), String> {
    let say = |error: io::Error| error.to_string();
    if arguments.threads {
        writeln!(out, "Two threads over one, {} positions, {} runs.", arguments.positions, arguments.rounds)
            .map_err(say)?;
        writeln!(
            out,
            "{:<17}{:>9}{:>16}{:>16}{:>18}",
            "game", "nodes/s", "side by side", "time to depth", "geometric mean"
        )
        .map_err(say)?;
        for variant in games(&arguments.game) {
            let Gain { speed, most, time, mean, error } = threads(variant, arguments)?;
            let name = variant.name();
            let error = mean * error;
            writeln!(out, "{name:<17}{speed:>8.2}x{most:>15.2}x{time:>15.2}x{mean:>10.2}x ± {error:.2}")
                .map_err(say)?;
            out.flush().map_err(say)?;
        }
        return Ok(());
    }
    if arguments.tables {
        writeln!(
            out,
            "With the tables in the program over without, {} positions, {} runs.",
            arguments.positions, arguments.rounds
        )
        .map_err(say)?;
        writeln!(
            out,
            "{:<17}{:>17}{:>17}{:>12}{:>10}",
            "game", "middle: nodes/s", "ending: nodes/s", "looked up", "deeper by"
        )
        .map_err(say)?;
        for variant in games(&arguments.game) {
            let [middle, ending, hits, depth] = tables(variant, arguments)?;
            let name = variant.name();
            writeln!(out, "{name:<17}{middle:>16.2}x{ending:>16.2}x{hits:>10.1} %{depth:>10.1}").map_err(say)?;
            out.flush().map_err(say)?;
        }
        return Ok(());
    }
    writeln!(out, "Millions a second, medians of {} rounds; last where cozy-chess does 150.", arguments.rounds)
        .map_err(say)?;
    writeln!(out, "{:<17}{:>8}{:>8}{:>10}", "game", "nodes", "cozy", "at 150").map_err(say)?;
    for variant in games(&arguments.game) {
        let mut rounds = Vec::new();
        for _ in 0..arguments.rounds {
            let cozy = cozy_rate(|run| seconds(run));
            let mut nodes = Ok(0);
            let taken = seconds(&mut || nodes = bench::nodes(variant, None));
            rounds.push((nodes.map_err(|error| error.to_string())? as f64 / taken, cozy));
        }
        let of = |value: fn(&(f64, f64)) -> f64| median(rounds.iter().map(value).collect());
        let [nodes, cozy, scaled] = [of(|r| r.0), of(|r| r.1), of(|r| r.0 / r.1 * REFERENCE)].map(|rate| rate / 1e6);
        writeln!(out, "{:<17}{nodes:>8.2}{cozy:>8.1}{scaled:>10.2}", variant.name()).map_err(say)?;
        out.flush().map_err(say)?;
    }
    Ok(())
}

fn main() -> ExitCode {
    finish(run(&Arguments::parse(), &mut io::stdout().lock()))
}
