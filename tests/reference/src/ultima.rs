//! Ultima, sentence by sentence. Sentences in quotation marks are those of the project's rule page.
//! A "try" is a move that follows its piece's own rules, whether or not it leaves the mover's king attacked.

use crate::board::{ALL_AROUND, Board, DIAGONAL, Direction, ORTHOGONAL, Side, Square, Squares};
use crate::{Found, Position, Rules, chain};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The start position.
pub(crate) const START: &str = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/CLXWKXLI w - - 0 1";
/// The letters of the kinds.
pub(crate) const LETTERS: &str = "KPLWCIX";

const KING: u8 = b'K';
const PAWN: u8 = b'P';
const LEAPER: u8 = b'L';
const SPY: u8 = b'W';
const OFFICER: u8 = b'C';
const DRAGON: u8 = b'I';
const CHAMELEON: u8 = b'X';

/// Which kinds of enemies a piece captures in some way.
type Prey = fn(u8) -> bool;

/// A move before it is known to be legal.
struct Try<'a> {
    path: &'a [Square],
    victims: Squares,
    is_suicide: bool,
}

/// How far a chain of jumps has come.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Jumped {
    at: Square,
    victims: Squares,
    course: Course,
}

impl Jumped {
    /// Before the first jump.
    fn start(from: Square) -> Jumped {
        Jumped { at: from, victims: Squares::NONE, course: Course::Unmoved }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Course {
    Unmoved,
    Straight(Direction),
    Turned,
}

/// What a FEN must hold besides its form.
pub(crate) fn check(position: &Position) -> Result<(), String> {
    let board = &position.board;
    for side in [Side::White, Side::Black] {
        let kings = board.count(side, KING);
        if kings != 1 {
            return Err(format!("{} must have one king, not {kings}", side.name()));
        }
        let pieces = board.pieces(side).count();
        if pieces > 16 {
            return Err(format!("{} has {pieces} pieces, more than 16", side.name()));
        }
    }
    let waiting = position.turn.opponent();
    if is_attacked(&position.rules, board, waiting) {
        return Err(format!("{} is attacked, but it is not {}'s turn", waiting.name(), waiting.name()));
    }
    Ok(())
}

/// All legal moves.
pub(crate) fn moves(position: &Position) -> Vec<Found> {
    let mut found = Vec::new();
    let _ = visit_legal(position, &mut |each| {
        found.push(each);
        ControlFlow::Continue(())
    });
    found
}

/// Whether there is a legal move.
pub(crate) fn has_move(position: &Position) -> bool {
    visit_legal(position, &mut |_| ControlFlow::Break(())).is_break()
}

fn visit_legal(position: &Position, visit: &mut dyn FnMut(Found) -> ControlFlow<()>) -> ControlFlow<()> {
    let Position { rules, board, turn, .. } = position;
    visit_tries(rules, board, *turn, &mut |each| {
        let (from, to) = (each.path[0], each.path[each.path.len() - 1]);
        let mut after = board.after(from, to, each.victims);
        if each.is_suicide {
            after.put(from, None);
        }
        // "A move that leaves the mover's own king attacked is illegal, suicides included."
        if is_attacked(rules, &after, *turn) {
            return ControlFlow::Continue(());
        }
        visit(Found {
            path: each.path.to_vec(),
            promotion: None,
            victims: each.victims,
            board: after,
            // "100 half-moves without a capture or suicide"
            is_irreversible: each.is_suicide || !each.victims.is_empty(),
        })
    })
}

/// "A king is attacked when the opponent, were it to move, has a move that captures it. Frozen pieces attack nothing;
/// pinned ones do. A chain that takes the king as any of its victims attacks it."
pub(crate) fn is_attacked(rules: &Rules, board: &Board, side: Side) -> bool {
    let Some(king) = board.king(side) else { return false };
    let enemy = side.opponent();
    let by_one_leg = visit_tries_of_one_leg(rules, board, enemy, &mut |each| {
        if each.victims.contains(king) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    // A chameleon's chain cannot take a king: "a king only by a one-square step onto it".
    by_one_leg.is_break()
        || board.pieces(enemy).any(|(from, kind)| {
            kind == LEAPER
                && is_ever_jumped(board, enemy, from, king)
                && !is_frozen(rules, board, enemy, from, kind)
                && chain::can_reach(
                    Jumped::start(from),
                    &|state| jumps(rules, board, enemy, from, kind, state),
                    &|state| state.victims.contains(king),
                )
        })
}

/// Spares the search of long chains that cannot reach a king: a jump needs the squares on both sides of its victim, and
/// no chain removes what belongs to the leaper's own side.
fn is_ever_jumped(board: &Board, side: Side, leaper: Square, victim: Square) -> bool {
    let can_be_open = |square| square == leaper || board.kind_of(side, square).is_none();
    ALL_AROUND.iter().any(|&(files, ranks)| {
        board.step(victim, (files, ranks)).is_some_and(can_be_open)
            && board.step(victim, (-files, -ranks)).is_some_and(can_be_open)
    })
}

/// "A piece adjacent to an enemy dragon is frozen …. A dragon adjacent to an enemy chameleon is frozen too. … A frozen
/// dragon goes on freezing."
fn is_frozen(rules: &Rules, board: &Board, side: Side, square: Square, kind: u8) -> bool {
    ALL_AROUND.iter().filter_map(|&direction| board.step(square, direction)).any(|beside| {
        match board.kind_of(side.opponent(), beside) {
            Some(DRAGON) => !(rules.dragons_switched_off && is_switched_off(board, side.opponent(), beside)),
            Some(CHAMELEON) => kind == DRAGON,
            _ => false,
        }
    })
}

/// Not a rule of ours, a test-only switch: an enemy dragon or chameleon beside a dragon takes its power away.
fn is_switched_off(board: &Board, side: Side, dragon: Square) -> bool {
    ALL_AROUND
        .iter()
        .filter_map(|&direction| board.step(dragon, direction))
        .any(|beside| matches!(board.kind_of(side.opponent(), beside), Some(DRAGON | CHAMELEON)))
}

/// Goes through everything that the pieces of one side can do. Each identity ("two routes with the same start, the same
/// end and the same set of victims are one move") comes once, with its alphabetically first path.
fn visit_tries(
    rules: &Rules,
    board: &Board,
    side: Side,
    visit: &mut dyn FnMut(Try) -> ControlFlow<()>,
) -> ControlFlow<()> {
    visit_tries_of_one_leg(rules, board, side, visit)?;
    for (from, kind) in board.pieces(side) {
        if (kind == LEAPER || kind == CHAMELEON) && !is_frozen(rules, board, side, from, kind) {
            visit_chains(rules, board, side, from, kind, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// Goes through everything but jumps.
fn visit_tries_of_one_leg(
    rules: &Rules,
    board: &Board,
    side: Side,
    visit: &mut dyn FnMut(Try) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for (from, kind) in board.pieces(side) {
        // "Freezing is looked at where a move starts."
        if is_frozen(rules, board, side, from, kind) {
            // "A frozen piece other than the king may be taken off the board by its owner as a move."
            if kind != KING && !rules.no_suicide {
                visit(Try { path: &[from, from], victims: Squares::NONE, is_suicide: true })?;
            }
            continue;
        }
        if kind == KING {
            visit_king_steps(board, side, from, visit)?;
            continue;
        }
        // "Only a king and a chameleon that takes a king ever land on an occupied square; every other piece moves over
        // empty squares to an empty square (jumps apart)."
        let directions: &[Direction] = if kind == PAWN { &ORTHOGONAL } else { &ALL_AROUND };
        for &direction in directions {
            for to in board.line(from, direction).take_while(|&to| board.is_empty(to)) {
                let victims = match kind {
                    PAWN => pinched(board, side, from, to, |_| true),
                    SPY => withdrawn_from(board, side, from, direction, |_| true),
                    OFFICER => coordinated(board, side, to, |_| true),
                    CHAMELEON => imitated(board, side, from, direction, to),
                    _ => Squares::NONE,
                };
                visit(Try { path: &[from, to], victims, is_suicide: false })?;
            }
        }
        if kind == CHAMELEON {
            visit_steps_onto_king(board, side, from, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// "King: moves one square onto the enemy piece", or onto an empty square.
fn visit_king_steps(
    board: &Board,
    side: Side,
    from: Square,
    visit: &mut dyn FnMut(Try) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for to in ALL_AROUND.iter().filter_map(|&direction| board.step(from, direction)) {
        let victims = match board.at(to) {
            None => Squares::NONE,
            Some(piece) if piece.side != side => Squares::NONE.with(to),
            Some(_) => continue,
        };
        visit(Try { path: &[from, to], victims, is_suicide: false })?;
    }
    ControlFlow::Continue(())
}

/// Chameleon: "a king only by a one-square step onto it".
fn visit_steps_onto_king(
    board: &Board,
    side: Side,
    from: Square,
    visit: &mut dyn FnMut(Try) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for direction in ALL_AROUND {
        let Some(to) = board.step(from, direction) else { continue };
        if board.kind_of(side.opponent(), to) == Some(KING) {
            let victims = imitated(board, side, from, direction, to).with(to);
            visit(Try { path: &[from, to], victims, is_suicide: false })?;
        }
    }
    ControlFlow::Continue(())
}

/// "Each orthogonal neighbour of `t` that holds an enemy and has a piece of the mover's side on the square directly
/// beyond it is captured. The partner … cannot be the mover itself, so the vacated square never counts."
fn pinched(board: &Board, side: Side, from: Square, to: Square, prey: Prey) -> Squares {
    let mut victims = Squares::NONE;
    for direction in ORTHOGONAL {
        let Some(neighbour) = board.step(to, direction) else { continue };
        let Some(beyond) = board.step(neighbour, direction) else { continue };
        let has_partner = beyond != from && board.kind_of(side, beyond).is_some();
        if has_partner && board.kind_of(side.opponent(), neighbour).is_some_and(prey) {
            victims = victims.with(neighbour);
        }
    }
    victims
}

/// "Captures the one enemy that stands adjacent to its start square directly opposite to the direction in which it
/// moves."
fn withdrawn_from(board: &Board, side: Side, from: Square, (files, ranks): Direction, prey: Prey) -> Squares {
    match board.step(from, (-files, -ranks)) {
        Some(behind) if board.kind_of(side.opponent(), behind).is_some_and(prey) => Squares::NONE.with(behind),
        _ => Squares::NONE,
    }
}

/// "Captures an enemy on (file of own king, rank of `t`) and an enemy on (file of `t`, rank of own king). On a line
/// with its king it captures nothing."
fn coordinated(board: &Board, side: Side, to: Square, prey: Prey) -> Squares {
    let mut victims = Squares::NONE;
    let Some(king) = board.king(side) else { return victims };
    if king.file == to.file || king.rank == to.rank {
        return victims;
    }
    for corner in [Square { file: king.file, rank: to.rank }, Square { file: to.file, rank: king.rank }] {
        if board.kind_of(side.opponent(), corner).is_some_and(prey) {
            victims = victims.with(corner);
        }
    }
    victims
}

/// What a straight move of a chameleon captures besides those it jumps: "a spy only by withdrawing, an officer only by
/// coordinates, a pawn only by a custodial capture at the end of a rank or file move".
fn imitated(board: &Board, side: Side, from: Square, direction: Direction, to: Square) -> Squares {
    let mut victims = withdrawn_from(board, side, from, direction, |kind| kind == SPY);
    victims = victims.and(coordinated(board, side, to, |kind| kind == OFFICER));
    if !DIAGONAL.contains(&direction) {
        victims = victims.and(pinched(board, side, from, to, |kind| kind == PAWN));
    }
    victims
}

/// A leaper's captures, and a chameleon's that jump: "the leaper may stop after any jump".
fn visit_chains(
    rules: &Rules,
    board: &Board,
    side: Side,
    from: Square,
    kind: u8,
    visit: &mut dyn FnMut(Try) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let next = |state: &Jumped| jumps(rules, board, side, from, kind, state);
    if next(&Jumped::start(from)).is_empty() {
        return ControlFlow::Continue(());
    }
    // A straight chain and one that turns may still be one move: same end, same victims.
    let mut known: BTreeMap<(Square, Squares), Vec<Square>> = BTreeMap::new();
    chain::visit_states(from, Jumped::start(from), &next, &mut |state, path| {
        let victims = chain_victims(board, side, from, kind, state);
        let other = known.get(&(state.at, victims));
        if other.is_none_or(|other| path < other) {
            known.insert((state.at, victims), path.to_vec());
        }
        ControlFlow::Continue(())
    })?;
    for ((_, victims), path) in &known {
        visit(Try { path, victims: *victims, is_suicide: false })?;
    }
    ControlFlow::Continue(())
}

/// All that a chain takes if it ends here.
fn chain_victims(board: &Board, side: Side, from: Square, kind: u8, state: &Jumped) -> Squares {
    match state.course {
        // "One straight move makes every capture that fits it, jumps included."
        Course::Straight(direction) if kind == CHAMELEON => {
            state.victims.and(imitated(board, side, from, direction, state.at))
        }
        // "When a chain of jumps turns, the move is a leaper's move alone: it captures the jumped leapers and nothing
        // else."
        _ => state.victims,
    }
}

/// "A jump goes along one of the eight directions over empty squares to the first piece, which must be an enemy, then
/// over it to any of the empty squares beyond, up to the next piece. … Victims come off at once, one by one, so their
/// squares are open for the rest of the chain; the start square counts as empty." A chameleon jumps leapers only.
fn jumps(rules: &Rules, board: &Board, side: Side, from: Square, kind: u8, state: &Jumped) -> Vec<(Square, Jumped)> {
    let is_open = |square| board.is_empty(square) || square == from || state.victims.contains(square);
    let mut found = Vec::new();
    for direction in ALL_AROUND {
        let course = match state.course {
            Course::Unmoved => Course::Straight(direction),
            Course::Straight(before) if before == direction => state.course,
            _ if rules.straight_chains_only => continue,
            // "Each next jump may go in any direction …; straight back included."
            _ => Course::Turned,
        };
        let mut ahead = board.line(state.at, direction).skip_while(|&square| is_open(square));
        let Some(first_piece) = ahead.next() else { continue };
        let Some(victim) = board.kind_of(side.opponent(), first_piece) else { continue };
        if kind == CHAMELEON && victim != LEAPER {
            continue;
        }
        let victims = state.victims.with(first_piece);
        for landing in ahead.take_while(|&square| is_open(square)) {
            found.push((landing, Jumped { at: landing, victims, course }));
        }
    }
    found
}

/// All paths that are the move with this start, end and set of victims, `cap` of them at most.
pub(crate) fn routes(position: &Position, from: Square, to: Square, victims: Squares, cap: usize) -> Vec<Vec<Square>> {
    let Position { rules, board, turn, .. } = position;
    let Some(kind) = board.kind_of(*turn, from) else { return Vec::new() };
    let next = |state: &Jumped| {
        let mut further = jumps(rules, board, *turn, from, kind, state);
        further.retain(|(_, reached)| reached.victims.is_within(victims));
        further
    };
    let wanted = |state: &Jumped| {
        state.course != Course::Unmoved && state.at == to && chain_victims(board, *turn, from, kind, state) == victims
    };
    chain::paths(from, Jumped::start(from), &next, &wanted, cap)
}
