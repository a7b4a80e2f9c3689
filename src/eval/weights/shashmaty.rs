//! Weights of shashmaty's terms in centipawns, set by hand.

/// In the order of the game's terms.
#[rustfmt::skip]
pub(in crate::eval) const SHASHMATY: [i32; 214] = [
    // material
    250, 200, 450, 100, 250, 500,
    // so many kings: none, one, two, more
    -600, 0, 0, 0,
    // places
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 6, 6, 6, 6,
    12, 12, 12, 12, 18, 18, 18, 18,
    24, 24, 24, 24, 30, 30, 30, 30,
    36, 36, 36, 36, 42, 42, 42, 42,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    // mobility
    2, 2, 2, 0, 0, 2,
    // pawns with a partner behind
    0,
    // pieces that could be jumped
    -10,
    // a draughts capture is due: for the side to move, for the other
    0, 0,
    // pieces on the home rank
    0,
    // the turn
    5,
];
