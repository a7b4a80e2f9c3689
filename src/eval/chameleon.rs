//! Chameleon: the count of men dominates; then what each man is, where it can go, and how the kings are beset.

use super::{Evaluate, Tally, Term, sign, weights};
use crate::board::{Bitboard, MoveList, Side, Square};
use crate::game::Game;
use crate::game::chameleon::{Chameleon, Kind};
use crate::search::{Params, Policy, Searchable};

/// Kinds of men: all but the king.
const MEN: usize = 5;
/// The squares of the 7×7 board, holes or not.
const SQUARES: usize = 49;

const MAN: usize = 0;
const KINDS: usize = MAN + 1;
const PLACES: usize = KINDS + MEN;
const KING_PLACES: usize = PLACES + SQUARES;
const MOBILITY: usize = KING_PLACES + SQUARES;
const PROSPECTS: usize = MOBILITY + MEN;
const KING_RING: usize = PROSPECTS + MEN;
const KING_ROOM: usize = KING_RING + 1;
const PREY: usize = KING_ROOM + 1;
const HANGING: usize = PREY + 1;
const TEMPO: usize = HANGING + 1;
const ALL: usize = TEMPO + 1;

const _: () = assert!(ALL == weights::CHAMELEON.len());

impl Evaluate for Chameleon {
    const TERMS: &'static [Term] = &[
        Term::new("men", 1),
        Term::new("men by what they are", MEN),
        Term::new("men by where they stand", SQUARES),
        Term::new("king by where it stands", SQUARES),
        Term::new("mobility", MEN),
        Term::new("men that can become", MEN),
        Term::new("attacks beside the enemy king", 1),
        Term::new("squares that the king can go to", 1),
        Term::new("enemies attacked", 1),
        Term::new("men attacked and not guarded", 1),
        Term::new("the turn", 1),
    ];

    const WEIGHTS: &'static [i32] = &weights::CHAMELEON;

    #[inline]
    fn is_bare(&self) -> bool {
        self.has_bare_kings()
    }

    fn terms(&self, tally: &mut impl Tally) {
        tally.add(TEMPO, sign(self.turn()));
        let (white, black) = (self.reach::<true>(tally), self.reach::<false>(tally));
        for (side, own, other) in [(Side::White, white, black), (Side::Black, black, white)] {
            let plus = sign(side);
            let pieces = self.pieces();
            let steps = self.terrain().king(self.king(side)) - pieces.side(side) - other;
            tally.add(KING_ROOM, plus * steps.len() as i32);
            let ring = self.terrain().king(self.king(!side));
            tally.add(KING_RING, plus * (own & ring).len() as i32);
            tally.add(PREY, plus * (own & pieces.side(!side)).len() as i32);
            let men = pieces.side(side) - Bitboard::of(self.king(side));
            tally.add(HANGING, plus * (men & (other - own)).len() as i32);
        }
    }
}

/// The index of every square among the places, as each side sees it: the default terrain is the same under a half turn.
static PLACE: [[u8; 64]; 2] = {
    let mut places = [[0; 64]; 2];
    let mut index = 0;
    while index < 7 * 8 {
        let (file, rank) = (index as u8 % 8, index as u8 / 8);
        if file < 7 {
            places[Side::White.index()][index] = rank * 7 + file;
            places[Side::Black.index()][index] = SQUARES as u8 - 1 - (rank * 7 + file);
        }
        index += 1;
    }
    places
};

/// How each kind of man goes: which of a rook's, a bishop's, a knight's and a pawn's ways are its own.
const WAYS: [[Bitboard; 4]; MEN] = {
    const YES: Bitboard = Bitboard::ALL;
    const NO: Bitboard = Bitboard::EMPTY;
    let mut ways = [[NO; 4]; MEN];
    ways[Kind::Queen.index()] = [YES, YES, NO, NO];
    ways[Kind::Rook.index()] = [YES, NO, NO, NO];
    ways[Kind::Bishop.index()] = [NO, YES, NO, NO];
    ways[Kind::Knight.index()] = [NO, NO, YES, NO];
    ways[Kind::Pawn.index()] = [NO, NO, NO, YES];
    ways
};

impl Chameleon {
    /// Counts the terms of each man by itself and returns all squares that the side attacks. The compiler makes code of its
    /// own for each side.
    fn reach<const IS_WHITE: bool>(&self, tally: &mut impl Tally) -> Bitboard {
        let side = Side::of(IS_WHITE);
        let plus = sign(side);
        let (terrain, occupied, own) = (self.terrain(), self.pieces().occupied(), self.pieces().side(side));
        let king = self.king(side);
        let place = |square: Square| usize::from(PLACE[side.index()][square.index()]);
        let mut attacked = terrain.king(king);
        tally.add(KING_PLACES + place(king), plus);
        tally.add(MAN, plus * (own.len() as i32 - 1));
        for kind in 0..MEN {
            tally.add(KINDS + kind, plus * self.pieces().of(side, kind).len() as i32);
        }
        // Kind by kind most loops would end after one man or two, which no processor foresees: all are in one, without a
        // branch on the kind.
        let mut prospects = [0u64; MEN];
        for square in own - Bitboard::of(king) {
            let kind = self.pieces().kind_on(square);
            let [as_rook, as_bishop, as_knight, as_pawn] = WAYS[kind];
            let reach = (terrain.rook(square, occupied) & as_rook)
                | (terrain.bishop(square, occupied) & as_bishop)
                | (terrain.knight(square) & as_knight)
                | (terrain.pawn(side, square) & as_pawn);
            attacked |= reach;
            tally.add(PLACES + place(square), plus);
            let free = reach - own;
            tally.add(MOBILITY + kind, plus * free.len() as i32);
            for (men, coloured) in prospects.iter_mut().zip(terrain.coloured()) {
                *men += u64::from(coloured.meets(free));
            }
        }
        for (kind, men) in prospects.into_iter().enumerate() {
            tally.add(PROSPECTS + kind, plus * men as i32);
        }
        attacked
    }
}

/// What any man is worth when it is taken, in centipawns.
const MAN_VALUE: i32 = weights::CHAMELEON[MAN];

impl Searchable for Chameleon {
    const BENCH: &'static [&'static str] = &[
        Self::START,
        "1*2q*1/*pk3*/r2n3/7/5N1/*5*/1*KBR*N b - - 0 16",
        "1*rk1*n/*1b1bp*/3n3/q6/3N1N1/*1B3*/N*QKR*N b - - 3 8",
        "n*rk1*1/*p3p*/r2n1N1/3B3/5N1/*P1P1P*/1*1K1*N b - - 0 9",
    ];

    const POLICY: Policy =
        Policy { forced_capture: false, evades_checks: true, params: Params { correction: 0, ..Params::COMMON } };

    fn gain(&self, m: Self::Move) -> i32 {
        self.at(m.to()).map_or(0, |(_, kind)| MAN_VALUE + weights::CHAMELEON[KINDS + kind.index()])
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

    fn noisy(&self, list: &mut MoveList<Self::Move>) {
        self.captures(list);
    }

    fn tag(m: Self::Move) -> u16 {
        m.from().index() as u16 | (m.to().index() as u16) << 6
    }
}
