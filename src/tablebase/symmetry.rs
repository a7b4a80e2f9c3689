//! Maps of a board onto itself.

use crate::board::{Bitboard, Square};

/// For each square the one that it goes to.
pub type Map = [Square; 64];

/// The maps that leave a game's rules as they are.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// Those that leave the sides as they are; the first changes nothing.
    pub plain: Vec<Map>,
    /// One that makes the same of the board when the sides are exchanged, where there is any.
    pub exchange: Option<Map>,
}

/// The map by a function of file and rank; squares that it takes off the grid stay where they are.
pub(super) fn map(by: impl Fn(i8, i8) -> (i8, i8)) -> Map {
    let origin = Square::at(0, 0);
    std::array::from_fn(|index| {
        let square = Square::new(index as u8);
        let (file, rank) = by(square.file() as i8, square.rank() as i8);
        origin.offset(file, rank).unwrap_or(square)
    })
}

/// The eight maps of a square board of this size, the one that changes nothing first.
pub(super) fn all(size: i8) -> [Map; 8] {
    let last = size - 1;
    [
        map(|file, rank| (file, rank)),
        map(|file, rank| (last - file, rank)),
        map(|file, rank| (file, last - rank)),
        map(|file, rank| (last - file, last - rank)),
        map(|file, rank| (rank, file)),
        map(|file, rank| (last - rank, file)),
        map(|file, rank| (rank, last - file)),
        map(|file, rank| (last - rank, last - file)),
    ]
}

/// The set that a map makes of a set of squares.
pub(super) fn image(map: &Map, squares: Bitboard) -> Bitboard {
    squares.into_iter().map(|square| map[square.index()]).collect()
}

/// One map after another.
pub(super) fn then(first: &Map, second: &Map) -> Map {
    first.map(|square| second[square.index()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_maps_make_a_group() {
        let maps = all(8);
        for one in &maps {
            assert_eq!(image(one, Bitboard::ALL), Bitboard::ALL);
            for other in &maps {
                assert!(maps.contains(&then(one, other)));
            }
        }
        assert!((1..8).all(|i| maps[i] != maps[0]));
    }
}
