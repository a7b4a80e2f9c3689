//! The moves of a position, generated in whole sets and told to a [`Sink`].
//!
//! While a king, pawn or damka can jump, only captures are moves; chess captures are allowed then, but compel nothing.

use super::capture::{Course, Seen, Stage, sliders};
use super::diagonal::{Diagonal, each_diagonal};
use super::sink::{Counter, Lister, Sink};
use super::{Kind, Rules, Shashmaty};
use crate::board::geometry::CAMEL;
use crate::board::{Bitboard, MoveList, Side, Square};

/// A legal move. Start, end, victims and promotion are its identity; the kind follows from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The squares of the enemy pieces that leave the board: `to` itself for a chess capture, never for a draughts capture.
    pub victims: Bitboard,
    /// Where the piece starts.
    pub from: Square,
    /// Where it ends; a draughts capture may end where it started.
    pub to: Square,
    /// The kind of the piece at the start.
    pub kind: Kind,
    /// What a pawn becomes.
    pub promotion: Option<Kind>,
}

impl Move {
    /// Whether the move captures by jumping.
    #[inline]
    pub fn is_draughts_capture(self) -> bool {
        self.victims.any() && self.kind.jumps()
    }
}

/// From which squares a king or pawn could go, whatever stands there, direction by direction.
struct Ways {
    steps: [Bitboard; 4],
    jumps: [Bitboard; 4],
}

impl Ways {
    #[inline(always)]
    fn new(empty: Bitboard, enemies: Bitboard) -> Ways {
        let mut ways = Ways { steps: [Bitboard::EMPTY; 4], jumps: [Bitboard::EMPTY; 4] };
        each_diagonal!(diagonal => {
            let back = diagonal.opposite();
            ways.steps[diagonal as usize] = back.step(empty);
            ways.jumps[diagonal as usize] = back.step(back.step(empty) & enemies);
        });
        ways
    }

    /// Where an empty square is next.
    #[inline(always)]
    fn step(&self, diagonal: Diagonal) -> Bitboard {
        self.steps[diagonal as usize]
    }

    /// Where an enemy is next and an empty square behind it.
    #[inline(always)]
    fn jump(&self, diagonal: Diagonal) -> Bitboard {
        self.jumps[diagonal as usize]
    }

    /// Where there is a jump in any direction.
    #[inline(always)]
    fn any_jump(&self) -> Bitboard {
        self.jumps[0] | self.jumps[1] | self.jumps[2] | self.jumps[3]
    }

    /// Where there is a jump in this direction and another one from its landing square, over another enemy. That the
    /// start is empty by then opens no second jump: it is behind the first victim.
    #[inline(always)]
    fn double_jump(&self, diagonal: Diagonal) -> Bitboard {
        let back = diagonal.opposite();
        let over_the_victim = back as usize;
        let onward =
            self.jumps[over_the_victim ^ 1] | self.jumps[over_the_victim ^ 2] | self.jumps[over_the_victim ^ 3];
        self.jump(diagonal) & back.jump(onward)
    }
}

impl<R: Rules> Shashmaty<R> {
    /// Whether a king, pawn or damka of this side could capture if it were to move. While one can, its side must capture.
    pub fn draughts_capture_due(&self, side: Side) -> bool {
        let ways = Ways::new(self.empty(), self.pieces.side(!side));
        let men = self.of(side, Kind::King) | self.of(side, Kind::Pawn);
        men.meets(ways.any_jump()) || self.capturing_damkas(side).any()
    }

    /// Adds the legal moves to a list.
    // Not in the loops that call it: they are faster for being small.
    #[inline(never)]
    pub(super) fn list(&self, list: &mut MoveList<Move>) {
        let (kings, enemies) = (self.of(self.turn, Kind::King), self.pieces.side(!self.turn));
        self.generate(&mut Lister { list, kings, enemies });
    }

    /// Adds the legal moves that capture or promote to the list.
    pub fn noisy_moves(&self, list: &mut MoveList<Move>) {
        let (side, empty, enemies) = (self.turn, self.empty(), self.pieces.side(!self.turn));
        if self.side_without_king().is_some() {
            return;
        }
        if self.draughts_capture_due(side) {
            return self.list(list);
        }
        let mut sink = Lister { list, kings: self.of(side, Kind::King), enemies };
        let promoting = self.of(side, Kind::Pawn) & before_last_rank(side, 1);
        if promoting.any() {
            let ways = Ways::new(empty, enemies);
            each_diagonal!(diagonal => if diagonal.is_forward(side) {
                sink.promotions(promoting & ways.step(diagonal), diagonal, R::PROMOTIONS);
            });
        }
        self.chess_moves(side, enemies, &mut sink);
    }

    /// Counts the legal moves.
    #[inline(always)]
    pub(super) fn count(&self) -> u64 {
        let mut counter = Counter::default();
        self.generate(&mut counter);
        counter.0
    }

    #[inline(always)]
    fn empty(&self) -> Bitboard {
        Bitboard::DARK - self.pieces.occupied()
    }

    /// The damkas of this side that can capture.
    #[inline(always)]
    fn capturing_damkas(&self, side: Side) -> Bitboard {
        let mut capturing = Bitboard::EMPTY;
        if const { Kind::Damka.is_in(R::KINDS) } {
            // A loop and not an iterator with a closure: a position that is only counted stays in registers this way.
            for from in self.of(side, Kind::Damka) {
                if self.course(side, from, Kind::Damka).begins() {
                    capturing.insert(from);
                }
            }
        }
        capturing
    }

    #[inline(always)]
    fn generate<S: Sink>(&self, sink: &mut S) {
        // Compiled once a side, so that every shift of a set is by a constant.
        match self.turn {
            Side::White => self.generate_for(Side::White, sink),
            Side::Black => self.generate_for(Side::Black, sink),
        }
    }

    #[inline(always)]
    fn generate_for<S: Sink>(&self, side: Side, sink: &mut S) {
        // A side without a king has lost, and nobody moves any more.
        let kings = self.pieces.kind(Kind::King);
        if !kings.meets(self.pieces.side(Side::White)) || !kings.meets(self.pieces.side(Side::Black)) {
            return;
        }
        let (empty, enemies) = (self.empty(), self.pieces.side(!side));
        let ways = Ways::new(empty, enemies);
        let men = self.of(side, Kind::King) | self.of(side, Kind::Pawn);
        let damkas = self.capturing_damkas(side);
        let due = men.meets(ways.any_jump()) | damkas.any();
        // All squares unless a capture is due. That is hard to guess, so it is better kept out of the branches.
        let quiet = Bitboard(u64::from(due).wrapping_sub(1));

        self.moves_of_men(side, &ways, quiet, sink);
        if const { Kind::Damka.is_in(R::KINDS) } {
            for from in damkas {
                self.course(side, from, Kind::Damka).finish(Stage::start(from), &mut Seen::default(), sink);
            }
            for from in self.of(side, Kind::Damka) & quiet {
                sink.reaches(Kind::Damka, from, sliders().bishop(from, !empty) & empty);
            }
        }
        self.chess_moves(side, enemies | empty & quiet, sink);
    }

    /// Moves of kings and pawns, without captures if `quiet` is full and without others if it is empty.
    #[inline(always)]
    fn moves_of_men<S: Sink>(&self, side: Side, ways: &Ways, quiet: Bitboard, sink: &mut S) {
        let (kings, pawns) = (self.of(side, Kind::King), self.of(side, Kind::Pawn));
        let men = kings | pawns;
        // Those with a capture that does not end after one jump, or that ends there in a promotion.
        let mut chains = Bitboard::EMPTY;
        each_diagonal!(diagonal => {
            chains |= men & ways.double_jump(diagonal);
            if diagonal.is_forward(side) {
                chains |= pawns & ways.jump(diagonal) & before_last_rank(side, 2);
            }
        });
        let promoting = pawns & quiet & before_last_rank(side, 1);
        let (jumpers, forward, backward) = (men - chains, men & (quiet - promoting), kings & quiet);
        let mut from = [Bitboard::EMPTY; 4];
        each_diagonal!(diagonal => {
            let steppers = if diagonal.is_forward(side) { forward } else { backward };
            from[diagonal as usize] = jumpers & ways.jump(diagonal) | steppers & ways.step(diagonal);
        });
        sink.men(from, quiet.is_empty());
        if promoting.any() {
            each_diagonal!(diagonal => if diagonal.is_forward(side) {
                sink.promotions(promoting & ways.step(diagonal), diagonal, R::PROMOTIONS);
            });
        }
        for from in chains {
            let kind = if kings.has(from) { Kind::King } else { Kind::Pawn };
            self.course(side, from, kind).finish(Stage::start(from), &mut Seen::default(), sink);
        }
    }

    /// The draughts captures of one piece of this side.
    #[inline(always)]
    pub(super) fn course(&self, side: Side, from: Square, kind: Kind) -> Course<R> {
        Course::new(side, from, kind, self.pieces.side(!side), self.empty())
    }

    /// Moves of bishops, camels and dragons to these squares.
    #[inline(always)]
    fn chess_moves<S: Sink>(&self, side: Side, allowed: Bitboard, sink: &mut S) {
        let occupied = self.pieces.occupied();
        let sliders = sliders();
        for from in self.of(side, Kind::Bishop) {
            sink.reaches(Kind::Bishop, from, sliders.bishop(from, occupied) & allowed);
        }
        for from in self.of(side, Kind::Camel) {
            sink.reaches(Kind::Camel, from, CAMEL[from.index()] & allowed);
        }
        if const { Kind::Dragon.is_in(R::KINDS) } {
            for from in self.of(side, Kind::Dragon) {
                let to = sliders.bishop(from, occupied) | CAMEL[from.index()];
                sink.reaches(Kind::Dragon, from, to & allowed);
            }
        }
    }
}

/// The rank this many ranks before the one where this side's pawns are promoted.
#[inline]
pub(super) const fn before_last_rank(side: Side, ranks: u8) -> Bitboard {
    match side {
        Side::White => Bitboard::rank(7 - ranks),
        Side::Black => Bitboard::rank(ranks),
    }
}

/// The rank where this side's pawns are promoted.
#[inline]
pub(super) const fn last_rank(side: Side) -> Bitboard {
    before_last_rank(side, 0)
}
