//! Forsyth–Edwards notation for every board: six fields, read strictly and written in one form.
//!
//! This file knows the shape of a board and no game: the games check letters and counts of what it reads.

use crate::board::{Bitboard, Side, Square};

use super::Counters;

/// The shape of a board within the 8×8 grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Number of files, from a.
    pub files: u8,
    /// Number of ranks, from the first.
    pub ranks: u8,
    /// The squares that pieces can stand on.
    pub squares: Bitboard,
    /// What `*` means in the placement.
    pub star: Star,
}

/// The use of `*` in a FEN's placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Star {
    /// Not allowed.
    Never,
    /// On every square that is no square of the board, read and written.
    Always,
    /// Read where the board has no square, never written: such squares count as empty ones.
    Accepted,
}

impl Layout {
    /// Whether the square is within the rectangle of files and ranks, a hole or not.
    pub fn contains(&self, square: Square) -> bool {
        square.file() < self.files && square.rank() < self.ranks
    }
}

/// Why a position was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The text has neither two, four nor six fields.
    #[error("FEN has {0} {word}, not 6 (or 4, or 2)", word = if *.0 == 1 { "field" } else { "fields" })]
    Fields(usize),
    /// The placement has the wrong number of ranks.
    #[error("placement has {found} ranks, not {expected}")]
    Ranks {
        /// Ranks in the text.
        found: usize,
        /// Ranks of the board.
        expected: u8,
    },
    /// A rank of the placement is too long or too short.
    #[error("placement: rank {rank} has {found} squares, not {expected}")]
    RankLength {
        /// The rank, from 1.
        rank: u8,
        /// Squares in the text.
        found: usize,
        /// Squares of the board.
        expected: u8,
    },
    /// A character that is no piece of the game, no digit and no hole.
    #[error("placement: '{letter}' on {square} is no piece of this game")]
    Letter {
        /// The character.
        letter: char,
        /// Where it stands.
        square: Square,
    },
    /// A piece stands where the board has no square for it.
    #[error("placement: '{letter}' stands on {square}, where no piece can stand")]
    OffBoard {
        /// The piece's letter.
        letter: char,
        /// Where it stands.
        square: Square,
    },
    /// A hole of the board is not written as `*`.
    #[error("placement: {0} is a hole and must be written as '*'")]
    HoleMissing(Square),
    /// A `*` on a square that is no hole.
    #[error("placement: '*' on {0}, which is no hole")]
    NoHole(Square),
    /// The side to move is neither `w` nor `b`.
    #[error("side to move is '{0}', not 'w' or 'b'")]
    Turn(String),
    /// Castling rights in a game without castling.
    #[error("castling field is '{0}', not '-'")]
    Castling(String),
    /// An en passant square in a game without it.
    #[error("en passant field is '{0}', not '-'")]
    EnPassant(String),
    /// The half-move counter is no number in its range.
    #[error("half-move counter is '{0}', not a number from 0 to 65535")]
    HalfMoves(String),
    /// The move number is no number in its range.
    #[error("move number is '{0}', not a number from 1 to 4294967295")]
    FullMove(String),
    /// A side has too few or too many kings.
    #[error("{side} has {found} kings, not {expected}")]
    Kings {
        /// Whose kings.
        side: Side,
        /// How many are there.
        found: u32,
        /// How many there must be, in words.
        expected: &'static str,
    },
    /// Neither side has a king.
    #[error("neither side has a king")]
    NoKings,
    /// A side has more pieces than its game allows.
    #[error("{side} has {found} pieces, more than {most}")]
    Pieces {
        /// Whose pieces.
        side: Side,
        /// How many are there.
        found: u32,
        /// How many are allowed.
        most: u32,
    },
    /// A pawn stands on the rank where it would have promoted.
    #[error("{side}'s pawn on {square} stands on its last rank")]
    PawnOnLastRank {
        /// Whose pawn.
        side: Side,
        /// Where it stands.
        square: Square,
    },
    /// The king of the side that is not to move could be taken.
    #[error("{0}'s king is attacked, and it is not {0}'s turn")]
    OpponentAttacked(Side),
}

/// What a FEN says, before any game has looked at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fields {
    /// The pieces, from the last rank's a-file on.
    pub pieces: Vec<(Square, char)>,
    /// Whose turn it is.
    pub turn: Side,
    /// The counters; 0 and 1 where the text has none.
    pub counters: Counters,
}

/// Reads a FEN for a board of this shape and pieces with these (upper-case) letters. How many there are is not looked at.
///
/// # Errors
/// The first thing wrong, field by field and square by square.
pub fn read(fen: &str, layout: &Layout, letters: &str) -> Result<Fields, PositionError> {
    let fields: Vec<&str> = fen.split(' ').filter(|field| !field.is_empty()).collect();
    if !matches!(fields.len(), 2 | 4 | 6) {
        return Err(PositionError::Fields(fields.len()));
    }
    let pieces = placement(fields[0], layout, letters)?;
    let turn = match fields[1] {
        "w" => Side::White,
        "b" => Side::Black,
        other => return Err(PositionError::Turn(other.to_owned())),
    };
    if let Some(&castling) = fields.get(2).filter(|&&field| field != "-") {
        return Err(PositionError::Castling(castling.to_owned()));
    }
    if let Some(&en_passant) = fields.get(3).filter(|&&field| field != "-") {
        return Err(PositionError::EnPassant(en_passant.to_owned()));
    }
    let half_moves = match fields.get(4) {
        None => 0,
        Some(field) => digits(field).ok_or_else(|| PositionError::HalfMoves((*field).to_owned()))?,
    };
    let full_move = match fields.get(5) {
        None => 1,
        Some(field) => digits(field)
            .filter(|&number: &u32| number > 0)
            .ok_or_else(|| PositionError::FullMove((*field).to_owned()))?,
    };
    Ok(Fields { pieces, turn, counters: Counters { half_moves, full_move } })
}

/// A number without sign; the standard parser would also take a leading `+`.
fn digits<T: std::str::FromStr>(text: &str) -> Option<T> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

fn placement(text: &str, layout: &Layout, letters: &str) -> Result<Vec<(Square, char)>, PositionError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != usize::from(layout.ranks) {
        return Err(PositionError::Ranks { found: ranks.len(), expected: layout.ranks });
    }
    let mut pieces = Vec::new();
    for (row, rank) in ranks.iter().zip((0..layout.ranks).rev()) {
        let wrong_length = |found| PositionError::RankLength { rank: rank + 1, found, expected: layout.files };
        // A 0 is no run but a character like any other.
        let length: usize = row.chars().map(|c| c.to_digit(10).map_or(1, |run| run.max(1) as usize)).sum();
        let mut file = 0;
        for letter in row.chars() {
            if file >= layout.files {
                return Err(wrong_length(length));
            }
            let square = Square::at(file, rank);
            match letter {
                '1'..='9' => {
                    let run = letter as u8 - b'0';
                    if file + run > layout.files {
                        return Err(wrong_length(length));
                    }
                    if layout.star == Star::Always
                        && let Some(hole) =
                            (file..file + run).map(|f| Square::at(f, rank)).find(|&s| !layout.squares.has(s))
                    {
                        return Err(PositionError::HoleMissing(hole));
                    }
                    file += run;
                    continue;
                }
                '*' if layout.star == Star::Never => return Err(PositionError::Letter { letter, square }),
                '*' if layout.squares.has(square) => return Err(PositionError::NoHole(square)),
                '*' => {}
                _ if !letters.contains(letter.to_ascii_uppercase()) => {
                    return Err(PositionError::Letter { letter, square });
                }
                _ if !layout.squares.has(square) => return Err(PositionError::OffBoard { letter, square }),
                _ => pieces.push((square, letter)),
            }
            file += 1;
        }
        if file != layout.files {
            return Err(wrong_length(length));
        }
    }
    Ok(pieces)
}

/// Writes the six fields.
pub fn write(
    layout: &Layout,
    letter_at: impl Fn(Square) -> Option<char>,
    turn: Side,
    Counters { half_moves, full_move }: Counters,
) -> String {
    let mut text = String::with_capacity(96);
    for rank in (0..layout.ranks).rev() {
        let mut run = 0u8;
        let flush = |run: &mut u8, text: &mut String| {
            if *run > 0 {
                text.push((b'0' + *run) as char);
                *run = 0;
            }
        };
        for file in 0..layout.files {
            let square = Square::at(file, rank);
            let letter = match letter_at(square) {
                None if layout.star == Star::Always && !layout.squares.has(square) => Some('*'),
                letter => letter,
            };
            match letter {
                Some(letter) => {
                    flush(&mut run, &mut text);
                    text.push(letter);
                }
                None => run += 1,
            }
        }
        flush(&mut run, &mut text);
        if rank > 0 {
            text.push('/');
        }
    }
    text.push_str(&format!(" {} - - {half_moves} {full_move}", turn.letter()));
    text
}
