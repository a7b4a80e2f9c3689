//! `triptych rules`: a game's rules in the terminal.

use std::io::{IsTerminal, Write, stdout};
use std::process::ExitCode;

use clap::Args;
use ratatui::crossterm::terminal;

use crate::board::Square;
use crate::diagram;
use crate::markdown::{self, Drawing};
use crate::variant::Variant;

/// Arguments of `rules`.
#[derive(Debug, Args)]
pub struct Rules {
    /// The game: ultima, shashmaty, shashmaty-damka, shashmaty-dragon or chameleon
    #[arg(value_name = "GAME")]
    game: Variant,
}

/// The width of what is not for a terminal, or for one that does not tell its own.
const WIDTH: usize = 80;
/// Longer lines are hard to read.
const WIDEST: usize = 100;

impl Rules {
    /// Prints the game's page: its positions drawn, in colour where the terminal has it, and as wide as the terminal.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let of_terminal = stdout().is_terminal().then(terminal::size).and_then(Result::ok);
        let width = of_terminal.map_or(WIDTH, |(columns, _)| usize::from(columns)).clamp(1, WIDEST);
        let mut drawn = Vec::new();
        let text = markdown::render(self.game.rules(), width, &mut |code| draw(self.game, code, &mut drawn));
        let mut out = anstream::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// What is drawn of a piece of the page's code: a position by its FEN, each once, and a picture of the start better than
/// letters can.
fn draw(variant: Variant, code: &str, drawn: &mut Vec<Vec<String>>) -> Drawing {
    let position = if code.contains(' ') { variant.arbiter_from(None, Some(code)).ok() } else { None };
    if let Some(game) = position {
        let rows = rows(game.as_ref());
        if drawn.contains(&rows) {
            return Drawing::Nothing;
        }
        drawn.push(rows);
        return Drawing::Below(diagram::board(game.as_ref()));
    }
    let Some(picture) = picture(code) else { return Drawing::Nothing };
    let Ok(start) = variant.arbiter(None) else { return Drawing::Nothing };
    if picture != rows(start.as_ref()) {
        return Drawing::Nothing;
    }
    if drawn.contains(&picture) {
        return Drawing::Instead(String::new());
    }
    drawn.push(picture);
    Drawing::Instead(diagram::board(start.as_ref()))
}

/// The ranks of a board, the last one first, as pictures in letters have them.
fn rows(game: &dyn crate::arbiter::Arbiter) -> Vec<String> {
    let layout = game.layout();
    let is_hole = |square| !layout.squares.has(square) && layout.star == crate::game::fen::Star::Always;
    let letter = |square| game.letter_at(square).unwrap_or(if is_hole(square) { '*' } else { '.' });
    let row = |rank| (0..layout.files).map(|file| letter(Square::at(file, rank))).collect();
    (0..layout.ranks).rev().map(row).collect()
}

/// The ranks of a picture in letters: each line a number and the squares, a line with the files below.
fn picture(code: &str) -> Option<Vec<String>> {
    let mut lines: Vec<&str> = code.lines().collect();
    lines.pop_if(|last| last.trim_start().starts_with("a b"));
    let rank = |line: &str| {
        let (number, squares) = line.split_once("  ")?;
        number.trim().parse::<u8>().ok()?;
        Some(squares.split_whitespace().collect::<String>())
    };
    lines.into_iter().map(rank).collect::<Option<Vec<String>>>().filter(|rows| rows.len() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_draws_its_start_once() {
        for &variant in Variant::ALL {
            let mut drawn = Vec::new();
            let text = markdown::render(variant.rules(), 80, &mut |code| draw(variant, code, &mut drawn));
            let board = diagram::board(variant.arbiter(None).expect("a game").as_ref());
            assert_eq!(text.matches(&board).count(), 1, "{variant}");
            let mut once = drawn.clone();
            once.dedup();
            assert_eq!(once, drawn);
        }
    }

    #[test]
    fn only_pictures_of_boards_are_pictures() {
        assert_eq!(picture("2  P . n\n1  . * K\n   a b c"), Some(vec!["P.n".into(), ".*K".into()]));
        for other in ["", "a2a5", "x  y\nz  u", "8/8 w"] {
            assert_eq!(picture(other), None, "{other}");
        }
    }
}
