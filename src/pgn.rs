//! Games in portable game notation: writing them here, reading them in [`read`], playing them by the rules
//! in [`replay`].

pub mod read;
pub mod replay;
pub mod rewrite;
pub mod sheet;

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::time::Duration;

use smallvec::SmallVec;
use triptych_protocol::Score;

/// A game to be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pgn {
    /// Names and values, in the order in which they are written.
    pub tags: Vec<Tag>,
    /// Said before the first move; nothing if empty.
    pub opening: String,
    /// The moves as printed.
    pub moves: Vec<Ply>,
    /// The number of the first move, and whether Black makes it.
    pub first: (u32, bool),
    /// Said before the result; nothing if empty.
    pub closing: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// A name and a value.
pub type Tag = (Cow<'static, str>, String);

/// A move of a written game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    /// The move's text.
    pub text: String,
    /// Numeric annotations: 1 for a good move, 2 for a mistake, 4 for a blunder, and so on.
    pub annotations: SmallVec<[u8; 4]>,
    /// What is said about it; nothing if empty.
    pub comment: String,
    /// Texts of other lines that could have been played instead, without the parentheses around them.
    pub variations: Vec<String>,
}

impl Pgn {
    /// Gives the game another result, in the tag too.
    pub fn set_result(&mut self, result: &str) {
        self.result = result.to_owned();
        if let Some((_, value)) = self.tags.iter_mut().find(|(name, _)| name == "Result") {
            value.clone_from(&self.result);
        }
    }
}

/// Where lines of moves are broken, in characters.
const WIDTH: usize = 80;

impl fmt::Display for Pgn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        f.write_char('\n')?;
        if !self.opening.is_empty() {
            // XBoard draws the board here: its lines stay.
            writeln!(f, "{{{}}}", self.opening.replace('}', ")"))?;
        }
        let mut words = words(&self.moves, self.first);
        words.extend(braces(&self.closing));
        words.push(self.result.clone());
        let mut column = 0;
        for word in words {
            if column > 0 && column + 1 + word.len() > WIDTH {
                f.write_char('\n')?;
                column = 0;
            } else if column > 0 {
                f.write_char(' ')?;
                column += 1;
            }
            f.write_str(&word)?;
            column += word.len();
        }
        f.write_str("\n\n")
    }
}

/// The numbers before moves.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    number: u32,
    is_black: bool,
    is_interrupted: bool,
}

impl From<(u32, bool)> for Numbers {
    /// From the number of the first move, and whether Black makes it.
    fn from((number, is_black): (u32, bool)) -> Numbers {
        Numbers { number, is_black, is_interrupted: true }
    }
}

impl Numbers {
    /// Something stands before the next move that makes its reader ask for the number.
    fn interrupt(&mut self) {
        self.is_interrupted = true;
    }

    /// The number to write before the next move, if any.
    fn next(&mut self) -> Option<String> {
        let text = match (self.is_black, self.is_interrupted) {
            (false, _) => Some(format!("{}.", self.number)),
            (true, true) => Some(format!("{}...", self.number)),
            (true, false) => None,
        };
        self.number = self.number.saturating_add(u32::from(self.is_black));
        (self.is_black, self.is_interrupted) = (!self.is_black, false);
        text
    }
}

/// Moves with their numbers and all that is said of them, word by word; `first` as in [`Pgn::first`].
fn words(moves: &[Ply], first: (u32, bool)) -> Vec<String> {
    let mut words = Vec::new();
    let mut numbers = Numbers::from(first);
    for ply in moves {
        words.extend(numbers.next());
        words.push(ply.text.clone());
        words.extend(ply.annotations.iter().map(|number| format!("${number}")));
        words.extend(braces(&ply.comment));
        words.extend(ply.variations.iter().map(|text| format!("({text})")));
        if !ply.comment.is_empty() || !ply.variations.is_empty() {
            numbers.interrupt();
        }
    }
    words
}

/// A line of moves as a variation has it; `first` as in [`Pgn::first`].
pub fn line(moves: &[Ply], first: (u32, bool)) -> String {
    words(moves, first).join(" ")
}

/// What is said of a move, `score/depth time`, from the mover's side; what nobody knows is left out.
pub fn comment(score: Option<Score>, depth: Option<u32>, time: Option<Duration>) -> String {
    let score = score.map_or(String::new(), |score| match score {
        Score::Centipawns(score) => format!("{:+.2}", f64::from(score) / 100.0),
        Score::MateIn(moves) => format!("+M{moves}"),
        Score::MatedIn(moves) => format!("-M{moves}"),
    });
    let depth = depth.map_or(String::new(), |depth| format!("/{depth}"));
    let time = time.map_or(String::new(), |time| format!(" {:.3}s", time.as_secs_f64()));
    format!("{score}{depth}{time}").trim_start().to_owned()
}

/// A comment in braces, if there is one; it ends at the first closing brace.
fn braces(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| format!("{{{}}}", text.replace('}', ")").replace('\n', " ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_comments_and_quotes() {
        let ply = |text: &str, comment: &str| Ply { text: text.into(), comment: comment.into(), ..Ply::default() };
        let game = Pgn {
            tags: vec![("White".into(), "the \"first\"".into()), ("Result".into(), "*".into())],
            moves: vec![ply("a2a3", ""), ply("b7b6", "why {not}?"), ply("a3a4", ""), ply("b6b5", "")],
            first: (7, true),
            closing: "broken off".into(),
            result: "*".into(),
            ..Pgn::default()
        };
        assert_eq!(
            game.to_string(),
            "[White \"the \\\"first\\\"\"]\n[Result \"*\"]\n\n7... a2a3 8. b7b6 {why {not)?} 8... a3a4 9. b6b5 {broken off} *\n\n"
        );
    }

    #[test]
    fn lines_are_broken() {
        let ply = Ply { text: "c4a6c8g4g1e1".into(), ..Ply::default() };
        let game = Pgn { moves: vec![ply; 40], first: (1, false), result: "1-0".into(), ..Pgn::default() };
        let text = game.to_string();
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert_eq!(text.split_whitespace().filter(|word| *word == "c4a6c8g4g1e1").count(), 40);
    }
}
