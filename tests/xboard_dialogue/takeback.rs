//! Taking back: a window counts plies, and a capture in parts is several.

use crate::engine::{Engine, game};

const FIVE: &str = "7k/1c6/2i1p3/1p6/2L5/6p1/K7/5l2 w - - 0 1";
const CHAIN: &str = "c4a6c8g4g1e1";
/// The chain as an engine says it.
const LINES: [&str; 5] = ["c4xb5xb7-c8=", "@@@@", "c8xe6xg3-g1=", "@@@@", "g1xf1-e1"];
/// The chain as XBoard passes it on.
const RELAYED: [&str; 5] = ["c4b5,b5b7,b7c8=", "@@@@", "c8e6,e6g3,g3g1=", "@@@@", "g1f1,f1e1"];

/// An engine in force mode that was told the chain, and that many plies of it taken back.
fn taken_apart(plies: usize) -> Engine {
    let mut engine = Engine::at("ultima", FIVE);
    for line in RELAYED {
        engine.say(&format!("usermove {line}"));
    }
    engine.say(&"undo\n".repeat(plies));
    engine.is_silent();
    engine
}

#[test]
fn undo_and_remove() {
    let mut engine = Engine::playing("ultima");
    let start = game("ultima", None);
    engine.answers("undo", &["Error (no move to take back): undo"]);
    engine.answers("remove", &["Error (no move to take back): remove"]);
    let mut one = start.duplicate();
    engine.is_told(one.as_mut(), "a2a3");
    // Two plies cannot be taken back where there is one.
    engine.answers("remove", &["Error (no move to take back): remove"]);
    engine.stands_in(one.as_ref());
    let mut three = one.duplicate();
    engine.is_told(three.as_mut(), "a7a6");
    engine.is_told(three.as_mut(), "a3a2");
    engine.say("remove");
    engine.is_silent();
    engine.stands_in(one.as_ref());
    engine.say("undo");
    engine.is_silent();
    engine.stands_in(start.as_ref());
    engine.answers("undo", &["Error (no move to take back): undo"]);
}

#[test]
fn a_chain_is_taken_back_ply_by_ply() {
    let mut engine = taken_apart(5);
    engine.stands_in(game("ultima", Some(FIVE)).as_ref());
    let mut engine = taken_apart(0);
    engine.say("remove\nremove\nundo");
    engine.is_silent();
    engine.stands_in(game("ultima", Some(FIVE)).as_ref());
    engine.answers("undo", &["Error (no move to take back): undo"]);
}

#[test]
fn the_missing_parts_are_said_by_go_and_by_move_now() {
    let mut whole = game("ultima", Some(FIVE));
    whole.play(CHAIN).expect("a legal move");
    for plies in 1..5 {
        let mut engine = taken_apart(plies);
        engine.say("?");
        let expected: Vec<String> = LINES[5 - plies..].iter().map(|line| format!("move {line}")).collect();
        assert_eq!(engine.settle(), expected, "{plies}");
        engine.stays_silent();
        engine.stands_in(whole.as_ref());
        // Once more: it can be taken apart again.
        engine.say("undo\n?");
        assert_eq!(engine.settle(), ["move g1xf1-e1"]);

        let mut engine = taken_apart(plies);
        engine.say("go");
        for line in &expected {
            assert_eq!(engine.line(), *line);
        }
        // Where a null move was due it is Black whom the engine plays from now on, and who answers.
        if plies % 2 == 0 {
            engine.plays(whole.duplicate().as_mut());
        } else {
            engine.stays_silent();
            let mut game = whole.duplicate();
            let text = game.moves()[0].clone();
            engine.is_told(game.as_mut(), &text);
            engine.plays(game.as_mut());
        }
    }
}

#[test]
fn the_missing_parts_may_come_again() {
    let mut whole = game("ultima", Some(FIVE));
    whole.play(CHAIN).expect("a legal move");
    for plies in 1..5 {
        for form in [LINES, RELAYED] {
            let mut engine = taken_apart(plies);
            for line in &form[5 - plies..] {
                engine.say(&format!("usermove {line}"));
            }
            engine.is_silent();
            engine.stands_in(whole.as_ref());
        }
    }
    // And are answered, if it is the engine's turn then; victims come in any order.
    let mut engine = taken_apart(3);
    engine.say("playother\nforce\nusermove c8xg3xe6-g1=\nusermove @@@@");
    engine.is_silent();
    engine.say("usermove g1xf1-e1\ngo");
    engine.plays(whole.as_mut());
}

#[test]
fn nothing_else_goes_on_from_the_middle() {
    let mut whole = game("ultima", Some(FIVE));
    whole.play(CHAIN).expect("a legal move");
    // A user's move, the right piece's too, and other ends of the same capture.
    for (plies, texts) in [
        (1, &["g1e1", "g1xf1-d1", "g1xf1-a1", "g1xf1-e1=", "h8h7", "@@@@", "a2a3"][..]),
        (2, &["h8h7", "g1xf1-e1", "@@@@=", "b7b6"]),
        (3, &["c8xe6xg3-g2=", "c8xe6xg3-g1", "c8xe6-g4", "c8e8", "h8h7", "a2b2", "@@@@"]),
        (4, &["h8h7", "h8g8", "c8xe6xg3-g1="]),
    ] {
        let mut engine = taken_apart(plies);
        for text in texts {
            let said = |reason: &str| format!("Illegal move ({reason}): {text}");
            engine.say(&format!("usermove {text}"));
            let heard = engine.settle();
            let unreadable = text.parse::<triptych_protocol::MoveText>().is_err();
            assert!(
                heard == [said("take the whole capture back first")] || unreadable && heard.len() == 1,
                "{heard:?}"
            );
        }
        // All is as it was.
        engine.say("?");
        assert_eq!(engine.settle().len(), plies);
        engine.stands_in(whole.as_ref());
    }
}

#[test]
fn the_ways_out_of_the_middle() {
    let mut engine = taken_apart(3);
    engine.say("remove");
    engine.is_silent();
    engine.stands_in(game("ultima", Some(FIVE)).as_ref());
    let mut engine = taken_apart(2);
    engine.say(&format!("setboard {FIVE}"));
    engine.is_silent();
    engine.stands_in(game("ultima", Some(FIVE)).as_ref());
    let mut engine = taken_apart(1);
    engine.say("new\nvariant shashmaty\nforce");
    engine.settle();
    engine.stands_in(game("shashmaty", None).as_ref());
    // A wrong position is no way out.
    let mut engine = taken_apart(1);
    engine.say("setboard nonsense");
    assert_eq!(engine.settle()[0], "tellusererror Illegal position");
    engine.say("?");
    assert_eq!(engine.settle(), ["move g1xf1-e1"]);
}

#[test]
fn the_engines_own_chain_is_taken_apart_as_well() {
    let fen = "7k/8/8/4p1p1/8/4p1p1/5K2/8 w - - 0 1";
    let mut engine = Engine::at("shashmaty", fen);
    engine.say("go");
    assert_eq!(engine.moves().len(), 3);
    engine.say("undo");
    engine.is_silent();
    engine.answers("usermove h8g7", &["Illegal move (take the whole capture back first): h8g7"]);
    engine.answers("?", &["move f6xg5xg3-f2"]);
    engine.say("remove\nforce\nundo");
    engine.is_silent();
    engine.stands_in(game("shashmaty", Some(fen)).as_ref());
}

#[test]
fn parts_that_never_were_whole_are_taken_back_too() {
    let mut engine = Engine::at("ultima", FIVE);
    let game = game("ultima", Some(FIVE));
    engine.say("usermove c4xb5xb7-c8=\nusermove @@@@\nundo");
    engine.is_silent();
    // What was to follow is not known, so there is nothing to say.
    engine.say("?\ngo");
    engine.stays_silent();
    engine.say("force\nusermove @@@@\nusermove c8xe6xg3-g1=\nundo\nundo\nundo");
    engine.is_silent();
    engine.stands_in(game.as_ref());
}
