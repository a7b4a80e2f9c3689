//! How games end.

use triptych::board::Side;
use triptych::game::perft::perft;
use triptych::game::shashmaty::{Shashmaty, ShashmatyDamka, ShashmatyDragon};
use triptych::game::{Game, Outcome, Reason, Record, notation};

use super::{moves, play, position};

fn outcome<G: Game<Setting = ()>>(fen: &str) -> Option<Outcome> {
    let position = position::<G>(fen);
    position.outcome(&position.legal())
}

#[test]
fn a_side_with_no_king_left_has_lost_whoever_is_to_move() {
    for turn in ["w", "b"] {
        let fen = format!("5k2/8/8/8/8/8/1P6/B5C1 {turn} - - 0 1");
        assert_eq!(outcome::<Shashmaty>(&fen), Some(Outcome::win(Side::Black, Reason::Kings)));
        let fen = format!("5b2/8/8/8/8/8/1P6/B1K3C1 {turn} - - 0 1");
        assert_eq!(outcome::<Shashmaty>(&fen), Some(Outcome::win(Side::White, Reason::Kings)));
    }
}

#[test]
fn such_a_position_has_no_moves_and_perft_counts_nothing_below_it() {
    for turn in ["w", "b"] {
        let fen = format!("5k2/8/8/8/8/8/1P6/B5C1 {turn} - - 0 1");
        assert_eq!(moves::<Shashmaty>(&fen), "");
        assert_eq!([1, 2, 3].map(|depth| perft(&position::<Shashmaty>(&fen), depth)), [0; 3]);
    }
    // The only move takes the last king.
    let before: Shashmaty = position("8/8/8/2k5/3K4/8/8/8 w - - 0 1");
    assert_eq!([0, 1, 2, 3].map(|depth| perft(&before, depth)), [1, 1, 0, 0]);
}

#[test]
fn losing_one_of_two_kings_is_not_losing() {
    let after: Shashmaty = play("5k2/8/8/2k5/3K4/8/8/8 w - - 0 1", "d4b6");
    assert_eq!(after.outcome(&after.legal()), None);
}

#[test]
fn both_kings_may_fall_to_one_move() {
    let after: Shashmaty = play("8/8/8/4k3/8/2k5/1K6/8 w - - 0 1", "b2d4f6");
    assert_eq!(after.outcome(&after.legal()), Some(Outcome::win(Side::White, Reason::Kings)));
}

#[test]
fn promoted_kings_count_as_kings() {
    // The king that White began with falls, the one that was a pawn plays on.
    let after: Shashmaty = play("5k2/P7/8/8/8/8/8/K3b3 w - - 0 1", "a7b8k e1c3 b8c7 c3a1");
    assert_eq!(after.fen(), "5k2/2K5/8/8/8/8/8/b7 w - - 0 3");
    assert_eq!(after.outcome(&after.legal()), None);
}

#[test]
fn a_damka_is_no_king_and_neither_is_a_dragon() {
    let lost = Some(Outcome::win(Side::Black, Reason::Kings));
    assert_eq!(outcome::<ShashmatyDamka>("5k2/8/8/8/8/8/8/Q1Q5 w - - 0 1"), lost);
    assert_eq!(outcome::<ShashmatyDragon>("5k2/8/8/8/8/8/8/D1D5 w - - 0 1"), lost);
}

#[test]
fn there_is_no_check_and_a_king_may_be_left_to_be_taken() {
    // The bishop on f6 attacks the only king, on a1, which may stay.
    let attacked: Shashmaty = position("5k2/8/5b2/8/8/8/7P/K7 w - - 0 1");
    assert!(!attacked.in_check());
    assert_eq!(moves::<Shashmaty>(&attacked.fen()), "a1b2 h2g3");
    // It may step where it is taken, too.
    let after: Shashmaty = play("5k2/8/8/8/3p4/8/3K4/8 w - - 0 1", "d2c3 d4b2");
    assert_eq!(after.outcome(&after.legal()), Some(Outcome::win(Side::Black, Reason::Kings)));
}

#[test]
fn a_side_without_a_legal_move_loses() {
    let fen = "8/8/8/8/8/2p5/1p6/K5k1 w - - 0 1";
    assert_eq!(moves::<Shashmaty>(fen), "");
    assert_eq!(outcome::<Shashmaty>(fen), Some(Outcome::win(Side::Black, Reason::Stalemate)));
    let fen = "7k/6P1/5P2/8/8/8/8/K7 b - - 0 1";
    assert_eq!(outcome::<Shashmaty>(fen), Some(Outcome::win(Side::White, Reason::Stalemate)));
}

#[test]
fn bare_kings_play_on() {
    assert_eq!(outcome::<Shashmaty>("5k2/8/8/8/8/8/8/K7 w - - 0 1"), None);
}

#[test]
fn a_hundred_half_moves_without_a_capture_or_a_pawn_move_draw() {
    let draw = Some(Outcome::draw(Reason::HundredHalfMoves));
    assert_eq!(outcome::<Shashmaty>("5k2/8/8/8/8/8/8/K7 w - - 99 60"), None);
    assert_eq!(outcome::<Shashmaty>("5k2/8/8/8/8/8/8/K7 w - - 100 60"), draw);
    let after: Shashmaty = play("5k2/8/8/8/8/8/8/K7 w - - 99 60", "a1b2");
    assert_eq!(after.outcome(&after.legal()), draw);
    assert_eq!(after.fen(), "5k2/8/8/8/8/8/1K6/8 b - - 100 60");
    // Moves are left, though.
    assert_ne!(moves::<Shashmaty>(&after.fen()), "");
}

#[test]
fn captures_of_all_kinds_and_moves_of_pawns_start_the_count_again() {
    let resets = [
        ("5k2/8/8/8/8/8/1P6/6K1 w - - 99 60", "b2c3"),
        ("5k2/P7/8/8/8/8/8/6K1 w - - 99 60", "a7b8c"),
        ("5k2/8/8/8/8/2p5/1P6/6K1 w - - 99 60", "b2d4"),
        ("5k2/8/8/8/8/2p5/1K6/8 w - - 99 60", "b2d4"),
        ("5k2/8/8/8/8/2p5/8/B5K1 w - - 99 60", "a1c3"),
        ("5k2/8/8/8/1p6/8/8/2C3K1 w - - 99 60", "c1b4"),
    ];
    for (fen, text) in resets {
        assert!(play::<Shashmaty>(fen, text).fen().ends_with("b - - 0 60"), "{text} in {fen}");
    }
    for (fen, text) in [
        ("5k2/8/8/8/8/8/1K6/8 w - - 7 60", "b2c3"),
        ("5k2/8/8/8/8/8/1B6/6K1 w - - 7 60", "b2c3"),
        ("5k2/8/8/8/8/8/8/2C3K1 w - - 7 60", "c1b4"),
    ] {
        assert!(play::<Shashmaty>(fen, text).fen().ends_with("b - - 8 60"), "{text} in {fen}");
    }
    let after: ShashmatyDamka = play("5k2/8/8/8/8/8/1Q6/6K1 w - - 7 60", "b2e5");
    assert!(after.fen().ends_with("b - - 8 60"));
    let after: ShashmatyDragon = play("5k2/8/8/8/8/8/1D6/6K1 w - - 7 60", "b2e3");
    assert!(after.fen().ends_with("b - - 8 60"));
}

#[test]
fn a_win_on_the_hundredth_stands() {
    // Without a move left, and with the counter of a set-up at its end for the kings too.
    assert_eq!(
        outcome::<Shashmaty>("8/8/8/8/8/2p5/1p6/K5k1 w - - 100 90"),
        Some(Outcome::win(Side::Black, Reason::Stalemate))
    );
    assert_eq!(outcome::<Shashmaty>("5k2/8/8/8/8/8/8/B7 w - - 100 90"), Some(Outcome::win(Side::Black, Reason::Kings)));
    let after: Shashmaty = play("8/8/8/8/8/k1p5/1p6/K7 b - - 99 90", "a3b4");
    assert_eq!(after.counters().half_moves, 100);
    assert_eq!(after.outcome(&after.legal()), Some(Outcome::win(Side::Black, Reason::Stalemate)));
}

#[test]
fn the_third_occurrence_of_a_position_draws() {
    let mut record = Record::new(position::<Shashmaty>("5k2/8/8/8/8/8/8/K7 w - - 0 1"));
    for (ply, text) in "a1b2 f8g7 b2a1 g7f8 a1b2 f8g7 b2a1 g7f8".split(' ').enumerate() {
        assert_eq!(record.outcome(), None, "before half-move {ply}");
        let m = notation::read(record.position(), text).expect("legal");
        record.play(m);
    }
    assert_eq!(record.outcome(), Some(Outcome::draw(Reason::Repetition)));
}
