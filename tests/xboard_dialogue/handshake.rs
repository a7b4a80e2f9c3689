//! Features, and what a window is told of a variant.

use crate::engine::{Engine, GAMES};

/// The `setup` line and the letters of the pieces of each variant, proved on the real window.
const WINDOWS: [(&str, &str, &str, &str); 5] = [
    (
        "ultima",
        "setup (.LXCWP...I/....K..lxcwp...i/....k.) 8x8+0_elven clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/CLXWKXLI w - - 0 1",
        "KPLWCIX",
        "mpoampoaoCmpoaoNmpoampoampoaoZmpoaoAmpoampoampoaoNmpabK",
    ),
    (
        "shashmaty",
        "setup (..B..P..................C/....K...b..p..................c/....k.) 8x8+0_elven 1c1k1k1b/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/B1K1K1C1 w - - 0 1",
        "KPBC",
        "mpoaoCoCoFoGmpoampoaoDmpoampoaoCmpoaoAoAmpoampoampoampoaoFmpabF",
    ),
    (
        "shashmaty-damka",
        "setup (..BDQP..................C/....K...bdqp..................c/....k.) 8x8+0_elven 1c1k1k1b/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/B1K1K1C1 w - - 0 1",
        "KPBCQ",
        "mpoaoCoCoFoGmpoampoaoDmpoampoaoCmpoaoAoAmpoampoampoampoaoFmpabF",
    ),
    (
        "shashmaty-dragon",
        "setup (..BDQP..................C/....K...bdqp..................c/....k.) 8x8+0_elven 1c1k1k1b/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/B1K1K1C1 w - - 0 1",
        "KPBCD",
        "mpoaoCoCoFoGmpoampoaoDmpoampoaoCmpoaoAoAmpoampoampoampoaoFmpabF",
    ),
    (
        "chameleon",
        "setup (.NBRQP/....K..nbrqp/....k.) 7x7+0_elven n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 0 1",
        "KQRBNP",
        "mpoampoaoNoDmpoaoDmpoampoampoaoNmpabK",
    ),
];

#[test]
fn features() {
    let mut engine = Engine::silent();
    engine.say("xboard");
    engine.is_silent();
    engine.say("protover 2");
    let said = engine.settle();
    assert!(said.iter().all(|line| line.starts_with("feature ")), "{said:?}");
    assert_eq!((&*said[0], &*said[said.len() - 1]), ("feature done=0", "feature done=1"));
    let all = said.join(" ");
    for feature in [
        "variants=\"ultima,shashmaty,shashmaty-damka,shashmaty-dragon,chameleon\"",
        "myname=\"Triptych ",
        "setboard=1",
        "usermove=1",
        "ping=1",
        "san=0",
        "colors=0",
        "sigint=0",
        "sigterm=0",
        "reuse=1",
        "time=1",
        "playother=1",
        "debug=1",
        "memory=1",
        "name=1",
        "ics=0",
    ] {
        assert_eq!(all.matches(feature).count(), 1, "{feature} in {all}");
    }
    // A line of its own for each option.
    for option in [
        "feature option=\"Chameleon Terrain -string N*RBQ*N/*PBPBP*/RNPNPNR/QBQBQBQ/RNPNPNR/*PBPBP*/N*QBR*N\"",
        "feature option=\"Chameleon Start -string n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 0 1\"",
    ] {
        assert!(said.iter().any(|line| line == option), "{option} in {said:?}");
    }
    // The answers to features are taken without a word.
    for feature in ["done", "myname", "variants", "setboard", "option", "nosuch"] {
        engine.say(&format!("accepted {feature}\nrejected {feature}"));
    }
    engine.is_silent();
}

#[test]
fn each_variant_is_shown_before_the_pong_that_follows() {
    assert_eq!(WINDOWS.map(|window| window.0), GAMES);
    let mut engine = Engine::silent();
    engine.say("xboard\nprotover 2\nmemory 1");
    engine.settle();
    for (game, setup, letters, betza) in WINDOWS {
        engine.say("new\nrandom");
        engine.is_silent();
        engine.say(&format!("variant {game}"));
        let mut said = engine.settle();
        assert_eq!(said.remove(0), setup);
        let mut pieces: Vec<String> = letters.chars().map(|letter| format!("piece {letter}& {betza}")).collect();
        pieces.sort();
        said.sort();
        assert_eq!(said, pieces, "{game}");
    }
}

#[test]
fn an_unknown_variant_leaves_the_game_in_hand() {
    let mut engine = Engine::playing("chameleon");
    let mut game = crate::engine::game("chameleon", None);
    engine.is_told(game.as_mut(), "b2b3");
    for name in ["normal", "Ultima", "ultima2", "8x8_chameleon"] {
        engine.answers(&format!("variant {name}"), &[&format!("Error (unknown variant): {name}")]);
    }
    engine.stands_in(game.as_ref());
}

#[test]
fn a_game_without_any_handshake() {
    let mut engine = Engine::silent();
    let mut game = crate::engine::game("ultima", None);
    engine.say("sd 1\ngo");
    engine.plays(game.as_mut());
    // Moves come bare from whoever knows no `usermove`.
    let text = game.moves()[3].clone();
    game.play(&text).expect("a legal move");
    engine.say(&text);
    engine.plays(game.as_mut());
}
