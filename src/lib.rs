//! Triptych: an engine for three chess variants — Ultima, Shashmaty (with two sub-variants) and Chameleon.
//!
//! What depends on what, one way only: [`board`] ← [`game`] ← [`eval`] ← [`search`] ← [`engine`] ← [`frontend`] ←
//! [`command`]. Everything hot is generic over [`game::Game`] and compiled once a game; what is not hot holds a
//! [`engine::Engine`] and an [`arbiter::Arbiter`] and knows no game by name.

pub mod annotate;
pub mod arbiter;
pub mod arena;
pub mod atomic_file;
pub mod bench;
pub mod board;
pub mod book;
pub mod cli;
pub mod command;
pub mod diagram;
pub mod drawing;
pub mod engine;
pub mod eval;
pub mod experience;
pub mod frontend;
pub mod game;
pub mod lock;
pub mod locked_file;
pub mod markdown;
pub mod pgn;
pub mod platform;
pub mod play;
pub mod report;
pub mod search;
pub mod tablebase;
pub mod texture;
pub mod tuning;
pub mod variant;
pub mod wire;
