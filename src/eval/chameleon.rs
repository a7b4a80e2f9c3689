//! Chameleon: the count of men, and a little for what each is at the moment.

use super::Evaluate;
use crate::board::Side;
use crate::game::Game;
use crate::game::chameleon::{Chameleon, Kind};
use crate::search::{Params, Policy, Searchable};

/// What any man is worth, in centipawns: a queen turns into a pawn with its next step.
const MAN: i32 = 300;

/// What a man is worth beyond that for what it is now.
const fn bonus(kind: Kind) -> i32 {
    match kind {
        Kind::Queen => 60,
        Kind::Rook => 40,
        Kind::Bishop => 20,
        Kind::Knight => 20,
        Kind::Pawn | Kind::King => 0,
    }
}

impl Evaluate for Chameleon {
    fn evaluate(&self) -> i32 {
        let side_worth = |side: Side| -> i32 {
            let men = self.pieces().side(side).len() as i32 - 1;
            let now = |kind: Kind| bonus(kind) * self.of(side, kind).len() as i32;
            MAN * men + Kind::ALL.into_iter().map(now).sum::<i32>()
        };
        side_worth(self.turn()) - side_worth(!self.turn())
    }
}

impl Searchable for Chameleon {
    const BENCH: &'static [&'static str] = &[Self::START];

    const POLICY: Policy = Policy { forced_capture: false, evades_checks: true, delta_margin: 150, params: Params::COMMON };

    fn gain(&self, m: Self::Move) -> i32 {
        self.at(m.to()).map_or(0, |(_, kind)| MAN + bonus(kind))
    }

    fn structure(&self) -> u64 {
        let kings = self.pieces().kind(Kind::King.index());
        let counts = Side::ALL.map(|side| u64::from(self.pieces().side(side).len()));
        (kings.0 ^ counts[0] << 56 ^ counts[1] << 60).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40
    }

    fn pass(&self) -> Option<Chameleon> {
        let men = self.pieces().side(self.turn()).len();
        if men >= 4 { self.passed() } else { None }
    }

    fn slot(&self, m: Self::Move) -> usize {
        m.kind().index() * 64 + m.to().index()
    }

    fn is_noisy(&self, m: Self::Move) -> bool {
        self.pieces().occupied().has(m.to())
    }

    fn tag(m: Self::Move) -> u16 {
        m.from().index() as u16 | (m.to().index() as u16) << 6
    }
}
