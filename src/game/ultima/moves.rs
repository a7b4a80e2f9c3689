//! What the pieces of one side can do: every move by its piece's own rules, and which of them are legal.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::capture::{coordinated, pinched, pinching_squares, withdrawn};
use super::chain::Chain;
use super::safety::Safety;
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

    /// The side's pieces of a kind that are not frozen and have an empty square or something to jump beside them. The
    /// others cannot move.
    #[inline]
    pub(super) fn movers(&self, kind: Kind) -> Bitboard {
        let empty = !self.occupied;
        let open = match kind {
            Kind::King => Bitboard::ALL,
            Kind::Pawn => empty.up() | empty.down() | empty.left() | empty.right(),
            Kind::Leaper => (empty | self.enemies).neighbours(),
            Kind::Chameleon => (empty | self.prey(Kind::Leaper)).neighbours(),
            Kind::Spy | Kind::Officer | Kind::Dragon => empty.neighbours(),
        };
        self.free(kind) & open
    }

    /// Goes through all moves of a free piece by its kind's rules, whether or not they leave the king attacked.
    #[inline]
    pub(super) fn visit(&self, kind: Kind, from: Square, mut visit: impl FnMut(Move)) {
        match kind {
            Kind::King => {
                for to in geometry::KING[from.index()] - self.own {
                    visit(Move { kind, from, to, victims: Bitboard::of(to) & self.enemies });
                }
            }
            Kind::Pawn => {
                let pincers = pinching_squares(self.enemies, self.own);
                for to in self.rook(from) {
                    let victims = if pincers.has(to) { pinched(to, self.enemies, self.own) } else { Bitboard::EMPTY };
                    visit(Move { kind, from, to, victims });
                }
            }
            Kind::Leaper => {
                for to in self.queen(from) {
                    visit(Move { kind, from, to, victims: Bitboard::EMPTY });
                }
                self.visit_chain(from, self.enemies, |to, victims| visit(Move { kind, from, to, victims }));
            }
            Kind::Spy => {
                for to in self.queen(from) {
                    visit(Move { kind, from, to, victims: withdrawn(from, to, self.enemies) });
                }
            }
            Kind::Officer => {
                for to in self.queen(from) {
                    visit(Move { kind, from, to, victims: coordinated(to, self.king, self.enemies) });
                }
            }
            Kind::Dragon => {
                for to in self.queen(from) {
                    visit(Move { kind, from, to, victims: Bitboard::EMPTY });
                }
            }
            Kind::Chameleon => {
                for to in self.queen(from) {
                    visit(Move { kind, from, to, victims: self.imitated(from, to) });
                }
                self.visit_chain(from, self.prey(Kind::Leaper), |to, jumped| {
                    visit(Move { kind, from, to, victims: jumped | self.imitated_after(from, to, jumped) });
                });
            }
        }
    }

    /// Goes through all legal moves.
    #[inline]
    pub(super) fn visit_legal(&self, safety: &Safety, mut visit: impl FnMut(Move)) {
        for from in self.suicides() {
            if safety.allows_suicide(from) {
                let kind = Kind::ALL[self.pieces.kind_on(from)];
                visit(Move { kind, from, to: from, victims: Bitboard::EMPTY });
            }
        }
        for kind in Kind::ALL {
            for from in self.movers(kind) {
                if kind == Kind::King {
                    self.visit(kind, from, |m| {
                        if safety.allows_king(m) {
                            visit(m)
                        }
                    });
                } else {
                    let guard = safety.guard(from);
                    self.visit(kind, from, |m| {
                        if safety.allows(m, guard) {
                            visit(m)
                        }
                    });
                }
            }
        }
    }

    #[inline]
    pub(super) fn visit_chain(&self, from: Square, prey: Bitboard, mut visit: impl FnMut(Square, Bitboard)) {
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
