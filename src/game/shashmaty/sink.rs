//! Who is told the moves of a position: a [`Lister`] or a [`Counter`]. One generator serves both, so they cannot disagree.

use super::capture::Stage;
use super::diagonal::Diagonal;
use super::{Kind, Move};
use crate::board::{Bitboard, MoveList, Square};

/// Whoever is told the moves of a position, in sets where that is possible.
pub(super) trait Sink {
    /// The king or pawn on each of these squares, which are given by direction, makes a complete move without promotion:
    /// captures by one jump, or else one quiet step.
    fn men(&mut self, from: [Bitboard; 4], jump: bool);
    /// The pawn on each of these squares makes a quiet step to its last rank and becomes one of these kinds.
    fn promotions(&mut self, from: Bitboard, diagonal: Diagonal, kinds: &[Kind]);
    /// A piece makes a quiet move or a chess capture to each of these squares.
    fn reaches(&mut self, kind: Kind, from: Square, to: Bitboard);
    /// A piece makes the draughts capture that ends like this.
    fn capture(&mut self, kind: Kind, from: Square, end: Stage);
}

/// Puts the moves on a list.
pub(super) struct Lister<'a> {
    pub(super) list: &'a mut MoveList<Move>,
    /// The kings of the side to move.
    pub(super) kings: Bitboard,
    /// The pieces of the other side.
    pub(super) enemies: Bitboard,
}

impl Lister<'_> {
    #[inline]
    fn king_or_pawn(&self, from: Square) -> Kind {
        if self.kings.has(from) { Kind::King } else { Kind::Pawn }
    }
}

impl Sink for Lister<'_> {
    #[inline]
    fn men(&mut self, from: [Bitboard; 4], jump: bool) {
        let steps = 1 + jump as i8;
        for (diagonal, from) in Diagonal::ALL.into_iter().zip(from) {
            for from in from {
                let kind = self.king_or_pawn(from);
                let victims = Bitboard((jump as u64) << diagonal.ahead(from, 1).index());
                self.list.push(Move { victims, from, to: diagonal.ahead(from, steps), kind, promotion: None });
            }
        }
    }

    #[inline]
    fn promotions(&mut self, from: Bitboard, diagonal: Diagonal, kinds: &[Kind]) {
        for from in from {
            let to = diagonal.ahead(from, 1);
            for &promotion in kinds {
                let promotion = Some(promotion);
                self.list.push(Move { victims: Bitboard::EMPTY, from, to, kind: Kind::Pawn, promotion });
            }
        }
    }

    #[inline]
    fn reaches(&mut self, kind: Kind, from: Square, to: Bitboard) {
        for to in to {
            self.list.push(Move { victims: Bitboard::of(to) & self.enemies, from, to, kind, promotion: None });
        }
    }

    #[inline]
    fn capture(&mut self, kind: Kind, from: Square, Stage { at, victims, promotion }: Stage) {
        self.list.push(Move { victims, from, to: at, kind, promotion });
    }
}

/// Counts the moves.
#[derive(Default)]
pub(super) struct Counter(pub(super) u64);

impl Sink for Counter {
    #[inline]
    fn men(&mut self, from: [Bitboard; 4], _: bool) {
        self.0 += from.iter().map(|from| u64::from(from.len())).sum::<u64>();
    }

    #[inline]
    fn promotions(&mut self, from: Bitboard, _: Diagonal, kinds: &[Kind]) {
        self.0 += u64::from(from.len()) * kinds.len() as u64;
    }

    #[inline]
    fn reaches(&mut self, _: Kind, _: Square, to: Bitboard) {
        self.0 += u64::from(to.len());
    }

    #[inline]
    fn capture(&mut self, _: Kind, _: Square, _: Stage) {
        self.0 += 1;
    }
}
