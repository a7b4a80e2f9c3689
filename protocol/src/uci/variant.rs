//! The line by which an engine tells a UCI GUI of the board of a variant it may not know.

use std::fmt;

use crate::words::OneLine;

/// `variant NAME files F ranks R pocket P template T startpos FEN`, the text of an `info string` that follows the choice
/// of a variant, in the form that Fairy-Stockfish made customary.
///
/// ```
/// use triptych_protocol::uci::VariantStart;
///
/// let start = VariantStart { name: "chameleon".into(), files: 7, ranks: 7, start: "7/7 w - - 0 1".into() };
/// let text = "variant chameleon files 7 ranks 7 pocket 0 template fairy startpos 7/7 w - - 0 1";
/// assert_eq!(start.to_string(), text);
/// assert_eq!(VariantStart::parse(text), Some(start));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VariantStart {
    /// The variant, one word.
    pub name: String,
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
    /// The start position.
    pub start: String,
}

impl VariantStart {
    /// Reads the text of an `info string`; `None` if it is another one. Words between the ranks and the start are passed
    /// over.
    pub fn parse(text: &str) -> Option<VariantStart> {
        let rest = text.trim_ascii().strip_prefix("variant ")?;
        let (head, start) = rest.split_once(" startpos ")?;
        let mut words = head.split_ascii_whitespace();
        let name = words.next()?.to_owned();
        let (mut files, mut ranks) = (None, None);
        while let (Some(key), Some(value)) = (words.next(), words.next()) {
            match key {
                "files" => files = value.parse().ok(),
                "ranks" => ranks = value.parse().ok(),
                _ => {}
            }
        }
        Some(VariantStart { name, files: files?, ranks: ranks?, start: start.trim_ascii().to_owned() })
    }
}

impl fmt::Display for VariantStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let VariantStart { name, files, ranks, start } = self;
        let (name, start) = (OneLine(name), OneLine(start));
        write!(f, "variant {name} files {files} ranks {ranks} pocket 0 template fairy startpos {start}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_texts_are_none() {
        for text in [
            "",
            "variant",
            "variant x",
            "variant x files 8 startpos 8/8",
            "hello variant x",
            "variant x files a ranks 8 startpos 8",
        ] {
            assert_eq!(VariantStart::parse(text), None, "{text}");
        }
    }
}
