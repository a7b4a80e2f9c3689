//! The ground that Chameleon is played on: which squares there are, and what a piece becomes on each.
//!
//! A terrain is data, with the tables of its board built once. Positions refer to it; every terrain that was ever read is
//! kept until the program ends, and reading the same text again gives the same one.

use std::fmt;
use std::sync::{LazyLock, Mutex};

use crate::board::{Bitboard, Side, Sliders, Square, geometry};
use crate::lock::lock;

use super::Kind;

/// Files and ranks of the board.
pub const SIZE: u8 = 7;

/// The terrain that games are played on unless another is named.
pub const DEFAULT: &str = "N*RBQ*N/*PBPBP*/RNPNPNR/QBQBQBQ/RNPNPNR/*PBPBP*/N*QBR*N";

/// The colours and holes of a board, with the tables of moves over it.
///
/// There is one value a terrain in the whole program: two references are the same terrain if they are the same reference.
pub struct Terrain {
    squares: Bitboard,
    colours: [Option<Kind>; 64],
    coloured: [Bitboard; 5],
    key: u64,
    kings: [Bitboard; 64],
    knights: [Bitboard; 64],
    pawns: [[Bitboard; 64]; 2],
    rooks: [Bitboard; 64],
    bishops: [Bitboard; 64],
    sliders: Sliders,
}

/// Why a terrain was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TerrainError {
    /// The text has too few or too many rows.
    #[error("7 rows expected, not {0}")]
    Rows(usize),
    /// A row has too few or too many squares.
    #[error("7 squares expected on rank {rank}, not {found}")]
    RowLength {
        /// The rank, from 1.
        rank: u8,
        /// Squares in the text.
        found: usize,
    },
    /// A character that is no colour and no hole.
    #[error("'{letter}' on {square} is none of Q R B N P and *")]
    Letter {
        /// The character.
        letter: char,
        /// Where it stands.
        square: Square,
    },
    /// Nearly all is holes.
    #[error("2 squares expected at least, for the kings, not {0}")]
    Squares(u32),
}

static TERRAINS: Mutex<Vec<&'static Terrain>> = Mutex::new(Vec::new());
static USUAL: LazyLock<&'static Terrain> =
    LazyLock::new(|| Terrain::read(DEFAULT).expect("the default terrain is well formed"));

impl Terrain {
    /// Reads seven rows from rank 7 down with `/` between: `Q R B N P`, upper case only, for the colours, `*` for a hole.
    ///
    /// The first reading of a terrain builds its tables, a few hundred kilobytes that are never freed.
    ///
    /// # Errors
    /// The first thing wrong with the text.
    pub fn read(text: &str) -> Result<&'static Terrain, TerrainError> {
        let colours = colours(text)?;
        // Nothing that is done under the lock leaves the list half changed.
        let mut terrains = lock(&TERRAINS);
        if let Some(&known) = terrains.iter().find(|known| known.colours == colours) {
            return Ok(known);
        }
        let terrain: &'static Terrain = Box::leak(Box::new(Terrain::new(colours, text)));
        terrains.push(terrain);
        Ok(terrain)
    }

    fn new(colours: [Option<Kind>; 64], text: &str) -> Terrain {
        let squares: Bitboard = Square::all().filter(|square| colours[square.index()].is_some()).collect();
        let within = |table: &[Bitboard; 64]| table.map(|reach| reach & squares);
        let sliders = Sliders::new(squares);
        let each = |reach: &dyn Fn(Square) -> Bitboard| {
            let mut table = [Bitboard::EMPTY; 64];
            for square in squares {
                table[square.index()] = reach(square);
            }
            table
        };
        let pawns = |side: Side| {
            each(&|square| {
                let row = Bitboard::of(square);
                let ahead = match side {
                    Side::White => row.up(),
                    Side::Black => row.down(),
                };
                (ahead.left() | ahead.right()) & squares
            })
        };
        let of_colour =
            |kind: Kind| squares.into_iter().filter(|&square| colours[square.index()] == Some(kind)).collect();
        Terrain {
            squares,
            colours,
            coloured: [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn].map(of_colour),
            key: if text == DEFAULT { 0 } else { hash(text) },
            kings: within(&geometry::KING),
            knights: within(&geometry::KNIGHT),
            pawns: Side::ALL.map(pawns),
            rooks: each(&|square| sliders.rook(square, Bitboard::EMPTY)),
            bishops: each(&|square| sliders.bishop(square, Bitboard::EMPTY)),
            sliders,
        }
    }

    /// The squares that are no holes.
    #[inline]
    pub fn squares(&self) -> Bitboard {
        self.squares
    }

    /// What a piece that is no king becomes on the square; `None` for a hole and outside the board.
    #[inline]
    pub fn colour(&self, square: Square) -> Option<Kind> {
        self.colours[square.index()]
    }

    /// The squares of each colour, in the order of the kinds.
    #[inline]
    pub fn coloured(&self) -> &[Bitboard; 5] {
        &self.coloured
    }

    /// What tells keys of positions on this terrain from those on others; 0 for the default terrain.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Whether this is the terrain that games are played on unless another is named.
    pub fn is_default(&self) -> bool {
        std::ptr::eq(self, *USUAL)
    }

    /// Where a king on the square may go over an empty board.
    #[inline]
    pub fn king(&self, square: Square) -> Bitboard {
        self.kings[square.index()]
    }

    /// Where a knight on the square may go over an empty board.
    #[inline]
    pub fn knight(&self, square: Square) -> Bitboard {
        self.knights[square.index()]
    }

    /// What this side's pawn on the square attacks.
    #[inline]
    pub fn pawn(&self, side: Side, square: Square) -> Bitboard {
        self.pawns[side.index()][square.index()]
    }

    /// Where a rook on the square may go or capture, each direction up to the first occupied square.
    #[inline]
    pub fn rook(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.sliders.rook(square, occupied)
    }

    /// Where a bishop on the square may go or capture, each direction up to the first occupied square.
    #[inline]
    pub fn bishop(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.sliders.bishop(square, occupied)
    }

    /// Where a rook on the square may go over an empty board: no hole and nothing behind one.
    #[inline]
    pub fn rook_lines(&self, square: Square) -> Bitboard {
        self.rooks[square.index()]
    }

    /// Where a bishop on the square may go over an empty board.
    #[inline]
    pub fn bishop_lines(&self, square: Square) -> Bitboard {
        self.bishops[square.index()]
    }
}

/// The colours of the 8×8 grid's squares.
fn colours(text: &str) -> Result<[Option<Kind>; 64], TerrainError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(SIZE) {
        return Err(TerrainError::Rows(rows.len()));
    }
    let mut colours = [None; 64];
    for (rank, row) in (0..SIZE).rev().zip(rows) {
        let found = row.chars().count();
        if found != usize::from(SIZE) {
            return Err(TerrainError::RowLength { rank: rank + 1, found });
        }
        for (file, letter) in (0..SIZE).zip(row.chars()) {
            let square = Square::at(file, rank);
            colours[square.index()] = match letter {
                '*' => None,
                _ => match Kind::of_letter(letter) {
                    Some(Kind::King) | None => return Err(TerrainError::Letter { letter, square }),
                    colour => colour,
                },
            };
        }
    }
    match colours.iter().flatten().count() as u32 {
        few @ 0..2 => Err(TerrainError::Squares(few)),
        _ => Ok(colours),
    }
}

/// FNV-1a.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

impl Default for &'static Terrain {
    fn default() -> Self {
        *USUAL
    }
}

impl PartialEq for Terrain {
    fn eq(&self, other: &Terrain) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Terrain {}

impl fmt::Display for Terrain {
    /// The text that [`Terrain::read`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..SIZE).rev() {
            for file in 0..SIZE {
                write!(f, "{}", self.colour(Square::at(file, rank)).map_or('*', Kind::letter))?;
            }
            f.write_str(if rank > 0 { "/" } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Terrain({self})")
    }
}
