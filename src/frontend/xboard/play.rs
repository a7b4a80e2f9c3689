//! Playing: whose move it is, searching for it, pondering, offers, resignation, the end of the game.

use std::time::Duration;

use triptych_protocol::xboard::Reply;

use super::{Action, Session, TimeControl, said, say};
use crate::arbiter::Played;
use crate::engine::Thought;
use crate::frontend::thinker::Job;
use crate::frontend::{Session as _, window};
use crate::search::score::Decided;
use crate::search::{Clock, Limits, Score};

/// A search on the opponent's time.
#[derive(Debug)]
pub(super) struct Ponder {
    pub(super) id: u64,
    /// The project's text of the move that is expected.
    text: String,
    /// What the window would be told of it.
    expected: Played,
    /// What was on the engine's clock when the limits were set, in milliseconds.
    left: Option<i64>,
    /// What was found, where the search is over already.
    pub(super) found: Option<Thought>,
}

/// How the game seems to the engine, and what it makes of offers.
#[derive(Debug, Default)]
pub(super) struct Temper {
    /// The score of the last search, for the engine.
    score: Option<Score>,
    /// Searches in a row that found the game lost.
    lost: u32,
    /// Searches in a row that found it even.
    even: u32,
    /// Whether the opponent has offered a draw that is not answered yet.
    offered: bool,
    /// The reply to its own move that the engine expects, and the ply at which.
    reply: Option<(usize, Played)>,
}

/// Searches in a row that must agree before the engine resigns.
const LOST_BEFORE_RESIGNING: u32 = 3;
/// Searches in a row that must agree before the engine offers a draw.
const EVEN_BEFORE_OFFERING: u32 = 8;
/// Centipawns up to which a game is even.
const EVEN: i32 = 10;
/// Plies before which an even game is no draw.
const LATE: usize = 80;
/// How long a hint may take.
const HINT: Duration = Duration::from_millis(500);

impl Session {
    /// Makes the move that was found.
    pub(super) fn play(&mut self, thought: &Thought, actions: &mut Vec<Action>) {
        let Some(best) = thought.line.first() else {
            self.announce(actions);
            return;
        };
        self.mend(actions);
        self.weigh(thought.score);
        if self.resigns() {
            actions.push(say(Reply::Resign));
            self.side = None;
            return;
        }
        if std::mem::take(&mut self.temper.offered) && self.would_draw(thought.score) {
            actions.push(say(Reply::OfferDraw));
        }
        match self.history.play(&best.text) {
            Ok(played) => {
                actions.extend(played.lines.into_iter().map(|line| say(Reply::Move(line.into()))));
                self.count_down(thought.time);
                self.look_at_draw();
                self.announce(actions);
                if self.offers_draw() {
                    self.temper.even = 0;
                    actions.push(say(Reply::OfferDraw));
                }
                self.temper.reply = thought.line.get(1).map(|reply| (self.history.game().plies(), reply.clone()));
                self.ponder(actions);
            }
            Err(why) => actions.push(say(Reply::TellUserError(format!("the engine's own move: {why}")))),
        }
    }

    /// Makes the window's board right, where a person's moves have left it wrong.
    fn mend(&mut self, actions: &mut Vec<Action>) {
        if !self.window || self.computer || self.side.is_none() || self.history.is_in_the_middle() {
            return;
        }
        let plies = window::mending(&self.history);
        self.history.mend(&plies);
        actions.extend(plies.into_iter().map(|ply| say(Reply::Move(ply.into()))));
    }

    /// Gives up every search under way: nothing that it finds is wanted any more.
    pub(super) fn abandon(&mut self, actions: &mut Vec<Action>) {
        let thinking = self.thinking.take().is_some();
        let pondering = self.pondering.take().is_some();
        let hinting = self.hinting.take().is_some();
        let looking = self.analysis.as_mut().is_some_and(|analysis| analysis.search.take().is_some());
        self.held = None;
        if thinking || pondering || hinting || looking {
            actions.push(Action::StopThinking);
        }
    }

    /// Gives up the search on the opponent's time.
    pub(super) fn stop_pondering(&mut self, actions: &mut Vec<Action>) {
        if self.pondering.take().is_some() {
            actions.push(Action::StopThinking);
        }
    }

    /// `go`: from now on the engine plays the side to move.
    pub(super) fn go(&mut self, actions: &mut Vec<Action>) {
        if self.thinking.is_some() {
            return;
        }
        self.paused = false;
        if self.history.is_taken_apart() {
            self.side = Some(self.history.turn());
            self.send_missing(actions);
        } else if !self.history.is_in_the_middle() {
            self.side = Some(self.history.turn());
            self.answer(None, actions);
        } else if self.history.turn() != self.history.game().turn() {
            // The opponent's first move comes in parts: it is answered once it is whole.
            self.side = Some(self.history.turn());
        }
    }

    /// Says the rest of a move that was taken apart, and answers it if the engine is the one to do so.
    pub(super) fn send_missing(&mut self, actions: &mut Vec<Action>) {
        let plies = self.history.complete();
        actions.extend(plies.into_iter().map(|ply| say(Reply::Move(ply.into()))));
        if self.analysis.is_some() {
            self.look_again(actions);
        } else {
            self.go_on(None, actions);
        }
    }

    /// A whole move was made that is not the search's.
    pub(super) fn go_on(&mut self, played: Option<&Played>, actions: &mut Vec<Action>) {
        self.look_at_draw();
        if self.side == Some(self.history.game().turn()) {
            self.answer(played, actions);
        } else {
            self.abandon(actions);
            if self.side.is_some() {
                self.announce(actions);
            }
        }
    }

    /// A draw that the game has left behind may be announced again when it comes back.
    pub(super) fn look_at_draw(&mut self) {
        if self.announced.is_some() && self.history.game().outcome().is_none() {
            self.announced = None;
        }
    }

    /// The engine is to move, perhaps after this move of the opponent: it thinks, or says that the game is over.
    fn answer(&mut self, played: Option<&Played>, actions: &mut Vec<Action>) {
        let game = self.history.game();
        if let Some(outcome) = game.outcome()
            && (outcome.leaves_no_move() || self.announced.is_none_or(|ply| ply == game.plies()))
        {
            self.abandon(actions);
            self.announce(actions);
            return;
        }
        if let Some(ponder) = self.pondering.take() {
            let is_expected = played.is_some_and(|played| played.text == ponder.text);
            if is_expected && !self.is_less_left(ponder.left) {
                match ponder.found {
                    Some(thought) => self.play(&thought, actions),
                    None => {
                        self.thinking = Some(ponder.id);
                        actions.push(Action::Hit);
                    }
                }
                return;
            }
            actions.push(Action::StopThinking);
        }
        self.abandon(actions);
        self.ensure_engine(actions);
        self.searches += 1;
        self.thinking = Some(self.searches);
        let game = self.history.game().duplicate();
        let task = self.settings.task(self.limits(self.left));
        actions.push(Action::Work(Job::Think { id: self.searches, game, task, ponder: false }));
    }

    /// Whether the clock says much less than was expected when the search on the opponent's time began.
    fn is_less_left(&self, expected: Option<i64>) -> bool {
        match (self.left, expected) {
            (Some(left), Some(expected)) => left < expected - expected / 10 - 100,
            _ => false,
        }
    }

    /// Thinks on the opponent's time about the reply that is expected.
    fn ponder(&mut self, actions: &mut Vec<Action>) {
        let Some((_, expected)) = self.temper.reply.clone().filter(|_| self.hard && !self.paused) else { return };
        let mut game = self.history.game().duplicate();
        if self.side != Some(!game.turn()) || game.outcome().is_some() {
            return;
        }
        if game.play(&expected.text).is_err() || game.outcome().is_some() {
            return;
        }
        self.searches += 1;
        let left = self.left;
        let text = expected.text.clone();
        self.pondering = Some(Ponder { id: self.searches, text, expected, left, found: None });
        let task = self.settings.task(self.limits(left));
        actions.push(Action::Work(Job::Think { id: self.searches, game, task, ponder: true }));
    }

    /// The engine's clock has run while it thought; what the GUI says of it later is better.
    fn count_down(&mut self, time: Duration) {
        if let (Some(left), TimeControl::Level(level)) = (&mut self.left, self.time) {
            let used = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
            let gained = i64::try_from(level.increment.as_millis()).unwrap_or(i64::MAX);
            *left = left.saturating_sub(used).saturating_add(gained);
        }
    }

    /// Says the result if the game is over; a draw that both sides play on after is said once.
    pub(super) fn announce(&mut self, actions: &mut Vec<Action>) {
        let game = self.history.game();
        let Some(outcome) = game.outcome() else { return };
        if !outcome.leaves_no_move() && self.announced.is_some_and(|ply| ply != game.plies()) {
            return;
        }
        self.announced = Some(game.plies());
        self.mend(actions);
        actions.push(say(said::result(outcome)));
    }

    pub(super) fn limits(&self, left: Option<i64>) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        match self.time {
            TimeControl::Move(time) => limits.move_time = Some(time),
            TimeControl::Level(level) => {
                let base = i64::try_from(level.base.as_millis()).unwrap_or(i64::MAX);
                // Each side has made half of the moves so far.
                let made = (self.history.game().plies() / 2) as u32;
                let moves_to_go = (level.moves > 0).then(|| level.moves - made % level.moves);
                let left = left.unwrap_or(base);
                limits.clock = Some(Clock { left, increment: level.increment, moves_to_go });
            }
        }
        limits
    }

    /// Takes note of how the game seems.
    fn weigh(&mut self, score: Score) {
        self.temper.score = Some(score);
        let threshold = self.settings.resign_threshold;
        let is_lost = match score.decided() {
            Some(Decided::Lost(_)) => true,
            Some(Decided::Won(_)) => false,
            None => threshold > 0 && score.value() <= -threshold,
        };
        self.temper.lost = if is_lost { self.temper.lost + 1 } else { 0 };
        let is_even = score.decided().is_none() && score.value().abs() <= EVEN;
        self.temper.even = if is_even { self.temper.even + 1 } else { 0 };
    }

    fn resigns(&self) -> bool {
        self.settings.resign_threshold > 0
            && self.settings.resigns.includes(self.computer)
            && self.temper.lost >= LOST_BEFORE_RESIGNING
    }

    fn offers_draw(&self) -> bool {
        self.settings.offers_draws.includes(self.computer)
            && self.temper.even >= EVEN_BEFORE_OFFERING
            && self.history.game().plies() >= LATE
            && self.history.game().outcome().is_none()
    }

    /// Whether a draw is welcome at this score.
    fn would_draw(&self, score: Score) -> bool {
        match score.decided() {
            Some(Decided::Lost(_)) => true,
            Some(Decided::Won(_)) => false,
            None => {
                let worth = score.value() + self.settings.contempt;
                worth < -EVEN || worth <= EVEN && self.history.game().plies() >= LATE
            }
        }
    }

    /// `draw`: the opponent offers one. It is answered by what is known of the game, or with the move that is thought
    /// about.
    pub(super) fn hear_offer(&mut self, actions: &mut Vec<Action>) {
        match self.temper.score.filter(|_| self.thinking.is_none() && self.side.is_some()) {
            Some(score) if self.would_draw(score) => actions.push(say(Reply::OfferDraw)),
            _ => self.temper.offered = self.side.is_some(),
        }
    }

    /// `hint`: what the user might play.
    pub(super) fn hint(&mut self, actions: &mut Vec<Action>) {
        let plies = self.history.game().plies();
        let known = self.temper.reply.as_ref().filter(|(at, _)| *at == plies).map(|(_, reply)| reply);
        let pondered = self.pondering.as_ref().map(|ponder| &ponder.expected);
        let analysed = self.analysis.as_ref().and_then(|analysis| analysis.best.as_ref()?.line.first());
        if let Some(hint) = analysed.or(pondered).or(known).cloned() {
            self.tell_hint(Some(&hint), actions);
        } else if self.thinking.is_some() || self.analysis.is_some() || self.history.is_in_the_middle() {
            actions.push(say(Reply::Comment("no hint now".into())));
        } else if self.history.game().outcome().is_some_and(|outcome| outcome.leaves_no_move()) {
            actions.push(say(Reply::Comment("no hint: there is no move".into())));
        } else if self.hinting.is_none() {
            self.ensure_engine(actions);
            self.searches += 1;
            self.hinting = Some(self.searches);
            let limits = Limits { move_time: Some(HINT), ..self.limits(self.left) };
            let game = self.history.game().duplicate();
            let task = self.settings.task(limits);
            actions.push(Action::Work(Job::Think { id: self.searches, game, task, ponder: false }));
        }
    }

    pub(super) fn tell_hint(&self, hint: Option<&Played>, actions: &mut Vec<Action>) {
        actions.extend(hint.map(|hint| say(Reply::Hint(said::word(hint)))));
    }

    /// `pause`: nothing is to change until `resume`.
    pub(super) fn pause(&mut self, actions: &mut Vec<Action>) {
        self.paused = true;
        self.stop_pondering(actions);
        self.stop_looking(actions);
    }

    pub(super) fn resume(&mut self, actions: &mut Vec<Action>) {
        if !std::mem::take(&mut self.paused) {
            return;
        }
        if let Some((id, thought)) = self.held.take() {
            actions.extend(self.done(id, thought));
        }
        self.search_board(actions);
    }
}
