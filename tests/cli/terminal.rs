//! What is different at a terminal. The tests need the `script` command of util-linux to have one; without it they say
//! that they were skipped.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What changes colours and logging wherever the program runs; build services set some of it.
const INHERITED: [&str; 5] = ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI", "RUST_LOG"];

/// Runs a line of shell at a terminal, where `triptych` is the program, and returns all that was shown there.
fn at_a_terminal(line: &str, typed: &str) -> Option<String> {
    let version = Command::new("script").arg("--version").output();
    if !version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("util-linux")) {
        eprintln!("skipped: there is no script command of util-linux");
        return None;
    }
    let line = line.replace("triptych", env!("CARGO_BIN_EXE_triptych"));
    let mut script = Command::new("script");
    for name in INHERITED {
        script.env_remove(name);
    }
    let mut child = script
        .args(["--quiet", "--return", "--command", &line, "/dev/null"])
        .env("TERM", "xterm-256color")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("script starts");
    child.stdin.take().expect("a pipe").write_all(typed.as_bytes()).expect("script reads");
    let output = child.wait_with_output().expect("script ends");
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{shown}");
    Some(shown)
}

#[test]
fn three_lines_greet_whoever_types() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("greeting");
    let Some(shown) = at_a_terminal(&format!("triptych 2>'{}'", file.display()), "ping 7\nquit\n") else { return };
    let greeting = fs::read_to_string(file).expect("what was said on standard error");
    assert_eq!(greeting.lines().count(), 3, "{greeting}");
    assert!(
        greeting.starts_with("Triptych ") && greeting.contains("XBoard") && greeting.contains("--help"),
        "{greeting}"
    );
    // Standard output is the protocol's alone.
    assert!(shown.contains("pong 7") && !shown.contains("Triptych"), "{shown}");
}

#[test]
fn colours_where_the_terminal_has_them() {
    let Some(coloured) = at_a_terminal("triptych show chameleon", "") else { return };
    assert!(coloured.contains("\x1b[48;2;242;213;68m"), "{coloured:?}");
    for line in
        ["NO_COLOR=1 triptych show chameleon", "TERM=dumb triptych show chameleon", "triptych show chameleon | cat"]
    {
        let plain = at_a_terminal(line, "").expect("script is there");
        assert!(plain.contains("│ K │") && !plain.contains('\x1b'), "{line}: {plain:?}");
    }
}
