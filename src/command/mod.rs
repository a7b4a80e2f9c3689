//! The subcommands, one file each.

pub mod analyze;
pub mod annotate;
pub mod arena;
pub mod bench;
pub mod book;
pub mod completions;
mod effort;
pub mod man;
pub mod moves;
pub mod perft;
pub mod pgn;
pub mod play;
pub mod report;
pub mod rules;
pub mod selfplay;
pub mod show;
pub mod tablebase;
pub mod tune;
pub mod xboard;

use std::fs;
use std::io::{self, Write, stderr};
use std::path::Path;
use std::process::ExitCode;

use crate::atomic_file;
use crate::cli::{Cli, Command};
use crate::frontend;
use crate::pgn::read::Game;
use crate::pgn::replay::Fault;

/// Exit code of a command that worked and whose answer is no.
pub const NO: u8 = 1;
/// Exit code of a command that failed.
pub const FAILED: u8 = 2;

/// Does what the command line says.
///
/// # Errors
/// Whatever stopped it, in words for its user.
pub fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    match cli.command {
        None => frontend::run(cli.log.as_deref(), cli.book.as_deref()),
        Some(Command::Analyze(command)) => command.run(),
        Some(Command::Bench(command)) => command.run(),
        Some(Command::Perft(command)) => command.run(),
        Some(Command::Play(command)) => command.run(),
        Some(Command::Moves(command)) => command.run(),
        Some(Command::Show(command)) => command.run(),
        Some(Command::Report(command)) => command.run(),
        Some(Command::Arena(command)) => command.run(),
        Some(Command::Rules(command)) => command.run(),
        Some(Command::Selfplay(command)) => command.run(),
        Some(Command::Tune(command)) => command.run(),
        Some(Command::Xboard(command)) => command.run(),
        Some(Command::Tablebase(command)) => command.run(),
        Some(Command::Book(command)) => command.run(),
        Some(Command::Pgn(command)) => command.run(),
        Some(Command::Completions(command)) => command.run(),
        Some(Command::Man(command)) => command.run(),
        Some(Command::Annotate(command)) => command.run(),
    }
}

/// A number of things: `1 class`, `2 classes`.
fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// The exit code of a command that worked.
fn answer(is_yes: bool) -> ExitCode {
    if is_yes { ExitCode::SUCCESS } else { ExitCode::from(NO) }
}

/// What is said of a broken game: its file, the line of what is wrong, and where the game begins.
fn broken(path: &Path, game: &Game, fault: &Fault) -> String {
    let begin = if fault.line == game.line { String::new() } else { format!(" (the game of line {})", game.line) };
    format!("{}, {fault}{begin}", path.display())
}

/// Says what went wrong, on one line whatever is in it.
pub fn complain(message: &str) {
    let escaped = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    let line: String = message.chars().map(escaped).collect();
    // Whoever does not listen misses the words and has the code.
    let _ = writeln!(stderr(), "triptych: {line}");
}

/// Refuses to write over a file, unless that is wanted, and over anything that is no file in any case: a device or a
/// folder would be lost for good.
fn is_free(path: &Path, force: bool) -> anyhow::Result<()> {
    if fs::symlink_metadata(path).is_ok() {
        anyhow::ensure!(fs::metadata(path).is_ok_and(|found| found.is_file()), "{} is no regular file", path.display());
        anyhow::ensure!(force, "{} is there already: --force", path.display());
    }
    Ok(())
}

/// Refuses to write what is read from a file in the place of that file, even if files may be written over.
fn is_apart(out: &Path, files: &[impl AsRef<Path>]) -> anyhow::Result<()> {
    let is_read = files.iter().any(|file| is_one(out, file.as_ref()));
    anyhow::ensure!(!is_read, "{} is read: it cannot be written too", out.display());
    Ok(())
}

/// Finds out whether a file can be written, and leaves what is there as it is.
fn try_out(path: &Path) -> io::Result<()> {
    let draft = atomic_file::draft(path);
    fs::File::create_new(&draft).and_then(|_| fs::remove_file(draft))
}

/// Whether two paths lead to one file, which need not be there yet.
fn is_one(path: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        fs::canonicalize(path).ok().or_else(|| {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
        })
    };
    place(path).is_some_and(|place_of_one| place(other) == Some(place_of_one))
}
