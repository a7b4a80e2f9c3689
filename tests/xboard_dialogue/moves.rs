//! Moves of both colours in all games, and every form in which XBoard writes them.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use crate::engine::{Engine, GAMES, game};

#[test]
fn the_engine_plays_black_after_new() {
    for name in GAMES {
        let mut engine = Engine::silent();
        engine.say(&format!("xboard\nprotover 2\nmemory 1\nnew\nvariant {name}\nsd 2"));
        engine.settle();
        let mut game = game(name, None);
        let mut random = StdRng::seed_from_u64(1);
        for _ in 0..12 {
            if game.outcome().is_some() {
                break;
            }
            let text = game.moves().choose(&mut random).expect("a move").clone();
            engine.is_told(game.as_mut(), &text);
            if game.outcome().is_none() {
                engine.plays(game.as_mut());
            }
        }
    }
}

#[test]
fn it_plays_white_by_go_and_both_by_turns() {
    for name in GAMES {
        let mut engine = Engine::playing(name);
        let mut game = game(name, None);
        engine.say("go");
        for _ in 0..6 {
            engine.plays(game.as_mut());
            // Whoever is told to go plays the side to move from then on.
            engine.say("go");
        }
        engine.plays(game.as_mut());
        engine.say("force");
        engine.stands_in(game.as_ref());
        // `playother`: the side that is not to move.
        engine.say("playother");
        engine.stays_silent();
        let text = game.moves()[0].clone();
        engine.is_told(game.as_mut(), &text);
        if game.outcome().is_none() {
            engine.plays(game.as_mut());
        }
    }
}

#[test]
fn the_next_game_begins_with_new() {
    let mut engine = Engine::playing("shashmaty");
    engine.say("go");
    engine.plays(game("shashmaty", None).as_mut());
    engine.say("result * {left}\nforce\nnew\nvariant chameleon\nsd 1");
    engine.settle();
    let mut game = game("chameleon", None);
    engine.is_told(game.as_mut(), "a1b3");
    engine.plays(game.as_mut());
}

/// In this position the text must be taken as this move; `text` may be several lines.
#[track_caller]
fn means(name: &str, fen: &str, text: &str, canonical: &str) {
    let mut engine = Engine::at(name, fen);
    for line in text.split(' ') {
        engine.say(&format!("usermove {line}"));
    }
    engine.is_silent();
    let mut game = game(name, Some(fen));
    game.play(canonical).expect("a legal move");
    engine.stands_in(game.as_ref());
}

/// In this position the engine, which is to move, says this and nothing else.
#[track_caller]
fn says(name: &str, fen: &str, lines: &[&str]) {
    let mut engine = Engine::at(name, fen);
    engine.say("go");
    let said: Vec<String> = engine.moves().iter().map(ToString::to_string).collect();
    assert_eq!(said, lines, "{name} {fen}");
    let mut game = game(name, Some(fen));
    let parts: Vec<_> =
        lines.iter().filter(|line| **line != "@@@@").map(|line| line.parse().expect("a move")).collect();
    game.play_written(&parts, triptych::game::notation::Reading::Exact).expect("a legal move");
    engine.say("force");
    engine.settle();
    engine.stands_in(game.as_ref());
}

#[test]
fn suicide() {
    // A spy frozen by a dragon, its king walled in: it has no other move but the king's.
    let frozen = "7k/8/8/3iW3/8/8/8/K7 w - - 0 1";
    for text in ["e5e4z", "e5e5", "e5e6z", "e5h1Z"] {
        means("ultima", frozen, text, "e5e5");
    }
    let mut engine = Engine::at("ultima", frozen);
    for text in ["e5f5", "d5d4z", "a1a2z", "e5e4", "e5e4y"] {
        engine.answers(&format!("usermove {text}"), &[&format!("Illegal move (no legal move): {text}")]);
    }
    engine.stands_in(game("ultima", Some(frozen)).as_ref());
    // The only move: White's king is frozen too, and every suicide but this one is none.
    let only = "7k/8/8/8/8/8/1iP5/K7 w - - 0 1";
    let mut engine = Engine::at("ultima", only);
    engine.say("go");
    let said = engine.moves();
    assert_eq!((said.len(), said[0].letter), (1, Some('z')), "{said:?}");
    assert_eq!(said[0].start().map(|square| square.to_string()), Some("c2".into()));
    let end = said[0].end().expect("a square").to_string();
    assert!(["b1", "b3", "c1", "c3", "d1", "d2", "d3"].contains(&&*end), "an empty neighbour: {end}");
}

#[test]
fn a_square_twice_is_a_suicide_and_never_a_chain() {
    let circle = "7k/8/8/2pp4/2Lp4/8/8/K7 w - - 0 1";
    let mut engine = Engine::at("ultima", circle);
    engine.answers("usermove c4c4", &["Illegal move (no legal move): c4c4"]);
    engine.stands_in(game("ultima", Some(circle)).as_ref());
}

#[test]
fn promotions() {
    let quiet = "5k2/P7/8/8/8/8/8/K7 w - - 0 1";
    for text in ["a7b8c", "a7b8C", "a7b8=c", "a7-b8c"] {
        means("shashmaty", quiet, text, "a7b8c");
    }
    let mut engine = Engine::at("shashmaty", quiet);
    engine.answers("usermove a7b8", &["Illegal move (several promotions fit: add the letter of one): a7b8"]);
    engine.answers("usermove a7b8q", &["Illegal move (no legal move): a7b8q"]);
    engine.stands_in(game("shashmaty", Some(quiet)).as_ref());
    // Where only one fits it may be left out.
    means("shashmaty-damka", "5k2/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8", "a7b8q");
    means("shashmaty-dragon", "5k2/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8d", "a7b8d");
    // In mid-capture, by victims and by landings.
    let capture = "8/2p1p1k1/1P6/8/8/8/8/K7 w - - 0 1";
    means("shashmaty", capture, "b6xc7-d8b", "b6d8b");
    means("shashmaty", capture, "b6c7,c7d8c", "b6d8c");
    means("shashmaty", capture, "b6d8b", "b6d8b");
    let mut engine = Engine::at("shashmaty", capture);
    engine.answers("usermove b6d8", &["Illegal move (several promotions fit: add the letter of one): b6d8"]);
    // It says the letter itself.
    says("shashmaty-damka", "5k2/P7/8/8/8/8/8/K7 w - - 0 1", &["a7b8q"]);
    says("shashmaty-dragon", "8/2p1p3/1P6/8/8/8/8/K3k3 w - - 0 1", &["b6xc7-d8d"]);
}

#[test]
fn a_piece_that_changes() {
    let start = "n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 0 1";
    for text in ["b2b3n", "b2b3", "b2b3N", "b2-b3=n"] {
        means("chameleon", start, text, "b2b3");
    }
    // One that stays what it is becomes that, too.
    for text in ["a1b3n", "a1b3"] {
        means("chameleon", start, text, "a1b3");
    }
    let mut engine = Engine::at("chameleon", start);
    for text in ["b2b3q", "b2b3p", "a1b3q", "b2b3z"] {
        engine.answers(&format!("usermove {text}"), &[&format!("Illegal move (no legal move): {text}")]);
    }
    engine.stands_in(game("chameleon", Some(start)).as_ref());
    // It says what a piece becomes, and nothing where it stays what it is.
    says("chameleon", "1*1k1*1/*5*/7/q5R/7/*5*/1*1K1*1 w - - 0 1", &["g4a4q"]);
    says("chameleon", "n*1k1*1/*5*/1N5/7/7/*5*/1*1K1*1 w - - 0 1", &["b5a7"]);
}

#[test]
fn victims_and_landings() {
    let two = "6P1/5Pc1/4Px2/1P6/6P1/k7/8/K7 w - - 0 1";
    for text in ["g4g6", "g4xf6xg7-g6", "g4xg7xf6-g6", "g4f6,f6g7,g7g6", "g4g7,g7f6,f6g6q"] {
        means("ultima", two, text, "g4g6");
    }
    let mut engine = Engine::at("ultima", two);
    for text in ["g4xf6-g6", "g4f6,f6g6", "g4xf6xg7xe6-g6", "g4f6g6"] {
        engine.answers(&format!("usermove {text}"), &[&format!("Illegal move (no legal move): {text}")]);
    }
    says("ultima", "6P1/5Pc1/4Px2/1P6/6P1/k7/8/K7 w - - 0 1", &["g4xf6xg7-g6"]);
    // A jump, in all its forms.
    let jump = "7k/8/8/1p6/2L5/8/8/K7 w - - 0 1";
    for text in ["c4a6", "c4xa6", "c4xb5-a6", "c4xb5xa6", "c4b5,b5a6", "c4-a6"] {
        means("ultima", jump, text, "c4a6");
    }
    // Chains by landings, by victims in any order, in parts, and bare where only one chain fits.
    let chains = "7k/1c6/2i1p3/1p6/2L5/6p1/K7/5l2 w - - 0 1";
    for text in [
        "c4a6c8g4g1e1",
        "c4-a6-c8-g4-g1-e1",
        "c4xb5xb7xe6xg3xf1-e1",
        "c4xf1xg3xe6xb7xb5-e1",
        "c4b5,b5b7,b7e6,e6g3,g3f1,f1e1",
        "c4xb5xb7-c8= @@@@ c8xe6xg3-g1= @@@@ g1xf1-e1",
        "c4b5,b5b7,b7c8= @@@@ c8e6,e6g3,g3g1= @@@@ g1f1,f1e1",
        // Other engines may cut it otherwise.
        "c4xb5-a6= @@@@ a6xb7xe6-g4= @@@@ g4xg3xf1-e1",
        "c4xb5xb7-c4= @@@@ c4xe6xg3-c4= @@@@ c4xf1-e1",
    ] {
        means("ultima", chains, text, "c4a6c8g4g1e1");
    }
    means("ultima", chains, "c4e8", "c4c8a6e2e8");
    // It ends where one of its victims stood.
    for text in ["c4f1", "c4g8g1c1c8a6f1", "c4xe6xg3xc6xb7xb5-f1", "c4xe6xg3-g1= @@@@ g1xf1xc6-c8= @@@@ c8xb7xb5-f1"] {
        means("ultima", chains, text, "c4g8g1c1c8a6f1");
    }
    let mut engine = Engine::at("ultima", chains);
    let refusal = "Illegal move (several captures fit: click each captured piece, then the square): c4e1";
    engine.answers("usermove c4e1", &[refusal]);
    engine.stands_in(game("ultima", Some(chains)).as_ref());
}
