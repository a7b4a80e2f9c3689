//! The list that move generation fills.

use smallvec::SmallVec;

/// Moves of one position. Most fit on the stack; a leaper with many chains spills to the heap instead of overflowing.
pub type MoveList<M> = SmallVec<[M; 96]>;
