//! The quick test of legality: which moves cannot possibly leave the king attacked, found out once a position.
//!
//! While the king is not attacked, an attack can arise only where a move vacates or fills one of a few squares, or lets
//! a frozen enemy go. Moves that do none of this are legal; all others get the full look of [`attack`](super::attack).

use std::cell::Cell;

use super::attack::{Attack, Siege};
use super::{Kind, Move, Placement};
use crate::board::{Bitboard, Side, Sliders, Square, geometry};

/// What the moves of one position must leave alone to be legal without a full look.
#[derive(Clone, Debug)]
pub(super) struct Safety<'a> {
    siege: Siege<'a>,
    /// An attack on the king as things are.
    check: Option<Attack>,
    /// The pieces whose leaving alone can bring an attack about.
    watched: Bitboard,
    /// The squares of which a capture may vacate none, by its victims or by the piece that makes it.
    delicate: Bitboard,
    /// The empty squares that may not be filled.
    exposed: Bitboard,
    /// The empty squares on which the king could be jumped, once they are asked for.
    royal: Cell<Option<Bitboard>>,
}

/// What the moves of one piece, not the king, must do and leave alone.
#[derive(Clone, Copy, Debug)]
pub(super) enum Guard {
    /// There is no attack. A move to one of these squares needs a full look, and one that captures what is delicate.
    Watch(Bitboard),
    /// There is an attack. Only a move to one of these squares, or one that takes one of these enemies, can answer it.
    Answer { squares: Bitboard, enemies: Bitboard },
}

impl<'a> Safety<'a> {
    #[inline]
    pub(super) fn new(pieces: &'a Placement, side: Side) -> Safety<'a> {
        let siege = Siege::new(pieces, side);
        siege.attack().map_or_else(|| Safety::watching(siege), |attack| Safety::with(siege, Some(attack)))
    }

    /// The same where it is known that the king is not attacked.
    #[inline]
    pub(super) fn calm(pieces: &'a Placement, side: Side) -> Safety<'a> {
        let siege = Siege::new(pieces, side);
        debug_assert!(!siege.is_attacked(), "{side} is attacked: {pieces:?}");
        Safety::watching(siege)
    }

    /// What to watch around a king that is not attacked.
    #[inline]
    fn watching(siege: Siege<'a>) -> Safety<'a> {
        let mut safety = Safety::with(siege, None);
        safety.watch_dragons();
        safety.watch_spies();
        safety.watch_pawns();
        safety.watch_officers();
        safety.watch_leapers();
        safety
    }

    #[inline]
    fn with(siege: Siege<'a>, check: Option<Attack>) -> Safety<'a> {
        let none = Bitboard::EMPTY;
        Safety { siege, check, watched: none, delicate: none, exposed: none, royal: Cell::new(None) }
    }

    /// The squares of which a capture may vacate none, by its victims or by the piece that makes it.
    #[inline]
    pub(super) fn delicate(&self) -> Bitboard {
        self.delicate
    }

    /// What the moves of this piece, not the king, must do and leave alone.
    #[inline]
    pub(super) fn guard(&self, from: Square) -> Guard {
        match self.check {
            None if !self.watched.has(from) => Guard::Watch(self.exposed),
            None => self.guard_of_watched(from),
            Some(attack) => self.answer(from, attack),
        }
    }

    #[inline(never)]
    fn guard_of_watched(&self, from: Square) -> Guard {
        let rest = self.siege.without(from);
        if let Some(attack) = rest.attack_from_the_ground() {
            return self.answer(from, attack);
        }
        if !rest.may_be_jumped() {
            return Guard::Watch(Bitboard::EMPTY);
        }
        let reach = rest.reach();
        let attack = if reach.jumped.has(rest.king) { rest.attack_by_chain() } else { None };
        attack.map_or(Guard::Watch(reach.exposed), |attack| self.answer(from, attack))
    }

    #[inline]
    fn answer(&self, from: Square, attack: Attack) -> Guard {
        if attack.own.has(from) {
            return Guard::Answer { squares: Bitboard::ALL, enemies: Bitboard::EMPTY };
        }
        let beside = if self.siege.dragons.has(from) { attack.enemies.neighbours() } else { Bitboard::EMPTY };
        Guard::Answer { squares: attack.open | beside, enemies: attack.enemies }
    }

    /// Whether a move of a piece other than the king is legal, given that piece's guard.
    #[inline]
    pub(super) fn allows(&self, m: Move, guard: Guard) -> bool {
        match guard {
            Guard::Watch(squares) => {
                let suspect =
                    squares.has(m.to) || m.victims.any() && self.delicate.meets(m.victims | Bitboard::of(m.from));
                debug_assert!(suspect || !self.siege.after(m).is_attacked(), "{m:?} is not as harmless as it seems");
                !suspect || self.allows_after_all(m)
            }
            Guard::Answer { squares, enemies } => {
                let suspect = squares.has(m.to) || enemies.meets(m.victims);
                debug_assert!(suspect || self.siege.after(m).is_attacked(), "{m:?} is an answer");
                suspect && self.allows_after_all(m)
            }
        }
    }

    /// The full look.
    #[inline]
    pub(super) fn allows_after_all(&self, m: Move) -> bool {
        self.allows_parts(m.kind, m.from, m.to, m.victims)
    }

    /// The same for a move in parts, which are passed in registers. A whole one would be put together in memory for this call,
    /// and every move, looked at or not, be copied from there.
    #[inline(never)]
    fn allows_parts(&self, kind: Kind, from: Square, to: Square, victims: Bitboard) -> bool {
        !self.siege.after(Move { kind, from, to, victims }).is_attacked()
    }

    /// Whether a suicide is legal.
    #[inline]
    pub(super) fn allows_suicide(&self, from: Square) -> bool {
        let suspect = match self.check {
            None => self.watched.has(from),
            Some(attack) if !attack.own.has(from) => return false,
            Some(_) => true,
        };
        debug_assert!(suspect || !self.siege.without(from).is_attacked(), "{from} may not leave");
        !suspect || !self.siege.without(from).is_attacked()
    }

    /// Whether a king's move is legal.
    #[inline]
    pub(super) fn allows_king(&self, m: Move) -> bool {
        let after = self.siege.after(m);
        if after.attack_from_the_ground().is_some() {
            return false;
        }
        let suspect = after.may_be_jumped() && (m.victims.any() || self.royal_squares().has(m.to));
        debug_assert!(suspect || after.attack_by_leaper().is_none(), "{m:?} is not as harmless as it seems");
        !suspect || !after.is_jumped_by_chain()
    }

    fn royal_squares(&self) -> Bitboard {
        self.royal.get().unwrap_or_else(|| {
            let squares = self.siege.without(self.siege.king).reach().exposed;
            self.royal.set(Some(squares));
            squares
        })
    }

    /// Takes note of an attack that comes about if all these occupied squares are vacated by one move.
    #[inline]
    fn waits_for(&mut self, squares: Bitboard) {
        let (own, enemies) = (squares & self.siege.own, squares & self.siege.enemies);
        if own.several() || own.has(self.siege.king) {
            // Only one own piece leaves its square, and all that the king does is looked at.
        } else if own.any() {
            self.delicate |= own;
            if enemies.is_empty() {
                self.watched |= own;
            }
        } else if let Some(enemy) = enemies.first() {
            self.delicate.insert(enemy);
        }
    }

    /// A dragon that goes lets its prisoners go.
    #[inline]
    fn watch_dragons(&mut self) {
        let Siege { dragons, enemies, .. } = self.siege;
        for dragon in dragons {
            let others = dragons - Bitboard::of(dragon);
            let prisoners = geometry::KING[dragon.index()] & (enemies - others.neighbours());
            if prisoners.any() {
                self.watched.insert(dragon);
            }
        }
    }

    /// A spy beside the king waits for the square behind it.
    #[inline]
    fn watch_spies(&mut self) {
        for spy in self.siege.attackers(Kind::Spy) & geometry::KING[self.siege.king.index()] {
            self.waits_for(self.siege.behind(spy));
        }
    }

    /// A pawn waits for the square opposite to another enemy, and for its way there.
    #[inline]
    fn watch_pawns(&mut self) {
        let squares = self.siege.pinching_squares();
        if squares.is_empty() {
            return;
        }
        let (occupied, pawns) = (self.siege.occupied(), self.siege.attackers(Kind::Pawn));
        for square in squares {
            for pawn in pawns & (Bitboard::file(square.file()) ^ Bitboard::rank(square.rank())) {
                self.waits_for((geometry::between(square, pawn) | Bitboard::of(square)) & occupied);
            }
        }
    }

    /// An officer waits for a corner, and for its way there.
    #[inline]
    fn watch_officers(&mut self) {
        let squares = self.siege.corner_squares();
        if squares.is_empty() {
            return;
        }
        let occupied = self.siege.occupied();
        for officer in self.siege.attackers(Kind::Officer) {
            for square in squares & Sliders::full().queen(officer, Bitboard::EMPTY) {
                self.waits_for((geometry::between(officer, square) | Bitboard::of(square)) & occupied);
            }
        }
    }

    /// A leaper waits for a line over the king, for a piece that it can jump, and for pieces to get out of its way.
    #[inline]
    fn watch_leapers(&mut self) {
        let leapers = self.siege.attackers(Kind::Leaper);
        if leapers.is_empty() {
            return;
        }
        let mut open = false;
        for lane in self.siege.lanes(leapers) {
            open |= lane.is_open();
            if lane.on_board {
                self.waits_for(lane.closed);
            }
        }
        if open {
            // As long as no piece that the chains see moves, and nothing comes where they could jump it, there are no others.
            let reach = self.siege.reach();
            self.exposed = reach.exposed;
            self.watched |= reach.seen;
            self.delicate |= reach.seen;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::count;
    use super::super::moves::Army;
    use super::super::set_ups::{self, set_up};
    use super::*;

    /// The quick test says of every move what the full look says, and the count is the number of moves.
    #[test]
    fn quick_and_full_agree() {
        let mut moves = [0u64; 2];
        for seed in 0..set_ups::MANY {
            let pieces = set_up(seed);
            for side in Side::ALL {
                let (army, safety) = (Army::new(&pieces, side), Safety::new(&pieces, side));
                let mut all = Vec::new();
                for from in army.suicides() {
                    let kind = Kind::ALL[pieces.kind_on(from)];
                    all.push((Move { kind, from, to: from, victims: Bitboard::EMPTY }, safety.allows_suicide(from)));
                }
                for kind in Kind::ALL {
                    for from in army.free(kind) {
                        if kind == Kind::King {
                            army.visit(kind, from, |m| all.push((m, safety.allows_king(m))));
                        } else {
                            let guard = safety.guard(from);
                            army.visit(kind, from, |m| all.push((m, safety.allows(m, guard))));
                        }
                    }
                }
                for &(m, allowed) in &all {
                    assert_eq!(allowed, safety.allows_after_all(m), "{side}, seed {seed}: {m:?}, {pieces:?}");
                    moves[usize::from(allowed)] += 1;
                }
                let legal = all.iter().filter(|(_, allowed)| *allowed).count() as u64;
                assert_eq!(count::count(&pieces, side), legal, "{side}, seed {seed}: {pieces:?}");
                let mut listed = 0;
                army.visit_legal(&safety, |_| listed += 1);
                assert_eq!(listed, legal, "{side}, seed {seed}: {pieces:?}");
            }
        }
        assert!(moves.iter().all(|&number| number > set_ups::MANY), "{moves:?}");
    }
}
