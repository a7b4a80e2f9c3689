//! Weights of shashmaty's terms in centipawns, fitted by `triptych tune shashmaty`.

/// In the order of the game's terms.
pub(in crate::eval) const SHASHMATY: [i32; 214] = [
    // material
    214, 152, 403, 322, 500, 450, // so many kings: none, one, two, more
    -1500, -87, -4, -4, // places
    -21, 9, 6, -6, 11, 10, 16, 1, 7, 19, 15, 15, 5, 6, 26, -23, -32, -25, -4, -16, 14, -30, -31, -22, 33, 24, -41, -29,
    37, -12, -30, -81, 37, -11, -20, 1, -50, -27, -11, -25, -41, -22, 2, -9, -24, 6, -4, -23, -35, 9, 0, -2, 37, 57,
    59, -39, 8, 104, 139, 73, 0, 0, 0, 0, -11, -9, 24, 28, -3, -19, 22, -9, 1, -17, 12, -25, 7, -18, -24, -6, 10, 19,
    -17, 13, 5, 24, 6, 14, 9, 12, 43, 73, 37, 13, 26, 5, 11, -39, -17, 5, -2, 9, 2, -31, -5, 7, 14, 32, 31, 27, 21, 18,
    -5, 14, 65, -13, -22, -6, -15, -16, -13, 3, 14, 24, 16, 27, 8, -35, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // mobility
    -8, 0, 6, -2, 3, 3,   // pawns with a partner behind
    -1,  // pieces that could be jumped
    -28, // a draughts capture is due: for the side to move, for the other
    20, -10, // pieces on the home rank
    0,   // the turn
    4,
];
