//! What stands beside the board: who plays, the clocks, what the position is worth, and the moves.

use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::theme::Theme;
use crate::board::{Side, Square};
use crate::drawing::palette;
use crate::play::clock_text;
use crate::play::model::Worth;
use crate::play::table::Table;
use crate::search::score::Decided;

/// Rows of the panel before the moves.
const HEAD: u16 = 5;

/// Draws the panel.
pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, table: &Table, theme: &Theme, now: Instant) {
    let row = |y: u16| Rect { y: area.y + y, height: 1, ..area };
    let upper = if table.is_turned() { Side::White } else { Side::Black };
    let used = table.model().thinking(now);
    frame.render_widget(player(table, upper, used, area.width), row(0));
    frame.render_widget(player(table, !upper, used, area.width), row(1));
    frame.render_widget(bar(table.model().worth(), area.width, theme), row(3));
    let legend = legend(table, theme, area.width);
    let foot = legend.len() as u16;
    for (number, line) in legend.into_iter().enumerate() {
        frame.render_widget(line, row(area.height - foot + number as u16));
    }
    let space = usize::from((area.height - foot).saturating_sub(HEAD));
    let lines = moves(table, usize::from(area.width));
    let first = lines.len().saturating_sub(space);
    for (number, line) in lines.into_iter().skip(first).enumerate() {
        frame.render_widget(line, row(HEAD + number as u16));
    }
}

fn player(table: &Table, side: Side, used: Duration, width: u16) -> Line<'static> {
    let sitting = table.sitting();
    let is_to_move = sitting.verdict().is_none() && sitting.game().turn() == side;
    let disc = if side == Side::White { "○" } else { "●" };
    let mark = if is_to_move { "▶" } else { " " };
    let name = format!("{mark} {disc} {}", sitting.name(side));
    let clock = sitting.left(side, used).map_or(String::new(), clock_text);
    let gap = usize::from(width).saturating_sub(name.width() + clock.width());
    let style = if is_to_move { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
    Line::from(Span::styled(format!("{name}{}{clock}", " ".repeat(gap)), style))
}

/// White's share in a bar, and the score from White's side.
fn bar(worth: Option<Worth>, width: u16, theme: &Theme) -> Line<'static> {
    let Some(Worth { score, depth }) = worth else { return Line::default() };
    let share = match score.decided() {
        Some(Decided::Won(_)) => 1.0,
        Some(Decided::Lost(_)) => 0.0,
        None => 1.0 / (1.0 + 10f64.powf(-f64::from(score.value()) / 400.0)),
    };
    let words = format!(" {score}  depth {depth}");
    let cells = usize::from(width).saturating_sub(words.width()).min(22);
    let white = (share * cells as f64).round() as usize;
    let [bright, dark] = [[245, 245, 245], [70, 70, 70]].map(|rgb| Style::new().fg(theme.colour(rgb)));
    // Shades of their own, so that it is read without colours too.
    let spans = [
        Span::styled("█".repeat(white), bright),
        Span::styled(
            "░".repeat(cells - white),
            if *theme == Theme::None { dark } else { dark.bg(theme.colour([30, 30, 30])) },
        ),
        Span::raw(words),
    ];
    Line::from(spans.to_vec())
}

/// The moves, two on a line where they fit.
fn moves(table: &Table, width: usize) -> Vec<Line<'static>> {
    let sitting = table.sitting();
    let made = sitting.made();
    let turn = sitting.game().turn();
    let is_black_first = (made.len() % 2 == 1) == (turn == Side::White);
    let mut number = sitting.game().full_move() - (made.len() as u32 + u32::from(is_black_first)) / 2;
    let column = width.saturating_sub(5) / 2;
    let mut lines: Vec<String> = Vec::new();
    let mut is_black = is_black_first;
    for ply in made {
        let text = &ply.text;
        if !is_black {
            lines.push(format!("{number:>3}. {text}"));
        } else {
            let open = lines.last_mut().filter(|line| line.len() < 5 + column && text.len() <= column);
            match open {
                Some(line) if !line.contains("...") => *line = format!("{line:<pad$}{text}", pad = 5 + column),
                _ => lines.push(format!("{number:>3}... {text}")),
            }
            number += 1;
        }
        is_black = !is_black;
    }
    let cut = |line: String| {
        if line.width() <= width { line } else { format!("{}…", &line[..width.saturating_sub(1)]) }
    };
    lines.into_iter().map(|line| Line::from(cut(line))).collect()
}

/// What the colours of squares stand for, in a game whose squares have some.
fn legend(table: &Table, theme: &Theme, width: u16) -> Vec<Line<'static>> {
    let game = table.sitting().game();
    let mut seen: Vec<(char, Square)> = Vec::new();
    for square in game.layout().squares {
        if let Some(letter) = game.colour_at(square).filter(|letter| seen.iter().all(|(other, _)| other != letter)) {
            seen.push((letter, square));
        }
    }
    seen.sort_by_key(|(letter, _)| game.window().letters.find(*letter));
    let mut lines = vec![Line::default()];
    for (letter, square) in seen {
        let words = format!(" {}  ", game.kind_name(letter).unwrap_or("piece"));
        let last = lines.len() - 1;
        if lines[last].width() + 2 + words.width() > usize::from(width) + 2 {
            lines.push(Line::default());
        }
        let colour = theme.colour(palette::ground(game, square));
        let last = lines.len() - 1;
        lines[last].push_span(Span::styled("  ", Style::new().bg(colour)));
        lines[last].push_span(Span::raw(words));
    }
    lines.retain(|line| line.width() > 0);
    lines
}
