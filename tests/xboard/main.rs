//! The real XBoard under a virtual screen: whole games between two engines, and a person with a mouse.
//!
//! It needs XBoard, Xvfb, xdotool and ImageMagick. Where one of them is missing the tests say so and pass, unless
//! `TRIPTYCH_XBOARD=required` is set, as `.ci/run` does once it has installed them.

#![cfg(unix)]

#[path = "../support/folder.rs"]
mod folder;
mod games;
mod mouse;
mod picture;
mod screen;
mod session;

use std::env;
use std::path::{Path, PathBuf};

/// What the tests run.
#[derive(Clone, Debug)]
pub(crate) struct Programs {
    pub(crate) xboard: PathBuf,
    pub(crate) xvfb: PathBuf,
    pub(crate) xdotool: PathBuf,
    pub(crate) import: PathBuf,
}

/// A program on the path, or where Debian keeps games.
fn find(name: &str) -> Result<PathBuf, String> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain([Path::new("/usr/games").to_owned()]);
    let found = folders.map(|folder| folder.join(name)).find(|file| file.is_file());
    found.ok_or_else(|| format!("{name} is not installed"))
}

/// The programs; `None` where the test is to be skipped, which is said.
///
/// # Panics
/// If one is missing and the test must run.
pub(crate) fn programs() -> Option<Programs> {
    let all = || -> Result<Programs, String> {
        Ok(Programs {
            xboard: find("xboard")?,
            xvfb: find("Xvfb")?,
            xdotool: find("xdotool")?,
            import: find("import")?,
        })
    };
    match all() {
        Ok(programs) => Some(programs),
        Err(why) if env::var("TRIPTYCH_XBOARD").is_ok_and(|value| value == "required") => panic!("{why}"),
        Err(why) => {
            eprintln!("skipped: {why} (packages xboard, xvfb, xdotool and imagemagick)");
            None
        }
    }
}
