//! The program as a child process, and what a window would do with what it says.

use std::process::ExitStatus;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use triptych::arbiter::{Arbiter, Played};
use triptych::game::notation::Reading;
use triptych::variant::Variant;
use triptych_protocol::MoveText;

use crate::program::{self, PATIENCE, Program};

/// How long to listen for what must not come.
const SILENCE: Duration = Duration::from_millis(200);

/// The games' names.
pub(crate) const GAMES: [&str; 5] = ["ultima", "shashmaty", "shashmaty-damka", "shashmaty-dragon", "chameleon"];

/// The program under test.
pub(crate) struct Engine {
    program: Program,
    /// The dialogue so far, for messages.
    dialogue: Vec<String>,
    pings: u32,
}

impl Engine {
    /// The program before it has heard a word.
    pub(crate) fn silent() -> Engine {
        Engine::of(Program::start(&mut program::command()))
    }

    /// The same, where the system gives it no more than so many KiB.
    #[cfg(unix)]
    pub(crate) fn confined(kibibytes: u32) -> Engine {
        Engine::of(Program::start(&mut program::after(&format!("ulimit -v {kibibytes}"))))
    }

    fn of(program: Program) -> Engine {
        Engine { program, dialogue: Vec::new(), pings: 0 }
    }

    /// The program at the start of a game, in a small table, without a book, with one ply to search and the side to move
    /// left to others.
    pub(crate) fn playing(game: &str) -> Engine {
        let mut engine = Engine::silent();
        engine.say("xboard\nprotover 2\nmemory 1\noption OwnBook=0\nnew\nrandom");
        engine.say(&format!("variant {game}\nsd 1\nforce"));
        engine.settle();
        engine
    }

    /// The same in another position.
    pub(crate) fn at(game: &str, fen: &str) -> Engine {
        let mut engine = Engine::playing(game);
        engine.say(&format!("setboard {fen}"));
        engine.is_silent();
        engine
    }

    /// Says a line, or several.
    pub(crate) fn say(&mut self, lines: &str) {
        self.dialogue.extend(lines.lines().map(|line| format!("> {line}")));
        self.send(format!("{lines}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        self.program.send(bytes);
    }

    /// Closes the program's input.
    pub(crate) fn hang_up(&mut self) {
        self.program.hang_up();
    }

    /// The next line, if one comes in this time.
    fn next(&mut self, patience: Duration) -> Option<String> {
        match self.program.next(patience) {
            Ok(line) => {
                self.dialogue.push(format!("< {line}"));
                Some(line)
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("the program has ended\n{}", self.dialogue()),
        }
    }

    /// What was said so far.
    pub(crate) fn dialogue(&self) -> String {
        self.dialogue.join("\n")
    }

    /// The next line.
    #[track_caller]
    pub(crate) fn line(&mut self) -> String {
        self.next(PATIENCE).unwrap_or_else(|| panic!("nothing comes\n{}", self.dialogue()))
    }

    /// The lines up to the one that this says of; that one is not among them.
    #[track_caller]
    pub(crate) fn until(&mut self, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        let until = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        while Instant::now() < until {
            match self.next(PATIENCE) {
                Some(line) if is_last(&line) => return lines,
                Some(line) => lines.push(line),
                None => break,
            }
        }
        panic!("the end does not come\n{}", self.dialogue());
    }

    /// What the program has to say to all that it was told.
    #[track_caller]
    pub(crate) fn settle(&mut self) -> Vec<String> {
        self.pings += 1;
        let ping = self.pings;
        self.say(&format!("ping {ping}"));
        self.until(|line| line == format!("pong {ping}"))
    }

    /// It must have nothing to say, now and in a while: what a search has found comes later than any pong.
    #[track_caller]
    pub(crate) fn is_silent(&mut self) {
        let said = self.settle();
        assert!(said.is_empty(), "{said:?}\n{}", self.dialogue());
    }

    /// It must stay silent for a while.
    #[track_caller]
    pub(crate) fn stays_silent(&mut self) {
        self.is_silent();
        if let Some(line) = self.next(SILENCE) {
            panic!("a stray line: {line}\n{}", self.dialogue());
        }
        self.is_silent();
    }

    /// It must answer these lines with exactly those.
    #[track_caller]
    pub(crate) fn answers(&mut self, lines: &str, expected: &[&str]) {
        self.say(lines);
        let said = self.settle();
        assert_eq!(said, expected, "\n{}", self.dialogue());
    }

    /// The lines of its next move, null moves included: the next things that it says.
    #[track_caller]
    pub(crate) fn moves(&mut self) -> Vec<MoveText> {
        let mut lines: Vec<MoveText> = Vec::new();
        loop {
            let line = self.line();
            let word = line.strip_prefix("move ").unwrap_or_else(|| panic!("no move\n{}", self.dialogue()));
            let text: MoveText = word.parse().unwrap_or_else(|why| panic!("{why}\n{}", self.dialogue()));
            let is_more_to_come = text.part || text.is_null();
            lines.push(text);
            if !is_more_to_come {
                return lines;
            }
        }
    }

    /// Plays its next move in a game, which must be legal there.
    #[track_caller]
    pub(crate) fn plays(&mut self, game: &mut dyn Arbiter) -> Played {
        let lines = self.moves();
        let parts: Vec<MoveText> = lines.iter().filter(|line| !line.is_null()).cloned().collect();
        assert!(lines.iter().skip(1).step_by(2).all(MoveText::is_null) && parts.len() * 2 == lines.len() + 1);
        let played = game.play_written(&parts, Reading::Exact);
        played.unwrap_or_else(|why| panic!("{why} in {}\n{}", game.fen(), self.dialogue()))
    }

    /// Tells it a move of a game as XBoard relays moves, and plays it there.
    #[track_caller]
    pub(crate) fn is_told(&mut self, game: &mut dyn Arbiter, text: &str) {
        let played = game.play(text).unwrap_or_else(|why| panic!("{why} in {}", game.fen()));
        for line in &played.lines {
            self.say(&format!("usermove {}", line.to_relayed()));
        }
    }

    /// It must stand in this very position, as far as moves can tell: it takes every legal move, and takes it back; and
    /// no move of the other side. It has to be in force mode.
    #[track_caller]
    pub(crate) fn stands_in(&mut self, game: &dyn Arbiter) {
        for text in game.moves() {
            self.is_told(game.duplicate().as_mut(), &text);
            let plies = game.duplicate().play(&text).expect("a legal move").lines.len();
            self.say(&"undo\n".repeat(plies));
        }
        self.is_silent();
        let other = if game.fen().contains(" w ") { ("w", "b") } else { ("b", "w") };
        let passed = game.fen().replace(&format!(" {} ", other.0), &format!(" {} ", other.1));
        let variant: Variant = game.name().parse().expect("a game");
        if let Ok(passed) = variant.arbiter_from(game.terrain().as_deref(), Some(&passed)) {
            let foreign: Vec<String> = passed.moves().into_iter().filter(|text| !game.moves().contains(text)).collect();
            for text in foreign.iter().take(20) {
                self.answers(&format!("usermove {text}"), &[&format!("Illegal move (no legal move): {text}")]);
            }
        }
    }

    /// It must end by itself, soon.
    #[track_caller]
    pub(crate) fn ends(self) -> ExitStatus {
        self.program.ends()
    }
}

/// A game in progress.
pub(crate) fn game(name: &str, fen: Option<&str>) -> Box<dyn Arbiter> {
    let variant: Variant = name.parse().expect("a game");
    variant.arbiter_from(None, fen).expect("a position")
}
