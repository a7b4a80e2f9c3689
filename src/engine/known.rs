//! What is known of a position beside what its own search finds: the opening book, and experience.

use std::time::{Duration, Instant};

use log::warn;

use super::{GameEngine, Task, Thought, thought};
use crate::arbiter::Arbiter;
use crate::board::Side;
use crate::book::{choice, terrain_text};
use crate::experience::{Experience, LEAST_DEPTH, Lesson};
use crate::game::{Game, Record, notation};
use crate::search::{Limits, Report, Request, Score, Searchable, Stop};

/// Nodes for a look at what a move of the book leads to: some milliseconds.
const LOOK: u64 = 4_000;
/// The part of a move's time that all such looks together may take at most.
const SHARE: u32 = 4;
/// A look finds a move to lose at less than so many centipawns, if the book says clearly more of it.
const LOSING: i32 = -120;
/// How much more.
const SURPRISE: i32 = 60;

impl<G: Searchable> GameEngine<G> {
    /// A move of the book, if one is asked for, the position is in it, and a quick look does not find the move to lose.
    pub(super) fn book_move(
        &self,
        game: &dyn Arbiter,
        record: &Record<G>,
        task: &Task,
        stop: &Stop,
    ) -> Option<Thought> {
        let guide = task.book.as_ref()?;
        if ply(record.position()) >= u64::from(guide.depth) {
            return None;
        }
        let began = Instant::now();
        let most = task.limits.budget(task.overhead).map(|budget| budget.hard / SHARE);
        let mut moves = guide.book.moves(game);
        moves.retain(|entry| task.allows(&entry.text));
        while !stop.is_given() {
            let left = most.map(|most| most.saturating_sub(began.elapsed()));
            let entry = choice::choose(&moves, guide.variety, &mut rand::rng())?.clone();
            let m = notation::read(record.position(), &entry.text).ok()?;
            let look = self.look(record, m, left, stop);
            let is_known = entry.depth > 0;
            let expected = if is_known { entry.score } else { 0 };
            let is_lost = look.score.value() < LOSING && look.score.value() < expected - SURPRISE;
            if !is_lost {
                let score = if is_known { Score::centipawns(entry.score) } else { look.score };
                let line = std::iter::once(m).chain(look.line).collect();
                let depth = entry.depth.max(1);
                let (nodes, time) = (look.nodes, began.elapsed());
                let report = Report { score, line, depth, selective_depth: depth, nodes, time, ..Report::default() };
                return Some(thought(record.position(), &report));
            }
            moves.retain(|other| other.text != entry.text);
            if most.is_some_and(|most| began.elapsed() >= most) {
                break;
            }
        }
        None
    }

    /// What a short search within this time says of a move, from the side that makes it.
    fn look(&self, record: &Record<G>, m: G::Move, time: Option<Duration>, stop: &Stop) -> Report<G::Move> {
        let mut after = record.clone();
        after.play(m);
        if let Some(outcome) = after.outcome() {
            let score = match outcome.winner {
                Some(winner) if winner == record.turn() => Score::won_in(1),
                Some(_) => Score::lost_in(1),
                None => Score::DRAW,
            };
            return Report { score, ..Report::default() };
        }
        let limits = Limits { nodes: Some(LOOK), move_time: time, ..Limits::default() };
        let report = self.team.search(&after, &Request::new(limits), stop, &mut |_| {});
        Report { score: -report.score, ..report }
    }

    /// The move that experience has for the position, where it comes from a deeper search than this one.
    pub(super) fn recalled(
        &self,
        record: &Record<G>,
        experience: &Experience,
        task: &Task,
        best: &Report<G::Move>,
    ) -> Option<Report<G::Move>> {
        let root = record.position();
        let lesson = experience.recall(&place::<G>(root), root.key())?;
        if lesson.depth <= best.depth || best.score.decided().is_some() || is_late(root, lesson.depth) {
            return None;
        }
        let m = notation::read(root, &lesson.text).ok()?;
        let mut after = record.clone();
        after.play(m);
        // The search that taught it knew another game: what draws in this one may not have done so there.
        if !task.allows(&lesson.text) || after.repetitions() > 1 || after.outcome().is_some() {
            return None;
        }
        let line = if best.line.first() == Some(&m) { best.line.clone() } else { vec![m] };
        Some(Report { depth: lesson.depth, score: Score::from_value(lesson.score), line, ..best.clone() })
    }

    /// Leaves what a search has found to those who come to the position later, in whatever game: what holds only for this
    /// task or in this game is not learnt.
    pub(super) fn teach(&self, root: &G, experience: &Experience, task: &Task, best: &Report<G::Move>) {
        let is_whole = task.only.is_empty() && task.without.is_empty() && task.contempt == 0;
        // Draws, a hair to either side, may come from what was on the board before.
        let is_of_the_game = best.score.value().abs() <= 1 || is_late(root, best.depth);
        if !is_whole || is_of_the_game || best.depth < LEAST_DEPTH || best.bound.is_some() {
            return;
        }
        let Some(&m) = best.line.first() else { return };
        let lesson = Lesson { depth: best.depth, score: best.score.value(), text: notation::text(root, m) };
        if let Err(why) = experience.learn(&place::<G>(root), root.key(), lesson) {
            warn!("experience could not be written: {why}");
        }
    }
}

/// Whether a search to this depth would see the hundredth half-move, which is as far away only in this game.
fn is_late<G: Game>(position: &G, depth: u32) -> bool {
    u32::from(position.counters().half_moves) + depth >= 100
}

/// The ply that a position is at by the number of its full move, from 0.
fn ply<G: Game>(position: &G) -> u64 {
    2 * u64::from(position.counters().full_move.saturating_sub(1)) + u64::from(position.turn() == Side::Black)
}

/// The game's name, with the terrain where there is one.
fn place<G: Game>(position: &G) -> String {
    let terrain = terrain_text::<G>(position.setting());
    terrain.map_or_else(|| G::NAME.to_owned(), |terrain| format!("{}@{terrain}", G::NAME))
}
