//! Chameleon's terrain and start position, chosen by options.

use triptych::variant::Variant;

use crate::engine::Engine;

/// A terrain of the usual shape with other colours.
const COLOURS: &str = "N*NNN*N/*NNNNN*/NNNNNNN/NNNNNNN/NNNNNNN/*NNNNN*/N*NNN*N";
/// A terrain without holes, and a start position on it.
const OPEN: &str = "PPPPPPP/PPPPPPP/RRRRRRR/QQQQQQQ/NNNNNNN/PPPPPPP/PPPPPPP";
const OPEN_START: &str = "k6/p6/7/7/7/6P/6K w - - 0 1";
const USUAL_START: &str = "n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 0 1";

/// The start position that the window is told of at the beginning of a game, and what else is said.
fn begin(engine: &mut Engine) -> (String, Vec<String>) {
    engine.say("new\nvariant chameleon\nsd 1\nforce");
    let mut said = engine.settle();
    let at = said.iter().position(|line| line.starts_with("setup ")).expect("a set-up");
    let setup = said.remove(at);
    said.retain(|line| !line.starts_with("piece "));
    (setup.split_once("_elven ").expect("the parent variant").1.to_owned(), said)
}

/// It must play on this terrain from this position.
#[track_caller]
fn stands(engine: &mut Engine, terrain: &str, fen: &str) {
    engine.stands_in(Variant::Chameleon.arbiter_from(Some(terrain), Some(fen)).expect("a position").as_ref());
}

#[test]
fn a_terrain_that_the_start_position_fits() {
    let mut engine = Engine::playing("chameleon");
    engine.say(&format!("option Chameleon Terrain={COLOURS}"));
    engine.is_silent();
    // The game in hand goes on as it is.
    engine.stands_in(crate::engine::game("chameleon", None).as_ref());
    assert_eq!(begin(&mut engine), (USUAL_START.into(), vec![]));
    stands(&mut engine, COLOURS, USUAL_START);
    engine.say("go");
    let moves = engine.moves();
    assert!(moves[0].letter.is_none_or(|letter| letter == 'n'), "all become knights: {moves:?}");
    // An empty value is the default again.
    engine.say("option Chameleon Terrain=");
    engine.is_silent();
    begin(&mut engine);
    engine.stands_in(crate::engine::game("chameleon", None).as_ref());
}

#[test]
fn terrain_and_start_in_either_order() {
    let terrain = format!("option Chameleon Terrain={OPEN}");
    let start = format!("option Chameleon Start={OPEN_START}");
    for (first, second) in [(&terrain, &start), (&start, &terrain)] {
        let mut engine = Engine::playing("chameleon");
        // The first half waits for the second, and nobody is alarmed.
        engine.say(first);
        let said = engine.settle();
        assert!(said.len() == 1 && said[0].starts_with("# Chameleon ") && said[0].contains("waits"), "{said:?}");
        engine.say(second);
        engine.is_silent();
        assert_eq!(begin(&mut engine), (OPEN_START.into(), vec![]));
        stands(&mut engine, OPEN, OPEN_START);
        // Half of it taken away, the other half waits again.
        engine.say("option Chameleon Start=");
        assert_eq!(engine.settle().len(), 1);
        engine.say("option Chameleon Terrain=");
        engine.is_silent();
        assert_eq!(begin(&mut engine), (USUAL_START.into(), vec![]));
        engine.stands_in(crate::engine::game("chameleon", None).as_ref());
    }
}

#[test]
fn a_start_position_alone() {
    let mut engine = Engine::playing("chameleon");
    let start = "1*1k1*1/*5*/7/r5R/7/*5*/1*1K1*1 b - - 7 30";
    engine.say(&format!("option chameleon start={start}"));
    engine.is_silent();
    assert_eq!(begin(&mut engine).0, start);
    engine.stands_in(crate::engine::game("chameleon", Some(start)).as_ref());
}

#[test]
fn halves_that_do_not_fit() {
    let mut engine = Engine::playing("chameleon");
    engine.say(&format!("option Chameleon Terrain={OPEN}"));
    engine.settle();
    // The game begins on the last board that fits, and the user is told once.
    let (start, said) = begin(&mut engine);
    assert_eq!(start, USUAL_START);
    assert!(said.len() == 1 && said[0].starts_with("tellusererror chameleon: "), "{said:?}");
    assert_eq!(begin(&mut engine), (USUAL_START.into(), vec![]));
    engine.stands_in(crate::engine::game("chameleon", None).as_ref());
    // A position that is given is all that the terrain needs.
    engine.say(&format!("setboard {OPEN_START}"));
    engine.is_silent();
    stands(&mut engine, OPEN, OPEN_START);
    engine.say("go");
    engine.plays(Variant::Chameleon.arbiter_from(Some(OPEN), Some(OPEN_START)).expect("a position").as_mut());
}

#[test]
fn bad_values_change_nothing() {
    let mut engine = Engine::playing("chameleon");
    for (option, words) in [
        ("Chameleon Terrain=QQQ", "rows"),
        ("Chameleon Terrain=N*RBQ*N/*PBPBP*/RNPNPNR/QBQKQBQ/RNPNPNR/*PBPBP*/N*QBR*N", "'K' on d4"),
        ("Chameleon Terrain=N*RBQ*N/*PBPBP*/RNPNPNR/QBQBQB/RNPNPNR/*PBPBP*/N*QBR*N", "rank 4"),
        ("Chameleon Start=nonsense", "FEN has 1 field"),
        ("Chameleon Start=n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N x - - 0 1", "side to move is 'x'"),
        ("Chameleon Start=n*rrq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 0 1", "Black has 0 kings"),
    ] {
        engine.say(&format!("option {option}"));
        let said = engine.settle();
        assert!(
            said.len() == 1 && said[0].starts_with("tellusererror Chameleon ") && said[0].contains(words),
            "{said:?}"
        );
    }
    for line in ["option Nonsense=1", "option Ultima Terrain=QQQ", "option Chameleon Terrain", "option Chameleon=1"] {
        engine.answers(line, &[&format!("Error (unknown option): {line}")]);
    }
    assert_eq!(begin(&mut engine), (USUAL_START.into(), vec![]));
    engine.stands_in(crate::engine::game("chameleon", None).as_ref());
}
