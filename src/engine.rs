//! The engine as protocols and commands see it: a game in progress goes in, thoughts come out.

use std::sync::Arc;
use std::time::Duration;

use crate::arbiter::{Arbiter, Played};
use crate::game::Record;
use crate::search::{Limits, Report, Score, Searchable, Stop, Table, Worker};

/// An engine for some game.
pub trait Engine: Send {
    /// Thinks about a game's present position until a limit is reached or `stop` is given, passing on what each finished
    /// iteration found. The thought returned is the last; its line is empty only where no move is legal.
    ///
    /// # Panics
    /// If the game in progress is not the engine's game.
    fn think(&mut self, game: &dyn Arbiter, task: &Task, stop: Stop, sink: &mut dyn FnMut(Thought)) -> Thought;

    /// Forgets all it has learnt: a new game begins.
    fn new_game(&mut self);

    /// Gives the table another size, in MiB; what was in it is lost.
    fn resize(&mut self, mebibytes: usize);
}

/// What is asked of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Task {
    /// How much it may take.
    pub limits: Limits,
    /// Kept back from every time limit.
    pub overhead: Duration,
}

/// What an engine has found.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The depth in plies that was searched completely.
    pub depth: u32,
    /// From the side to move.
    pub score: Score,
    /// The best line.
    pub line: Vec<Played>,
    /// Positions visited.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// Thousandths of the table in use.
    pub hashfull: u32,
}

/// The engine of one game.
pub struct GameEngine<G: Searchable> {
    table: Arc<Table>,
    worker: Worker<G>,
}

impl<G: Searchable> GameEngine<G> {
    /// An engine with a table of this many MiB.
    pub fn new(mebibytes: usize) -> Self {
        let table = Arc::new(Table::new(mebibytes));
        GameEngine { worker: Worker::new(Arc::clone(&table)), table }
    }
}

impl<G: Searchable> Engine for GameEngine<G> {
    fn think(&mut self, game: &dyn Arbiter, task: &Task, stop: Stop, sink: &mut dyn FnMut(Thought)) -> Thought {
        let record: &Record<G> = game.record().downcast_ref().expect("an engine is only given games of its kind");
        let root = record.position();
        let report =
            self.worker.search(record, &task.limits, task.overhead, stop, &mut |report| sink(thought(root, report)));
        thought(root, &report)
    }

    fn new_game(&mut self) {
        self.resize_to(None);
    }

    fn resize(&mut self, mebibytes: usize) {
        self.resize_to(Some(mebibytes));
    }
}

impl<G: Searchable> GameEngine<G> {
    fn resize_to(&mut self, mebibytes: Option<usize>) {
        self.worker.forget();
        match mebibytes {
            Some(mebibytes) => {
                self.table = Arc::new(Table::new(mebibytes));
                self.worker.share(Arc::clone(&self.table));
            }
            None => self.table.clear(),
        }
    }
}

/// A report with its moves in words.
fn thought<G: Searchable>(root: &G, report: &Report<G::Move>) -> Thought {
    let mut position = root.clone();
    let say = |&m: &G::Move| {
        let played = Played::new(&position, m);
        position.play(m);
        played
    };
    Thought {
        depth: report.depth,
        score: report.score,
        line: report.line.iter().map(say).collect(),
        nodes: report.nodes,
        time: report.time,
        hashfull: report.hashfull,
    }
}
