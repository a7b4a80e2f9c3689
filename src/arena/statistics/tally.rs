//! Counting results, of games and of pairs of games.

use crate::board::Side;

/// Results of single games, from somebody's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
}

impl Results {
    /// Counts a game: won, lost, or drawn (`None`).
    pub fn add(&mut self, won: Option<bool>) {
        match won {
            Some(true) => self.wins += 1,
            Some(false) => self.losses += 1,
            None => self.draws += 1,
        }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// Points: one for a win, half for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points a game; `None` without games.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The same games from the opponent's side.
    pub fn swapped(&self) -> Results {
        Results { wins: self.losses, losses: self.wins, draws: self.draws }
    }

    /// How many games gave nothing, half a point and a point.
    pub fn counts(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }
}

/// Results of one engine against another, from the first one's side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All games.
    pub games: Results,
    /// The games in which the first engine played White.
    pub as_white: Results,
    /// The games in which it played Black.
    pub as_black: Results,
    /// Pairs by the half points that they gave, from none to four.
    pub pairs: [u64; 5],
    /// The pairs of two half points that were two draws; the others were a win and a loss.
    pub drawn_twice: u64,
    /// First games of pairs whose second game is not over: the pair's number and the half points.
    waiting: Vec<(usize, u64)>,
}

impl Tally {
    /// Counts a game of this pair in which the first engine played `side` and `winner` won.
    pub fn add(&mut self, pair: usize, side: Side, winner: Option<Side>) {
        let won = winner.map(|winner| winner == side);
        self.games.add(won);
        match side {
            Side::White => self.as_white.add(won),
            Side::Black => self.as_black.add(won),
        }
        let halves = won.map_or(1, |won| if won { 2 } else { 0 });
        match self.waiting.iter().position(|&(waiting, _)| waiting == pair) {
            None => self.waiting.push((pair, halves)),
            Some(at) => {
                let (_, before) = self.waiting.swap_remove(at);
                self.pairs[(before + halves) as usize] += 1;
                self.drawn_twice += u64::from(before == 1 && halves == 1);
            }
        }
    }

    /// Results of White, whoever played it.
    pub fn of_white(&self) -> Results {
        let black = self.as_black.swapped();
        Results {
            wins: self.as_white.wins + black.wins,
            losses: self.as_white.losses + black.losses,
            draws: self.as_white.draws + black.draws,
        }
    }

    /// Number of whole pairs.
    pub fn whole_pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_put_together_in_any_order() {
        let mut tally = Tally::default();
        tally.add(0, Side::White, Some(Side::White));
        tally.add(1, Side::White, None);
        tally.add(1, Side::Black, None);
        assert_eq!((tally.pairs, tally.drawn_twice), ([0, 0, 1, 0, 0], 1));
        tally.add(0, Side::Black, Some(Side::White));
        assert_eq!((tally.pairs, tally.drawn_twice), ([0, 0, 2, 0, 0], 1));
        tally.add(2, Side::Black, Some(Side::Black));
        tally.add(3, Side::White, Some(Side::Black));
        tally.add(2, Side::White, None);
        tally.add(3, Side::Black, Some(Side::White));
        assert_eq!(tally.pairs, [1, 0, 2, 1, 0]);
        assert_eq!(tally.games, Results { wins: 2, losses: 3, draws: 3 });
        assert_eq!(tally.of_white(), Results { wins: 3, losses: 2, draws: 3 });
        assert_eq!(tally.games.score(), Some(3.5 / 8.0));
    }
}
