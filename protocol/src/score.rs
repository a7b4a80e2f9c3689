//! The score of a position, which the two dialects write differently.
//!
//! Always from the point of view of the side to move, as both protocols have it.

/// A score from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The side to move wins in so many of its own moves.
    MateIn(u32),
    /// The side to move loses in so many of the opponent's moves; 0 where it has lost already.
    MatedIn(u32),
}

/// XBoard's score for a mate in no moves; mates in more lie beyond it.
const MATE: i64 = 100_000;
/// The longest mate that is told apart from a nonsense number.
const LONGEST: i64 = 9_999;
const LONGEST_WIN: i64 = MATE + LONGEST;
const LONGEST_LOSS: i64 = -MATE - LONGEST;
const LOST: i64 = -MATE;

impl Score {
    /// XBoard's number: centipawns within ±99999, 100000 + N for a mate in N, −100000 − N for being mated in N (N is
    /// cut to 9999).
    ///
    /// ```
    /// use triptych_protocol::Score;
    /// assert_eq!(Score::MateIn(3).to_xboard(), 100_003);
    /// assert_eq!(Score::MatedIn(2).to_xboard(), -100_002);
    /// ```
    pub fn to_xboard(self) -> i64 {
        match self {
            Score::Centipawns(score) => i64::from(score).clamp(1 - MATE, MATE - 1),
            Score::MateIn(moves) => MATE + i64::from(moves).min(LONGEST),
            Score::MatedIn(moves) => -MATE - i64::from(moves).min(LONGEST),
        }
    }

    /// The score behind XBoard's number; numbers beyond every mate are centipawns, cut to ±99999.
    pub fn from_xboard(number: i64) -> Score {
        match number {
            MATE..=LONGEST_WIN => Score::MateIn((number - MATE) as u32),
            LONGEST_LOSS..=LOST => Score::MatedIn((-MATE - number) as u32),
            _ => Score::Centipawns(number.clamp(1 - MATE, MATE - 1) as i32),
        }
    }
}

/// What a score says about the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bound {
    /// It is the score.
    #[default]
    Exact,
    /// The score is at least this (a search that failed high).
    Lower,
    /// The score is at most this (a search that failed low).
    Upper,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xboard_numbers() {
        for (score, number) in [
            (Score::Centipawns(-37), -37),
            (Score::Centipawns(99_999), 99_999),
            (Score::MateIn(1), 100_001),
            (Score::MatedIn(0), -100_000),
            (Score::MatedIn(9_999), -109_999),
        ] {
            assert_eq!(score.to_xboard(), number);
            assert_eq!(Score::from_xboard(number), score);
        }
        assert_eq!(Score::from_xboard(i64::MIN), Score::Centipawns(-99_999));
        assert_eq!(Score::from_xboard(1_000_000), Score::Centipawns(99_999));
        assert_eq!(Score::Centipawns(i32::MIN).to_xboard(), -99_999);
        assert_eq!(Score::MateIn(u32::MAX).to_xboard(), 109_999);
    }
}
