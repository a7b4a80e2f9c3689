//! Whether a king is attacked: the full look at a position, or at what a move would make of it.
//!
//! This is the definition that the quick test of [`safety`](super::safety) is held against.

use super::chain::Chain;
use super::reach::Reach;
use super::{Kind, Move, Placement};
use crate::board::{Bitboard, Side, Sliders, Square, geometry};

/// A king and what stands around it, without the cost of playing a move to see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Siege<'a> {
    pieces: &'a Placement,
    /// The side whose king it is.
    side: Side,
    /// The enemies that are still there.
    pub(super) enemies: Bitboard,
    /// The king's side's pieces.
    pub(super) own: Bitboard,
    /// The king's side's dragons.
    pub(super) dragons: Bitboard,
    pub(super) king: Square,
}

impl<'a> Siege<'a> {
    /// The position as it is.
    #[inline]
    pub(super) fn new(pieces: &'a Placement, side: Side) -> Siege<'a> {
        Siege {
            pieces,
            side,
            enemies: pieces.side(!side),
            own: pieces.side(side),
            dragons: pieces.of(side, Kind::Dragon.index()),
            king: super::king(pieces, side),
        }
    }

    /// The position after a move of the king's side.
    #[inline]
    pub(super) fn after(self, m: Move) -> Siege<'a> {
        let gone = self.without(m.from);
        let enemies = self.enemies - m.victims;
        if m.is_suicide() {
            return gone;
        }
        let to = Bitboard::of(m.to);
        let dragons = if self.dragons.has(m.from) { gone.dragons | to } else { gone.dragons };
        let king = if m.from == self.king { m.to } else { self.king };
        Siege { enemies, own: gone.own | to, dragons, king, ..self }
    }

    /// The position without a piece of the king's side.
    #[inline]
    pub(super) fn without(self, piece: Square) -> Siege<'a> {
        let piece = Bitboard::of(piece);
        Siege { own: self.own - piece, dragons: self.dragons - piece, ..self }
    }

    /// Whether the enemy, were it to move, could take the king.
    ///
    /// A piece that is frozen attacks nothing; one that may not move since its own king would be attacked does.
    // The chains are followed at once: to ask first how far they may reach costs more than it saves.
    #[inline]
    pub(super) fn is_attacked(&self) -> bool {
        self.attack_from_the_ground().is_some() || self.may_be_jumped() && self.is_jumped_by_chain()
    }

    /// An attack on the king.
    #[inline]
    pub(super) fn attack(&self) -> Option<Attack> {
        self.attack_from_the_ground().or_else(|| self.attack_by_leaper())
    }

    /// An attack by another piece than a leaper.
    #[inline]
    pub(super) fn attack_from_the_ground(&self) -> Option<Attack> {
        let free = self.free();
        let of = |kind: Kind| self.pieces.kind(kind.index()) & free;
        let beside = geometry::KING[self.king.index()];
        Siege::attack_by_step(beside & (of(Kind::King) | of(Kind::Chameleon)))
            .or_else(|| self.attack_by_spy(beside & of(Kind::Spy)))
            .or_else(|| self.attack_by_pawn(of(Kind::Pawn)))
            .or_else(|| self.attack_by_officer(of(Kind::Officer)))
    }

    /// The enemies that are not frozen. Chameleons freeze dragons too, but those attack nothing anyway.
    #[inline]
    pub(super) fn free(&self) -> Bitboard {
        self.enemies - self.dragons.neighbours()
    }

    /// The enemies of a kind that are not frozen.
    #[inline]
    pub(super) fn attackers(&self, kind: Kind) -> Bitboard {
        self.pieces.kind(kind.index()) & self.free()
    }

    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.own | self.enemies
    }

    /// The enemy's king or chameleon beside the king steps onto it.
    #[inline]
    fn attack_by_step(beside: Bitboard) -> Option<Attack> {
        Some(Attack { enemies: Bitboard::of(beside.first()?), open: Bitboard::EMPTY, own: Bitboard::EMPTY })
    }

    /// One of these spies beside the king steps straight away from it.
    #[inline]
    fn attack_by_spy(&self, spies: Bitboard) -> Option<Attack> {
        spies.into_iter().find_map(|spy| {
            let open = self.behind(spy) - self.occupied();
            open.any().then_some(Attack { enemies: Bitboard::of(spy), open, own: Bitboard::EMPTY })
        })
    }

    /// The square on the other side of a piece beside the king, as a set: empty where the board ends.
    #[inline]
    pub(super) fn behind(&self, spy: Square) -> Bitboard {
        (geometry::KING[spy.index()] & geometry::line(self.king, spy)) - Bitboard::of(self.king)
    }

    /// One of these pawns moves beside the king, opposite to another enemy.
    #[inline]
    fn attack_by_pawn(&self, pawns: Bitboard) -> Option<Attack> {
        (self.pinching_squares() - self.occupied()).into_iter().find_map(|square| {
            let pawn = (Sliders::full().rook(square, self.occupied()) & pawns).first()?;
            let partner =
                (geometry::KING[self.king.index()] & geometry::line(self.king, square)) - Bitboard::of(square);
            let open = geometry::between(square, pawn) | Bitboard::of(square);
            Some(Attack { enemies: partner | Bitboard::of(pawn), open, own: Bitboard::EMPTY })
        })
    }

    /// The squares beside the king that are opposite to an enemy.
    ///
    /// No pawn is its own partner: it cannot come from the square behind the king to the one before it.
    #[inline]
    pub(super) fn pinching_squares(&self) -> Bitboard {
        super::capture::pinching_squares(Bitboard::of(self.king), self.enemies)
    }

    /// One of these officers reaches a square that makes a corner on the king.
    #[inline]
    fn attack_by_officer(&self, officers: Bitboard) -> Option<Attack> {
        let corners = self.corner_squares() - self.occupied();
        if corners.is_empty() {
            return None;
        }
        officers.into_iter().find_map(|officer| {
            let corner = (Sliders::full().queen(officer, self.occupied()) & corners).first()?;
            let open = geometry::between(officer, corner) | Bitboard::of(corner);
            Some(Attack { enemies: Bitboard::of(officer), open, own: Bitboard::EMPTY })
        })
    }

    /// The squares from which the enemy's officer and king would meet on this king, which must be on a line with the
    /// enemy's king for that.
    #[inline]
    pub(super) fn corner_squares(&self) -> Bitboard {
        let partner = super::king(self.pieces, !self.side);
        let line = if self.king.file() == partner.file() {
            Bitboard::rank(self.king.rank())
        } else if self.king.rank() == partner.rank() {
            Bitboard::file(self.king.file())
        } else {
            Bitboard::EMPTY
        };
        line - Bitboard::of(self.king)
    }

    /// A chain of a leaper takes the king as any of its victims.
    #[inline]
    pub(super) fn attack_by_leaper(&self) -> Option<Attack> {
        if self.may_be_jumped() { self.attack_by_chain() } else { None }
    }

    /// The same, where it is known that there is a line over the king.
    #[inline(never)]
    pub(super) fn attack_by_chain(&self) -> Option<Attack> {
        self.attackers(Kind::Leaper).into_iter().find_map(|leaper| {
            let chain = self.chain(leaper);
            let way = chain.way_over(self.king, chain.victims_before(self.king)?)?;
            Some(Attack { enemies: Bitboard::of(leaper), open: way.open, own: way.victims })
        })
    }

    /// Whether there is such an attack, where it is known that there is a line over the king.
    #[inline(never)]
    pub(super) fn is_jumped_by_chain(&self) -> bool {
        self.attackers(Kind::Leaper).into_iter().any(|leaper| self.chain(leaper).victims_before(self.king).is_some())
    }

    /// Whether there is a leaper and a line over the king for it.
    #[inline]
    pub(super) fn may_be_jumped(&self) -> bool {
        let leapers = self.attackers(Kind::Leaper);
        leapers.any() && self.lanes(leapers).into_iter().any(|lane| lane.is_open())
    }

    /// How far the leapers may get.
    #[inline(never)]
    pub(super) fn reach(&self) -> Reach {
        Reach::of(self.attackers(Kind::Leaper), self.occupied(), self.own)
    }

    /// What a leaper of the enemy can jump.
    #[inline]
    pub(super) fn chain(&self, leaper: Square) -> Chain {
        Chain { from: leaper, occupied: self.occupied() - Bitboard::of(leaper), prey: self.own }
    }

    /// The lines over the king along which leapers might jump it.
    #[inline]
    pub(super) fn lanes(&self, leapers: Bitboard) -> [Lane; 4] {
        let king = Bitboard::of(self.king);
        // On the edge the only line over the king is the edge. Its own neighbours there cannot be taken by a chain: they
        // in turn can be jumped along the edge only, with the king on one side.
        let lasting = (self.enemies - leapers) | if RIM.has(self.king) { self.own } else { Bitboard::EMPTY };
        let (left, right) = (king.left(), king.right());
        [(king.up(), king.down()), (left, right), (left.up(), right.down()), (left.down(), right.up())]
            .map(|(one, other)| Lane { on_board: one.any() && other.any(), closed: (one | other) & lasting })
    }
}

/// What an attack on the king depends on.
///
/// Whatever else a move of the king's side does, the attack stays unless the king moves, or a piece comes to stand on a
/// square that must be open, or one of the enemies goes or is frozen, or one of the own pieces goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attack {
    /// The attacker, and a pawn's partner.
    pub(super) enemies: Bitboard,
    /// The empty squares that the attacker needs.
    pub(super) open: Bitboard,
    /// The own pieces that a chain takes before the king.
    pub(super) own: Bitboard,
}

/// The squares on the edge of the board.
const RIM: Bitboard = Bitboard(Bitboard::rank(0).0 | Bitboard::rank(7).0 | Bitboard::file(0).0 | Bitboard::file(7).0);

/// Two opposite neighbours of a king: a leaper that jumps the king comes over the one, or from it, and lands on the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane {
    /// Whether both are squares of the board.
    pub(super) on_board: bool,
    /// Those that are taken by a piece which stays there whatever a chain jumps before the king.
    pub(super) closed: Bitboard,
}

impl Lane {
    #[inline]
    pub(super) fn is_open(self) -> bool {
        self.on_board && self.closed.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::super::moves::Army;
    use super::super::set_ups::{self, set_up};
    use super::*;

    /// Whether any move of the enemy takes the king: what it means to be attacked, word for word.
    fn is_attacked_by_a_move(pieces: &Placement, side: Side) -> bool {
        let (enemy, king) = (Army::new(pieces, !side), super::super::king(pieces, side));
        let mut attacked = (enemy.free(Kind::Chameleon) & geometry::KING[king.index()]).any();
        for kind in Kind::ALL {
            for from in enemy.free(kind) {
                enemy.visit(kind, from, |m| attacked |= m.victims.has(king));
            }
        }
        attacked
    }

    #[test]
    fn a_king_is_attacked_if_a_move_takes_it() {
        let mut attacked = 0;
        for seed in 0..set_ups::MANY {
            let pieces = set_up(seed);
            for side in Side::ALL {
                let expected = is_attacked_by_a_move(&pieces, side);
                assert_eq!(Siege::new(&pieces, side).is_attacked(), expected, "{side}, seed {seed}: {pieces:?}");
                assert_eq!(Siege::new(&pieces, side).attack().is_some(), expected, "{side}, seed {seed}: {pieces:?}");
                attacked += u64::from(expected);
            }
        }
        assert!(attacked > set_ups::MANY / 4, "only {attacked} attacks");
    }

    #[test]
    fn an_attack_names_what_it_depends_on() {
        for seed in 0..set_ups::MANY {
            let pieces = set_up(seed);
            for side in Side::ALL {
                let siege = Siege::new(&pieces, side);
                let Some(attack) = siege.attack() else { continue };
                assert!((attack.enemies - siege.enemies).is_empty() && attack.enemies.any(), "seed {seed}");
                assert!((attack.own - siege.own).is_empty() && !attack.own.has(siege.king), "seed {seed}");
                assert!(!attack.open.meets(siege.occupied()), "seed {seed}");
                // Whatever else goes, the attack stays.
                let kept = attack.own | Bitboard::of(siege.king);
                let partner = Bitboard::of(super::super::king(&pieces, !side));
                let less = Siege {
                    own: siege.own & (kept | siege.dragons),
                    enemies: siege.enemies & (attack.enemies | partner),
                    ..siege
                };
                let fewer_dragons = Siege { own: kept, dragons: Bitboard::EMPTY, ..less };
                assert!(fewer_dragons.is_attacked(), "{side}, seed {seed}: {attack:?}, {pieces:?}");
            }
        }
    }

    #[test]
    fn reach_contains_all_that_chains_do() {
        for seed in 0..set_ups::MANY {
            let pieces = set_up(seed);
            let siege = Siege::new(&pieces, Side::White);
            let reach = siege.reach();
            for leaper in siege.attackers(Kind::Leaper) {
                let chain = siege.chain(leaper);
                let check = |at: Square, victims: Bitboard| {
                    let occupied = chain.occupied - victims;
                    let sight = Sliders::full().queen(at, occupied);
                    assert!((sight & (occupied - reach.seen)).is_empty(), "seed {seed}: sees {:?}", sight & occupied);
                    for direction in 0..8 {
                        let run = geometry::RAYS[direction][at.index()] & (sight - occupied);
                        let exposed = run & run.shift(geometry::opposite(direction));
                        assert!((exposed - reach.exposed).is_empty(), "seed {seed}: {exposed:?}");
                    }
                };
                check(leaper, Bitboard::EMPTY);
                let visited: ControlFlow<()> = chain.visit(|victims, landings| {
                    assert!((victims - reach.jumped).is_empty(), "seed {seed}: {victims:?}");
                    landings.into_iter().for_each(|at| check(at, victims));
                    ControlFlow::Continue(())
                });
                assert!(visited.is_continue());
            }
        }
    }
}
