//! Joining a protocol to an engine: who reads, who thinks, who writes.
//!
//! Three threads: one reads lines, one thinks, and the main one lets the protocol's state machine decide and writes what
//! it says. The state machine is pure, so no line ever waits for a search.

pub mod boards;
pub mod history;
pub mod thinker;
pub mod xboard;

use std::io::{BufRead, IsTerminal, Write, stderr, stdin, stdout};
use std::process::ExitCode;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use anyhow::{Context, bail};
use log::debug;

use thinker::Thinker;
use xboard::{Action, Session};

use crate::engine::Thought;

/// What the main thread waits for.
#[derive(Debug)]
pub enum Event {
    /// A line from the GUI, without its end.
    Line(String),
    /// The GUI has closed its end.
    End,
    /// The search with this number has finished an iteration.
    Thought(u64, Thought),
    /// The search with this number is over.
    Done(u64, Thought),
    /// The thinking thread has broken down and will find nothing any more.
    Broken,
}

/// Runs the engine on standard input and output until it is told to quit or its input ends.
///
/// # Errors
/// If a thread cannot be started or the output cannot be written.
pub fn run() -> anyhow::Result<ExitCode> {
    if stdin().is_terminal() {
        greet();
    }
    let (sender, events) = channel();
    let thinker = Thinker::start(sender.clone()).context("the thinking thread could not be started")?;
    thread::Builder::new()
        .name("reader".into())
        .spawn(move || read_lines(&sender))
        .context("the reading thread could not be started")?;

    let mut session = Session::new();
    let mut out = stdout().lock();
    for event in events {
        let actions = match event {
            Event::Line(line) => {
                debug!("> {line}");
                session.line(&line)
            }
            Event::End => break,
            // A GUI sees an engine that has left, and not one that thinks for ever.
            Event::Broken => bail!("the thinking thread has broken down"),
            Event::Thought(id, thought) => session.thought(id, thought),
            Event::Done(id, thought) => session.done(id, thought),
        };
        for action in actions {
            match action {
                Action::Say(reply) => {
                    debug!("< {reply}");
                    writeln!(out, "{reply}")?;
                    out.flush()?;
                }
                Action::Work(job) => thinker.give(job),
                Action::StopThinking => thinker.stop(),
                Action::Quit => {
                    thinker.stop();
                    return Ok(ExitCode::SUCCESS);
                }
            }
        }
    }
    thinker.stop();
    Ok(ExitCode::SUCCESS)
}

/// Tells whoever sits at the terminal what this is and how to start.
fn greet() {
    // A terminal that is gone needs no greeting.
    let _ = writeln!(
        stderr(),
        "Triptych {}: an engine for Ultima, Shashmaty and Chameleon.\n\
         It waits for the XBoard protocol; start it from a chess window: xboard -fcp triptych -variant ultima\n\
         For commands to type see: triptych --help. To leave: quit",
        env!("CARGO_PKG_VERSION")
    );
}

/// Sends every line on, whatever bytes are in it.
fn read_lines(sender: &Sender<Event>) {
    let mut input = stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => {
                let line = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned();
                if sender.send(Event::Line(line)).is_err() {
                    return;
                }
            }
        }
    }
    // Nobody listens any more if the main thread has gone first.
    let _ = sender.send(Event::End);
}
