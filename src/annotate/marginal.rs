//! What this program writes beside a game's moves, and how it finds it again to write anew.

use super::Mark;
use crate::board::Side;
use crate::pgn::{Ply, Tag};
use crate::search::WhiteScore;

/// What the name in the tag `Annotator` begins with.
const NAME: &str = "Triptych ";
const SIGNATURE: &str = concat!("Triptych ", env!("CARGO_PKG_VERSION"));
/// Said of a move of which no search has found anything.
const UNKNOWN: &str = "?/0";
/// Annotations of how good a move is. Two of them on one move would contradict each other.
const QUALITIES: std::ops::RangeInclusive<u8> = 1..=6;

/// Writes the program's name among the annotators; whether it was there already.
pub(super) fn sign(tags: &mut Vec<Tag>) -> bool {
    let Some((_, names)) = tags.iter_mut().find(|(name, _)| name == "Annotator") else {
        tags.push(("Annotator".into(), SIGNATURE.into()));
        return false;
    };
    let others: Vec<&str> = names.split(", ").filter(|name| !name.starts_with(NAME) && !name.is_empty()).collect();
    let was_there = names.split(", ").any(|name| name.starts_with(NAME));
    *names = others.into_iter().chain([SIGNATURE]).collect::<Vec<_>>().join(", ");
    was_there
}

/// Says something of a move; what was said of it before stays behind. Every move of an annotated game has to be told of: that
/// is how [`erase`] knows what is whose.
pub(super) fn write(ply: &mut Ply, said: &str) {
    ply.comment = if ply.comment.is_empty() { said.to_owned() } else { format!("{said}; {}", ply.comment) };
}

/// Gives a move its one mark of how good it is, and a better line.
pub(super) fn mark(ply: &mut Ply, mark: Mark, better: String) {
    ply.annotations.retain(|number| !QUALITIES.contains(number));
    ply.annotations.push(mark.annotation());
    ply.variations.insert(0, better);
}

/// Takes out of an annotated game what [`write()`] has put there, and [`mark`] where the words tell of one.
pub(super) fn erase(ply: &mut Ply) {
    let (first, rest) = ply.comment.split_once("; ").unwrap_or((&ply.comment, ""));
    let Some(mark) = written(first) else { return };
    ply.comment = rest.to_owned();
    if let Some(mark) = mark {
        ply.annotations.retain(|&mut number| number != mark.annotation());
        if !ply.variations.is_empty() {
            ply.variations.remove(0);
        }
    }
}

/// The mark that the words of [`words`] tell of; nothing where they are others.
fn written(text: &str) -> Option<Option<Mark>> {
    let mut words = text.split(' ').peekable();
    let score = words.next()?;
    let is_number = |text: &str| text.parse::<f64>().is_ok();
    let is_score = score.starts_with(['+', '-']) && WhiteScore::read(score, Side::White).is_some();
    if !is_score && score != UNKNOWN {
        return None;
    }
    words.next_if(|word| word.strip_suffix('s').is_some_and(is_number));
    let mark = match words.next() {
        Some(word) => Some(Mark::ALL.into_iter().find(|mark| mark.name() == word)?),
        None => None,
    };
    words.next().is_none().then_some(mark)
}

/// What is said of a move: a score, if a search has found one, and how bad the move is.
pub(super) fn words(score: Option<String>, mark: Option<Mark>) -> String {
    let score = score.unwrap_or_else(|| UNKNOWN.to_owned());
    match mark {
        Some(mark) => format!("{score} {}", mark.name()),
        None => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_words_are_told_from_others() {
        for text in ["+0.31/12", "-M4/9 0.120s", "+M1", "?/0", "-12.00/1"] {
            assert_eq!(written(text), Some(None), "{text}");
        }
        for mark in Mark::ALL {
            for score in ["-0.31/12", "-M4/9 0.120s"] {
                assert_eq!(written(&words(Some(score.into()), Some(mark))), Some(Some(mark)));
            }
        }
        for text in ["", "0.31/12", "+0.31/12 good", "+/12", "+0.31/", "mine", "+0.31/12 blunder 0.1s", "blunder", "?"]
        {
            assert_eq!(written(text), None, "{text}");
        }
    }

    #[test]
    fn what_was_written_is_erased_and_nothing_else() {
        let own = Ply {
            text: "a2a3".into(),
            annotations: [10].into_iter().collect(),
            comment: "+0.10/5 0.1s; mine".into(),
            variations: vec!["1. b2b3 {+0.20/9}".into()],
        };
        for given in [None, Some(Mark::Blunder)] {
            let mut ply = own.clone();
            write(&mut ply, &words(None, given));
            if let Some(given) = given {
                mark(&mut ply, given, "1. c2c3 1... a7a6".into());
            }
            assert_eq!(ply.variations.len(), 1 + usize::from(given.is_some()));
            erase(&mut ply);
            assert_eq!(ply, own);
        }
        let mut ply = Ply { annotations: [3].into_iter().collect(), ..own };
        mark(&mut ply, Mark::Mistake, String::new());
        assert_eq!(ply.annotations.to_vec(), [2]);
    }

    #[test]
    fn the_name_is_there_once() {
        let annotator = |tags: &[Tag]| tags.iter().map(|(_, name)| name.clone()).collect::<Vec<_>>();
        let mut tags = Vec::new();
        assert!(!sign(&mut tags) && sign(&mut tags));
        assert_eq!(annotator(&tags), [SIGNATURE]);
        let mut tags = vec![("Annotator".into(), "Ann".to_owned())];
        assert!(!sign(&mut tags) && sign(&mut tags));
        assert_eq!(annotator(&tags), [format!("Ann, {SIGNATURE}")]);
        let mut tags = vec![("Annotator".into(), "Triptych 0.0.1".to_owned())];
        assert!(sign(&mut tags));
        assert_eq!(annotator(&tags), [SIGNATURE]);
    }
}
