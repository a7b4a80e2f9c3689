//! A written game played by the rules: the moves that its words mean, in whatever form they are.
//!
//! Words are read in this project's text ([`notation`]) and as XBoard saves them ([`sheet`](super::sheet)). In the latter a
//! move may stand in parts, and plies may only mend the window's board: `-- Paxb5-a5=` takes off a piece that a person's
//! move has left there, and `Nd4e4 -- Ned4=B --` turns one into what it is. Those are no moves of the game.

use std::ops::Range;

use triptych_protocol::{MoveText, Route};

use super::Ply;
use super::read::{Game as Written, SyntaxError};
use super::sheet::{Entry, is_null};
use crate::game::notation::{self, Reading};
use crate::game::{Game, MoveError, Outcome, PositionError, SettingError};
use crate::variant::{UnknownVariant, Variant};

/// A game that was played by the rules.
#[derive(Clone, Debug)]
pub struct Replay<G: Game> {
    /// The position that it started from.
    pub start: G,
    /// Its moves, each with the plies of the text that it is.
    pub moves: Vec<(G::Move, Range<usize>)>,
    /// The position that it ended with.
    pub last: G,
}

impl<G: Game> Replay<G> {
    /// The moves in this project's text.
    pub fn texts(&self) -> impl Iterator<Item = String> + '_ {
        self.positions().zip(&self.moves).map(|(position, (m, _))| notation::text(&position, *m))
    }

    /// The position before each move, and the last one.
    pub fn positions(&self) -> impl Iterator<Item = G> + '_ {
        let mut position = self.start.clone();
        let after = self.moves.iter().map(move |(m, _)| {
            position.play(*m);
            position.clone()
        });
        std::iter::once(self.start.clone()).chain(after)
    }
}

/// What is wrong with a game, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct Fault {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub why: Wrong,
}

/// What can be wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// Its text.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// It does not say which game it is of.
    #[error("it has no tag Variant that says which game it is of")]
    Nameless,
    /// It is of a game that nobody here knows.
    #[error("tag Variant: {0}")]
    Variant(#[from] UnknownVariant),
    /// It is of another game than is asked for.
    #[error("it is a game of {found}, not of {wanted}")]
    Other {
        /// The game's tag.
        found: String,
        /// What is asked for.
        wanted: &'static str,
    },
    /// Its terrain is none.
    #[error("tag Terrain: {0}")]
    Terrain(#[from] SettingError),
    /// It starts from a position that is none.
    #[error("FEN: {0}")]
    Position(#[from] PositionError),
    /// A move is none.
    #[error("ply {ply}: {why}")]
    Move {
        /// Which ply of the text, from 1.
        ply: usize,
        /// Why it is none.
        why: MoveError,
    },
    /// The rules give another result.
    #[error("the game ends in {found}, by the rules in {} {{{rules}}}", rules.result())]
    Result {
        /// What the game says.
        found: String,
        /// What the rules say.
        rules: Outcome,
    },
}

/// What a game is taken to be whose tags do not say it.
#[derive(Clone, Debug, Default)]
pub struct Usual {
    /// The game.
    pub variant: Option<Variant>,
    /// Chameleon's terrain; the default one if `None`.
    pub terrain: Option<String>,
}

impl Usual {
    /// A terrain must be one of some game.
    ///
    /// # Errors
    /// What is wrong with the terrain.
    pub fn new(variant: Option<Variant>, terrain: Option<String>) -> Result<Usual, SettingError> {
        let with_terrain = Variant::ALL.iter().find(|variant| variant.setting().is_some());
        with_terrain.map_or(Ok(()), |variant| variant.check_terrain(terrain.as_deref()))?;
        Ok(Usual { variant, terrain })
    }

    /// The game's kind, and its terrain if it is not the default.
    ///
    /// # Errors
    /// If neither the game nor this says what it is.
    pub fn ground<'a>(&'a self, game: &'a Written) -> Result<(Variant, Option<&'a str>), Fault> {
        let variant = match (variant(game), self.variant) {
            (Some(variant), _) => variant.map_err(|why| at_start(game, why))?,
            (None, Some(variant)) => variant,
            // What is wrong with its text may have cost it the tag.
            (None, None) => return Err(syntax(game).unwrap_or_else(|| at_start(game, Wrong::Nameless))),
        };
        let usual = self.terrain.as_deref().filter(|_| variant.setting().is_some());
        Ok((variant, game.tag("Terrain").or(usual)))
    }
}

/// The game that a written one says it is of, in whatever case.
pub fn variant(game: &Written) -> Option<Result<Variant, UnknownVariant>> {
    game.tag("Variant").map(|name| name.to_ascii_lowercase().parse())
}

/// The fault of a game's text, if it has one.
pub fn syntax(game: &Written) -> Option<Fault> {
    game.fault.as_ref().map(|(line, why)| Fault { line: *line, why: why.clone().into() })
}

/// A fault of the tags.
pub fn at_start(game: &Written, why: impl Into<Wrong>) -> Fault {
    Fault { line: game.line, why: why.into() }
}

/// Plays a game up to so many moves, which the fault of its text does not hinder.
///
/// # Errors
/// If its position is refused, or a move is none.
pub fn replay<G: Game>(game: &Written, setting: G::Setting, most: usize) -> Result<Replay<G>, Fault> {
    let start = G::parse(game.tag("FEN").unwrap_or(G::START), setting).map_err(|why| at_start(game, why))?;
    let mut replay = Replay { last: start.clone(), start, moves: Vec::with_capacity(game.moves.len()) };
    let mut at = 0;
    while at < game.moves.len() && replay.moves.len() < most {
        let plies = &game.moves[at..];
        let mending = mending(plies);
        if mending > 0 && is_null(&plies[0].text) {
            at += mending;
            continue;
        }
        match find(&replay.last, plies) {
            Ok((m, count)) => {
                replay.last.play(m);
                replay.moves.push((m, at..at + count));
                at += count;
            }
            Err(_) if mending > 0 => at += mending,
            Err(why) => return Err(Fault { line: game.lines[at], why: Wrong::Move { ply: at + 1, why } }),
        }
    }
    Ok(replay)
}

/// Plays a whole game and holds its result against the rules.
///
/// # Errors
/// If its text is faulty, its position is refused, a move is none, or it ends where the rules give another result.
pub fn check<G: Game>(game: &Written, setting: G::Setting) -> Result<Replay<G>, Fault> {
    let fault = syntax(game);
    let replay = match (replay::<G>(game, setting, usize::MAX), fault) {
        (Ok(replay), None) => replay,
        // Half a word is where a file breaks off; that it is no move says less.
        (Err(Fault { why: Wrong::Move { ply, .. }, .. }), Some(fault))
            if ply == game.moves.len() && game.result.is_none() =>
        {
            return Err(fault);
        }
        (Err(fault), _) | (Ok(_), Some(fault)) => return Err(fault),
    };
    let rules = replay.last.outcome(&replay.last.legal()).filter(|outcome| outcome.leaves_no_move());
    match (rules, game.result.as_deref()) {
        (Some(rules), Some(found)) if found != rules.result() && found != "*" => {
            Err(Fault { line: game.last_line, why: Wrong::Result { found: found.to_owned(), rules } })
        }
        _ => Ok(replay),
    }
}

/// The move that a text begins with, and how many plies of the text it is.
fn find<G: Game>(position: &G, plies: &[Ply]) -> Result<(G::Move, usize), MoveError> {
    let word = &plies[0].text;
    let entry = Entry::read(word);
    if entry.is_none() && !word.ends_with('=') {
        return notation::read(position, word).map(|m| (m, 1));
    }
    let count = parts(plies).ok_or_else(|| malformed(word, "its other parts are missing"))?;
    let words: Vec<&str> = plies[..count].iter().step_by(2).map(|ply| ply.text.as_str()).collect();
    let starts = entry.as_ref().map_or_else(Vec::new, |entry| entry.starts(position));
    let mut lines: Vec<Vec<MoveText>> = starts.into_iter().filter_map(|start| line(&words, Some(start))).collect();
    // Capitals alone do not show the form: `B2C3` is a move of this project's too.
    lines.extend(line(&words, None));
    let found = match only(position, &lines, Reading::Exact, word) {
        Err(MoveError::Illegal(_)) => only(position, &lines, Reading::Bare, word),
        found => found,
    };
    let found = found.or_else(|why| {
        // A window keeps two victims of a person's capture; what it takes off afterwards tells the others.
        let mended = mended(&plies[count..]);
        if mended.is_empty() || lines.iter().any(|line| line.len() > 1) {
            return Err(why);
        }
        lines.iter_mut().flatten().for_each(|text| also(text, &mended));
        only(position, &lines, Reading::Exact, word)
    });
    found.map(|m| (m, count))
}

/// The plies of the move that a text begins with: parts and null moves by turns up to one that is no part; `None` if
/// they break off.
fn parts(plies: &[Ply]) -> Option<usize> {
    let whole = plies.iter().step_by(2).position(|ply| !ply.text.ends_with('='))?;
    let is_passed = plies.iter().skip(1).step_by(2).take(whole).all(|ply| is_null(&ply.text));
    is_passed.then_some(2 * whole + 1)
}

/// The parts of a move whose piece starts here, in the protocol's terms; without a start they must say it.
fn line(words: &[&str], start: Option<triptych_protocol::Square>) -> Option<Vec<MoveText>> {
    let mut stands = start;
    let mut texts = Vec::with_capacity(words.len());
    for word in words {
        let text = match (stands, Entry::read(word)) {
            (Some(from), Some(entry)) => entry.from(from),
            _ => word.parse().ok()?,
        };
        stands = text.end().filter(|_| start.is_some());
        texts.push(text);
    }
    Some(texts)
}

/// The only move that some of these lines mean.
fn only<G: Game>(position: &G, lines: &[Vec<MoveText>], reading: Reading, word: &str) -> Result<G::Move, MoveError> {
    let mut found: Vec<G::Move> = Vec::new();
    let mut why = MoveError::Illegal(word.to_owned());
    for line in lines {
        let meant = match &line[..] {
            [text] => notation::resolve(position, text, reading),
            texts => notation::resolve_parts(position, texts),
        };
        match meant {
            Ok(m) if !found.contains(&m) => found.push(m),
            Err(ambiguous @ MoveError::Ambiguous { .. }) => why = ambiguous,
            _ => {}
        }
    }
    match (&found[..], why) {
        (&[m], MoveError::Illegal(_)) => Ok(m),
        ([], why) => Err(why),
        (moves, _) => {
            let moves = moves.iter().map(|&m| notation::text(position, m)).collect::<Vec<_>>().join(" ");
            Err(MoveError::Ambiguous { text: word.to_owned(), moves })
        }
    }
}

fn malformed(word: &str, why: &str) -> MoveError {
    MoveError::Malformed { text: word.to_owned(), why: why.to_owned() }
}

/// How many plies a text begins with that only mend the window's board.
fn mending(plies: &[Ply]) -> usize {
    let entry = |at: usize| plies.get(at).and_then(|ply: &Ply| Entry::read(&ply.text));
    let is_null = |at: usize| plies.get(at).is_some_and(|ply| is_null(&ply.text));
    let steps = |first: usize| entry(first).is_some() && entry(first + 2).is_some_and(|second| second.turns());
    if is_null(0) && entry(1).is_some_and(|entry| entry.is_part) {
        2
    } else if (is_null(0) && is_null(2) && steps(1)) || (is_null(1) && is_null(3) && steps(0)) {
        4
    } else {
        0
    }
}

/// The victims that the other side takes off at once where this text begins.
fn mended(plies: &[Ply]) -> Vec<triptych_protocol::Square> {
    let pairs = plies.chunks(2).map_while(|pair| match pair {
        [null, act] if is_null(&null.text) => Entry::read(&act.text).filter(|entry| entry.is_part),
        _ => None,
    });
    pairs.flat_map(|entry| entry.victims().to_vec()).collect()
}

/// Adds victims to a text.
fn also(text: &mut MoveText, more: &[triptych_protocol::Square]) {
    let (Some(start), Some(end)) = (text.start(), text.end()) else { return };
    let mut victims = match &text.route {
        Route::Victims { victims, .. } => victims.clone(),
        _ => Vec::new(),
    };
    victims.extend(more);
    text.route = Route::Victims { start, victims, end };
}

#[cfg(test)]
mod tests;
