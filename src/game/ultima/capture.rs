//! What a move of one leg captures at a distance, as sets of squares: in pincers, at the officer's corners, by
//! withdrawing. Jumps are in [`chain`](super::chain).
//!
//! Every function takes the prey, the enemies that the mover captures in that way: all of them for the piece whose own
//! method it is, those of one kind for a chameleon.

use crate::board::{Bitboard, Square, geometry};

/// The prey beside `to` along file and rank that has a partner, one of `own`, on the square directly beyond it.
///
/// The mover itself may be left in `own`: between the square that it leaves and the one that it arrives on there is no
/// piece that could be pinched.
#[inline]
pub(super) fn pinched(to: Square, prey: Bitboard, own: Bitboard) -> Bitboard {
    let to = Bitboard::of(to);
    let beside =
        (to.up() & own.down()) | (to.down() & own.up()) | (to.left() & own.right()) | (to.right() & own.left());
    beside & prey
}

/// The squares beside prey with a partner on its other side: a pawn that arrives there captures.
#[inline]
pub(super) fn pinching_squares(prey: Bitboard, own: Bitboard) -> Bitboard {
    (prey & own.up()).up() | (prey & own.down()).down() | (prey & own.left()).left() | (prey & own.right()).right()
}

/// The prey at the two corners that `to` makes with the mover's king.
///
/// On a line with the king the corners are the king's own square and `to` itself, which hold no enemy.
#[inline]
pub(super) fn coordinated(to: Square, king: Square, prey: Bitboard) -> Bitboard {
    let (file, rank) = (Bitboard::file(to.file()), Bitboard::rank(to.rank()));
    let (king_file, king_rank) = (Bitboard::file(king.file()), Bitboard::rank(king.rank()));
    ((king_file & rank) | (file & king_rank)) & prey
}

/// The squares on arrival at which an officer captures prey; more of them where king and prey share neither file nor rank.
#[inline]
pub(super) fn coordinating_squares(king: Square, prey: Bitboard) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    for corner in prey & Bitboard::file(king.file()) {
        squares |= Bitboard::rank(corner.rank());
    }
    for corner in prey & Bitboard::rank(king.rank()) {
        squares |= Bitboard::file(corner.file());
    }
    squares
}

/// The prey beside `from` that a straight move to `to` leads directly away from.
///
/// The square beside `from` in the direction of the move is on the line too, but there the mover finds no prey: a spy
/// passes over empty squares only, and a chameleon jumps leapers but withdraws from spies.
#[inline]
pub(super) fn withdrawn(from: Square, to: Square, prey: Bitboard) -> Bitboard {
    geometry::KING[from.index()] & geometry::line(from, to) & prey
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard;

    #[test]
    fn pinching_squares_are_those_that_pinch() {
        let prey = bitboard! {
            X . . . . . . X
            . . . X . . . .
            . . X . X . . .
            . . . X . . . .
            . . . . . . . .
            . . . . . X . .
            . X . . . . . .
            X . . . . . X X
        };
        let own = bitboard! {
            . X . X . . . .
            . . . . . . . .
            . X . . . . . .
            . . . . . . . .
            . . . X . . . .
            . . . . X . . X
            . . . . . . . .
            . X . . . X . .
        };
        let some = Square::all().filter(|&to| pinched(to, prey, own).any()).collect::<Bitboard>();
        assert_eq!(pinching_squares(prey, own), some);
        let d6 = Square::at(3, 5);
        assert_eq!(
            pinched(d6, prey, own),
            Bitboard::of(Square::at(3, 6)) | Bitboard::of(Square::at(2, 5)) | Bitboard::of(Square::at(3, 4))
        );
    }

    #[test]
    fn coordinating_squares_are_those_that_coordinate() {
        let king = Square::at(1, 1);
        let prey = bitboard! {
            . . . . . . . .
            . X . . . . . .
            . . . . . X . .
            . . . . . . . .
            . . . . . . . .
            . . X . . . . .
            . . . . . . X .
            . . . . . . . .
        };
        for to in Square::all().filter(|&to| to.file() != 1 && to.rank() != 1) {
            let captures = coordinated(to, king, prey).any();
            assert_eq!(coordinating_squares(king, prey).has(to), captures, "{to}");
        }
        let both = coordinated(Square::at(6, 6), king, prey);
        assert_eq!(both, Bitboard::of(Square::at(1, 6)) | Bitboard::of(Square::at(6, 1)));
    }

    #[test]
    fn withdrawing_takes_from_the_opposite_square() {
        let (from, beside) = (Square::at(3, 3), geometry::KING[Square::at(3, 3).index()]);
        let opposite = |to| withdrawn(from, to, (beside - geometry::line(from, to)) | Bitboard::of(Square::at(2, 2)));
        assert_eq!(opposite(Square::at(5, 5)), Bitboard::of(Square::at(2, 2)));
        assert_eq!(withdrawn(from, Square::at(3, 6), Bitboard::of(Square::at(2, 2))), Bitboard::EMPTY);
    }
}
