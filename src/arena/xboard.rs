//! An engine that is spoken to over XBoard's protocol, told just what XBoard would tell it.

use std::time::{Duration, Instant};

use anyhow::{bail, ensure};
use triptych_protocol::xboard::{Command, Feature, Level, Reply};
use triptych_protocol::{Bound, GameResult, MoveText, MoveWord, Setting};

use super::clock::{Clock, TimeControl};
use super::entrant::Program;
use super::halt::Halt;
use super::player::{Action, Answer, Claim, Failure, Mover, Player, Said, Turn};
use super::process::Process;
use super::settings;
use super::verdict::Verdict;
use crate::arbiter::{Arbiter, Played};
use crate::board::Side;

/// An engine that speaks XBoard's protocol.
#[derive(Debug)]
pub struct XboardPlayer {
    process: Process,
    features: Features,
    patience: Duration,
    stop: Halt,
    pings: u32,
    /// What the engine has not been told yet: it is told when it is its turn, so that it never thinks before.
    untold: Vec<MoveText>,
    is_draw_on_offer: bool,
    /// Whether the engine plays a side; it is in force mode otherwise.
    plays: bool,
}

/// What the engine can do; the protocol's defaults until it says otherwise.
#[derive(Debug)]
struct Features {
    identity: String,
    variants: Vec<String>,
    options: Vec<Setting>,
    ping: bool,
    setboard: bool,
    usermove: bool,
    time: bool,
    draw: bool,
    name: bool,
    memory: bool,
    smp: bool,
    reuse: bool,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            identity: String::new(),
            variants: Vec::new(),
            options: Vec::new(),
            ping: false,
            setboard: false,
            usermove: false,
            time: true,
            draw: true,
            name: false,
            memory: false,
            smp: false,
            reuse: true,
        }
    }
}

/// An engine that never says that its features are complete is waited for as long as the protocol says.
const FEATURE_TIME: Duration = Duration::from_secs(2);

/// Features that the arena makes use of, or that change nothing for it. Above all `highlight` is not among them: an
/// engine shows by it that it mends a person's board.
const ACCEPTED: [&str; 24] = [
    "ping",
    "setboard",
    "playother",
    "san",
    "usermove",
    "time",
    "draw",
    "sigint",
    "sigterm",
    "reuse",
    "analyze",
    "myname",
    "variants",
    "colors",
    "ics",
    "name",
    "pause",
    "nps",
    "debug",
    "memory",
    "smp",
    "egt",
    "option",
    "done",
];

impl XboardPlayer {
    /// Greets an engine and checks that it can play this game under these conditions.
    ///
    /// # Errors
    /// If it does not answer, or does not offer what is needed.
    pub fn greet(
        process: Process,
        program: &Program,
        control: &TimeControl,
        game: &dyn Arbiter,
        patience: Duration,
        stop: &Halt,
    ) -> anyhow::Result<XboardPlayer> {
        let mut player = XboardPlayer {
            process,
            features: Features::default(),
            patience,
            stop: stop.clone(),
            pings: 0,
            untold: Vec::new(),
            is_draw_on_offer: false,
            plays: false,
        };
        player.say(&Command::Xboard);
        player.say(&Command::Protover(2));
        player.learn_features()?;
        for (name, value) in &program.options {
            player.set(name, value)?;
        }
        if let Some(mebibytes) = program.hash {
            ensure!(player.features.memory, "it does not take a memory size (hash=)");
            player.say(&Command::Memory(mebibytes));
        }
        if let Some(threads) = program.threads {
            ensure!(player.features.smp || threads == 1, "it does not take a number of threads");
            if player.features.smp {
                player.say(&Command::Cores(threads));
            }
        }
        player.synchronize()?;
        player.check(control, game)?;
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

    fn learn_features(&mut self) -> Result<(), Failure> {
        let mut until = Instant::now() + FEATURE_TIME.min(self.patience);
        loop {
            let line = match self.process.next(until, &self.stop) {
                // Nothing more is coming: an engine of the first version of the protocol, or one that does not say `done`.
                Err(Failure::Stalled(_)) => return Ok(()),
                other => other?,
            };
            if line.at > until {
                return Ok(());
            }
            let Reply::Features(features) = Reply::parse(&line.text) else { continue };
            for feature in features {
                let is_accepted = ACCEPTED.contains(&feature.name.as_str());
                let name = feature.name.clone();
                if feature.name == "done" {
                    if feature.is_on() {
                        self.say(&Command::Accepted(name));
                        return Ok(());
                    }
                    until = Instant::now() + self.patience;
                }
                if is_accepted {
                    self.features.take(&feature);
                }
                self.say(&if is_accepted { Command::Accepted(name) } else { Command::Rejected(name) });
            }
        }
    }

    fn check(&self, control: &TimeControl, game: &dyn Arbiter) -> anyhow::Result<()> {
        let Features { variants, setboard, .. } = &self.features;
        if !variants.iter().any(|variant| variant == game.name()) {
            let offered = if variants.is_empty() { "no variants".to_owned() } else { variants.join(", ") };
            bail!("{} does not offer the variant '{}'; it offers {offered}", self.identity(), game.name());
        }
        ensure!(
            *setboard || game.start_fen() == game.rules_start(),
            "it cannot be given a position (feature setboard)"
        );
        ensure!(
            control.nodes.is_none(),
            "XBoard's protocol cannot limit nodes; use depth= or a time control, or proto=uci if it speaks that"
        );
        Ok(())
    }

    fn option(&self, name: &str) -> Option<&Setting> {
        self.features.options.iter().find(|setting| setting.name.eq_ignore_ascii_case(name))
    }

    fn set(&self, name: &str, value: &str) -> anyhow::Result<()> {
        let Some(setting) = self.option(name) else {
            let names: Vec<&str> = self.features.options.iter().map(|setting| setting.name.as_str()).collect();
            bail!("it has no option '{name}'; its options are: {}", names.join(", "));
        };
        let value = settings::fitting(name, &setting.kind, value, ["0", "1"])?;
        self.say(&Command::Option { name: setting.name.clone(), value });
        Ok(())
    }

    /// Waits until the engine has dealt with all that it was told. One that does not know `ping` is taken at its word.
    fn synchronize(&mut self) -> Result<(), Failure> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let number = self.pings.to_string();
        self.say(&Command::Ping(number.clone()));
        self.process.find(self.patience, &self.stop, |line| match Reply::parse(line) {
            Reply::Pong(pong) if pong == number => Some(Ok(())),
            Reply::TellUserError(text) => Some(Err(Failure::Refused(format!("says: {text}")))),
            Reply::Error { kind, text } if kind.as_deref() == Some("unknown variant") => {
                Some(Err(Failure::Refused(format!("says: unknown variant {text}"))))
            }
            _ => None,
        })?
    }

    /// Tells the engine the moves that it has not heard of.
    fn tell(&mut self) {
        for text in std::mem::take(&mut self.untold) {
            let word = MoveWord::from(text.to_relayed());
            self.say(&if self.features.usermove { Command::UserMove(word) } else { Command::BareMove(word) });
        }
    }

    /// Tells the clocks, the moves and whose turn it is.
    fn ask(&mut self, turn: &Turn<'_>) {
        if let (true, Some(own)) = (self.features.time, turn.own.left()) {
            let centiseconds = |left: Duration| i64::try_from(left.as_millis() / 10).unwrap_or(i64::MAX);
            self.say(&Command::Time(centiseconds(own)));
            self.say(&Command::OpponentTime(centiseconds(turn.other.left().unwrap_or(own))));
        }
        self.tell();
        if !std::mem::replace(&mut self.plays, true) {
            self.say(&Command::Go);
        }
        if std::mem::take(&mut self.is_draw_on_offer) && self.features.draw {
            self.say(&Command::Draw);
        }
    }

    /// What the engine has said since its last move, before it is asked again: nothing, if all is well.
    fn leftovers(&mut self, offers_draw: &mut bool) -> Option<Action> {
        let lines = self.process.drain();
        lines.iter().find_map(|line| match Reply::parse(&line.text) {
            Reply::Move(word) => Some(Action::Wrong(format!("moves out of turn: {word}"))),
            reply => aside(reply, offers_draw),
        })
    }
}

/// What a line other than a move means for the game.
fn aside(reply: Reply, offers_draw: &mut bool) -> Option<Action> {
    match reply {
        Reply::Resign => Some(Action::Resign),
        Reply::Result { result, reason } => Some(Action::Claim(Claim { result, reason })),
        Reply::IllegalMove { text, .. } => Some(Action::Refuse(text)),
        Reply::OfferDraw => {
            *offers_draw = true;
            None
        }
        _ => None,
    }
}

/// Puts the lines of a move together: `Some` when it is whole, or wrong.
fn join(lines: &mut Vec<MoveText>, word: &MoveWord, game: &dyn Arbiter) -> Option<Action> {
    let line = match word.read() {
        Ok(line) => line,
        Err(why) => return Some(Action::Wrong(format!("says '{word}', which is no move: {why}"))),
    };
    let null_is_due = lines.last().is_some_and(|last| !last.is_null());
    if line.is_null() != null_is_due {
        let why = if null_is_due { "says no null move between the parts of its move" } else { "says a null move" };
        return Some(Action::Wrong(why.to_owned()));
    }
    let more_is_to_come = line.part || line.is_null();
    lines.push(line);
    if !more_is_to_come {
        return Some(Action::Lines(std::mem::take(lines)));
    }
    let parts: Vec<MoveText> = lines.iter().filter(|line| !line.is_null()).cloned().collect();
    (!game.begins(&parts)).then(|| Action::Wrong(format!("says '{word}', which begins no legal move")))
}

impl Player for XboardPlayer {
    fn identity(&self) -> &str {
        if self.features.identity.is_empty() { "the engine" } else { &self.features.identity }
    }

    fn begin(&mut self, game: &dyn Arbiter, opponent: &str, clock: &Clock) -> Result<(), Failure> {
        self.untold.clear();
        self.is_draw_on_offer = false;
        self.plays = false;
        self.say(&Command::New);
        self.say(&Command::Variant(game.name().into()));
        let control = clock.control();
        if let Some(period) = control.period {
            let moves = period.moves.unwrap_or(0);
            self.say(&Command::Level(Level { moves, base: period.base, increment: period.increment }));
        }
        if let Some(time) = control.move_time {
            self.say(&Command::MoveTime(time));
        }
        if let Some(depth) = control.depth {
            self.say(&Command::Depth(depth));
        }
        self.say(&Command::Post);
        self.say(&Command::Easy);
        self.say(&Command::Force);
        if game.start_fen() != game.rules_start() {
            self.say(&Command::SetBoard(game.start_fen()));
        }
        self.say(&Command::Computer);
        if self.features.name {
            self.say(&Command::Name(opponent.to_owned()));
        }
        self.synchronize()
    }

    fn hear(&mut self, played: &Played, mover: Mover) {
        if mover != Mover::Own {
            self.untold.extend(played.lines.iter().cloned());
        }
    }

    fn hear_draw_offer(&mut self) {
        self.is_draw_on_offer = true;
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        let mut answer =
            Answer { action: Action::Resign, offers_draw: false, thought: Said::default(), time: Duration::ZERO };
        if let Some(action) = self.leftovers(&mut answer.offers_draw) {
            return Ok(Answer { action, ..answer });
        }
        let was_offered = self.is_draw_on_offer;
        let asked = Instant::now();
        self.ask(turn);
        let mut lines = Vec::new();
        let (action, time) = self.process.answer(turn, asked, Command::MoveNow, |line| match Reply::parse(line) {
            Reply::Thinking(thinking) => {
                if thinking.bound == Bound::Exact || answer.thought.score.is_none() {
                    answer.thought =
                        Said { score: Some(thinking.score), depth: Some(thinking.depth), nodes: Some(thinking.nodes) };
                }
                None
            }
            Reply::Move(word) => join(&mut lines, &word, turn.game),
            Reply::OfferDraw if was_offered => Some(Action::AcceptDraw),
            reply => aside(reply, &mut answer.offers_draw),
        })?;
        Ok(Answer { action, time, ..answer })
    }

    fn can_go_on(&self) -> bool {
        // Without `ping` nobody knows whether a line belongs to the game before.
        self.features.reuse && self.features.ping
    }

    fn finish(&mut self, verdict: &Verdict) {
        // In force mode first: it shall see the last move, and not think about it.
        self.say(&Command::Force);
        self.tell();
        self.plays = false;
        let result = match verdict.winner {
            Some(Side::White) => GameResult::WhiteWins,
            Some(Side::Black) => GameResult::BlackWins,
            None => GameResult::Draw,
        };
        self.say(&Command::Result { result, reason: verdict.reason.clone() });
    }
}

impl Features {
    fn take(&mut self, feature: &Feature) {
        let text = || feature.as_text().unwrap_or_default().to_owned();
        match feature.name.as_str() {
            "myname" => self.identity = text(),
            "variants" => self.variants = text().split(',').map(|name| name.trim().to_owned()).collect(),
            "option" => self.options.extend(feature.setting().and_then(Result::ok)),
            "ping" => self.ping = feature.is_on(),
            "setboard" => self.setboard = feature.is_on(),
            "usermove" => self.usermove = feature.is_on(),
            "time" => self.time = feature.is_on(),
            "draw" => self.draw = feature.is_on(),
            "name" => self.name = feature.is_on(),
            "memory" => self.memory = feature.is_on(),
            "smp" => self.smp = feature.is_on(),
            "reuse" => self.reuse = feature.is_on(),
            _ => {}
        }
    }
}
