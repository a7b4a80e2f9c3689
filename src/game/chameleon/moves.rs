//! Legal moves, listed or only counted, and what attacks a square.
//!
//! What a piece becomes where it arrives has no bearing on the safety of its own king, so pins and checks are those of
//! chess; only afterwards does it attack as what it has become.

use crate::board::geometry::{between, line};
use crate::board::{Bitboard, MoveList, Side, Square};

use super::{Chameleon, Kind};

/// A move: from a square to another, by a piece that is of this kind when it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    from: Square,
    to: Square,
    kind: Kind,
}

impl Move {
    /// Where it starts.
    #[inline]
    pub fn from(self) -> Square {
        self.from
    }

    /// Where it ends.
    #[inline]
    pub fn to(self) -> Square {
        self.to
    }

    /// What the piece is before it moves.
    #[inline]
    pub fn kind(self) -> Kind {
        self.kind
    }
}

/// What the side to move has to heed.
struct Situation {
    king: Square,
    /// Where the king may go.
    steps: Bitboard,
    /// The enemies that attack the king.
    checkers: Bitboard,
    /// Pieces that alone stand between the king and an enemy slider; some of them may be the enemy's.
    pinned: Bitboard,
    /// Where other pieces may go if they can: not onto their own, and so that a check is answered.
    targets: Bitboard,
}

impl Chameleon {
    /// All pieces of a side that attack the square, if just these squares were occupied.
    pub fn attackers(&self, side: Side, square: Square, occupied: Bitboard) -> Bitboard {
        let terrain = self.terrain;
        (terrain.knight(square) & self.of(side, Kind::Knight))
            | (terrain.pawn(!side, square) & self.of(side, Kind::Pawn))
            | (terrain.king(square) & self.of(side, Kind::King))
            | (terrain.rook(square, occupied) & self.straight(side))
            | (terrain.bishop(square, occupied) & self.diagonal(side))
    }

    /// The enemies that attack the king of the side to move.
    pub fn checkers(&self) -> Bitboard {
        self.attackers(!self.turn, self.king(self.turn), self.pieces.occupied())
    }

    /// A side's rooks and queens.
    #[inline]
    fn straight(&self, side: Side) -> Bitboard {
        self.of(side, Kind::Rook) | self.of(side, Kind::Queen)
    }

    /// A side's bishops and queens.
    #[inline]
    fn diagonal(&self, side: Side) -> Bitboard {
        self.of(side, Kind::Bishop) | self.of(side, Kind::Queen)
    }

    #[inline(always)]
    fn situation(&self) -> Situation {
        let (us, them, terrain) = (self.turn, !self.turn, self.terrain);
        let (own, occupied) = (self.pieces.side(us), self.pieces.occupied());
        let king = self.king(us);
        let (straight, diagonal) = (self.straight(them), self.diagonal(them));
        let (knights, pawns) = (self.of(them, Kind::Knight), self.of(them, Kind::Pawn));

        let mut checkers = (terrain.knight(king) & knights) | (terrain.pawn(us, king) & pawns);
        let mut pinned = Bitboard::EMPTY;
        for sniper in (terrain.rook_lines(king) & straight) | (terrain.bishop_lines(king) & diagonal) {
            let blockers = between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers.insert(sniper);
            } else if !blockers.several() {
                pinned |= blockers;
            }
        }

        // A slider sees through the square that the king leaves.
        let without_king = occupied - Bitboard::of(king);
        let mut steps =
            terrain.king(king) - own - terrain.king(self.king(them)) - leaps(knights) - strikes(them, pawns);
        for from in straight {
            steps -= terrain.rook(from, without_king);
        }
        for from in diagonal {
            steps -= terrain.bishop(from, without_king);
        }

        let answers = match checkers.first() {
            None => terrain.squares(),
            Some(checker) => between(king, checker) | checkers,
        };
        Situation { king, steps, checkers, pinned, targets: answers - own }
    }

    /// Adds the legal moves to the list.
    pub(super) fn list(&self, list: &mut MoveList<Move>) {
        self.list_within(Bitboard::ALL, list);
    }

    /// Adds the legal moves that capture to the list.
    pub fn captures(&self, list: &mut MoveList<Move>) {
        self.list_within(self.pieces.side(!self.turn), list);
    }

    /// Adds the legal moves to these squares to the list.
    #[inline(always)]
    fn list_within(&self, squares: Bitboard, list: &mut MoveList<Move>) {
        let Situation { king, steps, checkers, pinned, targets } = self.situation();
        let targets = targets & squares;
        push(list, Kind::King, king, steps & squares);
        if checkers.several() {
            return;
        }
        let (us, terrain, occupied) = (self.turn, self.terrain, self.pieces.occupied());
        for from in self.of(us, Kind::Knight) - pinned {
            push(list, Kind::Knight, from, terrain.knight(from) & targets);
        }
        for kind in [Kind::Bishop, Kind::Rook, Kind::Queen] {
            for from in self.of(us, kind) {
                let reach = match kind {
                    Kind::Bishop => terrain.bishop(from, occupied),
                    Kind::Rook => terrain.rook(from, occupied),
                    _ => terrain.rook(from, occupied) | terrain.bishop(from, occupied),
                };
                let allowed = if pinned.has(from) { targets & line(king, from) } else { targets };
                push(list, kind, from, reach & allowed);
            }
        }
        let pawns = self.of(us, Kind::Pawn);
        for from in pawns & pinned {
            push(list, Kind::Pawn, from, self.pawn_moves(from) & targets & line(king, from));
        }
        for (to, step) in self.pawns_moves(pawns - pinned) {
            let from = |to: Square| Square::new((to.index() as u8).wrapping_sub_signed(step));
            list.extend((to & targets).into_iter().map(|to| Move { from: from(to), to, kind: Kind::Pawn }));
        }
    }

    /// The number of legal moves.
    pub(super) fn count(&self) -> u64 {
        let Situation { king, steps, checkers, pinned, targets } = self.situation();
        let mut count = steps.len();
        if checkers.several() {
            return u64::from(count);
        }
        let (us, terrain, occupied) = (self.turn, self.terrain, self.pieces.occupied());
        let knights = self.of(us, Kind::Knight) - pinned;
        count += each_leap(knights).iter().map(|&leap| (leap & targets).len()).sum::<u32>();
        for from in self.diagonal(us) - pinned {
            count += (terrain.bishop(from, occupied) & targets).len();
        }
        for from in self.straight(us) - pinned {
            count += (terrain.rook(from, occupied) & targets).len();
        }
        let pawns = self.of(us, Kind::Pawn);
        for (to, _) in self.pawns_moves(pawns - pinned) {
            count += (to & targets).len();
        }
        let own_pinned = pinned & self.pieces.side(us);
        for from in own_pinned {
            let allowed = targets & line(king, from);
            if self.diagonal(us).has(from) {
                count += (terrain.bishop(from, occupied) & allowed).len();
            }
            if self.straight(us).has(from) {
                count += (terrain.rook(from, occupied) & allowed).len();
            }
            if pawns.has(from) {
                count += (self.pawn_moves(from) & allowed).len();
            }
        }
        u64::from(count)
    }

    /// Where the pawn of the side to move on the square may go, its king's safety aside.
    fn pawn_moves(&self, from: Square) -> Bitboard {
        self.pawns_moves(Bitboard::of(from)).into_iter().fold(Bitboard::EMPTY, |set, (to, _)| set | to)
    }

    /// Where pawns of the side to move may go: straight on, to the left, to the right, each with what has to be added to
    /// the start square's number.
    #[inline]
    fn pawns_moves(&self, pawns: Bitboard) -> [(Bitboard, i8); 3] {
        let enemies = self.pieces.side(!self.turn);
        let empty = self.terrain.squares() - self.pieces.occupied();
        let (ahead, step) = match self.turn {
            Side::White => (pawns.up(), 8),
            Side::Black => (pawns.down(), -8),
        };
        [(ahead & empty, step), (ahead.left() & enemies, step - 1), (ahead.right() & enemies, step + 1)]
    }
}

#[inline]
fn push(list: &mut MoveList<Move>, kind: Kind, from: Square, to: Bitboard) {
    list.extend(to.into_iter().map(|to| Move { from, to, kind }));
}

/// What a side's pawns attack, holes and squares outside the board included.
#[inline]
fn strikes(side: Side, pawns: Bitboard) -> Bitboard {
    let ahead = match side {
        Side::White => pawns.up(),
        Side::Black => pawns.down(),
    };
    ahead.left() | ahead.right()
}

/// What knights attack, holes and squares outside the board included.
#[inline]
fn leaps(knights: Bitboard) -> Bitboard {
    each_leap(knights).into_iter().fold(Bitboard::EMPTY, |set, leap| set | leap)
}

/// Where knights come by each of their eight leaps, holes and squares outside the board included.
#[inline]
fn each_leap(knights: Bitboard) -> [Bitboard; 8] {
    let (left, right) = (knights.left(), knights.right());
    let (far_left, far_right) = (left.left(), right.right());
    [
        left.up().up(),
        right.up().up(),
        left.down().down(),
        right.down().down(),
        far_left.up(),
        far_right.up(),
        far_left.down(),
        far_right.down(),
    ]
}
