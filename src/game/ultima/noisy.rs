//! The capturing moves by themselves, for a search that plays out captures only: most positions have few or none, and
//! what makes a capture says where it can end.

use super::capture::{coordinated, coordinating_squares, pinched, pinching_squares, withdrawn};
use super::moves::Army;
use super::safety::Safety;
use super::{Kind, Move, Placement};
use crate::board::{Bitboard, MoveList, Side, Square, geometry};

/// Adds the legal captures of a side that is not in check to the list, in the order in which they stand among all its moves.
pub(super) fn captures(pieces: &Placement, side: Side, list: &mut MoveList<Move>) {
    let army = Army::new(pieces, side);
    let first = list.len();
    army.visit_captures(|m| list.push(m));
    if list.len() == first {
        return;
    }
    // What a piece must leave alone is found out once, for all its captures: they follow each other.
    let safety = Safety::calm(pieces, side);
    let (mut kept, mut last) = (first, None);
    for i in first..list.len() {
        let m = list[i];
        let allowed = if m.from == army.king {
            safety.allows_king(m)
        } else {
            let guard =
                last.filter(|&(from, _)| from == m.from).map_or_else(|| safety.guard(m.from), |(_, guard)| guard);
            last = Some((m.from, guard));
            safety.allows(m, guard)
        };
        if allowed {
            list[kept] = m;
            kept += 1;
        }
    }
    list.truncate(kept);
}

impl Army<'_> {
    /// Goes through all captures, whether or not they leave the king attacked.
    #[inline]
    fn visit_captures(&self, mut visit: impl FnMut(Move)) {
        let pincers = pinching_squares(self.enemies, self.own);
        let corners = coordinating_squares(self.king, self.enemies);
        let imitable = pinching_squares(self.prey(Kind::Pawn), self.own)
            | coordinating_squares(self.king, self.prey(Kind::Officer));
        for kind in Kind::ALL {
            for from in self.movers(kind) {
                match kind {
                    Kind::King => {
                        for to in geometry::KING[from.index()] & self.enemies {
                            visit(Move { kind, from, to, victims: Bitboard::of(to) });
                        }
                    }
                    Kind::Pawn => {
                        for to in self.rook(from) & pincers {
                            visit(Move { kind, from, to, victims: pinched(to, self.enemies, self.own) });
                        }
                    }
                    Kind::Leaper => {
                        self.visit_chain(from, self.enemies, |to, victims| visit(Move { kind, from, to, victims }))
                    }
                    Kind::Spy => {
                        for to in self.queen(from) & lines_from(from, self.enemies) {
                            visit(Move { kind, from, to, victims: withdrawn(from, to, self.enemies) });
                        }
                    }
                    Kind::Officer => {
                        for to in self.queen(from) & corners {
                            let victims = coordinated(to, self.king, self.enemies);
                            if victims.any() {
                                visit(Move { kind, from, to, victims });
                            }
                        }
                    }
                    Kind::Dragon => {}
                    Kind::Chameleon => {
                        for to in self.queen(from) & (imitable | lines_from(from, self.prey(Kind::Spy))) {
                            let victims = self.imitated(from, to);
                            if victims.any() {
                                visit(Move { kind, from, to, victims });
                            }
                        }
                        self.visit_chain(from, self.prey(Kind::Leaper), |to, jumped| {
                            visit(Move { kind, from, to, victims: jumped | self.imitated_after(from, to, jumped) });
                        });
                    }
                }
            }
        }
    }
}

/// The squares in line with any of the prey beside a piece.
#[inline]
fn lines_from(from: Square, prey: Bitboard) -> Bitboard {
    (geometry::KING[from.index()] & prey)
        .into_iter()
        .fold(Bitboard::EMPTY, |lines, beside| lines | geometry::line(from, beside))
}

#[cfg(test)]
mod tests {
    use super::super::attack::Siege;
    use super::super::set_ups::{self, set_up};
    use super::*;

    /// They are those of all moves that have victims, in the same order.
    #[test]
    fn captures_are_the_moves_with_victims() {
        let mut found = 0;
        for seed in 0..set_ups::MANY {
            let pieces = set_up(seed);
            for side in Side::ALL {
                if Siege::new(&pieces, side).is_attacked() {
                    continue;
                }
                let (army, safety) = (Army::new(&pieces, side), Safety::new(&pieces, side));
                let (mut expected, mut list) = (Vec::new(), MoveList::new());
                army.visit_legal(&safety, |m| expected.extend(m.victims.any().then_some(m)));
                captures(&pieces, side, &mut list);
                assert_eq!(list.as_slice(), expected, "{side}, seed {seed}: {pieces:?}");
                found += expected.len() as u64;
            }
        }
        assert!(found > set_ups::MANY, "only {found} captures");
    }
}
