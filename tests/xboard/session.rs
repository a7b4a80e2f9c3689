//! A window with the engine behind it, and what both said to each other.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use triptych::arbiter::Arbiter;
use triptych::frontend::history::History;
use triptych::variant::Variant;
use triptych_protocol::MoveText;

use crate::Programs;
use crate::folder::Folder;
use crate::picture::{BLACK, Colour, DARK, LIGHT, WHITE};

/// How long anything may take on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(90);

/// What XBoard tells in a window of its own that would lie over the board, unless it is told not to.
pub(crate) const HELP: &str = "Right-clicking menu item or dialog text pops up help on it";

fn hex(colour: Colour) -> String {
    format!("#{:02x}{:02x}{:02x}", colour[0], colour[1], colour[2])
}

/// What every run of XBoard is told, so that nothing of this machine's settings matters and none are written.
pub(crate) fn usual(folder: &Folder) -> Vec<String> {
    let mut words = Vec::new();
    for (name, value) in [
        ("testLegality", "false"),
        ("ruleMoves", "0"),
        ("repeatsToDraw", "0"),
        ("saveSettingsOnExit", "false"),
        ("popupMoveErrors", "false"),
        ("showCoords", "false"),
        ("showTargetSquares", "true"),
        ("useBoardTexture", "false"),
        ("animateMoving", "false"),
        ("highlightLastMove", "false"),
        ("highlightMoveWithArrow", "false"),
        ("lightSquareColor", &hex(LIGHT)),
        ("darkSquareColor", &hex(DARK)),
        ("whitePieceColor", &hex(WHITE)),
        ("blackPieceColor", &hex(BLACK)),
        ("messageSuppress", HELP),
        ("nameOfDebugFile", &folder.path("x.debug")),
        ("sgf", &folder.path("games.pgn")),
        ("spf", &folder.path("final.fen")),
    ] {
        words.extend([format!("-{name}"), value.to_owned()]);
    }
    words.push("-debug".into());
    words
}

/// XBoard with an engine behind it; it ends with the value.
pub(crate) struct Window {
    child: Child,
    pub(crate) folder: Folder,
    variant: Variant,
    start: Option<String>,
}

impl Window {
    /// A game of a person with the white pieces. Where a start position is given, window and engine are told of it on
    /// the way, since a window takes none from its command line for a variant that it learns of later.
    pub(crate) fn open(
        programs: &Programs,
        display: &str,
        name: &str,
        variant: Variant,
        start: Option<&str>,
        more: &[&str],
    ) -> Window {
        let folder = Folder::new(name);
        let engine = format!("'{}' --log '{}'", env!("CARGO_BIN_EXE_triptych"), folder.path("engine.log"));
        let script = match start {
            None => format!("exec {engine}"),
            Some(fen) => {
                format!("sed -u '/^variant /a setboard {fen}' | {engine} | sed -u 's|_elven .*|_elven {fen}|'")
            }
        };
        fs::write(folder.path("engine.sh"), format!("#!/bin/sh\n{script}\n")).expect("a file");
        let child = Command::new(&programs.xboard)
            .args(["-variant", variant.name(), "-fcp", &format!("sh {}", folder.path("engine.sh")), "-depth", "2"])
            .args(["-size", "54", "-tc", "60"])
            .args(usual(&folder))
            .args(more)
            .env("DISPLAY", display)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("XBoard starts");
        let window = Window { child, folder, variant, start: start.map(str::to_owned) };
        window.wait("the engine is ready", |window| window.log().iter().any(|line| line.starts_with("< pong")));
        let log = window.log();
        assert!(!log.iter().any(|line| line.starts_with("> rejected")), "XBoard rejects a feature\n{}", log.join("\n"));
        window
    }

    /// What was said, in order: `> …` by the window, `< …` by the engine.
    pub(crate) fn log(&self) -> Vec<String> {
        let line = |line: &str| line.split_once(' ').map(|(_, said)| said.to_owned());
        self.folder.text("engine.log").lines().filter_map(line).collect()
    }

    pub(crate) fn wait(&self, what: &str, is_there: impl Fn(&Window) -> bool) {
        let until = Instant::now() + PATIENCE;
        while !is_there(self) {
            assert!(Instant::now() < until, "{what} does not come\n{}", self.log().join("\n"));
            thread::sleep(Duration::from_millis(30));
        }
    }

    /// Moves of either side that have reached the engine's log.
    pub(crate) fn moves(&self) -> usize {
        self.log().iter().filter(|line| line.starts_with("> usermove ") || line.starts_with("< move ")).count()
    }

    /// The game as the rules see it after all that was said.
    pub(crate) fn game(&self) -> Box<dyn Arbiter> {
        follow(self.variant, self.start.as_deref(), &self.log()).into_game()
    }

    /// Makes the window write its files and end; its own idea of the position.
    pub(crate) fn close(mut self) -> String {
        let id = self.child.id().to_string();
        let _ = Command::new("kill").args(["-TERM", &id]).status();
        let until = Instant::now() + PATIENCE;
        while self.child.try_wait().expect("a child").is_none() {
            assert!(Instant::now() < until, "XBoard does not end");
            thread::sleep(Duration::from_millis(30));
        }
        let fen = self.folder.text("final.fen");
        fen.lines().next().unwrap_or("").to_owned()
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The game after a dialogue: everything that is said of it must be legal. Moves that mend a window's board change
/// nothing in it.
pub(crate) fn follow(variant: Variant, start: Option<&str>, log: &[String]) -> History {
    let mut history = History::new(variant.arbiter_from(None, start).expect("a position"));
    let last_begin = log.iter().rposition(|line| line.starts_with("> variant ")).unwrap_or(0);
    let mut mending = Vec::new();
    // The squares of the hand: where the piece was lifted, and where it was put since.
    let mut hand: Vec<&str> = Vec::new();
    let refused = |at: usize| log.get(at + 1).is_some_and(|next| next.starts_with("< Illegal move"));
    for (at, line) in log.iter().enumerate().skip(last_begin) {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            [">", "lift", square] if hand.last() != Some(&square) => hand = vec![square],
            [">", "put", square] => hand.push(square),
            [">", "usermove", text] if !refused(at) => {
                let ply: MoveText = text.parse().expect("a move");
                // A window keeps two victims, the clicks tell all.
                let clicked = match &std::mem::take(&mut hand)[..] {
                    [start, victims @ .., end] if victims.len() > 2 => {
                        format!("{start}x{}-{end}", victims.join("x")).parse().ok()
                    }
                    _ => None,
                };
                let step = history.take_meant(ply, clicked.as_ref());
                step.unwrap_or_else(|why| panic!("{text}: {why}\n{}", log.join("\n")));
            }
            ["<", "move", text] => {
                let ply: MoveText = text.parse().expect("a move");
                // A null move of the engine's own where no part is pending begins mending.
                let begins = !history.is_in_the_middle() && ply.is_null();
                if begins || mending.len() % 2 == 1 {
                    mending.push(ply);
                    continue;
                }
                history.mend(&std::mem::take(&mut mending));
                let step = history.take(ply);
                step.unwrap_or_else(|why| panic!("{text}: {why}\n{}", log.join("\n")));
            }
            [">", "undo"] => assert!(history.undo()),
            [">", "remove"] => {
                history.mend(&std::mem::take(&mut mending));
                assert!(history.undo() && history.undo());
            }
            _ => {}
        }
    }
    history.mend(&mending);
    history
}
