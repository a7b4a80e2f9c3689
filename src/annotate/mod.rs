//! Games with what the engine thinks of every move: its score, marks for moves that give away much, and what was better.

pub mod journal;
mod marginal;

use std::time::Duration;

use crate::arbiter::Arbiter;
use crate::arena::halt::Halt;
use crate::board::Side;
use crate::engine::{Engine, Task};
use crate::frontend::xboard::protocol_score;
use crate::pgn::{self, Pgn, Ply};
use crate::search::Score;
use crate::search::score::Decided;

/// A move that gives away so much of the expected score, which is from 0 to 1, is inaccurate.
pub const INACCURACY: f64 = 0.05;
/// So much, and it is a mistake.
pub const MISTAKE: f64 = 0.10;
/// So much, and it is a blunder.
pub const BLUNDER: f64 = 0.20;
/// Plies of the better line that are written.
const LINE: usize = 8;

/// How bad a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// See [`INACCURACY`].
    Inaccuracy,
    /// See [`MISTAKE`].
    Mistake,
    /// See [`BLUNDER`].
    Blunder,
}

impl Mark {
    /// All marks.
    const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// What people call such a move.
    const fn name(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// The mark of a move that gives away so much.
    fn of(drop: f64) -> Option<Mark> {
        match drop {
            _ if drop >= BLUNDER => Some(Mark::Blunder),
            _ if drop >= MISTAKE => Some(Mark::Mistake),
            _ if drop >= INACCURACY => Some(Mark::Inaccuracy),
            _ => None,
        }
    }

    /// PGN's number for it.
    const fn annotation(self) -> u8 {
        match self {
            Mark::Inaccuracy => 6,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
        }
    }
}

/// Numbers of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All moves that were looked at.
    pub moves: usize,
    /// Those that are inaccurate.
    pub inaccuracies: usize,
    /// Those that are mistakes.
    pub mistakes: usize,
    /// Those that are blunders.
    pub blunders: usize,
}

impl Counts {
    fn count(&mut self, mark: Option<Mark>) {
        self.moves += 1;
        match mark {
            None => {}
            Some(Mark::Inaccuracy) => self.inaccuracies += 1,
            Some(Mark::Mistake) => self.mistakes += 1,
            Some(Mark::Blunder) => self.blunders += 1,
        }
    }

    /// Adds others.
    pub fn add(&mut self, other: Counts) {
        self.moves += other.moves;
        self.inaccuracies += other.inaccuracies;
        self.mistakes += other.mistakes;
        self.blunders += other.blunders;
    }
}

/// What is thought of a position.
#[derive(Clone, Debug)]
struct Opinion {
    /// From the side to move.
    score: Score,
    depth: Option<u32>,
    time: Duration,
    /// The best line; empty where the game is over.
    line: Vec<String>,
}

impl Opinion {
    /// Whether there is a search behind it that was through with a depth, or the rules.
    fn is_founded(&self) -> bool {
        self.depth != Some(0)
    }
}

/// Annotates a game whose moves are in this project's text; `start` is the game before them. `told` hears of every
/// position that is done. `None` if the halt was given before the end. What an earlier annotation by this program has said
/// makes room for the new.
///
/// The moves are gone through from the last to the first, so that what is seen late is known early. With the same task and
/// one thread the outcome is the same, if the task has no limit of time.
///
/// # Panics
/// If a move is not legal, or the engine is another game's.
pub fn annotate(
    game: &mut Pgn,
    start: &dyn Arbiter,
    engine: &mut dyn Engine,
    task: &Task,
    halt: &Halt,
    mut told: impl FnMut(),
) -> Option<Counts> {
    if marginal::sign(&mut game.tags) {
        game.moves.iter_mut().for_each(marginal::erase);
    }
    let mut played = start.duplicate();
    for ply in &game.moves {
        played.play(&ply.text).expect("the moves are legal");
    }
    engine.new_game();
    let mut counts = Counts::default();
    let mut after = ended(played.as_ref());
    if after.is_none() {
        after = Some(think(played.as_ref(), engine, task, halt)?);
    }
    told();
    for ply in game.moves.iter_mut().rev() {
        let later = after.take()?;
        played.undo();
        let opinion = match &played.moves()[..] {
            // Where there is one move its worth is the position's.
            [only] => Opinion { score: earlier(later.score), line: vec![only.clone()], ..later.clone() },
            _ => think(played.as_ref(), engine, task, halt)?,
        };
        counts.count(judge(ply, &opinion, &later, played.as_ref(), task));
        after = Some(opinion);
        told();
    }
    Some(counts)
}

/// What the rules say of a game that is over.
fn ended(game: &dyn Arbiter) -> Option<Opinion> {
    let score = match game.outcome()?.winner {
        None => Score::DRAW,
        Some(winner) if winner == game.turn() => Score::won_in(0),
        Some(_) => Score::lost_in(0),
    };
    Some(Opinion { score, depth: None, time: Duration::ZERO, line: Vec::new() })
}

fn think(game: &dyn Arbiter, engine: &mut dyn Engine, task: &Task, halt: &Halt) -> Option<Opinion> {
    let thought = halt.search(|stop| engine.think(game, task, stop, &mut |_| {}));
    let line = thought.line.into_iter().map(|played| played.text).collect();
    let opinion = Opinion { score: thought.score, depth: Some(thought.depth), time: thought.time, line };
    (!halt.is_given()).then_some(opinion)
}

/// The score of a move that leads to a position with this score, from the side that makes it.
fn earlier(score: Score) -> Score {
    match score.decided() {
        Some(Decided::Lost(plies)) => Score::won_in(plies + 1),
        Some(Decided::Won(plies)) => Score::lost_in(plies + 1),
        None => -score,
    }
}

/// Says of a move what is thought of it, and marks it.
fn judge(ply: &mut Ply, before: &Opinion, after: &Opinion, game: &dyn Arbiter, task: &Task) -> Option<Mark> {
    let score = earlier(after.score);
    let is_best = before.line.first() == Some(&ply.text);
    let drop = before.score.chances().expected() - score.chances().expected();
    let is_founded = before.is_founded() && after.is_founded() && !before.line.is_empty();
    let mark = Mark::of(drop).filter(|_| !is_best && is_founded);
    let told = after.is_founded().then(|| said(score, after, task));
    marginal::write(ply, &marginal::words(told, mark));
    if let Some(mark) = mark {
        let mut better: Vec<Ply> =
            before.line.iter().take(LINE).map(|text| Ply { text: text.clone(), ..Ply::default() }).collect();
        if let Some(first) = better.first_mut() {
            first.comment = said(before.score, before, task);
        }
        marginal::mark(ply, mark, pgn::line(&better, (game.full_move(), game.turn() == Side::Black)));
    }
    mark
}

/// A score as the arena writes it; the time is told only where it was what limited the search.
fn said(score: Score, opinion: &Opinion, task: &Task) -> String {
    let time = task.limits.move_time.map(|_| opinion.time);
    pgn::comment(Some(protocol_score(score)), opinion.depth, time)
}
