//! The damka: captures at a distance.

use triptych::game::Game;
use triptych::game::shashmaty::ShashmatyDamka as Damka;

use super::{moves, moves_from, play, victims};

#[test]
fn it_jumps_an_enemy_at_any_distance_and_lands_on_any_empty_square_behind() {
    let fen = "5k2/8/8/4p3/8/8/1Q6/K7 w - - 0 1";
    assert_eq!(moves::<Damka>(fen), "b2f6 b2g7 b2h8");
    assert_eq!(victims::<Damka>(fen, "b2h8"), "e5");
    // Up to the next piece, its own or the enemy's.
    assert_eq!(moves::<Damka>("5k2/6P1/8/4p3/8/8/1Q6/K7 w - - 0 1").split(' ').next(), Some("b2f6"));
    assert_eq!(moves_from::<Damka>("5k1p/8/8/4p3/8/8/1Q6/K7 w - - 0 1", "b2"), "b2f6 b2g7");
}

#[test]
fn it_needs_an_empty_square_behind_the_enemy() {
    // Two in a row, one at the edge, one of its own before the enemy: no capture, so quiet moves.
    assert_eq!(moves_from::<Damka>("5k2/8/5p2/4p3/8/8/1Q6/K7 w - - 0 1", "b2"), "b2a3 b2c1 b2c3 b2d4");
    assert_eq!(moves_from::<Damka>("5k1p/8/8/8/8/8/1Q6/K7 w - - 0 1", "b2"), "b2a3 b2c1 b2c3 b2d4 b2e5 b2f6 b2g7");
    assert_eq!(moves_from::<Damka>("5k2/8/8/4p3/8/2P5/1Q6/K7 w - - 0 1", "b2"), "b2a3 b2c1");
}

#[test]
fn its_captures_compel() {
    assert_eq!(moves::<Damka>("5k2/8/8/4p3/8/8/1Q3P2/K7 w - - 0 1"), "b2f6 b2g7 b2h8");
}

#[test]
fn if_the_capture_can_go_on_from_some_landings_it_must_land_on_one_of_those() {
    // From d4 over c5, from e3 not: and from d4 both b6 and a7 are ends.
    let fen = "5k2/8/8/2p5/7p/8/5p2/K5Q1 w - - 0 1";
    assert_eq!(moves::<Damka>(fen), "g1d4a7 g1d4b6");
    // From c5 over b4, from d4 over e5 and f6: it may choose among these, and not a7, b6.
    let fen = "7k/8/8/4p3/1p6/8/5p2/K5Q1 w - - 0 1";
    let all = moves::<Damka>(fen);
    assert_eq!(all, "g1c5a3 g1d4f6 g1d4g7");
}

#[test]
fn victims_stay_on_the_board_until_the_move_ends_and_block() {
    // On its way back down from e1 or f2 it meets d4, which it has jumped already, and so cannot reach c5 behind it.
    let fen = "5k2/8/8/2p3p1/3p4/6p1/7P/Q1K5 w - - 0 1";
    assert_eq!(moves_from::<Damka>(fen, "a1"), "a1f6h4e1 a1f6h4f2");
    assert_eq!(victims::<Damka>(fen, "a1f6h4f2"), "d4 g3 g5");
    let after: Damka = play(fen, "a1f6h4f2");
    assert_eq!(after.fen(), "5k2/8/8/2p5/8/8/5Q1P/2K5 b - - 0 1");
}

#[test]
fn it_may_end_where_it_started() {
    let fen = "5k2/8/8/8/3p1p2/8/3p1p2/K3Q3 w - - 0 1";
    assert_eq!(moves::<Damka>(fen), "e1c3e5g3e1");
    assert_eq!(victims::<Damka>(fen, "e1c3e5g3e1"), "d2 d4 f2 f4");
}

#[test]
fn it_is_a_victim_like_any_other_piece() {
    let fen = "7k/8/8/4q3/3P4/8/8/K7 w - - 0 1";
    assert_eq!(victims::<Damka>(fen, "d4f6"), "e5");
}

#[test]
fn many_victims_are_no_trouble() {
    // The ways are far more than the moves.
    let fen = "8/2p1p3/1p3p2/8/1p1p1p2/8/1p1p1p1k/K3Q3 w - - 0 1";
    assert_eq!(moves::<Damka>(fen).split(' ').count(), 15);
    let fen = "7k/8/1p1p1p2/8/1p1p1p2/8/1p1p1p2/K1Q5 w - - 0 1";
    assert!(moves::<Damka>(fen).split(' ').any(|text| victims::<Damka>(fen, text).split(' ').count() == 9));
}
