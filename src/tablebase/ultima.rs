//! Ultima's tables: the board's eight symmetries, and quiet moves that must be checked forward, since a piece may be
//! frozen where it came from, or its move take something.

use super::symmetry::{self, Symmetry};
use super::{Man, Tabled};
use crate::board::{Bitboard, Side, Sliders, Square, geometry};
use crate::game::Game;
use crate::game::ultima::{Kind, Placement, Ultima};

impl Tabled for Ultima {
    const LETTERS: &'static str = Kind::LETTERS;
    const ONE_KING: bool = true;

    #[inline]
    fn group(&self, side: Side, kind: usize) -> Bitboard {
        self.pieces().of(side, kind)
    }

    #[inline]
    fn men(&self) -> u32 {
        self.pieces().occupied().len()
    }

    fn arrange(men: &[Man], turn: Side, (): ()) -> Option<Ultima> {
        let mut pieces = Placement::default();
        for &(side, kind, square) in men {
            pieces.put(side, kind, square);
        }
        Ultima::arranged(pieces, turn)
    }

    fn stand((): (), _: Side, _: usize) -> Bitboard {
        Bitboard::ALL
    }

    /// No piece has a direction, and sides differ in nothing but who moves first.
    fn symmetry((): ()) -> Symmetry {
        let maps = symmetry::all(8);
        Symmetry { plain: maps.to_vec(), exchange: Some(maps[0]) }
    }

    #[inline]
    fn before(&self, mut visit: impl FnMut(Ultima, Square, Square)) {
        let (mover, occupied) = (!self.turn(), self.pieces().occupied());
        for to in self.pieces().side(mover) {
            let sources = match Kind::ALL[self.pieces().kind_on(to)] {
                Kind::King => geometry::KING[to.index()],
                Kind::Pawn => Sliders::full().rook(to, occupied),
                _ => Sliders::full().queen(to, occupied),
            };
            for from in sources - occupied {
                visit(self.moved_back(from, to), from, to);
            }
        }
    }

    fn leads(&self, from: Square, to: Square) -> bool {
        self.legal().iter().any(|m| m.from == from && m.to == to && m.victims.is_empty())
    }
}
