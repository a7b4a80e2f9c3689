//! Games between engines, with a referee that knows the rules.

pub mod game;
pub mod peer;
