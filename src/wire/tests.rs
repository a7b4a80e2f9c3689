//! What a window would show: it is played here by a board that knows no rules.

use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use triptych_protocol::Route;

use super::*;
use crate::game::chameleon::Chameleon;
use crate::game::notation;
use crate::game::shashmaty::{Shashmaty, ShashmatyDamka, ShashmatyDragon};
use crate::game::ultima::Ultima;

/// A window's board: pieces that go where they are told.
struct Board(BTreeMap<Written, char>);

impl Board {
    fn of<G: Game>(position: &G) -> Board {
        Board(Square::all().filter_map(|square| Some((written(square), position.letter_at(square)?))).collect())
    }

    /// Makes a move as a window makes it, and checks that it is one that a window can make.
    fn play(&mut self, line: &MoveText) {
        let (start, victims, end) = match &line.route {
            Route::Null => return,
            Route::Path(path) => {
                assert_eq!(path.len(), 2, "a window takes an inner square for a victim: {line}");
                (path[0], Vec::new(), path[1])
            }
            Route::Victims { start, victims, end } => (*start, victims.clone(), *end),
        };
        let piece = self.0.remove(&start).unwrap_or_else(|| panic!("no piece stands on {start}: {line}"));
        let is_enemy = |other: char| other.is_ascii_uppercase() != piece.is_ascii_uppercase();
        assert!(victims.len() <= VICTIMS_A_LINE, "{line}");
        assert_ne!((start, victims.is_empty()), (end, true), "a window refuses it: {line}");
        for victim in victims {
            // An empty square, or one of the mover's own, would be taken for castling.
            assert!(self.0.remove(&victim).is_some_and(is_enemy), "{victim} is no victim: {line}");
        }
        assert!(self.0.get(&end).copied().is_none_or(is_enemy), "{end} is its own: {line}");
        let same_case = |letter: char| if piece.is_ascii_uppercase() { letter.to_ascii_uppercase() } else { letter };
        match line.letter {
            Some(SUICIDE_LETTER) => assert!(!self.0.contains_key(&end), "{end} is not empty: {line}"),
            letter => drop(self.0.insert(end, letter.map_or(piece, same_case))),
        }
    }
}

/// The texts of a legal move, checked on a window's board.
fn checked<G: Game>(position: &G, m: G::Move) -> Vec<MoveText> {
    let lines = lines(position, m);
    let mut board = Board::of(position);
    for (number, line) in lines.iter().enumerate() {
        let is_last = number + 1 == lines.len();
        assert_eq!((line.part, line.is_null()), (number % 2 == 0 && !is_last, number % 2 == 1), "{lines:?}");
        assert!(is_last || line.letter.is_none(), "{lines:?}");
        board.play(line);
    }
    let mut after = position.clone();
    after.play(m);
    let shown = board.0;
    assert_eq!(shown, Board::of(&after).0, "{} in {}: {lines:?}", notation::text(position, m), position.fen());
    lines
}

/// Every move of random games that favour captures, and how many of them take parts.
fn walk<G: Game>(plies: usize) -> usize {
    let mut random = StdRng::seed_from_u64(11);
    let start = G::parse(G::START, G::Setting::default()).expect("the start position");
    let mut position = start.clone();
    let mut in_parts = 0;
    for _ in 0..plies {
        let moves = position.legal();
        if position.outcome(&moves).is_some() || random.random_ratio(1, 150) {
            position = start.clone();
            continue;
        }
        in_parts += moves.iter().filter(|&&m| checked(&position, m).len() > 1).count();
        let taking: Vec<G::Move> = moves.iter().copied().filter(|&m| position.describe(m).victims.any()).collect();
        let chosen = if random.random() { taking.choose(&mut random) } else { None };
        position.play(*chosen.or_else(|| moves.choose(&mut random)).expect("a move"));
    }
    in_parts
}

#[test]
fn a_window_shows_every_move_of_every_game() {
    let in_parts = [walk::<Shashmaty>(4000), walk::<ShashmatyDamka>(4000), walk::<ShashmatyDragon>(4000)];
    assert!(in_parts.iter().all(|&number| number > 0), "{in_parts:?}");
    assert!(walk::<Ultima>(2000) > 0);
    assert_eq!(walk::<Chameleon>(2000), 0, "nothing takes two there");
}

fn all<G: Game>(fen: &str) -> Vec<(String, Vec<String>)> {
    let position = G::parse(fen, G::Setting::default()).expect("a position");
    let say = |(text, m)| (text, checked(&position, m).iter().map(ToString::to_string).collect());
    notation::sorted(&position).into_iter().map(say).collect()
}

/// The texts of a move, joined by blanks.
#[track_caller]
fn said<G: Game>(fen: &str, text: &str) -> String {
    let moves = all::<G>(fen);
    let found = moves.iter().find(|(found, _)| found == text).unwrap_or_else(|| panic!("{text} is not legal in {fen}"));
    found.1.join(" ")
}

#[test]
fn a_window_shows_chains_of_many_victims() {
    let chains = all::<Ultima>("7K/1pLp2p1/1p1p1p2/8/1p1p1p2/8/1p1p2p1/7k w - - 0 1");
    assert!(chains.iter().any(|(_, lines)| lines.len() >= 9), "five parts");
    // Six victims, most of which do not stand on the way.
    let six = all::<Ultima>("8/4P3/4pk2/wX1l1pP1/4p3/4P3/8/1K2c3 w - - 0 1");
    assert!(six.iter().any(|(_, lines)| lines.len() == 5));
    // A straight double jump that withdraws as well.
    let straight = all::<Ultima>("7k/8/8/8/wX1l1l2/8/8/K7 w - - 0 1");
    assert!(straight.iter().any(|(text, lines)| text == "b4e4g4" && *lines == ["b4xd4xf4-b4=", "@@@@", "b4xa4-g4"]));
    // A damka goes round, over squares that it has passed before.
    all::<ShashmatyDamka>("5k2/8/8/8/3p1p2/8/3p1p2/K3Q3 w - - 0 1");
}

#[test]
fn the_forms_of_every_kind_of_move() {
    assert_eq!(said::<Ultima>(Ultima::START, "a2a5"), "a2a5");
    // One off the last square, two, three and more.
    assert_eq!(said::<Ultima>("8/p7/8/K4lwk/1C5p/8/3lI3/8 w - - 0 1", "b4f8"), "b4xf5-f8");
    assert_eq!(said::<Ultima>("6P1/5Pc1/4Px2/1P6/6P1/k7/8/K7 w - - 0 1", "g4g6"), "g4xf6xg7-g6");
    let five = "7k/1c6/2i1p3/1p6/2L5/6p1/K7/5l2 w - - 0 1";
    assert_eq!(said::<Ultima>(five, "c4a6c8g4g1e1"), "c4xb5xb7-c8= @@@@ c8xe6xg3-g1= @@@@ g1xf1-e1");
    assert_eq!(said::<Ultima>(five, "c4a6c8g4"), "c4xb5xb7-c8= @@@@ c8xe6-g4");
    // It ends where its third victim stood: that one goes with the arrival.
    assert_eq!(said::<Ultima>(five, "c4g8g1c1c8a6f1"), "c4xe6xg3-g1= @@@@ g1xf1xc6-c8= @@@@ c8xb7xb5-f1");
    let circle = "7k/8/8/2pp4/2Lp4/8/8/K7 w - - 0 1";
    assert_eq!(said::<Ultima>(circle, "c4c6e4c4"), "c4xc5xd5-e4= @@@@ e4xd4-c4");
    let six = "8/4P3/4pk2/wX1l1pP1/4p3/4P3/8/1K2c3 w - - 0 1";
    assert_eq!(said::<Ultima>(six, "b5e5"), "b5xd5xe1-b5= @@@@ b5xe4xa5-b5= @@@@ b5xf5xe6-e5");
    // By displacement.
    assert_eq!(said::<Ultima>("7k/8/8/8/8/8/1p6/K7 w - - 0 1", "a1b2"), "a1b2");
    assert_eq!(said::<Shashmaty>("5k2/8/8/8/1p6/8/8/K1C5 w - - 0 1", "c1b4"), "c1b4");
    // Promotions and changes.
    assert_eq!(said::<Shashmaty>("5k2/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8c"), "a7b8c");
    assert_eq!(said::<Shashmaty>("8/2p1p1k1/1P6/8/8/8/8/K7 w - - 0 1", "b6d8b"), "b6xc7-d8b");
    assert_eq!(said::<Shashmaty>("8/2p1p1k1/1P6/8/8/8/8/K7 w - - 0 1", "b6d8f6h8k"), "b6xc7xe7-f6= @@@@ f6xg7-h8k");
    assert_eq!(said::<ShashmatyDamka>("8/2p5/1P3p2/8/8/8/8/K3k3 w - - 0 1", "b6d8g5q"), "b6xc7xf6-g5q");
    assert_eq!(said::<Chameleon>(Chameleon::START, "b2b3"), "b2b3n");
    assert_eq!(said::<Chameleon>(Chameleon::START, "a1b3"), "a1b3");
    assert_eq!(said::<Chameleon>("1*1k1*1/*5*/7/q5R/7/*5*/1*1K1*1 w - - 0 1", "g4a4"), "g4a4q");
    // Suicides step aside, where there is room: next to the piece, or anywhere.
    assert_eq!(said::<Ultima>("7k/8/8/3iW3/8/8/8/K7 w - - 0 1", "e5e5"), "e5d4z");
    assert_eq!(said::<Ultima>("7k/8/8/8/8/ppp5/PPi5/KPP5 w - - 0 1", "b1b1"), "b1d1z");
}
