//! What stands in a line of a game: tags, words among the moves, and what comments belong to.

use std::borrow::Cow;

use super::{Game, SyntaxError};

/// The comments since the last move: which of them is said of the move and which closes the game shows at the next word.
#[derive(Default)]
pub(super) struct Comments(pub(super) Vec<String>);

impl Comments {
    /// All are said of the last move, or of the game before its first.
    pub(super) fn settle(&mut self, game: &mut Game) {
        if self.0.is_empty() {
            return;
        }
        let text = std::mem::take(&mut self.0).join(" ");
        let place = game.moves.last_mut().map_or(&mut game.opening, |ply| &mut ply.comment);
        if !place.is_empty() {
            place.push(' ');
        }
        place.push_str(&text);
    }

    /// The last of several closes the game, and any one where no move has been made.
    pub(super) fn close(&mut self, game: &mut Game) {
        let is_said = game.moves.last().is_some_and(|ply| ply.comment.is_empty());
        if self.0.len() > usize::from(is_said) {
            game.closing = self.0.pop().unwrap_or_default();
        }
        self.settle(game);
    }
}

/// Takes a word of the moves: a number, an annotation or a move.
pub(super) fn take_word(game: &mut Game, line: usize, word: &str) {
    if let Some(number) = word.strip_prefix('$') {
        match number.parse() {
            Ok(number) => match game.moves.last_mut() {
                Some(ply) => ply.annotations.push(number),
                None => game.blame(line, SyntaxError::Early(format!("'{word}'"))),
            },
            Err(_) => game.blame(line, SyntaxError::Annotation(short(word))),
        }
        return;
    }
    let text = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let (text, annotation) = annotation(text);
    if !text.is_empty() {
        let is_move = text == "--" || text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@');
        if !is_move {
            game.blame(line, SyntaxError::Word(short(word)));
        }
        game.add(line, text);
    }
    if let (Some(annotation), Some(ply)) = (annotation, game.moves.last_mut()) {
        ply.annotations.push(annotation);
    }
}

/// A move's text, and the number of the annotation that is glued to it.
fn annotation(text: &str) -> (&str, Option<u8>) {
    let bare = text.trim_end_matches(['!', '?']);
    let number = match &text[bare.len()..] {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return (text, None),
    };
    (bare, Some(number))
}

pub(super) fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
}

/// The text that bytes stand for: UTF-8, or else ISO 8859-1, which is PGN's own.
pub(super) fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// A comment's text, its lines ended by newlines alone.
pub(super) fn text(bytes: &[u8]) -> String {
    decoded(bytes).replace("\r\n", "\n")
}

/// The words of a variation with blanks between them, but for those next to a parenthesis.
pub(super) fn joined(words: &[String]) -> String {
    let mut text = String::new();
    for word in words {
        if !text.is_empty() && !text.ends_with('(') && word != ")" {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

/// As much of a word as a message can take.
pub(super) fn short(word: &str) -> String {
    const LONGEST: usize = 40;
    match word.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}

/// A tag's name, its value and the length of its text in bytes.
pub(super) type Tag = (String, String, usize);

/// The tag `[NAME "VALUE"]` that a text begins with; `None` if there is none.
pub(super) fn tag(text: &str) -> Option<Tag> {
    let (name, quoted) = text.strip_prefix('[')?.split_once('"')?;
    let name = name.trim();
    if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c == ']' || c == '[') {
        return None;
    }
    // How long the tag is if its value ends before this rest.
    let ends = |rest: &str| Some(text.len() - rest.trim_start_matches([' ', '\t']).strip_prefix(']')?.len());
    let mut value = String::new();
    let mut chars = quoted.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => value.push(chars.next()?),
            // Some programs put quotes into values as they are.
            '"' => match ends(chars.as_str()) {
                Some(length) => return Some((name.to_owned(), value, length)),
                None => value.push(c),
            },
            '\n' | '\r' => return None,
            _ => value.push(c),
        }
    }
    None
}
