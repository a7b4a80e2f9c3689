//! The engine's `setup` line, which tells XBoard of a variant it does not know: pieces, board, start position.

use std::fmt;

use crate::Problem;
use crate::words::{OneLine, required, split_word};

/// Size of a board and where its rules are inherited from: `8x8+0_elven`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Geometry {
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
    /// Number of kinds that can be held in hand.
    pub holdings: u8,
    /// The variant known to XBoard whose rules hold where nothing else is said; without it XBoard refuses the line.
    pub parent: String,
}

/// `setup (TABLE) GEOMETRY FEN`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Which letters stand in which of XBoard's picture slots, White's and then Black's, `.` for an unused slot.
    pub table: Option<String>,
    /// The board; only behind a table.
    pub geometry: Option<Geometry>,
    /// The start position, `*` for a hole.
    pub fen: String,
}

impl Geometry {
    fn parse(word: &str) -> Option<Geometry> {
        let (size, parent) = word.split_once('_')?;
        let (size, holdings) = size.split_once('+')?;
        let (files, ranks) = size.split_once('x')?;
        Some(Geometry {
            files: files.parse().ok()?,
            ranks: ranks.parse().ok()?,
            holdings: holdings.parse().ok()?,
            parent: parent.to_owned(),
        })
    }
}

impl Setup {
    pub(super) fn parse(text: &str) -> Result<Setup, Problem> {
        let (table, rest) = match text.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            Some((table, rest)) => (Some(table.to_owned()), rest.trim_ascii()),
            None => (None, text),
        };
        let (word, behind) = split_word(rest);
        let geometry = if table.is_some() { Geometry::parse(word) } else { None };
        let fen = if geometry.is_some() { behind } else { rest };
        Ok(Setup { table, geometry, fen: required("position", fen)?.to_owned() })
    }
}

impl fmt::Display for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}+{}_{}", self.files, self.ranks, self.holdings, OneLine(&self.parent))
    }
}

/// What follows the word `setup`.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(table) = &self.table {
            write!(f, "({}) ", OneLine(table))?;
            if let Some(geometry) = &self.geometry {
                write!(f, "{geometry} ")?;
            }
        }
        write!(f, "{}", OneLine(&self.fen))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_and_without_table_and_geometry() {
        let full = "(.NBRQP/....K..nbrqp/....k.) 7x7+0_elven n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 0 1";
        let setup = Setup::parse(full).expect("good");
        assert_eq!(setup.table.as_deref(), Some(".NBRQP/....K..nbrqp/....k."));
        let geometry = Geometry { files: 7, ranks: 7, holdings: 0, parent: "elven".into() };
        assert_eq!(setup.geometry, Some(geometry));
        assert_eq!(setup.fen, "n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 0 1");
        for text in [full, "(PNpn) 8/8 w - - 0 1", "8/8/8 w - - 0 1", "(PNpn) 8x8_x 8/8"] {
            assert_eq!(Setup::parse(text).expect("good").to_string(), text);
        }
        assert_eq!(Setup::parse(""), Err(Problem::Missing("position")));
        assert_eq!(Setup::parse("(PN) 8x8+0_fairy"), Err(Problem::Missing("position")));
    }
}
