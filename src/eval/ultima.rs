//! Ultima: material, where pieces stand, what is frozen, and what every kind threatens in its own way.

use super::{Evaluate, Tally, Term, sign, weights};
use crate::board::geometry::{self, KING};
use crate::board::{Bitboard, MoveList, Side, Sliders, Square};
use crate::game::Game;
use crate::game::ultima::{Kind, Ultima};
use crate::search::{Params, Policy, Searchable};

/// Weights of one kind by its square: the board halved along its middle, since the rules know no left and right.
const SQUARES: usize = 32;

const MATERIAL: usize = 0;
const PLACES: usize = MATERIAL + Kind::COUNT;
const FROZEN: usize = PLACES + Kind::COUNT * SQUARES;
const MOBILITY: usize = FROZEN + Kind::COUNT;
const WITHDRAWAL: usize = MOBILITY + Kind::COUNT;
const JUMPS: usize = WITHDRAWAL + Kind::COUNT;
const CORNERS: usize = JUMPS + Kind::COUNT;
const PINCERS: usize = CORNERS + 1;
const KING_ROOM: usize = PINCERS + 1;
const KING_GUARDS: usize = KING_ROOM + 1;
const KING_FOES: usize = KING_GUARDS + 1;
const DRAGON_FOES: usize = KING_FOES + 1;
const TEMPO: usize = DRAGON_FOES + 1;
const ALL: usize = TEMPO + 1;

const _: () = assert!(ALL == weights::ULTIMA.len());

impl Evaluate for Ultima {
    const TERMS: &'static [Term] = &[
        Term::new("material", Kind::COUNT),
        Term::new("places", Kind::COUNT * SQUARES),
        Term::new("frozen", Kind::COUNT),
        Term::new("mobility", Kind::COUNT),
        Term::new("spy can withdraw from", Kind::COUNT),
        Term::new("leaper can jump", Kind::COUNT),
        Term::new("enemies on the king's lines, with an officer", 1),
        Term::new("enemies that a pincer could close on", 1),
        Term::new("empty squares beside the king", 1),
        Term::new("own pieces beside the king", 1),
        Term::new("enemies near the king", 1),
        Term::new("enemies near the dragon", 1),
        Term::new("the turn", 1),
    ];

    const WEIGHTS: &'static [i32] = &weights::ULTIMA;

    #[inline]
    fn is_bare(&self) -> bool {
        self.has_bare_kings()
    }

    fn terms(&self, tally: &mut impl Tally) {
        tally.add(TEMPO, sign(self.turn()));
        self.terms_of::<true>(tally);
        self.terms_of::<false>(tally);
    }
}

/// The index of every square among a kind's places, as each side sees it.
static PLACE: [[u8; 64]; 2] = {
    let mut places = [[0; 64]; 2];
    let mut index = 0;
    while index < 64 {
        let (file, rank) = (index as u8 % 8, index as u8 / 8);
        let half = if file < 4 { file } else { 7 - file };
        places[Side::White.index()][index] = rank * 4 + half;
        places[Side::Black.index()][index] = (7 - rank) * 4 + half;
        index += 1;
    }
    places
};

impl Ultima {
    /// The terms of one side, for which the compiler makes code of its own.
    fn terms_of<const IS_WHITE: bool>(&self, tally: &mut impl Tally) {
        let side = Side::of(IS_WHITE);
        let plus = sign(side);
        let pieces = self.pieces();
        let (own, enemies, occupied) = (pieces.side(side), pieces.side(!side), pieces.occupied());
        let (king, pawns) = (self.king(side), self.of(side, Kind::Pawn));
        let frozen = self.frozen(side);
        let sliders = Sliders::full();
        for kind in 0..Kind::COUNT {
            let these = pieces.of(side, kind);
            tally.add(MATERIAL + kind, plus * these.len() as i32);
            tally.add(FROZEN + kind, plus * (these & frozen).len() as i32);
        }
        // Where pieces stand and, if they may move, how far they can go. Kind by kind most loops would end after one piece or
        // two, which no processor foresees: all that move as queens do are in one.
        let mut note = |kind: usize, square: Square, reach: Bitboard| {
            tally.add(PLACES + kind * SQUARES + usize::from(PLACE[side.index()][square.index()]), plus);
            if !frozen.has(square) {
                tally.add(MOBILITY + kind, plus * (reach - occupied).len() as i32);
            }
        };
        note(Kind::King.index(), king, KING[king.index()]);
        for square in pawns {
            note(Kind::Pawn.index(), square, sliders.rook(square, occupied));
        }
        for square in own - pawns - Bitboard::of(king) {
            note(pieces.kind_on(square), square, sliders.queen(square, occupied));
        }

        // Spies beside enemies with room behind.
        for spy in self.of(side, Kind::Spy) - frozen {
            for prey in KING[spy.index()] & enemies {
                let back = KING[spy.index()] & (geometry::line(spy, prey) - Bitboard::of(prey));
                tally.add(WITHDRAWAL + pieces.kind_on(prey), plus * (back - occupied).len() as i32);
            }
        }

        // Enemies that leapers see with an empty square behind.
        for leaper in self.of(side, Kind::Leaper) - frozen {
            for prey in sliders.queen(leaper, occupied) & enemies {
                let before = geometry::between(leaper, prey) | Bitboard::of(leaper);
                let behind = KING[prey.index()] & (geometry::line(leaper, prey) - before);
                tally.add(JUMPS + pieces.kind_on(prey), plus * (behind - occupied).len() as i32);
            }
        }

        // What an officer could take with the king where it is.
        if (self.of(side, Kind::Officer) - frozen).any() {
            let lines = Bitboard::file(king.file()) | Bitboard::rank(king.rank());
            tally.add(CORNERS, plus * (lines & enemies).len() as i32);
        }
        // Enemies with a partner of this side on one side and an empty square on the other.
        let empty = !occupied;
        let pinched = (own.up() & empty.down())
            | (own.down() & empty.up())
            | (own.left() & empty.right())
            | (own.right() & empty.left());
        tally.add(PINCERS, plus * (pinched & enemies).len() as i32);

        let beside = KING[king.index()];
        tally.add(KING_ROOM, plus * (beside - occupied).len() as i32);
        tally.add(KING_GUARDS, plus * (beside & own).len() as i32);
        tally.add(KING_FOES, plus * ((beside | beside.neighbours()) & enemies).len() as i32);
        let around = self.of(side, Kind::Dragon).neighbours();
        tally.add(DRAGON_FOES, plus * (around.neighbours() & (enemies - around)).len() as i32);
    }
}

/// The worth of the pieces of any side on these squares, in centipawns.
fn worth(position: &Ultima, squares: Bitboard) -> i32 {
    let count = |kind: Kind| (position.pieces().kind(kind.index()) & squares).len() as i32;
    Kind::ALL.into_iter().map(|kind| weights::ULTIMA[MATERIAL + kind.index()] * count(kind)).sum()
}

impl Searchable for Ultima {
    const BENCH: &'static [&'static str] = &[
        Self::START,
        "1lxwkxli/2p3pp/c5pL/p6P/2P2p2/P7/2P2P2/CLXWKX1I b - - 2 15",
        "clxwkl2/L6i/p6C/p2P1p2/7x/5P1P/2P1PP2/2XWKXLI w - - 3 18",
        "clx2X2/1I1k3i/p6X/p6p/C6l/8/8/3K3L b - - 1 27",
        "clxwkxli/ppp2p2/3P3p/4p2p/1P1P4/6P1/2P1P2P/CLXWKXLI w - - 1 8",
        "cl1wkx1l/2p3p1/p5p1/p2P3P/2p1P2P/1p3X1p/2P4x/L1X1K1LI w - - 24 32",
    ];

    const POLICY: Policy = Policy {
        forced_capture: false,
        evades_checks: true,
        params: Params { delta_margin: 300, busy_depth: 3, lesson_depth: 1, ..Params::COMMON },
    };

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
        m.kind.index() * 64 + m.to.index()
    }

    fn is_noisy(&self, m: Self::Move) -> bool {
        m.victims.any()
    }

    fn moves_knowing(&self, is_check: bool, list: &mut MoveList<Self::Move>) {
        if is_check { self.moves(list) } else { self.moves_out_of_check(list) }
    }

    fn noisy(&self, list: &mut MoveList<Self::Move>) {
        self.captures(list);
    }

    fn tag(m: Self::Move) -> u16 {
        // Chains of one start and end differ by their victims: four bits of these tell most of them apart.
        let victims = (m.victims.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60) as u16;
        // A suicide on a1 must not come out as 0, nor a chain back to it.
        let is_round = u16::from(m.from == m.to);
        m.from.index() as u16 | (m.to.index() as u16) << 6 | (victims | is_round) << 12
    }
}
