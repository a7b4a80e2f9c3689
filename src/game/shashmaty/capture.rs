//! Draughts captures: one jump after another, until no further one exists.
//!
//! The search goes over stages and not over routes, since two routes with the same start, end, victims and promotion are
//! one move. Victims stay on the board until the move ends: none is jumped twice, and they block. The start square is
//! empty.

use std::collections::HashSet;
use std::marker::PhantomData;
use std::sync::LazyLock;

use smallvec::SmallVec;

use super::diagonal::Diagonal;
use super::moves::last_rank;
use super::sink::Sink;
use super::{Kind, Move, Rules};
use crate::board::geometry::{DIAGONAL, RAYS};
use crate::board::{Bitboard, Side, Sliders, Square};

static DARK_SLIDERS: LazyLock<Sliders> = LazyLock::new(|| Sliders::new(Bitboard::DARK));

/// The squares that have another behind them wherever they are looked at from.
const INNER: Bitboard = Bitboard(0x007E_7E7E_7E7E_7E00);

/// Slider tables of the dark squares.
#[inline]
pub(super) fn sliders() -> &'static Sliders {
    &DARK_SLIDERS
}

/// How far a draughts capture has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Stage {
    pub(super) at: Square,
    pub(super) victims: Bitboard,
    pub(super) promotion: Option<Kind>,
}

impl Stage {
    /// Before the first jump.
    #[inline]
    pub(super) fn start(at: Square) -> Stage {
        Stage { at, victims: Bitboard::EMPTY, promotion: None }
    }

    /// After the last jump of a move.
    pub(super) fn end(m: Move) -> Stage {
        Stage { at: m.to, victims: m.victims, promotion: m.promotion }
    }
}

/// The stages that a search has been at.
#[derive(Default)]
pub(super) struct Seen {
    few: SmallVec<[Stage; 16]>,
    /// Made only when needed, which is hardly ever.
    many: Option<HashSet<Stage>>,
}

impl Seen {
    /// Adds a stage; `false` if it was there.
    pub(super) fn insert(&mut self, stage: Stage) -> bool {
        if self.few.contains(&stage) {
            return false;
        }
        if self.few.len() < self.few.inline_size() {
            self.few.push(stage);
            return true;
        }
        self.many.get_or_insert_default().insert(stage)
    }
}

/// The draughts captures of one piece.
pub(super) struct Course<R> {
    pub(super) from: Square,
    kind: Kind,
    side: Side,
    enemies: Bitboard,
    /// The squares where a jump may end or pass: the empty ones and the start.
    free: Bitboard,
    rules: PhantomData<R>,
}

impl<R: Rules> Course<R> {
    /// The captures of this side's piece of this kind on `from`, with these enemies and empty squares.
    #[inline]
    pub(super) fn new(side: Side, from: Square, kind: Kind, enemies: Bitboard, empty: Bitboard) -> Course<R> {
        Course { side, from, kind, enemies, free: empty | Bitboard::of(from), rules: PhantomData }
    }

    /// Whether there is any.
    #[inline(always)]
    pub(super) fn begins(&self) -> bool {
        self.goes_on(Stage::start(self.from))
    }

    /// What may come of an arrival on a square with these victims: a pawn on its last rank is promoted at once.
    #[inline]
    fn arrive(&self, at: Square, victims: Bitboard, promotion: Option<Kind>, mut visit: impl FnMut(Stage)) {
        if self.kind == Kind::Pawn && promotion.is_none() && last_rank(self.side).has(at) {
            for &kind in R::PROMOTIONS {
                visit(Stage { at, victims, promotion: Some(kind) });
            }
        } else {
            visit(Stage { at, victims, promotion });
        }
    }

    /// Tells the sink every capture that goes through this stage and has not been told before.
    pub(super) fn finish<S: Sink>(&self, stage: Stage, seen: &mut Seen, sink: &mut S) {
        let mut complete = true;
        self.further(stage, |next| {
            complete = false;
            if !self.may_recur(next) || seen.insert(next) {
                self.finish(next, seen, sink);
            }
        });
        if complete {
            sink.capture(self.kind, self.from, stage);
        }
    }

    /// Whether another route may lead to the stage. Two routes of short jumps over the same victims go round a circle in
    /// different senses, and a circle has four jumps or more; a damka may choose among landings between two victims.
    #[inline]
    fn may_recur(&self, stage: Stage) -> bool {
        stage.victims.len() >= if self.kind_at(stage) == Kind::Damka { 2 } else { 4 }
    }

    /// The kind that the piece is by now.
    #[inline]
    fn kind_at(&self, stage: Stage) -> Kind {
        stage.promotion.unwrap_or(self.kind)
    }

    /// Whether there is a further jump.
    #[inline]
    fn goes_on(&self, stage: Stage) -> bool {
        match self.kind_at(stage) {
            Kind::Damka => self.long_jumps(stage).1.any(),
            Kind::King | Kind::Pawn => self.short_jumps(stage).next().is_some(),
            _ => false,
        }
    }

    /// Visits the stages after one more jump; none where the capture is complete.
    #[inline]
    pub(super) fn further(&self, stage: Stage, mut visit: impl FnMut(Stage)) {
        match self.kind_at(stage) {
            Kind::Damka if const { Kind::Damka.is_in(R::KINDS) } => self.fly(stage, visit),
            Kind::King | Kind::Pawn => {
                for (victim, to) in self.short_jumps(stage) {
                    self.arrive(to, stage.victims | Bitboard::of(victim), stage.promotion, &mut visit);
                }
            }
            // A bishop, camel or dragon made in mid-capture stays where it is.
            _ => {}
        }
    }

    /// The victims and landing squares of a king's or pawn's next jump.
    #[inline]
    fn short_jumps(&self, stage: Stage) -> impl Iterator<Item = (Square, Square)> {
        let victims = DIAGONAL[stage.at.index()] & (self.enemies - stage.victims) & INNER;
        let landing = move |victim: Square| Square::new((2 * victim.index() - stage.at.index()) as u8);
        victims.into_iter().map(move |victim| (victim, landing(victim))).filter(|&(_, to)| self.free.has(to))
    }

    /// The enemies that a damka can jump next, with others that it sees but cannot, and the squares where it may land.
    #[inline(always)]
    fn long_jumps(&self, stage: Stage) -> (Bitboard, Bitboard) {
        let seen = sliders().bishop(stage.at, !self.free);
        let enemies = seen & (self.enemies - stage.victims);
        let behind = sliders().bishop(stage.at, !self.free - enemies) - seen;
        (enemies, behind & self.free)
    }

    fn fly(&self, stage: Stage, mut visit: impl FnMut(Stage)) {
        let (enemies, behind) = self.long_jumps(stage);
        if behind.is_empty() {
            return;
        }
        for diagonal in Diagonal::ALL {
            let ray = RAYS[diagonal.ray()][stage.at.index()];
            let landings = behind & ray;
            if landings.is_empty() {
                continue;
            }
            let victims = stage.victims | enemies & ray;
            let land = |to: Square| Stage { at: to, victims, promotion: stage.promotion };
            // Where the capture can go on from some of the squares, it must land on one of those.
            let onward: Bitboard = landings.into_iter().filter(|&to| self.goes_on(land(to))).collect();
            for to in if onward.any() { onward } else { landings } {
                visit(land(to));
            }
        }
    }
}
