//! UCI's `info`: what an engine tells of its search.

use std::fmt;

use crate::words::{OneLine, integer, natural, small, small_integer};
use crate::{Bound, MoveWord, Score};

/// Chances in thousandths, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wdl {
    /// To win.
    pub win: u32,
    /// To draw.
    pub draw: u32,
    /// To lose.
    pub loss: u32,
}

/// `currline CPU MOVE…`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CurrentLine {
    /// The thread, from 1, if there are several.
    pub cpu: Option<u32>,
    /// The line it searches.
    pub moves: Vec<MoveWord>,
}

/// The parts of an `info` line; every one may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Info {
    /// Plies.
    pub depth: Option<u32>,
    /// Plies of the longest branch.
    pub seldepth: Option<u32>,
    /// Which of several best lines, from 1.
    pub multipv: Option<u32>,
    /// The score for the side to move.
    pub score: Option<Score>,
    /// Whether the score is only a bound.
    pub bound: Bound,
    /// Chances, where the GUI asked for them.
    pub wdl: Option<Wdl>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nps: Option<u64>,
    /// Thousandths of the hash table in use.
    pub hashfull: Option<u32>,
    /// Positions found in tablebases.
    pub tbhits: Option<u64>,
    /// Thousandths of the processor in use.
    pub cpuload: Option<u32>,
    /// Milliseconds since the search began.
    pub time: Option<u64>,
    /// The root move being searched.
    pub currmove: Option<MoveWord>,
    /// Its number, from 1.
    pub currmovenumber: Option<u32>,
    /// A move and the line that refutes it.
    pub refutation: Vec<MoveWord>,
    /// The line being searched.
    pub currline: Option<CurrentLine>,
    /// The best line.
    pub pv: Vec<MoveWord>,
    /// Any text, to the end of the line.
    pub string: Option<String>,
}

const KEYWORDS: [&str; 18] = [
    "depth",
    "seldepth",
    "multipv",
    "score",
    "wdl",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "cpuload",
    "time",
    "currmove",
    "currmovenumber",
    "refutation",
    "currline",
    "pv",
    "string",
    "sbhits",
];

/// The words of a line, with the text behind them at hand.
struct Cursor<'a> {
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    fn peek(&self) -> &'a str {
        crate::words::split_word(self.rest).0
    }

    fn next(&mut self) -> &'a str {
        let (word, rest) = crate::words::split_word(self.rest);
        self.rest = rest;
        word
    }

    /// The next word, if `read` makes something of it; otherwise it stays.
    fn take<T>(&mut self, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let value = read(self.peek())?;
        self.next();
        Some(value)
    }

    fn small(&mut self) -> Option<u32> {
        self.take(|word| small("number", word).ok())
    }

    fn big(&mut self) -> Option<u64> {
        self.take(|word| natural("number", word).ok())
    }

    fn moves(&mut self) -> Vec<MoveWord> {
        let mut moves = Vec::new();
        while let Some(word) = self.one_move() {
            moves.push(word);
        }
        moves
    }

    fn one_move(&mut self) -> Option<MoveWord> {
        self.take(|word| (!word.is_empty() && !KEYWORDS.contains(&word)).then(|| MoveWord::new(word)))
    }
}

impl Info {
    /// An `info string`.
    pub fn text(text: impl Into<String>) -> Info {
        Info { string: Some(text.into()), ..Info::default() }
    }

    /// Reads what follows the word `info`. Never fails: what it does not know, or is no number where one must be, it
    /// passes over.
    ///
    /// ```
    /// use triptych_protocol::{Score, uci::Info};
    ///
    /// let info = Info::parse("depth 3 score mate -2 upperbound nodes 150 pv e2e4 e7e5");
    /// assert_eq!((info.depth, info.score, info.nodes), (Some(3), Some(Score::MatedIn(2)), Some(150)));
    /// assert_eq!(info.pv.len(), 2);
    /// ```
    pub fn parse(text: &str) -> Info {
        let mut info = Info::default();
        let mut words = Cursor { rest: text.trim_ascii() };
        while !words.rest.is_empty() {
            match words.next() {
                "depth" => info.depth = words.small(),
                "seldepth" => info.seldepth = words.small(),
                "multipv" => info.multipv = words.small(),
                "score" => info.read_score(&mut words),
                "wdl" => info.wdl = read_wdl(&mut words),
                "nodes" => info.nodes = words.big(),
                "nps" => info.nps = words.big(),
                "hashfull" => info.hashfull = words.small(),
                "tbhits" => info.tbhits = words.big(),
                "cpuload" => info.cpuload = words.small(),
                "time" => info.time = words.big(),
                "currmove" => info.currmove = words.one_move(),
                "currmovenumber" => info.currmovenumber = words.small(),
                "refutation" => info.refutation = words.moves(),
                "currline" => info.currline = Some(CurrentLine { cpu: words.small(), moves: words.moves() }),
                "pv" => info.pv = words.moves(),
                "string" => {
                    info.string = Some(words.rest.to_owned());
                    break;
                }
                _ => {}
            }
        }
        info
    }

    /// `cp X`, `mate X`, `lowerbound` and `upperbound`, in any order.
    fn read_score(&mut self, words: &mut Cursor<'_>) {
        loop {
            match words.peek() {
                "cp" => {
                    words.next();
                    let score = words.take(|word| small_integer("score", word).ok());
                    self.score = score.map(Score::Centipawns).or(self.score);
                }
                "mate" => {
                    words.next();
                    self.score = words.take(|word| integer("mate", word).ok()).map(mate).or(self.score);
                }
                "lowerbound" => {
                    words.next();
                    self.bound = Bound::Lower;
                }
                "upperbound" => {
                    words.next();
                    self.bound = Bound::Upper;
                }
                _ => return,
            }
        }
    }
}

fn mate(moves: i64) -> Score {
    let size = u32::try_from(moves.unsigned_abs()).unwrap_or(u32::MAX);
    if moves > 0 { Score::MateIn(size) } else { Score::MatedIn(size) }
}

fn read_wdl(words: &mut Cursor<'_>) -> Option<Wdl> {
    let (win, draw, loss) = (words.small(), words.small(), words.small());
    Some(Wdl { win: win?, draw: draw?, loss: loss? })
}

/// What follows the word `info`, with a blank before each word.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn value<T: fmt::Display>(f: &mut fmt::Formatter<'_>, keyword: &str, value: Option<T>) -> fmt::Result {
            value.map_or(Ok(()), |value| write!(f, " {keyword} {value}"))
        }
        fn moves(f: &mut fmt::Formatter<'_>, keyword: &str, moves: &[MoveWord]) -> fmt::Result {
            if !moves.is_empty() {
                write!(f, " {keyword}")?;
            }
            moves.iter().try_for_each(|word| write!(f, " {word}"))
        }
        value(f, "depth", self.depth)?;
        value(f, "seldepth", self.seldepth)?;
        value(f, "multipv", self.multipv)?;
        match self.score {
            Some(Score::Centipawns(score)) => write!(f, " score cp {score}")?,
            // A mate in no moves cannot be told from being mated; one that is never reached is the nearest.
            Some(Score::MateIn(moves)) => write!(f, " score mate {}", moves.max(1))?,
            Some(Score::MatedIn(0)) => f.write_str(" score mate 0")?,
            Some(Score::MatedIn(moves)) => write!(f, " score mate -{moves}")?,
            None => {}
        }
        if self.score.is_some() {
            f.write_str(match self.bound {
                Bound::Exact => "",
                Bound::Lower => " lowerbound",
                Bound::Upper => " upperbound",
            })?;
        }
        if let Some(Wdl { win, draw, loss }) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        value(f, "nodes", self.nodes)?;
        value(f, "nps", self.nps)?;
        value(f, "hashfull", self.hashfull)?;
        value(f, "tbhits", self.tbhits)?;
        value(f, "cpuload", self.cpuload)?;
        value(f, "time", self.time)?;
        value(f, "currmove", self.currmove.as_ref())?;
        value(f, "currmovenumber", self.currmovenumber)?;
        moves(f, "refutation", &self.refutation)?;
        if let Some(CurrentLine { cpu, moves }) = &self.currline {
            f.write_str(" currline")?;
            cpu.map_or(Ok(()), |cpu| write!(f, " {cpu}"))?;
            moves.iter().try_for_each(|word| write!(f, " {word}"))?;
        }
        moves(f, "pv", &self.pv)?;
        self.string.as_ref().map_or(Ok(()), |text| write!(f, " string {}", OneLine(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything() {
        let text = " depth 10 seldepth 20 multipv 2 score cp -35 lowerbound wdl 100 800 100 nodes 1000 nps 50000 hashfull 12 \
                    tbhits 3 cpuload 999 time 20 currmove e2e4 currmovenumber 5 refutation d1h5 g6h5 currline 1 a2a3 a7a6 \
                    pv c4a6c8 e7e5 string the  end";
        let info = Info::parse(text);
        let expected = Info {
            depth: Some(10),
            seldepth: Some(20),
            multipv: Some(2),
            score: Some(Score::Centipawns(-35)),
            bound: Bound::Lower,
            wdl: Some(Wdl { win: 100, draw: 800, loss: 100 }),
            nodes: Some(1000),
            nps: Some(50000),
            hashfull: Some(12),
            tbhits: Some(3),
            cpuload: Some(999),
            time: Some(20),
            currmove: Some(MoveWord::new("e2e4")),
            currmovenumber: Some(5),
            refutation: MoveWord::list("d1h5 g6h5"),
            currline: Some(CurrentLine { cpu: Some(1), moves: MoveWord::list("a2a3 a7a6") }),
            pv: MoveWord::list("c4a6c8 e7e5"),
            string: Some("the  end".into()),
        };
        assert_eq!(info, expected);
        assert_eq!(info.to_string(), text);
        assert_eq!(Info::parse(""), Info::default());
        assert_eq!(Info::default().to_string(), "");
    }

    #[test]
    fn scores() {
        for (text, score) in [
            ("score mate 3", Score::MateIn(3)),
            ("score mate -3", Score::MatedIn(3)),
            ("score mate 0", Score::MatedIn(0)),
            ("score cp 99999999999", Score::Centipawns(i32::MAX)),
        ] {
            assert_eq!(Info::parse(text).score, Some(score), "{text}");
        }
        assert_eq!(Info::parse("score upperbound cp 5").bound, Bound::Upper);
        assert_eq!(Info { score: Some(Score::MateIn(0)), ..Info::default() }.to_string(), " score mate 1");
    }

    #[test]
    fn sloppy_lines() {
        let info = Info::parse("depth x nodes -5 unknown 7 sbhits 1 time 5 pv");
        assert_eq!(info, Info { time: Some(5), ..Info::default() });
        // Some engines go on behind the line of moves.
        let info = Info::parse("pv e2e4 e7e5 nodes 5");
        assert_eq!((info.pv.len(), info.nodes), (2, Some(5)));
        assert_eq!(Info::parse("string").string, Some(String::new()));
        assert_eq!(Info::parse("string depth 5 pv e2e4"), Info::text("depth 5 pv e2e4"));
        assert_eq!(Info::text("pv e2e4").to_string(), " string pv e2e4");
        assert_eq!(
            Info::parse("currline e2e4").currline,
            Some(CurrentLine { cpu: None, moves: MoveWord::list("e2e4") })
        );
        assert_eq!(Info::parse("score nodes 5").nodes, Some(5));
        assert_eq!(Info::parse("wdl 1 2 nodes 5").wdl, None);
    }
}
