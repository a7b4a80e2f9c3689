//! A square of the grid, by number and by name.

use std::fmt;

/// A square of the 8×8 grid: a1 is 0, b1 is 1, h8 is 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this number, 0 to 63; higher bits are cut off, so that indexing by a square never fails.
    #[inline]
    pub const fn new(index: u8) -> Square {
        Square(index & 63)
    }

    /// The square on this file (0 is a) and rank (0 is the first), both 0 to 7.
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Square {
        Square::new(rank * 8 + file)
    }

    /// The square with this name, `a1` to `h8`; `None` for any other text.
    ///
    /// ```
    /// use triptych::board::Square;
    /// assert_eq!(Square::named("c3"), Some(Square::at(2, 2)));
    /// assert_eq!(Square::named("i1"), None);
    /// ```
    pub fn named(name: &str) -> Option<Square> {
        match name.as_bytes() {
            &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(Square::at(file - b'a', rank - b'1')),
            _ => None,
        }
    }

    /// The number, 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask repeats what the constructors ensure; it lets the compiler drop the bounds check of table look-ups.
        (self.0 & 63) as usize
    }

    /// The file, 0 (a) to 7 (h).
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// The rank, 0 (first) to 7 (eighth).
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The square this many files to the right and ranks up; `None` beyond the grid.
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let (file, rank) = (self.file() as i8 + files, self.rank() as i8 + ranks);
        if file < 0 || file > 7 || rank < 0 || rank > 7 { None } else { Some(Square::at(file as u8, rank as u8)) }
    }

    /// All 64 squares from a1 to h8, rank by rank.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..64).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
