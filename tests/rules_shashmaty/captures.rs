//! Captures of all kinds but the damka, and when they must be made.

use triptych::board::Side;
use triptych::game::Game;
use triptych::game::shashmaty::{Shashmaty, ShashmatyDamka, ShashmatyDragon};

use super::{moves, moves_from, play, position, victims};

#[test]
fn kings_and_pawns_jump_in_four_directions() {
    for piece in ["P", "K"] {
        let fen = "7k/8/8/2p1p3/3X4/2p1p3/8/K7 w - - 0 1".replace('X', piece);
        assert_eq!(moves::<Shashmaty>(&fen), "d4b2 d4b6 d4f2 d4f6");
        assert_eq!(victims::<Shashmaty>(&fen, "d4f6"), "e5");
    }
    let fen = "7k/8/8/2P1P3/3p4/2P1P3/8/K7 b - - 0 1";
    assert_eq!(moves::<Shashmaty>(fen), "d4b2 d4b6 d4f2 d4f6");
}

#[test]
fn a_jump_needs_an_adjacent_enemy_and_an_empty_square_right_behind() {
    // Behind c5 and e5 stand enemies, c3 is its own and behind e3 stands its own; f6 is too far off.
    let fen = "7k/8/1p3p2/2p1p3/3K4/2P1p3/5P2/8 w - - 0 1";
    assert_eq!(moves::<Shashmaty>(fen), "c3b4 f2g3");
    // Nothing is behind the edge of the board.
    assert_eq!(moves::<Shashmaty>("7k/8/8/p7/1P6/8/8/K7 w - - 0 1"), "a1b2 b4c5");
}

#[test]
fn a_further_jump_must_be_made_while_one_exists() {
    let fen = "7k/8/3p4/8/3p4/4P3/8/K7 w - - 0 1";
    assert_eq!(moves::<Shashmaty>(fen), "e3c5e7");
    assert_eq!(victims::<Shashmaty>(fen, "e3c5e7"), "d4 d6");
}

#[test]
fn of_several_jumps_any_may_be_chosen_and_not_only_the_longest() {
    // One victim by the first jump to the left, two by each of three ways to the right.
    let fen = "7k/8/8/4p1p1/8/2p1p1p1/3K4/8 w - - 0 1";
    assert_eq!(moves::<Shashmaty>(fen), "d2b4 d2f4d6 d2f4h2 d2f4h6");
}

#[test]
fn victims_stay_until_the_move_ends_and_none_is_jumped_twice() {
    // Back on f2 the king would find e3 and g3 again.
    let fen = "7k/8/8/4p1p1/8/4p1p1/5K2/8 w - - 0 1";
    assert_eq!(moves::<Shashmaty>(fen), "f2d4f6h4f2");
    assert_eq!(victims::<Shashmaty>(fen, "f2d4f6h4f2"), "e3 e5 g3 g5");
}

#[test]
fn the_start_counts_as_empty() {
    let closed: Shashmaty = play("7k/8/8/4p1p1/8/4p1p1/5K2/8 w - - 0 1", "f2d4f6h4f2");
    assert_eq!(closed.fen(), "7k/8/8/8/8/8/5K2/8 b - - 0 1");
    // And the way may go on beyond it.
    let fen = "7k/8/8/2p1p1p1/3K4/4p1p1/8/8 w - - 0 1";
    assert_eq!(moves::<Shashmaty>(fen), "d4b6 d4f2h4f6d4b6");
}

#[test]
fn kings_are_victims_like_any_other_piece() {
    let fen = "8/8/8/2k1k3/3P4/8/8/K7 w - - 0 1";
    assert_eq!(moves::<Shashmaty>(fen), "d4b6 d4f6");
    assert_eq!(victims::<Shashmaty>(fen, "d4b6"), "c5");
    assert_eq!(victims::<Shashmaty>("7k/8/8/8/8/8/8/B1K5 w - - 0 1", "a1h8"), "h8");
}

#[test]
fn bishops_and_camels_capture_by_displacement() {
    let fen = "7k/8/8/8/1p6/8/8/K1C5 w - - 0 1";
    let taken: Shashmaty = play(fen, "c1b4");
    assert_eq!(taken.fen(), "7k/8/8/8/1C6/8/8/K7 b - - 0 1");
    let taken: Shashmaty = play("7k/8/8/4p3/8/8/8/B1K5 w - - 0 1", "a1e5");
    assert_eq!(taken.fen(), "7k/8/8/4B3/8/8/8/2K5 b - - 0 1");
}

#[test]
fn while_a_draughts_capture_is_due_only_captures_are_moves() {
    // Any complete draughts capture, or a chess capture of any victim: the camel takes h4, which compels nothing.
    let fen = "7k/8/8/8/3p3p/2K5/8/B5C1 w - - 0 1";
    assert_eq!(moves::<Shashmaty>(fen), "c3e5 g1h4");
    assert_eq!(victims::<Shashmaty>(fen, "g1h4"), "h4");
    // The same without the enemy that can be jumped.
    let fen = "7k/8/8/8/7p/2K5/8/B5C1 w - - 0 1";
    assert_eq!(moves_from::<Shashmaty>(fen, "c3"), "c3b2 c3b4 c3d2 c3d4");
}

#[test]
fn a_pawn_compels_as_a_king_does_and_either_piece_may_answer() {
    let fen = "7k/8/8/2p3p1/3P3P/8/8/K7 w - - 0 1";
    assert_eq!(moves::<Shashmaty>(fen), "d4b6 h4f6");
}

#[test]
fn chess_captures_alone_compel_nothing() {
    for fen in ["7k/8/8/8/8/4p3/8/K5B1 w - - 0 1", "7k/8/8/8/7p/8/8/K5C1 w - - 0 1"] {
        assert_eq!(moves_from::<Shashmaty>(fen, "a1"), "a1b2", "{fen}");
    }
    assert_eq!(moves_from::<ShashmatyDragon>("7k/8/8/8/8/4p3/8/K5D1 w - - 0 1", "a1"), "a1b2");
}

#[test]
fn a_dragon_may_capture_where_a_draughts_capture_is_due() {
    let fen = "7k/8/8/8/3p4/2K1p3/8/6D1 w - - 0 1";
    assert_eq!(moves::<ShashmatyDragon>(fen), "c3e5 g1e3");
}

#[test]
fn what_is_due_is_known_for_either_side() {
    let due = |fen| Side::ALL.map(|side| position::<Shashmaty>(fen).draughts_capture_due(side));
    assert_eq!(due("7k/8/8/8/3p4/2K5/8/8 b - - 0 1"), [true, true]);
    assert_eq!(due("7k/8/8/4p3/3p4/2K5/8/8 w - - 0 1"), [false, true]);
    assert_eq!(due("7k/8/8/8/3p4/2B5/8/4K3 w - - 0 1"), [false, true]);
    let due = |fen| Side::ALL.map(|side| position::<ShashmatyDamka>(fen).draughts_capture_due(side));
    assert_eq!(due("7k/8/8/4p3/8/8/1Q6/K7 b - - 0 1"), [true, false]);
    assert_eq!(due("7k/8/5p2/4p3/8/8/1Q6/K7 b - - 0 1"), [false, false]);
}
