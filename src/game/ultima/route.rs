//! The ways over the board that are one move: which is printed, and which others mean the same.
//!
//! All ways of a chain have the same number of legs, one a jump, so the printed way is the alphabetically first.

use super::chain::Chain;
use super::path::first_path;
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
    let path = first_path(&chain, |at| at == m.to);
    debug_assert!(path.is_some(), "{m:?} is no chain");
    path.map_or_else(|| Route::direct(m.from, m.to), |squares| Route { squares, promotion: None })
}

/// Whether the path over these landings is a way to make this legal move.
pub(super) fn follows(pieces: &Placement, side: Side, m: Move, path: &[Square]) -> bool {
    let jumped = jumped(pieces, side, m);
    let (&[from, .., to], true) = (path, path.len() == jumped.len().max(1) as usize + 1) else { return false };
    if (from, to) != (m.from, m.to) || !jumped.several() {
        return (from, to) == (m.from, m.to);
    }
    let chain = Chain { from, occupied: pieces.occupied() - Bitboard::of(from), prey: jumped };
    taken(&chain, path).is_some()
}

/// The victims of a chain's beginning; `None` if it cannot go so.
fn taken(chain: &Chain, path: &[Square]) -> Option<Bitboard> {
    path.windows(2).try_fold(Bitboard::EMPTY, |taken, leg| {
        let (victim, _) = chain.jumps(leg[0], taken).find(|(_, landings)| landings.has(leg[1]))?;
        Some(taken | victim)
    })
}

/// The squares that a chain may touch next after this beginning of it; `None` for a move that is no chain.
pub(super) fn landings(pieces: &Placement, side: Side, m: Move, path: &[Square]) -> Option<Bitboard> {
    let jumped = jumped(pieces, side, m);
    if !jumped.several() {
        return None;
    }
    let (Some(&from), Some(&at)) = (path.first(), path.last()) else { return Some(Bitboard::EMPTY) };
    let chain = Chain { from, occupied: pieces.occupied() - Bitboard::of(from), prey: jumped };
    let Some(victims) = taken(&chain, path).filter(|_| from == m.from) else { return Some(Bitboard::EMPTY) };
    let leads_on = |landing: Square, taken: Bitboard| {
        let rest = Chain { from: landing, occupied: chain.occupied - taken, prey: jumped - taken };
        first_path(&rest, |end| end == m.to).is_some()
    };
    let further = chain.jumps(at, victims).flat_map(|(victim, landings)| {
        landings.into_iter().filter(move |&landing| leads_on(landing, victims | victim))
    });
    Some(further.collect())
}
