//! The XBoard protocol's state machine: a line in, replies and jobs out.
//!
//! Nothing here waits, reads a clock or touches a channel. A search is a job with a number; whatever it says later under
//! that number is only listened to while it is still the search that is wanted.

mod analysis;
mod book;
mod edit;
mod hand;
mod options;
mod play;
mod said;
#[cfg(test)]
mod tests;

use std::time::Duration;

use triptych_protocol::MoveWord;
use triptych_protocol::xboard::{Command, Level, Reply};

use super::boards::Boards;
use super::history::{History, Step};
use super::settings::Settings;
use super::shelf::Shelf;
use super::thinker::Job;
use crate::board::Side;
use crate::engine::{Thought, Trying};
use crate::game::MoveError;
use crate::variant::Variant;

use analysis::Analysis;
use edit::Editing;
use hand::Hand;
use play::{Ponder, Temper};

pub use said::protocol_score;

/// What the state machine wants done.
pub type Action = super::Action<Reply>;

/// The variant that XBoard's chess stands for: a window has to start somewhere.
const FIRST: Variant = Variant::Ultima;

/// One GUI's session.
#[derive(Debug)]
pub struct Session {
    variant: Variant,
    history: History,
    /// The side that the engine plays; `None` in force mode.
    side: Option<Side>,
    /// The number of the search whose move is waited for.
    thinking: Option<u64>,
    /// The search on the opponent's time.
    pondering: Option<Ponder>,
    /// The analysis under way.
    analysis: Option<Analysis>,
    /// The number of the search for a hint.
    hinting: Option<u64>,
    searches: u64,
    settings: Settings,
    shelf: Shelf,
    post: bool,
    hard: bool,
    time: TimeControl,
    depth: Option<u32>,
    /// What is left on the engine's clock in milliseconds, if it was ever said.
    left: Option<i64>,
    /// The ply at which a draw was announced. While the game is drawn it is not said again, since both players want to go
    /// on.
    announced: Option<usize>,
    /// Whether the thinking thread has an engine for the variant.
    has_engine: bool,
    boards: Boards,
    /// Whether the GUI shows a board that can be mended.
    window: bool,
    /// Whether the opponent is an engine.
    computer: bool,
    hand: Hand,
    editing: Option<Editing>,
    /// Whether everything stands still.
    paused: bool,
    /// The move that was found while everything stood still.
    held: Option<(u64, Thought)>,
    temper: Temper,
}

/// How long the engine may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TimeControl {
    /// Exactly this long for every move.
    Move(Duration),
    /// A clock.
    Level(Level),
}

/// What is played with until a GUI says otherwise: five minutes for the game.
const DEFAULT_LEVEL: Level = Level { moves: 0, base: Duration::from_secs(300), increment: Duration::ZERO };

impl Default for Session {
    fn default() -> Self {
        Session::new()
    }
}

fn say(reply: Reply) -> Action {
    Action::Say(reply)
}

impl Session {
    /// A session before its first line.
    pub fn new() -> Session {
        Session::with(Settings::default())
    }

    /// A session before its first line, with settings that the GUI may change.
    pub fn with(settings: Settings) -> Session {
        Session {
            variant: FIRST,
            history: Boards::default().begin(FIRST),
            side: None,
            thinking: None,
            pondering: None,
            analysis: None,
            hinting: None,
            searches: 0,
            settings,
            shelf: Shelf::default(),
            post: false,
            hard: false,
            time: TimeControl::Level(DEFAULT_LEVEL),
            depth: None,
            left: None,
            announced: None,
            has_engine: false,
            boards: Boards::default(),
            window: false,
            computer: false,
            hand: Hand::default(),
            editing: None,
            paused: false,
            held: None,
            temper: Temper::default(),
        }
    }

    fn obey(&mut self, command: Command, line: &str, actions: &mut Vec<Action>) {
        match command {
            Command::Protover(_) => actions.extend(said::features(&self.settings).into_iter().map(say)),
            Command::Accepted(feature) if feature == "highlight" => self.window = true,
            Command::Rejected(feature) if feature == "highlight" => self.window = false,
            Command::New => self.begin(actions),
            Command::Variant(name) => match name.parse() {
                Ok(variant) => self.change_variant(variant, actions),
                Err(_) => actions.push(say(Reply::error("unknown variant", &name))),
            },
            Command::Quit => actions.push(Action::Quit),
            Command::Force => {
                self.abandon(actions);
                self.side = None;
                self.look_again(actions);
            }
            Command::Go => {
                self.leave_analysis(actions);
                self.go(actions);
            }
            Command::PlayOther => {
                self.leave_analysis(actions);
                self.abandon(actions);
                self.side = Some(!self.history.game().turn());
            }
            Command::White => self.give_turn(Side::White, actions),
            Command::Black => self.give_turn(Side::Black, actions),
            // Each replaces what was said before it; but a depth may come behind a clock, and both hold.
            Command::Level(level) => {
                self.time = TimeControl::Level(level);
                self.depth = None;
                self.left = None;
            }
            Command::MoveTime(time) => {
                self.time = TimeControl::Move(time);
                self.depth = None;
            }
            Command::Depth(depth) => self.depth = Some(depth.max(1)),
            Command::Time(centiseconds) => self.left = Some(centiseconds.saturating_mul(10)),
            Command::UserMove(word) | Command::BareMove(word) => {
                self.take(&word, actions);
                self.hand.clear();
            }
            Command::MoveNow if self.thinking.is_some() => actions.push(Action::StopThinking),
            Command::MoveNow if self.history.is_taken_apart() => self.send_missing(actions),
            Command::Ping(number) => actions.extend([Action::Settle, say(Reply::Pong(number))]),
            Command::Result { .. } if self.analysis.is_none() => {
                self.abandon(actions);
                self.side = None;
            }
            Command::SetBoard(fen) => self.set_up(&fen, actions),
            Command::Edit => self.editing = Some(Editing::new(self.history.game())),
            Command::Undo => self.take_back(1, line, actions),
            Command::Remove => self.take_back(2, line, actions),
            Command::Post => self.post = true,
            Command::NoPost => self.post = false,
            Command::Hard => self.hard = true,
            Command::Easy => {
                self.hard = false;
                self.stop_pondering(actions);
            }
            Command::Analyze => self.analyze(actions),
            Command::Exit => {
                if self.analysis.is_some() {
                    self.leave_analysis(actions);
                } else {
                    actions.push(say(Reply::error("no analysis under way", line.trim_ascii())));
                }
            }
            Command::Status => self.tell_status(line, actions),
            Command::Exclude(roots) => self.exclude(&roots, true, actions),
            Command::Include(roots) => self.exclude(&roots, false, actions),
            Command::Hint => self.hint(actions),
            Command::Book => self.tell_book(actions),
            Command::Draw => self.hear_offer(actions),
            Command::Computer => self.computer = true,
            Command::Pause => self.pause(actions),
            Command::Resume => self.resume(actions),
            Command::Lift(square) => {
                self.hand.lift(square);
                self.light_up(actions);
            }
            Command::Put(square) => {
                self.hand.put(square);
                if self.is_users_turn()
                    && let Some(letters) = self.hand.choice(self.history.game())
                {
                    actions.push(say(Reply::Choice(letters)));
                }
            }
            Command::Memory(mebibytes) => self.set_memory(mebibytes, actions),
            Command::Cores(cores) => self.set_cores(cores, actions),
            Command::EgtPath { kind, path } => self.set_tablebase_path(&kind, &path, actions),
            Command::Option { name, value } => self.set_option(&name, value.as_deref(), line, actions),
            // Taken and of no consequence to this engine: chess servers, clocks of nodes, the opponent's clock, and the
            // pointer over squares that are lit up already.
            Command::Xboard
            | Command::Blank
            | Command::Random
            | Command::Accepted(_)
            | Command::Rejected(_)
            | Command::Name(_)
            | Command::Rating { .. }
            | Command::Ics(_)
            | Command::NodeRate(_)
            | Command::SetScore { .. }
            | Command::Hover(_)
            | Command::Result { .. }
            | Command::OpponentTime(_)
            | Command::MoveNow => {}
            other => {
                let reply =
                    Reply::refusal(&other).unwrap_or_else(|| Reply::error("unknown command", line.trim_ascii()));
                actions.push(say(reply));
            }
        }
    }

    /// `new`: the first variant's start position, the engine playing Black.
    fn begin(&mut self, actions: &mut Vec<Action>) {
        self.abandon(actions);
        self.choose(FIRST, actions);
        self.side = if self.analysis.is_some() { None } else { Some(Side::Black) };
        self.depth = None;
        self.left = None;
        self.computer = false;
        self.paused = false;
        self.look_again(actions);
    }

    fn change_variant(&mut self, variant: Variant, actions: &mut Vec<Action>) {
        self.abandon(actions);
        self.choose(variant, actions);
        if let Some(why) = self.boards.complaint(variant) {
            let why = format!("{variant}: start position and terrain do not fit: {why}");
            actions.push(say(Reply::TellUserError(why)));
        }
        actions.extend(said::window(&self.history).into_iter().map(say));
        self.look_again(actions);
    }

    /// Takes another variant's start position, and has an engine made for it if it is another.
    fn choose(&mut self, variant: Variant, actions: &mut Vec<Action>) {
        let is_other = variant != self.variant || !self.has_engine;
        self.variant = variant;
        self.history = self.boards.begin(variant);
        self.forget_game();
        if is_other {
            self.has_engine = false;
            self.ensure_engine(actions);
        } else {
            actions.push(Action::Work(Job::NewGame));
        }
    }

    /// Another game, or another position, is in hand.
    fn forget_game(&mut self) {
        self.announced = None;
        self.temper = Temper::default();
        self.hand.clear();
    }

    fn ensure_engine(&mut self, actions: &mut Vec<Action>) {
        if !std::mem::replace(&mut self.has_engine, true) {
            actions.extend(self.settings.engine(self.variant));
        }
    }

    fn set_up(&mut self, fen: &str, actions: &mut Vec<Action>) {
        match self.boards.set_up(self.variant, &mut self.history, fen) {
            Ok(()) => {
                self.abandon(actions);
                self.forget_game();
                self.look_again(actions);
            }
            Err(why) => {
                actions.push(say(Reply::TellUserError("Illegal position".into())));
                actions.push(say(Reply::Comment(why.to_string())));
            }
        }
    }

    /// A line of edit mode.
    fn edit(&mut self, line: &str, actions: &mut Vec<Action>) {
        let Some(editing) = &mut self.editing else { return };
        match editing.take(line) {
            Some(false) => {}
            Some(true) => {
                let fen = editing.fen(self.history.game(), self.history.turn());
                self.editing = None;
                self.set_up(&fen, actions);
            }
            // A GUI that has forgotten that it was setting up is still let go, and answered.
            None => match line.trim_ascii() {
                "quit" => actions.push(Action::Quit),
                line if line.starts_with("ping ") => self.obey(Command::parse(line), line, actions),
                line => actions.push(say(Reply::error("unknown in edit mode", line))),
            },
        }
    }

    /// `white` and `black`: that side is to move, and the engine plays the other.
    fn give_turn(&mut self, side: Side, actions: &mut Vec<Action>) {
        let game = self.history.game();
        if game.turn() != side {
            let (now, then) = if side == Side::White { (" b ", " w ") } else { (" w ", " b ") };
            let fen = game.fen().replacen(now, then, 1);
            self.set_up(&fen, actions);
        } else {
            self.abandon(actions);
        }
        self.side = if self.analysis.is_some() { None } else { Some(!side) };
    }

    /// Whether it is for the user to move a piece now.
    fn is_users_turn(&self) -> bool {
        self.thinking.is_none() && !self.history.is_in_the_middle()
    }

    fn light_up(&mut self, actions: &mut Vec<Action>) {
        if self.is_users_turn() {
            actions.push(say(Reply::Highlight(self.hand.lights(self.history.game()))));
        }
    }

    /// A move, or a part of one, from the GUI.
    fn take(&mut self, word: &MoveWord, actions: &mut Vec<Action>) {
        let refused = |reason: &str| say(Reply::illegal_move(reason, word));
        if self.thinking.is_some() {
            actions.push(refused("it is not your turn"));
            return;
        }
        let ply = match word.read() {
            Ok(ply) => ply,
            Err(why) => {
                actions.push(refused(&why.to_string()));
                return;
            }
        };
        let meant = self.hand.meaning(&ply);
        match self.history.take_meant(ply, meant.as_ref()) {
            Ok(Step::Part) => self.stop_looking(actions),
            Ok(Step::Whole(played)) => {
                if self.analysis.is_some() {
                    self.look_again(actions);
                } else {
                    self.go_on(Some(&played), actions);
                }
            }
            Err(MoveError::Ambiguous { moves, .. }) => actions.push(refused(said::ambiguity(&moves))),
            Err(_) if self.history.is_in_the_middle() => actions.push(refused("take the whole capture back first")),
            Err(MoveError::Malformed { why, .. }) => actions.push(refused(&why)),
            Err(MoveError::Illegal(_)) => actions.push(refused("no legal move")),
        }
    }

    fn take_back(&mut self, plies: usize, line: &str, actions: &mut Vec<Action>) {
        if self.history.plies() < plies {
            actions.push(say(Reply::error("no move to take back", line.trim_ascii())));
            return;
        }
        self.abandon(actions);
        for _ in 0..plies {
            self.history.undo();
        }
        self.hand.clear();
        self.temper = Temper::default();
        // The draw that was announced may be announced again, once the game has gone another way.
        self.announced = self.announced.filter(|&ply| ply <= self.history.game().plies());
        self.look_at_draw();
        self.look_again(actions);
    }
}

impl super::Session for Session {
    type Reply = Reply;

    fn line(&mut self, line: &str) -> Vec<Action> {
        let mut actions = Vec::new();
        if self.editing.is_some() {
            self.edit(line, &mut actions);
        } else {
            self.obey(Command::parse(line), line, &mut actions);
        }
        actions
    }

    fn thought(&mut self, id: u64, thought: Thought) -> Vec<Action> {
        let is_analysis = self.analysis.as_ref().is_some_and(|analysis| analysis.search == Some(id));
        let is_own = self.thinking == Some(id) || self.pondering.as_ref().is_some_and(|ponder| ponder.id == id);
        let is_wanted = is_analysis || is_own && self.post;
        if !is_wanted || self.paused {
            return Vec::new();
        }
        let line = said::thinking_line(&thought);
        if let Some(analysis) = self.analysis.as_mut().filter(|_| is_analysis && thought.rank <= 1) {
            analysis.best = Some(thought);
        }
        vec![say(Reply::Thinking(line))]
    }

    fn done(&mut self, id: u64, thought: Thought) -> Vec<Action> {
        let mut actions = Vec::new();
        if let Some(analysis) = self.analysis.as_mut().filter(|analysis| analysis.search == Some(id)) {
            // It has nothing more to find.
            analysis.best = Some(thought);
        } else if let Some(ponder) = self.pondering.as_mut().filter(|ponder| ponder.id == id) {
            ponder.found = Some(thought);
        } else if self.hinting == Some(id) {
            self.hinting = None;
            self.tell_hint(thought.line.first(), &mut actions);
        } else if self.thinking == Some(id) {
            if self.paused {
                self.held = Some((id, thought));
            } else {
                self.thinking = None;
                self.play(&thought, &mut actions);
            }
        }
        actions
    }

    fn trying(&mut self, id: u64, trying: Trying) -> Vec<Action> {
        if let Some(analysis) = self.analysis.as_mut().filter(|analysis| analysis.search == Some(id)) {
            analysis.trying = Some(trying);
        }
        Vec::new()
    }

    fn told(&mut self, lines: Vec<String>) -> Vec<Action> {
        lines.into_iter().map(|line| say(Reply::Comment(line))).collect()
    }

    fn notice(&self, text: String) -> Reply {
        Reply::Comment(text)
    }

    fn trouble(&self, text: String) -> Reply {
        Reply::TellUserError(text)
    }
}
