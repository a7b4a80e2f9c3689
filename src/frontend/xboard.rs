//! The XBoard protocol's state machine: a line in, replies and jobs out.
//!
//! Nothing here waits, reads a clock or touches a channel. A search is a job with a number; whatever it says later under
//! that number is only listened to while it is still the search that is wanted.

use std::time::Duration;

use triptych_protocol::xboard::{Command, Feature, Geometry, Level, Reply, Setup, Thinking};
use triptych_protocol::{Bound, GameResult, MoveWord};

use super::boards::{self, Boards, Chosen};
use super::history::{History, Step};
use super::thinker::Job;
use crate::board::Side;
use crate::engine::{Task, Thought};
use crate::game::{MoveError, Outcome};
use crate::search::clock::MOVE_OVERHEAD;
use crate::search::score::Decided;
use crate::search::{Clock, Limits, Score};
use crate::variant::Variant;

/// What the state machine wants done.
#[derive(Debug)]
pub enum Action {
    /// Write a line.
    Say(Reply),
    /// Hand a job to the thinking thread.
    Work(Job),
    /// Make the search under way come to its end.
    StopThinking,
    /// Leave.
    Quit,
}

/// The variant that XBoard's chess stands for: a window has to start somewhere.
const FIRST: Variant = Variant::Ultima;
/// The variant that XBoard adds to; whoever names another has null moves passed on differently.
const PARENT: &str = "elven";
/// The table's size until the GUI says another, in MiB.
const MEMORY: usize = 64;
/// The most MiB that are taken from a GUI's word.
const MOST_MEMORY: u64 = 1 << 17;

/// One GUI's session.
#[derive(Debug)]
pub struct Session {
    variant: Variant,
    history: History,
    /// The side that the engine plays; `None` in force mode.
    side: Option<Side>,
    /// The number of the search whose move is waited for.
    thinking: Option<u64>,
    searches: u64,
    post: bool,
    time: TimeControl,
    depth: Option<u32>,
    /// What is left on the engine's clock, if it was ever said.
    left: Option<i64>,
    memory: usize,
    /// The ply at which a draw was announced. While the game is drawn it is not said again, since both players want to go
    /// on.
    announced: Option<usize>,
    /// Whether the thinking thread has an engine for the variant.
    has_engine: bool,
    boards: Boards,
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

impl Session {
    /// A session before its first line.
    pub fn new() -> Session {
        Session {
            variant: FIRST,
            history: Boards::default().begin(FIRST),
            side: None,
            thinking: None,
            searches: 0,
            post: false,
            time: TimeControl::Level(DEFAULT_LEVEL),
            depth: None,
            left: None,
            memory: MEMORY,
            announced: None,
            has_engine: false,
            boards: Boards::default(),
        }
    }

    /// A line from the GUI.
    pub fn line(&mut self, line: &str) -> Vec<Action> {
        let command = Command::parse(line);
        let mut actions = Vec::new();
        match command {
            Command::Protover(_) => actions.extend(features().into_iter().map(Action::Say)),
            Command::New => {
                self.abandon(&mut actions);
                self.choose(FIRST, &mut actions);
                self.side = Some(Side::Black);
                self.depth = None;
                self.left = None;
            }
            Command::Variant(name) => match name.parse() {
                Ok(variant) => {
                    self.abandon(&mut actions);
                    self.choose(variant, &mut actions);
                    if let Some(why) = self.boards.complaint(variant) {
                        let why = format!("{variant}: start position and terrain do not fit: {why}");
                        actions.push(Action::Say(Reply::TellUserError(why)));
                    }
                    actions.extend(window(&self.history).into_iter().map(Action::Say));
                }
                Err(_) => actions.push(Action::Say(Reply::error("unknown variant", &name))),
            },
            Command::Quit => actions.push(Action::Quit),
            Command::Force => {
                self.abandon(&mut actions);
                self.side = None;
            }
            Command::Go => self.go(&mut actions),
            Command::PlayOther => {
                self.abandon(&mut actions);
                self.side = Some(!self.history.game().turn());
            }
            Command::Level(level) => {
                self.time = TimeControl::Level(level);
                self.left = None;
            }
            Command::MoveTime(time) => self.time = TimeControl::Move(time),
            Command::Depth(depth) => self.depth = Some(depth.max(1)),
            Command::Time(centiseconds) => self.left = Some(centiseconds.saturating_mul(10)),
            Command::UserMove(word) | Command::BareMove(word) => self.take(&word, &mut actions),
            Command::MoveNow if self.thinking.is_some() => actions.push(Action::StopThinking),
            Command::MoveNow if self.history.is_taken_apart() => self.send_missing(&mut actions),
            Command::Ping(number) => actions.push(Action::Say(Reply::Pong(number))),
            Command::Result { .. } => {
                self.abandon(&mut actions);
                self.side = None;
            }
            Command::SetBoard(fen) => match self.boards.set_up(self.variant, &mut self.history, &fen) {
                Ok(()) => {
                    self.abandon(&mut actions);
                    self.announced = None;
                }
                Err(why) => {
                    actions.push(Action::Say(Reply::TellUserError("Illegal position".into())));
                    actions.push(Action::Say(Reply::Comment(why.to_string())));
                }
            },
            Command::Undo => self.take_back(1, line, &mut actions),
            Command::Remove => self.take_back(2, line, &mut actions),
            Command::Post => self.post = true,
            Command::NoPost => self.post = false,
            Command::Memory(mebibytes) => {
                self.memory = mebibytes.clamp(1, MOST_MEMORY) as usize;
                if self.has_engine {
                    actions.push(Action::Work(Job::Resize(self.memory)));
                }
            }
            Command::Option { name, value: Some(value) } => match self.boards.set(&name, &value) {
                Some(Ok(Chosen::Used)) => {}
                Some(Ok(Chosen::Waits(why))) => {
                    actions.push(Action::Say(Reply::Comment(format!("{name} waits for what fits it: {why}"))));
                }
                Some(Err(why)) => actions.push(Action::Say(Reply::TellUserError(format!("{name}: {why}")))),
                None => actions.push(Action::Say(Reply::error("unknown option", line.trim_ascii()))),
            },
            // No option is a button.
            Command::Option { .. } => actions.push(Action::Say(Reply::error("unknown option", line.trim_ascii()))),
            // Taken and of no consequence to this engine.
            Command::Xboard
            | Command::Blank
            | Command::Random
            | Command::Accepted(_)
            | Command::Rejected(_)
            | Command::Name(_)
            | Command::Rating { .. }
            | Command::Ics(_)
            | Command::Computer
            | Command::Hard
            | Command::Easy
            | Command::OpponentTime(_)
            | Command::MoveNow
            // An offer is declined by playing on.
            | Command::Draw => {}
            other => {
                let reply =
                    Reply::refusal(&other).unwrap_or_else(|| Reply::error("unknown command", line.trim_ascii()));
                actions.push(Action::Say(reply));
            }
        }
        actions
    }

    /// A search has finished an iteration.
    pub fn thought(&mut self, id: u64, thought: Thought) -> Vec<Action> {
        if !self.post || self.thinking != Some(id) {
            return Vec::new();
        }
        vec![Action::Say(Reply::Thinking(thinking_line(&thought)))]
    }

    /// A search is over.
    pub fn done(&mut self, id: u64, thought: Thought) -> Vec<Action> {
        let mut actions = Vec::new();
        if self.thinking != Some(id) {
            return actions;
        }
        self.thinking = None;
        let Some(best) = thought.line.first() else {
            self.announce(&mut actions);
            return actions;
        };
        match self.history.play(&best.text) {
            Ok(played) => {
                actions.extend(played.lines.into_iter().map(|line| Action::Say(Reply::Move(line.into()))));
                self.look_at_draw();
                self.announce(&mut actions);
            }
            Err(why) => actions.push(Action::Say(Reply::TellUserError(format!("the engine's own move: {why}")))),
        }
        actions
    }

    /// Takes another variant's start position, and has an engine made for it if it is another.
    fn choose(&mut self, variant: Variant, actions: &mut Vec<Action>) {
        let is_other = variant != self.variant || !self.has_engine;
        self.variant = variant;
        self.history = self.boards.begin(variant);
        self.announced = None;
        self.has_engine = true;
        actions.push(Action::Work(if is_other { Job::Use(variant, self.memory) } else { Job::NewGame }));
    }

    /// Gives up the search under way, if any: its move is no longer wanted.
    fn abandon(&mut self, actions: &mut Vec<Action>) {
        if self.thinking.take().is_some() {
            actions.push(Action::StopThinking);
        }
    }

    /// `go`: from now on the engine plays the side to move.
    fn go(&mut self, actions: &mut Vec<Action>) {
        if self.thinking.is_some() {
            return;
        }
        if self.history.is_taken_apart() {
            self.side = Some(self.history.turn());
            self.send_missing(actions);
        } else if !self.history.is_in_the_middle() {
            self.side = Some(self.history.turn());
            self.answer(actions);
        } else if self.history.turn() != self.history.game().turn() {
            // The opponent's first move comes in parts: it is answered once it is whole.
            self.side = Some(self.history.turn());
        }
    }

    /// Says the rest of a move that was taken apart, and answers it if the engine is the one to do so.
    fn send_missing(&mut self, actions: &mut Vec<Action>) {
        let plies = self.history.complete();
        actions.extend(plies.into_iter().map(|ply| Action::Say(Reply::Move(ply.into()))));
        self.go_on(actions);
    }

    /// A whole move was made that is not the search's.
    fn go_on(&mut self, actions: &mut Vec<Action>) {
        self.look_at_draw();
        if self.side == Some(self.history.game().turn()) {
            self.answer(actions);
        } else if self.side.is_some() {
            self.announce(actions);
        }
    }

    /// A draw that the game has left behind may be announced again when it comes back.
    fn look_at_draw(&mut self) {
        if self.announced.is_some() && self.history.game().outcome().is_none() {
            self.announced = None;
        }
    }

    /// A move, or a part of one, from the GUI.
    fn take(&mut self, word: &MoveWord, actions: &mut Vec<Action>) {
        let refused = |reason: &str| Action::Say(Reply::illegal_move(reason, word));
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
        match self.history.take(ply) {
            Ok(Step::Part) => {}
            Ok(Step::Whole(_)) => self.go_on(actions),
            Err(MoveError::Ambiguous { moves, .. }) => actions.push(refused(ambiguity(&moves))),
            Err(_) if self.history.is_in_the_middle() => actions.push(refused("take the whole capture back first")),
            Err(MoveError::Malformed { why, .. }) => actions.push(refused(&why)),
            Err(MoveError::Illegal(_)) => actions.push(refused("no legal move")),
        }
    }

    fn take_back(&mut self, plies: usize, line: &str, actions: &mut Vec<Action>) {
        if self.history.plies() < plies {
            actions.push(Action::Say(Reply::error("no move to take back", line.trim_ascii())));
            return;
        }
        self.abandon(actions);
        for _ in 0..plies {
            self.history.undo();
        }
        // The draw that was announced may be announced again, once the game has gone another way.
        self.announced = self.announced.filter(|&ply| ply <= self.history.game().plies());
        self.look_at_draw();
    }

    /// The engine is to move: it thinks, or says that the game is over.
    fn answer(&mut self, actions: &mut Vec<Action>) {
        let game = self.history.game();
        if let Some(outcome) = game.outcome()
            && (outcome.leaves_no_move() || self.announced.is_none_or(|ply| ply == game.plies()))
        {
            self.announce(actions);
            return;
        }
        if !self.has_engine {
            // A GUI that never said `new`.
            self.has_engine = true;
            actions.push(Action::Work(Job::Use(self.variant, self.memory)));
        }
        self.searches += 1;
        self.thinking = Some(self.searches);
        let game = self.history.game().duplicate();
        let task = Task { limits: self.limits(), overhead: MOVE_OVERHEAD, ..Task::default() };
        actions.push(Action::Work(Job::Think { id: self.searches, game, task }));
    }

    /// Says the result if the game is over; a draw that both sides play on after is said once.
    fn announce(&mut self, actions: &mut Vec<Action>) {
        let game = self.history.game();
        let Some(outcome) = game.outcome() else { return };
        if !outcome.leaves_no_move() && self.announced.is_some_and(|ply| ply != game.plies()) {
            return;
        }
        self.announced = Some(game.plies());
        actions.push(Action::Say(result(outcome)));
    }

    fn limits(&self) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        match self.time {
            TimeControl::Move(time) => limits.move_time = Some(time),
            TimeControl::Level(level) => {
                let base = i64::try_from(level.base.as_millis()).unwrap_or(i64::MAX);
                // Each side has made half of the moves so far.
                let made = (self.history.game().plies() / 2) as u32;
                let moves_to_go = (level.moves > 0).then(|| level.moves - made % level.moves);
                let left = self.left.unwrap_or(base);
                limits.clock = Some(Clock { left, increment: level.increment, moves_to_go });
            }
        }
        limits
    }
}

/// The lines that tell the GUI what the engine can do.
fn features() -> Vec<Reply> {
    let names = Variant::ALL.iter().map(|variant| variant.name()).collect::<Vec<_>>().join(",");
    let flag = Feature::flag;
    let options = boards::options().iter().map(|option| Reply::Features(vec![Feature::option(option)])).collect();
    let head = vec![
        Reply::Features(vec![flag("done", false)]),
        Reply::Features(vec![
            Feature::text("myname", concat!("Triptych ", env!("CARGO_PKG_VERSION"))),
            Feature::text("variants", names),
        ]),
        Reply::Features(vec![
            flag("setboard", true),
            flag("usermove", true),
            flag("ping", true),
            flag("san", false),
            flag("colors", false),
            flag("sigint", false),
            flag("sigterm", false),
            flag("reuse", true),
            flag("time", true),
            flag("draw", true),
            flag("playother", true),
            flag("analyze", false),
            flag("debug", true),
            flag("memory", true),
            flag("name", true),
            flag("ics", false),
            flag("nps", false),
        ]),
    ];
    [head, options, vec![Reply::Features(vec![flag("done", true)])]].concat()
}

/// The lines that tell the GUI how to show the variant.
fn window(history: &History) -> Vec<Reply> {
    let game = history.game();
    let (layout, window) = (game.layout(), game.window());
    let geometry = Geometry { files: layout.files, ranks: layout.ranks, holdings: 0, parent: PARENT.into() };
    let setup = Setup { table: Some(window.table.into()), geometry: Some(geometry), fen: game.start_fen() };
    let piece = |letter| Reply::Piece { id: format!("{letter}&"), moves: window.betza.into() };
    std::iter::once(Reply::Setup(setup)).chain(window.letters.chars().map(piece)).collect()
}

/// Why a move that fits several is refused. Moves that differ in nothing but their letters differ in what is made of a
/// pawn.
fn ambiguity(moves: &str) -> &'static str {
    let mut ways = moves.split(' ').map(|text| text.trim_end_matches(|c: char| c.is_ascii_lowercase()));
    let first = ways.next();
    if ways.all(|way| Some(way) == first) {
        "several promotions fit: add the letter of one"
    } else {
        "several captures fit: click each captured piece, then the square"
    }
}

fn result(outcome: Outcome) -> Reply {
    let result = match outcome.winner {
        Some(Side::White) => GameResult::WhiteWins,
        Some(Side::Black) => GameResult::BlackWins,
        None => GameResult::Draw,
    };
    Reply::Result { result, reason: outcome.to_string() }
}

/// A thought as a thinking line. A move of many victims ends the line for the window: what follows it goes in braces.
fn thinking_line(thought: &Thought) -> Thinking {
    let whole = thought.line.iter().take_while(|played| played.lines.len() == 1).count();
    let mut words: Vec<String> = thought.line[..whole].iter().map(|played| played.lines[0].to_string()).collect();
    if whole < thought.line.len() {
        let rest: Vec<_> = thought.line[whole..].iter().map(|played| played.text.as_str()).collect();
        words.push(format!("{{{}}}", rest.join(" ")));
    }
    Thinking {
        depth: thought.depth,
        score: protocol_score(thought.score),
        bound: Bound::Exact,
        time: u64::try_from(thought.time.as_millis() / 10).unwrap_or(u64::MAX),
        nodes: thought.nodes,
        extra: None,
        pv: words.join(" "),
    }
}

fn protocol_score(score: Score) -> triptych_protocol::Score {
    use triptych_protocol::Score as Written;
    match score.decided() {
        Some(Decided::Won(plies)) => Written::MateIn(plies.div_ceil(2) as u32),
        Some(Decided::Lost(plies)) => Written::MatedIn(plies.div_ceil(2) as u32),
        None => Written::Centipawns(score.value()),
    }
}

#[cfg(test)]
mod tests;
