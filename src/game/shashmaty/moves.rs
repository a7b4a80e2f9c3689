//! The moves of a position, generated in whole sets and told to a [`Sink`]: one lists them, one only counts.
//!
//! While a king, pawn or damka can jump, only captures are moves; chess captures are allowed then, but compel nothing.

use super::capture::{Course, Seen, Stage, Targets, sliders};
use super::diagonal::Diagonal;
use super::{Kind, Rules, Shashmaty};
use crate::board::geometry::CAMEL;
use crate::board::{Bitboard, MoveList, Side, Square};

/// A legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The squares of the enemy pieces that leave the board: `to` for a chess capture, none of them `to` for a draughts one.
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

/// Whoever is told the moves of a position.
pub(super) trait Sink {
    /// Quiet moves by one step: a piece of this kind arrives on each square of the set, without promotion.
    fn steps(&mut self, kind: Kind, to: Bitboard, diagonal: Diagonal);
    /// Quiet moves of pawns by one step to their last rank, with each of the promotions.
    fn promotions(&mut self, to: Bitboard, diagonal: Diagonal, kinds: &[Kind]);
    /// Complete captures of one piece by one jump: a piece of this kind arrives on each square of the set.
    fn jumps(&mut self, kind: Kind, to: Bitboard, diagonal: Diagonal);
    /// Quiet moves and chess captures of a piece.
    fn reaches(&mut self, kind: Kind, from: Square, to: Bitboard);
    /// A complete draughts capture.
    fn capture(&mut self, from: Square, kind: Kind, end: Stage);
}

/// Puts the moves on a list.
struct Lister<'a> {
    list: &'a mut MoveList<Move>,
    enemies: Bitboard,
}

impl Sink for Lister<'_> {
    #[inline]
    fn steps(&mut self, kind: Kind, to: Bitboard, diagonal: Diagonal) {
        for to in to {
            let from = diagonal.back(to, 1);
            self.list.push(Move { victims: Bitboard::EMPTY, from, to, kind, promotion: None });
        }
    }

    #[inline]
    fn promotions(&mut self, to: Bitboard, diagonal: Diagonal, kinds: &[Kind]) {
        for to in to {
            let from = diagonal.back(to, 1);
            for &promotion in kinds {
                self.list.push(Move {
                    victims: Bitboard::EMPTY,
                    from,
                    to,
                    kind: Kind::Pawn,
                    promotion: Some(promotion),
                });
            }
        }
    }

    #[inline]
    fn jumps(&mut self, kind: Kind, to: Bitboard, diagonal: Diagonal) {
        for to in to {
            let (victim, from) = (diagonal.back(to, 1), diagonal.back(to, 2));
            self.list.push(Move { victims: Bitboard::of(victim), from, to, kind, promotion: None });
        }
    }

    #[inline]
    fn reaches(&mut self, kind: Kind, from: Square, to: Bitboard) {
        for to in to {
            self.list.push(Move { victims: Bitboard::of(to) & self.enemies, from, to, kind, promotion: None });
        }
    }

    #[inline]
    fn capture(&mut self, from: Square, kind: Kind, Stage { at, victims, promotion }: Stage) {
        self.list.push(Move { victims, from, to: at, kind, promotion });
    }
}

/// Counts the moves.
struct Counter(u64);

impl Sink for Counter {
    #[inline]
    fn steps(&mut self, _: Kind, to: Bitboard, _: Diagonal) {
        self.0 += u64::from(to.len());
    }

    #[inline]
    fn promotions(&mut self, to: Bitboard, _: Diagonal, kinds: &[Kind]) {
        self.0 += u64::from(to.len()) * kinds.len() as u64;
    }

    #[inline]
    fn jumps(&mut self, _: Kind, to: Bitboard, _: Diagonal) {
        self.0 += u64::from(to.len());
    }

    #[inline]
    fn reaches(&mut self, _: Kind, _: Square, to: Bitboard) {
        self.0 += u64::from(to.len());
    }

    #[inline]
    fn capture(&mut self, _: Square, _: Kind, _: Stage) {
        self.0 += 1;
    }
}

impl<R: Rules> Shashmaty<R> {
    /// Adds the legal moves to a list.
    pub(super) fn list(&self, list: &mut MoveList<Move>) {
        self.generate(&mut Lister { list, enemies: self.pieces.side(!self.turn) });
    }

    /// Counts the legal moves.
    #[inline]
    pub(super) fn count(&self) -> u64 {
        let mut counter = Counter(0);
        self.generate(&mut counter);
        counter.0
    }

    /// Whether a king, pawn or damka of this side could capture if it were to move. While one can, its side must capture.
    pub fn draughts_capture_due(&self, side: Side) -> bool {
        self.is_due(side, &Targets::of(self, side))
    }

    #[inline]
    fn is_due(&self, side: Side, targets: &Targets) -> bool {
        let jumpers = self.of(side, Kind::King) | self.of(side, Kind::Pawn);
        jumpers.meets(targets.any())
            || const { Kind::Damka.is_in(R::KINDS) }
                && self
                    .of(side, Kind::Damka)
                    .into_iter()
                    .any(|from| Course::new(self, side, from, Kind::Damka).begins())
    }

    #[inline]
    fn generate<S: Sink>(&self, sink: &mut S) {
        // A side without a king has lost, and nobody moves any more.
        if self.side_without_king().is_some() {
            return;
        }
        let side = self.turn;
        let targets = Targets::of(self, side);
        if self.is_due(side, &targets) {
            self.draughts_captures(&targets, sink);
            self.chess_moves(self.pieces.side(!side), sink);
        } else {
            self.quiet_steps(sink);
            self.chess_moves(!self.pieces.side(side), sink);
        }
    }

    #[inline]
    fn quiet_steps<S: Sink>(&self, sink: &mut S) {
        let empty = Bitboard::DARK - self.pieces.occupied();
        let last = last_rank(self.turn);
        let (kings, pawns) = (self.of(self.turn, Kind::King), self.of(self.turn, Kind::Pawn));
        for diagonal in Diagonal::ALL {
            sink.steps(Kind::King, diagonal.step(kings) & empty, diagonal);
        }
        for diagonal in Diagonal::forward(self.turn) {
            let to = diagonal.step(pawns) & empty;
            sink.steps(Kind::Pawn, to - last, diagonal);
            sink.promotions(to & last, diagonal, R::PROMOTIONS);
        }
        if const { Kind::Damka.is_in(R::KINDS) } {
            for from in self.of(self.turn, Kind::Damka) {
                sink.reaches(Kind::Damka, from, sliders().bishop(from, self.pieces.occupied()) & empty);
            }
        }
    }

    /// Moves of bishops, camels and dragons to these squares.
    #[inline]
    fn chess_moves<S: Sink>(&self, allowed: Bitboard, sink: &mut S) {
        let occupied = self.pieces.occupied();
        for from in self.of(self.turn, Kind::Bishop) {
            sink.reaches(Kind::Bishop, from, sliders().bishop(from, occupied) & allowed);
        }
        for from in self.of(self.turn, Kind::Camel) {
            sink.reaches(Kind::Camel, from, CAMEL[from.index()] & allowed);
        }
        if const { Kind::Dragon.is_in(R::KINDS) } {
            for from in self.of(self.turn, Kind::Dragon) {
                let to = sliders().bishop(from, occupied) | CAMEL[from.index()];
                sink.reaches(Kind::Dragon, from, to & allowed);
            }
        }
    }

    fn draughts_captures<S: Sink>(&self, targets: &Targets, sink: &mut S) {
        let side = self.turn;
        let last = last_rank(side);
        for kind in [Kind::King, Kind::Pawn] {
            let pieces = self.of(side, kind) & targets.any();
            let mut unfinished = Bitboard::EMPTY;
            for diagonal in Diagonal::ALL {
                let to = jump(pieces & targets.to(diagonal), diagonal);
                let promoted = if kind == Kind::Pawn { to & last } else { Bitboard::EMPTY };
                let further = promoted | to & targets.after(diagonal);
                sink.jumps(kind, to - further, diagonal);
                unfinished |= jump(further, diagonal.opposite());
            }
            for from in unfinished {
                self.chains(from, kind, targets, sink);
            }
        }
        if const { Kind::Damka.is_in(R::KINDS) } {
            for from in self.of(side, Kind::Damka) {
                let course = Course::<R>::new(self, side, from, Kind::Damka);
                if course.begins() {
                    course.finish(Stage::start(from), &mut Seen::default(), sink);
                }
            }
        }
    }

    /// The captures of a king or pawn that do not end after one jump, or in a promotion after one.
    fn chains<S: Sink>(&self, from: Square, kind: Kind, targets: &Targets, sink: &mut S) {
        let course = Course::<R>::new(self, self.turn, from, kind);
        let mut seen = Seen::default();
        for diagonal in Diagonal::ALL {
            let start = Bitboard::of(from) & targets.to(diagonal);
            let Some(to) = jump(start, diagonal).first() else { continue };
            for stage in course.arrivals(to, diagonal.step(start), None) {
                if stage.promotion.is_some() || targets.after(diagonal).has(to) {
                    course.finish(stage, &mut seen, sink);
                }
            }
        }
    }
}

/// A set of squares two steps on, where that is known to be on the board.
#[inline]
fn jump(set: Bitboard, diagonal: Diagonal) -> Bitboard {
    diagonal.step(diagonal.step(set))
}

/// The rank where this side's pawns are promoted.
#[inline]
pub(super) const fn last_rank(side: Side) -> Bitboard {
    match side {
        Side::White => Bitboard::rank(7),
        Side::Black => Bitboard::rank(0),
    }
}
