//! A game that people play: who plays which side, what was played, how much time is left, and how it ended.
//!
//! It is written as PGN with all that it takes to go on with it, and read from there.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime};

use crate::arbiter::Arbiter;
use crate::arena::clock::{Clock, TimeControl};
use crate::arena::player::Said;
use crate::arena::record;
use crate::arena::verdict::{Termination, Verdict};
use crate::board::Side;
use crate::game::{Description, MoveError};
use crate::pgn::{Pgn, Ply, read};
use crate::search::{Limits, skill};
use crate::variant::{Variant, VariantError};

/// The sides that people play; the engine plays the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum People {
    /// One person against the engine.
    One(Side),
    /// Two people at one board.
    Both,
}

impl People {
    /// Whether a person plays this side.
    pub fn play(self, side: Side) -> bool {
        match self {
            People::One(own) => own == side,
            People::Both => true,
        }
    }
}

impl FromStr for People {
    type Err = String;

    fn from_str(text: &str) -> Result<People, String> {
        match text {
            "white" => Ok(People::One(Side::White)),
            "black" => Ok(People::One(Side::Black)),
            "both" => Ok(People::Both),
            _ => Err("the sides are white, black and both".into()),
        }
    }
}

impl fmt::Display for People {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            People::One(Side::White) => "white",
            People::One(Side::Black) => "black",
            People::Both => "both",
        })
    }
}

/// What is agreed on before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The game.
    pub variant: Variant,
    /// The sides that people play.
    pub people: People,
    /// The engine's level, from 0 to [`skill::FULL`].
    pub level: u8,
    /// A clock runs for both sides; all other limits are the engine's alone.
    pub control: TimeControl,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Its text.
    pub text: String,
    /// What it did.
    pub description: Description,
    /// The letter of the piece that made it.
    pub piece: char,
    /// The time that it took, and what the engine said with it.
    comment: String,
}

/// A game that people play.
#[derive(Debug)]
pub struct Sitting {
    terms: Terms,
    game: Box<dyn Arbiter>,
    made: Vec<Made>,
    /// White's and Black's clock before each move and now; never empty.
    clocks: Vec<[Clock; 2]>,
    verdict: Option<Verdict>,
    date: String,
}

/// Why a written game cannot be gone on with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// It is no game of this kind.
    #[error("it is not a game that was left at the terminal: it has no tag {0} that makes sense")]
    Tag(&'static str),
    /// Its start is refused.
    #[error(transparent)]
    Start(#[from] VariantError),
    /// A move is refused.
    #[error("move {0}: {1}")]
    Move(usize, MoveError),
}

impl Sitting {
    /// A game before its first move.
    pub fn new(terms: Terms, game: Box<dyn Arbiter>) -> Sitting {
        let clock = Clock::new(TimeControl { period: terms.control.period, ..TimeControl::default() });
        let mut sitting = Sitting {
            terms,
            game,
            made: Vec::new(),
            clocks: vec![[clock.clone(), clock]],
            verdict: None,
            date: record::date(SystemTime::now()),
        };
        sitting.judge();
        sitting
    }

    /// What was agreed on.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Rules and position.
    pub fn game(&self) -> &dyn Arbiter {
        self.game.as_ref()
    }

    /// The moves.
    pub fn made(&self) -> &[Made] {
        &self.made
    }

    /// How it ended, if it has.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// Whether a person is to move.
    pub fn waits_for_person(&self) -> bool {
        self.verdict.is_none() && self.terms.people.play(self.game.turn())
    }

    /// Whether the engine is to move.
    pub fn waits_for_engine(&self) -> bool {
        self.verdict.is_none() && !self.terms.people.play(self.game.turn())
    }

    fn judge(&mut self) {
        self.verdict = self.game.outcome().map(Verdict::by_rules);
    }

    /// Plays a move that took its side so long; `said` is what the engine thinks of it. The text in the project's words.
    ///
    /// Whoever has overstepped the time has lost, and the move is not made.
    ///
    /// # Errors
    /// If the text means no legal move or several; nothing has happened then.
    pub fn play(&mut self, text: &str, used: Duration, said: &Said) -> Result<String, MoveError> {
        let mut after = self.game.duplicate();
        let played = after.play(text)?;
        if self.flag(used) {
            return Ok(played.text);
        }
        // The comment keeps milliseconds: so do the clocks, so that a game that is read again has the same ones.
        let used = Duration::from_millis(used.as_millis() as u64);
        let found = self.game.legal().into_iter().find(|(text, _)| *text == played.text);
        let (_, description) = found.expect("a move that was played is legal");
        let piece = self.game.letter_at(description.from).unwrap_or(' ');
        let mut clocks = self.clocks[self.made.len()].clone();
        // The flag was looked at.
        let _ = clocks[self.game.turn().index()].spend(used);
        self.clocks.push(clocks);
        self.made.push(Made { text: played.text.clone(), description, piece, comment: record::comment(said, used) });
        self.game = after;
        self.judge();
        Ok(played.text)
    }

    /// Looks whether the side to move has overstepped its time, if it has thought so long: it has lost then.
    pub fn flag(&mut self, used: Duration) -> bool {
        let side = self.game.turn();
        let is_over = self.verdict.is_none() && self.left(side, used).is_some_and(|left| left.is_zero());
        if is_over {
            let reason = format!("{side} is out of time, {} wins", !side);
            self.verdict = Some(Verdict::lost(side, Termination::Time, reason));
        }
        is_over
    }

    /// What is left on a side's clock if the side to move has thought so long; `None` without a clock.
    pub fn left(&self, side: Side, used: Duration) -> Option<Duration> {
        let left = self.clocks[self.made.len()][side.index()].left()?;
        let is_running = side == self.game.turn() && self.verdict.is_none();
        Some(if is_running { left.saturating_sub(used) } else { left })
    }

    /// What the engine may take for the move that is due.
    pub fn limits(&self) -> Limits {
        let clock = self.clocks[self.made.len()][self.game.turn().index()].limits().clock;
        let TimeControl { move_time, nodes, depth, .. } = self.terms.control;
        Limits { depth, nodes, move_time, clock }
    }

    /// The level that the engine is asked for; `None` for full strength.
    pub fn skill(&self) -> Option<u8> {
        Some(self.terms.level).filter(|&level| level < skill::FULL)
    }

    /// The side to move gives up; against the engine it is always the person who does.
    pub fn resign(&mut self) {
        let side = match self.terms.people {
            People::One(side) => side,
            People::Both => self.game.turn(),
        };
        if self.verdict.is_none() {
            let reason = format!("{side} resigns, {} wins", !side);
            self.verdict = Some(Verdict::lost(side, Termination::Resignation, reason));
        }
    }

    /// Takes the last move of a person back, and what the engine has answered; `false` if no person has moved. The clocks
    /// are as they were before it.
    pub fn take_back(&mut self) -> bool {
        let movers = |plies: usize| {
            let turn = self.game.turn();
            if plies.is_multiple_of(2) { turn } else { !turn }
        };
        let Some(plies) = (1..=self.made.len()).find(|&plies| self.terms.people.play(movers(plies))) else {
            return false;
        };
        for _ in 0..plies {
            self.game.undo();
        }
        self.made.truncate(self.made.len() - plies);
        self.clocks.truncate(self.made.len() + 1);
        self.judge();
        true
    }

    /// What a side is called.
    pub fn name(&self, side: Side) -> String {
        match self.terms.people {
            People::Both => side.to_string(),
            People::One(own) if own == side => "You".to_owned(),
            People::One(_) => format!("Triptych, level {}", self.terms.level),
        }
    }

    /// The game's text, from which it can be gone on with.
    pub fn pgn(&self) -> Pgn {
        let result = self.verdict.as_ref().map_or("*", Verdict::result).to_owned();
        let mut tags = vec![
            ("Event", "Game at the terminal".to_owned()),
            ("Site", "?".to_owned()),
            ("Date", self.date.clone()),
            ("Round", "-".to_owned()),
            ("White", self.name(Side::White)),
            ("Black", self.name(Side::Black)),
            ("Result", result.clone()),
        ];
        let mut start = self.game.duplicate();
        while start.undo() {}
        tags.extend(record::start_tags(start.as_ref()));
        let control = self.terms.control.to_string();
        tags.extend([
            ("TimeControl", if control.is_empty() { NO_CONTROL.to_owned() } else { control }),
            (PEOPLE, self.terms.people.to_string()),
            (LEVEL, self.terms.level.to_string()),
        ]);
        if let Some(verdict) = &self.verdict {
            tags.push(("Termination", verdict.termination.name().to_owned()));
        }
        let ply = |made: &Made| Ply { text: made.text.clone(), comment: made.comment.clone(), ..Ply::default() };
        Pgn {
            tags: tags.into_iter().map(|(name, value)| (name.into(), value)).collect(),
            opening: String::new(),
            moves: self.made.iter().map(ply).collect(),
            first: (start.full_move(), start.turn() == Side::Black),
            closing: self.verdict.as_ref().map_or(String::new(), |verdict| verdict.reason.clone()),
            result,
        }
    }

    /// The game of a text that [`Sitting::pgn`] has made, as far as it was played.
    ///
    /// # Errors
    /// If it is no such text, or a move in it is not legal.
    pub fn read(written: &read::Game) -> Result<Sitting, Unreadable> {
        let tag = |name: &'static str| written.tag(name).ok_or(Unreadable::Tag(name));
        let variant = tag("Variant")?.parse().map_err(|_| Unreadable::Tag("Variant"))?;
        let people = tag(PEOPLE)?.parse().map_err(|_| Unreadable::Tag(PEOPLE))?;
        let level = tag(LEVEL)?.parse().ok().filter(|&level| level <= skill::FULL).ok_or(Unreadable::Tag(LEVEL))?;
        let control = match tag("TimeControl")? {
            NO_CONTROL => TimeControl::default(),
            text => TimeControl::read(text).map_err(|_| Unreadable::Tag("TimeControl"))?,
        };
        let game = variant_start(variant, written)?;
        let mut sitting = Sitting::new(Terms { variant, people, level, control }, game);
        sitting.date = tag("Date")?.to_owned();
        for (number, ply) in written.moves.iter().enumerate() {
            let used = Duration::try_from_secs_f64(record::seconds(&ply.comment)).unwrap_or_default();
            let played = sitting.play(&ply.text, used, &Said::default());
            played.map_err(|why| Unreadable::Move(number + 1, why))?;
            if let Some(made) = sitting.made.last_mut() {
                made.comment.clone_from(&ply.comment);
            }
        }
        Ok(sitting)
    }
}

/// The tag that says which sides people play.
const PEOPLE: &str = "People";
/// The tag of the engine's level.
const LEVEL: &str = "Level";
/// The value of the tag for time where nothing is limited.
const NO_CONTROL: &str = "-";

fn variant_start(variant: Variant, written: &read::Game) -> Result<Box<dyn Arbiter>, VariantError> {
    variant.arbiter_from(written.tag("Terrain"), written.tag("FEN"))
}

#[cfg(test)]
mod tests;
