//! Shashmaty: material, the count of kings, and how far the pawns have come.

use super::Evaluate;
use crate::board::{Bitboard, Side};
use crate::game::Game;
use crate::game::shashmaty::{Kind, Move, Rules, Shashmaty};
use crate::search::{Policy, Searchable};

/// The worth of a kind in centipawns.
const fn value(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 100,
        Kind::King => 250,
        Kind::Bishop => 250,
        Kind::Camel => 200,
        Kind::Damka => 500,
        Kind::Dragon => 450,
    }
}

/// What the last king is worth beyond any king: with it goes the game.
const LAST_KING: i32 = 600;
/// What a pawn gains with every rank.
const ADVANCE: i32 = 6;

fn worth<R: Rules>(position: &Shashmaty<R>, squares: Bitboard) -> i32 {
    let of_kind = |kind: Kind| value(kind) * (position.pieces().kind(kind) & squares).len() as i32;
    Kind::ALL.into_iter().map(of_kind).sum()
}

impl<R: Rules> Evaluate for Shashmaty<R> {
    fn evaluate(&self) -> i32 {
        let side_worth = |side: Side| {
            let kings = self.of(side, Kind::King).len() as i32;
            let ranks = |rank: u8| match side {
                Side::White => i32::from(rank),
                Side::Black => 7 - i32::from(rank),
            };
            let advance: i32 = self.of(side, Kind::Pawn).into_iter().map(|square| ranks(square.rank())).sum();
            worth(self, self.pieces().side(side)) + LAST_KING * kings.min(1) + ADVANCE * advance
        };
        side_worth(self.turn()) - side_worth(!self.turn())
    }
}

impl<R: Rules> Searchable for Shashmaty<R> {
    const POLICY: Policy = Policy { forced_capture: true, delta_margin: 800 };

    fn gain(&self, m: Move) -> i32 {
        worth(self, m.victims) + m.promotion.map_or(0, |kind| value(kind) - value(Kind::Pawn))
    }

    fn must_capture(&self) -> bool {
        self.draughts_capture_due(self.turn())
    }

    fn is_noisy(&self, m: Move) -> bool {
        m.victims.any() || m.promotion.is_some()
    }

    fn tag(m: Move) -> u16 {
        // Captures of one start and end differ by their victims or by what the pawn becomes.
        let choice = m.victims.0 ^ m.promotion.map_or(0, |kind| kind.index() as u64 + 1) << 1;
        let choice = (choice.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60) as u16;
        m.from.index() as u16 | (m.to.index() as u16) << 6 | choice << 12
    }
}
