//! Dialogues with the real program in XBoard's protocol, over pipes, as a window leads them.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

mod draws;
mod endings;
mod engine;
mod handshake;
mod input;
mod moves;
mod options;
mod parts;
mod takeback;
mod thinking;
