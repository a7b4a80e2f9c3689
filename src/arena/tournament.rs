//! A tournament: threads that play the games of a schedule, and engines that go from one game to the next.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::Context;

use super::adjudication::Adjudication;
use super::clock::Clock;
use super::entrant::Entrant;
use super::halt::Halt;
use super::openings::{Judge, Opening, Openings};
use super::player::Player;
use super::referee::{self, Conditions, Course, Seat};
use super::schedule::{Fixture, Schedule};
use crate::arbiter::Arbiter;
use crate::board::Side;
use crate::lock::lock;
use crate::tablebase::Tables;
use crate::variant::Variant;

/// All that makes a tournament.
pub struct Tournament {
    /// The game.
    pub variant: Variant,
    /// The position that every game starts from, before its opening.
    pub start: Mutex<Box<dyn Arbiter>>,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// What the games start from.
    pub openings: Openings,
    /// When games end before the rules end them.
    pub adjudication: Adjudication,
    /// Tables of endgames that end games whose value they know.
    pub tables: Option<Tables>,
    /// How long an engine that is out of time is waited for.
    pub patience: Duration,
    /// Games at a time.
    pub concurrency: usize,
}

/// A game that is over.
pub struct Finished {
    /// Which one.
    pub fixture: Fixture,
    /// The game at its start, before the moves of its opening.
    pub start: Box<dyn Arbiter>,
    /// How it went.
    pub course: Course,
    /// When it began.
    pub began: SystemTime,
}

/// A search goes deep and its frames hold move lists: whatever stack the system gives, it gets enough.
const STACK: usize = 64 << 20;

/// What the threads share.
struct Shared<'a> {
    tournament: &'a Tournament,
    stop: &'a Halt,
    /// Numbers of the games to come.
    queue: Mutex<Queue<'a>>,
    /// Engines that wait for their next game, by entrant.
    idle: Mutex<Vec<Vec<Box<dyn Player>>>>,
    /// Openings of pairs that are being played: the second game's is the first one's.
    openings: Mutex<HashMap<usize, Arc<OnceLock<Opening>>>>,
}

impl Tournament {
    /// Starts every engine once, so that one that cannot play is found before the first game.
    ///
    /// # Errors
    /// If one cannot play.
    pub fn muster(&self, stop: &Halt) -> anyhow::Result<Vec<Box<dyn Player>>> {
        let start = lock(&self.start).duplicate();
        let begin = |entrant: &Entrant| entrant.start(self.variant, start.as_ref(), self.patience, stop);
        self.entrants.iter().map(begin).collect()
    }

    /// Plays all games but those that are `done`, with these engines and as many more as it takes. Each that is over goes to `sink`, which may end the tournament; games
    /// under way are then broken off. The same happens when `stop` is given.
    ///
    /// # Errors
    /// If an engine cannot be started, or whatever `sink` fails with.
    pub fn run(
        &self,
        players: Vec<Box<dyn Player>>,
        done: &BTreeSet<usize>,
        stop: &Halt,
        sink: &mut dyn FnMut(Finished) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<()> {
        let threads = self.concurrency.min(self.schedule.len() - done.len());
        let shared = Shared {
            tournament: self,
            stop,
            queue: Mutex::new(Queue { next: 0, end: self.schedule.len(), done }),
            idle: Mutex::new(players.into_iter().map(|player| vec![player]).collect()),
            openings: Mutex::default(),
        };
        thread::scope(|scope| {
            let (sender, results) = channel();
            for number in 0..threads {
                let (shared, sender) = (&shared, sender.clone());
                let start = lock(&self.start).duplicate();
                thread::Builder::new()
                    .name(format!("game {number}"))
                    .stack_size(STACK)
                    .spawn_scoped(scope, move || shared.work(start.as_ref(), &sender))
                    .inspect_err(|_| stop.give())
                    .context("a thread could not be started")?;
            }
            drop(sender);
            let mut outcome = Ok(());
            for result in results {
                let is_over = outcome.is_err() || stop.is_given();
                // A game that ended as the stop was given is a whole game all the same.
                match result.and_then(&mut *sink) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => stop.give(),
                    Err(error) if !is_over => {
                        stop.give();
                        outcome = Err(error);
                    }
                    Err(_) => {}
                }
            }
            outcome
        })
    }
}

/// The numbers of a schedule but for those that are done.
struct Queue<'a> {
    next: usize,
    end: usize,
    done: &'a BTreeSet<usize>,
}

impl Iterator for Queue<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let number = (self.next..self.end).find(|number| !self.done.contains(number))?;
        self.next = number + 1;
        Some(number)
    }
}

impl Shared<'_> {
    fn work(&self, start: &dyn Arbiter, results: &Sender<anyhow::Result<Finished>>) {
        let mut judge = Judge::new(self.tournament.variant);
        while !self.stop.is_given() {
            let Some(number) = lock(&self.queue).next() else { break };
            match self.play(number, start, &mut judge) {
                Ok(Some(finished)) => {
                    if results.send(Ok(finished)).is_err() {
                        break;
                    }
                }
                Ok(None) => break,
                Err(error) => {
                    // The other threads end with what they are at; nobody can be there to miss the reason.
                    let _ = results.send(Err(error));
                    break;
                }
            }
        }
    }

    /// Plays one game; `None` if it was broken off.
    fn play(&self, number: usize, start: &dyn Arbiter, judge: &mut Judge) -> anyhow::Result<Option<Finished>> {
        let Tournament { schedule, entrants, adjudication, tables, patience, .. } = self.tournament;
        let fixture = schedule.fixture(number);
        let opening = self.opening(fixture.pair, start, judge);
        let start = opening.start(start)?;
        let mut game = start.duplicate();
        let mut players = [self.player(fixture.white, start.as_ref())?, self.player(fixture.black, start.as_ref())?];
        let began = SystemTime::now();
        let [white, black] = &mut players;
        let [white_entrant, black_entrant] = [fixture.white, fixture.black].map(|index| &entrants[index]);
        let mut seats = [
            Seat { player: white.as_mut(), name: &white_entrant.name, clock: Clock::new(white_entrant.control) },
            Seat { player: black.as_mut(), name: &black_entrant.name, clock: Clock::new(black_entrant.control) },
        ];
        let conditions = Conditions { adjudication, tables: tables.as_ref(), patience: *patience, stop: self.stop };
        let Some(course) = referee::play(&mut seats, game.as_mut(), &opening.moves, &conditions) else {
            return Ok(None);
        };
        let culprit = course.verdict.culprit();
        for ((side, index), player) in Side::ALL.into_iter().zip([fixture.white, fixture.black]).zip(players) {
            if culprit != Some(side) && !entrants[index].restarts() && player.can_go_on() {
                lock(&self.idle)[index].push(player);
            }
        }
        Ok(Some(Finished { fixture, start, course, began }))
    }

    fn opening(&self, pair: usize, start: &dyn Arbiter, judge: &mut Judge) -> Opening {
        let mut openings = lock(&self.openings);
        let is_second = openings.contains_key(&pair);
        let slot = Arc::clone(openings.entry(pair).or_default());
        if is_second {
            openings.remove(&pair);
        }
        drop(openings);
        slot.get_or_init(|| self.tournament.openings.opening(pair, start, judge)).clone()
    }

    /// An engine for a game: one that waits, or a new one.
    fn player(&self, index: usize, start: &dyn Arbiter) -> anyhow::Result<Box<dyn Player>> {
        let waiting = lock(&self.idle)[index].pop();
        match waiting {
            Some(player) => Ok(player),
            None => self.tournament.entrants[index].start(
                self.tournament.variant,
                start,
                self.tournament.patience,
                self.stop,
            ),
        }
    }
}
