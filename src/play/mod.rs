//! A game at the terminal: people against the engine, or two people at one board.
//!
//! [`sitting`] is the game itself, [`model`] adds the engine, [`hand`] makes a move square by square, [`table`] joins them
//! to keys and a mouse. All of these are pure; [`archive`] keeps games in files, [`screen`] draws, and [`plain`] and
//! [`terminal`] are the two ways to play: in lines, and on the whole terminal.

pub mod archive;
pub mod hand;
pub mod host;
pub mod model;
pub mod plain;
pub mod screen;
pub mod sitting;
pub mod table;
pub mod terminal;

use std::time::Duration;

use anyhow::ensure;
use indicatif::HumanDuration;

use crate::arbiter::Arbiter;
use archive::Left;
use host::Host;
use sitting::{People, Sitting, Terms};

/// How a game is to begin.
#[derive(Debug)]
pub struct Opening {
    /// What is agreed on for a new game.
    pub terms: Terms,
    /// Where a new game starts.
    pub start: Box<dyn Arbiter>,
    /// The last game that was left is gone on with, and nobody is asked.
    pub resume: bool,
    /// A new game begins, and nobody is asked.
    pub new: bool,
}

impl Opening {
    /// A new game.
    pub fn begin(&self) -> Sitting {
        Sitting::new(self.terms, self.start.duplicate())
    }

    /// The games that may be gone on with. Files that cannot be read are told of.
    ///
    /// # Errors
    /// If there is none and one is to be gone on with, or the telling fails.
    fn left(&self, host: &mut Host, complain: &mut dyn FnMut(&str) -> anyhow::Result<()>) -> anyhow::Result<Vec<Left>> {
        if self.new {
            return Ok(Vec::new());
        }
        let (left, complaints) = host.left();
        complaints.iter().try_for_each(|complaint| complain(complaint))?;
        ensure!(!self.resume || !left.is_empty(), "no game of {} was left to go on with", self.terms.variant);
        Ok(left)
    }
}

/// A game that was left, on one line.
fn summary(left: &Left) -> String {
    let sitting = &left.sitting;
    let terms = sitting.terms();
    let who = match terms.people {
        People::One(side) => format!("you are {side}, level {}", terms.level),
        People::Both => "two people".to_owned(),
    };
    let moves = sitting.made().len();
    let unit = if moves == 1 { "move" } else { "moves" };
    let turn = sitting.game().turn();
    format!("{moves} {unit}, {who}, {turn} to move, left {:#} ago", HumanDuration(left.age()))
}

/// What is said of a game that is left before its end.
fn farewell(sitting: &Sitting) -> String {
    format!("The game is kept; to go on with it: triptych play {} --resume", sitting.terms().variant)
}

/// A clock as people read it: `1:23:45`, `4:05`, and `9.8` in the last ten seconds.
fn clock_text(left: Duration) -> String {
    let seconds = left.as_secs();
    match seconds {
        0..10 => format!("{:.1}", (left.as_millis() / 100) as f64 / 10.0),
        10..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}
