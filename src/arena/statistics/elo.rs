//! The difference in strength that a score tells, with its error, in Elo and in normalised Elo.
//!
//! The formulas are those that fastchess prints its reports by; `docs/arena.md` writes them out.

use std::f64::consts::{LN_10, SQRT_2};

/// A normal variable lies within this many standard deviations of its mean in 95 cases of 100.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// Normalised Elo for a score of one standard deviation: the slope of the Elo curve at a score of a half.
const NORMALISED_UNIT: f64 = 800.0 / LN_10;

/// What results tell of the difference between two engines.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Estimate {
    /// The difference in Elo; infinite where every point went to one side.
    pub elo: f64,
    /// Half the width of its interval of 95 % confidence.
    pub elo_error: f64,
    /// The difference in normalised Elo; infinite or no number where all results are the same.
    pub normalised: f64,
    /// Half the width of its interval of 95 % confidence.
    pub normalised_error: f64,
    /// The likelihood that the first engine is the stronger one.
    pub superiority: f64,
}

impl Estimate {
    /// From games that gave nothing, half a point and a point; `None` without any.
    pub fn of_games(counts: [u64; 3]) -> Option<Estimate> {
        estimate(&counts, 1.0)
    }

    /// From pairs that gave nothing, a half, one, one and a half and two points; `None` without any.
    pub fn of_pairs(counts: [u64; 5]) -> Option<Estimate> {
        estimate(&counts, SQRT_2)
    }
}

/// The difference in Elo at which this score is expected.
pub fn of_score(score: f64) -> f64 {
    // What is added turns the negative nothing of an even score into a plain one.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// The score that is expected at this difference in Elo.
pub fn to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Mean and variance of results that are spaced evenly from 0 to 1; `None` without any.
pub fn moments(counts: &[u64]) -> Option<(f64, f64)> {
    let total: u64 = counts.iter().sum();
    if total == 0 {
        return None;
    }
    let share = |count: u64| count as f64 / total as f64;
    let value = |index: usize| index as f64 / (counts.len() - 1) as f64;
    let mean: f64 = counts.iter().enumerate().map(|(i, &count)| share(count) * value(i)).sum();
    let variance = counts.iter().enumerate().map(|(i, &count)| share(count) * (value(i) - mean).powi(2)).sum();
    Some((mean, variance))
}

/// `spread` turns the standard deviation of a result into that of a game.
fn estimate(counts: &[u64], spread: f64) -> Option<Estimate> {
    let (mean, variance) = moments(counts)?;
    let deviation = variance.sqrt();
    let error = deviation / (counts.iter().sum::<u64>() as f64).sqrt();
    let (low, high) = (mean - TWO_SIDED_95 * error, mean + TWO_SIDED_95 * error);
    let normalised = |score: f64| (score - 0.5) / (deviation * spread) * NORMALISED_UNIT;
    // An interval that reaches beyond all possible scores has no end in Elo.
    let elo_error = if low <= 0.0 || high >= 1.0 { f64::INFINITY } else { (of_score(high) - of_score(low)) / 2.0 };
    Some(Estimate {
        elo: of_score(mean),
        elo_error,
        normalised: normalised(mean),
        normalised_error: (normalised(high) - normalised(low)) / 2.0,
        superiority: if error > 0.0 { normal((mean - 0.5) / error) } else { certain(mean) },
    })
}

/// Where all results are the same there is no doubt left, but for the case that all are draws.
fn certain(mean: f64) -> f64 {
    if mean > 0.5 {
        1.0
    } else if mean < 0.5 {
        0.0
    } else {
        0.5
    }
}

/// The likelihood that a normal variable lies below this many standard deviations above its mean.
pub fn normal(deviations: f64) -> f64 {
    complementary_error(-deviations / SQRT_2) / 2.0
}

/// The complementary error function, to about 1e-14: its series near zero, its continued fraction farther out.
fn complementary_error(x: f64) -> f64 {
    let z = x.abs();
    let tail = if z < 2.5 {
        let mut term = z;
        let mut sum = z;
        let mut n = 0.0;
        while term.abs() > 1e-18 * sum.abs() {
            n += 1.0;
            term *= -z * z / n;
            sum += term / (2.0 * n + 1.0);
        }
        1.0 - sum * std::f64::consts::FRAC_2_SQRT_PI
    } else {
        let fraction = (1..=120).rev().fold(z, |below, k| z + f64::from(k) / 2.0 / below);
        (-z * z).exp() / fraction * std::f64::consts::FRAC_2_SQRT_PI / 2.0
    };
    if x >= 0.0 { tail } else { 2.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a number prints with two decimals as it was published.
    #[track_caller]
    fn prints(value: f64, published: &str) {
        let decimals = published.split('.').nth(1).map_or(0, str::len);
        assert_eq!(format!("{value:.decimals$}"), published);
    }

    #[test]
    fn the_error_function() {
        // Abramowitz and Stegun, table 7.1.
        for (x, erf) in [(0.0, 0.0), (0.5, 0.520_499_877_8), (1.0, 0.842_700_792_9), (2.0, 0.995_322_265_0)] {
            assert!((1.0 - complementary_error(x) - erf).abs() < 1e-10, "{x}");
            assert!((complementary_error(-x) - 1.0 - erf).abs() < 1e-10, "{x}");
        }
        assert!((complementary_error(2.499_999_9) - complementary_error(2.500_000_1)).abs() < 1e-9);
        assert!((complementary_error(3.0) / 2.209_049_699_9e-5 - 1.0).abs() < 1e-9);
        assert!((complementary_error(5.0) / 1.537_459_794_4e-12 - 1.0).abs() < 1e-9);
    }

    /// Reports that fastchess printed in public test logs: pairs, Elo ± error, normalised Elo ± error, superiority in %.
    #[test]
    fn pairs_as_fastchess_prints_them() {
        type Report = ([u64; 5], [&'static str; 4], &'static str);
        let reports: [Report; 8] = [
            ([307, 619, 1202, 725, 353], ["10.73", "6.70", "13.63", "8.50"], "99.92"),
            ([422, 1008, 1598, 1045, 445], ["3.19", "5.60", "4.08", "7.16"], "86.80"),
            ([92, 160, 361, 220, 167], ["36.62", "12.76", "44.05", "15.23"], "100.00"),
            ([14, 29, 94, 75, 88], ["116.52", "24.98", "139.96", "27.80"], "100.00"),
            ([31, 110, 180, 132, 47], ["18.78", "16.00", "25.34", "21.53"], "98.95"),
            ([36, 3, 356, 14, 591], ["220.12", "17.71", "244.54", "15.23"], "100.00"),
            ([1, 0, 2, 2, 5], ["190.85", "229.86", "194.22", "152.27"], "99.38"),
            ([1, 5, 45, 54, 252], ["355.96", "35.36", "482.39", "25.48"], "100.00"),
        ];
        for (counts, [elo, elo_error, normalised, normalised_error], superiority) in reports {
            let estimate = Estimate::of_pairs(counts).expect("there are pairs");
            prints(estimate.elo, elo);
            prints(estimate.elo_error, elo_error);
            prints(estimate.normalised, normalised);
            prints(estimate.normalised_error, normalised_error);
            prints(estimate.superiority * 100.0, superiority);
        }
    }

    /// The same from fastchess's own tests, where single games and pairs are given with two decimals.
    #[test]
    fn games_and_pairs_as_fastchess_tests_them() {
        let [wins, losses, draws] = [136, 96, 111];
        let games = Estimate::of_games([losses, draws, wins]).expect("there are games");
        prints(games.elo, "40.70");
        prints(games.elo_error, "30.43");
        prints(games.normalised, "49.77");
        prints(games.normalised_error, "36.77");
        prints(games.superiority * 100.0, "99.60");
        let games = Estimate::of_games([89, 123, 76]).expect("there are games");
        prints(games.normalised, "-20.76");
        prints(games.normalised_error, "40.13");
        prints(games.superiority * 100.0, "15.53");
        let games = Estimate::of_games([356, 0, 34]).expect("there are games");
        prints(games.normalised, "-508.44");
        prints(games.normalised_error, "34.48");
        for (pairs, [elo, elo_error, normalised, normalised_error], superiority) in [
            ([34, 54, 31 + 32, 64, 75], ["55.58", "27.65", "57.94", "28.28"], "100.00"),
            ([332, 433, 457 + 41, 333, 334], ["-8.64", "10.33", "-9.17", "10.96"], "5.05"),
            ([7895, 8757, 5485 + 200, 568, 9999], ["-21.04", "2.95", "-19.01", "2.65"], "0.00"),
        ] {
            let estimate = Estimate::of_pairs(pairs).expect("there are pairs");
            prints(estimate.elo, elo);
            prints(estimate.elo_error, elo_error);
            prints(estimate.normalised, normalised);
            prints(estimate.normalised_error, normalised_error);
            prints(estimate.superiority * 100.0, superiority);
        }
    }

    /// What cutechess-cli printed for matches in public logs: wins, losses, draws, Elo difference and error.
    #[test]
    fn games_as_cutechess_prints_them() {
        for (wins, losses, draws, elo, error) in [
            (869, 646, 357, "41.6", "14.2"),
            (409, 197, 133, "102.5", "23.5"),
            (628, 416, 277, "56.2", "16.8"),
            (83, 56, 61, "47.2", "40.5"),
            (80, 56, 64, "41.9", "40.0"),
            (667 + 354, 306 + 621, 576 + 573, "10.5", "9.7"),
        ] {
            let estimate = Estimate::of_games([losses, draws, wins]).expect("there are games");
            prints(estimate.elo, elo);
            prints(estimate.elo_error, error);
        }
    }

    #[test]
    fn extremes() {
        assert_eq!(Estimate::of_pairs([0; 5]), None);
        let all = Estimate::of_games([0, 0, 9]).expect("there are games");
        assert_eq!((all.elo, all.elo_error, all.superiority), (f64::INFINITY, f64::INFINITY, 1.0));
        let drawn = Estimate::of_games([0, 9, 0]).expect("there are games");
        assert_eq!((drawn.elo, drawn.elo_error, drawn.superiority), (0.0, 0.0, 0.5));
        assert!((of_score(to_score(137.0)) - 137.0).abs() < 1e-9);
    }
}
