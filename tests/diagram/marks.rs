//! Marks: held against what the slow rules say, or against the sentences of the rule pages.

use std::collections::BTreeSet;

use rand::seq::IndexedRandom;
use rand::{SeedableRng, rngs::StdRng};
use triptych::arbiter::Arbiter;
use triptych::board::Square;
use triptych::drawing::Look;
use triptych::variant::Variant;
use triptych_reference::Rules;

use crate::read;

const LOOK: Look = Look { size: 400, dark: false, flip: false };

fn marked(game: &dyn Arbiter, name: &str) -> BTreeSet<Square> {
    read(game, LOOK).marks.remove(name).unwrap_or_default()
}

fn named(squares: &str) -> BTreeSet<Square> {
    squares.split_whitespace().map(|name| Square::named(name).expect("a square")).collect()
}

/// Walks through random games, and looks at every position.
fn walk(variant: Variant, positions: usize, mut look: impl FnMut(&dyn Arbiter)) {
    let mut random = StdRng::seed_from_u64(7);
    let mut seen = 0;
    while seen < positions {
        let mut game = variant.arbiter(None).expect("a game");
        for _ in 0..120 {
            look(game.as_ref());
            seen += 1;
            let Some(text) = game.moves().choose(&mut random).cloned() else { break };
            game.play(&text).expect("a legal move");
        }
    }
}

#[test]
fn frozen_pieces_of_ultima() {
    let mut found = 0;
    walk(Variant::Ultima, 1_500, |game| {
        let is_beside =
            |a: Square, b: Square| a != b && a.file().abs_diff(b.file()) <= 1 && a.rank().abs_diff(b.rank()) <= 1;
        let is_frozen = |square: &Square| {
            let Some(letter) = game.letter_at(*square) else { return false };
            Square::all().filter(|&other| is_beside(*square, other)).filter_map(|other| game.letter_at(other)).any(
                |other| {
                    let is_enemy = other.is_ascii_uppercase() != letter.is_ascii_uppercase();
                    let other = other.to_ascii_uppercase();
                    is_enemy && (other == 'I' || other == 'X' && letter.eq_ignore_ascii_case(&'i'))
                },
            )
        };
        let frozen: BTreeSet<Square> = Square::all().filter(is_frozen).collect();
        found += usize::from(!frozen.is_empty());
        assert_eq!(marked(game, "frozen"), frozen, "{}", game.fen());
        assert_eq!(marked(game, "compelling"), BTreeSet::new());
    });
    assert!(found > 50, "only {found} positions have frozen pieces");
}

#[test]
fn pieces_that_must_capture_in_shashmaty() {
    for variant in [Variant::Shashmaty, Variant::ShashmatyDamka, Variant::ShashmatyDragon] {
        let rules = Rules::new(variant.name()).expect("the reference knows the game");
        let mut found = 0;
        walk(variant, 1_000, |game| {
            let moves = rules.parse(&game.fen()).expect("a position").moves();
            let jumps = |m: &&triptych_reference::Move| {
                let from = Square::named(m.start()).expect("a square");
                let jumps = game.letter_at(from).is_some_and(|letter| "KPQ".contains(letter.to_ascii_uppercase()));
                jumps && !m.victims.is_empty()
            };
            let compelling: BTreeSet<Square> =
                moves.iter().filter(jumps).map(|m| Square::named(m.start()).expect("a square")).collect();
            found += usize::from(!compelling.is_empty());
            assert_eq!(marked(game, "compelling"), compelling, "{}", game.fen());
            assert_eq!(marked(game, "frozen"), BTreeSet::new());
        });
        assert!(found > 50, "{variant}: only {found} positions compel");
    }
}

/// What left its square is where the move started; what came is where it ended; what is gone was taken.
#[test]
fn the_last_move() {
    for &variant in Variant::ALL {
        let (mut before, mut captures) = (None::<Vec<Option<char>>>, 0);
        walk(variant, 600, |game| {
            let board: Vec<Option<char>> = Square::all().map(|square| game.letter_at(square)).collect();
            let last = before.replace(board.clone()).filter(|_| game.plies() > 0);
            let Some(last) = last else {
                assert!(marked(game, "moved").is_empty() && marked(game, "taken").is_empty(), "{variant}");
                return;
            };
            let changed = |square: &Square| last[square.index()] != board[square.index()];
            let changed: BTreeSet<Square> = Square::all().filter(changed).collect();
            let (moved, taken) = (marked(game, "moved"), marked(game, "taken"));
            let all: BTreeSet<Square> = moved.union(&taken).copied().collect();
            // A chain that comes back to where it started leaves the piece as it was.
            let is_round = moved.len() == 1;
            assert!(changed == all || is_round && changed.is_subset(&all), "{variant}: {}", game.fen());
            assert!(moved.len() <= 2 && moved.is_disjoint(&taken), "{variant}: {}", game.fen());
            assert!(taken.iter().all(|square| board[square.index()].is_none()), "{variant}: {}", game.fen());
            captures += taken.len();
        });
        assert!(captures > 20 || variant == Variant::Chameleon, "{variant}: {captures} captures");
    }
}

#[test]
fn examples() {
    let marks = |variant: Variant, fen: &str, moves: &[&str], name| {
        let mut game = variant.arbiter_from(None, Some(fen)).expect("a position");
        moves.iter().for_each(|text| drop(game.play(text).expect("a legal move")));
        marked(game.as_ref(), name)
    };
    let jump = "5k2/8/3p4/8/3p4/4P3/8/K7 w - - 0 1";
    assert_eq!(marks(Variant::Shashmaty, jump, &[], "compelling"), named("e3"));
    assert_eq!(marks(Variant::Shashmaty, jump, &["e3c5e7"], "compelling"), named("f8"));
    assert_eq!(marks(Variant::Shashmaty, jump, &["e3c5e7"], "moved"), named("e3 e7"));
    assert_eq!(marks(Variant::Shashmaty, jump, &["e3c5e7"], "taken"), named("d4 d6"));
    let frozen = "8/8/8/3kK3/4i3/8/8/8 w - - 0 1";
    assert_eq!(marks(Variant::Ultima, frozen, &[], "frozen"), named("e5"));
}
