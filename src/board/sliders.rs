//! Attacks of sliding pieces on any board with any holes.
//!
//! A board gets its tables once. With the processor's PEXT instruction one look-up gives all four directions of a rook or
//! a bishop; without it each line is worked out by subtraction, which needs no table but the masks.

use std::sync::LazyLock;

use super::geometry::DIRECTIONS;
#[cfg(any(test, not(target_feature = "bmi2")))]
use super::geometry::RAYS;
use super::{Bitboard, Square};

/// Slider tables of one board.
#[derive(Debug)]
pub struct Sliders {
    rook: [Pattern; 64],
    bishop: [Pattern; 64],
    #[cfg_attr(not(target_feature = "bmi2"), expect(dead_code, reason = "only the PEXT look-up reads the table"))]
    attacks: Box<[Bitboard]>,
    #[cfg_attr(target_feature = "bmi2", expect(dead_code, reason = "only the subtraction needs the holes"))]
    holes: Bitboard,
}

/// What one kind of slider can reach from one square.
#[derive(Clone, Copy, Debug, Default)]
struct Pattern {
    /// The squares whose occupation matters: all it could reach but the last of each direction.
    relevant: Bitboard,
    /// Where its part of the table begins.
    start: u32,
}

static FULL: LazyLock<Sliders> = LazyLock::new(|| Sliders::new(Bitboard::ALL));

impl Sliders {
    /// The tables of the whole 8×8 board.
    #[inline]
    pub fn full() -> &'static Sliders {
        &FULL
    }

    /// Builds the tables of a board that has just these squares; all others are holes, which block.
    pub fn new(board: Bitboard) -> Sliders {
        let mut attacks = Vec::new();
        let mut build = |first: usize| {
            let mut patterns = [Pattern::default(); 64];
            for square in board {
                let mut relevant = Bitboard::EMPTY;
                for direction in (first..8).step_by(2) {
                    relevant |= without_last(walk(square, direction, board, Bitboard::EMPTY), direction);
                }
                patterns[square.index()] = Pattern { relevant, start: attacks.len() as u32 };
                // Subsets in the order in which PEXT numbers them.
                let mut occupied = 0u64;
                loop {
                    let reach = (first..8).step_by(2).fold(Bitboard::EMPTY, |set, direction| {
                        set | walk(square, direction, board, Bitboard(occupied))
                    });
                    attacks.push(reach);
                    occupied = occupied.wrapping_sub(relevant.0) & relevant.0;
                    if occupied == 0 {
                        break;
                    }
                }
            }
            patterns
        };
        let (rook, bishop) = (build(0), build(1));
        Sliders { rook, bishop, attacks: attacks.into(), holes: !board }
    }

    /// Where a rook on `square` can go or capture: each direction up to and including the first occupied square.
    /// Holes are never among them.
    #[inline]
    pub fn rook(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.look_up(&self.rook[square.index()], square, occupied, [0, 2])
    }

    /// Where a bishop on `square` can go or capture: each direction up to and including the first occupied square.
    #[inline]
    pub fn bishop(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.look_up(&self.bishop[square.index()], square, occupied, [1, 3])
    }

    /// Where a queen on `square` can go or capture.
    #[inline]
    pub fn queen(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.rook(square, occupied) | self.bishop(square, occupied)
    }

    #[cfg(target_feature = "bmi2")]
    #[allow(unsafe_code, reason = "the instruction has no safe form; it costs a third of the look-up's alternatives")]
    #[inline]
    fn look_up(&self, pattern: &Pattern, _square: Square, occupied: Bitboard, _lines: [usize; 2]) -> Bitboard {
        // SAFETY: the instruction touches no memory, and this function exists only where the build target has BMI2.
        let index = unsafe { core::arch::x86_64::_pext_u64(occupied.0, pattern.relevant.0) };
        self.attacks[pattern.start as usize + index as usize]
    }

    #[cfg(not(target_feature = "bmi2"))]
    #[inline]
    fn look_up(&self, _pattern: &Pattern, square: Square, occupied: Bitboard, lines: [usize; 2]) -> Bitboard {
        let blocked = occupied | self.holes;
        (line_attacks(square, blocked, lines[0]) | line_attacks(square, blocked, lines[1])) - self.holes
    }
}

/// Both directions of one line, by the subtraction trick: `o ^ (o - 2r)` flips the bits from the square up to the first
/// blocker; the other direction is the same with the word reversed.
#[cfg(any(test, not(target_feature = "bmi2")))]
fn line_attacks(square: Square, blocked: Bitboard, direction: usize) -> Bitboard {
    let from = 1u64 << square.index();
    let mask = (RAYS[direction][square.index()] | RAYS[direction + 4][square.index()]).0;
    let blockers = blocked.0 & mask;
    let up = blockers.wrapping_sub(from.wrapping_mul(2));
    let down = blockers.reverse_bits().wrapping_sub(from.reverse_bits().wrapping_mul(2)).reverse_bits();
    Bitboard((up ^ down) & mask)
}

/// The squares from `square` in a direction up to and including the first occupied one; a hole ends the walk before it.
fn walk(square: Square, direction: usize, board: Bitboard, occupied: Bitboard) -> Bitboard {
    let (files, ranks) = DIRECTIONS[direction];
    let mut reach = Bitboard::EMPTY;
    let mut at = square;
    while let Some(next) = at.offset(files, ranks).filter(|&next| board.has(next)) {
        reach.insert(next);
        if occupied.has(next) {
            break;
        }
        at = next;
    }
    reach
}

/// A walk's squares but its last, whose occupation changes nothing.
fn without_last(walked: Bitboard, direction: usize) -> Bitboard {
    // A step along directions 0, 1, 2 and 7 leads to a higher square number, so the last square is the highest.
    let last = match direction {
        0..=2 | 7 => 63u32.checked_sub(walked.0.leading_zeros()),
        _ => walked.any().then(|| walked.0.trailing_zeros()),
    };
    last.map_or(walked, |last| walked - Bitboard(1 << last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng, rngs::StdRng};

    /// Both look-ups against walking, on boards with random holes.
    #[test]
    fn look_ups_agree_with_a_walk() {
        let mut random = StdRng::seed_from_u64(1);
        for round in 0..40 {
            let holes = if round == 0 { 0 } else { random.random::<u64>() & random.random::<u64>() };
            let board = !Bitboard(holes);
            let sliders = Sliders::new(board);
            for _ in 0..50 {
                let occupied = Bitboard(random.random::<u64>() & random.random::<u64>()) & board;
                for square in board {
                    let slow = |first: usize| {
                        (first..8).step_by(2).fold(Bitboard::EMPTY, |set, d| set | walk(square, d, board, occupied))
                    };
                    let lines = |a, b| {
                        let blocked = occupied | !board;
                        (line_attacks(square, blocked, a) | line_attacks(square, blocked, b)) & board
                    };
                    assert_eq!(sliders.rook(square, occupied), slow(0), "rook on {square}, {occupied:?}");
                    assert_eq!(sliders.bishop(square, occupied), slow(1), "bishop on {square}, {occupied:?}");
                    assert_eq!(lines(0, 2), slow(0), "rook on {square} by subtraction, {occupied:?}");
                    assert_eq!(lines(1, 3), slow(1), "bishop on {square} by subtraction, {occupied:?}");
                }
            }
        }
    }
}
