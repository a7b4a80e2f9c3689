//! Analysis: a search without end of whatever position is on the board, begun anew when that changes.

use std::collections::BTreeSet;

use triptych_protocol::xboard::{Reply, Roots, Status};

use super::{Action, Session, said, say};
use crate::engine::{Thought, Trying};
use crate::frontend::thinker::Job;
use crate::game::MoveError;
use crate::game::notation::Reading;
use crate::search::Limits;

/// An analysis under way.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    /// The number of its search; `None` while there is nothing to search.
    pub(super) search: Option<u64>,
    /// The texts of the moves that are not to be searched.
    excluded: BTreeSet<String>,
    /// The best line found so far.
    pub(super) best: Option<Thought>,
    /// Where its search is, if it has told that.
    pub(super) trying: Option<Trying>,
}

impl Session {
    /// `analyze`: from now on the position on the board is searched.
    pub(super) fn analyze(&mut self, actions: &mut Vec<Action>) {
        self.abandon(actions);
        self.side = None;
        self.analysis = Some(Analysis::default());
        self.search_board(actions);
    }

    /// Ends the analysis, if there is one; the engine then plays neither side.
    pub(super) fn leave_analysis(&mut self, actions: &mut Vec<Action>) {
        if self.analysis.is_some() {
            self.abandon(actions);
            self.analysis = None;
        }
    }

    /// Another position is on the board: the analysis, if there is one, looks at it, with no move excluded.
    pub(super) fn look_again(&mut self, actions: &mut Vec<Action>) {
        if self.analysis.is_some() {
            self.stop_looking(actions);
            self.analysis = Some(Analysis::default());
            self.search_board(actions);
        }
    }

    /// Stops the analysis' search until there is a whole position again.
    pub(super) fn stop_looking(&mut self, actions: &mut Vec<Action>) {
        if let Some(analysis) = &mut self.analysis
            && analysis.search.take().is_some()
        {
            actions.push(Action::StopThinking);
        }
    }

    pub(super) fn search_board(&mut self, actions: &mut Vec<Action>) {
        if self.history.is_in_the_middle() || self.paused || self.analysis.is_none() {
            return;
        }
        let game = self.history.game();
        if let Some(outcome) = game.outcome()
            && outcome.leaves_no_move()
        {
            actions.push(say(Reply::Comment(outcome.to_string())));
            return;
        }
        let moves = game.moves();
        let game = game.duplicate();
        self.ensure_engine(actions);
        let Some(analysis) = &mut self.analysis else { return };
        if moves.iter().all(|text| analysis.excluded.contains(text)) {
            actions.push(say(Reply::Comment("all moves are excluded".into())));
            return;
        }
        self.searches += 1;
        analysis.search = Some(self.searches);
        analysis.trying = None;
        let mut task = self.settings.task(Limits::default());
        // An analysis is for the truth.
        (task.skill, task.contempt) = (None, 0);
        task.without = analysis.excluded.iter().cloned().collect();
        actions.push(Action::Work(Job::Think { id: self.searches, game, task, ponder: false }));
    }

    /// `exclude` and `include`.
    pub(super) fn exclude(&mut self, roots: &Roots, excluded: bool, actions: &mut Vec<Action>) {
        if self.analysis.is_none() {
            actions.push(say(Reply::Comment("moves are excluded in analysis only".into())));
            return;
        }
        let game = self.history.game();
        let texts: Vec<String> = match roots {
            Roots::All => game.moves(),
            Roots::One(word) => {
                let mut game = game.duplicate();
                let read = word.read().map_err(|why| why.to_string());
                let played = read.and_then(|text| {
                    let played = game.play_written(std::slice::from_ref(&text), Reading::Bare);
                    played.map_err(|why| match why {
                        MoveError::Ambiguous { moves, .. } => said::ambiguity(&moves).to_owned(),
                        _ => "no legal move".to_owned(),
                    })
                });
                match played {
                    Ok(played) => vec![played.text],
                    Err(why) => {
                        actions.push(say(Reply::illegal_move(&why, word)));
                        return;
                    }
                }
            }
        };
        let Some(analysis) = &mut self.analysis else { return };
        for text in texts {
            if excluded {
                analysis.excluded.insert(text);
            } else {
                analysis.excluded.remove(&text);
            }
        }
        self.stop_looking(actions);
        self.search_board(actions);
    }

    /// `.`: how far the analysis is.
    pub(super) fn tell_status(&mut self, line: &str, actions: &mut Vec<Action>) {
        let Some(analysis) = &self.analysis else {
            actions.push(say(Reply::error("no analysis under way", line.trim_ascii())));
            return;
        };
        let moves = self.history.game().moves();
        let searched = moves.iter().filter(|text| !analysis.excluded.contains(*text)).count() as u32;
        let (best, trying) = (analysis.best.as_ref(), analysis.trying.as_ref());
        let first = best.and_then(|best| best.line.first());
        let status = Status {
            time: best.map_or(0, |best| u64::try_from(best.time.as_millis() / 10).unwrap_or(u64::MAX)),
            nodes: best.map_or(0, |best| best.nodes),
            depth: trying.map_or_else(|| best.map_or(0, |best| best.depth), |trying| trying.depth),
            moves_left: trying.map_or(0, |trying| (trying.of - trying.number.min(trying.of)) as u32),
            moves: searched,
            current: trying.map(|trying| &trying.played).or(first).map(said::word),
        };
        let stamp = |centiseconds: u64, reply: Reply| match reply {
            Reply::Status(status) => Reply::Status(Status { time: centiseconds.max(status.time), ..status }),
            other => other,
        };
        if analysis.search.is_some() {
            actions.push(Action::SayAt(stamp, Reply::Status(status)));
        } else {
            actions.push(say(Reply::Status(status)));
        }
    }
}
