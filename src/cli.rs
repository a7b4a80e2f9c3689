//! The command line.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Parser, Subcommand};

use crate::arbiter::Arbiter;
use crate::command;
use crate::variant::{Variant, VariantError};

/// Plays Ultima, Shashmaty and Chameleon, three chess variants.
///
/// Without a subcommand it is an engine that speaks the XBoard protocol or UCI on standard input and output.
#[derive(Debug, Parser)]
#[command(name = "triptych", version, long_version = BUILD, max_term_width = 100, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Log both directions of the protocol to this file, with the time to the millisecond; only without a subcommand
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Play from the opening book in this file, or with 'off' from none; only without a subcommand
    #[arg(long, value_name = "FILE")]
    pub book: Option<PathBuf>,
}

/// The version, and what the program was built from and for.
const BUILD: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit ",
    env!("TRIPTYCH_COMMIT"),
    "\ntarget ",
    env!("TRIPTYCH_TARGET"),
    ", ",
    env!("TRIPTYCH_PROFILE"),
    " build\nfeatures ",
    env!("TRIPTYCH_FEATURES"),
);

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a game at the terminal
    Play(command::play::Play),
    /// Tell the rules of a game
    Rules(command::rules::Rules),
    /// Count the leaves of the game tree
    Perft(command::perft::Perft),
    /// List the legal moves, each with the position after it
    Moves(command::moves::Moves),
    /// Search fixed positions to a fixed depth and count the nodes
    Bench(command::bench::Bench),
    /// Analyse a position, or many, and show what the engine thinks as it goes
    ///
    /// Without --time, --depth or --nodes it goes on until it is interrupted.
    Analyze(command::analyze::Analyze),
    /// Analyse every move of games and write what the engine thinks of it into them
    ///
    /// Without --time, --depth or --nodes each position gets a second.
    Annotate(command::annotate::Annotate),
    /// Draw a board, in the terminal or as a picture
    Show(command::show::Show),
    /// Make a page of games, to step through them in a browser
    Report(command::report::Report),
    /// Play a match or a tournament between engines
    Arena(Box<command::arena::Arena>),
    /// Play the engine against itself, through the protocol, and referee every move
    Selfplay(command::selfplay::Selfplay),
    /// Fit the weights of the evaluation to games that the engine plays against itself
    Tune(command::tune::Tune),
    /// Read files of games: check them against the rules, count them, choose some, write their moves in another form
    Pgn(command::pgn::Pgn),
    /// Print, run or install the XBoard command line for a game
    Xboard(command::xboard::Xboard),
    /// Compute endgame tables, look positions up in them, check them and tell what they come to
    #[command(subcommand)]
    Tablebase(command::tablebase::Tablebase),
    /// Grow opening books, read them, join them, check them, and choose openings for matches
    #[command(subcommand)]
    Book(command::book::Book),
    /// Print what a shell needs to complete command lines of this program
    Completions(command::completions::Completions),
    /// Print the manual page, or write those of all commands
    Man(command::man::Man),
}

/// A game and a position of it.
#[derive(Clone, Debug, Args)]
pub struct Start {
    /// The game: ultima, shashmaty, shashmaty-damka, shashmaty-dragon or chameleon
    #[arg(value_name = "GAME")]
    pub game: Variant,
    #[command(flatten)]
    #[expect(missing_docs, reason = "a doc comment here would become the arguments' help text")]
    pub board: Board,
}

/// A position of a game that is known.
#[derive(Clone, Debug, Args)]
pub struct Board {
    /// A position in place of the game's start position
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Chameleon's colours in place of the default ones: seven rows from the top, letters QRBNP, `*` for a hole
    #[arg(long, value_name = "ROWS")]
    pub terrain: Option<String>,
}

impl Start {
    /// The game in progress that the arguments describe.
    ///
    /// # Errors
    /// If the terrain or the position is refused.
    pub fn arbiter(&self) -> Result<Box<dyn Arbiter>, VariantError> {
        self.game.arbiter_from(self.board.terrain.as_deref(), self.board.fen.as_deref())
    }

    /// The same after these moves, which have spaces between.
    ///
    /// # Errors
    /// If the terrain, the position or a move is refused.
    pub fn arbiter_after(&self, moves: &str) -> anyhow::Result<Box<dyn Arbiter>> {
        let mut game = self.arbiter()?;
        for text in moves.split_whitespace() {
            game.play(text).with_context(|| format!("--moves: {text}"))?;
        }
        Ok(game)
    }
}
