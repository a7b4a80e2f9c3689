//! Opening books: those in the program, builds that are killed, bad files, play from them, and experience.

mod commands;
mod experience;
mod growing;
mod playing;
#[path = "../support/program.rs"]
mod program;
mod shipped;
mod support;
