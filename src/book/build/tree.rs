//! The tree that a book grows as: positions with their best moves, and what follows from them for each other.
//!
//! A position is known by a key that all its images share, so that a transposition, turned or not, is one position.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use dashmap::DashMap;

use crate::book::mirror::Mirrors;
use crate::book::weights::{Line, weights};
use crate::book::{BookFile, Entry, Header, Page, file, position_text};
use crate::game::notation;
use crate::search::Score;
use crate::tablebase::Tabled;

/// Zobrist keys are as good as hashed already.
#[derive(Default)]
pub struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = self.0.rotate_left(32) ^ u64::from_le_bytes(word);
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}

type Keyed<V> = HashMap<u64, V, BuildHasherDefault<Identity>>;

/// A move of a position that was searched.
#[derive(Clone, Debug)]
pub struct Branch<G: Tabled> {
    /// The move.
    pub m: G::Move,
    /// What the search of this position said of it.
    pub searched: (i32, u32),
    /// The key of the position that it leads to; `None` where the game ends there.
    pub child: Option<u64>,
}

/// A position that was searched.
#[derive(Clone, Debug)]
pub struct Node<G: Tabled> {
    /// The position, as it was met first.
    pub position: G,
    /// Its best moves, as far as they were asked for.
    pub branches: Vec<Branch<G>>,
    /// Whether all legal moves are among them.
    pub is_whole: bool,
}

/// What is known of a move in the light of all that was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Centipawns from the side that makes it.
    pub score: i32,
    /// Plies that stand behind the score.
    pub depth: u32,
}

/// The tree.
pub struct Tree<G: Tabled> {
    nodes: DashMap<u64, Node<G>, BuildHasherDefault<Identity>>,
    mirrors: Mirrors,
    root: u64,
}

/// The backed-up worths of all moves, by position.
pub type Worths = Keyed<Vec<Worth>>;

/// Sweeps of the backing-up: lines are not longer, and cycles have to end somewhere.
const SWEEPS: usize = 200;

/// Something to search.
#[derive(Clone, Debug)]
pub struct Task<G: Tabled> {
    /// The position.
    pub position: G,
    /// Moves that are known already.
    pub without: Vec<G::Move>,
    /// How much it matters.
    pub priority: f64,
    /// The key of the position.
    pub key: u64,
}

/// How a tree grows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// Centipawns by which a move may be worse for another to be e times as likely to be looked into.
    pub temperature: f64,
    /// Plies from the start beyond which nothing is looked into.
    pub plies: usize,
    /// What breaks ties between leaves.
    pub seed: u64,
}

/// Less of all games than this does not come to a position that matters.
const LEAST_REACH: f64 = 1e-9;
/// Moves that were left out are asked for when the best known move is by so much worse than the worst listed one was.
const DROP: i32 = 5;

impl<G: Tabled> Tree<G> {
    /// A tree of nothing but its root's place.
    pub fn new(start: &G) -> Tree<G> {
        let mirrors = Mirrors::new::<G>(start.setting());
        let root = mirrors.key(start);
        Tree { nodes: DashMap::default(), mirrors, root }
    }

    /// The key of a position, the same for all its images.
    pub fn key(&self, position: &G) -> u64 {
        self.mirrors.key(position)
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing was searched yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Adds what a search of a position has found: moves with scores and depths. They join those that are there.
    pub fn add(&self, position: &G, found: &[(G::Move, i32, u32)]) {
        let legal = position.legal().len();
        let key = self.key(position);
        let branches: Vec<Branch<G>> = found
            .iter()
            .map(|&(m, score, depth)| {
                let mut next = position.clone();
                next.play(m);
                let is_over = next.outcome(&next.legal()).is_some();
                Branch { m, searched: (score, depth), child: (!is_over).then(|| self.mirrors.key(&next)) }
            })
            .collect();
        let mut node = self.nodes.entry(key).or_insert_with(|| Node {
            position: position.clone(),
            branches: Vec::new(),
            is_whole: false,
        });
        for branch in branches {
            if node.branches.iter().all(|other| other.m != branch.m) {
                node.branches.push(branch);
            }
        }
        node.is_whole = node.branches.len() >= legal;
    }

    /// What all moves are worth when both sides choose the best ones: minimax over the tree.
    pub fn worths(&self) -> Worths {
        let mut keys: Vec<u64> = self.nodes.iter().map(|node| *node.key()).collect();
        keys.sort_unstable();
        let index: Keyed<usize> = keys.iter().copied().zip(0..).collect();
        // For each position its moves: the score that was searched, and the number of the position that follows.
        let table: Vec<Vec<(Worth, Option<usize>)>> = keys
            .iter()
            .map(|key| {
                let Some(node) = self.nodes.get(key) else { return Vec::new() };
                let line = |branch: &Branch<G>| {
                    let (score, depth) = branch.searched;
                    (Worth { score, depth }, branch.child.and_then(|child| index.get(&child).copied()))
                };
                node.branches.iter().map(line).collect()
            })
            .collect();
        let best = |moves: &[Worth]| moves.iter().copied().max_by_key(|worth| (worth.score, worth.depth));
        let mut worths: Vec<Vec<Worth>> =
            table.iter().map(|moves| moves.iter().map(|&(worth, _)| worth).collect()).collect();
        for _ in 0..SWEEPS {
            let mut is_settled = true;
            for node in (0..table.len()).rev() {
                for (number, &(searched, child)) in table[node].iter().enumerate() {
                    let after = child.and_then(|child| best(&worths[child]));
                    let worth = after
                        .map_or(searched, |after| Worth { score: -after.score, depth: (after.depth + 1).min(255) });
                    is_settled &= worths[node][number].score == worth.score;
                    worths[node][number] = worth;
                }
            }
            if is_settled {
                break;
            }
        }
        keys.into_iter().zip(worths).collect()
    }

    /// What is most worth searching next, at most so many positions, the most important first.
    ///
    /// A position matters by the share of games that come to it, if at every step a move is the likelier the nearer its
    /// score is to the best one.
    pub fn next(&self, growth: &Growth, most: usize) -> Vec<Task<G>> {
        if self.is_empty() {
            return Vec::new();
        }
        let worths = self.worths();
        let (reach, places) = self.reach(&worths, growth);
        let mut tasks: Vec<Task<G>> = Vec::new();
        for (&key, &share) in &reach {
            if let Some(node) = self.nodes.get(&key) {
                let best = worths[&key].iter().map(|worth| worth.score).max();
                let least = node.branches.iter().map(|branch| branch.searched.0).min();
                if !node.is_whole && best.zip(least).is_some_and(|(best, least)| best < least - DROP) {
                    let without = node.branches.iter().map(|branch| branch.m).collect();
                    tasks.push(Task { position: node.position.clone(), without, priority: 2.0 * share, key });
                }
            } else if let Some(position) = places.get(&key) {
                let priority = share * jitter(key ^ growth.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                tasks.push(Task { position: position.clone(), without: Vec::new(), priority, key });
            }
        }
        tasks.sort_by(|a, b| b.priority.total_cmp(&a.priority).then(a.key.cmp(&b.key)));
        tasks.truncate(most);
        tasks
    }

    /// The share of games that come to each position, and the positions that were not searched yet.
    fn reach(&self, worths: &Worths, growth: &Growth) -> (BTreeMap<u64, f64>, Keyed<G>) {
        let mut reach: BTreeMap<u64, f64> = BTreeMap::new();
        let mut places: Keyed<G> = HashMap::default();
        let mut level = BTreeMap::from([(self.root, 1.0)]);
        for _ in 0..=growth.plies {
            let mut next: BTreeMap<u64, f64> = BTreeMap::new();
            for (&key, &share) in &level {
                *reach.entry(key).or_default() += share;
                let Some(node) = self.nodes.get(&key) else { continue };
                let worths = &worths[&key];
                let best = worths.iter().map(|worth| worth.score).max().unwrap_or(0);
                let weight = |worth: &Worth| (f64::from(worth.score - best) / growth.temperature).exp();
                let total: f64 = worths.iter().map(weight).sum();
                for (branch, worth) in node.branches.iter().zip(worths) {
                    let share = share * weight(worth) / total;
                    let Some(child) = branch.child.filter(|_| share > LEAST_REACH) else { continue };
                    *next.entry(child).or_default() += share;
                    if !self.nodes.contains_key(&child) {
                        places.entry(child).or_insert_with(|| {
                            let mut position = node.position.clone();
                            position.play(branch.m);
                            G::parse(&position_text(&position), position.setting()).unwrap_or(position)
                        });
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        (reach, places)
    }

    /// The book: all positions, each with the moves that are worth playing and those that lead to other positions of it.
    /// What lies behind a decided game is no opening and is left out.
    pub fn book(&self, header: Header) -> BookFile {
        let worths = self.worths();
        let mut lines: HashMap<u64, Vec<Line>> = HashMap::new();
        let mut moves: Vec<(u64, G, Vec<Entry>)> = Vec::new();
        let (mut reached, mut open) = (HashSet::from([self.root]), vec![self.root]);
        while let Some(key) = open.pop() {
            // A search that ends meanwhile adds to the tree: what its worths do not know does not count yet.
            let (Some(known), Some(node)) = (worths.get(&key), self.nodes.get(&key).map(|node| node.clone())) else {
                continue;
            };
            let fit = node.branches.iter().zip(known).filter(|(_, worth)| worth.score.abs() <= file::MOST_ADVANTAGE);
            let (mut page, mut entries) = (Vec::new(), Vec::new());
            for (branch, worth) in fit {
                let inside = branch.child.filter(|child| worths.contains_key(child));
                open.extend(inside.filter(|&child| reached.insert(child)));
                page.push((Some(worth.score), inside));
                let text = notation::text(&node.position, branch.m);
                entries.push(Entry { text, weight: 0, score: worth.score, games: 0, depth: worth.depth });
            }
            // Where the best move decides the game the others are none to be played.
            if known.iter().all(|worth| worth.score <= file::MOST_ADVANTAGE) {
                lines.insert(key, page);
                moves.push((key, node.position, entries));
            }
        }
        let weights = weights(&header, self.root, &lines);
        let mut pages = BTreeMap::new();
        for (key, position, entries) in moves {
            let Some(weights) = weights.get(&key) else { continue };
            let children = lines[&key].iter().map(|&(_, child)| child);
            let weighed = entries.into_iter().zip(weights).map(|(entry, &weight)| Entry { weight, ..entry });
            let moves: Vec<Entry> = weighed
                .zip(children)
                .filter_map(|(entry, child)| (child.is_some() || entry.weight > 0).then_some(entry))
                .collect();
            if moves.iter().any(|entry| entry.weight > 0) {
                pages.insert(position_text(&position), Page { line: 0, moves });
            }
        }
        BookFile { header, pages }
    }
}

/// A number between 0.8 and 1.25, always the same for the same word.
fn jitter(word: u64) -> f64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    let share = ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64;
    0.8 * (1.25f64 / 0.8).powf(share)
}

/// The score of a search as books keep it.
pub fn centipawns(score: Score) -> i32 {
    score.value().clamp(-file::MOST_SCORE, file::MOST_SCORE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::weights::weight;
    use crate::game::Game;
    use crate::game::shashmaty::Shashmaty;

    fn start() -> Shashmaty {
        <Shashmaty>::parse(<Shashmaty>::START, ()).expect("the start")
    }

    const GROWTH: Growth = Growth { temperature: 20.0, plies: 30, seed: 1 };

    fn found(position: &Shashmaty, scores: &[(&str, i32)]) -> Vec<(<Shashmaty as Game>::Move, i32, u32)> {
        scores.iter().map(|&(text, score)| (notation::read(position, text).expect("legal"), score, 5)).collect()
    }

    fn after(position: &Shashmaty, text: &str) -> Shashmaty {
        let mut next = *position;
        next.play(notation::read(position, text).expect("legal"));
        next
    }

    #[test]
    fn scores_are_backed_up_and_dropped_moves_asked_for() {
        let start = start();
        let tree = Tree::new(&start);
        assert!(tree.next(&GROWTH, 5).is_empty());
        tree.add(&start, &found(&start, &[("a3b4", 20), ("c3d4", 10)]));
        let first = after(&start, "a3b4");
        assert_eq!(tree.next(&GROWTH, 5)[0].position.key(), first.key());
        // The reply shows that the first move is bad, and worse than what was left out at the root.
        tree.add(&first, &found(&first, &[("b6c5", 60), ("d6c5", 55)]));
        let worths = tree.worths();
        let mirrors = Mirrors::new::<Shashmaty>(());
        let at_root = &worths[&mirrors.key(&start)];
        assert_eq!(at_root.iter().map(|worth| worth.score).collect::<Vec<_>>(), [-60, 10]);
        assert_eq!(at_root[0].depth, 6);
        let second = after(&start, "c3d4");
        tree.add(&second, &found(&second, &[("b6c5", 70)]));
        let next = tree.next(&GROWTH, 5);
        assert_eq!((next[0].position.key(), next[0].without.len()), (start.key(), 2));
        let book = tree.book(Header::new::<Shashmaty>(()));
        let page = &book.pages[&position_text(&start)];
        let entry = |text: &str| page.moves.iter().find(|entry| entry.text == text).expect("listed");
        assert_eq!((entry("a3b4").score, entry("a3b4").weight), (-60, 100));
        assert_eq!((entry("c3d4").score, entry("c3d4").weight), (-70, weight(10, file::USUAL_FALL)));
    }

    #[test]
    fn near_scores_and_reach_decide_what_grows() {
        let start = start();
        let tree = Tree::new(&start);
        tree.add(&start, &found(&start, &[("a3b4", 20), ("c3d4", 18), ("e3f4", -80)]));
        let next = tree.next(&GROWTH, 5);
        assert_eq!(next.len(), 3);
        assert!(next[1].priority > 20.0 * next[2].priority);
        let total: f64 =
            tree.reach(&tree.worths(), &GROWTH).0.iter().filter(|(k, _)| **k != tree.root).map(|(_, v)| v).sum();
        assert!((total - 1.0).abs() < 1e-9);
    }
}
