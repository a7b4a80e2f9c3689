use super::*;
use crate::variant::Variant;

fn game(variant: Variant, fen: &str) -> Box<dyn Arbiter> {
    variant.arbiter_from(None, Some(fen)).expect("a position")
}

fn square(name: &str) -> Square {
    Square::named(name).expect("a square")
}

fn names(set: Bitboard) -> String {
    set.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

/// Touches squares one after the other; the last touch tells.
fn touch(hand: &mut Hand, game: &dyn Arbiter, squares: &str) -> Touch {
    squares.split(' ').map(|name| hand.touch(game, square(name))).last().expect("a square")
}

#[test]
fn a_plain_move_is_two_touches() {
    let game = Variant::Chameleon.arbiter(None).expect("a game");
    let mut hand = Hand::default();
    assert_eq!(touch(&mut hand, &*game, "a1"), Touch::Changed);
    assert!(matches!(touch(&mut hand, &*game, "a7"), Touch::Refused(_)));
    // Another piece is picked up in its place, and its own square puts it down.
    assert_eq!(touch(&mut hand, &*game, "b2 b2"), Touch::Changed);
    assert!(hand.is_empty());
    let seen = Hand::default().preview(&*game, square("a1"));
    assert!(seen.targets.any() && seen.path.is_empty(), "{seen:?}");
    assert_eq!(touch(&mut hand, &*game, "a1 b3"), Touch::Play("a1b3".into()));
}

#[test]
fn what_cannot_be_picked_up_says_why() {
    // White's pawn on d4 stands beside a dragon.
    let game = game(Variant::Ultima, "7k/8/8/4i3/3P4/8/8/K7 w - - 0 1");
    for (name, why) in [("d4", ""), ("e5", "Black's"), ("a5", "empty")] {
        let found = Hand::default().touch(&*game, square(name));
        match found {
            Touch::Changed => assert_eq!(why, "", "{name}"),
            Touch::Refused(words) => assert!(!why.is_empty() && words.contains(why), "{name}: {words}"),
            other => panic!("{other:?}"),
        }
    }
    assert!(Hand::default().preview(&*game, square("d4")).words.contains("frozen"));
    // A frozen king cannot go either, and has no suicide.
    let game = super::tests::game(Variant::Ultima, "7k/8/8/8/8/8/1i5P/K7 w - - 0 1");
    let Touch::Refused(words) = Hand::default().touch(&*game, square("a1")) else { panic!("it is frozen") };
    assert!(words.contains("frozen"), "{words}");
}

#[test]
fn a_frozen_piece_is_taken_off_by_choice() {
    let game = game(Variant::Ultima, "7k/8/8/4i3/3P4/8/8/K7 w - - 0 1");
    let mut hand = Hand::default();
    let Touch::Choose(choices) = touch(&mut hand, &*game, "d4 d4") else { panic!("a choice") };
    assert_eq!(choices.iter().map(|choice| choice.text.as_deref()).collect::<Vec<_>>(), [Some("d4d4"), None]);
    assert!(hand.preview(&*game, square("d4")).targets.is_empty());
}

#[test]
fn a_chain_goes_leg_by_leg_and_may_stop() {
    let game = game(Variant::Ultima, "7k/8/8/8/L1p1p3/8/8/K7 w - - 0 1");
    let mut hand = Hand::default();
    assert_eq!(touch(&mut hand, &*game, "a4"), Touch::Changed);
    let seen = hand.preview(&*game, square("d4"));
    assert!(seen.captures.has(square("d4")) && !seen.captures.has(square("a5")));
    assert_eq!((names(seen.victims).as_str(), seen.words.as_str()), ("c4", "takes pawn c4; may go on"));
    assert_eq!(touch(&mut hand, &*game, "d4"), Touch::Changed);
    assert!(hand.may_stop());
    assert_eq!(hand.preview(&*game, square("d4")).path, [square("a4"), square("d4")]);
    let seen = hand.preview(&*game, square("g4"));
    assert_eq!((names(seen.targets).as_str(), names(seen.victims).as_str()), ("f4 g4 h4", "c4 e4"));
    let mut longer = hand.clone();
    assert_eq!(touch(&mut longer, &*game, "g4"), Touch::Play("a4d4g4".into()));
    // Where it is touched again it stops, and a landing can be taken back.
    assert_eq!(touch(&mut hand.clone(), &*game, "d4"), Touch::Play("a4d4".into()));
    hand.step_back(&*game);
    assert!(hand.preview(&*game, square("a4")).targets.has(square("a5")) && !hand.may_stop());
    hand.step_back(&*game);
    assert!(hand.is_empty());
}

#[test]
fn a_capture_that_must_go_on_does() {
    // Two jumps, and then a choice between two.
    let game = game(Variant::Shashmaty, "7k/8/1p3p2/8/3p4/2K5/8/8 w - - 0 1");
    assert_eq!(game.moves(), ["c3e5g7"]);
    let mut hand = Hand::default();
    // There is nothing to decide: one landing says all.
    assert_eq!(touch(&mut hand, &*game, "c3 e5"), Touch::Play("c3e5g7".into()));
    let game = super::tests::game(Variant::Shashmaty, "7k/8/3p1p2/8/3p4/2K5/8/8 w - - 0 1");
    let mut hand = Hand::default();
    assert_eq!(touch(&mut hand, &*game, "c3 e5"), Touch::Changed);
    assert!(!hand.may_stop());
    assert!(matches!(touch(&mut hand, &*game, "e5"), Touch::Refused(why) if why.contains("go on")));
    assert_eq!(touch(&mut hand, &*game, "c7"), Touch::Play("c3e5c7".into()));
}

#[test]
fn promotions_are_chosen_and_changes_of_kind_told() {
    let game = game(Variant::Shashmaty, "8/P7/8/8/8/8/7k/K7 w - - 0 1");
    let mut hand = Hand::default();
    let Touch::Choose(choices) = touch(&mut hand, &*game, "a7 b8") else { panic!("a choice") };
    let mut found: Vec<_> = choices.iter().filter_map(|choice| choice.text.as_deref()).collect();
    found.sort_unstable();
    assert_eq!(found, ["a7b8b", "a7b8c", "a7b8k"]);
    assert!(choices.iter().any(|choice| choice.label.contains("camel")));
    let game = Variant::Chameleon.arbiter(None).expect("a game");
    assert_eq!(touch(&mut Hand::default(), &*game, "d2"), Touch::Changed);
    let mut hand = Hand::default();
    hand.touch(&*game, square("d2"));
    assert_eq!(hand.preview(&*game, square("d3")).words, "becomes a knight");
}

#[test]
fn a_pawn_promoted_on_its_way_stops_as_some_kinds_and_goes_on_as_another() {
    let game = game(Variant::Shashmaty, "8/2p1p3/1P6/8/8/8/7k/K7 w - - 0 1");
    let texts = game.moves();
    assert!(texts.iter().any(|text| text == "b6d8f6k") && texts.iter().any(|text| text == "b6d8b"), "{texts:?}");
    let mut hand = Hand::default();
    assert_eq!(touch(&mut hand, &*game, "b6 d8"), Touch::Changed);
    assert!(hand.may_stop());
    assert_eq!(touch(&mut hand.clone(), &*game, "f6"), Touch::Play("b6d8f6k".into()));
    let Touch::Choose(choices) = touch(&mut hand, &*game, "d8") else { panic!("a choice") };
    assert_eq!(choices.len(), 2);
}
