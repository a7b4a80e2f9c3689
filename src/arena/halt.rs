//! Stopping the whole arena: one word that everybody who waits or thinks listens to.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard};

use anyhow::Context;

use crate::lock::lock;
use crate::search::Stop;

/// Exit code of a program that was told to stop: what a shell says of one that Ctrl-C has ended.
pub const INTERRUPTED: u8 = 130;

/// Tells the whole arena to stop, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Halt(Arc<State>);

#[derive(Debug, Default)]
struct State {
    is_given: AtomicBool,
    /// The searches under way: each has a signal of its own, which it may give itself when it is done.
    searches: Mutex<Searches>,
}

#[derive(Debug, Default)]
struct Searches {
    begun: u64,
    running: Vec<(u64, Stop)>,
}

impl Halt {
    /// A fresh signal, not given.
    pub fn new() -> Halt {
        Halt::default()
    }

    /// A signal that Ctrl-C and its kin give; the second time they end the program at once, with exit code 130.
    ///
    /// # Errors
    /// If the system lets nobody wait for them, or somebody does already.
    pub fn on_signals() -> anyhow::Result<Halt> {
        let stop = Halt::new();
        let given = stop.clone();
        ctrlc::set_handler(move || {
            if given.is_given() {
                std::process::exit(INTERRUPTED.into());
            }
            given.give();
        })
        .context("Ctrl-C could not be taken care of")?;
        Ok(stop)
    }

    /// Gives the signal.
    pub fn give(&self) {
        self.0.is_given.store(true, SeqCst);
        self.searches().running.iter().for_each(|(_, stop)| stop.give());
    }

    /// Whether the signal was given.
    pub fn is_given(&self) -> bool {
        self.0.is_given.load(SeqCst)
    }

    /// Runs a search that ends when the signal is given.
    pub fn search<T>(&self, search: impl FnOnce(Stop) -> T) -> T {
        let stop = Stop::new();
        let number = {
            let mut searches = self.searches();
            searches.begun += 1;
            let number = searches.begun;
            searches.running.push((number, stop.clone()));
            number
        };
        // The signal may have been given just before the search was there to hear it.
        if self.is_given() {
            stop.give();
        }
        let found = search(stop);
        self.searches().running.retain(|(running, _)| *running != number);
        found
    }

    fn searches(&self) -> MutexGuard<'_, Searches> {
        lock(&self.0.searches)
    }
}

/// An input that fails once the signal is given, so that nobody who reads on and on in it goes unheard.
#[derive(Debug)]
pub struct Interruptible<R> {
    input: R,
    halt: Halt,
}

impl<R: Read> Interruptible<R> {
    /// An input that listens to this signal.
    pub fn new(input: R, halt: &Halt) -> Self {
        Interruptible { input, halt: halt.clone() }
    }
}

impl<R: Read> Read for Interruptible<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.halt.is_given() {
            // `ErrorKind::Interrupted` would ask for another try.
            return Err(io::Error::other("interrupted"));
        }
        self.input.read(into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_input_ends_with_the_signal() {
        let halt = Halt::new();
        let mut input = Interruptible::new(io::repeat(b'x'), &halt);
        assert_eq!(input.read(&mut [0; 9]).expect("read"), 9);
        halt.give();
        assert!(input.read_to_end(&mut Vec::new()).is_err());
    }

    #[test]
    fn a_search_that_stops_itself_stops_nothing_else() {
        let halt = Halt::new();
        halt.search(|stop| stop.give());
        assert!(!halt.is_given());
        halt.search(|stop| assert!(!stop.is_given()));
        let other = halt.clone();
        halt.search(|stop| {
            other.give();
            assert!(stop.is_given());
        });
        halt.search(|stop| assert!(stop.is_given()));
        assert!(halt.is_given() && halt.searches().running.is_empty());
    }
}
