//! A win that is announced is a win: it is played out against a defender who thinks longer.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use triptych::arbiter::Arbiter;
use triptych::engine::{Engine, Task};
use triptych::search::score::Decided;
use triptych::search::{Limits, Stop};
use triptych::variant::Variant;

/// Positions a move of the games that lead to a win, of the side that wins, and of the defender.
const NODES: [u64; 3] = [2_000, 10_000, 40_000];
/// Wins that are nearer need no plan.
const NEAREST: usize = 3;

/// The engine's move, and how many plies the win is away that it announces.
fn think(engine: &mut dyn Engine, game: &dyn Arbiter, nodes: u64) -> (String, Option<usize>) {
    let task = Task { limits: Limits { nodes: Some(nodes), ..Limits::default() }, ..Task::default() };
    let thought = engine.think(game, &task, Stop::new(), &mut |_| {});
    let won = match thought.score.decided() {
        Some(Decided::Won(plies)) => Some(plies),
        _ => None,
    };
    (thought.line[0].text.clone(), won)
}

/// Plays games until so many wins were announced, and each of these to its end. Returns how many took longer than
/// announced.
fn deliver(variant: Variant, wins: usize) -> usize {
    let mut random = StdRng::seed_from_u64(19);
    let (mut announced, mut late) = (0, 0);
    let (mut engine, mut defender) = (variant.engine(4), variant.engine(8));
    while announced < wins {
        let mut game = variant.arbiter(None).expect("a start position");
        for _ in 0..random.random_range(4..10) {
            let moves = game.moves();
            let Some(m) = moves.choose(&mut random) else { break };
            game.play(m).expect("legal");
        }
        engine.new_game();
        while game.outcome().is_none() {
            let (m, won) = think(engine.as_mut(), game.as_ref(), NODES[0]);
            let Some(plies) = won.filter(|&plies| plies >= NEAREST) else {
                game.play(&m).expect("legal");
                continue;
            };
            announced += 1;
            let (fen, winner) = (game.fen(), game.turn());
            defender.new_game();
            let mut played = 0;
            game.play(&m).expect("legal");
            while game.outcome().is_none() {
                played += 1;
                let attacks = game.turn() == winner;
                let side = if attacks { &mut engine } else { &mut defender };
                let (m, _) = think(side.as_mut(), game.as_ref(), NODES[if attacks { 1 } else { 2 }]);
                game.play(&m).expect("legal");
            }
            let outcome = game.outcome().expect("the game is over");
            assert_eq!(outcome.winner, Some(winner), "{variant}: announced in {plies} plies at {fen}, but {outcome}");
            late += usize::from(played + 1 > plies);
        }
    }
    late
}

fn two_hundred(variant: Variant) {
    let late = deliver(variant, 200);
    eprintln!("{variant}: 200 announced wins, all won, {late} of them later than announced");
}

#[test]
fn announced_wins_are_delivered() {
    for &variant in Variant::ALL {
        deliver(variant, 3);
    }
}

macro_rules! two_hundred {
    ($($name:ident: $variant:ident;)*) => {$(
        #[test]
        #[ignore = "a campaign of some minutes"]
        fn $name() {
            two_hundred(Variant::$variant);
        }
    )*};
}

two_hundred! {
    two_hundred_of_ultima: Ultima;
    two_hundred_of_shashmaty: Shashmaty;
    two_hundred_of_shashmaty_damka: ShashmatyDamka;
    two_hundred_of_shashmaty_dragon: ShashmatyDragon;
    two_hundred_of_chameleon: Chameleon;
}
