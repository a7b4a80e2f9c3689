//! How far leapers may get by chains, generously: a bound that costs no search.
//!
//! A piece that any chain might have jumped counts as still there and as gone, whichever helps. So what is not in reach
//! here is certainly out of reach; what is in reach needs a real search.

use std::array::from_fn;

use super::lines::{Directions, FALLING, Four, RISING};
use crate::board::Bitboard;

/// All that chains of some leapers may touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// The pieces that may be jumped.
    pub(super) jumped: Bitboard,
    /// The empty squares where another piece might be jumped.
    pub(super) exposed: Bitboard,
    /// The pieces that the chains see: as victims, behind victims, or in the way.
    pub(super) seen: Bitboard,
}

impl Reach {
    /// The reach of these leapers among all pieces on the board, over those that are their prey.
    pub(super) fn of(leapers: Bitboard, occupied: Bitboard, prey: Bitboard) -> Reach {
        let (occupied, prey) = (occupied.0, prey.0);
        let (mut stands, mut jumped) = (leapers.0, 0);
        loop {
            let open = leapers.0 | !occupied | jumped;
            let rising = Look::new(&RISING, stands, open, occupied, prey);
            let falling = Look::new(&FALLING, stands, open, occupied, prey);
            let union = |part: fn(&Look) -> &Four| {
                let (a, b) = (part(&rising), part(&falling));
                a[0] | a[1] | a[2] | a[3] | b[0] | b[1] | b[2] | b[3]
            };
            let landed = stands | union(|look| &look.landed);
            let victims = jumped | union(|look| &look.victims);
            if landed == stands && victims == jumped {
                return Reach {
                    jumped: Bitboard(jumped),
                    exposed: Bitboard(union(|look| &look.exposed)),
                    seen: Bitboard(union(|look| &look.seen)),
                };
            }
            (stands, jumped) = (landed, victims);
        }
    }
}

/// What one look in four directions finds.
struct Look {
    landed: Four,
    victims: Four,
    exposed: Four,
    seen: Four,
}

impl Look {
    #[inline(always)]
    fn new(directions: &Directions, stands: u64, open: u64, occupied: u64, prey: u64) -> Look {
        let on_the_way = directions.slide([stands; 4], open);
        let next = directions.step(on_the_way);
        let met: Four = from_fn(|i| next[i] & occupied);
        let behind = directions.step(from_fn(|i| met[i] & prey));
        let landings: Four = from_fn(|i| behind[i] & open);
        let landed = directions.slide(landings, open);
        let beyond = directions.step(landed);
        let before = directions.step_back([open; 4]);
        Look {
            landed,
            victims: directions.step_back(landings),
            exposed: from_fn(|i| on_the_way[i] & next[i] & before[i]),
            seen: from_fn(|i| met[i] | ((behind[i] | beyond[i]) & occupied)),
        }
    }
}
