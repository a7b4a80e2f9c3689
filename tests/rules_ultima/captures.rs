//! Captures of one leg, piece by piece.

use triptych::game::Game;

use super::{illegal, position, read, square, takes};

/// Every kind but the king.
const KINDS: [char; 6] = ['p', 'l', 'w', 'c', 'i', 'x'];

/// The FEN with this piece in place of `?`.
fn with(fen: &str, kind: char) -> String {
    fen.replace('?', &kind.to_string())
}

#[test]
fn king_captures_by_displacement() {
    for kind in KINDS.into_iter().filter(|&kind| kind != 'i') {
        takes(&with("7k/8/8/3?4/3K4/8/8/8 w - - 0 1", kind), "d4d5", "d5");
    }
    // A dragon is out of its reach: beside one it is frozen.
    illegal("7k/8/8/3i4/3K4/8/8/8 w - - 0 1", "d4d5");
    illegal("7k/8/8/3P4/3K4/8/8/8 w - - 0 1", "d4d5");
}

#[test]
fn pawn_captures_up_to_three_at_once_of_any_kind() {
    takes("7k/8/3P4/3p4/P3xP2/3l4/3W4/K7 w - - 0 1", "a4d4", "d3 d5 e4");
    for kind in KINDS {
        takes(&with("7k/8/3P4/3?4/P7/8/8/K7 w - - 0 1", kind), "a4d4", "d5");
    }
}

#[test]
fn pawn_needs_a_partner_directly_beyond() {
    takes("7k/3P4/8/3p4/P7/8/8/K7 w - - 0 1", "a4d4", "-");
    takes("7k/8/8/3p4/P7/8/8/K7 w - - 0 1", "a4d4", "-");
    takes("7k/8/3x4/3p4/P7/8/8/K7 w - - 0 1", "a4d4", "-");
    // Beyond the edge there is nothing.
    takes("3p3k/8/8/8/8/8/8/K2P4 w - - 0 1", "d1d7", "-");
}

#[test]
fn pawn_captures_along_files_and_ranks_only() {
    takes("7k/8/8/8/P7/2p5/1W6/7K w - - 0 1", "a4d4", "-");
    // Not two in a row.
    takes("7k/3P4/3p4/3p4/P7/8/8/K7 w - - 0 1", "a4d4", "-");
    // Not its own.
    takes("7k/8/3P4/3W4/P7/8/8/K7 w - - 0 1", "a4d4", "-");
}

#[test]
fn any_own_piece_is_a_partner() {
    for kind in ['P', 'L', 'W', 'C', 'I', 'X'] {
        takes(&with("7k/8/3?4/3w4/P7/8/8/K7 w - - 0 1", kind), "a4d4", "d5");
    }
    takes("7k/8/8/8/P7/3p4/3K4/8 w - - 0 1", "a4d4", "d3");
    // The frozen king too.
    takes("7k/8/8/8/P7/3p4/3K4/2i5 w - - 0 1", "a4d4", "d3");
}

#[test]
fn only_the_mover_captures() {
    // White's pawn stops between two enemies, and a black pawn's neighbour on the far side is left alone as well.
    takes("7k/8/8/2p1p3/8/3P4/8/K7 w - - 0 1", "d3d5", "-");
    // The partner does not capture, nor any third piece that comes to stand opposite.
    takes("7k/8/3P4/3p4/8/8/8/K2W4 w - - 0 1", "d1d4", "-");
}

#[test]
fn spy_captures_by_moving_straight_away() {
    for kind in KINDS.into_iter().filter(|&kind| kind != 'i') {
        let fen = with("7k/8/8/8/3?W3/8/8/K7 w - - 0 1", kind);
        takes(&fen, "e4f4", "d4");
        takes(&fen, "e4h4", "d4");
        takes(&fen, "e4e5", "-");
        takes(&fen, "e4f5", "-");
    }
}

#[test]
fn spy_captures_one_only_and_only_from_beside_it() {
    takes("7k/8/8/2p5/2ppW3/2p5/8/K7 w - - 0 1", "e4g4", "d4");
    takes("7k/8/8/8/2p1W3/8/8/K7 w - - 0 1", "e4g4", "-");
    takes("7k/8/8/8/3PW3/8/8/K7 w - - 0 1", "e4g4", "-");
    // It does not capture where it goes.
    takes("7k/8/8/8/4W1p1/8/8/K7 w - - 0 1", "e4f4", "-");
    illegal("7k/8/8/8/4W1p1/8/8/K7 w - - 0 1", "e4h4");
}

#[test]
fn officer_captures_at_both_corners() {
    for kind in KINDS.into_iter().filter(|&kind| kind != 'l') {
        takes(&with("7k/8/1p6/8/3C4/8/1K3?2/8 w - - 0 1", kind), "d4f6", "b6 f2");
    }
    takes("7k/8/1p6/8/3C4/8/1K2Pl2/8 w - - 0 1", "d4f6", "b6 f2");
    takes("7k/8/1P6/8/3C4/8/1K3W2/8 w - - 0 1", "d4f6", "-");
}

#[test]
fn officer_on_a_line_with_its_king_captures_nothing() {
    let fen = "7k/8/1p6/8/3C4/8/1K3c2/8 w - - 0 1";
    takes(fen, "d4b4", "-");
    takes(fen, "d4d2", "-");
}

#[test]
fn a_kings_move_makes_no_corner() {
    takes("7k/8/1p3C2/8/8/5w2/1K6/8 w - - 0 1", "b2b3", "-");
}

#[test]
fn dragon_never_captures() {
    // Beside, between, at the corners, over and away from enemies.
    let position = position("7k/2p5/1w1p1p2/2c1p3/Pp1I1p1P/4l3/5P2/1K3p2 w - - 0 1");
    let moves: Vec<_> = position.legal().into_iter().filter(|m| m.from == square("d4")).collect();
    assert!(moves.len() > 5);
    assert!(moves.iter().all(|m| m.victims.is_empty()));
}

#[test]
fn chameleon_jumps_leapers_only() {
    for kind in KINDS {
        let fen = with("7k/8/8/8/X2?4/8/8/K7 w - - 0 1", kind);
        if kind == 'l' { takes(&fen, "a4f4", "d4") } else { illegal(&fen, "a4f4") }
    }
}

#[test]
fn chameleon_withdraws_from_spies_only() {
    for kind in KINDS {
        let fen = with("7k/8/8/8/3?X3/8/8/K7 w - - 0 1", kind);
        match kind {
            'w' => takes(&fen, "e4g4", "d4"),
            'i' => illegal(&fen, "e4g4"),
            _ => takes(&fen, "e4g4", "-"),
        }
    }
}

#[test]
fn chameleon_coordinates_officers_only() {
    for kind in KINDS {
        let fen = with("7k/8/1?6/8/3X4/1P6/1K6/8 w - - 0 1", kind);
        takes(&fen, "d4f6", if kind == 'c' { "b6" } else { "-" });
    }
    takes("7k/8/1c6/8/3X4/8/1K3c2/8 w - - 0 1", "d4f6", "b6 f2");
    takes("7k/8/1c6/8/3X4/8/1K3c2/8 w - - 0 1", "d4b4", "-");
}

#[test]
fn chameleon_pinches_pawns_only() {
    for kind in KINDS {
        let fen = with("7k/8/3P4/3?4/X7/8/8/K7 w - - 0 1", kind);
        takes(&fen, "a4d4", if kind == 'p' { "d5" } else { "-" });
    }
    takes("7k/8/3P4/3p4/X3pP2/3p4/3W4/K7 w - - 0 1", "a4d4", "d3 d5 e4");
    // Only at the end of a rank or file move.
    takes("7k/8/3P4/3p4/8/8/8/K2X4 w - - 0 1", "d1d4", "d5");
    takes("7k/8/3P4/3p4/8/8/8/X6K w - - 0 1", "a1d4", "-");
}

#[test]
fn chameleon_takes_a_king_by_one_step_only() {
    assert!(position("7k/6X1/8/8/8/8/8/K7 b - - 0 1").in_check());
    assert!(!position("7k/8/5X2/8/8/8/8/K7 b - - 0 1").in_check());
    // Neither by jumping, nor by withdrawing, nor in pincers, nor at a corner.
    assert!(!position("8/8/8/8/X2k4/8/8/K7 b - - 0 1").in_check());
    assert!(!position("8/8/3P4/3k4/X7/8/8/K7 b - - 0 1").in_check());
    assert!(!position("8/8/1k6/8/3X4/8/1K6/8 b - - 0 1").in_check());
}

#[test]
fn one_straight_move_makes_every_capture_that_fits() {
    // Away from the spy, over the leaper, then pincers and a corner at the square of arrival.
    takes("7k/4P3/4p3/wX1l4/8/8/8/K3c3 w - - 0 1", "b5e5", "a5 d5 e1 e6");
    takes("7k/4P3/4p3/wX1l4/8/8/8/K3c3 w - - 0 1", "b5f5", "a5 d5");
    // On a diagonal the same without pincers.
    takes("7k/8/8/5pP1/3l4/2X5/1w6/K3c3 w - - 0 1", "c3e5", "b2 d4 e1");
}

#[test]
fn captures_are_not_a_choice() {
    let fen = "7k/4P3/4p3/wX1l4/8/8/8/K3c3 w - - 0 1";
    let all = read(fen, "b5e5");
    assert!(position(fen).legal().into_iter().all(|m| (m.from, m.to) != (all.from, all.to) || m == all));
}
