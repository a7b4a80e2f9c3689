//! An engine that is spoken to over UCI.

use std::time::{Duration, Instant};

use anyhow::bail;
use triptych_protocol::uci::{Command, Go, Reply, Start};
use triptych_protocol::{Bound, MoveWord, Setting, SettingKind};

use super::clock::Clock;
use super::entrant::Program;
use super::halt::Halt;
use super::player::{Action, Answer, Failure, Mover, Player, Said, Turn};
use super::process::Process;
use super::settings;
use super::verdict::Verdict;
use crate::arbiter::{Arbiter, Played};
use crate::board::Side;

/// An engine that speaks UCI.
#[derive(Debug)]
pub struct UciPlayer {
    process: Process,
    identity: String,
    options: Vec<Setting>,
    patience: Duration,
    stop: Halt,
    start: Start,
    moves: Vec<MoveWord>,
}

/// How long an engine may take to know the word `uci`, where it is not said what it speaks.
const KNOWING: Duration = Duration::from_secs(3);
/// The option that chooses the game.
const VARIANT: &str = "UCI_Variant";

/// Whether a process that has just been started speaks UCI.
pub fn is_spoken(process: &mut Process, stop: &Halt) -> bool {
    process.say(Command::Uci);
    let answer = process.find(KNOWING, stop, |line| {
        let is_error = line.trim_start().get(..5).is_some_and(|word| word.eq_ignore_ascii_case("error"));
        match Reply::parse(line) {
            Reply::UciOk => Some(true),
            _ if is_error => Some(false),
            _ => None,
        }
    });
    answer.unwrap_or(false)
}

impl UciPlayer {
    /// Greets an engine and checks that it can play this game.
    ///
    /// # Errors
    /// If it does not answer, or does not offer what is needed.
    pub fn greet(
        process: Process,
        program: &Program,
        game: &dyn Arbiter,
        patience: Duration,
        stop: &Halt,
    ) -> anyhow::Result<UciPlayer> {
        let mut player = UciPlayer {
            process,
            identity: String::new(),
            options: Vec::new(),
            patience,
            stop: stop.clone(),
            start: Start::StartPos,
            moves: Vec::new(),
        };
        player.say(&Command::Uci);
        player.learn_options()?;
        let own =
            [("Hash", program.hash.map(|hash| hash.to_string())), ("Threads", program.threads.map(|n| n.to_string()))];
        for (name, value) in own {
            if let Some(value) = value {
                player.set(name, &value)?;
            }
        }
        for (name, value) in &program.options {
            player.set(name, value)?;
        }
        player.synchronize()?;
        player.choose_variant(game)?;
        if let (Some(terrain), Some(name)) = (game.terrain(), game.setting_name()) {
            player.set(&format!("{name} Start"), &game.start_fen())?;
            player.set(&format!("{name} Terrain"), &terrain)?;
        }
        player.synchronize()?;
        Ok(player)
    }

    fn say(&self, command: &Command) {
        self.process.say(command);
    }

    fn learn_options(&mut self) -> Result<(), Failure> {
        let UciPlayer { process, identity, options, .. } = self;
        process.find(self.patience, &self.stop, |line| {
            match Reply::parse(line) {
                Reply::UciOk => return Some(()),
                Reply::Name(name) => *identity = name,
                Reply::Option(setting) => options.push(setting),
                _ => {}
            }
            None
        })
    }

    fn synchronize(&mut self) -> Result<(), Failure> {
        self.say(&Command::IsReady);
        self.process.find(self.patience, &self.stop, |line| (Reply::parse(line) == Reply::ReadyOk).then_some(()))
    }

    fn option(&self, name: &str) -> Option<&Setting> {
        self.options.iter().find(|setting| setting.name.eq_ignore_ascii_case(name))
    }

    fn choose_variant(&self, game: &dyn Arbiter) -> anyhow::Result<()> {
        let offered = match self.option(VARIANT).map(|setting| &setting.kind) {
            Some(SettingKind::Combo { choices, .. }) => choices.clone(),
            _ => Vec::new(),
        };
        if !offered.iter().any(|variant| variant == game.name()) {
            let offered = if offered.is_empty() { "chess only".to_owned() } else { offered.join(", ") };
            bail!("{} does not offer the variant '{}'; it offers {offered}", self.identity(), game.name());
        }
        self.set(VARIANT, game.name())
    }

    fn set(&self, name: &str, value: &str) -> anyhow::Result<()> {
        let Some(setting) = self.option(name) else {
            let names: Vec<&str> = self.options.iter().map(|setting| setting.name.as_str()).collect();
            bail!("it has no option '{name}'; its options are: {}", names.join(", "));
        };
        let value = settings::fitting(name, &setting.kind, value, ["false", "true"])?;
        self.say(&Command::SetOption { name: setting.name.clone(), value });
        Ok(())
    }

    fn go(&self, turn: &Turn<'_>) -> Go {
        let control = turn.own.control();
        let side = turn.game.turn();
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let left = |clock: &Clock| clock.left().map(|left| i64::try_from(left.as_millis()).unwrap_or(i64::MAX));
        let increment = |clock: &Clock| clock.control().period.map(|period| milliseconds(period.increment));
        // An engine without a clock is told of none, whatever its opponent has.
        let own = left(turn.own);
        let of = |who: Side| if who == side { turn.own } else { turn.other };
        let told = own.is_some();
        Go {
            wtime: left(of(Side::White)).or(own).filter(|_| told),
            btime: left(of(Side::Black)).or(own).filter(|_| told),
            winc: increment(of(Side::White)).filter(|_| told),
            binc: increment(of(Side::Black)).filter(|_| told),
            movestogo: turn.own.moves_to_go(),
            depth: control.depth,
            nodes: control.nodes,
            movetime: control.move_time.map(milliseconds),
            ..Go::default()
        }
    }
}

impl Player for UciPlayer {
    fn identity(&self) -> &str {
        if self.identity.is_empty() { "the engine" } else { &self.identity }
    }

    fn begin(&mut self, game: &dyn Arbiter, _: &str, _: &Clock) -> Result<(), Failure> {
        let fen = game.start_fen();
        self.start = if fen == game.rules_start() { Start::StartPos } else { Start::Fen(fen) };
        self.moves.clear();
        self.say(&Command::NewGame);
        self.synchronize()
    }

    fn hear(&mut self, played: &Played, _: Mover) {
        self.moves.push(MoveWord::new(&played.text));
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        let mut thought = Said::default();
        let early = self.process.drain();
        if let Some(line) = early.iter().find(|line| matches!(Reply::parse(&line.text), Reply::BestMove { .. })) {
            let action = Action::Wrong(format!("moves out of turn: {}", line.text));
            return Ok(Answer { action, offers_draw: false, thought, time: Duration::ZERO });
        }
        self.say(&Command::Position { start: self.start.clone(), moves: self.moves.clone() });
        let asked = Instant::now();
        self.say(&Command::Go(self.go(turn)));
        let (best, time) = self.process.answer(turn, asked, Command::Stop, |line| {
            match Reply::parse(line) {
                Reply::Info(info) if info.multipv.unwrap_or(1) == 1 => {
                    if info.score.is_some() && (info.bound == Bound::Exact || thought.score.is_none()) {
                        thought.score = info.score;
                        thought.depth = info.depth.or(thought.depth);
                    }
                    thought.nodes = info.nodes.or(thought.nodes);
                }
                Reply::BestMove { best, .. } => return Some(best),
                _ => {}
            }
            None
        })?;
        let action = match best {
            Some(word) => Action::Text(word.as_str().to_owned()),
            None => Action::Wrong("says that it has no move".into()),
        };
        Ok(Answer { action, offers_draw: false, thought, time })
    }

    fn finish(&mut self, _: &Verdict) {}
}
