//! The board, the start, and how the pieces move.

use triptych::bitboard;
use triptych::board::{Bitboard, Side};
use triptych::game::Game;
use triptych::game::ultima::{Kind, Ultima};

use super::{after, ends, illegal, position, square, support::table, takes};

#[test]
fn start() {
    let start = Ultima::default();
    assert_eq!(start.fen(), Ultima::START);
    assert_eq!(start.turn(), Side::White);
    for side in Side::ALL {
        let counts = Kind::ALL.map(|kind| (kind.letter(), start.of(side, kind).len()));
        assert_eq!(counts, [('K', 1), ('P', 8), ('L', 2), ('W', 1), ('C', 1), ('I', 1), ('X', 2)]);
    }
    for file in "abcdefgh".chars() {
        for (white, black) in [(1, 8), (2, 7)] {
            let at = |rank| start.kind_at(square(&format!("{file}{rank}")));
            assert_eq!(at(white), at(black), "Black mirrors White on the {file}-file");
        }
    }
}

#[test]
fn king_steps_to_every_neighbouring_square() {
    let steps = bitboard! {
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . X X X . . .
        . . X . X . . .
        . . X X X . . .
        . . . . . . . .
        . . . . . . . .
    };
    assert_eq!(ends("7k/8/8/8/3K4/8/8/8 w - - 0 1", "d4"), steps);
}

#[test]
fn pawn_moves_as_a_rook() {
    let lines = bitboard! {
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . X . . . .
        . . X . X . . .
        . . . X . . . .
        . . . X . . . .
        . . . X . . . .
    };
    assert_eq!(ends("7k/8/3p4/8/1P1P1p2/8/8/K7 w - - 0 1", "d4"), lines);
}

#[test]
fn all_others_move_as_a_queen() {
    let lines = bitboard! {
        . . . X . . . .
        X . . X . . X .
        . X . X . X . .
        . . X X X . . .
        X X X . X X X X
        . . X X X . . .
        . X . X . X . .
        . . . X . . X .
    };
    for kind in ["L", "W", "C", "I", "X"] {
        assert_eq!(ends(&format!("7k/8/8/8/3{kind}4/8/8/K7 w - - 0 1"), "d4"), lines, "{kind}");
    }
}

#[test]
fn no_promotion() {
    let fen = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    takes(fen, "a7a8", "-");
    assert_eq!(after(fen, "a7a8").fen(), "P6k/8/8/8/8/8/8/K7 b - - 1 1");
    for letter in ["l", "w", "c", "i", "x", "p", "k"] {
        illegal(fen, &format!("a7a8{letter}"));
    }
    // On its last rank a pawn moves on as before.
    takes("P6k/8/8/8/8/8/8/K7 w - - 0 1", "a8c8", "-");
}

#[test]
fn no_castling_and_no_double_step() {
    illegal("7k/8/8/8/8/8/8/C3K2C w - - 0 1", "e1g1");
    illegal("7k/8/8/8/8/8/8/C3K2C w - - 0 1", "e1c1");
    // There is nothing to pass: a pawn goes as far as its line is free, and not over a piece.
    illegal("7k/8/8/8/8/p7/P7/K7 w - - 0 1", "a2a4");
    takes("7k/8/8/8/p7/8/P7/K7 w - - 0 1", "a2a3", "-");
}

/// The capture of a king by a chameleon is no move of a game. A chain may end where one of its victims stood.
#[test]
fn only_kings_land_on_occupied_squares() {
    let (mut by_kings, mut by_chains) = (0, 0);
    for row in table::rows("examples.tsv", Ultima::NAME) {
        let position = position(&row[2]);
        for m in position.legal() {
            if !position.pieces().occupied().has(m.to) || m.to == m.from {
                continue;
            }
            assert!(m.victims.has(m.to), "{}: {m:?}", row[2]);
            if position.kind_at(m.from) == Some(Kind::King) {
                assert_eq!(m.victims, Bitboard::of(m.to));
                by_kings += 1;
            } else {
                assert!(m.victims.several(), "{}: {m:?}", row[2]);
                by_chains += 1;
            }
        }
    }
    assert!(by_kings > 0 && by_chains > 0);
}
