//! `triptych show`: draws a board in the terminal, or as a picture into a file.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use super::is_free;
use crate::atomic_file;
use crate::cli::Start;
use crate::diagram;
use crate::drawing::{self, Look, raster};

/// Arguments of `show`.
#[derive(Debug, Args)]
pub struct Show {
    #[command(flatten)]
    start: Start,
    /// Moves played from the position first, with spaces between; the last one is marked in pictures
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
    /// Draw the board as SVG into this file
    #[arg(long, value_name = "FILE", group = "picture")]
    svg: Option<PathBuf>,
    /// Draw the board as PNG into this file
    #[arg(long, value_name = "FILE", group = "picture", conflicts_with = "svg")]
    png: Option<PathBuf>,
    /// The side of the picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 800, requires = "picture", value_parser = clap::value_parser!(u32).range(SIZES))]
    size: u32,
    /// Draw for a dark page
    #[arg(long, requires = "picture")]
    dark: bool,
    /// Draw with Black below
    #[arg(long, requires = "picture")]
    flip: bool,
    /// Write over a picture that is there
    #[arg(long, requires = "picture")]
    force: bool,
}

/// Sides of pictures, in pixels: on smaller ones nobody tells the pieces apart, greater ones take hundreds of megabytes.
const SIZES: std::ops::RangeInclusive<i64> = 64..=8192;

impl Show {
    /// Draws the board; in the terminal in colour where it has it and `NO_COLOR` is not set.
    ///
    /// # Errors
    /// If the position or a move is refused, the output cannot be written, or a picture is there already.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let game = self.start.arbiter_after(&self.moves)?;
        let look = Look { size: self.size, dark: self.dark, flip: self.flip };
        let drawn = |path| -> anyhow::Result<(&Path, String)> {
            is_free(path, self.force)?;
            Ok((path, drawing::svg(game.as_ref(), look)))
        };
        match (&self.svg, &self.png) {
            (Some(path), _) => {
                let (path, svg) = drawn(path)?;
                self.write(path, svg.as_bytes())?;
            }
            (None, Some(path)) => {
                let (path, svg) = drawn(path)?;
                self.write(path, &raster::png(&svg, self.size)?)?;
            }
            (None, None) => write!(anstream::stdout().lock(), "{}", diagram::draw(game.as_ref()))?,
        }
        Ok(ExitCode::SUCCESS)
    }

    fn write(&self, path: &Path, content: &[u8]) -> anyhow::Result<()> {
        atomic_file::write_whole(path, content).with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(writeln!(stdout(), "{}: {} x {} pixels", path.display(), self.size, self.size)?)
    }
}
