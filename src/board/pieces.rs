//! Which piece stands where, with the key kept in step.

use super::{Bitboard, Side, Square, zobrist};

/// The pieces on a board of a game with `K` kinds, and the Zobrist key of their placement.
///
/// The fields are private so that no edit can forget the key. A kind is a number below `K`; games wrap it in an enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces<const K: usize> {
    kinds: [Bitboard; K],
    sides: [Bitboard; 2],
    key: u64,
}

impl<const K: usize> Default for Pieces<K> {
    fn default() -> Self {
        const { assert!(K <= zobrist::KINDS) };
        Pieces { kinds: [Bitboard::EMPTY; K], sides: [Bitboard::EMPTY; 2], key: 0 }
    }
}

impl<const K: usize> Pieces<K> {
    /// All squares with a piece.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.sides[0].0 | self.sides[1].0)
    }

    /// The squares of one side's pieces.
    #[inline]
    pub const fn side(&self, side: Side) -> Bitboard {
        self.sides[side.index()]
    }

    /// The squares of both sides' pieces of a kind.
    #[inline]
    pub const fn kind(&self, kind: usize) -> Bitboard {
        self.kinds[kind]
    }

    /// The squares of one side's pieces of a kind.
    #[inline]
    pub const fn of(&self, side: Side, kind: usize) -> Bitboard {
        Bitboard(self.kinds[kind].0 & self.sides[side.index()].0)
    }

    /// The Zobrist key of the placement alone, without the side to move.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Whose piece stands on the square, if any.
    #[inline]
    pub fn side_at(&self, square: Square) -> Option<Side> {
        if self.sides[0].has(square) {
            Some(Side::White)
        } else if self.sides[1].has(square) {
            Some(Side::Black)
        } else {
            None
        }
    }

    /// The kind of the piece on the square, if any.
    #[inline]
    pub fn kind_at(&self, square: Square) -> Option<usize> {
        (0..K).find(|&kind| self.kinds[kind].has(square))
    }

    /// The kind of the piece on a square where there is one; without a branch, for squares of any kind in turn.
    #[inline]
    pub fn kind_on(&self, square: Square) -> usize {
        debug_assert!(self.occupied().has(square), "nothing on {square}");
        (1..K).map(|kind| kind * usize::from(self.kinds[kind].has(square))).sum()
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub fn put(&mut self, side: Side, kind: usize, square: Square) {
        debug_assert!(!self.occupied().has(square), "{square} is taken");
        self.toggle(side, kind, square);
    }

    /// Takes a piece off that is there.
    #[inline]
    pub fn take(&mut self, side: Side, kind: usize, square: Square) {
        debug_assert!(self.of(side, kind).has(square), "no such piece on {square}");
        self.toggle(side, kind, square);
    }

    /// Takes all of a side's pieces off the squares of a set.
    #[inline]
    pub fn take_all(&mut self, side: Side, squares: Bitboard) {
        debug_assert!((squares - self.side(side)).is_empty(), "not all are this side's: {squares:?}");
        for kind in 0..K {
            for square in self.kinds[kind] & squares {
                self.key ^= zobrist::piece(side, kind, square);
            }
            self.kinds[kind] -= squares;
        }
        self.sides[side.index()] -= squares;
    }

    #[inline]
    fn toggle(&mut self, side: Side, kind: usize, square: Square) {
        let bit = Bitboard::of(square);
        self.kinds[kind] ^= bit;
        self.sides[side.index()] ^= bit;
        self.key ^= zobrist::piece(side, kind, square);
    }

    /// The key computed anew from the placement: the slow twin of [`Pieces::key`].
    pub fn fresh_key(&self) -> u64 {
        let mut key = 0;
        for side in Side::ALL {
            for kind in 0..K {
                for square in self.of(side, kind) {
                    key ^= zobrist::piece(side, kind, square);
                }
            }
        }
        key
    }
}
