//! `triptych book import`.

use std::fs::File;
use std::io::{BufReader, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use crate::book::import::{Choice, Counter};
use crate::command::is_free;
use crate::pgn::read::Reader;
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
    /// Counts the games and writes the book.
    ///
    /// # Errors
    /// If a file cannot be read or written, or a game is none of the book's game.
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        is_free(&self.out, self.force)?;
        let game = match self.game {
            Some(game) => game,
            None => self.tagged()?.context("the games do not say which game they are of: name it with --game")?,
        };
        game.visit(self.terrain.as_deref(), &self)??;
        Ok(ExitCode::SUCCESS)
    }

    /// The game that the first tag of the files names.
    fn tagged(&self) -> anyhow::Result<Option<Variant>> {
        for path in &self.files {
            for game in games(path)? {
                let game = game.with_context(|| format!("{} could not be read", path.display()))?;
                if let Some(name) = game.tag("Variant") {
                    return Ok(Some(name.parse()?));
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
    type Output = anyhow::Result<()>;

    fn visit<G: Searchable>(self, setting: G::Setting) -> anyhow::Result<()> {
        anyhow::ensure!(G::NAME == G::BOOK, "{} plays from the book of {}: take games of that", G::NAME, G::BOOK);
        let choice = Choice { plies: usize::from(self.plies), games: self.min_games, rating: self.min_elo };
        let mut counter = Counter::<G>::new(setting, choice);
        for path in &self.files {
            for game in games(path)? {
                let game = game.with_context(|| format!("{} could not be read", path.display()))?;
                let line = || format!("{}, the game of line {}", path.display(), game.line);
                counter.add(&game).with_context(line)?;
            }
        }
        let (taken, passed_over) = counter.games();
        anyhow::ensure!(taken > 0, "none of the {passed_over} games counts");
        let elo = self.min_elo.map_or(String::new(), |elo| format!(" --min-elo {elo}"));
        let made =
            format!("triptych book import --plies {} --min-games {}{elo}: {taken} games", self.plies, self.min_games);
        let book = counter.book(made);
        anyhow::ensure!(
            !book.pages.is_empty(),
            "no move was made in as many as {} of the {taken} games",
            self.min_games
        );
        book.write(&self.out).with_context(|| format!("{} could not be written", self.out.display()))?;
        let positions = book.pages.len();
        writeln!(
            stdout(),
            "{}: {positions} positions of {taken} games, {passed_over} passed over",
            self.out.display()
        )?;
        Ok(())
    }
}
