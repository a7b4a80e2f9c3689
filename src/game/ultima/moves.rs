//! What the pieces of one side can do: every move by its piece's own rules, and which of them are legal.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::capture::{coordinated, pinched, withdrawn};
use super::chain::Chain;
use super::{Kind, Move, Placement};
use crate::board::{Bitboard, Side, Sliders, Square, geometry};

/// One side's pieces and what they move among.
#[derive(Clone, Copy, Debug)]
pub(super) struct Army<'a> {
    pub(super) pieces: &'a Placement,
    pub(super) side: Side,
    pub(super) own: Bitboard,
    pub(super) enemies: Bitboard,
    pub(super) occupied: Bitboard,
    pub(super) frozen: Bitboard,
    pub(super) king: Square,
}

impl<'a> Army<'a> {
    #[inline]
    pub(super) fn new(pieces: &'a Placement, side: Side) -> Army<'a> {
        Army {
            pieces,
            side,
            own: pieces.side(side),
            enemies: pieces.side(!side),
            occupied: pieces.occupied(),
            frozen: super::frozen(pieces, side),
            king: super::king(pieces, side),
        }
    }

    /// The side's pieces of a kind that are not frozen.
    #[inline]
    pub(super) fn free(&self, kind: Kind) -> Bitboard {
        self.pieces.of(self.side, kind.index()) - self.frozen
    }

    /// The frozen pieces that may leave by suicide.
    #[inline]
    pub(super) fn suicides(&self) -> Bitboard {
        self.frozen - Bitboard::of(self.king)
    }

    /// The enemies of a kind.
    #[inline]
    pub(super) fn prey(&self, kind: Kind) -> Bitboard {
        self.pieces.of(!self.side, kind.index())
    }

    /// The empty squares that a piece moving as a queen can go to.
    #[inline]
    pub(super) fn queen(&self, from: Square) -> Bitboard {
        Sliders::full().queen(from, self.occupied) - self.occupied
    }

    /// The empty squares that a pawn can go to.
    #[inline]
    pub(super) fn rook(&self, from: Square) -> Bitboard {
        Sliders::full().rook(from, self.occupied) - self.occupied
    }

    /// The chain of a leaper, or of a chameleon over leapers.
    #[inline]
    pub(super) fn chain(&self, from: Square, prey: Bitboard) -> Chain {
        Chain { from, occupied: self.occupied - Bitboard::of(from), prey }
    }

    /// Goes through all moves by the rules of their pieces, whether or not they leave the king attacked.
    #[inline]
    pub(super) fn visit(&self, mut visit: impl FnMut(Move)) {
        for from in self.suicides() {
            visit(Move { from, to: from, victims: Bitboard::EMPTY });
        }
        if !self.frozen.has(self.king) {
            for to in geometry::KING[self.king.index()] - self.own {
                visit(Move { from: self.king, to, victims: Bitboard::of(to) & self.enemies });
            }
        }
        for from in self.free(Kind::Pawn) {
            for to in self.rook(from) {
                visit(Move { from, to, victims: pinched(to, self.enemies, self.own) });
            }
        }
        for from in self.free(Kind::Leaper) {
            for to in self.queen(from) {
                visit(Move { from, to, victims: Bitboard::EMPTY });
            }
            self.visit_chain(from, self.enemies, |to, victims| visit(Move { from, to, victims }));
        }
        for from in self.free(Kind::Spy) {
            for to in self.queen(from) {
                visit(Move { from, to, victims: withdrawn(from, to, self.enemies) });
            }
        }
        for from in self.free(Kind::Officer) {
            for to in self.queen(from) {
                visit(Move { from, to, victims: coordinated(to, self.king, self.enemies) });
            }
        }
        for from in self.free(Kind::Dragon) {
            for to in self.queen(from) {
                visit(Move { from, to, victims: Bitboard::EMPTY });
            }
        }
        for from in self.free(Kind::Chameleon) {
            for to in self.queen(from) {
                visit(Move { from, to, victims: self.imitated(from, to) });
            }
            self.visit_chain(from, self.prey(Kind::Leaper), |to, jumped| {
                visit(Move { from, to, victims: jumped | self.imitated_after(from, to, jumped) });
            });
        }
    }

    #[inline]
    fn visit_chain(&self, from: Square, prey: Bitboard, mut visit: impl FnMut(Square, Bitboard)) {
        let ControlFlow::Continue(()) = self.chain(from, prey).visit(|victims, landings| {
            for to in landings {
                visit(to, victims);
            }
            ControlFlow::<Infallible>::Continue(())
        });
    }

    /// What a chameleon's straight move captures besides the leapers that it jumps.
    #[inline]
    pub(super) fn imitated(&self, from: Square, to: Square) -> Bitboard {
        let mut victims = withdrawn(from, to, self.prey(Kind::Spy));
        victims |= coordinated(to, self.king, self.prey(Kind::Officer));
        if from.file() == to.file() || from.rank() == to.rank() {
            victims |= pinched(to, self.prey(Kind::Pawn), self.own);
        }
        victims
    }

    /// What a chameleon captures besides the leapers that it has jumped: nothing where its chain has turned.
    #[inline]
    pub(super) fn imitated_after(&self, from: Square, to: Square, jumped: Bitboard) -> Bitboard {
        if is_straight(from, jumped) { self.imitated(from, to) } else { Bitboard::EMPTY }
    }
}

/// Whether a chain that has jumped these is one straight move.
///
/// A chain whose victims stand in one direction from its start has jumped one after the other, since each hides the next
/// and no landing is beyond the next; any other chain has turned.
#[inline]
pub(super) fn is_straight(from: Square, jumped: Bitboard) -> bool {
    !jumped.several() || geometry::RAYS.iter().any(|rays| (jumped - rays[from.index()]).is_empty())
}
