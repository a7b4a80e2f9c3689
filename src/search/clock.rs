//! How long to think.

use std::time::Duration;

use super::Score;

/// What a search may take. Without any limit it runs until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Whole iterations up to this depth, in plies.
    pub depth: Option<u32>,
    /// About this many positions.
    pub nodes: Option<u64>,
    /// Exactly this long for the move.
    pub move_time: Option<Duration>,
    /// A share of the game's clock.
    pub clock: Option<Clock>,
}

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What is left, in milliseconds; GUIs may say less than nothing.
    pub left: i64,
    /// Added after every move.
    pub increment: Duration,
    /// Moves to the next time control, this one included; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// Two bounds on the time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration begins after this.
    pub soft: Duration,
    /// The search breaks off at this.
    pub hard: Duration,
}

/// Kept back from every time limit: what passing lines to and fro and being scheduled may take.
pub const MOVE_OVERHEAD: Duration = Duration::from_millis(30);

/// With less than so many times the overhead left on the clock a side saves time.
const CUSHION: u32 = 10;

/// The moves that the rest of a game is expected to take where no control says it.
const EXPECTED_MOVES: u32 = 30;

impl Limits {
    /// The time for the move; `None` where time is no limit.
    pub fn budget(&self, overhead: Duration) -> Option<Budget> {
        let fixed = self.move_time.map(|time| {
            let time = time.saturating_sub(overhead.min(time / 2));
            Budget { soft: time, hard: time }
        });
        let share = self.clock.map(|clock| clock.budget(overhead));
        match (fixed, share) {
            (Some(a), Some(b)) => Some(Budget { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
            (one, other) => one.or(other),
        }
    }
}

impl Clock {
    /// A share of what is left that can be kept up to the next control, never all of it.
    fn budget(&self, overhead: Duration) -> Budget {
        let left = Duration::from_millis(u64::try_from(self.left).unwrap_or(0));
        let safe = left.saturating_sub(overhead);
        let moves = self.moves_to_go.unwrap_or(EXPECTED_MOVES).clamp(1, EXPECTED_MOVES);
        let soft = safe / (moves + 1) + self.increment * 3 / 4;
        // Increments are not spent while there is no cushion: on a busy machine a move may be held up much longer than usual.
        let cushion = overhead * CUSHION;
        let soft = if left < cushion { soft.mul_f64(left.as_secs_f64() / cushion.as_secs_f64()) } else { soft };
        let hard = (soft * 4).min(safe / 2);
        Budget { soft: soft.min(hard), hard }
    }
}

/// How unsettled a search's result is, from one iteration to the next.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unrest {
    /// Iterations taken note of.
    noted: u32,
    /// Iterations since the best move changed.
    settled: u32,
    /// Centipawns by which the score fell in the last iteration.
    fall: i32,
    /// The best move's share of the last iteration's nodes, 0 to 1.
    share: f64,
}

impl Unrest {
    /// Takes note of an iteration: whether its best move is that of the one before, both scores, and the share of its
    /// nodes that the best move took, 0 to 1.
    pub fn note(&mut self, is_same: bool, before: Score, now: Score, share: f64) {
        self.noted += 1;
        self.settled = if is_same { self.settled + 1 } else { 0 };
        self.fall = if before.decided().is_some() { 0 } else { (before.value() - now.value()).clamp(0, 200) };
        self.share = share.clamp(0.0, 1.0);
    }

    /// Whether any iteration was taken note of.
    pub fn is_known(&self) -> bool {
        self.noted > 0
    }

    /// The time after which no new iteration begins: less than the soft limit for a move that has long been best or that
    /// nearly all nodes went to, more for one that has just come up or whose score falls.
    pub fn stretch(&self, budget: Budget) -> Duration {
        let calm = 1.5 - 0.12 * f64::from(self.settled.min(8));
        let alarm = 1.0 + f64::from(self.fall) / 120.0;
        let doubt = 1.4 - 0.7 * self.share;
        // A fixed time is used up: there is nothing to save it for.
        if budget.soft == budget.hard {
            return budget.hard;
        }
        budget.soft.mul_f64(calm * alarm * doubt).min(budget.hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn clock(left: i64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        let limits = Limits { clock: Some(Clock { left, increment: ms(increment), moves_to_go }), ..Limits::default() };
        limits.budget(MOVE_OVERHEAD).expect("a clock limits time")
    }

    #[test]
    fn no_clock_no_budget() {
        assert_eq!(Limits { depth: Some(3), ..Limits::default() }.budget(MOVE_OVERHEAD), None);
    }

    #[test]
    fn an_empty_or_negative_clock_leaves_no_time() {
        for left in [0, -5, i64::MIN, 20] {
            assert_eq!(clock(left, 1000, None).hard, Duration::ZERO);
        }
    }

    #[test]
    fn the_last_move_before_a_control_does_not_take_all() {
        assert!(clock(10_000, 0, Some(1)).hard <= ms(5_000));
        assert!(clock(10_000, 0, Some(0)).hard <= ms(5_000));
    }

    /// Where every move takes some milliseconds more than it should, the clock still does not run dry.
    #[test]
    fn a_low_clock_recovers_by_its_increments() {
        for increment in [10, 100, 1_000] {
            let mut left = 45;
            for _ in 0..300 {
                let used = clock(left, increment, None).soft.as_millis() as i64 + increment as i64 / 3;
                left += increment as i64 - used;
                assert!(left >= 45, "{left} ms, increment {increment}");
            }
            assert!(left > 140, "{left} ms, increment {increment}");
        }
    }

    #[test]
    fn a_settled_move_is_made_sooner_and_a_falling_score_later() {
        let budget = Budget { soft: ms(1_000), hard: ms(5_000) };
        let mut unrest = Unrest::default();
        let fresh = unrest.stretch(budget);
        for _ in 0..10 {
            unrest.note(true, Score::DRAW, Score::DRAW, 0.5);
        }
        assert!(unrest.stretch(budget) < budget.soft && fresh > budget.soft);
        unrest.note(true, Score::DRAW, Score::centipawns(-200), 0.5);
        assert!(unrest.stretch(budget) > budget.soft);
        unrest.note(false, Score::DRAW, Score::centipawns(-10_000), 0.5);
        assert!(unrest.stretch(budget) <= budget.hard);
    }

    #[test]
    fn a_fixed_time_is_used_but_for_the_overhead() {
        let limits = Limits { move_time: Some(ms(100)), ..Limits::default() };
        assert_eq!(limits.budget(MOVE_OVERHEAD), Some(Budget { soft: ms(70), hard: ms(70) }));
        let short = Limits { move_time: Some(ms(20)), ..Limits::default() };
        assert_eq!(short.budget(MOVE_OVERHEAD).map(|b| b.hard), Some(ms(10)));
    }
}
