//! Tells the program what it was built from and for: `triptych --version`.
//!
//! The commit is that of `TRIPTYCH_COMMIT`, of git, or of the package's own note of it, whichever is there first. Only
//! builds for release ask for it, so that a commit does not make everything be built again while one works.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What the program is made of: where it is changed, the commit's plus may come or go.
const SOURCES: [&str; 6] = ["Cargo.toml", "Cargo.lock", "src", "protocol", "books", "tables"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=TRIPTYCH_COMMIT");
    let variable = |name: &str| env::var(name).ok().filter(|value| !value.trim().is_empty());
    let is_release = variable("PROFILE").as_deref() == Some("release");
    let found = || if is_release { of_git().or_else(of_package) } else { None };
    let commit = variable("TRIPTYCH_COMMIT").or_else(found).unwrap_or_else(|| "unknown".into());
    let features = variable("CARGO_CFG_TARGET_FEATURE").unwrap_or_else(|| "none".into());
    println!("cargo::rustc-env=TRIPTYCH_COMMIT={}", one_line(&commit));
    println!("cargo::rustc-env=TRIPTYCH_TARGET={}", variable("TARGET").unwrap_or_default());
    println!("cargo::rustc-env=TRIPTYCH_FEATURES={}", features.replace(',', " "));
    println!("cargo::rustc-env=TRIPTYCH_PROFILE={}", if is_release { "release" } else { "development" });
}

/// The commit that is checked out here, with a plus if files differ from it. A repository around this one is not meant.
fn of_git() -> Option<String> {
    let here = fs::canonicalize(env::var_os("CARGO_MANIFEST_DIR")?).ok()?;
    let top = git(&["rev-parse", "--show-toplevel"])?;
    if fs::canonicalize(top).ok()? != here {
        return None;
    }
    // Not the index: git renews it by itself when it first looks at a fresh clone, and all would be built a second time.
    let of_commit = ["HEAD", "logs/HEAD"].map(|file| git(&["rev-parse", "--git-path", file]));
    for path in of_commit.iter().flatten().map(String::as_str).chain(SOURCES) {
        if Path::new(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let changed = git(&["--no-optional-locks", "status", "--porcelain", "--untracked-files=no"])
        .is_some_and(|text| !text.is_empty());
    Some(if changed { format!("{commit}+") } else { commit })
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// What `cargo package` notes of the commit.
fn of_package() -> Option<String> {
    let note = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = note.split_once("\"sha1\"")?;
    let commit: String =
        rest.chars().skip_while(|c| !c.is_ascii_hexdigit()).take_while(char::is_ascii_hexdigit).collect();
    commit.get(..12).map(str::to_owned)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
