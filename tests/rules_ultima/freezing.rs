//! Dragons, chameleons beside dragons, and the way out by suicide.

use triptych::bitboard;
use triptych::board::Side;
use triptych::game::Game;

use super::{after, illegal, legal, position, square, takes};

#[test]
fn dragon_freezes_every_enemy_on_the_eight_squares_around_it() {
    let ring = bitboard! {
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . X X X . . .
        . . X . X . . .
        . . X X X . . .
        . . . . . . . .
        . . . . . . . .
    };
    let fen = "8/8/1p3p2/2pwc3/2lIk3/2xpp3/1p3p2/K7 b - - 0 1";
    let position = position(fen);
    assert_eq!(position.frozen(Side::Black), ring);
    for m in position.legal().into_iter().filter(|m| ring.has(m.from)) {
        assert!(m.is_suicide(), "{m:?}");
        assert_ne!(m.from, square("e4"), "the king has no suicide");
    }
    // Its own side is not frozen by it.
    assert!(position.frozen(Side::White).has(square("d4")), "frozen by the chameleon");
    legal("7k/8/8/8/3IP3/8/8/K7 w - - 0 1", "e4e8");
}

#[test]
fn frozen_pieces_neither_move_nor_capture() {
    // Each could capture or move if it were not for the dragon on e5.
    illegal("7k/8/8/4i3/3P1cP1/8/8/K7 w - - 0 1", "d4e4");
    illegal("7k/8/8/4iL1p/8/8/8/K7 w - - 0 1", "f5f6");
    illegal("7k/8/5p2/4iL2/8/8/8/K7 w - - 0 1", "f5f7");
    illegal("7k/8/8/4i3/4Wp2/8/8/K7 w - - 0 1", "e4d4");
    illegal("7k/8/8/4i3/3C4/8/1K3p2/8 w - - 0 1", "d4f6");
    illegal("7k/8/8/4i3/3K1p2/8/8/8 w - - 0 1", "d4c4");
    illegal("7k/8/8/4i3/3X4/8/8/K7 w - - 0 1", "d4c4");
    // Farther off they can.
    legal("7k/8/8/4i3/2P5/8/8/K7 w - - 0 1", "c4c5");
}

#[test]
fn two_dragons_freeze_each_other() {
    illegal("7k/8/8/3iI3/8/8/8/K7 w - - 0 1", "e5f5");
    illegal("7k/8/8/3iI3/8/8/8/K7 b - - 0 1", "d5c5");
}

#[test]
fn chameleon_and_enemy_dragon_freeze_each_other() {
    illegal("7k/8/8/3xI3/8/8/8/K7 w - - 0 1", "e5f5");
    illegal("7k/8/8/3xI3/8/8/8/K7 b - - 0 1", "d5c5");
    // A chameleon freezes nothing but dragons, and its own dragon not.
    legal("7k/8/8/3xP3/8/8/8/K7 w - - 0 1", "e5f5");
    legal("7k/8/8/3XI3/8/8/8/K7 w - - 0 1", "e5f5");
}

#[test]
fn a_frozen_dragon_goes_on_freezing() {
    illegal("7k/8/8/2xIp3/8/8/8/K7 b - - 0 1", "e5e4");
    illegal("7k/8/8/2iIp3/8/8/8/K7 b - - 0 1", "e5e4");
}

#[test]
fn frozen_pieces_serve_as_partners() {
    takes("7k/8/4i3/4Pp2/8/6P1/8/K7 w - - 0 1", "g3g5", "f5");
    // The frozen king serves the officer, and a chameleon that takes an officer.
    takes("7k/8/1p6/8/3C4/8/1K3w2/i7 w - - 0 1", "d4f6", "b6 f2");
    takes("7k/8/1c6/8/3X4/8/1K3w2/i7 w - - 0 1", "d4f6", "b6");
}

#[test]
fn freezing_is_looked_at_where_a_move_starts() {
    // The chain comes to d2, beside the dragon on e3, and goes on; it may stop there too.
    let fen = "7k/8/8/8/3p4/4i3/L1p5/7K w - - 0 1";
    takes(fen, "a2d2d5", "c2 d4");
    takes(fen, "a2d2", "c2");
    // Passing by costs nothing.
    takes("7k/8/8/4i3/8/8/8/K2W4 w - - 0 1", "d1d8", "-");
}

#[test]
fn a_frozen_piece_other_than_the_king_may_be_taken_off() {
    for kind in ["P", "L", "W", "C", "I", "X"] {
        let fen = format!("7k/8/8/3i{kind}3/8/8/8/K7 w - - 7 9");
        takes(&fen, "e5e5", "-");
        assert_eq!(after(&fen, "e5e5").fen(), "7k/8/8/3i4/8/8/8/K7 b - - 0 9");
    }
    illegal("7k/8/8/8/8/8/1i6/K1P5 w - - 0 1", "a1a1");
    // One that is not frozen may not.
    illegal("7k/8/8/8/4W3/8/8/K7 w - - 0 1", "e4e4");
}

#[test]
fn a_dragon_frozen_by_a_chameleon_may_be_taken_off() {
    takes("7k/8/8/3xI3/8/8/8/K7 w - - 0 1", "e5e5", "-");
}
