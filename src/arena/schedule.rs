//! Who plays whom, and when: every number has its game, so that a match can go on wherever it was broken off.

use std::str::FromStr;

/// The form of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Everybody plays everybody.
    #[default]
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
}

impl Format {
    /// The name that the command line knows it by.
    pub const fn name(self) -> &'static str {
        match self {
            Format::RoundRobin => "round-robin",
            Format::Gauntlet => "gauntlet",
        }
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Format, String> {
        let all = [Format::RoundRobin, Format::Gauntlet];
        let found = all.into_iter().find(|format| format.name() == text);
        found.ok_or_else(|| format!("there is no '{text}'; the formats are round-robin and gauntlet"))
    }
}

/// How many games a tournament has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// So many games in all.
    Games(usize),
    /// So many openings for each pairing, two games each.
    Rounds(usize),
}

/// All games of a tournament.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    games: usize,
}

/// One game of the schedule. Engines are counted in the order in which they were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The game's number, from 0.
    pub number: usize,
    /// The round, from 1: in each every pairing plays two games.
    pub round: usize,
    /// The game's number within the round, from 1.
    pub in_round: usize,
    /// The number of the pair of games that share an opening, from 0.
    pub pair: usize,
    /// The engine that plays White.
    pub white: usize,
    /// The engine that plays Black.
    pub black: usize,
}

impl Schedule {
    /// A tournament between this many engines.
    ///
    /// # Panics
    /// If there are fewer than two engines.
    pub fn new(engines: usize, format: Format, length: Length) -> Schedule {
        assert!(engines >= 2, "it takes two to play");
        let last_first = match format {
            Format::RoundRobin => engines - 1,
            Format::Gauntlet => 1,
        };
        let against = |first| (first + 1..engines).map(move |second| (first, second));
        let pairings: Vec<_> = (0..last_first).flat_map(against).collect();
        let games = match length {
            Length::Games(games) => games,
            Length::Rounds(rounds) => rounds.saturating_mul(2 * pairings.len()),
        };
        Schedule { pairings, games }
    }

    /// Number of games.
    pub fn len(&self) -> usize {
        self.games
    }

    /// Whether there is no game at all.
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// The game with this number, from 0. In the second game of a pair the colours are swapped.
    pub fn fixture(&self, number: usize) -> Fixture {
        let pair = number / 2;
        let (first, second) = self.pairings[pair % self.pairings.len()];
        let (white, black) = if number.is_multiple_of(2) { (first, second) } else { (second, first) };
        let a_round = 2 * self.pairings.len();
        Fixture { number, round: number / a_round + 1, in_round: number % a_round + 1, pair, white, black }
    }

    /// The game that PGN's `Round` tag names; `None` if it is none of this schedule.
    pub fn named(&self, round: &str) -> Option<Fixture> {
        let (round, in_round) = round.split_once('.')?;
        let (round, in_round): (usize, usize) = (round.parse().ok()?, in_round.parse().ok()?);
        let a_round = 2 * self.pairings.len();
        let is_possible = round > 0 && (1..=a_round).contains(&in_round);
        let number = (round.checked_sub(1)?).checked_mul(a_round)?.checked_add(in_round.checked_sub(1)?)?;
        (is_possible && number < self.games).then(|| self.fixture(number))
    }
}

impl Fixture {
    /// PGN's `Round` tag.
    pub fn name(&self) -> String {
        format!("{}.{}", self.round, self.in_round)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_with_both_colours() {
        let schedule = Schedule::new(4, Format::RoundRobin, Length::Rounds(2));
        assert_eq!(schedule.len(), 24);
        for white in 0..4 {
            for black in (0..4).filter(|&black| black != white) {
                let met = (0..24).map(|n| schedule.fixture(n)).filter(|f| (f.white, f.black) == (white, black));
                assert_eq!(met.map(|f| f.round).collect::<Vec<_>>(), [1, 2]);
            }
        }
        let pairs: Vec<_> = (0..24).map(|n| schedule.fixture(n).pair).collect();
        assert!((0..12).all(|pair| pairs.iter().filter(|&&p| p == pair).count() == 2));
    }

    #[test]
    fn the_first_runs_the_gauntlet() {
        let schedule = Schedule::new(4, Format::Gauntlet, Length::Games(7));
        let met: Vec<_> = (0..7).map(|n| schedule.fixture(n)).map(|f| (f.white, f.black)).collect();
        assert_eq!(met, [(0, 1), (1, 0), (0, 2), (2, 0), (0, 3), (3, 0), (0, 1)]);
    }

    #[test]
    fn round_tags_name_games() {
        let schedule = Schedule::new(3, Format::RoundRobin, Length::Games(10));
        for number in 0..10 {
            let fixture = schedule.fixture(number);
            assert_eq!(schedule.named(&fixture.name()), Some(fixture));
        }
        assert_eq!(schedule.fixture(9).name(), "2.4");
        for name in ["", "1", "0.1", "1.0", "1.7", "2.5", "3.1", "x.1", "1.1.1", "99999999999999999999.1"] {
            assert_eq!(schedule.named(name), None, "{name}");
        }
    }
}
