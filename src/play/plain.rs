//! A game in lines: moves and commands are read from standard input, and answered on standard output.
//!
//! What is typed while the engine thinks waits for its move, so that a script that is piped in plays the same dialogue as
//! a person.

use std::collections::VecDeque;
use std::io::{IsTerminal, Write, stdin};
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::archive::{self, Archive};
use super::host::{Beginning, Host};
use super::model::{Aim, Model};
use super::sitting::{People, Sitting};
use super::{Opening, summary};
use crate::board::Side;
use crate::diagram;
use crate::frontend::{self, Event};

/// How often a clock is looked at.
const TICK: Duration = Duration::from_millis(100);

/// What can be typed beside moves.
const COMMANDS: &str = "undo, hint, board, moves, save FILE, resign, quit";

/// Plays a game in lines.
///
/// # Errors
/// If there is no game to go on with and one was asked for, or nothing can be read or written any more.
pub fn run(opening: Opening, archive: Option<Archive>) -> anyhow::Result<ExitCode> {
    let (mut host, sender, events) = Host::start(opening.terms.variant, archive)?;
    thread::Builder::new()
        .name("reader".into())
        .spawn(move || frontend::read_lines(&sender))
        .context("the reading thread could not be started")?;
    let mut lines = Lines { events, typed: VecDeque::new(), is_terminal: stdin().is_terminal() };
    let Some(beginning) = beginning(&mut host, opening, &mut lines)? else { return Ok(ExitCode::SUCCESS) };
    let model = host.begin(beginning)?;
    let mut game = Dialogue { host, model, lines, told: 0 };
    game.greet()?;
    game.go_on()?;
    Ok(ExitCode::SUCCESS)
}

/// What was typed, and all else that happens.
struct Lines {
    events: Receiver<Event>,
    /// Lines that wait for the engine's move; `None` for the end of the input.
    typed: VecDeque<Option<String>>,
    is_terminal: bool,
}

impl Lines {
    /// The next line, before a game has begun; `None` at the end.
    fn next(&mut self) -> anyhow::Result<Option<String>> {
        loop {
            match self.events.recv().context("the input is gone")? {
                Event::Line(line) => return Ok(Some(line)),
                Event::End => return Ok(None),
                Event::Broken => bail!("the thinking thread has broken down"),
                _ => {}
            }
        }
    }
}

fn say(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}

fn ask(lines: &Lines, prompt: &str) -> anyhow::Result<()> {
    if lines.is_terminal {
        let mut out = anstream::stdout().lock();
        write!(out, "{prompt}> ")?;
        out.flush()?;
    }
    Ok(())
}

/// Asks whether to go on with a game that was left, if it is not said already; `None` if nobody answers.
fn beginning(host: &mut Host, opening: Opening, lines: &mut Lines) -> anyhow::Result<Option<Beginning>> {
    let mut left = opening.left(host, &mut |complaint| say(complaint))?;
    if opening.resume {
        return Ok(Some(Beginning::Left(left.swap_remove(0))));
    }
    if left.is_empty() {
        return Ok(Some(Beginning::New(opening.begin())));
    }
    loop {
        for (number, game) in left.iter().enumerate() {
            say(&format!("{}: {}", number + 1, summary(game)))?;
        }
        say("Go on with one of them? Its number, or n for a new game.")?;
        ask(lines, "game")?;
        let Some(line) = lines.next()? else { return Ok(None) };
        match line.trim() {
            "n" | "no" | "new" => return Ok(Some(Beginning::New(opening.begin()))),
            "y" | "yes" if left.len() == 1 => return Ok(Some(Beginning::Left(left.swap_remove(0)))),
            "quit" => return Ok(None),
            answer => {
                let number = answer.parse::<usize>().ok().filter(|number| (1..=left.len()).contains(number));
                if let Some(number) = number {
                    return Ok(Some(Beginning::Left(left.swap_remove(number - 1))));
                }
                say(&format!("'{answer}' is neither a number from 1 to {} nor n.", left.len()))?;
            }
        }
    }
}

/// A game and its lines.
struct Dialogue {
    host: Host,
    model: Model,
    lines: Lines,
    /// Moves that were told.
    told: usize,
}

impl Dialogue {
    fn sitting(&self) -> &Sitting {
        self.model.sitting()
    }

    fn greet(&mut self) -> anyhow::Result<()> {
        let names = Side::ALL.map(|side| format!("{side}: {}", self.sitting().name(side)));
        let people = match self.sitting().terms().people {
            People::Both => "two people at one board".to_owned(),
            People::One(_) => names.join(", "),
        };
        say(&format!("{}: {people}", self.sitting().terms().variant))?;
        say(&format!("Type moves, or {COMMANDS}."))?;
        self.told = self.sitting().made().len();
        self.show()
    }

    fn show(&self) -> anyhow::Result<()> {
        say(diagram::draw(self.sitting().game()).trim_end())?;
        // The diagram tells an end by the rules.
        let verdict = self.sitting().verdict().filter(|_| self.sitting().game().outcome().is_none());
        verdict.map_or(Ok(()), |verdict| say(&format!("{} {}", verdict.result(), verdict.reason)))
    }

    /// Whether a line has to wait.
    fn is_busy(&self) -> bool {
        matches!(self.model.aim(), Some(Aim::Move | Aim::Hint))
    }

    fn go_on(&mut self) -> anyhow::Result<()> {
        self.prompt()?;
        loop {
            if let Some(trouble) = self.host.take_trouble() {
                say(&trouble)?;
            }
            if !self.is_busy()
                && let Some(line) = self.lines.typed.pop_front()
            {
                let goes_on = match line {
                    Some(line) => self.line(line.trim())?,
                    None => false,
                };
                if !goes_on {
                    return self.leave();
                }
                if !self.is_busy() {
                    self.prompt()?;
                }
                continue;
            }
            let event = match self.lines.events.recv_timeout(TICK) {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => bail!("the input is gone"),
            };
            self.happens(event)?;
        }
    }

    fn happens(&mut self, event: Option<Event>) -> anyhow::Result<()> {
        let now = Instant::now();
        match event {
            Some(Event::Line(line)) => self.lines.typed.push_back(Some(line)),
            Some(Event::End) => self.lines.typed.push_back(None),
            Some(Event::Thought(id, thought)) => self.model.thought(id, &thought),
            Some(Event::Done(id, thought)) => {
                let (was_hint, was_busy) = (self.model.aim() == Some(Aim::Hint), self.is_busy());
                let effects = self.model.done(id, &thought, now);
                self.host.carry_out(&self.model, effects);
                let hint = self.model.hint().filter(|_| was_hint).map(|hint| format!("hint: {hint}"));
                if let Some(hint) = hint {
                    say(&hint)?;
                }
                self.tell()?;
                if was_busy {
                    self.prompt()?;
                }
            }
            Some(Event::Broken) => bail!("the thinking thread has broken down"),
            Some(Event::Notice(_) | Event::Trouble(_) | Event::Told(_) | Event::Trying(..) | Event::Finished) => {}
            None => {
                let effects = self.model.tick(now);
                if !effects.is_empty() {
                    self.host.carry_out(&self.model, effects);
                    self.show()?;
                    self.prompt()?;
                }
            }
        }
        Ok(())
    }

    /// Tells moves that were not told yet, and the position after them.
    fn tell(&mut self) -> anyhow::Result<()> {
        if self.told == self.sitting().made().len() {
            return Ok(());
        }
        let mut before = self.sitting().game().duplicate();
        for _ in self.told..self.sitting().made().len() {
            before.undo();
        }
        for made in &self.sitting().made()[self.told..] {
            let dots = if before.turn() == Side::White { "." } else { "..." };
            say(&format!("{}{dots} {}", before.full_move(), made.text))?;
            // It was legal when it was made.
            let _ = before.play(&made.text);
        }
        self.told = self.sitting().made().len();
        if self.is_busy() {
            // The answer comes soon, and the board with it.
            return Ok(());
        }
        self.show()
    }

    fn prompt(&self) -> anyhow::Result<()> {
        if self.is_busy() || !self.lines.typed.is_empty() {
            return Ok(());
        }
        let left = self.sitting().left(self.sitting().game().turn(), Duration::ZERO);
        let clock = left.map_or(String::new(), |left| format!(" {}", super::clock_text(left)));
        ask(&self.lines, &format!("{}{clock}", self.sitting().game().turn()))
    }

    /// Does what a line says; `false` to leave.
    fn line(&mut self, line: &str) -> anyhow::Result<bool> {
        let now = Instant::now();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => {}
            "quit" | "exit" => return Ok(false),
            "board" => self.show()?,
            "moves" => say(&self.sitting().game().moves().join(" "))?,
            "help" | "?" => say(&format!("Type moves, or {COMMANDS}."))?,
            "undo" => match self.model.take_back(now) {
                Some(effects) => {
                    self.host.carry_out(&self.model, effects);
                    self.told = self.sitting().made().len();
                    self.show()?;
                }
                None => say("There is no move of yours to take back.")?,
            },
            _ if matches!(word, "hint" | "resign") && self.sitting().verdict().is_some() => say("The game is over.")?,
            "hint" => {
                let effects = self.model.ask_hint();
                self.host.carry_out(&self.model, effects);
            }
            "resign" => {
                let effects = self.model.resign(now);
                self.host.carry_out(&self.model, effects);
                self.show()?;
            }
            "save" => {
                let file = rest.trim();
                if file.is_empty() {
                    say("save FILE: the name of a file is missing.")?;
                } else {
                    match archive::save(Path::new(file), &self.sitting().pgn()) {
                        Ok(()) => say(&format!("The game is in {file}."))?,
                        Err(why) => say(&format!("{file} could not be written: {why}"))?,
                    }
                }
            }
            _ if self.sitting().verdict().is_some() => {
                say("The game is over; undo takes the last move back, quit leaves.")?;
            }
            _ => match self.model.play(line, now) {
                Ok(effects) => {
                    self.host.carry_out(&self.model, effects);
                    if self.told == self.sitting().made().len() {
                        // The flag has fallen before the move.
                        self.show()?;
                    }
                    return self.tell().map(|()| true);
                }
                Err(why) => say(&format!("{why}; type a move, or {COMMANDS}."))?,
            },
        }
        Ok(true)
    }

    fn leave(&self) -> anyhow::Result<()> {
        if self.sitting().verdict().is_none() && self.host.keeps() {
            say(&super::farewell(self.sitting()))?;
        }
        Ok(())
    }
}
