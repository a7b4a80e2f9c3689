//! What the search has learnt about moves: how often a move of this kind was best.
//!
//! Every entry moves towards a limit, the faster the farther away it is, so old lessons fade as new ones come.

use std::sync::atomic::{AtomicI16, AtomicI32, Ordering::Relaxed};

use bytemuck::allocation::zeroed_slice_box;

use super::SLOTS;
use crate::board::Side;

/// The most that one history can say of a move, either way.
pub(super) const LIMIT: i32 = 16_384;

/// Start and end of a move, without what tells chains apart.
const WAYS: usize = 1 << 12;

/// Buckets of what a capture gains.
const GAINS: usize = 8;
/// Centipawns a bucket.
const GAIN_STEP: i32 = 150;

/// Buckets of the correction history.
const CORRECTIONS: usize = 1 << 14;
/// A correction is kept in parts of a centipawn.
const CORRECTION_GRAIN: i32 = 256;
/// The largest correction, in centipawns.
const LARGEST_CORRECTION: i32 = 60;

/// The histories of one thread, which others may write to: they teach it what they have found out.
pub(super) struct History {
    /// By side and way: quiet moves.
    butterfly: Box<[[AtomicI16; WAYS]]>,
    /// By the slot of the move before and this move's slot: quiet moves as answers and as follow-ups.
    continuation: Box<[[AtomicI16; SLOTS]]>,
    /// By slot and gain: captures.
    capture: Box<[[AtomicI16; GAINS]]>,
    /// By side and structure: how wrong evaluations were.
    correction: Box<[AtomicI32]>,
}

/// The part of the histories that tells of the quiet moves of one position.
pub(super) struct Quiets<'a> {
    butterfly: &'a [AtomicI16; WAYS],
    follow: [&'a [AtomicI16; SLOTS]; 2],
}

impl Quiets<'_> {
    /// What is known of one of them.
    #[inline]
    pub(super) fn of(&self, tag: u16, slot: usize) -> i32 {
        let [reply, follow_up] = self.follow.map(|row| i32::from(row[slot].load(Relaxed)));
        i32::from(self.butterfly[usize::from(tag) % WAYS].load(Relaxed)) + reply + follow_up
    }
}

/// Slots of the moves one and two plies ago, which a quiet move may follow on; [`NONE`] where there was none.
pub(super) type Before = [usize; 2];

/// The slot of no move: a row of its own, which is never written.
pub(super) const NONE: usize = SLOTS;

impl History {
    pub(super) fn new() -> History {
        History {
            butterfly: zeroed_slice_box(2),
            continuation: zeroed_slice_box(SLOTS + 1),
            capture: zeroed_slice_box(SLOTS),
            correction: zeroed_slice_box(2 * CORRECTIONS),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        let tables = [self.butterfly.as_flattened(), self.continuation.as_flattened(), self.capture.as_flattened()];
        tables.into_iter().flatten().for_each(|entry| entry.store(0, Relaxed));
        self.correction.iter().for_each(|entry| entry.store(0, Relaxed));
    }

    /// Whether it knows of anything.
    #[cfg(test)]
    pub(super) fn has_learnt(&self) -> bool {
        self.butterfly.as_flattened().iter().any(|entry| entry.load(Relaxed) != 0)
    }

    /// What is known of a side's quiet moves after those before.
    #[inline]
    pub(super) fn quiets(&self, side: Side, before: &Before) -> Quiets<'_> {
        Quiets { butterfly: &self.butterfly[side.index()], follow: before.map(|row| &self.continuation[row]) }
    }

    /// What is known of a capture.
    #[inline]
    pub(super) fn capture(&self, slot: usize, gain: i32) -> i32 {
        i32::from(self.capture[slot][bucket(gain)].load(Relaxed))
    }

    /// A quiet move was best (a positive bonus) or was tried in vain (a negative one).
    pub(super) fn teach_quiet(&self, side: Side, tag: u16, slot: usize, before: &Before, bonus: i32) {
        teach(&self.butterfly[side.index()][usize::from(tag) % WAYS], bonus);
        for &row in before {
            if row != NONE {
                teach(&self.continuation[row][slot], bonus);
            }
        }
    }

    /// A capture was best, or was tried in vain.
    pub(super) fn teach_capture(&self, slot: usize, gain: i32, bonus: i32) {
        teach(&self.capture[slot][bucket(gain)], bonus);
    }

    /// What evaluations of positions with this structure have to be corrected by, in centipawns.
    #[inline]
    pub(super) fn correction(&self, side: Side, structure: u64) -> i32 {
        self.correction[side.index() * CORRECTIONS + structure as usize % CORRECTIONS].load(Relaxed) / CORRECTION_GRAIN
    }

    /// A search of this depth found the evaluation wrong by so many centipawns.
    pub(super) fn correct(&self, side: Side, structure: u64, error: i32, depth: i32) {
        let entry = &self.correction[side.index() * CORRECTIONS + structure as usize % CORRECTIONS];
        let weight = (depth + 1).min(16);
        let target = error.clamp(-LARGEST_CORRECTION * 4, LARGEST_CORRECTION * 4) * CORRECTION_GRAIN;
        let value = (entry.load(Relaxed) * (256 - weight) + target * weight) / 256;
        let limit = LARGEST_CORRECTION * CORRECTION_GRAIN;
        entry.store(value.clamp(-limit, limit), Relaxed);
    }
}

/// The bonus for a move that was best at this depth.
pub(super) fn bonus(depth: i32) -> i32 {
    (160 * depth - 60).clamp(20, 1_800)
}

#[inline]
fn bucket(gain: i32) -> usize {
    (gain.max(0) / GAIN_STEP).min(GAINS as i32 - 1) as usize
}

#[inline]
fn teach(entry: &AtomicI16, bonus: i32) {
    let value = i32::from(entry.load(Relaxed));
    entry.store((value + bonus - value * bonus.abs() / LIMIT) as i16, Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_add_up_to_a_limit_and_fade() {
        let history = History::new();
        for _ in 0..1_000 {
            history.teach_quiet(Side::White, 77, 5, &[NONE; 2], 1_800);
        }
        let learnt = history.quiets(Side::White, &[NONE; 2]).of(77, 5);
        assert!(learnt > LIMIT * 9 / 10 && learnt <= LIMIT, "{learnt}");
        history.teach_quiet(Side::White, 77, 5, &[NONE; 2], -1_800);
        assert!(history.quiets(Side::White, &[NONE; 2]).of(77, 5) < learnt - 1_800);
        assert_eq!(history.quiets(Side::Black, &[NONE; 2]).of(77, 5), 0);
        history.clear();
        assert_eq!(history.quiets(Side::White, &[NONE; 2]).of(77, 5), 0);
    }

    #[test]
    fn no_move_teaches_no_follow_up() {
        let history = History::new();
        history.teach_quiet(Side::White, 1, 5, &[NONE, 9], 500);
        assert_eq!(history.quiets(Side::Black, &[NONE, NONE]).of(1, 5), 0);
        assert_eq!(history.quiets(Side::Black, &[9, NONE]).of(1, 5), 500);
    }

    #[test]
    fn corrections_go_towards_the_error() {
        let history = History::new();
        for _ in 0..200 {
            history.correct(Side::White, 3, 40, 10);
        }
        let learnt = history.correction(Side::White, 3);
        assert!((30..=40).contains(&learnt), "{learnt}");
        for _ in 0..1_000 {
            history.correct(Side::White, 3, 30_000, 30);
        }
        assert!(history.correction(Side::White, 3) <= LARGEST_CORRECTION);
    }
}
