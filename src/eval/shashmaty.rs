//! Shashmaty: material and the count of kings, where pieces stand, who must capture, how free the pieces are.

use super::{Evaluate, Tally, Term, sign, weights};
use crate::board::geometry::{CAMEL, DIAGONAL};
use crate::board::{Bitboard, MoveList, Side, Sliders, Square};
use crate::game::shashmaty::{Kind, Move, Rules, Shashmaty};
use crate::game::{Game, Outcome, Reason};
use crate::search::params::NEVER;
use crate::search::{Params, Policy, Searchable};

/// The dark squares.
const SQUARES: usize = 32;

const MATERIAL: usize = 0;
const KINGS: usize = MATERIAL + Kind::COUNT;
const PLACES: usize = KINGS + 4;
const MOBILITY: usize = PLACES + Kind::COUNT * SQUARES;
const SUPPORT: usize = MOBILITY + Kind::COUNT;
const HANGING: usize = SUPPORT + 1;
const CAPTURE_DUE: usize = HANGING + 1;
const HOME: usize = CAPTURE_DUE + 2;
const TEMPO: usize = HOME + 1;
const ALL: usize = TEMPO + 1;

const _: () = assert!(ALL == weights::SHASHMATY.len());

impl<R: Rules> Evaluate for Shashmaty<R> {
    const TERMS: &'static [Term] = &[
        Term::new("material", Kind::COUNT),
        Term::new("so many kings: none, one, two, more", 4),
        Term::new("places", Kind::COUNT * SQUARES),
        Term::new("mobility", Kind::COUNT),
        Term::new("pawns with a partner behind", 1),
        Term::new("pieces that could be jumped", 1),
        Term::new("a draughts capture is due: for the side to move, for the other", 2),
        Term::new("pieces on the home rank", 1),
        Term::new("the turn", 1),
    ];

    const WEIGHTS: &'static [i32] = &weights::SHASHMATY;

    fn terms(&self, tally: &mut impl Tally) {
        let mover = sign(self.turn());
        tally.add(TEMPO, mover);
        tally.add(CAPTURE_DUE, mover * i32::from(self.draughts_capture_due(self.turn())));
        tally.add(CAPTURE_DUE + 1, -mover * i32::from(self.draughts_capture_due(!self.turn())));
        self.terms_of::<true>(tally);
        self.terms_of::<false>(tally);
    }
}

/// The index of a square among a kind's places, seen from its side: Black's board is White's turned by half.
#[inline]
fn place(side: Side, square: Square) -> usize {
    let index = if side == Side::White { square.index() } else { 63 - square.index() };
    index / 2
}

/// How each kind goes where it is free to: which of a bishop's, a camel's and a king's ways are its own. A pawn's are few
/// and count for nothing.
const WAYS: [[Bitboard; 3]; Kind::COUNT] = {
    let mut ways = [[Bitboard::EMPTY; 3]; Kind::COUNT];
    let mut index = 0;
    while index < Kind::COUNT {
        let kind = Kind::ALL[index];
        let is_own = [kind.slides(), kind.leaps(), matches!(kind, Kind::King)];
        let mut way = 0;
        while way < is_own.len() {
            if is_own[way] {
                ways[index][way] = Bitboard::ALL;
            }
            way += 1;
        }
        index += 1;
    }
    ways
};

impl<R: Rules> Shashmaty<R> {
    /// The terms of one side, for which the compiler makes code of its own.
    fn terms_of<const IS_WHITE: bool>(&self, tally: &mut impl Tally) {
        let side = Side::of(IS_WHITE);
        let plus = sign(side);
        let (own, enemies) = (self.pieces().side(side), self.pieces().side(!side));
        let occupied = own | enemies;
        let empty = Bitboard::DARK - occupied;
        let kings = self.of(side, Kind::King);
        tally.add(KINGS + (kings.len() as usize).min(3), plus);
        for kind in Kind::ALL {
            tally.add(MATERIAL + kind.index(), plus * self.of(side, kind).len() as i32);
        }
        let pawns = self.of(side, Kind::Pawn);
        for square in pawns {
            tally.add(PLACES + Kind::Pawn.index() * SQUARES + place(side, square), plus);
        }
        // The others in one loop, without a branch on the kind: kind by kind most loops would end after one piece or two, which
        // no processor foresees.
        for square in own - pawns {
            let kind = self.pieces().kind_on(square);
            let [sliding, leaping, stepping] = WAYS[kind];
            let reach = (Sliders::full().bishop(square, occupied) & sliding)
                | (CAMEL[square.index()] & leaping)
                | (DIAGONAL[square.index()] & stepping);
            tally.add(PLACES + kind * SQUARES + place(side, square), plus);
            tally.add(MOBILITY + kind, plus * (reach - own).len() as i32);
        }
        let diagonal_up = |set: Bitboard| set.up().left() | set.up().right();
        let diagonal_down = |set: Bitboard| set.down().left() | set.down().right();
        let supported = match side {
            Side::White => pawns & diagonal_up(own),
            Side::Black => pawns & diagonal_down(own),
        };
        tally.add(SUPPORT, plus * supported.len() as i32);
        // Pieces between an enemy jumper and an empty square, on one diagonal.
        let jumpers = self.of(!side, Kind::King) | self.of(!side, Kind::Pawn);
        let hanging = (jumpers.up().right() & empty.down().left())
            | (jumpers.up().left() & empty.down().right())
            | (jumpers.down().right() & empty.up().left())
            | (jumpers.down().left() & empty.up().right());
        tally.add(HANGING, plus * (hanging & own).len() as i32);
        let home = Bitboard::rank(if side == Side::White { 0 } else { 7 });
        tally.add(HOME, plus * (home & own).len() as i32);
    }
}

/// What a kind is worth when it is taken or made, in centipawns.
const fn value(kind: Kind) -> i32 {
    weights::SHASHMATY[MATERIAL + kind.index()]
}

impl<R: Rules> Searchable for Shashmaty<R> {
    const BENCH: &'static [&'static str] = &[
        Self::START,
        "3k1k2/p1p1p3/1p1p4/2c3p1/3P3C/P7/3P3P/B1K1K3 w - - 0 8",
        "3k1k2/p3b3/8/2p1p3/3c4/P1P1P1K1/3C3P/B1K5 w - - 2 14",
        "1c1k1k2/p1p1p1b1/5p1p/8/7P/P1P1P3/1P1P1P1P/B1K1K3 w - - 0 6",
        "1c1k4/6k1/8/8/1p1P1P2/4P3/8/2K1K3 b - - 0 19",
    ];

    const POLICY: Policy = Policy {
        forced_capture: true,
        evades_checks: false,
        // A pass can turn a forced loss into a win.
        params: Params { null_depth: NEVER, delta_margin: 800, fading: 0, reduction_base: 80, ..Params::COMMON },
    };

    fn gain(&self, m: Move) -> i32 {
        let taken = |kind: Kind| value(kind) * (self.pieces().kind(kind) & m.victims).len() as i32;
        Kind::ALL.into_iter().map(taken).sum::<i32>() + m.promotion.map_or(0, |kind| value(kind) - value(Kind::Pawn))
    }

    fn settled(&self) -> Option<Outcome> {
        self.side_without_king().map(|loser| Outcome::win(!loser, Reason::Kings))
    }

    fn structure(&self) -> u64 {
        let pawns = |side| self.of(side, Kind::Pawn).0;
        (pawns(Side::White) ^ pawns(Side::Black).rotate_left(1)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40
    }

    fn slot(&self, m: Move) -> usize {
        m.kind.index() * 64 + m.to.index()
    }

    fn must_capture(&self) -> bool {
        self.draughts_capture_due(self.turn())
    }

    fn is_threatened(&self) -> bool {
        self.draughts_capture_due(!self.turn())
    }

    fn is_noisy(&self, m: Move) -> bool {
        m.victims.any() || m.promotion.is_some()
    }

    fn noisy(&self, list: &mut MoveList<Move>) {
        self.noisy_moves(list);
    }

    fn tag(m: Move) -> u16 {
        // Captures of one start and end differ by their victims or by what the pawn becomes.
        let choice = m.victims.0 ^ m.promotion.map_or(0, |kind| kind.index() as u64 + 1) << 1;
        let choice = (choice.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60) as u16;
        // A capture from a1 back to it must not come out as 0.
        let is_round = u16::from(m.from == m.to);
        m.from.index() as u16 | (m.to.index() as u16) << 6 | (choice | is_round) << 12
    }
}
