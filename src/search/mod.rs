//! Finding the best move: alpha-beta over any [`Searchable`] game.
//!
//! The search knows a game only by its rules, its [`Policy`] and its evaluation. It prints nothing: what it finds goes to
//! a sink, and it stops when told to.

mod alphabeta;
mod busy;
pub mod clock;
mod endgame;
mod history;
mod memory;
mod node;
mod parallel;
pub mod params;
mod picker;
mod progress;
mod quiesce;
pub mod score;
mod signal;
pub mod skill;
pub mod table;
mod trunk;
mod white;
mod worker;

use std::time::Duration;

pub use clock::{Budget, Clock, Limits};
pub use parallel::Team;
pub use params::Params;
pub use score::Score;
pub use signal::Stop;
pub use table::{Bound, Table};
pub use white::WhiteScore;
pub use worker::{Counters, Watcher, Worker};

use crate::board::MoveList;
use crate::eval::Evaluate;
use crate::game::Outcome;
use crate::tablebase::Tabled;

/// The deepest line that is searched, in plies from the root.
pub const MAX_PLY: usize = 128;

/// The number of values that [`Searchable::slot`] has.
pub const SLOTS: usize = 8 * 64;

/// What the search needs to know of a game beyond its rules and its evaluation.
pub trait Searchable: Evaluate + Tabled {
    /// The facts about the game that the search asks for; constants, so that what they switch off costs nothing.
    const POLICY: Policy;

    /// The positions that `bench` searches: the start and the thick of several games.
    const BENCH: &'static [&'static str];

    /// The value of all that leaves the board or changes by the move, in centipawns from the mover's side, before any
    /// reply: what orders captures and bounds what they can win.
    fn gain(&self, m: Self::Move) -> i32;

    /// What ends the game whatever moves there are.
    fn settled(&self) -> Option<Outcome> {
        None
    }

    /// A key of what stays for long in a position and makes evaluations err alike: what corrections are kept by.
    fn structure(&self) -> u64;

    /// Whether the side to move must capture; asked only under [`Policy::forced_capture`].
    fn must_capture(&self) -> bool {
        false
    }

    /// Whether the other side would have to capture if it were to move, so that an evaluation means little; asked only
    /// under [`Policy::forced_capture`].
    fn is_threatened(&self) -> bool {
        false
    }

    /// Whether the position must not be evaluated before the move is played out: a capture, or a promotion.
    fn is_noisy(&self, m: Self::Move) -> bool;

    /// Adds the legal moves to the list, where it is known whether the side to move is in check. Games override it where that
    /// saves them work.
    fn moves_knowing(&self, _is_check: bool, list: &mut MoveList<Self::Move>) {
        self.moves(list);
    }

    /// Adds the legal noisy moves to the list; in games whose policy has checks evaded, of a side that is not in check. Games
    /// override it where finding only these is cheaper.
    fn noisy(&self, list: &mut MoveList<Self::Move>) {
        self.moves(list);
        list.retain(|m| self.is_noisy(*m));
    }

    /// The position with the turn passed to the other side, where passing is likely to be worse than moving; `None`
    /// where it may be better, or the side to move is in check.
    fn pass(&self) -> Option<Self> {
        None
    }

    /// The kind of the piece that moves and where it ends, as one number below [`SLOTS`]: what the histories go by.
    fn slot(&self, m: Self::Move) -> usize;

    /// A word that tells the moves of one position apart as a rule, for the table and the histories; never 0, which stands
    /// for no move. Its lower twelve bits are start and end. Two moves may share a tag: a table move is only played if generation produced it, and a
    /// wrong hit costs only ordering.
    fn tag(m: Self::Move) -> u16;
}

/// Facts about a game that shape its search.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// Captures that are due must be made, so that a position where one is due is never quiet.
    pub forced_capture: bool,
    /// Whether the quiescence search sees checks, and then tries every move.
    pub evades_checks: bool,
    /// Margins and depths.
    pub params: Params,
}

/// What is asked of a search.
#[derive(Clone, Debug)]
pub struct Request<M> {
    /// How much it may take.
    pub limits: Limits,
    /// Kept back from every time limit.
    pub overhead: Duration,
    /// Best lines that are wanted; 0 and 1 both ask for one.
    pub lines: usize,
    /// The moves of the root that may be tried; empty for all.
    pub only: Vec<M>,
    /// Moves of the root that may not be tried. Where no move is left all are tried.
    pub without: Vec<M>,
    /// Centipawns that the side to move at the root would give to avoid a draw.
    pub contempt: i32,
    /// Whether the time is to be used up even if there is only one move.
    pub is_analysis: bool,
}

impl<M> Request<M> {
    /// The best line within these limits, nothing kept back.
    pub fn new(limits: Limits) -> Request<M> {
        let overhead = Duration::ZERO;
        Request { limits, overhead, lines: 1, only: Vec::new(), without: Vec::new(), contempt: 0, is_analysis: false }
    }
}

impl<M: PartialEq> Request<M> {
    /// Whether a move of the root may be tried.
    pub fn allows(&self, m: &M) -> bool {
        (self.only.is_empty() || self.only.contains(m)) && !self.without.contains(m)
    }
}

/// What a finished iteration, or the search as a whole, has found.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// 1 for the best line, 2 for the best one that begins with another move, and so on.
    pub rank: usize,
    /// Set where the search has only found that the true score is at least or at most this.
    pub bound: Option<Bound>,
    /// The depth in plies that was searched completely, or for a bound is being searched.
    pub depth: u32,
    /// The deepest ply that was reached.
    pub selective_depth: u32,
    /// The score from the side to move.
    pub score: Score,
    /// The best line, the best move first; empty only where no move is legal.
    pub line: Vec<M>,
    /// Positions visited.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// Thousandths of the table in use.
    pub hashfull: u32,
    /// Positions that were found in tables of endgames.
    pub tablebase_hits: u64,
}

impl<M> Default for Report<M> {
    /// Nothing was found.
    fn default() -> Self {
        Report {
            rank: 1,
            bound: None,
            depth: 0,
            selective_depth: 0,
            score: Score::DRAW,
            line: Vec::new(),
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            tablebase_hits: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::seq::IndexedRandom;
    use rand::{Rng, SeedableRng};

    use super::*;
    use crate::variant::{Variant, Visitor};

    /// Games that find the noisy moves by themselves find those that the filter leaves of all moves, in their order; and who
    /// knows of a check, or of none, gets the same moves.
    #[test]
    fn moves_do_not_depend_on_the_way_to_ask_for_them() {
        struct Walk(u64);
        impl Visitor for Walk {
            type Output = usize;
            fn visit<G: Searchable>(self, setting: G::Setting) -> usize {
                let mut random = StdRng::seed_from_u64(self.0);
                let mut found = 0;
                let mut position = G::parse(G::START, setting).expect("a start");
                for _ in 0..150 {
                    let moves = position.legal();
                    if position.outcome(&moves).is_some() || position.settled().is_some() {
                        break;
                    }
                    let is_check = position.in_check();
                    let mut known = MoveList::new();
                    position.moves_knowing(is_check, &mut known);
                    assert_eq!(known.as_slice(), moves.as_slice(), "{}", position.fen());
                    let expected: Vec<_> = moves.iter().copied().filter(|&m| position.is_noisy(m)).collect();
                    if !(G::POLICY.evades_checks && is_check) {
                        let mut noisy = MoveList::new();
                        position.noisy(&mut noisy);
                        assert_eq!(noisy.as_slice(), expected, "{}", position.fen());
                        found += expected.len();
                    }
                    // Captures now and then, so that games stay full for a while and then become empty.
                    let choice = if random.random_ratio(1, 4) { expected.choose(&mut random) } else { None };
                    position.play(*choice.or_else(|| moves.choose(&mut random)).expect("a move"));
                }
                found
            }
        }
        for &variant in Variant::ALL {
            let found: usize = (0..60).map(|seed| variant.visit(None, Walk(seed)).expect("a setting")).sum();
            assert!(found > 1000, "{variant}: only {found} noisy moves met");
        }
    }
}
