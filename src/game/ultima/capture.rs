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

/// The prey beside `from` that a straight move to `to` leads directly away from.
///
/// The square beside `from` in the direction of the move is on the line too, but there the mover finds no prey: a spy
/// passes over empty squares only, and a chameleon jumps leapers but withdraws from spies.
#[inline]
pub(super) fn withdrawn(from: Square, to: Square, prey: Bitboard) -> Bitboard {
    geometry::KING[from.index()] & geometry::line(from, to) & prey
}
