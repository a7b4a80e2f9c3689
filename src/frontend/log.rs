//! The log for bug reports: every line of both directions, with the time to the millisecond.
//!
//! `>` is what the GUI says, `<` what the engine says. Each line reaches the file at once: a log is wanted most after a
//! crash.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::SystemTime;

use anyhow::Context;

/// An open log.
#[derive(Debug)]
pub struct Log(File);

impl Log {
    /// A log that goes on at the end of a file, which is made if it is not there.
    ///
    /// # Errors
    /// If the file cannot be opened for writing.
    pub fn open(path: &Path) -> anyhow::Result<Log> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        Ok(Log(file.with_context(|| format!("the log {} cannot be opened", path.display()))?))
    }

    /// Keeps a line.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn note(&mut self, direction: char, line: &str) -> io::Result<()> {
        writeln!(self.0, "{}", entry(SystemTime::now(), direction, line))
    }
}

fn entry(time: SystemTime, direction: char, line: &str) -> String {
    // A clock that is far off is no reason to lose the line.
    let time = jiff::Timestamp::try_from(time).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    format!("{time:.3} {direction} {line}")
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    #[test]
    fn entries() {
        let time = UNIX_EPOCH + Duration::from_millis(1_700_000_000_007);
        assert_eq!(entry(time, '>', "usermove a2a3"), "2023-11-14T22:13:20.007Z > usermove a2a3");
    }
}
