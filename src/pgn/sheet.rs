//! Moves as XBoard writes them into the games that it saves: `Paa5`, `P3xc5-c4`, `Lcb7=Z`, `--`.
//!
//! The letter of the piece comes first, then as much of its square as tells it from others of its kind, then the victims
//! that are not on the last square, each behind an `x`, and the last square. A move with more than two victims is there in
//! parts that end in `=`, each a ply of its own, with a null move of the opponent between them.

use std::fmt::Write;

use triptych_protocol::{MoveText, Route, Square};

use crate::board::Square as Place;
use crate::game::{Game, Window};
use crate::wire;

/// What XBoard writes where a side passes.
pub const NULL: &str = "--";

/// A move of XBoard's score sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The piece, as a capital.
    piece: char,
    file: Option<u8>,
    rank: Option<u8>,
    victims: Vec<Square>,
    end: Square,
    letter: Option<char>,
    /// Whether more parts follow.
    pub is_part: bool,
}

/// Whether a word passes.
pub fn is_null(word: &str) -> bool {
    word == NULL || word == "@@@@"
}

impl Entry {
    /// Reads a word; `None` if it has not the form. A word that is all in capitals has not.
    pub fn read(word: &str) -> Option<Entry> {
        let piece = word.chars().next().filter(char::is_ascii_uppercase)?;
        let body = word[1..].trim_end_matches(['+', '#']);
        let (body, is_part) = body.strip_suffix('=').map_or((body, false), |body| (body, true));
        let (body, letter) = match body.char_indices().next_back()? {
            (at, letter) if letter.is_ascii_alphabetic() => (&body[..at], Some(letter.to_ascii_lowercase())),
            _ => (body, None),
        };
        let body = body.strip_suffix('=').unwrap_or(body);
        if !body.is_ascii() || body.len() < 2 || body.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return None;
        }
        let mut squares: Vec<&str> = body.split(['x', '-']).collect();
        let (mut whose, rest) = (squares.remove(0), squares);
        let mut squares: Vec<Square> = rest.into_iter().map(str::parse).collect::<Result<_, _>>().ok()?;
        if squares.is_empty() {
            squares.push(whose.get(whose.len() - 2..)?.parse().ok()?);
            whose = &whose[..whose.len() - 2];
        }
        let file = whose.bytes().next().filter(u8::is_ascii_lowercase);
        let rank = whose.as_bytes().get(usize::from(file.is_some())).copied();
        if rank.is_some_and(|rank| !rank.is_ascii_digit()) || whose.len() > 2 || (whose.len() == 2 && file.is_none()) {
            return None;
        }
        let end = squares.pop()?;
        Some(Entry {
            piece,
            file: file.map(|file| file - b'a'),
            rank: rank.map(|rank| rank.wrapping_sub(b'1')),
            victims: squares,
            end,
            letter,
            is_part,
        })
    }

    /// The pieces that it takes off other squares than the last.
    pub fn victims(&self) -> &[Square] {
        &self.victims
    }

    /// Whether it takes nothing and turns the piece into another.
    pub fn turns(&self) -> bool {
        self.victims.is_empty() && self.letter.is_some() && !self.is_part
    }

    /// Where the piece may stand in a position.
    pub fn starts<G: Game>(&self, position: &G) -> Vec<Square> {
        let piece = position.turn().case(self.piece);
        let is_meant = |place: &Place| {
            position.letter_at(*place) == Some(piece)
                && self.file.is_none_or(|file| file == place.file())
                && self.rank.is_none_or(|rank| rank == place.rank())
        };
        position.layout().squares.into_iter().filter(is_meant).map(wire::written).collect()
    }

    /// The move of the piece that stands on this square, in the protocol's terms.
    pub fn from(&self, start: Square) -> MoveText {
        let text = MoveText::victims(start, self.victims.clone(), self.end, self.letter);
        MoveText { part: self.is_part, ..text }
    }
}

/// The words that XBoard writes for a legal move: one, or parts with null moves between them.
pub fn words<G: Game>(position: &G, m: G::Move) -> Vec<String> {
    let mut board = Board::of(position);
    wire::lines(position, m).iter().map(|line| board.write(line)).collect()
}

/// What XBoard's own tag tells of the pieces' moves, without which it does not read the game.
pub fn men(window: &Window) -> String {
    let piece = |letter: char| format!("{letter}:{}", window.betza);
    window.letters.chars().map(piece).collect::<Vec<_>>().join(";")
}

/// What stands where on the window's board: FEN letters.
struct Board([Option<char>; 64]);

impl Board {
    fn of<G: Game>(position: &G) -> Board {
        let mut board = Board([None; 64]);
        for square in position.layout().squares {
            board.0[square.index()] = position.letter_at(square);
        }
        board
    }

    /// Writes a move and makes it.
    fn write(&mut self, line: &MoveText) -> String {
        let (Some(start), Some(end)) = (line.start(), line.end()) else { return NULL.to_owned() };
        let [from, to] = [start, end].map(|square| Place::at(square.file(), square.rank()));
        let piece = self.0[from.index()];
        let mut word = String::from(piece.unwrap_or('?').to_ascii_uppercase());
        let others = || Place::all().filter(|other| *other != from && self.0[other.index()] == piece);
        if others().next().is_some() {
            let by_file = others().all(|other| other.file() != from.file());
            let by_rank = others().all(|other| other.rank() != from.rank());
            let square = start.to_string();
            word.push_str(if by_file {
                &square[..1]
            } else if by_rank {
                &square[1..]
            } else {
                &square
            });
        }
        let victims = match &line.route {
            Route::Victims { victims, .. } => &victims[..],
            _ => &[],
        };
        for victim in victims {
            word.push('x');
            word.push_str(&victim.to_string());
            self.0[Place::at(victim.file(), victim.rank()).index()] = None;
        }
        let is_capture = self.0[to.index()].is_some();
        word.push_str(if !victims.is_empty() {
            "-"
        } else if is_capture {
            "x"
        } else {
            ""
        });
        word.push_str(&end.to_string());
        self.0[from.index()] = None;
        self.0[to.index()] = piece;
        if let Some(letter) = line.letter {
            // It leaves the sign out where a move has several legs.
            let _ = match victims {
                [] => write!(word, "={}", letter.to_ascii_uppercase()),
                _ => write!(word, "{letter}"),
            };
        }
        if line.part {
            word.push('=');
        }
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_taken_apart() {
        let square = |text: &str| text.parse::<Square>().expect("a square");
        let entry = |piece, file, rank, victims: &[&str], end: &str, letter, is_part| {
            let victims = victims.iter().map(|text| square(text)).collect();
            Some(Entry { piece, file, rank, victims, end: square(end), letter, is_part })
        };
        for (word, read) in [
            ("Ca4", entry('C', None, None, &[], "a4", None, false)),
            ("Paa5", entry('P', Some(0), None, &[], "a5", None, false)),
            ("P4c4", entry('P', None, Some(3), &[], "c4", None, false)),
            ("Pd4d3", entry('P', Some(3), Some(3), &[], "d3", None, false)),
            ("Kxh2", entry('K', None, None, &[], "h2", None, false)),
            ("P3xc5-c4", entry('P', None, Some(2), &["c5"], "c4", None, false)),
            ("L4xe4xe2-d1=", entry('L', None, Some(3), &["e4", "e2"], "d1", None, true)),
            ("Qcxb4=B", entry('Q', Some(2), None, &[], "b4", Some('b'), false)),
            ("Pdxc7-b8d", entry('P', Some(3), None, &["c7"], "b8", Some('d'), false)),
            ("Lcb7=Z", entry('L', Some(2), None, &[], "b7", Some('z'), false)),
            ("Ra1+", entry('R', None, None, &[], "a1", None, false)),
        ] {
            assert_eq!(Entry::read(word), read, "{word}");
        }
        for word in ["", "a2a4", "P", "Pa", "P5", "A2A4", "Pé4", "Pabc4", "P4a", "Pxx4", "é", "--", "P12c4", "Pa2xb5xa"]
        {
            assert_eq!(Entry::read(word), None, "{word}");
        }
    }
}
