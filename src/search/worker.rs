//! One thread's search: iterative deepening from the root.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::clock::{Budget, Unrest};
use super::endgame::Endgame;
use super::history::{History, NONE};
use super::parallel::Shared;
use super::params::Params;
use super::picker::{self, Picker};
use super::progress::Progress;
use super::score::Decided;
use super::{Bound, MAX_PLY, Report, Request, Score, Searchable, Stop, Table};
use crate::board::{MoveList, Side};
use crate::game::{Game, Record};

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
    /// Whether some move is expected to refute the one that led here.
    pub(super) is_cut: bool,
}

const FRAME: Frame = Frame { slot: NONE, eval: None, excluded: 0, check: None, is_cut: false };

/// The search of one thread: what it has learnt about moves, and where it is.
///
/// It is written to at every node. No two of them share a cache line, nor two lines that processors fetch together: each
/// thread would wait for the other's writes.
#[repr(align(128))]
pub struct Worker<G: Searchable> {
    pub(super) table: Arc<Table>,
    /// What it has learnt about moves.
    pub(super) history: Arc<History>,
    /// The histories of the other threads of its team.
    pub(super) others_histories: Vec<Arc<History>>,
    pub(super) params: Params,
    /// Hundredths of a ply by depth and number of the move.
    pub(super) reductions: Box<[[i32; 64]; 64]>,
    pub(super) frames: Vec<Frame>,
    /// Keys from the last irreversible move before the root to the node being searched, and for each the number of moves
    /// since the last irreversible one: so far back it may have stood before.
    pub(super) path: Vec<(u64, usize)>,
    /// The best line that the present depth has found so far, with its score.
    pub(super) found: Option<(Score, Vec<G::Move>)>,
    pub(super) nodes: u64,
    /// Positions that were found in tables of endgames.
    pub(super) hits: u64,
    selective_depth: usize,
    pub(super) root_depth: usize,
    /// Its nodes when it came to this depth.
    began: u64,
    /// The best line from each ply on.
    pub(super) lines: Vec<Vec<G::Move>>,
    /// Moves of the root that may be tried.
    pub(super) roots: MoveList<G::Move>,
    /// The first moves of the better lines where several lines are wanted: not to be tried again.
    pub(super) taken: Vec<G::Move>,
    /// Nodes of the root's best move at the present depth.
    pub(super) effort: u64,
    /// The side to move at the root.
    pub(super) side: Side,
    /// Centipawns that this side would give to avoid a draw.
    pub(super) contempt: i32,
    /// The tables of endgames.
    pub(super) endgame: Endgame<G>,
    stop: Stop,
    started: Instant,
    /// Whether the search goes on the opponent's time.
    is_pondering: bool,
    budget: Option<Budget>,
    unrest: Unrest,
    /// When the search breaks off, counted from its start.
    hard: Option<Duration>,
    most_nodes: u64,
    /// Set once a limit is reached: everything above returns at once and its result is void.
    pub(super) broken_off: bool,
    /// What all threads have counted: each adds its own now and then.
    counters: Arc<Counters>,
    /// What the threads of a team tell each other; `None` for one that searches alone.
    pub(super) shared: Option<Arc<Shared<G::Move>>>,
    /// The number of the stage that it is at.
    at: u64,
    /// Whether it was only this stage that was broken off, since another thread is through with it.
    is_overtaken: bool,
    /// Nodes of this thread that are in the counter.
    counted: u64,
    /// Nodes of the other threads when last looked at.
    others: u64,
    /// Hits of this thread that are in the counter.
    counted_hits: u64,
    /// Hits of the other threads when last looked at.
    other_hits: u64,
    /// Told of the moves of the root as they are tried.
    watcher: Option<Watcher<G>>,
    /// Whether its next look at the limits is to fail, to see that the others cope.
    #[cfg(test)]
    pub(super) breaks_down: bool,
}

/// What the threads of a search count together.
#[derive(Debug, Default)]
pub struct Counters {
    nodes: AtomicU64,
    hits: AtomicU64,
}

impl Counters {
    /// Counts from nothing.
    pub fn reset(&self) {
        self.nodes.store(0, Relaxed);
        self.hits.store(0, Relaxed);
    }
}

/// Whoever is told of the root, a move that is tried there, its number and that of all, and the depth.
pub type Watcher<G> = Arc<dyn Fn(&G, <G as Game>::Move, (usize, usize), u32) + Send + Sync>;

/// Where reports go.
pub(super) type Sink<'a, M> = &'a mut dyn FnMut(&Report<M>);

/// Nodes between two looks at the limits: about a millisecond.
const STEP: u64 = 1024;
/// Searches that have taken so long report scores that are only bounds.
const LONG: Duration = Duration::from_secs(1);
/// Searches that have taken so long tell which move of the root they are at.
const WATCHED: Duration = Duration::from_secs(3);
/// Plies that a position is looked at whose moves are all known from tables.
const SETTLED: usize = 2;
/// Plies that an only move is looked at.
const GLANCE: usize = 6;

impl<G: Searchable> Worker<G> {
    /// A worker that has searched nothing yet.
    pub(super) fn new(table: Arc<Table>, counters: Arc<Counters>) -> Self {
        let params = G::POLICY.params;
        Worker {
            table,
            history: Arc::new(History::new()),
            others_histories: Vec::new(),
            params,
            reductions: reductions(&params),
            frames: vec![FRAME; MAX_PLY + 3],
            path: Vec::new(),
            found: None,
            nodes: 0,
            hits: 0,
            selective_depth: 0,
            root_depth: 0,
            began: 0,
            lines: vec![Vec::new(); MAX_PLY + 3],
            roots: MoveList::new(),
            taken: Vec::new(),
            effort: 0,
            side: Side::White,
            contempt: 0,
            endgame: Endgame::none(),
            stop: Stop::new(),
            started: Instant::now(),
            is_pondering: false,
            budget: None,
            unrest: Unrest::default(),
            hard: None,
            most_nodes: u64::MAX,
            broken_off: false,
            counters,
            shared: None,
            at: 0,
            is_overtaken: false,
            counted: 0,
            others: 0,
            counted_hits: 0,
            other_hits: 0,
            watcher: None,
            #[cfg(test)]
            breaks_down: false,
        }
    }

    /// Searches the record's position and reports every finished iteration; the last report of the best line is returned
    /// too.
    ///
    /// A report's line is empty only where no move is legal. A fresh `stop` belongs to each search; it is given when a
    /// thread is through with all that was asked for. `index` is 0 for the thread that keeps the limits; the others search
    /// until they are stopped. Time counts from `started`.
    pub fn search(
        &mut self,
        record: &Record<G>,
        request: &Request<G::Move>,
        stop: Stop,
        (index, started): (usize, Instant),
        sink: Sink<'_, G::Move>,
    ) -> Report<G::Move> {
        let allowed = request.limits.budget(request.overhead);
        let budget = allowed.filter(|_| index == 0);
        self.begin(record, request, budget, stop);
        self.started = started;
        let root = record.position();
        let lines = request.lines.clamp(1, self.roots.len().max(1));
        let mut best = vec![self.report(1, 0, Score::DRAW, None); lines];
        // However little time there is, there is a move.
        best[0].line.extend(self.first_move(root));
        let deepest = request.limits.depth.map_or(MAX_PLY / 2, |depth| (depth as usize).clamp(1, MAX_PLY / 2));
        // Nothing is to be decided where there is one move: a glance gives a score and the reply.
        let is_forced = self.roots.len() == 1 && request.only.is_empty() && request.without.is_empty();
        let is_settled = allowed.is_some() && is_forced && !request.is_analysis && !self.is_pondering;
        let deepest = if is_settled { deepest.min(GLANCE) } else { deepest };
        let deepest = if self.is_settled_by_table() { deepest.min(SETTLED) } else { deepest };
        let mut progress = Progress::new(best, self.params.aspiration);
        while progress.depth <= deepest {
            let Some(next) = self.stage(root, &progress, sink) else {
                // What a depth found before it was broken off was searched deeper than what the last one did; the best line
                // is whole already if a lower one was being looked for.
                let whole = progress.found.first().map(|report| (report.score, report.line.clone()));
                if let Some(found) = whole.or_else(|| self.found.take()) {
                    (progress.best[0].score, progress.best[0].line) = found;
                }
                break;
            };
            let last = std::mem::replace(&mut progress, next);
            if progress.depth == last.depth {
                continue;
            }
            let (before, now) = (&last.best[0], &progress.best[0]);
            if now.line.is_empty() {
                break;
            }
            self.unrest.note(before.line.first() == now.line.first(), before.score, now.score, progress.share);
            let is_decided = now.score.decided().is_some_and(|decided| match decided {
                // Reductions can hide a nearer end than the one found: a look twice as deep settles it.
                Decided::Won(plies) | Decided::Lost(plies) => 2 * plies <= now.depth as usize,
            });
            let is_enough = |budget| is_decided || self.started.elapsed() >= self.unrest.stretch(budget);
            if !self.stop.is_pondering() && budget.is_some_and(is_enough) {
                break;
            }
        }
        let mut best = progress.best.swap_remove(0);
        self.lengthen(root, &mut best.line);
        // Whichever thread is through with all that was asked for, the others need not go on.
        if best.depth as usize == deepest && !self.broken_off {
            self.stop.give();
        }
        // Its own nodes: the team adds them up.
        (best.nodes, best.tablebase_hits) = (self.nodes, self.hits);
        best.time = self.started.elapsed();
        best
    }

    /// Looks at the root once more and tells what it finds. Returns where to go on: farther on than where this stage leads
    /// if another thread is there already; `None` if the search was broken off.
    fn stage(&mut self, root: &G, at: &Progress<G::Move>, sink: Sink<'_, G::Move>) -> Option<Progress<G::Move>> {
        if at.depth != self.root_depth {
            (self.root_depth, self.began, self.selective_depth) = (at.depth, self.nodes, 0);
            self.found = None;
        }
        self.at = at.stage();
        self.taken.clear();
        self.taken.extend(at.found.iter().filter_map(|report| report.line.first()));
        let (alpha, beta) = at.window();
        let score = self.alphabeta(root, at.depth as i32, 0, alpha, beta);
        if self.broken_off {
            return self.overtaken();
        }
        let bound = if score <= alpha && alpha > -Score::INFINITE {
            Some(Bound::Upper)
        } else if score >= beta && beta < Score::INFINITE {
            Some(Bound::Lower)
        } else {
            None
        };
        let mut news = Vec::new();
        // Whichever thread tells, the counts never fall.
        self.count();
        let report = self.report(at.found.len() + 1, at.depth as u32, score, bound);
        let next = if let Some(bound) = bound {
            // Whoever watches learns of a turn before it is known how far it goes.
            if self.taken.is_empty() && self.started.elapsed() >= LONG && !report.line.is_empty() {
                news.push(report);
            }
            at.clone().failed(bound)
        } else {
            let share = self.effort as f64 / (self.nodes - self.began).max(1) as f64;
            let mut next = at.clone().found(report, share, self.params.aspiration);
            if next.depth > at.depth {
                next.best.iter_mut().for_each(|report| self.lengthen(root, &mut report.line));
                news.clone_from(&next.best);
            }
            next
        };
        let tell = || news.iter().for_each(sink);
        match &self.shared {
            Some(shared) => Some(shared.pace.advance(next, tell)),
            None => {
                tell();
                Some(next)
            }
        }
    }

    /// Where to go on after a stage that was broken off because another thread is through with it.
    fn overtaken(&mut self) -> Option<Progress<G::Move>> {
        if !std::mem::take(&mut self.is_overtaken) {
            return None;
        }
        self.broken_off = false;
        self.shared.as_ref()?.pace.farthest()
    }

    fn report(&self, rank: usize, depth: u32, score: Score, bound: Option<Bound>) -> Report<G::Move> {
        Report {
            rank,
            bound,
            depth,
            selective_depth: self.selective_depth as u32,
            score,
            line: self.lines[0].clone(),
            nodes: self.nodes + self.others,
            time: self.started.elapsed(),
            hashfull: self.table.hashfull(),
            tablebase_hits: self.hits + self.other_hits,
        }
    }

    fn begin(&mut self, record: &Record<G>, request: &Request<G::Move>, budget: Option<Budget>, stop: Stop) {
        self.is_pondering = stop.is_pondering();
        self.budget = budget;
        self.hard = if self.is_pondering { None } else { budget.map(|budget| budget.hard) };
        self.unrest = Unrest::default();
        self.most_nodes = request.limits.nodes.unwrap_or(u64::MAX);
        self.stop = stop;
        (self.nodes, self.hits) = (0, 0);
        (self.broken_off, self.is_overtaken) = (false, false);
        self.root_depth = 0;
        self.path = record.repeatable_keys().into_iter().zip(0..).collect();
        self.frames.fill(FRAME);
        self.lines[0].clear();
        self.taken.clear();
        (self.counted, self.others) = (0, 0);
        (self.counted_hits, self.other_hits) = (0, 0);
        (self.side, self.contempt) = (record.position().turn(), request.contempt);
        self.roots = record.position().legal();
        if self.roots.iter().any(|m| request.allows(m)) {
            self.roots.retain(|m| request.allows(m));
        }
        self.begin_endgame(record, request.lines);
    }

    /// The move that would be tried first, without any search.
    fn first_move(&self, root: &G) -> Option<G::Move> {
        let known = self.table.probe(root.key()).map_or(0, |entry| entry.tag);
        let mut picker = Picker::new(root, &self.roots, known, &self.history, &[NONE; 2]);
        picker.next().map(|ranked| ranked.m)
    }

    /// Goes on with a line where the search left off: as the tables of endgames do, or to something to ponder on.
    fn lengthen(&self, root: &G, line: &mut Vec<G::Move>) {
        self.prolong(root, line);
        self.add_reply(root, line);
    }

    /// Gives a line of one move the reply that the table knows.
    fn add_reply(&self, root: &G, line: &mut Vec<G::Move>) {
        let &[m] = line.as_slice() else { return };
        let mut next = root.clone();
        next.play(m);
        let moves = next.legal();
        if next.outcome(&moves).is_none()
            && let Some(entry) = self.table.probe(next.key())
            && let Some(reply) = moves.into_iter().find(|&reply| G::tag(reply) == entry.tag)
        {
            line.push(reply);
        }
    }

    /// Adds the moves of the root that are to be tried now to the list.
    pub(super) fn root_moves(&self, list: &mut MoveList<G::Move>) {
        list.extend(self.roots.iter().filter(|m| !self.taken.contains(m)).copied());
    }

    /// Counts a node and now and then looks at the limits.
    #[inline]
    pub(super) fn enter(&mut self, ply: usize) {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes.is_multiple_of(STEP) {
            self.count();
            self.broken_off |= self.is_over();
            let is_past = |shared: &Arc<Shared<G::Move>>| shared.pace.is_past(self.at);
            if !self.broken_off && self.shared.as_ref().is_some_and(is_past) {
                (self.broken_off, self.is_overtaken) = (true, true);
            }
        }
        self.broken_off |= self.nodes + self.others >= self.most_nodes;
    }

    /// Looks at the limits at once where so many moves make a node last as long as many others.
    #[inline]
    pub(super) fn look_up_from(&mut self, moves: usize) {
        if moves > picker::LONG {
            self.broken_off |= self.is_over();
        }
    }

    /// Adds what this thread has counted to what all have, and looks at that.
    fn count(&mut self) {
        self.others = self.counters.nodes.fetch_add(self.nodes - self.counted, Relaxed) - self.counted;
        self.counted = self.nodes;
        self.other_hits = self.counters.hits.fetch_add(self.hits - self.counted_hits, Relaxed) - self.counted_hits;
        self.counted_hits = self.hits;
    }

    fn is_over(&mut self) -> bool {
        #[cfg(test)]
        assert!(!self.breaks_down, "as asked for");
        if self.is_pondering && !self.stop.is_pondering() {
            // The clock runs from now on. What was thought before is a gift, and may be enough.
            self.is_pondering = false;
            let now = self.started.elapsed();
            self.hard = self.budget.map(|budget| {
                let is_enough = self.unrest.is_known() && now >= self.unrest.stretch(budget);
                if is_enough { now } else { now + budget.hard }
            });
        }
        self.stop.is_given() || self.hard.is_some_and(|hard| self.started.elapsed() >= hard)
    }

    /// Has someone told of the moves of the root that are tried from now on.
    pub fn watch(&mut self, watcher: Option<Watcher<G>>) {
        self.watcher = watcher;
    }

    /// Tells that a move of the root is tried, where somebody wants to know and the search takes long.
    pub(super) fn tell_trying(&self, root: &G, m: G::Move, number: usize) {
        if let Some(watcher) = &self.watcher
            && self.started.elapsed() >= WATCHED
        {
            watcher(root, m, (self.taken.len() + number + 1, self.roots.len()), self.root_depth as u32);
        }
    }

    /// Works with other threads from now on, which have these histories.
    pub(super) fn share_work(&mut self, shared: Arc<Shared<G::Move>>, others_histories: Vec<Arc<History>>) {
        self.shared = Some(shared);
        self.others_histories = others_histories;
    }

    /// Searches with other parameters from now on.
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
        self.reductions = reductions(&params);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::chameleon::Chameleon;
    use crate::search::Limits;

    fn position(fen: &str) -> Chameleon {
        let setting = Chameleon::read_setting(None).expect("the usual terrain");
        Chameleon::parse(fen, setting).expect("a position")
    }

    /// A worker that has just looked at the start position.
    fn worker() -> Worker<Chameleon> {
        let mut worker = Worker::new(Arc::new(Table::new(1)), Arc::default());
        let request = Request::new(Limits { depth: Some(1), ..Limits::default() });
        let record = Record::new(position(Chameleon::START));
        worker.search(&record, &request, Stop::new(), (0, Instant::now()), &mut |_| {});
        worker.stop = Stop::new();
        worker
    }

    /// However good the evaluation is, and whatever the table says of the same squares with moves left to play.
    #[test]
    fn the_hundredth_half_move_draws_in_the_quiescence_search() {
        let mut worker = worker();
        let quiet = "1*1k1*1/*5*/7/7/7/*1BP2*/N*1K1*1 w - - ";
        let mut score = |half_moves: u32, bound: Score| {
            let position = position(&format!("{quiet}{half_moves} 90"));
            worker.step(position.key(), true);
            let score = worker.quiesce(&position, 1, bound, bound + 1);
            worker.path.pop();
            score
        };
        for bound in [Score::centipawns(-300), Score::centipawns(60)] {
            assert!(score(0, bound).value() > 100);
            assert!(score(99, bound).value().abs() > 1);
            assert!(score(100, bound).value().abs() <= 1);
        }
    }

    #[test]
    fn the_limits_are_looked_at_where_a_list_is_long() {
        let mut worker = worker();
        worker.stop.give();
        worker.look_up_from(picker::LONG);
        assert!(!worker.broken_off);
        worker.look_up_from(picker::LONG + 1);
        assert!(worker.broken_off);
    }
}
