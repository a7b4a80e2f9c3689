//! The thread that thinks: it owns the engine and does one job after the other.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SendError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Instant;
use std::{io, thread};

use super::{Event, count};
use crate::arbiter::Arbiter;
use crate::bench;
use crate::engine::{Engine, Task};
use crate::lock::{lock, unpoisoned};
use crate::search::Stop;
use crate::tablebase::{Stock, Tables};
use crate::variant::Variant;

/// Something for the thinking thread to do.
#[derive(Debug)]
pub enum Job {
    /// Take the engine of another game, with a table of this many MiB.
    Use(Variant, usize),
    /// Forget what was learnt.
    NewGame,
    /// Give the table this many MiB.
    Resize(usize),
    /// Think about the present position of a game.
    Think {
        /// Told with whatever the search finds.
        id: u64,
        /// The game; of the kind that was last asked for with [`Job::Use`].
        game: Box<dyn Arbiter>,
        /// How long and how.
        task: Task,
        /// Whether no time limit counts until [`Thinker::hit`].
        ponder: bool,
    },
    /// Search with this many threads.
    Threads(usize),
    /// Look endgames up in tables of these directories too, in every game from now on.
    Tables(Vec<PathBuf>),
    /// Tell the evaluation of a game's present position.
    Evaluate(Box<dyn Arbiter>),
    /// Count the leaves of the game tree below a game's present position, to this depth.
    Perft(Box<dyn Arbiter>, u32),
    /// Run the benchmark, of one game or of all.
    Bench(Option<Variant>),
    /// Tell that all jobs before this one are done.
    Finish,
}

impl Job {
    /// Whether it may take as long as it likes; the others only prepare what comes after them.
    fn is_search(&self) -> bool {
        matches!(self, Job::Think { .. } | Job::Perft(..) | Job::Bench(_))
    }
}

/// How many jobs are not done yet.
#[derive(Debug, Default)]
struct Load {
    searches: usize,
    preparations: usize,
    /// Set once the thread has panicked: none will be done any more.
    is_broken: bool,
}

impl Load {
    fn of(&mut self, is_search: bool) -> &mut usize {
        if is_search { &mut self.searches } else { &mut self.preparations }
    }
}

/// The load, and a bell that rings when it gets less.
type Ledger = (Mutex<Load>, Condvar);

/// The thinking thread, seen from the main one.
#[derive(Debug)]
pub struct Thinker {
    jobs: Sender<(Job, Stop)>,
    /// The signals of the searches that are not over and have not been told to stop, and of some that are over.
    pending: Mutex<Vec<Stop>>,
    load: Arc<Ledger>,
}

/// The search goes deep and its frames hold move lists: whatever stack the system gives, it gets enough.
const STACK: usize = 64 << 20;

impl Thinker {
    /// Starts the thread; what it finds goes to `events`. It has these tables of endgames until it is told of others.
    ///
    /// # Errors
    /// If the system has no thread to give.
    pub fn start(events: Sender<Event>, tables: Tables) -> io::Result<Thinker> {
        let (jobs, todo) = channel();
        let thinker = Thinker { jobs, pending: Mutex::default(), load: Arc::default() };
        let load = Arc::clone(&thinker.load);
        thread::Builder::new().name("thinker".into()).stack_size(STACK).spawn(move || {
            let _alarm = Alarm(events.clone(), Arc::clone(&load));
            Worker { engine: None, game: None, tables, are_named: false, search: Arc::default(), events }
                .work(&todo, &load);
        })?;
        Ok(thinker)
    }

    /// Hands a job over. It begins when the ones before it are done.
    pub fn give(&self, job: Job) {
        let ponder = matches!(job, Job::Think { ponder: true, .. });
        let stop = if ponder { Stop::pondering() } else { Stop::new() };
        if let Job::Think { .. } | Job::Perft(..) = job
            && let Ok(mut pending) = self.pending.lock()
        {
            pending.retain(|stop| !stop.is_given());
            pending.push(stop.clone());
        }
        *lock(&self.load.0).of(job.is_search()) += 1;
        // The thread only ends with the process: nobody is there to miss a job then.
        let _ = self.jobs.send((job, stop));
    }

    /// Waits until all jobs are done that prepare others, such as a table of another size: who asks whether the engine is
    /// ready means that too. Returns at once while a search is under way or waits for its turn; `false` if the thread has
    /// broken down.
    pub fn settle(&self) -> bool {
        let (load, bell) = &*self.load;
        let is_preparing = |load: &mut Load| load.preparations > 0 && load.searches == 0 && !load.is_broken;
        !unpoisoned(bell.wait_while(lock(load), is_preparing)).is_broken
    }

    /// Lets the time limits of every search that was asked for count from now on.
    pub fn hit(&self) {
        if let Ok(pending) = self.pending.lock() {
            pending.iter().for_each(Stop::hit);
        }
    }

    /// Makes every search that was asked for come to its end now.
    pub fn stop(&self) {
        if let Ok(mut pending) = self.pending.lock() {
            for stop in pending.drain(..) {
                stop.give();
            }
        }
    }
}

/// Tells that the thread that holds it has panicked, and lets nobody wait for it.
struct Alarm(Sender<Event>, Arc<Ledger>);

impl Drop for Alarm {
    fn drop(&mut self) {
        if thread::panicking() {
            // Nobody listens any more if the main thread has gone first.
            let _ = self.0.send(Event::Broken);
            let (load, bell) = &*self.1;
            lock(load).is_broken = true;
            bell.notify_all();
        }
    }
}

/// What the thread works with.
struct Worker {
    engine: Option<Box<dyn Engine>>,
    /// The game that the engine is for.
    game: Option<Variant>,
    tables: Tables,
    /// Whether the user has named directories of tables.
    are_named: bool,
    /// The number of the search under way.
    search: Arc<AtomicU64>,
    events: Sender<Event>,
}

impl Worker {
    /// Does one job after the other until nobody listens any more.
    fn work(mut self, todo: &Receiver<(Job, Stop)>, (load, bell): &Ledger) {
        for (job, stop) in todo {
            let is_search = job.is_search();
            if self.carry_out(job, stop).is_err() {
                return;
            }
            *lock(load).of(is_search) -= 1;
            bell.notify_all();
        }
    }

    fn carry_out(&mut self, job: Job, stop: Stop) -> Result<(), SendError<Event>> {
        match (job, &mut self.engine) {
            (Job::Use(variant, mebibytes), _) => {
                // Its table's memory goes before that of the new one is taken.
                self.engine = None;
                let (search, events) = (Arc::clone(&self.search), self.events.clone());
                let engine = self.engine.insert(variant.engine(mebibytes));
                engine.watch(Box::new(move |trying| {
                    let _ = events.send(Event::Trying(search.load(Relaxed), trying));
                }));
                self.game = Some(variant);
                self.lay_tables()?;
            }
            (Job::Tables(roots), _) => {
                self.are_named = !roots.is_empty();
                self.tables = Tables::with_user_directory(roots);
                self.lay_tables()?;
            }
            (Job::Perft(game, depth), _) => {
                let lines = count::divide(game.as_ref(), depth, &stop);
                stop.give();
                self.events.send(Event::Told(lines))?;
            }
            (Job::Bench(variant), _) => self.events.send(Event::Told(measure(variant)))?,
            (Job::Finish, _) => self.events.send(Event::Finished)?,
            (Job::NewGame, Some(engine)) => engine.new_game(),
            (Job::Resize(mebibytes), Some(engine)) => engine.resize(mebibytes),
            (Job::Threads(threads), Some(engine)) => engine.set_threads(threads),
            (Job::Evaluate(game), Some(engine)) => {
                self.events.send(Event::Told(evaluation(engine.as_ref(), game.as_ref())))?;
            }
            (Job::Think { id, game, task, .. }, Some(engine)) => {
                self.search.store(id, Relaxed);
                let mut pass_on = |thought| {
                    let _ = self.events.send(Event::Thought(id, thought));
                };
                let thought = engine.think(game.as_ref(), &task, stop.clone(), &mut pass_on);
                // Nobody has to stop it any more.
                stop.give();
                self.events.send(Event::Done(id, thought))?;
                // Tables of another board are opened by its first search, and a damaged one is found out when it is read.
                self.complain()?;
            }
            (Job::NewGame | Job::Resize(_) | Job::Threads(_) | Job::Evaluate(_) | Job::Think { .. }, None) => {}
        }
        Ok(())
    }

    /// Has the engine look endgames up in the tables, and tells what there is where the user has named a place.
    fn lay_tables(&mut self) -> Result<(), SendError<Event>> {
        if let (Some(engine), Some(game)) = (&mut self.engine, self.game) {
            let stock = engine.set_tables(self.tables.clone());
            if let Some(Stock { tables, men }) = stock.filter(|_| self.are_named) {
                let text = format!("{tables} endgame tables of {game}, of up to {men} men");
                self.events.send(Event::Notice(text))?;
            }
        }
        self.complain()
    }

    fn complain(&self) -> Result<(), SendError<Event>> {
        self.tables.take_complaints().into_iter().try_for_each(|text| self.events.send(Event::Trouble(text)))
    }
}

/// The terms of an evaluation, and their sum, from White's side in pawns.
fn evaluation(engine: &dyn Engine, game: &dyn Arbiter) -> Vec<String> {
    let evaluation = engine.evaluate(game);
    let line = |(name, value): (&str, i32)| format!("{name:<36} {:+8.2}", f64::from(value) / 100.0);
    let mut lines: Vec<String> = evaluation.terms.into_iter().map(line).collect();
    lines.push(line(("Total (from White's side)", evaluation.total)));
    lines
}

/// The lines of the benchmark, with engines of its own: the one in use keeps what it knows.
fn measure(variant: Option<Variant>) -> Vec<String> {
    let games = variant.as_ref().map_or(Variant::ALL, std::slice::from_ref);
    let began = Instant::now();
    let (mut lines, mut total) = (Vec::new(), 0);
    for &game in games {
        match bench::nodes(game, None) {
            Ok(nodes) => {
                lines.push(format!("{game}: {nodes} nodes"));
                total += nodes;
            }
            Err(why) => lines.push(format!("info string bench: {why}")),
        }
    }
    let speed = total as f64 / began.elapsed().as_secs_f64().max(1e-9);
    lines.extend([format!("nps {speed:.0}"), format!("Bench: {total}")]);
    lines
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::search::Limits;

    const PATIENCE: Duration = Duration::from_secs(60);

    fn think_about(variant: Variant) -> Job {
        let task = Task { limits: Limits { depth: Some(1), ..Limits::default() }, ..Task::default() };
        Job::Think { id: 7, game: variant.arbiter(None).expect("a game"), task, ponder: false }
    }

    #[test]
    fn jobs_are_done_in_order_and_can_be_stopped() {
        let (sender, events) = channel();
        let thinker = Thinker::start(sender, Tables::shipped()).expect("a thread");
        // Without an engine there is nothing to think with.
        thinker.give(think_about(Variant::Ultima));
        thinker.give(Job::Use(Variant::Shashmaty, 1));
        thinker.give(Job::NewGame);
        thinker.give(Job::Resize(2));
        thinker.give(think_about(Variant::Shashmaty));
        thinker.give(Job::Use(Variant::Chameleon, 1));
        thinker.give(think_about(Variant::Chameleon));
        for variant in [Variant::Shashmaty, Variant::Chameleon] {
            let found = loop {
                match events.recv_timeout(PATIENCE).expect("an event") {
                    Event::Done(7, thought) => break thought.line[0].text.clone(),
                    Event::Thought(7, _) => {}
                    other => panic!("{other:?}"),
                }
            };
            assert!(variant.arbiter(None).expect("a game").moves().contains(&found), "{variant}: {found}");
        }
        // With no limit of its own it ends when it is told to.
        let game = Variant::Chameleon.arbiter(None).expect("a game");
        thinker.give(Job::Think { id: 8, game, task: Task::default(), ponder: false });
        thinker.stop();
        while !matches!(events.recv_timeout(PATIENCE).expect("an event"), Event::Done(8, _)) {}
    }

    #[test]
    fn a_breakdown_is_told() {
        let (sender, events) = channel();
        let thinker = Thinker::start(sender, Tables::shipped()).expect("a thread");
        thinker.give(Job::Use(Variant::Ultima, 1));
        // It cannot think about another game.
        thinker.give(think_about(Variant::Chameleon));
        assert!(matches!(events.recv_timeout(PATIENCE), Ok(Event::Broken)));
    }

    #[test]
    fn who_settles_waits_for_preparations_but_for_no_search() {
        let (sender, _events) = channel();
        let thinker = Thinker::start(sender, Tables::shipped()).expect("a thread");
        for job in [Job::Use(Variant::Ultima, 64), Job::Resize(128), Job::NewGame, Job::Threads(2)] {
            thinker.give(job);
            assert!(thinker.settle());
            assert_eq!(lock(&thinker.load.0).preparations, 0);
        }
        let game = Variant::Ultima.arbiter(None).expect("a game");
        thinker.give(Job::Think { id: 1, game, task: Task::default(), ponder: false });
        thinker.give(Job::Resize(1));
        assert!(thinker.settle());
        assert_eq!(lock(&thinker.load.0).preparations, 1);
        thinker.stop();
    }

    /// Whatever is still asked of a thread that has broken down, nobody waits for it.
    #[test]
    fn nobody_waits_for_a_thread_that_has_broken_down() {
        let (sender, events) = channel();
        let thinker = Thinker::start(sender, Tables::shipped()).expect("a thread");
        thinker.give(Job::Use(Variant::Ultima, 1));
        assert!(thinker.settle());
        // The engine takes games of its own kind only.
        thinker.give(Job::Evaluate(Variant::Shashmaty.arbiter(None).expect("a game")));
        assert!(!thinker.settle());
        for _ in 0..3 {
            thinker.give(Job::Resize(1));
            assert!(!thinker.settle());
        }
        assert!(matches!(events.recv_timeout(PATIENCE), Ok(Event::Broken)));
    }
}
