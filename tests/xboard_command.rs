//! `triptych xboard`: the command line, the picture of a board, the entry in XBoard's list.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of its own, empty.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("xboard-command-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn run(arguments: &[&str], cache: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_triptych"));
    command.arg("xboard").args(arguments).env_remove("RUST_LOG");
    command.env("XDG_CACHE_HOME", cache).env("LOCALAPPDATA", cache);
    command.output().expect("the program runs")
}

#[test]
fn a_game_without_colours() {
    let folder = folder("plain");
    for game in ["ultima", "shashmaty", "shashmaty-damka", "shashmaty-dragon"] {
        let output = run(&[game], &folder);
        let line = String::from_utf8(output.stdout).expect("a text");
        assert!(output.status.success() && line.starts_with("xboard -fcp "), "{line}");
        for words in [
            format!(" -variant {game} "),
            " -testLegality false ".into(),
            " -ruleMoves 0 -repeatsToDraw 0 ".into(),
            " -useBoardTexture false ".into(),
            " -saveSettingsOnExit false ".into(),
        ] {
            assert!(line.contains(&words), "{words} in {line}");
        }
        assert!(line.contains(env!("CARGO_BIN_EXE_triptych")));
    }
    // Nothing is drawn for them.
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn a_board_in_its_colours() {
    let folder = folder("colours");
    let rows = "N*NNN*N/*NNNNN*/NNNNNNN/NNNNNNN/NNNNNNN/*NNNNN*/N*NNN*N";
    let usual = run(&["chameleon"], &folder);
    let other = run(&["chameleon", "--terrain", rows], &folder);
    let mut pictures = Vec::new();
    for output in [usual, other] {
        let line = String::from_utf8(output.stdout).expect("a text");
        assert!(output.status.success(), "{line}");
        let path =
            line.split(" -liteBackTextureFile ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a picture");
        assert!(path.ends_with("-7x7.png") && line.contains(&format!(" -darkBackTextureFile {path}")), "{line}");
        pictures.push(fs::read(path).expect("a picture"));
        let has_terrain = line.contains(&format!("-firstOptions 'Chameleon Terrain={rows}'"));
        assert_eq!(has_terrain, pictures.len() == 2, "{line}");
    }
    assert!(pictures[0].starts_with(b"\x89PNG") && pictures[0] != pictures[1]);
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn an_entry_in_the_list_of_engines() {
    let folder = folder("entry");
    let plugins = folder.join("a/b");
    let output = run(&["ultima", "--install", "--plugins", plugins.to_str().expect("a text")], &folder);
    let said = String::from_utf8(output.stdout).expect("a text");
    let entry = fs::read_to_string(plugins.join("triptych.eng")).expect("an entry");
    assert!(output.status.success() && said.ends_with(&entry), "{said}");
    let lines: Vec<&str> = entry.lines().collect();
    let games = "ultima,shashmaty,shashmaty-damka,shashmaty-dragon,chameleon";
    assert_eq!(lines, ["plugin spec 0.0", env!("CARGO_BIN_EXE_triptych"), games]);
    assert_eq!(fs::read_dir(&plugins).expect("a folder").count(), 1, "nothing is left beside it");
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn what_cannot_be_done() {
    let folder = folder("bad");
    fs::write(folder.join("file"), "").expect("a file");
    let under_a_file = folder.join("file/plugins");
    for (arguments, words) in [
        (&["checkers"][..], "there is no game 'checkers'"),
        (&["ultima", "--terrain", "QQQ"], "ultima has no terrain"),
        (&["chameleon", "--terrain", "QQQ"], "terrain"),
        (&["ultima", "--plugins", "x"], "--install"),
        (&["ultima", "--run", "--install"], "--install"),
        (
            &["ultima", "--install", "--plugins", under_a_file.to_str().expect("a text")],
            "triptych.eng cannot be written",
        ),
    ] {
        let output = run(arguments, &folder);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(said.lines().count() == 1 && said.contains(words), "{said}");
    }
    let _ = fs::remove_dir_all(folder);
}
