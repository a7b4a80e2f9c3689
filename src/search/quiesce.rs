//! Quiescence: playing out captures until the evaluation can be trusted.

use super::alphabeta::LATE_COUNTER;
use super::node::evaluation;
use super::picker::Picker;
use super::table::{Bound, Entry};
use super::{MAX_PLY, Score, Searchable, Worker};
use crate::board::MoveList;

/// The positions after so many moves are fetched from the table before any is tried: there are rarely more.
const FETCHED: usize = 6;

impl<G: Searchable> Worker<G> {
    /// The score of a position with only its noisy moves tried, from its side to move. Fail-soft.
    pub(super) fn quiesce(&mut self, position: &G, ply: usize, mut alpha: Score, beta: Score) -> Score {
        self.enter(ply);
        self.lines[ply].clear();
        if self.broken_off {
            return Score::DRAW;
        }
        if let Some(outcome) = position.settled() {
            return self.ended(outcome, position.turn(), ply);
        }
        let half_moves = position.counters().half_moves;
        if self.repeats() {
            return self.draw(position.turn());
        }
        // Where captures are forced and one is due there is no standing pat: every move is a capture, and all are tried.
        let is_forced = G::POLICY.forced_capture && position.must_capture();
        let known = self.table.probe(position.key());
        if let Some(score) = known.and_then(|entry| entry.cut(0, ply, alpha, beta))
            && beta.value() - alpha.value() <= 1
            && half_moves < LATE_COUNTER
        {
            return score;
        }
        let told = self.frames[ply].check.take();
        let is_full = is_forced || G::POLICY.evades_checks && told.unwrap_or_else(|| position.in_check());
        if half_moves >= 100 && !is_full {
            return self.draw(position.turn());
        }
        // Where there is no standing pat nothing goes by the evaluation.
        let raw = (!is_full || ply >= MAX_PLY).then(|| evaluation(position, known));
        let stand =
            raw.map_or(-Score::INFINITE, |raw| self.judge(raw, half_moves, position.turn(), position.structure()));
        if ply >= MAX_PLY || !is_full && stand >= beta {
            return stand;
        }
        let mut best = stand;
        alpha = alpha.max(best);

        let mut moves: MoveList<G::Move> = MoveList::new();
        if is_full {
            position.moves(&mut moves);
        } else {
            position.noisy(&mut moves);
        }
        if is_full && let Some(outcome) = position.outcome(&moves) {
            return self.ended(outcome, position.turn(), ply);
        }
        self.look_up_from(moves.len());
        if self.broken_off {
            return Score::DRAW;
        }

        let mut best_tag = 0;
        let known_tag = known.map_or(0, |entry| entry.tag);
        for &m in moves.iter().take(FETCHED) {
            self.table.prefetch(position.key_after(m));
        }
        let mut picker = Picker::noisy(position, &moves, known_tag, &self.history);
        for ranked in picker.by_ref() {
            let m = ranked.m;
            // Delta pruning: not even what this takes brings the score near the window.
            if !is_full {
                let hope = stand + position.gain(m) + self.params.delta_margin;
                if hope <= alpha {
                    best = best.max(hope.min(alpha));
                    continue;
                }
            }
            let mut next = position.clone();
            next.play(m);
            self.step(next.key(), position.is_irreversible(m));
            self.frames[ply + 1].slot = ranked.slot;
            self.frames[ply + 1].check = None;
            let score = -self.quiesce(&next, ply + 1, -beta, -alpha);
            self.path.pop();
            if self.broken_off {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_tag = G::tag(m);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        // Nothing here is exact: the quiet moves were not tried.
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        self.table
            .store(position.key(), Entry { tag: best_tag, score: best.to_table(ply), eval: raw, depth: 0, bound });
        best
    }
}
