//! Whatever comes in, it is answered as the protocol says and the position is none the worse.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::engine::{Engine, game};

#[test]
fn unknown_commands() {
    let mut engine = Engine::playing("ultima");
    for line in
        ["nonsense", "Usermove a2a3", "uci", "isready", "e9", "castle now", "{", "1-0 {x}", "protoversion 2", "é"]
    {
        engine.answers(line, &[&format!("Error (unknown command): {line}")]);
    }
    engine.answers("  spaces   around  ", &["Error (unknown command): spaces   around"]);
    engine.answers("tabs\tand\u{7}bells", &["Error (unknown command): tabs\tand bells"]);
    engine.stands_in(game("ultima", None).as_ref());
}

#[test]
fn known_commands_with_wrong_arguments() {
    let mut engine = Engine::playing("ultima");
    for line in [
        "level",
        "level x 5 0",
        "level 40 5",
        "level -1 5 0",
        "level 40 5:xx:3 y",
        "st",
        "st soon",
        "st -1",
        "sd",
        "sd deep",
        "sd -3",
        "time",
        "time x",
        "otim x",
        "memory",
        "memory lots",
        "usermove",
        "ping",
        "protover",
        "setboard",
        "variant",
        "option",
        "option =x",
        "accepted",
        "result maybe",
    ] {
        engine.say(line);
        let said = engine.settle();
        assert!(
            said.len() == 1 && said[0].starts_with("Error (") && said[0].ends_with(&format!("): {line}")),
            "{said:?}"
        );
    }
    engine.stands_in(game("ultima", None).as_ref());
}

#[test]
fn commands_that_are_taken_without_a_word() {
    let mut engine = Engine::playing("ultima");
    for line in [
        "",
        "   ",
        "xboard",
        "random",
        "hard",
        "easy",
        "post",
        "nopost",
        "computer",
        "name",
        "name Some One",
        "rating 2000 1900",
        "ics -",
        "otim 500",
        "time 500",
        "draw",
        "?",
        "force",
        "level 40 5 0",
        "st 5",
        "sd 1",
        "memory 2",
    ] {
        engine.say(line);
    }
    engine.is_silent();
    engine.stands_in(game("ultima", None).as_ref());
}

#[test]
fn moves_that_are_none() {
    for (name, texts) in [
        (
            "ultima",
            &["a2a2", "a2b3", "a7a6", "e1e2", "a1a2", "h9h8", "i1i2", "p9p8", "a2a9", "a2a3z", "a2a3q", "a2xb2-a3"][..],
        ),
        ("shashmaty", &["a3a4", "a3b5", "b6a5", "a3b4k", "a3b4c5", "c3d4e5", "h2h3", "f2f2"]),
        ("chameleon", &["d2d4", "c2b1", "a1a2", "b6b5", "h7h6", "a8a7", "d2d3r", "e1f1"]),
    ] {
        let mut engine = Engine::playing(name);
        for text in texts {
            engine.answers(&format!("usermove {text}"), &[&format!("Illegal move (no legal move): {text}")]);
            engine.answers(text, &[&format!("Illegal move (no legal move): {text}")]);
        }
        for text in ["a2", "a", "nonsense", "Nf3", "O-O", "a2a3==", "a2-", "a2,a3", "a2a3,a3", "a2a3,b3b4", "a2a3?"] {
            engine.say(&format!("usermove {text}"));
            let said = engine.settle();
            let is_refused = said[0].starts_with("Illegal move (") && said[0].ends_with(&format!("): {text}"));
            assert!(said.len() == 1 && is_refused, "{said:?}");
        }
        engine.stands_in(game(name, None).as_ref());
    }
}

#[test]
fn positions_that_are_none() {
    for (name, fens) in [
        (
            "ultima",
            &[
                "x",
                "k7/8/8/8/8/8/8/K7",
                "k7/8/8/8/8/8/8/K7 w KQkq - 0 1",
                "8/8/8/8/8/8/8/8 w",
                "8/8/8/3kK3/4i3/8/8/8 b",
            ][..],
        ),
        ("shashmaty", &["k7/8/8/8/8/8/8/K7 w", "8/8/8/8/8/8/8/8 w - - 0 1", "1P6/8/8/8/8/8/8/K7 w"]),
        (
            "chameleon",
            &["7/7/7/7/7/7/7 w", "n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N x", "n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/NPQKR*N w"],
        ),
    ] {
        let mut engine = Engine::playing(name);
        let mut game = game(name, None);
        let text = game.moves()[0].clone();
        engine.is_told(game.as_mut(), &text);
        for fen in fens {
            engine.say(&format!("setboard {fen}"));
            let said = engine.settle();
            assert_eq!(said[0], "tellusererror Illegal position", "{fen}");
            assert!(said.len() == 2 && said[1].starts_with("# "), "{said:?}");
        }
        engine.stands_in(game.as_ref());
        engine.say("undo");
        engine.is_silent();
    }
}

#[test]
fn positions_that_are_some() {
    // Short FENs, and light squares written as stars.
    let mut engine = Engine::playing("shashmaty");
    engine.say("setboard *1*1*1*k/1*1*1*1*/*1*1*1*1/1*1*1*1*/*1*1*1*1/1*1*1*1*/*1*1*1*1/K*1*1*1* w\nforce");
    let said = engine.settle();
    assert!(said.is_empty(), "{said:?}");
    engine.stands_in(game("shashmaty", Some("7k/8/8/8/8/8/8/K7 w - - 0 1")).as_ref());
}

#[test]
fn line_ends_and_blanks() {
    let mut engine = Engine::playing("ultima");
    engine.send(b"usermove a2a3\r\n\r\n  usermove   a7a6  \n\tforce\t\r\n");
    engine.is_silent();
    let mut game = game("ultima", None);
    for text in ["a2a3", "a7a6"] {
        game.play(text).expect("a legal move");
    }
    engine.stands_in(game.as_ref());
}

#[test]
fn arbitrary_bytes() {
    let mut random = StdRng::seed_from_u64(20);
    let mut engine = Engine::playing("shashmaty");
    let mut game = game("shashmaty", None);
    engine.is_told(game.as_mut(), "a3b4");
    for _ in 0..20 {
        let mut bytes: Vec<u8> = (0..2000).map(|_| random.random()).collect();
        bytes.push(b'\n');
        engine.send(&bytes);
    }
    engine.send(&[b"usermove \xff\xfe\0\n".as_slice(), b"setboard \xc3\x28\n", &[b'x'; 100_000], b"\n"].concat());
    let said = engine.settle();
    let is_answer = |line: &String| {
        line.starts_with("Error (")
            || line.starts_with("Illegal move (")
            || line.starts_with("tellusererror Illegal")
            || line.starts_with("# ")
    };
    assert!(said.len() > 100 && said.iter().all(is_answer), "{:?}", said.iter().find(|line| !is_answer(line)));
    engine.stands_in(game.as_ref());
}

#[cfg(unix)]
#[test]
fn more_memory_than_there_is() {
    let mut engine = Engine::confined(1 << 20);
    engine.say("xboard\nprotover 2\nmemory 1\nnew\nvariant shashmaty\nsd 1\nforce");
    engine.settle();
    let mut game = game("shashmaty", None);
    // It takes what it gets, before and after the first move, in this game and in the next.
    for memory in ["99999999999999999999", "2048", "0"] {
        engine.say(&format!("memory {memory}\ngo"));
        engine.plays(game.as_mut());
        engine.say("force");
    }
    engine.say("memory 131072\nnew\nvariant chameleon\nsd 1\nforce");
    engine.settle();
    engine.say("go");
    engine.plays(crate::engine::game("chameleon", None).as_mut());
}
