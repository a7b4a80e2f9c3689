//! Captures of many pieces, which go to a window and come from it in parts.

use triptych_protocol::MoveText;

use crate::engine::{Engine, game};

/// White's leaper can take five, of which the dragon on c6 is worth most; the other end is Black's.
const FIVE: &str = "7k/1c6/2i1p3/1p6/2L5/6p1/K7/5l2 w - - 0 1";
/// The only move takes four and comes back to its start.
const CIRCLE: &str = "7k/8/8/4p1p1/8/4p1p1/5K2/8 w - - 0 1";
/// The chameleon on b5 can take six that do not stand on its way: all but one of them.
const SIX: &str = "8/4P3/4pk2/wX1l1pP1/4p3/4P3/8/1K2c3 w - - 0 1";

fn written(lines: &[MoveText]) -> Vec<String> {
    lines.iter().map(ToString::to_string).collect()
}

#[test]
fn a_long_chain_goes_out_in_parts_all_at_once() {
    let mut engine = Engine::at("ultima", FIVE);
    let mut game = game("ultima", Some(FIVE));
    engine.say("go");
    let lines = engine.moves();
    assert_eq!(lines.len(), 5, "two victims, two, one: {lines:?}");
    let parts: Vec<MoveText> = lines.iter().filter(|line| !line.is_null()).cloned().collect();
    assert_eq!(parts.iter().map(|part| part.part).collect::<Vec<_>>(), [true, true, false]);
    assert_eq!((lines[1].to_string(), lines[3].to_string()), ("@@@@".into(), "@@@@".into()));
    let played = game.play_written(&parts, triptych::game::notation::Reading::Exact).expect("a legal move");
    assert_eq!(played.lines, lines, "what is read is what was said");
    // Nothing comes after it, and the game goes on from there.
    engine.stays_silent();
    let text = game.moves()[0].clone();
    engine.is_told(game.as_mut(), &text);
    engine.plays(game.as_mut());
}

#[test]
fn forced_captures_in_parts() {
    let mut engine = Engine::at("shashmaty", CIRCLE);
    engine.say("go");
    assert_eq!(written(&engine.moves()), ["f2xe3xe5-f6=", "@@@@", "f6xg5xg3-f2"]);
    // Black's only king is left, and only White has a move to make: the game goes on.
    engine.stays_silent();
    // The letter of a promotion stands on the last part, and the loss of the last king is announced after it.
    let mut engine = Engine::at("shashmaty", "8/2p1p1k1/1P6/8/8/8/8/K7 w - - 0 1");
    engine.say("go");
    assert_eq!(written(&engine.moves()), ["b6xc7xe7-f6=", "@@@@", "f6xg7-h8k"]);
    assert_eq!(engine.settle(), ["1-0 {Black has lost its kings, White wins}"]);
}

#[test]
fn victims_that_stand_off_the_way() {
    // The piece stays where it is until the last part.
    let mut engine = Engine::at("ultima", SIX);
    let mut game = game("ultima", Some(SIX));
    engine.say("go");
    let lines = written(&engine.moves());
    assert_eq!(lines.len(), 5, "{lines:?}");
    assert!(lines[0].starts_with("b5x") && lines[0].ends_with("-b5="), "{lines:?}");
    assert!(lines[2].starts_with("b5x") && lines[2].ends_with("-b5="), "{lines:?}");
    assert!(lines[4].starts_with("b5x") && lines[4].ends_with("-e5"), "{lines:?}");
    game.play("b5e5").expect("a legal move");
    engine.say("force");
    engine.settle();
    engine.stands_in(game.as_ref());
}

#[test]
fn the_opponents_parts_are_answered_when_they_are_whole() {
    // Everything that may come between them is swallowed.
    let mut engine = Engine::at("ultima", FIVE);
    let mut game = game("ultima", Some(FIVE));
    engine.say("usermove @@@@");
    assert_eq!(engine.settle(), ["Illegal move (no legal move): @@@@"]);
    // The engine plays Black.
    engine.say("playother");
    engine.say("time 1000\notim 1000\nusermove c4b5,b5b7,b7c8=");
    engine.stays_silent();
    engine.say("time 1000\notim 1000\ngo\nusermove @@@@");
    engine.stays_silent();
    engine.say("go\ntime 990\notim 990\nusermove c8e6,e6g3,g3g1=\nusermove @@@@\n?");
    engine.stays_silent();
    engine.say("time 990\notim 990\nusermove g1f1,f1e1");
    game.play("c4a6c8g4g1e1").expect("a legal move");
    engine.plays(game.as_mut());
}

#[test]
fn go_after_the_first_part_of_a_game_is_kept_in_mind() {
    // So a window starts its second engine: after the first engine's first move, whole or not.
    let mut engine = Engine::at("ultima", FIVE);
    let mut game = game("ultima", Some(FIVE));
    engine.say("usermove c4b5,b5b7,b7c8=\ngo");
    engine.stays_silent();
    engine.say("usermove @@@@\nusermove c8e6,e6g3,g3g1=\nusermove @@@@\nusermove g1f1,f1e1");
    game.play("c4a6c8g4g1e1").expect("a legal move");
    engine.plays(game.as_mut());
}

#[test]
fn what_does_not_go_on_with_a_part_is_refused_and_the_part_stays() {
    let mut engine = Engine::at("ultima", FIVE);
    let mut game = game("ultima", Some(FIVE));
    let refused = |text: &str| format!("Illegal move (take the whole capture back first): {text}");
    // No part at all: nothing is taken, a piece is named that is not taken, or there is no such piece.
    for text in ["c4a6=", "c4xb5xh8-c8=", "c4xa2-c8=", "a2xb5-c8=", "c4c5=", "h8h7=", "@@@@="] {
        let said = engine.settle();
        assert!(said.is_empty());
        engine.say(&format!("usermove {text}"));
        let said = engine.settle();
        assert!(said.len() == 1 && said[0].starts_with("Illegal move ("), "{text}: {said:?}");
    }
    engine.stands_in(game.as_ref());
    engine.say("usermove c4xb5xb7-c8=");
    engine.is_silent();
    for text in ["c8xe6xg3-g1=", "c8e8", "h8h7", "c4xb5xb7-c8="] {
        engine.answers(&format!("usermove {text}"), &[&refused(text)]);
    }
    engine.say("usermove @@@@");
    engine.is_silent();
    for text in ["@@@@", "h8h7", "c4xe6xg3-g1=", "c8xe6xh8-g1=", "c8e8", "a2a3"] {
        engine.answers(&format!("usermove {text}"), &[&refused(text)]);
    }
    engine.say("usermove c8xe6xg3-g1=\nusermove @@@@\nusermove g1xf1-e1");
    engine.is_silent();
    game.play("c4a6c8g4g1e1").expect("a legal move");
    engine.stands_in(game.as_ref());
}

#[test]
fn black_too_moves_in_parts() {
    // The same, seen from the other side.
    let black = "5L2/k7/6P1/2l5/1P6/2I1P3/1C6/7K b - - 0 1";
    let mut engine = Engine::at("ultima", black);
    let mut game = game("ultima", Some(black));
    engine.say("go");
    assert!(engine.moves().len() == 5);
    engine.say("force\nundo\nundo\nundo\nundo\nundo");
    engine.settle();
    engine.stands_in(game.as_ref());
    for line in &game.duplicate().play("c5a3c1g5g8e8").expect("a legal move").lines {
        engine.say(&format!("usermove {line}"));
    }
    game.play("c5a3c1g5g8e8").expect("a legal move");
    engine.is_silent();
    engine.stands_in(game.as_ref());
}

#[test]
fn thinking_lines_end_at_a_move_in_parts() {
    let mut engine = Engine::at("ultima", FIVE);
    engine.say("post\ngo");
    let said = engine.until(|line| line.starts_with("move "));
    assert!(!said.is_empty());
    for line in said {
        // Depth, score, time, nodes; and where tables were asked, selective depth, speed and hits before a tab.
        let (numbers, moves) = line.split_once('{').unwrap_or_else(|| panic!("no move in parts: {line}"));
        assert!(matches!(numbers.split_whitespace().count(), 4 | 7), "{line}");
        assert!(numbers.split_whitespace().all(|number| number.parse::<i64>().is_ok()), "{line}");
        assert!(moves.starts_with("c4") && moves.ends_with('}'), "{line}");
    }
}
