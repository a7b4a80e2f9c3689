//! The main search: principal variation search with a transposition table.
//!
//! A *line node* has an open window: its score may be exact and its moves make up the best line. All other nodes are
//! asked only whether they reach a bound.

use std::collections::VecDeque;
use std::iter;
use std::sync::Arc;

use super::busy::Busy;
use super::history::{self, History, NONE};
use super::node::evaluation;
use super::parallel::Shared;
use super::picker::{Picker, Ranked};
use super::table::{Bound, Entry};
use super::trunk::{Found, Trunk};
use super::{MAX_PLY, Score, Searchable, Worker};
use crate::board::MoveList;

/// Above this half-move counter the table settles nothing: its scores know nothing of the draw that comes near.
pub(super) const LATE_COUNTER: u16 = 90;

impl<G: Searchable> Worker<G> {
    /// The score of a position from its side to move, `ply` plies from the root, within the window.
    ///
    /// Fail-soft. The result is void once the search is broken off.
    pub(super) fn alphabeta(
        &mut self,
        position: &G,
        depth: i32,
        ply: usize,
        mut alpha: Score,
        mut beta: Score,
    ) -> Score {
        debug_assert!(alpha < beta && ply <= MAX_PLY, "window {alpha:?} {beta:?} at ply {ply}");
        if let Some(score) = self.look_up(position, ply, depth <= 0) {
            self.enter(ply);
            self.lines[ply].clear();
            return score;
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(position, ply, alpha, beta);
        }
        let params = self.params;
        let is_line = beta.value() - alpha.value() > 1;
        let excluded = self.frames[ply].excluded;
        self.enter(ply);
        self.lines[ply].clear();
        if self.broken_off {
            return Score::DRAW;
        }
        if let Some(outcome) = position.settled() {
            return self.ended(outcome, position.turn(), ply);
        }
        let half_moves = position.counters().half_moves;
        if ply > 0 {
            if self.repeats() {
                return self.draw(position.turn());
            }
            // Mate distance: no line can be better than a win already found nearer to the root.
            alpha = alpha.max(Score::lost_in(ply));
            beta = beta.min(Score::won_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // Table: an entry settles a node that is not of the line.
        let known = if excluded == 0 { self.table.probe(position.key()) } else { None };
        if let Some(score) = known.and_then(|entry| entry.cut(depth, ply, alpha, beta))
            && !is_line
            && half_moves < LATE_COUNTER
        {
            return score;
        }
        // And what another thread has found at a node of the line settles that.
        let trunk_key = if is_line { self.trunk_key(depth) } else { None };
        if ply > 0
            && let Some(found) = trunk_key.and_then(|key| self.trunk()?.whole(key, depth))
        {
            self.lines[ply] = found.line;
            return found.score;
        }
        let known_tag = known.map_or(0, |entry| entry.tag);

        let side = position.turn();
        let is_check = self.frames[ply].check.take().unwrap_or_else(|| position.in_check());
        let is_forced = G::POLICY.forced_capture && position.must_capture();
        let is_threatened = G::POLICY.forced_capture && !is_forced && position.is_threatened();
        let structure = position.structure();
        // In check nothing goes by the evaluation.
        let raw = if is_check { None } else { Some(evaluation(position, known)) };
        self.frames[ply].eval = raw.map(|raw| self.judge(raw, half_moves, side, structure));
        let eval = self.frames[ply].eval.unwrap_or(Score::DRAW);
        let is_improving =
            !is_check && ply >= 2 && self.frames[ply - 2].eval.is_none_or(|before| eval.value() > before.value());

        if !is_line
            && !is_check
            && !is_forced
            && !is_threatened
            && excluded == 0
            && half_moves < 100
            && beta.decided().is_none()
        {
            // Reverse futility: so far above beta that a shallow search will not bring it down.
            if depth <= params.reverse_futility_depth
                && eval - params.reverse_futility_margin * (depth - i32::from(is_improving)) >= beta
                && eval.decided().is_none()
            {
                return eval;
            }
            // Razoring: so far below alpha that only captures could help, and they do not.
            if depth <= params.razor_depth && eval + params.razor_margin * depth <= alpha {
                let score = self.quiesce(position, ply, alpha, alpha + 1);
                if score <= alpha {
                    return score;
                }
                self.lines[ply].clear();
            }
            // Null move: even if the other side moves twice the score stays above beta.
            if depth >= params.null_depth
                && eval >= beta
                && self.frames[ply].slot != NONE
                && let Some(passed) = position.pass()
            {
                let reduction =
                    params.null_base + depth / params.null_slope + ((eval.value() - beta.value()) / 200).min(3);
                self.frames[ply + 1].slot = NONE;
                // It is not in check: it was not to move.
                self.frames[ply + 1].check = Some(false);
                self.frames[ply + 1].is_cut = false;
                self.path.push((passed.key(), 0));
                let score = -self.alphabeta(&passed, depth - reduction, ply + 1, -beta, -(beta - 1));
                self.path.pop();
                if self.broken_off {
                    return Score::DRAW;
                }
                if score >= beta {
                    return if score.decided().is_some() { beta } else { score };
                }
            }
            // Probcut: a much shallower search finds it well above beta.
            if depth >= params.probcut_depth && eval >= beta {
                let bound = beta + params.probcut_margin;
                self.frames[ply].check = Some(is_check);
                let score = self.alphabeta(position, depth * 2 / 5, ply, bound - 1, bound);
                if self.broken_off {
                    return Score::DRAW;
                }
                if score >= bound && score.decided().is_none() {
                    return score;
                }
                self.lines[ply].clear();
            }
        }

        // Internal reduction: without a move to begin with, a deep search is better done from a shallow one's.
        let depth = if known_tag == 0 && depth >= params.internal_depth && !is_forced && excluded == 0 {
            depth - 1
        } else {
            depth
        };

        let mut moves = MoveList::new();
        if ply == 0 {
            self.root_moves(&mut moves);
        } else {
            position.moves_knowing(is_check, &mut moves);
            self.look_up_from(moves.len());
            if self.broken_off {
                return Score::DRAW;
            }
        }
        if let Some(outcome) = position.outcome(&moves)
            && (ply > 0 || outcome.leaves_no_move())
        {
            return self.ended(outcome, side, ply);
        }

        let single = i32::from(params.single_extension != 0 && is_forced && moves.len() == 1);
        let before = [self.frames[ply].slot, if ply > 0 { self.frames[ply - 1].slot } else { NONE }];
        let before = if params.continuation != 0 { before } else { [NONE; 2] };
        let mut picker = Picker::new(position, &moves, known_tag, &self.history, &before);
        picker.fetch_ahead(&self.table);
        // Moves that another thread is searching meanwhile, in their order.
        let mut put_off: VecDeque<Ranked<G::Move>> = VecDeque::new();
        let mut is_rest_pruned = false;
        let is_cut = !is_line && self.frames[ply].is_cut;
        let mut best = -Score::INFINITE;
        let mut best_tag = 0;
        let mut bound = Bound::Upper;
        let mut effort = 0;
        let mut tried: MoveList<(G::Move, usize, bool)> = MoveList::new();
        let mut quiets = 0;
        let original_alpha = alpha;

        loop {
            let fresh = if is_rest_pruned { None } else { picker.next() };
            let is_put_off = fresh.is_none();
            let Some(ranked) = fresh.or_else(|| put_off.pop_front()) else { break };
            let Ranked { m, number, slot, is_noisy } = ranked;
            let tag = G::tag(m);
            debug_assert!(tag != 0, "{m:?} in {}", position.fen());
            if excluded == tag {
                continue;
            }
            let learnt = if is_noisy { 0 } else { self.history.quiets(side, &before).of(tag, slot) };

            // Pruning of quiet moves, once there is a move that does not lose. Quiet moves come last and by their history, so
            // that what is true of one is true of the rest.
            if !is_line
                && !is_noisy
                && !is_put_off
                && !is_check
                && !is_forced
                && !is_threatened
                && alpha.decided().is_none()
                && best > -Score::MOST_EVALUATION
            {
                // Late moves: after so many good tries the rest is not looked at.
                let enough = (params.late_base + depth * depth) / (2 - i32::from(is_improving));
                if depth <= params.late_depth && quiets >= enough {
                    is_rest_pruned = true;
                    continue;
                }
                // Futility: a quiet move does not make up for so much.
                if depth <= params.futility_depth
                    && eval + params.futility_base + params.futility_margin * depth <= alpha
                {
                    is_rest_pruned = true;
                    continue;
                }
                // History: moves of this kind have failed again and again.
                if depth <= params.history_depth && learnt < -params.history_margin * depth {
                    is_rest_pruned = true;
                    continue;
                }
            }

            // Singular extension: the table's move is much better than all others.
            let mut extension = single;
            if excluded == 0
                && ply > 0
                && number == 0
                && depth >= params.singular_depth
                && tag == known_tag
                && let Some(entry) = known
                && entry.bound != Bound::Upper
                && i32::from(entry.depth) >= depth - 3
            {
                let score = Score::from_table(entry.score, ply);
                if score.decided().is_none() {
                    let bound = score - 2 * depth;
                    self.frames[ply].excluded = tag;
                    self.frames[ply].check = Some(is_check);
                    let others = self.alphabeta(position, (depth - 1) / 2, ply, bound - 1, bound);
                    self.frames[ply].excluded = 0;
                    if self.broken_off {
                        return Score::DRAW;
                    }
                    if others < bound {
                        extension = 1;
                    } else if bound >= beta && !is_line {
                        // Several moves reach beta, it seems.
                        return bound;
                    } else if score >= beta {
                        extension = -1;
                    }
                    self.lines[ply].clear();
                }
            }

            // Another thread may have found something better here meanwhile.
            if number > 0
                && let Some(found) = trunk_key.and_then(|key| self.trunk()?.better(key, depth, alpha))
            {
                (best, alpha, effort) = (found.score, found.score, found.effort);
                (best_tag, bound) = (G::tag(found.line[0]), Bound::Exact);
                self.lines[ply] = found.line;
                self.note(ply, best, effort);
                if alpha >= beta {
                    bound = Bound::Lower;
                    break;
                }
            }
            // What was put off may have been settled meanwhile, and the node with it.
            if is_put_off
                && !is_line
                && excluded == 0
                && half_moves < LATE_COUNTER
                && let Some(score) =
                    self.table.probe(position.key()).and_then(|entry| entry.cut(depth, ply, alpha, beta))
            {
                return score;
            }
            // What another thread is at is put off: its result will be in the table.
            let is_shared = self.shared.is_some() && number > 0 && depth >= params.busy_depth;
            let busy_key = if is_shared { Busy::key(position.key(), tag) } else { 0 };
            if is_shared && let Some(Shared { busy, .. }) = self.shared.as_deref() {
                if !is_put_off && busy.contains(busy_key) {
                    put_off.push_back(ranked);
                    continue;
                }
                busy.begin(busy_key);
            }

            if ply == 0 {
                self.tell_trying(position, m, number);
            }
            let before_move = self.nodes;
            picker.fetch_ahead(&self.table);
            let mut next = position.clone();
            next.play(m);
            self.step(next.key(), position.is_irreversible(m));
            self.frames[ply + 1].slot = slot;
            let gives_check = next.in_check();
            self.frames[ply + 1].check = Some(gives_check);
            // Check extension: what a check forces must be seen; but not for ever.
            if gives_check && extension == 0 && params.check_extension != 0 && ply < 2 * self.root_depth {
                extension = 1;
            }
            let new_depth = depth - 1 + extension;

            let mut score = -Score::INFINITE;
            let mut is_open = number == 0 || best == -Score::INFINITE;
            if !is_open {
                // Late move reductions: what is ordered late is first looked at less deeply.
                let mut reduction = 0;
                if depth >= params.reduction_depth && number > usize::from(is_line) && !is_forced {
                    reduction = self.reduction(depth, number);
                    if is_noisy {
                        reduction /= 2;
                    } else {
                        reduction -= 100 * learnt / params.reduction_history;
                    }
                    reduction -= 100 * (i32::from(is_line) + i32::from(gives_check) + i32::from(is_check));
                    reduction += 60 * i32::from(!is_improving);
                    reduction += params.reduction_cut * i32::from(is_cut);
                    reduction = (reduction / 100).clamp(0, (new_depth - 1).max(0));
                }
                self.frames[ply + 1].is_cut = reduction > 0 || !is_cut;
                score = -self.alphabeta(&next, new_depth - reduction, ply + 1, -(alpha + 1), -alpha);
                if score > alpha && reduction > 0 && !self.broken_off {
                    self.frames[ply + 1].check = Some(gives_check);
                    self.frames[ply + 1].is_cut = !is_cut;
                    score = -self.alphabeta(&next, new_depth, ply + 1, -(alpha + 1), -alpha);
                }
                is_open = score > alpha && is_line;
            }
            if is_open && !self.broken_off {
                self.frames[ply + 1].check = Some(gives_check);
                self.frames[ply + 1].is_cut = !is_line && !is_cut;
                score = -self.alphabeta(&next, new_depth, ply + 1, -beta, -alpha);
            }
            self.path.pop();
            if is_shared && let Some(Shared { busy, .. }) = self.shared.as_deref() {
                busy.end(busy_key);
            }
            if self.broken_off {
                return Score::DRAW;
            }
            quiets += i32::from(!is_noisy);

            if score > best {
                best = score;
                if score > alpha {
                    best_tag = tag;
                    bound = Bound::Exact;
                    alpha = score;
                    effort = self.nodes - before_move;
                    self.extend_line(m, ply);
                    self.note(ply, score, effort);
                    if score < beta {
                        self.tell(trunk_key, ply, depth, (score, effort), false);
                    }
                }
                if score >= beta {
                    bound = Bound::Lower;
                    self.teach(position, (m, slot, is_noisy), &tried, &before, depth);
                    break;
                }
            }
            tried.push((m, slot, is_noisy));
        }
        if bound == Bound::Exact {
            self.tell(trunk_key, ply, depth, (best, effort), true);
        }
        if best == -Score::INFINITE {
            // Every move but the excluded one was pruned, or there is no other.
            return alpha;
        }

        // What holds with some moves left out does not hold of the position.
        if excluded == 0 && (ply > 0 || self.taken.is_empty()) {
            let entry =
                Entry { tag: best_tag, score: best.to_table(ply), eval: raw, depth: depth.clamp(0, 255) as u8, bound };
            self.table.store(position.key(), entry);
            let is_trusted = match bound {
                Bound::Exact => true,
                Bound::Lower => best > eval,
                Bound::Upper => best < eval,
            };
            if params.correction != 0 && !is_check && !is_forced && is_trusted && best.decided().is_none() {
                for history in self.pupils(depth) {
                    history.correct(side, structure, best.value() - eval.value(), depth);
                }
            }
        }
        debug_assert!(best > original_alpha || bound == Bound::Upper);
        best
    }

    /// Hundredths of a ply by which a move with this number is searched less deeply.
    fn reduction(&self, depth: i32, number: usize) -> i32 {
        self.reductions[(depth as usize).min(63)][number.min(63)]
    }

    fn extend_line(&mut self, m: G::Move, ply: usize) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(m);
        above[ply].extend_from_slice(&below[0]);
    }

    /// Notes at the root that the line is the best one so far, and the nodes that its first move took.
    fn note(&mut self, ply: usize, score: Score, effort: u64) {
        if ply == 0 {
            self.found = Some((score, self.lines[0].clone()));
            self.effort = effort;
        }
    }

    /// The key by which other threads, if there are any, know the line node that is being searched; `None` where its search is
    /// over before it can be told of.
    fn trunk_key(&self, depth: i32) -> Option<u64> {
        let path = self.path.iter().map(|&(key, _)| key);
        // With the number of the line that is wanted: it may not begin as the better ones do.
        let key = || Trunk::<G::Move>::key(path.chain([self.taken.len() as u64]));
        (self.shared.is_some() && depth >= self.params.busy_depth).then(key)
    }

    fn trunk(&self) -> Option<&Trunk<G::Move>> {
        self.shared.as_deref().map(|shared| &shared.trunk)
    }

    /// Tells the other threads of the best line that was found at a line node.
    fn tell(&self, key: Option<u64>, ply: usize, depth: i32, (score, effort): (Score, u64), is_whole: bool) {
        if let (Some(key), Some(trunk)) = (key, self.trunk()) {
            trunk.tell(key, Found { depth, score, line: self.lines[ply].clone(), effort, is_whole });
        }
    }

    /// Teaches the histories that a move was best and those tried before it were not.
    fn teach(
        &self,
        position: &G,
        (best, slot, is_noisy): (G::Move, usize, bool),
        tried: &[(G::Move, usize, bool)],
        before: &[usize; 2],
        depth: i32,
    ) {
        let side = position.turn();
        let bonus = history::bonus(depth);
        for history in self.pupils(depth) {
            if is_noisy {
                history.teach_capture(slot, position.gain(best), bonus);
            } else {
                history.teach_quiet(side, G::tag(best), slot, before, bonus);
            }
            for &(m, slot, was_noisy) in tried {
                if was_noisy {
                    history.teach_capture(slot, position.gain(m), -bonus);
                } else if !is_noisy {
                    history.teach_quiet(side, G::tag(m), slot, before, -bonus);
                }
            }
        }
    }

    /// The histories that learn from a search of this depth: this thread's own, and the others' where a lesson is worth more to
    /// them than the time that it takes to fetch from this thread what it has written.
    fn pupils(&self, depth: i32) -> impl Iterator<Item = &History> {
        let others = if depth >= self.params.lesson_depth { &*self.others_histories } else { &[] };
        iter::once(&self.history).chain(others).map(Arc::as_ref)
    }
}
