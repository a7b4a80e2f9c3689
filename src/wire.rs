//! Saying a move so that an XBoard window shows it rightly: victims named one by one, in parts where there are many.
//!
//! A window moves one piece and takes up to two others off on the way. A move with more victims off its last square is
//! said in parts, each a capture of its own by the same piece; between parts the opponent passes.

use triptych_protocol::parts::{self, Part, VICTIMS_A_LINE};
use triptych_protocol::{MoveText, Square as Written};

use crate::board::{Square, geometry};
use crate::game::notation::SUICIDE_LETTER;
use crate::game::{Description, Game};

/// The texts that together say a legal move: a single one for most moves, otherwise parts with null moves between them.
pub fn lines<G: Game>(position: &G, m: G::Move) -> Vec<MoveText> {
    let move_ = position.describe(m);
    if move_.suicide {
        let to = beside(position, move_.from);
        return vec![MoveText::path([written(move_.from), written(to)], Some(SUICIDE_LETTER))];
    }
    let mut from = move_.from;
    let part = |(victims, to): (Vec<Square>, Square)| {
        let victims = victims.into_iter().filter(|&victim| victim != to).map(written).collect();
        let part = Part { start: written(from), victims, end: written(to) };
        from = to;
        part
    };
    let parts: Vec<Part> = stages(&position.route(m).squares, &move_).into_iter().map(part).collect();
    parts::burst(&parts, move_.promotion.or(move_.becomes)).expect("the stages of one piece's way hang together")
}

/// Cuts a move into captures of two victims at most: which they are, and where each ends. A victim on the square where
/// one ends goes with the arrival and does not count.
fn stages(path: &[Square], move_: &Description) -> Vec<(Vec<Square>, Square)> {
    // The victim of each leg, if it has one; a square is passed again only once its piece is off.
    let mut left = move_.victims;
    let jumps: Vec<(Option<Square>, Square)> = path
        .windows(2)
        .map(|leg| {
            let jumped = (geometry::between(leg[0], leg[1]) & left).first();
            left -= jumped.into_iter().collect();
            (jumped, leg[1])
        })
        .collect();
    let victims: Vec<Square> = jumps.iter().filter_map(|jump| jump.0).chain(left).collect();
    if victims.iter().filter(|&&victim| victim != move_.to).count() <= VICTIMS_A_LINE {
        return vec![(victims, move_.to)];
    }
    if left.is_empty() {
        // A chain: every part ends where the chain really landed.
        let stage =
            |legs: &[(Option<Square>, Square)]| (legs.iter().filter_map(|leg| leg.0).collect(), legs[legs.len() - 1].1);
        return jumps.chunks(VICTIMS_A_LINE).map(stage).collect();
    }
    // Any other capture: the piece stays where it is until the last part.
    let mut stages: Vec<_> = victims.chunks(VICTIMS_A_LINE).map(|some| (some.to_vec(), move_.from)).collect();
    if let Some(last) = stages.last_mut() {
        last.1 = move_.to;
    }
    stages
}

/// An empty square for the window to step to, a neighbour if there is one.
fn beside<G: Game>(position: &G, square: Square) -> Square {
    let layout = position.layout();
    let free = |candidate: &Square| layout.squares.has(*candidate) && position.letter_at(*candidate).is_none();
    geometry::KING[square.index()]
        .into_iter()
        .find(free)
        .or_else(|| Square::all().find(free))
        .expect("a game with suicides has 32 pieces on 64 squares at most")
}

/// The protocol's word for a square; both grids have it.
pub(crate) fn written(square: Square) -> Written {
    Written::new(square.file(), square.rank()).expect("the protocol's grid is the larger one")
}

#[cfg(test)]
mod tests;
