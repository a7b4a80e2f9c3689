//! Weights of shashmaty's terms in centipawns, fitted by `triptych tune shashmaty`.

/// In the order of the game's terms.
#[rustfmt::skip]
pub(in crate::eval) const SHASHMATY: [i32; 214] = [
    // material
    469, 344, 450, 160, 253, 500,
    // so many kings: none, one, two, more
    -600, -6, 10, -9,
    // places
    -7, 7, -7, 41, 16, 3, 15, 43,
    25, 6, 15, 12, 29, 5, 6, 10,
    12, 29, 1, 10, 28, 27, 23, 32,
    -4, 20, 14, 56, 12, 16, 18, -29,
    -11, 8, -27, 0, -15, 13, -19, -27,
    8, -16, 7, 17, 24, 45, 6, -12,
    3, 0, 66, 43, -11, 11, -1, 39,
    -13, -7, 52, -2, 3, 18, -21, -31,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    14, -7, -1, 7, -54, -3, -3, -21,
    -30, -14, 23, -1, -16, 17, 17, -14,
    0, 43, 29, 11, 101, 77, 93, -14,
    60, 147, 115, 109, 42, 42, 42, 42,
    0, 12, 7, -23, 12, 8, 9, -24,
    9, 24, 14, 12, 11, 16, 20, 4,
    -2, 6, -11, 8, 10, 1, -10, 12,
    -6, -7, -42, -18, -44, -21, -14, 6,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    // mobility
    8, 3, 2, 0, -5, 2,
    // pawns with a partner behind
    -3,
    // pieces that could be jumped
    -38,
    // a draughts capture is due: for the side to move, for the other
    0, -14,
    // pieces on the home rank
    7,
    // the turn
    8,
];
