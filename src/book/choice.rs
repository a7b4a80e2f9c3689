//! Choosing among the moves of a book: the weightier the likelier, and none that is worse by more than a margin.

use std::sync::Arc;

use rand::Rng;
use rand::distr::Distribution;
use rand::distr::weighted::WeightedIndex;

use super::{Entry, OpeningBook};

/// The greatest variety.
pub const MOST_VARIETY: u8 = 100;
/// The variety with which moves are chosen in proportion to their weights.
pub const USUAL_VARIETY: u8 = 50;
/// Plies of a game in which the book is asked, until somebody says otherwise.
pub const USUAL_DEPTH: u16 = 60;

/// Centipawns that a move may be worse than the best one, for each point of variety. Weights fall long before that in
/// games where many moves are nearly as good as the best.
const MARGIN: i32 = 4;

/// A book with the manner of playing from it.
#[derive(Clone, Debug)]
pub struct Guide {
    /// The book.
    pub book: Arc<dyn OpeningBook>,
    /// Plies of the game, counted by the number of the full move, in which the book is asked.
    pub depth: u16,
    /// 0 for the weightiest move always, [`USUAL_VARIETY`] for moves in proportion to their weights, more for moves that
    /// are ever more alike.
    pub variety: u8,
}

impl Guide {
    /// Playing from a book in the usual manner.
    pub fn usual(book: Arc<dyn OpeningBook>) -> Guide {
        Guide { book, depth: USUAL_DEPTH, variety: USUAL_VARIETY }
    }
}

impl PartialEq for Guide {
    fn eq(&self, other: &Guide) -> bool {
        Arc::ptr_eq(&self.book, &other.book) && (self.depth, self.variety) == (other.depth, other.variety)
    }
}

impl Eq for Guide {}

/// Chooses one of a position's moves, the weightiest first; `None` where none is fit to be played.
pub fn choose<'a>(moves: &'a [Entry], variety: u8, random: &mut impl Rng) -> Option<&'a Entry> {
    let fit = |entry: &&Entry| entry.weight > 0;
    if variety == 0 {
        return moves.iter().find(fit);
    }
    let margin = MARGIN * i32::from(variety);
    let known = moves.iter().filter(fit).filter(|entry| entry.depth > 0).map(|entry| entry.score);
    let best = known.max();
    let weight = |entry: &Entry| {
        let is_worse = entry.depth > 0 && best.is_some_and(|best| entry.score < best - margin);
        let exponent = f64::from(USUAL_VARIETY) / f64::from(variety);
        if is_worse || entry.weight == 0 { 0.0 } else { f64::from(entry.weight).powf(exponent) }
    };
    let index = WeightedIndex::new(moves.iter().map(weight)).ok()?;
    Some(&moves[index.sample(random)])
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;

    fn entry(text: &str, weight: u32, score: i32, depth: u32) -> Entry {
        Entry { text: text.into(), weight, score, games: 0, depth }
    }

    fn counts(moves: &[Entry], variety: u8) -> Vec<usize> {
        let mut random = StdRng::seed_from_u64(1);
        let mut counts = vec![0; moves.len()];
        for _ in 0..2_000 {
            let chosen = choose(moves, variety, &mut random).expect("a move");
            counts[moves.iter().position(|entry| entry == chosen).expect("one of them")] += 1;
        }
        counts
    }

    #[test]
    fn weight_decides_within_a_margin() {
        let moves = [
            entry("a", 100, 20, 9),
            entry("b", 50, 12, 9),
            entry("c", 50, -300, 9),
            entry("d", 0, 20, 9),
            entry("e", 10, 0, 0),
        ];
        let usual = counts(&moves, USUAL_VARIETY);
        assert!(usual[0] > usual[1] && usual[1] > usual[4] && usual[4] > 0, "{usual:?}");
        // Too much worse, and of no weight.
        assert_eq!((usual[2], usual[3]), (0, 0));
        assert_eq!(counts(&moves, 0), [2_000, 0, 0, 0, 0]);
        let (less, more) = (counts(&moves, 20), counts(&moves, MOST_VARIETY));
        assert!(less[0] > usual[0] && usual[0] > more[0], "{less:?} {usual:?} {more:?}");
    }

    #[test]
    fn where_nothing_is_fit_nothing_is_chosen() {
        let mut random = StdRng::seed_from_u64(1);
        for variety in [0, USUAL_VARIETY] {
            assert!(choose(&[], variety, &mut random).is_none());
            assert!(choose(&[entry("a", 0, 5, 5)], variety, &mut random).is_none());
        }
    }
}
