use std::time::Duration;

use super::*;
use crate::arena::clock::TimeControl;
use crate::play::sitting::Terms;
use crate::variant::Variant;

fn table(variant: Variant, fen: Option<&str>, people: People) -> Table {
    let terms = Terms { variant, people, level: 0, control: TimeControl::default() };
    let game = variant.arbiter_from(None, fen).expect("a game");
    Table::new(Model::new(Sitting::new(terms, game), None, Instant::now()).0)
}

/// Presses keys: letters as they are, `.` for Enter, `<` for Esc.
fn press(table: &mut Table, keys: &str) -> Vec<Want> {
    let key = |letter| match letter {
        '.' => KeyCode::Enter,
        '<' => KeyCode::Esc,
        letter => KeyCode::Char(letter),
    };
    keys.chars().flat_map(|letter| table.key(key(letter), Instant::now())).collect()
}

fn moves(table: &Table) -> Vec<&str> {
    table.sitting().made().iter().map(|made| made.text.as_str()).collect()
}

#[test]
fn moves_by_keys_alone_and_by_clicks() {
    let mut table = table(Variant::Ultima, None, People::Both);
    assert!(!press(&mut table, "a2.a5.").is_empty());
    assert_eq!(moves(&table), ["a2a5"]);
    for name in ["h7", "h4"] {
        table.click(Square::named(name).expect("a square"), Instant::now());
    }
    assert_eq!(moves(&table), ["a2a5", "h7h4"]);
    // Esc puts the piece down, and takes nothing back that was played.
    press(&mut table, "b2.<");
    assert!(!table.is_holding());
    press(&mut table, "u");
    assert_eq!(moves(&table), ["a2a5"]);
}

#[test]
fn arrows_go_as_the_board_is_seen() {
    for (people, key, seen) in [(People::Both, KeyCode::Up, 1), (People::One(Side::Black), KeyCode::Up, -1)] {
        let mut table = table(Variant::Chameleon, None, people);
        let before = table.cursor();
        table.key(key, Instant::now());
        assert_eq!(i16::from(table.cursor().rank()) - i16::from(before.rank()), seen);
        // Beyond the edge there is nothing.
        for _ in 0..9 {
            table.key(key, Instant::now());
        }
        assert!(table.cursor().rank() < 7);
    }
}

#[test]
fn choices_are_made_or_left() {
    let fen = "8/P7/8/8/8/8/7k/K7 w - - 0 1";
    let mut promoting = table(Variant::Shashmaty, Some(fen), People::Both);
    press(&mut promoting, "a7.b8.");
    let Some(Dialogue::Choose(choices, 0)) = promoting.dialogue() else { panic!("a choice") };
    let second = choices[1].text.clone().expect("a move");
    press(&mut promoting, "<");
    assert!(promoting.dialogue().is_none() && promoting.is_holding() && moves(&promoting).is_empty());
    press(&mut promoting, ".2");
    assert_eq!(moves(&promoting), [second]);
    let mut frozen = table(Variant::Ultima, Some("7k/8/8/4i3/3P4/8/8/K7 w - - 0 1"), People::Both);
    press(&mut frozen, "d4..");
    assert!(matches!(frozen.dialogue(), Some(Dialogue::Choose(..))));
    press(&mut frozen, "2");
    assert!(moves(&frozen).is_empty() && !frozen.is_holding());
    press(&mut frozen, "..1");
    assert_eq!(moves(&frozen), ["d4d4"]);
}

#[test]
fn dialogues_keep_keys_to_themselves() {
    let mut table = table(Variant::Ultima, None, People::One(Side::White));
    press(&mut table, "r");
    assert_eq!(table.dialogue(), Some(&Dialogue::Resign));
    assert!(press(&mut table, "q").is_empty() && table.click(Square::at(0, 1), Instant::now()).is_empty());
    press(&mut table, "n");
    assert!(table.dialogue().is_none() && table.sitting().verdict().is_none());
    press(&mut table, "s");
    let wants = press(&mut table, "x.");
    assert!(matches!(&wants[..], [Want::Save(name)] if name == "ultima.pgnx"), "{wants:?}");
    press(&mut table, "?q");
    assert!(table.dialogue().is_none());
    press(&mut table, "ry");
    assert!(table.sitting().verdict().is_some());
    // Nothing is moved any more, and nothing more given up.
    press(&mut table, "a2.a5.");
    assert!(moves(&table).is_empty() && table.message().contains("over"));
    press(&mut table, "r");
    assert!(table.dialogue().is_none());
    assert!(matches!(&press(&mut table, "q")[..], [Want::Leave]));
}

#[test]
fn nobody_moves_for_the_engine() {
    let mut table = table(Variant::Ultima, None, People::One(Side::White));
    press(&mut table, "a2.a5.");
    press(&mut table, "h7.h5.");
    assert_eq!(moves(&table), ["a2a5"]);
    assert!(table.message().contains("not your turn"));
    assert!(table.preview().targets.is_empty());
    assert!(table.tick(Instant::now() + Duration::from_secs(1)).is_empty(), "there is no clock");
}
