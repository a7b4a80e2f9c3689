//! `triptych selfplay`: the engine against itself, through the protocol, every move refereed by the rules.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{BufWriter, Write, stderr, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

use anyhow::Context;
use clap::Args;
use rayon::prelude::*;
use triptych_protocol::Dialect;

use super::{answer, is_apart, is_free};
use crate::arbiter::Arbiter;
use crate::arena::adjudication::Adjudication;
use crate::arena::clock::{Clock, TimeControl};
use crate::arena::entrant::{BookChoice, Entrant, Kind, Program};
use crate::arena::halt::Halt;
use crate::arena::inside::IDENTITY;
use crate::arena::openings::{Judge, Openings, Random};
use crate::arena::referee::{self, Conditions, Seat};
use crate::arena::schedule::Fixture;
use crate::arena::verdict::Verdict;
use crate::arena::{record, tournament};
use crate::cli::Start;
use crate::lock::lock;
use crate::pgn::Pgn;

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
    /// Write over games that are there
    #[arg(long, requires = "pgn")]
    force: bool,
    /// Random moves that each game begins with, so that no two are the same
    #[arg(long, value_name = "N", default_value_t = 6)]
    random_plies: u32,
    /// Where the random moves start from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Play from opening books: the one in the program, or the one in a file
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    book: Option<Option<PathBuf>>,
    /// Games that are played at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
}

/// How a game went.
struct Finished {
    pgn: Pgn,
    verdict: Verdict,
}

/// What an engine may take beyond its time before it counts as stalled: the machine may be busy.
const GRACE: Duration = Duration::from_secs(20);

impl Selfplay {
    /// Plays the games and prints a summary. The answer is no if any game did not end by the rules.
    ///
    /// # Errors
    /// If the position or the book is refused, the engine cannot be started, or the file is there already, is the book, or
    /// cannot be written.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let start = self.start.arbiter()?;
        if let Some(book) = &self.book {
            let book = book.clone().map_or(BookChoice::Shipped, BookChoice::File);
            book.open(self.start.game, start.terrain().as_deref())?;
        }
        let file = self.pgn.as_ref().map(|path| {
            is_free(path, self.force)?;
            is_apart(path, self.book.as_ref().map_or(&[], Option::as_slice))?;
            // Without --force nothing is emptied, not even what has come to be there since.
            let mut options = OpenOptions::new();
            options.write(true).create(true).truncate(true).create_new(!self.force);
            let file = options.open(path).with_context(|| format!("{} could not be written", path.display()))?;
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
            let finished = self.play(number, start.as_ref())?;
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
        Ok(answer(tally.faults == 0))
    }

    /// Plays one game between two processes of this very program.
    fn play(&self, number: u32, start: &dyn Arbiter) -> anyhow::Result<Finished> {
        let program = std::env::current_exe().context("this program's own file is unknown")?;
        let control = TimeControl {
            move_time: Some(Duration::from_millis(self.movetime)),
            margin: GRACE,
            ..TimeControl::default()
        };
        // Every game is to end by the rules.
        let mut options = vec![("Resign Against", "nobody".to_owned()), ("Draw Offers", "nobody".to_owned())];
        options.push(("OwnBook", self.book.is_some().to_string()));
        options.extend(self.book.iter().flatten().map(|path| ("BookFile", path.display().to_string())));
        let options = options.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let program = Program { file: program, dialect: Some(Dialect::Xboard), options, ..Program::default() };
        let entrant = Entrant { name: IDENTITY.to_owned(), kind: Kind::Program(program), control };
        let stop = Halt::new();
        let begin = || entrant.start(self.start.game, start, GRACE, &stop);
        let (mut white, mut black) = (begin()?, begin()?);
        let random = Random { plies: self.random_plies as usize, balance: None, seed: self.seed };
        let opening = Openings::Random(random).opening(number as usize, start, &mut Judge::new(self.start.game));
        let seat = |player| Seat { player, name: IDENTITY, clock: Clock::new(control) };
        let conditions =
            Conditions { adjudication: &Adjudication::default(), tables: None, patience: GRACE, stop: &stop };
        let mut seats = [seat(white.as_mut()), seat(black.as_mut())];
        let course = referee::play(&mut seats, start.duplicate().as_mut(), &opening.moves, &conditions);
        let course = course.context("the game was broken off")?;
        let fixture =
            Fixture { number: number as usize, round: number as usize, in_round: 1, pair: 0, white: 0, black: 1 };
        let finished = tournament::Finished { fixture, start: start.duplicate(), course, began: SystemTime::now() };
        let mut pgn = record::pgn(&finished, &[entrant.clone(), entrant], "Self-play");
        let verdict = finished.course.verdict;
        if verdict.termination.is_fault() {
            pgn.set_result("*");
        }
        Ok(Finished { pgn, verdict })
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
        let Verdict { termination, reason, .. } = &finished.verdict;
        let ending = if termination.is_fault() {
            self.faults += 1;
            format!("* {reason}")
        } else {
            format!("{} {reason}", finished.verdict.result())
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
