//! Positions that may be set up, and how a window shows them.

use std::collections::BTreeSet;

use triptych::board::{Side, Square};
use triptych::game::shashmaty::{Kind, Rules, Shashmaty, ShashmatyDamka, ShashmatyDragon};
use triptych::game::{Game, PositionError};

use super::position;

fn refusal<G: Game<Setting = ()>>(fen: &str) -> PositionError {
    match G::parse(fen, ()) {
        Ok(position) => panic!("{fen}: read as {}", position.fen()),
        Err(error) => error,
    }
}

fn square(name: &str) -> Square {
    Square::named(name).expect("a square's name")
}

#[test]
fn pieces_stand_on_dark_squares_only() {
    let error = refusal::<Shashmaty>("k7/8/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(error, PositionError::OffBoard { letter: 'k', square: square("a8") });
    let error = refusal::<Shashmaty>("7k/8/8/8/8/8/8/KP6 w - - 0 1");
    assert_eq!(error, PositionError::OffBoard { letter: 'P', square: square("b1") });
}

#[test]
fn twelve_pieces_a_side_at_most() {
    assert!(<Shashmaty>::parse("5k2/8/8/P1P1P1P1/1P1P1P1P/P1P1P3/8/2K5 w - - 0 1", ()).is_ok());
    let error = refusal::<Shashmaty>("5k2/8/8/P1P1P1P1/1P1P1P1P/P1P1P1P1/8/2K5 w - - 0 1");
    assert_eq!(error, PositionError::Pieces { side: Side::White, found: 13, most: 12 });
    let error = refusal::<Shashmaty>("5k2/8/1p1p1p1p/p1p1p1p1/1p1p1p1p/8/8/2K5 w - - 0 1");
    assert_eq!(error, PositionError::Pieces { side: Side::Black, found: 13, most: 12 });
}

#[test]
fn only_the_kinds_of_the_game_in_hand() {
    let with = |letter: char| format!("5k2/8/8/8/3{letter}4/8/8/2K5 w - - 0 1");
    for letter in "KPBCkpbc".chars() {
        assert!(<Shashmaty>::parse(&with(letter), ()).is_ok(), "{letter}");
        assert!(ShashmatyDamka::parse(&with(letter), ()).is_ok(), "{letter}");
        assert!(ShashmatyDragon::parse(&with(letter), ()).is_ok(), "{letter}");
    }
    let strange = |letter| PositionError::Letter { letter, square: square("d4") };
    for letter in ['Q', 'q'] {
        assert_eq!(refusal::<Shashmaty>(&with(letter)), strange(letter));
        assert_eq!(refusal::<ShashmatyDragon>(&with(letter)), strange(letter));
        assert!(ShashmatyDamka::parse(&with(letter), ()).is_ok(), "{letter}");
    }
    for letter in ['D', 'd'] {
        assert_eq!(refusal::<Shashmaty>(&with(letter)), strange(letter));
        assert_eq!(refusal::<ShashmatyDamka>(&with(letter)), strange(letter));
        assert!(ShashmatyDragon::parse(&with(letter), ()).is_ok(), "{letter}");
    }
    for letter in ['N', 'r', 'X'] {
        assert_eq!(refusal::<Shashmaty>(&with(letter)), strange(letter));
    }
}

#[test]
fn no_pawn_on_its_last_rank() {
    let error = refusal::<Shashmaty>("1P3k2/8/8/8/8/8/8/2K5 w - - 0 1");
    assert_eq!(error, PositionError::PawnOnLastRank { side: Side::White, square: square("b8") });
    let error = refusal::<Shashmaty>("5k2/8/8/8/8/8/8/2K1p3 w - - 0 1");
    assert_eq!(error, PositionError::PawnOnLastRank { side: Side::Black, square: square("e1") });
    // On its first rank it may stand.
    assert!(<Shashmaty>::parse("1p3k2/8/8/8/8/8/8/2K1P3 w - - 0 1", ()).is_ok());
}

#[test]
fn one_side_may_have_no_king_but_not_both() {
    assert!(<Shashmaty>::parse("5k2/8/8/8/8/8/8/2B5 w - - 0 1", ()).is_ok());
    assert!(<Shashmaty>::parse("5b2/8/8/8/8/8/8/2K5 w - - 0 1", ()).is_ok());
    assert_eq!(refusal::<Shashmaty>("5b2/8/8/8/8/8/8/2B5 w - - 0 1"), PositionError::NoKings);
    assert_eq!(refusal::<ShashmatyDamka>("5q2/8/8/8/8/8/8/2Q5 w - - 0 1"), PositionError::NoKings);
    assert_eq!(refusal::<Shashmaty>("8/8/8/8/8/8/8/8 w - - 0 1"), PositionError::NoKings);
}

#[test]
fn there_may_be_many_kings() {
    assert!(<Shashmaty>::parse("1k1k1k1k/k1k1k1k1/1k1k1k1k/8/8/8/8/2K5 w - - 0 1", ()).is_ok());
}

#[test]
fn other_things_are_refused_with_their_reason() {
    assert_eq!(refusal::<Shashmaty>("5k2/8/8/8/8/8/2K5 w - - 0 1"), PositionError::Ranks { found: 7, expected: 8 });
    assert_eq!(
        refusal::<Shashmaty>("5k2/8/8/8/8/8/9/2K5 w - - 0 1"),
        PositionError::RankLength { rank: 2, found: 9, expected: 8 }
    );
    assert_eq!(refusal::<Shashmaty>("5k2/8/8/8/8/8/8/2K5 x - - 0 1"), PositionError::Turn("x".into()));
    assert_eq!(refusal::<Shashmaty>("5k2/8/8/8/8/8/8/2K5 w K - 0 1"), PositionError::Castling("K".into()));
    assert_eq!(refusal::<Shashmaty>("5k2/8/8/8/8/8/8/2K5 w - e3 0 1"), PositionError::EnPassant("e3".into()));
}

#[test]
fn a_star_is_read_on_light_squares_and_never_written() {
    let starred = position::<Shashmaty>("*c*k*k*b/p*p*p*p*/*p*p*p*p/8/8/P1P1P1P1/1P1P1P1P/B*K*K*C* w - - 0 1");
    assert_eq!(starred.fen(), <Shashmaty>::START);
    assert_eq!(refusal::<Shashmaty>("5k2/8/8/8/8/8/8/*1K5 w - - 0 1"), PositionError::NoHole(square("a1")));
}

#[test]
fn there_is_no_setting() {
    assert_eq!(<Shashmaty>::setting_text(()), None);
    assert!(<Shashmaty>::read_setting(None).is_ok());
    let refused = <Shashmaty>::read_setting(Some("QQQQQQQ")).map_err(|error| error.to_string());
    assert_eq!(refused, Err("shashmaty has no terrain".to_owned()));
}

/// What XBoard makes of its table: a letter a slot for each side, `/` standing for a jump to slot 46.
fn slots(table: &str) -> [Vec<(usize, char)>; 2] {
    let side = |half: &str| {
        let mut slot = 0;
        let mut letters = Vec::new();
        for letter in half.chars() {
            match letter {
                '/' => slot = 46,
                _ => {
                    if letter != '.' {
                        letters.push((slot, letter));
                    }
                    slot += 1;
                }
            }
        }
        // The last one is the king's.
        assert_eq!(slot, 52, "{half}");
        letters
    };
    let (white, black) = table.split_at(table.len() / 2);
    [side(white), side(black)]
}

fn window<R: Rules>(kinds: &[(Kind, usize)]) {
    let window = Shashmaty::<R>::WINDOW;
    let known: BTreeSet<char> = R::KINDS.iter().map(|kind| kind.letter()).collect();
    assert_eq!(window.letters.chars().collect::<BTreeSet<char>>(), known);
    assert_eq!(kinds.len(), known.len());
    let mut expected: Vec<(usize, char)> = kinds.iter().map(|&(kind, slot)| (slot, kind.letter())).collect();
    expected.sort_unstable();
    let [white, black] = slots(window.table);
    // The sub-variants share a table, which has a slot for the kind that only the other one has.
    assert!(expected.iter().all(|slot| white.contains(slot)), "{white:?}");
    assert_eq!(black, white.iter().map(|&(slot, letter)| (slot, letter.to_ascii_lowercase())).collect::<Vec<_>>());
    assert_eq!(window.betza, "mpoaoCoCoFoGmpoampoaoDmpoampoaoCmpoaoAoAmpoampoampoampoaoFmpabF");
}

#[test]
fn a_window_has_a_picture_for_every_kind_and_no_other() {
    use triptych::game::shashmaty::rules::{Classic, Damka, Dragon};
    let common = [(Kind::Bishop, 2), (Kind::Pawn, 5), (Kind::Camel, 24), (Kind::King, 50)];
    window::<Classic>(&common);
    window::<Damka>(&[&common[..], &[(Kind::Damka, 4)]].concat());
    window::<Dragon>(&[&common[..], &[(Kind::Dragon, 3)]].concat());
}
