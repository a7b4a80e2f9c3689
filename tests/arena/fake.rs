//! Engines that know the rules and make random moves, until they do what they were started for.

use std::fs::OpenOptions;
use std::io::{BufRead, Write, stdin, stdout};
use std::process::{Command as System, Stdio};
use std::time::Duration;
use std::{fs, process, thread};

use triptych::arbiter::Arbiter;
use triptych::frontend::history::{History, Step};
use triptych::variant::Variant;
use triptych_protocol::uci::Start;
use triptych_protocol::xboard::{Command, Reply};
use triptych_protocol::{GameResult, MoveWord, uci};

/// The file that fakes add their process numbers to.
pub(crate) const PIDS: &str = "pids";
/// The file that a recorder adds what it hears to.
pub(crate) const HEARD: &str = "heard";
/// The file that has the lines a scripted engine says, a move a line.
pub(crate) const SCRIPT: &str = "script";
/// The move, from 1, at which a fake does what it was started for.
const WHEN: usize = 3;

/// Is an engine that speaks this protocol and behaves in this way.
#[expect(clippy::zombie_processes, reason = "leaving children behind is what it is for")]
pub(crate) fn run(protocol: &str, behaviour: &str) {
    note(PIDS, &process::id().to_string());
    let mut fake = Fake {
        behaviour: behaviour.to_owned(),
        is_xboard: protocol == "xboard",
        history: History::new(Variant::Ultima.arbiter(None).expect("a start")),
        plays: false,
        made: 0,
        games: 0,
        random: 1,
    };
    if behaviour == "parent" {
        let itself = std::env::current_exe().expect("this program");
        System::new(itself).args(["fake", protocol, "child"]).stdin(Stdio::null()).spawn().expect("a child");
    }
    if behaviour == "child" {
        linger();
    }
    for line in stdin().lock().lines() {
        let Ok(line) = line else { break };
        if behaviour == "recorder" {
            note(HEARD, &line);
        }
        if fake.is_xboard { fake.xboard(&line) } else { fake.uci(&line) }
    }
    if matches!(behaviour, "stubborn" | "parent") {
        linger();
    }
}

/// Neither reads nor leaves; not for ever, so that a test that fails leaves nothing behind for long.
fn linger() -> ! {
    thread::sleep(Duration::from_secs(60));
    process::exit(1);
}

fn note(file: &str, line: &str) {
    let mut file = OpenOptions::new().create(true).append(true).open(file).expect("a file");
    writeln!(file, "{line}").expect("written");
}

fn say(line: impl std::fmt::Display) {
    let mut out = stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        process::exit(0);
    }
}

struct Fake {
    behaviour: String,
    is_xboard: bool,
    history: History,
    plays: bool,
    /// Own moves in this game.
    made: usize,
    games: usize,
    random: u64,
}

impl Fake {
    fn xboard(&mut self, line: &str) {
        match Command::parse(line) {
            Command::Protover(_) if self.behaviour == "silent" => {}
            Command::Protover(_) => {
                let variants = if self.behaviour == "chess" { "normal,fischerandom" } else { "normal,ultima" };
                say("feature done=0 ping=1 setboard=1 usermove=1 highlight=1 name=1 debug=1");
                say(format!("feature myname=\"Fake\" variants=\"{variants}\" option=\"Style -combo calm /// *wild\""));
                say("feature done=1");
            }
            Command::New => self.begin(),
            Command::Ping(number) => say(Reply::Pong(number)),
            Command::SetBoard(fen) => self.history.set_up(&fen).expect("a position"),
            Command::Force => self.plays = false,
            Command::Go => {
                self.plays = true;
                self.answer();
            }
            Command::UserMove(word) => {
                let step = self.history.take(word.read().expect("a move")).expect("a legal move");
                if matches!(step, Step::Whole(_)) && self.plays {
                    self.answer();
                }
            }
            Command::Quit => self.leave(),
            _ => {}
        }
    }

    fn uci(&mut self, line: &str) {
        match uci::Command::parse(line) {
            uci::Command::Uci if self.behaviour != "silent" => {
                say("id name Fake\nid author nobody");
                if self.behaviour != "chess" {
                    say("option name UCI_Variant type combo default chess var chess var ultima");
                }
                say("option name Level type spin default 3 min 1 max 9\nuciok");
            }
            uci::Command::IsReady => say("readyok"),
            uci::Command::NewGame => self.begin(),
            uci::Command::Position { start, moves } => {
                let mut game = Variant::Ultima.arbiter(None).expect("a start");
                if let Start::Fen(fen) = start {
                    game.set_up(&fen).expect("a position");
                }
                moves.iter().for_each(|word| drop(game.play(word.as_str()).expect("a legal move")));
                self.history = History::new(game);
            }
            uci::Command::Go(_) => self.answer(),
            uci::Command::Quit => self.leave(),
            _ => {}
        }
    }

    fn begin(&mut self) {
        self.history = History::new(Variant::Ultima.arbiter(None).expect("a start"));
        self.plays = false;
        self.made = 0;
        self.games += 1;
        if self.behaviour == "dies between games" && self.games == 2 {
            process::exit(4);
        }
    }

    fn leave(&self) {
        if !matches!(self.behaviour.as_str(), "stubborn" | "parent") {
            process::exit(0);
        }
    }

    fn game(&self) -> &dyn Arbiter {
        self.history.game()
    }

    /// Says and makes a random legal move.
    fn move_on(&mut self) {
        let moves = self.game().moves();
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(text) = moves.get((self.random >> 33) as usize % moves.len().max(1)) else { return };
        self.say_move(text);
        let played = self.history.play(text).expect("a legal move");
        if self.is_xboard {
            played.lines.into_iter().for_each(|line| say(Reply::Move(line.into())));
        }
    }

    /// Says a UCI move; an XBoard one is said in the game's lines.
    fn say_move(&self, text: &str) {
        if !self.is_xboard {
            say(format!("info depth 3 score cp 15 nodes 99\nbestmove {text}"));
        } else if self.behaviour == "garbage" {
            say("3 15 1 99 a2a3");
        }
    }

    fn say_raw(&self, text: &str) {
        say(format!("{} {text}", if self.is_xboard { "move" } else { "bestmove" }));
    }

    fn answer(&mut self) {
        self.made += 1;
        match self.behaviour.as_str() {
            "garbage" => {
                let mut out = stdout().lock();
                for bytes in [
                    &b"\xff\xfe\x00\x01\r\n"[..],
                    b"\n\n   \n",
                    b"info score\nmov a2a3\nbest move\n",
                    &[b'x'; 200_000],
                    b"\n",
                ] {
                    out.write_all(bytes).expect("written");
                }
                out.flush().expect("written");
            }
            "scripted" => {
                let script = fs::read_to_string(SCRIPT).expect("a script");
                if let Some(line) = script.lines().nth(self.made - 1) {
                    for word in line.split(' ') {
                        let word = MoveWord::new(word);
                        say(Reply::Move(word.clone()));
                        let _ = self.history.take(word.read().expect("a move"));
                    }
                    return;
                }
            }
            _ if self.made < WHEN => {}
            "offers" => say("offer draw"),
            "late" => thread::sleep(Duration::from_millis(1500)),
            "twice" => {
                self.move_on();
                self.say_raw("a2a3");
                return;
            }
            _ => {
                if self.misbehave() {
                    return;
                }
            }
        }
        self.move_on();
    }

    /// Whether it did something in place of a move.
    fn misbehave(&mut self) -> bool {
        let own = if self.game().turn() == triptych::board::Side::White { 0 } else { 1 };
        let result = |which: usize| [GameResult::WhiteWins, GameResult::BlackWins][which];
        let claim = |result, reason: &str| say(Reply::Result { result, reason: reason.to_owned() });
        match self.behaviour.as_str() {
            "illegal" => self.say_raw(&self.illegal()),
            "unreadable" => self.say_raw("castles"),
            "mute" => {}
            "deaf" => linger(),
            "dies" => process::exit(3),
            "floods" => loop {
                say("# all work and no play makes Jack a dull boy");
            },
            "claims a win" => claim(result(own), "I am better"),
            "claims a draw" => claim(GameResult::Draw, "nothing happens"),
            "claims its loss" => claim(result(1 - own), "enough"),
            "resigns" => say("resign"),
            "refuses" => say("Illegal move: e2e4"),
            "passes" => say("move @@@@"),
            "mends" => {
                let theirs = self.theirs();
                say(format!("move @@@@\nmove {theirs}"));
            }
            "moves the enemy" => {
                let theirs = self.theirs();
                self.say_raw(&theirs);
            }
            "breaks off a part" => say("move a1a2="),
            "none" => self.say_raw("(none)"),
            _ => return false,
        }
        true
    }

    /// A text that is no legal move.
    fn illegal(&self) -> String {
        let legal = self.game().moves();
        let squares = || ('a'..='h').flat_map(|file| ('1'..='8').map(move |rank| format!("{file}{rank}")));
        let mut texts = squares().flat_map(|from| squares().map(move |to| format!("{from}{to}")));
        texts.find(|text| !legal.contains(text)).expect("not everything is legal")
    }

    /// A move that would be legal if it were the opponent's turn.
    fn theirs(&self) -> String {
        let fen = self.game().fen();
        let other = if fen.contains(" w ") { fen.replace(" w ", " b ") } else { fen.replace(" b ", " w ") };
        let mut game = self.game().duplicate();
        game.set_up(&other).expect("a position");
        game.moves().into_iter().find(|text| text.len() == 4).expect("a move")
    }
}
