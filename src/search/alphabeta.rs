//! The main search: principal variation search with a transposition table.

use super::picker::Picker;
use super::table::{Bound, Entry};
use super::{MAX_PLY, Score, Searchable, Worker};

/// The most that the history of a move may tell.
const HISTORY_LIMIT: i32 = 8_000;

impl<G: Searchable> Worker<G> {
    /// The score of a position from its side to move, `ply` plies from the root, within the window.
    ///
    /// Fail-soft. The result is void once the search is broken off.
    pub(super) fn alphabeta(&mut self, position: &G, depth: u32, ply: usize, mut alpha: Score, beta: Score) -> Score {
        debug_assert!(alpha < beta && ply <= MAX_PLY, "window {alpha:?} {beta:?} at ply {ply}");
        if depth == 0 || ply >= MAX_PLY {
            return self.quiesce(position, ply, alpha, beta);
        }
        self.enter();
        self.lines[ply].clear();
        if self.broken_off {
            return Score::DRAW;
        }

        let moves = position.legal();
        if let Some(outcome) = position.outcome(&moves)
            && (ply > 0 || outcome.leaves_no_move())
        {
            return match outcome.winner {
                None => Score::DRAW,
                Some(side) if side == position.turn() => Score::won_in(ply),
                Some(_) => Score::lost_in(ply),
            };
        }
        if ply > 0 && self.repeats(position.counters().half_moves) {
            return Score::DRAW;
        }

        // Table: an entry of a null-window node settles it; the best line is always searched out.
        let is_line = beta.value() - alpha.value() > 1;
        let known = self.table.probe(position.key());
        if let Some(score) = known.and_then(|entry| entry.cut(depth, ply, alpha, beta))
            && !is_line
        {
            return score;
        }
        let known_tag = known.map_or(0, |entry| entry.tag);

        let side = position.turn().index();
        let picker = Picker::<G>::new(&moves, |m| {
            let tag = G::tag(m);
            if tag == known_tag {
                i32::MAX
            } else if position.is_noisy(m) {
                HISTORY_LIMIT + 1 + position.gain(m)
            } else {
                i32::from(self.history[side][usize::from(tag)])
            }
        });

        let mut best = -Score::INFINITE;
        let mut best_tag = 0;
        let mut bound = Bound::Upper;
        for (number, m) in picker.enumerate() {
            let mut next = position.clone();
            next.play(m);
            self.keys.push(next.key());
            let mut score = -Score::INFINITE;
            // All but the first move are first asked only whether they are better.
            if number > 0 {
                score = -self.alphabeta(&next, depth - 1, ply + 1, -(alpha + 1), -alpha);
            }
            if number == 0 || score > alpha && is_line {
                score = -self.alphabeta(&next, depth - 1, ply + 1, -beta, -alpha);
            }
            self.keys.pop();
            if self.broken_off {
                return Score::DRAW;
            }

            if score > best {
                best = score;
                if score > alpha {
                    best_tag = G::tag(m);
                    bound = Bound::Exact;
                    alpha = score;
                    self.extend_line(m, ply);
                }
                if score >= beta {
                    bound = Bound::Lower;
                    if !position.is_noisy(m) {
                        self.reward(side, best_tag, depth);
                    }
                    break;
                }
            }
        }

        let entry = Entry { tag: best_tag, score: best.to_table(ply), depth: depth.min(255) as u8, bound };
        self.table.store(position.key(), entry);
        best
    }

    /// Whether the node's position stood before: once more in the line searched or in the game.
    fn repeats(&self, half_moves: u16) -> bool {
        let last = self.keys.len() - 1;
        let back = usize::from(half_moves).min(last);
        (2..=back).step_by(2).any(|plies| self.keys[last - plies] == self.keys[last])
    }

    fn extend_line(&mut self, m: G::Move, ply: usize) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(m);
        above[ply].extend_from_slice(&below[0]);
    }

    /// Moves the history of a quiet move that cut towards its limit, the faster the farther away it is.
    fn reward(&mut self, side: usize, tag: u16, depth: u32) {
        let value = &mut self.history[side][usize::from(tag)];
        let bonus = (depth * depth).min(400) as i32;
        *value += (bonus - i32::from(*value) * bonus / HISTORY_LIMIT) as i16;
    }
}
