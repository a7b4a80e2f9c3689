//! Where a tournament stands: all results so far, and what they say.

use std::collections::BTreeMap;

use super::record::Summary;
use super::statistics::rating::{self, Rating};
use super::statistics::sprt::{Hypothesis, Sprt};
use super::statistics::{Estimate, Results, Tally};
use crate::board::Side;

/// Results of a tournament.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The engines' names.
    pub names: Vec<String>,
    /// The games that are over.
    pub games: Vec<Summary>,
    /// Engines against engines of higher numbers.
    tallies: BTreeMap<(usize, usize), Tally>,
}

/// One engine's line in a table.
#[derive(Clone, Debug)]
pub struct Place {
    /// The engine's number.
    pub engine: usize,
    /// Its results against all.
    pub results: Results,
    /// Its rating, where games connect it with the first engine.
    pub rating: Option<Rating>,
}

impl Standing {
    /// Before the first game.
    pub fn new(names: Vec<String>) -> Standing {
        Standing { names, games: Vec::new(), tallies: BTreeMap::new() }
    }

    /// Counts a game.
    pub fn add(&mut self, game: Summary) {
        let (white, black) = (game.fixture.white, game.fixture.black);
        let (key, side) = if white < black { ((white, black), Side::White) } else { ((black, white), Side::Black) };
        self.tallies.entry(key).or_default().add(game.fixture.pair, side, game.winner());
        self.games.push(game);
    }

    /// The results of two engines against each other, from the side of the one with the lower number.
    pub fn tally(&self, first: usize, second: usize) -> Option<&Tally> {
        self.tallies.get(&(first, second))
    }

    /// All engines that have met, and their results.
    pub fn tallies(&self) -> impl Iterator<Item = ((usize, usize), &Tally)> {
        self.tallies.iter().map(|(&key, tally)| (key, tally))
    }

    /// The results of one engine against another, from its own side.
    pub fn results(&self, engine: usize, other: usize) -> Results {
        let between = |a, b| self.tally(a, b).map(|tally| tally.games).unwrap_or_default();
        if engine < other { between(engine, other) } else { between(other, engine).swapped() }
    }

    /// White's results in all games.
    pub fn of_white(&self) -> Results {
        let mut all = Results::default();
        self.games.iter().for_each(|game| all.add(game.winner().map(|winner| winner == Side::White)));
        all
    }

    /// How many games ended in which way.
    pub fn terminations(&self) -> BTreeMap<&'static str, u64> {
        let mut counts = BTreeMap::new();
        self.games.iter().for_each(|game| *counts.entry(game.termination).or_default() += 1);
        counts
    }

    /// The engines, the strongest first.
    pub fn places(&self) -> Vec<Place> {
        let n = self.names.len();
        let table: Vec<Vec<Results>> = (0..n).map(|a| (0..n).map(|b| self.results(a, b)).collect()).collect();
        let ratings = rating::ratings(&table);
        let total = |engine: usize| {
            table[engine].iter().fold(Results::default(), |sum, results| Results {
                wins: sum.wins + results.wins,
                losses: sum.losses + results.losses,
                draws: sum.draws + results.draws,
            })
        };
        let mut places: Vec<Place> =
            (0..n).map(|engine| Place { engine, results: total(engine), rating: ratings[engine] }).collect();
        let strength = |place: &Place| place.rating.map_or(f64::NEG_INFINITY, |rating| rating.elo);
        places.sort_by(|a, b| strength(b).total_cmp(&strength(a)).then(a.engine.cmp(&b.engine)));
        places
    }

    /// The logarithm of a test's ratio: whole pairs of the first two engines.
    pub fn ratio(&self, sprt: &Sprt) -> f64 {
        self.tally(0, 1).map_or(0.0, |tally| sprt.ratio(&tally.pairs))
    }

    /// The hypothesis that a test accepts, if it does.
    pub fn accepted(&self, sprt: &Sprt) -> Option<Hypothesis> {
        sprt.accepted(self.ratio(sprt))
    }
}

/// What two engines' results tell: by pairs, or by games as long as there is no whole pair.
pub fn estimate(tally: &Tally) -> Option<Estimate> {
    Estimate::of_pairs(tally.pairs).or_else(|| Estimate::of_games(tally.games.counts()))
}
