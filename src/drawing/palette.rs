//! The colours of boards, wherever one is shown: in terminals, in windows, in diagrams.

use crate::arbiter::Arbiter;
use crate::board::{Bitboard, Square};

/// Red, green, blue.
pub type Colour = [u8; 3];

/// Light squares of a board of wood.
pub const LIGHT: Colour = [240, 217, 181];
/// Dark squares of a board of wood.
pub const DARK: Colour = [181, 136, 99];
/// A hole of a board, where it must have a colour at all.
pub const HOLE: Colour = [0, 0, 0];

/// The colour of a square: that of its kind where squares have one, otherwise that of wood.
pub fn ground(game: &dyn Arbiter, square: Square) -> Colour {
    match game.colour_at(square) {
        Some('Q') => [242, 213, 68],
        Some('R') => [177, 139, 224],
        Some('B') => [229, 138, 122],
        Some('N') => [168, 221, 142],
        Some(_) => [79, 154, 91],
        None if Bitboard::DARK.has(square) => DARK,
        None => LIGHT,
    }
}

/// A colour as pages and windows write it: `#f0d9b5`.
pub fn text([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
