//! A game on the whole terminal: keys and mouse in, pictures out.
//!
//! Whatever ends the program, a panic too, the terminal is given back as it was.

use std::io::{self, IsTerminal, stdout};
use std::path::Path;
use std::process::{self, ExitCode};
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton,
    MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::layout::Rect;
use ratatui::{DefaultTerminal, crossterm};

use super::archive::{self, Archive, Left};
use super::host::{Beginning, Host};
use super::screen::theme::Theme;
use super::table::{Table, Want};
use super::{Opening, screen, summary};
use crate::arena::halt::{Halt, INTERRUPTED};
use crate::frontend::Event;

/// How long a key is waited for before the engine and the clock are looked at.
const TICK: Duration = Duration::from_millis(40);
/// How long the game has to leave the terminal once it is told to.
const GRACE: Duration = Duration::from_secs(2);
/// How often the picture is drawn while a clock is running.
const FRAME: Duration = Duration::from_millis(100);

/// The terminal as a game has it: the whole screen, every key, the mouse. It is given back when this is dropped, and
/// before a panic says its words.
#[derive(Debug)]
pub struct Screen {
    terminal: DefaultTerminal,
}

impl Screen {
    /// Takes the terminal.
    ///
    /// # Errors
    /// If it cannot be had.
    pub fn take() -> io::Result<Screen> {
        let terminal = ratatui::try_init()?;
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let _ = execute!(stdout(), DisableMouseCapture);
            before(panic);
        }));
        let screen = Screen { terminal };
        execute!(stdout(), EnableMouseCapture)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = execute!(stdout(), DisableMouseCapture);
        ratatui::restore();
    }
}

/// Ends the program if its terminal is gone. Nothing more comes from one then, and the package that reads keys would wait
/// for ever, busily. The game is kept: it is after every move.
fn watch(halt: Halt) -> io::Result<()> {
    let watcher = move || loop {
        thread::sleep(FRAME);
        if halt.is_given() || !stdout().is_terminal() {
            // As long as the terminal is there the game leaves by itself, and in order.
            thread::sleep(GRACE);
            process::exit(INTERRUPTED.into());
        }
    };
    thread::Builder::new().name("watcher".into()).spawn(watcher).map(drop)
}

/// Plays a game on the whole terminal.
///
/// # Errors
/// If there is no game to go on with and one was asked for, or the terminal cannot be had any more.
pub fn run(opening: Opening, archive: Option<Archive>) -> anyhow::Result<ExitCode> {
    let halt = Halt::on_signals()?;
    watch(halt.clone()).context("the watching thread could not be started")?;
    let (mut host, _, events) = Host::start(opening.terms.variant, archive)?;
    let mut complaints = Vec::new();
    let left = opening.left(&mut host, &mut |complaint| {
        complaints.push(complaint.to_owned());
        Ok(())
    })?;
    let mut screen = Screen::take().context("the terminal cannot be had")?;
    let beginning = if opening.resume {
        left.into_iter().next().map(Beginning::Left)
    } else if left.is_empty() {
        Some(Beginning::New(opening.begin()))
    } else {
        lobby(&mut screen, &halt, &opening, left)?
    };
    let Some(beginning) = beginning else {
        return Ok(if halt.is_given() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS });
    };
    let mut table = Table::new(host.begin(beginning)?);
    if let Some(complaint) = complaints.first() {
        table.tell(complaint.clone());
    }
    let mut play = Play { screen, host, events, table, theme: Theme::of_terminal() };
    let played = play.go_on(&halt);
    let words =
        (play.table.sitting().verdict().is_none() && play.host.keeps()).then(|| super::farewell(play.table.sitting()));
    drop(play);
    played?;
    if halt.is_given() {
        return Ok(ExitCode::from(INTERRUPTED));
    }
    if let Some(words) = words {
        use std::io::Write;
        writeln!(anstream::stdout(), "{words}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The next thing that happens at the terminal, if something does soon.
fn happening(patience: Duration) -> anyhow::Result<Option<event::Event>> {
    if event::poll(patience).context("the terminal is gone")? {
        return Ok(Some(event::read().context("the terminal is gone")?));
    }
    Ok(None)
}

/// The key of an event, if it is one that was pressed. Ctrl-C and Ctrl-D are told as `None`.
fn pressed(key: KeyEvent) -> Option<KeyCode> {
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    if is_control && matches!(key.code, KeyCode::Char('c' | 'd')) { None } else { Some(key.code) }
}

/// Asks which game to go on with; `None` to leave.
fn lobby(
    screen: &mut Screen,
    halt: &Halt,
    opening: &Opening,
    mut left: Vec<Left>,
) -> anyhow::Result<Option<Beginning>> {
    let mut items: Vec<String> = left.iter().map(summary).collect();
    items.push("a new game".to_owned());
    let mut at = 0;
    let mut chosen = None;
    loop {
        screen.terminal.draw(|frame| screen::draw_lobby(frame, &items, at))?;
        while chosen.is_none() {
            if halt.is_given() {
                return Ok(None);
            }
            let Some(event) = happening(FRAME)? else { continue };
            let event::Event::Key(key) = event else { break };
            if key.kind == KeyEventKind::Release {
                continue;
            }
            match pressed(key) {
                None | Some(KeyCode::Esc | KeyCode::Char('q')) => return Ok(None),
                Some(KeyCode::Up) => at = at.checked_sub(1).unwrap_or(items.len() - 1),
                Some(KeyCode::Down) => at = (at + 1) % items.len(),
                Some(KeyCode::Enter | KeyCode::Char('y')) => chosen = Some(at),
                Some(KeyCode::Char('n')) => chosen = Some(left.len()),
                Some(KeyCode::Char(digit @ '1'..='9')) => {
                    chosen = Some(usize::from(digit as u8 - b'1')).filter(|&number| number < items.len());
                }
                Some(_) => {}
            }
            break;
        }
        if let Some(chosen) = chosen {
            let is_new = chosen == left.len();
            return Ok(Some(if is_new {
                Beginning::New(opening.begin())
            } else {
                Beginning::Left(left.swap_remove(chosen))
            }));
        }
    }
}

/// A game and its surroundings.
struct Play {
    screen: Screen,
    host: Host,
    events: Receiver<Event>,
    table: Table,
    theme: Theme,
}

impl Play {
    fn go_on(&mut self, halt: &Halt) -> anyhow::Result<()> {
        let mut is_stale = true;
        let mut drawn = Instant::now();
        while !halt.is_given() {
            let now = Instant::now();
            let has_clock = self.table.sitting().left(self.table.sitting().game().turn(), Duration::ZERO).is_some();
            if is_stale || (has_clock && now.duration_since(drawn) >= FRAME) {
                let (table, theme) = (&self.table, &self.theme);
                self.screen.terminal.draw(|frame| screen::draw(frame, table, theme, now))?;
                (is_stale, drawn) = (false, now);
            }
            if let Some(event) = happening(TICK)? {
                is_stale = true;
                let Some(wants) = self.handle(&event) else { return Ok(()) };
                if !self.fulfil(wants) {
                    return Ok(());
                }
            }
            while let Ok(event) = self.events.try_recv() {
                is_stale = true;
                let wants = match event {
                    Event::Thought(id, thought) => {
                        self.table.thought(id, &thought);
                        Vec::new()
                    }
                    Event::Done(id, thought) => self.table.done(id, &thought, Instant::now()),
                    Event::Broken => bail!("the thinking thread has broken down"),
                    _ => Vec::new(),
                };
                self.fulfil(wants);
            }
            let wants = self.table.tick(Instant::now());
            is_stale |= !wants.is_empty();
            self.fulfil(wants);
            if let Some(trouble) = self.host.take_trouble() {
                self.table.tell(trouble);
                is_stale = true;
            }
        }
        Ok(())
    }

    /// What an event at the terminal makes; `None` to leave.
    fn handle(&mut self, event: &event::Event) -> Option<Vec<Want>> {
        let now = Instant::now();
        match event {
            event::Event::Key(key) if key.kind != KeyEventKind::Release => Some(self.table.key(pressed(*key)?, now)),
            event::Event::Mouse(mouse) => {
                let size = self.screen.terminal.size().unwrap_or_default();
                let area = Rect { x: 0, y: 0, width: size.width, height: size.height };
                let square = screen::geometry(area, &self.table)
                    .and_then(|geometry| geometry.square_at(mouse.column, mouse.row));
                let Some(square) = square else { return Some(Vec::new()) };
                Some(match mouse.kind {
                    MouseEventKind::Down(MouseButton::Left) => self.table.click(square, now),
                    MouseEventKind::Down(MouseButton::Right) => self.table.key(KeyCode::Esc, now),
                    MouseEventKind::Moved => {
                        self.table.point(square);
                        Vec::new()
                    }
                    _ => Vec::new(),
                })
            }
            _ => Some(Vec::new()),
        }
    }

    /// Does what is to be done; `false` to leave.
    fn fulfil(&mut self, wants: Vec<Want>) -> bool {
        for want in wants {
            match want {
                Want::Do(effect) => self.host.carry_out(self.table.model(), vec![effect]),
                Want::Save(name) => {
                    let saved = archive::save(Path::new(&name), &self.table.sitting().pgn());
                    self.table.tell(match saved {
                        Ok(()) => format!("the game is in {name}"),
                        Err(why) => format!("{name} could not be written: {why}"),
                    });
                }
                Want::Leave => return false,
            }
        }
        true
    }
}

/// Whether a game can be on the whole terminal: somebody sits there, and it is not a dumb one.
pub fn is_there() -> bool {
    let is_dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    io::stdin().is_terminal() && stdout().is_terminal() && !is_dumb && crossterm::terminal::size().is_ok()
}
