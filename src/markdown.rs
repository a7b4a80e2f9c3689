//! Markdown for a terminal: paragraphs wrapped to its width, headings, lists and tables, with ANSI sequences for what is
//! to stand out. A writer for a terminal without them must strip them.

use pulldown_cmark::{Alignment, CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use unicode_width::UnicodeWidthStr;

/// Ends all styles.
const PLAIN: &str = "\x1b[0m";
const BOLD: &str = "\x1b[1m";
const ITALIC: &str = "\x1b[3m";
const TITLE: &str = "\x1b[1;4m";
const CODE: &str = "\x1b[35m";
/// The least width of a column of a table.
const LEAST_COLUMN: usize = 4;

/// What is drawn for a piece of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// Nothing but the code.
    Nothing,
    /// This in its place.
    Instead(String),
    /// This below it.
    Below(String),
}

/// The text of a page, its lines at most so many columns wide, but for code, which is not broken. `draw` is asked about
/// each piece of code, in a line or in a block, and says what to draw of it.
pub fn render(page: &str, width: usize, draw: &mut dyn FnMut(&str) -> Drawing) -> String {
    let mut writer = Writer {
        width,
        draw,
        out: String::new(),
        text: Vec::new(),
        styles: Vec::new(),
        below: Vec::new(),
        lists: Vec::new(),
        table: None,
        code: None,
    };
    for event in Parser::new_ext(page, Options::ENABLE_TABLES) {
        writer.take(event);
    }
    writer.out
}

/// Text in one style.
type Piece = (&'static str, String);

/// A table so far.
#[derive(Default)]
struct Table {
    alignments: Vec<Alignment>,
    rows: Vec<Vec<Vec<Piece>>>,
}

/// A list: what stands before its next item.
struct List {
    number: Option<u64>,
}

struct Writer<'a> {
    width: usize,
    draw: &'a mut dyn FnMut(&str) -> Drawing,
    out: String,
    /// The text of the block so far.
    text: Vec<Piece>,
    styles: Vec<&'static str>,
    /// What is to be drawn below the block.
    below: Vec<String>,
    lists: Vec<List>,
    table: Option<Table>,
    /// A block of code so far.
    code: Option<String>,
}

impl Writer<'_> {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => match &mut self.code {
                Some(code) => code.push_str(&text),
                None => self.push(&text),
            },
            Event::Code(code) => {
                if let Drawing::Below(drawing) | Drawing::Instead(drawing) = (self.draw)(&code) {
                    self.below.push(drawing);
                }
                self.text.push((CODE, code.into_string()));
            }
            Event::SoftBreak | Event::HardBreak => self.push(" "),
            Event::Rule => self.out.push_str(&format!("{}\n\n", "─".repeat(self.width))),
            _ => {}
        }
    }

    fn push(&mut self, text: &str) {
        self.text.push((self.styles.last().copied().unwrap_or(""), text.to_owned()));
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { level, .. } => self.styles.push(if level as u8 == 1 { TITLE } else { BOLD }),
            Tag::Strong => self.styles.push(BOLD),
            Tag::Emphasis => self.styles.push(ITALIC),
            Tag::CodeBlock(CodeBlockKind::Indented | CodeBlockKind::Fenced(_)) => self.code = Some(String::new()),
            Tag::List(number) => {
                // A list within an item comes after the item's own words.
                self.paragraph(false);
                self.lists.push(List { number });
            }
            Tag::Table(alignments) => self.table = Some(Table { alignments, rows: Vec::new() }),
            Tag::TableHead | Tag::TableRow => {
                if let Some(table) = &mut self.table {
                    table.rows.push(Vec::new());
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                self.styles.pop();
                self.paragraph(true);
            }
            TagEnd::Strong | TagEnd::Emphasis => drop(self.styles.pop()),
            TagEnd::Paragraph => self.paragraph(self.lists.is_empty()),
            TagEnd::Item => self.paragraph(false),
            TagEnd::List(_) => {
                self.lists.pop();
                if self.lists.is_empty() {
                    self.out.push('\n');
                }
            }
            TagEnd::CodeBlock => self.block(),
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.text);
                if let Some(row) = self.table.as_mut().and_then(|table| table.rows.last_mut()) {
                    row.push(cell);
                }
            }
            TagEnd::Table => self.table(),
            _ => {}
        }
    }

    /// Writes the text so far as a paragraph, or as an item of a list.
    fn paragraph(&mut self, is_spaced: bool) {
        let text = std::mem::take(&mut self.text);
        if !text.is_empty() {
            let depth = self.lists.len();
            let mark = match self.lists.last_mut().map(|list| &mut list.number) {
                None => String::new(),
                Some(None) => "• ".to_owned(),
                Some(Some(number)) => {
                    *number += 1;
                    format!("{}. ", *number - 1)
                }
            };
            let indent = "  ".repeat(depth.saturating_sub(1));
            let room = self.width.saturating_sub(indent.width() + mark.width());
            for (number, line) in wrap(&text, room).into_iter().enumerate() {
                let before = if number == 0 { mark.clone() } else { " ".repeat(mark.width()) };
                self.out.push_str(&format!("{indent}{before}{line}\n"));
            }
            if is_spaced {
                self.out.push('\n');
            }
        }
        for drawing in std::mem::take(&mut self.below) {
            self.out.push_str(&drawing);
            self.out.push('\n');
        }
    }

    fn block(&mut self) {
        let code = self.code.take().unwrap_or_default();
        // Blocks with nothing but an empty line between come as one.
        for part in code.split("\n\n").filter(|part| !part.trim().is_empty()) {
            let lines: String = part.lines().map(|line| format!("    {CODE}{line}{PLAIN}\n")).collect();
            let text = match (self.draw)(part.trim_end()) {
                Drawing::Nothing => lines + "\n",
                Drawing::Instead(drawing) if drawing.is_empty() => drawing,
                Drawing::Instead(drawing) => drawing + "\n",
                Drawing::Below(drawing) => format!("{lines}\n{drawing}\n"),
            };
            self.out.push_str(&text);
        }
    }

    fn table(&mut self) {
        let Some(Table { alignments, rows }) = self.table.take() else { return };
        let columns = alignments.len();
        let natural = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.iter().map(|(_, text)| text.width()).sum()).max().unwrap_or(0)
        };
        let mut widths: Vec<usize> = (0..columns).map(natural).collect();
        let room = self.width.saturating_sub(2 * columns.saturating_sub(1));
        // What does not fit is taken from the widest columns.
        while widths.iter().sum::<usize>() > room {
            let Some(widest) = widths.iter_mut().max().filter(|width| **width > LEAST_COLUMN) else { break };
            *widest -= 1;
        }
        for (number, row) in rows.iter().enumerate() {
            let cells: Vec<Vec<String>> = (0..columns)
                .map(|column| {
                    row.get(column).map_or(Vec::new(), |cell| {
                        let bold = |(_, text): &Piece| (BOLD, text.clone());
                        let cell = if number == 0 { cell.iter().map(bold).collect() } else { cell.clone() };
                        wrap(&cell, widths[column])
                    })
                })
                .collect();
            for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
                let parts: Vec<String> = (0..columns)
                    .map(|column| {
                        let text = cells[column].get(line).cloned().unwrap_or_default();
                        let gap = widths[column].saturating_sub(visible(&text));
                        text + &" ".repeat(gap)
                    })
                    .collect();
                self.out.push_str(parts.join("  ").trim_end());
                self.out.push('\n');
            }
            if number == 0 {
                let lines: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
                self.out.push_str(&format!("{}\n", lines.join("  ")));
            }
        }
        self.out.push('\n');
    }
}

/// The columns that a text takes without its sequences.
fn visible(text: &str) -> usize {
    let mut width = 0;
    let mut rest = text;
    while let Some(start) = rest.find('\x1b') {
        width += rest[..start].width();
        rest = rest[start..].find('m').map_or("", |end| &rest[start + end + 1..]);
    }
    width + rest.width()
}

/// Breaks text into lines of at most this many columns, between words; a word that is longer has a line of its own.
fn wrap(text: &[Piece], width: usize) -> Vec<String> {
    // A word is what stands between blanks; it may be of several styles.
    let mut words: Vec<Vec<Piece>> = vec![Vec::new()];
    for (style, text) in text {
        for (number, part) in text.split_whitespace().enumerate() {
            let follows = number > 0 || text.starts_with(char::is_whitespace);
            if follows && words.last().is_some_and(|word| !word.is_empty()) {
                words.push(Vec::new());
            }
            if let Some(word) = words.last_mut() {
                word.push((style, part.to_owned()));
            }
        }
        if text.ends_with(char::is_whitespace) && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(Vec::new());
        }
    }
    words.retain(|word| !word.is_empty());
    let mut lines = vec![String::new()];
    let mut column = 0;
    for word in words {
        let length: usize = word.iter().map(|(_, text)| text.width()).sum();
        if column > 0 && column + 1 + length > width {
            lines.push(String::new());
            column = 0;
        }
        let Some(line) = lines.last_mut() else { break };
        if column > 0 {
            line.push(' ');
            column += 1;
        }
        for (style, text) in word {
            line.push_str(&if style.is_empty() { text } else { format!("{style}{text}{PLAIN}") });
        }
        column += length;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(page: &str, width: usize) -> String {
        let text = render(page, width, &mut |_| Drawing::Nothing);
        anstream::adapter::strip_str(&text).to_string()
    }

    #[test]
    fn paragraphs_lists_and_headings() {
        let page = "# A title\n\nSome *words* that\nare **bold**, and `code`.\n\n- one\n- two, which is a long item of the list\n\nEnd.\n";
        assert_eq!(
            plain(page, 24),
            "A title\n\nSome words that are\nbold, and code.\n\n• one\n• two, which is a long\n  item of the list\n\nEnd.\n\n"
        );
        assert_eq!(plain("1. a\n2. b\n", 20), "1. a\n2. b\n\n");
        // Nothing comes between a word and the sign behind it.
        assert!(plain("**[ours]**, then (`a2`).", 40).starts_with("[ours], then (a2)."));
    }

    #[test]
    fn tables_shrink_to_the_width() {
        let page = "| a | what it does |\n|---|---|\n| K | goes one square in any direction |\n";
        assert_eq!(
            plain(page, 24),
            "a  what it does\n─  ─────────────────────\nK  goes one square in\n   any direction\n\n"
        );
        let wide = plain(page, 80);
        assert!(wide.contains("K  goes one square in any direction\n"), "{wide}");
    }

    #[test]
    fn code_is_kept_or_drawn() {
        let page = "See `x y`.\n\n    a  b\n    c\n\n    gone\n\nAnd:\n\n    gone\n";
        let text = render(page, 40, &mut |code| match code {
            "x y" => Drawing::Below("[drawing]\n".into()),
            "gone" => Drawing::Instead(String::new()),
            _ => Drawing::Nothing,
        });
        let text = anstream::adapter::strip_str(&text).to_string();
        assert_eq!(text, "See x y.\n\n[drawing]\n\n    a  b\n    c\n\nAnd:\n\n");
    }

    #[test]
    fn no_line_is_too_long() {
        for page in [include_str!("../docs/rules/ultima.md"), include_str!("../docs/rules/chameleon.md")] {
            for width in [30, 60, 80, 100] {
                for line in plain(page, width).lines().filter(|line| !line.starts_with("    ")) {
                    let is_one_word = !line.trim().trim_start_matches("• ").contains(' ');
                    assert!(line.width() <= width || is_one_word || line.contains("  "), "{width}: {line}");
                }
            }
        }
    }
}
