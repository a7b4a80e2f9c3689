//! The engine of this very program as a player, without a process or a protocol between.

use std::time::{Duration, Instant};

use triptych_protocol::Score as Written;

use super::clock::Clock;
use super::player::{Action, Answer, Failure, Mover, Player, Said, Turn};
use super::verdict::Verdict;
use crate::arbiter::{Arbiter, Played};
use crate::book::Guide;
use crate::engine::{Engine, Task};
use crate::search::Score;
use crate::search::score::Decided;

/// The engine of this program.
pub struct Inside {
    engine: Box<dyn Engine>,
    book: Option<Guide>,
}

/// What the engine calls itself.
pub const IDENTITY: &str = concat!("Triptych ", env!("CARGO_PKG_VERSION"));

/// Kept back from every time limit: no pipe lies between, but the processor may be busy with something else.
const OVERHEAD: Duration = Duration::from_millis(10);

impl Inside {
    /// A player with this engine, and the opening book that it plays from.
    pub fn new(engine: Box<dyn Engine>, book: Option<Guide>) -> Inside {
        Inside { engine, book }
    }
}

impl Player for Inside {
    fn identity(&self) -> &str {
        IDENTITY
    }

    fn begin(&mut self, _: &dyn Arbiter, _: &str, _: &Clock) -> Result<(), Failure> {
        self.engine.new_game();
        Ok(())
    }

    fn hear(&mut self, _: &Played, _: Mover) {}

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        let task = Task { limits: turn.own.limits(), overhead: OVERHEAD, book: self.book.clone(), ..Task::default() };
        let started = Instant::now();
        let thought = turn.stop.search(|stop| self.engine.think(turn.game, &task, stop, &mut |_| {}));
        let time = started.elapsed();
        if turn.stop.is_given() {
            return Err(Failure::Interrupted);
        }
        let action = match thought.line.first() {
            Some(best) => Action::Text(best.text.clone()),
            None => Action::Wrong("finds no move".into()),
        };
        let said = Said { score: Some(written(thought.score)), depth: Some(thought.depth), nodes: Some(thought.nodes) };
        Ok(Answer { action, offers_draw: false, thought: said, time })
    }

    fn finish(&mut self, _: &Verdict) {}
}

/// A score of the search as protocols have it.
pub fn written(score: Score) -> Written {
    match score.decided() {
        Some(Decided::Won(plies)) => Written::MateIn(plies.div_ceil(2) as u32),
        Some(Decided::Lost(plies)) => Written::MatedIn(plies.div_ceil(2) as u32),
        None => Written::Centipawns(score.value()),
    }
}
