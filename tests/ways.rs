//! Moves that are made square by square: every way that goes on by landings makes a legal move, and every move has one.

use std::collections::BTreeSet;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use triptych::board::Square;
use triptych::game::{Game, notation};
use triptych::search::Searchable;
use triptych::variant::{Variant, Visitor};

/// Ways that are followed of one move: chains may have very many.
const MOST: usize = 60;

/// All ways of a move that begin so, as far as there are not too many.
fn follow<G: Game>(position: &G, m: G::Move, path: &mut Vec<Square>, found: &mut Vec<Vec<Square>>) {
    if found.len() >= MOST {
        return;
    }
    if position.follows(m, path) {
        assert!(position.landings(m, path).is_empty(), "{} {path:?} is whole and goes on", position.fen());
        found.push(path.clone());
        return;
    }
    let landings = position.landings(m, path);
    assert!(landings.any(), "{} {path:?} leads nowhere", position.fen());
    for landing in landings {
        path.push(landing);
        follow(position, m, path, found);
        path.pop();
    }
}

struct Walk(u64);

impl Visitor for Walk {
    /// Moves of several ways.
    type Output = usize;

    fn visit<G: Searchable>(self, setting: G::Setting) -> usize {
        let mut random = StdRng::seed_from_u64(self.0);
        let mut several = 0;
        let mut position = G::parse(G::START, setting).expect("a start");
        for _ in 0..200 {
            let moves = position.legal();
            if moves.is_empty() || position.settled().is_some() {
                break;
            }
            for &m in moves.choose_multiple(&mut random, 30) {
                let text = notation::text(&position, m);
                let from = position.describe(m).from;
                let mut found = Vec::new();
                follow(&position, m, &mut vec![from], &mut found);
                let texts: BTreeSet<String> =
                    found.iter().map(|path| path.iter().map(ToString::to_string).collect()).collect();
                let printed = &text[..text.len() / 2 * 2];
                let fen = position.fen();
                assert!(found.len() >= MOST || texts.contains(printed), "{fen}: {text} is none of {texts:?}");
                assert_eq!(texts.len(), found.len(), "{fen}: {text}: a way comes twice");
                // Elsewhere it does not begin.
                let other = Square::all().find(|&square| square != from).expect("a square");
                assert!(position.landings(m, &[other]).is_empty() && position.landings(m, &[]).is_empty());
                several += usize::from(found.len() > 1);
            }
            // Captures only now and then, so that the board gets empty slowly and chains are met.
            let capturing: Vec<_> = moves.iter().filter(|m| position.is_noisy(**m)).collect();
            let chosen = if random.random_ratio(1, 6) { capturing.choose(&mut random).copied() } else { None };
            position.play(*chosen.unwrap_or_else(|| moves.choose(&mut random).expect("a move")));
        }
        several
    }
}

#[test]
fn every_way_makes_its_move() {
    let walk =
        |&variant: &Variant| -> usize { (0..40).map(|seed| variant.visit(None, Walk(seed)).expect("a setting")).sum() };
    let several: usize = Variant::ALL.iter().map(walk).sum();
    assert!(several > 100, "only {several} moves of several ways met");
}
