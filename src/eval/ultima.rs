//! Ultima: material, and half a piece less for each that is frozen.

use super::Evaluate;
use crate::board::{Bitboard, Side};
use crate::game::Game;
use crate::game::ultima::{Kind, Ultima};
use crate::search::{Params, Policy, Searchable};

/// Centipawns by kind, in the order of [`Kind::ALL`]: published values of an older program for these games.
const VALUES: [i32; Kind::COUNT] = [0, 100, 530, 310, 290, 820, 430];

/// The worth of the pieces of any side on these squares, in centipawns.
fn worth(position: &Ultima, squares: Bitboard) -> i32 {
    let of_kind = |kind: Kind| VALUES[kind.index()] * (position.pieces().kind(kind.index()) & squares).len() as i32;
    Kind::ALL.into_iter().map(of_kind).sum()
}

impl Evaluate for Ultima {
    fn evaluate(&self) -> i32 {
        let side_worth = |side: Side| {
            let own = self.pieces().side(side);
            // A frozen piece can be lost at any time, or given up for nothing.
            worth(self, own) - worth(self, self.frozen(side)) / 4
        };
        side_worth(self.turn()) - side_worth(!self.turn())
    }
}

impl Searchable for Ultima {
    const BENCH: &'static [&'static str] = &[Self::START];

    const POLICY: Policy = Policy { forced_capture: false, evades_checks: true, delta_margin: 300, params: Params::COMMON };

    fn gain(&self, m: Self::Move) -> i32 {
        worth(self, m.victims)
    }

    fn structure(&self) -> u64 {
        // Who freezes what changes slowly, and is what a count of pieces misjudges most.
        let kings_and_dragons = self.pieces().kind(Kind::King.index()) | self.pieces().kind(Kind::Dragon.index());
        kings_and_dragons.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40
    }

    fn pass(&self) -> Option<Ultima> {
        // Where most pieces are frozen a side may be glad to pass.
        let free = self.pieces().side(self.turn()) - self.frozen(self.turn());
        if free.len() >= 4 { self.passed() } else { None }
    }

    fn slot(&self, m: Self::Move) -> usize {
        self.kind_at(m.from).map_or(0, Kind::index) * 64 + m.to.index()
    }

    fn is_noisy(&self, m: Self::Move) -> bool {
        m.victims.any()
    }

    fn tag(m: Self::Move) -> u16 {
        // Chains of one start and end differ by their victims: four bits of these tell most of them apart.
        let victims = (m.victims.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60) as u16;
        m.from.index() as u16 | (m.to.index() as u16) << 6 | victims << 12
    }
}
