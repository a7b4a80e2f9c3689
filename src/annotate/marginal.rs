//! What this program writes beside a game's moves, and how it finds it again to write anew.

use crate::pgn::{Ply, Tag};

/// What the name in the tag `Annotator` begins with.
const NAME: &str = "Triptych ";
const SIGNATURE: &str = concat!("Triptych ", env!("CARGO_PKG_VERSION"));
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

/// Says something of a move; what was said of it before stays behind.
pub(super) fn write(ply: &mut Ply, said: &str) {
    ply.comment = if ply.comment.is_empty() { said.to_owned() } else { format!("{said}; {}", ply.comment) };
}

/// Gives a move its one mark of how good it is.
pub(super) fn mark(ply: &mut Ply, annotation: u8) {
    ply.annotations.retain(|number| !QUALITIES.contains(number));
    ply.annotations.push(annotation);
}

/// Takes out what [`write`] and [`mark`] have put there, and the better line.
pub(super) fn erase(ply: &mut Ply) {
    let (first, rest) = ply.comment.split_once("; ").unwrap_or((&ply.comment, ""));
    if is_score(first) {
        ply.comment = rest.to_owned();
    }
    let is_ours = |line: &String| {
        let (_, after) = line.split_once('{')?;
        after.split_once('}').map(|(comment, _)| is_score(comment))
    };
    if ply.variations.first().and_then(is_ours) == Some(true) {
        ply.variations.remove(0);
        ply.annotations.retain(|number| !QUALITIES.contains(number));
    }
}

/// Whether a comment is nothing but a score with its depth, `+0.31/12` or `-M4/9 0.120s`.
fn is_score(text: &str) -> bool {
    let mut words = text.split(' ');
    let (score, depth) = words.next().and_then(|word| word.split_once('/')).unwrap_or_default();
    let is_number = |text: &str| text.parse::<f64>().is_ok();
    let score = score.strip_prefix(['+', '-']).map(|score| score.strip_prefix('M').unwrap_or(score));
    let is_time = |word: &str| word.strip_suffix('s').is_some_and(is_number);
    score.is_some_and(is_number) && depth.parse::<u32>().is_ok() && words.all(is_time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_told_from_words() {
        for text in ["+0.31/12", "-M4/9 0.120s", "+M1/3", "-12.00/1"] {
            assert!(is_score(text), "{text}");
        }
        for text in ["", "+0.31", "0.31/12", "+0.31/12 good", "+/12", "+0.31/", "mine", "+0.31/12; mine"] {
            assert!(!is_score(text), "{text}");
        }
    }

    #[test]
    fn what_was_written_is_erased_and_nothing_else() {
        let own = Ply {
            text: "a2a3".into(),
            annotations: [10].into_iter().collect(),
            comment: "+0.10/5 0.1s; mine".into(),
            variations: vec!["1. b2b3 {better}".into()],
        };
        let mut ply = own.clone();
        write(&mut ply, "-2.00/9");
        mark(&mut ply, 4);
        ply.variations.insert(0, "1. c2c3 {+0.20/9} 1... a7a6".into());
        erase(&mut ply);
        assert_eq!(ply, own);
        mark(&mut ply, 3);
        mark(&mut ply, 2);
        assert_eq!(ply.annotations.to_vec(), [10, 2]);
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
