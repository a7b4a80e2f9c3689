//! The executable: reads the command line, runs the command, turns what went wrong into one line and an exit code.

use std::io;
use std::process::ExitCode;

use clap::Parser;
use triptych::cli::Cli;
use triptych::command;

fn main() -> ExitCode {
    env_logger::init();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if !error.use_stderr() => {
            // Help and version. A reader that went away is no failure of ours.
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("triptych: {}", first_paragraph(&error.to_string()));
            return ExitCode::from(command::FAILED);
        }
    };
    match command::run(cli) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("triptych: {error:#}");
            ExitCode::from(command::FAILED)
        }
    }
}

/// What is wrong with the command line, without the usage that follows it, on one line.
fn first_paragraph(message: &str) -> String {
    let lines: Vec<_> = message.lines().take_while(|line| !line.trim().is_empty()).map(str::trim).collect();
    lines.join(" ").trim_start_matches("error: ").to_owned()
}

/// Whoever read our output has seen enough.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = |cause: &(dyn std::error::Error + 'static)| cause.downcast_ref::<io::Error>().map(io::Error::kind);
    error.chain().any(|cause| kind(cause) == Some(io::ErrorKind::BrokenPipe))
}
