//! Triptych: an engine for three chess variants — Ultima, Shashmaty (with two sub-variants) and Chameleon.
//!
//! What depends on what, one way only: [`board`] ← [`game`] ← evaluation ← search ← engine ← { front ends, arena } ←
//! commands. Everything hot is generic over [`game::Game`] and compiled once a game.

pub mod board;
pub mod game;
