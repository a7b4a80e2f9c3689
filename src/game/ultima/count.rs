//! Counting legal moves without listing them.
//!
//! Where a move ends says whether it needs a full look, so most moves are counted by the number of squares in a set.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::capture::{coordinated, coordinating_squares, pinched, pinching_squares, withdrawn};
use super::moves::Army;
use super::safety::{Guard, Safety};
use super::{Kind, Move, Placement};
use crate::board::{Bitboard, Side, Square, geometry};

/// The number of a side's legal moves.
pub(super) fn count(pieces: &Placement, side: Side) -> u64 {
    let counter = Counter { army: Army::new(pieces, side), safety: Safety::new(pieces, side) };
    counter.count()
}

struct Counter<'a> {
    army: Army<'a>,
    safety: Safety<'a>,
}

impl Counter<'_> {
    fn count(&self) -> u64 {
        let Counter { army, safety } = self;
        let mut count = army.suicides().into_iter().filter(|&from| safety.allows_suicide(from)).count() as u64;
        for from in army.movers(Kind::King) {
            army.visit(Kind::King, from, |m| count += u64::from(safety.allows_king(m)));
        }
        let delicate = safety.delicate() & army.enemies;
        for kind in [Kind::Pawn, Kind::Leaper, Kind::Spy, Kind::Officer, Kind::Dragon, Kind::Chameleon] {
            for from in army.movers(kind) {
                match safety.guard(from) {
                    Guard::Watch(squares) => {
                        let delicate = if safety.delicate().has(from) { army.enemies } else { delicate };
                        count += if (squares | delicate).is_empty() {
                            self.count_free(kind, from)
                        } else {
                            self.count_watching(kind, from, squares, delicate)
                        };
                    }
                    guard => army.visit(kind, from, |m| count += u64::from(safety.allows(m, guard))),
                }
            }
        }
        count
    }

    /// The number of moves of a piece that cannot make an illegal one.
    #[inline]
    fn count_free(&self, kind: Kind, from: Square) -> u64 {
        let army = &self.army;
        if kind == Kind::Pawn {
            return army.rook(from).len().into();
        }
        let mut count = army.queen(from).len();
        if let Some(prey) = match kind {
            Kind::Leaper => Some(army.enemies),
            Kind::Chameleon => Some(army.prey(Kind::Leaper)),
            _ => None,
        } {
            let ControlFlow::Continue(()) = army.chain(from, prey).visit(|_, landings| {
                count += landings.len();
                ControlFlow::<Infallible>::Continue(())
            });
        }
        count.into()
    }

    /// The number of legal moves of a piece, where those to some squares and those that take some enemies need a full look.
    fn count_watching(&self, kind: Kind, from: Square, squares: Bitboard, delicate: Bitboard) -> u64 {
        let army = &self.army;
        match kind {
            Kind::King => 0,
            Kind::Pawn => {
                let doubtful = squares | pinching_squares(delicate, army.own);
                self.split((kind, from), army.rook(from), doubtful, |to| pinched(to, army.enemies, army.own))
            }
            Kind::Leaper => {
                let mut count = self.split((kind, from), army.queen(from), squares, |_| Bitboard::EMPTY);
                let ControlFlow::Continue(()) = army.chain(from, army.enemies).visit(|victims, landings| {
                    let doubtful = squares | all_if(victims.meets(delicate));
                    count += self.split((kind, from), landings, doubtful, |_| victims);
                    ControlFlow::<Infallible>::Continue(())
                });
                count
            }
            Kind::Spy => {
                let doubtful = squares | all_if(geometry::KING[from.index()].meets(delicate));
                self.split((kind, from), army.queen(from), doubtful, |to| withdrawn(from, to, army.enemies))
            }
            Kind::Officer => {
                let doubtful = squares | coordinating_squares(army.king, delicate);
                self.split((kind, from), army.queen(from), doubtful, |to| coordinated(to, army.king, army.enemies))
            }
            Kind::Dragon => self.split((kind, from), army.queen(from), squares, |_| Bitboard::EMPTY),
            Kind::Chameleon => {
                let doubtful = squares
                    | pinching_squares(delicate & army.prey(Kind::Pawn), army.own)
                    | coordinating_squares(army.king, delicate & army.prey(Kind::Officer))
                    | all_if(geometry::KING[from.index()].meets(delicate & army.prey(Kind::Spy)));
                let mut count = self.split((kind, from), army.queen(from), doubtful, |to| army.imitated(from, to));
                let ControlFlow::Continue(()) = army.chain(from, army.prey(Kind::Leaper)).visit(|jumped, landings| {
                    let doubtful = doubtful | all_if(jumped.meets(delicate));
                    count += self
                        .split((kind, from), landings, doubtful, |to| jumped | army.imitated_after(from, to, jumped));
                    ControlFlow::<Infallible>::Continue(())
                });
                count
            }
        }
    }

    /// The number of legal moves of a piece to these ends, of which the doubtful ones need a full look.
    #[inline]
    fn split(
        &self,
        (kind, from): (Kind, Square),
        ends: Bitboard,
        doubtful: Bitboard,
        victims: impl Fn(Square) -> Bitboard,
    ) -> u64 {
        let doubtful = ends & doubtful;
        let allowed = |to: &Square| self.safety.allows_after_all(Move { kind, from, to: *to, victims: victims(*to) });
        u64::from((ends - doubtful).len()) + doubtful.into_iter().filter(allowed).count() as u64
    }
}

/// All squares if the condition holds, else none.
#[inline]
fn all_if(condition: bool) -> Bitboard {
    if condition { Bitboard::ALL } else { Bitboard::EMPTY }
}
