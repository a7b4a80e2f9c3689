//! Endgame tables in the search.
//!
//! A node is looked up where the move before it began a new count of half-moves, since nothing is learnt elsewhere that the
//! table did not tell there. Where the root itself is won or lost by a table all nodes are looked up: the search then only
//! compares distances. A drawn root is searched as usual for the move that is hardest to answer, among those that keep
//! the draw.
//!
//! Tables know nothing of the draw by a hundred half-moves. A win that comes in time is as good as one that the search has
//! seen. Where the root's win may come too late the search looks for a move that begins a new count and keeps the win, and
//! only its leaves are looked up; such a win has a score of its own, between evaluations and wins, and is the better the
//! nearer it is.

use super::{Score, Searchable, Worker};
use crate::game::Record;
use crate::tablebase::{Set, Verdict, line};

/// Half-moves without an irreversible one after which the game is drawn.
const DRAWN: u16 = 100;

/// What the search has of tables.
pub(super) struct Endgame<G: Searchable> {
    set: Option<Set<G>>,
    /// The most men of any table; 0 without tables, so that one comparison settles most nodes.
    most_men: u32,
    root: Root,
}

/// What tables say of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Root {
    /// Nothing, or that it is drawn.
    Open,
    /// It is won or lost before the count of half-moves is full.
    Decided,
    /// It is won or lost, but not in time unless a new count begins.
    Late,
}

impl<G: Searchable> Endgame<G> {
    /// Without tables.
    pub(super) fn none() -> Self {
        Endgame { set: None, most_men: 0, root: Root::Open }
    }
}

impl<G: Searchable> Worker<G> {
    /// Looks positions up in these tables from now on.
    pub fn use_tables(&mut self, set: Option<Set<G>>) {
        self.endgame = Endgame { set, ..Endgame::none() };
    }

    /// Looks the root up and, where it is drawn and one line is wanted, keeps only the moves that keep the draw.
    pub(super) fn begin_endgame(&mut self, record: &Record<G>, lines: usize) {
        let root = record.position();
        self.endgame.root = Root::Open;
        let Some(set) = &self.endgame.set else { return };
        // More may have been built since the last search.
        self.endgame.most_men = set.most_men();
        let verdict = if root.men() <= self.endgame.most_men { set.probe(root) } else { None };
        self.hits += u64::from(verdict.is_some());
        if let Some(plies) = verdict.and_then(Verdict::plies) {
            let is_in_time = plies.saturating_add(root.counters().half_moves) <= DRAWN;
            self.endgame.root = if is_in_time { Root::Decided } else { Root::Late };
        }
        if let Some(verdict) = verdict
            && self.endgame.root != Root::Decided
            && lines <= 1
            && let Some(moves) = line::moves(set, root)
        {
            self.hits += moves.len() as u64;
            let sense = verdict.rank().signum();
            let keeps = |m: &G::Move| moves.iter().any(|(each, verdict)| each == m && verdict.rank().signum() >= sense);
            if self.roots.iter().any(keeps) {
                self.roots.retain(|m| keeps(m));
            }
        }
    }

    /// Whether a table says of the root that it is won or lost in time: nothing is gained by depth then.
    pub(super) fn is_settled_by_table(&self) -> bool {
        self.endgame.root == Root::Decided
    }

    /// The score of a node by the tables, if they have it and it is to be looked up.
    #[inline]
    pub(super) fn look_up(&mut self, position: &G, ply: usize, is_leaf: bool) -> Option<Score> {
        if ply == 0 || position.men() > self.endgame.most_men {
            return None;
        }
        let half_moves = position.counters().half_moves;
        let is_wanted = match self.endgame.root {
            Root::Open => half_moves == 0,
            Root::Decided => true,
            Root::Late => half_moves == 0 || is_leaf,
        };
        // What the rules on counting and repetition make a draw is none of the tables' business.
        if !is_wanted || half_moves >= DRAWN || self.repeats() {
            return None;
        }
        let verdict = self.endgame.set.as_ref()?.probe(position)?;
        self.hits += 1;
        Some(match verdict {
            Verdict::Drawn => self.draw(position.turn()),
            Verdict::Won(plies) => won(plies, half_moves, ply),
            Verdict::Lost(plies) => -won(plies, half_moves, ply),
        })
    }

    /// Adds best play by the tables to a line that a decided root has.
    pub(super) fn prolong(&self, root: &G, moves: &mut Vec<G::Move>) {
        let Some(set) = self.endgame.set.as_ref().filter(|_| self.is_settled_by_table() && !moves.is_empty()) else {
            return;
        };
        let mut at = root.clone();
        for &m in &*moves {
            at.play(m);
        }
        moves.extend(line::best(set, &at));
    }
}

/// The score of a win that a table says of a node so many plies from the root.
fn won(plies: u16, half_moves: u16, ply: usize) -> Score {
    let all = ply + usize::from(plies);
    if plies.saturating_add(half_moves) <= DRAWN { Score::won_in(all) } else { Score::won_by_table_in(all) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::MAX_PLY;

    #[test]
    fn wins_in_time_come_before_all_others() {
        assert_eq!(won(7, 0, 3), Score::won_in(10));
        assert_eq!(won(40, 60, 1), Score::won_in(41));
        let late = won(41, 60, 1);
        assert!(late.decided().is_none() && late > Score::MOST_EVALUATION);
        assert!(won(41, 60, 1) > won(43, 60, 1), "the nearer the better");
        assert!(won(u16::MAX, 0, MAX_PLY) > Score::MOST_EVALUATION);
        assert!(won(1, 100, 0) < won(100, 0, MAX_PLY), "a win in time is better than any that may be late");
    }
}
