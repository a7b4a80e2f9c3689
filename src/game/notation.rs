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
/// If the text has the form of no move, fits no legal move, or fits several.
pub fn read<G: Game>(position: &G, text: &str) -> Result<G::Move, MoveError> {
    let written: MoveText = text.parse().map_err(|why: triptych_protocol::MoveTextError| MoveError::Malformed {
        text: text.into(),
        why: why.to_string(),
    })?;
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
    match found[..] {
        [m] => Ok(m),
        [] => Err(MoveError::Illegal(written.to_string())),
        _ => {
            let mut moves: Vec<_> = found.iter().map(|&m| text(position, m)).collect();
            moves.sort();
            Err(MoveError::Ambiguous { text: written.to_string(), moves: moves.join(" ") })
        }
    }
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
                (Reading::Bare, &[from, to]) => (from, to) == (move_.from, move_.to),
                _ => position.follows(m, &path),
            };
            way && letter_fits(&move_, written.letter)
        }
        Written::Victims { start, victims, end } => {
            let named = victims.iter().map(|&square| known(square)).collect::<Option<Bitboard>>();
            // What stands on the last square goes with the arrival: the text need not name it.
            let arrival = Bitboard::of(move_.to);
            known(*start) == Some(move_.from)
                && known(*end) == Some(move_.to)
                && named.is_some_and(|named| named - arrival == move_.victims - arrival)
                && letter_fits(&move_, written.letter)
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
    let is_meant = |move_: &Description| {
        way.begins(move_)
            && move_.to == way.end
            && (move_.victims - way.named - way.arrivals).is_empty()
            && letter_fits(move_, last.letter)
    };
    let legal = position.legal();
    let found: Vec<_> = legal.into_iter().filter(|&m| is_meant(&position.describe(m))).collect();
    match found[..] {
        [m] => Ok(m),
        [] => Err(MoveError::Illegal(all())),
        _ => {
            let moves = found.iter().map(|&m| text(position, m)).collect::<Vec<_>>().join(" ");
            Err(MoveError::Ambiguous { text: all(), moves })
        }
    }
}

/// Whether some legal move begins with these parts and takes more than they do.
pub fn begins<G: Game>(position: &G, parts: &[MoveText]) -> bool {
    let Some(way) = Way::of(parts) else { return false };
    let goes_on = |move_: Description| way.begins(&move_) && (move_.victims - way.named).any();
    position.legal().into_iter().any(|m| goes_on(position.describe(m)))
}

/// Parts of a move put together.
struct Way {
    start: Square,
    end: Square,
    /// Victims that the parts name.
    named: Bitboard,
    /// Where parts end: an enemy that stands there goes with the arrival and is not named.
    arrivals: Bitboard,
}

impl Way {
    /// The way of these parts; `None` if they are none, or not of one piece's way.
    fn of(parts: &[MoveText]) -> Option<Way> {
        let start = parts.first()?.start().and_then(known)?;
        let end = parts.last()?.end().and_then(known)?;
        let connected = parts.windows(2).all(|pair| pair[0].end() == pair[1].start());
        let arrivals = parts.iter().map(|part| part.end().and_then(known)).collect::<Option<Bitboard>>()?;
        let names = |part: &MoveText| match &part.route {
            Written::Victims { victims, .. } => victims.iter().map(|&square| known(square)).collect(),
            Written::Path(_) | Written::Null => Some(Bitboard::EMPTY),
        };
        let named = parts.iter().map(names).try_fold(Bitboard::EMPTY, |all, some| Some(all | some?))?;
        connected.then_some(Way { start, end, named, arrivals })
    }

    fn begins(&self, move_: &Description) -> bool {
        move_.from == self.start && (self.named - move_.victims).is_empty()
    }
}

/// A promotion letter chooses, and may be left out; a change of kind may be said, but rightly.
fn letter_fits(move_: &Description, letter: Option<char>) -> bool {
    match letter {
        None => true,
        Some(letter) => move_.promotion == Some(letter) || move_.becomes == Some(letter),
    }
}

/// The board's square of a written one; `None` where it lies beyond the grid.
fn known(square: triptych_protocol::Square) -> Option<Square> {
    Square::named(&square.to_string())
}
