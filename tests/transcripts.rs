//! The golden dialogues of `protocol/transcripts`, replayed against the built program.
//!
//! `>` is what the GUI says, `<` what the program must answer, in this order and nothing else. In an expected line `…`
//! stands for any text; a line that is nothing but `…` lets any lines come before the next one that is expected.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::mpsc::RecvTimeoutError;

#[path = "support/program.rs"]
mod program;

use program::{PATIENCE, Program};

/// What stands for any text.
const ANY: &str = "…";

/// Whether a line is what was expected.
fn fits(expected: &str, line: &str) -> bool {
    match expected.split_once(ANY) {
        None => expected == line,
        Some((start, end)) => line.len() >= start.len() + end.len() && line.starts_with(start) && line.ends_with(end),
    }
}

/// Replays a dialogue; what went wrong, if anything.
fn replay(text: &str) -> Result<(), String> {
    let mut program = Program::start(program::command().stderr(Stdio::null()));
    let mut anything_before = false;
    for line in text.lines() {
        if line.starts_with('#') {
            continue;
        }
        if let Some(said) = line.strip_prefix('>') {
            program.say(said.strip_prefix(' ').unwrap_or(said));
            continue;
        }
        let expected = line.strip_prefix('<').ok_or_else(|| format!("neither said nor answered: {line}"))?;
        let expected = expected.strip_prefix(' ').unwrap_or(expected);
        if expected == ANY {
            anything_before = true;
            continue;
        }
        loop {
            match program.next(PATIENCE) {
                Ok(heard) if fits(expected, &heard) => break,
                Ok(_) if anything_before => {}
                Ok(heard) => return Err(format!("expected: {expected}\n   heard: {heard}")),
                Err(why) => return Err(format!("expected: {expected}\n   heard: nothing ({why})")),
            }
        }
        anything_before = false;
    }
    // Every dialogue ends with `quit`: nothing may follow.
    match program.next(PATIENCE) {
        Err(RecvTimeoutError::Disconnected) => Ok(()),
        Err(RecvTimeoutError::Timeout) => Err("the program does not leave".into()),
        Ok(_) if anything_before => Ok(()),
        Ok(heard) => Err(format!("too much: {heard}")),
    }
}

fn transcripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol/transcripts");
    let files = fs::read_dir(folder).expect("the folder of transcripts");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    paths
}

#[test]
fn all_transcripts() {
    let paths = transcripts();
    assert!(paths.len() >= 40, "{} transcripts", paths.len());
    let mut wrong = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a text");
        if let Err(why) = replay(&text) {
            wrong.push(format!("{}\n{why}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn what_fits() {
    assert!(fits("move …", "move a2a3") && fits("a…c", "abc") && fits("", ""));
    assert!(!fits("move …", "moved") && !fits("a…a", "a") && !fits("x", "y"));
}
