//! Fitting the weights of the evaluation to the engine's own games.
//!
//! Games are played with few nodes a move from random openings, quiet positions of them are kept with the game's result
//! and the search's score, and the weights are moved until the evaluation foretells both best.

pub mod fit;
pub mod games;
pub mod samples;
