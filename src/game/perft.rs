//! Counting the leaves of the game tree: the test of move generation that every chess programmer knows.
//!
//! Draws end nothing here; a position without a legal move has no leaf below it.

use std::hash::{BuildHasherDefault, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};

use dashmap::DashMap;
use rayon::prelude::*;

use super::Game;
use crate::board::MoveList;

/// The number of move sequences of this length; 1 for length 0.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            // Lists and positions are made in place: one that a function hands back may be copied.
            let mut list = MoveList::new();
            position.moves(&mut list);
            let mut leaves = 0;
            if depth == 2 {
                // A loop of its own: of a position that is only counted the compiler need not make the rest, its key say.
                for &m in &list {
                    let mut next = position.clone();
                    next.play(m);
                    leaves += next.count_moves();
                }
            } else {
                for &m in &list {
                    let mut next = position.clone();
                    next.play(m);
                    leaves += perft(&next, depth - 1);
                }
            }
            leaves
        }
    }
}

/// The same count, with results of inner positions kept and the first moves shared among the threads of the pool that
/// this is called in.
pub fn perft_parallel<G: Game>(position: &G, depth: u32, cache: Option<&Cache>) -> u64 {
    if depth < 2 {
        return perft(position, depth);
    }
    let moves = position.legal();
    // Two plies are spread, since a start position has few moves and they are unequal in size.
    moves.par_iter().map(|&m| spread(&after(position, m), depth - 1, cache)).sum()
}

fn spread<G: Game>(position: &G, depth: u32, cache: Option<&Cache>) -> u64 {
    if depth < 3 {
        return cached(position, depth, cache);
    }
    position.legal().par_iter().map(|&m| cached(&after(position, m), depth - 1, cache)).sum()
}

fn cached<G: Game>(position: &G, depth: u32, cache: Option<&Cache>) -> u64 {
    let Some(cache) = cache.filter(|_| depth >= 2) else {
        return perft(position, depth);
    };
    if let Some(count) = cache.get(position.key(), depth) {
        return count;
    }
    let count = position.legal().iter().map(|&m| cached(&after(position, m), depth - 1, Some(cache))).sum();
    cache.insert(position.key(), depth, count);
    count
}

fn after<G: Game>(position: &G, m: G::Move) -> G {
    let mut next = position.clone();
    next.play(m);
    next
}

/// Counts of inner positions by key and depth, shared by threads. Once full it takes nothing more in.
#[derive(Debug)]
pub struct Cache {
    counts: DashMap<(u64, u32), u64, BuildHasherDefault<KeyHasher>>,
    entries: AtomicUsize,
    most: usize,
}

impl Cache {
    /// A cache that takes about this many MiB at most.
    pub fn new(mebibytes: usize) -> Cache {
        // An entry is a key, a depth and a count, and a map keeps about half its slots free.
        const BYTES_AN_ENTRY: usize = 2 * size_of::<((u64, u32), u64)>();
        let most = mebibytes.saturating_mul(1 << 20) / BYTES_AN_ENTRY;
        Cache { counts: DashMap::default(), entries: AtomicUsize::new(0), most }
    }

    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        self.counts.get(&(key, depth)).map(|count| *count)
    }

    fn insert(&self, key: u64, depth: u32, count: u64) {
        // The check races with other threads' inserts; a few entries too many do no harm. The map's own length would lock
        // every shard of it.
        if self.entries.load(Ordering::Relaxed) < self.most && self.counts.insert((key, depth), count).is_none() {
            self.entries.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Zobrist keys are random already: hashing them again would only cost time.
#[derive(Clone, Copy, Debug, Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}
