//! Chameleon's tables: what a man is follows from its square, so that a class is two numbers of men.

use super::symmetry::{self, Map, Symmetry, image};
use super::{Man, Tabled};
use crate::board::{Bitboard, Pieces, Side, Square};
use crate::game::Game;
use crate::game::chameleon::{Chameleon, Kind, Terrain, terrain};

/// Whether every square keeps its colour, or stays a hole.
fn keeps_colours(terrain: &Terrain, map: &Map) -> bool {
    image(map, terrain.squares()) == terrain.squares()
        && terrain.squares().into_iter().all(|square| terrain.colour(square) == terrain.colour(map[square.index()]))
}

impl Tabled for Chameleon {
    const LETTERS: &'static str = "KX";
    const ONE_KING: bool = true;

    #[inline]
    fn group(&self, side: Side, kind: usize) -> Bitboard {
        let kings = self.of(side, Kind::King);
        if kind == 0 { kings } else { self.pieces().side(side) - kings }
    }

    #[inline]
    fn men(&self) -> u32 {
        self.pieces().occupied().len()
    }

    /// Men that have not moved yet may stand on squares of another colour: such positions are in no table.
    #[inline]
    fn is_tabled(&self) -> bool {
        let colours = self.terrain().coloured();
        let kinds = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];
        kinds.into_iter().zip(colours).all(|(kind, &squares)| (self.pieces().kind(kind.index()) - squares).is_empty())
    }

    fn arrange(men: &[Man], turn: Side, terrain: &'static Terrain) -> Option<Chameleon> {
        let mut pieces = Pieces::default();
        for &(side, kind, square) in men {
            let kind = if kind == 0 { Kind::King } else { terrain.colour(square)? };
            pieces.put(side, kind.index(), square);
        }
        Chameleon::arranged(pieces, turn, terrain)
    }

    fn stand(terrain: &'static Terrain, _: Side, _: usize) -> Bitboard {
        terrain.squares()
    }

    fn symmetry(terrain: &'static Terrain) -> Symmetry {
        let [same, mirrored, upside_down, turned, ..] = symmetry::all(terrain::SIZE as i8);
        // Pawns go up and down: only what keeps files upright leaves the sides as they are.
        let plain = [same, mirrored].into_iter().filter(|map| keeps_colours(terrain, map)).collect();
        let exchange = [turned, upside_down].into_iter().find(|map| keeps_colours(terrain, map));
        Symmetry { plain, exchange }
    }

    #[inline]
    fn before(&self, mut visit: impl FnMut(Chameleon, Square, Square)) {
        let (mover, terrain, occupied) = (!self.turn(), self.terrain(), self.pieces().occupied());
        let king = self.king(mover);
        for from in terrain.king(king) - occupied {
            visit(self.moved_back(from, king), from, king);
        }
        let [queens, rooks, bishops, knights, pawns] = *terrain.coloured();
        for to in self.pieces().side(mover) - Bitboard::of(king) {
            let square = Bitboard::of(to);
            let behind = match mover {
                Side::White => square.down(),
                Side::Black => square.up(),
            };
            // A man has come as what the square that it came from makes of it.
            let sources = terrain.rook(to, occupied) & (queens | rooks)
                | terrain.bishop(to, occupied) & (queens | bishops)
                | terrain.knight(to) & knights
                | behind & pawns;
            for from in sources - occupied {
                visit(self.moved_back(from, to), from, to);
            }
        }
    }

    /// Always: nothing but the safety of the kings can stand against it, and both positions are such as the rules allow.
    #[inline]
    fn leads(&self, _: Square, _: Square) -> bool {
        true
    }
}
