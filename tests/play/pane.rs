//! A terminal of tmux with a shell in it.

use std::env;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use triptych::arbiter::Arbiter;
use triptych::board::Square;
use triptych::play::hand::{Hand, Touch};

use crate::program::PATIENCE;

/// Whether there is tmux; where there is none the test is to be skipped, which is said.
///
/// # Panics
/// If there is none and the test must run.
pub(crate) fn has_tmux() -> bool {
    let is_there = Command::new("tmux").arg("-V").output().is_ok_and(|output| output.status.success());
    if !is_there {
        let is_required = env::var("TRIPTYCH_TMUX").is_ok_and(|value| value == "required");
        assert!(!is_required, "tmux is not installed");
        eprintln!("skipped: tmux is not installed");
    }
    is_there
}

/// A terminal with a shell.
pub(crate) struct Pane {
    socket: String,
}

static PANES: AtomicU32 = AtomicU32::new(0);

impl Pane {
    /// A terminal of this size, whose programs keep games below this folder.
    pub(crate) fn new(width: u16, height: u16, state: &Path) -> Pane {
        let socket = format!("triptych-{}-{}", std::process::id(), PANES.fetch_add(1, Relaxed));
        let pane = Pane { socket };
        let (columns, rows) = (width.to_string(), height.to_string());
        let state = format!("XDG_STATE_HOME={}", state.display());
        let cache = concat!("XDG_CACHE_HOME=", env!("CARGO_BIN_EXE_triptych"), "/none");
        let words = ["new-session", "-d", "-x", &columns, "-y", &rows, "env", "-u", "NO_COLOR", "-u", "RUST_LOG"];
        let shell = [&state, cache, "PS1=$ ", "ENV=", "TERM=screen-256color", "sh"];
        pane.tmux(&words.iter().chain(shell.iter().map(|word| word as &&str)).copied().collect::<Vec<_>>());
        pane
    }

    fn tmux(&self, words: &[&str]) -> String {
        // Whatever the surroundings speak, a board has more than ASCII.
        let mut command = Command::new("tmux");
        command.args(["-u", "-L", &self.socket, "-f", "/dev/null"]).args(words).env("LC_ALL", "C.UTF-8");
        let output = command.output().expect("tmux runs");
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// What is seen.
    pub(crate) fn text(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// What is seen, with its colours.
    pub(crate) fn coloured(&self) -> String {
        self.tmux(&["capture-pane", "-p", "-e"])
    }

    /// Types letters as they are.
    pub(crate) fn keys(&self, letters: &str) {
        self.tmux(&["send-keys", "-l", letters]);
    }

    /// Presses a key by tmux's name for it.
    pub(crate) fn press(&self, name: &str) {
        self.tmux(&["send-keys", name]);
    }

    /// Types a line to the shell.
    pub(crate) fn shell(&self, line: &str) {
        self.keys(line);
        self.press("Enter");
    }

    /// Starts the program; its number is in the file `pid` below the folder.
    pub(crate) fn triptych(&self, arguments: &str, folder: &Path) {
        let program = env!("CARGO_BIN_EXE_triptych");
        let _ = std::fs::remove_file(folder.join("pid"));
        let number = folder.join("pid").display().to_string();
        self.shell(&format!("sh -c 'echo $$ >{number}; exec {program} {arguments}'; echo ended=$?"));
    }

    pub(crate) fn resize(&self, width: u16, height: u16) {
        self.tmux(&["resize-window", "-x", &width.to_string(), "-y", &height.to_string()]);
    }

    /// One of tmux's variables.
    pub(crate) fn flag(&self, name: &str) -> String {
        self.tmux(&["display-message", "-p", &format!("#{{{name}}}")]).trim().to_owned()
    }

    /// Waits until something is seen.
    #[track_caller]
    pub(crate) fn wait(&self, what: &str) -> String {
        self.wait_for(what, |text| text.contains(what))
    }

    #[track_caller]
    pub(crate) fn wait_for(&self, what: &str, is_there: impl Fn(&str) -> bool) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let text = self.text();
            if is_there(&text) {
                return text;
            }
            assert!(Instant::now() < until, "no {what} in\n{text}");
            thread::sleep(Duration::from_millis(30));
        }
    }

    /// Clicks a square of a board with squares of 5 × 2 and White at the bottom, as it is on 80 × 24.
    pub(crate) fn click(&self, square: &str, ranks: u16) {
        let square = Square::named(square).expect("a square");
        let column = 4 + 3 + 5 * u16::from(square.file()) - 1;
        let row = 3 + 2 * (ranks - 1 - u16::from(square.rank()));
        // What a terminal sends when the left button goes down and up.
        self.keys(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    }

    /// Makes a move with keys alone, square by square.
    pub(crate) fn play(&self, game: &dyn Arbiter, text: &str) {
        for key in touches(game, text) {
            if key.len() == 1 { self.keys(&key) } else { self.touch(&key) }
        }
    }

    /// Touches a square with the keyboard.
    pub(crate) fn touch(&self, square: &str) {
        self.keys(square);
        self.press("Enter");
    }
}

/// The squares to touch for a move, and the number of a choice where there is one.
fn touches(game: &dyn Arbiter, text: &str) -> Vec<String> {
    let mut hand = Hand::default();
    let mut keys = Vec::new();
    let mut squares: Vec<Square> = Vec::new();
    let mut rest = text;
    while let Some(square) = rest.get(..2).and_then(Square::named) {
        squares.push(square);
        rest = &rest[2..];
    }
    // Where the piece may go on it is touched again to stop.
    squares.extend(squares.last().copied());
    for square in squares {
        keys.push(square.to_string());
        match hand.touch(game, square) {
            Touch::Changed => {}
            Touch::Play(played) => {
                assert_eq!(played, text);
                return keys;
            }
            Touch::Choose(choices) => {
                let at = choices.iter().position(|choice| choice.text.as_deref() == Some(text));
                keys.push((at.expect("the move is among them") + 1).to_string());
                return keys;
            }
            Touch::Refused(why) => panic!("{text}: {why}"),
        }
    }
    panic!("{text} does not end");
}

impl Drop for Pane {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
    }
}
