//! Chameleon: the count of men, and a little for what each is at the moment.

use super::Evaluate;
use crate::board::Side;
use crate::game::Game;
use crate::game::chameleon::{Chameleon, Kind};
use crate::search::{Policy, Searchable};

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
    const POLICY: Policy = Policy { forced_capture: false, delta_margin: 150 };

    fn gain(&self, m: Self::Move) -> i32 {
        self.at(m.to()).map_or(0, |(_, kind)| MAN + bonus(kind))
    }

    fn is_noisy(&self, m: Self::Move) -> bool {
        self.pieces().occupied().has(m.to())
    }

    fn tag(m: Self::Move) -> u16 {
        m.from().index() as u16 | (m.to().index() as u16) << 6
    }
}
