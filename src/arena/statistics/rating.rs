//! Ratings of several engines that have played one another: the ones under which the results are likeliest.
//!
//! The model is Bradley and Terry's with Elo's scale, a draw being half a win and half a loss. The ratings' mean is 0.

use super::Results;
use super::elo::to_score;

/// A rating.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Rating {
    /// In Elo, the mean of all being 0.
    pub elo: f64,
    /// Half the width of its interval of 95 % confidence.
    pub error: f64,
}

/// Where no points flow from some engines back to the others, the likeliest difference is infinite: so many draws are
/// then added between any two that have met, which bounds it.
const SUPPOSED_DRAWS: f64 = 1.0;

/// A normal variable lies within this many standard deviations of its mean in 95 cases of 100.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// The derivative of the logarithm of the odds by the difference in Elo.
const SLOPE: f64 = std::f64::consts::LN_10 / 400.0;

/// The likeliest ratings, given `table[a][b]`: the results of `a` against `b`, from the side of `a`. Engines that are not
/// connected with the first one by any games get none.
pub fn ratings(table: &[Vec<Results>]) -> Vec<Option<Rating>> {
    let connected = connected(table);
    let members: Vec<usize> = (0..table.len()).filter(|&i| connected[i]).collect();
    let supposed = if is_bounded(table, &members) { 0.0 } else { SUPPOSED_DRAWS };
    let met = |a: usize, b: usize| a != b && table[a][b].games() > 0;
    let games = |a: usize, b: usize| if met(a, b) { table[a][b].games() as f64 + supposed } else { 0.0 };
    let points = |a: usize, b: usize| if met(a, b) { table[a][b].points() + supposed / 2.0 } else { 0.0 };
    let n = members.len();
    let mut elo = vec![0.0; n];
    for _ in 0..200 {
        let gradient: Vec<f64> = (0..n)
            .map(|i| {
                let surplus = |j: usize| {
                    let (a, b) = (members[i], members[j]);
                    points(a, b) - games(a, b) * to_score(elo[i] - elo[j])
                };
                (0..n).filter(|&j| j != i).map(surplus).sum::<f64>() * SLOPE
            })
            .collect();
        let Some(inverse) = inverse(&information(&elo, |i, j| games(members[i], members[j]))) else { break };
        let step: Vec<f64> = inverse.iter().map(|row| row.iter().zip(&gradient).map(|(a, b)| a * b).sum()).collect();
        let greatest = step.iter().fold(0.0f64, |greatest, value| greatest.max(value.abs()));
        // Far from the summit a whole step may overshoot it.
        let scale = if greatest > 200.0 { 200.0 / greatest } else { 1.0 };
        for (value, step) in elo.iter_mut().zip(&step) {
            *value += scale * step;
        }
        if greatest < 1e-10 {
            break;
        }
    }
    let mean = elo.iter().sum::<f64>() / n as f64;
    let inverse = inverse(&information(&elo, |i, j| games(members[i], members[j])));
    let mut ratings = vec![None; table.len()];
    for (i, &member) in members.iter().enumerate() {
        let error = inverse.as_ref().map_or(f64::INFINITY, |inverse| TWO_SIDED_95 * inverse[i][i].max(0.0).sqrt());
        ratings[member] = (n > 1).then_some(Rating { elo: elo[i] - mean, error });
    }
    ratings
}

/// Fisher's information on ratings whose mean is fixed: the matrix has one in every place added, which makes it regular
/// and changes nothing within that plane.
fn information(elo: &[f64], games: impl Fn(usize, usize) -> f64) -> Vec<Vec<f64>> {
    let n = elo.len();
    let weight = |i: usize, j: usize| {
        let expected = to_score(elo[i] - elo[j]);
        games(i, j) * expected * (1.0 - expected) * SLOPE * SLOPE
    };
    let entry = |i: usize, j: usize| {
        let own = if i == j { (0..n).filter(|&k| k != i).map(|k| weight(i, k)).sum() } else { -weight(i, j) };
        own + 1.0 / n as f64
    };
    (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
}

/// The inverse on the plane of vectors whose sum is 0; `None` if the matrix is singular.
fn inverse(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    let unit = |i: usize| (0..n).map(move |j| f64::from(u8::from(i == j)));
    let mut rows: Vec<Vec<f64>> =
        matrix.iter().enumerate().map(|(i, row)| row.iter().copied().chain(unit(i)).collect()).collect();
    for column in 0..n {
        let pivot = (column..n).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
        rows.swap(column, pivot);
        let value = rows[column][column];
        if value.abs() < 1e-300 {
            return None;
        }
        rows[column].iter_mut().for_each(|entry| *entry /= value);
        let pivot_row = rows[column].clone();
        for (i, row) in rows.iter_mut().enumerate().filter(|&(i, _)| i != column) {
            let factor = row[column];
            debug_assert!(i < n);
            row.iter_mut().zip(&pivot_row).for_each(|(entry, pivot)| *entry -= factor * pivot);
        }
    }
    // The direction that was added has the inverse 1: it is taken off again.
    let off = 1.0 / n as f64;
    Some(rows.into_iter().map(|row| row[n..].iter().map(|entry| entry - off).collect()).collect())
}

/// Who is connected with the first engine by games.
fn connected(table: &[Vec<Results>]) -> Vec<bool> {
    reachable(table.len(), 0, |a, b| table[a][b].games() > 0)
}

/// Whether points flow from everybody to everybody, so that no rating runs away.
fn is_bounded(table: &[Vec<Results>], members: &[usize]) -> bool {
    let scores = |a: usize, b: usize| table[a][b].points() > 0.0;
    let forth = reachable(table.len(), 0, scores);
    let back = reachable(table.len(), 0, |a, b| scores(b, a));
    members.iter().all(|&i| forth[i] && back[i])
}

fn reachable(n: usize, from: usize, is_edge: impl Fn(usize, usize) -> bool) -> Vec<bool> {
    let mut reached = vec![false; n];
    let mut todo = vec![from];
    while let Some(a) = todo.pop() {
        if !std::mem::replace(&mut reached[a], true) {
            todo.extend((0..n).filter(|&b| b != a && !reached[b] && is_edge(a, b)));
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::statistics::elo::of_score;

    fn table(n: usize, games: &[(usize, usize, u64, u64, u64)]) -> Vec<Vec<Results>> {
        let mut table = vec![vec![Results::default(); n]; n];
        for &(a, b, wins, losses, draws) in games {
            table[a][b] = Results { wins, losses, draws };
            table[b][a] = table[a][b].swapped();
        }
        table
    }

    fn elos(table: &[Vec<Results>]) -> Vec<f64> {
        ratings(table).into_iter().map(|rating| rating.expect("connected").elo).collect()
    }

    #[test]
    fn two_engines_differ_as_their_score_says() {
        let table = table(2, &[(0, 1, 60, 30, 10)]);
        let found = ratings(&table);
        let (one, other) = (found[0].expect("rated"), found[1].expect("rated"));
        assert!((one.elo - other.elo - of_score(0.65)).abs() < 1e-9);
        assert!((one.elo + other.elo).abs() < 1e-9);
        // Two ratings around their mean each carry half of the difference, whose error is 1 / (slope √(n p q)).
        let difference = TWO_SIDED_95 / (SLOPE * (100.0f64 * 0.65 * 0.35).sqrt());
        assert!((one.error - difference / 2.0).abs() < 1e-9);
    }

    #[test]
    fn everybody_expects_what_was_scored() {
        let games = [(0, 1, 12, 5, 3), (0, 2, 7, 9, 14), (1, 2, 3, 8, 9), (1, 3, 10, 2, 8), (2, 3, 11, 0, 9)];
        let table = table(4, &games);
        let elo = elos(&table);
        for a in 0..4 {
            let points: f64 = (0..4).map(|b| table[a][b].points()).sum();
            let expected: f64 = (0..4).map(|b| table[a][b].games() as f64 * to_score(elo[a] - elo[b])).sum();
            assert!((points - expected).abs() < 1e-8, "{a}: {points} {expected}");
        }
        assert!(elo.iter().sum::<f64>().abs() < 1e-9);
    }

    #[test]
    fn a_chain_of_matches_adds_up() {
        // A beats B 3:1 and B beats C 3:1: the odds multiply, so that A is expected to beat C 9:1.
        let elo = elos(&table(3, &[(0, 1, 75, 25, 0), (1, 2, 60, 10, 30)]));
        assert!((elo[0] - elo[2] - of_score(0.9)).abs() < 1e-9);
    }

    #[test]
    fn spotless_scores_stay_finite_and_strangers_are_left_out() {
        let found = ratings(&table(4, &[(0, 1, 10, 0, 0), (1, 2, 4, 4, 2)]));
        let rated = |i: usize| found[i].expect("rated");
        assert!(rated(0).elo > rated(1).elo + 200.0 && rated(0).elo < 2000.0);
        assert!(rated(0).error > rated(1).error);
        assert_eq!(found[3], None);
        assert_eq!(ratings(&table(2, &[])), [None, None]);
    }
}
