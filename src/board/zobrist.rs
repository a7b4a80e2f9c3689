//! Random words that identify positions. The numbers are fixed, so keys are the same in every run and on every machine.

use super::{Side, Square};

/// The most kinds of piece a game may have.
pub const KINDS: usize = 8;

/// The next word of the SplitMix64 sequence: state in, (state, word) out.
const fn splitmix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut word = state;
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (state, word ^ (word >> 31))
}

static PIECES: [[[u64; 64]; KINDS]; 2] = {
    let mut table = [[[0; 64]; KINDS]; 2];
    let mut state = 0x7472_6970_7479_6368;
    let mut i = 0;
    while i < 2 * KINDS * 64 {
        let (next, word) = splitmix(state);
        state = next;
        table[i / (KINDS * 64)][i / 64 % KINDS][i % 64] = word;
        i += 1;
    }
    table
};

/// Toggled when the turn passes; in the key of every position with Black to move.
pub const TURN: u64 = splitmix(0x6D6F_7665).1;

/// The word of a piece on a square. `kind` is below [`KINDS`].
#[inline]
pub fn piece(side: Side, kind: usize, square: Square) -> u64 {
    PIECES[side.index()][kind][square.index()]
}
