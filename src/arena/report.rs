//! The standing of a tournament as people read it: for two engines in the form that fastchess and OpenBench made
//! customary, for several as a table of ratings and a crosstable.

use std::fmt::Write;

use super::standing::{Place, Standing, estimate};
use super::statistics::Tally;
use super::statistics::sprt::{Hypothesis, Sprt};

/// The standing in a block of lines. `conditions` are what the games are played under, in a few words.
pub fn block(standing: &Standing, sprt: Option<&Sprt>, conditions: &str) -> String {
    let mut text = "-".repeat(RULE);
    text.push('\n');
    if let [first, second] = &standing.names[..] {
        duel(&mut text, &format!("{first} vs {second} ({conditions})"), standing.tally(0, 1));
    } else {
        table(&mut text, standing, conditions);
    }
    if let Some(sprt) = sprt {
        test(&mut text, standing, sprt);
    }
    text.push_str(&"-".repeat(RULE));
    text.push('\n');
    text
}

/// A line that says what the engines have used of their time, a game on average.
pub fn time(standing: &Standing) -> String {
    let of = |name: &str| {
        let used = standing.games.iter().flat_map(|game| {
            [(&game.white, game.thinking[0]), (&game.black, game.thinking[1])].into_iter().filter(|(of, _)| *of == name)
        });
        let (games, seconds) = used.fold((0, 0.0), |(games, sum), (_, seconds)| (games + 1, sum + seconds));
        format!("{name} {:.2}", seconds / f64::from(games.max(1)))
    };
    let all: Vec<String> = standing.names.iter().map(|name| of(name)).collect();
    format!("Seconds a game: {}\n", all.join(", "))
}

const RULE: usize = 60;

/// Writing to a string does not fail.
macro_rules! line {
    ($text:expr, $($argument:tt)*) => { writeln!($text, $($argument)*).expect("a string takes everything") };
}

fn duel(text: &mut String, title: &str, tally: Option<&Tally>) {
    line!(text, "Results of {title}:");
    let Some(tally) = tally else {
        line!(text, "No games yet");
        return;
    };
    if let Some(estimate) = estimate(tally) {
        line!(
            text,
            "Elo: {} +/- {}, nElo: {} +/- {}",
            number(estimate.elo),
            number(estimate.elo_error),
            number(estimate.normalised),
            number(estimate.normalised_error)
        );
        let pairs = tally.whole_pairs();
        let [none, half, one, more, all] = tally.pairs;
        if pairs > 0 {
            line!(
                text,
                "LOS: {:.2} %, DrawRatio: {:.2} %, PairsRatio: {}",
                estimate.superiority * 100.0,
                percent(one, pairs),
                ratio(more + all, none + half)
            );
        } else {
            line!(
                text,
                "LOS: {:.2} %, DrawRatio: {:.2} %",
                estimate.superiority * 100.0,
                percent(tally.games.draws, tally.games.games())
            );
        }
    }
    let games = tally.games;
    line!(
        text,
        "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({:.2} %)",
        games.games(),
        games.wins,
        games.losses,
        games.draws,
        games.points(),
        games.score().unwrap_or(0.5) * 100.0
    );
    let white = tally.of_white();
    line!(
        text,
        "White: Wins: {}, Losses: {}, Draws: {} ({:.2} %), drawn games: {:.2} %",
        white.wins,
        white.losses,
        white.draws,
        white.score().unwrap_or(0.5) * 100.0,
        percent(games.draws, games.games())
    );
    let won_and_lost = tally.pairs[2] - tally.drawn_twice;
    line!(text, "Ptnml(0-2): {:?}, WL/DD Ratio: {}", tally.pairs, ratio(won_and_lost, tally.drawn_twice));
}

fn test(text: &mut String, standing: &Standing, sprt: &Sprt) {
    let ratio = standing.ratio(sprt);
    let (lower, upper) = (sprt.lower_bound(), sprt.upper_bound());
    let way = if ratio < 0.0 { ratio / lower } else { ratio / upper };
    line!(
        text,
        "LLR: {ratio:.2} ({:.1}%) ({lower:.2}, {upper:.2}) [{:.2}, {:.2}], pentanomial, {}",
        way * 100.0,
        sprt.elo0,
        sprt.elo1,
        sprt.model
    );
    match standing.accepted(sprt) {
        Some(Hypothesis::Upper) => line!(text, "SPRT: H1 (the difference is {:.2}) is accepted", sprt.elo1),
        Some(Hypothesis::Lower) => line!(text, "SPRT: H0 (the difference is {:.2}) is accepted", sprt.elo0),
        None => {}
    }
}

fn table(text: &mut String, standing: &Standing, conditions: &str) {
    let places = standing.places();
    let width = standing.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
    line!(text, "Standing after {} games ({conditions}):", standing.games.len());
    line!(text, "Rank {:width$}   Rating     +/-  Games  Points   Score   Draws", "Name");
    for (rank, Place { engine, results, rating }) in places.iter().enumerate() {
        let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.1}"));
        line!(
            text,
            "{:4} {:width$} {:>8} {:>7} {:6} {:7.1} {:6.2}% {:6.2}%",
            rank + 1,
            standing.names[*engine],
            number(rating.map(|rating| rating.elo)),
            number(rating.map(|rating| rating.error)),
            results.games(),
            results.points(),
            results.score().unwrap_or(0.0) * 100.0,
            percent(results.draws, results.games())
        );
    }
    let white = standing.of_white();
    line!(
        text,
        "White: Wins: {}, Losses: {}, Draws: {} ({:.2} %)",
        white.wins,
        white.losses,
        white.draws,
        white.score().unwrap_or(0.5) * 100.0
    );
    line!(text, "Crosstable (points of the row's engine against the column's, of so many games):");
    let columns: String = (1..=places.len()).map(|rank| format!(" {rank:>11}")).collect();
    line!(text, "{:>4} {:width$}{columns}", "", "");
    for (rank, place) in places.iter().enumerate() {
        let cell = |other: &Place| {
            let results = standing.results(place.engine, other.engine);
            if results.games() == 0 {
                return format!(" {:>11}", if place.engine == other.engine { "*" } else { "-" });
            }
            format!(" {:>11}", format!("{:.1}/{}", results.points(), results.games()))
        };
        let cells: String = places.iter().map(cell).collect();
        line!(text, "{:4} {:width$}{cells}", rank + 1, standing.names[place.engine]);
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 * 100.0 }
}

/// A number with two decimals; a dash where there is none, as for what is divided by a spread of nothing.
fn number(value: f64) -> String {
    if value.is_nan() { "-".to_owned() } else { format!("{value:.2}") }
}

/// A ratio with two decimals, if it is one.
fn ratio(one: u64, other: u64) -> String {
    if other == 0 {
        (if one == 0 { "-" } else { "inf" }).to_owned()
    } else {
        format!("{:.2}", one as f64 / other as f64)
    }
}
