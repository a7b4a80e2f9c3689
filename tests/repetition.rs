//! Repetition, counted by a game in progress, against counting all positions of the game.

use std::collections::HashMap;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use triptych::arbiter::Arbiter;
use triptych::game::chameleon::Chameleon;
use triptych::game::shashmaty::{Shashmaty, ShashmatyDamka, ShashmatyDragon};
use triptych::game::ultima::Ultima;
use triptych::game::{Game, Outcome, Reason, Record};
use triptych::variant::Variant;

/// Placement and turn, as the FEN has them: what makes a position the same, without any key.
fn same_as<G: Game>(position: &G) -> String {
    let fen = position.fen();
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// Games whose players like to go back, counted both ways at every move; returns how often a position stood thrice.
fn shuffle<G: Game<Setting: Default>>(fens: &[&str]) -> usize {
    let mut random = StdRng::seed_from_u64(5);
    let mut thrice = 0;
    for game in 0..40 {
        let fen = fens[game % fens.len()];
        let mut record = Record::new(G::parse(fen, G::Setting::default()).expect(fen));
        let mut stood: HashMap<String, usize> = HashMap::from([(same_as(record.position()), 1)]);
        for _ in 0..150 {
            let legal = record.position().legal();
            let known = |m: &&G::Move| {
                let mut next = record.position().clone();
                next.play(**m);
                stood.contains_key(&same_as(&next))
            };
            let back: Vec<G::Move> = legal.iter().filter(known).copied().collect();
            let choice = if random.random_bool(0.6) { back.choose(&mut random) } else { None };
            let Some(&m) = choice.or_else(|| legal.choose(&mut random)) else { break };
            record.play(m);
            let times = stood.entry(same_as(record.position())).or_default();
            *times += 1;
            assert_eq!(record.repetitions(), *times, "{} from {fen}", record.position().fen());
            assert_eq!(record.repeatable_keys().last(), Some(&record.position().key()));
            thrice += usize::from(*times == 3);
        }
    }
    thrice
}

#[test]
fn as_often_as_it_stood_in_the_whole_game() {
    let few = "1*2k*1/*5*/7/7/2P4/*5*/1*1K1*1 w - - 0 1";
    assert!(shuffle::<Chameleon>(&[Chameleon::START, few]) > 20);
    assert!(shuffle::<Ultima>(&[Ultima::START]) > 20);
    let few = "5k1b/8/8/8/8/8/8/K1B5 w - - 0 1";
    assert!(shuffle::<Shashmaty>(&[ShashmatyDamka::START, few]) > 20);
    assert!(shuffle::<ShashmatyDamka>(&[ShashmatyDamka::START, few]) > 20);
    assert!(shuffle::<ShashmatyDragon>(&[ShashmatyDragon::START, few]) > 20);
}

/// A pawn's move sets the half-move counter back, but the piece that it became can return to where it is a pawn.
#[test]
fn a_piece_that_was_a_pawn_can_bring_a_position_back() {
    let fen = "1*2k*1/*5*/7/7/2P4/*5*/1*1K1*1 w - - 0 1";
    let mut game: Box<dyn Arbiter> = Variant::Chameleon.arbiter_from(None, Some(fen)).expect(fen);
    for round in 0..2 {
        assert_eq!(game.outcome(), None, "round {round}");
        for text in ["c3c4", "e7d7", "c4c3", "d7e7"] {
            game.play(text).expect(text);
        }
    }
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Repetition)));
}
