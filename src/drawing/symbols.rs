//! Pieces and marks as symbols that are defined once in a picture and used wherever one stands.

use std::fmt::Write;

use super::figures::{self, BOX, Shape};
use crate::board::Side;
use crate::game::Figure;

/// A mark on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// The last move started or ended here.
    Moved,
    /// The last move took a piece from here.
    Taken,
    /// The piece can neither move nor capture.
    Frozen,
    /// The piece can capture, and so its side must.
    Compelling,
}

impl Mark {
    /// All marks.
    pub const ALL: [Mark; 4] = [Mark::Moved, Mark::Taken, Mark::Frozen, Mark::Compelling];

    /// The name of the mark's symbol.
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Moved => "moved",
            Mark::Taken => "taken",
            Mark::Frozen => "frozen",
            Mark::Compelling => "compelling",
        }
    }

    const fn content(self) -> &'static str {
        match self {
            Mark::Moved => {
                r##"<rect x="1.75" y="1.75" width="41.5" height="41.5" fill="none" stroke="#1f5fc4" stroke-width="3.5"/>"##
            }
            Mark::Taken => {
                r##"<path d="M15 15 30 30M30 15 15 30" fill="none" stroke-linecap="round" stroke="#fff" stroke-width="7"/><path d="M15 15 30 30M30 15 15 30" fill="none" stroke-linecap="round" stroke="#c0261d" stroke-width="4"/>"##
            }
            Mark::Frozen => {
                r##"<circle cx="36.5" cy="8.5" r="7.5" fill="#fff" stroke="#14549c" stroke-width="1.2"/><path d="M36.5 3V14M31.7 5.75 41.3 11.25M31.7 11.25 41.3 5.75M34.9 4.2 36.5 5.6 38.1 4.2M34.9 12.8 36.5 11.4 38.1 12.8" fill="none" stroke="#14549c" stroke-width="1.4" stroke-linecap="round"/>"##
            }
            Mark::Compelling => {
                r##"<circle cx="36.5" cy="8.5" r="7.5" fill="#c0261d" stroke="#fff" stroke-width="1.2"/><path d="M36.5 4V9.4M36.5 12.6V12.7" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/>"##
            }
        }
    }
}

/// The name of a piece's symbol, such as `w-king`.
pub fn piece(side: Side, figure: Figure) -> String {
    format!("{}-{}", side.letter(), figure.name())
}

/// Definitions of both sides' pieces of these figures, and of all marks.
pub fn define(figures: &[Figure]) -> String {
    let mut text = String::from("<defs>\n");
    for &figure in figures {
        for side in Side::ALL {
            symbol(&mut text, &piece(side, figure), &content(side, figure));
        }
    }
    for mark in Mark::ALL {
        symbol(&mut text, mark.name(), mark.content());
    }
    text.push_str("</defs>\n");
    text
}

fn symbol(text: &mut String, name: &str, content: &str) {
    let _ = writeln!(text, r#"<symbol id="{name}" viewBox="0 0 {BOX} {BOX}">{content}</symbol>"#);
}

/// The inside of a piece's symbol.
fn content(side: Side, figure: Figure) -> String {
    let (fill, edge, detail) = match side {
        Side::White => ("#fff", "#1a1714", "#1a1714"),
        Side::Black => ("#35302c", "#0f0d0c", "#fff"),
    };
    let Shape { bodies, lines, spots } = figures::shape(figure);
    let mut text = String::from(r#"<g stroke-linejoin="round" stroke-linecap="round">"#);
    // A rim of paper keeps a black piece apart from a dark square.
    let _ = write!(
        text,
        r##"<path d="{}" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="3.6"/>"##,
        bodies.concat()
    );
    for body in bodies {
        let _ = write!(text, r#"<path d="{body}" fill="{fill}" stroke="{edge}" stroke-width="1.6"/>"#);
    }
    if !lines.is_empty() {
        let _ = write!(text, r#"<path d="{lines}" fill="none" stroke="{detail}" stroke-width="1.4"/>"#);
    }
    if !spots.is_empty() {
        let _ = write!(text, r#"<path d="{spots}" fill="{detail}"/>"#);
    }
    text.push_str("</g>");
    text
}
