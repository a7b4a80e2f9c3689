//! What the threads of a team have found at line nodes.
//!
//! The transposition table settles no line node, since a score alone would cut the line short. So here the line stands beside the
//! score, and a thread takes over what another one has found at the node that it is at: a better move, or all there is to find.
//! Without that it would go on below a bound that is no longer the best, and walk all of a line that is known.
//!
//! A node is known by its *path*, the positions that led to it: the same path has the same draws by repetition ahead of it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::Score;
use crate::lock::lock;

/// Places for nodes: more than line nodes deep enough to be told of are under search at a time.
const PLACES: usize = 1 << 12;

/// The bits of a place's head that hold the score.
const SCORE: u64 = 0xffff;

/// What was found at a line node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found<M> {
    /// The depth of the search, in plies.
    pub(super) depth: i32,
    /// From the side to move: exact once the node is whole, and the best so far before.
    pub(super) score: Score,
    /// The best line from this node on; not empty.
    pub(super) line: Vec<M>,
    /// Nodes that its first move took.
    pub(super) effort: u64,
    /// Whether all moves were tried.
    pub(super) is_whole: bool,
}

/// The line nodes that the threads of a team have told of. A place that two nodes share belongs to the later one.
pub(super) struct Trunk<M>(Box<[Place<M>]>);

struct Place<M> {
    /// The path's key with the score in its lowest bits, for a look without waiting for the lock; 0 where nothing is known.
    head: AtomicU64,
    found: Mutex<Option<(u64, Found<M>)>>,
}

impl<M: Clone> Trunk<M> {
    /// Nothing is known.
    pub(super) fn new() -> Trunk<M> {
        Trunk((0..PLACES).map(|_| Place { head: AtomicU64::new(0), found: Mutex::new(None) }).collect())
    }

    /// Forgets everything: what was found depends on what was asked.
    pub(super) fn clear(&self) {
        for place in self.0.iter().filter(|place| place.head.load(Relaxed) != 0) {
            place.head.store(0, Relaxed);
            *lock(&place.found) = None;
        }
    }

    /// The key of a path.
    pub(super) fn key(path: impl IntoIterator<Item = u64>) -> u64 {
        // Multiplied and turned, so that the order counts and all bits of the key do.
        path.into_iter()
            .fold(1, |key: u64, position| (key ^ position).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
    }

    /// Tells what was found at the end of a path, unless as much is known.
    pub(super) fn tell(&self, key: u64, found: Found<M>) {
        let place = self.place(key);
        let mut held = lock(&place.found);
        let is_known = held.as_ref().is_some_and(|(other, known)| {
            let news = (found.depth, found.is_whole, found.score);
            *other == key && (known.depth, known.is_whole, known.score) >= news
        });
        if !is_known {
            place.head.store(head(key, found.score), Relaxed);
            *held = Some((key, found));
        }
    }

    /// All there is to find at the end of a path to this depth, if another thread has found it.
    pub(super) fn whole(&self, key: u64, depth: i32) -> Option<Found<M>> {
        let place = self.place(key);
        let is_known = place.head.load(Relaxed) & !SCORE == key & !SCORE;
        is_known.then(|| Self::held(place, key, depth).filter(|found| found.is_whole)).flatten()
    }

    /// What is better than this at the end of a path, if another thread has found it at this depth or deeper.
    pub(super) fn better(&self, key: u64, depth: i32, alpha: Score) -> Option<Found<M>> {
        let place = self.place(key);
        let seen = place.head.load(Relaxed);
        let is_known = seen & !SCORE == key & !SCORE && i32::from(seen as i16) > alpha.value();
        is_known.then(|| Self::held(place, key, depth).filter(|found| found.score > alpha)).flatten()
    }

    fn held(place: &Place<M>, key: u64, depth: i32) -> Option<Found<M>> {
        lock(&place.found)
            .as_ref()
            .filter(|(other, found)| *other == key && found.depth >= depth)
            .map(|(_, found)| found.clone())
    }

    fn place(&self, key: u64) -> &Place<M> {
        &self.0[(key >> 32) as usize % PLACES]
    }
}

fn head(key: u64, score: Score) -> u64 {
    key & !SCORE | u64::from(score.value() as i16 as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(depth: i32, score: i32, is_whole: bool) -> Found<u8> {
        Found { depth, score: Score::from_value(score), line: vec![7, 8], effort: 5, is_whole }
    }

    fn centipawns(value: i32) -> Score {
        Score::centipawns(value)
    }

    #[test]
    fn paths_differ_by_any_position_and_by_their_order() {
        let paths: [&[u64]; 7] = [&[], &[0], &[0, 0], &[1, 2], &[2, 1], &[2, 1, 0], &[1 << 63, 2]];
        let mut keys = paths.map(|path| Trunk::<u8>::key(path.iter().copied()));
        assert_eq!(keys, paths.map(|path| Trunk::<u8>::key(path.iter().copied())));
        keys.sort_unstable();
        assert!(keys.windows(2).all(|pair| pair[0] & !SCORE != pair[1] & !SCORE), "{keys:?}");
    }

    /// At its path alone, to its depth and less, and only what betters the bound; also below zero and where wins are counted.
    #[test]
    fn what_is_told_is_known_where_it_was_found() {
        let (here, there) = (Trunk::<u8>::key([1, 2]), Trunk::<u8>::key([2, 1]));
        for score in [-31_000, -300, -1, 0, 1, 300, 31_000] {
            let trunk = Trunk::new();
            trunk.tell(here, found(6, score, false));
            let better =
                |key, depth, alpha| trunk.better(key, depth, Score::from_value(alpha)).map(|found| found.score.value());
            assert_eq!(better(here, 6, score - 1), Some(score));
            assert_eq!(better(here, 4, -32_000), Some(score));
            assert_eq!(
                (better(here, 6, score), better(here, 7, -32_000), better(there, 6, -32_000)),
                (None, None, None)
            );
            assert_eq!(trunk.whole(here, 6), None);
            trunk.tell(here, found(6, score, true));
            assert_eq!(
                (trunk.whole(here, 6), trunk.whole(here, 5)),
                (Some(found(6, score, true)), Some(found(6, score, true)))
            );
            assert_eq!((trunk.whole(here, 7), trunk.whole(there, 6)), (None, None));
            trunk.clear();
            assert_eq!((trunk.whole(here, 6), better(here, 6, -32_000)), (None, None));
        }
    }

    /// Nor does another path keep a place from a node that comes later.
    #[test]
    fn less_does_not_take_the_place_of_more() {
        let key = Trunk::<u8>::key([1]);
        let trunk = Trunk::new();
        let steps = [
            (found(6, 10, false), true),
            (found(6, 5, false), false),
            (found(5, 50, true), false),
            (found(6, 20, false), true),
            (found(6, 15, true), true),
            (found(6, 40, false), false),
            (found(7, -40, false), true),
        ];
        for (news, is_taken) in steps {
            trunk.tell(key, news.clone());
            let known = trunk.better(key, 0, -Score::INFINITE);
            assert_eq!(known == Some(news.clone()), is_taken, "{news:?}, {known:?}");
        }
        let neighbour = key ^ 1 << 20;
        trunk.tell(neighbour, found(1, 0, false));
        assert_eq!(trunk.better(key, 0, -Score::INFINITE), None);
        assert!(trunk.better(neighbour, 1, centipawns(-1)).is_some());
    }
}
