//! Which piece stands where, in four words, with the key kept in step.
//!
//! A kind's code is a number of three bits, and each bit has a plane of its own: moving a piece is then the same few
//! operations on registers whatever it is, where a word a kind would have to be looked up, changed and read again.

use super::Kind;
use crate::board::{Bitboard, Side, Square, zobrist};

/// The pieces on the board.
///
/// The fields are private so that no edit can forget the key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// Where White's pieces stand.
    white: Bitboard,
    /// Bit by bit, lowest first, the codes of what stands where; 0 is an empty square.
    planes: [Bitboard; 3],
    key: u64,
}

impl Placement {
    /// All squares with a piece.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        let [one, two, four] = self.planes;
        Bitboard(one.0 | two.0 | four.0)
    }

    /// The squares of one side's pieces.
    #[inline]
    pub const fn side(&self, side: Side) -> Bitboard {
        match side {
            Side::White => self.white,
            Side::Black => Bitboard(self.occupied().0 & !self.white.0),
        }
    }

    /// The squares of both sides' pieces of a kind.
    #[inline]
    pub const fn kind(&self, kind: Kind) -> Bitboard {
        let [one, two, four] = self.planes;
        Bitboard(match kind {
            Kind::Bishop => one.0 & !two.0 & !four.0,
            Kind::Camel => two.0 & !one.0 & !four.0,
            Kind::Dragon => one.0 & two.0,
            Kind::Pawn => four.0 & !one.0 & !two.0,
            // No kind has all three bits.
            Kind::King => four.0 & one.0,
            Kind::Damka => four.0 & two.0,
        })
    }

    /// The squares of one side's pieces of a kind.
    #[inline]
    pub const fn of(&self, side: Side, kind: Kind) -> Bitboard {
        let both = self.kind(kind);
        Bitboard(match side {
            Side::White => both.0 & self.white.0,
            Side::Black => both.0 & !self.white.0,
        })
    }

    /// The Zobrist key of the placement alone, without the side to move.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Whose piece stands on the square, if any.
    #[inline]
    pub fn side_at(&self, square: Square) -> Option<Side> {
        let side = if self.white.has(square) { Side::White } else { Side::Black };
        self.occupied().has(square).then_some(side)
    }

    /// The kind of the piece on the square, if any.
    #[inline]
    pub const fn kind_at(&self, square: Square) -> Option<Kind> {
        Kind::of_code(self.code_at(square))
    }

    /// The index of the kind of the piece on a square where there is one; without a branch, for squares of any kind in turn.
    #[inline]
    pub fn kind_on(&self, square: Square) -> usize {
        debug_assert!(self.occupied().has(square), "nothing on {square}");
        self.code_at(square).wrapping_sub(1)
    }

    #[inline]
    const fn code_at(&self, square: Square) -> usize {
        let [one, two, four] = self.planes;
        one.has(square) as usize | (two.has(square) as usize) << 1 | (four.has(square) as usize) << 2
    }

    /// Puts a piece on an empty square.
    pub fn put(&mut self, side: Side, kind: Kind, square: Square) {
        debug_assert!(!self.occupied().has(square), "{square} is taken");
        self.flip(side, kind, Bitboard::of(square));
        self.key ^= zobrist::piece(side, kind.code(), square);
    }

    /// Moves a piece of this side, which may turn into another, and takes enemies off.
    ///
    /// An enemy on the square of arrival must be among the victims.
    #[inline(always)]
    pub fn play(&mut self, side: Side, from: (Kind, Square), to: (Kind, Square), victims: Bitboard) {
        debug_assert!(self.of(side, from.0).has(from.1), "no such piece on {}", from.1);
        debug_assert!((victims - self.side(!side)).is_empty(), "not all are enemies: {victims:?}");
        self.key = self.key_after(side, from, to, victims);
        self.white -= victims;
        for plane in &mut self.planes {
            *plane -= victims;
        }
        let (left, taken) = (Bitboard::of(from.1), Bitboard::of(to.1));
        if from.0 == to.0 {
            // Nothing, where a capture ends on the square it started from.
            self.flip(side, from.0, left ^ taken);
        } else {
            self.flip(side, from.0, left);
            self.flip(side, to.0, taken);
        }
    }

    /// The key of the placement that [`Placement::play`] would make.
    #[inline(always)]
    pub fn key_after(&self, side: Side, from: (Kind, Square), to: (Kind, Square), victims: Bitboard) -> u64 {
        let key = self.key ^ zobrist::piece(side, from.0.code(), from.1) ^ zobrist::piece(side, to.0.code(), to.1);
        victims.into_iter().fold(key, |key, square| key ^ zobrist::piece(!side, self.code_at(square), square))
    }

    /// Turns empty squares into squares with such a piece, and back.
    #[inline(always)]
    fn flip(&mut self, side: Side, kind: Kind, squares: Bitboard) {
        // Masks in place of branches: all bits where the condition holds, none where not.
        let mask = |condition: bool| 0u64.wrapping_sub(u64::from(condition));
        self.white.0 ^= squares.0 & mask(side == Side::White);
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            plane.0 ^= squares.0 & mask(kind.code() >> bit & 1 != 0);
        }
    }

    /// The key computed anew from the placement: the slow twin of [`Placement::key`].
    pub fn fresh_key(&self) -> u64 {
        let mut key = 0;
        for side in Side::ALL {
            for kind in Kind::ALL {
                for square in self.of(side, kind) {
                    key ^= zobrist::piece(side, kind.code(), square);
                }
            }
        }
        key
    }
}
