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
        thread::Builder::new().name("thinker".into()).stack_size(STACK).spawn(move || think(&todo, &events))?;
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
