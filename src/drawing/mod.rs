//! Diagrams: a position drawn as SVG, for print and for pages, and from that as PNG.
//!
//! A picture refers to nothing outside itself: pieces, letters and digits are shapes of our own ([`symbols`]).

mod figures;
mod glyphs;
pub mod palette;
pub mod raster;
pub mod symbols;

use std::collections::BTreeMap;
use std::fmt::Write;

use symbols::Mark;

use crate::arbiter::Arbiter;
use crate::board::{Side, Square};
use crate::game::fen::Star;
use crate::game::{Figure, Layout, Marks};

/// The side of a square in a drawing's own units.
pub const CELL: u32 = figures::BOX;
/// The margin around the board, where the coordinates stand.
pub const MARGIN: u32 = 24;

/// How a diagram is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The side of the picture in pixels.
    pub size: u32,
    /// Whether the page around the board is dark.
    pub dark: bool,
    /// Whether Black sits below.
    pub flip: bool,
}

/// Draws the present position with the last move and the rules' marks.
pub fn svg(game: &dyn Arbiter, look: Look) -> String {
    let (paper, ink) = if look.dark { ("#191b1f", "#d6d1c8") } else { ("#fff", "#1a1714") };
    let layout = game.layout();
    let side = side(layout);
    let size = look.size;
    let mut text = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 {side} {side}" color="{ink}" role="img">
<title>{}: {}</title>
"#,
        game.name(),
        game.fen()
    );
    let figures: Vec<Figure> = game.figures().into_iter().map(|(_, figure)| figure).collect();
    text.push_str(&symbols::define(&figures));
    let _ = writeln!(text, r#"<rect width="{side}" height="{side}" fill="{paper}"/>"#);
    text.push_str(&board(game, look.flip));
    text.push_str(&turn(layout, look.flip, game.turn()));
    let mut put = |name: &str, piece: Option<char>, square: Square| {
        let (x, y) = corner(layout, look.flip, square);
        let piece = piece.map_or(String::new(), |letter| format!(r#" data-piece="{letter}""#));
        let _ = writeln!(
            text,
            r##"<use href="#{name}" x="{x}" y="{y}" width="{CELL}" height="{CELL}" data-square="{square}"{piece}/>"##
        );
    };
    let marked = marked(game);
    let (below, above): (Vec<_>, Vec<_>) = marked.into_iter().partition(|(mark, _)| *mark == Mark::Moved);
    below.into_iter().for_each(|(mark, square)| put(mark.name(), None, square));
    for square in layout.squares {
        if let Some(letter) = game.letter_at(square)
            && let Some(name) = piece_symbol(game, letter)
        {
            put(&name, Some(letter), square);
        }
    }
    above.into_iter().for_each(|(mark, square)| put(mark.name(), None, square));
    text.push_str("</svg>\n");
    text
}

/// The name of the symbol for a piece with this FEN letter.
pub fn piece_symbol(game: &dyn Arbiter, letter: char) -> Option<String> {
    let side = Side::of_letter(letter);
    let figure = game.figures().into_iter().find(|(upper, _)| *upper == letter.to_ascii_uppercase())?.1;
    Some(symbols::piece(side, figure))
}

/// The marks of the present position, those of the last move first.
pub fn marked(game: &dyn Arbiter) -> Vec<(Mark, Square)> {
    let mut marked = Vec::new();
    if let Some(last) = game.last() {
        marked.push((Mark::Moved, last.from));
        if last.to != last.from {
            marked.push((Mark::Moved, last.to));
        }
        // Where the piece has arrived the frame says enough.
        marked.extend(last.victims.into_iter().filter(|&square| square != last.to).map(|square| (Mark::Taken, square)));
    }
    let Marks { frozen, compelling } = game.marks();
    marked.extend(frozen.into_iter().map(|square| (Mark::Frozen, square)));
    marked.extend(compelling.into_iter().map(|square| (Mark::Compelling, square)));
    marked
}

/// The side of a drawing in its own units.
pub fn side(layout: Layout) -> u32 {
    u32::from(layout.files.max(layout.ranks)) * CELL + 2 * MARGIN
}

/// The upper left corner of a square in a drawing.
pub fn corner(layout: Layout, flip: bool, square: Square) -> (u32, u32) {
    let (file, rank) = (square.file(), square.rank());
    let (column, row) = if flip { (layout.files - 1 - file, rank) } else { (file, layout.ranks - 1 - rank) };
    (MARGIN + u32::from(column) * CELL, MARGIN + u32::from(row) * CELL)
}

/// The board without pieces, with coordinates in the current colour.
pub fn board(game: &dyn Arbiter, flip: bool) -> String {
    let layout = game.layout();
    let mut grounds: BTreeMap<palette::Colour, String> = BTreeMap::new();
    let mut all = String::new();
    // A hole is not there; squares that are only not played on are drawn.
    for square in Square::all()
        .filter(|&square| layout.squares.has(square) || layout.star != Star::Always && layout.contains(square))
    {
        let (x, y) = corner(layout, flip, square);
        let cell = format!("M{x} {y}h{CELL}v{CELL}h-{CELL}z");
        all.push_str(&cell);
        grounds.entry(palette::ground(game, square)).or_default().push_str(&cell);
    }
    let mut text = format!("<path d=\"{all}\" fill=\"none\" stroke=\"#2b241e\" stroke-width=\"3\"/>\n");
    for (colour, cells) in grounds {
        let fill = palette::text(colour);
        let _ = writeln!(text, r#"<path d="{cells}" fill="{fill}" shape-rendering="crispEdges"/>"#);
    }
    let _ = writeln!(text, r##"<path d="{all}" fill="none" stroke="#2b241e" stroke-opacity=".5" stroke-width=".6"/>"##);
    text.push_str(&kinds_of_ground(game, flip));
    text.push_str(&coordinates(layout, flip));
    text
}

/// What squares make of those who enter, as letters: colours do not survive every printer.
fn kinds_of_ground(game: &dyn Arbiter, flip: bool) -> String {
    let layout = game.layout();
    let mut text = String::new();
    for square in layout.squares {
        if let Some(letter) = game.colour_at(square) {
            let (x, y) = corner(layout, flip, square);
            glyph(&mut text, letter, f64::from(x) + 3.5, f64::from(y) + 3.5, 0.6);
        }
    }
    if text.is_empty() {
        return text;
    }
    format!("<g fill=\"none\" stroke=\"#1a1714\" stroke-opacity=\".75\" stroke-width=\"1.7\">\n{text}</g>\n")
}

fn coordinates(layout: Layout, flip: bool) -> String {
    const SCALE: f64 = 0.8;
    let mut text = String::new();
    let middle = f64::from(CELL) / 2.0;
    for file in 0..layout.files {
        let x = f64::from(corner(layout, flip, Square::at(file, 0)).0) + middle - glyphs::WIDTH * SCALE / 2.0;
        let y = f64::from(MARGIN + u32::from(layout.ranks) * CELL) + 7.0;
        glyph(&mut text, (b'a' + file) as char, x, y, SCALE);
    }
    for rank in 0..layout.ranks {
        let y = f64::from(corner(layout, flip, Square::at(0, rank)).1) + middle - glyphs::HEIGHT * SCALE / 2.0;
        glyph(&mut text, (b'1' + rank) as char, 9.0, y, SCALE);
    }
    let style =
        r#"fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round""#;
    format!("<g {style}>\n{text}</g>\n")
}

fn glyph(text: &mut String, letter: char, x: f64, y: f64, scale: f64) {
    let strokes = glyphs::strokes(letter);
    let _ = writeln!(text, r#"<path d="{strokes}" transform="translate({x:.1} {y:.1}) scale({scale})"/>"#);
}

/// A disc in the colour of the side to move, on its side of the board.
fn turn(layout: Layout, flip: bool, turn: Side) -> String {
    let (files, ranks) = (u32::from(layout.files), u32::from(layout.ranks));
    let is_below = (turn == Side::White) != flip;
    let x = MARGIN + files * CELL + MARGIN / 2;
    let y = if is_below { MARGIN + ranks * CELL - CELL / 2 } else { MARGIN + CELL / 2 };
    let fill = if turn == Side::White { "#fff" } else { "#1a1714" };
    format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"{fill}\" stroke=\"currentColor\" stroke-width=\"1.5\"/>\n")
}
