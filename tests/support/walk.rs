//! Random play that favours captures, every position of it compared.

use std::collections::HashSet;
use std::thread;

use rand::{Rng, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use triptych::game::{Counters, Game, fen};

use super::compare::{Agreed, Twins};

/// The walks of one game run on this many threads, each with its own seed.
const THREADS: u64 = 2;
/// The longest game, in half-moves.
const LONGEST: usize = 120;
/// How much more often a capture is chosen than another move.
const CAPTURE_WEIGHT: u32 = 4;
/// One game in so many starts shortly before the hundredth half-move.
const LATE: u32 = 8;

/// Plays random games from the start position until this many different positions were compared.
///
/// # Panics
/// At the first difference, with the seed, the FEN and the game that led there.
pub(crate) fn from_start<G: Game>(positions: usize) {
    from(&Twins::<G>::new(None), &[G::START], positions);
}

/// The same from other start positions, one after the other.
///
/// # Panics
/// At the first difference.
pub(crate) fn from<G: Game>(twins: &Twins<G>, starts: &[&str], positions: usize) {
    // A few more a thread, since both meet the positions next to the start.
    let share = (positions + positions / 10).div_ceil(THREADS as usize);
    let met: HashSet<u64> = thread::scope(|scope| {
        let walkers: Vec<_> = (1..=THREADS).map(|seed| scope.spawn(move || walk(twins, starts, seed, share))).collect();
        walkers
            .into_iter()
            .flat_map(|walker| walker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    assert!(met.len() >= positions, "{}: met only {} of {positions} positions", G::NAME, met.len());
}

/// The keys of all positions met.
fn walk<G: Game>(twins: &Twins<G>, starts: &[&str], seed: u64, positions: usize) -> HashSet<u64> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut met = HashSet::with_capacity(positions);
    for start in starts.iter().cycle() {
        let mut position = twins.parse(start);
        if random.random_ratio(1, LATE) {
            position = with_half_moves(twins, &position, random.random_range(90..110));
        }
        let mut history = vec![position.fen()];
        while history.len() <= LONGEST {
            let agreed = twins.compare(&position).unwrap_or_else(|difference| {
                panic!("{}, seed {seed}: {difference}\nplayed: {}", G::NAME, history.join(" "))
            });
            met.insert(position.key());
            if met.len() >= positions {
                return met;
            }
            if position.outcome(&position.legal()).is_some() {
                break;
            }
            let Some(m) = choose(&agreed, &mut random) else { break };
            history.push(position.route(m).to_string());
            position.play(m);
        }
    }
    met
}

/// Compares the positions of a short random game from here.
///
/// # Errors
/// The first difference.
pub(crate) fn onwards<G: Game>(twins: &Twins<G>, start: &G, plies: usize, seed: u64) -> Result<(), String> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut position = start.clone();
    for _ in 0..=plies {
        let agreed = twins.compare(&position)?;
        let Some(m) = choose(&agreed, &mut random) else { break };
        position.play(m);
    }
    Ok(())
}

fn choose<M: Copy>(moves: &[Agreed<M>], random: &mut StdRng) -> Option<M> {
    let weight = |agreed: &Agreed<M>| if agreed.captures { CAPTURE_WEIGHT } else { 1 };
    moves.choose_weighted(random, weight).ok().map(|agreed| agreed.m)
}

/// The position with another half-move counter.
fn with_half_moves<G: Game>(twins: &Twins<G>, position: &G, half_moves: u16) -> G {
    let counters = Counters { half_moves, ..position.counters() };
    twins.parse(&fen::write(&position.layout(), |square| position.letter_at(square), position.turn(), counters))
}
