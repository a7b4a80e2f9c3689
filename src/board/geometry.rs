//! Steps, rays and lines of the empty 8×8 grid, computed by the compiler.
//!
//! A smaller board or one with holes takes the intersection with its own squares.

use super::{Bitboard, Square};

/// The eight directions as (files, ranks), clockwise from straight up: even ones orthogonal, odd ones diagonal.
pub const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The direction that leads back: `DIRECTIONS[opposite(d)]` is the reverse of `DIRECTIONS[d]`.
pub const fn opposite(direction: usize) -> usize {
    (direction + 4) & 7
}

const fn leaps(offsets: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < offsets.len() {
            if let Some(to) = Square::new(from as u8).offset(offsets[i].0, offsets[i].1) {
                table[from].insert(to);
            }
            i += 1;
        }
        from += 1;
    }
    table
}

/// A king's step.
pub static KING: [Bitboard; 64] = leaps(&DIRECTIONS);
/// One square along a file or rank.
pub static ORTHOGONAL: [Bitboard; 64] = leaps(&[(0, 1), (1, 0), (0, -1), (-1, 0)]);
/// One square along a diagonal.
pub static DIAGONAL: [Bitboard; 64] = leaps(&[(1, 1), (1, -1), (-1, -1), (-1, 1)]);
/// The knight's (1,2) leap.
pub static KNIGHT: [Bitboard; 64] = leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
/// The camel's (1,3) leap.
pub static CAMEL: [Bitboard; 64] = leaps(&[(1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3)]);

/// `RAYS[direction][square]`: the squares beyond `square` in that direction, to the edge.
pub static RAYS: [[Bitboard; 64]; 8] = {
    let mut rays = [[Bitboard::EMPTY; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = DIRECTIONS[direction];
        let mut from = 0;
        while from < 64 {
            let mut at = Square::new(from as u8);
            while let Some(next) = at.offset(files, ranks) {
                rays[direction][from].insert(next);
                at = next;
            }
            from += 1;
        }
        direction += 1;
    }
    rays
};

static BETWEEN: [[Bitboard; 64]; 64] = {
    let mut between = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (files, ranks) = DIRECTIONS[direction];
            let mut passed = Bitboard::EMPTY;
            let mut at = Square::new(from as u8);
            while let Some(next) = at.offset(files, ranks) {
                between[from][next.index()] = passed;
                passed.insert(next);
                at = next;
            }
            direction += 1;
        }
        from += 1;
    }
    between
};

static LINE: [[Bitboard; 64]; 64] = {
    let mut line = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let whole = Bitboard(RAYS[direction][from].0 | RAYS[opposite(direction)][from].0 | 1 << from);
            let mut rest = RAYS[direction][from];
            while let Some(to) = rest.first() {
                line[from][to.index()] = whole;
                rest.remove(to);
            }
            direction += 1;
        }
        from += 1;
    }
    line
};

/// The squares strictly between two squares of one line; empty where they share no line or are neighbours.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole line (edge to edge, both squares included) through two different squares; empty where they share none.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

/// The direction that leads from one square straight to another; `None` where they share no line or are the same.
pub fn direction(from: Square, to: Square) -> Option<usize> {
    (0..8).find(|&direction| RAYS[direction][from.index()].has(to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard;

    fn square(name: &str) -> Square {
        Square::named(name).expect("a square's name")
    }

    #[test]
    fn leaps_stay_on_the_board() {
        assert_eq!(
            CAMEL[square("c2").index()],
            bitboard! {
                . . . . . . . .
                . . . . . . . .
                . . . . . . . .
                . X . X . . . .
                . . . . . . . .
                . . . . . X . .
                . . . . . . . .
                . . . . . X . .
            }
        );
        assert_eq!(KNIGHT[square("a1").index()].into_iter().collect::<Vec<_>>(), [square("c2"), square("b3")]);
    }

    #[test]
    fn between_and_line_agree_with_a_walk() {
        for a in Square::all() {
            for b in Square::all() {
                let shared = a != b
                    && (a.file() == b.file()
                        || a.rank() == b.rank()
                        || a.file().abs_diff(b.file()) == a.rank().abs_diff(b.rank()));
                assert_eq!(line(a, b).any(), shared, "{a}{b}");
                assert_eq!(direction(a, b).is_some(), shared, "{a}{b}");
                if let Some(d) = direction(a, b) {
                    let mut walked = Bitboard::EMPTY;
                    let mut at = a;
                    loop {
                        at = at.offset(DIRECTIONS[d].0, DIRECTIONS[d].1).expect("the line reaches b");
                        if at == b {
                            break;
                        }
                        walked.insert(at);
                    }
                    assert_eq!(between(a, b), walked, "{a}{b}");
                } else {
                    assert!(between(a, b).is_empty(), "{a}{b}");
                }
            }
        }
    }

    #[test]
    fn shifts_are_steps() {
        for square in Square::all() {
            for (direction, &(files, ranks)) in DIRECTIONS.iter().enumerate() {
                assert_eq!(Bitboard::of(square).shift(direction).first(), square.offset(files, ranks), "{square}");
            }
        }
    }

    #[test]
    fn neighbours_of_a_set_are_its_kings_steps() {
        for square in Square::all() {
            assert_eq!(Bitboard::of(square).neighbours(), KING[square.index()]);
        }
    }
}
