//! `triptych pgn`: reads games, checks them against the rules, counts them, and writes those that are chosen.

mod game;
mod tally;

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use self::game::{Examined, Question};
use self::tally::Tally;
use super::{answer, broken, complain, counted};
use crate::arena::halt::{Halt, INTERRUPTED, Interruptible};
use crate::atomic_file;
use crate::pgn::read::{Game, Reader};
use crate::pgn::replay::{Usual, variant};
use crate::pgn::rewrite::Form;
use crate::variant::Variant;

/// Arguments of `pgn`.
#[derive(Debug, Args)]
pub struct Pgn {
    /// Files of games
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The game, where the files do not say it
    #[arg(long, value_name = "GAME")]
    game: Option<Variant>,
    /// Chameleon's colours in place of the default ones, where the files do not say them
    #[arg(long, value_name = "ROWS")]
    terrain: Option<String>,
    /// Take the moves as they are written and do not ask whether they are legal
    #[arg(long)]
    no_rules: bool,
    /// Choose games of this kind only
    #[arg(long, value_name = "GAME")]
    variant: Vec<Variant>,
    /// Choose games with this result only
    #[arg(long, value_name = "RESULT", value_parser = ["1-0", "0-1", "1/2-1/2", "*"])]
    result: Vec<String>,
    /// Choose games only in which a player's name has these words in it, in whatever case
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Choose games of so many plies or more only
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    min_plies: usize,
    /// Choose games of so many plies or fewer only
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    max_plies: usize,
    /// Print the last position of every game that is chosen
    #[arg(long = "final", conflicts_with = "no_rules")]
    last: bool,
    /// Write the games that are chosen to this file, as they are in theirs
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write them anew, with their moves in this form and without their variations
    #[arg(long, value_name = "FORM", value_enum, requires = "out", conflicts_with = "no_rules")]
    moves: Option<MoveForm>,
    /// Write over a file that is there
    #[arg(long, requires = "out")]
    force: bool,
    /// Threads that share the work; as many as the machine has cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
}

/// A form of moves' texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MoveForm {
    /// The squares that the piece touches, as UCI has them too: c4a6c8
    #[value(alias = "own")]
    Uci,
    /// As XBoard saves them: Lxb5xb7-c8
    Xboard,
}

/// So many games are looked at together, or so many bytes of them: enough to share, little to hold.
const BATCH: usize = 512;
const BATCH_BYTES: u64 = 4 << 20;

impl Pgn {
    /// Reads the files. The answer is no if a game is broken.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        for path in &self.files {
            // Found out before the work and not after it.
            File::open(path).with_context(|| format!("{} could not be read", path.display()))?;
        }
        let usual = Usual::new(self.game, self.terrain.clone())?;
        let halt = Halt::on_signals()?;
        let mut tally = Tally::default();
        match &self.out {
            None => self.read(&usual, &halt, &mut tally, None)?,
            Some(path) => {
                super::is_free(path, self.force)?;
                super::is_apart(path, &self.files)?;
                let draft = atomic_file::draft(path);
                // What stops the reading is told as it is, and is no fault of the file that is written.
                let mut stopped = Ok(());
                let written = atomic_file::write(path, &draft, |draft| {
                    let mut out = BufWriter::new(File::create(draft)?);
                    stopped = self.read(&usual, &halt, &mut tally, Some(&mut out));
                    out.flush()?;
                    // Half of the games that were asked for are not to be taken for all of them.
                    if stopped.is_err() || halt.is_given() { Err(io::ErrorKind::Interrupted.into()) } else { Ok(()) }
                });
                stopped?;
                if !halt.is_given() {
                    written.with_context(|| format!("{} could not be written", path.display()))?;
                }
            }
        }
        if halt.is_given() {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        tally.print(&mut stdout().lock())?;
        Ok(answer(tally.broken == 0))
    }

    /// Goes through all files; what is chosen is written out.
    fn read(
        &self,
        usual: &Usual,
        halt: &Halt,
        tally: &mut Tally,
        mut out: Option<&mut dyn Write>,
    ) -> anyhow::Result<()> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.map_or(0, usize::from))
            .build()
            .context("the threads could not be started")?;
        let question = Question {
            usual,
            is_checked: !self.no_rules,
            is_last_wanted: self.last,
            form: self.moves.map(|form| match form {
                MoveForm::Uci => Form::Paths,
                MoveForm::Xboard => Form::Sheet,
            }),
        };
        let bytes = self.files.iter().filter_map(|path| Some(fs::metadata(path).ok()?.len())).sum();
        let style = "{wide_bar} {bytes}/{total_bytes}, {msg}, {eta} to go";
        let bar = ProgressBar::new(bytes).with_style(ProgressStyle::with_template(style).context("the progress bar")?);
        let mut before = 0;
        for path in &self.files {
            let unread = || format!("{} could not be read", path.display());
            let input = Interruptible::new(File::open(path).with_context(unread)?, halt);
            let mut reader = Reader::new(BufReader::with_capacity(1 << 16, input));
            // Chosen games are copied from the file, byte by byte.
            let mut copied = File::open(path).with_context(unread)?;
            let mut batch = take(&mut reader, halt).with_context(unread)?;
            while !batch.is_empty() && !halt.is_given() {
                let (next, examined) = pool.install(|| {
                    rayon::join(
                        || take(&mut reader, halt),
                        || batch.par_iter().map(|game| question.examine(game)).collect::<Vec<Examined>>(),
                    )
                });
                for (game, examined) in batch.iter().zip(examined) {
                    tally.read += 1;
                    if let Some(fault) = &examined.fault {
                        tally.broken += 1;
                        bar.suspend(|| complain(&broken(path, game, fault)));
                        continue;
                    }
                    if !self.is_chosen(game, &examined) {
                        continue;
                    }
                    tally.add(game, examined.plies);
                    if let Some(last) = &examined.last {
                        bar.suspend(|| writeln!(stdout(), "{}, line {}: {last}", path.display(), game.line))?;
                    }
                    match (out.as_deref_mut(), &examined.text) {
                        (None, _) => {}
                        (Some(out), Some(text)) => out.write_all(text.as_bytes())?,
                        (Some(out), None) => {
                            let text = game.source(&mut copied).with_context(unread)?;
                            out.write_all(text.trim_ascii_end())?;
                            out.write_all(b"\n\n")?;
                        }
                    }
                }
                bar.set_position(before + batch.last().map_or(0, |game| game.end));
                bar.set_message(counted(tally.read, "game", "games"));
                batch = next.with_context(unread)?;
            }
            before += reader.offset();
        }
        bar.finish_and_clear();
        Ok(())
    }

    fn is_chosen(&self, game: &Game, examined: &Examined) -> bool {
        let names = || [game.tag("White"), game.tag("Black")].into_iter().flatten().map(str::to_lowercase);
        let is_of = |wanted: &Variant| {
            let tagged = variant(game).map_or(self.game, Result::ok);
            tagged == Some(*wanted)
        };
        (self.min_plies..=self.max_plies).contains(&examined.plies)
            && (self.result.is_empty() || self.result.iter().any(|result| Some(&**result) == game.result.as_deref()))
            && (self.variant.is_empty() || self.variant.iter().any(is_of))
            && self.player.as_ref().is_none_or(|name| names().any(|full| full.contains(&name.to_lowercase())))
    }
}

/// The next games of a file; none at its end, and none once the signal is given.
fn take(reader: &mut Reader<impl BufRead>, halt: &Halt) -> io::Result<Vec<Game>> {
    let begun = reader.offset();
    let mut games = Vec::new();
    while games.len() < BATCH && reader.offset() - begun < BATCH_BYTES {
        match reader.next() {
            _ if halt.is_given() => return Ok(Vec::new()),
            Some(game) => games.push(game?),
            None => break,
        }
    }
    Ok(games)
}
