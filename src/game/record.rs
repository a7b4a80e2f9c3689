//! A game in progress: where it started, what was played, and what history adds to the rules.

use super::{Game, Outcome, Reason};
use crate::board::Side;

/// The number of times a position must stand to end the game in a draw.
pub const REPETITIONS: usize = 3;

/// A start position and the moves played from it.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    /// Every position from the start to the present one; never empty.
    positions: Vec<G>,
    /// For each of them the moves since the last irreversible one: so far back it may have stood before. The half-move
    /// counter does not say this: in Chameleon a pawn's move sets it back, and yet the piece can return.
    reversible: Vec<usize>,
    moves: Vec<G::Move>,
}

impl<G: Game> Record<G> {
    /// A game that starts here.
    pub fn new(start: G) -> Self {
        Record { positions: vec![start], reversible: vec![0], moves: Vec::new() }
    }

    /// The position that the game started from.
    pub fn start(&self) -> &G {
        &self.positions[0]
    }

    /// The present position.
    pub fn position(&self) -> &G {
        &self.positions[self.positions.len() - 1]
    }

    /// The position before the move with this number (0 is the first), or the present one for the number of moves.
    ///
    /// # Panics
    /// If the number is greater than the number of moves.
    pub fn position_before(&self, ply: usize) -> &G {
        &self.positions[ply]
    }

    /// The moves played so far.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: G::Move) {
        let is_irreversible = self.position().is_irreversible(m);
        let mut next = self.position().clone();
        next.play(m);
        self.reversible.push(if is_irreversible { 0 } else { self.reversible() + 1 });
        self.positions.push(next);
        self.moves.push(m);
    }

    /// Takes the last move back and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<G::Move> {
        let m = self.moves.pop()?;
        self.positions.pop();
        self.reversible.pop();
        Some(m)
    }

    /// How often the present position stands in the game, this time included.
    pub fn repetitions(&self) -> usize {
        let key = self.position().key();
        let last = self.positions.len() - 1;
        (0..=self.reversible()).step_by(2).filter(|&plies| self.positions[last - plies].key() == key).count()
    }

    /// The keys of the positions that the present one may repeat, oldest first, the present one last.
    pub fn repeatable_keys(&self) -> Vec<u64> {
        self.positions[self.moves.len() - self.reversible()..].iter().map(Game::key).collect()
    }

    /// Moves since the last irreversible one.
    fn reversible(&self) -> usize {
        self.reversible[self.reversible.len() - 1]
    }

    /// The result by all rules, repetition included.
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        let by_position = position.outcome(&position.legal());
        match by_position {
            Some(outcome) if outcome.leaves_no_move() => Some(outcome),
            _ if self.repetitions() >= REPETITIONS => Some(Outcome::draw(Reason::Repetition)),
            other => other,
        }
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Side {
        self.position().turn()
    }
}
