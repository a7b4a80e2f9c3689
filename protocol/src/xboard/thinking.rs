//! Lines about a search: thinking output, and the state of an analysis (`stat01:`).

use std::fmt;

use crate::words::{integer, natural, required, small, without_controls};
use crate::{Bound, MoveWord, Problem, Score};

/// `PLIES SCORE TIME NODES PV`, with three more numbers and a tab before the line if `extra` is there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thinking {
    /// Depth in plies.
    pub depth: u32,
    /// For the side to move.
    pub score: Score,
    /// Whether the score is only a bound: `!` (at least) or `?` (at most) ends the line.
    pub bound: Bound,
    /// Since the search began, in centiseconds.
    pub time: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// What newer GUIs show too.
    pub extra: Option<Extra>,
    /// The line of moves; free text.
    pub pv: String,
}

/// Further numbers of a thinking line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extra {
    /// Depth of the longest branch in plies.
    pub selective_depth: u32,
    /// Nodes a second.
    pub speed: u64,
    /// Positions found in tablebases.
    pub tablebase_hits: u64,
}

impl Thinking {
    /// Reads a thinking line, if it is one: it starts with four whole numbers. GNU Chess's form, with a mark behind the
    /// depth and the time in seconds, is read too.
    pub(super) fn parse(line: &str) -> Option<Thinking> {
        let (depth, rest) = next_word(line);
        let (score, rest) = next_word(rest);
        let (time, rest) = next_word(rest);
        let (nodes, rest) = next_word(rest);
        let digits = depth.bytes().take_while(u8::is_ascii_digit).count();
        let in_seconds = match depth[digits..].chars().count() {
            0 => false,
            1 => true,
            _ => return None,
        };
        let depth = small("depth", &depth[..digits]).ok()?;
        let score = Score::from_xboard(integer("score", score).ok()?);
        // Counters of some engines overflow into the negative.
        let count = |word| integer("count", word).ok().map(|_| natural("count", word).unwrap_or(0));
        let time = count(time)?.saturating_mul(if in_seconds { 100 } else { 1 });
        let nodes = count(nodes)?;
        let (extra, pv) = split_extra(rest);
        let pv = pv.trim_ascii();
        let (pv, bound) = match pv.as_bytes().last() {
            Some(b'!') => (&pv[..pv.len() - 1], Bound::Lower),
            Some(b'?') => (&pv[..pv.len() - 1], Bound::Upper),
            _ => (pv, Bound::Exact),
        };
        let pv = pv.replace('\t', " ").trim_ascii().to_owned();
        Some(Thinking { depth, score, bound, time, nodes, extra, pv })
    }
}

/// The first word and all that follows it, the tab at the end of a line without moves included.
fn next_word(text: &str) -> (&str, &str) {
    let text = text.trim_ascii_start();
    text.split_at(text.find(|c: char| c.is_ascii_whitespace()).unwrap_or(text.len()))
}

/// Splits what follows the nodes. The line of moves starts behind the last tab that only numbers stand before; without
/// such a tab there are no further numbers.
fn split_extra(text: &str) -> (Option<Extra>, &str) {
    let mut numbers = Vec::new();
    let mut pending = Vec::new();
    let mut behind = None;
    let mut rest = text;
    loop {
        let blanks = rest.len() - rest.trim_ascii_start().len();
        if rest[..blanks].contains('\t') && !pending.is_empty() {
            numbers.append(&mut pending);
            behind = Some(&rest[blanks..]);
        }
        rest = &rest[blanks..];
        let (word, after) = next_word(rest);
        match natural("count", word) {
            Ok(number) => pending.push(number),
            Err(_) => break,
        }
        rest = after;
    }
    let Some(pv) = behind else {
        return (None, text);
    };
    let tablebase_hits = numbers.pop().unwrap_or(0);
    let selective_depth = numbers.first().map_or(0, |depth| u32::try_from(*depth).unwrap_or(u32::MAX));
    let speed = numbers.get(1).copied().unwrap_or(0);
    (Some(Extra { selective_depth, speed, tablebase_hits }), pv)
}

impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.depth, self.score.to_xboard(), self.time, self.nodes)?;
        if let Some(Extra { selective_depth, speed, tablebase_hits }) = self.extra {
            write!(f, " {selective_depth} {speed} {tablebase_hits}\t")?;
        } else {
            f.write_str(" ")?;
        }
        write!(f, "{}", without_controls(&self.pv).replace('\t', " "))?;
        f.write_str(match self.bound {
            Bound::Exact => "",
            Bound::Lower => " !",
            Bound::Upper => " ?",
        })
    }
}

/// `stat01: TIME NODES PLIES LEFT TOTAL MOVE`, the answer to `.` in analysis.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Status {
    /// Since the search began, in centiseconds.
    pub time: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Depth in plies.
    pub depth: u32,
    /// Root moves still to be searched at this depth.
    pub moves_left: u32,
    /// All root moves.
    pub moves: u32,
    /// The one being searched.
    pub current: Option<MoveWord>,
}

impl Status {
    pub(super) fn parse(text: &str) -> Result<Status, Problem> {
        let mut words = text.split_ascii_whitespace();
        let mut next = |what| required(what, words.next().unwrap_or(""));
        Ok(Status {
            time: natural("time", next("time")?)?,
            nodes: natural("nodes", next("nodes")?)?,
            depth: small("depth", next("depth")?)?,
            moves_left: small("number of moves left", next("number of moves left")?)?,
            moves: small("number of moves", next("number of moves")?)?,
            current: next("move").ok().map(MoveWord::new),
        })
    }
}

/// What follows `stat01:`.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {} {}", self.time, self.nodes, self.depth, self.moves_left, self.moves)?;
        self.current.as_ref().map_or(Ok(()), |word| write!(f, " {word}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thinking() -> Thinking {
        Thinking {
            depth: 9,
            score: Score::Centipawns(156),
            bound: Bound::Exact,
            time: 1084,
            nodes: 48000,
            extra: None,
            pv: "c4xb5-a6 a7a6".into(),
        }
    }

    fn read(line: &str) -> Thinking {
        Thinking::parse(line).expect("a thinking line")
    }

    #[test]
    fn plain_lines() {
        assert_eq!(thinking().to_string(), "9 156 1084 48000 c4xb5-a6 a7a6");
        for line in ["9 156 1084 48000 c4xb5-a6 a7a6", "  9\t156  1084 48000\tc4xb5-a6 a7a6 "] {
            assert_eq!(read(line.trim_ascii()), thinking());
        }
        assert_eq!(read("1 0 0 1").pv, "");
        assert_eq!(read("5 100003 1 1 x").score, Score::MateIn(3));
        assert_eq!(read("5 -100002 1 1 x").score, Score::MatedIn(2));
        assert_eq!(
            read("5 0 -3 -1 x"),
            Thinking { depth: 5, score: Score::Centipawns(0), time: 0, nodes: 0, pv: "x".into(), ..thinking() }
        );
        assert_eq!(read("4 109 14 1435 1. e4 d5").pv, "1. e4 d5");
        for line in
            ["", "9", "9 156 1084", "e4 1 2 3", "9 1.5 2 3 e4", "9.. 1 2 3", "12345 moves found in 3", "1-0 {x} 1 2"]
        {
            assert_eq!(Thinking::parse(line), None, "{line}");
        }
    }

    #[test]
    fn gnu_chess_gives_seconds() {
        let line = read("3& 14 2 89 d1d2 e8e7");
        assert_eq!((line.depth, line.time), (3, 200));
        assert_eq!(read("99999999999. 14 99999999999999999999 89 d1d2").time, u64::MAX);
    }

    #[test]
    fn bounds() {
        for (bound, line) in
            [(Bound::Lower, "9 156 1084 48000 c4xb5-a6 a7a6 !"), (Bound::Upper, "9 156 1084 48000 c4xb5-a6 a7a6 ?")]
        {
            let thinking = Thinking { bound, ..thinking() };
            assert_eq!(thinking.to_string(), line);
            assert_eq!(read(line), thinking);
        }
        assert_eq!(read("9 156 1084 48000 e2e4!").pv, "e2e4");
    }

    #[test]
    fn further_numbers_end_in_a_tab() {
        let extra = Extra { selective_depth: 20, speed: 1_000_000, tablebase_hits: 3 };
        let full = Thinking { extra: Some(extra), ..thinking() };
        assert_eq!(full.to_string(), "9 156 1084 48000 20 1000000 3\tc4xb5-a6 a7a6");
        assert_eq!(read(&full.to_string()), full);
        let extra = |line| read(line).extra.expect(line);
        assert_eq!(extra("1 2 3 4 7\t"), Extra { selective_depth: 0, speed: 0, tablebase_hits: 7 });
        assert_eq!(extra("1 2 3 4 7\te2e4"), Extra { selective_depth: 0, speed: 0, tablebase_hits: 7 });
        assert_eq!(extra("1 2 3 4 9 7\te2e4"), Extra { selective_depth: 9, speed: 0, tablebase_hits: 7 });
        assert_eq!(extra("1 2 3 4\t9\t8\t7\te2e4"), Extra { selective_depth: 9, speed: 8, tablebase_hits: 7 });
        assert_eq!(extra("1 2 3 4 9 8 6 5 7\te2e4"), Extra { selective_depth: 9, speed: 8, tablebase_hits: 7 });
        // A tab behind the first move is no such tab, nor the one behind the nodes.
        assert_eq!(read("1 2 3 4 5 e2e4\te7e5").extra, None);
        assert_eq!(read("1 2 3 4\t5 e2e4").pv, "5 e2e4");
    }

    #[test]
    fn states_of_an_analysis() {
        let status = Status { time: 1234, nodes: 30000, depth: 7, moves_left: 5, moves: 30, current: None };
        assert_eq!(status.to_string(), "1234 30000 7 5 30");
        assert_eq!(Status::parse("1234 30000 7 5 30"), Ok(status.clone()));
        let status = Status { current: Some(MoveWord::new("c4xb5-a6")), ..status };
        assert_eq!(Status::parse(&status.to_string()), Ok(status));
        assert_eq!(Status::parse("1 2 3"), Err(Problem::Missing("number of moves left")));
    }
}
