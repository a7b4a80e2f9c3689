//! Best play by the tables.

use super::{Set, Tabled, Verdict};

/// A move with what it is worth to the side that makes it.
pub type Valued<G> = (<G as crate::game::Game>::Move, Verdict);

/// What each legal move is worth to the side that makes it, best first; `None` where a move leads out of the tables.
///
/// Among equals the order is that of generation, so that it is the same on every machine.
pub fn moves<G: Tabled>(set: &Set<G>, position: &G) -> Option<Vec<Valued<G>>> {
    let value = |m: G::Move| {
        let mut next = position.clone();
        next.play(m);
        Some((m, set.probe_or_settle(&next)?.before()))
    };
    let mut moves: Vec<Valued<G>> = position.legal().into_iter().map(value).collect::<Option<_>>()?;
    moves.sort_by_key(|(_, verdict)| -verdict.rank());
    Some(moves)
}

/// The best line from a position: to the end of the game where there is one, nothing in a draw.
pub fn best<G: Tabled>(set: &Set<G>, position: &G) -> Vec<G::Move> {
    let mut line = Vec::new();
    let mut at = position.clone();
    while let Some(plies) = set.probe(&at).and_then(Verdict::plies) {
        let Some((m, verdict)) = moves(set, &at).and_then(|moves| moves.first().copied()) else { break };
        if verdict.plies() != Some(plies) {
            break;
        }
        at.play(m);
        line.push(m);
    }
    line
}
