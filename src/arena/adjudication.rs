//! Ending games whose result is clear before the rules do: by the scores that the engines say, and by length.

use std::fmt;
use std::str::FromStr;

use triptych_protocol::Score;

use crate::arbiter::Arbiter;
use crate::board::Side;
use crate::tablebase::{self, Tables};

use super::settings::{self, SettingsError};
use super::verdict::{Termination, Verdict};

/// The arena's own rules for ending games; nothing is on by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// When a game counts as won.
    pub win: Option<Win>,
    /// When it counts as drawn.
    pub draw: Option<Draw>,
    /// Plies after which it counts as drawn, whatever the board says.
    pub length: Option<usize>,
}

/// A game is won when both engines have agreed for some time that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    /// Plies in a row, of both sides.
    pub plies: usize,
    /// The least advantage in centipawns that each of them must show.
    pub score: i32,
}

/// A game is drawn when both engines have agreed for some time that nobody is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Plies in a row, of both sides.
    pub plies: usize,
    /// The greatest advantage in centipawns that any of them may show.
    pub score: i32,
    /// Plies of the game that must have been played.
    pub after: usize,
}

impl FromStr for Win {
    type Err = SettingsError;

    /// Reads `plies=N,score=CENTIPAWNS`.
    fn from_str(text: &str) -> Result<Win, SettingsError> {
        let mut win = Win { plies: 0, score: 0 };
        for (key, value) in settings::pairs(text)? {
            match key.as_str() {
                "plies" => win.plies = settings::positive(&key, &value)?,
                "score" => win.score = settings::positive(&key, &value)?,
                _ => return Err(SettingsError::Key(key, "plies, score")),
            }
        }
        if win.plies == 0 || win.score == 0 { Err(SettingsError::Missing("plies= and score=")) } else { Ok(win) }
    }
}

impl fmt::Display for Win {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "plies={},score={}", self.plies, self.score)
    }
}

impl FromStr for Draw {
    type Err = SettingsError;

    /// Reads `plies=N,score=CENTIPAWNS,after=PLIES`; `after` may be left out.
    fn from_str(text: &str) -> Result<Draw, SettingsError> {
        let mut draw = Draw { plies: 0, score: -1, after: 0 };
        for (key, value) in settings::pairs(text)? {
            match key.as_str() {
                "plies" => draw.plies = settings::positive(&key, &value)?,
                "score" => draw.score = settings::number::<u16>(&key, &value)?.into(),
                "after" => draw.after = settings::number(&key, &value)?,
                _ => return Err(SettingsError::Key(key, "plies, score, after")),
            }
        }
        if draw.plies == 0 || draw.score < 0 { Err(SettingsError::Missing("plies= and score=")) } else { Ok(draw) }
    }
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "plies={},score={},after={}", self.plies, self.score, self.after)
    }
}

/// The verdict of tables of endgames on a game's present position: a draw where nobody can win, a win where it comes
/// before the draw by counting.
pub fn by_tables(game: &dyn Arbiter, tables: &Tables) -> Option<Verdict> {
    let (winner, plies) = match game.look_up(tables)? {
        tablebase::Verdict::Drawn => return Some(Verdict::drawn(Termination::Adjudication, "Draw by the tables")),
        tablebase::Verdict::Won(plies) => (game.turn(), plies),
        tablebase::Verdict::Lost(plies) => (!game.turn(), plies),
    };
    let is_in_time = game.half_moves().saturating_add(plies) <= 100;
    is_in_time.then(|| Verdict::lost(!winner, Termination::Adjudication, format!("{winner} wins by the tables")))
}

/// A score beyond every evaluation: what a mate counts as.
const MATE: i32 = 1_000_000;

/// What the engines have said of one game so far.
#[derive(Clone, Debug)]
pub struct Watch<'a> {
    rules: &'a Adjudication,
    /// Plies played, those of the opening included.
    plies: usize,
    /// Plies in a row that favour a side.
    favoured: Option<(Side, usize)>,
    /// Plies in a row that favour nobody.
    level: usize,
}

impl<'a> Watch<'a> {
    /// Watches a game from its first move on; `opening` plies were played without engines.
    pub fn new(rules: &'a Adjudication, opening: usize) -> Watch<'a> {
        Watch { rules, plies: opening, favoured: None, level: 0 }
    }

    /// Counts a move of `mover`, with the score it said for itself if it said one; the verdict if that settles the game.
    pub fn count(&mut self, mover: Side, score: Option<Score>) -> Option<Verdict> {
        self.plies += 1;
        let score = score.map(|score| match score {
            Score::Centipawns(score) => score,
            Score::MateIn(_) => MATE,
            Score::MatedIn(_) => -MATE,
        });
        if let Some(win) = self.rules.win {
            let side = score.filter(|score| score.saturating_abs() >= win.score).map(|score| match score > 0 {
                true => mover,
                false => !mover,
            });
            self.favoured = side.map(|side| match self.favoured {
                Some((before, plies)) if before == side => (side, plies + 1),
                _ => (side, 1),
            });
            if let Some((side, plies)) = self.favoured
                && plies >= win.plies
            {
                return Some(Verdict::lost(!side, Termination::Adjudication, format!("{side} wins by adjudication")));
            }
        }
        if let Some(draw) = self.rules.draw {
            let is_level = score.is_some_and(|score| score.saturating_abs() <= draw.score);
            self.level = if is_level { self.level + 1 } else { 0 };
            if self.level >= draw.plies && self.plies >= draw.after {
                return Some(Verdict::drawn(Termination::Adjudication, "Draw by adjudication"));
            }
        }
        if self.rules.length.is_some_and(|length| self.plies >= length) {
            return Some(Verdict::drawn(Termination::Adjudication, "Draw by adjudication: the game is too long"));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(rules: &Adjudication, scores: &[Option<i32>]) -> Option<(usize, Option<Side>)> {
        let mut watch = Watch::new(rules, 0);
        let mut mover = Side::White;
        for (ply, score) in scores.iter().enumerate() {
            if let Some(verdict) = watch.count(mover, score.map(Score::Centipawns)) {
                return Some((ply + 1, verdict.winner));
            }
            mover = !mover;
        }
        None
    }

    #[test]
    fn a_win_needs_both_to_agree() {
        let rules = Adjudication { win: Some("plies=4,score=500".parse().expect("readable")), ..Default::default() };
        let all = |scores: &[i32]| ends(&rules, &scores.iter().copied().map(Some).collect::<Vec<_>>());
        assert_eq!(all(&[600, -500, 900, -700]), Some((4, Some(Side::White))));
        assert_eq!(all(&[-600, 500, -900, 700]), Some((4, Some(Side::Black))));
        assert_eq!(all(&[600, -100, 600, -100, 600, -100]), None);
        assert_eq!(all(&[600, 600, 600, 600, 600, 600]), None);
        assert_eq!(all(&[600, -500, 499, -500, 900, -600, 500]), Some((7, Some(Side::White))));
        assert_eq!(ends(&rules, &[Some(600), Some(-600), None, Some(-600), Some(600)]), None);
    }

    #[test]
    fn a_draw_comes_late_enough() {
        let rules =
            Adjudication { draw: Some("plies=3,score=5,after=6".parse().expect("readable")), ..Default::default() };
        let all = |scores: &[i32]| ends(&rules, &scores.iter().copied().map(Some).collect::<Vec<_>>());
        assert_eq!(all(&[0, 5, -5, 0, 0, 0]), Some((6, None)));
        assert_eq!(all(&[0, 0, 0, 0, 6, 0, 0, 0]), Some((8, None)));
        assert_eq!(ends(&rules, &[None; 20]), None);
    }

    #[test]
    fn length_and_mates_and_wrong_texts() {
        let rules = Adjudication { length: Some(3), ..Default::default() };
        assert_eq!(ends(&rules, &[None, None, None]), Some((3, None)));
        let rules = Adjudication { win: Some(Win { plies: 2, score: 10_000 }), ..Default::default() };
        let mut watch = Watch::new(&rules, 0);
        assert_eq!(watch.count(Side::White, Some(Score::MatedIn(3))), None);
        assert_eq!(watch.count(Side::Black, Some(Score::MateIn(2))).and_then(|v| v.winner), Some(Side::Black));
        for text in ["", "plies=3", "score=3", "plies=0,score=3", "plies=x,score=3", "plies=3,score=3,moves=1", "plies"]
        {
            assert!(text.parse::<Win>().is_err(), "{text}");
        }
        assert!("plies=3,after=2".parse::<Draw>().is_err());
    }
}
