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
    /// The signal that this one is given with.
    outer: Option<Stop>,
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

    /// A signal that is given when this one is, and can be given without it: for a part of what this one stops.
    pub(super) fn inner(&self) -> Stop {
        Stop(Arc::new(Signal { outer: Some(self.clone()), ..Signal::default() }))
    }

    /// Gives the signal to stop.
    pub fn give(&self) {
        self.0.given.store(true, Relaxed);
    }

    /// Whether the signal to stop was given.
    pub fn is_given(&self) -> bool {
        self.0.given.load(Relaxed) || self.0.outer.as_ref().is_some_and(Stop::is_given)
    }

    /// The move that is pondered on was played: from now on the time limits count.
    pub fn hit(&self) {
        self.0.pondering.store(false, Relaxed);
    }

    /// Whether time does not count yet.
    pub fn is_pondering(&self) -> bool {
        self.0.outer.as_ref().map_or_else(|| self.0.pondering.load(Relaxed), Stop::is_pondering)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inner_signal_follows_the_outer_one_and_not_the_other_way_round() {
        let outer = Stop::pondering();
        let inner = outer.inner();
        assert!(inner.is_pondering() && !inner.is_given());
        inner.give();
        assert!(inner.is_given() && !outer.is_given());
        let inner = outer.inner();
        outer.hit();
        assert!(!inner.is_pondering());
        outer.give();
        assert!(inner.is_given());
    }
}
