//! Logistic regression: weights whose sum, through a sigmoid, foretells results best.

use rayon::prelude::*;

/// A position as the fit sees it.
#[derive(Clone, Debug)]
pub struct Point {
    /// The terms that are there: (term, times).
    pub terms: Vec<(u16, i16)>,
    /// What is to be foretold, 0 to 1 from White's side.
    pub target: f32,
}

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Passes over all points.
    pub passes: usize,
    /// How strongly weights are drawn back to where they started: settles what the points leave open.
    pub pull: f64,
    /// Centipawns a step at the beginning.
    pub rate: f64,
    /// Centipawns that stand for ten to one, as [`expected`] takes them.
    pub scale: f64,
}

/// The expected score of a number of centipawns, where a side that is ahead by `scale` of them is expected to score ten
/// times as much as the other.
pub fn expected(centipawns: f64, scale: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-centipawns / scale))
}

/// The scale with which these pairs of centipawns and results agree best: looked for by halving, between 50 and 5,000.
pub fn scale(pairs: &[(f64, f64)]) -> f64 {
    let error =
        |scale: f64| -> f64 { pairs.iter().map(|&(worth, result)| (expected(worth, scale) - result).powi(2)).sum() };
    let (mut low, mut high) = (50f64, 5_000f64);
    while high - low > 0.5 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if error(a) < error(b) { high = b } else { low = a }
    }
    (low + high) / 2.0
}

/// The mean of the squared errors with these weights.
pub fn error(points: &[Point], weights: &[f64], scale: f64) -> f64 {
    let squared = |point: &Point| (expected(sum(point, weights), scale) - f64::from(point.target)).powi(2);
    points.par_iter().map(squared).sum::<f64>() / points.len().max(1) as f64
}

fn sum(point: &Point, weights: &[f64]) -> f64 {
    point.terms.iter().map(|&(term, times)| weights[usize::from(term)] * f64::from(times)).sum()
}

/// The slope of [`error`] by every weight.
fn slope(points: &[Point], weights: &[f64], scale: f64) -> Vec<f64> {
    let of_chunk = |chunk: &[Point]| {
        let mut slope = vec![0.0; weights.len()];
        for point in chunk {
            let expected = expected(sum(point, weights), scale);
            let error = expected - f64::from(point.target);
            let factor = 2.0 * error * expected * (1.0 - expected) * std::f64::consts::LN_10 / scale;
            for &(term, times) in &point.terms {
                slope[usize::from(term)] += factor * f64::from(times);
            }
        }
        slope
    };
    // Whole chunks are added in order, so that the sum does not depend on the threads.
    let parts: Vec<Vec<f64>> = points.par_chunks(16_384).map(of_chunk).collect();
    let mut slope = vec![0.0; weights.len()];
    for part in parts {
        slope.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
    }
    slope.iter_mut().for_each(|value| *value /= points.len().max(1) as f64);
    slope
}

/// Moves the weights by Adam's method until the passes are done; `progress` is told each pass.
pub fn fit(points: &[Point], start: &[f64], method: Method, mut progress: impl FnMut(usize)) -> Vec<f64> {
    const FIRST: f64 = 0.9;
    const SECOND: f64 = 0.999;
    let mut weights = start.to_vec();
    let (mut mean, mut spread) = (vec![0.0; start.len()], vec![0.0; start.len()]);
    for pass in 1..=method.passes {
        let slope = slope(points, &weights, method.scale);
        // The steps get shorter towards the end, so that the weights come to rest.
        let rate = method.rate * (1.0 - (pass - 1) as f64 / method.passes as f64);
        for term in 0..weights.len() {
            let slope = slope[term] + method.pull * (weights[term] - start[term]);
            mean[term] = FIRST * mean[term] + (1.0 - FIRST) * slope;
            spread[term] = SECOND * spread[term] + (1.0 - SECOND) * slope * slope;
            let mean = mean[term] / (1.0 - FIRST.powi(pass as i32));
            let spread = spread[term] / (1.0 - SECOND.powi(pass as i32));
            weights[term] -= rate * mean / (spread.sqrt() + 1e-12);
        }
        progress(pass);
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points() -> Vec<Point> {
        (0..400)
            .map(|i| {
                let terms = vec![(0, (i % 7 - 3) as i16), (1, (i % 5 - 2) as i16)];
                let truth = 100.0 * f64::from(i % 7 - 3) - 50.0 * f64::from(i % 5 - 2);
                Point { terms, target: expected(truth, 400.0) as f32 }
            })
            .collect()
    }

    #[test]
    fn the_slope_is_that_of_the_error() {
        let (points, weights) = (points(), [30.0, 20.0]);
        let slope = slope(&points, &weights, 400.0);
        for term in 0..2 {
            let moved = |by: f64| {
                let mut weights = weights;
                weights[term] += by;
                error(&points, &weights, 400.0)
            };
            let measured = (moved(0.01) - moved(-0.01)) / 0.02;
            assert!((measured - slope[term]).abs() < 1e-7, "{measured} {}", slope[term]);
        }
    }

    #[test]
    fn known_weights_are_found_again() {
        let method = Method { passes: 2_000, pull: 0.0, rate: 1.0, scale: 400.0 };
        let fitted = fit(&points(), &[0.0, 0.0], method, |_| {});
        assert!((fitted[0] - 100.0).abs() < 1.0 && (fitted[1] + 50.0).abs() < 1.0, "{fitted:?}");
    }

    #[test]
    fn the_scale_is_found_again() {
        let pairs: Vec<(f64, f64)> =
            (-20..=20).map(|i| (f64::from(i) * 50.0, expected(f64::from(i) * 50.0, 733.0))).collect();
        assert!((scale(&pairs) - 733.0).abs() < 1.0, "{}", scale(&pairs));
    }
}
