//! Scores: centipawns from the side to move, wins and losses counted in plies.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use super::MAX_PLY;
use crate::board::Side;

/// A score from the side to move: centipawns, or a win or loss in so many plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// A draw.
    pub const DRAW: Score = Score(0);
    /// More than any score.
    pub const INFINITE: Score = Score(32_000);
    /// The game is won now; a win in n plies is worth n less.
    pub const WIN: Score = Score(31_000);
    /// The least score that tells a win within the horizon.
    const LEAST_WIN: Score = Score(31_000 - 2 * MAX_PLY as i32);
    /// A win by a table that may come too late; in n plies it is worth n less.
    const TABLE_WIN: Score = Score(30_400);
    /// The greatest score that an evaluation may give.
    pub const MOST_EVALUATION: Score = Score(29_000);

    /// A score in centipawns, kept within what an evaluation may give.
    pub fn centipawns(value: i32) -> Score {
        Score(value.clamp(-Self::MOST_EVALUATION.0, Self::MOST_EVALUATION.0))
    }

    /// The side to move has lost, this many plies from the root.
    pub fn lost_in(plies: usize) -> Score {
        Score(plies as i32 - Self::WIN.0)
    }

    /// The side to move has won, this many plies from the root.
    pub fn won_in(plies: usize) -> Score {
        Score(Self::WIN.0 - plies as i32)
    }

    /// The side to move wins by a table that knows nothing of the draw by counting, so many plies from the root: more
    /// than any evaluation, less than any win that was seen.
    pub fn won_by_table_in(plies: usize) -> Score {
        Score(Self::TABLE_WIN.0 - plies.min(1_000) as i32)
    }

    /// The bare number, for storage and arithmetic.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The score of a bare number that [`Score::value`] gave.
    pub const fn from_value(value: i32) -> Score {
        Score(value)
    }

    /// The score from White's side, if it is from this side.
    pub fn for_white(self, of: Side) -> Score {
        if of == Side::White { self } else { -self }
    }

    /// Plies to the end of the game if the score tells a win (positive) or a loss (negative or zero plies away).
    pub fn decided(self) -> Option<Decided> {
        if self >= Self::LEAST_WIN {
            Some(Decided::Won((Self::WIN.0 - self.0) as usize))
        } else if self <= -Self::LEAST_WIN {
            Some(Decided::Lost((Self::WIN.0 + self.0) as usize))
        } else {
            None
        }
    }

    /// The score as the table keeps it: wins counted from the node, which is `ply` plies from the root.
    pub fn to_table(self, ply: usize) -> i16 {
        (self.0 + self.sense() * ply as i32) as i16
    }

    /// The score of a table entry, wins counted from the root.
    pub fn from_table(value: i16, ply: usize) -> Score {
        let score = Score(i32::from(value));
        Score(score.0 - score.sense() * ply as i32)
    }

    /// 1 for a win and -1 for a loss, whether seen or told by a table of endgames; 0 for an evaluation.
    fn sense(self) -> i32 {
        if self.0.abs() > Self::MOST_EVALUATION.0 { self.0.signum() } else { 0 }
    }
}

/// What a score comes to: shares of games that are won, drawn and lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// Won by the side to move.
    pub win: f64,
    /// Drawn.
    pub draw: f64,
    /// Lost by the side to move.
    pub loss: f64,
}

impl Chances {
    /// Points that the side to move gets on average, from 0 to 1.
    pub fn expected(self) -> f64 {
        self.win + self.draw / 2.0
    }
}

impl Score {
    /// The chances that go with the score: rough, by a logistic curve whose slope suits all the games.
    pub fn chances(self) -> Chances {
        let (win, loss) = match self.decided() {
            Some(Decided::Won(_)) => (1.0, 0.0),
            Some(Decided::Lost(_)) => (0.0, 1.0),
            None => {
                let share = |centipawns: f64| 1.0 / (1.0 + (-(centipawns - 80.0) / 90.0).exp());
                (share(f64::from(self.0)), share(f64::from(-self.0)))
            }
        };
        Chances { win, draw: 1.0 - win - loss, loss }
    }
}

/// A decided game, seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// Won in so many plies.
    Won(usize),
    /// Lost in so many plies.
    Lost(usize),
}

impl Decided {
    /// Full moves until the end, as protocols count them: positive for a win, negative for a loss.
    pub fn moves(self) -> i64 {
        match self {
            Decided::Won(plies) => plies.div_ceil(2) as i64,
            Decided::Lost(plies) => -(plies.div_ceil(2) as i64),
        }
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;

    fn add(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    fn sub(self, centipawns: i32) -> Score {
        Score(self.0 - centipawns)
    }
}

impl fmt::Display for Score {
    /// Pawns with two decimals, or `#n` for a win and `#-n` for a loss in n moves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.decided() {
            Some(Decided::Lost(plies)) => write!(f, "#-{}", plies.div_ceil(2)),
            Some(decided) => write!(f, "#{}", decided.moves()),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_kept_from_the_node() {
        let score = Score::won_in(7);
        let stored = score.to_table(3);
        assert_eq!(Score::from_table(stored, 5), Score::won_in(9));
        assert_eq!(Score::from_table(Score::lost_in(8).to_table(8), 2), Score::lost_in(2));
        let by_table = Score::won_by_table_in(50);
        assert_eq!(Score::from_table((-by_table).to_table(10), 4), -Score::won_by_table_in(44));
        assert_eq!(Score::from_table(Score::centipawns(-250).to_table(9), 2), Score::centipawns(-250));
    }

    #[test]
    fn decided_scores_count_moves() {
        assert_eq!(Score::won_in(1).decided().map(Decided::moves), Some(1));
        assert_eq!(Score::won_in(3).decided().map(Decided::moves), Some(2));
        assert_eq!(Score::lost_in(2).decided().map(Decided::moves), Some(-1));
        assert_eq!(Score::centipawns(1_000_000).decided(), None);
        assert_eq!(Score::won_in(3).to_string(), "#2");
        assert_eq!(Score::lost_in(2).to_string(), "#-1");
        assert_eq!(Score::centipawns(-5).to_string(), "-0.05");
    }
}
