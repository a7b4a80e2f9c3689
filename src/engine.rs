//! The engine as protocols and commands see it: a game in progress goes in, thoughts come out.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use log::error;

use crate::arbiter::{Arbiter, Played};
use crate::game::Record;
use crate::search::{Limits, Report, Score, Searchable, Stop, Team};

/// An engine for some game.
pub trait Engine: Send {
    /// Thinks about a game's present position until a limit is reached or `stop` is given, passing on what each finished
    /// iteration found. The thought returned is the last; its line is empty only where no move is legal.
    ///
    /// # Panics
    /// If the game in progress is not the engine's game.
    fn think(&mut self, game: &dyn Arbiter, task: &Task, stop: Stop, sink: Sink<'_>) -> Thought;

    /// Forgets all it has learnt: a new game begins.
    fn new_game(&mut self);

    /// Gives the table another size, in MiB; what was in it is lost.
    fn resize(&mut self, mebibytes: usize);

    /// Searches with so many threads from now on. Where the system has no more to give the number stays as it was.
    fn set_threads(&mut self, threads: usize);
}

/// Where an engine's thoughts go.
pub type Sink<'a> = &'a mut (dyn FnMut(Thought) + Send);

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
    /// The deepest ply that was reached.
    pub selective_depth: u32,
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
    team: Team<G>,
}

impl<G: Searchable> GameEngine<G> {
    /// An engine with one thread and a table of this many MiB.
    ///
    /// # Panics
    /// If the system has no thread to give.
    pub fn new(mebibytes: usize) -> Self {
        GameEngine { team: Team::new(1, mebibytes).expect("a thread for the search") }
    }
}

impl<G: Searchable> Engine for GameEngine<G> {
    fn think(&mut self, game: &dyn Arbiter, task: &Task, stop: Stop, sink: Sink<'_>) -> Thought {
        let record: &Record<G> = game.record().downcast_ref().expect("an engine is only given games of its kind");
        let root = record.position();
        let mut say = |report: &Report<G::Move>| sink(thought(root, report));
        let search = || self.team.search(record, &task.limits, task.overhead, &stop, &mut say);
        // A fault of ours must not cost the game: it is told, and a legal move comes all the same.
        match catch_unwind(AssertUnwindSafe(search)) {
            Ok(report) => thought(root, &report),
            Err(_) => {
                error!("the search broke down in {}", root.fen());
                self.team.forget();
                thought(
                    root,
                    &Report { line: root.legal().first().copied().into_iter().collect(), ..Report::default() },
                )
            }
        }
    }

    fn new_game(&mut self) {
        self.team.forget();
    }

    fn resize(&mut self, mebibytes: usize) {
        self.team.resize(mebibytes);
    }

    fn set_threads(&mut self, threads: usize) {
        if let Err(why) = self.team.set_threads(threads) {
            error!("{threads} threads: {why}");
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
        selective_depth: report.selective_depth,
        score: report.score,
        line: report.line.iter().map(say).collect(),
        nodes: report.nodes,
        time: report.time,
        hashfull: report.hashfull,
    }
}
