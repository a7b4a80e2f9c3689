//! One thread's search: iterative deepening from the root.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::clock::{Budget, Limits};
use super::{MAX_PLY, Report, Score, Searchable, Table};
use crate::game::Record;

/// Tells a search to stop, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A fresh signal, not given.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Gives the signal.
    pub fn give(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether the signal was given.
    pub fn is_given(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// Move tags below this index a history table.
const TAGS: usize = 1 << 16;

/// The search of one thread: what it has learnt about moves, and where it is.
pub struct Worker<G: Searchable> {
    pub(super) table: Arc<Table>,
    /// How often a quiet move was best, by side and tag.
    pub(super) history: Box<[[i16; TAGS]; 2]>,
    /// Keys from the last irreversible move before the root to the node being searched.
    pub(super) keys: Vec<u64>,
    pub(super) nodes: u64,
    /// The best line from each ply on.
    pub(super) lines: Vec<Vec<G::Move>>,
    pub(super) stop: Stop,
    started: Instant,
    hard: Option<Duration>,
    most_nodes: u64,
    /// Set once a limit is reached: everything above returns at once and its result is void.
    pub(super) broken_off: bool,
    /// A search gives its first iteration however little time there is, so that there is always a move.
    must_finish: bool,
}

impl<G: Searchable> Worker<G> {
    /// A worker that has learnt nothing yet.
    pub fn new(table: Arc<Table>) -> Self {
        let history = vec![[0; TAGS]; 2].into_boxed_slice().try_into().expect("two sides");
        Worker {
            table,
            history,
            keys: Vec::new(),
            nodes: 0,
            lines: vec![Vec::new(); MAX_PLY + 2],
            stop: Stop::new(),
            started: Instant::now(),
            hard: None,
            most_nodes: u64::MAX,
            broken_off: false,
            must_finish: false,
        }
    }

    /// Searches the record's position and reports every finished iteration; the last report is returned too.
    ///
    /// The report's line is empty only where no move is legal. A fresh `stop` belongs to each search.
    pub fn search(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        overhead: Duration,
        stop: Stop,
        sink: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let budget = limits.budget(overhead);
        self.begin(record, limits, budget, stop);
        let root = record.position();
        let mut report =
            Report { depth: 0, score: Score::DRAW, line: Vec::new(), nodes: 0, time: Duration::ZERO, hashfull: 0 };
        for depth in 1..=limits.depth.unwrap_or(MAX_PLY as u32 / 2).clamp(1, MAX_PLY as u32 / 2) {
            self.must_finish = depth == 1;
            let score = self.alphabeta(root, depth, 0, -Score::INFINITE, Score::INFINITE);
            if self.broken_off {
                break;
            }
            report = Report {
                depth,
                score,
                line: self.lines[0].clone(),
                nodes: self.nodes,
                time: self.started.elapsed(),
                hashfull: self.table.hashfull(),
            };
            sink(&report);
            let settled = score.decided().is_some_and(|decided| match decided {
                super::score::Decided::Won(plies) | super::score::Decided::Lost(plies) => plies <= depth as usize,
            });
            if report.line.is_empty() || budget.is_some() && (settled || self.is_late(budget)) {
                break;
            }
        }
        report.nodes = self.nodes;
        report.time = self.started.elapsed();
        report
    }

    fn begin(&mut self, record: &Record<G>, limits: &Limits, budget: Option<Budget>, stop: Stop) {
        self.started = Instant::now();
        self.hard = budget.map(|budget| budget.hard);
        self.most_nodes = limits.nodes.unwrap_or(u64::MAX);
        self.stop = stop;
        self.nodes = 0;
        self.broken_off = false;
        self.keys = record.repeatable_keys();
        for side in self.history.iter_mut() {
            for value in side.iter_mut() {
                *value /= 4;
            }
        }
        self.table.new_search();
    }

    fn is_late(&self, budget: Option<Budget>) -> bool {
        budget.is_some_and(|budget| self.started.elapsed() >= budget.soft)
    }

    /// Counts a node and now and then looks at the limits.
    pub(super) fn enter(&mut self) {
        self.nodes += 1;
        // A look at the clock costs as much as some nodes; a thousand nodes take about a millisecond.
        if !self.must_finish && (self.nodes >= self.most_nodes || self.nodes & 1023 == 0 && self.is_over()) {
            self.broken_off = true;
        }
    }

    fn is_over(&self) -> bool {
        self.stop.is_given() || self.hard.is_some_and(|hard| self.started.elapsed() >= hard)
    }

    /// Works with another table from now on.
    pub fn share(&mut self, table: Arc<Table>) {
        self.table = table;
    }

    /// Forgets what was learnt about moves; for a new game.
    pub fn forget(&mut self) {
        for side in self.history.iter_mut() {
            side.fill(0);
        }
    }
}
