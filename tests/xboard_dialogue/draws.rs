//! Draws are announced, and can be played on.

use crate::engine::{Engine, game};

const COUNTER: &str = "1/2-1/2 {Draw by the hundred half-moves rule}";
const REPETITION: &str = "1/2-1/2 {Draw by repetition}";
const BARE: &str = "1/2-1/2 {Draw by bare kings}";

#[test]
fn go_in_a_drawn_position() {
    for (name, fen, result) in [
        ("ultima", "k7/8/8/8/8/8/8/K7 w - - 0 1", BARE),
        ("chameleon", "k*3*1/*5*/7/7/7/*5*/1*1K1*1 w - - 0 1", BARE),
        ("ultima", "k7/8/8/8/8/8/8/KP6 w - - 100 80", COUNTER),
        ("shashmaty", "7k/8/8/8/8/8/8/K7 w - - 123 80", COUNTER),
        ("chameleon", "n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 100 80", COUNTER),
    ] {
        let mut engine = Engine::at(name, fen);
        engine.answers("go", &[result]);
        engine.stays_silent();
        engine.answers("go", &[result]);
        // Whoever wants to play on moves, and after that `go` gets a move.
        let mut game = game(name, Some(fen));
        let text = game.moves().iter().find(|text| !text.contains("a8")).expect("a move").clone();
        engine.is_told(game.as_mut(), &text);
        engine.stays_silent();
        engine.say("go");
        engine.plays(game.as_mut());
        engine.stays_silent();
        // The draw was announced; the game goes on without another word of it.
        let text = game.moves()[0].clone();
        engine.is_told(game.as_mut(), &text);
        engine.plays(game.as_mut());
        engine.stays_silent();
    }
}

#[test]
fn the_engines_move_that_draws() {
    let fen = "7k/8/8/8/8/8/8/K7 w - - 99 80";
    let mut engine = Engine::at("shashmaty", fen);
    let mut game = game("shashmaty", Some(fen));
    engine.say("go");
    engine.plays(game.as_mut());
    assert_eq!(engine.settle(), [COUNTER]);
    // The user plays on, and the engine with him.
    let text = game.moves()[0].clone();
    engine.is_told(game.as_mut(), &text);
    engine.plays(game.as_mut());
    engine.stays_silent();
}

#[test]
fn the_users_move_that_draws() {
    let fen = "7k/8/8/8/8/8/8/K7 w - - 99 80";
    let mut engine = Engine::at("shashmaty", fen);
    let mut game = game("shashmaty", Some(fen));
    engine.say("playother");
    engine.is_told(game.as_mut(), "a1b2");
    assert_eq!(engine.settle(), [COUNTER]);
    engine.stays_silent();
    // Taken back and played again it is said again.
    engine.say("undo");
    engine.is_silent();
    engine.answers("usermove a1b2", &[COUNTER]);
}

#[test]
fn repetition() {
    let mut engine = Engine::playing("chameleon");
    let mut game = game("chameleon", None);
    for text in ["a1b3", "a7b5", "b3a1", "b5a7", "a1b3", "a7b5", "b3a1"] {
        engine.is_told(game.as_mut(), text);
    }
    engine.say("playother");
    engine.stays_silent();
    // White made seven of them; the eighth repeats the start position for the third time.
    engine.say("force");
    engine.is_told(game.as_mut(), "b5a7");
    engine.stays_silent();
    engine.answers("go", &[REPETITION]);
    // It is played on, left behind by a move that cannot be taken back, and a later draw is announced anew.
    engine.say("force");
    for text in ["b2b3", "b6b5"] {
        engine.is_told(game.as_mut(), text);
    }
    assert!(game.outcome().is_none());
    for text in ["a1c2", "a7c6"] {
        if game.moves().iter().any(|legal| legal == text) {
            engine.is_told(game.as_mut(), text);
        }
    }
    let (there, back) = shuffle(game.as_ref());
    for _ in 0..3 {
        for text in [&there[0], &there[1], &back[0], &back[1]] {
            if game.outcome().is_none() {
                engine.is_told(game.as_mut(), text);
            }
        }
    }
    assert!(game.outcome().is_some(), "{}", game.fen());
    engine.answers("go", &[REPETITION]);
}

/// A quiet move of each side and the moves that take them back.
fn shuffle(game: &dyn triptych::arbiter::Arbiter) -> ([String; 2], [String; 2]) {
    for first in game.moves() {
        let mut after = game.duplicate();
        after.play(&first).expect("a legal move");
        for second in after.moves() {
            let mut then = after.duplicate();
            then.play(&second).expect("a legal move");
            let back = |text: &str| format!("{}{}", &text[2..4], &text[..2]);
            let before: Vec<String> = game.fen().split(' ').take(2).map(str::to_owned).collect();
            if then.play(&back(&first)).is_ok() && then.play(&back(&second)).is_ok() {
                let now: Vec<String> = then.fen().split(' ').take(2).map(str::to_owned).collect();
                if now == before {
                    let backs = [back(&first), back(&second)];
                    return ([first, second], backs);
                }
            }
        }
    }
    panic!("no way to and fro in {}", game.fen());
}
