//! What a search has found, in UCI's words.

use std::time::Duration;

use triptych_protocol::uci::{Info, Reply, Wdl};
use triptych_protocol::{Bound as WrittenBound, MoveWord};

use crate::engine::{Thought, Trying};
use crate::frontend::settings::Settings;
use crate::frontend::xboard::protocol_score;
use crate::search::{Bound, Score};

/// The `info` line of a thought.
pub(super) fn info(thought: &Thought, settings: &Settings) -> Reply {
    let milliseconds = u64::try_from(thought.time.as_millis()).unwrap_or(u64::MAX);
    let speed = thought.nodes as f64 / thought.time.as_secs_f64().max(1e-3);
    Reply::Info(Box::new(Info {
        depth: Some(thought.depth),
        seldepth: Some(thought.selective_depth.max(thought.depth)),
        multipv: Some(thought.rank.max(1) as u32),
        score: Some(protocol_score(thought.score)),
        bound: bound(thought.bound),
        wdl: settings.show_wdl.then(|| chances(thought.score)),
        nodes: Some(thought.nodes),
        nps: Some(speed as u64),
        hashfull: Some(thought.hashfull),
        tbhits: Some(thought.tablebase_hits),
        time: Some(milliseconds),
        pv: thought.line.iter().map(|played| MoveWord::new(&played.text)).collect(),
        ..Info::default()
    }))
}

/// The words for a bound, or for none.
pub(in crate::frontend) fn bound(bound: Option<Bound>) -> WrittenBound {
    match bound {
        None | Some(Bound::Exact) => WrittenBound::Exact,
        Some(Bound::Lower) => WrittenBound::Lower,
        Some(Bound::Upper) => WrittenBound::Upper,
    }
}

/// The `info` line of a move that is being searched.
pub(super) fn trying(trying: &Trying) -> Reply {
    Reply::Info(Box::new(Info {
        depth: Some(trying.depth),
        currmove: Some(MoveWord::new(&trying.played.text)),
        currmovenumber: Some(u32::try_from(trying.number).unwrap_or(u32::MAX)),
        ..Info::default()
    }))
}

/// The `info` line of a root without a legal move.
pub(super) fn ended(score: Score) -> Reply {
    Reply::Info(Box::new(Info { depth: Some(0), score: Some(protocol_score(score)), ..Info::default() }))
}

/// What is found where there is nothing to find.
pub(super) fn nothing(score: Score) -> Thought {
    Thought {
        depth: 0,
        selective_depth: 0,
        score,
        line: Vec::new(),
        nodes: 0,
        time: Duration::ZERO,
        hashfull: 0,
        tablebase_hits: 0,
        rank: 1,
        bound: None,
    }
}

/// `bestmove`, with the move to ponder on where the line has one.
pub(super) fn best_move(thought: &Thought) -> Reply {
    let word = |at: usize| thought.line.get(at).map(|played| MoveWord::new(&played.text));
    Reply::BestMove { best: word(0), ponder: word(1) }
}

/// The chances of a score in thousandths.
fn chances(score: Score) -> Wdl {
    let chances = score.chances();
    let [win, loss] = [chances.win, chances.loss].map(|share| (1000.0 * share).round() as u32);
    Wdl { win, draw: 1000 - win - loss, loss }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_follow_the_score() {
        let mut last = 0;
        for centipawns in (-3000..=3000).step_by(50) {
            let Wdl { win, draw, loss } = chances(Score::centipawns(centipawns));
            assert_eq!(win + draw + loss, 1000);
            assert!(win >= last);
            last = win;
        }
        let even = chances(Score::DRAW);
        assert_eq!(even.win, even.loss);
        assert_eq!(chances(Score::won_in(3)).win, 1000);
        assert_eq!(chances(Score::lost_in(4)).loss, 1000);
    }
}
