//! Saying a move so that an XBoard window shows it rightly: victims named one by one, in parts where there are many.
//!
//! A window moves one piece and takes up to two others off on the way. A move with more victims off its last square is
//! said in parts, each a capture of its own by the same piece; between parts the opponent passes.

use triptych_protocol::parts::{self, Part, VICTIMS_A_LINE};
use triptych_protocol::{MoveText, Square as Written};

use crate::board::{Bitboard, Square, geometry};
use crate::game::notation::SUICIDE_LETTER;
use crate::game::{Description, Game};

/// The texts that together say a legal move: a single one for most moves, otherwise parts with null moves between them.
pub fn lines<G: Game>(position: &G, m: G::Move) -> Vec<MoveText> {
    let move_ = position.describe(m);
    if move_.suicide {
        let to = beside(position, move_.from);
        return vec![MoveText::path([written(move_.from), written(to)], Some(SUICIDE_LETTER))];
    }
    let victims = move_.victims - Bitboard::of(move_.to);
    let stages = if victims.len() as usize <= VICTIMS_A_LINE {
        vec![(victims, move_.to)]
    } else {
        stages(&position.route(m).squares, &move_)
    };
    let mut from = move_.from;
    let part = |(victims, to): (Bitboard, Square)| {
        let victims = victims.into_iter().map(written).collect();
        let part = Part { start: written(from), victims, end: written(to) };
        from = to;
        part
    };
    let parts: Vec<Part> = stages.into_iter().map(part).collect();
    parts::burst(&parts, move_.promotion.or(move_.becomes)).expect("the stages of one piece's way hang together")
}

/// Cuts a move with many victims into captures of two at most: (victims off its end, where it ends).
fn stages(path: &[Square], move_: &Description) -> Vec<(Bitboard, Square)> {
    let jumped = |leg: &[Square]| geometry::between(leg[0], leg[1]) & move_.victims;
    let along: Bitboard = path.windows(2).fold(Bitboard::EMPTY, |set, leg| set | jumped(leg));
    if along == move_.victims {
        // A chain: every part ends where the chain really landed. A victim may be passed again once it is off.
        let mut left = move_.victims;
        let mut stages = Vec::new();
        let legs: Vec<&[Square]> = path.windows(2).collect();
        for pair in legs.chunks(VICTIMS_A_LINE) {
            let taken = pair.iter().fold(Bitboard::EMPTY, |set, leg| set | jumped(leg)) & left;
            let end = pair[pair.len() - 1][1];
            left -= taken;
            stages.push((taken - Bitboard::of(end), end));
        }
        return stages;
    }
    // Any other capture: the piece stays where it is until the last part.
    let victims: Vec<Square> = (move_.victims - Bitboard::of(move_.to)).into_iter().collect();
    let chunks = victims.chunks(VICTIMS_A_LINE);
    let last = chunks.len() - 1;
    chunks
        .enumerate()
        .map(|(number, some)| (some.iter().copied().collect(), if number == last { move_.to } else { move_.from }))
        .collect()
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
fn written(square: Square) -> Written {
    Written::new(square.file(), square.rank()).expect("the protocol's grid is the larger one")
}
