//! What packages take from the program: manual pages and completions.

use std::fs;
use std::path::Path;

use crate::support::{succeed, triptych};

#[test]
fn every_command_has_a_page() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("man-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    let name = folder.display().to_string();
    succeed(&["man", "--dir", &name]);
    let page = |name: &str| fs::read_to_string(folder.join(format!("{name}.1"))).expect("a page");
    for (name, words) in [
        ("triptych", ["triptych\\-perft(1)", "XBoard"]),
        ("triptych-perft", ["\\-\\-divide", "GAME"]),
        ("triptych-tablebase-build", ["\\-\\-men", "triptych 0.1.0"]),
        ("triptych-book-import", ["min\\-elo", "FILE"]),
    ] {
        assert!(page(name).starts_with(".ie") && words.iter().all(|word| page(name).contains(word)), "{name}");
    }
    assert_eq!(succeed(&["man"]), page("triptych"));
    // A page that is there is somebody's.
    let again = triptych(&["man", "--dir", &name]);
    let why = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(again.status.code() == Some(2) && why.contains(".1 is there already: --force"), "{why}");
    succeed(&["man", "--dir", &name, "--force"]);
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn shells_are_told_of_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = succeed(&["completions", shell]);
        assert!(["tablebase", "selfplay", "terrain", "multipv"].iter().all(|word| script.contains(word)), "{shell}");
    }
}
