//! Whether a king is attacked: the full look at a position, or at what a move would make of it.
//!
//! This is the definition that the quick test of [`safety`](super::safety) is held against.

use std::ops::ControlFlow;

use super::chain::Chain;
use super::{Kind, Move, Placement};
use crate::board::{Bitboard, Side, Sliders, Square, geometry};

/// A king and what stands around it, without the cost of playing a move to see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Siege<'a> {
    pieces: &'a Placement,
    /// The side whose king it is.
    side: Side,
    /// The enemies that are still there.
    enemies: Bitboard,
    /// The king's side's pieces.
    own: Bitboard,
    /// The king's side's dragons.
    dragons: Bitboard,
    king: Square,
}

impl<'a> Siege<'a> {
    /// The position as it is.
    #[inline]
    pub(super) fn new(pieces: &'a Placement, side: Side) -> Siege<'a> {
        Siege {
            pieces,
            side,
            enemies: pieces.side(!side),
            own: pieces.side(side),
            dragons: pieces.of(side, Kind::Dragon.index()),
            king: super::king(pieces, side),
        }
    }

    /// The position after a move of the king's side.
    #[inline]
    pub(super) fn after(self, m: Move) -> Siege<'a> {
        let (from, to) = (Bitboard::of(m.from), if m.is_suicide() { Bitboard::EMPTY } else { Bitboard::of(m.to) });
        let moved = |set: Bitboard| if set.has(m.from) { set - from | to } else { set };
        Siege {
            enemies: self.enemies - m.victims,
            own: self.own - from | to,
            dragons: moved(self.dragons),
            king: if m.from == self.king { m.to } else { self.king },
            ..self
        }
    }

    /// Whether the enemy, were it to move, could take the king.
    ///
    /// A piece that is frozen attacks nothing; one that may not move since its own king would be attacked does.
    #[inline]
    pub(super) fn is_attacked(&self) -> bool {
        // Dragons are frozen by chameleons too, but they attack nothing anyway.
        let free = self.enemies - self.dragons.neighbours();
        let of = |kind: Kind| self.pieces.kind(kind.index()) & free;
        let beside = geometry::KING[self.king.index()];
        (beside & (of(Kind::King) | of(Kind::Chameleon))).any()
            || self.is_withdrawn_from(beside & of(Kind::Spy))
            || self.is_pinched_by(of(Kind::Pawn))
            || self.is_coordinated_by(of(Kind::Officer))
            || of(Kind::Leaper).into_iter().any(|leaper| self.is_jumped_by(leaper))
    }

    #[inline]
    fn occupied(&self) -> Bitboard {
        self.own | self.enemies
    }

    /// Whether one of these spies beside the king can step straight away from it.
    #[inline]
    fn is_withdrawn_from(&self, spies: Bitboard) -> bool {
        spies.into_iter().any(|spy| {
            let behind = geometry::KING[spy.index()] & geometry::line(self.king, spy) - Bitboard::of(self.king);
            (behind - self.occupied()).any()
        })
    }

    /// Whether one of these pawns can move beside the king opposite to another enemy.
    #[inline]
    fn is_pinched_by(&self, pawns: Bitboard) -> bool {
        let king = Bitboard::of(self.king);
        // No pawn is its own partner: it cannot come from the square behind the king to the one before it.
        let squares = super::capture::pinching_squares(king, self.enemies) - self.occupied();
        squares.into_iter().any(|square| Sliders::full().rook(square, self.occupied()).meets(pawns))
    }

    /// Whether one of these officers can reach a square that makes a corner on the king.
    #[inline]
    fn is_coordinated_by(&self, officers: Bitboard) -> bool {
        let squares = self.corner_squares() - self.occupied();
        squares.any()
            && officers.into_iter().any(|officer| Sliders::full().queen(officer, self.occupied()).meets(squares))
    }

    /// The squares from which the enemy's officer and king would meet on this king, which must be on a line with the
    /// enemy's king for that.
    #[inline]
    fn corner_squares(&self) -> Bitboard {
        corner_squares(self.king, super::king(self.pieces, !self.side))
    }

    /// Whether the leaper's chain can take the king as any of its victims.
    #[inline]
    fn is_jumped_by(&self, leaper: Square) -> bool {
        let chain = Chain { from: leaper, occupied: self.occupied() - Bitboard::of(leaper), prey: self.own };
        let takes = |victims: Bitboard, _| {
            if victims.has(self.king) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        chain.visit(takes).is_break()
    }
}

/// The squares from which an officer of the king on `partner` captures what stands on `target`, by target and partner
/// being on one file or rank.
#[inline]
pub(super) fn corner_squares(target: Square, partner: Square) -> Bitboard {
    let line = if target.file() == partner.file() {
        Bitboard::rank(target.rank())
    } else if target.rank() == partner.rank() {
        Bitboard::file(target.file())
    } else {
        Bitboard::EMPTY
    };
    line - Bitboard::of(target)
}
