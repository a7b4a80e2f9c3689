//! What results say of strength.
//!
//! Pairs of games from one opening, colours swapped, are the unit: the two games share what the opening gives away, so
//! that counting them singly would take chance for strength.

pub mod elo;
pub mod likelihood;
pub mod rating;
pub mod sprt;
mod tally;

pub use elo::Estimate;
pub use tally::{Results, Tally};
