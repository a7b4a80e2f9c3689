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
            return match error.print() {
                Err(why) if why.kind() != std::io::ErrorKind::BrokenPipe => fail(&why.to_string()),
                _ => ExitCode::SUCCESS,
            };
        }
        Err(error) => return fail(&without_usage(&error.to_string())),
    };
    match command::run(cli) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => fail(&with_causes(&error)),
    }
}

/// Says what went wrong and gives the exit code.
fn fail(message: &str) -> ExitCode {
    command::complain(message);
    ExitCode::from(command::FAILED)
}

/// What is wrong with the command line, without the advice that follows it, on one line.
fn without_usage(message: &str) -> String {
    let is_advice =
        |part: &&str| ["Usage:", "For more information", "  tip:"].iter().any(|word| part.starts_with(word));
    let parts: Vec<&str> = message.split("\n\n").take_while(|part| !is_advice(part)).collect();
    let words: Vec<&str> = parts.iter().flat_map(|part| part.lines()).map(str::trim).collect();
    words.join(" ").trim_start_matches("error: ").trim_end().to_owned()
}

/// An error with its causes, each said once: some errors quote their causes and some do not.
fn with_causes(error: &anyhow::Error) -> String {
    let mut message = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !message.ends_with(&cause) {
            message = format!("{message}: {cause}");
        }
    }
    message
}

/// Whoever read our output has seen enough.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = |cause: &(dyn std::error::Error + 'static)| cause.downcast_ref::<io::Error>().map(io::Error::kind);
    error.chain().any(|cause| kind(cause) == Some(io::ErrorKind::BrokenPipe))
}
