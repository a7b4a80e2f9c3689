//! All of a tournament for other programs: the JSON document.

use std::collections::BTreeMap;

use serde::Serialize;

use super::entrant::{Entrant, Kind};
use super::record::Summary;
use super::standing::{Standing, estimate};
use super::statistics::sprt::{Hypothesis, Sprt};
use super::statistics::{Estimate, Results};

/// The document.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    /// The game's name.
    pub variant: &'a str,
    /// What the games are played under.
    pub settings: Settings<'a>,
    /// Who takes part.
    pub engines: Vec<EngineEntry<'a>>,
    /// How far it is.
    pub progress: Progress,
    /// Where the time went.
    pub time: Time,
    /// Results of all that have met.
    pub matches: Vec<MatchEntry<'a>>,
    /// The test, where there is one.
    pub sprt: Option<TestEntry>,
    /// The engines, the strongest first.
    pub ratings: Vec<RatingEntry<'a>>,
    /// Points of every engine against every other, in the order of `engines`.
    pub crosstable: Vec<Vec<f64>>,
    /// White's results.
    pub white: Results,
    /// Games by how they ended.
    pub terminations: BTreeMap<&'static str, u64>,
    /// The games.
    pub games: &'a [Summary],
}

/// What the games are played under.
#[derive(Clone, Debug, Serialize)]
pub struct Settings<'a> {
    /// PGN's `Event` tag.
    pub event: &'a str,
    /// The form of the tournament.
    pub format: &'static str,
    /// What the games start from.
    pub openings: String,
    /// Where random numbers start from.
    pub seed: u64,
    /// Games at a time.
    pub concurrency: usize,
    /// When a game counts as won.
    pub win: Option<String>,
    /// When it counts as drawn.
    pub draw: Option<String>,
    /// Plies after which it counts as drawn.
    pub length: Option<usize>,
}

/// An engine.
#[derive(Debug, Serialize)]
pub struct EngineEntry<'a> {
    /// What it is called.
    pub name: &'a str,
    /// What it calls itself.
    pub identity: &'a str,
    /// Its file; missing for this program's own engine.
    pub command: Option<String>,
    /// What it may take.
    pub time_control: String,
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Progress {
    /// Games of the schedule.
    pub scheduled: usize,
    /// Games that are over.
    pub played: usize,
    /// Whether it is over: all were played, or the test has decided.
    pub finished: bool,
    /// Whether it was told to stop.
    pub interrupted: bool,
}

/// Where the time went, of the games that this run has played.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Time {
    /// Seconds since the first game began.
    pub wall: f64,
    /// Seconds from the beginnings to the ends of all games.
    pub games: f64,
    /// Seconds that engines were waited for.
    pub thinking: f64,
    /// The share of the time of all threads in which no engine was waited for.
    pub outside_search: Option<f64>,
    /// Milliseconds a move in which no engine was waited for.
    pub overhead_a_move: Option<f64>,
}

/// Two engines that have met, from the side of the first.
#[derive(Debug, Serialize)]
pub struct MatchEntry<'a> {
    first: &'a str,
    second: &'a str,
    results: Results,
    points: f64,
    as_white: Results,
    as_black: Results,
    /// Pairs by the half points that they gave.
    pentanomial: [u64; 5],
    /// The pairs of two half points that were two draws.
    drawn_twice: u64,
    /// By pairs, or by games as long as there is no whole pair.
    estimate: Option<Estimate>,
    /// By games, as if they did not come in pairs.
    estimate_by_games: Option<Estimate>,
}

/// The test and its state.
#[derive(Debug, Serialize)]
pub struct TestEntry {
    #[serde(flatten)]
    sprt: Sprt,
    statistics: &'static str,
    llr: f64,
    lower_bound: f64,
    upper_bound: f64,
    /// `lower` or `upper`.
    accepted: Option<&'static str>,
}

/// An engine's rating.
#[derive(Debug, Serialize)]
pub struct RatingEntry<'a> {
    name: &'a str,
    rating: Option<f64>,
    error: Option<f64>,
    results: Results,
    points: f64,
}

impl<'a> Document<'a> {
    /// The document of a tournament. `identities` are what the engines call themselves.
    pub fn new(
        variant: &'a str,
        settings: Settings<'a>,
        entrants: &'a [Entrant],
        identities: &'a [String],
        standing: &'a Standing,
        sprt: Option<&Sprt>,
        (progress, time): (Progress, Time),
    ) -> Document<'a> {
        let names = &standing.names;
        let engine = |(entrant, identity): (&'a Entrant, &'a String)| EngineEntry {
            name: &entrant.name,
            identity,
            command: match &entrant.kind {
                Kind::Inside { .. } => None,
                Kind::Program(program) => Some(program.file.display().to_string()),
            },
            time_control: entrant.control.to_string(),
        };
        let matches = standing.tallies().map(|((first, second), tally)| MatchEntry {
            first: &names[first],
            second: &names[second],
            results: tally.games,
            points: tally.games.points(),
            as_white: tally.as_white,
            as_black: tally.as_black,
            pentanomial: tally.pairs,
            drawn_twice: tally.drawn_twice,
            estimate: estimate(tally),
            estimate_by_games: Estimate::of_games(tally.games.counts()),
        });
        let ratings = standing.places().into_iter().map(|place| RatingEntry {
            name: &names[place.engine],
            rating: place.rating.map(|rating| rating.elo),
            error: place.rating.map(|rating| rating.error),
            results: place.results,
            points: place.results.points(),
        });
        let n = names.len();
        let points = |engine: usize, other: usize| standing.results(engine, other).points();
        Document {
            variant,
            settings,
            engines: entrants.iter().zip(identities).map(engine).collect(),
            progress,
            time,
            matches: matches.collect(),
            sprt: sprt.map(|sprt| TestEntry {
                sprt: *sprt,
                statistics: "pentanomial",
                llr: standing.ratio(sprt),
                lower_bound: sprt.lower_bound(),
                upper_bound: sprt.upper_bound(),
                accepted: standing.accepted(sprt).map(|hypothesis| match hypothesis {
                    Hypothesis::Lower => "lower",
                    Hypothesis::Upper => "upper",
                }),
            }),
            ratings: ratings.collect(),
            crosstable: (0..n).map(|engine| (0..n).map(|other| points(engine, other)).collect()).collect(),
            white: standing.of_white(),
            terminations: standing.terminations(),
            games: &standing.games,
        }
    }
}

impl Time {
    /// The time of a run on this many threads that took `wall` seconds and played these games.
    pub fn of(games: &[Summary], wall: f64, threads: usize) -> Time {
        let own = || games.iter().filter(|game| game.seconds.is_some());
        let thinking: f64 = own().map(|game| game.thinking.iter().sum::<f64>()).sum();
        let seconds: f64 = own().filter_map(|game| game.seconds).sum();
        let plies: usize = own().map(|game| game.plies).sum();
        let all = wall * threads as f64;
        Time {
            wall,
            games: seconds,
            thinking,
            outside_search: (all > 0.0 && plies > 0).then(|| 1.0 - thinking / all),
            overhead_a_move: (plies > 0).then(|| (seconds - thinking) * 1000.0 / plies as f64),
        }
    }
}
