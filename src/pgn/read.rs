//! Reading games in portable game notation, one after the other, whatever is in the file.
//!
//! The text is never held as a whole: a line and a game are the most that is in memory, and a game may be only so long
//! ([`MOST`]). Moves are only cut out here; whether they are legal is for the rules ([`super::replay`]). What is wrong with
//! a game is told with its line, and the next game is read all the same.

mod words;

use std::io::{self, BufRead, Read, Seek, SeekFrom};

use self::words::{Comments, Tag, decoded, is_result, joined, short, tag, take_word, text};
use super::Ply;

/// The most bytes that a game may have; nothing is kept of one with more.
pub const MOST: usize = 2 << 20;

/// A game as the file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// Names and values, in the file's order.
    pub tags: Vec<(String, String)>,
    /// What is said before the first move; several comments with blanks between them.
    pub opening: String,
    /// The moves, each with the comments behind it; several with blanks between them.
    pub moves: Vec<Ply>,
    /// The line of every move, counted from 1.
    pub lines: Vec<usize>,
    /// The last comment before the result, where it is not the last move's only one.
    pub closing: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`; `None` where the game breaks off.
    pub result: Option<String>,
    /// The line in which the game begins, counted from 1.
    pub line: usize,
    /// The line in which it ends.
    pub last_line: usize,
    /// The first thing that is wrong with it, and the line of it.
    pub fault: Option<(usize, SyntaxError)>,
    /// Where the text of the game begins, in bytes from where reading began.
    pub start: u64,
    /// Where it ends: behind the empty line that closes it, if there is one.
    pub end: u64,
    /// Whether the empty line that closes a game was there.
    pub is_closed: bool,
}

/// What is wrong with the text of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SyntaxError {
    /// A line begins like a tag and is none.
    #[error("'{0}' is no tag")]
    Tag(String),
    /// A word stands among the moves that can be none.
    #[error("'{0}' is no move")]
    Word(String),
    /// An annotation is no number up to 255.
    #[error("'{0}' is no annotation")]
    Annotation(String),
    /// A comment has no end.
    #[error("a comment that begins here has no end")]
    Comment,
    /// A variation has no end.
    #[error("a variation that begins here has no end")]
    Variation,
    /// Something is said of a move before there is any.
    #[error("{0} stands before any move")]
    Early(String),
    /// A variation ends that has not begun.
    #[error("')' ends nothing")]
    Unopened,
    /// The moves do not end in a result.
    #[error("the game breaks off without a result")]
    NoResult,
    /// The moves end in another result than the tag tells.
    #[error("the game ends in {end}, but its tag Result is {tag}")]
    Result {
        /// The tag.
        tag: String,
        /// What stands behind the moves.
        end: String,
    },
    /// It is too long.
    #[error("the game is longer than {} MiB", MOST >> 20)]
    TooLong,
}

impl Game {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// The game's text as it stands in the input that it was read from.
    ///
    /// # Errors
    /// If the input cannot be read again, or has become shorter.
    pub fn source(&self, input: &mut (impl Read + Seek)) -> io::Result<Vec<u8>> {
        input.seek(SeekFrom::Start(self.start))?;
        let mut text = Vec::new();
        let length = self.end - self.start;
        if input.take(length).read_to_end(&mut text)? as u64 == length {
            Ok(text)
        } else {
            Err(io::ErrorKind::UnexpectedEof.into())
        }
    }

    fn blame(&mut self, line: usize, why: SyntaxError) {
        self.fault.get_or_insert((line, why));
    }

    /// A game ends in its result, which its tag must not contradict.
    fn check_result(&mut self) {
        let why = match (self.tag("Result"), self.result.as_deref()) {
            (_, None) => SyntaxError::NoResult,
            (Some(tag), Some(end)) if tag != end && is_result(tag) => {
                SyntaxError::Result { tag: tag.to_owned(), end: end.to_owned() }
            }
            _ => return,
        };
        self.blame(self.last_line, why);
    }

    fn add(&mut self, line: usize, text: &str) {
        self.moves.push(Ply { text: text.to_owned(), ..Ply::default() });
        self.lines.push(line);
    }
}

/// The games of a text, one after the other.
pub fn games(text: &str) -> impl Iterator<Item = Game> + '_ {
    Reader::new(text.as_bytes()).map(|game| game.expect("memory can be read"))
}

/// Reads games one by one.
///
/// The iterator ends after the last game, or after an error of the input.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    /// The line in hand with its end; empty before the first and after the last.
    line: Vec<u8>,
    /// How much of it was taken.
    at: usize,
    /// Its number, from 1.
    number: usize,
    /// Bytes before it.
    before: u64,
    /// Whether it is but another piece of a line that is longer than any game.
    is_piece: bool,
    has_failed: bool,
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

impl<R: BufRead> Reader<R> {
    /// A reader that begins where the input stands.
    pub fn new(input: R) -> Reader<R> {
        Reader { input, line: Vec::new(), at: 0, number: 0, before: 0, is_piece: false, has_failed: false }
    }

    /// Bytes read so far, as far as they belong to games that were returned.
    pub fn offset(&self) -> u64 {
        self.before + self.at as u64
    }

    fn rest(&self) -> &[u8] {
        &self.line[self.at..]
    }

    /// Goes to the next line; `false` at the end.
    fn next_line(&mut self) -> io::Result<bool> {
        self.before += self.line.len() as u64;
        self.is_piece = !self.line.is_empty() && !self.line.ends_with(b"\n");
        self.line.clear();
        self.at = 0;
        self.input.by_ref().take(MOST as u64 + 1).read_until(b'\n', &mut self.line)?;
        if self.before == 0 && self.line.starts_with(BYTE_ORDER_MARK) {
            self.at = BYTE_ORDER_MARK.len();
        }
        if !self.line.is_empty() && !self.is_piece {
            self.number += 1;
        }
        Ok(!self.line.is_empty())
    }

    /// Goes to the next word, over blanks and lines that begin with `%`; `false` at the end.
    fn next_word(&mut self) -> io::Result<bool> {
        loop {
            self.at += self.rest().iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let is_escape = self.at == 0 && self.line.first() == Some(&b'%') && !self.is_piece;
            if !self.rest().is_empty() && !is_escape {
                return Ok(true);
            }
            if !self.next_line()? {
                return Ok(false);
            }
        }
    }

    /// Whether nothing but blanks stands before this on its line.
    fn is_first(&self) -> bool {
        let before = &self.line[..self.at];
        let before = before.strip_prefix(BYTE_ORDER_MARK).unwrap_or(before);
        !self.is_piece && before.iter().all(u8::is_ascii_whitespace)
    }

    fn read(&mut self) -> io::Result<Option<Game>> {
        if !self.next_word()? {
            return Ok(None);
        }
        let mut game = Game { line: self.number, start: self.offset(), ..Game::default() };
        let mut comments = Comments::default();
        // Whether tags that come now are the next game's.
        let mut has_begun = false;
        while self.next_word()? {
            if self.offset() - game.start > MOST as u64 {
                // Whatever else is wrong with it: this is why nothing of it is kept.
                game.fault = Some((game.line, SyntaxError::TooLong));
                has_begun = true;
                (game.tags, game.moves, game.lines) = Default::default();
                comments = Comments::default();
            }
            let line = self.number;
            match self.rest()[0] {
                b'[' if self.is_first() => {
                    if has_begun || !self.tags(&mut game) {
                        break;
                    }
                }
                b'{' => {
                    self.at += 1;
                    let (text, is_whole) = self.comment()?;
                    comments.0.push(text);
                    if !is_whole {
                        game.blame(line, SyntaxError::Comment);
                    }
                }
                b';' => {
                    let text = self.rest_of_line();
                    comments.0.push(text[1..].trim().to_owned());
                }
                b'(' => {
                    let (text, is_whole) = self.variation()?;
                    if !is_whole {
                        game.blame(line, SyntaxError::Variation);
                    }
                    match game.moves.last_mut() {
                        Some(ply) => ply.variations.push(text),
                        None => game.blame(line, SyntaxError::Early("a variation".into())),
                    }
                }
                b')' => {
                    self.at += 1;
                    game.blame(line, SyntaxError::Unopened);
                }
                _ => {
                    has_begun = true;
                    let word = self.word();
                    if is_result(&word) {
                        game.result = Some(word);
                        comments.close(&mut game);
                        game.last_line = line;
                        game.is_closed = self.blank_line()?;
                        break;
                    }
                    comments.settle(&mut game);
                    take_word(&mut game, line, &word);
                }
            }
            game.last_line = self.number;
        }
        game.end = self.offset();
        game.check_result();
        Ok(Some(game))
    }

    /// Takes the tags of a line; `false`, and nothing taken, where they are those of the next game.
    fn tags(&mut self, game: &mut Game) -> bool {
        let mut is_first = true;
        while self.rest().first() == Some(&b'[') {
            let text = decoded(self.rest()).into_owned();
            let found = tag(&text);
            let is_again = |(name, _, _): &Tag| game.tags.first().is_some_and(|(first, _)| first == name);
            if is_first && found.as_ref().is_some_and(is_again) {
                return false;
            }
            match found {
                // Text that was decoded may be longer than the line, never shorter.
                Some((name, value, length)) if text.len() == self.rest().len() => {
                    game.tags.push((name, value));
                    self.at += length;
                }
                // What is not UTF-8 has a character a byte.
                Some((name, value, length)) => {
                    game.tags.push((name, value));
                    self.at += text[..length].chars().count();
                }
                None => {
                    game.blame(self.number, SyntaxError::Tag(short(text.trim_end())));
                    self.at = self.line.len();
                }
            }
            self.at += self.rest().iter().take_while(|&&byte| byte == b' ' || byte == b'\t').count();
            is_first = false;
        }
        true
    }

    /// Takes a comment behind its opening brace; whether it has an end. One that goes on until the next game's tags has none.
    fn comment(&mut self) -> io::Result<(String, bool)> {
        let mut bytes = Vec::new();
        let mut was_blank = false;
        loop {
            if was_blank && self.at == 0 && self.is_at_tag() {
                return Ok((text(&bytes), false));
            }
            let rest = self.rest();
            if let Some(length) = rest.iter().position(|&byte| byte == b'}') {
                bytes.extend_from_slice(&rest[..length]);
                self.at += length + 1;
                return Ok((text(&bytes), true));
            }
            was_blank = self.line.trim_ascii().is_empty();
            if bytes.len() <= MOST {
                bytes.extend_from_slice(rest);
            }
            if !self.next_line()? {
                return Ok((text(&bytes), false));
            }
        }
    }

    /// Takes a variation with those in it; whether it has an end. Its text is without the outer parentheses.
    fn variation(&mut self) -> io::Result<(String, bool)> {
        let mut words: Vec<String> = Vec::new();
        let (mut depth, start) = (0usize, self.offset());
        while self.next_word()? {
            if self.is_at_tag() {
                return Ok((String::new(), false));
            }
            let word = match self.rest()[0] {
                mark @ (b'(' | b')') => {
                    self.at += 1;
                    depth = if mark == b'(' { depth + 1 } else { depth - 1 };
                    char::from(mark).to_string()
                }
                b'{' => {
                    self.at += 1;
                    let (text, is_whole) = self.comment()?;
                    if !is_whole {
                        return Ok((String::new(), false));
                    }
                    format!("{{{text}}}")
                }
                b';' => format!("{{{}}}", self.rest_of_line()[1..].trim().replace('}', ")")),
                _ => self.word(),
            };
            if self.offset() - start <= MOST as u64 {
                words.push(word);
            }
            if depth == 0 {
                return Ok((joined(words.get(1..words.len() - 1).unwrap_or_default()), true));
            }
        }
        Ok((String::new(), false))
    }

    /// Whether a whole tag stands here at the start of a line, as in no move, comment or variation.
    fn is_at_tag(&self) -> bool {
        self.rest().first() == Some(&b'[') && self.is_first() && tag(&decoded(self.rest())).is_some()
    }

    fn rest_of_line(&mut self) -> String {
        let text = decoded(self.rest()).into_owned();
        self.at = self.line.len();
        text
    }

    /// Takes a word, which ends where something else begins.
    fn word(&mut self) -> String {
        let ends = |byte: &u8| byte.is_ascii_whitespace() || b"{}();$".contains(byte);
        let rest = self.rest();
        // What ends a word may begin one that is none.
        let length = 1 + rest[1..].iter().position(ends).unwrap_or(rest.len() - 1);
        let word = decoded(&rest[..length]).into_owned();
        self.at += length;
        word
    }

    /// Takes the rest of a line and the empty one behind it, if both are empty.
    fn blank_line(&mut self) -> io::Result<bool> {
        let is_end = |line: &[u8]| line == b"\n" || line == b"\r\n";
        if !is_end(self.rest()) || !self.next_line()? || !is_end(self.rest()) {
            return Ok(false);
        }
        self.at = self.line.len();
        Ok(true)
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<Game>;

    fn next(&mut self) -> Option<io::Result<Game>> {
        if self.has_failed {
            return None;
        }
        let game = self.read().transpose();
        self.has_failed = matches!(game, Some(Err(_)));
        game
    }
}

#[cfg(test)]
mod tests;
