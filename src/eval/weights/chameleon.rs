//! Weights of chameleon's terms in centipawns, fitted by `triptych tune chameleon`.

/// In the order of the game's terms.
#[rustfmt::skip]
pub(in crate::eval) const CHAMELEON: [i32; 119] = [
    // men
    354,
    // men by what they are
    161, 73, 48, -35, -64,
    // men by where they stand
    45, 0, -39, 56, 30, 0, 45, 0,
    30, 52, 30, 62, 23, 0, -33, -41,
    82, -49, 98, -32, -32, 78, -79, 71,
    -147, 69, -69, 82, -1, -17, -75, -41,
    -69, -25, 7, 0, -130, 73, -119, 74,
    -158, 0, -29, 0, 62, 37, 16, 0,
    -16,
    // king by where it stands
    -78, 0, -23, 33, -31, 0, -43, 0,
    -1, -60, 12, -35, 16, 0, -31, 17,
    30, 9, 15, 2, 1, -27, 8, 24,
    -23, -1, -17, -14, 13, 47, 31, 78,
    9, 42, 29, 0, 44, -18, 35, -21,
    -2, 0, 0, 0, -20, -21, -29, 0,
    -2,
    // mobility
    1, 4, 8, 18, -21,
    // men that can become
    21, -3, -8, -13, 20,
    // attacks beside the enemy king
    -10,
    // squares that the king can go to
    2,
    // enemies attacked
    19,
    // men attacked and not guarded
    -24,
    // the turn
    47,
];
