//! Shashmaty's tables and those of its sub-variants: the half turn, and quiet moves that are legal only where nothing
//! must be captured.

use super::symmetry::{self, Symmetry};
use super::{Man, Tabled};
use crate::board::geometry::{CAMEL, DIAGONAL};
use crate::board::{Bitboard, Side, Sliders, Square};
use crate::game::Game;
use crate::game::shashmaty::{Kind, Placement, Rules, Shashmaty};

/// The pawn's number among the kinds of every sub-variant.
const PAWN: usize = 1;

impl<R: Rules> Tabled for Shashmaty<R> {
    const LETTERS: &'static str = R::WINDOW.letters;
    const ONE_KING: bool = false;
    const PROMOTIONS: Option<(usize, &'static [usize])> = Some((
        PAWN,
        // Among the kinds a sub-variant's own comes last; the others are those of Shashmaty itself.
        if Kind::King.is_in(R::PROMOTIONS) { &[0, 2, 3] } else { &[4] },
    ));

    #[inline]
    fn group(&self, side: Side, number: usize) -> Bitboard {
        self.of(side, R::KINDS[number])
    }

    #[inline]
    fn men(&self) -> u32 {
        self.pieces().occupied().len()
    }

    fn arrange(men: &[Man], turn: Side, (): ()) -> Option<Self> {
        let mut pieces = Placement::default();
        for &(side, number, square) in men {
            pieces.put(side, R::KINDS[number], square);
        }
        Some(Shashmaty::arranged(pieces, turn))
    }

    fn stand((): (), side: Side, number: usize) -> Bitboard {
        match (R::KINDS[number], side) {
            (Kind::Pawn, Side::White) => Bitboard::DARK - Bitboard::rank(7),
            (Kind::Pawn, Side::Black) => Bitboard::DARK - Bitboard::rank(0),
            _ => Bitboard::DARK,
        }
    }

    fn symmetry((): ()) -> Symmetry {
        let [same, _, _, turned, ..] = symmetry::all(8);
        Symmetry { plain: vec![same], exchange: Some(turned) }
    }

    fn before(&self, mut visit: impl FnMut(Self, Square, Square)) {
        let (mover, occupied) = (!self.turn(), self.pieces().occupied());
        let empty = Bitboard::DARK - occupied;
        for to in self.pieces().side(mover) {
            let square = Bitboard::of(to);
            let behind = match mover {
                Side::White => square.down(),
                Side::Black => square.up(),
            };
            let diagonals = || Sliders::full().bishop(to, occupied);
            let sources = match self.kind_at(to) {
                Some(Kind::King) => DIAGONAL[to.index()],
                Some(Kind::Pawn) => behind.left() | behind.right(),
                Some(Kind::Bishop | Kind::Damka) => diagonals(),
                Some(Kind::Camel) => CAMEL[to.index()],
                Some(Kind::Dragon) => diagonals() | CAMEL[to.index()],
                None => Bitboard::EMPTY,
            };
            for from in sources & empty {
                visit(self.moved_back(from, to), from, to);
            }
        }
    }

    fn leads(&self, _: Square, _: Square) -> bool {
        self.side_without_king().is_none() && !self.draughts_capture_due(self.turn())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::shashmaty::rules::{Classic, Damka, Dragon};

    fn check<R: Rules>() {
        let letters: String = R::KINDS.iter().map(|kind| kind.letter()).collect();
        assert_eq!(<Shashmaty<R> as Tabled>::LETTERS, letters);
        let (pawn, others) = <Shashmaty<R> as Tabled>::PROMOTIONS.expect("pawns promote");
        assert_eq!(R::KINDS[pawn], Kind::Pawn);
        let others: Vec<Kind> = others.iter().map(|&number| R::KINDS[number]).collect();
        assert_eq!(others, R::PROMOTIONS);
    }

    #[test]
    fn numbers_of_kinds_follow_the_letters() {
        check::<Classic>();
        check::<Damka>();
        check::<Dragon>();
    }
}
