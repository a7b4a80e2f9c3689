//! `triptych xboard`: the command line that shows a game rightly in an XBoard window.

use std::env;
use std::fs;
use std::io::{Write, stdout};
use std::iter;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};

use anyhow::{Context, bail};
use clap::Args;

use crate::arbiter::Arbiter;
use crate::atomic_file;
use crate::drawing::palette;
use crate::platform;
use crate::texture;
use crate::variant::Variant;

/// Arguments of `xboard`.
#[derive(Debug, Args)]
pub struct Xboard {
    /// The game: ultima, shashmaty, shashmaty-damka, shashmaty-dragon or chameleon
    #[arg(value_name = "GAME")]
    game: Variant,
    /// Chameleon's colours in place of the default ones: seven rows from the top, letters QRBNP, `*` for a hole
    #[arg(long, value_name = "ROWS")]
    terrain: Option<String>,
    /// Start XBoard in place of printing its command line
    #[arg(long, conflicts_with = "install")]
    run: bool,
    /// Write the entry by which XBoard lists the engine
    #[arg(long)]
    install: bool,
    /// The folder of XBoard's engine entries, if it is not the usual one of this system
    #[arg(long, value_name = "FOLDER", requires = "install")]
    plugins: Option<PathBuf>,
}

impl Xboard {
    /// Prints the command line, runs it, or installs the engine's entry.
    ///
    /// # Errors
    /// If the terrain is refused, a file cannot be written, or XBoard cannot be started.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let game = self.game.arbiter(self.terrain.as_deref())?;
        let engine = env::current_exe().context("the program does not know where it is")?;
        if self.install {
            let plugins = self.plugins.or_else(|| platform::PLUGINS.map(PathBuf::from));
            let plugins = plugins.context("this system has no usual folder of entries: name one with --plugins")?;
            return install(&engine, &plugins);
        }
        let picture = picture(game.as_ref())?;
        let arguments = arguments(game.as_ref(), &engine, picture.as_deref());
        if !self.run {
            let words: Vec<String> =
                iter::once(platform::WINDOW.to_owned()).chain(arguments).map(|word| platform::quoted(&word)).collect();
            writeln!(stdout(), "{}", words.join(" "))?;
            return Ok(ExitCode::SUCCESS);
        }
        let program = platform::window();
        let status = process::Command::new(program)
            .args(arguments)
            .status()
            .with_context(|| format!("{program} could not be started; is XBoard installed?"))?;
        if !status.success() {
            bail!("{program} ended with {status}");
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// XBoard's arguments for a game.
fn arguments(game: &dyn Arbiter, engine: &Path, picture: Option<&Path>) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut option = |name: &str, value: &str| words.extend([format!("-{name}"), value.to_owned()]);
    option("fcp", &in_double_quotes(engine));
    option("variant", game.name());
    // It knows none of the games: with its own idea of legality and of draws it forfeits good ones.
    option("testLegality", "false");
    option("ruleMoves", "0");
    option("repeatsToDraw", "0");
    option("showTargetSquares", "true");
    option("showCoords", "true");
    // What is right for these games must not stay for chess.
    option("saveSettingsOnExit", "false");
    match picture.map(|path| path.display().to_string()) {
        Some(path) => {
            option("useBoardTexture", "true");
            option("liteBackTextureFile", &path);
            option("darkBackTextureFile", &path);
        }
        None => {
            option("useBoardTexture", "false");
            option("lightSquareColor", &palette::text(palette::LIGHT));
            option("darkSquareColor", &palette::text(palette::DARK));
        }
    }
    if let (Some(terrain), Some(name)) = (game.terrain(), game.setting_name()) {
        option("firstOptions", &format!("{name} Terrain={terrain}"));
    }
    words
}

/// XBoard takes an engine's command apart at blanks, but not within double quotes.
fn in_double_quotes(path: &Path) -> String {
    let path = path.display().to_string();
    if path.contains(char::is_whitespace) { format!("\"{path}\"") } else { path }
}

/// Draws the board into the cache folder, in a game whose squares have colours.
fn picture(game: &dyn Arbiter) -> anyhow::Result<Option<PathBuf>> {
    let rows = match (game.setting_name(), game.terrain()) {
        (None, _) => return Ok(None),
        (Some(_), terrain) => terrain,
    };
    let folder = platform::cache_folder().context("there is no cache folder: set XDG_CACHE_HOME")?;
    fs::create_dir_all(&folder).with_context(|| format!("the folder {} cannot be made", folder.display()))?;
    let end = texture::name_end(game);
    let name = rows.map_or(String::new(), |rows| format!("-{}", rows.replace('/', ".").replace('*', "_")));
    let path = folder.join(format!("{}{name}{end}", game.name()));
    let mut picture = Vec::new();
    texture::write(game, &mut picture)?;
    // A window that is being drawn must not see half a picture.
    atomic_file::write_whole(&path, &picture)
        .with_context(|| format!("the picture {} cannot be written", path.display()))?;
    Ok(Some(path))
}

/// Writes the entry that puts the engine into XBoard's list for all its games.
fn install(engine: &Path, plugins: &Path) -> anyhow::Result<ExitCode> {
    let games: Vec<&str> = Variant::ALL.iter().map(|variant| variant.name()).collect();
    let entry = format!("plugin spec 0.0\n{}\n{}\n", in_double_quotes(engine), games.join(","));
    let path = plugins.join("triptych.eng");
    fs::create_dir_all(plugins)
        .and_then(|()| atomic_file::write_whole(&path, entry.as_bytes()))
        .with_context(|| format!("the entry {} cannot be written", path.display()))?;
    let mut out = stdout().lock();
    writeln!(out, "{}:", path.display())?;
    write!(out, "{entry}")?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_xboard() {
        assert_eq!(in_double_quotes(Path::new("/a b/c")), "\"/a b/c\"");
        assert_eq!(in_double_quotes(Path::new("/a/c")), "/a/c");
    }

    #[test]
    fn a_terrain_is_passed_on() {
        let rows = "N*NNN*N/*NNNNN*/NNNNNNN/NNNNNNN/NNNNNNN/*NNNNN*/N*NNN*N";
        let game = Variant::Chameleon.arbiter(Some(rows)).expect("a game");
        let words = arguments(game.as_ref(), Path::new("triptych"), Some(Path::new("/x-7x7.png")));
        assert!(words.contains(&format!("Chameleon Terrain={rows}")), "{words:?}");
        assert!(words.windows(2).any(|pair| pair == ["-liteBackTextureFile", "/x-7x7.png"]), "{words:?}");
    }
}
