//! What the measurements share: cozy-chess's perft as the yardstick, and medians.

use std::process::ExitCode;

use cozy_chess::Board;
use triptych::variant::Variant;

/// Depth of cozy-chess's run from the start position of chess, and the leaves that it must find there.
const DEPTH: u8 = 6;
const LEAVES: u64 = 119_060_324;

/// Leaves a second of cozy-chess's perft from the start position of chess, one thread; `seconds` times a run.
///
/// # Panics
/// If it does not find as many leaves as there are.
pub fn cozy_rate(seconds: impl FnOnce(&mut dyn FnMut()) -> f64) -> f64 {
    let mut leaves = 0;
    let seconds = seconds(&mut || leaves = cozy_perft(&std::hint::black_box(Board::default()), DEPTH));
    assert_eq!(leaves, LEAVES, "cozy-chess's perft is wrong");
    leaves as f64 / seconds
}

/// Bulk counting as cozy-chess's own benchmark does it.
fn cozy_perft(board: &Board, depth: u8) -> u64 {
    let mut leaves = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            leaves += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for m in moves {
                let mut after = board.clone();
                after.play_unchecked(m);
                leaves += cozy_perft(&after, depth - 1);
            }
            false
        });
    }
    leaves
}

/// The median, between the two in the middle if there are two.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let (low, high) = (values[(values.len() - 1) / 2], values[values.len() / 2]);
    (low + high) / 2.0
}

/// The games that were named, or all.
pub fn games(named: &[Variant]) -> impl Iterator<Item = Variant> {
    Variant::ALL.iter().copied().filter(|game| named.is_empty() || named.contains(game))
}

/// The exit code of a measurement, and on standard error why there is none.
pub fn finish(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
