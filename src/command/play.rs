//! `triptych play`: a game at the terminal.

use std::process::ExitCode;

use clap::Args;

use crate::arena::clock::TimeControl;
use crate::cli::Start;
use crate::play::archive::Archive;
use crate::play::sitting::{People, Terms};
use crate::play::{Opening, plain, terminal};
use crate::search::skill;

/// Arguments of `play`.
#[derive(Debug, Args)]
pub struct Play {
    #[command(flatten)]
    start: Start,
    /// What you play: white, black, or both (two people at one board)
    #[arg(long, value_name = "SIDE", default_value = "white")]
    side: People,
    /// The engine's level, 0 to 20
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u8).range(0..=i64::from(skill::FULL)))]
    level: u8,
    /// Time: a clock for both sides, [MOVES/]TIME[+INCREMENT] in seconds or M:SS as in 5:00+3; or what the engine may take
    /// for a move, st=SECONDS, nodes=N or depth=N
    #[arg(long, value_name = "TIME", default_value = "st=2", value_parser = TimeControl::read)]
    time: TimeControl,
    /// Play in lines, without the whole terminal; it is so anyway where there is none
    #[arg(long)]
    plain: bool,
    /// Go on with the last game that was left, and ask nothing
    #[arg(long, conflicts_with_all = ["new", "fen", "terrain", "side", "level", "time"])]
    resume: bool,
    /// Begin a new game, and ask nothing; one that was left stays
    #[arg(long)]
    new: bool,
}

impl Play {
    /// Plays.
    ///
    /// # Errors
    /// If the position is refused, there is no game to go on with and one was asked for, or the terminal is gone.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let start = self.start.arbiter()?;
        let terms = Terms { variant: self.start.game, people: self.side, level: self.level, control: self.time };
        let opening = Opening { terms, start, resume: self.resume, new: self.new };
        let archive = Archive::of_user();
        if self.plain || !terminal::is_there() { plain::run(opening, archive) } else { terminal::run(opening, archive) }
    }
}
