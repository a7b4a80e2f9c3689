//! Joining a protocol to an engine: who reads, who thinks, who writes.
//!
//! Three threads: one reads lines, one thinks, and the main one lets the protocol's state machine decide and writes what
//! it says. The state machines are pure, so no line ever waits for a search. The first line that belongs to one protocol
//! only decides which is spoken, for good.

pub mod boards;
mod count;
pub mod history;
pub mod log;
pub mod settings;
pub mod shelf;
pub mod thinker;
pub mod uci;
pub mod window;
pub mod xboard;

use std::fmt::Display;
use std::io::{BufRead, IsTerminal, StdoutLock, Write, stderr, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use ::log::{debug, warn};
use anyhow::{Context, bail, ensure};
use triptych_protocol::{Dialect, decode};

use self::log::Log;
use settings::Settings;
use thinker::{Job, Thinker};

use crate::book::BookFile;
use crate::engine::{Thought, Trying};
use crate::tablebase::Tables;

/// The word that stands for playing without an opening book.
pub const NO_BOOK: &str = "off";

/// What the main thread waits for.
#[derive(Debug)]
pub enum Event {
    /// A line from the GUI, without its end.
    Line(String),
    /// The GUI has closed its end.
    End,
    /// The search with this number has found something.
    Thought(u64, Thought),
    /// The search with this number is over.
    Done(u64, Thought),
    /// The search with this number, which takes long, is at this move.
    Trying(u64, Trying),
    /// A job that is no search has these lines to tell.
    Told(Vec<String>),
    /// Something that a user may want to know.
    Notice(String),
    /// Something that the user has asked for does not work.
    Trouble(String),
    /// All that was asked of the thinking thread is done.
    Finished,
    /// The thinking thread has broken down and will find nothing any more.
    Broken,
}

/// What is said when the engine can do nothing any more.
const BROKEN: &str = "the thinking thread has broken down";

/// How long whoever leaves waits at most for what was asked for before.
const FAREWELL: Duration = Duration::from_secs(2);

/// What a state machine wants done.
#[derive(Debug)]
pub enum Action<R> {
    /// Write a line.
    Say(R),
    /// Write a line that wants to know for how many centiseconds the last search has been under way.
    SayAt(fn(u64, R) -> R, R),
    /// Hand a job to the thinking thread.
    Work(Job),
    /// Go on only when the jobs before this that prepare searches are done.
    Settle,
    /// Let the limits of the search under way count from now on: what it ponders on has come about.
    Hit,
    /// Make the search under way come to its end.
    StopThinking,
    /// Keep a log in this file from now on, or none.
    Log(Option<PathBuf>),
    /// Leave.
    Quit,
}

/// A protocol's state machine.
trait Session {
    /// What it says.
    type Reply: Display;

    fn line(&mut self, line: &str) -> Vec<Action<Self::Reply>>;
    fn thought(&mut self, id: u64, thought: Thought) -> Vec<Action<Self::Reply>>;
    fn done(&mut self, id: u64, thought: Thought) -> Vec<Action<Self::Reply>>;
    fn trying(&mut self, id: u64, trying: Trying) -> Vec<Action<Self::Reply>>;
    /// What a job that is no search has to tell.
    fn told(&mut self, lines: Vec<String>) -> Vec<Action<Self::Reply>>;
    /// A line for whoever wants to know.
    fn notice(&self, text: String) -> Self::Reply;
    /// A line for whoever asked for what does not work.
    fn trouble(&self, text: String) -> Self::Reply;
}

/// Who is spoken with.
enum Party {
    Undecided,
    Xboard(Box<xboard::Session>),
    Uci(Box<uci::Session>),
}

/// The protocol that a first line is taken for; `None` if that may still be decided by another.
fn dialect(line: &str) -> Option<Dialect> {
    if line.trim_ascii().is_empty() {
        return None;
    }
    // `go` is in both, its arguments in one; whoever says what nobody knows is answered in the older protocol.
    let with_arguments = line.trim_ascii().strip_prefix("go").is_some_and(|rest| rest.starts_with([' ', '\t']));
    Some(Dialect::of(line).unwrap_or(if with_arguments { Dialect::Uci } else { Dialect::Xboard }))
}

/// Runs the engine on standard input and output until it is told to quit or its input ends. With `log` both directions
/// are kept in that file; `book` is the opening book that is played from until the GUI names another, or [`NO_BOOK`].
///
/// # Errors
/// If a thread cannot be started, the log cannot be opened, the book is refused or the output cannot be written.
pub fn run(log: Option<&Path>, book: Option<&Path>) -> anyhow::Result<ExitCode> {
    let log = log.map(Log::open).transpose()?;
    let mut settings = Settings::default();
    match book {
        Some(book) if book == Path::new(NO_BOOK) => settings.own_book = false,
        Some(book) => {
            BookFile::read(book)?;
            settings.book_file = book.to_string_lossy().into_owned();
        }
        None => {}
    }
    if stdin().is_terminal() {
        greet();
    }
    let (sender, events) = channel();
    let tables = Tables::with_user_directory(Vec::new());
    let thinker = Thinker::start(sender.clone(), tables).context("the thinking thread could not be started")?;
    thread::Builder::new()
        .name("reader".into())
        .spawn(move || read_lines(&sender))
        .context("the reading thread could not be started")?;

    let mut desk = Desk { thinker, out: stdout().lock(), log, began: Instant::now() };
    let mut party = Party::Undecided;
    for event in &events {
        if let Event::Line(line) = &event {
            debug!("> {line}");
            desk.note('>', line);
            if matches!(party, Party::Undecided) {
                party = match dialect(line) {
                    None => Party::Undecided,
                    Some(Dialect::Xboard) => Party::Xboard(Box::new(xboard::Session::with(settings.clone()))),
                    Some(Dialect::Uci) => Party::Uci(Box::new(uci::Session::with(settings.clone()))),
                };
            }
        }
        // A GUI sees an engine that has left, and not one that thinks for ever.
        if matches!(event, Event::Broken) {
            bail!(BROKEN);
        }
        let goes_on = match &mut party {
            _ if matches!(event, Event::End) => false,
            Party::Undecided => true,
            Party::Xboard(session) => desk.serve(session.as_mut(), event)?,
            Party::Uci(session) => desk.serve(session.as_mut(), event)?,
        };
        if !goes_on {
            break;
        }
    }
    if let Party::Uci(session) = &mut party {
        desk.see_out(session, &events)?;
    }
    desk.thinker.stop();
    Ok(ExitCode::SUCCESS)
}

/// All that surrounds a state machine.
struct Desk {
    thinker: Thinker,
    out: StdoutLock<'static>,
    log: Option<Log>,
    /// When the last search was asked for.
    began: Instant,
}

impl Desk {
    /// Lets a state machine have an event and does what it wants done; `false` if it wants to leave.
    fn serve<S: Session>(&mut self, session: &mut S, event: Event) -> anyhow::Result<bool> {
        let actions = match event {
            Event::Line(line) => session.line(&line),
            Event::Thought(id, thought) => session.thought(id, thought),
            Event::Done(id, thought) => session.done(id, thought),
            Event::Trying(id, trying) => session.trying(id, trying),
            Event::Told(lines) => session.told(lines),
            Event::Notice(text) => vec![Action::Say(session.notice(text))],
            Event::Trouble(text) => vec![Action::Say(session.trouble(text))],
            Event::End | Event::Finished | Event::Broken => return Ok(false),
        };
        self.carry_out(session, actions)
    }

    /// Does what a state machine wants done; `false` if it wants to leave.
    fn carry_out<S: Session>(&mut self, session: &S, actions: Vec<Action<S::Reply>>) -> anyhow::Result<bool> {
        for action in actions {
            match action {
                Action::Say(reply) => self.say(&reply)?,
                Action::SayAt(stamp, reply) => {
                    let centiseconds = self.began.elapsed().as_millis() / 10;
                    self.say(&stamp(u64::try_from(centiseconds).unwrap_or(u64::MAX), reply))?;
                }
                Action::Work(job) => {
                    if matches!(job, Job::Think { .. }) {
                        self.began = Instant::now();
                    }
                    self.thinker.give(job);
                }
                Action::Settle => ensure!(self.thinker.settle(), BROKEN),
                Action::Hit => self.thinker.hit(),
                Action::StopThinking => self.thinker.stop(),
                Action::Log(path) => match path.as_deref().map(Log::open).transpose() {
                    Ok(log) => self.log = log,
                    // The game goes on, and so does the log that there is.
                    Err(why) => self.say(&session.trouble(format!("{why:#}")))?,
                },
                Action::Quit => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Answers what was asked for before the end: a script may write all its lines at once, with `quit` behind `go`.
    fn see_out(&mut self, session: &mut uci::Session, events: &Receiver<Event>) -> anyhow::Result<()> {
        let until = Instant::now() + FAREWELL;
        let actions = session.leave();
        // Whoever has closed the other end misses nothing.
        let mut is_heard = self.carry_out(session, actions).is_ok();
        self.thinker.give(Job::Finish);
        while is_heard && let Ok(event) = events.recv_timeout(until.saturating_duration_since(Instant::now())) {
            is_heard = match event {
                Event::Finished => false,
                Event::Broken => bail!(BROKEN),
                // What is said behind `quit` is not for this engine.
                Event::Line(_) | Event::End => true,
                event => self.serve(session, event).is_ok(),
            };
        }
        Ok(())
    }

    fn say(&mut self, reply: &impl Display) -> std::io::Result<()> {
        let line = reply.to_string();
        debug!("< {line}");
        self.note('<', &line);
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    fn note(&mut self, direction: char, line: &str) {
        if let Some(log) = &mut self.log
            && let Err(why) = log.note(direction, line)
        {
            warn!("the log ends here: {why}");
            self.log = None;
        }
    }
}

/// Tells whoever sits at the terminal what this is and how to start.
fn greet() {
    // A terminal that is gone needs no greeting.
    let _ = writeln!(
        stderr(),
        "Triptych {}: an engine for Ultima, Shashmaty and Chameleon.\n\
         It waits for the XBoard or the UCI protocol; to start it in a chess window: triptych xboard ultima --run\n\
         For commands to type see: triptych --help. To leave: quit",
        env!("CARGO_PKG_VERSION")
    );
}

/// Sends every line on, whatever bytes are in it.
pub(crate) fn read_lines(sender: &Sender<Event>) {
    let mut input = stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => {
                let line = decode(&bytes).trim_end_matches(['\n', '\r']).to_owned();
                if sender.send(Event::Line(line)).is_err() {
                    return;
                }
            }
        }
    }
    // Nobody listens any more if the main thread has gone first.
    let _ = sender.send(Event::End);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_decides() {
        for (line, expected) in [
            ("", None),
            ("  ", None),
            ("uci", Some(Dialect::Uci)),
            ("isready", Some(Dialect::Uci)),
            ("go depth 3", Some(Dialect::Uci)),
            ("xboard", Some(Dialect::Xboard)),
            ("go", Some(Dialect::Xboard)),
            ("quit", Some(Dialect::Xboard)),
            ("hello", Some(Dialect::Xboard)),
        ] {
            assert_eq!(dialect(line), expected, "{line}");
        }
    }
}
