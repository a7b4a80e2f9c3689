//! Chameleon, sentence by sentence. Sentences in quotation marks are those of the project's rule page.
//! "The rules of chess hold but for what follows."

use crate::board::{ALL_AROUND, Board, DIAGONAL, Direction, ORTHOGONAL, Side, Square, Squares};
use crate::fen::Ground;
use crate::{Found, Position};

/// The start position.
pub(crate) const START: &str = "n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 0 1";
/// The letters of the kinds.
pub(crate) const LETTERS: &str = "KQRBNP";
/// The default terrain.
pub(crate) const TERRAIN: &str = "N*RBQ*N/*PBPBP*/RNPNPNR/QBQBQBQ/RNPNPNR/*PBPBP*/N*QBR*N";
/// Files and ranks of the board.
pub(crate) const SIZE: i8 = 7;

const KING: u8 = b'K';
const QUEEN: u8 = b'Q';
const ROOK: u8 = b'R';
const BISHOP: u8 = b'B';
const KNIGHT: u8 = b'N';
const PAWN: u8 = b'P';

const KNIGHT_LEAPS: [Direction; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The colours of the squares, each as the letter of the kind that a piece becomes there; a hole has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Terrain {
    cells: [[Option<u8>; 7]; 7],
}

impl Terrain {
    /// Reads "seven rows from rank 7 down, letters `Q R B N P`, `*` for a hole", with `/` between.
    pub(crate) fn read(text: &str) -> Result<Terrain, String> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != 7 {
            return Err(format!("terrain: 7 ranks expected, not {}", rows.len()));
        }
        let mut cells = [[None; 7]; 7];
        for (rank, row) in (0..7).rev().zip(rows) {
            if row.chars().count() != 7 {
                return Err(format!("terrain, rank {}: 7 squares expected", rank + 1));
            }
            for (column, letter) in cells.iter_mut().zip(row.chars()) {
                column[rank] = match letter {
                    'Q' | 'R' | 'B' | 'N' | 'P' => Some(letter as u8),
                    '*' => None,
                    _ => return Err(format!("terrain, rank {}: `{letter}` is no colour", rank + 1)),
                };
            }
        }
        Ok(Terrain { cells })
    }

    /// What a piece becomes on this square, or `None` for a hole.
    fn colour(&self, square: Square) -> Option<u8> {
        self.cells[square.file as usize][square.rank as usize]
    }

    /// What the square is to FEN.
    pub(crate) fn ground(&self, square: Square) -> Ground {
        if self.colour(square).is_some() { Ground::Open } else { Ground::Hole }
    }
}

/// What a FEN must hold besides its form.
pub(crate) fn check(position: &Position) -> Result<(), String> {
    let Position { rules, board, turn, .. } = position;
    for side in [Side::White, Side::Black] {
        let kings = board.count(side, KING);
        if kings != 1 {
            return Err(format!("{} must have one king, not {kings}", side.name()));
        }
    }
    let waiting = turn.opponent();
    if is_attacked(&rules.terrain, board, waiting) {
        return Err(format!("{} is in check, but it is not {}'s turn", waiting.name(), waiting.name()));
    }
    Ok(())
}

/// All legal moves.
pub(crate) fn moves(position: &Position) -> Vec<Found> {
    let Position { rules, board, turn, .. } = position;
    let mut found = Vec::new();
    for (from, kind) in board.pieces(*turn) {
        for to in destinations(&rules.terrain, board, *turn, from, kind) {
            let victims = if board.is_empty(to) { Squares::NONE } else { Squares::NONE.with(to) };
            let mut after = board.after(from, to, victims);
            // "A piece other than a king that enters it becomes the kind of that colour …; it is what it has become for
            // check on the enemy king and for everything after."
            if let (Some(mut piece), Some(colour)) = (after.at(to), rules.terrain.colour(to)) {
                if kind != KING && !rules.fixed_kinds {
                    piece.kind = colour;
                }
                after.put(to, Some(piece));
            }
            if is_attacked(&rules.terrain, &after, *turn) {
                continue;
            }
            // "100 half-moves without a capture or a move of a pawn (of a piece that was one before it moved)"
            let is_irreversible = !victims.is_empty() || kind == PAWN;
            found.push(Found { path: vec![from, to], promotion: None, victims, board: after, is_irreversible });
        }
    }
    found
}

/// Check "as in chess": some enemy piece could move onto the king.
pub(crate) fn is_attacked(terrain: &Terrain, board: &Board, side: Side) -> bool {
    let Some(king) = board.king(side) else { return false };
    let enemy = side.opponent();
    board.pieces(enemy).any(|(from, kind)| destinations(terrain, board, enemy, from, kind).contains(&king))
}

/// Where a piece may go, whether or not that leaves its king in check. "It moves and captures as what it is before the
/// move."
fn destinations(terrain: &Terrain, board: &Board, side: Side, from: Square, kind: u8) -> Vec<Square> {
    let mut found = Vec::new();
    match kind {
        KING => steps(terrain, board, side, from, &ALL_AROUND, &mut found),
        KNIGHT => steps(terrain, board, side, from, &KNIGHT_LEAPS, &mut found),
        QUEEN => slides(terrain, board, side, from, &ALL_AROUND, &mut found),
        ROOK => slides(terrain, board, side, from, &ORTHOGONAL, &mut found),
        BISHOP => slides(terrain, board, side, from, &DIAGONAL, &mut found),
        PAWN => pawn_steps(terrain, board, side, from, &mut found),
        _ => {}
    }
    found
}

/// "Holes cannot be entered and block sliders; knights pass over them."
fn is_hole(terrain: &Terrain, square: Square) -> bool {
    terrain.colour(square).is_none()
}

fn steps(
    terrain: &Terrain,
    board: &Board,
    side: Side,
    from: Square,
    directions: &[Direction],
    found: &mut Vec<Square>,
) {
    for to in directions.iter().filter_map(|&direction| board.step(from, direction)) {
        if !is_hole(terrain, to) && board.kind_of(side, to).is_none() {
            found.push(to);
        }
    }
}

fn slides(
    terrain: &Terrain,
    board: &Board,
    side: Side,
    from: Square,
    directions: &[Direction],
    found: &mut Vec<Square>,
) {
    for &direction in directions {
        for to in board.line(from, direction) {
            if is_hole(terrain, to) || board.kind_of(side, to).is_some() {
                break;
            }
            found.push(to);
            if !board.is_empty(to) {
                break;
            }
        }
    }
}

/// "Pawns move one square forward (White up, Black down), capture one square diagonally forward, have no double step,
/// no en passant, and do not promote on the last rank …. A pawn on the last rank cannot move."
fn pawn_steps(terrain: &Terrain, board: &Board, side: Side, from: Square, found: &mut Vec<Square>) {
    for files in [-1, 0, 1] {
        let Some(to) = board.step(from, (files, side.forward())) else { continue };
        let may_go = if files == 0 { board.is_empty(to) } else { board.kind_of(side.opponent(), to).is_some() };
        if may_go && !is_hole(terrain, to) {
            found.push(to);
        }
    }
}
