//! Games that are over: who says so, and what may still be said.

use crate::engine::{Engine, game};

/// Mate in one for White: e3e4.
const MATE: &str = "3p4/1P6/4PI2/1L2kp2/8/2p1W3/1l6/L6K w - - 0 1";

/// Positions without a legal move, and their result lines.
const OVER: [(&str, &str, &str); 8] = [
    ("ultima", "3I4/4k3/1p6/8/8/7K/P2lP2l/6x1 w - - 0 1", "0-1 {Black mates}"),
    ("ultima", "2kK4/1I6/8/x7/5X2/1W6/3X4/8 b - - 0 1", "1-0 {White mates}"),
    ("ultima", "k7/8/8/8/8/8/1i6/K7 w - - 0 1", "0-1 {White has no move, Black wins}"),
    ("chameleon", "1*3*1/*5*/7/6Q/rnp4/*4k*/K*3*1 w - - 0 1", "0-1 {Black mates}"),
    ("chameleon", "k*3*1/*5*/1K1N3/1B5/3N3/*4p*/1*3*1 b - - 0 1", "1/2-1/2 {Stalemate}"),
    ("shashmaty", "7k/8/8/8/8/2p5/1p6/K7 w - - 0 1", "0-1 {White has no move, Black wins}"),
    ("shashmaty", "8/8/8/8/8/8/8/K7 w - - 0 1", "1-0 {Black has lost its kings, White wins}"),
    ("shashmaty-dragon", "1k6/8/8/8/8/8/8/2D5 w - - 0 1", "0-1 {White has lost its kings, Black wins}"),
];

#[test]
fn go_gets_the_result_and_no_move() {
    for (name, fen, result) in OVER {
        let mut engine = Engine::at(name, fen);
        engine.say("go");
        assert_eq!(engine.settle(), [result], "{name} {fen}");
        engine.stays_silent();
        // As often as it is asked.
        engine.answers("go", &[result]);
        engine.answers("?", &[]);
        for text in ["a1b2", "a1a2", "e2e4"] {
            engine.answers(&format!("usermove {text}"), &[&format!("Illegal move (no legal move): {text}")]);
        }
        // The next game is none the worse for it.
        engine.say(&format!("new\nvariant {name}\nsd 1\nforce"));
        engine.settle();
        engine.say("go");
        engine.plays(game(name, None).as_mut());
    }
}

#[test]
fn the_engine_that_mates_says_so() {
    let mut engine = Engine::at("ultima", MATE);
    engine.say("sd 3\ngo");
    assert_eq!(engine.line(), "move e3e4");
    assert_eq!(engine.settle(), ["1-0 {White mates}"]);
    engine.stays_silent();
    // Taken back, it is a game again.
    engine.say("undo\ngo");
    assert_eq!(engine.line(), "move e3e4");
}

#[test]
fn the_engine_that_is_mated_says_so() {
    // After `new` it plays Black.
    let mut engine = Engine::silent();
    engine.say(&format!("xboard\nprotover 2\nmemory 1\nnew\nvariant ultima\nsd 1\nsetboard {MATE}"));
    engine.settle();
    engine.answers("usermove e3e4", &["1-0 {White mates}"]);
    engine.stays_silent();
}

#[test]
fn nothing_is_said_where_the_engine_plays_neither_side() {
    let mut engine = Engine::at("ultima", MATE);
    engine.say("usermove e3e4");
    engine.stays_silent();
    engine.answers("go", &["1-0 {White mates}"]);
}

#[test]
fn the_loss_of_the_last_king() {
    let two = "8/8/8/4k3/8/2k5/1K6/8 w - - 0 1";
    let mut engine = Engine::at("shashmaty", two);
    engine.say("go");
    assert_eq!(engine.line(), "move b2xc3xe5-f6");
    assert_eq!(engine.settle(), ["1-0 {Black has lost its kings, White wins}"]);
    // The side that has lost says it as well.
    let mut engine = Engine::at("shashmaty", two);
    engine.say("playother");
    engine.answers("usermove b2c3,c3e5,e5f6", &["1-0 {Black has lost its kings, White wins}"]);
    engine.stays_silent();
}

#[test]
fn results_from_the_window_stop_the_play() {
    for result in ["1-0 {White mates}", "0-1 {Black mates}", "1/2-1/2 {Draw agreed}", "* {aborted}"] {
        let mut engine = Engine::silent();
        engine.say("xboard\nprotover 2\nmemory 1\nnew\nvariant chameleon\nsd 1");
        engine.settle();
        engine.say(&format!("result {result}"));
        let mut game = game("chameleon", None);
        // The board can be looked through, and nobody answers.
        engine.is_told(game.as_mut(), "a1b3");
        engine.stays_silent();
        engine.say("go");
        engine.plays(game.as_mut());
    }
    let mut engine = Engine::playing("chameleon");
    engine.say("result");
    assert!(engine.settle()[0].starts_with("Error ("));
}
