//! Moves of several jumps: their texts, their routes, and positions that have hundreds of thousands of them. Random
//! games show that what is written can be read.

use std::collections::BTreeSet;
use triptych_reference::{Move, Position, Rules};

fn position(game: &str, fen: &str) -> Position {
    Rules::new(game).expect(game).parse(fen).expect(fen)
}

fn find<'a>(moves: &'a [Move], text: &str) -> &'a Move {
    moves.iter().find(|each| each.text == text).unwrap_or_else(|| panic!("{text} is not found"))
}

/// What holds for the moves of any position.
fn check(position: &Position) {
    let moves = position.moves();
    let mut known = BTreeSet::new();
    for each in &moves {
        let routes = position.routes_up_to(each, 1000);
        assert_eq!(routes.first(), Some(&each.text), "{}", position.fen());
        for route in routes {
            assert_eq!(route.len(), each.text.len(), "{}", position.fen());
            assert!(known.insert(route), "a route of two moves, or twice of {} in {}", each.text, position.fen());
        }
    }
    assert!(moves.is_sorted_by(|one, other| one.text < other.text), "{}", position.fen());
    let identities: BTreeSet<_> =
        moves.iter().map(|each| (each.start(), each.end(), &each.victims, each.promotion())).collect();
    assert_eq!(identities.len(), moves.len(), "{}", position.fen());
    assert_eq!(position.perft(1), moves.len() as u64, "{}", position.fen());
}

#[test]
fn two_ways_round_are_one_move() {
    let leaper = position("ultima", "7k/8/8/2pp4/2Lp4/8/8/K7 w - - 0 1");
    let moves = leaper.moves();
    // Both ways round the three pawns; the first is printed.
    let round = find(&moves, "c4c6e4c4");
    assert_eq!(round.victims, ["c5", "d4", "d5"]);
    assert_eq!(leaper.routes(round), ["c4c6e4c4", "c4e4c6c4"]);
    assert_eq!(leaper.routes_up_to(round, 1), ["c4c6e4c4"]);
    check(&leaper);

    let king = position("shashmaty", "7k/8/8/4p1p1/8/4p1p1/5K2/8 w - - 0 1");
    let round = king.moves().remove(0);
    assert_eq!(king.routes(&round), ["f2d4f6h4f2", "f2h4f6d4f2"]);
    check(&king);
}

#[test]
fn landings_between_are_one_move() {
    let chameleon = position("ultima", "7k/8/8/8/wX1l2l1/8/8/K7 w - - 0 1");
    let moves = chameleon.moves();
    let double = find(&moves, "b4e4h4");
    assert_eq!(double.victims, ["a4", "d4", "g4"]);
    assert_eq!(chameleon.routes(double), ["b4e4h4", "b4f4h4"]);
    check(&chameleon);
}

#[test]
fn a_chain_that_turns_is_a_leapers_move_alone() {
    let chameleon = position("ultima", "7k/8/8/4l3/wX1l4/8/8/K7 w - - 0 1");
    let moves = chameleon.moves();
    assert_eq!(find(&moves, "b4e4").victims, ["a4", "d4"]);
    assert_eq!(find(&moves, "b4e4e6").victims, ["d4", "e5"]);
    check(&chameleon);
}

#[test]
fn straight_back_is_a_turn() {
    // On a4 the chameleon is at the corners with its king: it takes the officer if it has come by one straight move.
    let chameleon = position("ultima", "k7/8/8/8/1l1Xl3/8/8/c6K w - - 0 1");
    let moves = chameleon.moves();
    assert_eq!(find(&moves, "d4a4").victims, ["a1", "b4"]);
    assert_eq!(find(&moves, "d4f4a4").victims, ["b4", "e4"]);
    check(&chameleon);
}

#[test]
fn promotion_in_mid_capture_has_three_continuations() {
    let pawn = position("shashmaty", "8/2p1p1k1/1P6/8/8/8/8/K7 w - - 0 1");
    let texts: Vec<String> = pawn.moves().into_iter().map(|each| each.text).collect();
    assert_eq!(texts, ["b6d8b", "b6d8c", "b6d8f6h8k"]);
    let last = pawn.moves().pop().expect("a third move");
    assert_eq!((last.start(), last.end(), last.promotion()), ("b6", "h8", Some('k')));
    assert_eq!(last.after.result(), Some(("1-0", "kings")));
}

#[test]
fn victims_stay_until_the_end() {
    // On f6 and g7 the damka may not turn back over e5, nor go on over c3.
    let damka = position("shashmaty-damka", "7k/8/8/4p3/8/2p5/8/Q3K3 w - - 0 1");
    let texts: Vec<String> = damka.moves().into_iter().map(|each| each.text).collect();
    assert_eq!(texts, ["a1d4f6", "a1d4g7"]);
    check(&damka);
}

#[test]
fn fifteen_isolated_victims() {
    // Found by a search for many moves. Both sides must be answered: for Black each move is tested against the chains.
    let white = position("ultima", "2p4k/6p1/ppp1pppp/4p2L/6p1/3p3p/5p2/K1p5 w - - 0 1");
    let moves = white.moves();
    assert_eq!(moves.len(), 491_083);
    let longest = moves.iter().max_by_key(|each| each.text.len()).expect("moves");
    assert_eq!(white.routes_up_to(longest, 10).first(), Some(&longest.text));
    let black = position("ultima", "2p4k/6p1/ppp1pppp/4p2L/6p1/3p3p/5p2/K1p5 b - - 0 1");
    assert_eq!(black.moves().len(), 106);
}

#[test]
fn random_games() {
    let mut seed: u64 = 1;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below
    };
    for game in ["ultima", "shashmaty", "shashmaty-damka", "shashmaty-dragon", "chameleon"] {
        let rules = Rules::new(game).expect(game);
        for _ in 0..20 {
            let mut position = rules.start();
            while position.result().is_none() {
                assert_eq!(rules.parse(&position.fen()).as_ref(), Ok(&position), "{game}");
                check(&position);
                let mut moves = position.moves();
                position = moves.swap_remove(random(moves.len())).after;
            }
            assert_eq!(rules.parse(&position.fen()).as_ref(), Ok(&position), "{game}");
        }
    }
}
