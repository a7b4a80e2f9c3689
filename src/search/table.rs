//! The transposition table: what was found out about positions, shared by all threads without locks.
//!
//! An entry is two words. The first is the key mixed with the second, so that an entry torn by two threads writing at
//! once does not match any key and reads as a miss; nothing is ever locked.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use bytemuck::Zeroable;

use super::Score;
use super::memory::Memory;

/// Entries that share a cache line; a position may stand in any of them.
const BUCKET: usize = 4;

/// How a stored score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// The score is exact.
    Exact = 3,
}

/// What the table says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The tag of the best move; 0 where none is known.
    pub tag: u16,
    /// The score as [`Score::to_table`] gives it.
    pub score: i16,
    /// The evaluation of the position, in centipawns, before any correction; `None` where nobody asked for it.
    pub eval: Option<i16>,
    /// The depth searched, in plies.
    pub depth: u8,
    /// How to take the score.
    pub bound: Bound,
}

#[derive(Debug, Zeroable)]
#[repr(transparent)]
struct Slot([AtomicU64; 2]);

#[derive(Debug, Zeroable)]
#[repr(C, align(64))]
struct Bucket([Slot; BUCKET]);

/// A table of fixed size.
#[derive(Debug)]
pub struct Table {
    buckets: Memory<Bucket>,
    /// The present search's number: older entries give way first.
    age: AtomicU8,
    /// Whether a search has begun since the table was made or cleared: one that is not used need not be written to.
    is_used: AtomicBool,
}

impl Table {
    /// A table of this many MiB, at least one bucket. Where the system refuses so much it is half as many, or a quarter,
    /// and so on: a GUI may ask for more than there is. All its memory is taken at once.
    ///
    /// # Panics
    /// If the system refuses a single bucket.
    pub fn new(mebibytes: usize) -> Table {
        let mut number = mebibytes.saturating_mul(1 << 20).div_ceil(size_of::<Bucket>());
        let buckets = loop {
            match Memory::new(number) {
                Ok(buckets) => break buckets,
                Err(_) if number > 1 => number /= 2,
                Err(why) => panic!("no memory for a table: {why}"),
            }
        };
        Table { buckets, age: AtomicU8::new(0), is_used: AtomicBool::new(false) }
    }

    /// Forgets everything that searches have stored since [`Table::new_search`].
    pub fn clear(&self) {
        if !self.is_used.swap(false, Relaxed) {
            return;
        }
        for word in self.buckets.iter().flat_map(|bucket| &bucket.0).flat_map(|slot| &slot.0) {
            word.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// Tells that a new search begins, so that entries of older ones may be replaced.
    pub fn new_search(&self) {
        self.is_used.store(true, Relaxed);
        self.age.store(self.age.load(Relaxed).wrapping_add(1) & AGES, Relaxed);
    }

    /// Thousandths of the table filled by the present search, from a sample.
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = sample
            .iter()
            .flat_map(|bucket| &bucket.0)
            .filter(|slot| {
                let data = slot.0[1].load(Relaxed);
                data != 0 && age_of(data) == age
            })
            .count();
        (used * 1000 / (sample.len() * BUCKET)) as u32
    }

    /// The high bits of `key × buckets` pick the bucket: evenly, for any number of buckets.
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Brings the bucket of a key nearer, for a look-up that follows soon.
    #[inline]
    #[allow(unsafe_code, reason = "prefetching has no safe form")]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch reads nothing that the program could see and cannot fault.
        unsafe {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(key)).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of the position with this key.
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.0[1].load(Relaxed);
            (slot.0[0].load(Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Keeps what was found out, in place of what is worth least.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let mut victim = &bucket.0[0];
        let mut least = i32::MAX;
        for slot in &bucket.0 {
            let data = slot.0[1].load(Relaxed);
            let old = unpack(data);
            if data != 0 && slot.0[0].load(Relaxed) ^ data == key {
                // A bound without a move must not wipe out a move, nor a shallow one a much deeper search of this age.
                if entry.tag == 0 {
                    entry.tag = old.tag;
                }
                entry.eval = entry.eval.or(old.eval);
                if entry.bound != Bound::Exact
                    && age_of(data) == age
                    && i32::from(entry.depth) + 3 < i32::from(old.depth)
                {
                    return;
                }
                victim = slot;
                break;
            }
            let years = i32::from(age.wrapping_sub(age_of(data)) & AGES);
            let worth = if data == 0 { i32::MIN } else { i32::from(old.depth) - 8 * years };
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        let data = pack(entry, age);
        victim.0[0].store(key ^ data, Relaxed);
        victim.0[1].store(data, Relaxed);
    }
}

/// In place of an evaluation: none is so low.
const NO_EVAL: i16 = i16::MIN;

/// The greatest age; ages wrap around.
const AGES: u8 = 31;

fn pack(entry: Entry, age: u8) -> u64 {
    u64::from(entry.tag)
        | u64::from(entry.score as u16) << 16
        | u64::from(entry.eval.unwrap_or(NO_EVAL) as u16) << 32
        | u64::from(entry.depth) << 48
        | (entry.bound as u64) << 56
        | u64::from(age) << 58
}

fn unpack(data: u64) -> Entry {
    Entry {
        tag: data as u16,
        score: (data >> 16) as i16,
        eval: Some((data >> 32) as i16).filter(|&eval| eval != NO_EVAL),
        depth: (data >> 48) as u8,
        bound: match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 58) as u8 & AGES
}

impl Entry {
    /// The score where it settles the window at this depth.
    pub fn cut(&self, depth: i32, ply: usize, alpha: Score, beta: Score) -> Option<Score> {
        let score = Score::from_table(self.score, ply);
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        (i32::from(self.depth) >= depth && settles).then_some(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry = Entry { tag: 0xABCD, score: -1234, eval: Some(-77), depth: 17, bound: Bound::Lower };

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let table = Table::new(1);
        table.new_search();
        table.store(42, ENTRY);
        assert_eq!(table.probe(42), Some(ENTRY));
        assert_eq!(table.probe(43), None);
        table.clear();
        assert_eq!(table.probe(42), None);
    }

    #[test]
    fn a_bound_without_a_move_keeps_the_old_move() {
        let table = Table::new(1);
        table.store(42, ENTRY);
        table.store(42, Entry { tag: 0, depth: 20, bound: Bound::Upper, ..ENTRY });
        assert_eq!(table.probe(42).map(|entry| (entry.tag, entry.depth)), Some((0xABCD, 20)));
    }

    #[test]
    fn who_does_not_know_the_evaluation_keeps_the_old_one() {
        let table = Table::new(1);
        for (stored, expected) in [(None, None), (Some(-77), Some(-77)), (None, Some(-77)), (Some(5), Some(5))] {
            table.store(42, Entry { eval: stored, ..ENTRY });
            assert_eq!(table.probe(42).map(|entry| entry.eval), Some(expected));
        }
    }

    #[test]
    fn old_and_shallow_entries_give_way() {
        let table = Table::new(0); // one bucket
        for key in 0..4 {
            table.store(key, Entry { depth: 10 + key as u8, ..ENTRY });
        }
        table.store(9, ENTRY);
        assert_eq!(table.probe(0), None, "the shallowest went");
        assert!((1..4).all(|key| table.probe(key).is_some()));
        table.new_search();
        table.new_search();
        table.store(3, Entry { depth: 13, ..ENTRY });
        table.store(10, Entry { depth: 1, ..ENTRY });
        table.store(11, Entry { depth: 1, ..ENTRY });
        assert!(table.probe(3).is_some(), "refreshed by the present search");
        assert!(table.probe(11).is_some());
    }

    #[test]
    fn hashfull_counts_the_present_search() {
        let table = Table::new(0);
        table.store(1, ENTRY);
        assert_eq!(table.hashfull(), 250);
        table.new_search();
        assert_eq!(table.hashfull(), 0);
    }
}
