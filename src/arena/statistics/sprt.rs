//! The sequential probability ratio test: whether an engine is stronger by one difference or by another, decided as soon
//! as the games allow it.
//!
//! The ratio is the generalised one: of all distributions of results that have the hypothesis's strength, the one under
//! which the results seen are likeliest stands for the hypothesis. Results are pairs of games (five outcomes); three
//! outcomes work as well. `docs/arena.md` writes the formulas out and names their sources.

use std::f64::consts::{LN_10, SQRT_2};
use std::fmt;

use super::elo::to_score;
use super::likelihood::Seen;
use crate::arena::settings::{self, SettingsError};

/// A test's two hypotheses and its risks.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Sprt {
    /// The lower hypothesis's difference.
    pub elo0: f64,
    /// The upper hypothesis's difference.
    pub elo1: f64,
    /// The risk of accepting the upper hypothesis where the lower one holds.
    pub alpha: f64,
    /// The risk of accepting the lower hypothesis where the upper one holds.
    pub beta: f64,
    /// What the differences are measured in.
    pub model: Model,
}

/// What a difference of strength is measured in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo, by the expected score.
    #[default]
    Logistic,
    /// Normalised Elo, by the expected score in standard deviations.
    Normalized,
}

/// A hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// The difference is `elo0`.
    Lower,
    /// The difference is `elo1`.
    Upper,
}

impl Sprt {
    /// Reads `elo0=`, `elo1=`, `alpha=`, `beta=` and `model=`; the last three may be left out.
    ///
    /// # Errors
    /// If a key is unknown or missing, a number is none, or the numbers make no test.
    pub fn read<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Sprt, SettingsError> {
        let (mut elo0, mut elo1) = (None, None);
        let (mut alpha, mut beta, mut model) = (0.05, 0.05, Model::default());
        for word in words {
            for (key, value) in settings::pairs(word)? {
                let number =
                    || settings::number(&key, &value).map(|number: f64| Some(number).filter(|n| n.is_finite()));
                let finite = || number()?.ok_or_else(|| SettingsError::Number(key.clone(), value.clone()));
                match key.as_str() {
                    "elo0" => elo0 = Some(finite()?),
                    "elo1" => elo1 = Some(finite()?),
                    "alpha" => alpha = finite()?,
                    "beta" => beta = finite()?,
                    "model" => {
                        model = match value.as_str() {
                            "logistic" => Model::Logistic,
                            "normalized" | "normalised" => Model::Normalized,
                            _ => {
                                let why = format!("'{value}' is neither 'logistic' nor 'normalized'");
                                return Err(SettingsError::Value(key, why));
                            }
                        }
                    }
                    _ => return Err(SettingsError::Key(key, "elo0, elo1, alpha, beta, model")),
                }
            }
        }
        let wrong = |key: &str, why: &str| Err(SettingsError::Value(key.into(), why.into()));
        let (Some(elo0), Some(elo1)) = (elo0, elo1) else { return Err(SettingsError::Missing("elo0= and elo1=")) };
        if elo0 >= elo1 {
            return wrong("elo1", "must be greater than elo0");
        }
        let most = match model {
            Model::Logistic => 1000.0,
            Model::Normalized => 100.0,
        };
        if elo0.abs().max(elo1.abs()) > most {
            return wrong("elo0, elo1", &format!("must lie between -{most} and {most} in the model {model}"));
        }
        let is_risk = |risk: f64| risk > 0.0 && risk < 0.5;
        if !is_risk(alpha) || !is_risk(beta) {
            return wrong("alpha, beta", "must lie between 0 and 0.5");
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The ratio at and below which the lower hypothesis is accepted.
    pub fn lower_bound(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The ratio at and above which the upper hypothesis is accepted.
    pub fn upper_bound(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The logarithm of the ratio of the hypotheses' likelihoods, given results of evenly spaced worth (pairs: five
    /// counts, games: three); 0 without results.
    pub fn ratio(&self, counts: &[u64]) -> f64 {
        if counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let seen = Seen::new(counts);
        let [lower, upper] = match self.model {
            Model::Logistic => [self.elo0, self.elo1].map(|elo| seen.loss_with_mean(to_score(elo))),
            Model::Normalized => {
                // The difference in standard deviations of a result.
                let unit = LN_10 / 800.0 * if counts.len() == 5 { SQRT_2 } else { 1.0 };
                [self.elo0, self.elo1].map(|elo| seen.loss_with_deviations(elo * unit))
            }
        };
        seen.total * (lower - upper)
    }

    /// The hypothesis that is accepted at this ratio, if one is.
    pub fn accepted(&self, ratio: f64) -> Option<Hypothesis> {
        if ratio >= self.upper_bound() {
            Some(Hypothesis::Upper)
        } else if ratio <= self.lower_bound() {
            Some(Hypothesis::Lower)
        } else {
            None
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    #[track_caller]
    fn prints(value: f64, published: &str) {
        assert_eq!(format!("{value:.2}"), published);
    }

    /// Fastchess's own tests, the two kinds of pairs with two half points added up.
    #[test]
    fn ratios_as_fastchess_tests_them() {
        let logistic = |elo0, elo1, counts: &[u64]| test(elo0, elo1, Model::Logistic).ratio(counts);
        let normalized = |elo0, elo1, counts: &[u64]| test(elo0, elo1, Model::Normalized).ratio(counts);
        prints(logistic(0.5, 2.5, &[21184, 40708, 21404]), "-1.57");
        prints(logistic(0.0, 2.0, &[57030, 106593, 57433]), "-2.59");
        prints(logistic(0.5, 2.5, &[223, 9863, 20279 + 1000, 10037, 246]), "-3.07");
        prints(logistic(0.0, 2.0, &[871, 26175, 55003 + 980, 26678, 821]), "-4.98");
        prints(normalized(0.0, 2.0, &[36027, 68692, 36433]), "0.92");
        prints(normalized(-1.75, 0.25, &[10650, 20431, 10871]), "2.30");
        prints(normalized(0.0, 2.0, &[365, 16618, 36029 + 200, 16974, 390]), "2.25");
        prints(normalized(-1.75, 0.25, &[127, 4883, 10311 + 401, 5150, 104]), "3.01");
    }

    /// What fastchess works out by its iteration (at most ten steps) in published comparisons, to nine decimals.
    #[test]
    fn ratios_as_fastchess_works_them_out() {
        let normalized = |elo0, elo1, counts: &[u64]| test(elo0, elo1, Model::Normalized).ratio(counts);
        for (ratio, published) in [
            (normalized(0.0, 2.0, &[223, 9863, 21279, 10037, 246]), 1.096834254),
            (normalized(0.0, 2.0, &[871, 26175, 55983, 26678, 821]), 0.804451473),
            (normalized(-1.0, 3.0, &[2, 9, 36, 19, 9]), 0.391779344),
            (normalized(0.0, 5.0, &[100, 400, 1000, 450, 120]), 1.574910820),
        ] {
            assert!((ratio - published).abs() < 1e-6, "{ratio} {published}");
        }
    }

    /// One-sided results, where a few steps of that iteration do not reach the maximum: published to fifty digits.
    #[test]
    fn one_sided_results_are_exact() {
        for (elo0, elo1, counts, published) in [
            (0.0, 5.0, [0, 0, 0, 1000, 0], 14.183_969_310_935_9),
            (0.0, 5.0, [0, 0, 0, 0, 30000], 604.311_066_589_889),
            (0.0, 5.0, [0, 0, 0, 30000, 1000], 446.864_225_024_732),
            (-5.0, 0.0, [30000, 1000, 0, 0, 0], -619.359_770_540_342),
        ] {
            let ratio = test(elo0, elo1, Model::Normalized).ratio(&counts);
            assert!((ratio - published).abs() < 1e-8, "{ratio} {published}");
        }
    }

    /// Reports that fastchess printed in public test logs, by its default model.
    #[test]
    fn ratios_as_fastchess_prints_them() {
        let normalized = |elo1, counts: &[u64]| test(0.0, elo1, Model::Normalized).ratio(counts);
        prints(normalized(5.0, &[307, 619, 1202, 725, 353]), "2.95");
        prints(normalized(5.0, &[422, 1008, 1598, 1045, 445]), "0.59");
        prints(normalized(1.0, &[92, 160, 361, 220, 167]), "0.71");
        prints(normalized(5.0, &[31, 110, 180, 132, 47]), "0.94");
    }

    #[test]
    fn bounds_and_decisions() {
        let test = test(0.0, 10.0, Model::Logistic);
        prints(test.lower_bound(), "-2.94");
        prints(test.upper_bound(), "2.94");
        assert_eq!(test.accepted(2.95), Some(Hypothesis::Upper));
        assert_eq!(test.accepted(-2.95), Some(Hypothesis::Lower));
        assert_eq!(test.accepted(2.94), None);
        assert_eq!(test.ratio(&[0; 5]), 0.0);
    }

    #[test]
    fn swapping_the_engines_and_the_question_changes_the_sign() {
        let counts = [30, 110, 200, 140, 20];
        let swapped = [20, 140, 200, 110, 30];
        for model in [Model::Logistic, Model::Normalized] {
            let one = test(-3.0, 8.0, model).ratio(&counts);
            let other = test(-8.0, 3.0, model).ratio(&swapped);
            assert!((one + other).abs() < 1e-8, "{one} {other}");
        }
    }

    #[test]
    fn a_single_pair_decides_nothing() {
        for (counts, is_for) in
            [([0, 0, 0, 0, 1], true), ([1, 0, 0, 0, 0], false), ([0, 0, 0, 1, 0], true), ([0, 1, 0, 0, 0], false)]
        {
            for model in [Model::Logistic, Model::Normalized] {
                let ratio = test(0.0, 20.0, model).ratio(&counts);
                assert!(ratio.abs() < 0.5 && (ratio > 0.0) == is_for, "{counts:?} {model}: {ratio}");
            }
        }
        assert!(test(-100.0, 100.0, Model::Normalized).ratio(&[0, 0, 1, 0, 0]).abs() < 1e-6);
    }

    #[test]
    fn arguments() {
        let read = |text: &str| Sprt::read(text.split(' '));
        assert_eq!(read("elo0=0 elo1=5"), Ok(test(0.0, 5.0, Model::Logistic)));
        let full = Sprt { elo0: -1.75, elo1: 0.25, alpha: 0.1, beta: 0.2, model: Model::Normalized };
        assert_eq!(read("elo0=-1.75,elo1=0.25 alpha=0.1 beta=0.2,model=normalized"), Ok(full));
        for text in [
            "",
            "elo0=0",
            "elo0=5 elo1=0",
            "elo0=0 elo1=5 alpha=0",
            "elo0=0 elo1=5 beta=1",
            "elo0=0 elo1=x",
            "elo0=0 elo1=inf",
            "elo0=0 elo1=5 model=bayesian",
            "elo0=0 elo1=5 gamma=1",
            "elo0=0 elo1=5000",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
