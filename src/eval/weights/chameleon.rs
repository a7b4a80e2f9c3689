//! Weights of chameleon's terms in centipawns, fitted by `triptych tune chameleon`.

/// In the order of the game's terms.
#[rustfmt::skip]
pub(in crate::eval) const CHAMELEON: [i32; 119] = [
    // men
    381,
    // men by what they are
    139, 77, 48, -15, -27,
    // men by where they stand
    32, 0, -32, 33, 22, 0, 26, 0,
    35, 51, 24, 49, 18, 0, -32, -13,
    67, -28, 81, -20, -26, 73, -54, 51,
    -126, 54, -62, 50, 7, -9, -44, -1,
    -51, -8, -1, 0, -92, 69, -64, 73,
    -121, 0, -40, 0, 71, 30, 14, 0,
    -43,
    // king by where it stands
    -57, 0, -4, 36, -7, 0, 0, 0,
    -2, -32, 13, -16, 36, 0, 6, -3,
    17, 8, 19, -1, 12, -55, -3, 24,
    -9, 11, -18, -5, 4, 43, 19, 43,
    -7, 35, -9, 0, -5, -23, 4, -51,
    27, 0, -2, 0, -23, -9, -17, 0,
    -3,
    // mobility
    3, 3, 8, 12, -33,
    // men that can become
    17, -3, -10, -12, 14,
    // attacks beside the enemy king
    -8,
    // squares that the king can go to
    3,
    // enemies attacked
    23,
    // men attacked and not guarded
    -29,
    // the turn
    44,
];
