//! Diagrams: `triptych show --svg` and `--png`. What is drawn is read back from the picture and held against the rules.

mod command;
#[path = "../support/folder.rs"]
mod folder;
mod images;
mod marks;
#[path = "../support/program.rs"]
mod program;
mod svg;

use std::collections::{BTreeMap, BTreeSet};

use triptych::arbiter::Arbiter;
use triptych::board::Square;
use triptych::drawing::{self, Look};

/// What a diagram's text shows.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Shown {
    /// Pieces: squares, each with letter and symbol.
    pub(crate) pieces: BTreeMap<Square, (char, String)>,
    /// Marks: names of symbols, each with its squares.
    pub(crate) marks: BTreeMap<String, BTreeSet<Square>>,
}

/// Reads a diagram. Squares are told by place: what the diagram says of itself must agree.
///
/// # Panics
/// If it is no diagram.
pub(crate) fn read(game: &dyn Arbiter, look: Look) -> Shown {
    let svg = drawing::svg(game, look);
    let document = roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    let mut shown = Shown::default();
    for node in document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "use"))) {
        let number = |name| node.attribute(name).and_then(|text| text.parse::<u32>().ok()).expect("a number");
        let place = (number("x"), number("y"));
        let layout = game.layout();
        let mut squares = Square::all().filter(|&square| layout.contains(square));
        let square = squares.find(|&square| drawing::corner(layout, look.flip, square) == place);
        let square = square.expect("a square's place");
        assert_eq!(node.attribute("data-square"), Some(square.to_string().as_str()));
        assert_eq!((number("width"), number("height")), (drawing::CELL, drawing::CELL));
        let symbol = node.attribute("href").and_then(|target| target.strip_prefix('#')).expect("a symbol").to_owned();
        match node.attribute("data-piece") {
            Some(letter) => {
                let letter = letter.chars().next().expect("a letter");
                assert_eq!(shown.pieces.insert(square, (letter, symbol)), None, "two pieces on {square}");
            }
            None => assert!(shown.marks.entry(symbol).or_default().insert(square), "two marks on {square}"),
        }
    }
    shown
}

/// Both colours of pages, both ways of looking at the board.
pub(crate) fn looks(size: u32) -> impl Iterator<Item = Look> {
    [(false, false), (false, true), (true, false), (true, true)].into_iter().map(move |(dark, flip)| Look {
        size,
        dark,
        flip,
    })
}
