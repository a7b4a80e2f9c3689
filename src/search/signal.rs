//! Telling a search from outside what it cannot know: to stop, or that the move it ponders on was played.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Tells a search to stop, or to let its time limits count, from any thread. A fresh one belongs to each search.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Signal>);

#[derive(Debug, Default)]
struct Signal {
    given: AtomicBool,
    pondering: AtomicBool,
}

impl Stop {
    /// A fresh signal, not given.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// A fresh signal for a search on the opponent's time: until [`Stop::hit`] no time limit counts.
    pub fn pondering() -> Stop {
        let stop = Stop::new();
        stop.0.pondering.store(true, Relaxed);
        stop
    }

    /// Gives the signal to stop.
    pub fn give(&self) {
        self.0.given.store(true, Relaxed);
    }

    /// Whether the signal to stop was given.
    pub fn is_given(&self) -> bool {
        self.0.given.load(Relaxed)
    }

    /// The move that is pondered on was played: from now on the time limits count.
    pub fn hit(&self) {
        self.0.pondering.store(false, Relaxed);
    }

    /// Whether time does not count yet.
    pub fn is_pondering(&self) -> bool {
        self.0.pondering.load(Relaxed)
    }
}
