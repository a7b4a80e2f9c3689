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
use super::moves::{Sink, last_rank};
use super::{Kind, Move, Rules, Shashmaty};
use crate::board::geometry::RAYS;
use crate::board::{Bitboard, Side, Sliders, Square};

static DARK_SLIDERS: LazyLock<Sliders> = LazyLock::new(|| Sliders::new(Bitboard::DARK));

/// Slider tables of the dark squares.
#[inline]
pub(super) fn sliders() -> &'static Sliders {
    &DARK_SLIDERS
}

/// The squares from which an enemy could be jumped over by one step and one step more, direction by direction.
pub(super) struct Targets([Bitboard; 4]);

impl Targets {
    /// What this side could jump over, whatever stands on the squares it jumps from.
    #[inline]
    pub(super) fn of<R: Rules>(position: &Shashmaty<R>, side: Side) -> Targets {
        let empty = Bitboard::DARK - position.pieces.occupied();
        let enemies = position.pieces.side(!side);
        Targets(Diagonal::ALL.map(|diagonal| {
            let back = diagonal.opposite();
            back.step(back.step(empty) & enemies)
        }))
    }

    /// Where a jump in this direction can start.
    #[inline]
    pub(super) fn to(&self, diagonal: Diagonal) -> Bitboard {
        self.0[diagonal as usize]
    }

    /// Where a jump can start in any direction.
    #[inline]
    pub(super) fn any(&self) -> Bitboard {
        self.0[0] | self.0[1] | self.0[2] | self.0[3]
    }

    /// Where a second jump can start after a first one in this direction: any way but back over the first victim.
    #[inline]
    pub(super) fn after(&self, diagonal: Diagonal) -> Bitboard {
        Diagonal::ALL
            .into_iter()
            .filter(|&onward| onward != diagonal.opposite())
            .fold(Bitboard::EMPTY, |set, onward| set | self.to(onward))
    }
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
}

/// The stages that one more jump leads to. Four directions, and seven squares behind a victim at most: it seldom spills.
type Stages = SmallVec<[Stage; 12]>;

/// The stages that a search has been at.
#[derive(Default)]
pub(super) struct Seen {
    few: SmallVec<[Stage; 16]>,
    many: HashSet<Stage>,
}

impl Seen {
    /// Adds a stage; `false` if it was there.
    fn insert(&mut self, stage: Stage) -> bool {
        if self.few.contains(&stage) {
            return false;
        }
        if self.few.len() < self.few.inline_size() {
            self.few.push(stage);
            return true;
        }
        self.many.insert(stage)
    }
}

/// The draughts captures of one piece.
pub(super) struct Course<R> {
    from: Square,
    kind: Kind,
    side: Side,
    enemies: Bitboard,
    /// The squares where a jump may end or pass: the empty ones and the start.
    free: Bitboard,
    rules: PhantomData<R>,
}

impl<R: Rules> Course<R> {
    /// The captures of this side's piece of this kind on `from`.
    #[inline]
    pub(super) fn new(position: &Shashmaty<R>, side: Side, from: Square, kind: Kind) -> Course<R> {
        let free = (Bitboard::DARK - position.pieces.occupied()) | Bitboard::of(from);
        Course { from, kind, side, enemies: position.pieces.side(!side), free, rules: PhantomData }
    }

    /// Whether there is any.
    #[inline]
    pub(super) fn begins(&self) -> bool {
        self.goes_on(Stage::start(self.from))
    }

    /// What may come of an arrival on a square with these victims: a pawn on its last rank is promoted at once.
    #[inline]
    pub(super) fn arrivals(&self, at: Square, victims: Bitboard, promotion: Option<Kind>) -> Stages {
        if self.kind == Kind::Pawn && promotion.is_none() && last_rank(self.side).has(at) {
            R::PROMOTIONS.iter().map(|&kind| Stage { at, victims, promotion: Some(kind) }).collect()
        } else {
            SmallVec::from_iter([Stage { at, victims, promotion }])
        }
    }

    /// Tells the sink every capture that goes through this stage and has not been told before.
    pub(super) fn finish<S: Sink>(&self, stage: Stage, seen: &mut Seen, sink: &mut S) {
        let further = self.further(stage);
        if further.is_empty() {
            sink.capture(self.from, self.kind, stage);
        }
        for next in further {
            if !self.may_recur(next) || seen.insert(next) {
                self.finish(next, seen, sink);
            }
        }
    }

    /// Whether another route may lead to the stage. Two routes of short jumps over the same victims go round a circle in
    /// different senses, and a circle has four jumps or more; a damka may choose among landings on one line.
    #[inline]
    fn may_recur(&self, stage: Stage) -> bool {
        self.kind_at(stage) == Kind::Damka || stage.victims.len() >= 4
    }

    /// The kind that the piece is by now.
    #[inline]
    fn kind_at(&self, stage: Stage) -> Kind {
        stage.promotion.unwrap_or(self.kind)
    }

    /// Whether there is a further jump.
    fn goes_on(&self, stage: Stage) -> bool {
        match self.kind_at(stage) {
            Kind::Damka => self.behind(stage).any(),
            Kind::King | Kind::Pawn => Diagonal::ALL.into_iter().any(|d| self.short_jump(stage, d).is_some()),
            _ => false,
        }
    }

    /// The stages after one more jump; none where the capture is complete.
    fn further(&self, stage: Stage) -> Stages {
        let mut further = Stages::new();
        match self.kind_at(stage) {
            Kind::Damka if const { Kind::Damka.is_in(R::KINDS) } => self.fly(stage, &mut further),
            Kind::King | Kind::Pawn => {
                for diagonal in Diagonal::ALL {
                    if let Some((victim, to)) = self.short_jump(stage, diagonal) {
                        further.extend(self.arrivals(to, stage.victims | victim, stage.promotion));
                    }
                }
            }
            // A bishop, camel or dragon made in mid-capture stays where it is.
            _ => {}
        }
        further
    }

    /// The victim and the landing square of a king's or pawn's jump in a direction.
    #[inline]
    fn short_jump(&self, stage: Stage, diagonal: Diagonal) -> Option<(Bitboard, Square)> {
        let victim = diagonal.step(Bitboard::of(stage.at)) & (self.enemies - stage.victims);
        let landing = diagonal.step(victim) & self.free;
        landing.first().map(|to| (victim, to))
    }

    /// The enemies that a damka sees, one in a direction at most.
    #[inline]
    fn seen_enemies(&self, stage: Stage) -> Bitboard {
        sliders().bishop(stage.at, !self.free) & (self.enemies - stage.victims)
    }

    /// The empty squares behind the enemies that a damka sees: where its next jump may end.
    #[inline]
    fn behind(&self, stage: Stage) -> Bitboard {
        let seen = sliders().bishop(stage.at, !self.free);
        let victims = seen & (self.enemies - stage.victims);
        (sliders().bishop(stage.at, !self.free - victims) - seen) & self.free
    }

    fn fly(&self, stage: Stage, further: &mut Stages) {
        let (enemies, behind) = (self.seen_enemies(stage), self.behind(stage));
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
            further.extend(if onward.any() { onward } else { landings }.into_iter().map(land));
        }
    }

    /// The landings of the alphabetically first way to make a move, its start included. All ways have as many legs as
    /// the move has victims.
    pub(super) fn first_path(&self, m: Move) -> SmallVec<[Square; 8]> {
        let mut path = SmallVec::from_slice(&[self.from]);
        let found = self.extend_path(m, Stage::start(self.from), &mut path, &mut Seen::default());
        debug_assert!(found, "no way to make {m:?}");
        path
    }

    /// Looks for the rest of a path; `barren` holds the stages known to lead nowhere.
    fn extend_path(&self, m: Move, stage: Stage, path: &mut SmallVec<[Square; 8]>, barren: &mut Seen) -> bool {
        if stage == (Stage { at: m.to, victims: m.victims, promotion: m.promotion }) {
            return true;
        }
        let mut further = self.towards(m, stage);
        further.sort_unstable_by_key(|next| (next.at.file(), next.at.rank()));
        for next in further {
            // A stage seen before led nowhere, or the search would have ended.
            if barren.insert(next) {
                path.push(next.at);
                if self.extend_path(m, next, path, barren) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }

    /// Whether the landings, the start included, are a way to make the move.
    pub(super) fn follows(&self, m: Move, path: &[Square]) -> bool {
        let Some((&start, landings)) = path.split_first() else { return false };
        let mut stage = Stage::start(self.from);
        for &to in landings {
            // The landing tells the victim, and the move the promotion.
            match self.towards(m, stage).into_iter().find(|next| next.at == to) {
                Some(next) => stage = next,
                None => return false,
            }
        }
        start == self.from && stage == (Stage { at: m.to, victims: m.victims, promotion: m.promotion })
    }

    /// The stages after one more jump that may still become the move.
    fn towards(&self, m: Move, stage: Stage) -> Stages {
        let mut further = self.further(stage);
        further.retain(|next| {
            (next.victims - m.victims).is_empty() && (next.promotion.is_none() || next.promotion == m.promotion)
        });
        further
    }
}
