//! The UCI protocol's state machine: a line in, replies and jobs out.
//!
//! Every `go` is answered by one `bestmove`, whatever comes between. A search that was told to go on until `stop` or
//! `ponderhit` may have nothing more to find; its move is then held back until it is asked for.

mod limits;
mod said;
#[cfg(test)]
mod tests;

use triptych_protocol::uci::{Command, Go, Reply, Start, VariantStart};
use triptych_protocol::{Dialect, MoveWord, Problem, Setting, SettingKind};

use super::boards::{self, Boards, Chosen};
use super::settings::{Effect, Settings};
use super::shelf::Shelf;
use super::thinker::Job;
use crate::arbiter::Arbiter;
use crate::diagram;
use crate::engine::{Thought, Trying};
use crate::search::Score;
use crate::search::score::Decided;
use crate::variant::Variant;

pub(super) use said::bound;

/// What the state machine wants done.
pub type Action = super::Action<Reply>;

/// The variant in use until another is chosen.
const FIRST: Variant = Variant::Ultima;
/// The option that chooses it.
const VARIANT: &str = "UCI_Variant";

/// One GUI's session.
#[derive(Debug)]
pub struct Session {
    variant: Variant,
    game: Box<dyn Arbiter>,
    settings: Settings,
    shelf: Shelf,
    boards: Boards,
    /// The searches whose `bestmove` is due, in the order of their `go`.
    running: Vec<Running>,
    searches: u64,
    /// Whether the thinking thread has an engine for the variant.
    has_engine: bool,
    /// Whether the GUI wants to know what is none of its business.
    debug: bool,
}

/// A search whose `bestmove` is due.
#[derive(Debug)]
struct Running {
    id: u64,
    /// Whether the move is to be held back until `stop`.
    infinite: bool,
    /// Whether the move is to be held back until `ponderhit` or `stop`.
    ponder: bool,
    /// A mate in so many moves is all that is looked for.
    mate: Option<u32>,
    /// What was found, where it is held back.
    found: Option<Thought>,
    /// What is to be said after the move.
    behind: Vec<Reply>,
}

impl Running {
    fn is_held_back(&self) -> bool {
        self.infinite || self.ponder
    }
}

impl Default for Session {
    fn default() -> Self {
        Session::new()
    }
}

/// What is said of a wrong argument of `go`.
fn complaint(problem: &Problem) -> Reply {
    Reply::text(match problem {
        Problem::NotANumber(_, word) | Problem::Negative(_, word) | Problem::Unexpected(word) => {
            format!("go: {problem}: {word}")
        }
        other => format!("go: {other}"),
    })
}

fn note(text: impl Into<String>) -> Action {
    Action::Say(Reply::text(text))
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
            game: Boards::default().start(FIRST),
            settings,
            shelf: Shelf::default(),
            boards: Boards::default(),
            running: Vec::new(),
            searches: 0,
            has_engine: false,
            debug: false,
        }
    }

    fn introduction(&self) -> Vec<Reply> {
        let choices = Variant::ALL.iter().map(|variant| variant.name().to_owned()).collect();
        let selected = Variant::ALL.iter().position(|&variant| variant == self.variant).unwrap_or(0);
        let variant = Setting::new(VARIANT, SettingKind::Combo { choices, selected });
        let mut lines = vec![
            Reply::Name(concat!("Triptych ", env!("CARGO_PKG_VERSION")).into()),
            Reply::Author("the Triptych developers".into()),
            Reply::Option(variant),
        ];
        let options = self.settings.options(Dialect::Uci).into_iter().chain(boards::options());
        lines.extend(options.map(Reply::Option));
        lines.push(Reply::UciOk);
        lines
    }

    fn ensure_engine(&mut self, actions: &mut Vec<Action>) {
        if !std::mem::replace(&mut self.has_engine, true) {
            actions.extend(self.settings.engine(self.variant));
        }
    }

    fn set(&mut self, name: &str, value: Option<&str>, actions: &mut Vec<Action>) {
        if name.eq_ignore_ascii_case(VARIANT) {
            match value.unwrap_or("").parse() {
                Ok(variant) => self.choose(variant, actions),
                Err(why) => actions.push(note(format!("{why}"))),
            }
            return;
        }
        if let Some(answer) = self.boards.set_refusing(name, value.unwrap_or("")) {
            match answer {
                Ok(Chosen::Used) if self.variant.setting().is_some() => {
                    self.game = self.boards.start(self.variant);
                    actions.push(self.start());
                }
                Ok(Chosen::Used) => {}
                Ok(Chosen::Waits(why)) => actions.push(note(format!("{name} waits for what fits it: {why}"))),
                Err(why) => actions.push(note(format!("{name} is refused: {why}"))),
            }
            return;
        }
        match self.settings.set(Dialect::Uci, name, value) {
            None => actions.push(note(format!("unknown option: {name}"))),
            Some(Err(why)) => actions.push(note(format!("{name}: {why}"))),
            Some(Ok(Effect::Notice(text))) => actions.push(note(text)),
            Some(Ok(effect)) => actions.extend(self.settings.bring_about(&effect, self.has_engine)),
        }
    }

    /// Takes another variant, in its start position, and tells the GUI of its board.
    fn choose(&mut self, variant: Variant, actions: &mut Vec<Action>) {
        if variant != self.variant {
            self.variant = variant;
            self.has_engine = false;
        }
        self.game = self.boards.start(variant);
        actions.push(self.start());
    }

    fn start(&self) -> Action {
        let game = self.boards.start(self.variant);
        let layout = game.layout();
        let start = VariantStart {
            name: self.variant.name().to_owned(),
            files: layout.files,
            ranks: layout.ranks,
            start: game.fen(),
        };
        note(start.to_string())
    }

    /// The game that `position` describes.
    fn position(&self, start: &Start, moves: &[MoveWord]) -> Result<Box<dyn Arbiter>, String> {
        let mut game = match start {
            Start::StartPos => self.boards.start(self.variant),
            Start::Fen(fen) => self.boards.position(self.variant, fen).map_err(|why| format!("bad position: {why}"))?,
        };
        for word in moves {
            game.play(word.as_str()).map_err(|why| format!("illegal move: {why}"))?;
        }
        Ok(game)
    }

    fn go(&mut self, go: &Go, actions: &mut Vec<Action>) {
        // Whoever asks anew wants the old answer now.
        if !self.running.is_empty() {
            self.stop(actions);
        }
        let mut lines: Vec<Reply> = go.problems.iter().map(complaint).collect();
        if let Some(depth) = go.perft {
            self.say_in_turn(lines, actions);
            actions.push(Action::Work(Job::Perft(self.game.duplicate(), depth)));
            return;
        }
        let limits = limits::of(go, self.game.turn());
        let mut task = self.settings.task(limits.unwrap_or(limits::FALLBACK));
        for word in &go.searchmoves {
            match self.game.duplicate().play(word.as_str()) {
                Ok(played) => task.only.push(played.text),
                Err(why) => lines.push(Reply::text(format!("searchmoves: {why}"))),
            }
        }
        let troubles = self.shelf.equip(&mut task, &self.settings, self.game.as_ref());
        lines.extend(troubles.into_iter().map(Reply::text));
        self.searches += 1;
        let id = self.searches;
        let mut running =
            Running { id, infinite: go.infinite, ponder: go.ponder, mate: go.mate, found: None, behind: Vec::new() };
        if let Some(outcome) = self.game.outcome()
            && outcome.leaves_no_move()
        {
            let score = if outcome.winner.is_some() { Score::lost_in(0) } else { Score::DRAW };
            lines.extend([said::ended(score), Reply::text(outcome.to_string())]);
            self.say_in_turn(lines, actions);
            running.found = Some(said::nothing(score));
            self.running.push(running);
            self.release(actions);
            return;
        }
        if limits.is_none() {
            let time = limits::FALLBACK_TIME.as_millis();
            lines.push(Reply::text(format!("go: no limit is left: {time} ms are taken")));
        }
        self.say_in_turn(lines, actions);
        self.ensure_engine(actions);
        self.running.push(running);
        actions.push(Action::Work(Job::Think { id, game: self.game.duplicate(), task, ponder: go.ponder }));
    }

    /// Says lines that belong to a new search: behind the `bestmove` of the one before it.
    fn say_in_turn(&mut self, lines: Vec<Reply>, actions: &mut Vec<Action>) {
        match self.running.last_mut() {
            Some(last) => last.behind.extend(lines),
            None => actions.extend(lines.into_iter().map(Action::Say)),
        }
    }

    fn stop(&mut self, actions: &mut Vec<Action>) {
        // A count below the moves can be stopped too, and is not in the list.
        actions.push(Action::StopThinking);
        for running in &mut self.running {
            (running.infinite, running.ponder) = (false, false);
        }
        self.release(actions);
    }

    /// What is to be done before the engine leaves: every search that was asked for ends and tells its move.
    pub(super) fn leave(&mut self) -> Vec<Action> {
        let mut actions = Vec::new();
        if !self.running.is_empty() {
            self.stop(&mut actions);
        }
        actions
    }

    fn ponder_hit(&mut self, actions: &mut Vec<Action>) {
        for running in &mut self.running {
            running.ponder = false;
        }
        if self.running.iter().any(|running| running.found.is_none()) {
            actions.push(Action::Hit);
        }
        self.release(actions);
    }

    /// Says what is held back no longer, in the order in which it was asked for.
    fn release(&mut self, actions: &mut Vec<Action>) {
        while let Some(running) = self.running.first()
            && !running.is_held_back()
            && let Some(thought) = &running.found
        {
            actions.push(Action::Say(said::best_move(thought)));
            actions.extend(self.running.remove(0).behind.into_iter().map(Action::Say));
        }
    }

    fn display(&self) -> Vec<Reply> {
        let drawn = diagram::draw(self.game.as_ref());
        let plain = anstream::adapter::strip_str(&drawn).to_string();
        plain.lines().map(|line| Reply::Unknown(line.to_owned())).collect()
    }
}

impl super::Session for Session {
    type Reply = Reply;

    fn line(&mut self, line: &str) -> Vec<Action> {
        let mut actions = Vec::new();
        match Command::parse(line) {
            Command::Uci => actions.extend(self.introduction().into_iter().map(Action::Say)),
            Command::IsReady => {
                self.ensure_engine(&mut actions);
                actions.extend([Action::Settle, Action::Say(Reply::ReadyOk)]);
            }
            Command::Debug(on) => self.debug = on,
            Command::SetOption { name, value } => self.set(&name, value.as_deref(), &mut actions),
            Command::NewGame => {
                self.ensure_engine(&mut actions);
                actions.push(Action::Work(Job::NewGame));
            }
            Command::Position { start, moves } => match self.position(&start, &moves) {
                Ok(game) => self.game = game,
                Err(why) => actions.push(note(format!("{why}; the old position is kept"))),
            },
            Command::Go(go) => self.go(&go, &mut actions),
            Command::Stop => self.stop(&mut actions),
            Command::PonderHit => self.ponder_hit(&mut actions),
            Command::Quit => actions.push(Action::Quit),
            Command::Display => actions.extend(self.display().into_iter().map(Action::Say)),
            Command::Eval => {
                self.ensure_engine(&mut actions);
                actions.push(Action::Work(Job::Evaluate(self.game.duplicate())));
            }
            Command::Bench(arguments) => match arguments.split_ascii_whitespace().next().map(str::parse).transpose() {
                Ok(variant) => actions.push(Action::Work(Job::Bench(variant))),
                Err(why) => actions.push(note(format!("bench: {why}"))),
            },
            Command::Register(_) | Command::Blank => {}
            Command::Bad { line, problem } => actions.push(note(format!("{problem}: {line}"))),
            Command::Unknown(line) => actions.push(note(format!("unknown command: {line}"))),
            other => actions.push(note(format!("unknown command: {other}"))),
        }
        actions
    }

    fn thought(&mut self, id: u64, thought: Thought) -> Vec<Action> {
        let Some(running) = self.running.iter().find(|running| running.id == id) else { return Vec::new() };
        let mut actions = vec![Action::Say(said::info(&thought, &self.settings))];
        let is_mate_found = thought.bound.is_none()
            && matches!(thought.score.decided(), Some(Decided::Won(plies))
                if running.mate.is_some_and(|moves| plies.div_ceil(2) <= moves as usize));
        if is_mate_found && !running.is_held_back() {
            actions.push(Action::StopThinking);
        }
        actions
    }

    fn done(&mut self, id: u64, thought: Thought) -> Vec<Action> {
        let mut actions = Vec::new();
        if let Some(running) = self.running.iter_mut().find(|running| running.id == id) {
            running.found = Some(thought);
            self.release(&mut actions);
        }
        actions
    }

    fn trying(&mut self, id: u64, trying: Trying) -> Vec<Action> {
        let is_due = self.running.iter().any(|running| running.id == id);
        if is_due { vec![Action::Say(said::trying(&trying))] } else { Vec::new() }
    }

    fn told(&mut self, lines: Vec<String>) -> Vec<Action> {
        lines.into_iter().map(|line| Action::Say(Reply::parse(&line))).collect()
    }

    fn notice(&self, text: String) -> Reply {
        Reply::text(text)
    }

    fn trouble(&self, text: String) -> Reply {
        Reply::text(text)
    }
}
