//! The game as an XBoard window counts it: ply by ply, where a capture of many pieces takes several plies.
//!
//! A window knows moves of one piece with two victims at most. A bigger capture reaches it, and comes from it, in parts,
//! with a null move of the opponent after each but the last, and it takes them back one by one. The rules know only
//! whole moves: this file keeps both in step.

use std::collections::VecDeque;

use triptych_protocol::MoveText;

use crate::arbiter::{Arbiter, Played};
use crate::game::MoveError;
use crate::game::notation::Reading;

/// A game with its plies on the window's board.
#[derive(Debug)]
pub struct History {
    game: Box<dyn Arbiter>,
    /// The plies of every whole move played.
    whole: Vec<Vec<MoveText>>,
    /// The plies on the window's board of a move that is not whole: never empty by itself.
    begun: Vec<MoveText>,
    /// The plies that would complete it, where they are known because they were taken back.
    missing: VecDeque<MoveText>,
}

/// What a ply from the window did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// It completed a move.
    Whole(Played),
    /// More of the move is to come.
    Part,
}

impl History {
    /// A game at its beginning.
    pub fn new(game: Box<dyn Arbiter>) -> History {
        History { game, whole: Vec::new(), begun: Vec::new(), missing: VecDeque::new() }
    }

    /// The game as the rules see it: at the last whole move.
    pub fn game(&self) -> &dyn Arbiter {
        self.game.as_ref()
    }

    /// Begins again from a position.
    ///
    /// # Errors
    /// If the position is refused; the history is then as before.
    pub fn set_up(&mut self, fen: &str) -> Result<(), crate::game::PositionError> {
        self.game.set_up(fen)?;
        self.whole.clear();
        self.begun.clear();
        self.missing.clear();
        Ok(())
    }

    /// Whether the window's board stands in the middle of a move.
    pub fn is_in_the_middle(&self) -> bool {
        !self.begun.is_empty()
    }

    /// Whether it stands there because plies were taken back, so that the rest of the move is known.
    pub fn is_taken_apart(&self) -> bool {
        !self.missing.is_empty()
    }

    /// Takes a ply from the window.
    ///
    /// # Errors
    /// If it belongs to no legal move; the history is then as before.
    pub fn take(&mut self, ply: MoveText) -> Result<Step, MoveError> {
        if !self.is_in_the_middle() && !ply.part {
            let played = self.game.play_written(std::slice::from_ref(&ply), Reading::Bare)?;
            self.whole.push(vec![ply]);
            return Ok(Step::Whole(played));
        }
        let between_parts = self.begun.last().is_some_and(MoveText::is_null);
        if self.is_in_the_middle() && ply.is_null() == between_parts {
            return Err(MoveError::Illegal(ply.to_string()));
        }
        let is_more_to_come = ply.part || ply.is_null();
        let refused = MoveError::Illegal(ply.to_string());
        self.begun.push(ply);
        let parts: Vec<MoveText> = self.begun.iter().filter(|ply| !ply.is_null()).cloned().collect();
        let taken = if !is_more_to_come {
            self.game.play_written(&parts, Reading::Exact).map(Step::Whole)
        } else if self.game.begins(&parts) {
            Ok(Step::Part)
        } else {
            Err(refused)
        };
        match taken {
            Ok(Step::Whole(_)) => {
                self.whole.push(std::mem::take(&mut self.begun));
                self.missing.clear();
            }
            // The same ply again that was taken back leaves the rest of the move known.
            Ok(Step::Part) if self.missing.front() == self.begun.last() => drop(self.missing.pop_front()),
            Ok(Step::Part) => self.missing.clear(),
            Err(_) => drop(self.begun.pop()),
        }
        taken
    }

    /// Plays the engine's own move, which is legal.
    ///
    /// # Errors
    /// If it is not legal after all.
    pub fn play(&mut self, text: &str) -> Result<Played, MoveError> {
        let played = self.game.play(text)?;
        self.whole.push(played.lines.clone());
        Ok(played)
    }

    /// Completes a move that was taken apart and returns the plies that were missing; empty if none was.
    pub fn complete(&mut self) -> Vec<MoveText> {
        let missing: Vec<MoveText> = self.missing.iter().cloned().collect();
        for ply in &missing {
            if self.take(ply.clone()).is_err() {
                // What was played once is legal again; to be safe a move that is not is given up.
                self.begun.clear();
                self.missing.clear();
                return Vec::new();
            }
        }
        missing
    }

    /// Takes the last ply back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        if let Some(ply) = self.begun.pop() {
            self.missing.push_front(ply);
        } else if let Some(mut plies) = self.whole.pop() {
            self.game.undo();
            self.missing.extend(plies.pop());
            self.begun = plies;
        } else {
            return false;
        }
        if self.begun.is_empty() {
            self.missing.clear();
        }
        true
    }
}
