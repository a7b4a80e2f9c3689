//! Which routes are one move, and how it is written.

use triptych::board::Square;
use triptych::game::shashmaty::{Shashmaty, ShashmatyDamka};
use triptych::game::{Game, notation};

use super::{moves, moves_from, play, position, victims};

fn path(text: &str) -> Vec<Square> {
    let names = text.as_bytes().chunks(2).map(|name| std::str::from_utf8(name).expect("ASCII"));
    names.map(|name| Square::named(name).expect("a square's name")).collect()
}

#[test]
fn two_routes_with_the_same_start_end_victims_and_promotion_are_one_move() {
    // Round the circle either way; the alphabetically first is printed, both are read.
    let fen = "7k/8/8/4p1p1/8/4p1p1/5K2/8 w - - 0 1";
    assert_eq!(moves::<Shashmaty>(fen), "f2d4f6h4f2");
    let position: Shashmaty = position(fen);
    let m = position.legal()[0];
    assert_eq!(notation::read(&position, "f2h4f6d4f2"), Ok(m));
    assert!(position.follows(m, &path("f2d4f6h4f2")) && position.follows(m, &path("f2h4f6d4f2")));
    for wrong in ["f2d4f6h4", "f2", "", "d4f6h4f2", "f2d4f6d4f2", "f2d4f6h4f2d4", "f2f2", "f2d4h4f2"] {
        assert!(!position.follows(m, &path(wrong)), "{wrong}");
    }
}

#[test]
fn landings_on_one_line_are_one_move_and_the_first_by_name_is_printed() {
    // Over f2 to d4 or e3, then over c5: as a number e3 comes first, as a name d4 does.
    let fen = "5k2/8/8/2p5/8/8/5p2/K5Q1 w - - 0 1";
    assert_eq!(moves::<ShashmatyDamka>(fen), "g1d4a7 g1d4b6");
    let position: ShashmatyDamka = position(fen);
    assert_eq!(notation::read(&position, "g1e3b6"), notation::read(&position, "g1d4b6"));
    assert!(notation::read(&position, "g1e3b6").is_ok());
}

#[test]
fn a_different_end_makes_a_different_move() {
    let fen = "7k/8/8/4p3/8/8/1Q6/K7 w - - 0 1";
    assert_eq!(moves::<ShashmatyDamka>(fen), "b2f6 b2g7");
    assert_eq!(victims::<ShashmatyDamka>(fen, "b2f6"), victims::<ShashmatyDamka>(fen, "b2g7"));
}

#[test]
fn different_victims_make_a_different_move() {
    let fen = "7k/2p1p3/8/2p1p3/3P4/8/8/K7 w - - 0 1";
    assert_eq!(moves::<Shashmaty>(fen), "d4b6d8b d4b6d8c d4b6d8f6d4k d4f6d8b d4f6d8c");
    assert_eq!(victims::<Shashmaty>(fen, "d4b6d8b"), "c5 c7");
    assert_eq!(victims::<Shashmaty>(fen, "d4f6d8b"), "e5 e7");
}

#[test]
fn a_different_promotion_makes_a_different_move() {
    let fen = "5k2/P7/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(moves_from::<Shashmaty>(fen, "a7"), "a7b8b a7b8c a7b8k");
    let [bishop, king] = ["a7b8b", "a7b8k"].map(|text| play::<Shashmaty>(fen, text).fen());
    assert_ne!(bishop, king);
}

#[test]
fn what_is_printed_is_told_apart_by_victims_and_promotion() {
    let position: Shashmaty = position("7k/2p1p3/8/2p1p3/3P4/8/8/K7 w - - 0 1");
    for (text, m) in notation::sorted(&position) {
        let said = position.describe(m);
        assert_eq!(said.promotion, text.chars().last().filter(char::is_ascii_alphabetic));
        assert_eq!((said.becomes, said.suicide), (None, false));
        assert_eq!(said.victims.len() as usize, position.route(m).squares.len() - 1);
    }
}
