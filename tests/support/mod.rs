//! What the tests of all games share: the engine's fast rules held against the reference rules, at one position, in
//! random play and from random set-ups.
//!
//! Nothing here knows a game by name; a game is plugged in by a line in `walks.rs` and in `setups.rs`.

#![allow(dead_code, reason = "every test program uses a part of it")]

pub(crate) mod compare;
pub(crate) mod examples;
pub(crate) mod set_up;
pub(crate) mod table;
pub(crate) mod walk;
