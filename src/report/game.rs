//! A game of a file, played through by the rules.

use serde::Serialize;

use crate::arbiter::Arbiter;
use crate::board::Side;
use crate::drawing::{self, symbols::Mark};
use crate::pgn::read::Game as Written;
use crate::pgn::replay::{Fault, Usual};
use crate::pgn::rewrite::playable;
use crate::pgn::{Pgn, Tag};
use crate::search::WhiteScore;

/// A game with all its positions.
#[derive(Debug, Serialize)]
pub struct Played {
    /// The game before its first move.
    #[serde(skip)]
    pub start: Box<dyn Arbiter>,
    /// Who played White.
    pub white: String,
    /// Who played Black.
    pub black: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// What the file says of the end; empty if nothing.
    pub closing: String,
    /// All tags, in the file's order.
    pub tags: Vec<Tag>,
    /// The number of the first move.
    pub first: u32,
    /// The start and the position after every move.
    pub plies: Vec<Position>,
}

/// A position and how it came about.
#[derive(Debug, Serialize)]
pub struct Position {
    /// The position.
    pub fen: String,
    /// The move that led here; empty at the start.
    #[serde(rename = "move", skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// What is marked: the names of marks, each with the names of its squares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<(&'static str, Vec<String>)>,
    /// The score that the mover told, from White's side, in words and as a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<(String, WhiteScore)>,
    /// What the file says of the move; empty if nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
}

impl Position {
    /// The present position.
    fn of(game: &dyn Arbiter) -> Position {
        let mut marks: Vec<(&'static str, Vec<String>)> = Vec::new();
        let marked = drawing::marked(game);
        for mark in Mark::ALL {
            let squares: Vec<String> =
                marked.iter().filter(|(of, _)| *of == mark).map(|(_, square)| square.to_string()).collect();
            if !squares.is_empty() {
                marks.push((mark.name(), squares));
            }
        }
        Position { fen: game.fen(), text: String::new(), marks, score: None, comment: String::new() }
    }
}

impl Played {
    /// Plays a written game; what it does not say of itself is as in `usual`.
    ///
    /// # Errors
    /// If it is broken.
    pub fn new(written: &Written, usual: &Usual) -> Result<Played, Fault> {
        let (Pgn { tags, moves, closing, result, .. }, start) = playable(written, usual)?;
        let mut game = start.duplicate();
        let mut plies = vec![Position::of(game.as_ref())];
        for ply in moves {
            let mover = game.turn();
            let played = game.play(&ply.text).expect("the moves were played before");
            let score = WhiteScore::read(&ply.comment, mover).map(|score| (score.to_string(), score));
            let comment = ply.comment.split_whitespace().collect::<Vec<_>>().join(" ");
            plies.push(Position { text: played.text, score, comment, ..Position::of(game.as_ref()) });
        }
        let tag = |name| written.tag(name).unwrap_or("?").to_owned();
        Ok(Played {
            white: tag("White"),
            black: tag("Black"),
            result,
            closing,
            tags,
            first: start.full_move(),
            plies,
            start,
        })
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Who has won; `None` for a draw; nothing of a game without a result.
    pub fn winner(&self) -> Option<Option<Side>> {
        match self.result.as_str() {
            "1-0" => Some(Some(Side::White)),
            "0-1" => Some(Some(Side::Black)),
            "1/2-1/2" => Some(None),
            _ => None,
        }
    }
}
