//! The arguments of UCI's `go`.
//!
//! A GUI waits for the answer to every `go`, so a wrong argument never spoils the line: what can be read counts, the
//! rest is told in [`Go::problems`].

use std::fmt;

use crate::words::{clock, natural, small};
use crate::{MoveWord, Problem};

/// What a search is told; all of it may be missing (`go` alone).
///
/// ```
/// use triptych_protocol::{Problem, uci::Go};
///
/// let go = Go::parse("wtime -20 btime 30000 winc 100 depth lots");
/// assert_eq!((go.wtime, go.btime, go.winc, go.depth), (Some(-20), Some(30000), Some(100), None));
/// assert_eq!(go.problems, [Problem::NotANumber("depth", "lots".into())]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Go {
    /// The moves to be searched; all if there are none.
    pub searchmoves: Vec<MoveWord>,
    /// Ponder: search until `ponderhit` or `stop`.
    pub ponder: bool,
    /// White's clock in milliseconds, within ±[`crate::CLOCK_LIMIT`]; may be negative.
    pub wtime: Option<i64>,
    /// Black's clock, likewise.
    pub btime: Option<i64>,
    /// White's increment in milliseconds.
    pub winc: Option<u64>,
    /// Black's increment in milliseconds.
    pub binc: Option<u64>,
    /// Moves until the clock gets its time again; some GUIs send 0 for the whole game.
    pub movestogo: Option<u32>,
    /// Plies at most.
    pub depth: Option<u32>,
    /// Nodes at most.
    pub nodes: Option<u64>,
    /// Search for a mate in so many moves.
    pub mate: Option<u32>,
    /// Milliseconds for this move.
    pub movetime: Option<u64>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Count the positions at this depth instead of searching.
    pub perft: Option<u32>,
    /// What could not be read: words without a meaning, missing numbers and non-numbers, which were passed over, and
    /// negative numbers, which were taken as 0. Not written.
    pub problems: Vec<Problem>,
}

const KEYWORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

impl Go {
    /// Reads what follows the word `go`. Never fails.
    pub fn parse(text: &str) -> Go {
        let mut go = Go::default();
        let mut words = text.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            let Some(keyword) = KEYWORDS.into_iter().find(|keyword| *keyword == word) else {
                go.problems.push(Problem::Unexpected(word.to_owned()));
                continue;
            };
            match keyword {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    while let Some(word) = words.next_if(|word| !KEYWORDS.contains(word)) {
                        go.searchmoves.push(MoveWord::new(word));
                    }
                    if go.searchmoves.is_empty() {
                        go.problems.push(Problem::Missing(keyword));
                    }
                }
                _ => {
                    let word = words.next_if(|word| !KEYWORDS.contains(word)).unwrap_or("");
                    if let Err(problem) = go.set(keyword, word) {
                        if matches!(problem, Problem::Negative(..)) && go.set(keyword, "0").is_err() {
                            debug_assert!(false, "every number may be 0");
                        }
                        go.problems.push(problem);
                    }
                }
            }
        }
        go
    }

    fn set(&mut self, keyword: &'static str, word: &str) -> Result<(), Problem> {
        match keyword {
            "wtime" => self.wtime = Some(clock(keyword, word)?),
            "btime" => self.btime = Some(clock(keyword, word)?),
            "winc" => self.winc = Some(whole(keyword, word)?),
            "binc" => self.binc = Some(whole(keyword, word)?),
            "movetime" => self.movetime = Some(whole(keyword, word)?),
            "movestogo" => self.movestogo = Some(small(keyword, word)?),
            "depth" => self.depth = Some(small(keyword, word)?),
            "nodes" => self.nodes = Some(natural(keyword, word)?),
            "mate" => self.mate = Some(small(keyword, word)?),
            _ => self.perft = Some(small(keyword, word)?),
        }
        Ok(())
    }
}

/// Milliseconds that are not negative; a fraction is dropped.
fn whole(what: &'static str, word: &str) -> Result<u64, Problem> {
    u64::try_from(clock(what, word)?).map_err(|_| Problem::Negative(what, word.to_owned()))
}

/// What follows the word `go`, with a blank before each word.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn number<T: fmt::Display>(f: &mut fmt::Formatter<'_>, keyword: &str, value: Option<T>) -> fmt::Result {
            value.map_or(Ok(()), |value| write!(f, " {keyword} {value}"))
        }
        if self.ponder {
            f.write_str(" ponder")?;
        }
        number(f, "wtime", self.wtime)?;
        number(f, "btime", self.btime)?;
        number(f, "winc", self.winc)?;
        number(f, "binc", self.binc)?;
        number(f, "movestogo", self.movestogo)?;
        number(f, "depth", self.depth)?;
        number(f, "nodes", self.nodes)?;
        number(f, "mate", self.mate)?;
        number(f, "movetime", self.movetime)?;
        if self.infinite {
            f.write_str(" infinite")?;
        }
        number(f, "perft", self.perft)?;
        // Last, because engines differ in where they think that the list ends.
        if !self.searchmoves.is_empty() {
            f.write_str(" searchmoves")?;
        }
        self.searchmoves.iter().try_for_each(|word| write!(f, " {word}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_argument() {
        let text = " ponder wtime 1000 btime -5 winc 10 binc 20 movestogo 40 depth 6 nodes 99 mate 3 movetime 500 infinite perft 4 \
                    searchmoves e2e4 c4a6c8";
        let go = Go::parse(text);
        let expected = Go {
            searchmoves: MoveWord::list("e2e4 c4a6c8"),
            ponder: true,
            wtime: Some(1000),
            btime: Some(-5),
            winc: Some(10),
            binc: Some(20),
            movestogo: Some(40),
            depth: Some(6),
            nodes: Some(99),
            mate: Some(3),
            movetime: Some(500),
            infinite: true,
            perft: Some(4),
            problems: vec![],
        };
        assert_eq!(go, expected);
        assert_eq!(go.to_string(), text);
        assert_eq!(Go::parse(""), Go::default());
    }

    #[test]
    fn a_list_of_moves_ends_at_a_keyword() {
        let go = Go::parse("searchmoves e2e4 d2d4 depth 3 searchmoves a2a3");
        assert_eq!(go.searchmoves, MoveWord::list("e2e4 d2d4 a2a3"));
        assert_eq!(go.depth, Some(3));
    }

    #[test]
    fn wrong_arguments_do_not_spoil_the_rest() {
        use Problem::*;
        for (text, expected, problem) in [
            ("depth x movetime 5", Go { movetime: Some(5), ..Go::default() }, NotANumber("depth", "x".into())),
            ("depth infinite", Go { infinite: true, ..Go::default() }, Missing("depth")),
            ("depth", Go::default(), Missing("depth")),
            ("movetime -5", Go { movetime: Some(0), ..Go::default() }, Negative("movetime", "-5".into())),
            (
                "movestogo -1 wtime 9",
                Go { movestogo: Some(0), wtime: Some(9), ..Go::default() },
                Negative("movestogo", "-1".into()),
            ),
            ("now depth 2", Go { depth: Some(2), ..Go::default() }, Unexpected("now".into())),
            ("searchmoves depth 2", Go { depth: Some(2), ..Go::default() }, Missing("searchmoves")),
        ] {
            assert_eq!(Go::parse(text), Go { problems: vec![problem], ..expected }, "{text}");
        }
    }

    #[test]
    fn numbers_out_of_range_are_cut() {
        let go = Go::parse("depth 99999999999 nodes 99999999999999999999 wtime 99999999999999999999 winc 1.5");
        assert_eq!((go.depth, go.nodes, go.winc), (Some(u32::MAX), Some(u64::MAX), Some(1)));
        assert_eq!(go.wtime, Some(crate::CLOCK_LIMIT));
        assert_eq!(go.problems, []);
    }
}
