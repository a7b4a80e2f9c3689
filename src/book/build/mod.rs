//! Growing a book by the engine's own searches.
//!
//! The most important leaves of the tree are searched, a batch at a time, each by an engine that knows nothing yet: what
//! a search finds depends on its position alone, and a batch joins the tree as a whole. So a build gives the same book
//! with any number of threads, and however often it was broken off: it then goes the same way again, and what the journal
//! holds is not searched twice.

pub mod journal;
pub mod tree;

use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;

use self::journal::{Found, Journal, JournalError};
use self::tree::{Growth, Task, Tree, centipawns};
use super::{Beginning, BookFile, Header, terrain_text};
use crate::arena::halt::Halt;
use crate::game::{Game, Record};
use crate::lock::lock;
use crate::search::{Limits, Report, Request, Searchable, Team};

/// What a build is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Positions that the book is to have.
    pub positions: usize,
    /// Nodes of each search.
    pub nodes: u64,
    /// Moves that each search tells.
    pub lines: usize,
    /// Which leaves come first.
    pub growth: Growth,
    /// The fall of weights in the book; see [`Header::fall`].
    pub fall: u32,
    /// How its first plies are weighed; see [`Header::beginning`].
    pub beginning: Option<Beginning>,
}

/// Leaves that are searched before the tree is looked at again. The number decides what the book is like, and threads
/// do not change it.
const BATCH: usize = 16;
/// The table of each engine in MiB.
const TABLE: usize = 16;

/// A build that can be run.
pub struct Build<G: Searchable> {
    plan: Plan,
    start: G,
    tree: Tree<G>,
    journal: Mutex<Journal>,
    /// What the journal held in the beginning and the tree has not come to yet, by the key of the position.
    kept: Mutex<HashMap<u64, VecDeque<Found<G>>>>,
    /// Engines that are not at work.
    teams: Mutex<Vec<Team<G>>>,
    /// Searches made so far, those of earlier runs included.
    searches: AtomicUsize,
}

/// Why a build ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The system has no thread to give.
    #[error("an engine could not be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

impl Plan {
    /// What the searches are asked for, in one line. Positions may be added to a book later, and weights changed: neither
    /// is a part of it.
    fn asked<G: Game>(&self, setting: G::Setting) -> String {
        let terrain = terrain_text::<G>(setting).map_or(String::new(), |terrain| format!(" --terrain {terrain}"));
        let Plan { nodes, lines, growth, .. } = self;
        format!(
            "triptych book build {}{terrain} --nodes {nodes} --lines {lines} --temperature {} --plies {} --seed {}",
            G::NAME,
            growth.temperature,
            growth.plies,
            growth.seed
        )
    }
}

impl<G: Searchable> Build<G> {
    /// Begins a build, or goes on with it, if its journal is there.
    ///
    /// # Errors
    /// If the journal is another build's, or cannot be read or written.
    pub fn open(plan: Plan, start: G, journal: &Path) -> Result<Build<G>, BuildError> {
        let setting = start.setting();
        let (journal, found) = Journal::open::<G>(journal, &plan.asked::<G>(setting), setting)?;
        let tree = Tree::new(&start);
        let searches = AtomicUsize::new(found.len());
        let mut kept: HashMap<u64, VecDeque<Found<G>>> = HashMap::new();
        for (position, moves) in found {
            kept.entry(tree.key(&position)).or_default().push_back((position, moves));
        }
        let (journal, kept) = (Mutex::new(journal), Mutex::new(kept));
        Ok(Build { plan, start, tree, journal, kept, teams: Mutex::default(), searches })
    }

    /// Positions of the book so far.
    pub fn positions(&self) -> usize {
        self.tree.len()
    }

    /// Searches made so far, those of earlier runs included.
    pub fn searches(&self) -> usize {
        self.searches.load(Relaxed)
    }

    /// Searches on the threads of the present pool until the book has its positions, nothing is left to look into, or
    /// the signal to stop is given. `told` hears of every batch.
    ///
    /// # Errors
    /// If an engine cannot be started or the journal cannot be written.
    pub fn run(&self, halt: &Halt, told: impl Fn() + Sync) -> Result<(), BuildError> {
        if self.tree.is_empty() {
            let root = Task { position: self.start.clone(), without: Vec::new(), priority: 1.0, key: 0 };
            self.explore(&[root], halt, &told)?;
        }
        while self.tree.len() < self.plan.positions && !halt.is_given() {
            let room = self.plan.positions - self.tree.len();
            let tasks = self.tree.next(&self.plan.growth, BATCH.min(room));
            if tasks.is_empty() {
                break;
            }
            self.explore(&tasks, halt, &told)?;
        }
        Ok(())
    }

    /// Looks into a batch and adds all that is found to the tree, in the order of the tasks; nothing if it is told to stop
    /// meanwhile.
    fn explore(&self, tasks: &[Task<G>], halt: &Halt, told: &(impl Fn() + Sync)) -> Result<(), BuildError> {
        let found: Vec<Option<Found<G>>> =
            tasks.par_iter().map(|task| self.look_into(task, halt)).collect::<Result<_, _>>()?;
        if let Some(found) = found.into_iter().collect::<Option<Vec<_>>>() {
            found.iter().for_each(|(position, moves)| self.tree.add(position, moves));
            told();
        }
        Ok(())
    }

    /// What the journal holds of a position or else a search finds; `None` if it is told to stop.
    fn look_into(&self, task: &Task<G>, halt: &Halt) -> Result<Option<Found<G>>, BuildError> {
        if halt.is_given() {
            return Ok(None);
        }
        let kept = lock(&self.kept).get_mut(&self.tree.key(&task.position)).and_then(VecDeque::pop_front);
        if kept.is_some() {
            return Ok(kept);
        }
        let Some(found) = self.search(task, halt)? else { return Ok(None) };
        lock(&self.journal).add(&task.position, &found)?;
        self.searches.fetch_add(1, Relaxed);
        Ok(Some((task.position.clone(), found)))
    }

    /// The moves that a search finds, with scores and depths; `None` if it is told to stop.
    #[expect(clippy::type_complexity, reason = "what Found is made of")]
    fn search(&self, task: &Task<G>, halt: &Halt) -> Result<Option<Vec<(G::Move, i32, u32)>>, BuildError> {
        let idle = lock(&self.teams).pop();
        let mut team = match idle {
            Some(team) => team,
            None => Team::new(1, TABLE)?,
        };
        // What a search finds must not depend on the ones before it.
        team.forget();
        let mut request = Request::new(Limits { nodes: Some(self.plan.nodes), ..Limits::default() });
        (request.lines, request.without) = (self.plan.lines, task.without.clone());
        let mut lines: Vec<Report<G::Move>> = Vec::new();
        let mut listen = |report: &Report<G::Move>| {
            if report.bound.is_none() {
                lines.retain(|line| line.depth == report.depth);
                lines.push(report.clone());
            }
        };
        let record = Record::new(task.position.clone());
        halt.search(|stop| team.search(&record, &request, &stop, &mut listen));
        lock(&self.teams).push(team);
        // A search that was told to stop has looked at less than the others.
        let found = lines
            .iter()
            .filter_map(|line| Some((*line.line.first()?, centipawns(line.score), line.depth.min(255))))
            .collect();
        Ok((!halt.is_given()).then_some(found))
    }

    /// The book as it is now.
    pub fn book(&self) -> BookFile {
        let setting = self.start.setting();
        let mut header = Header::new::<G>(setting);
        let Plan { positions, fall, beginning, .. } = self.plan;
        (header.fall, header.beginning) = (fall, beginning);
        let first = beginning.map_or_else(String::new, |beginning| {
            format!(" --beginning {} --beginning-fall {}", beginning.plies, beginning.fall)
        });
        header.made.push(format!("{} --fall {fall}{first} --positions {positions}", self.plan.asked::<G>(setting)));
        self.tree.book(header)
    }
}
