//! Several threads on one search: every one searches from the root by itself, and all share the table.
//!
//! What one thread finds out about a position the others find in the table, with the whole line where it is a node of the line in the
//! trunk, and what is worth it they teach each other about moves; what one is searching just now the others put off, so that
//! they are not all at the same place. They keep step: who is through with the root first tells it, and all go on from there.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use log::error;
use rayon::{BroadcastContext, ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use super::busy::Busy;
use super::progress::Pace;
use super::trunk::Trunk;
use super::{Counters, Params, Report, Request, Searchable, Stop, Table, Watcher, Worker};
use crate::game::Record;
use crate::lock::{lock, unpoisoned};
use crate::tablebase::Set;

/// The search's frames hold move lists: whatever stack the system gives by default, they get enough.
const STACK: usize = 64 << 20;

/// The threads of an engine, with what each has learnt.
pub struct Team<G: Searchable> {
    pool: ThreadPool,
    workers: Vec<Mutex<Worker<G>>>,
    table: Arc<Table>,
    counters: Arc<Counters>,
    /// What the threads tell each other; `None` with one.
    shared: Option<Arc<Shared<G::Move>>>,
    watcher: Option<Watcher<G>>,
}

/// What the threads of a team tell each other besides what is in the table and the histories.
pub(super) struct Shared<M> {
    /// The moves that they are searching.
    pub(super) busy: Busy,
    /// How far they have come at the root.
    pub(super) pace: Pace<M>,
    /// What they have found at line nodes.
    pub(super) trunk: Trunk<M>,
}

/// Where a search's reports go.
pub(super) type Sink<'a, M> = &'a mut (dyn FnMut(&Report<M>) + Send);

impl<G: Searchable> Team<G> {
    /// So many threads, at least one, with a table of so many MiB.
    ///
    /// # Errors
    /// If the system has no such threads to give.
    pub fn new(threads: usize, mebibytes: usize) -> Result<Self, ThreadPoolBuildError> {
        Team::with_table(threads, Arc::new(Table::new(mebibytes)))
    }

    fn with_table(threads: usize, table: Arc<Table>) -> Result<Self, ThreadPoolBuildError> {
        let threads = threads.max(1);
        let name = |index| format!("search {index}");
        let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).thread_name(name).build()?;
        let counters = Arc::default();
        let shared =
            (threads > 1).then(|| Arc::new(Shared { busy: Busy::new(), pace: Pace::new(), trunk: Trunk::new() }));
        let mut workers: Vec<Worker<G>> =
            (0..threads).map(|_| Worker::new(Arc::clone(&table), Arc::clone(&counters))).collect();
        if let Some(shared) = &shared {
            let histories: Vec<_> = workers.iter().map(|worker| Arc::clone(&worker.history)).collect();
            for (index, worker) in workers.iter_mut().enumerate() {
                let mut others = histories.clone();
                others.remove(index);
                worker.share_work(Arc::clone(shared), others);
            }
        }
        let workers = workers.into_iter().map(Mutex::new).collect();
        Ok(Team { pool, workers, table, counters, shared, watcher: None })
    }

    /// Searches with another number of threads from now on; the table stays.
    ///
    /// # Errors
    /// If the system has no such threads to give; the old ones then stay.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ThreadPoolBuildError> {
        let mut team = Team::with_table(threads, Arc::clone(&self.table))?;
        team.watch(self.watcher.take());
        *self = team;
        Ok(())
    }

    /// Has someone told of the moves of the root that are tried from now on.
    pub fn watch(&mut self, watcher: Option<Watcher<G>>) {
        if let Some(first) = self.workers.first_mut() {
            unpoisoned(first.get_mut()).watch(watcher.clone());
        }
        self.watcher = watcher;
    }

    /// Forgets all that was learnt: the table's content and the histories.
    pub fn forget(&mut self) {
        self.table.clear();
        self.workers.iter_mut().for_each(|worker| unpoisoned(worker.get_mut()).forget());
    }

    /// Has all threads look positions up in these tables of endgames.
    pub fn use_tables(&mut self, set: Option<Set<G>>) {
        for worker in &mut self.workers {
            unpoisoned(worker.get_mut()).use_tables(set.clone());
        }
    }

    /// Searches with other parameters than the game's own from now on, until the number of threads is changed.
    pub fn set_params(&mut self, params: Params) {
        self.workers.iter_mut().for_each(|worker| unpoisoned(worker.get_mut()).set_params(params));
    }

    /// Takes an empty table of another size.
    pub fn resize(&mut self, mebibytes: usize) {
        // The memory of the old one goes before that of the new one is taken: in between the smallest will do.
        self.take_table(Table::new(0));
        self.take_table(Table::new(mebibytes));
    }

    fn take_table(&mut self, table: Table) {
        self.table = Arc::new(table);
        for worker in &mut self.workers {
            unpoisoned(worker.get_mut()).share(Arc::clone(&self.table));
        }
    }

    /// Searches the record's position. See [`Worker::search`]; with one thread it is deterministic.
    ///
    /// A fault of ours must not cost the game: a thread that breaks down is logged and the others' results count. Without
    /// any, the line is the first legal move, of those that are allowed if there is one.
    pub fn search(
        &self,
        record: &Record<G>,
        request: &Request<G::Move>,
        stop: &Stop,
        sink: Sink<'_, G::Move>,
    ) -> Report<G::Move> {
        self.table.new_search();
        self.counters.reset();
        if let Some(Shared { busy, pace, trunk }) = self.shared.as_deref() {
            busy.clear();
            pace.clear();
            trunk.clear();
        }
        let sink = Mutex::new(sink);
        // Whoever asked may have more to ask: that this search is over does not stop what comes after it.
        let stop = stop.inner();
        let started = Instant::now();
        let work = |thread: BroadcastContext<'_>| {
            let mut worker = lock(&self.workers[thread.index()]);
            let is_first = thread.index() == 0;
            let mut say = |report: &Report<G::Move>| lock(&sink)(report);
            let search = || worker.search(record, request, stop.clone(), (thread.index(), started), &mut say);
            let report = catch_unwind(AssertUnwindSafe(search));
            // The first thread keeps the limits: without it the others would not end.
            if is_first {
                stop.give();
            }
            if report.is_err() {
                error!("search thread {} broke down in {}", thread.index(), record.position().fen());
                worker.forget();
            }
            report.ok()
        };
        // From a thread of the pool: the one that asks for the search sleeps by then, and its core is free for the others. Who
        // wakes all of them by itself takes a core from them just when the system looks for one.
        let reports = self.pool.install(|| self.pool.broadcast(work));
        let whole: Vec<Report<G::Move>> = reports.into_iter().flatten().collect();
        let nodes = whole.iter().map(|report| report.nodes).sum();
        let tablebase_hits = whole.iter().map(|report| report.tablebase_hits).sum();
        let time = whole.first().map_or_else(Default::default, |report| report.time);
        // The first of the deepest: the first thread's own result unless another got farther.
        let best = whole.into_iter().reduce(|best, other| if other.depth > best.depth { other } else { best });
        let best = best.unwrap_or_else(|| {
            // What broke every thread down may come from the table.
            self.table.clear();
            let moves = record.position().legal();
            let first = moves.iter().find(|m| request.allows(m)).or(moves.first());
            let line = first.copied().into_iter().collect();
            Report { line, ..Report::default() }
        });
        Report { nodes, tablebase_hits, time, ..best }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::game::Game;
    use crate::game::ultima::Ultima;
    use crate::search::params::NEVER;
    use crate::search::progress::Progress;
    use crate::search::trunk::Found;
    use crate::search::{Limits, Score};

    type Move = <Ultima as Game>::Move;

    /// Whichever threads break down, in whatever search, a legal move comes, and from the others if there are any.
    #[test]
    fn threads_that_break_down_do_not_cost_the_game() {
        let record = Record::new(Ultima::default());
        for broken in [vec![0], vec![1], vec![0, 1]] {
            let mut team: Team<Ultima> = Team::new(2, 1).expect("two threads");
            for &thread in &broken {
                unpoisoned(team.workers[thread].get_mut()).breaks_down = true;
            }
            let limits = Limits { nodes: Some(50_000), ..Limits::default() };
            let report = team.search(&record, &Request::new(limits), &Stop::new(), &mut |_| {});
            assert!(record.position().legal().contains(&report.line[0]), "{broken:?}");
            assert_eq!(report.nodes > 0, broken.len() < 2, "{broken:?}");
            let only = record.position().legal()[3];
            let request = Request { only: vec![only], ..Request::new(limits) };
            assert_eq!(team.search(&record, &request, &Stop::new(), &mut |_| {}).line[0], only, "{broken:?}");
            for worker in &mut team.workers {
                unpoisoned(worker.get_mut()).breaks_down = false;
            }
            let report = team.search(&record, &Request::new(limits), &Stop::new(), &mut |_| {});
            assert!(report.depth > 3 && report.line.len() > 1, "{broken:?}: {report:?}");
        }
    }

    /// A thread learns from its own searches, and from those of others only from the depth on at which they tell.
    #[test]
    fn lessons_are_told_from_a_depth_on() {
        let record = Record::new(Ultima::default());
        let request = Request::new(Limits { depth: Some(6), ..Limits::default() });
        for (lesson_depth, is_told) in [(NEVER, false), (1, true)] {
            let mut team: Team<Ultima> = Team::new(2, 1).expect("two threads");
            team.set_params(Params { lesson_depth, ..Ultima::POLICY.params });
            lock(&team.workers[0]).search(&record, &request, Stop::new(), (0, Instant::now()), &mut |_| {});
            let has_learnt = |thread: usize| lock(&team.workers[thread]).history.has_learnt();
            assert_eq!([has_learnt(0), has_learnt(1)], [true, is_told], "from depth {lesson_depth}");
        }
    }

    /// A thread that another one has left behind goes on from there, in the middle of a stage too, and tells nothing twice.
    #[test]
    fn who_is_overtaken_goes_on_from_where_the_farthest_is() {
        let record = Record::new(Ultima::default());
        let far = |depth: usize| {
            let line = record.position().legal().last().copied().into_iter().collect();
            let report = Report { depth: depth as u32 - 1, line, ..Report::default() };
            let mut progress = Progress::new(vec![Report::default()], 20);
            while progress.depth < depth {
                progress = progress.found(report.clone(), 0.5, 20);
            }
            progress
        };
        let team: Team<Ultima> = Team::new(2, 4).expect("two threads");
        let pace = &team.shared.as_ref().expect("two threads share").pace;
        let search = |deepest| {
            let request = Request::new(Limits { depth: Some(deepest), ..Limits::default() });
            let mut told = Vec::new();
            let mut worker = lock(&team.workers[0]);
            let report = worker
                .search(&record, &request, Stop::new(), (0, Instant::now()), &mut |report| told.push(report.depth));
            (report, told)
        };
        pace.advance(far(4), || ());
        assert_eq!(search(6).1, [4, 5, 6]);
        pace.clear();
        // No search reaches this depth by itself.
        let (report, told) = std::thread::scope(|scope| {
            scope.spawn(|| {
                while pace.farthest().is_none_or(|progress| progress.depth < 5) {
                    std::thread::yield_now();
                }
                pace.advance(far(41), || ());
            });
            search(40)
        });
        assert_eq!((report.depth, report.line.first()), (40, record.position().legal().last()));
        assert!(told.len() < 40 && told.is_sorted() && told.starts_with(&[1, 2, 3, 4]), "{told:?}");
    }

    /// A search by one thread of a team to this depth, where another thread has told of these paths beyond the root.
    fn after(told: Vec<(Vec<u64>, Found<Move>)>, depth: u32) -> Report<Move> {
        let record = Record::new(Ultima::default());
        let team: Team<Ultima> = Team::new(2, 4).expect("two threads");
        let trunk = &team.shared.as_ref().expect("two threads share").trunk;
        for (beyond, found) in told {
            let path = record.repeatable_keys().into_iter().chain(beyond);
            trunk.tell(Trunk::<Move>::key(path.chain([0])), found);
        }
        let request = Request::new(Limits { depth: Some(depth), ..Limits::default() });
        lock(&team.workers[0]).search(&record, &request, Stop::new(), (0, Instant::now()), &mut |_| {})
    }

    /// No search finds these scores by itself. What is known to less than the depth that is asked for does not count, nor does the
    /// best of some moves that is worse than what is known.
    #[test]
    fn what_others_have_found_at_line_nodes_is_taken_over() {
        let root = Ultima::default();
        let found = |depth, score: i32, line: Vec<Move>, is_whole| Found {
            depth,
            score: Score::centipawns(score),
            line,
            effort: 0,
            is_whole,
        };
        let (first, last) = (root.legal()[0], root.legal().last().copied().expect("a move"));
        let report = after(vec![(vec![], found(4, 5_000, vec![last, first], false))], 4);
        assert_eq!((report.score, report.line), (Score::centipawns(5_000), vec![last, first]));
        let whole = |depth, is_whole| {
            let child = |&m: &Move| {
                let mut next = root;
                next.play(m);
                let reply = next.legal().last().copied().expect("a reply");
                (vec![next.key()], found(depth, -3_000, vec![reply], is_whole))
            };
            after(root.legal().iter().map(child).collect(), 4)
        };
        let report = whole(9, true);
        assert_eq!((report.score, report.line.len()), (Score::centipawns(3_000), 2));
        let mut next = root;
        next.play(report.line[0]);
        assert_eq!(next.legal().last(), Some(&report.line[1]));
        for (depth, is_whole) in [(2, true), (9, false)] {
            assert!(whole(depth, is_whole).score < Score::centipawns(1_000), "{depth}, {is_whole}");
        }
    }

    /// Whichever thread is through with a depth first, it is told once, with all its lines, each by another move, and what all
    /// have counted.
    #[test]
    fn every_depth_is_told_once_with_all_lines() {
        let record = Record::new(Ultima::default());
        let mut team: Team<Ultima> = Team::new(3, 4).expect("three threads");
        for _ in 0..20 {
            team.forget();
            let limits = Limits { depth: Some(5), ..Limits::default() };
            let request = Request { lines: 3, ..Request::new(limits) };
            let (mut told, mut firsts) = (Vec::new(), Vec::new());
            let mut counted = [(0, Duration::ZERO); 6];
            let report = team.search(&record, &request, &Stop::new(), &mut |report| {
                told.push((report.depth, report.rank));
                firsts.push(report.line[0]);
                let depth = report.depth as usize;
                let (nodes, time) = counted[depth - 1];
                assert!(report.nodes >= nodes && report.time >= time, "{report:?} after {nodes} in {time:?}");
                counted[depth] = (counted[depth].0.max(report.nodes), counted[depth].1.max(report.time));
            });
            let expected: Vec<_> = (1..=5).flat_map(|depth| (1..=3).map(move |rank| (depth, rank))).collect();
            assert_eq!((told, report.depth), (expected, 5));
            for lines in firsts.chunks(3) {
                assert!(lines.iter().enumerate().all(|(rank, m)| !lines[..rank].contains(m)), "{lines:?}");
            }
        }
    }
}
