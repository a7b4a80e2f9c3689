//! Playing the games that weights are fitted to.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use super::samples::Sample;
use crate::board::Side;
use crate::game::Record;
use crate::search::{Limits, Request, Searchable, Stop, Team};

/// Random moves at the start of a game: this many, or one more.
const RANDOM_PLIES: usize = 8;
/// Openings that the search finds more one-sided than this are played by nobody, in centipawns.
const FAIR: i32 = 400;
/// Positions with a score beyond this teach nothing, in centipawns.
const DECIDED: i32 = 2_000;

/// Plays a game with so many nodes a move and returns its quiet positions; none if its opening was not fair.
///
/// The same number and start give the same game.
pub fn play<G: Searchable>(team: &mut Team<G>, start: &G, number: u64, nodes: u64) -> Vec<Sample> {
    let mut random = StdRng::seed_from_u64(number);
    let mut record = Record::new(start.clone());
    for _ in 0..RANDOM_PLIES + usize::from(random.random_bool(0.5)) {
        let legal = record.position().legal();
        let (Some(&m), None) = (legal.choose(&mut random), record.outcome()) else { return Vec::new() };
        record.play(m);
    }
    team.forget();
    let request = Request::new(Limits { nodes: Some(nodes), ..Limits::default() });
    let mut samples = Vec::new();
    let mut is_opening = true;
    let outcome = loop {
        if let Some(outcome) = record.outcome() {
            break outcome;
        }
        let report = team.search(&record, &request, &Stop::new(), &mut |_| {});
        let Some(&best) = report.line.first() else { return Vec::new() };
        let position = record.position();
        let score = report.score.value();
        if std::mem::take(&mut is_opening) && score.abs() > FAIR {
            return Vec::new();
        }
        let is_forced = G::POLICY.forced_capture && position.must_capture();
        let is_restless = position.is_noisy(best) || position.in_check() || is_forced;
        let is_decided = report.score.decided().is_some() || score.abs() > DECIDED;
        if !is_restless && !is_decided {
            let score = if position.turn() == Side::White { score } else { -score };
            samples.push(Sample { game: number, result: 0.5, score, fen: position.fen() });
        }
        record.play(best);
    };
    let result = match outcome.winner {
        Some(Side::White) => 1.0,
        Some(Side::Black) => 0.0,
        None => 0.5,
    };
    samples.iter_mut().for_each(|sample| sample.result = result);
    samples
}
