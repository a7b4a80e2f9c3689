//! Games as one page that needs nothing else: a board to step through them, scores as curves, a crosstable.
//!
//! The page knows no rules: the engine has played every position beforehand. All that comes from a file of games reaches
//! the page as data, or as text that was escaped; the page's policy runs no script but its own and loads nothing.

mod crosstable;
mod game;
mod html;

use std::fmt::Write;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};

pub use game::Played;

use crate::arbiter::Arbiter;
use crate::drawing::{self, symbols};
use crate::game::Figure;
use html::escaped;

const TEMPLATE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// What the page's script is given.
#[derive(Serialize)]
struct Data<'a> {
    cell: u32,
    margin: u32,
    boards: Vec<Board>,
    games: Vec<Shown<'a>>,
}

/// What the script must know of a board.
#[derive(Serialize)]
struct Board {
    files: u8,
    ranks: u8,
    /// FEN letters, each with the names of its symbol and its kind.
    pieces: Vec<(char, String, &'static str)>,
}

#[derive(Serialize)]
struct Shown<'a> {
    board: usize,
    #[serde(flatten)]
    game: &'a Played,
}

/// The page for these games, in their order.
pub fn page(title: &str, games: &[Played]) -> String {
    let mut boards: Vec<&Played> = Vec::new();
    let mut shown = Vec::new();
    for game in games {
        let is_same =
            |other: &&Played| (other.start.name(), other.start.terrain()) == (game.start.name(), game.start.terrain());
        let board = boards.iter().position(is_same).unwrap_or_else(|| {
            boards.push(game);
            boards.len() - 1
        });
        shown.push(Shown { board, game });
    }
    let drawn: String = boards.iter().map(|game| board(game.start.as_ref())).collect();
    let mut figures: Vec<Figure> = boards.iter().flat_map(|game| kinds(game.start.as_ref())).collect();
    figures.sort_unstable();
    figures.dedup();
    let data = Data {
        cell: drawing::CELL,
        margin: drawing::MARGIN,
        boards: boards.iter().map(|game| described(game.start.as_ref())).collect(),
        games: shown,
    };
    // Within a script element only a tag could end the data.
    let data = serde_json::to_string(&data).expect("data of strings and numbers is JSON").replace('<', "\\u003c");
    fill(&[
        ("policy", &policy()),
        ("title", &escaped(title)),
        ("style", STYLE),
        ("symbols", &symbols::define(&figures)),
        ("choices", &choices(games)),
        ("boards", &drawn),
        ("crosstable", &crosstable::table(games)),
        ("data", &data),
        ("script", SCRIPT),
    ])
}

/// The template with every `{{name}}` replaced.
///
/// # Panics
/// If the template names anything else.
fn fill(parts: &[(&str, &str)]) -> String {
    let mut page = String::new();
    let mut rest = TEMPLATE;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").expect("every name in the template is closed");
        let (_, text) = parts.iter().find(|(part, _)| *part == name).expect("the template names known parts");
        page.push_str(before);
        page.push_str(text);
        rest = after;
    }
    page.push_str(rest);
    page
}

/// Nothing is loaded, and no style and script counts but those of the page, known by their sums.
fn policy() -> String {
    let sum = |text: &str| STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; img-src data:; base-uri 'none'; form-action 'none'",
        sum(STYLE),
        sum(SCRIPT)
    )
}

fn kinds(game: &dyn Arbiter) -> Vec<Figure> {
    game.figures().into_iter().map(|(_, figure)| figure).collect()
}

fn described(game: &dyn Arbiter) -> Board {
    let layout = game.layout();
    let pieces = game.figures().into_iter().flat_map(|(letter, figure)| {
        crate::board::Side::ALL.map(|side| (side.case(letter), symbols::piece(side, figure), figure.name()))
    });
    Board { files: layout.files, ranks: layout.ranks, pieces: pieces.collect() }
}

/// A board without pieces, seen from both sides; the script shows one of them.
fn board(game: &dyn Arbiter) -> String {
    let side = drawing::side(game.layout());
    let mut text = format!("<svg class=\"board\" viewBox=\"0 0 {side} {side}\" aria-hidden=\"true\">\n");
    for (name, flip) in [("white-below", false), ("black-below", true)] {
        let _ = write!(text, "<g class=\"{name}\">\n{}</g>\n", drawing::board(game, flip));
    }
    text.push_str("<g class=\"pieces\"></g>\n</svg>\n");
    text
}

/// The options of the list of games.
fn choices(games: &[Played]) -> String {
    let mut text = String::new();
    for (number, game) in games.iter().enumerate() {
        let Played { white, black, result, .. } = game;
        let name = escaped(&format!("{}. {white} – {black}, {result} ({})", number + 1, game.start.name()));
        let _ = writeln!(text, "<option value=\"{number}\">{name}</option>");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_and_style_are_no_end_of_their_elements() {
        assert!(!SCRIPT.contains("</script") && !STYLE.contains("</style"));
        // A sum is of what stands between the tags, to the byte.
        assert!(TEMPLATE.contains("<style>{{style}}</style>") && TEMPLATE.contains("<script>{{script}}</script>"));
    }
}
