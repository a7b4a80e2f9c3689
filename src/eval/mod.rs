//! What a position is worth without looking ahead: a sum of terms, each so many times its weight.
//!
//! The terms of a game are written once, against a [`Tally`]: summed up with the weights in play, taken down one by one
//! for tuning. The weights are fitted to the engine's own games by `triptych tune` and live in `weights/`.

mod chameleon;
mod shashmaty;
mod ultima;
mod weights;

use crate::board::Side;
use crate::game::Game;

/// A game whose positions can be judged.
pub trait Evaluate: Game {
    /// The terms in order, and how many of each there are.
    const TERMS: &'static [Term];

    /// The weight of every term, in centipawns.
    const WEIGHTS: &'static [i32];

    /// Counts every term of the position, White's for and Black's against, but for those of the side to move, which
    /// count for it.
    fn terms(&self, tally: &mut impl Tally);

    /// Whether neither side has anything left to win with: a draw, whoever is better placed.
    fn is_bare(&self) -> bool {
        false
    }

    /// The worth of the position in centipawns from its side to move; a plain pawn of the game is about 100.
    #[inline]
    fn evaluate(&self) -> i32 {
        if self.is_bare() {
            return 0;
        }
        let mut sum = Sum { weights: Self::WEIGHTS, worth: 0 };
        self.terms(&mut sum);
        match self.turn() {
            Side::White => sum.worth,
            Side::Black => -sum.worth,
        }
    }
}

/// A term, or several of one kind, such as one a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it is, for people.
    pub name: &'static str,
    /// How many weights it has.
    pub count: usize,
}

impl Term {
    /// A term with so many weights.
    pub const fn new(name: &'static str, count: usize) -> Term {
        Term { name, count }
    }
}

/// Takes in the terms of a position.
pub trait Tally {
    /// This term is there so many times, for White if positive.
    fn add(&mut self, term: usize, times: i32);
}

/// Adds the terms up.
struct Sum {
    weights: &'static [i32],
    worth: i32,
}

impl Tally for Sum {
    #[inline]
    fn add(&mut self, term: usize, times: i32) {
        self.worth += self.weights[term] * times;
    }
}

/// Takes the terms down: (term, times), in no order, a term perhaps more than once.
#[derive(Clone, Debug, Default)]
pub struct Trace(pub Vec<(usize, i32)>);

impl Tally for Trace {
    fn add(&mut self, term: usize, times: i32) {
        if times != 0 {
            self.0.push((term, times));
        }
    }
}

/// What makes up the worth of a position: the name of every term with its centipawns from White's side.
pub fn explain<G: Evaluate>(position: &G) -> Vec<(&'static str, i32)> {
    let mut trace = Trace::default();
    if !position.is_bare() {
        position.terms(&mut trace);
    }
    let mut first = 0;
    let of_term = |term: &Term| {
        let these = first..first + term.count;
        first = these.end;
        let worth = trace.0.iter().filter(|(term, _)| these.contains(term));
        (term.name, worth.map(|&(term, times)| G::WEIGHTS[term] * times).sum())
    };
    G::TERMS.iter().map(of_term).collect()
}

/// +1 for White, -1 for Black: whom a term speaks for.
#[inline]
const fn sign(side: Side) -> i32 {
    match side {
        Side::White => 1,
        Side::Black => -1,
    }
}
