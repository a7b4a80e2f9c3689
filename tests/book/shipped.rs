//! The books that are in the program.

use std::collections::HashSet;

use rand::SeedableRng;
use rand::rngs::StdRng;
use triptych::book::check::check;
use triptych::book::{BookFile, choice, shipped};
use triptych::search::Searchable;
use triptych::variant::{Variant, Visitor};

const GAMES: [Variant; 3] = [Variant::Ultima, Variant::Shashmaty, Variant::Chameleon];

struct Text;

impl Visitor for Text {
    type Output = (String, &'static [u8]);

    fn visit<G: Searchable>(self, _: G::Setting) -> Self::Output {
        shipped::text::<G>().expect("a book")
    }
}

#[test]
fn every_position_move_line_and_score_is_right() {
    struct Check(BookFile);
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Searchable>(self, setting: G::Setting) {
            let faults = check::<G>(&self.0, setting);
            assert_eq!(faults, [], "{}", G::NAME);
            assert!(self.0.pages.len() >= 600, "{}: {} positions", G::NAME, self.0.pages.len());
        }
    }
    for game in GAMES {
        let (name, text) = game.visit(None, Text).expect("a game");
        assert!(text.len() < 1 << 20, "{name}: {} bytes", text.len());
        let book = BookFile::parse(&name, text).expect("a book");
        assert_eq!(book.to_string().as_bytes(), text, "{name} is not as it would be written");
        game.visit(None, Check(book)).expect("a game");
    }
}

/// The first eight plies of a game in which both sides play from the book in the usual manner, as far as it goes.
fn first_plies(game: Variant, random: &mut StdRng) -> Vec<String> {
    let book = game.book(None, None).expect("a game").expect("a book");
    let mut game = game.arbiter(None).expect("a start");
    let mut plies = Vec::new();
    while plies.len() < 8 {
        let moves = book.moves(game.as_ref());
        let Some(entry) = choice::choose(&moves, choice::USUAL_VARIETY, random) else { break };
        plies.push(game.play(&entry.text).expect("a book's moves are legal").text);
    }
    plies
}

/// Games that leave the book before go on in ways that are not counted here.
#[test]
fn two_hundred_games_begin_in_many_ways_by_the_book_alone() {
    // In Chameleon variety is dear: see the decision on books.
    for (game, least) in [(Variant::Ultima, 90), (Variant::Shashmaty, 60), (Variant::Chameleon, 8)] {
        let mut random = StdRng::seed_from_u64(7);
        let ways: HashSet<Vec<String>> = (0..200).map(|_| first_plies(game, &mut random)).collect();
        assert!(ways.len() >= least, "{game}: {} ways", ways.len());
    }
}

#[test]
fn sub_variants_play_from_their_games_book() {
    for game in [Variant::ShashmatyDamka, Variant::ShashmatyDragon] {
        let mut random = StdRng::seed_from_u64(7);
        let plies: usize = (0..50).map(|_| first_plies(game, &mut random).len()).sum();
        assert!(plies >= 50 * 4, "{game}: {plies} plies in 50 games");
    }
}

#[test]
fn a_board_of_ones_own_has_no_book() {
    let other = "N*RBQ*N/*PBPBP*/RNPNPNR/QBQPQBQ/RNPNPNR/*PBPBP*/N*QBR*N";
    assert!(Variant::Chameleon.book(None, None).expect("a game").is_some());
    assert!(Variant::Chameleon.book(Some(other), None).expect("a terrain").is_none());
}
