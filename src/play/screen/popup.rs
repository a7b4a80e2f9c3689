//! Boxes in the middle of the terminal, over everything else.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Padding, Paragraph};
use unicode_width::UnicodeWidthStr;

/// Draws lines of text.
pub(super) fn text(frame: &mut Frame<'_>, title: &str, lines: &[&str]) {
    show(frame, title, lines.iter().map(|line| Line::from((*line).to_owned())).collect());
}

/// Draws a list of which one item is pointed at.
pub(super) fn list(frame: &mut Frame<'_>, title: &str, items: &[String], at: usize) {
    let item = |(number, words): (usize, &String)| {
        let style = if number == at { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
        Line::from(Span::styled(format!(" {}  {words} ", number + 1), style))
    };
    // The item that is pointed at stays in sight however many there are.
    let rows = usize::from(frame.area().height.saturating_sub(6)).max(1);
    let first = (at + 1).saturating_sub(rows);
    let mut lines: Vec<Line<'static>> = items.iter().enumerate().skip(first).take(rows).map(item).collect();
    let dim = Style::new().add_modifier(Modifier::DIM);
    lines.push(Line::default());
    lines.push(Line::from(Span::styled("↑ ↓ or its number, ↵ take it, esc back", dim)));
    show(frame, title, lines);
}

/// Draws a text that is being typed.
pub(super) fn input(frame: &mut Frame<'_>, title: &str, typed: &str) {
    let room = usize::from(frame.area().width.saturating_sub(8)).max(8);
    let letters: Vec<char> = typed.chars().collect();
    let end: String = letters[letters.len().saturating_sub(room)..].iter().collect();
    let dim = Style::new().add_modifier(Modifier::DIM);
    let lines = vec![
        Line::from(vec![Span::raw(end), Span::styled(" ", Style::new().add_modifier(Modifier::REVERSED))]),
        Line::default(),
        Line::from(Span::styled("↵ save, esc back", dim)),
    ];
    show(frame, title, lines);
}

fn show(frame: &mut Frame<'_>, title: &str, lines: Vec<Line<'static>>) {
    let area = frame.area();
    let widest = lines.iter().map(Line::width).max().unwrap_or(0).max(title.width() + 2);
    let width = (widest as u16 + 4).min(area.width);
    let height = (lines.len() as u16 + 2).min(area.height);
    let place = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .title(Line::from(format!(" {title} ")).style(Style::new().add_modifier(Modifier::BOLD)))
        .padding(Padding::horizontal(1));
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).block(block), place);
}
