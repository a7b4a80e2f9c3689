//! Time controls, and the clock that the arena keeps for each side.
//!
//! The arena's clock decides, whatever an engine believes: it runs from the moment a side is asked for a move until the
//! whole move is there, however many lines it takes to say it.

use std::fmt;
use std::time::Duration;

use crate::search::{self, Limits};

/// What a side may take for its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// A clock for the game or a number of moves.
    pub period: Option<Period>,
    /// Exactly this long for every move.
    pub move_time: Option<Duration>,
    /// Positions a move.
    pub nodes: Option<u64>,
    /// Plies a move.
    pub depth: Option<u32>,
    /// What a flag may be overstepped by before it counts.
    pub margin: Duration,
}

/// A clock's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// Moves until `base` is added again; `None` where it is for the whole game.
    pub moves: Option<u32>,
    /// Time for these moves.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// A text is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no {1}")]
pub struct TimeControlError(String, &'static str);

/// The longest time that is taken from a text, about eleven days.
const LONGEST: f64 = 1e6;

/// Reads seconds, or `MINUTES:SECONDS`, fractions allowed.
///
/// # Errors
/// If the text is no such time, or is negative.
pub fn read_time(text: &str) -> Result<Duration, TimeControlError> {
    let failed = || TimeControlError(text.into(), "time in seconds, or minutes and seconds (M:SS)");
    let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
    let number = |text: &str| {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        text.parse::<f64>().ok().filter(|value| is_plain && *value <= LONGEST)
    };
    let minutes = number(minutes).ok_or_else(failed)?;
    let seconds = number(seconds).ok_or_else(failed)?;
    Ok(Duration::from_secs_f64(minutes * 60.0) + Duration::from_secs_f64(seconds))
}

impl Period {
    /// Reads `[MOVES/]TIME[+INCREMENT]`, as in `10+0.1` and `40/60`; times as in [`read_time`].
    ///
    /// # Errors
    /// If the text has another form, or gives no time at all.
    pub fn read(text: &str) -> Result<Period, TimeControlError> {
        let failed = || TimeControlError(text.into(), "time control ([MOVES/]SECONDS[+INCREMENT])");
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let moves: u32 = moves.parse().map_err(|_| failed())?;
                (Some(moves).filter(|&moves| moves > 0), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = read_time(base).map_err(|_| failed())?;
        let increment = read_time(increment).map_err(|_| failed())?;
        if base.is_zero() && increment.is_zero() {
            return Err(failed());
        }
        Ok(Period { moves, base, increment })
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

impl TimeControl {
    /// Reads `[MOVES/]TIME[+INCREMENT]`, `st=SECONDS`, `nodes=N` and `depth=N`, or several with commas between; and what
    /// [`Display`](fmt::Display) writes.
    ///
    /// # Errors
    /// If a part is none of these, the same thing is said twice, or a clock and a time for every move are both given.
    pub fn read(text: &str) -> Result<TimeControl, TimeControlError> {
        const FORM: &str = "time control (5+3, 40/300, st=2, nodes=5000 or depth=6)";
        let failed = || TimeControlError(text.into(), FORM);
        let positive = |value: &str| value.parse::<u64>().ok().filter(|&number| number > 0).ok_or_else(failed);
        let mut control = TimeControl::default();
        for part in text.split(',') {
            let (key, value) = match (part.split_once('='), part.strip_suffix("/move")) {
                (Some(pair), _) => pair,
                (None, Some(seconds)) => ("st", seconds),
                (None, None) => ("tc", part),
            };
            let is_new = match key {
                "tc" => control.period.replace(Period::read(value).map_err(|_| failed())?).is_none(),
                "st" => {
                    let time = read_time(value).ok().filter(|time| !time.is_zero()).ok_or_else(failed)?;
                    control.move_time.replace(time).is_none()
                }
                "nodes" => control.nodes.replace(positive(value)?).is_none(),
                "depth" => {
                    let depth = u32::try_from(positive(value)?).map_err(|_| failed())?;
                    control.depth.replace(depth).is_none()
                }
                _ => false,
            };
            if !is_new {
                return Err(failed());
            }
        }
        if control.period.is_some() && control.move_time.is_some() { Err(failed()) } else { Ok(control) }
    }

    /// Whether anything says when a move is due.
    pub fn is_limited(&self) -> bool {
        self.period.is_some() || self.move_time.is_some() || self.nodes.is_some() || self.depth.is_some()
    }
}

impl fmt::Display for TimeControl {
    /// As PGN's `TimeControl` tag has it: `10+0.1`, `40/60`, `0.5/move`, `nodes=5000`, several joined by commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.period.map(|period| period.to_string()),
            self.move_time.map(|time| format!("{}/move", time.as_secs_f64())),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(","))
    }
}

/// A side's clock in one game.
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    /// Moves to the next time control.
    moves_to_go: Option<u32>,
}

/// A side has taken more time than it had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overstep {
    /// What the move took.
    pub used: Duration,
    /// What there was for it.
    pub had: Duration,
}

impl Clock {
    /// A clock before the first move.
    pub fn new(control: TimeControl) -> Clock {
        Clock {
            control,
            left: control.period.map_or(Duration::ZERO, |period| period.base + period.increment_before_first()),
            moves_to_go: control.period.and_then(|period| period.moves),
        }
    }

    /// What it was set to.
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// What is left for this and later moves, where a clock is running.
    pub fn left(&self) -> Option<Duration> {
        self.control.period.map(|_| self.left)
    }

    /// Moves until more time comes, this one included, where there is such a control.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// What the next move may take without being lost, the margin included; `None` where time is no limit.
    pub fn allowance(&self) -> Option<Duration> {
        self.had().map(|had| had + self.control.margin)
    }

    fn had(&self) -> Option<Duration> {
        self.control.move_time.or(self.left())
    }

    /// Takes off what a move has taken and gives what comes after it.
    ///
    /// # Errors
    /// If the flag has fallen.
    pub fn spend(&mut self, used: Duration) -> Result<(), Overstep> {
        if let Some(had) = self.had()
            && used > had + self.control.margin
        {
            return Err(Overstep { used, had });
        }
        if let Some(period) = self.control.period {
            self.left = self.left.saturating_sub(used) + period.increment;
            if let Some(moves) = &mut self.moves_to_go {
                *moves -= 1;
                if *moves == 0 {
                    self.left += period.base;
                    self.moves_to_go = period.moves;
                }
            }
        }
        Ok(())
    }

    /// The limits of a search for the next move.
    pub fn limits(&self) -> Limits {
        let clock = self.control.period.map(|period| search::Clock {
            left: i64::try_from(self.left.as_millis()).unwrap_or(i64::MAX),
            increment: period.increment,
            moves_to_go: self.moves_to_go,
        });
        Limits { depth: self.control.depth, nodes: self.control.nodes, move_time: self.control.move_time, clock }
    }
}

impl Period {
    /// A game that starts with nothing but an increment needs one for its first move.
    fn increment_before_first(&self) -> Duration {
        if self.base.is_zero() { self.increment } else { Duration::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn period(text: &str) -> Period {
        Period::read(text).expect(text)
    }

    #[test]
    fn the_usual_forms() {
        assert_eq!(period("10+0.1"), Period { moves: None, base: ms(10_000), increment: ms(100) });
        assert_eq!(period("40/60"), Period { moves: Some(40), base: ms(60_000), increment: ms(0) });
        assert_eq!(period("40/1:30.5+2"), Period { moves: Some(40), base: ms(90_500), increment: ms(2_000) });
        assert_eq!(period("0/5"), Period { moves: None, base: ms(5_000), increment: ms(0) });
        for text in ["10+0.1", "40/60", "40/90.5+2"] {
            assert_eq!(period(text).to_string(), text);
        }
        for text in
            ["", "x", "10+", "+1", "-5", "10+-1", "40/", "a/60", "0", "0+0", "1e3", "inf", "NaN", "1:2:3", "9999999"]
        {
            assert!(Period::read(text).is_err(), "{text}");
        }
    }

    fn clock(text: &str, margin: u64) -> Clock {
        Clock::new(TimeControl { period: Some(period(text)), margin: ms(margin), ..TimeControl::default() })
    }

    #[test]
    fn increments_and_controls_come_after_the_move() {
        let mut clock = clock("2/10+1", 0);
        assert_eq!(clock.spend(ms(4_000)), Ok(()));
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(ms(7_000)), Some(1)));
        assert_eq!(clock.spend(ms(7_000)), Ok(()));
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(ms(11_000)), Some(2)));
        assert_eq!(clock.spend(ms(11_001)), Err(Overstep { used: ms(11_001), had: ms(11_000) }));
    }

    #[test]
    fn the_margin_forgives_and_leaves_nothing() {
        let mut clock = clock("1+0.1", 50);
        assert_eq!(clock.allowance(), Some(ms(1_050)));
        assert_eq!(clock.spend(ms(1_040)), Ok(()));
        assert_eq!(clock.left(), Some(ms(100)));
        assert!(clock.spend(ms(151)).is_err());
    }

    #[test]
    fn a_fixed_time_is_the_same_for_every_move() {
        let control = TimeControl { move_time: Some(ms(100)), ..TimeControl::default() };
        let mut clock = Clock::new(control);
        for _ in 0..3 {
            assert_eq!(clock.spend(ms(100)), Ok(()));
        }
        assert!(clock.spend(ms(101)).is_err());
        assert_eq!(control.to_string(), "0.1/move");
    }

    #[test]
    fn what_controls_write_is_read() {
        for text in ["10+0.1", "40/60", "0.5/move", "nodes=5000", "depth=9", "5+3,nodes=100,depth=4", "2/move,depth=3"]
        {
            assert_eq!(TimeControl::read(text).expect(text).to_string(), text);
        }
        assert_eq!(TimeControl::read("st=2"), TimeControl::read("2/move"));
        assert_eq!(TimeControl::read("tc=1:00+2"), TimeControl::read("60+2"));
        for text in
            ["", "x", "st=", "st=0", "st=-1", "nodes=0", "depth=4294967296", "5+3,st=1", "5,5", "st=1,st=2", "speed=1"]
        {
            assert!(TimeControl::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn nodes_and_depth_have_no_flag() {
        let control = TimeControl { nodes: Some(5000), depth: Some(9), ..TimeControl::default() };
        assert_eq!(Clock::new(control).spend(ms(1 << 40)), Ok(()));
        assert_eq!(control.to_string(), "nodes=5000,depth=9");
        assert!(control.is_limited() && !TimeControl::default().is_limited());
    }
}
