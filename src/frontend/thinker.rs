//! The thread that thinks: it owns the engine and does one job after the other.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::{io, thread};

use super::Event;
use crate::arbiter::Arbiter;
use crate::engine::{Engine, Task};
use crate::search::Stop;
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
    },
}

/// The thinking thread, seen from the main one.
#[derive(Debug)]
pub struct Thinker {
    jobs: Sender<(Job, Stop)>,
    /// The signals of the searches that are not over and have not been told to stop, and of some that are over.
    pending: Mutex<Vec<Stop>>,
}

/// The search goes deep and its frames hold move lists: whatever stack the system gives, it gets enough.
const STACK: usize = 64 << 20;

impl Thinker {
    /// Starts the thread; what it finds goes to `events`.
    ///
    /// # Errors
    /// If the system has no thread to give.
    pub fn start(events: Sender<Event>) -> io::Result<Thinker> {
        let (jobs, todo) = channel();
        thread::Builder::new().name("thinker".into()).stack_size(STACK).spawn(move || {
            let _alarm = Alarm(events.clone());
            think(&todo, &events);
        })?;
        Ok(Thinker { jobs, pending: Mutex::default() })
    }

    /// Hands a job over. It begins when the ones before it are done.
    pub fn give(&self, job: Job) {
        let stop = Stop::new();
        if let Job::Think { .. } = job
            && let Ok(mut pending) = self.pending.lock()
        {
            pending.retain(|stop| !stop.is_given());
            pending.push(stop.clone());
        }
        // The thread only ends with the process: nobody is there to miss a job then.
        let _ = self.jobs.send((job, stop));
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

/// Tells that the thread that holds it has panicked.
struct Alarm(Sender<Event>);

impl Drop for Alarm {
    fn drop(&mut self) {
        if thread::panicking() {
            // Nobody listens any more if the main thread has gone first.
            let _ = self.0.send(Event::Broken);
        }
    }
}

fn think(todo: &Receiver<(Job, Stop)>, events: &Sender<Event>) {
    let mut engine: Option<Box<dyn Engine>> = None;
    for (job, stop) in todo {
        match job {
            Job::Use(variant, mebibytes) => engine = Some(variant.engine(mebibytes)),
            Job::NewGame => {
                if let Some(engine) = &mut engine {
                    engine.new_game();
                }
            }
            Job::Resize(mebibytes) => {
                if let Some(engine) = &mut engine {
                    engine.resize(mebibytes);
                }
            }
            Job::Think { id, game, task } => {
                let Some(engine) = &mut engine else { continue };
                let mut pass_on = |thought| {
                    let _ = events.send(Event::Thought(id, thought));
                };
                let thought = engine.think(game.as_ref(), &task, stop.clone(), &mut pass_on);
                // Nobody has to stop it any more.
                stop.give();
                if events.send(Event::Done(id, thought)).is_err() {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::search::Limits;

    const PATIENCE: Duration = Duration::from_secs(60);

    fn think_about(variant: Variant) -> Job {
        let task = Task { limits: Limits { depth: Some(1), ..Limits::default() }, ..Task::default() };
        Job::Think { id: 7, game: variant.arbiter(None).expect("a game"), task }
    }

    #[test]
    fn jobs_are_done_in_order_and_can_be_stopped() {
        let (sender, events) = channel();
        let thinker = Thinker::start(sender).expect("a thread");
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
        thinker.give(Job::Think { id: 8, game, task: Task::default() });
        thinker.stop();
        while !matches!(events.recv_timeout(PATIENCE).expect("an event"), Event::Done(8, _)) {}
    }

    #[test]
    fn a_breakdown_is_told() {
        let (sender, events) = channel();
        let thinker = Thinker::start(sender).expect("a thread");
        thinker.give(Job::Use(Variant::Ultima, 1));
        // It cannot think about another game.
        thinker.give(think_about(Variant::Chameleon));
        assert!(matches!(events.recv_timeout(PATIENCE), Ok(Event::Broken)));
    }
}
