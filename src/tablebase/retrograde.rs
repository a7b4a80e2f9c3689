//! Retrograde analysis of one class: from the ends of games backwards, ply by ply.
//!
//! Moves that change the class are looked up forward in tables that are there already; they are never undone. A loss is
//! believed only after a look at all moves; a win follows from one move to a lost position. At ply n exactly the positions
//! that are decided in n plies are known, whatever the number of threads, so that the result is always the same.

use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;

use super::tables::Set;
use super::{Layout, Tabled, Verdict};
use crate::game::Outcome;
use crate::lock::lock;

/// The number that stands for a position which the rules do not allow.
pub(super) const NONE: u16 = u16::MAX;

/// Positions that a thread takes at a time; a multiple of the bits of a word.
const CHUNK: usize = 1 << 14;

/// How far the analysis of a class has come, to be read by another thread.
#[derive(Debug, Default)]
pub struct Progress {
    /// Positions done: each counts once when it is first looked at, and once more when the class is finished.
    pub done: AtomicUsize,
    /// The ply that is being worked on.
    pub ply: AtomicU16,
    /// Set to have the analysis stop.
    pub halt: AtomicBool,
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// It was told to stop.
    #[error("stopped")]
    Halted,
    /// A position that a move leads to is in no table.
    #[error("the table for {0} is missing or unreadable")]
    Missing(String),
}

/// A class being analysed.
struct Analysis<'a, G: Tabled> {
    layout: &'a Layout<G>,
    known: &'a Set<G>,
    /// For each position what is known: codes above the present ply plus one are promises that may still be bettered.
    codes: Vec<AtomicU16>,
    /// Positions that may be lost: one of their moves has just become known as losing.
    suspects: Vec<AtomicU64>,
    /// The greatest code so far.
    greatest: AtomicU16,
    missing: std::sync::Mutex<Option<String>>,
    progress: &'a Progress,
}

/// The codes of all positions of a class, [`NONE`] where there is no position.
///
/// # Errors
/// If it is told to stop, or a table that it needs is missing.
pub(super) fn solve<G: Tabled>(layout: &Layout<G>, known: &Set<G>, progress: &Progress) -> Result<Vec<u16>, Unsolved> {
    let mut codes = Vec::new();
    codes.resize_with(layout.len(), || AtomicU16::new(0));
    let mut suspects = Vec::new();
    suspects.resize_with(layout.len().div_ceil(64), || AtomicU64::new(0));
    let greatest = AtomicU16::new(0);
    let analysis = Analysis { layout, known, codes, suspects, greatest, missing: Default::default(), progress };
    analysis.begin()?;
    let mut ply = 0;
    while ply < analysis.greatest.load(Relaxed) {
        progress.ply.store(ply, Relaxed);
        analysis.spread(ply)?;
        if ply % 2 == 1 {
            analysis.convict(ply)?;
        }
        ply += 1;
    }
    progress.done.fetch_add(layout.len(), Relaxed);
    Ok(analysis.codes.into_iter().map(AtomicU16::into_inner).collect())
}

impl<G: Tabled> Analysis<'_, G> {
    /// What the positions alone and the moves out of the class say.
    fn begin(&self) -> Result<(), Unsolved> {
        self.codes.par_chunks(CHUNK).enumerate().try_for_each(|(chunk, codes)| {
            self.check()?;
            for (number, code) in (chunk * CHUNK..).zip(codes) {
                code.store(self.first_code(number), Relaxed);
            }
            self.progress.done.fetch_add(codes.len(), Relaxed);
            Ok(())
        })?;
        self.check()
    }

    fn first_code(&self, number: usize) -> u16 {
        let Some(position) = self.layout.position(number) else { return NONE };
        let moves = position.legal();
        if let Some(outcome) = position.outcome(&moves) {
            return self.note(settled(outcome, &position));
        }
        let (mut stays, mut best) = (false, Verdict::Lost(0));
        for &m in &moves {
            let mut next = position.clone();
            next.play(m);
            match self.outside(&position, m, &next) {
                None => stays = true,
                Some(verdict) if verdict.before().rank() > best.rank() => best = verdict.before(),
                Some(_) => {}
            }
        }
        match best {
            Verdict::Won(_) => self.note(best),
            Verdict::Lost(_) if !stays => self.note(best),
            _ => 0,
        }
    }

    /// The verdict of a position that a move leads to out of the class; `None` where it stays in it.
    #[inline]
    fn outside(&self, position: &G, m: G::Move, next: &G) -> Option<Verdict> {
        if !position.is_irreversible(m) {
            return None;
        }
        // Moves of pawns are irreversible and may stay in the class.
        if self.known.class_of(next) == Some(self.layout.class()) {
            return None;
        }
        let verdict = self.known.probe_or_settle(next);
        if verdict.is_none() {
            let mut missing = lock(&self.missing);
            missing.get_or_insert_with(|| self.known.name_of(next));
        }
        Some(verdict.unwrap_or(Verdict::Drawn))
    }

    /// Goes back from all positions that are decided in so many plies.
    fn spread(&self, ply: u16) -> Result<(), Unsolved> {
        self.codes.par_chunks(CHUNK).enumerate().try_for_each(|(chunk, codes)| {
            self.check()?;
            for (number, code) in (chunk * CHUNK..).zip(codes) {
                if code.load(Relaxed) == ply + 1 {
                    self.spread_from(number, ply);
                }
            }
            Ok(())
        })
    }

    fn spread_from(&self, number: usize, ply: u16) {
        let Some(position) = self.layout.position(number) else { return };
        let half = self.layout.other_half(self.half(number));
        let is_lost = ply.is_multiple_of(2);
        position.before(|before, from, to| {
            let number = self.layout.number_in(&before, half);
            let code = self.codes[number].load(Relaxed);
            if is_lost && (code == 0 || code != NONE && code > ply + 2) {
                if before.leads(from, to) {
                    // Whatever another thread promises at the same time, the nearer end stays.
                    let nearer = |code: u16| (code == 0 || code > ply + 2).then_some(ply + 2);
                    let _ = self.codes[number].fetch_update(Relaxed, Relaxed, nearer);
                    self.greatest.fetch_max(ply + 2, Relaxed);
                }
            } else if !is_lost && code == 0 {
                self.suspects[number / 64].fetch_or(1 << (number % 64), Relaxed);
            }
        });
    }

    /// Looks at all moves of the positions that may be lost.
    fn convict(&self, ply: u16) -> Result<(), Unsolved> {
        self.suspects.par_chunks(CHUNK / 64).enumerate().try_for_each(|(chunk, words)| {
            self.check()?;
            for (word, suspects) in (chunk * (CHUNK / 64)..).zip(words) {
                let mut suspects = suspects.swap(0, Relaxed);
                while suspects != 0 {
                    let number = word * 64 + suspects.trailing_zeros() as usize;
                    suspects &= suspects - 1;
                    if let Some(verdict) = self.loss(number, ply) {
                        self.codes[number].store(self.note(verdict), Relaxed);
                    }
                }
            }
            Ok(())
        })
    }

    /// The loss of a position all of whose moves are known to lose by now.
    fn loss(&self, number: usize, ply: u16) -> Option<Verdict> {
        let position = self.layout.position(number)?;
        let moves = position.legal();
        if moves.is_empty() {
            return None;
        }
        let half = self.layout.other_half(self.half(number));
        let mut longest = 0;
        for &m in &moves {
            let mut next = position.clone();
            next.play(m);
            let verdict = self.outside(&position, m, &next).unwrap_or_else(|| {
                let code = self.codes[self.layout.number_in(&next, half)].load(Relaxed);
                if code > ply + 1 { Verdict::Drawn } else { Verdict::of_code(code) }
            });
            match verdict {
                Verdict::Won(plies) => longest = longest.max(plies + 1),
                _ => return None,
            }
        }
        Some(Verdict::Lost(longest))
    }

    #[inline]
    fn half(&self, number: usize) -> usize {
        usize::from(number >= self.layout.first_half())
    }

    /// The verdict's code, which is kept in mind.
    fn note(&self, verdict: Verdict) -> u16 {
        let code = verdict.code();
        self.greatest.fetch_max(code, Relaxed);
        code
    }

    fn check(&self) -> Result<(), Unsolved> {
        if self.progress.halt.load(Relaxed) {
            return Err(Unsolved::Halted);
        }
        let missing = lock(&self.missing);
        missing.clone().map_or(Ok(()), |name| Err(Unsolved::Missing(name)))
    }
}

/// The verdict of a position whose game is over.
pub(super) fn settled<G: Tabled>(outcome: Outcome, position: &G) -> Verdict {
    match outcome.winner {
        None => Verdict::Drawn,
        Some(side) if side == position.turn() => Verdict::Won(0),
        Some(_) => Verdict::Lost(0),
    }
}
