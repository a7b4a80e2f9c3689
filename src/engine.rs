//! The engine as protocols and commands see it: a game in progress goes in, thoughts come out.

mod known;

use std::sync::Arc;
use std::time::{Duration, Instant};

use log::error;

use crate::arbiter::{Arbiter, Played};
use crate::book::Guide;
use crate::eval;
use crate::experience::Experience;
use crate::game::{Record, notation};
use crate::search::{Bound, Limits, Params, Report, Request, Score, Searchable, Stop, Team, skill};
use crate::tablebase::{Stock, Tables};

/// An engine for some game.
pub trait Engine: Send {
    /// Thinks about a game's present position until a limit is reached or `stop` is given, passing on what each finished
    /// iteration found. The thought returned is the last; its line is empty only where no move is legal.
    ///
    /// # Panics
    /// If the game in progress is not the engine's game.
    fn think(&mut self, game: &dyn Arbiter, task: &Task, stop: Stop, sink: Sink<'_>) -> Thought;

    /// What a game's present position is worth without looking ahead, and what makes it up.
    ///
    /// # Panics
    /// If the game in progress is not the engine's game.
    fn evaluate(&self, game: &dyn Arbiter) -> Evaluation;

    /// Forgets all it has learnt: a new game begins.
    fn new_game(&mut self);

    /// Gives the table another size, in MiB; what was in it is lost.
    fn resize(&mut self, mebibytes: usize);

    /// Sets a parameter of the search by its name in [`Params::NAMES`], for measuring what a step of it is worth, until the
    /// number of threads is changed; `false` if there is none of this name.
    fn set_param(&mut self, name: &str, value: i32) -> bool;

    /// Searches with so many threads from now on. Where the system has no more to give the number stays as it was.
    fn set_threads(&mut self, threads: usize);

    /// Looks positions up in these tables of endgames from now on, and opens those of the game's usual setting now; how
    /// many there are, if any. A new engine has those that are in the program itself.
    fn set_tables(&mut self, tables: Tables) -> Option<Stock>;

    /// Has someone told from now on which of the first moves a search that takes long is at.
    fn watch(&mut self, watcher: Watcher);
}

/// Told of a first move that is tried.
pub type Watcher = Box<dyn Fn(Trying) + Send + Sync>;

/// A first move that is tried.
#[derive(Clone, Debug)]
pub struct Trying {
    /// The depth of the iteration.
    pub depth: u32,
    /// The move.
    pub played: Played,
    /// Its place in the order in which they are tried; 1 for the first.
    pub number: usize,
    /// How many there are.
    pub of: usize,
}

/// Where an engine's thoughts go.
pub type Sink<'a> = &'a mut (dyn FnMut(Thought) + Send);

/// What is asked of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Task {
    /// How much it may take.
    pub limits: Limits,
    /// Kept back from every time limit.
    pub overhead: Duration,
    /// Best lines that are wanted; 0 and 1 both ask for one.
    pub lines: usize,
    /// Texts of the only moves that may be tried first; empty for all. Texts of no legal move do not count.
    pub only: Vec<String>,
    /// Texts of moves that may not be tried first. Where no move is left all are tried.
    pub without: Vec<String>,
    /// The level to play at, from 0 to [`skill::FULL`]; `None` for full strength.
    pub skill: Option<u8>,
    /// Centipawns that the side to move would give to avoid a draw.
    pub contempt: i32,
    /// Whether what the position is worth is asked for too: the time is used up then even if there is only one move.
    pub is_analysis: bool,
    /// The opening book to answer from, where it has the position; without it every move is searched.
    pub book: Option<Guide>,
    /// What earlier searches have left, and where this one leaves what it finds.
    pub experience: Option<Arc<Experience>>,
}

impl Task {
    /// Whether a move with this text may be played.
    pub fn allows(&self, text: &str) -> bool {
        let is_in = |texts: &[String]| texts.iter().any(|other| other == text);
        (self.only.is_empty() || is_in(&self.only)) && !is_in(&self.without)
    }
}

/// A position's worth without looking ahead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// What makes it up: names with centipawns from White's side.
    pub terms: Vec<(&'static str, i32)>,
    /// The sum, in centipawns from White's side.
    pub total: i32,
}

/// What an engine has found.
#[derive(Clone, Debug)]
pub struct Thought {
    /// 1 for the best line, 2 for the best one that begins with another move, and so on.
    pub rank: usize,
    /// Set where only a bound of the true score is known yet.
    pub bound: Option<Bound>,
    /// The depth in plies that was searched completely, or for a bound is being searched.
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
    /// Positions that were found in tables of endgames.
    pub tablebase_hits: u64,
}

/// The engine of one game.
pub struct GameEngine<G: Searchable> {
    team: Team<G>,
    params: Params,
    tables: Tables,
}

impl<G: Searchable> GameEngine<G> {
    /// An engine with one thread and a table of this many MiB.
    ///
    /// # Panics
    /// If the system has no thread to give.
    pub fn new(mebibytes: usize) -> Self {
        let team = Team::new(1, mebibytes).expect("a thread for the search");
        GameEngine { team, params: G::POLICY.params, tables: Tables::shipped() }
    }
}

impl<G: Searchable> Engine for GameEngine<G> {
    fn think(&mut self, game: &dyn Arbiter, task: &Task, stop: Stop, sink: Sink<'_>) -> Thought {
        let record: &Record<G> = game.record().downcast_ref().expect("an engine is only given games of its kind");
        let root = record.position();
        let began = Instant::now();
        self.team.use_tables(self.tables.set(root.setting()));
        if let Some(known) = self.book_move(game, record, task, &stop) {
            sink(known.clone());
            return known;
        }
        let mut request = request(root, task);
        // The clock has run while tables were opened and the book's moves looked at.
        request.overhead += began.elapsed();
        let level = task.skill.filter(|&level| level < skill::FULL);
        let mut lines: Vec<Report<G::Move>> = Vec::new();
        let mut told = None;
        let mut say = |report: &Report<G::Move>| {
            told = report.line.first().copied();
            // A bound is no line to choose.
            if level.is_some() && report.bound.is_none() {
                lines.retain(|line| line.depth == report.depth);
                lines.push(report.clone());
            }
            if report.rank <= task.lines.max(1) {
                sink(thought(root, report));
            }
        };
        let mut best = self.team.search(record, &request, &stop, &mut say);
        if let Some(experience) = task.experience.as_deref().filter(|_| level.is_none()) {
            let recalled = self.recalled(record, experience, task, &best);
            self.teach(root, experience, task, &best);
            best = recalled.unwrap_or(best);
        }
        // Whoever saw one line last sees it begin with the move that is played, though a depth that was broken off, or what is
        // known from before, has brought a better one than the last whole depth. Of several lines each keeps its place.
        if request.lines <= 1 && told.is_some_and(|told| best.line.first() != Some(&told)) {
            sink(thought(root, &best));
        }
        let chosen = level.filter(|_| !lines.is_empty()).map(|level| {
            let line = skill::choose(level, &lines, &mut rand::rng());
            Report { line: line.line.clone(), score: line.score, depth: line.depth, ..best.clone() }
        });
        thought(root, &chosen.unwrap_or(best))
    }

    fn evaluate(&self, game: &dyn Arbiter) -> Evaluation {
        let record: &Record<G> = game.record().downcast_ref().expect("an engine is only given games of its kind");
        let terms = eval::explain(record.position());
        Evaluation { total: terms.iter().map(|&(_, worth)| worth).sum(), terms }
    }

    fn new_game(&mut self) {
        self.team.forget();
    }

    fn resize(&mut self, mebibytes: usize) {
        self.team.resize(mebibytes);
    }

    fn set_param(&mut self, name: &str, value: i32) -> bool {
        let is_known = self.params.set(name, value);
        self.team.set_params(self.params);
        is_known
    }

    fn set_threads(&mut self, threads: usize) {
        if let Err(why) = self.team.set_threads(threads) {
            error!("{threads} threads: {why}");
        }
    }

    fn set_tables(&mut self, tables: Tables) -> Option<Stock> {
        self.tables = tables;
        // No clock runs now.
        let usual = G::read_setting(None).ok()?;
        self.tables.set::<G>(usual).map(|set| set.stock())
    }

    fn watch(&mut self, watcher: Watcher) {
        self.team.watch(Some(Arc::new(move |root: &G, m, (number, of), depth| {
            watcher(Trying { depth, played: Played::new(root, m), number, of });
        })));
    }
}

/// A task with its moves found.
fn request<G: Searchable>(root: &G, task: &Task) -> Request<G::Move> {
    let level = task.skill.filter(|&level| level < skill::FULL);
    let moves = |texts: &[String]| texts.iter().filter_map(|text| notation::read(root, text).ok()).collect();
    Request {
        limits: level.map_or(task.limits, |level| skill::limits(level, task.limits)),
        overhead: task.overhead,
        lines: if level.is_some() { task.lines.max(skill::CHOICES) } else { task.lines },
        only: moves(&task.only),
        without: moves(&task.without),
        contempt: task.contempt,
        is_analysis: task.is_analysis,
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
        rank: report.rank,
        bound: report.bound,
        depth: report.depth,
        selective_depth: report.selective_depth,
        score: report.score,
        line: report.line.iter().map(say).collect(),
        nodes: report.nodes,
        time: report.time,
        hashfull: report.hashfull,
        tablebase_hits: report.tablebase_hits,
    }
}
