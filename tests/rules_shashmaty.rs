//! The rules of Shashmaty and its sub-variants, sentence by sentence.

#[path = "rules_shashmaty/captures.rs"]
mod captures;
#[path = "rules_shashmaty/damka.rs"]
mod damka;
#[path = "rules_shashmaty/end.rs"]
mod end;
#[path = "rules_shashmaty/fen.rs"]
mod fen;
#[path = "rules_shashmaty/identity.rs"]
mod identity;
#[path = "rules_shashmaty/movement.rs"]
mod movement;
#[path = "rules_shashmaty/promotion.rs"]
mod promotion;
mod support;

use support::compare::names;
use support::examples;
use triptych::game::perft::perft;
use triptych::game::shashmaty::{Shashmaty, ShashmatyDamka, ShashmatyDragon};
use triptych::game::{Game, notation};

fn position<G: Game<Setting = ()>>(fen: &str) -> G {
    G::parse(fen, ()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The texts of all legal moves, alphabetically.
fn moves<G: Game<Setting = ()>>(fen: &str) -> String {
    let texts: Vec<String> = notation::sorted(&position::<G>(fen)).into_iter().map(|(text, _)| text).collect();
    texts.join(" ")
}

/// The texts of the legal moves that start on a square, alphabetically.
fn moves_from<G: Game<Setting = ()>>(fen: &str, from: &str) -> String {
    let all = moves::<G>(fen);
    all.split(' ').filter(|text| text.starts_with(from)).collect::<Vec<_>>().join(" ")
}

/// What a move takes, alphabetically.
fn victims<G: Game<Setting = ()>>(fen: &str, text: &str) -> String {
    let position = position::<G>(fen);
    let m = notation::read(&position, text).unwrap_or_else(|error| panic!("{error} in {fen}"));
    names(position.describe(m).victims).join(" ")
}

/// The position after moves in text.
fn play<G: Game<Setting = ()>>(fen: &str, texts: &str) -> G {
    texts.split(' ').fold(position(fen), |mut position: G, text| {
        let m = notation::read(&position, text).unwrap_or_else(|error| panic!("{error} in {}", position.fen()));
        position.play(m);
        position
    })
}

#[test]
fn examples() {
    examples::play_all::<Shashmaty>();
    examples::play_all::<ShashmatyDamka>();
    examples::play_all::<ShashmatyDragon>();
}

#[test]
fn problems() {
    examples::solve_all::<Shashmaty>();
    examples::solve_all::<ShashmatyDamka>();
    examples::solve_all::<ShashmatyDragon>();
}

fn perft_of_the_start<G: Game<Setting = ()>>() -> [u64; 4] {
    [1, 2, 3, 4].map(|depth| perft(&position::<G>(G::START), depth))
}

#[test]
fn perft_of_the_starts() {
    assert_eq!(perft_of_the_start::<Shashmaty>(), [9, 81, 652, 4402]);
    assert_eq!(perft_of_the_start::<ShashmatyDamka>(), [9, 81, 652, 4376]);
    assert_eq!(perft_of_the_start::<ShashmatyDragon>(), [9, 81, 652, 4376]);
}
