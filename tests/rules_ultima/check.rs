//! When a king is attacked, and what follows for the moves.

use triptych::game::{Game, PositionError, ultima::Ultima};

use super::{illegal, legal, position, takes};

fn check(fen: &str) {
    assert!(position(fen).in_check(), "{fen}: the king is attacked");
}

fn no_check(fen: &str) {
    assert!(!position(fen).in_check(), "{fen}: the king is not attacked");
}

#[test]
fn by_a_spy_with_room_behind_it() {
    check("7k/8/8/8/3wK3/8/8/8 w - - 0 1");
    no_check("7k/8/8/8/2w1K3/8/8/8 w - - 0 1");
    no_check("7k/8/8/8/wK6/8/8/8 w - - 0 1");
    no_check("7k/8/8/8/2PwK3/8/8/8 w - - 0 1");
    no_check("7k/8/8/8/2pwK3/8/8/8 w - - 0 1");
}

#[test]
fn by_a_pawn_that_can_reach_the_square_opposite_to_a_partner() {
    check("7k/8/8/8/4Kc2/3p4/8/8 w - - 0 1");
    check("7k/8/8/8/p3Kp2/8/8/8 w - - 0 1");
    check("7k/8/8/4c3/4K3/8/4p3/8 w - - 0 1");
    // The partner cannot come round to the other side itself, the way can be closed, the square taken.
    no_check("7k/8/8/8/4Kp2/8/8/8 w - - 0 1");
    no_check("7k/8/8/8/p1P1Kp2/8/8/8 w - - 0 1");
    no_check("7k/8/8/8/3PKc2/3p4/8/8 w - - 0 1");
    no_check("7k/8/8/8/4K1c1/3p4/8/8 w - - 0 1");
}

#[test]
fn by_an_officer_whose_king_is_on_a_line_with_the_other() {
    check("4k3/8/8/8/8/c7/8/4K3 w - - 0 1");
    check("8/8/8/k3K3/8/8/2c5/8 w - - 0 1");
    no_check("3k4/8/8/8/8/c7/8/4K3 w - - 0 1");
    no_check("4k3/8/8/8/8/1c6/1P6/3PK3 w - - 0 1");
}

#[test]
fn by_a_leaper_directly_or_at_the_end_or_in_the_middle_of_a_chain() {
    check("7k/8/8/8/1l2K3/8/8/8 w - - 0 1");
    no_check("7k/8/8/8/1l2KP2/8/8/8 w - - 0 1");
    no_check("7k/8/8/8/l6K/8/8/8 w - - 0 1");
    // First the pawn on b2, then from c3 the king.
    check("7k/8/8/8/2K5/8/1P6/l7 w - - 0 1");
    no_check("7k/8/8/8/2K5/2P5/1P6/l7 w - - 0 1");
    // Over the king first, then on: the king is a victim all the same.
    check("7k/8/8/3P4/8/8/2K5/1l6 w - - 0 1");
}

#[test]
fn by_a_chameleon_beside_it() {
    check("7k/8/8/8/3xK3/8/8/8 w - - 0 1");
    check("7k/8/8/3x4/4K3/8/8/8 w - - 0 1");
    no_check("7k/8/8/8/2x1K3/8/8/8 w - - 0 1");
}

#[test]
fn never_by_a_dragon() {
    no_check("7k/8/8/8/3iK3/8/8/8 w - - 0 1");
}

#[test]
fn not_by_frozen_pieces() {
    no_check("7k/8/8/2I5/3wK3/8/8/8 w - - 0 1");
    no_check("7k/8/8/2I5/3xK3/8/8/8 w - - 0 1");
    no_check("7k/8/8/8/4Kc2/3p4/2I5/8 w - - 0 1");
    no_check("4k3/8/8/8/8/cI6/8/4K3 w - - 0 1");
    no_check("7k/8/8/I7/1l2K3/8/8/8 w - - 0 1");
    no_check("8/8/2I5/1k6/1K6/i7/8/8 w - - 0 1");
    // A frozen partner does serve.
    check("7k/8/8/6I1/4Kc2/3p4/8/8 w - - 0 1");
    // So does a frozen king the officer.
    check("4k3/3I4/8/8/8/c7/8/4K3 w - - 0 1");
}

#[test]
fn pinned_pieces_attack() {
    // The spy could not withdraw without leaving its own king to the leaper on a4.
    let fen = "8/8/K1k5/1w6/L7/8/8/8 w - - 0 1";
    check(fen);
    illegal("8/8/2k5/1w6/L7/8/8/7K b - - 0 1", "b5c4");
}

#[test]
fn a_move_that_leaves_the_own_king_attacked_is_illegal() {
    illegal("7k/8/8/8/l2PK3/8/8/8 w - - 0 1", "d4d5");
    // A capture opens lines too: the victim on c4 stood between the leaper and the king.
    illegal("7k/8/8/7P/l1p1K3/2W5/8/8 w - - 0 1", "h5c5");
    legal("7k/8/8/7P/l1p1K3/8/8/8 w - - 0 1", "h5c5");
    // So does the piece that comes to stand where a leaper can jump it, and then the king.
    illegal("7k/8/8/8/2K5/8/2P5/l7 w - - 0 1", "c2b2");
    legal("7k/8/8/8/2K5/8/2P5/l7 w - - 0 1", "c2d2");
    // Out of check the king may go, or the attacker be taken, frozen or shut out.
    let fen = "7k/8/8/8/1l2K3/7I/8/6P1 w - - 0 1";
    check(fen);
    legal(fen, "e4e5");
    legal(fen, "h3c3");
    illegal(fen, "h3d3");
    takes("7k/8/8/8/1lP1K3/8/8/P7 w - - 0 1", "a1a4", "b4");
}

#[test]
fn suicides_included() {
    illegal("7k/8/8/8/l2PK3/2i5/8/8 w - - 0 1", "d4d4");
    takes("7k/8/8/8/3PK3/2i5/8/8 w - - 0 1", "d4d4", "-");
}

#[test]
fn a_frozen_king_attacks_nothing() {
    takes("8/8/2I5/1k6/8/1K6/8/8 w - - 0 1", "b3b4", "-");
    illegal("8/8/8/1k6/8/1K6/8/6I1 w - - 0 1", "b3b4");
    check("8/8/8/3kK3/4i3/8/8/8 w - - 0 1");
    let other = Ultima::parse("8/8/8/3kK3/4i3/8/8/8 b - - 0 1", ());
    assert!(matches!(other, Err(PositionError::OpponentAttacked(_))), "{other:?}");
}

#[test]
fn a_dragon_that_goes_lets_its_prisoners_attack() {
    // The spy on d4 would withdraw from the king on e4 if the dragon left it.
    let fen = "7k/8/8/2I5/3wK3/8/8/8 w - - 0 1";
    illegal(fen, "c5c8");
    legal(fen, "c5d5");
    legal(fen, "c5c4");
    legal(fen, "e4e3");
}
