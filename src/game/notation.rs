//! Move text: how a move is written, and which move a text means.
//!
//! The text of a move is the squares of its path, concatenated, and a promotion letter: `e2e4`, `c4a6c8g4`, `b6d8f6k`.
//! One move may have several paths; one of them is printed, all are read. The forms that XBoard uses name victims in
//! place of landings; their grammar is the protocol crate's, what they mean in a position is found here.

use std::fmt;

use smallvec::SmallVec;
use triptych_protocol::MoveText;
use triptych_protocol::moves::Route as Written;

use super::{Description, Game};
use crate::board::{Bitboard, Square};

/// The letter that marks a suicide for XBoard, which knows no move without a destination: `d4d3z` takes d4 off.
pub const SUICIDE_LETTER: char = 'z';

/// A path and a promotion letter: what a move looks like when printed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Route {
    /// Start, every landing, end; a suicide is its square twice.
    pub squares: SmallVec<[Square; 8]>,
    /// The letter (lower case) of the kind that a pawn promotes to.
    pub promotion: Option<char>,
}

impl Route {
    /// A way of one leg, without promotion.
    pub fn direct(from: Square, to: Square) -> Route {
        Route { squares: SmallVec::from_slice(&[from, to]), promotion: None }
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in &self.squares {
            write!(f, "{square}")?;
        }
        self.promotion.map_or(Ok(()), |letter| write!(f, "{letter}"))
    }
}

/// Why a move text was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is in no form of a move.
    #[error("'{text}' is no move: {why}")]
    Malformed {
        /// The text.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// The text is in the form of a move that is not legal here.
    #[error("'{0}' is not legal here")]
    Illegal(String),
    /// The text fits several moves.
    #[error("'{text}' fits several moves: {moves}")]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves that it fits, as they are printed.
        moves: String,
    },
}

/// How much a text may leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Every landing is named.
    Exact,
    /// Two squares without anything between stand for a capture of any length, if only one fits: a mouse says no more.
    Bare,
}

/// The move's text as it is printed.
pub fn text<G: Game>(position: &G, m: G::Move) -> String {
    position.route(m).to_string()
}

/// The legal moves with their texts, sorted by text.
pub fn sorted<G: Game>(position: &G) -> Vec<(String, G::Move)> {
    let mut moves: Vec<_> = position.legal().into_iter().map(|m| (text(position, m), m)).collect();
    moves.sort_by(|a, b| a.0.cmp(&b.0));
    moves
}

/// The legal move that a text means.
///
/// # Errors
/// If the text has the form of no move or only of a part of one, fits no legal move, or fits several.
pub fn read<G: Game>(position: &G, text: &str) -> Result<G::Move, MoveError> {
    let malformed = |why: String| MoveError::Malformed { text: text.into(), why };
    let written: MoveText = text.parse().map_err(|why: triptych_protocol::MoveTextError| malformed(why.to_string()))?;
    if written.part {
        return Err(malformed("it is a part of a move".into()));
    }
    resolve(position, &written, Reading::Exact)
}

/// The legal move that a text means whose form was read already. Marks of parts are not looked at.
///
/// # Errors
/// If it fits no legal move or several.
pub fn resolve<G: Game>(position: &G, written: &MoveText, reading: Reading) -> Result<G::Move, MoveError> {
    let legal = position.legal();
    let fitting = |letter, reading| -> Vec<G::Move> {
        let sought = MoveText { letter, ..written.clone() };
        legal.iter().copied().filter(|&m| fits(position, m, &sought, reading)).collect()
    };
    let mut found = fitting(written.letter, Reading::Exact);
    if found.is_empty() && reading == Reading::Bare {
        found = fitting(written.letter, Reading::Bare);
    }
    if found.is_empty() && written.relayed {
        // XBoard can leave a letter of an earlier move on what it passes on.
        found = fitting(None, Reading::Exact);
    }
    only(position, &found, || written.to_string())
}

fn fits<G: Game>(position: &G, m: G::Move, written: &MoveText, reading: Reading) -> bool {
    let move_ = position.describe(m);
    match &written.route {
        Written::Null => false,
        Written::Path(path) => {
            let Some(path) = path.iter().map(|&square| known(square)).collect::<Option<Vec<_>>>() else { return false };
            if written.letter == Some(SUICIDE_LETTER) {
                return move_.suicide && path.len() == 2 && path[0] == move_.from;
            }
            let way = match (reading, &path[..]) {
                // A square twice says a suicide, never a chain that comes back.
                (Reading::Bare, &[from, to]) if from != to => (from, to) == (move_.from, move_.to),
                _ => position.follows(m, &path),
            };
            way && letter_fits(position, &move_, written.letter)
        }
        Written::Victims { start, victims, end } => {
            let named = victims.iter().map(|&square| known(square)).collect::<Option<Bitboard>>();
            // What stands on the last square goes with the arrival: the text need not name it.
            let arrival = Bitboard::of(move_.to);
            known(*start) == Some(move_.from)
                && known(*end) == Some(move_.to)
                && named.is_some_and(|named| named - arrival == move_.victims - arrival)
                && letter_fits(position, &move_, written.letter)
        }
    }
}

/// The legal move that its parts make together: the first part's start, all victims, the last part's end and letter.
///
/// # Errors
/// If the parts are not all of one piece's way, or fit no legal move or several.
pub fn resolve_parts<G: Game>(position: &G, parts: &[MoveText]) -> Result<G::Move, MoveError> {
    let all = || parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let (Some(way), Some(last)) = (Way::of(parts), parts.last()) else { return Err(MoveError::Illegal(all())) };
    let is_meant = |move_: &Description, letter| {
        way.is_of(move_)
            && way.takes(move_, parts.len() - 1)
            && move_.to == way.end()
            && (move_.victims - way.taken()).is_empty()
            && letter_fits(position, move_, letter)
    };
    let legal = position.legal();
    let fitting = |letter| -> Vec<G::Move> {
        legal.iter().copied().filter(|&m| is_meant(&position.describe(m), letter)).collect()
    };
    let mut found = fitting(last.letter);
    if found.is_empty() && last.relayed {
        found = fitting(None);
    }
    only(position, &found, all)
}

/// Whether some legal move begins with these parts and takes more than they do.
pub fn begins<G: Game>(position: &G, parts: &[MoveText]) -> bool {
    let Some(way) = Way::of(parts) else { return false };
    let goes_on =
        |move_: Description| way.is_of(&move_) && way.takes(&move_, parts.len()) && (move_.victims - way.taken()).any();
    position.legal().into_iter().any(|m| goes_on(position.describe(m)))
}

/// The only one of the moves that fit a text.
fn only<G: Game>(position: &G, found: &[G::Move], text_read: impl Fn() -> String) -> Result<G::Move, MoveError> {
    match *found {
        [m] => Ok(m),
        [] => Err(MoveError::Illegal(text_read())),
        _ => {
            let mut moves: Vec<_> = found.iter().map(|&m| text(position, m)).collect();
            moves.sort();
            Err(MoveError::Ambiguous { text: text_read(), moves: moves.join(" ") })
        }
    }
}

/// Parts of a move put together, each where it starts, what it names and where it ends.
struct Way(Vec<(Square, Bitboard, Square)>);

impl Way {
    /// The way of these parts; `None` if they are none, or not of one piece's way.
    fn of(parts: &[MoveText]) -> Option<Way> {
        let part = |part: &MoveText| {
            let named = match &part.route {
                Written::Victims { victims, .. } => victims.iter().map(|&square| known(square)).collect(),
                Written::Path(_) | Written::Null => Some(Bitboard::EMPTY),
            };
            Some((part.start().and_then(known)?, named?, part.end().and_then(known)?))
        };
        let way: Vec<_> = parts.iter().map(part).collect::<Option<_>>()?;
        (!way.is_empty() && way.windows(2).all(|pair| pair[0].2 == pair[1].0)).then_some(Way(way))
    }

    fn end(&self) -> Square {
        self.0[self.0.len() - 1].2
    }

    /// All that the parts may take: what they name, and where they end, since an enemy that stands there goes with the
    /// arrival and is not named.
    fn taken(&self) -> Bitboard {
        self.0.iter().fold(Bitboard::EMPTY, |taken, &(_, named, end)| taken | named | Bitboard::of(end))
    }

    /// Whether it is a way of the move's piece, and names no piece that the move spares.
    fn is_of(&self, move_: &Description) -> bool {
        self.0[0].0 == move_.from && self.0.iter().all(|&(_, named, _)| (named - move_.victims).is_empty())
    }

    /// Whether each of so many first parts takes a victim of the move. The last part of all may only go somewhere.
    fn takes(&self, move_: &Description, parts: usize) -> bool {
        self.0[..parts].iter().all(|&(_, named, end)| named.any() || move_.victims.has(end))
    }
}

/// A promotion letter chooses, and may be left out; what the piece becomes, or stays, on the colour of its last square
/// may be said, but rightly.
fn letter_fits<G: Game>(position: &G, move_: &Description, letter: Option<char>) -> bool {
    let Some(letter) = letter else { return true };
    let stays = |letter: char| {
        let same = |other: Option<char>| other.is_some_and(|other| other.eq_ignore_ascii_case(&letter));
        same(position.colour_at(move_.to)) && same(position.letter_at(move_.from))
    };
    move_.promotion == Some(letter) || move_.becomes == Some(letter) || stays(letter)
}

/// The board's square of a written one; `None` where it lies beyond the grid.
fn known(square: triptych_protocol::Square) -> Option<Square> {
    (square.file() < 8 && square.rank() < 8).then(|| Square::at(square.file(), square.rank()))
}

#[cfg(test)]
mod tests;
