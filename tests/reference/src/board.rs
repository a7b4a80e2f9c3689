//! Squares, pieces and the board as an array of cells, shared by all games.
//! A piece is known by its letter in FEN (upper case) and its side; what it does is told in the game's own file.

use std::fmt;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    White,
    Black,
}

impl Side {
    /// The other player.
    pub(crate) fn opponent(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// The direction in which this side's pawns go: up for White, down for Black.
    pub(crate) fn forward(self) -> i8 {
        match self {
            Side::White => 1,
            Side::Black => -1,
        }
    }

    /// The name used in messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Side::White => "White",
            Side::Black => "Black",
        }
    }

    /// The score text of a game that this side has won.
    pub(crate) fn win(self) -> &'static str {
        match self {
            Side::White => "1-0",
            Side::Black => "0-1",
        }
    }
}

/// A cell of the board, counted from a1 = (0, 0). The order of squares is that of their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Square {
    pub(crate) file: i8,
    pub(crate) rank: i8,
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file as u8) as char, self.rank + 1)
    }
}

/// A set of squares; going through it gives them in the order of their names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Squares(u64);

impl Squares {
    /// The empty set.
    pub(crate) const NONE: Squares = Squares(0);

    /// This set and one square more.
    #[must_use]
    pub(crate) fn with(self, square: Square) -> Squares {
        Squares(self.0 | 1 << (square.file * 8 + square.rank))
    }

    /// All that is in this set or in the other.
    #[must_use]
    pub(crate) fn and(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }

    /// Whether the square is in the set.
    pub(crate) fn contains(self, square: Square) -> bool {
        self.0 & (1 << (square.file * 8 + square.rank)) != 0
    }

    /// Whether every square of this set is in the other.
    pub(crate) fn is_within(self, other: Squares) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether there is nothing in the set.
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The squares in the order of their names.
    pub(crate) fn iter(self) -> impl Iterator<Item = Square> {
        (0..64).filter(move |index| self.0 & (1 << index) != 0).map(|index| Square { file: index / 8, rank: index % 8 })
    }
}

/// A step by files and ranks.
pub(crate) type Direction = (i8, i8);

/// The four directions of a rook.
pub(crate) const ORTHOGONAL: [Direction; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The four directions of a bishop.
pub(crate) const DIAGONAL: [Direction; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The eight directions of a queen.
pub(crate) const ALL_AROUND: [Direction; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A piece: the upper-case letter of its kind, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Piece {
    pub(crate) kind: u8,
    pub(crate) side: Side,
}

/// A board of at most eight files and eight ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    width: i8,
    height: i8,
    cells: [[Option<Piece>; 8]; 8],
}

impl Board {
    /// A board without pieces.
    pub(crate) fn empty(width: i8, height: i8) -> Board {
        Board { width, height, cells: [[None; 8]; 8] }
    }

    /// Number of files.
    pub(crate) fn width(&self) -> i8 {
        self.width
    }

    /// Number of ranks.
    pub(crate) fn height(&self) -> i8 {
        self.height
    }

    /// What stands on the square.
    pub(crate) fn at(&self, square: Square) -> Option<Piece> {
        self.cells[square.file as usize][square.rank as usize]
    }

    /// Whether nothing stands on the square.
    pub(crate) fn is_empty(&self, square: Square) -> bool {
        self.at(square).is_none()
    }

    /// The kind of the piece of the given side on the square, if there is one.
    pub(crate) fn kind_of(&self, side: Side, square: Square) -> Option<u8> {
        self.at(square).filter(|piece| piece.side == side).map(|piece| piece.kind)
    }

    /// Puts a piece, or nothing, on the square.
    pub(crate) fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.cells[square.file as usize][square.rank as usize] = piece;
    }

    /// The square one step further, if it is still on the board.
    pub(crate) fn step(&self, from: Square, (files, ranks): Direction) -> Option<Square> {
        let to = Square { file: from.file + files, rank: from.rank + ranks };
        let inside = 0 <= to.file && to.file < self.width && 0 <= to.rank && to.rank < self.height;
        inside.then_some(to)
    }

    /// All squares in a direction up to the edge of the board, the nearest first, whatever stands on them.
    pub(crate) fn line(&self, from: Square, direction: Direction) -> impl Iterator<Item = Square> {
        std::iter::successors(self.step(from, direction), move |&square| self.step(square, direction))
    }

    /// All squares of the board in the order of their names.
    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (width, height) = (self.width, self.height);
        (0..width).flat_map(move |file| (0..height).map(move |rank| Square { file, rank }))
    }

    /// The pieces of one side: square and kind, in the order of the squares' names.
    pub(crate) fn pieces(&self, side: Side) -> impl Iterator<Item = (Square, u8)> {
        self.squares().filter_map(move |square| self.kind_of(side, square).map(|kind| (square, kind)))
    }

    /// How many pieces of the kind the side has.
    pub(crate) fn count(&self, side: Side, kind: u8) -> usize {
        self.pieces(side).filter(|&(_, each)| each == kind).count()
    }

    /// The first square with a king of this side.
    pub(crate) fn king(&self, side: Side) -> Option<Square> {
        self.pieces(side).find(|&(_, kind)| kind == b'K').map(|(square, _)| square)
    }

    /// Whether nothing but kings is left.
    pub(crate) fn has_only_kings(&self) -> bool {
        self.squares().filter_map(|square| self.at(square)).all(|piece| piece.kind == b'K')
    }

    /// The board after the victims have gone and the piece has moved.
    #[must_use]
    pub(crate) fn after(&self, from: Square, to: Square, victims: Squares) -> Board {
        let mut board = *self;
        for victim in victims.iter() {
            board.put(victim, None);
        }
        board.put(from, None);
        board.put(to, self.at(from));
        board
    }
}
