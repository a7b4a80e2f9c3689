//! A board drawn with characters.

use std::fmt::Write;

use crate::arbiter::Arbiter;
use crate::board::{Side, Square};
use crate::drawing::palette;

/// Ends all colours.
const PLAIN: &str = "\x1b[0m";

/// Draws the present position: the board, whose turn it is and the FEN below.
///
/// Upper case is White. Colours are ANSI sequences: a writer for a terminal without them must strip them.
pub fn draw(game: &dyn Arbiter) -> String {
    let mut text = board(game);
    let _ = writeln!(text, "\n{} to move", game.turn());
    if let Some(outcome) = game.outcome() {
        let _ = writeln!(text, "{} {outcome}", outcome.result());
    }
    let _ = writeln!(text, "{}", game.fen());
    if let Some(terrain) = game.terrain() {
        let _ = writeln!(text, "terrain {terrain}");
    }
    text
}

/// Draws the board alone: the last rank on top, coordinates at the edge. Colours are ANSI sequences, as in [`draw`].
pub fn board(game: &dyn Arbiter) -> String {
    let layout = game.layout();
    let edge = |left, middle, right| {
        let cells = vec!["───"; usize::from(layout.files)].join(middle);
        format!("   {left}{cells}{right}\n")
    };
    let mut text = edge("┌", "┬", "┐");
    for rank in (0..layout.ranks).rev() {
        let _ = write!(text, " {} │", rank + 1);
        for file in 0..layout.files {
            text.push_str(&cell(game, Square::at(file, rank)));
            text.push('│');
        }
        text.push('\n');
        text.push_str(&if rank > 0 { edge("├", "┼", "┤") } else { edge("└", "┴", "┘") });
    }
    let files: Vec<String> = (b'a'..).take(usize::from(layout.files)).map(|file| (file as char).to_string()).collect();
    let _ = writeln!(text, "     {}", files.join("   "));
    text
}

fn cell(game: &dyn Arbiter, square: Square) -> String {
    let layout = game.layout();
    if !layout.squares.has(square) {
        // A square that no piece can enter. Shashmaty's light squares are only not played on, a hole is not there.
        return if layout.star == crate::game::fen::Star::Always { "▒▒▒".into() } else { "   ".into() };
    }
    let [red, green, blue] = palette::ground(game, square);
    let background = format!("\x1b[48;2;{red};{green};{blue}m");
    match game.letter_at(square) {
        // A piece is a small tile of its side's colour, so that it can be read on squares of any colour.
        Some(letter) => {
            let tile = tile(Side::of_letter(letter));
            format!("{background} {tile}{letter}{PLAIN}{background} {PLAIN}")
        }
        None => format!("{background}   {PLAIN}"),
    }
}

fn tile(side: Side) -> &'static str {
    match side {
        Side::White => "\x1b[1;38;2;0;0;0;48;2;255;255;255m",
        Side::Black => "\x1b[1;38;2;255;255;255;48;2;0;0;0m",
    }
}
