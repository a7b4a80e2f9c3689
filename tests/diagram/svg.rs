//! What every diagram is made of.

use std::collections::{BTreeMap, BTreeSet};

use rand::seq::IndexedRandom;
use rand::{SeedableRng, rngs::StdRng};
use roxmltree::Document;
use triptych::board::{Bitboard, Side, Square};
use triptych::drawing::symbols::{self, Mark};
use triptych::drawing::{self, Look, palette, raster};
use triptych::game::Figure;
use triptych::variant::Variant;

use crate::{looks, read};

const LOOK: Look = Look { size: 400, dark: false, flip: false };
/// A terrain of all colours with holes elsewhere than usual.
const TERRAIN: &str = "QRBNP*Q/RBNPQRB/NP*QRBN/PQRBNPQ/RBNPQ*B/NPQRBNP/*QRBNPQ";

/// Nothing of a picture is anywhere else, and none of it is letters of a font.
#[test]
fn pictures_need_nothing_else() {
    let allowed = ["svg", "title", "defs", "symbol", "g", "path", "rect", "circle", "use"];
    for &variant in Variant::ALL {
        let game = variant.arbiter(None).expect("a game");
        for look in looks(400) {
            let svg = drawing::svg(game.as_ref(), look);
            let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{variant}: {error}"));
            let ids: BTreeSet<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
            for node in document.descendants().filter(roxmltree::Node::is_element) {
                assert!(allowed.contains(&node.tag_name().name()), "{variant}: {:?}", node.tag_name());
                for attribute in node.attributes() {
                    let value = attribute.value();
                    assert!(!value.contains("url(") && !value.contains("//"), "{variant}: {attribute:?}");
                    if attribute.name() == "href" {
                        assert!(ids.contains(value.trim_start_matches('#')) && value.starts_with('#'), "{value}");
                    }
                }
            }
        }
    }
}

/// At many positions of random play, seen from both sides.
#[test]
fn every_piece_stands_where_it_stands() {
    for &variant in Variant::ALL {
        let mut game = variant.arbiter(None).expect("a game");
        let mut random = StdRng::seed_from_u64(1);
        for _ in 0..60 {
            for look in looks(400) {
                let pieces: BTreeMap<Square, (char, String)> = Square::all()
                    .filter_map(|square| Some((square, game.letter_at(square)?)))
                    .map(|(square, letter)| {
                        (square, (letter, drawing::piece_symbol(game.as_ref(), letter).expect("a symbol")))
                    })
                    .collect();
                assert_eq!(read(game.as_ref(), look).pieces, pieces, "{variant}: {}", game.fen());
            }
            let Some(text) = game.moves().choose(&mut random).cloned() else { break };
            game.play(&text).expect("a legal move");
        }
    }
}

/// The share of pixels in which two pictures differ.
fn difference(one: &str, other: &str) -> f64 {
    let pixels = |content: &str| {
        let svg = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="45" height="45">{content}</svg>"#);
        let png = raster::png(&svg, 60).expect("a picture");
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a picture");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        reader.next_frame(&mut pixels).expect("a picture");
        pixels
    };
    let (one, other) = (pixels(one), pixels(other));
    let far = one.chunks(4).zip(other.chunks(4)).filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 100));
    far.count() as f64 / (one.len() / 4) as f64
}

#[test]
fn all_figures_of_both_sides_look_different() {
    let defined = symbols::define(&Figure::ALL);
    let document = Document::parse(&defined).expect("a picture");
    let drawn: BTreeMap<&str, &str> = document
        .descendants()
        .filter(|node| node.has_tag_name("symbol"))
        .map(|node| {
            let content = &defined[node.range()];
            (node.attribute("id").expect("a name"), &content[content.find('>').expect("a tag") + 1..content.len() - 9])
        })
        .collect();
    assert_eq!(drawn.len(), 2 * Figure::ALL.len() + Mark::ALL.len());
    let all: Vec<_> = drawn.into_iter().collect();
    for (number, (name, content)) in all.iter().enumerate() {
        for (other, other_content) in &all[number + 1..] {
            let share = difference(content, other_content);
            assert!(share > 0.05, "{name} and {other} differ in {:.1} % only", share * 100.0);
        }
    }
}

#[test]
fn every_kind_of_a_game_has_a_figure_of_its_own() {
    for &variant in Variant::ALL {
        let game = variant.arbiter(None).expect("a game");
        let letters: String = game.figures().iter().map(|(letter, _)| *letter).collect();
        assert_eq!(letters, game.window().letters, "{variant}");
        let different: BTreeSet<Figure> = game.figures().into_iter().map(|(_, figure)| figure).collect();
        assert_eq!(different.len(), letters.len(), "{variant}");
        for letter in letters.chars() {
            for side in Side::ALL {
                let name = drawing::piece_symbol(game.as_ref(), side.case(letter)).expect("a symbol");
                assert!(name.starts_with(side.letter()), "{variant}: {letter} is {name}");
            }
        }
    }
}

/// The colour in the middle of every square, in pixels: as terminals and windows have it, and the page's where a hole is.
#[test]
fn squares_have_their_colours_and_holes_none() {
    for (variant, terrain) in [
        (Variant::Ultima, None),
        (Variant::Shashmaty, None),
        (Variant::Chameleon, None),
        (Variant::Chameleon, Some(TERRAIN)),
    ] {
        let bare = match variant {
            Variant::Ultima => "k7/8/8/8/8/8/8/7K w",
            Variant::Shashmaty => "7k/8/8/8/8/8/8/K7 w",
            _ if terrain.is_none() => "k*3*1/*5*/7/7/7/*5*/1*3*K w",
            _ => "k4*1/7/2*4/7/5*1/7/*5K w",
        };
        let game = variant.arbiter_from(terrain, Some(bare)).unwrap_or_else(|error| panic!("{variant}: {error}"));
        let (layout, side) = (game.layout(), drawing::side(game.layout()));
        for look in looks(side) {
            let png = raster::png(&drawing::svg(game.as_ref(), look), side).expect("a picture");
            let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a picture");
            let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
            reader.next_frame(&mut pixels).expect("a picture");
            let at = |x: u32, y: u32| {
                let pixel = ((y * side + x) * 4) as usize;
                [pixels[pixel], pixels[pixel + 1], pixels[pixel + 2]]
            };
            let page = at(1, 1);
            assert_eq!(page[0] < 100, look.dark);
            for square in Square::all().filter(|&square| layout.contains(square) && game.letter_at(square).is_none()) {
                let (x, y) = drawing::corner(layout, look.flip, square);
                let is_hole = !layout.squares.has(square) && layout.squares != Bitboard::DARK;
                let expected = if is_hole { page } else { palette::ground(game.as_ref(), square) };
                assert_eq!(at(x + drawing::CELL / 2, y + drawing::CELL / 2), expected, "{variant}: {square}");
            }
        }
    }
}

#[test]
fn what_is_written_is_safe_and_small() {
    for &variant in Variant::ALL {
        let game = variant.arbiter(None).expect("a game");
        let svg = drawing::svg(game.as_ref(), LOOK);
        assert!(svg.len() < 40_000, "{variant}: {} bytes", svg.len());
        let title = Document::parse(&svg)
            .expect("a picture")
            .descendants()
            .find_map(|node| node.has_tag_name("title").then(|| node.text().unwrap_or_default().to_owned()));
        assert_eq!(title, Some(format!("{variant}: {}", game.fen())));
    }
}
