//! Weights of chameleon's terms in centipawns.

/// In the order of the game's terms.
pub(in crate::eval) const CHAMELEON: [i32; 119] = [
    // men
    300, // kinds
    60, 40, 20, 20, 0, // places
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // king places
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // mobility
    2, 2, 2, 2, 2, // prospects
    10, 6, 3, 3, 0,   // ring
    6,   // room
    4,   // prey
    12,  // hanging
    -30, // turn
    15,
];
