//! `triptych rules`: through a pipe, and at a terminal.

use libtest_mimic::Trial;

use crate::pane::{Pane, has_tmux};
use crate::{Folder, named, program};

pub(crate) fn trials() -> Vec<Trial> {
    named([("pages_through_a_pipe", pages_through_a_pipe), ("pages_at_a_terminal", pages_at_a_terminal)])
}

fn page(game: &str) -> String {
    let output = program::command().args(["rules", game]).output().expect("it runs");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    String::from_utf8(output.stdout).expect("text")
}

fn pages_through_a_pipe() {
    for (game, title) in [
        ("ultima", "Ultima\n"),
        ("shashmaty", "Shashmaty\n"),
        ("shashmaty-damka", "Shashmaty\n"),
        ("shashmaty-dragon", "Shashmaty\n"),
        ("chameleon", "Chameleon\n"),
    ] {
        let text = page(game);
        assert!(text.starts_with(title) && !text.contains('\x1b'), "{game}");
        assert!(text.contains("┌───┬") && !text.contains("**") && !text.contains("|---"), "{game}");
        let is_long = |line: &&str| line.chars().count() > 80 && !line.starts_with("    ") && line.contains(' ');
        assert_eq!(text.lines().find(is_long), None, "{game}");
    }
    let output = program::command().args(["rules", "chess"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
}

fn pages_at_a_terminal() {
    if !has_tmux() {
        return;
    }
    let folder = Folder::new("rules");
    let pane = Pane::new(46, 60, folder.path());
    let program = env!("CARGO_BIN_EXE_triptych");
    // The word is not in the line that is typed.
    pane.shell(&format!("{program} rules chameleon | head -n 50; {program} rules chameleon >/dev/null; echo do''ne"));
    pane.wait("done");
    pane.shell(&format!("clear; {program} rules ultima; echo the e''nd"));
    pane.wait("the end");
    // The text is as wide as the terminal, so that no line of it is broken by the terminal.
    let text = pane.text();
    assert!(text.lines().any(|line| line.chars().count() > 38), "{text}");
    assert!(pane.coloured().contains("\x1b["), "there are styles");
}
