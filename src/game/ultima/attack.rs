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
    pub(super) enemies: Bitboard,
    /// The king's side's pieces.
    pub(super) own: Bitboard,
    /// The king's side's dragons.
    pub(super) dragons: Bitboard,
    pub(super) king: Square,
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
        let free = self.free();
        let of = |kind: Kind| self.pieces.kind(kind.index()) & free;
        let beside = geometry::KING[self.king.index()];
        (beside & (of(Kind::King) | of(Kind::Chameleon))).any()
            || self.is_withdrawn_from(beside & of(Kind::Spy))
            || self.is_pinched_by(of(Kind::Pawn))
            || self.is_coordinated_by(of(Kind::Officer))
            || self.is_jumped_by(of(Kind::Leaper))
    }

    /// The enemies that are not frozen. Chameleons freeze dragons too, but those attack nothing anyway.
    #[inline]
    pub(super) fn free(&self) -> Bitboard {
        self.enemies - self.dragons.neighbours()
    }

    /// The enemies of a kind that are not frozen.
    #[inline]
    pub(super) fn attackers(&self, kind: Kind) -> Bitboard {
        self.pieces.kind(kind.index()) & self.free()
    }

    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.own | self.enemies
    }

    /// Whether one of these spies beside the king can step straight away from it.
    #[inline]
    fn is_withdrawn_from(&self, spies: Bitboard) -> bool {
        spies.into_iter().any(|spy| (self.behind(spy) - self.occupied()).any())
    }

    /// The square on the other side of a piece beside the king, as a set: empty where the board ends.
    #[inline]
    pub(super) fn behind(&self, spy: Square) -> Bitboard {
        geometry::KING[spy.index()] & geometry::line(self.king, spy) - Bitboard::of(self.king)
    }

    /// Whether one of these pawns can move beside the king opposite to another enemy.
    #[inline]
    fn is_pinched_by(&self, pawns: Bitboard) -> bool {
        let squares = self.pinching_squares() - self.occupied();
        squares.into_iter().any(|square| Sliders::full().rook(square, self.occupied()).meets(pawns))
    }

    /// The squares beside the king that are opposite to an enemy.
    ///
    /// No pawn is its own partner: it cannot come from the square behind the king to the one before it.
    #[inline]
    pub(super) fn pinching_squares(&self) -> Bitboard {
        super::capture::pinching_squares(Bitboard::of(self.king), self.enemies)
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
    pub(super) fn corner_squares(&self) -> Bitboard {
        let partner = super::king(self.pieces, !self.side);
        let line = if self.king.file() == partner.file() {
            Bitboard::rank(self.king.rank())
        } else if self.king.rank() == partner.rank() {
            Bitboard::file(self.king.file())
        } else {
            Bitboard::EMPTY
        };
        line - Bitboard::of(self.king)
    }

    /// Whether a chain of one of these leapers can take the king as any of its victims.
    #[inline]
    fn is_jumped_by(&self, leapers: Bitboard) -> bool {
        leapers.any()
            && self.lanes(leapers).into_iter().any(|lane| lane.is_open())
            && leapers.into_iter().any(|leaper| {
                self.chain(leaper)
                    .visit(
                        |victims, _| {
                            if victims.has(self.king) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                        },
                    )
                    .is_break()
            })
    }

    /// What a leaper of the enemy can jump.
    #[inline]
    pub(super) fn chain(&self, leaper: Square) -> Chain {
        Chain { from: leaper, occupied: self.occupied() - Bitboard::of(leaper), prey: self.own }
    }

    /// The lines over the king along which leapers might jump it.
    #[inline]
    pub(super) fn lanes(&self, leapers: Bitboard) -> [Lane; 4] {
        let king = Bitboard::of(self.king);
        // On the edge the only line over the king is the edge. Its own neighbours there cannot be taken by a chain: they
        // in turn can be jumped along the edge only, with the king on one side.
        let lasting = self.enemies - leapers | if RIM.has(self.king) { self.own } else { Bitboard::EMPTY };
        let (left, right) = (king.left(), king.right());
        [(king.up(), king.down()), (left, right), (left.up(), right.down()), (left.down(), right.up())]
            .map(|(one, other)| Lane { on_board: one.any() && other.any(), closed: (one | other) & lasting })
    }
}

/// The squares on the edge of the board.
const RIM: Bitboard = Bitboard(Bitboard::rank(0).0 | Bitboard::rank(7).0 | Bitboard::file(0).0 | Bitboard::file(7).0);

/// Two opposite neighbours of a king: a leaper that jumps the king comes over the one, or from it, and lands on the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane {
    /// Whether both are squares of the board.
    pub(super) on_board: bool,
    /// Those that are taken by a piece which stays there whatever a chain jumps before the king.
    pub(super) closed: Bitboard,
}

impl Lane {
    #[inline]
    pub(super) fn is_open(self) -> bool {
        self.on_board && self.closed.is_empty()
    }
}
