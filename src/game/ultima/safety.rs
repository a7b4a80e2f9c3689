//! The quick test of legality: which moves cannot possibly leave the king attacked, found out once a position.
//!
//! While the king is not attacked, an attack can arise only where a move vacates or fills one of a few squares, or lets
//! a frozen enemy go. Moves that do none of this are legal; all others get the full look of [`attack`](super::attack).

use std::ops::ControlFlow;

use super::attack::Siege;
use super::{Kind, Move, Placement};
use crate::board::{Bitboard, Side, Sliders, Square, geometry};

/// What the moves of one position must leave alone to be legal without further look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Safety<'a> {
    pub(super) siege: Siege<'a>,
    /// The own pieces whose every move needs the full look.
    pub(super) watched: Bitboard,
    /// The squares of which a capturing move may vacate none.
    pub(super) several: Bitboard,
    /// The squares that no piece may arrive on.
    pub(super) fill: Bitboard,
}

impl<'a> Safety<'a> {
    #[inline]
    pub(super) fn new(pieces: &'a Placement, side: Side) -> Safety<'a> {
        let siege = Siege::new(pieces, side);
        let king = Bitboard::of(siege.king);
        let mut safety = Safety { siege, watched: king, several: Bitboard::EMPTY, fill: Bitboard::EMPTY };
        if siege.is_attacked() {
            safety.watched = Bitboard::ALL;
            return safety;
        }
        safety.watch_dragons();
        safety.watch_spies();
        safety.watch_pawns();
        safety.watch_officers();
        safety.watch_leapers();
        safety
    }

    /// Whether the move leaves the king unattacked.
    #[inline]
    pub(super) fn allows(&self, m: Move) -> bool {
        let from = Bitboard::of(m.from);
        let suspect = self.watched & from
            | self.fill & Bitboard::of(m.to)
            | if m.victims.any() { self.several & (m.victims | from) } else { Bitboard::EMPTY };
        debug_assert!(suspect.any() || !self.siege.after(m).is_attacked(), "{m:?} is not as harmless as it seems");
        suspect.is_empty() || !self.siege.after(m).is_attacked()
    }

    /// A dragon that goes lets its prisoners go.
    #[inline]
    fn watch_dragons(&mut self) {
        let Siege { dragons, enemies, .. } = self.siege;
        for dragon in dragons {
            let others = dragons - Bitboard::of(dragon);
            let prisoners = geometry::KING[dragon.index()] & enemies - others.neighbours();
            if prisoners.any() {
                self.watched.insert(dragon);
            }
        }
    }

    /// A spy beside the king waits for the square behind it.
    #[inline]
    fn watch_spies(&mut self) {
        for spy in self.siege.attackers(Kind::Spy) & geometry::KING[self.siege.king.index()] {
            self.vacating(self.siege.behind(spy));
        }
    }

    /// A pawn waits for the square opposite to another enemy, or for its way there.
    #[inline]
    fn watch_pawns(&mut self) {
        let squares = self.siege.pinching_squares();
        if squares.is_empty() {
            return;
        }
        let (occupied, pawns) = (self.siege.occupied(), self.siege.attackers(Kind::Pawn));
        if pawns.any() {
            self.vacating(squares & occupied);
        }
        for square in squares - occupied {
            let blockers = Sliders::full().rook(square, occupied) & occupied;
            self.several |= blockers;
            for pawn in Sliders::full().rook(square, occupied - blockers) & pawns {
                self.watched |= geometry::between(square, pawn) & blockers;
            }
        }
    }

    /// An officer waits for a corner, or for its way there.
    #[inline]
    fn watch_officers(&mut self) {
        let squares = self.siege.corner_squares();
        if squares.is_empty() {
            return;
        }
        let occupied = self.siege.occupied();
        for officer in self.siege.attackers(Kind::Officer) {
            let blockers = Sliders::full().queen(officer, occupied) & occupied;
            self.several |= blockers;
            let beyond = Sliders::full().queen(officer, occupied - blockers) - (occupied - blockers);
            for square in beyond & squares {
                self.watched |= (geometry::between(officer, square) | Bitboard::of(square)) & blockers;
            }
        }
    }

    /// A leaper waits for a line over the king, for a piece that it can jump, or for a piece out of its way.
    #[inline]
    fn watch_leapers(&mut self) {
        let leapers = self.siege.attackers(Kind::Leaper);
        if leapers.is_empty() {
            return;
        }
        let mut open = false;
        for lane in self.siege.lanes(leapers) {
            if !lane.on_board {
                continue;
            }
            let own = lane.closed & self.siege.own;
            open |= lane.closed.is_empty();
            self.several |= lane.closed - own;
            if lane.closed == own && !own.several() {
                self.vacating(own);
            }
        }
        if open {
            for leaper in leapers {
                self.watch_leaper(leaper);
            }
        }
    }

    /// As long as nothing that the leaper sees on its present chains moves, and nothing comes between, it has no others.
    #[inline(never)]
    fn watch_leaper(&mut self, leaper: Square) {
        let chain = self.siege.chain(leaper);
        let mut look = |at: Square, victims: Bitboard| {
            let occupied = chain.occupied - victims;
            let sight = Sliders::full().queen(at, occupied);
            let mut seen = sight & occupied;
            self.fill |= sight - occupied;
            for victim in seen & chain.prey {
                let behind = Sliders::full().queen(victim, occupied | Bitboard::of(at)) & geometry::line(at, victim);
                seen |= behind & occupied - geometry::between(at, victim);
            }
            self.watched |= seen;
            self.several |= seen;
        };
        look(leaper, Bitboard::EMPTY);
        let ControlFlow::Continue(()) = chain.visit(|victims, landings| {
            for at in landings {
                look(at, victims);
            }
            ControlFlow::<std::convert::Infallible>::Continue(())
        });
    }

    /// Any move that vacates these squares needs the full look.
    #[inline]
    fn vacating(&mut self, squares: Bitboard) {
        self.watched |= squares;
        self.several |= squares;
    }
}
