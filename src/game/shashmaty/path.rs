//! The ways to make a draughts capture, square by square: which one is printed, and which ones are read.
//!
//! All ways to make one move have as many legs as it has victims.

use smallvec::SmallVec;

use super::capture::{Course, Seen, Stage};
use super::{Move, Rules};
use crate::board::{Bitboard, Square};

/// A start square and the landings after it.
type Path = SmallVec<[Square; 8]>;

impl<R: Rules> Course<R> {
    /// The alphabetically first way to make a move.
    pub(super) fn first_path(&self, m: Move) -> Path {
        let mut path = Path::from_slice(&[self.from]);
        let found = self.extend(&mut path, m, Stage::start(self.from), &mut Seen::default());
        debug_assert!(found, "no way to make {m:?}");
        path
    }

    /// Looks for the rest of a path; `seen` holds the stages that it went through.
    fn extend(&self, path: &mut Path, m: Move, stage: Stage, seen: &mut Seen) -> bool {
        if stage == Stage::end(m) {
            return true;
        }
        let mut further = self.towards(m, stage);
        further.sort_unstable_by_key(|next| (next.at.file(), next.at.rank()));
        for next in further {
            // A stage that was seen before led nowhere, or the search would be over.
            if seen.insert(next) {
                path.push(next.at);
                if self.extend(path, m, next, seen) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }

    /// Whether these squares are a way to make the move.
    pub(super) fn follows(&self, m: Move, path: &[Square]) -> bool {
        self.stage_after(m, path) == Some(Stage::end(m))
    }

    /// The squares that the move may touch next after this beginning of it.
    pub(super) fn landings(&self, m: Move, path: &[Square]) -> Bitboard {
        let Some(stage) = self.stage_after(m, path) else { return Bitboard::EMPTY };
        let leads_on = |next: &Stage| self.extend(&mut Path::new(), m, *next, &mut Seen::default());
        self.towards(m, stage).into_iter().filter(leads_on).map(|next| next.at).collect()
    }

    /// How far these squares bring a piece that is to make the move; `None` if they lead elsewhere.
    fn stage_after(&self, m: Move, path: &[Square]) -> Option<Stage> {
        let (&start, landings) = path.split_first()?;
        let mut stage = Stage::start(self.from);
        for &to in landings {
            // The landing tells the victim, and the move the promotion.
            stage = self.towards(m, stage).into_iter().find(|next| next.at == to)?;
        }
        (start == self.from).then_some(stage)
    }

    /// The stages after one more jump that may still become the move.
    fn towards(&self, m: Move, stage: Stage) -> SmallVec<[Stage; 12]> {
        let mut further = SmallVec::new();
        self.further(stage, |next| {
            if (next.victims - m.victims).is_empty() && (next.promotion.is_none() || next.promotion == m.promotion) {
                further.push(next);
            }
        });
        further
    }
}
