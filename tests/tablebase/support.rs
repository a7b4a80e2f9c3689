//! Games by type, their tables, and random positions.

use rand::{Rng, rngs::StdRng};
use triptych::tablebase::{Class, Layout, Set, Tabled, Verdict};

/// The tables that are in the program itself.
pub(crate) fn shipped<G: Tabled>() -> Set<G> {
    Set::open(&[], G::Setting::default())
}

/// Placement and turn, without counters.
pub(crate) fn two_fields(fen: &str) -> String {
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// A random position of a class.
pub(crate) fn random_position<G: Tabled>(layout: &Layout<G>, random: &mut StdRng) -> G {
    loop {
        if let Some(position) = layout.position(random.random_range(0..layout.len())) {
            return position;
        }
    }
}

/// The class with this name.
pub(crate) fn class<G: Tabled>(name: &str) -> Class {
    Class::read::<G>(name, true).expect("a class")
}

/// The verdict as a signed number: plies and one more, negative for a loss, 0 for a draw.
pub(crate) fn signed(verdict: Verdict) -> i32 {
    match verdict {
        Verdict::Won(plies) => i32::from(plies) + 1,
        Verdict::Drawn => 0,
        Verdict::Lost(plies) => -i32::from(plies) - 1,
    }
}
