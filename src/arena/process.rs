//! An engine's process: lines in, lines out, and an end to it whatever it does.
//!
//! Nothing here can be blocked by the engine. What it says is read by a thread as fast as it is wanted and no faster, so
//! that a flood fills a pipe and not the memory; what it is told is written by another, so that one that does not listen
//! holds nobody up.

use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use log::debug;

use super::entrant::Program;
use super::halt::Halt;
use super::player::{Failure, Turn};
use crate::platform;

/// A program could not be started.
#[derive(Debug, thiserror::Error)]
#[error("{what} could not be {how}: {why}")]
pub struct StartError {
    what: String,
    how: &'static str,
    why: io::Error,
}

/// A line that an engine has said.
#[derive(Clone, Debug)]
pub struct Line {
    /// The line without its end.
    pub text: String,
    /// When it was there.
    pub at: Instant,
}

/// A process that is spoken to in lines. It is told to quit when dropped, and killed if it does not.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Lines for the thread that writes; `None` once the engine's input is closed.
    input: Option<Sender<String>>,
    lines: Receiver<Line>,
}

/// Lines that are read ahead.
const AHEAD: usize = 1024;
/// What is longer is no line of any protocol: the rest of it is dropped.
const LONGEST_LINE: u64 = 1 << 16;
/// How long an engine has to leave once it is told to.
const LEAVE: Duration = Duration::from_secs(1);
/// How often a wait looks whether the arena was told to stop.
const LOOK: Duration = Duration::from_millis(50);

impl Process {
    /// Starts a program in a process group of its own, so that it can be ended with all that it has started, and so that
    /// a Ctrl-C is for the arena alone.
    ///
    /// # Errors
    /// If it cannot be started, or the file for its error output cannot be opened.
    pub fn start(program: &Program) -> Result<Process, StartError> {
        let failed = |why| StartError { what: program.file.display().to_string(), how: "started", why };
        let errors = match &program.errors {
            None => Stdio::null(),
            Some(path) => {
                let file = OpenOptions::new().create(true).append(true).open(path);
                let failed = |why| StartError { what: path.display().to_string(), how: "opened", why };
                Stdio::from(file.map_err(failed)?)
            }
        };
        // A name is looked for by the system; a path is meant from where the arena runs, wherever the engine is to run.
        let is_path = program.file.components().count() > 1;
        let file = if is_path { std::path::absolute(&program.file).map_err(failed)? } else { program.file.clone() };
        let mut command = Command::new(file);
        command.args(&program.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        if let Some(directory) = &program.directory {
            command.current_dir(directory);
        }
        platform::set_apart(&mut command);
        let mut child = command.spawn().map_err(failed)?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(io::Error::other("no pipes")));
        };
        let (input, to_say) = channel::<String>();
        let (sender, lines) = sync_channel(AHEAD);
        // Both threads end by themselves when the process is gone and this value with it.
        thread::spawn(move || to_say.into_iter().try_for_each(|line| stdin.write_all(line.as_bytes())));
        thread::spawn(move || listen(stdout, &sender));
        Ok(Process { child, input: Some(input), lines })
    }

    /// The process's number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Says a line. An engine that is gone does not hear it; the next wait tells.
    pub fn say(&self, line: impl std::fmt::Display) {
        let line = format!("{line}\n");
        debug!("{} > {}", self.id(), line.trim_end());
        if let Some(input) = &self.input {
            let _ = input.send(line);
        }
    }

    /// Waits for a line.
    ///
    /// # Errors
    /// If none was there by `until`, the engine is gone, or the arena is told to stop.
    pub fn next(&mut self, until: Instant, stop: &Halt) -> Result<Line, Failure> {
        let began = Instant::now();
        loop {
            if stop.is_given() {
                return Err(Failure::Interrupted);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(LOOK)) {
                Ok(line) => {
                    debug!("{} < {}", self.id(), line.text);
                    return Ok(line);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(Failure::Stalled(until.saturating_duration_since(began)));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Failure::Gone(self.last_words())),
            }
        }
    }

    /// Waits for a line of which `take` makes something.
    ///
    /// # Errors
    /// If none was there in time, the engine is gone, or the arena is told to stop.
    pub fn find<T>(
        &mut self,
        patience: Duration,
        stop: &Halt,
        mut take: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Failure> {
        let until = Instant::now() + patience;
        loop {
            let line = self.next(until, stop)?;
            if let Some(found) = take(&line.text) {
                return Ok(found);
            }
            if line.at > until {
                return Err(Failure::Stalled(patience));
            }
        }
    }

    /// Waits for a line of which `take` makes the answer to what was `asked`; it comes with the time that it took. An
    /// engine whose time is up is told to hurry and waited for a little longer: it has lost, and what it is about to say
    /// must not be taken for something it says later.
    ///
    /// # Errors
    /// If no answer was there as long as patience lasts, the engine is gone, or the arena is told to stop.
    pub fn answer<T>(
        &mut self,
        turn: &Turn<'_>,
        asked: Instant,
        hurry: impl std::fmt::Display,
        mut take: impl FnMut(&str) -> Option<T>,
    ) -> Result<(T, Duration), Failure> {
        let mut flag = turn.own.allowance().map(|allowance| asked + allowance);
        let last = flag.unwrap_or(asked) + turn.patience;
        loop {
            let line = match self.next(flag.unwrap_or(last), turn.stop) {
                Err(Failure::Stalled(_)) if flag.take().is_some() => {
                    self.say(&hurry);
                    continue;
                }
                Err(Failure::Stalled(_)) => return Err(Failure::Stalled(asked.elapsed())),
                other => other?,
            };
            if line.at > last {
                return Err(Failure::Stalled(asked.elapsed()));
            }
            if let Some(found) = take(&line.text) {
                return Ok((found, line.at.saturating_duration_since(asked)));
            }
        }
    }

    /// The lines that are there already.
    pub fn drain(&mut self) -> Vec<Line> {
        // An engine that floods its output never lets the lines run out.
        let lines: Vec<Line> = self.lines.try_iter().take(2 * AHEAD).collect();
        lines.iter().for_each(|line| debug!("{} < {}", self.id(), line.text));
        lines
    }

    /// How the process ended, if it can be told.
    fn last_words(&mut self) -> String {
        let until = Instant::now() + LOOK;
        while Instant::now() < until {
            if let Ok(Some(status)) = self.child.try_wait() {
                return format!(" ({status})");
            }
            thread::sleep(Duration::from_millis(1));
        }
        " (it has closed its output)".to_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        self.input = None;
        let until = Instant::now() + LEAVE;
        let mut nap = Duration::from_micros(200);
        while Instant::now() < until {
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            // An engine that has much to say before it leaves must not be kept waiting for a reader.
            self.lines.try_iter().take(AHEAD).for_each(drop);
            thread::sleep(nap);
            nap = (nap * 2).min(Duration::from_millis(10));
        }
        platform::kill(&mut self.child);
    }
}

/// Sends every line on, whatever bytes are in it.
fn listen(output: ChildStdout, sender: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match (&mut output).take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if bytes.last() != Some(&b'\n') && bytes.len() as u64 == LONGEST_LINE && skip_line(&mut output).is_err() {
            return;
        }
        let line = Line { text: triptych_protocol::decode(&bytes).into_owned(), at: Instant::now() };
        if sender.send(line).is_err() {
            return;
        }
    }
}

/// Passes over the rest of a line that is too long.
fn skip_line(output: &mut BufReader<ChildStdout>) -> io::Result<()> {
    loop {
        let buffer = output.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        match buffer.iter().position(|&byte| byte == b'\n') {
            Some(end) => {
                output.consume(end + 1);
                return Ok(());
            }
            None => {
                let length = buffer.len();
                output.consume(length);
            }
        }
    }
}
