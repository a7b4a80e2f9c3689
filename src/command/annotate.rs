//! `triptych annotate`: games with what the engine thinks of every move.

use std::fs::File;
use std::io::{self, BufReader, Read, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::effort::Effort;
use super::{answer, broken, complain, counted, is_apart, is_free};
use crate::annotate::journal::{Journal, Kept};
use crate::annotate::{Counts, annotate};
use crate::arbiter::Arbiter;
use crate::arena::halt::{Halt, INTERRUPTED, Interruptible};
use crate::atomic_file;
use crate::engine::{Engine, Task};
use crate::pgn::read::Reader;
use crate::pgn::replay::Usual;
use crate::pgn::rewrite::playable;
use crate::variant::Variant;

/// Arguments of `annotate`.
#[derive(Debug, Args)]
pub struct Annotate {
    /// File of games
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    effort: Effort,
    /// File that the games are written to; FILE.annotated.pgn if not given. Beside it, ending in .partial, is all that a run
    /// that was stopped needs to go on
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write over a file that is there, and begin anew where a run that was stopped was asked for something else
    #[arg(long)]
    force: bool,
    /// The game, where the file does not say it
    #[arg(long, value_name = "GAME")]
    game: Option<Variant>,
    /// Chameleon's colours in place of the default ones, where the file does not say them
    #[arg(long, value_name = "ROWS")]
    terrain: Option<String>,
}

/// The time for each position without another limit.
const USUAL: Duration = Duration::from_secs(1);

/// What a first look at the file finds.
struct Survey {
    bytes: u64,
    /// CRC-32 of all of it.
    sum: u32,
    games: usize,
    plies: usize,
}

impl Annotate {
    /// Annotates the games. The answer is no if one of them is broken.
    ///
    /// # Errors
    /// If a file cannot be read or written, or the output or another run's journal is there already.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let out = self.out.clone().unwrap_or_else(|| self.file.with_extension("annotated.pgn"));
        let beside = atomic_file::beside(&out, "partial");
        is_free(&out, self.force)?;
        for written in [&out, &beside] {
            is_apart(written, std::slice::from_ref(&self.file))?;
        }
        let usual = Usual::new(self.game, self.terrain.clone())?;
        let unread = || format!("{} could not be read", self.file.display());
        let halt = Halt::on_signals()?;
        let survey = survey(&self.file, &halt);
        if halt.is_given() {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        let survey = survey.with_context(unread)?;
        ensure!(survey.games > 0, "{} holds no games", self.file.display());
        let mut journal = Journal::open(&beside, &self.asked(&survey), self.force)?;

        let style = "{wide_bar} {pos}/{len} positions, {elapsed} gone, {eta} to go";
        let bar = ProgressBar::new((survey.plies + survey.games) as u64);
        bar.set_style(ProgressStyle::with_template(style).context("the progress bar")?);
        let mut source = File::open(&self.file).with_context(unread)?;
        let reader = Reader::new(BufReader::new(File::open(&self.file).with_context(unread)?));
        let done = journal.kept().games;
        let mut analyst = Analyst { engine: None, effort: &self.effort };
        let mut before = 0;
        for (number, game) in reader.enumerate() {
            let game = game.with_context(unread)?;
            before += game.moves.len() as u64 + 1;
            if halt.is_given() {
                break;
            }
            if number >= done {
                match playable(&game, &usual) {
                    Ok((mut anew, start)) => {
                        let engine = analyst.of(start.as_ref());
                        let told = || bar.inc(1);
                        let counts = annotate(&mut anew, start.as_ref(), engine, &self.task(), &halt, told);
                        let Some(counts) = counts else { break };
                        journal.add(anew.to_string().as_bytes(), Some(counts))?;
                    }
                    Err(fault) => {
                        bar.suspend(|| complain(&broken(&self.file, &game, &fault)));
                        journal.add(&game.source(&mut source).with_context(unread)?, None)?;
                    }
                }
            }
            bar.set_position(before);
        }
        bar.finish_and_clear();
        // Whoever wants it to stop when all is done has what was asked for.
        if halt.is_given() && journal.kept().games < survey.games {
            let games = journal.kept().games;
            complain(&format!("interrupted: {games} of {} games are in {}", survey.games, beside.display()));
            return Ok(ExitCode::from(INTERRUPTED));
        }
        let kept = journal.finish(&out, &atomic_file::draft(&out))?;
        print(&out, &kept)?;
        Ok(answer(kept.broken == 0))
    }

    /// All that the outcome depends on.
    fn asked(&self, survey: &Survey) -> String {
        let Survey { bytes, sum, .. } = survey;
        let time = self.task().limits.move_time.map_or(String::new(), |time| format!(" time {}", time.as_secs_f64()));
        let Effort { depth, nodes, threads, hash, .. } = self.effort;
        let depth = depth.map_or(String::new(), |depth| format!(" depth {depth}"));
        let nodes = nodes.map_or(String::new(), |nodes| format!(" nodes {nodes}"));
        let game = self.game.map_or(String::new(), |game| format!(" game {game}"));
        let terrain = self.terrain.as_ref().map_or(String::new(), |rows| format!(" terrain {rows}"));
        let version = env!("CARGO_PKG_VERSION");
        format!(
            "triptych annotate {version} {bytes} bytes {sum:08x}{time}{depth}{nodes} threads {threads} hash {hash}{game}{terrain}"
        )
    }

    fn task(&self) -> Task {
        let mut limits = self.effort.limits();
        if !self.effort.is_limited() {
            limits.move_time = Some(USUAL);
        }
        Task { limits, is_analysis: true, ..Task::default() }
    }
}

/// The engine of the game in hand: made anew when a game of another kind is met.
struct Analyst<'a> {
    engine: Option<(String, Box<dyn Engine>)>,
    effort: &'a Effort,
}

impl Analyst<'_> {
    fn of(&mut self, game: &dyn Arbiter) -> &mut dyn Engine {
        if self.engine.as_ref().is_none_or(|(name, _)| name != game.name()) {
            let variant: Variant = game.name().parse().expect("games are named as the list has them");
            self.engine = Some((game.name().to_owned(), self.effort.engine(variant)));
        }
        self.engine.as_mut().map(|(_, engine)| engine.as_mut()).expect("it was just made")
    }
}

/// An input whose sum is taken as it is read.
struct Summing<R> {
    input: R,
    sum: crc32fast::Hasher,
    bytes: u64,
}

impl<R: Read> Read for Summing<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(into)?;
        self.sum.update(&into[..count]);
        self.bytes += count as u64;
        Ok(count)
    }
}

/// A first look at the whole file.
fn survey(path: &Path, halt: &Halt) -> io::Result<Survey> {
    let file = Interruptible::new(File::open(path)?, halt);
    let mut input = Summing { input: file, sum: crc32fast::Hasher::new(), bytes: 0 };
    let (mut games, mut plies) = (0, 0);
    let mut reader = Reader::new(BufReader::new(&mut input));
    for game in reader.by_ref() {
        games += 1;
        plies += game?.moves.len();
    }
    Ok(Survey { bytes: input.bytes, sum: input.sum.finalize(), games, plies })
}

fn print(out: &Path, kept: &Kept) -> io::Result<()> {
    let Counts { moves, inaccuracies, mistakes, blunders } = kept.counts;
    let games = counted(kept.games - kept.broken, "game", "games");
    let broken = match kept.broken {
        0 => String::new(),
        broken => format!(", {}", counted(broken, "broken one as it was", "broken ones as they were")),
    };
    writeln!(stdout(), "{}: {games}{broken}", out.display())?;
    let moves = counted(moves, "move", "moves");
    let inaccuracies = counted(inaccuracies, "inaccuracy", "inaccuracies");
    let mistakes = counted(mistakes, "mistake", "mistakes");
    let blunders = counted(blunders, "blunder", "blunders");
    writeln!(stdout(), "{moves}: {inaccuracies} ($6), {mistakes} ($2), {blunders} ($4)")
}
