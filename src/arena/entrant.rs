//! An engine that takes part in a tournament: how it is started, what it is told, how much time it has.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use triptych_protocol::Dialect;

use super::clock::{self, Period, TimeControl};
use super::halt::Halt;
use super::inside::Inside;
use super::player::Player;
use super::process::Process;
use super::settings::{self, SettingsError};
use super::{uci, xboard};
use crate::arbiter::Arbiter;
use crate::book::Guide;
use crate::search::Params;
use crate::variant::Variant;

/// An engine that takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// What it is called; no two are called the same.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// What it may take for its moves.
    pub control: TimeControl,
}

/// What an engine is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The engine of this program, without a process of its own.
    Inside {
        /// Its table in MiB.
        hash: usize,
        /// Its number of threads.
        threads: usize,
        /// Parameters of its search that are not the game's own.
        params: Vec<(String, i32)>,
        /// The opening book that it plays from, if it plays from one.
        book: Option<BookChoice>,
    },
    /// A program.
    Program(Program),
}

/// The opening book of an engine inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookChoice {
    /// The one in the program.
    Shipped,
    /// The one in a file.
    File(PathBuf),
}

impl BookChoice {
    /// `on` and `off`, or a file.
    fn read(value: &str) -> Option<BookChoice> {
        match value {
            "off" | "" => None,
            "on" => Some(BookChoice::Shipped),
            file => Some(BookChoice::File(file.into())),
        }
    }

    /// The book, played from in the usual manner.
    ///
    /// # Errors
    /// If there is none, or it is refused.
    pub fn open(&self, variant: Variant, terrain: Option<&str>) -> anyhow::Result<Guide> {
        let path = match self {
            BookChoice::Shipped => None,
            BookChoice::File(path) => Some(path.as_path()),
        };
        let book = variant.book(terrain, path)?;
        let book = book.with_context(|| format!("the program has no book of {variant} for this board"))?;
        Ok(Guide::usual(book))
    }
}

/// A program that is spoken to through pipes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The file, or a name that the system finds.
    pub file: PathBuf,
    /// What it is started with.
    pub arguments: Vec<String>,
    /// The directory that it is started in.
    pub directory: Option<PathBuf>,
    /// The file that its error output is added to; it is dropped otherwise.
    pub errors: Option<PathBuf>,
    /// Its protocol; found out if it is not said.
    pub dialect: Option<Dialect>,
    /// Its options: names and values; a button's is not looked at.
    pub options: Vec<(String, String)>,
    /// Its memory in MiB, by whatever means its protocol has for it.
    pub hash: Option<u64>,
    /// Its number of threads, likewise.
    pub threads: Option<u32>,
    /// Whether it is started anew for every game.
    pub restart: bool,
}

/// The greatest table that an engine inside has where nothing else is said, in MiB.
const HASH: usize = 16;
/// Bytes of table that a search of so many positions can make use of, those of the searches before it included. More
/// would only take time to clear.
const BYTES_A_NODE: u64 = 256;
/// The most threads of an engine inside.
const MOST_THREADS: u32 = 256;
/// Getting ready may take an engine at least this long, however short its time for a move is.
const PREPARING: Duration = Duration::from_secs(10);
/// The name that stands for this program's own engine.
const SELF: &str = "self";
const KEYS: &str =
    "name, cmd, arg, args, dir, stderr, proto, option.NAME, hash, threads, restart, book, tc, st, nodes, depth, margin";

impl Entrant {
    /// Reads `NAME=COMMAND,KEY=VALUE…`, `COMMAND,…` or `self,…`; `common` are the keys and values that hold for all
    /// engines unless an engine's own say otherwise.
    ///
    /// # Errors
    /// If a key is unknown or a value wrong, or something is missing.
    pub fn read(text: &str, common: &[(String, String)]) -> Result<Entrant, SettingsError> {
        let mut parts = settings::parts(text).into_iter();
        let first = parts.next().unwrap_or_default();
        let mut own = Vec::new();
        match first.split_once('=') {
            Some((key, value)) if is_key(key) => own.push((key.to_owned(), value.to_owned())),
            Some((name, command)) => own.extend([("name", name), ("cmd", command)].map(|(k, v)| (k.into(), v.into()))),
            None => own.push(("cmd".to_owned(), first)),
        }
        for part in parts {
            let (key, value) = part.split_once('=').ok_or_else(|| SettingsError::NoValue(part.clone()))?;
            own.push((key.trim().to_owned(), value.to_owned()));
        }
        let command = own.iter().rfind(|(key, _)| key == "cmd").map(|(_, value)| value.clone());
        let command =
            command.filter(|command| !command.is_empty()).ok_or(SettingsError::Missing("an engine's command"))?;
        let mut draft = Draft { inside: command == SELF, ..Draft::default() };
        draft.program.file = command.into();
        // What limits a move is taken as a whole: an engine with its own limit has not the common one beside it.
        let own_limit = own.iter().any(|(key, _)| is_limit(key));
        for (key, value) in common.iter().filter(|(key, _)| !(own_limit && is_limit(key))).chain(&own) {
            draft.set(key, value)?;
        }
        draft.finish()
    }

    /// Starts the engine and sees whether it can play the game; `patience` is how long it may take over each answer.
    ///
    /// # Errors
    /// If it cannot be started, does not speak its protocol, or does not offer the game or what is asked of it.
    pub fn start(
        &self,
        variant: Variant,
        game: &dyn Arbiter,
        patience: Duration,
        stop: &Halt,
    ) -> anyhow::Result<Box<dyn Player>> {
        let program = match &self.kind {
            Kind::Inside { hash, threads, params, book } => {
                let book = book.as_ref().map(|book| book.open(variant, game.terrain().as_deref())).transpose();
                let book = book.with_context(|| format!("engine {}", self.name))?;
                let mut engine = variant.engine(*hash);
                engine.set_threads(*threads);
                for (name, value) in params {
                    engine.set_param(name, *value);
                }
                return Ok(Box::new(Inside::new(engine, book)));
            }
            Kind::Program(program) => program,
        };
        let failed = |why: anyhow::Error| why.context(format!("engine {}", self.name));
        let patience = patience.max(PREPARING);
        let spawn = || Process::start(program).map_err(anyhow::Error::from);
        let greet_uci = |process| {
            uci::UciPlayer::greet(process, program, game, patience, stop).map(|p| Box::new(p) as Box<dyn Player>)
        };
        let greet_xboard = |process| {
            xboard::XboardPlayer::greet(process, program, &self.control, game, patience, stop)
                .map(|p| Box::new(p) as Box<dyn Player>)
        };
        let started = match program.dialect {
            Some(Dialect::Uci) => spawn().and_then(greet_uci),
            Some(Dialect::Xboard) => spawn().and_then(greet_xboard),
            None => spawn().and_then(|mut process| {
                // An XBoard engine may be confused by `uci`: it is started anew.
                if uci::is_spoken(&mut process, stop) {
                    greet_uci(process)
                } else {
                    drop(process);
                    greet_xboard(spawn()?)
                }
            }),
        };
        started.map_err(failed)
    }

    /// Whether the engine must be started anew for every game.
    pub fn restarts(&self) -> bool {
        matches!(&self.kind, Kind::Program(program) if program.restart)
    }
}

fn is_key(word: &str) -> bool {
    word.starts_with("option.") || KEYS.split(", ").any(|key| key == word)
}

/// Whether the key says how much a move may take.
fn is_limit(key: &str) -> bool {
    matches!(key, "tc" | "st" | "nodes" | "depth")
}

/// An entrant whose settings come one by one.
#[derive(Default)]
struct Draft {
    inside: bool,
    name: Option<String>,
    program: Program,
    control: TimeControl,
    book: Option<BookChoice>,
}

impl Draft {
    fn set(&mut self, key: &str, value: &str) -> Result<(), SettingsError> {
        let wrong = |why: String| SettingsError::Value(key.to_owned(), why);
        let time = || clock::read_time(value).map_err(|why| wrong(why.to_string()));
        if self.inside && matches!(key, "arg" | "args" | "dir" | "stderr" | "proto" | "restart") {
            return Err(wrong("'self' is no program of its own".into()));
        }
        if !self.inside && key == "book" {
            return Err(wrong("only 'self' has it; a program has options, as in option.BookFile=FILE".into()));
        }
        match key {
            "cmd" => {}
            "book" => self.book = BookChoice::read(value),
            "name" => self.name = Some(value.to_owned()),
            "arg" => self.program.arguments.push(value.to_owned()),
            "args" => self.program.arguments.extend(value.split_ascii_whitespace().map(str::to_owned)),
            "dir" => self.program.directory = Some(value.into()),
            "stderr" => self.program.errors = Some(value.into()),
            "proto" => {
                self.program.dialect = match value {
                    "uci" => Some(Dialect::Uci),
                    "xboard" | "cecp" => Some(Dialect::Xboard),
                    "auto" => None,
                    _ => return Err(wrong(format!("'{value}' is neither 'uci', 'xboard' nor 'auto'"))),
                }
            }
            "hash" => self.program.hash = Some(settings::positive(key, value)?),
            "threads" => self.program.threads = Some(settings::positive(key, value)?),
            "restart" => self.program.restart = settings::switch(key, value)?,
            "tc" => self.control.period = Some(Period::read(value).map_err(|why| wrong(why.to_string()))?),
            "st" => self.control.move_time = Some(time()?).filter(|time| !time.is_zero()),
            "nodes" => self.control.nodes = Some(settings::positive(key, value)?),
            "depth" => self.control.depth = Some(settings::positive(key, value)?),
            "margin" => self.control.margin = Duration::from_millis(settings::number(key, value)?),
            _ => match key.strip_prefix("option.").filter(|name| !name.is_empty()) {
                Some(name) => self.program.options.push((name.to_owned(), value.to_owned())),
                None => return Err(SettingsError::Key(key.to_owned(), KEYS)),
            },
        }
        Ok(())
    }

    fn finish(self) -> Result<Entrant, SettingsError> {
        let Draft { inside, name, program, control, book } = self;
        let wrong = |key: &str, why: &str| Err(SettingsError::Value(key.into(), why.into()));
        if control.period.is_some() && control.move_time.is_some() {
            return wrong("st", "a time for every move and a clock exclude each other");
        }
        if !control.is_limited() {
            return Err(SettingsError::Missing("a time control: one of tc=, st=, nodes= and depth="));
        }
        let default = program.file.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.or(default).unwrap_or_default();
        if name.trim().is_empty() {
            return wrong("name", "must not be empty");
        }
        if !inside {
            return Ok(Entrant { name, kind: Kind::Program(program), control });
        }
        if program.threads.is_some_and(|threads| threads > MOST_THREADS) {
            return wrong("threads", &format!("'self' has {MOST_THREADS} threads at most"));
        }
        let mut params = Vec::new();
        for (option, value) in program.options {
            let key = format!("option.{option}");
            if !Params::NAMES.contains(&option.as_str()) {
                return wrong(&key, &format!("'self' has no such option; it has {}", Params::NAMES.join(", ")));
            }
            params.push((option, settings::number(&key, &value)?));
        }
        let enough = |nodes: u64| (nodes.saturating_mul(BYTES_A_NODE) >> 20).clamp(1, HASH as u64) as usize;
        let hash = match program.hash {
            Some(hash) => usize::try_from(hash).unwrap_or(usize::MAX),
            None => control.nodes.map_or(HASH, enough),
        };
        let threads = program.threads.unwrap_or(1) as usize;
        Ok(Entrant { name, kind: Kind::Inside { hash, threads, params, book }, control })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Entrant, SettingsError> {
        Entrant::read(text, &[])
    }

    #[test]
    fn the_three_forms() {
        let own = read("self,threads=2,hash=8,name=A,nodes=5000").expect("readable");
        assert_eq!(
            (own.name.as_str(), own.kind),
            ("A", Kind::Inside { hash: 8, threads: 2, params: vec![], book: None })
        );
        assert_eq!(own.control.nodes, Some(5000));
        let named = read("old=/opt/engines/triptych,proto=xboard,args=-a -b,option.Some Name=3,tc=40/60,margin=20");
        let named = named.expect("readable");
        assert_eq!(named.name, "old");
        let Kind::Program(program) = named.kind else { panic!("a program") };
        assert_eq!(program.file, PathBuf::from("/opt/engines/triptych"));
        assert_eq!(program.arguments, ["-a", "-b"]);
        assert_eq!(program.options, [("Some Name".to_owned(), "3".to_owned())]);
        assert_eq!((program.dialect, named.control.margin), (Some(Dialect::Xboard), Duration::from_millis(20)));
        assert_eq!(read("/usr/games/fairymax,st=1").expect("readable").name, "fairymax");
        for (text, hash) in [("depth=3", HASH), ("nodes=5000", 1), ("nodes=20000", 4), ("nodes=99999999", HASH)] {
            let entrant = read(&format!("name=x,cmd=self,{text}")).expect("readable");
            assert_eq!(entrant.kind, Kind::Inside { hash, threads: 1, params: vec![], book: None }, "{text}");
        }
    }

    #[test]
    fn an_own_limit_replaces_the_common_one() {
        let common = [("tc", "10+0.1"), ("margin", "50"), ("hash", "32")].map(|(k, v)| (k.to_owned(), v.to_owned()));
        let first = Entrant::read("self", &common).expect("readable");
        assert_eq!(first.control.to_string(), "10+0.1");
        let second = Entrant::read("self,nodes=100,hash=1", &common).expect("readable");
        assert_eq!(
            (second.control.to_string().as_str(), second.kind),
            ("nodes=100", Kind::Inside { hash: 1, threads: 1, params: vec![], book: None })
        );
        assert_eq!(second.control.margin, Duration::from_millis(50));
    }

    #[test]
    fn refusals() {
        for text in [
            "",
            "self",
            "x",
            "self,nodes=0",
            "self,nodes=5,threads=2000",
            "self,nodes=5,dir=/",
            "self,nodes=5,option.X=1",
            "x,st=1,book=on",
            "self,nodes=5,option.late_depth=deep",
            "x,tc=1+",
            "x,st=1,tc=1",
            "x,st=1,speed=3",
            "x,st=1,proto=usi",
            "x,st=1,restart=maybe",
            "x,st=1,noise",
            "=,st=1",
            "a=,st=1",
            "name= ,cmd=x,st=1",
            "x,st=0",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
