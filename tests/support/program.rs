//! The program under test as a child process that is spoken to in lines.

#![allow(dead_code, reason = "every test program uses a part of it")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long any answer may take on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The program, to be started with nothing of the surroundings that would change what it does.
pub(crate) fn command() -> Command {
    isolated(Command::new(env!("CARGO_BIN_EXE_triptych")))
}

/// The program as a shell starts it after this line, which limits what it is given.
#[cfg(unix)]
pub(crate) fn after(line: &str) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{line} && exec '{}' \"$@\"", env!("CARGO_BIN_EXE_triptych"))).arg("sh");
    isolated(command)
}

fn isolated(mut command: Command) -> Command {
    for name in ["RUST_LOG", "NO_COLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    // No directory can be made below a file: nothing of the user's is read, and nothing is left behind.
    for name in ["XDG_CACHE_HOME", "XDG_STATE_HOME"] {
        command.env(name, concat!(env!("CARGO_BIN_EXE_triptych"), "/none"));
    }
    command
}

/// A child process.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Program {
    /// Starts it; its error output is the test's own where the command does not say otherwise.
    pub(crate) fn start(command: &mut Command) -> Program {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Program { child, input, lines }
    }

    /// Sends bytes as they are.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        // A program that has ended does not read; what it does not answer will tell.
        let _ = self.input.as_mut().expect("the input is open").write_all(bytes);
    }

    /// Says a line, or several.
    pub(crate) fn say(&mut self, lines: &str) {
        self.send(format!("{lines}\n").as_bytes());
    }

    /// The next line, if one comes in this time.
    pub(crate) fn next(&self, patience: Duration) -> Result<String, RecvTimeoutError> {
        self.lines.recv_timeout(patience)
    }

    /// The lines up to the one that begins so, that one last.
    #[track_caller]
    pub(crate) fn until(&self, start: &str) -> Vec<String> {
        let until = Instant::now() + PATIENCE;
        let mut heard = Vec::new();
        loop {
            match self.next(until.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    let is_last = line.starts_with(start);
                    heard.push(line);
                    if is_last {
                        return heard;
                    }
                }
                Err(why) => panic!("no {start} ({why}) after {heard:#?}"),
            }
        }
    }

    /// Closes the program's input.
    pub(crate) fn hang_up(&mut self) {
        self.input = None;
    }

    /// How it ended, which it must by itself, soon.
    #[track_caller]
    pub(crate) fn ends(mut self) -> ExitStatus {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            assert!(Instant::now() < until, "the program does not end");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
