//! Scores as people read them: from White's side, whoever moves.

use std::fmt;

use serde::Serialize;

use super::Score;
use super::score::Decided;
use crate::board::Side;

/// A score from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WhiteScore {
    /// Centipawns.
    Centipawns(i32),
    /// Moves to the end: positive if White wins.
    Mate(i64),
}

impl WhiteScore {
    /// The score that the side to move sees.
    pub fn of(score: Score, turn: Side) -> WhiteScore {
        match score.decided() {
            // A side that has lost already is mated in 0, which has no sign of its own.
            Some(decided @ (Decided::Won(_) | Decided::Lost(_))) => WhiteScore::Mate(decided.moves()).turned(turn),
            None => WhiteScore::Centipawns(score.value()).turned(turn),
        }
    }

    /// The score behind a move in PGN, as cutechess and the arena write it: `+0.31/12 1.2s`, `-M3/9`, from the side of the
    /// mover. `None` for any other comment.
    ///
    /// ```
    /// use triptych::board::Side;
    /// use triptych::search::WhiteScore;
    /// assert_eq!(WhiteScore::read("+0.31/12 1.2s", Side::Black), Some(WhiteScore::Centipawns(-31)));
    /// assert_eq!(WhiteScore::read("-M3/9", Side::White), Some(WhiteScore::Mate(-3)));
    /// assert_eq!(WhiteScore::read("book", Side::White), None);
    /// ```
    pub fn read(comment: &str, mover: Side) -> Option<WhiteScore> {
        let word = comment.split_whitespace().next()?;
        let (score, depth) = word.split_once('/').map_or((word, None), |(score, depth)| (score, Some(depth)));
        if depth.is_some_and(|depth| depth.is_empty() || !depth.bytes().all(|byte| byte.is_ascii_digit())) {
            return None;
        }
        let (sign, digits) = match score.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, score.strip_prefix('+').unwrap_or(score)),
        };
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let found = match (digits.strip_prefix('M'), digits.split_once('.')) {
            (Some(moves), _) if is_number(moves) => WhiteScore::Mate(sign * moves.parse::<i64>().ok()?),
            (None, Some((pawns, parts))) if is_number(pawns) && is_number(parts) => {
                let value = digits.parse::<f64>().ok()? * 100.0;
                WhiteScore::Centipawns(sign as i32 * value.round() as i32)
            }
            _ => return None,
        };
        Some(found.turned(mover))
    }

    /// The score that this side's number is.
    fn turned(self, side: Side) -> WhiteScore {
        match (self, side) {
            (score, Side::White) => score,
            (WhiteScore::Centipawns(value), Side::Black) => WhiteScore::Centipawns(-value),
            (WhiteScore::Mate(moves), Side::Black) => WhiteScore::Mate(-moves),
        }
    }
}

impl fmt::Display for WhiteScore {
    /// Pawns with two decimals, or `#n` for White's win and `#-n` for Black's in n moves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhiteScore::Centipawns(value) => write!(f, "{:+.2}", f64::from(*value) / 100.0),
            WhiteScore::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_with_scores_and_without() {
        for (comment, score) in [
            ("-0.05/12 1.234s", WhiteScore::Centipawns(-5)),
            ("0.00/7 0.1s", WhiteScore::Centipawns(0)),
            ("+12.34 0.100s", WhiteScore::Centipawns(1234)),
            ("+M3/7 1.234s", WhiteScore::Mate(3)),
            ("-M12", WhiteScore::Mate(-12)),
        ] {
            assert_eq!(WhiteScore::read(comment, Side::White), Some(score), "{comment}");
            assert_eq!(WhiteScore::read(comment, Side::Black), Some(score.turned(Side::Black)), "{comment}");
        }
        let none = [
            "",
            " ",
            "book",
            "1.234s",
            "7 pieces left",
            "0.5/",
            "0.5/x",
            "+",
            "-M",
            "M/3",
            "1.",
            ".5",
            "+-0.3",
            "Mate",
            "é/3",
            "++0.1/2",
        ];
        for comment in none {
            assert_eq!(WhiteScore::read(comment, Side::White), None, "{comment}");
        }
        let far = "9".repeat(400);
        assert_eq!(WhiteScore::read(&format!("+M{far}/3"), Side::White), None);
        assert_eq!(WhiteScore::read(&format!("-{far}.0/3"), Side::White), Some(WhiteScore::Centipawns(-i32::MAX)));
    }
}
