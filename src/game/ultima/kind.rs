//! The seven kinds of Ultima's pieces and their letters.

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Steps to any neighbouring square, captures by displacement.
    King,
    /// The pincer pawn: moves as a rook, captures an enemy between itself and another piece of its side.
    Pawn,
    /// Moves as a queen, captures by jumping, several pieces in one move.
    Leaper,
    /// Moves as a queen, captures the piece that it moves straight away from.
    Spy,
    /// Moves as a queen, captures at the two corners that it makes with its king.
    Officer,
    /// Moves as a queen, never captures; enemies beside it can neither move nor capture.
    Dragon,
    /// Moves as a queen, captures each kind by that kind's own method.
    Chameleon,
}

impl Kind {
    /// The number of kinds.
    pub const COUNT: usize = 7;

    /// All kinds, in the order of their indices.
    pub const ALL: [Kind; Kind::COUNT] =
        [Kind::King, Kind::Pawn, Kind::Leaper, Kind::Spy, Kind::Officer, Kind::Dragon, Kind::Chameleon];

    /// The upper-case FEN letters of all kinds, in the order of their indices.
    pub const LETTERS: &'static str = "KPLWCIX";

    /// The kind's number in [`Pieces`](crate::board::Pieces).
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of FEN, upper case.
    pub const fn letter(self) -> char {
        Kind::LETTERS.as_bytes()[self.index()] as char
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::King => "king",
            Kind::Pawn => "pawn",
            Kind::Leaper => "leaper",
            Kind::Spy => "spy",
            Kind::Officer => "officer",
            Kind::Dragon => "dragon",
            Kind::Chameleon => "chameleon",
        }
    }

    /// The kind with this FEN letter, of either case.
    pub fn of_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }
}
