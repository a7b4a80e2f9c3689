//! What a person sees and does at the board: a cursor, a piece in hand, dialogues. Keys and clicks go in; what is to be
//! done comes out.

use std::time::Instant;

use ratatui::crossterm::event::KeyCode;

use super::hand::{Choice, Hand, Preview, Touch};
use super::model::{Aim, Effect, Model};
use super::sitting::{People, Sitting};
use crate::board::{Side, Square};

/// What is to be done outside.
#[derive(Debug)]
pub enum Want {
    /// For the engine, or for the game's file.
    Do(Effect),
    /// Save the game in a file of this name.
    Save(String),
    /// Leave.
    Leave,
}

/// Something that has to be answered before the game goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialogue {
    /// One of several things, and the one that is pointed at.
    Choose(Vec<Choice>, usize),
    /// Whether to give up.
    Resign,
    /// The name of a file.
    Save(String),
    /// All keys.
    Help,
}

/// The board and what is around it.
#[derive(Debug)]
pub struct Table {
    model: Model,
    hand: Hand,
    cursor: Square,
    /// Whether Black is at the bottom.
    is_turned: bool,
    dialogue: Option<Dialogue>,
    message: String,
    preview: Preview,
}

impl Table {
    /// A table with this game on it.
    pub fn new(model: Model) -> Table {
        let is_turned = model.sitting().terms().people == People::One(Side::Black);
        let layout = model.sitting().game().layout();
        let rank = if is_turned { layout.ranks - 2 } else { 1 };
        let cursor = Square::at(layout.files / 2, rank);
        let mut table = Table {
            model,
            hand: Hand::default(),
            cursor,
            is_turned,
            dialogue: None,
            message: String::new(),
            preview: Preview::default(),
        };
        table.look();
        table
    }

    /// The game and the engine.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The game.
    pub fn sitting(&self) -> &Sitting {
        self.model.sitting()
    }

    /// The square that the next touch is for.
    pub fn cursor(&self) -> Square {
        self.cursor
    }

    /// Whether Black is at the bottom.
    pub fn is_turned(&self) -> bool {
        self.is_turned
    }

    /// What has to be answered.
    pub fn dialogue(&self) -> Option<&Dialogue> {
        self.dialogue.as_ref()
    }

    /// What was said last.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Says something.
    pub fn tell(&mut self, message: String) {
        self.message = message;
    }

    /// What is shown of the moves in hand.
    pub fn preview(&self) -> &Preview {
        &self.preview
    }

    /// Whether the piece in hand may stay where it is.
    pub fn may_stop(&self) -> bool {
        self.hand.may_stop()
    }

    /// Whether a piece is in hand.
    pub fn is_holding(&self) -> bool {
        !self.hand.is_empty()
    }

    /// The start of the last move and its end.
    pub fn last_move(&self) -> Option<(Square, Square)> {
        let made = self.sitting().made().last()?;
        Some((made.description.from, made.description.to))
    }

    /// The start and the end of the move that was proposed.
    pub fn hint(&self) -> Option<(Square, Square)> {
        let hint = self.model.hint()?;
        let legal = self.sitting().game().legal();
        let (_, move_) = legal.into_iter().find(|(text, _)| text == hint)?;
        Some((move_.from, move_.to))
    }

    /// Something in the game may have changed: shows what is so now.
    fn look(&mut self) {
        let waits = self.sitting().waits_for_person();
        if !waits {
            self.hand.clear();
        }
        self.preview =
            if waits { self.hand.preview(self.model.sitting().game(), self.cursor) } else { Preview::default() };
    }

    /// A key was pressed.
    pub fn key(&mut self, key: KeyCode, now: Instant) -> Vec<Want> {
        let wants = match self.dialogue.take() {
            Some(dialogue) => self.answer(dialogue, key, now),
            None => self.command(key, now),
        };
        self.look();
        wants
    }

    fn command(&mut self, key: KeyCode, now: Instant) -> Vec<Want> {
        self.message.clear();
        let layout = self.sitting().game().layout();
        match key {
            KeyCode::Left => self.step(-1, 0),
            KeyCode::Right => self.step(1, 0),
            KeyCode::Up => self.step(0, 1),
            KeyCode::Down => self.step(0, -1),
            KeyCode::Enter | KeyCode::Char(' ') => return self.touch(now),
            KeyCode::Esc | KeyCode::Backspace => self.hand.step_back(self.model.sitting().game()),
            KeyCode::Char(file @ 'a'..='h') if file as u8 - b'a' < layout.files => {
                self.cursor = Square::at(file as u8 - b'a', self.cursor.rank());
            }
            KeyCode::Char(rank @ '1'..='8') if rank as u8 - b'1' < layout.ranks => {
                self.cursor = Square::at(self.cursor.file(), rank as u8 - b'1');
            }
            KeyCode::Char('u') => return self.take_back(now),
            KeyCode::Char('i') => return self.ask_hint(),
            KeyCode::Char('o') => self.is_turned = !self.is_turned,
            KeyCode::Char('r') if self.sitting().verdict().is_none() => self.dialogue = Some(Dialogue::Resign),
            KeyCode::Char('s') => {
                self.dialogue = Some(Dialogue::Save(format!("{}.pgn", self.sitting().terms().variant)));
            }
            KeyCode::Char('?') | KeyCode::F(1) => self.dialogue = Some(Dialogue::Help),
            KeyCode::Char('q') => return vec![Want::Leave],
            _ => {}
        }
        Vec::new()
    }

    /// The cursor goes so many squares to the right and up, as the board is seen.
    fn step(&mut self, right: i8, up: i8) {
        let sense = if self.is_turned { -1 } else { 1 };
        let layout = self.sitting().game().layout();
        if let Some(square) = self.cursor.offset(sense * right, sense * up)
            && square.file() < layout.files
            && square.rank() < layout.ranks
        {
            self.cursor = square;
        }
    }

    /// The mouse is over a square.
    pub fn point(&mut self, square: Square) {
        if self.dialogue.is_none() && square != self.cursor {
            self.cursor = square;
            self.look();
        }
    }

    /// A square was clicked.
    pub fn click(&mut self, square: Square, now: Instant) -> Vec<Want> {
        if self.dialogue.is_some() {
            return Vec::new();
        }
        self.message.clear();
        self.cursor = square;
        let wants = self.touch(now);
        self.look();
        wants
    }

    fn touch(&mut self, now: Instant) -> Vec<Want> {
        if !self.sitting().waits_for_person() {
            let over = self.sitting().verdict().is_some();
            self.message = if over { "the game is over" } else { "it is not your turn" }.into();
            return Vec::new();
        }
        match self.hand.touch(self.model.sitting().game(), self.cursor) {
            Touch::Changed => Vec::new(),
            Touch::Play(text) => self.play(&text, now),
            Touch::Choose(choices) => {
                self.dialogue = Some(Dialogue::Choose(choices, 0));
                Vec::new()
            }
            Touch::Refused(why) => {
                self.message = why;
                Vec::new()
            }
        }
    }

    fn play(&mut self, text: &str, now: Instant) -> Vec<Want> {
        self.hand.clear();
        match self.model.play(text, now) {
            Ok(effects) => wants(effects),
            Err(why) => {
                self.message = why.to_string();
                Vec::new()
            }
        }
    }

    fn take_back(&mut self, now: Instant) -> Vec<Want> {
        self.hand.clear();
        match self.model.take_back(now) {
            Some(effects) => wants(effects),
            None => {
                self.message = "there is no move of yours to take back".into();
                Vec::new()
            }
        }
    }

    fn ask_hint(&mut self) -> Vec<Want> {
        let effects = self.model.ask_hint();
        if effects.is_empty() && self.model.aim() != Some(Aim::Hint) {
            self.message = "there is nothing to propose now".into();
        }
        wants(effects)
    }

    fn answer(&mut self, dialogue: Dialogue, key: KeyCode, now: Instant) -> Vec<Want> {
        match (dialogue, key) {
            (Dialogue::Help, _) | (Dialogue::Resign | Dialogue::Save(_), KeyCode::Esc) => Vec::new(),
            (Dialogue::Resign, KeyCode::Char('y') | KeyCode::Enter) => {
                self.hand.clear();
                wants(self.model.resign(now))
            }
            (Dialogue::Resign, KeyCode::Char('n')) => Vec::new(),
            (Dialogue::Save(name), KeyCode::Enter) if !name.trim().is_empty() => {
                vec![Want::Save(name.trim().to_owned())]
            }
            (Dialogue::Save(mut name), key) => {
                match key {
                    KeyCode::Char(letter) => name.push(letter),
                    KeyCode::Backspace => drop(name.pop()),
                    _ => {}
                }
                self.dialogue = Some(Dialogue::Save(name));
                Vec::new()
            }
            (Dialogue::Choose(choices, at), key) => self.choose(choices, at, key, now),
            (dialogue, _) => {
                self.dialogue = Some(dialogue);
                Vec::new()
            }
        }
    }

    fn choose(&mut self, choices: Vec<Choice>, at: usize, key: KeyCode, now: Instant) -> Vec<Want> {
        let at = match key {
            KeyCode::Up => at.checked_sub(1).unwrap_or(choices.len() - 1),
            KeyCode::Down => (at + 1) % choices.len(),
            // The last landing, or the choice to take a piece off, is taken back.
            KeyCode::Esc => {
                self.hand.step_back(self.model.sitting().game());
                return Vec::new();
            }
            KeyCode::Char(digit @ '1'..='9') if usize::from(digit as u8 - b'1') < choices.len() => {
                return self.take(&choices[usize::from(digit as u8 - b'1')].clone(), now);
            }
            KeyCode::Enter | KeyCode::Char(' ') => return self.take(&choices[at].clone(), now),
            _ => at,
        };
        self.dialogue = Some(Dialogue::Choose(choices, at));
        Vec::new()
    }

    fn take(&mut self, choice: &Choice, now: Instant) -> Vec<Want> {
        match &choice.text {
            Some(text) => self.play(text, now),
            None => {
                self.hand.clear();
                Vec::new()
            }
        }
    }

    /// The engine has found something.
    pub fn thought(&mut self, id: u64, thought: &crate::engine::Thought) {
        self.model.thought(id, thought);
    }

    /// A search is over.
    pub fn done(&mut self, id: u64, thought: &crate::engine::Thought, now: Instant) -> Vec<Want> {
        let effects = self.model.done(id, thought, now);
        self.look();
        wants(effects)
    }

    /// Time goes by.
    pub fn tick(&mut self, now: Instant) -> Vec<Want> {
        let effects = self.model.tick(now);
        if !effects.is_empty() {
            self.look();
        }
        wants(effects)
    }
}

fn wants(effects: Vec<Effect>) -> Vec<Want> {
    effects.into_iter().map(Want::Do).collect()
}

#[cfg(test)]
mod tests;
