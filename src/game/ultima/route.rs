//! The ways over the board that are one move: which is printed, and which others mean the same.
//!
//! All ways of a chain have the same number of legs, one a jump, so the printed way is the alphabetically first.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use smallvec::SmallVec;

use super::chain::{Chain, SetHasher};
use super::{Kind, Move, Placement};
use crate::board::{Bitboard, Side, Square};
use crate::game::Route;

/// The victims that a move jumps.
fn jumped(pieces: &Placement, side: Side, m: Move) -> Bitboard {
    let has = |kind: Kind| pieces.of(side, kind.index()).has(m.from);
    if has(Kind::Leaper) {
        m.victims
    } else if has(Kind::Chameleon) {
        // A chameleon takes leapers in no other way, and only leapers in this way.
        m.victims & pieces.kind(Kind::Leaper.index())
    } else {
        Bitboard::EMPTY
    }
}

/// The way of a legal move that is printed.
pub(super) fn route(pieces: &Placement, side: Side, m: Move) -> Route {
    let jumped = jumped(pieces, side, m);
    if !jumped.several() {
        return Route::direct(m.from, m.to);
    }
    // Pieces that this move does not take are as good as walls.
    let chain = Chain { from: m.from, occupied: pieces.occupied() - Bitboard::of(m.from), prey: jumped };
    let mut search = Search { chain, to: m.to, failed: HashMap::default(), path: SmallVec::from_slice(&[m.from]) };
    let found = search.extend(m.from, jumped);
    debug_assert!(found, "{m:?} is no chain");
    Route { squares: search.path, promotion: None }
}

/// Whether the path over these landings is a way to make this legal move.
pub(super) fn follows(pieces: &Placement, side: Side, m: Move, path: &[Square]) -> bool {
    let jumped = jumped(pieces, side, m);
    let (&[from, .., to], true) = (path, path.len() == jumped.len().max(1) as usize + 1) else { return false };
    if (from, to) != (m.from, m.to) || !jumped.several() {
        return (from, to) == (m.from, m.to);
    }
    let chain = Chain { from, occupied: pieces.occupied() - Bitboard::of(from), prey: jumped };
    let mut victims = Bitboard::EMPTY;
    path.windows(2).all(|leg| {
        let jump = chain.jumps(leg[0], victims).find(|(_, landings)| landings.has(leg[1]));
        victims |= jump.map_or(Bitboard::EMPTY, |(victim, _)| victim);
        jump.is_some()
    })
}

/// The search for the alphabetically first way to jump all of a set and end on a square.
struct Search {
    chain: Chain,
    to: Square,
    /// By what is still to be jumped: the squares from which it cannot be.
    failed: HashMap<u64, Bitboard, BuildHasherDefault<SetHasher>>,
    path: SmallVec<[Square; 8]>,
}

impl Search {
    fn extend(&mut self, at: Square, left: Bitboard) -> bool {
        if left.is_empty() {
            return at == self.to;
        }
        if self.failed.get(&left.0).is_some_and(|squares| squares.has(at)) {
            return false;
        }
        let mut further: SmallVec<[(Square, Bitboard); 16]> = self
            .chain
            .jumps(at, self.chain.prey - left)
            .flat_map(|(victim, landings)| landings.into_iter().map(move |landing| (landing, victim)))
            .collect();
        further.sort_unstable_by_key(|(landing, _)| (landing.file(), landing.rank()));
        for (landing, victim) in further {
            self.path.push(landing);
            if self.extend(landing, left - victim) {
                return true;
            }
            self.path.pop();
        }
        self.failed.entry(left.0).or_default().insert(at);
        false
    }
}
