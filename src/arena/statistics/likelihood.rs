//! How well a hypothesis about the mean of results fits the results seen: by the distribution that fits best among all
//! for which it holds.
//!
//! With shares q of the results seen, a distribution p has the log-likelihood Σ q ln p a result. Under linear conditions
//! Σ p c = 0 the best one is p = q / (1 + λ·c), and what it loses against q itself is the maximum over λ of the concave
//! Σ q ln(1 + λ·c). That loss is what the functions here return.

/// An outcome that was never seen counts as this many results, so that no hypothesis is ruled out by its absence.
const UNSEEN: f64 = 1e-3;

/// The results seen, as a distribution over scores evenly spaced from 0 to 1.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Number of results.
    pub total: f64,
    scores: Vec<f64>,
    shares: Vec<f64>,
}

/// Two factors, one for each of two conditions.
type Pair = [f64; 2];

impl Seen {
    /// Results by their worth, the worst first.
    pub fn new(counts: &[u64]) -> Seen {
        let counts: Vec<f64> = counts.iter().map(|&count| if count == 0 { UNSEEN } else { count as f64 }).collect();
        let total: f64 = counts.iter().sum();
        let last = (counts.len() - 1) as f64;
        Seen {
            total,
            scores: (0..counts.len()).map(|i| i as f64 / last).collect(),
            shares: counts.iter().map(|count| count / total).collect(),
        }
    }

    /// The loss of the best distribution with this mean, which must lie between 0 and 1.
    pub fn loss_with_mean(&self, mean: f64) -> f64 {
        let values: Vec<f64> = self.scores.iter().map(|score| score - mean).collect();
        let slope = |factor: f64| -> f64 {
            self.shares.iter().zip(&values).map(|(share, value)| share * value / (1.0 + factor * value)).sum()
        };
        // The slope falls from plus to minus infinity between the poles.
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        loop {
            let middle = low + (high - low) / 2.0;
            if middle <= low || middle >= high {
                break;
            }
            if slope(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let factor = low + (high - low) / 2.0;
        self.shares.iter().zip(&values).map(|(share, value)| share * (factor * value).ln_1p()).sum()
    }

    /// The loss of the best distribution whose mean lies this many of its own standard deviations above a half: less than
    /// about 0.4, so that the mean cannot pass the score next to a half.
    ///
    /// With the standard deviation chosen, mean and variance are two linear conditions; the best choice is searched for
    /// over the whole range that distributions can have. It need not be the only good one, so the range is sampled first.
    pub fn loss_with_deviations(&self, deviations: f64) -> f64 {
        if deviations == 0.0 {
            return self.loss_with_mean(0.5);
        }
        let step = 1.0 / (self.scores.len() - 1) as f64;
        let square = 1.0 + deviations * deviations;
        let (least, greatest) = (deviations.abs() * step / square, 0.5 / square.sqrt());
        // The best choice may lie as close to an end as the rarest outcome is rare.
        let deviation = |place: f64| least + (greatest - least) / (1.0 + (-place).exp());
        let mut factors = [0.0; 2];
        let mut loss = |place: f64| {
            let deviation = deviation(place);
            self.loss_with_moments(0.5 + deviations * deviation, deviation * deviation, &mut factors)
        };
        let places: Vec<f64> = (0..=SAMPLES).map(|i| FARTHEST * (2.0 * i as f64 / SAMPLES as f64 - 1.0)).collect();
        let losses: Vec<f64> = places.iter().map(|&place| loss(place)).collect();
        let best = (0..=SAMPLES).min_by(|&a, &b| losses[a].total_cmp(&losses[b])).unwrap_or(0);
        let (mut low, mut high) = (places[best.saturating_sub(1)], places[(best + 1).min(SAMPLES)]);
        let golden = (5f64.sqrt() - 1.0) / 2.0;
        while high - low > 1e-9 {
            let (one, other) = (high - golden * (high - low), low + golden * (high - low));
            if loss(one) < loss(other) {
                high = other;
            } else {
                low = one;
            }
        }
        loss(low + (high - low) / 2.0)
    }

    /// The loss of the best distribution with this mean and variance, by Newton's method; `factors` is where it starts and
    /// where it ends. If no distribution has them the loss is very great.
    fn loss_with_moments(&self, mean: f64, variance: f64, factors: &mut Pair) -> f64 {
        let values: Vec<Pair> =
            self.scores.iter().map(|score| [score - mean, (score - mean).powi(2) - variance]).collect();
        let loss = |factors: Pair| -> Option<f64> {
            let terms = self.shares.iter().zip(&values).map(|(share, value)| {
                let sum = factors[0] * value[0] + factors[1] * value[1];
                (sum > -1.0).then(|| share * sum.ln_1p())
            });
            terms.sum()
        };
        let mut present = match loss(*factors) {
            Some(loss) => loss,
            None => {
                *factors = [0.0; 2];
                0.0
            }
        };
        for _ in 0..500 {
            let step = self.newton_step(&values, *factors);
            let Some((step, gain)) = step.filter(|(_, gain)| *gain > 1e-17) else { break };
            let halves = std::iter::successors(Some(1.0), |scale| Some(scale / 2.0)).take(60);
            let next = halves.into_iter().find_map(|scale| {
                let next = [factors[0] + scale * step[0], factors[1] + scale * step[1]];
                loss(next).filter(|loss| *loss >= present + 1e-4 * scale * gain).map(|loss| (next, loss))
            });
            let Some((next, loss)) = next else { break };
            (*factors, present) = (next, loss);
        }
        present
    }

    /// Newton's step towards the greatest loss, and twice the gain that it promises.
    fn newton_step(&self, values: &[Pair], factors: Pair) -> Option<(Pair, f64)> {
        let mut gradient = [0.0; 2];
        let mut curvature = [0.0; 3];
        for (share, value) in self.shares.iter().zip(values) {
            let sum = 1.0 + factors[0] * value[0] + factors[1] * value[1];
            let [x, y] = [value[0] / sum, value[1] / sum];
            gradient[0] += share * x;
            gradient[1] += share * y;
            curvature[0] += share * x * x;
            curvature[1] += share * x * y;
            curvature[2] += share * y * y;
        }
        let determinant = curvature[0] * curvature[2] - curvature[1] * curvature[1];
        let step = [
            (curvature[2] * gradient[0] - curvature[1] * gradient[1]) / determinant,
            (curvature[0] * gradient[1] - curvature[1] * gradient[0]) / determinant,
        ];
        (determinant > 0.0).then(|| (step, step[0] * gradient[0] + step[1] * gradient[1]))
    }
}

/// Standard deviations that are sampled, and how far towards the ends of the range.
const SAMPLES: usize = 120;
const FARTHEST: f64 = 30.0;
