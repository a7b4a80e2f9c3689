//! Endgame tables: held against a solver that shares nothing with them, against the search of plain rules, and against
//! builders that are killed and files that are spoilt.

mod agreement;
mod brute;
mod files;
mod kill;
mod playing;
#[path = "../support/program.rs"]
mod program;
mod protocol;
mod support;
