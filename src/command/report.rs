//! `triptych report`: games as one page to step through.

use std::fs::File;
use std::io::{self, BufReader, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, ensure};
use clap::Args;

use super::{answer, broken, complain, counted, is_apart, is_free};
use crate::atomic_file;
use crate::pgn::read::Reader;
use crate::pgn::replay::Usual;
use crate::report::{self, Played};
use crate::variant::Variant;

/// Arguments of `report`.
#[derive(Debug, Args)]
pub struct Report {
    /// The file of games
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The page that is written
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// The game, where the file does not say it
    #[arg(long, value_name = "GAME")]
    game: Option<Variant>,
    /// Chameleon's colours in place of the default ones, where the file does not say them
    #[arg(long, value_name = "ROWS")]
    terrain: Option<String>,
    /// Write over a page that is there
    #[arg(long)]
    force: bool,
}

impl Report {
    /// Plays the games and writes the page. Broken games are told on standard error and left out; the answer is then no.
    ///
    /// # Errors
    /// If the file cannot be read or holds no game that can be played, or the page is there already or cannot be written.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        is_free(&self.out, self.force)?;
        is_apart(&self.out, std::slice::from_ref(&self.file))?;
        let file = self.file.display();
        let usual = Usual::new(self.game, self.terrain.clone())?;
        let (games, left_out) = self.play(&usual).with_context(|| format!("{file} could not be read"))?;
        ensure!(games.len() + left_out > 0, "{file} has no game");
        ensure!(!games.is_empty(), "{file} has no game that can be played");
        atomic_file::write_whole(&self.out, report::page(&title(&games, &self.file), &games).as_bytes())
            .with_context(|| format!("{} cannot be written", self.out.display()))?;
        let number = counted(games.len(), "game", "games");
        let all = if left_out > 0 { format!("{number}, {left_out} left out") } else { number };
        writeln!(stdout(), "{}: {all}", self.out.display())?;
        Ok(answer(left_out == 0))
    }

    /// The games that can be played, and the number of those that cannot.
    fn play(&self, usual: &Usual) -> io::Result<(Vec<Played>, usize)> {
        let (mut games, mut left_out) = (Vec::new(), 0);
        for written in Reader::new(BufReader::new(File::open(&self.file)?)) {
            let written = written?;
            match Played::new(&written, usual) {
                Ok(game) => games.push(game),
                Err(fault) => {
                    left_out += 1;
                    complain(&broken(&self.file, &written, &fault));
                }
            }
        }
        Ok((games, left_out))
    }
}

/// The event, if all games are of one, otherwise the file's name.
fn title(games: &[Played], file: &Path) -> String {
    let named = |event: &&str| !event.trim().is_empty() && *event != "?";
    let event = games.first().and_then(|game| game.tag("Event")).filter(named);
    match event.filter(|event| games.iter().all(|game| game.tag("Event") == Some(event))) {
        Some(event) => event.to_owned(),
        None => file.file_stem().map_or("Games".into(), |name| name.to_string_lossy().into_owned()),
    }
}
