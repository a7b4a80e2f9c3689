//! Texts in their forms, and what each of them means in a position.

use super::*;
use crate::game::chameleon::Chameleon;
use crate::game::shashmaty::{Shashmaty, ShashmatyDamka};
use crate::game::ultima::Ultima;

const FIVE: &str = "7k/1c6/2i1p3/1p6/2L5/6p1/K7/5l2 w - - 0 1";

fn position<G: Game>(fen: &str) -> G {
    G::parse(fen, G::Setting::default()).expect("a position")
}

/// What a text means, as it is printed.
fn meaning<G: Game>(fen: &str, written: &str) -> Result<String, MoveError> {
    let position = position::<G>(fen);
    read(&position, written).map(|m| text(&position, m))
}

#[track_caller]
fn means<G: Game>(fen: &str, texts: &[&str], canonical: &str) {
    for written in texts {
        assert_eq!(meaning::<G>(fen, written).as_deref(), Ok(canonical), "{written} in {fen}");
    }
}

#[track_caller]
fn is_illegal<G: Game>(fen: &str, texts: &[&str]) {
    for written in texts {
        assert!(matches!(meaning::<G>(fen, written), Err(MoveError::Illegal(_))), "{written} in {fen}");
    }
}

#[test]
fn plain_moves() {
    means::<Ultima>(Ultima::START, &["a2a5", "a2-a5", "a2xa5", "A2A5", "A2-a5"], "a2a5");
    is_illegal::<Ultima>(Ultima::START, &["a2a7", "a2a2", "b1b3", "a7a6", "a2a5q", "a2a5z", "@@@@"]);
    // Squares that only larger boards have.
    is_illegal::<Ultima>(Ultima::START, &["a2a9", "i2i3", "p9p8"]);
    is_illegal::<Chameleon>(Chameleon::START, &["d2d4", "c2b1", "h1h2", "a1a8"]);
}

#[test]
fn landings_and_victims_are_told_apart_by_separators() {
    means::<Ultima>(FIVE, &["c4a6", "c4-a6", "c4xa6", "c4xb5-a6", "c4xb5a6", "c4b5,b5a6"], "c4a6");
    means::<Ultima>(FIVE, &["c4a6c8", "c4-a6-c8", "c4a6xc8", "c4xb5xb7-c8", "c4xb7xb5-c8", "c4b5,b5b7,b7c8"], "c4a6c8");
    // The same squares are landings in the one and victims in the other.
    is_illegal::<Ultima>(FIVE, &["c4xa6-c8", "c4b5a6", "c4-b5-a6"]);
    // Victims that are too many, too few, or not there.
    is_illegal::<Ultima>(FIVE, &["c4xb5-c8", "c4xb5xb7xe6-c8", "c4xh8xb7-c8", "c4xa2-a6"]);
    // The piece that is taken by arrival need not be named, and may be.
    let last = "c4g8g1c1c8a6f1";
    means::<Ultima>(FIVE, &[last, "c4xe6xg3xc6xb7xb5-f1", "c4xe6xg3xf1xc6xb7xb5-f1"], last);
    means::<Shashmaty>("5k2/8/8/8/1p6/8/8/K1C5 w - - 0 1", &["c1b4", "c1xb4", "c1-b4"], "c1b4");
}

#[test]
fn all_ways_of_one_move_are_read() {
    // Round a circle in one sense or the other.
    let circle = "7k/8/8/4p1p1/8/4p1p1/5K2/8 w - - 0 1";
    means::<Shashmaty>(circle, &["f2d4f6h4f2", "f2h4f6d4f2", "f2-h4-f6-d4xf2", "f2xg5xg3xe5xe3-f2"], "f2d4f6h4f2");
    is_illegal::<Shashmaty>(circle, &["f2f2", "f2d4f6", "f2d4f6h4", "f2d4h4f6f2"]);
    let damka = "5k2/8/8/2p5/8/4p3/8/K5Q1 w - - 0 1";
    means::<ShashmatyDamka>(damka, &["g1d4b6", "g1xe3xc5-b6"], "g1d4b6");
    is_illegal::<ShashmatyDamka>(damka, &["g1b6", "g1f2d4b6", "g1c5b6"]);
}

#[test]
fn what_fits_several_moves_is_refused() {
    let ambiguous = |found: Result<String, MoveError>| match found {
        Err(MoveError::Ambiguous { moves, .. }) => moves,
        other => panic!("{other:?}"),
    };
    let quiet = "5k2/P7/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(ambiguous(meaning::<Shashmaty>(quiet, "a7b8")), "a7b8b a7b8c a7b8k");
    means::<Shashmaty>(quiet, &["a7b8c", "a7b8C", "a7b8=c", "a7-b8=C"], "a7b8c");
    is_illegal::<Shashmaty>(quiet, &["a7b8q", "a7b8p", "a7b8d"]);
    means::<ShashmatyDamka>(quiet, &["a7b8", "a7b8q"], "a7b8q");
    let capture = "8/2p1p1k1/1P6/8/8/8/8/K7 w - - 0 1";
    assert_eq!(ambiguous(meaning::<Shashmaty>(capture, "b6d8")), "b6d8b b6d8c");
    means::<Shashmaty>(capture, &["b6d8f6h8", "b6d8f6h8k", "b6xc7xe7xg7-h8"], "b6d8f6h8k");
    // A text without inner squares is a move without chain unless it comes from a mouse.
    is_illegal::<Ultima>(FIVE, &["c4e1", "c4e8"]);
    let bare = |written: &str| {
        let position = position::<Ultima>(FIVE);
        resolve(&position, &written.parse().expect("a move"), Reading::Bare).map(|m| text(&position, m))
    };
    assert_eq!(bare("c4e8").as_deref(), Ok("c4c8a6e2e8"));
    assert_eq!(bare("c4g8").as_deref(), Ok("c4g8"));
    assert!(ambiguous(bare("c4e1")).split(' ').count() > 3);
}

#[test]
fn suicides() {
    let frozen = "7k/8/8/3iW3/8/8/8/K7 w - - 0 1";
    means::<Ultima>(frozen, &["e5e5", "e5-e5", "e5e4z", "e5e4Z", "e5d4=z"], "e5e5");
    is_illegal::<Ultima>(frozen, &["a1a1", "a1a2z", "e5e4", "e5e4y", "e5e4e3z", "d5d4z"]);
    // A chain that comes back is none, and has more squares.
    let circle = "7k/8/8/2pp4/2Lp4/8/8/K7 w - - 0 1";
    means::<Ultima>(circle, &["c4c6e4c4", "c4e4c6c4", "c4xc5xd4xd5-c4"], "c4c6e4c4");
    for reading in [Reading::Exact, Reading::Bare] {
        let position = position::<Ultima>(circle);
        assert!(resolve(&position, &"c4c4".parse().expect("a move"), reading).is_err());
    }
}

#[test]
fn what_a_piece_becomes_may_be_said_rightly() {
    means::<Chameleon>(Chameleon::START, &["b2b3", "b2b3n", "b2b3N", "b2b3=n"], "b2b3");
    means::<Chameleon>(Chameleon::START, &["a1b3", "a1b3n"], "a1b3");
    is_illegal::<Chameleon>(Chameleon::START, &["b2b3q", "b2b3p", "a1b3q", "a1b3k"]);
    // A king becomes nothing, whatever it steps on.
    let kings = "1*1k1*1/*5*/7/7/7/*5*/1*1K1*1 w - - 0 1";
    means::<Chameleon>(kings, &["d1d2"], "d1d2");
    is_illegal::<Chameleon>(kings, &["d1d2p", "d1d2k"]);
    // Only what stands on a colour becomes something.
    is_illegal::<Ultima>(Ultima::START, &["a2a3p", "d1d2k"]);
}

#[test]
fn no_moves() {
    for written in ["", "a2", "nonsense", "a2a5 ", "a2a5a2", "a2,a5", "e2e4e", "Nf3", "c4a6=", "c4xb5xb7-c8="] {
        let found = meaning::<Ultima>(FIVE, written);
        assert!(matches!(found, Err(MoveError::Malformed { .. } | MoveError::Illegal(_))), "{written}: {found:?}");
    }
    assert_eq!(
        meaning::<Ultima>(FIVE, "c4xb5xb7-c8=").map_err(|why| why.to_string()),
        Err("'c4xb5xb7-c8=' is no move: it is a part of a move".into())
    );
}

#[test]
fn parts() {
    let position = position::<Ultima>(FIVE);
    let parts = |texts: &str| -> Vec<MoveText> { texts.split(' ').map(|text| text.parse().expect("a part")).collect() };
    let joined = |texts: &str| resolve_parts(&position, &parts(texts)).map(|m| text(&position, m));
    for texts in [
        "c4xb5xb7-c8= c8xe6xg3-g1= g1xf1-e1",
        "c4xb5-a6= a6xb7xe6-g4= g4xf1xg3-e1",
        "c4xb5xb7-c4= c4xe6xg3-c4= c4xf1-e1",
        "c4xb5xb7xe6-g4= g4xg3xf1-e1",
        "c4xb5xb7xe6xg3xf1-g1= g1e1",
    ] {
        assert_eq!(joined(texts).as_deref(), Ok("c4a6c8g4g1e1"), "{texts}");
    }
    // They do not hang together, leave a victim out, take one that is spared, or are no parts at all.
    for texts in [
        "c4xb5xb7-c8= c4xe6xg3-g1= g1xf1-e1",
        "c4xb5xb7-c8= c8xe6-g1= g1xf1-e1",
        "c4xb5xb7-c8= c8xe6xg3-g1= g1xh8-e1",
        "c4c8= c8xe6xg3-g1= g1xf1-e1",
        "c4xb5xb7-c8= c8xe6xg3-g1= g1xf1-e1k",
    ] {
        assert!(matches!(joined(texts), Err(MoveError::Illegal(_))), "{texts}");
    }
    assert!(resolve_parts(&position, &[]).is_err());
    assert!(begins(&position, &parts("c4xb5xb7-c8=")) && begins(&position, &parts("c4xb5xb7-c8= c8xe6xg3-g1=")));
    for texts in ["c4a6=", "c4xh8-c8=", "h8xb5-c8=", "c4xb5xb7xc6xe6xg3-f1=", "c4xb5xb7-c8= c4xe6xg3-g1="] {
        assert!(!begins(&position, &parts(texts)), "{texts}");
    }
    // A promotion may make several moves of the same parts.
    let capture = position_of_pawn();
    let joined = |texts: &str| resolve_parts(&capture, &parts(texts)).map(|m| text(&capture, m));
    assert_eq!(joined("b6xc7-d8= d8xe7-f6= f6xg7-h8k").as_deref(), Ok("b6d8f6h8k"));
    assert!(matches!(joined("b6xc7-d8"), Err(MoveError::Ambiguous { .. })));
}

fn position_of_pawn() -> Shashmaty {
    position("8/2p1p1k1/1P6/8/8/8/8/K7 w - - 0 1")
}
