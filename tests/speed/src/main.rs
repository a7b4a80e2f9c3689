//! Perft rates.
fn main() {}
