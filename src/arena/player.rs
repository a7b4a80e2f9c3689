//! A player at the board, as the referee sees it: whatever the engine is and however it is spoken to.

use std::time::Duration;

use triptych_protocol::{MoveText, Score};

use super::clock::Clock;
use super::halt::Halt;
use super::verdict::Verdict;
use crate::arbiter::{Arbiter, Played};

/// Someone who plays games, one after the other.
pub trait Player: Send {
    /// What the engine calls itself.
    fn identity(&self) -> &str;

    /// Prepares for a game that starts from `game`'s present position against `opponent`.
    ///
    /// # Errors
    /// If the engine is gone, does not answer or refuses the game.
    fn begin(&mut self, game: &dyn Arbiter, opponent: &str, clock: &Clock) -> Result<(), Failure>;

    /// Hears of a move: of the opening, of the opponent, or that its own move was taken.
    fn hear(&mut self, played: &Played, mover: Mover);

    /// Hears that the opponent offers a draw. A player that does not know what to do with it goes on.
    fn hear_draw_offer(&mut self) {}

    /// Makes up its mind about a move.
    ///
    /// # Errors
    /// If the engine is gone, does not answer, or the arena is told to stop.
    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure>;

    /// Whether another game can follow with the same engine.
    fn can_go_on(&self) -> bool {
        true
    }

    /// Hears that the game is over.
    fn finish(&mut self, verdict: &Verdict);
}

/// Whose move a player hears of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// The move was made before the players took over.
    Opening,
    /// The player's own, which the rules have found legal.
    Own,
    /// The opponent's.
    Opponent,
}

/// What a player needs to know to make a move.
pub struct Turn<'a> {
    /// The game, at the position to move in.
    pub game: &'a dyn Arbiter,
    /// The player's clock.
    pub own: &'a Clock,
    /// The opponent's.
    pub other: &'a Clock,
    /// How long an engine that is out of time, or has no clock to run out of, is waited for.
    pub patience: Duration,
    /// Given when the whole arena is to stop.
    pub stop: &'a Halt,
}

/// What a player does when it is its turn.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What it does.
    pub action: Action,
    /// Whether it offers a draw.
    pub offers_draw: bool,
    /// What it says of its search.
    pub thought: Said,
    /// From being asked to having answered.
    pub time: Duration,
}

/// The ways to answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A move in the project's own text.
    Text(String),
    /// A move as an XBoard engine says it: one line, or parts with null moves between them.
    Lines(Vec<MoveText>),
    /// It takes the draw that the opponent has offered.
    AcceptDraw,
    /// It gives the game up.
    Resign,
    /// It says that the game is over; the words of its claim.
    Claim(Claim),
    /// It says something in place of a move that is none: why it is wrong.
    Wrong(String),
    /// It refuses the opponent's last move as illegal.
    Refuse(String),
}

/// A result that an engine announces by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The result.
    pub result: triptych_protocol::GameResult,
    /// Why, in its own words.
    pub reason: String,
}

/// What an engine says of its search; whatever it leaves out is missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// From the side to move.
    pub score: Option<Score>,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The engine's process has ended or closed its output.
    #[error("the engine is gone{0}")]
    Gone(String),
    /// It said nothing that was waited for in time.
    #[error("no answer within {0:.1?}")]
    Stalled(Duration),
    /// It cannot play the game that it is asked to.
    #[error("{0}")]
    Refused(String),
    /// The arena was told to stop.
    #[error("the arena was told to stop")]
    Interrupted,
}
