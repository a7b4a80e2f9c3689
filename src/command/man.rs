//! `triptych man`: manual pages.

use std::fs;
use std::io::{self, Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_mangen::Man as Page;

use super::is_free;
use crate::atomic_file;
use crate::cli::Cli;

/// Arguments of `man`.
#[derive(Debug, Args)]
pub struct Man {
    /// Write the pages of the program and of every command into this folder, in place of printing the program's own
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
    /// Write over pages that are there
    #[arg(long, requires = "dir")]
    force: bool,
}

impl Man {
    /// Prints a page, or writes all of them.
    ///
    /// # Errors
    /// If a page is there already or cannot be written.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut program = Cli::command().disable_help_subcommand(true);
        program.build();
        let Some(folder) = self.dir else {
            stdout().write_all(&text(program)?)?;
            return Ok(ExitCode::SUCCESS);
        };
        let mut pages = Vec::new();
        collect(program, &mut pages)?;
        let pages: Vec<_> = pages.into_iter().map(|(name, text)| (folder.join(name), text)).collect();
        pages.iter().try_for_each(|(path, _)| is_free(path, self.force))?;
        fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        for (path, text) in &pages {
            atomic_file::write_whole(path, text).with_context(|| format!("{} could not be written", path.display()))?;
        }
        writeln!(stdout(), "{}: {} pages", folder.display(), pages.len())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The page of a command.
fn text(command: clap::Command) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    Page::new(command).source(concat!("triptych ", env!("CARGO_PKG_VERSION"))).render(&mut text)?;
    Ok(text)
}

/// Names and texts of the pages of a command and of those below it.
fn collect(command: clap::Command, pages: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        collect(below.clone(), pages)?;
    }
    let name = Page::new(command.clone()).get_filename();
    pages.push((name, text(command)?));
    Ok(())
}
