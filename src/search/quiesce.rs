//! Quiescence: playing out captures until the evaluation can be trusted.

use super::picker::Picker;
use super::{MAX_PLY, Score, Searchable, Worker};

impl<G: Searchable> Worker<G> {
    /// The score of a position with only its noisy moves tried, from its side to move. Fail-soft.
    pub(super) fn quiesce(&mut self, position: &G, ply: usize, mut alpha: Score, beta: Score) -> Score {
        self.enter();
        self.lines[ply].clear();
        if self.broken_off {
            return Score::DRAW;
        }
        let moves = position.legal();
        if let Some(outcome) = position.outcome(&moves) {
            return match outcome.winner {
                None => Score::DRAW,
                Some(side) if side == position.turn() => Score::won_in(ply),
                Some(_) => Score::lost_in(ply),
            };
        }
        let stand = Score::centipawns(position.evaluate());
        // Where captures are forced and one is due there is no standing pat: all moves on the list are to be tried.
        let is_forced = G::POLICY.forced_capture && position.must_capture();
        if ply >= MAX_PLY || !is_forced && stand >= beta {
            return stand;
        }
        let mut best = if is_forced { -Score::INFINITE } else { stand };
        alpha = alpha.max(best);

        let noisy: crate::board::MoveList<G::Move> = moves.into_iter().filter(|&m| position.is_noisy(m)).collect();
        for m in Picker::<G>::new(&noisy, |m| position.gain(m)) {
            // Delta pruning: not even what this takes brings the score near the window.
            if !is_forced && stand + position.gain(m) + G::POLICY.delta_margin <= alpha {
                break;
            }
            let mut next = position.clone();
            next.play(m);
            let score = -self.quiesce(&next, ply + 1, -beta, -alpha);
            if self.broken_off {
                return Score::DRAW;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                if score >= beta {
                    break;
                }
            }
        }
        best
    }
}
