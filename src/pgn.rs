//! Writing games in portable game notation, with this project's move text.

pub mod read;

use std::fmt::{self, Write};

/// A game to be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pgn {
    /// Names and values, in the order in which they are written.
    pub tags: Vec<(&'static str, String)>,
    /// The moves as printed.
    pub moves: Vec<Ply>,
    /// The number of the first move, and whether Black makes it.
    pub first: (u32, bool),
    /// Said before the result; nothing if empty.
    pub closing: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// A move of a written game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    /// The move's text.
    pub text: String,
    /// What is said about it; nothing if empty.
    pub comment: String,
}

impl Pgn {
    /// Gives the game another result, in the tag too.
    pub fn set_result(&mut self, result: &str) {
        self.result = result.to_owned();
        if let Some((_, value)) = self.tags.iter_mut().find(|(name, _)| *name == "Result") {
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
        let (mut number, mut black) = self.first;
        let mut words = Vec::new();
        let mut is_interrupted = true;
        for ply in &self.moves {
            if !black {
                words.push(format!("{number}."));
            } else if is_interrupted {
                words.push(format!("{number}..."));
            }
            words.push(ply.text.clone());
            is_interrupted = !ply.comment.is_empty();
            words.extend(comment(&ply.comment));
            if black {
                number = number.saturating_add(1);
            }
            black = !black;
        }
        words.extend(comment(&self.closing));
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

/// A comment in braces, if there is one; it ends at the first closing brace.
fn comment(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| format!("{{{}}}", text.replace('}', ")").replace('\n', " ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_comments_and_quotes() {
        let ply = |text: &str, comment: &str| Ply { text: text.into(), comment: comment.into() };
        let game = Pgn {
            tags: vec![("White", "the \"first\"".into()), ("Result", "*".into())],
            moves: vec![ply("a2a3", ""), ply("b7b6", "why {not}?"), ply("a3a4", ""), ply("b6b5", "")],
            first: (7, true),
            closing: "broken off".into(),
            result: "*".into(),
        };
        assert_eq!(
            game.to_string(),
            "[White \"the \\\"first\\\"\"]\n[Result \"*\"]\n\n7... a2a3 8. b7b6 {why {not)?} 8... a3a4 9. b6b5 {broken off} *\n\n"
        );
    }

    #[test]
    fn lines_are_broken() {
        let ply = Ply { text: "c4a6c8g4g1e1".into(), comment: String::new() };
        let game = Pgn { moves: vec![ply; 40], first: (1, false), result: "1-0".into(), ..Pgn::default() };
        let text = game.to_string();
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert_eq!(text.split_whitespace().filter(|word| *word == "c4a6c8g4g1e1").count(), 40);
    }
}
