//! The text of a move: squares, separators, a letter, and the mark of a part. What the move does is for the rules.
//!
//! Two families look alike and mean different things, and are told apart by their separators alone. Without separators,
//! or with hyphens only, every inner square is a **landing** (`c4a6c8`, [`Route::Path`]). With a comma
//! (`c4b5,b5a6`), or with `x` before a square that is not the last (`c4xb5-a6`), every inner square is a **victim**
//! ([`Route::Victims`]); an `x` before the last square alone is decoration.

use std::fmt;
use std::str::FromStr;

use crate::Square;
use crate::words::without_controls;

/// A move as it is written.
///
/// `Display` writes it back in its own family: paths as squares in a row, victims with `x` and a hyphen, or as legs
/// with commas if it was `relayed`.
///
/// ```
/// use triptych_protocol::{MoveText, Route};
///
/// let text: MoveText = "a2b5,b5a6,a6a5".parse().unwrap();
/// let [a2, b5, a6, a5] = ["a2", "b5", "a6", "a5"].map(|s| s.parse().unwrap());
/// assert_eq!(text.route, Route::Victims { start: a2, victims: vec![b5, a6], end: a5 });
/// assert_eq!(MoveText { relayed: false, ..text }.to_string(), "a2xb5xa6-a5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveText {
    /// The squares.
    pub route: Route,
    /// What the piece becomes (a promotion or change of kind), or the `z` of a suicide as XBoard is told of it; always
    /// lower case.
    pub letter: Option<char>,
    /// It ends in `=`: a part of a move, to be followed by a null move and the next part.
    pub part: bool,
    /// It was written as legs with commas, as XBoard passes moves on to the other engine. A letter that makes no move
    /// legal is then junk that XBoard left there, and the move counts without it.
    pub relayed: bool,
}

/// The squares of a move, and what the inner ones are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Route {
    /// All squares that the piece touches, the start first, at least two; the inner ones are landings.
    Path(Vec<Square>),
    /// The start, the pieces taken elsewhere than on the last square (a set, in no order that matters, never empty when
    /// read), and the end.
    Victims {
        /// Where the piece starts.
        start: Square,
        /// Squares of the pieces taken, other than the one on the last square.
        victims: Vec<Square>,
        /// Where the piece ends.
        end: Square,
    },
    /// No move: `@@@@`; UCI's `0000` is read too.
    Null,
}

impl MoveText {
    /// A move by its squares, with the letter of a promotion, change of kind or suicide.
    pub fn path(squares: impl Into<Vec<Square>>, letter: Option<char>) -> MoveText {
        MoveText { route: Route::Path(squares.into()), letter, part: false, relayed: false }
    }

    /// A move by its victims off the last square; where there are none it is the path of two squares.
    pub fn victims(start: Square, victims: impl Into<Vec<Square>>, end: Square, letter: Option<char>) -> MoveText {
        let victims = victims.into();
        if victims.is_empty() {
            return MoveText::path([start, end], letter);
        }
        MoveText { route: Route::Victims { start, victims, end }, letter, part: false, relayed: false }
    }

    /// The null move `@@@@`.
    pub const fn null() -> MoveText {
        MoveText { route: Route::Null, letter: None, part: false, relayed: false }
    }

    /// Whether it is the null move.
    pub fn is_null(&self) -> bool {
        self.route == Route::Null
    }

    /// The first square; `None` for a null move (or a path built without squares).
    pub fn start(&self) -> Option<Square> {
        match &self.route {
            Route::Path(squares) => squares.first().copied(),
            Route::Victims { start, .. } => Some(*start),
            Route::Null => None,
        }
    }

    /// The last square; `None` for a null move (or a path built without squares).
    pub fn end(&self) -> Option<Square> {
        match &self.route {
            Route::Path(squares) => squares.last().copied(),
            Route::Victims { end, .. } => Some(*end),
            Route::Null => None,
        }
    }

    /// The form in which XBoard hands an engine's move on to the other engine: victims become legs.
    ///
    /// ```
    /// use triptych_protocol::MoveText;
    /// let sent: MoveText = "d8xe7-f6k".parse().unwrap();
    /// assert_eq!(sent.to_relayed().to_string(), "d8e7,e7f6k");
    /// ```
    #[must_use]
    pub fn to_relayed(&self) -> MoveText {
        MoveText { relayed: matches!(self.route, Route::Victims { .. }), ..self.clone() }
    }

    /// Whether a word that may not be readable is meant as a move: a null move, or two squares at its start (a letter
    /// and a digit twice, with or without a separator between them).
    ///
    /// ```
    /// use triptych_protocol::MoveText;
    /// assert!(MoveText::is_meant_by("e2e9?"));
    /// assert!(!MoveText::is_meant_by("e2"));
    /// assert!(!MoveText::is_meant_by("Nf3"));
    /// ```
    pub fn is_meant_by(word: &str) -> bool {
        let looks_like_square =
            |text: &[u8]| text.len() >= 2 && text[0].is_ascii_alphabetic() && text[1].is_ascii_digit();
        let bytes = word.as_bytes();
        let separated = |from: usize| bytes.get(from..).is_some_and(looks_like_square);
        word == NULL || looks_like_square(bytes) && (separated(2) || separated(3) && b"-xX".contains(&bytes[2]))
    }
}

const NULL: &str = "@@@@";

/// Why a word is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveTextError {
    /// No square stands where one must; the text from there on.
    NoSquare(String),
    /// There is only one square.
    OneSquare,
    /// Something follows that belongs to no move.
    Trailing(String),
    /// Legs with commas must be two squares each, and each start where the one before ended.
    BrokenLegs,
    /// It ends in a comma: more legs are to follow on further lines (put the texts together and read them again).
    OpenLeg,
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveTextError::NoSquare(text) if text.is_empty() => write!(f, "a square is missing"),
            MoveTextError::NoSquare(text) => write!(f, "no square at '{text}'"),
            MoveTextError::OneSquare => write!(f, "only one square"),
            MoveTextError::Trailing(text) => write!(f, "'{text}' at its end is not understood"),
            MoveTextError::BrokenLegs => write!(f, "the legs do not fit together"),
            MoveTextError::OpenLeg => write!(f, "a leg is missing after the comma"),
        }
    }
}

impl std::error::Error for MoveTextError {}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    None,
    Hyphen,
    Cross,
    Comma,
}

/// The separator and the square at the start of a text, and how many bytes they take.
fn step(text: &[u8]) -> Option<(Separator, Square, usize)> {
    if let Some(square) = Square::at_start(text) {
        return Some((Separator::None, square, 2));
    }
    let separator = match text.first()? {
        b'-' => Separator::Hyphen,
        b'x' | b'X' => Separator::Cross,
        b',' => Separator::Comma,
        _ => return None,
    };
    Square::at_start(&text[1..]).map(|square| (separator, square, 3))
}

impl FromStr for MoveText {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<MoveText, MoveTextError> {
        if text == NULL || text == "0000" {
            return Ok(MoveText::null());
        }
        let bytes = text.as_bytes();
        let first = Square::at_start(bytes).ok_or_else(|| MoveTextError::NoSquare(text.to_owned()))?;
        let mut squares = vec![first];
        let mut separators = Vec::new();
        let mut read = 2;
        while let Some((separator, square, length)) = step(&bytes[read..]) {
            squares.push(square);
            separators.push(separator);
            read += length;
        }
        // Everything read so far is ASCII, so this is the start of a character.
        let tail = &text[read..];
        if tail == "," {
            return Err(MoveTextError::OpenLeg);
        }
        if tail.starts_with([',', '-']) {
            return Err(MoveTextError::NoSquare(tail[1..].to_owned()));
        }
        if squares.len() == 1 {
            return Err(if tail.is_empty() {
                MoveTextError::OneSquare
            } else {
                MoveTextError::NoSquare(tail.to_owned())
            });
        }
        let relayed = separators.contains(&Separator::Comma);
        let (letter, part) = match ending(tail) {
            Some(ending) => ending,
            // XBoard may leave junk behind the legs that it passes on.
            None if relayed => (None, false),
            None => return Err(MoveTextError::Trailing(tail.to_owned())),
        };
        let route = if relayed {
            join_legs(&squares, &separators)?
        } else if separators[..separators.len() - 1].contains(&Separator::Cross) {
            Route::Victims {
                start: first,
                victims: squares[1..squares.len() - 1].to_vec(),
                end: squares[squares.len() - 1],
            }
        } else {
            Route::Path(squares)
        };
        Ok(MoveText { route, letter, part, relayed })
    }
}

/// Letter and mark of a part: `n`, `N`, `=n`, `=`, `n=` or nothing.
fn ending(tail: &str) -> Option<(Option<char>, bool)> {
    let letter = |byte: u8| byte.is_ascii_alphabetic().then(|| Some(char::from(byte.to_ascii_lowercase())));
    match tail.as_bytes() {
        [] => Some((None, false)),
        b"=" => Some((None, true)),
        [byte] | [b'=', byte] => Some((letter(*byte)?, false)),
        [byte, b'='] | [b'=', byte, b'='] => Some((letter(*byte)?, true)),
        _ => None,
    }
}

fn join_legs(squares: &[Square], separators: &[Separator]) -> Result<Route, MoveTextError> {
    // Two squares a leg: the commas are the separators in odd places, and nowhere else.
    let in_place = separators.iter().enumerate().all(|(i, s)| (*s == Separator::Comma) == (i % 2 == 1));
    if !in_place
        || !squares.len().is_multiple_of(2)
        || !squares[1..squares.len() - 1].chunks(2).all(|pair| pair[0] == pair[1])
    {
        return Err(MoveTextError::BrokenLegs);
    }
    let victims = squares[1..squares.len() - 1].iter().step_by(2).copied().collect();
    Ok(Route::Victims { start: squares[0], victims, end: squares[squares.len() - 1] })
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.route {
            Route::Null => return f.write_str(NULL),
            Route::Path(squares) => squares.iter().try_for_each(|square| write!(f, "{square}"))?,
            Route::Victims { start, victims, end } if victims.is_empty() => write!(f, "{start}{end}")?,
            Route::Victims { start, victims, end } if self.relayed => {
                write!(f, "{start}")?;
                victims.iter().try_for_each(|victim| write!(f, "{victim},{victim}"))?;
                write!(f, "{end}")?;
            }
            Route::Victims { start, victims, end } => {
                write!(f, "{start}")?;
                victims.iter().try_for_each(|victim| write!(f, "x{victim}"))?;
                write!(f, "-{end}")?;
            }
        }
        self.letter.map_or(Ok(()), |letter| write!(f, "{letter}"))?;
        if self.part { f.write_str("=") } else { Ok(()) }
    }
}

/// A word that stands where a move is expected, kept as it was written so that a refusal can quote it;
/// [`MoveWord::read`] says what it means.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MoveWord(String);

impl MoveWord {
    /// A word; blanks and control characters in it are left out.
    pub fn new(word: impl Into<String>) -> MoveWord {
        let mut word = word.into();
        word.retain(|c| !c.is_ascii_whitespace() && !c.is_control());
        MoveWord(word)
    }

    /// The word as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The move that it is, by its form alone; an error if no form fits.
    pub fn read(&self) -> Result<MoveText, MoveTextError> {
        self.0.parse()
    }

    pub(crate) fn list(text: &str) -> Vec<MoveWord> {
        text.split_ascii_whitespace().map(MoveWord::new).collect()
    }
}

impl fmt::Display for MoveWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&without_controls(&self.0))
    }
}

impl From<MoveText> for MoveWord {
    fn from(text: MoveText) -> MoveWord {
        MoveWord(text.to_string())
    }
}

impl From<&MoveText> for MoveWord {
    fn from(text: &MoveText) -> MoveWord {
        MoveWord(text.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(text: &str) -> Square {
        text.parse().expect("a square")
    }

    fn squares(text: &str) -> Vec<Square> {
        text.split(' ').map(square).collect()
    }

    fn read(text: &str) -> MoveText {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[track_caller]
    fn is_path(text: &str, path: &str, letter: Option<char>) {
        assert_eq!(read(text), MoveText::path(squares(path), letter), "{text}");
    }

    #[track_caller]
    fn is_capture(text: &str, start: &str, victims: &str, end: &str, letter: Option<char>) {
        let expected = MoveText::victims(square(start), squares(victims), square(end), letter);
        assert_eq!(MoveText { relayed: false, ..read(text) }, expected, "{text}");
    }

    #[test]
    fn without_separators_the_inner_squares_are_landings() {
        is_path("e2e4", "e2 e4", None);
        is_path("c4a6c8g4g1e1", "c4 a6 c8 g4 g1 e1", None);
        is_path("b6d8f6k", "b6 d8 f6", Some('k'));
        is_path("b6d8b", "b6 d8", Some('b'));
        is_path("d4d4", "d4 d4", None);
        is_path("c4-a6-c8", "c4 a6 c8", None);
        is_path("c4a6-c8", "c4 a6 c8", None);
    }

    #[test]
    fn a_cross_before_the_last_square_is_decoration() {
        is_path("e4xd5", "e4 d5", None);
        is_path("d2-d8xf6", "d2 d8 f6", None);
        is_path("e4Xd5=K", "e4 d5", Some('k'));
    }

    #[test]
    fn a_cross_elsewhere_makes_the_inner_squares_victims() {
        is_capture("c4xb5-a6", "c4", "b5", "a6", None);
        is_capture("c4xb5a6", "c4", "b5", "a6", None);
        is_capture("c4xb5xa6", "c4", "b5", "a6", None);
        is_capture("a2xb5xa6-a5", "a2", "b5 a6", "a5", None);
        is_capture("a2-b5xa6-a5", "a2", "b5 a6", "a5", None);
        is_capture("d4xc5xc7-d8k", "d4", "c5 c7", "d8", Some('k'));
        is_capture("A2XB5XA6-A5", "a2", "b5 a6", "a5", None);
        is_capture("d8xe7-f6=K", "d8", "e7", "f6", Some('k'));
    }

    #[test]
    fn legs_make_the_inner_squares_victims() {
        is_capture("d4c4,c4g4", "d4", "c4", "g4", None);
        is_capture("a2b5,b5a6,a6a5", "a2", "b5 a6", "a5", None);
        is_capture("d8e7,e7f6k", "d8", "e7", "f6", Some('k'));
        is_capture("d8-e7,e7-f6=K", "d8", "e7", "f6", Some('k'));
        is_capture("c4b5,b5b7,b7e6,e6g4", "c4", "b5 b7 e6", "g4", None);
        assert!(read("d4c4,c4g4").relayed);
        assert!(!read("d4xc4-g4").relayed);
        for text in ["c4b5,b6a6", "c4b5a6,a6a5", "c4,b5,a6", "c4b5,b5a6,a6", "c4,b5a6", "c4b5,b5a6a5"] {
            assert_eq!(text.parse::<MoveText>(), Err(MoveTextError::BrokenLegs), "{text}");
        }
        assert_eq!("c4b5,".parse::<MoveText>(), Err(MoveTextError::OpenLeg));
        assert_eq!("c4b5,b5".parse::<MoveText>(), Err(MoveTextError::BrokenLegs));
    }

    #[test]
    fn junk_behind_legs_is_dropped() {
        for junk in ["3", "\u{fffd}", "?", "==", "kk", ";b5", "=3"] {
            let text = format!("a2b5,b5a6,a6a5{junk}");
            assert_eq!(read(&text), read("a2b5,b5a6,a6a5"), "{text}");
        }
        // A letter may be a promotion: whether it is junk only the rules can say.
        assert_eq!(read("a2b5,b5a6,a6a5Q").letter, Some('q'));
        assert_eq!("a2b5,b5a6,a6a5,x".parse::<MoveText>(), Err(MoveTextError::NoSquare("x".into())));
    }

    #[test]
    fn letters_and_part_marks() {
        for text in ["d2d3n", "d2d3N", "d2d3=n", "d2d3=N"] {
            is_path(text, "d2 d3", Some('n'));
        }
        is_path("d4d3z", "d4 d3", Some('z'));
        is_path("d4d3x", "d4 d3", Some('x'));
        let part = read("e5xe4xe6-e5=");
        assert!(part.part);
        assert_eq!(part.letter, None);
        assert_eq!((part.start(), part.end()), (Some(square("e5")), Some(square("e5"))));
        assert!(read("g1f1,f1e1=").part);
        for text in ["d2d3n=", "d2d3=n="] {
            assert_eq!((read(text).letter, read(text).part), (Some('n'), true));
        }
    }

    #[test]
    fn null_moves() {
        assert_eq!(read("@@@@"), MoveText::null());
        assert_eq!(read("0000"), MoveText::null());
        assert!(read("@@@@").is_null());
        assert_eq!((MoveText::null().start(), MoveText::null().end()), (None, None));
        assert_eq!(MoveText::null().to_string(), "@@@@");
    }

    #[test]
    fn what_is_no_move() {
        use MoveTextError::*;
        for (text, error) in [
            ("", NoSquare("".into())),
            ("Nf3", NoSquare("Nf3".into())),
            ("e2", OneSquare),
            ("e2e", NoSquare("e".into())),
            ("e2e0", NoSquare("e0".into())),
            ("e2-", NoSquare("".into())),
            ("e2e4-", NoSquare("".into())),
            ("e2e4?", Trailing("?".into())),
            ("e2e4qq", Trailing("qq".into())),
            ("e2e4==", Trailing("==".into())),
            ("e2e45", Trailing("5".into())),
            ("e2e4é", Trailing("é".into())),
            ("e2 e4", NoSquare(" e4".into())),
            ("@@@@=", NoSquare("@@@@=".into())),
            ("P@h3", NoSquare("P@h3".into())),
            ("O-O", NoSquare("O-O".into())),
        ] {
            assert_eq!(text.parse::<MoveText>(), Err(error), "{text}");
        }
    }

    #[test]
    fn written_in_their_own_family() {
        for text in ["e2e4", "c4a6c8", "d2d3n", "d4xc4-g4", "a2xb5xa6-a5", "a2b5,b5a6,a6a5", "c4xb5xb7-c8=", "@@@@"] {
            assert_eq!(read(text).to_string(), text);
        }
        assert_eq!(read("c4xb5xb7-c8=").to_relayed().to_string(), "c4b5,b5b7,b7c8=");
        assert_eq!(read("e2e4").to_relayed(), read("e2e4"));
        assert_eq!(MoveText::victims(square("a2"), [], square("a5"), None).to_string(), "a2a5");
    }

    #[test]
    fn what_is_meant_as_a_move() {
        for word in ["e2e4", "e2e9", "z1z1", "e2-e4", "e2xe4!", "@@@@", "E2E4", "a2b5,b5a6,a6a5", "e2e4é"] {
            assert!(MoveText::is_meant_by(word), "{word}");
        }
        for word in ["", "e2", "e2,e4", "Nf3", "go", "e22", "1234", "e2x", "e2--e4", "0000", "é2e4"] {
            assert!(!MoveText::is_meant_by(word), "{word}");
        }
    }

    #[test]
    fn words_are_kept_as_written() {
        assert_eq!(MoveWord::new("E2-E4").as_str(), "E2-E4");
        assert_eq!(MoveWord::new(" e2\n e4\0").as_str(), "e2e4");
        assert_eq!(MoveWord::from(read("E2-E4")).as_str(), "e2e4");
        assert!(MoveWord::new("Nf3").read().is_err());
    }
}
