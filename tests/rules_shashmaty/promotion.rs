//! What pawns become on their last rank.

use triptych::game::Game;
use triptych::game::shashmaty::{Kind, Shashmaty, ShashmatyDamka, ShashmatyDragon};

use super::{moves, moves_from, play, victims};

#[test]
fn a_quiet_arrival_makes_a_king_a_bishop_or_a_camel() {
    assert_eq!(moves_from::<Shashmaty>("5k2/P7/8/8/8/8/8/K7 w - - 0 1", "a7"), "a7b8b a7b8c a7b8k");
    assert_eq!(moves_from::<Shashmaty>("7k/8/8/8/8/8/1p6/K3K3 b - - 0 1", "b2"), "b2c1b b2c1c b2c1k");
}

#[test]
fn it_becomes_so_at_once() {
    for (letter, fen) in [("k", "1K3k2"), ("b", "1B3k2"), ("c", "1C3k2")] {
        let after: Shashmaty = play("5k2/P7/8/8/8/8/8/K7 w - - 0 1", &format!("a7b8{letter}"));
        assert_eq!(after.fen(), format!("{fen}/8/8/8/8/8/8/K7 b - - 0 1"));
    }
}

#[test]
fn in_the_sub_variants_it_is_always_a_damka_or_always_a_dragon() {
    assert_eq!(moves_from::<ShashmatyDamka>("5k2/P7/8/8/8/8/8/K7 w - - 0 1", "a7"), "a7b8q");
    assert_eq!(moves_from::<ShashmatyDragon>("5k2/P7/8/8/8/8/8/K7 w - - 0 1", "a7"), "a7b8d");
    assert_eq!(moves_from::<ShashmatyDamka>("7k/8/8/8/8/8/1p6/K3K3 b - - 0 1", "b2"), "b2c1q");
    assert_eq!(moves_from::<ShashmatyDragon>("7k/8/8/8/8/8/1p6/K3K3 b - - 0 1", "b2"), "b2c1d");
}

#[test]
fn only_pawns_promote_and_only_on_their_own_last_rank() {
    assert_eq!(moves_from::<Shashmaty>("5k2/K7/8/8/8/8/8/8 w - - 0 1", "a7"), "a7b6 a7b8");
    // Backwards onto its own first rank.
    assert_eq!(moves::<Shashmaty>("5k2/8/8/8/8/2P5/1p6/6K1 w - - 0 1"), "c3a1");
}

#[test]
fn a_capture_that_ends_on_the_last_rank_has_the_same_choice() {
    assert_eq!(moves::<Shashmaty>("8/2p5/1P6/8/8/8/8/K3k3 w - - 0 1"), "b6d8b b6d8c b6d8k");
    assert_eq!(moves::<ShashmatyDamka>("8/2p5/1P6/8/8/8/8/K3k3 w - - 0 1"), "b6d8q");
    assert_eq!(moves::<ShashmatyDragon>("8/2p5/1P6/8/8/8/8/K3k3 w - - 0 1"), "b6d8d");
    assert_eq!(moves::<Shashmaty>("7k/8/8/8/8/2p5/1P6/4K3 b - - 0 1"), "c3a1b c3a1c c3a1k");
}

#[test]
fn by_a_capture_a_king_goes_on_while_it_can_and_a_bishop_or_camel_stops() {
    // Three continuations: as a king it must take e7 too, and g7 beyond.
    let fen = "8/2p1p1k1/1P6/8/8/8/8/K7 w - - 0 1";
    assert_eq!(moves::<Shashmaty>(fen), "b6d8b b6d8c b6d8f6h8k");
    assert_eq!(victims::<Shashmaty>(fen, "b6d8f6h8k"), "c7 e7 g7");
    assert_eq!(victims::<Shashmaty>(fen, "b6d8b"), "c7");
}

#[test]
fn a_king_made_in_mid_capture_crosses_the_last_rank_without_a_new_choice() {
    let fen = "8/2p1p1p1/1P6/6p1/8/8/8/K3k3 w - - 0 1";
    assert_eq!(moves::<Shashmaty>(fen), "b6d8b b6d8c b6d8f6h4k b6d8f6h8k");
}

#[test]
fn a_pawn_goes_on_as_a_pawn_before_it_arrives() {
    let fen = "8/2p5/8/2p5/3P4/8/8/K3k3 w - - 0 1";
    assert_eq!(moves::<Shashmaty>(fen), "d4b6d8b d4b6d8c d4b6d8k");
}

#[test]
fn by_a_capture_a_damka_goes_on_at_a_distance() {
    let fen = "8/2p5/1P3p2/8/8/8/8/K3k3 w - - 0 1";
    assert_eq!(moves::<ShashmatyDamka>(fen), "b6d8g5q b6d8h4q");
    // As a king it could not.
    assert_eq!(moves::<Shashmaty>(fen), "b6d8b b6d8c b6d8k");
}

#[test]
fn by_a_capture_a_dragon_stops() {
    assert_eq!(moves::<ShashmatyDragon>("8/2p1p3/1P6/8/8/8/8/K3k3 w - - 0 1"), "b6d8d");
}

#[test]
fn promoted_kings_are_kings() {
    let after: Shashmaty = play("8/2p5/1P6/8/8/8/8/K3k3 w - - 0 1", "b6d8k");
    assert_eq!(after.of(triptych::board::Side::White, Kind::King).len(), 2);
}
