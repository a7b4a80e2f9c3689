//! One thread's search: iterative deepening from the root.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::clock::{Budget, Limits, Unrest};
use super::history::{History, NONE};
use super::params::Params;
use super::picker::Picker;
use super::score::Decided;
use super::{MAX_PLY, Report, Score, Searchable, Table};
use crate::board::MoveList;
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

/// What is remembered of a ply of the line being searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The slot of the move that led here; [`NONE`] at the root and after a pass.
    pub(super) slot: usize,
    /// The evaluation; `None` in check.
    pub(super) eval: Option<Score>,
    /// The tag of the move that is not to be tried; 0 for none.
    pub(super) excluded: u16,
    /// Whether the side to move is in check, where whoever came here knew it.
    pub(super) check: Option<bool>,
}

const FRAME: Frame = Frame { slot: NONE, eval: None, excluded: 0, check: None };

/// The search of one thread: what it has learnt about moves, and where it is.
pub struct Worker<G: Searchable> {
    pub(super) table: Arc<Table>,
    pub(super) history: History,
    pub(super) params: Params,
    /// Hundredths of a ply by depth and number of the move.
    pub(super) reductions: Box<[[i32; 64]; 64]>,
    pub(super) frames: Vec<Frame>,
    /// Keys from the last irreversible move before the root to the node being searched, and for each the number of moves
    /// since the last irreversible one: so far back it may have stood before.
    pub(super) path: Vec<(u64, usize)>,
    /// The best line that the present iteration has found so far, with its score.
    pub(super) found: Option<(Score, Vec<G::Move>)>,
    pub(super) nodes: u64,
    selective_depth: usize,
    pub(super) root_depth: usize,
    /// The best line from each ply on.
    pub(super) lines: Vec<Vec<G::Move>>,
    /// Moves of the root that are not to be tried.
    barred: Vec<G::Move>,
    pub(super) stop: Stop,
    started: Instant,
    hard: Option<Duration>,
    most_nodes: u64,
    /// Set once a limit is reached: everything above returns at once and its result is void.
    pub(super) broken_off: bool,
    /// Nodes of all threads, in steps.
    counter: Arc<AtomicU64>,
    /// Nodes of this thread that are in the counter.
    counted: u64,
    /// Nodes of the other threads when last looked at.
    others: u64,
}

/// Nodes between two looks at the limits: about a millisecond.
const STEP: u64 = 1024;

impl<G: Searchable> Worker<G> {
    /// A worker that has learnt nothing yet.
    pub fn new(table: Arc<Table>, counter: Arc<AtomicU64>) -> Self {
        let params = G::POLICY.params;
        Worker {
            table,
            history: History::new(),
            params,
            reductions: reductions(&params),
            frames: vec![FRAME; MAX_PLY + 3],
            path: Vec::new(),
            found: None,
            nodes: 0,
            selective_depth: 0,
            root_depth: 0,
            lines: vec![Vec::new(); MAX_PLY + 3],
            barred: Vec::new(),
            stop: Stop::new(),
            started: Instant::now(),
            hard: None,
            most_nodes: u64::MAX,
            broken_off: false,
            counter,
            counted: 0,
            others: 0,
        }
    }

    /// Searches the record's position and reports every finished iteration; the last report is returned too.
    ///
    /// The report's line is empty only where no move is legal. A fresh `stop` belongs to each search. `index` is 0 for
    /// the thread that keeps the limits; the others search until they are stopped.
    pub fn search(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        overhead: Duration,
        stop: Stop,
        index: usize,
        sink: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let budget = if index == 0 { limits.budget(overhead) } else { None };
        self.begin(record, limits, budget, stop);
        let root = record.position();
        let mut best = self.report(0, Score::DRAW);
        // However little time there is, there is a move.
        best.line.extend(self.first_move(root));
        let mut unrest = Unrest::default();
        let deepest = limits.depth.map_or(MAX_PLY / 2, |depth| (depth as usize).clamp(1, MAX_PLY / 2));
        // Helpers begin deeper by turns, so that the threads spread over depths.
        for depth in (1 + index % 2).min(deepest)..=deepest {
            self.root_depth = depth;
            self.selective_depth = 0;
            self.found = None;
            let score = self.aspire(root, depth as i32, best.score);
            if self.broken_off {
                // What the iteration found before it was broken off was searched deeper than what the last one did.
                if let Some((score, line)) = self.found.take() {
                    (best.score, best.line) = (score, line);
                }
                break;
            }
            let last = std::mem::replace(&mut best, self.report(depth as u32, score));
            sink(&best);
            if best.line.is_empty() {
                break;
            }
            unrest.note(last.line.first() == best.line.first(), last.score, score);
            let found = score.decided().is_some_and(|decided| match decided {
                // Reductions can hide a nearer end than the one found: a look twice as deep settles it.
                Decided::Won(plies) | Decided::Lost(plies) => 2 * plies <= depth,
            });
            if budget.is_some_and(|budget| found || self.started.elapsed() >= unrest.stretch(budget)) {
                break;
            }
        }
        // Its own nodes: the team adds them up.
        best.nodes = self.nodes;
        best.time = self.started.elapsed();
        best
    }

    /// Searches the root within a window around the last score, which is widened until it holds the score.
    fn aspire(&mut self, root: &G, depth: i32, last: Score) -> Score {
        let (mut below, mut above) = (self.params.aspiration, self.params.aspiration);
        if depth < 5 || last.decided().is_some() {
            (below, above) = (Score::INFINITE.value(), Score::INFINITE.value());
        }
        loop {
            let alpha = (last - below).max(-Score::INFINITE);
            let beta = (last + above).min(Score::INFINITE);
            let score = self.alphabeta(root, depth, 0, alpha, beta);
            if self.broken_off {
                return score;
            }
            if score <= alpha && alpha > -Score::INFINITE {
                below *= 4;
            } else if score >= beta && beta < Score::INFINITE {
                above *= 4;
            } else {
                return score;
            }
        }
    }

    fn report(&self, depth: u32, score: Score) -> Report<G::Move> {
        Report {
            depth,
            selective_depth: self.selective_depth as u32,
            score,
            line: self.lines[0].clone(),
            nodes: self.nodes + self.others,
            time: self.started.elapsed(),
            hashfull: self.table.hashfull(),
        }
    }

    fn begin(&mut self, record: &Record<G>, limits: &Limits, budget: Option<Budget>, stop: Stop) {
        self.started = Instant::now();
        self.hard = budget.map(|budget| budget.hard);
        self.most_nodes = limits.nodes.unwrap_or(u64::MAX);
        self.stop = stop;
        self.nodes = 0;
        self.broken_off = false;
        self.path = record.repeatable_keys().into_iter().zip(0..).collect();
        self.frames.fill(FRAME);
        self.lines[0].clear();
        self.barred.clear();
        (self.counted, self.others) = (0, 0);
    }

    /// The move that would be tried first, without any search.
    fn first_move(&self, root: &G) -> Option<G::Move> {
        let known = self.table.probe(root.key()).map_or(0, |entry| entry.tag);
        let mut picker = Picker::new(root, &self.root_moves(root), known, &self.history, &[NONE; 2]);
        picker.next().map(|ranked| ranked.m)
    }

    /// The moves of the root that may be tried.
    pub(super) fn root_moves(&self, root: &G) -> MoveList<G::Move> {
        let mut moves = root.legal();
        if !self.barred.is_empty() {
            moves.retain(|m| !self.barred.contains(m));
        }
        moves
    }

    /// Counts a node and now and then looks at the limits.
    #[inline]
    pub(super) fn enter(&mut self, ply: usize) {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes.is_multiple_of(STEP) {
            self.others = self.counter.fetch_add(STEP, Relaxed) - self.counted;
            self.counted += STEP;
            self.broken_off |= self.is_over();
        }
        self.broken_off |= self.nodes + self.others >= self.most_nodes;
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
        self.history.clear();
    }
}

/// Hundredths of a ply by which a late move is searched less deeply, by depth and number.
fn reductions(params: &Params) -> Box<[[i32; 64]; 64]> {
    let mut table = Box::new([[0; 64]; 64]);
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, entry) in row.iter_mut().enumerate().skip(1) {
            let product = (depth as f64).ln() * (number as f64).ln();
            *entry = params.reduction_base + (product * 10_000.0 / f64::from(params.reduction_slope)) as i32;
        }
    }
    table
}
