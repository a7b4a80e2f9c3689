//! What weights a book's moves get from their scores.
//!
//! A move is the weightier the nearer its score is to the best one. For some plies from the start whole beginnings can be
//! weighed against each other: each is the likelier the less its moves lose altogether, so that a move counts for more
//! that many good beginnings follow. No other choice gives as much variety for what the moves lose (maximum entropy).

use std::collections::{HashMap, VecDeque};

use super::Header;
use super::file::Beginning;

/// The weight of a position's best move, at least.
const FULL: f64 = 100.0;
/// No beginning has a move that loses more centipawns: with the usual variety no such move is chosen.
const MOST_LOSS: i32 = 200;

/// A move: its score in centipawns, where one is known, and the key of the position after it, if that may be in the book.
pub type Line = (Option<i32>, Option<u64>);

/// The weights of all moves by the keys of their positions, as the header wants them; nothing of positions where a move
/// has no score. `root` is the key of the start.
pub fn weights(header: &Header, root: u64, pages: &HashMap<u64, Vec<Line>>) -> HashMap<u64, Vec<u32>> {
    let mut all = HashMap::with_capacity(pages.len());
    for (&key, lines) in pages {
        if let Some(losses) = losses(lines) {
            all.insert(key, losses.into_iter().map(|loss| weight(loss, header.fall)).collect());
        }
    }
    let Some(beginning) = header.beginning else { return all };
    let mut ways = Ways { pages, beginning, known: HashMap::new() };
    for (key, ply) in plies(root, pages).into_iter().filter(|&(_, ply)| ply < beginning.plies) {
        let Some((lines, weights)) = pages.get(&key).zip(all.get_mut(&key)) else { continue };
        let Some(losses) = losses(lines) else { continue };
        let shares: Vec<f64> = losses.iter().zip(lines).map(|(&loss, line)| ways.by(loss, line, ply)).collect();
        *weights = scaled(&losses, &shares);
    }
    all
}

/// The weight of a move that is so many centipawns worse than the best one, where weights fall so.
pub fn weight(loss: i32, fall: u32) -> u32 {
    (FULL * likelihood(loss, fall)).round() as u32
}

fn likelihood(loss: i32, fall: u32) -> f64 {
    (-f64::from(loss) / f64::from(fall.max(1))).exp()
}

/// By how much each move is worse than the best one; `None` if a score is not known.
fn losses(lines: &[Line]) -> Option<Vec<i32>> {
    let scores: Vec<i32> = lines.iter().map(|&(score, _)| score).collect::<Option<_>>()?;
    let best = scores.iter().copied().max()?;
    Some(scores.into_iter().map(|score| best - score).collect())
}

/// Shares as weights: no move has less than a worse one, and the weightiest has the full weight.
fn scaled(losses: &[i32], shares: &[f64]) -> Vec<u32> {
    let at_least =
        |loss: i32| losses.iter().zip(shares).filter(move |(other, _)| **other > loss).map(|(_, share)| *share);
    let shares: Vec<f64> =
        losses.iter().zip(shares).map(|(&loss, &share)| at_least(loss).fold(share, f64::max)).collect();
    let most = shares.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    shares.into_iter().map(|share| (FULL * share / most).round() as u32).collect()
}

/// The least number of plies from the start to each position.
fn plies(root: u64, pages: &HashMap<u64, Vec<Line>>) -> HashMap<u64, u32> {
    let mut plies = HashMap::from([(root, 0)]);
    let mut open = VecDeque::from([root]);
    while let Some(key) = open.pop_front() {
        let ply = plies[&key] + 1;
        for child in pages.get(&key).into_iter().flatten().filter_map(|&(_, child)| child) {
            if pages.contains_key(&child) && !plies.contains_key(&child) {
                plies.insert(child, ply);
                open.push_back(child);
            }
        }
    }
    plies
}

/// How many good ways there are to the end of the beginning: each counts by what its moves lose.
struct Ways<'a> {
    pages: &'a HashMap<u64, Vec<Line>>,
    beginning: Beginning,
    known: HashMap<(u64, u32), f64>,
}

impl Ways<'_> {
    /// Those by a move that loses so much at a ply of the beginning.
    fn by(&mut self, loss: i32, &(_, child): &Line, ply: u32) -> f64 {
        if loss > MOST_LOSS { 0.0 } else { likelihood(loss, self.beginning.fall) * self.after(child, ply + 1) }
    }

    /// Those from a position on; one, where the book or the beginning is at its end.
    fn after(&mut self, key: Option<u64>, ply: u32) -> f64 {
        let Some(key) = key.filter(|_| ply < self.beginning.plies) else { return 1.0 };
        if let Some(&ways) = self.known.get(&(key, ply)) {
            return ways;
        }
        let pages = self.pages;
        let Some((lines, losses)) = pages.get(&key).and_then(|lines| Some((lines, losses(lines)?))) else { return 1.0 };
        let ways = losses.into_iter().zip(lines).map(|(loss, line)| self.by(loss, line, ply)).sum();
        self.known.insert((key, ply), ways);
        ways
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(beginning: Option<(u32, u32)>) -> Header {
        let beginning = beginning.map(|(plies, fall)| Beginning { plies, fall });
        Header { fall: 10, beginning, ..Header::default() }
    }

    fn pages(pages: &[(u64, &[(i32, u64)])]) -> HashMap<u64, Vec<Line>> {
        let lines = |lines: &[(i32, u64)]| lines.iter().map(|&(score, child)| (Some(score), Some(child))).collect();
        pages.iter().map(|&(key, moves)| (key, lines(moves))).collect()
    }

    #[test]
    fn weights_fall_with_what_a_move_loses() {
        let pages = pages(&[(1, &[(30, 2), (20, 3), (-300, 4)]), (2, &[(-30, 5)])]);
        let weights = weights(&header(None), 1, &pages);
        assert_eq!((&weights[&1][..], &weights[&2][..]), (&[100, 37, 0][..], &[100][..]));
    }

    /// A beginning is likely by what all its moves lose: with a fall of 20, each of these five by its share.
    #[test]
    fn beginnings_are_likely_by_what_their_moves_lose_altogether() {
        let pages = pages(&[
            (1, &[(10, 2), (10, 3), (-10, 4)]),
            (2, &[(-10, 5), (-30, 6)]),
            (3, &[(-10, 7)]),
            (4, &[(10, 8), (-310, 9)]),
            // Beyond the beginning.
            (5, &[(10, 10), (0, 11)]),
        ]);
        let weights = weights(&header(Some((2, 20))), 1, &pages);
        let part = (-1.0f64).exp();
        let full = |share: f64| (100.0 * share / (1.0 + part)).round() as u32;
        assert_eq!(weights[&1], [100, full(1.0), full(part)]);
        assert_eq!(weights[&2], [100, 37]);
        assert_eq!((&weights[&4][..], &weights[&5][..]), (&[100, 0][..], &[100, 37][..]));
    }

    /// However many beginnings follow, a worse move is not weightier than a better one.
    #[test]
    fn the_best_move_stays_the_weightiest() {
        let many: Vec<(i32, u64)> = (100..120).map(|key| (0, key)).collect();
        let pages = pages(&[(1, &[(5, 2), (0, 3)]), (2, &[(-5, 4)]), (3, &many)]);
        assert_eq!(weights(&header(Some((2, 20))), 1, &pages)[&1], [100, 100]);
    }

    #[test]
    fn cycles_end_and_positions_without_scores_are_left_alone() {
        let mut pages = pages(&[(1, &[(0, 2), (0, 3)]), (2, &[(0, 1), (0, 3)])]);
        pages.insert(3, vec![(None, Some(1)), (Some(3), Some(2))]);
        let weights = weights(&header(Some((8, 20))), 1, &pages);
        assert!(!weights.contains_key(&3) && weights[&1][0] == 100);
    }
}
