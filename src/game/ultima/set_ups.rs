//! Random placements for the tests of the rules: crowded and sparse, with dragons and leapers more often than in play.

use rand::{Rng, SeedableRng, rngs::StdRng};

use super::{Kind, Placement};
use crate::board::{Side, Square};

/// How many a test takes.
pub(super) const MANY: u64 = 20_000;

/// The set-up with this number: a king a side and up to 14 other pieces, anywhere or in a corner of the board.
pub(super) fn set_up(seed: u64) -> Placement {
    let mut random = StdRng::seed_from_u64(seed);
    let mut pieces = Placement::default();
    let size: u8 = [8, 8, 5, 4][random.random_range(0..4)];
    let mut put = |random: &mut StdRng, side, kind: Kind| {
        loop {
            let square = Square::at(random.random_range(0..size), random.random_range(0..size));
            if !pieces.occupied().has(square) {
                return pieces.put(side, kind.index(), square);
            }
        }
    };
    for side in Side::ALL {
        put(&mut random, side, Kind::King);
    }
    for _ in 0..random.random_range(1..=14) {
        let side = Side::ALL[random.random_range(0..2)];
        let kind = Kind::ALL[random.random_range(1..Kind::COUNT)];
        let kind = if random.random_ratio(1, 4) { Kind::Leaper } else { kind };
        put(&mut random, side, kind);
    }
    pieces
}
