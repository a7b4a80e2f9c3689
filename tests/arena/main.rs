//! `triptych arena`, run as its users run it: against engines that do everything wrong, killed in the middle, with real
//! engines as far as they are installed.
//!
//! This program is the tests and, with the word `fake` as its first argument, the engines that they need.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod adjudication;
mod fake;
mod faults;
mod peers;
#[path = "../support/program.rs"]
mod program;
mod refusals;
// Runs are told to stop by signals.
#[cfg(unix)]
mod resume;
mod statistics;
mod support;

use std::process::ExitCode;

use libtest_mimic::Arguments;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|word| word == "fake") {
        fake::run(&arguments[1], &arguments[2]);
        return ExitCode::SUCCESS;
    }
    let trials = [
        adjudication::trials(),
        faults::trials(),
        peers::trials(),
        refusals::trials(),
        #[cfg(unix)]
        resume::trials(),
        statistics::trials(),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials.into_iter().flatten().collect()).exit_code()
}
