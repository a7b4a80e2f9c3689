//! Which positions a FEN may hold.

use triptych::board::Side;
use triptych::game::{Counters, Game, PositionError, ultima::Ultima};

use super::{position, square};

fn refused(fen: &str) -> PositionError {
    match Ultima::parse(fen, ()) {
        Ok(position) => panic!("{fen}: read as {position}"),
        Err(error) => error,
    }
}

#[test]
fn placement() {
    use PositionError::{Letter, RankLength, Ranks};
    assert_eq!(refused("7k/8/8/8/8/8/K7 w - - 0 1"), Ranks { found: 7, expected: 8 });
    assert_eq!(refused("7k/8/8/8/8/8/8/8/K7 w - - 0 1"), Ranks { found: 9, expected: 8 });
    assert_eq!(refused("7k/8/8/7/8/8/8/K7 w - - 0 1"), RankLength { rank: 5, found: 7, expected: 8 });
    assert_eq!(refused("7k/8/8/8/8/8/44p/K7 w - - 0 1"), RankLength { rank: 2, found: 9, expected: 8 });
    assert_eq!(refused("7k/8/8/8/8/9/8/K7 w - - 0 1"), RankLength { rank: 3, found: 9, expected: 8 });
    for letter in ['Q', 'r', 'n', 'B', 'd', 'Z', '*', '0', '-', 'é'] {
        let fen = format!("7k/8/3{letter}4/8/8/8/8/K7 w - - 0 1");
        assert_eq!(refused(&fen), Letter { letter, square: square("d6") }, "{fen}");
    }
}

#[test]
fn other_fields() {
    use PositionError::{Castling, EnPassant, Fields, FullMove, HalfMoves, Turn};
    assert_eq!(refused(""), Fields(0));
    assert_eq!(refused("7k/8/8/8/8/8/8/K7"), Fields(1));
    assert_eq!(refused("7k/8/8/8/8/8/8/K7 w -"), Fields(3));
    assert_eq!(refused("7k/8/8/8/8/8/8/K7 w - - 0"), Fields(5));
    assert_eq!(refused("7k/8/8/8/8/8/8/K7 w - - 0 1 1"), Fields(7));
    assert_eq!(refused("7k/8/8/8/8/8/8/K7 W - - 0 1"), Turn("W".into()));
    assert_eq!(refused("7k/8/8/8/8/8/8/K7 w KQkq - 0 1"), Castling("KQkq".into()));
    assert_eq!(refused("7k/8/8/8/8/8/8/K7 w - e3 0 1"), EnPassant("e3".into()));
    for counter in ["-1", "65536", "x", "+1", "1.5"] {
        assert_eq!(refused(&format!("7k/8/8/8/8/8/8/K7 w - - {counter} 1")), HalfMoves(counter.into()));
    }
    for counter in ["0", "-1", "4294967296", "one"] {
        assert_eq!(refused(&format!("7k/8/8/8/8/8/8/K7 w - - 0 {counter}")), FullMove(counter.into()));
    }
}

#[test]
fn one_king_a_side() {
    let kings = |side, found| PositionError::Kings { side, found, expected: "one" };
    assert_eq!(refused("8/8/8/8/8/8/8/K7 w - - 0 1"), kings(Side::Black, 0));
    assert_eq!(refused("7k/8/8/8/8/8/8/8 w - - 0 1"), kings(Side::White, 0));
    assert_eq!(refused("7k/8/8/8/8/8/8/KK6 w - - 0 1"), kings(Side::White, 2));
    assert_eq!(refused("5k1k/8/8/8/8/8/8/K7 w - - 0 1"), kings(Side::Black, 2));
    assert_eq!(kings(Side::Black, 2).to_string(), "Black has 2 kings, not one");
}

#[test]
fn at_most_sixteen_pieces_a_side_of_any_mix() {
    let too_many = PositionError::Pieces { side: Side::White, found: 17, most: 16 };
    assert_eq!(refused("7k/8/8/8/8/P7/PPPPPPPP/CLXWKXLI w - - 0 1"), too_many);
    let too_many = PositionError::Pieces { side: Side::Black, found: 17, most: 16 };
    assert_eq!(refused("clxwkxli/pppppppp/p7/8/8/8/8/K7 w - - 0 1"), too_many);
    assert_eq!(position("7k/8/8/8/8/8/IIIIIIII/KIIIIIII w - - 0 1").pieces().side(Side::White).len(), 16);
    position("xxxxxxxk/llllllll/8/8/8/8/8/K7 w - - 0 1");
}

#[test]
fn the_side_not_to_move_must_not_be_attacked() {
    for fen in [
        "8/8/8/3kK3/8/8/8/8 w - - 0 1",
        "7k/6X1/8/8/8/8/8/K7 w - - 0 1",
        "8/8/8/3Wk3/8/8/8/K7 w - - 0 1",
        "8/8/8/P3kC2/8/8/8/K7 w - - 0 1",
        "4k3/8/C7/8/8/8/8/4K3 w - - 0 1",
        "8/8/8/L2k4/8/8/8/K7 w - - 0 1",
        "8/8/8/8/2k5/8/1p6/L6K w - - 0 1",
    ] {
        assert_eq!(refused(fen), PositionError::OpponentAttacked(Side::Black), "{fen}");
    }
    assert_eq!(refused("7k/8/8/8/8/8/8/Kx6 b - - 0 1"), PositionError::OpponentAttacked(Side::White));
}

#[test]
fn short_forms_are_read() {
    for fen in ["7k/8/8/8/8/8/8/K7 w", "7k/8/8/8/8/8/8/K7 w - -", "  7k/44/8/8/8/8/1232/K7   w  -  - 0  1 "] {
        assert_eq!(position(fen).fen(), "7k/8/8/8/8/8/8/K7 w - - 0 1");
    }
}

#[test]
fn what_is_written_is_read_back() {
    for fen in ["7k/8/8/8/8/8/8/K7 b - - 65535 4294967295", Ultima::START] {
        assert_eq!(position(fen).fen(), fen);
    }
    let counters = position("7k/8/8/8/8/8/8/K7 b - - 17 60").counters();
    assert_eq!(counters, Counters { half_moves: 17, full_move: 60 });
}

#[test]
fn there_is_no_setting() {
    assert_eq!(Ultima::read_setting(None), Ok(()));
    assert_eq!(Ultima::read_setting(Some("Q")).unwrap_err().to_string(), "ultima has no terrain");
}
