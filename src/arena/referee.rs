//! One game: the referee asks the players in turn, the rules decide what is legal and who has won.

use std::time::{Duration, Instant};

use triptych_protocol::{MoveText, Route, parts};

use super::adjudication::{self, Adjudication, Watch};
use super::clock::Clock;
use super::halt::Halt;
use super::player::{Action, Answer, Failure, Mover, Player, Said, Turn};
use super::verdict::{Termination, Verdict};
use crate::arbiter::{Arbiter, Played};
use crate::board::Side;
use crate::game::notation::Reading;
use crate::tablebase::Tables;

/// What holds for every game.
pub struct Conditions<'a> {
    /// When a game ends before the rules end it.
    pub adjudication: &'a Adjudication,
    /// Tables of endgames that end games whose value they know.
    pub tables: Option<&'a Tables>,
    /// How long an engine that is out of time is waited for.
    pub patience: Duration,
    /// Given when the whole arena is to stop.
    pub stop: &'a Halt,
}

/// Who sits on one side of the board.
pub struct Seat<'a> {
    /// The player.
    pub player: &'a mut dyn Player,
    /// What it is called in this match.
    pub name: &'a str,
    /// Its clock.
    pub clock: Clock,
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct Course {
    /// The moves.
    pub moves: Vec<Made>,
    /// How it ended.
    pub verdict: Verdict,
    /// What the players used, White's and Black's.
    pub thinking: [Duration; 2],
    /// From preparing the players to the end.
    pub duration: Duration,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The project's text.
    pub text: String,
    /// Who made it, and what it said of it; `None` for a move of the opening.
    pub by: Option<(Said, Duration)>,
}

/// Plays a game from `game`'s present position, after the moves of the opening. `None` if the arena was told to stop.
///
/// # Panics
/// If a move of the opening is not legal.
pub fn play(
    seats: &mut [Seat<'_>; 2],
    game: &mut dyn Arbiter,
    opening: &[String],
    conditions: &Conditions<'_>,
) -> Option<Course> {
    let began = Instant::now();
    let mut course = Course {
        moves: Vec::new(),
        verdict: Verdict::drawn(Termination::Rules, ""),
        thinking: [Duration::ZERO; 2],
        duration: Duration::ZERO,
    };
    course.verdict = match prepare(seats, game, opening, &mut course) {
        Ok(()) => contest(seats, game, conditions, &mut course)?,
        Err((_, Failure::Interrupted)) => return None,
        Err((side, failure)) => failed(side, &failure),
    };
    for seat in seats {
        seat.player.finish(&course.verdict);
    }
    course.duration = began.elapsed();
    Some(course)
}

fn prepare(
    seats: &mut [Seat<'_>; 2],
    game: &mut dyn Arbiter,
    opening: &[String],
    course: &mut Course,
) -> Result<(), (Side, Failure)> {
    let names = [seats[0].name.to_owned(), seats[1].name.to_owned()];
    for (side, seat) in Side::ALL.into_iter().zip(seats.iter_mut()) {
        let opponent = &names[(!side).index()];
        seat.player.begin(game, opponent, &seat.clock).map_err(|failure| (side, failure))?;
    }
    for text in opening {
        let played = game.play(text).expect("openings are checked when they are read");
        for seat in seats.iter_mut() {
            seat.player.hear(&played, Mover::Opening);
        }
        course.moves.push(Made { text: played.text, by: None });
    }
    Ok(())
}

/// The game proper; `None` if the arena was told to stop.
fn contest(
    seats: &mut [Seat<'_>; 2],
    game: &mut dyn Arbiter,
    conditions: &Conditions<'_>,
    course: &mut Course,
) -> Option<Verdict> {
    let mut watch = Watch::new(conditions.adjudication, course.moves.len());
    // Whoever moves on instead of taking an offer declines it.
    let mut is_draw_on_offer = false;
    loop {
        if let Some(outcome) = game.outcome() {
            return Some(Verdict::by_rules(outcome));
        }
        if let Some(verdict) = conditions.tables.and_then(|tables| adjudication::by_tables(game, tables)) {
            return Some(verdict);
        }
        let side = game.turn();
        let [white, black] = &mut *seats;
        let (mover, other) = if side == Side::White { (white, black) } else { (black, white) };
        let turn =
            Turn { game, own: &mover.clock, other: &other.clock, patience: conditions.patience, stop: conditions.stop };
        let answer = match mover.player.think(&turn) {
            Ok(answer) => answer,
            Err(Failure::Interrupted) => return None,
            Err(failure) => return Some(failed(side, &failure)),
        };
        course.thinking[side.index()] += answer.time;
        if let Err(overstep) = mover.clock.spend(answer.time) {
            let reason = format!(
                "{side} loses on time: {:.3} s used, {:.3} s left",
                overstep.used.as_secs_f64(),
                overstep.had.as_secs_f64()
            );
            return Some(Verdict::lost(side, Termination::Time, reason));
        }
        let is_agreed = is_draw_on_offer && (answer.offers_draw || answer.action == Action::AcceptDraw);
        if is_agreed {
            return Some(Verdict::drawn(Termination::Agreement, "Draw by agreement"));
        }
        let played = match take(&answer, side, game) {
            Ok(played) => played,
            Err(verdict) => return Some(verdict),
        };
        course.moves.push(Made { text: played.text.clone(), by: Some((answer.thought, answer.time)) });
        mover.player.hear(&played, Mover::Own);
        other.player.hear(&played, Mover::Opponent);
        is_draw_on_offer = answer.offers_draw;
        if is_draw_on_offer {
            other.player.hear_draw_offer();
        }
        // The rules come first: a mate on the last ply that is allowed is a mate.
        if let Some(verdict) = watch.count(side, answer.thought.score)
            && game.outcome().is_none()
        {
            return Some(verdict);
        }
    }
}

/// Plays what a player has answered.
fn take(answer: &Answer, side: Side, game: &mut dyn Arbiter) -> Result<Played, Verdict> {
    let illegal =
        |why: String| Verdict::lost(side, Termination::IllegalMove, format!("{side} makes an illegal move: {why}"));
    match &answer.action {
        Action::Text(text) => game.play(text).map_err(|why| illegal(why.to_string())),
        Action::Lines(lines) => {
            let said: Vec<MoveText> = lines.iter().filter(|line| !line.is_null()).cloned().collect();
            let played = game.play_written(&said, Reading::Exact).map_err(|why| illegal(why.to_string()))?;
            Ok(if can_be_relayed(lines) { Played { lines: lines.clone(), ..played } } else { played })
        }
        Action::Wrong(why) => Err(Verdict::lost(side, Termination::IllegalMove, format!("{side} {why}"))),
        Action::Refuse(text) => {
            Err(Verdict::lost(side, Termination::IllegalMove, format!("{side} refuses the legal move {text}")))
        }
        Action::AcceptDraw => {
            Err(Verdict::lost(side, Termination::FalseClaim, format!("{side} accepts a draw that nobody offers")))
        }
        Action::Resign => Err(Verdict::lost(side, Termination::Resignation, format!("{side} resigns"))),
        Action::Claim(claim) => Err(judge(claim, side)),
    }
}

/// Whoever is asked for a move is in a game that is not over by the rules, so that only its own loss can be believed.
fn judge(claim: &super::player::Claim, side: Side) -> Verdict {
    use triptych_protocol::GameResult;
    let own_loss = if side == Side::White { GameResult::BlackWins } else { GameResult::WhiteWins };
    if claim.result == own_loss {
        return Verdict::lost(side, Termination::Resignation, format!("{side} resigns"));
    }
    let reason = if claim.reason.is_empty() { String::new() } else { format!(" ({})", claim.reason) };
    Verdict::lost(
        side,
        Termination::FalseClaim,
        format!("{side} claims {}{reason}, which the rules do not give", claim.result),
    )
}

/// Whether XBoard could hand these lines on just as they were said: one piece's move with two victims at most, each.
/// What it could not is told to the opponent in the lines that the rules have for the move.
fn can_be_relayed(lines: &[MoveText]) -> bool {
    lines.iter().all(|line| match &line.route {
        Route::Null => true,
        Route::Path(squares) => matches!(squares[..], [from, to] if from != to),
        Route::Victims { victims, .. } => victims.len() <= parts::VICTIMS_A_LINE,
    })
}

fn failed(side: Side, failure: &Failure) -> Verdict {
    let termination = match failure {
        Failure::Gone(_) => Termination::Disconnection,
        Failure::Stalled(_) | Failure::Interrupted => Termination::Stall,
        Failure::Refused(_) => Termination::Refusal,
    };
    Verdict::lost(side, termination, format!("{side}: {failure}"))
}
