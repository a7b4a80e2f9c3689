//! Dialogues with the real program in XBoard's protocol, over pipes, as a window leads them.

mod draws;
mod endings;
mod engine;
mod handshake;
mod input;
mod moves;
mod options;
mod parts;
#[path = "../support/program.rs"]
mod program;
mod takeback;
mod thinking;
