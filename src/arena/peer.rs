//! An engine in a process of its own, spoken to over the XBoard protocol.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command as Process, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use log::debug;
use triptych_protocol::xboard::{Command, Reply};

/// Why an engine gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum PeerError {
    /// Its process could not be started.
    #[error("{program} could not be started: {source}")]
    Start {
        /// The program.
        program: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// It said nothing that was waited for in time.
    #[error("no answer within {0:?}")]
    Stalls(Duration),
    /// Its output has ended.
    #[error("the engine is gone")]
    Gone,
}

/// An engine's process. It is told to quit when dropped, and killed if it does not.
#[derive(Debug)]
pub struct Peer {
    child: Child,
    input: ChildStdin,
    replies: Receiver<Reply>,
}

/// How long an engine has to leave once it is told to.
const LEAVE: Duration = Duration::from_secs(2);

impl Peer {
    /// Starts a program.
    ///
    /// # Errors
    /// If the system cannot start it.
    pub fn start(program: &Path, arguments: &[String]) -> Result<Peer, PeerError> {
        let failed = |source| PeerError::Start { program: program.display().to_string(), source };
        let mut child = Process::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(std::io::Error::other("no pipes")));
        };
        let (sender, replies) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut bytes = Vec::new();
            while output.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
                let reply = Reply::parse(&String::from_utf8_lossy(&bytes));
                if sender.send(reply).is_err() {
                    return;
                }
                bytes.clear();
            }
        });
        Ok(Peer { child, input, replies })
    }

    /// Says something. An engine that is gone does not hear it; the next wait tells.
    pub fn say(&mut self, command: &Command) {
        debug!("{} > {command}", self.child.id());
        let _ = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
    }

    /// Waits for a reply that `wanted` makes something of; others are dropped.
    ///
    /// # Errors
    /// If none comes in time, or the engine is gone.
    pub fn wait<T>(&mut self, patience: Duration, mut wanted: impl FnMut(Reply) -> Option<T>) -> Result<T, PeerError> {
        let until = Instant::now() + patience;
        loop {
            match self.replies.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(reply) => {
                    debug!("{} < {reply}", self.child.id());
                    if let Some(found) = wanted(reply) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(PeerError::Stalls(patience)),
                Err(RecvTimeoutError::Disconnected) => return Err(PeerError::Gone),
            }
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.say(&Command::Quit);
        let until = Instant::now() + LEAVE;
        while Instant::now() < until {
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
