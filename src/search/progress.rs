//! How far iterative deepening has come, and how the threads of a team keep step.
//!
//! A search goes in *stages*: a look at the root, for one line, to one depth, within one window. Who is through with a stage
//! first makes it known; whoever is still at it, or at an earlier one, leaves it and goes on from there, for what it would
//! find out is known.

use std::cmp::Reverse;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::{Bound, Report, Score};
use crate::lock::lock;

/// Below this depth scores jump too much for a narrow window.
const NARROW_DEPTH: usize = 5;
/// How much wider a window becomes that did not hold the score.
const WIDENING: i32 = 4;

/// Where iterative deepening is.
#[derive(Clone, Debug)]
pub(super) struct Progress<M> {
    /// The depth that is being searched, in plies.
    pub(super) depth: usize,
    /// The lines of the last finished depth, the best first.
    pub(super) best: Vec<Report<M>>,
    /// The lines of the present depth, as far as they are found.
    pub(super) found: Vec<Report<M>>,
    /// The share of the last finished depth's nodes that its best move took, 0 to 1.
    pub(super) share: f64,
    /// Centipawns by which the window reaches below the line's last score, and above it.
    below: i32,
    above: i32,
    /// How often the line's window was widened.
    widened: u64,
}

impl<M> Progress<M> {
    /// At the first depth, with as many lines wanted as are given.
    pub(super) fn new(best: Vec<Report<M>>, aspiration: i32) -> Progress<M> {
        let mut new = Progress { depth: 1, best, found: Vec::new(), share: 0.0, below: 0, above: 0, widened: 0 };
        new.narrow(aspiration);
        new
    }

    /// A number that grows from stage to stage.
    pub(super) fn stage(&self) -> u64 {
        (self.depth as u64) << 32 | (self.found.len() as u64) << 16 | self.widened
    }

    /// The window of this stage.
    pub(super) fn window(&self) -> (Score, Score) {
        let last = self.last();
        ((last - self.below).max(-Score::INFINITE), (last + self.above).min(Score::INFINITE))
    }

    /// The next stage, where the window did not hold the score.
    pub(super) fn failed(mut self, bound: Bound) -> Self {
        let side = if bound == Bound::Upper { &mut self.below } else { &mut self.above };
        *side *= WIDENING;
        self.widened += 1;
        self
    }

    /// The next stage, where a line was found; `share` is that of its move in the nodes of this depth so far.
    pub(super) fn found(mut self, line: Report<M>, share: f64, aspiration: i32) -> Self {
        self.found.push(line);
        if self.found.len() == self.best.len() {
            self.best = std::mem::take(&mut self.found);
            // A later line can come out better than an earlier one.
            self.best.sort_by_key(|report| Reverse(report.score));
            (1..).zip(&mut self.best).for_each(|(rank, report)| report.rank = rank);
            self.share = share;
            self.depth += 1;
        }
        self.narrow(aspiration);
        self
    }

    /// The score that the line being looked for had last.
    fn last(&self) -> Score {
        self.best[self.found.len()].score
    }

    fn narrow(&mut self, aspiration: i32) {
        let is_wide = self.depth < NARROW_DEPTH || self.last().decided().is_some();
        // From a decided score to the other end of all scores.
        let width = if is_wide { 2 * Score::INFINITE.value() } else { aspiration };
        (self.below, self.above, self.widened) = (width, width, 0);
    }
}

/// How far the farthest thread of a team has come.
pub(super) struct Pace<M> {
    /// The stage of the farthest, for a look without waiting for the lock.
    stage: AtomicU64,
    farthest: Mutex<Option<Progress<M>>>,
}

impl<M: Clone> Pace<M> {
    /// Nobody has begun.
    pub(super) fn new() -> Pace<M> {
        Pace { stage: AtomicU64::new(0), farthest: Mutex::new(None) }
    }

    /// Begins again.
    pub(super) fn clear(&self) {
        *lock(&self.farthest) = None;
        self.stage.store(0, Relaxed);
    }

    /// Whether some thread is through with this stage.
    pub(super) fn is_past(&self, stage: u64) -> bool {
        self.stage.load(Relaxed) > stage
    }

    /// Where the farthest thread is, if one is through with anything.
    pub(super) fn farthest(&self) -> Option<Progress<M>> {
        lock(&self.farthest).clone()
    }

    /// A thread has come to `next`: it tells of it if no other was there before, and goes on from where the farthest is.
    pub(super) fn advance(&self, next: Progress<M>, tell: impl FnOnce()) -> Progress<M> {
        let mut farthest = lock(&self.farthest);
        if let Some(other) = &*farthest
            && other.stage() >= next.stage()
        {
            return other.clone();
        }
        // Still locked, so that all is told in its order.
        tell();
        self.stage.store(next.stage(), Relaxed);
        farthest.insert(next).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(score: i32) -> Report<()> {
        Report { score: Score::centipawns(score), ..Report::default() }
    }

    fn at_depth(depth: usize, scores: &[i32]) -> Progress<()> {
        let mut progress = Progress::new(vec![Report::default(); scores.len()], 20);
        while progress.depth < depth {
            for &score in scores {
                progress = progress.found(report(score), 0.5, 20);
            }
        }
        progress
    }

    #[test]
    fn windows_are_wide_at_first_then_narrow_and_widened_where_they_fail() {
        let is_wide = |progress: &Progress<()>| progress.window() == (-Score::INFINITE, Score::INFINITE);
        assert!(is_wide(&at_depth(4, &[10])));
        let around = |below, above| (Score::centipawns(10 - below), Score::centipawns(10 + above));
        let progress = at_depth(5, &[10]);
        assert_eq!(progress.window(), around(20, 20));
        let progress = progress.failed(Bound::Upper);
        assert_eq!(progress.window(), around(80, 20));
        let progress = progress.failed(Bound::Lower);
        assert_eq!(progress.window(), around(80, 80));
        let won = Report { score: Score::won_in(3), ..Report::default() };
        assert!(is_wide(&progress.found(won, 0.5, 20)));
    }

    #[test]
    fn every_next_stage_has_a_greater_number_and_a_depth_ends_with_its_last_line() {
        let mut progress = at_depth(5, &[10, 30]);
        assert_eq!(progress.best.iter().map(|report| report.rank).collect::<Vec<_>>(), [1, 2]);
        assert!(progress.best[0].score > progress.best[1].score);
        for (step, depth) in [(None, 5), (Some(5), 5), (None, 5), (Some(9), 6), (None, 6)] {
            let before = progress.stage();
            progress = match step {
                None => progress.failed(Bound::Lower),
                Some(score) => progress.found(report(score), 0.25, 20),
            };
            assert!(progress.stage() > before && progress.depth == depth, "{progress:?}");
        }
        assert_eq!((progress.best[0].score, progress.share), (Score::centipawns(9), 0.25));
    }

    #[test]
    fn the_first_one_tells_and_the_others_follow() {
        let pace = Pace::new();
        assert!(pace.farthest().is_none() && !pace.is_past(at_depth(1, &[0]).stage()));
        let mut told = Vec::new();
        let went_on = pace.advance(at_depth(6, &[10]), || told.push(6)).stage();
        for (depth, score) in [(6, 40), (5, 50)] {
            let other = pace.advance(at_depth(depth, &[score]), || told.push(depth));
            assert_eq!((other.stage(), other.best[0].score), (went_on, Score::centipawns(10)));
        }
        assert!(pace.is_past(at_depth(5, &[0]).stage()) && !pace.is_past(went_on));
        pace.advance(at_depth(7, &[10]), || told.push(7));
        assert_eq!(told, [6, 7]);
        pace.clear();
        assert!(pace.farthest().is_none());
    }
}
