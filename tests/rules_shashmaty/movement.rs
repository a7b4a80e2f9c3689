//! The board, the start, and moves without captures.

use triptych::board::{Bitboard, Side, Square};
use triptych::game::Game;
use triptych::game::shashmaty::{Kind, Shashmaty, ShashmatyDamka, ShashmatyDragon};

use super::{moves_from, position};

#[test]
fn the_dark_squares_of_the_board_are_played_on_and_a1_is_dark() {
    let squares = position::<Shashmaty>(<Shashmaty>::START).layout().squares;
    assert_eq!(squares, Bitboard::DARK);
    assert_eq!(squares.len(), 32);
    assert!(squares.has(Square::at(0, 0)));
    assert!(squares.into_iter().all(|square| (square.file() + square.rank()) % 2 == 0));
}

fn the_start<G: Game<Setting = ()>>() {
    let start = position::<G>(G::START);
    assert_eq!(start.fen(), "1c1k1k1b/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/B1K1K1C1 w - - 0 1");
    // White moves first.
    assert_eq!(start.turn(), Side::White);
    // Under a half turn it is the same with the sides exchanged.
    for square in Bitboard::DARK {
        let opposite = Square::new(63 - square.index() as u8);
        let swapped = start.letter_at(opposite).map(|letter| {
            if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
        });
        assert_eq!(start.letter_at(square), swapped, "{square}");
    }
}

#[test]
fn all_three_start_alike() {
    the_start::<Shashmaty>();
    the_start::<ShashmatyDamka>();
    the_start::<ShashmatyDragon>();
}

#[test]
fn each_side_has_two_kings_and_twelve_pieces() {
    let start = position::<Shashmaty>(<Shashmaty>::START);
    for side in Side::ALL {
        let count = |kind| start.of(side, kind).len();
        assert_eq!([Kind::King, Kind::Pawn, Kind::Bishop, Kind::Camel].map(count), [2, 8, 1, 1]);
    }
}

#[test]
fn a_king_steps_one_square_diagonally() {
    assert_eq!(moves_from::<Shashmaty>("7k/8/8/8/3K4/8/8/8 w - - 0 1", "d4"), "d4c3 d4c5 d4e3 d4e5");
    assert_eq!(moves_from::<Shashmaty>("7k/8/8/8/3K4/8/8/8 b - - 0 1", "h8"), "h8g7");
}

#[test]
fn a_king_and_its_vice_king_are_alike() {
    let fen = "7k/8/8/8/8/8/8/K5K1 w - - 0 1";
    assert_eq!(moves_from::<Shashmaty>(fen, "a1"), "a1b2");
    assert_eq!(moves_from::<Shashmaty>(fen, "g1"), "g1f2 g1h2");
}

#[test]
fn a_pawn_steps_one_square_diagonally_forward() {
    assert_eq!(moves_from::<Shashmaty>("7k/8/8/8/3P4/8/8/K7 w - - 0 1", "d4"), "d4c5 d4e5");
    assert_eq!(moves_from::<Shashmaty>("7k/8/8/8/3p4/8/8/K7 b - - 0 1", "d4"), "d4c3 d4e3");
    assert_eq!(moves_from::<Shashmaty>("7k/8/8/8/7P/8/8/K7 w - - 0 1", "h4"), "h4g5");
}

#[test]
fn a_step_needs_an_empty_square() {
    assert_eq!(moves_from::<Shashmaty>("7k/8/8/2P5/3P4/8/8/K7 w - - 0 1", "d4"), "d4e5");
    // An enemy that cannot be jumped is in the way too.
    assert_eq!(moves_from::<Shashmaty>("7k/8/1p6/2p5/3P4/8/8/K7 w - - 0 1", "d4"), "d4e5");
}

#[test]
fn a_bishop_moves_as_in_chess() {
    let fen = "7k/8/8/8/3B4/2P5/8/K7 w - - 0 1";
    assert_eq!(moves_from::<Shashmaty>(fen, "d4"), "d4a7 d4b6 d4c5 d4e3 d4e5 d4f2 d4f6 d4g1 d4g7 d4h8");
    // It passes nothing: neither its own pawn on e5 nor an enemy on c5, which it may take.
    let fen = "7k/8/1p6/2p1P3/3B4/2P5/8/K7 w - - 0 1";
    assert_eq!(moves_from::<Shashmaty>(fen, "d4"), "d4c5 d4e3 d4f2 d4g1");
}

#[test]
fn a_camel_leaps_three_and_one() {
    assert_eq!(
        moves_from::<Shashmaty>("7k/8/8/8/3C4/8/8/K7 w - - 0 1", "d4"),
        "d4a3 d4a5 d4c1 d4c7 d4e1 d4e7 d4g3 d4g5"
    );
    // Over anything, but not onto its own side.
    let fen = "7k/8/8/2p1P1P1/3C4/2P1p3/8/K7 w - - 0 1";
    assert_eq!(moves_from::<Shashmaty>(fen, "d4"), "d4a3 d4a5 d4c1 d4c7 d4e1 d4e7 d4g3");
}

#[test]
fn a_dragon_moves_as_bishop_or_camel() {
    let bishop = moves_from::<Shashmaty>("7k/8/8/8/3B4/8/8/K7 w - - 0 1", "d4");
    let camel = moves_from::<Shashmaty>("7k/8/8/8/3C4/8/8/K7 w - - 0 1", "d4");
    let mut both: Vec<&str> = bishop.split(' ').chain(camel.split(' ')).collect();
    both.sort_unstable();
    assert_eq!(moves_from::<ShashmatyDragon>("7k/8/8/8/3D4/8/8/K7 w - - 0 1", "d4"), both.join(" "));
}

#[test]
fn a_damka_slides_any_distance() {
    let bishop = moves_from::<Shashmaty>("7k/8/8/8/3B4/8/1P6/K7 w - - 0 1", "d4");
    // The king in the corner has nothing behind it, so it is safe from a damka, as it is not from a bishop.
    let fen = "7k/8/8/8/3Q4/8/1P6/K7 w - - 0 1";
    assert_eq!(moves_from::<ShashmatyDamka>(fen, "d4"), bishop.replace(" d4h8", ""));
}
