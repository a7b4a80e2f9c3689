//! Which moves other threads are searching just now, so that the threads of a team do not all do the same work.
//!
//! This is the simplified form of ABDADA: a thread that comes to a move which another one is searching at this moment
//! puts it off to the end of the node; by then the other's result is in the transposition table.
//! Source: T. Kerrigan, "Simplified ABDADA", 2017.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Places in the table: far more than moves that can be under search at a time.
const PLACES: usize = 1 << 14;

/// The moves under search, by a key of position and move. A place that two moves share belongs to the later one: what is
/// lost by that is only a hint.
pub(super) struct Busy(Box<[AtomicU64]>);

impl Busy {
    /// Nothing is under search.
    pub(super) fn new() -> Busy {
        Busy((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    /// The key of a move, by its tag, in the position with this key.
    pub(super) fn key(position: u64, tag: u16) -> u64 {
        // An odd factor spreads the tag over all bits.
        position ^ u64::from(tag).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Whether some thread is searching this move.
    pub(super) fn contains(&self, key: u64) -> bool {
        self.place(key).load(Relaxed) == key
    }

    /// A thread begins to search this move.
    pub(super) fn begin(&self, key: u64) {
        self.place(key).store(key, Relaxed);
    }

    /// A thread has searched this move.
    pub(super) fn end(&self, key: u64) {
        // Another move may have taken the place; it stays. To make sure that none takes it just now would make this thread wait
        // for all that it has written, and only a hint is at stake.
        let place = self.place(key);
        if place.load(Relaxed) == key {
            place.store(0, Relaxed);
        }
    }

    /// Forgets moves that a thread which broke down has left behind.
    pub(super) fn clear(&self) {
        self.0.iter().for_each(|place| place.store(0, Relaxed));
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.0[(key >> 32) as usize % PLACES]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_busy_from_its_beginning_to_its_end() {
        let busy = Busy::new();
        let keys = [Busy::key(1, 1), Busy::key(1, 2), Busy::key(1 << 40, 1)];
        keys.iter().for_each(|&key| busy.begin(key));
        assert!(keys.iter().all(|&key| busy.contains(key)));
        busy.end(keys[1]);
        assert_eq!(keys.map(|key| busy.contains(key)), [true, false, true]);
        busy.clear();
        assert!(!keys.iter().any(|&key| busy.contains(key)));
    }

    #[test]
    fn a_move_whose_place_was_taken_does_not_end_the_other_one() {
        let busy = Busy::new();
        let (first, second) = (1 << 40 | 1, 1 << 40 | 2);
        busy.begin(first);
        busy.begin(second);
        busy.end(first);
        assert!(busy.contains(second) && !busy.contains(first));
    }
}
