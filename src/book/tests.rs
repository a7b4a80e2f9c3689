//! Books in use: what they find, and what is refused.

use super::*;
use crate::arbiter::GameArbiter;
use crate::game::chameleon::Chameleon;
use crate::game::shashmaty::{Shashmaty, ShashmatyDragon};
use crate::game::ultima::Ultima;

const START: &str = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/CLXWKXLI w";
const HEADER: &str = "triptych-book 1\ngame ultima\nstart clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/CLXWKXLI w\nfall 12\nmade by hand\npositions 1\n\n";

fn read(text: &str) -> Result<Book<Ultima>, BookError> {
    let file = BookFile::parse("x.book", text.as_bytes())?;
    Book::of(file, "x.book", (), Care::Moves)
}

fn position(moves: &[&str]) -> Record<Ultima> {
    let mut record = Record::new(Ultima::parse(Ultima::START, ()).expect("the start"));
    for text in moves {
        record.play(notation::read(record.position(), text).expect("legal"));
    }
    record
}

fn texts(found: Vec<(<Ultima as Game>::Move, Entry)>) -> Vec<String> {
    found.into_iter().map(|(_, entry)| entry.text).collect()
}

#[test]
fn moves_are_found_by_position_and_by_its_images() {
    let book = read(&format!("{HEADER}{START} | a2a5 40 +10 0 9 | h2h4 100 +15 3 11\n")).expect("a book");
    assert_eq!(texts(book.find(position(&[]).position())), ["h2h4", "a2a5"]);
    // The start with Black to move is the start seen from the other side.
    let turned = Ultima::parse(&Ultima::START.replace(" w ", " b "), ()).expect("a position");
    assert_eq!(texts(book.find(&turned)), ["h7h5", "a7a4"]);
    let mirrored = Ultima::parse("ilxkwxlc/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC w - - 0 1", ()).expect("a position");
    assert_eq!(texts(book.find(&mirrored)), ["a2a4", "h2h5"]);
    assert!(book.find(position(&["a2a3"]).position()).is_empty());
    let by_another_way = position(&["a2a3", "a7a6", "a3a2", "a6a7"]);
    assert_eq!(book.find(by_another_way.position()).len(), 2);
}

#[test]
fn no_move_repeats_a_position_of_the_game() {
    let mut text = String::from(
        "triptych-book 1\ngame ultima\nstart clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/CLXWKXLI w\nfall 12\nmade by hand\npositions 1\n\n",
    );
    let before = position(&["a2a3", "a7a6", "a3a2"]);
    text.push_str(&format!("{} | a6a7 100 +0 0 9 | b7b6 90 +0 0 9\n", position_text(before.position())));
    let book = read(&text).expect("a book");
    let mut game = GameArbiter::new(*before.start());
    for text in ["a2a3", "a7a6", "a3a2"] {
        game.play(text).expect("legal");
    }
    let moves: Vec<String> = book.moves(&game).into_iter().map(|entry| entry.text).collect();
    assert_eq!((moves, book.find(before.position()).len()), (vec!["b7b6".to_owned()], 2));
}

#[test]
fn what_is_written_is_read() {
    let text = format!("{HEADER}{START} | h2h4 100 +15 3 11 | a2a5 40 -10 0 9\n");
    let file = BookFile::parse("x", text.as_bytes()).expect("a book");
    assert_eq!(file.to_string(), text);
    let dos = text.replace('\n', "\r\n");
    assert_eq!(BookFile::parse("x", dos.as_bytes()).expect("a book"), file);
}

#[test]
fn a_bad_book_is_refused_with_its_line() {
    let line = format!("{START} | a2a5 40 +10 0 9\n");
    let refused = |text: String| read(&text).expect_err("refused").to_string();
    let late = HEADER.replace("positions 1", "positions 2");
    let other = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/CLXWKXLI b";
    for (text, why) in [
        (String::new(), "x.book, line 1: this is no opening book"),
        ("PK\u{3}\u{4}\n".into(), "x.book, line 1: this is no opening book"),
        (HEADER.replace("ultima", "chess") + &line, "x.book, line 2: this is a book of chess, not of ultima"),
        (HEADER.replace("made by", "mode by"), "x.book, line 5: 'mode' has no place in the header"),
        (HEADER.replace("positions 1", "positions many"), "x.book, line 6: the number of positions 'many'"),
        (HEADER.replace("positions 1\n", ""), "x.book, line 6: the header ends without saying 'positions'"),
        ("triptych-book 1\ngame ultima".into(), "x.book, line 3: the header ends without saying 'start'"),
        (format!("{late}{line}"), "x.book, line 8: the header says 2 positions, and 1 are there"),
        (format!("{HEADER}{START}\n"), "x.book, line 8: the position has no move"),
        (format!("{HEADER}{START} | a2a5 40 +10\n"), "x.book, line 8: 'a2a5 40 +10' is not MOVE WEIGHT SCORE"),
        (format!("{HEADER}{START} | a2a5 40 +10 0 x\n"), "x.book, line 8: the depth 'x' is no number from 0 to 255"),
        (format!("{HEADER}{START} | a2a5 40 99999 0 9\n"), "x.book, line 8: the score '99999' is no number"),
        (format!("{HEADER}{START} | a2b4 40 +10 0 9\n"), "x.book, line 8: 'a2b4' is not legal here"),
        (
            format!("{HEADER}{START} | a2a5 1 +1 0 9 | a2a5 1 +1 0 9\n"),
            "x.book, line 8: the move a2a5 stands there twice",
        ),
        (format!("{HEADER}8/8 w | a2a5 40 +10 0 9\n"), "x.book, line 8: placement has 2 ranks, not 8"),
        (format!("{HEADER}{START} - - 0 1 | a2a5 4 +1 0 9\n"), "x.book, line 8: the position must be written as 'clx"),
        (format!("{late}{line}{line}"), "x.book, line 9: the position does not belong behind the line before"),
        (format!("{late}{line}{other} | a7a5 40 +10 0 9\n"), "x.book, line 9: the position does not belong"),
    ] {
        let said = refused(text);
        assert!(said.starts_with(why), "{said}");
    }
    let bytes = [HEADER.as_bytes(), b"\xff\xfe\n"].concat();
    let said = BookFile::parse("x.book", &bytes).expect_err("refused").to_string();
    assert_eq!(said, "x.book, line 8: this is no UTF-8 text");
    let said = Book::<Ultima>::open("no such book".as_ref(), ()).expect_err("refused").to_string();
    assert!(said.starts_with("no such book could not be read: "), "{said}");
}

#[test]
fn a_book_for_another_terrain_is_refused() {
    let setting = Chameleon::read_setting(None).expect("the default");
    let mut header = Header::new::<Chameleon>(setting);
    assert_eq!(header.fits::<Chameleon>(setting), Ok(()));
    header.terrain = None;
    assert!(matches!(header.fits::<Chameleon>(setting), Err(Flaw::Ground { found, .. }) if found == "none"));
}

#[test]
fn a_sub_variant_takes_what_it_has_of_the_games_book() {
    let start = "1c1k1k1b/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/B1K1K1C1 w";
    let text = format!(
        "triptych-book 1\ngame shashmaty\nstart {start}\npositions 1\n\n{start} | a3b4 100 +10 0 9 | a3a4 50 +5 0 9\n"
    );
    let file = BookFile::parse("x", text.as_bytes()).expect("a book");
    assert!(Book::<Shashmaty>::of(file.clone(), "x", (), Care::Moves).is_err());
    let book = Book::<ShashmatyDragon>::of(file, "x", (), Care::Moves).expect("what is legal there");
    let position = ShashmatyDragon::parse(ShashmatyDragon::START, ()).expect("the start");
    assert_eq!(book.find(&position).len(), 1);
}

#[test]
fn joined_books_know_what_each_knew() {
    let turned = format!("{} | a7a4 10 +20 4 12 | b7b6 5 -9 1 7\n", START.replace(" w", " b"));
    let book = |body: &str| BookFile::parse("x", format!("{HEADER}{body}").as_bytes()).expect("a book");
    let books = [
        ("one".to_owned(), book(&format!("{START} | a2a5 40 +10 3 9 | h2h4 100 +15 3 11\n"))),
        ("two".to_owned(), book(&turned)),
    ];
    let joined = merge::merge::<Ultima>(&books, ()).expect("one book");
    assert_eq!(joined.pages.len(), 1);
    let moves = &joined.pages[START].moves;
    let entry = |text: &str| moves.iter().find(|entry| entry.text == text).expect("there").clone();
    let weight = weights::weight;
    assert_eq!(entry("a2a5"), Entry { text: "a2a5".into(), weight: 100, score: 20, games: 7, depth: 12 });
    assert_eq!(entry("h2h4"), Entry { text: "h2h4".into(), weight: weight(5, 12), score: 15, games: 3, depth: 11 });
    assert_eq!((entry("b2b3").score, moves.len()), (-9, 3));
}

/// A joined book weighs its beginnings as the first one does, and says so.
#[test]
fn joined_books_weigh_beginnings_as_the_first_one() {
    let header = HEADER.replace("fall 12\n", "fall 12\nbeginning 2 30\n");
    let after = |text: &str| position_text(position(&[text]).position());
    let mut lines = [
        format!("{START} | a2a5 100 +20 0 9 | h2h4 5 +10 0 9"),
        format!("{} | a7a6 100 -20 0 8 | b7b6 2 -50 0 8", after("a2a5")),
    ];
    lines.sort();
    let text = format!("{}{}\n", header.replace("positions 1", "positions 2"), lines.join("\n"));
    let first = BookFile::parse("x", text.as_bytes()).expect("a book");
    assert_eq!(first.header.beginning, Some(Beginning { plies: 2, fall: 30 }));
    assert_eq!(first.to_string().lines().nth(4), Some("beginning 2 30"));
    let joined = merge::merge::<Ultima>(&[("x".to_owned(), first.clone())], ()).expect("one book");
    assert_eq!(joined.header.beginning, first.header.beginning);
    let weight = |position: &str, text: &str| {
        joined.pages[position].moves.iter().find(|entry| entry.text == text).expect("there").weight
    };
    // Two beginnings follow the better move, the second one e times less likely than the first.
    let part = (-1.0f64 / 3.0).exp() / (1.0 + (-1.0f64).exp());
    assert_eq!((weight(START, "a2a5"), weight(START, "h2h4")), (100, (100.0 * part).round() as u32));
    assert_eq!(weight(&after("a2a5"), "b7b6"), weights::weight(30, 30));
}

mod checks {
    use super::super::check::check;
    use super::*;

    fn faults(body: &str) -> Vec<String> {
        let count = body.lines().count();
        let text = format!("{}{body}", HEADER.replace("positions 1", &format!("positions {count}")));
        let file = BookFile::parse("x", text.as_bytes()).expect("well formed");
        check::<Ultima>(&file, ()).into_iter().map(|fault| format!("{}: {}", fault.line, fault.what)).collect()
    }

    #[test]
    fn all_that_can_be_wrong_is_found() {
        let after = position_text(position(&["a2a5"]).position());
        let astray = position_text(position(&["b2b5", "b7b6"]).position());
        let good = format!("{START} | a2a5 100 +10 0 9\n");
        assert_eq!(faults(&good), Vec::<String>::new());
        let sorted = |mut lines: Vec<String>| {
            lines.sort();
            lines.concat()
        };
        for (body, fault) in [
            (format!("{START} | a2a5 0 +10 0 9\n"), "no move has any weight"),
            (format!("{START} | a2a5 100 +0 0 0\n"), "a2a5 comes from no search and no game"),
            (format!("{START} | a2a5 100 +1501 0 9\n"), "this is no opening"),
            (format!("{START} | a2a5 100 +10 0 9 | h2h4 50 +15 0 9\n"), "a2a5 weighs more than h2h4"),
            (format!("{START} | h2h4 50 +5 0 9 | a2a5 100 +10 0 9\n"), "a2a5 stands behind h2h4, which weighs less"),
            (format!("{START} | a2b4 100 +10 0 9\n"), "'a2b4' is not legal here"),
            (format!("{START} | a2-a5 100 +10 0 9\n"), "the move a2-a5 is written as a2a5"),
            (
                sorted(vec![good.clone(), format!("{after} | a7a6 100 +300 0 9\n")]),
                "a2a5 is worth +10, and the best reply +300",
            ),
            (sorted(vec![good.clone(), format!("{astray} | a2a5 100 +0 0 9\n")]), "no line from the start"),
            (
                sorted(vec![good.clone(), format!("{} | a7a4 100 +0 0 9\n", START.replace(" w", " b"))]),
                "seen otherwise",
            ),
        ] {
            let found = faults(&body);
            assert!(found.len() == 1 && found[0].contains(fault), "{fault}: {found:?}");
        }
    }
}
