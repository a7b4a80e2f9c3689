use super::*;
use crate::arena::clock::TimeControl;
use crate::arena::player::Said;
use crate::play::sitting::{People, Terms};

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("triptych-archive-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn sitting(variant: Variant, moves: &[&str]) -> Sitting {
    let terms = Terms { variant, people: People::Both, level: 0, control: TimeControl::default() };
    let mut sitting = Sitting::new(terms, variant.arbiter(None).expect("a game"));
    for text in moves {
        sitting.play(text, Duration::ZERO, &Said::default()).expect(text);
    }
    sitting
}

#[test]
fn only_games_that_were_left_are_offered() {
    let archive = Archive::at(folder("left"));
    assert!(archive.left(Variant::Ultima).0.is_empty());
    let place = archive.create(Variant::Ultima).expect("a place");
    // Nothing is there before the first move.
    assert!(archive.left(Variant::Ultima).0.is_empty());
    place.write(&sitting(Variant::Ultima, &["a2a5"]).pgn()).expect("written");
    // It is played now.
    assert!(archive.left(Variant::Ultima).0.is_empty());
    let path = place.path().to_owned();
    drop(place);
    let (left, complaints) = archive.left(Variant::Ultima);
    assert_eq!((left.len(), complaints.len()), (1, 0));
    assert_eq!(left[0].sitting.made()[0].text, "a2a5");
    // Not in another game, whose name may begin alike.
    assert!(archive.left(Variant::Chameleon).0.is_empty());
    // Whoever takes it has it alone.
    let place = archive.take(&left[0]).expect("a place");
    assert_eq!(archive.take(&left[0]).expect_err("it is taken").kind(), io::ErrorKind::WouldBlock);
    let mut over = sitting(Variant::Ultima, &["a2a5"]);
    over.resign();
    place.write(&over.pgn()).expect("written");
    drop(place);
    // A game that is over stays, and is not offered.
    assert!(archive.left(Variant::Ultima).0.is_empty() && path.exists());
    fs::remove_dir_all(&archive.folder).expect("removed");
}

#[test]
fn games_have_files_of_their_own_and_damaged_ones_are_told() {
    let archive = Archive::at(folder("own"));
    let places: Vec<Place> = (0..3).map(|_| archive.create(Variant::Chameleon).expect("a place")).collect();
    for place in &places {
        place.write(&sitting(Variant::Chameleon, &["a1b3"]).pgn()).expect("written");
    }
    drop(places);
    assert_eq!(archive.left(Variant::Chameleon).0.len(), 3);
    for (name, text) in [("x.pgn", ""), ("y.pgn", "[Variant \"chameleon\"]\n\n1. a1b3 *\n"), ("z.txt", "")] {
        fs::write(archive.folder.join(name), text).expect("written");
    }
    let (left, complaints) = archive.left(Variant::Chameleon);
    assert_eq!((left.len(), complaints.len()), (3, 2), "{complaints:?}");
    // Every file is as it was.
    assert!(["x.pgn", "y.pgn", "z.txt"].iter().all(|name| archive.folder.join(name).exists()));
    fs::remove_dir_all(&archive.folder).expect("removed");
}

#[test]
fn saving_overwrites_nothing() {
    let folder = folder("save");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("game.pgn");
    let game = sitting(Variant::Ultima, &["a2a5"]).pgn();
    save(&path, &game).expect("saved");
    assert_eq!(fs::read_to_string(&path).expect("text"), game.to_string());
    assert_eq!(save(&path, &Pgn::default()).expect_err("it is there").kind(), io::ErrorKind::AlreadyExists);
    assert_eq!(fs::read_to_string(&path).expect("text"), game.to_string());
    fs::remove_dir_all(&folder).expect("removed");
}
