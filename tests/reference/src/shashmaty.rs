//! Shashmaty and its sub-variants, sentence by sentence. Sentences in quotation marks are those of the project's rule
//! page. A camel leaps, a bishop slides, a king or pawn jumps; the damka and the dragon belong to one sub-variant each.

use crate::board::{Board, DIAGONAL, Direction, Side, Square, Squares};
use crate::{Found, Game, Position, Rules, chain};
use std::ops::ControlFlow;

/// The start position.
pub(crate) const START: &str = "1c1k1k1b/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/B1K1K1C1 w - - 0 1";

const KING: u8 = b'K';
const PAWN: u8 = b'P';
const BISHOP: u8 = b'B';
const CAMEL: u8 = b'C';
const DAMKA: u8 = b'Q';
const DRAGON: u8 = b'D';

const CAMEL_LEAPS: [Direction; 8] = [(1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3)];

/// How far a draughts capture has come.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Captured {
    at: Square,
    /// "Victims stay on the board until the move ends and none may be jumped twice."
    victims: Squares,
    promotion: Option<u8>,
}

/// The letters of the kinds of the game in hand.
pub(crate) fn letters(game: Game) -> &'static str {
    match game {
        Game::ShashmatyDamka => "KPBCQ",
        Game::ShashmatyDragon => "KPBCD",
        _ => "KPBC",
    }
}

/// "Chess and Russian draughts on the dark squares of an 8×8 board (a1 is dark)."
pub(crate) fn is_dark(square: Square) -> bool {
    (square.file + square.rank) % 2 == 0
}

/// What a FEN must hold besides its form.
pub(crate) fn check(position: &Position) -> Result<(), String> {
    let board = &position.board;
    for side in [Side::White, Side::Black] {
        let pieces = board.pieces(side).count();
        if pieces > 12 {
            return Err(format!("{} has {pieces} pieces, more than 12", side.name()));
        }
        for (square, kind) in board.pieces(side) {
            if kind == PAWN && is_last_rank(board, side, square) {
                return Err(format!("{square}: a pawn of {} on its last rank", side.name()));
            }
        }
    }
    // "A position in which one side has no king is over, and is accepted as such; one in which neither has is refused."
    if board.king(Side::White).is_none() && board.king(Side::Black).is_none() {
        return Err("neither side has a king".to_string());
    }
    Ok(())
}

/// "A side with no king left has lost." The side that has won, if it is so.
pub(crate) fn winner_by_kings(board: &Board) -> Option<Side> {
    [Side::White, Side::Black].into_iter().find(|side| board.king(side.opponent()).is_none())
}

/// All legal moves.
pub(crate) fn moves(position: &Position) -> Vec<Found> {
    let Position { rules, board, turn, .. } = position;
    // "Such a position has no moves."
    if winner_by_kings(board).is_some() {
        return Vec::new();
    }
    let mut found = draughts_captures(rules, board, *turn);
    // "While some king or pawn (or damka) of the side to move has a draughts capture, that side must capture: any
    // complete draughts capture or any chess capture by a bishop, camel or dragon, of any victim, at choice. Chess
    // captures alone compel nothing."
    let must_capture = !found.is_empty();
    for (from, kind) in board.pieces(*turn) {
        for to in destinations(board, *turn, from, kind) {
            let victims = if board.is_empty(to) { Squares::NONE } else { Squares::NONE.with(to) };
            if must_capture && victims.is_empty() {
                continue;
            }
            for promotion in promotions(rules, board, *turn, kind, to) {
                found.push(arrive(board, kind, vec![from, to], victims, promotion));
            }
        }
    }
    found
}

/// Quiet moves of all kinds and chess captures, as squares of arrival.
fn destinations(board: &Board, side: Side, from: Square, kind: u8) -> Vec<Square> {
    let mut found = Vec::new();
    for direction @ (_, ranks) in DIAGONAL {
        let empty = board.line(from, direction).take_while(|&to| board.is_empty(to));
        match kind {
            // "One square diagonally."
            KING => found.extend(empty.take(1)),
            // "One square diagonally forward."
            PAWN if ranks == side.forward() => found.extend(empty.take(1)),
            // "As a Russian draughts king, any distance."
            DAMKA => found.extend(empty),
            // "As in chess."
            BISHOP | DRAGON => {
                found.extend(empty);
                let first_piece = board.line(from, direction).find(|&to| !board.is_empty(to));
                found.extend(first_piece.filter(|&to| board.kind_of(side, to).is_none()));
            }
            _ => {}
        }
    }
    if kind == CAMEL || kind == DRAGON {
        // "(1,3) leap", capturing "as in chess, by displacement".
        let leaps = CAMEL_LEAPS.iter().filter_map(|&leap| board.step(from, leap));
        found.extend(leaps.filter(|&to| board.kind_of(side, to).is_none()));
    }
    found
}

fn is_last_rank(board: &Board, side: Side, square: Square) -> bool {
    square.rank == if side == Side::White { board.height() - 1 } else { 0 }
}

/// What a piece may become when it arrives on a square: "a pawn that arrives on the last rank becomes at once a king, a
/// bishop or a camel, at the player's choice. In shashmaty-damka always a damka, in shashmaty-dragon always a dragon."
fn promotions(rules: &Rules, board: &Board, side: Side, kind: u8, to: Square) -> Vec<Option<u8>> {
    if kind != PAWN || !is_last_rank(board, side, to) {
        return vec![None];
    }
    match rules.game {
        Game::ShashmatyDamka => vec![Some(DAMKA)],
        Game::ShashmatyDragon => vec![Some(DRAGON)],
        _ => vec![Some(KING), Some(BISHOP), Some(CAMEL)],
    }
}

/// The move that ends so.
fn arrive(board: &Board, kind: u8, path: Vec<Square>, victims: Squares, promotion: Option<u8>) -> Found {
    let (from, to) = (path[0], path[path.len() - 1]);
    let mut after = board.after(from, to, victims);
    if let (Some(promoted), Some(mut piece)) = (promotion, after.at(to)) {
        piece.kind = promoted;
        after.put(to, Some(piece));
    }
    // "100 half-moves without a capture or a pawn move"
    let is_irreversible = !victims.is_empty() || kind == PAWN;
    Found { path, promotion, victims, board: after, is_irreversible }
}

/// Every complete draughts capture of one side. "Two routes with the same start, end, victims and promotion are one
/// move."
fn draughts_captures(rules: &Rules, board: &Board, side: Side) -> Vec<Found> {
    let mut found = Vec::new();
    for (from, kind) in board.pieces(side) {
        let next = |state: &Captured| further_jumps(rules, board, side, from, kind, state);
        let first = Captured { at: from, victims: Squares::NONE, promotion: None };
        if next(&first).is_empty() {
            continue;
        }
        let _ = chain::visit_states(from, first, &next, &mut |state, path| {
            // "From there a further jump must be made while one exists."
            if next(state).is_empty() {
                found.push(arrive(board, kind, path.to_vec(), state.victims, state.promotion));
            }
            ControlFlow::Continue(())
        });
    }
    found
}

/// The next jumps of a capture that has come so far, promotion included; none where the capture is complete.
fn further_jumps(
    rules: &Rules,
    board: &Board,
    side: Side,
    from: Square,
    kind: u8,
    state: &Captured,
) -> Vec<(Square, Captured)> {
    // Not a rule of ours, a test-only switch.
    if rules.golomb && state.promotion.is_some() {
        return Vec::new();
    }
    let mut found = Vec::new();
    // "If it arrives by a capture and becomes a king (damka), it must go on capturing, as that piece, while it can. As
    // a bishop, camel or dragon its move ends there": those have no draughts jumps.
    let kind_now = state.promotion.unwrap_or(kind);
    for direction in DIAGONAL {
        let Some((victim, landings)) = jump(rules, board, side, from, kind_now, state, direction) else { continue };
        let victims = state.victims.with(victim);
        let mut reached = Vec::new();
        for landing in landings {
            let new =
                if state.promotion.is_none() { promotions(rules, board, side, kind, landing) } else { vec![None] };
            for promotion in new {
                reached.push(Captured { at: landing, victims, promotion: promotion.or(state.promotion) });
            }
        }
        // "If from some of these squares the capture can go on, it must land on one of those."
        if kind_now == DAMKA {
            let can_go_on = |state: &Captured| {
                DIAGONAL.iter().any(|&onward| jump(rules, board, side, from, kind_now, state, onward).is_some())
            };
            if reached.iter().any(can_go_on) {
                reached.retain(can_go_on);
            }
        }
        found.extend(reached.into_iter().map(|state| (state.at, state)));
    }
    found
}

/// One draughts jump in a direction: the victim, and the squares where the jump may end by the geometry alone.
fn jump(
    rules: &Rules,
    board: &Board,
    side: Side,
    from: Square,
    kind: u8,
    state: &Captured,
    direction: Direction,
) -> Option<(Square, Vec<Square>)> {
    // "The start square counts as empty"; victims do not.
    let is_open = |square| board.is_empty(square) || square == from;
    let is_victim =
        |square: Square| board.kind_of(side.opponent(), square).is_some() && !state.victims.contains(square);
    let mut ahead = board.line(state.at, direction);
    match kind {
        // "Jump over a diagonally adjacent enemy to the empty square right behind it", in "four directions".
        KING | PAWN => {
            // Not a rule of ours, a test-only switch: "pawns capture in all four directions".
            if kind == PAWN && rules.golomb && direction.1 != side.forward() {
                return None;
            }
            let victim = ahead.next().filter(|&square| is_victim(square))?;
            let landing = ahead.next().filter(|&square| is_open(square))?;
            Some((victim, vec![landing]))
        }
        // "Jumps an enemy at any distance with at least one empty square behind it, and lands on any of the empty
        // squares behind."
        DAMKA => {
            let victim = ahead.find(|&square| !is_open(square)).filter(|&square| is_victim(square))?;
            let landings: Vec<Square> = ahead.take_while(|&square| is_open(square)).collect();
            if landings.is_empty() { None } else { Some((victim, landings)) }
        }
        _ => None,
    }
}

/// All paths that are the draughts capture with this start, end, victims and promotion, `cap` of them at most.
pub(crate) fn routes(
    position: &Position,
    from: Square,
    to: Square,
    victims: Squares,
    promotion: Option<u8>,
    cap: usize,
) -> Vec<Vec<Square>> {
    let Position { rules, board, turn, .. } = position;
    let Some(kind) = board.kind_of(*turn, from) else { return Vec::new() };
    let next = |state: &Captured| {
        let mut further = further_jumps(rules, board, *turn, from, kind, state);
        further.retain(|(_, reached)| {
            reached.victims.is_within(victims) && (reached.promotion.is_none() || reached.promotion == promotion)
        });
        further
    };
    let wanted = |state: &Captured| {
        state.at == to
            && state.victims == victims
            && state.promotion == promotion
            && further_jumps(rules, board, *turn, from, kind, state).is_empty()
    };
    let first = Captured { at: from, victims: Squares::NONE, promotion: None };
    chain::paths(from, first, &next, &wanted, cap)
}
