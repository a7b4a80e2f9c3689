//! The board: squares, pieces, and what is shown of moves.
//!
//! Whatever a colour tells, a mark tells too: brackets are the cursor, parentheses a piece in hand, crosses what is
//! taken, stars what is frozen, dots where a piece can go (with a ring where it takes something).

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::theme::{Theme, blend};
use crate::arbiter::Arbiter;
use crate::board::{Bitboard, Square};
use crate::drawing::palette;
use crate::game::Layout;
use crate::game::fen::Star;
use crate::play::table::Table;

/// Columns left of the board, for the numbers of ranks.
const MARGIN: u16 = 3;
/// Columns and rows of a square, the greatest first.
const SIZES: [(u16, u16); 3] = [(7, 3), (5, 2), (3, 1)];

const BLUE: [u8; 3] = [70, 130, 230];
const YELLOW: [u8; 3] = [255, 240, 90];
const RED: [u8; 3] = [225, 55, 45];
const GREEN: [u8; 3] = [60, 170, 80];
const VIOLET: [u8; 3] = [160, 80, 220];

/// Where the board's squares are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    x: u16,
    y: u16,
    width: u16,
    height: u16,
    files: u8,
    ranks: u8,
    is_turned: bool,
}

impl Geometry {
    /// The greatest board that fits into this space with its coordinates.
    pub fn fit(space: Rect, layout: &Layout, is_turned: bool) -> Option<Geometry> {
        let (files, ranks) = (layout.files, layout.ranks);
        let fits = |&(width, height): &(u16, u16)| {
            MARGIN + width * u16::from(files) + 2 <= space.width && height * u16::from(ranks) < space.height
        };
        let (width, height) = SIZES.into_iter().find(fits)?;
        Some(Geometry { x: space.x + MARGIN, y: space.y, width, height, files, ranks, is_turned })
    }

    /// The column behind the board.
    pub fn right(&self) -> u16 {
        self.x + self.width * u16::from(self.files)
    }

    fn bottom(&self) -> u16 {
        self.y + self.height * u16::from(self.ranks)
    }

    fn cell(&self, square: Square) -> Rect {
        let (mut file, mut rank) = (square.file(), self.ranks - 1 - square.rank());
        if self.is_turned {
            (file, rank) = (self.files - 1 - file, self.ranks - 1 - rank);
        }
        let (x, y) = (self.x + self.width * u16::from(file), self.y + self.height * u16::from(rank));
        Rect { x, y, width: self.width, height: self.height }
    }

    /// The square at this column and row of the terminal.
    pub fn square_at(&self, column: u16, row: u16) -> Option<Square> {
        let inside = (self.x..self.right()).contains(&column) && (self.y..self.bottom()).contains(&row);
        if !inside {
            return None;
        }
        let (file, rank) = ((column - self.x) / self.width, (row - self.y) / self.height);
        let (mut file, mut rank) = (file as u8, self.ranks - 1 - rank as u8);
        if self.is_turned {
            (file, rank) = (self.files - 1 - file, self.ranks - 1 - rank);
        }
        Some(Square::at(file, rank))
    }
}

/// Draws the board with its coordinates.
pub(super) fn draw(buffer: &mut Buffer, table: &Table, geometry: &Geometry, theme: &Theme) {
    let sight = Sight { table, game: table.sitting().game(), frozen: table.sitting().game().marks().frozen, theme };
    for rank in 0..geometry.ranks {
        for file in 0..geometry.files {
            let square = Square::at(file, rank);
            sight.draw(buffer, geometry.cell(square), square);
        }
        let cell = geometry.cell(Square::at(0, rank));
        buffer.set_string(geometry.x - 2, cell.y + cell.height / 2, (rank + 1).to_string(), Style::new());
    }
    for file in 0..geometry.files {
        let cell = geometry.cell(Square::at(file, 0));
        let letter = char::from(b'a' + file).to_string();
        buffer.set_string(cell.x + cell.width / 2, geometry.bottom(), letter, Style::new());
    }
}

/// What is seen.
struct Sight<'a> {
    table: &'a Table,
    game: &'a dyn Arbiter,
    frozen: Bitboard,
    theme: &'a Theme,
}

impl Sight<'_> {
    fn draw(&self, buffer: &mut Buffer, cell: Rect, square: Square) {
        let layout = self.game.layout();
        if !layout.squares.has(square) {
            // A hole is not there; Shashmaty's light squares are only not played on.
            let is_hole = layout.star == Star::Always;
            let fill = if is_hole { "▒" } else { " " };
            let light = self.theme.colour([240, 217, 181]);
            let style = if is_hole { Style::new().fg(Color::DarkGray) } else { Style::new().bg(light) };
            for y in cell.top()..cell.bottom() {
                buffer.set_string(cell.x, y, fill.repeat(usize::from(cell.width)), style);
            }
        } else {
            self.draw_square(buffer, cell, square);
        }
        if self.table.cursor() == square {
            self.draw_cursor(buffer, cell);
        }
    }

    /// Brackets as high as the square.
    fn draw_cursor(&self, buffer: &mut Buffer, cell: Rect) {
        for y in cell.top()..cell.bottom() {
            let [left, right] = match (cell.height, y - cell.y) {
                (1, _) => ["[", "]"],
                (_, 0) => ["┏", "┓"],
                (height, at) if at + 1 == height => ["┗", "┛"],
                _ => ["┃", "┃"],
            };
            buffer.set_string(cell.x, y, left, self.ink());
            buffer.set_string(cell.right() - 1, y, right, self.ink());
        }
    }

    /// What marks are written with.
    fn ink(&self) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        if *self.theme == Theme::None { bold } else { bold.fg(self.theme.colour([0, 0, 0])) }
    }

    /// What stands left and right of the letter.
    fn mark(&self, square: Square) -> Option<[&'static str; 2]> {
        let preview = self.table.preview();
        if preview.victims.has(square) {
            Some(["×", "×"])
        } else if preview.path.contains(&square) {
            Some(["(", ")"])
        } else if self.frozen.has(square) {
            Some(["*", "*"])
        } else {
            None
        }
    }

    fn background(&self, square: Square) -> [u8; 3] {
        let preview = self.table.preview();
        let ground = palette::ground(self.game, square);
        let is_of = |pair: Option<(Square, Square)>| pair.is_some_and(|(from, to)| square == from || square == to);
        if preview.victims.has(square) {
            blend(ground, RED, 75)
        } else if preview.path.contains(&square) {
            blend(ground, BLUE, 65)
        } else if preview.captures.has(square) && self.table.is_holding() {
            blend(ground, RED, 40)
        } else if is_of(self.table.hint()) {
            blend(ground, VIOLET, 60)
        } else if is_of(self.table.last_move()) {
            blend(ground, YELLOW, 55)
        } else if preview.targets.has(square) && self.table.is_holding() {
            blend(ground, GREEN, 35)
        } else {
            ground
        }
    }

    fn draw_square(&self, buffer: &mut Buffer, cell: Rect, square: Square) {
        let preview = self.table.preview();
        let ground = self.background(square);
        let style = Style::new().bg(self.theme.colour(ground));
        let is_bare = *self.theme == Theme::None;
        for y in cell.top()..cell.bottom() {
            buffer.set_string(cell.x, y, " ".repeat(usize::from(cell.width)), style);
        }
        // The row of the letter: the lower one of two, so that the tile is as high as one row and a half.
        let row = cell.y + cell.height / 2;
        let middle = cell.x + cell.width / 2;
        let marks = self.mark(square);
        if let Some([left, right]) = marks {
            buffer.set_string(middle - 1, row, left, self.ink());
            buffer.set_string(middle + 1, row, right, self.ink());
        }
        let Some(letter) = self.game.letter_at(square) else {
            if preview.targets.has(square) {
                let dot = if preview.captures.has(square) { "◉" } else { "●" };
                let ink = style.fg(self.theme.colour(blend(ground, [0, 0, 0], 80)));
                buffer.set_string(middle, row, dot, ink.add_modifier(Modifier::BOLD));
            } else if is_bare && Bitboard::DARK.has(square) {
                buffer.set_string(middle, row, "·", style);
            }
            return;
        };
        let is_white = letter.is_ascii_uppercase();
        let is_frozen = self.frozen.has(square);
        let tile = match (is_white, is_frozen) {
            (true, false) => [255, 255, 255],
            (true, true) => [175, 220, 255],
            (false, false) => [0, 0, 0],
            (false, true) => [20, 60, 120],
        };
        let ink = if is_white { [0, 0, 0] } else { [255, 255, 255] };
        let on_tile = if is_bare && is_white {
            Style::new().add_modifier(Modifier::BOLD)
        } else if is_bare {
            Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED)
        } else {
            Style::new().bg(self.theme.colour(tile)).fg(self.theme.colour(ink)).add_modifier(Modifier::BOLD)
        };
        if cell.height == 1 {
            buffer.set_string(middle, row, letter.to_string(), on_tile);
            return;
        }
        let [left, right] = marks.unwrap_or([" ", " "]);
        buffer.set_string(middle - 1, row, format!("{left}{letter}{right}"), on_tile);
        if !is_bare {
            let edge = style.fg(self.theme.colour(tile));
            buffer.set_string(middle - 1, row - 1, "▄▄▄", edge);
            if cell.height > 2 {
                buffer.set_string(middle - 1, row + 1, "▀▀▀", edge);
            }
        }
    }
}
