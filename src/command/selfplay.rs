//! `triptych selfplay`: the engine against itself, through the protocol, every move refereed by the rules.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write, stderr, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rayon::prelude::*;

use super::NO;
use crate::arbiter::Arbiter;
use crate::arena::game::{self, Fault};
use crate::arena::peer::Peer;
use crate::board::Side;
use crate::cli::Start;
use crate::game::Outcome;
use crate::pgn::{Pgn, Ply};

/// Arguments of `selfplay`.
#[derive(Debug, Args)]
pub struct Selfplay {
    #[command(flatten)]
    start: Start,
    /// Number of games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Time for each move, in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    movetime: u64,
    /// File that the games are written to
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Random moves that each game begins with, so that no two are the same
    #[arg(long, value_name = "N", default_value_t = 6)]
    random_plies: u32,
    /// Where the random moves start from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games that are played at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
}

/// How a game went.
struct Finished {
    pgn: Pgn,
    ending: Result<Outcome, Fault>,
}

/// What an engine may take beyond its time before it counts as stalled: the machine may be busy.
const GRACE: Duration = Duration::from_secs(20);

impl Selfplay {
    /// Plays the games and prints a summary. The answer is no if any game did not end by the rules.
    ///
    /// # Errors
    /// If the position is refused, the engine cannot be started, or the file cannot be written.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let start = self.start.arbiter()?;
        let file = self.pgn.as_ref().map(|path| {
            let file = File::create(path).with_context(|| format!("{} could not be written", path.display()))?;
            anyhow::Ok(Mutex::new(BufWriter::new(file)))
        });
        let file = file.transpose()?;
        let starts: Mutex<Box<dyn Arbiter>> = Mutex::new(start);
        let tally = Mutex::new(Tally::default());
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(usize::from(self.concurrency))
            .build()
            .context("the threads could not be started")?;
        let play_one = |number: u32| -> anyhow::Result<()> {
            let start = lock(&starts).duplicate();
            let finished = self.play(number, start)?;
            if let Some(file) = &file {
                let mut file = lock(file);
                write!(file, "{}", finished.pgn)
                    .and_then(|()| file.flush())
                    .context("the games could not be written")?;
            }
            lock(&tally).add(number, self.games, &finished);
            Ok(())
        };
        pool.install(|| (1..=self.games).into_par_iter().try_for_each(play_one))?;
        let tally = lock(&tally);
        tally.print(&mut stdout().lock())?;
        Ok(if tally.faults == 0 { ExitCode::SUCCESS } else { ExitCode::from(NO) })
    }

    /// Plays one game between two processes of this very program.
    fn play(&self, number: u32, mut game: Box<dyn Arbiter>) -> anyhow::Result<Finished> {
        let program = std::env::current_exe().context("this program's own file is unknown")?;
        let time = Duration::from_millis(self.movetime);
        let mut peers = [Peer::start(&program, &[])?, Peer::start(&program, &[])?];
        let mut random = StdRng::seed_from_u64(self.seed.wrapping_mul(1 << 32) ^ u64::from(number));
        let mut pgn = self.blank(number, game.as_ref());
        let ending = play_out(&mut peers, game.as_mut(), time, self.random_plies, &mut random, &mut pgn);
        for peer in &mut peers {
            game::finish(peer, ending.as_ref().ok().copied());
        }
        let (result, termination) = match &ending {
            Ok(outcome) => (outcome.result(), outcome.to_string()),
            Err(fault) => ("*", fault.to_string()),
        };
        pgn.result = result.into();
        pgn.tags.push(("Result", result.into()));
        pgn.tags.push(("Termination", termination));
        Ok(Finished { pgn, ending })
    }

    fn blank(&self, number: u32, game: &dyn Arbiter) -> Pgn {
        let mut tags = vec![
            ("Event", "Self-play".to_owned()),
            ("Round", number.to_string()),
            ("White", format!("Triptych {}", env!("CARGO_PKG_VERSION"))),
            ("Black", format!("Triptych {}", env!("CARGO_PKG_VERSION"))),
            ("Variant", game.name().to_owned()),
            ("TimeControl", format!("{}/move", f64::from(self.movetime as u32) / 1000.0)),
        ];
        let fen = game.start_fen();
        if fen != game.rules_start() || game.terrain().is_some() {
            tags.extend(game.terrain().map(|terrain| ("Terrain", terrain)));
            tags.extend([("SetUp", "1".to_owned()), ("FEN", fen)]);
        }
        Pgn { tags, first: (game.full_move(), game.turn() == Side::Black), ..Pgn::default() }
    }
}

fn play_out(
    peers: &mut [Peer; 2],
    game: &mut dyn Arbiter,
    time: Duration,
    random_plies: u32,
    random: &mut StdRng,
    pgn: &mut Pgn,
) -> Result<Outcome, Fault> {
    for (peer, side) in peers.iter_mut().zip(Side::ALL) {
        let fault = |error| Fault::Peer { side, error };
        game::greet(peer).map_err(fault)?;
        game::begin(peer, game, time).map_err(fault)?;
        peer.say(&triptych_protocol::xboard::Command::Force);
    }
    for _ in 0..random_plies {
        if game.outcome().is_some() {
            break;
        }
        let moves = game.moves();
        let Some(text) = moves.choose(random) else { break };
        let side = game.turn();
        let played = game.play(text).map_err(|error| Fault::IllegalMove { side, error })?;
        peers.iter_mut().for_each(|peer| game::tell(peer, &played));
        pgn.moves.push(Ply { text: played.text, comment: "random".into() });
    }
    let mut is_first = [true; 2];
    loop {
        if let Some(outcome) = game.outcome() {
            return Ok(outcome);
        }
        let mover = game.turn().index();
        if std::mem::take(&mut is_first[mover]) {
            peers[mover].say(&triptych_protocol::xboard::Command::Go);
        }
        let played = game::take_move(&mut peers[mover], game, time + GRACE)?;
        game::tell(&mut peers[1 - mover], &played);
        pgn.moves.push(Ply { text: played.text, comment: String::new() });
    }
}

/// What came of the games so far.
#[derive(Default)]
struct Tally {
    games: u32,
    plies: usize,
    /// Games by how they ended.
    endings: BTreeMap<String, u32>,
    faults: u32,
}

impl Tally {
    fn add(&mut self, number: u32, games: u32, finished: &Finished) {
        self.games += 1;
        self.plies += finished.pgn.moves.len();
        let ending = match &finished.ending {
            Ok(outcome) => format!("{} {outcome}", outcome.result()),
            Err(fault) => {
                self.faults += 1;
                format!("* {fault}")
            }
        };
        // The terminal may be gone; the games go on.
        let _ = writeln!(stderr(), "game {number} of {games}: {ending} ({} plies)", finished.pgn.moves.len());
        *self.endings.entry(ending).or_default() += 1;
    }

    fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        writeln!(out, "games {}", self.games)?;
        writeln!(out, "plies {}", self.plies)?;
        for (ending, count) in &self.endings {
            writeln!(out, "{count} {ending}")?;
        }
        writeln!(out, "faults {}", self.faults)
    }
}

/// A lock whose holder panicked guards only counters and whole games here: it may be taken all the same.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
