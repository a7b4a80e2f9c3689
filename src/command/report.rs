//! `triptych report`: games as one page to step through.

use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, ensure};
use clap::Args;

use super::{complain, is_apart, is_free};
use crate::atomic_file;
use crate::pgn::read;
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
    /// Write over a page that is there
    #[arg(long)]
    force: bool,
}

impl Report {
    /// Plays the games and writes the page. Games that cannot be played are told on standard error and left out.
    ///
    /// # Errors
    /// If the file cannot be read or holds no game that can be played, or the page is there already or cannot be written.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        is_free(&self.out, self.force)?;
        is_apart(&self.out, std::slice::from_ref(&self.file))?;
        let file = self.file.display();
        let bytes = fs::read(&self.file).with_context(|| format!("{file} cannot be read"))?;
        let text = String::from_utf8_lossy(&bytes);
        let (games, broken) = self.play(text.trim_start_matches('\u{feff}'))?;
        ensure!(games.len() + broken > 0, "{file} has no game");
        ensure!(!games.is_empty(), "{file} has no game that can be played");
        atomic_file::write_whole(&self.out, report::page(&title(&games, &self.file), &games).as_bytes())
            .with_context(|| format!("{} cannot be written", self.out.display()))?;
        let left_out = if broken > 0 { format!(", {broken} left out") } else { String::new() };
        let number = games.len();
        let word = if number == 1 { "game" } else { "games" };
        writeln!(stdout(), "{}: {number} {word}{left_out}", self.out.display())?;
        Ok(ExitCode::SUCCESS)
    }

    /// The games that can be played, and the number of those that cannot.
    fn play(&self, text: &str) -> anyhow::Result<(Vec<Played>, usize)> {
        let (mut games, mut broken) = (Vec::new(), 0);
        for (number, written) in read::games(text).enumerate() {
            match Played::new(&written, self.game) {
                Ok(game) => games.push(game),
                Err(why) => {
                    broken += 1;
                    let place = format!("{}:{}: game {}", self.file.display(), written.line, number + 1);
                    let why = why.to_string().replace(char::is_control, " ");
                    complain(&format!("{place} is left out: {why}"));
                }
            }
        }
        Ok((games, broken))
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
