//! Every move of many positions, as it goes out and as it comes in, taken back and taken again.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use triptych_protocol::parts::Joiner;

use super::*;
use crate::variant::Variant;

/// A leaper among victims that stand apart: 506 moves, most of them chains.
const CHAINS: &str = "k7/8/1p1p1p1p/8/1p1p1p1p/8/1p1p1p2/L6K w - - 0 1";
/// Five can be taken.
const FIVE: &str = "7k/1c6/2i1p3/1p6/2L5/6p1/K7/5l2 w - - 0 1";

fn game(variant: Variant, fen: Option<&str>) -> Box<dyn Arbiter> {
    variant.arbiter_from(None, fen).expect("a position")
}

fn read(text: &str) -> MoveText {
    text.parse().unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// Positions of random games that favour captures.
fn positions(variant: Variant, number: usize) -> Vec<Box<dyn Arbiter>> {
    let mut random = StdRng::seed_from_u64(7);
    let mut met = Vec::new();
    while met.len() < number {
        let mut game = game(variant, None);
        while game.outcome().is_none() && game.plies() < 100 && met.len() < number {
            if random.random_ratio(1, 4) {
                met.push(game.duplicate());
            }
            let pieces = |game: &dyn Arbiter| {
                game.fen().chars().take_while(|c| *c != ' ').filter(char::is_ascii_alphabetic).count()
            };
            let captures = |text: &String| {
                let mut after = game.duplicate();
                after.play(text).expect("a legal move");
                pieces(after.as_ref()) < pieces(game.as_ref())
            };
            let moves = game.moves();
            let taking: Vec<String> = moves.iter().filter(|text| captures(text)).cloned().collect();
            let chosen = if taking.is_empty() || random.random() {
                moves.choose(&mut random)
            } else {
                taking.choose(&mut random)
            };
            let text = chosen.expect("a move in a game that is not over").clone();
            game.play(&text).expect("a legal move");
        }
    }
    met
}

/// Takes plies that make one move.
fn take_all(history: &mut History, plies: &[MoveText]) -> Played {
    let (last, first) = plies.split_last().expect("plies");
    let mover = history.turn();
    for ply in first {
        assert_eq!(history.turn(), if ply.is_null() { !mover } else { mover });
        assert_eq!(history.take(read(&ply.to_string())), Ok(Step::Part), "{ply} of {plies:?}");
        assert!(history.is_in_the_middle() && !history.is_taken_apart());
    }
    match history.take(read(&last.to_string())) {
        Ok(Step::Whole(played)) => played,
        other => panic!("{other:?} for {last} of {plies:?} in {}", history.game().fen()),
    }
}

/// Everything that must hold for one legal move.
fn check(game: &dyn Arbiter, text: &str) {
    let mut after = game.duplicate();
    let played = after.play(text).expect("a legal move");
    assert_eq!(played.text, text);
    let relayed: Vec<MoveText> = played.lines.iter().map(MoveText::to_relayed).collect();
    for plies in [&played.lines, &relayed] {
        let mut history = History::new(game.duplicate());
        assert_eq!(take_all(&mut history, plies), played);
        assert_eq!((history.game().fen(), history.plies()), (after.fen(), plies.len()));
        for back in 1..=plies.len() {
            // Taken apart from its end, it is known how it goes on.
            assert!((0..back).all(|_| history.undo()));
            assert_eq!((history.game().fen(), history.plies()), (game.fen(), plies.len() - back));
            assert_eq!(history.is_in_the_middle(), back < plies.len());
            assert_eq!(history.is_taken_apart(), back < plies.len());
            let missing = if back < plies.len() { history.complete() } else { take_all(&mut history, plies).lines };
            assert_eq!(missing, played.lines[plies.len() - back..], "{text} in {}", game.fen());
            assert_eq!(history.game().fen(), after.fen());
        }
        while history.undo() {}
        assert_eq!((history.game().fen(), history.plies()), (game.fen(), 0));
    }
    // The whole move in one text: by landings, and by its victims in any order.
    let mut joiner = Joiner::default();
    let whole = played.lines.iter().find_map(|line| joiner.push(line.clone()).expect("parts")).expect("a whole move");
    let mut turned = whole.clone();
    if let Route::Victims { victims, .. } = &mut turned.route {
        victims.reverse();
    }
    let written = [
        text.to_owned(),
        text.to_ascii_uppercase(),
        whole.to_string(),
        turned.to_string(),
        whole.to_relayed().to_string(),
    ];
    for form in written {
        let played_again = game.duplicate().play(&form);
        assert_eq!(played_again.as_ref().map(|played| &*played.text), Ok(text), "{form} in {}", game.fen());
        let bare = game.duplicate().play_written(&[read(&form)], Reading::Bare);
        assert_eq!(bare.map(|played| played.text).as_deref(), Ok(text), "{form} in {}", game.fen());
    }
}

macro_rules! every_move_of_random_games {
    ($($name:ident: $variant:ident, $number:literal;)*) => {$(
        #[test]
        fn $name() {
            for game in positions(Variant::$variant, $number) {
                for text in game.moves() {
                    check(game.as_ref(), &text);
                }
            }
        }
    )*};
}

every_move_of_random_games! {
    ultima: Ultima, 60;
    shashmaty: Shashmaty, 150;
    shashmaty_damka: ShashmatyDamka, 150;
    shashmaty_dragon: ShashmatyDragon, 150;
    chameleon: Chameleon, 100;
}

#[test]
fn every_chain() {
    let game = game(Variant::Ultima, Some(CHAINS));
    for text in game.moves().iter().step_by(3) {
        check(game.as_ref(), text);
    }
}

#[test]
fn a_game_taken_back_ply_by_ply() {
    for &variant in Variant::ALL {
        let mut random = StdRng::seed_from_u64(3);
        let mut history = History::new(game(variant, None));
        let mut before = vec![(0, history.game().fen())];
        while history.game().outcome().is_none() && before.len() < 80 {
            let text = history.game().moves().choose(&mut random).expect("a move").clone();
            if random.random() {
                history.play(&text).expect("a legal move");
            } else {
                let lines = history.game().duplicate().play(&text).expect("a legal move").lines;
                take_all(&mut history, &lines);
            }
            before.push((history.plies(), history.game().fen()));
        }
        while let Some((plies, fen)) = before.pop() {
            while history.plies() > plies {
                assert!(history.undo());
            }
            assert_eq!(history.game().fen(), fen, "{variant}");
        }
        assert!(!history.undo());
    }
}

#[test]
fn a_capture_of_any_length_by_its_ends_where_only_one_fits() {
    let bare = |text: &str| History::new(game(Variant::Ultima, Some(FIVE))).take(read(text));
    assert!(matches!(bare("c4e8"), Ok(Step::Whole(played)) if played.text == "c4c8a6e2e8"));
    // A plain jump is what it says, whatever longer way leads there.
    assert!(matches!(bare("c4c8"), Ok(Step::Whole(played)) if played.text == "c4c8"));
    assert!(matches!(bare("c4e1"), Err(MoveError::Ambiguous { .. })));
    assert!(matches!(bare("c4c4"), Err(MoveError::Illegal(_))));
    // The last part of a move is read strictly.
    let mut history = History::new(game(Variant::Ultima, Some(FIVE)));
    for text in ["c4xb5xb7-c8=", "@@@@"] {
        assert_eq!(history.take(read(text)), Ok(Step::Part));
    }
    assert!(history.take(read("c8e1")).is_err());
    assert!(matches!(history.take(read("c8xe6-g4")), Ok(Step::Whole(played)) if played.text == "c4a6c8g4"));
}

#[test]
fn a_part_must_take_something_and_leave_something() {
    let part = |text: &str| History::new(game(Variant::Ultima, Some(FIVE))).take(read(text));
    for text in ["c4xb5xb7-c8=", "c4xb5-a6=", "c4xf1-c4=", "c4b5=", "c4xe6xg3-f1="] {
        assert_eq!(part(text), Ok(Step::Part), "{text}");
    }
    for text in ["c4a6=", "c4xh8-c4=", "c4xa2-c8=", "a2xb5-a2=", "c4c5=", "@@@@", "@@@@="] {
        let read: Result<MoveText, _> = text.parse();
        assert!(read.is_err() || part(text).is_err(), "{text}");
    }
    // A capture that is whole with what it has taken has no part to come.
    let jump = game(Variant::Ultima, Some("7k/8/8/1p6/2L5/8/8/K7 w - - 0 1"));
    for text in ["c4xb5-a6=", "c4b5="] {
        assert!(History::new(jump.duplicate()).take(read(text)).is_err(), "{text}");
    }
}

#[test]
fn only_the_missing_plies_go_on_from_the_middle() {
    let lines = ["c4xb5xb7-c8=", "@@@@", "c8xe6xg3-g1=", "@@@@", "g1xf1-e1"].map(read);
    let mut history = History::new(game(Variant::Ultima, Some(FIVE)));
    take_all(&mut history, &lines);
    let whole = history.game().fen();
    for back in 1..5 {
        (0..back).for_each(|_| assert!(history.undo()));
        // Legal ways to go on, or to end, that are not what was played; and plies that never were anything.
        for other in ["c8xe6-g4", "c8xe6xg3-g2=", "g1xf1-d1", "g1xf1-e1=", "h8h7", "c4xb5xb7-c8="] {
            assert!(history.take(read(other)).is_err(), "{other}");
        }
        for line in &lines[5 - back..] {
            assert!(history.is_taken_apart());
            assert!(history.take(line.to_relayed()).is_ok());
        }
        assert_eq!(history.game().fen(), whole);
    }
    // Parts that never were whole are not known again.
    let mut history = History::new(game(Variant::Ultima, Some(FIVE)));
    assert!(lines[..2].iter().all(|line| history.take(line.clone()) == Ok(Step::Part)));
    assert!(history.undo() && history.is_in_the_middle() && !history.is_taken_apart());
    assert_eq!(history.complete(), []);
    assert!(history.undo() && !history.is_in_the_middle() && !history.undo());
}

#[test]
fn what_a_window_leaves_behind_a_relayed_move_is_ignored() {
    let game = game(Variant::Ultima, Some(FIVE));
    for plies in [&["c4b5,b5b7,b7c8q"][..], &["c4b5,b5b7,b7c8="], &["c4b5,b5b7,b7c8=", "@@@@", "c8e6,e6g4k"]] {
        let mut history = History::new(game.duplicate());
        for ply in plies {
            assert!(history.take(read(ply)).is_ok(), "{ply}");
        }
    }
    // Only there.
    assert!(History::new(game.duplicate()).take(read("c4xb5xb7-c8q")).is_err());
}

#[test]
fn set_up_forgets_all() {
    let mut history = History::new(game(Variant::Ultima, Some(FIVE)));
    for text in ["c4xb5xb7-c8=", "@@@@"] {
        assert_eq!(history.take(read(text)), Ok(Step::Part));
    }
    assert!(history.set_up("nonsense").is_err());
    assert_eq!(history.plies(), 2);
    history.set_up(FIVE).expect("a position");
    assert_eq!((history.plies(), history.is_in_the_middle(), history.undo()), (0, false, false));
}
