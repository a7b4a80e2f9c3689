//! Pages of games: `triptych report`. What a page holds, and what a browser makes of it.
//!
//! The browser is Chromium, driven by chromedriver. Where one of them is missing the tests that need them say so and
//! pass, unless `TRIPTYCH_CHROMIUM=required` is set, as `.ci/run` does once it has installed them.

mod browser;
#[path = "../support/folder.rs"]
mod folder;
mod games;
mod page;
#[path = "../support/program.rs"]
mod program;
mod reading;
mod stepping;

use std::fs;
use std::process::Output;

use folder::Folder;

/// Writes games and makes their page; what the program said, and the page if there is one.
pub(crate) fn report(folder: &Folder, pgn: &str) -> (Output, Option<String>) {
    let (file, page) = (folder.path("games.pgn"), folder.path("games.html"));
    fs::write(&file, pgn).expect("a file");
    let arguments = ["report", &file, "-o", &page, "--force"];
    let output = program::command().args(arguments).output().expect("the program runs");
    (output, fs::read_to_string(&page).ok())
}
