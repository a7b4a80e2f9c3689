//! Reading games in portable game notation, in this project's move text: tags, moves, comments, results.
//!
//! Moves are only cut out here; whether they are legal is for the rules. Variations and annotation glyphs are passed
//! over. A game that the file breaks off in the middle is returned too, and says so.

use super::Ply;

/// A game as the file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// Names and values, in the file's order.
    pub tags: Vec<(String, String)>,
    /// The moves, each with the first comment behind it.
    pub moves: Vec<Ply>,
    /// The last comment before the result, where it is not a move's first one.
    pub closing: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`; `None` where the game breaks off.
    pub result: Option<String>,
    /// Where the text of the game ends, in bytes: behind the empty line that closes it, if there is one.
    pub end: usize,
    /// Whether the empty line that closes a game was there.
    pub is_closed: bool,
}

impl Game {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}

/// The games of a text, one after the other.
pub fn games(text: &str) -> Games<'_> {
    Games { text, at: 0 }
}

/// See [`games`].
#[derive(Clone, Debug)]
pub struct Games<'a> {
    text: &'a str,
    at: usize,
}

impl Iterator for Games<'_> {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        self.skip_blanks();
        if self.rest().is_empty() {
            return None;
        }
        let mut game = Game::default();
        while self.rest().starts_with('[') {
            let line = self.take_line();
            game.tags.extend(tag(line));
            self.skip_blanks();
        }
        self.moves(&mut game);
        let rest = self.rest();
        if game.result.is_some() {
            let end = ["\n\n", "\r\n\r\n"].into_iter().find(|end| rest.starts_with(end));
            game.is_closed = end.is_some();
            self.at += end.map_or(0, str::len);
        }
        game.end = self.at;
        Some(game)
    }
}

impl<'a> Games<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn take_line(&mut self) -> &'a str {
        let rest = self.rest();
        let line = &rest[..rest.find('\n').map_or(rest.len(), |end| end + 1)];
        self.at += line.len();
        line.trim_end()
    }

    /// Takes everything up to and including this character, or the rest; returns it without the character.
    fn take_until(&mut self, end: char) -> &'a str {
        let rest = self.rest();
        match rest.find(end) {
            Some(length) => {
                self.at += length + end.len_utf8();
                &rest[..length]
            }
            None => {
                self.at = self.text.len();
                rest
            }
        }
    }

    /// Reads moves up to the result, the next game's tags, or the end.
    fn moves(&mut self, game: &mut Game) {
        let mut is_commented = true;
        let mut depth = 0usize;
        loop {
            self.skip_blanks();
            let rest = self.rest();
            let Some(first) = rest.chars().next() else { return };
            match first {
                '{' => {
                    self.at += 1;
                    let comment = self.take_until('}');
                    if depth > 0 {
                        continue;
                    }
                    match game.moves.last_mut().filter(|_| !is_commented) {
                        Some(ply) => ply.comment = comment.to_owned(),
                        None => game.closing = comment.to_owned(),
                    }
                    is_commented = true;
                }
                ';' | '%' => drop(self.take_line()),
                '(' => {
                    self.at += 1;
                    depth += 1;
                }
                ')' => {
                    self.at += 1;
                    depth = depth.saturating_sub(1);
                }
                '[' => return,
                _ => {
                    let ends = |c: char| c.is_whitespace() || "{}();[".contains(c);
                    let length = rest.find(ends).unwrap_or(rest.len()).max(first.len_utf8());
                    let word = &rest[..length];
                    self.at += length;
                    if depth > 0 || word.starts_with('$') {
                        continue;
                    }
                    if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
                        game.result = Some(word.to_owned());
                        return;
                    }
                    let text = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
                    if !text.is_empty() {
                        game.moves.push(Ply { text: text.to_owned(), comment: String::new() });
                        game.closing.clear();
                        is_commented = false;
                    }
                }
            }
        }
    }
}

/// The name and value of a line `[NAME "VALUE"]`; `None` if it is no whole tag.
fn tag(line: &str) -> Option<(String, String)> {
    let (name, value) = line.strip_prefix('[')?.split_once('"')?;
    let value = value.trim_end().strip_suffix(']')?.trim_end().strip_suffix('"')?;
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        text.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
    }
    Some((name.trim().to_owned(), text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Pgn;

    fn ply(text: &str, comment: &str) -> Ply {
        Ply { text: text.into(), comment: comment.into() }
    }

    #[test]
    fn what_is_written_is_read() {
        let first = Pgn {
            tags: vec![("White", r#"a "b" \c"#.into()), ("Result", "1-0".into())],
            moves: vec![ply("a2a3", "+0.10/5 0.1s"), ply("b7b6", "x"), ply("c4a6c8g4", "a long comment of many words")],
            first: (7, true),
            closing: "White mates".into(),
            result: "1-0".into(),
        };
        let second = Pgn { first: (1, false), result: "1/2-1/2".into(), closing: "agreed".into(), ..Pgn::default() };
        let text = format!("{first}{second}");
        let read: Vec<Game> = games(&text).collect();
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].moves, first.moves);
        assert_eq!(read[0].tag("White"), Some(r#"a "b" \c"#));
        assert_eq!((read[0].closing.as_str(), read[0].result.as_deref()), ("White mates", Some("1-0")));
        assert_eq!((read[1].closing.as_str(), read[1].result.as_deref()), ("agreed", Some("1/2-1/2")));
        assert_eq!(read[0].end, first.to_string().len());
        assert_eq!(read[1].end, text.len());
        assert!(read.iter().all(|game| game.is_closed));
    }

    #[test]
    fn a_torn_game_is_never_taken_for_a_whole_one() {
        let whole = Pgn {
            tags: vec![("White", "x".into()), ("Result", "1-0".into())],
            moves: vec![ply("a2a3", "book"), ply("a7a6", "-1.20/3 0.1s"), ply("b2b3", "")],
            first: (1, false),
            closing: "Black resigns".into(),
            result: "1-0".into(),
        }
        .to_string();
        for cut in 1..whole.len() {
            let text = format!("{whole}{}", &whole[..cut]);
            let closed: Vec<Game> = games(&text).take_while(|game| game.is_closed).collect();
            assert_eq!((closed.len(), closed[0].end), (1, whole.len()), "{cut}");
        }
        assert_eq!(games(&whole.repeat(2)).filter(|game| game.is_closed).count(), 2);
    }

    #[test]
    fn other_programs_games() {
        let text = "\u{feff}[Event \"x\"]\r\n[FEN \"8/8 w\"]\r\n\r\n1.a2a3 $5 (1. b2b3 {no} (c2c3)) a7a6 ; a line\r\n2. d2d3\r\n\r\n\
                    [Event \"y\"]\r\n\r\n{before} 1... e7e6 0-1\r\n";
        let read: Vec<Game> = games(text.trim_start_matches('\u{feff}')).collect();
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].moves, [ply("a2a3", ""), ply("a7a6", ""), ply("d2d3", "")]);
        assert_eq!((read[0].tag("FEN"), read[0].result.as_deref()), (Some("8/8 w"), None));
        assert_eq!((read[1].moves.len(), read[1].result.as_deref()), (1, Some("0-1")));
        for text in ["", "\n\n", "[", "{", "(", "}", "]", "[x", "é{", "1.", "\"", "$"] {
            assert!(games(text).count() <= 1, "{text}");
        }
    }
}
