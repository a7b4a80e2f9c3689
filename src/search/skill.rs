//! Playing below full strength: a player who looks less far ahead and is content with a move that is nearly the best.
//!
//! Captures are played out at every level, so that no level gives a piece away at random; what the weaker ones miss is
//! what lies deeper, and what they lose is some centipawns a move.

use rand::Rng;
use rand::distr::Distribution;
use rand::distr::weighted::WeightedIndex;

use super::{Limits, Report};

/// Full strength; levels go from 0 to this.
pub const FULL: u8 = 20;
/// Lines that a level below [`FULL`] chooses among.
pub const CHOICES: usize = 4;

/// Positions a move at level 0: enough to see a capture and the one that answers it.
const NODES: f64 = 300.0;
/// How many times as many positions each level looks at as the one below it.
const GROWTH: f64 = 1.45;
/// Centipawns that a move may be worse than the best, for each level below [`FULL`].
const GIVEN: i32 = 7;

/// The limits of a level: fewer positions than asked for.
pub fn limits(level: u8, limits: Limits) -> Limits {
    let nodes = (NODES * GROWTH.powi(i32::from(level.min(FULL)))) as u64;
    Limits { nodes: Some(limits.nodes.map_or(nodes, |most| most.min(nodes))), ..limits }
}

/// Chooses the line that a level plays out of the best ones of one iteration, best first: the likelier the better it is.
///
/// # Panics
/// If there is no line.
pub fn choose<'a, M>(level: u8, lines: &'a [Report<M>], random: &mut impl Rng) -> &'a Report<M> {
    let best = &lines[0];
    let given = GIVEN * i32::from(FULL - level.min(FULL));
    let weight = |line: &Report<M>| {
        let loss = (best.score.value() - line.score.value()).max(0);
        if loss > given { 0.0 } else { (-2.0 * f64::from(loss) / f64::from(given.max(1))).exp() }
    };
    // The best line's own weight is 1, so that there is always something to choose.
    WeightedIndex::new(lines.iter().map(weight)).map_or(best, |index| &lines[index.sample(random)])
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;
    use crate::search::Score;

    fn lines(scores: &[i32]) -> Vec<Report<()>> {
        scores.iter().map(|&score| Report { score: Score::centipawns(score), ..Report::default() }).collect()
    }

    #[test]
    fn better_lines_are_likelier_and_bad_ones_never_played() {
        let lines = lines(&[50, 20, -60, -500]);
        let mut random = StdRng::seed_from_u64(1);
        let mut times = [0; 4];
        for _ in 0..1_000 {
            let chosen = choose(0, &lines, &mut random).score;
            times[lines.iter().position(|line| line.score == chosen).expect("one of them")] += 1;
        }
        assert!(times[0] > times[1] && times[1] > times[2] && times[2] > 0 && times[3] == 0, "{times:?}");
        assert!((0..100).all(|_| choose(FULL, &lines, &mut random).score.value() == 50));
    }

    /// Whatever the order, no weight is beyond all numbers.
    #[test]
    fn a_line_better_than_the_first_can_be_chosen() {
        let mut random = StdRng::seed_from_u64(1);
        for level in 0..=FULL {
            choose(level, &lines(&[100, 30_990, -30_990]), &mut random);
        }
    }

    #[test]
    fn levels_look_at_more_and_more() {
        let nodes = |level| limits(level, Limits::default()).nodes.expect("a limit");
        assert!((0..FULL).all(|level| nodes(level) < nodes(level + 1)));
        assert_eq!(limits(10, Limits { nodes: Some(5), ..Limits::default() }).nodes, Some(5));
    }
}
