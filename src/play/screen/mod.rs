//! Drawing a game on the whole terminal: nothing here knows where keys come from, or changes the game.

mod board;
mod panel;
mod popup;
pub mod theme;

use std::time::Instant;

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

pub use board::Geometry;
use theme::Theme;

use super::model::Aim;
use super::table::{Dialogue, Table};

/// The least size, in columns and rows.
pub const LEAST: (u16, u16) = (56, 14);
/// Rows above the board and below it.
const ABOVE: u16 = 2;
const BELOW: u16 = 3;
/// What the panel beside the board needs.
const PANEL: u16 = 26;

/// The keys, as the last row tells them.
const KEYS: [(&str, &str); 9] = [
    ("↵", "move"),
    ("esc", "back"),
    ("u", "undo"),
    ("i", "hint"),
    ("s", "save"),
    ("r", "resign"),
    ("o", "turn"),
    ("?", "help"),
    ("q", "quit"),
];

/// Where the board is on a terminal of this size; `None` if it is too small.
pub fn geometry(area: Rect, table: &Table) -> Option<Geometry> {
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return None;
    }
    let space = Rect { y: area.y + ABOVE, height: area.height - ABOVE - BELOW, width: area.width - PANEL, ..area };
    Geometry::fit(space, &table.sitting().game().layout(), table.is_turned())
}

/// So many columns have room for all keys.
const WIDE: u16 = 80;

/// Draws a table.
pub fn draw(frame: &mut Frame<'_>, table: &Table, theme: &Theme, now: Instant) {
    let area = frame.area();
    let Some(geometry) = geometry(area, table) else { return too_small(frame) };
    let row = |y: u16| Rect { x: area.x + 1, y, width: area.width.saturating_sub(2), height: 1 };
    frame.render_widget(title(table), row(area.y));
    board::draw(frame.buffer_mut(), table, &geometry, theme);
    let left = geometry.right() + 3;
    let beside = Rect {
        x: left,
        y: area.y + ABOVE,
        width: (area.right() - 1).saturating_sub(left),
        height: area.height - ABOVE - BELOW,
    };
    panel::draw(frame, beside, table, theme, now);
    frame.render_widget(Line::from(table.preview().words.clone()), row(area.bottom() - 3));
    frame.render_widget(status(table), row(area.bottom() - 2));
    frame.render_widget(keys(area.width), row(area.bottom() - 1));
    match table.dialogue() {
        None => {}
        Some(Dialogue::Choose(choices, at)) => {
            let items: Vec<String> = choices.iter().map(|choice| choice.label.clone()).collect();
            popup::list(frame, "Choose", &items, *at);
        }
        Some(Dialogue::Resign) => popup::text(frame, "Resign", &["Give up this game?", "", "y  yes      n  no"]),
        Some(Dialogue::Save(name)) => popup::input(frame, "Save the game as PGN in the file", name),
        Some(Dialogue::Help) => popup::text(frame, "Keys", &HELP),
    }
}

const HELP: [&str; 14] = [
    "arrows, or a–h and 1–8   move the cursor",
    "Enter, space, click      pick a piece up, put it down",
    "",
    "A capture of several jumps: touch every landing.",
    "Touch the last one again to stop there.",
    "A frozen piece: touch it twice to take it off.",
    "",
    "Esc   take the last landing back",
    "u     take your last move back, and the answer",
    "i     show a hint          s  save as PGN",
    "o     turn the board       r  resign",
    "q     leave; the game is kept",
    "",
    "Any key closes this.",
];

/// Draws a list of games to go on with.
pub fn draw_lobby(frame: &mut Frame<'_>, items: &[String], at: usize) {
    if frame.area().width < LEAST.0 || frame.area().height < LEAST.1 {
        return too_small(frame);
    }
    popup::list(frame, "Go on with a game that was left?", items, at);
}

fn too_small(frame: &mut Frame<'_>) {
    let area = frame.area();
    let (width, height) = LEAST;
    let words =
        format!("The terminal is too small: {width} × {height} are needed, it has {} × {}.", area.width, area.height);
    let text = Paragraph::new(words).wrap(ratatui::widgets::Wrap { trim: true }).alignment(Alignment::Center);
    frame.render_widget(text, area);
}

fn title(table: &Table) -> Line<'static> {
    let terms = table.sitting().terms();
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut spans = vec![Span::styled(terms.variant.to_string(), bold)];
    let control = terms.control.to_string();
    if !control.is_empty() {
        spans.push(Span::raw(format!("   {control}")));
    }
    if let Some(terrain) = table.sitting().game().terrain() {
        spans.push(Span::raw(format!("   {terrain}")));
    }
    Line::from(spans)
}

/// How things stand, on one line.
fn status(table: &Table) -> Line<'static> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    if !table.message().is_empty() {
        return Line::from(Span::styled(table.message().to_owned(), bold));
    }
    if let Some(verdict) = table.sitting().verdict() {
        return Line::from(Span::styled(format!("{}  {}", verdict.result(), verdict.reason), bold));
    }
    let turn = table.sitting().game().turn();
    let words = match table.model().aim() {
        Some(Aim::Move) => format!("{turn} is thinking …"),
        Some(Aim::Hint) => "looking for a hint …".to_owned(),
        _ if table.may_stop() => "touch this square again to stop here, or go on".to_owned(),
        _ if table.is_holding() => "where to?".to_owned(),
        _ => match table.model().hint() {
            Some(hint) => format!("hint: {hint}"),
            None => format!("{turn} to move"),
        },
    };
    Line::from(words)
}

/// The keys, as many as there is room for: what a narrow terminal leaves out, the help has.
fn keys(width: u16) -> Line<'static> {
    let mut spans = Vec::new();
    let is_narrow = width < WIDE;
    for (key, what) in KEYS.into_iter().filter(|(key, _)| !is_narrow || !matches!(*key, "s" | "r" | "o")) {
        spans.push(Span::styled(key, Style::new().add_modifier(Modifier::BOLD)));
        spans.push(Span::styled(format!(" {what}  "), Style::new().add_modifier(Modifier::DIM)));
    }
    Line::from(spans)
}

#[cfg(test)]
mod tests;
