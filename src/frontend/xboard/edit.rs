//! Setting up a position piece by piece, as GUIs without `setboard` do: the lines between `edit` and `.`.

use triptych_protocol::xboard::Edit;

use crate::arbiter::Arbiter;
use crate::board::{Side, Square};

/// A board that is being set up.
#[derive(Clone, Debug)]
pub(super) struct Editing {
    letters: [Option<char>; 64],
    colour: Side,
}

impl Editing {
    /// Begins with the present position's pieces, White's turn to be set up.
    pub(super) fn new(game: &dyn Arbiter) -> Editing {
        let mut letters = [None; 64];
        for square in game.layout().squares {
            letters[square.index()] = game.letter_at(square);
        }
        Editing { letters, colour: Side::White }
    }

    /// Takes a line; whether it was the last. `None` for a line that means nothing here.
    pub(super) fn take(&mut self, line: &str) -> Option<bool> {
        let at = |square: triptych_protocol::Square| {
            (square.file() < 8 && square.rank() < 8).then(|| Square::at(square.file(), square.rank()).index())
        };
        match Edit::parse(line) {
            Edit::Piece(letter, square) => {
                let letter = match self.colour {
                    Side::White => letter.to_ascii_uppercase(),
                    Side::Black => letter.to_ascii_lowercase(),
                };
                self.letters[at(square)?] = Some(letter);
            }
            Edit::Clear(square) => self.letters[at(square)?] = None,
            Edit::OtherColor => self.colour = !self.colour,
            Edit::ClearBoard => self.letters = [None; 64],
            Edit::Done => return Some(true),
            Edit::Blank => {}
            Edit::Unknown(_) => return None,
        }
        Some(false)
    }

    /// The position, with this side to move.
    pub(super) fn fen(&self, game: &dyn Arbiter, turn: Side) -> String {
        let layout = game.layout();
        let holes = layout.star == crate::game::fen::Star::Always;
        let row = |rank: u8| -> String {
            (0..layout.files)
                .map(|file| {
                    let square = Square::at(file, rank);
                    match self.letters[square.index()] {
                        Some(letter) => letter,
                        None if holes && !layout.squares.has(square) => '*',
                        None => '1',
                    }
                })
                .collect()
        };
        let rows: Vec<String> = (0..layout.ranks).rev().map(row).collect();
        format!("{} {} - - 0 1", join_gaps(&rows.join("/")), if turn == Side::White { 'w' } else { 'b' })
    }
}

/// Empty squares one by one become runs of them.
fn join_gaps(placement: &str) -> String {
    let (mut text, mut gap) = (String::new(), 0);
    for c in placement.chars().chain(['\0']) {
        if c == '1' {
            gap += 1;
            continue;
        }
        if gap > 0 {
            text.push_str(&gap.to_string());
            gap = 0;
        }
        if c != '\0' {
            text.push(c);
        }
    }
    text
}
