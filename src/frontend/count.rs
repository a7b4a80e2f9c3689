//! `go perft N`: the leaves of the game tree below each legal move, in a way that can be stopped.

use std::time::Instant;

use crate::arbiter::Arbiter;
use crate::game::perft::perft;
use crate::game::{Game, notation};
use crate::search::{Searchable, Stop};
use crate::variant::{Variant, Visitor};

/// What is counted without a look at the signal: about a second at most.
const UNWATCHED: u32 = 3;

/// Lines with the count below each legal move, and with the sum; the counts of what was counted when it was stopped.
pub(super) fn divide(game: &dyn Arbiter, depth: u32, stop: &Stop) -> Vec<String> {
    let Ok(variant) = game.name().parse::<Variant>() else { return Vec::new() };
    let fen = game.fen();
    variant.visit(game.terrain().as_deref(), Divide { fen: &fen, depth, stop }).unwrap_or_default()
}

struct Divide<'a> {
    fen: &'a str,
    depth: u32,
    stop: &'a Stop,
}

impl Visitor for Divide<'_> {
    type Output = Vec<String>;

    fn visit<G: Searchable>(self, setting: G::Setting) -> Vec<String> {
        let Ok(position) = G::parse(self.fen, setting) else { return Vec::new() };
        let began = Instant::now();
        let (mut lines, mut sum) = (Vec::new(), 0);
        if self.depth == 0 {
            sum = 1;
        } else {
            for (text, m) in notation::sorted(&position) {
                let Some(leaves) = leaves(&after(&position, m), self.depth - 1, self.stop) else { break };
                lines.push(format!("{text}: {leaves}"));
                sum += leaves;
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        lines.extend([
            String::new(),
            format!("Nodes searched: {sum}"),
            format!(
                "info string perft {} time {:.0} nps {:.0}",
                self.depth,
                seconds * 1e3,
                sum as f64 / seconds.max(1e-9)
            ),
        ]);
        lines
    }
}

fn leaves<G: Game>(position: &G, depth: u32, stop: &Stop) -> Option<u64> {
    if stop.is_given() {
        return None;
    }
    if depth <= UNWATCHED {
        return Some(perft(position, depth));
    }
    position.legal().iter().map(|&m| leaves(&after(position, m), depth - 1, stop)).sum()
}

fn after<G: Game>(position: &G, m: G::Move) -> G {
    let mut next = position.clone();
    next.play(m);
    next
}
