//! `triptych book import`.

use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use crate::book::import::{Choice, Counter};
use crate::command::is_free;
use crate::pgn;
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
        let mut texts = Vec::new();
        for path in &self.files {
            let bytes = fs::read(path).with_context(|| format!("{} could not be read", path.display()))?;
            texts.push((path.display().to_string(), String::from_utf8_lossy(&bytes).into_owned()));
        }
        let tagged = texts.iter().flat_map(|(_, text)| pgn::read::games(text)).find_map(|game| {
            let name = game.tag("Variant")?;
            Some(name.to_owned())
        });
        let game = match (self.game, tagged) {
            (Some(game), _) => game,
            (None, Some(name)) => name.parse()?,
            (None, None) => anyhow::bail!("the games do not say which game they are of: name it with --game"),
        };
        game.visit(self.terrain.as_deref(), (&self, &texts[..]))??;
        Ok(ExitCode::SUCCESS)
    }
}

impl Visitor for (&Import, &[(String, String)]) {
    type Output = anyhow::Result<()>;

    fn visit<G: Searchable>(self, setting: G::Setting) -> anyhow::Result<()> {
        let (import, texts) = self;
        anyhow::ensure!(G::NAME == G::BOOK, "{} plays from the book of {}: take games of that", G::NAME, G::BOOK);
        let choice = Choice { plies: usize::from(import.plies), games: import.min_games, rating: import.min_elo };
        let mut counter = Counter::<G>::new(setting, choice);
        for (name, text) in texts {
            for (number, game) in pgn::read::games(text).enumerate() {
                counter.add(&game).with_context(|| format!("{name}, game {}", number + 1))?;
            }
        }
        let (taken, passed_over) = counter.games();
        anyhow::ensure!(taken > 0, "none of the {passed_over} games counts");
        let elo = import.min_elo.map_or(String::new(), |elo| format!(" --min-elo {elo}"));
        let made = format!(
            "triptych book import --plies {} --min-games {}{elo}: {taken} games",
            import.plies, import.min_games
        );
        let book = counter.book(made);
        anyhow::ensure!(
            !book.pages.is_empty(),
            "no move was made in as many as {} of the {taken} games",
            import.min_games
        );
        book.write(&import.out).with_context(|| format!("{} could not be written", import.out.display()))?;
        let positions = book.pages.len();
        writeln!(
            stdout(),
            "{}: {positions} positions of {taken} games, {passed_over} passed over",
            import.out.display()
        )?;
        Ok(())
    }
}
