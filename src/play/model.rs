//! The state of a game at the terminal, the engine's part in it included: what happens goes in, what is to be done comes
//! out. Nothing here waits, draws or reads the time.

use std::time::{Duration, Instant};

use super::sitting::{People, Sitting};
use crate::arena::inside;
use crate::arena::player::Said;
use crate::book::Guide;
use crate::engine::{Task, Thought};
use crate::frontend::thinker::Job;
use crate::game::MoveError;
use crate::search::{Limits, Score};

/// What is to be done.
#[derive(Debug)]
pub enum Effect {
    /// Hand a job to the thinking thread.
    Work(Box<Job>),
    /// Make every search come to its end.
    Stop,
    /// Keep the game: it has changed.
    Keep,
}

/// What the engine is thinking about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Its move.
    Move,
    /// What to propose to a person.
    Hint,
    /// What the position is worth.
    Worth,
}

/// A score from White's side, with how deep it was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// From White's side.
    pub score: Score,
    /// In plies.
    pub depth: u32,
}

/// A game at the terminal.
#[derive(Debug)]
pub struct Model {
    sitting: Sitting,
    book: Option<Guide>,
    /// The search under way: its number, and what it is for.
    search: Option<(u64, Aim)>,
    searches: u64,
    worth: Option<Worth>,
    hint: Option<String>,
    /// When the side to move began to think.
    since: Instant,
}

/// A person may see a proposal after this long.
const HINT: Duration = Duration::from_secs(1);
/// Positions for a look at what a position is worth.
const LOOK: u64 = 30_000;
/// Kept back from the engine's time.
const OVERHEAD: Duration = Duration::from_millis(30);

impl Model {
    /// A game that is to be played, or gone on with, from now on; and what is to be done first.
    pub fn new(sitting: Sitting, book: Option<Guide>, now: Instant) -> (Model, Vec<Effect>) {
        let mut model = Model { sitting, book, search: None, searches: 0, worth: None, hint: None, since: now };
        let effects = model.turn(now);
        (model, effects)
    }

    /// The game.
    pub fn sitting(&self) -> &Sitting {
        &self.sitting
    }

    /// What the engine is thinking about.
    pub fn aim(&self) -> Option<Aim> {
        self.search.map(|(_, aim)| aim)
    }

    /// What the position is worth, as far as it is known.
    pub fn worth(&self) -> Option<Worth> {
        self.worth
    }

    /// The move that was proposed for the present position.
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// How long the side to move has been thinking.
    pub fn thinking(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.since)
    }

    /// A person moves.
    ///
    /// # Errors
    /// If the text means no legal move or several; nothing has happened then.
    pub fn play(&mut self, text: &str, now: Instant) -> Result<Vec<Effect>, MoveError> {
        self.sitting.play(text, self.thinking(now), &Said::default())?;
        Ok(self.changed(now))
    }

    /// Takes a person's last move back, with the engine's answer; `None` if there is none.
    pub fn take_back(&mut self, now: Instant) -> Option<Vec<Effect>> {
        self.sitting.take_back().then(|| {
            self.worth = None;
            self.changed(now)
        })
    }

    /// The person gives up.
    pub fn resign(&mut self, now: Instant) -> Vec<Effect> {
        self.sitting.resign();
        self.changed(now)
    }

    /// The person asks for a proposal; nothing is to be done while the engine is at its own move, or the game is over.
    pub fn ask_hint(&mut self) -> Vec<Effect> {
        if !self.sitting.waits_for_person() || self.aim() == Some(Aim::Hint) {
            return Vec::new();
        }
        let limits = Limits { move_time: Some(HINT), ..Limits::default() };
        self.search(Aim::Hint, Task { limits, ..Task::default() })
    }

    /// Time goes by: a flag may fall.
    pub fn tick(&mut self, now: Instant) -> Vec<Effect> {
        let used = self.thinking(now);
        if self.sitting.flag(used) { self.changed(now) } else { Vec::new() }
    }

    /// The search with this number has found something.
    pub fn thought(&mut self, id: u64, thought: &Thought) {
        if self.search.is_some_and(|(search, _)| search == id) && thought.rank == 1 && !thought.line.is_empty() {
            let score = thought.score.for_white(self.sitting.game().turn());
            self.worth = Some(Worth { score, depth: thought.depth });
        }
    }

    /// The search with this number is over.
    pub fn done(&mut self, id: u64, thought: &Thought, now: Instant) -> Vec<Effect> {
        let Some((_, aim)) = self.search.filter(|&(search, _)| search == id) else { return Vec::new() };
        self.search = None;
        let Some(best) = thought.line.first() else { return Vec::new() };
        match aim {
            Aim::Worth => Vec::new(),
            Aim::Hint => {
                self.hint = Some(best.text.clone());
                Vec::new()
            }
            Aim::Move => {
                let said = Said {
                    score: Some(inside::written(thought.score)),
                    depth: Some(thought.depth),
                    nodes: Some(thought.nodes),
                };
                let score = thought.score.for_white(self.sitting.game().turn());
                self.worth = Some(Worth { score, depth: thought.depth });
                let used = self.thinking(now);
                self.sitting.play(&best.text, used, &said).expect("the engine plays legal moves");
                self.changed(now)
            }
        }
    }

    /// The game is another: it is kept, and the next side may need the engine.
    fn changed(&mut self, now: Instant) -> Vec<Effect> {
        let mut effects = vec![Effect::Keep];
        effects.extend(self.turn(now));
        effects
    }

    /// A side begins to think.
    fn turn(&mut self, now: Instant) -> Vec<Effect> {
        self.since = now;
        self.hint = None;
        let mut effects = Vec::new();
        if self.search.take().is_some() {
            effects.push(Effect::Stop);
        }
        if self.sitting.waits_for_engine() {
            let (limits, skill) = (self.sitting.limits(), self.sitting.skill());
            let book = self.book.clone();
            effects.extend(self.search(Aim::Move, Task { limits, skill, book, overhead: OVERHEAD, ..Task::default() }));
        } else if self.sitting.waits_for_person() && self.sitting.terms().people == People::Both {
            let limits = Limits { nodes: Some(LOOK), ..Limits::default() };
            effects.extend(self.search(Aim::Worth, Task { limits, ..Task::default() }));
        }
        effects
    }

    fn search(&mut self, aim: Aim, task: Task) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.search.take().is_some() {
            effects.push(Effect::Stop);
        }
        self.searches += 1;
        self.search = Some((self.searches, aim));
        let game = self.sitting.game().duplicate();
        let job = Job::Think { id: self.searches, game, task, ponder: false };
        effects.push(Effect::Work(Box::new(job)));
        effects
    }
}

#[cfg(test)]
mod tests;
