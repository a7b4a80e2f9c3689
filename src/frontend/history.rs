//! The game as an XBoard window counts it: ply by ply, where a capture of many pieces takes several plies.
//!
//! A window knows moves of one piece with two victims at most. A bigger capture reaches it, and comes from it, in parts,
//! with a null move of the opponent after each but the last, and it takes them back one by one. The rules know only
//! whole moves: this file keeps both in step.

use std::collections::VecDeque;

use triptych_protocol::{MoveText, Route};

use crate::arbiter::{Arbiter, Played};
use crate::board::Side;
use crate::game::MoveError;
use crate::game::notation::Reading;

/// A game with its plies on the window's board.
#[derive(Debug)]
pub struct History {
    game: Box<dyn Arbiter>,
    /// Every whole move played.
    whole: Vec<Whole>,
    /// The plies on the window's board of a move that is not whole: never empty by itself.
    begun: Vec<MoveText>,
    /// The plies that would complete it, where they are known because the move was whole before plies were taken back.
    missing: VecDeque<MoveText>,
    /// The project's text of that move; empty where it is not known.
    due: String,
}

/// A whole move.
#[derive(Clone, Debug)]
struct Whole {
    /// Its plies on the window's board, those that mend the board after it included.
    plies: Vec<MoveText>,
    /// The project's own text.
    text: String,
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
        History { game, whole: Vec::new(), begun: Vec::new(), missing: VecDeque::new(), due: String::new() }
    }

    /// The game as the rules see it: at the last whole move.
    pub fn game(&self) -> &dyn Arbiter {
        self.game.as_ref()
    }

    /// Whose turn it is on the window's board: after a part, the side that has only to pass.
    pub fn turn(&self) -> Side {
        if self.begun.len().is_multiple_of(2) { self.game.turn() } else { !self.game.turn() }
    }

    /// Plies on the window's board since the start.
    pub fn plies(&self) -> usize {
        self.whole.iter().map(|whole| whole.plies.len()).sum::<usize>() + self.begun.len()
    }

    /// The plies on the window's board, from the start.
    pub fn on_board(&self) -> impl Iterator<Item = &MoveText> {
        self.whole.iter().flat_map(|whole| &whole.plies).chain(&self.begun)
    }

    /// The game, without the window's plies.
    pub fn into_game(self) -> Box<dyn Arbiter> {
        self.game
    }

    /// Adds plies that mend the window's board to the last move: whole turns of both sides, so that the turn stays.
    /// Nothing happens where there is no whole move.
    pub fn mend(&mut self, plies: &[MoveText]) {
        if plies.is_empty() {
            return;
        }
        debug_assert!(plies.len().is_multiple_of(2) && self.begun.is_empty());
        if let Some(last) = self.whole.last_mut() {
            last.plies.extend_from_slice(plies);
        }
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

    /// Whether it stands there because plies were taken back, so that the rest of the move is known and is all that may
    /// follow.
    pub fn is_taken_apart(&self) -> bool {
        !self.missing.is_empty()
    }

    /// Takes a ply from the window.
    ///
    /// # Errors
    /// If it belongs to no legal move, or is not the next ply of a move that was taken apart; the history is then as
    /// before.
    pub fn take(&mut self, ply: MoveText) -> Result<Step, MoveError> {
        self.take_meant(ply, None)
    }

    /// The same, where `meant` is what its sender is known to mean by it if that is legal: more than the ply says.
    ///
    /// # Errors
    /// As [`History::take`].
    pub fn take_meant(&mut self, ply: MoveText, meant: Option<&MoveText>) -> Result<Step, MoveError> {
        if let Some(due) = self.missing.front() {
            if !says_the_same(due, &ply) {
                return Err(MoveError::Illegal(ply.to_string()));
            }
            let due = due.clone();
            return self.take_missing(due);
        }
        if self.is_in_the_middle() || ply.part {
            return self.go_on(ply);
        }
        let more = meant.and_then(|meant| self.game.play_written(std::slice::from_ref(meant), Reading::Bare).ok());
        let played = match more {
            Some(played) => played,
            None => self.game.play_written(std::slice::from_ref(&ply), Reading::Bare)?,
        };
        self.whole.push(Whole { plies: vec![ply], text: played.text.clone() });
        Ok(Step::Whole(played))
    }

    /// Puts the next missing ply back on the board.
    fn take_missing(&mut self, ply: MoveText) -> Result<Step, MoveError> {
        if self.missing.len() > 1 {
            self.missing.pop_front();
            self.begun.push(ply);
            return Ok(Step::Part);
        }
        let played = self.game.play(&self.due)?;
        self.missing.clear();
        self.begun.push(ply);
        self.whole.push(Whole { plies: std::mem::take(&mut self.begun), text: std::mem::take(&mut self.due) });
        Ok(Step::Whole(played))
    }

    /// Takes a ply of a move in parts: the parts and the null moves between them alternate.
    fn go_on(&mut self, ply: MoveText) -> Result<Step, MoveError> {
        let refused = MoveError::Illegal(ply.to_string());
        if ply.is_null() != self.begun.last().is_some_and(|last| !last.is_null()) {
            return Err(refused);
        }
        if ply.is_null() {
            self.begun.push(ply);
            return Ok(Step::Part);
        }
        let parts: Vec<MoveText> = self.begun.iter().chain([&ply]).filter(|ply| !ply.is_null()).cloned().collect();
        if ply.part {
            if !self.game.begins(&parts) {
                return Err(refused);
            }
            self.begun.push(ply);
            return Ok(Step::Part);
        }
        let played = self.game.play_written(&parts, Reading::Exact)?;
        self.begun.push(ply);
        self.whole.push(Whole { plies: std::mem::take(&mut self.begun), text: played.text.clone() });
        Ok(Step::Whole(played))
    }

    /// Plays the engine's own move, which is legal.
    ///
    /// # Errors
    /// If it is not legal after all.
    pub fn play(&mut self, text: &str) -> Result<Played, MoveError> {
        let played = self.game.play(text)?;
        self.whole.push(Whole { plies: played.lines.clone(), text: played.text.clone() });
        Ok(played)
    }

    /// Completes a move that was taken apart and returns the plies that were missing, as an engine says them; empty if
    /// none was.
    pub fn complete(&mut self) -> Vec<MoveText> {
        let missing: Vec<MoveText> = self.missing.iter().cloned().collect();
        for ply in &missing {
            // What was played once is legal again.
            if self.take_missing(ply.clone()).is_err() {
                debug_assert!(false, "{} is not legal any more", self.due);
                self.begun.clear();
                self.missing.clear();
                return Vec::new();
            }
        }
        missing.into_iter().map(|ply| MoveText { relayed: false, ..ply }).collect()
    }

    /// Takes the last ply back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        if let Some(ply) = self.begun.pop() {
            // The rest of a move that never was whole is not known.
            if self.is_taken_apart() {
                self.missing.push_front(ply);
            }
        } else if let Some(Whole { mut plies, text }) = self.whole.pop() {
            self.game.undo();
            self.missing.extend(plies.pop());
            self.due = text;
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

/// Whether a ply is one that is due, in whatever form: victims are a set, and a letter may be left out.
fn says_the_same(due: &MoveText, ply: &MoveText) -> bool {
    let victims = |text: &MoveText| {
        let mut victims = match &text.route {
            Route::Victims { victims, .. } => victims.clone(),
            Route::Path(_) | Route::Null => Vec::new(),
        };
        victims.sort_unstable();
        victims.dedup();
        victims
    };
    (due.start(), due.end(), due.part) == (ply.start(), ply.end(), ply.part)
        && victims(due) == victims(ply)
        && (ply.letter.is_none() || ply.letter == due.letter)
}

#[cfg(test)]
mod tests;
