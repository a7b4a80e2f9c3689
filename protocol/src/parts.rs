//! Moves that do not fit into one line of XBoard's: cutting them into parts, and putting parts together.
//!
//! XBoard follows a move with at most two victims off the square of arrival. A bigger one is sent as a burst: parts
//! with at most two victims each, each but the last marked with `=` and followed by a null move for the opponent. Where
//! the piece stops between the parts is for the caller to choose: the squares must be free on XBoard's board by then.

use std::fmt;

use crate::{MoveText, Route, Square};

/// The most victims (off the square of arrival) that one line can name.
pub const VICTIMS_A_LINE: usize = 2;

/// One part of a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// Where the piece stands.
    pub start: Square,
    /// The pieces it takes in this part, other than one on `end`: at most [`VICTIMS_A_LINE`].
    pub victims: Vec<Square>,
    /// Where it goes; a part that captures may end where it started.
    pub end: Square,
}

/// Why parts do not make a move. Parts are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PartsError {
    /// There are none.
    Empty,
    /// This part names more than [`VICTIMS_A_LINE`] victims.
    TooManyVictims(usize),
    /// This part does not start where the one before it ended.
    Broken(usize),
    /// This part names the mover's own square as a victim; XBoard does not survive that.
    TakesItself(usize),
    /// A null move was due between two parts, or came where none was due.
    NullMove,
}

impl fmt::Display for PartsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartsError::Empty => write!(f, "a move without parts"),
            PartsError::TooManyVictims(part) => write!(f, "part {} has too many victims", part + 1),
            PartsError::Broken(part) => write!(f, "part {} does not start where the last one ended", part + 1),
            PartsError::TakesItself(part) => write!(f, "part {} takes the mover itself", part + 1),
            PartsError::NullMove => write!(f, "null moves must stand between the parts, and only there"),
        }
    }
}

impl std::error::Error for PartsError {}

/// The moves to send for a move cut into parts, in order, null moves included; the letter goes to the last part. A move
/// with up to two victims is one part and gives one line.
///
/// ```
/// use triptych_protocol::parts::{Part, burst};
///
/// let square = |text: &str| text.parse().unwrap();
/// let part = |start, victims: [&str; 2], end| Part {
///     start: square(start),
///     victims: victims.map(square).to_vec(),
///     end: square(end),
/// };
/// let lines = burst(&[part("c4", ["b5", "b7"], "c8"), part("c8", ["e6", "g3"], "g1")], None).unwrap();
/// let lines: Vec<String> = lines.iter().map(|line| format!("move {line}")).collect();
/// assert_eq!(lines, ["move c4xb5xb7-c8=", "move @@@@", "move c8xe6xg3-g1"]);
/// ```
///
/// # Errors
/// If there are no parts, one has too many victims or takes the mover, or they do not hang together.
pub fn burst(parts: &[Part], letter: Option<char>) -> Result<Vec<MoveText>, PartsError> {
    let last = parts.len().checked_sub(1).ok_or(PartsError::Empty)?;
    let mut lines = Vec::with_capacity(2 * parts.len());
    for (i, Part { start, victims, end }) in parts.iter().enumerate() {
        if victims.len() > VICTIMS_A_LINE {
            return Err(PartsError::TooManyVictims(i));
        }
        if victims.contains(start) {
            return Err(PartsError::TakesItself(i));
        }
        if i > 0 && parts[i - 1].end != *start {
            return Err(PartsError::Broken(i));
        }
        let line = MoveText::victims(*start, victims.clone(), *end, letter.filter(|_| i == last));
        if i == last {
            lines.push(line);
        } else {
            lines.extend([MoveText { part: true, ..line }, MoveText::null()]);
        }
    }
    Ok(lines)
}

/// Puts the parts of a move together as they arrive.
///
/// ```
/// use triptych_protocol::parts::Joiner;
///
/// let mut joiner = Joiner::default();
/// assert_eq!(joiner.push("c4xb5xb7-c8=".parse().unwrap()), Ok(None));
/// assert_eq!(joiner.push("@@@@".parse().unwrap()), Ok(None));
/// let whole = joiner.push("c8xe6xg3-g1".parse().unwrap()).unwrap().unwrap();
/// assert_eq!(whole.to_string(), "c4xb5xb7xe6xg3-g1");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Joiner {
    pending: Vec<MoveText>,
}

impl Joiner {
    /// Takes the next move. `Ok(Some(_))` is a whole move: the text itself where it stands alone, otherwise the victims
    /// of all parts from the first start to the last end, with the last letter; where the piece stopped in between is
    /// lost, as it is in any set of victims. `Ok(None)` means that more is to come: a null move or the next part.
    ///
    /// A null move where no parts are pending is returned as it is.
    ///
    /// # Errors
    /// If the move does not continue the pending parts; these are kept, so that the right one may still come.
    pub fn push(&mut self, text: MoveText) -> Result<Option<MoveText>, PartsError> {
        let Some(previous) = self.pending.last() else {
            return Ok(self.keep_or_join(text));
        };
        if previous.is_null() == text.is_null() {
            return Err(PartsError::NullMove);
        }
        let stands_on = self.pending.iter().rev().find_map(MoveText::end);
        if !text.is_null() && text.start() != stands_on {
            return Err(PartsError::Broken(self.pending.len() / 2));
        }
        Ok(self.keep_or_join(text))
    }

    fn keep_or_join(&mut self, text: MoveText) -> Option<MoveText> {
        if text.part || text.is_null() && !self.pending.is_empty() {
            self.pending.push(text);
            return None;
        }
        if self.pending.is_empty() {
            return Some(text);
        }
        let (letter, relayed) = (text.letter, text.relayed);
        let start = self.pending[0].start()?;
        let end = text.end()?;
        self.pending.push(text);
        let victims: Vec<Square> = self.pending.drain(..).flat_map(|part| taken(part.route)).collect();
        Some(MoveText { relayed, ..MoveText::victims(start, victims, end, letter) })
    }

    /// The parts and null moves received so far of a move that is not whole yet.
    pub fn pending(&self) -> &[MoveText] {
        &self.pending
    }

    /// Takes back the last part or null move; `None` if nothing is pending.
    pub fn undo(&mut self) -> Option<MoveText> {
        self.pending.pop()
    }

    /// Forgets what is pending.
    pub fn clear(&mut self) {
        self.pending.clear();
    }
}

fn taken(route: Route) -> Vec<Square> {
    match route {
        Route::Victims { victims, .. } => victims,
        Route::Path(_) | Route::Null => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> MoveText {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// A part from the form in which it is sent.
    fn part(form: &str) -> Part {
        match text(form).route {
            Route::Victims { start, victims, end } => Part { start, victims, end },
            Route::Path(squares) => Part { start: squares[0], victims: vec![], end: squares[1] },
            Route::Null => panic!("no part"),
        }
    }

    #[test]
    fn bursts() {
        for (parts, letter, lines) in [
            (&["a2a5"][..], None, "a2a5"),
            (&["d2d3"], Some('n'), "d2d3n"),
            (&["a2xb5xa6-a5"], None, "a2xb5xa6-a5"),
            (&["c4xb5xb7-c8", "c8xe6xg3-g1", "g1xf1-e1"], None, "c4xb5xb7-c8= @@@@ c8xe6xg3-g1= @@@@ g1xf1-e1"),
            (&["d4xc5-b6", "b6xc7xe7-f6"], Some('k'), "d4xc5-b6= @@@@ b6xc7xe7-f6k"),
            (&["e5xe4xe6-e5", "e5xf5-g5"], None, "e5xe4xe6-e5= @@@@ e5xf5-g5"),
        ] {
            let parts: Vec<Part> = parts.iter().map(|form| part(form)).collect();
            let sent: Vec<String> = burst(&parts, letter).expect("good parts").iter().map(|m| m.to_string()).collect();
            assert_eq!(sent.join(" "), lines);
        }
    }

    #[test]
    fn bad_parts() {
        let refused =
            |parts: &[&str]| burst(&parts.iter().map(|form| part(form)).collect::<Vec<_>>(), None).expect_err("bad");
        assert_eq!(refused(&[]), PartsError::Empty);
        assert_eq!(refused(&["c4xb5xb7xe6-g4"]), PartsError::TooManyVictims(0));
        assert_eq!(refused(&["c4xb5-a6", "a5xa6-a7"]), PartsError::Broken(1));
        assert_eq!(refused(&["c4xc4-a6"]), PartsError::TakesItself(0));
    }

    #[test]
    fn joined_as_they_arrive() {
        let mut joiner = Joiner::default();
        assert_eq!(joiner.push(text("e2e4")), Ok(Some(text("e2e4"))));
        assert_eq!(joiner.push(text("@@@@")), Ok(Some(text("@@@@"))));
        assert_eq!(joiner.push(text("d4c5,c5b6=")), Ok(None));
        assert_eq!(joiner.push(text("b6c7,c7e7,e7f6k")), Err(PartsError::NullMove));
        assert_eq!(joiner.push(text("@@@@")), Ok(None));
        assert_eq!(joiner.push(text("@@@@")), Err(PartsError::NullMove));
        assert_eq!(joiner.push(text("b7c7,c7d8")), Err(PartsError::Broken(1)));
        assert_eq!(joiner.pending().len(), 2);
        assert_eq!(joiner.push(text("b6c7,c7e7,e7f6k")), Ok(Some(text("d4c5,c5c7,c7e7,e7f6k"))));
        assert_eq!(joiner.pending(), []);
    }

    #[test]
    fn parts_are_taken_back() {
        let mut joiner = Joiner::default();
        for part in ["c4xb5xb7-c8=", "@@@@"] {
            assert_eq!(joiner.push(text(part)), Ok(None));
        }
        assert_eq!(joiner.undo(), Some(text("@@@@")));
        assert_eq!(joiner.undo(), Some(text("c4xb5xb7-c8=")));
        assert_eq!(joiner.undo(), None);
        assert_eq!(joiner.push(text("c4xb5xb7-c8=")), Ok(None));
        joiner.clear();
        assert_eq!(joiner.push(text("a1a2")), Ok(Some(text("a1a2"))));
    }
}
