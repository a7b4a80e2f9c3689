//! `triptych book import`.

use std::fs::File;
use std::io::{BufReader, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use crate::book::import::{Choice, Counter};
use crate::command::{self, answer, complain, counted, is_apart, is_free};
use crate::pgn::read::Reader;
use crate::pgn::replay::variant;
use crate::search::Searchable;
use crate::variant::{Variant, Visitor};

/// Arguments of `book import`.
#[derive(Debug, Args)]
pub struct Import {
    /// Files of games
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// File that the book is written to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The game, where the files do not say it
    #[arg(long, value_name = "GAME")]
    game: Option<Variant>,
    /// Chameleon's colours in place of the default ones
    #[arg(long, value_name = "ROWS")]
    terrain: Option<String>,
    /// Plies that are taken of each game
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..))]
    plies: u16,
    /// Games in which a move must have been made
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    min_games: u32,
    /// The least rating of both players, by the games' tags WhiteElo and BlackElo
    #[arg(long, value_name = "ELO")]
    min_elo: Option<u32>,
    /// Write over a book that is there
    #[arg(long)]
    force: bool,
}

impl Import {
    /// Counts the games and writes the book. The answer is no if one of them is broken or of another game: it is told on
    /// standard error and the others go on.
    ///
    /// # Errors
    /// If a file cannot be read or written, or no game counts.
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        is_free(&self.out, self.force)?;
        is_apart(&self.out, &self.files)?;
        let game = match self.game {
            Some(game) => game,
            None => self.tagged()?.context("the games do not say which game they are of: name it with --game")?,
        };
        game.visit(self.terrain.as_deref(), &self)?
    }

    /// The game that the first tag of the files names.
    fn tagged(&self) -> anyhow::Result<Option<Variant>> {
        for path in &self.files {
            for game in games(path)? {
                let game = game.with_context(|| format!("{} could not be read", path.display()))?;
                if let Some(variant) = variant(&game) {
                    return Ok(Some(variant?));
                }
            }
        }
        Ok(None)
    }
}

fn games(path: &Path) -> anyhow::Result<Reader<BufReader<File>>> {
    let file = File::open(path).with_context(|| format!("{} could not be read", path.display()))?;
    Ok(Reader::new(BufReader::new(file)))
}

impl Visitor for &Import {
    type Output = anyhow::Result<ExitCode>;

    fn visit<G: Searchable>(self, setting: G::Setting) -> anyhow::Result<ExitCode> {
        anyhow::ensure!(G::NAME == G::BOOK, "{} plays from the book of {}: take games of that", G::NAME, G::BOOK);
        let choice = Choice { plies: usize::from(self.plies), games: self.min_games, rating: self.min_elo };
        let mut counter = Counter::<G>::new(setting, choice);
        let mut broken = 0;
        for path in &self.files {
            for game in games(path)? {
                let game = game.with_context(|| format!("{} could not be read", path.display()))?;
                if let Err(fault) = counter.add(&game) {
                    broken += 1;
                    complain(&command::broken(path, &game, &fault));
                }
            }
        }
        let (taken, passed_over) = counter.games();
        anyhow::ensure!(taken > 0, "none of the {} games counts", passed_over + broken);
        let elo = self.min_elo.map_or(String::new(), |elo| format!(" --min-elo {elo}"));
        let made = format!(
            "triptych book import --plies {} --min-games {}{elo}: {}",
            self.plies,
            self.min_games,
            counted(taken as usize, "game", "games")
        );
        let book = counter.book(made);
        anyhow::ensure!(
            !book.pages.is_empty(),
            "the book would be empty: at the start no move of a side that did not lose was made in as many as {} of {}",
            self.min_games,
            counted(taken as usize, "game", "games")
        );
        book.write(&self.out).with_context(|| format!("{} could not be written", self.out.display()))?;
        let positions = counted(book.pages.len(), "position", "positions");
        let games = counted(taken as usize, "game", "games");
        let broken_ones = if broken > 0 { format!(", {broken} broken") } else { String::new() };
        writeln!(stdout(), "{}: {positions} of {games}, {passed_over} passed over{broken_ones}", self.out.display())?;
        Ok(answer(broken == 0))
    }
}
