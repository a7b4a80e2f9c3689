//! Jumps, chains of jumps, and which of them are the same move.

use std::collections::HashSet;

use triptych::game::{Game, ultima::Move};

use super::{illegal, names, position, read, square, takes};

/// Ends and victims of all moves from this square that capture.
fn captures(fen: &str, from: &str) -> Vec<String> {
    let capturing = |m: &Move| m.from == square(from) && m.victims.any();
    let mut found: Vec<_> =
        position(fen).legal().into_iter().filter(capturing).map(|m| format!("{} {}", m.to, names(m.victims))).collect();
    found.sort();
    found
}

#[test]
fn leaper_lands_on_any_empty_square_up_to_the_next_piece() {
    assert_eq!(captures("7k/8/8/8/L2p3p/8/8/K7 w - - 0 1", "a4"), ["e4 d4", "f4 d4", "g4 d4"]);
    for kind in ["p", "l", "w", "c", "i", "x"] {
        takes(&format!("7k/8/8/8/L2{kind}4/8/8/K7 w - - 0 1"), "a4e4", "d4");
    }
}

#[test]
fn leaper_jumps_in_all_eight_directions() {
    let fen = "7k/8/1p1p1p2/8/1p1L1p2/8/1p1p1p2/K7 w - - 0 1";
    for (text, victim) in [("d4d7", "d6"), ("d4g7", "f6"), ("d4g4", "f4"), ("d4g1", "f2"), ("d4d1", "d2")] {
        takes(fen, text, victim);
    }
    for (text, victim) in [("d4a4", "b4"), ("d4a7", "b6")] {
        takes(fen, text, victim);
    }
    // Behind b2 stands a piece.
    illegal(fen, "d4a1");
}

#[test]
fn leaper_jumps_the_first_piece_only_which_must_be_an_enemy() {
    illegal("7k/8/8/8/LP1p4/8/8/K7 w - - 0 1", "a4e4");
    illegal("7k/8/8/8/L2pP3/8/8/K7 w - - 0 1", "a4f4");
    // At the edge nothing follows the victim.
    assert!(captures("7k/8/8/8/L6p/8/8/K7 w - - 0 1", "a4").is_empty());
}

#[test]
fn each_leg_takes_exactly_one() {
    let fen = "7k/8/8/8/L1p1p3/8/8/K7 w - - 0 1";
    takes(fen, "a4d4f4", "c4 e4");
    illegal(fen, "a4f4");
    // A leg without a jump is none, first or last.
    illegal(fen, "a4b4d4");
    illegal(fen, "a4d4d5");
}

#[test]
fn chain_stops_after_any_jump_and_may_turn_or_go_straight_back() {
    let fen = "7k/8/8/8/1p1L1p2/8/8/K7 w - - 0 1";
    takes(fen, "d4g4", "f4");
    takes(fen, "d4h4", "f4");
    // Back over the victim's square and the start, both open now.
    takes(fen, "d4g4a4", "b4 f4");
}

#[test]
fn victims_come_off_at_once() {
    // The last leg goes over f6 and may stop on f5, where the first victim stood, or pass it.
    let fen = "k7/8/5pp1/3L1p2/8/8/8/K7 w - - 0 1";
    takes(fen, "d5h5f7f5", "f5 f6 g6");
    takes(fen, "d5h5f7f3", "f5 f6 g6");
    // A victim is gone: no second jump over it.
    illegal(fen, "d5h5d5");
}

#[test]
fn chameleon_that_turns_is_a_leaper_alone() {
    let fen = "7k/8/4l3/8/wX1l4/8/8/K7 w - - 0 1";
    takes(fen, "b4e4", "a4 d4");
    takes(fen, "b4e4e7", "d4 e6");
    // Straight back is a turn: no pincers at the end of it.
    let fen = "7k/8/P7/p7/1l1X1l2/8/8/K7 w - - 0 1";
    takes(fen, "d4a4", "a5 b4");
    takes(fen, "d4g4a4", "b4 f4");
    // Two jumps straight on are one straight move.
    let fen = "7k/7P/7p/wX1l1l2/8/8/8/K7 w - - 0 1";
    takes(fen, "b5e5h5", "a5 d5 f5 h6");
    illegal(fen, "b5h5");
}

#[test]
fn two_routes_with_the_same_victims_are_one_move() {
    let fen = "7k/8/p7/8/8/p7/8/L6K w - - 0 1";
    assert_eq!(read(fen, "a1a4a7"), read(fen, "a1a5a7"));
    // The alphabetically first is printed.
    takes(fen, "a1a4a7", "a3 a6");
    let to_a7 = captures(fen, "a1").into_iter().filter(|text| text.starts_with("a7")).count();
    assert_eq!(to_a7, 1);
    illegal(fen, "a1a7");
}

#[test]
fn the_same_start_and_end_with_different_victims_are_different_moves() {
    let fen = "7k/1c6/2i1p3/1p6/2L5/6p1/K7/5l2 w - - 0 1";
    assert_ne!(read(fen, "c4c8"), read(fen, "c4a6c8"));
    takes(fen, "c4c8", "c6");
    takes(fen, "c4a6c8", "b5 b7");
}

#[test]
fn a_chain_that_comes_back_is_no_suicide() {
    let fen = "7k/8/8/2pp4/2Lp4/8/8/K7 w - - 0 1";
    takes(fen, "c4c6e4c4", "c5 d4 d5");
    illegal(fen, "c4c4");
}

/// Fifteen victims, none beside another: 160858 moves, which must come without a hang, each once, and with their texts.
#[test]
fn fifteen_isolated_victims() {
    let position = position("2p4k/p3p1p1/2p5/p3p2p/2p4L/p3Kp1p/2p5/4p1p1 w - - 0 1");
    let list = position.legal();
    assert_eq!(list.len(), 160_858);
    assert_eq!(position.count_moves(), list.len() as u64);
    let distinct: HashSet<Move> = list.iter().copied().collect();
    assert_eq!(distinct.len(), list.len());
    let longest = list.iter().map(|m| m.victims.len()).max().unwrap();
    for &m in list.iter().filter(|m| m.victims.len() == longest).chain(list.iter().step_by(100)) {
        let mut path = position.route(m).squares;
        assert!(position.follows(m, &path));
        if m.victims.several() {
            assert_eq!(path.len() as u32, m.victims.len() + 1, "one leg a victim");
            path[1] = square("h8");
            assert!(!position.follows(m, &path), "the enemy's king stands there");
        }
    }
}
