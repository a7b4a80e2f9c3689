//! What a position is worth without looking ahead.

mod chameleon;
mod shashmaty;
mod ultima;

use crate::game::Game;

/// A game whose positions can be judged.
pub trait Evaluate: Game {
    /// The worth of the position in centipawns from its side to move; a plain pawn of the game is about 100.
    fn evaluate(&self) -> i32;
}
