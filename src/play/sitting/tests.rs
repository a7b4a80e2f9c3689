use super::*;

fn terms(variant: Variant, people: People) -> Terms {
    let control = TimeControl::read("10+1").expect("a time control");
    Terms { variant, people, level: 3, control }
}

fn begun(people: People) -> Sitting {
    Sitting::new(terms(Variant::Ultima, people), Variant::Ultima.arbiter(None).expect("a game"))
}

fn play(sitting: &mut Sitting, text: &str, seconds: u64) {
    sitting.play(text, Duration::from_secs(seconds), &Said::default()).expect(text);
}

fn texts(sitting: &Sitting) -> Vec<&str> {
    sitting.made().iter().map(|made| made.text.as_str()).collect()
}

#[test]
fn the_engines_answer_is_taken_back_with_the_move() {
    let mut sitting = begun(People::One(Side::White));
    assert!(!sitting.take_back());
    for text in ["a2a5", "a7a6", "b2b5"] {
        play(&mut sitting, text, 1);
    }
    // The engine has not answered the last one yet.
    assert!(sitting.waits_for_engine() && sitting.take_back());
    assert_eq!(texts(&sitting), ["a2a5", "a7a6"]);
    assert!(sitting.waits_for_person() && sitting.take_back());
    assert_eq!((texts(&sitting).len(), sitting.game().plies()), (0, 0));
    assert!(!sitting.take_back());
    // The engine's first move alone is no person's.
    let mut sitting = begun(People::One(Side::Black));
    play(&mut sitting, "a2a5", 1);
    assert!(!sitting.take_back());
    for text in ["a7a6", "b2b5"] {
        play(&mut sitting, text, 1);
    }
    assert!(sitting.take_back());
    assert_eq!(texts(&sitting), ["a2a5"]);
    // Two people take one move back.
    let mut sitting = begun(People::Both);
    for text in ["a2a5", "a7a6"] {
        play(&mut sitting, text, 1);
    }
    assert!(sitting.take_back());
    assert_eq!(texts(&sitting), ["a2a5"]);
}

#[test]
fn clocks_run_go_back_and_fall() {
    let mut sitting = begun(People::One(Side::White));
    play(&mut sitting, "a2a5", 4);
    let left =
        |sitting: &Sitting, side, used| sitting.left(side, Duration::from_secs(used)).expect("a clock").as_secs();
    assert_eq!((left(&sitting, Side::White, 3), left(&sitting, Side::Black, 3)), (7, 7));
    assert!(sitting.take_back());
    assert_eq!(left(&sitting, Side::White, 0), 10);
    assert!(!sitting.flag(Duration::from_secs(9)));
    // Too late: the move is not made.
    play(&mut sitting, "a2a5", 10);
    let verdict = sitting.verdict().expect("an end");
    assert_eq!((verdict.winner, verdict.termination), (Some(Side::Black), Termination::Time));
    assert!(sitting.made().is_empty() && !sitting.waits_for_person() && !sitting.waits_for_engine());
    assert_eq!(sitting.pgn().result, "0-1");
}

#[test]
fn what_is_written_is_gone_on_with() {
    for (variant, terrain, fen, moves) in [
        (Variant::Ultima, None, None, &["a2a5", "a7a6", "b2b5"][..]),
        (Variant::Ultima, None, Some("7k/8/8/8/L1p1p3/8/8/K7 w - - 3 9"), &["a4d4g4", "h8h7"][..]),
        (Variant::Shashmaty, None, Some("7k/8/8/8/8/8/8/K7 b - - 0 1"), &["h8g7"][..]),
        (
            Variant::Chameleon,
            Some("PPPPPPP/PPPPPPP/RRRRRRR/QQQQQQQ/NNNNNNN/PPPPPPP/PPPPPPP"),
            Some("k6/p6/7/7/7/6P/6K w - - 0 1"),
            &["g2g3"][..],
        ),
    ] {
        for people in [People::One(Side::White), People::One(Side::Black), People::Both] {
            let game = variant.arbiter_from(terrain, fen).expect("a game");
            let mut sitting = Sitting::new(terms(variant, people), game);
            for text in moves {
                let said = Said { depth: Some(5), ..Said::default() };
                sitting.play(text, Duration::from_micros(1_234_567), &said).expect(text);
            }
            let text = sitting.pgn().to_string();
            let written = read::games(&text).next().expect("a game");
            let again = Sitting::read(&written).expect("readable");
            assert_eq!(again.pgn().to_string(), text);
            assert_eq!((again.terms(), again.game().fen()), (sitting.terms(), sitting.game().fen()));
            for side in Side::ALL {
                assert_eq!(again.left(side, Duration::ZERO), sitting.left(side, Duration::ZERO));
            }
        }
    }
}

#[test]
fn other_texts_are_refused() {
    let text = begun(People::Both).pgn().to_string();
    for (old, new) in [
        ("[Variant \"ultima\"]", ""),
        ("[Variant \"ultima\"]", "[Variant \"chess\"]"),
        ("[People \"both\"]", "[People \"all\"]"),
        ("[Level \"3\"]", "[Level \"21\"]"),
        ("[TimeControl \"10+1\"]", "[TimeControl \"soon\"]"),
        ("[Variant \"ultima\"]", "[Variant \"ultima\"]\n[FEN \"8/8 w\"]"),
        ("*", "1. a2a5 a2a5 *"),
    ] {
        let text = text.replacen(old, new, if old == "*" { 2 } else { 1 });
        let written = read::games(&text).next().expect("a game");
        assert!(Sitting::read(&written).is_err(), "{text}");
    }
}

#[test]
fn games_end_in_the_rules_words_and_by_resignation() {
    let game = Variant::Shashmaty.arbiter_from(None, Some("8/8/8/8/8/2k5/1K6/8 w - - 0 1")).expect("a game");
    let mut sitting = Sitting::new(terms(Variant::Shashmaty, People::Both), game);
    play(&mut sitting, "b2d4", 1);
    let verdict = sitting.verdict().expect("an end").clone();
    assert_eq!((verdict.result(), verdict.reason.as_str()), ("1-0", "Black has lost its kings, White wins"));
    // An end is taken back with the move that made it.
    assert!(sitting.take_back() && sitting.verdict().is_none());
    let mut sitting = begun(People::One(Side::Black));
    sitting.resign();
    assert_eq!(sitting.verdict().expect("an end").reason, "Black resigns, White wins");
    // A position may be an end to begin with.
    let game = Variant::Chameleon.arbiter_from(None, Some("k*3*1/*5*/7/7/7/*5*/1*3*K w - - 0 1")).expect("a game");
    let sitting = Sitting::new(terms(Variant::Chameleon, People::Both), game);
    assert!(sitting.verdict().is_some());
}
