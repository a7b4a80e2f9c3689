use proptest::prelude::*;

use super::*;
use crate::pgn::Pgn;

fn ply(text: &str, comment: &str) -> Ply {
    Ply { text: text.into(), comment: comment.into(), ..Ply::default() }
}

fn all(text: &str) -> Vec<Game> {
    games(text).collect()
}

fn fault(game: &Game) -> Option<(usize, String)> {
    game.fault.as_ref().map(|(line, why)| (*line, why.to_string()))
}

#[test]
fn what_is_written_is_read() {
    let first = Pgn {
        tags: vec![("White".into(), r#"a "b" \c"#.into()), ("Result".into(), "1-0".into())],
        opening: "two\nlines".into(),
        moves: vec![
            ply("a2a3", "+0.10/5 0.1s"),
            Ply { annotations: [4, 18].into_iter().collect(), ..ply("b7b6", "x") },
            Ply {
                variations: vec!["8. a2a4 {no (} 8... b7b5 (8... c7c6)".into(), "8. b2b3".into()],
                ..ply("c4a6c8g4", "a long comment of many words")
            },
            ply("h7h6", ""),
        ],
        first: (7, true),
        closing: "White mates".into(),
        result: "1-0".into(),
    };
    let second = Pgn { first: (1, false), result: "1/2-1/2".into(), closing: "agreed".into(), ..Pgn::default() };
    let text = format!("{first}{second}");
    let read = all(&text);
    assert_eq!(read.len(), 2);
    let mut moves = first.moves.clone();
    // The only comment behind the last move may be either's: the text is the same.
    moves[3].comment = "White mates".into();
    assert_eq!((&read[0].moves, &*read[0].closing), (&moves, ""));
    assert_eq!((read[0].tag("White"), &*read[0].opening), (Some(r#"a "b" \c"#), "two\nlines"));
    assert_eq!((read[1].closing.as_str(), read[1].result.as_deref()), ("agreed", Some("1/2-1/2")));
    assert_eq!(read[0].end as usize, first.to_string().len());
    assert_eq!((read[1].start, read[1].end as usize), (read[0].end + 1, text.len()));
    assert!(read.iter().all(|game| game.is_closed && game.fault.is_none()));
}

#[test]
fn a_torn_game_is_never_taken_for_a_whole_one() {
    let whole = Pgn {
        tags: vec![("White".into(), "x".into()), ("Result".into(), "1-0".into())],
        moves: vec![ply("a2a3", "book"), ply("a7a6", "-1.20/3 0.1s"), ply("b2b3", "")],
        first: (1, false),
        closing: "Black resigns".into(),
        result: "1-0".into(),
        ..Pgn::default()
    }
    .to_string();
    for cut in 1..whole.len() {
        let text = format!("{whole}{}", &whole[..cut]);
        let closed: Vec<Game> = games(&text).take_while(|game| game.is_closed).collect();
        assert_eq!((closed.len(), closed[0].end as usize), (1, whole.len()), "{cut}");
    }
    assert_eq!(games(&whole.repeat(2)).filter(|game| game.is_closed).count(), 2);
}

/// Games of this program and of others, with all that a reader meets.
const MIXED: &str = "\u{feff}[Event \"é \\\"x\\\" \"]\r\n[Result \"1-0\"]\r\n\r\n{before\r\nit} 1. a2a3 $1 {good} (1. b2b3 (1. c2c3 {no)}) ; é\r\n) \
                     1... a7a6?! ; a line\r\n2. d2d3 {-0.10/5 0.1} {over} 1-0\r\n\r\n% a line for others (\r\n\
                     1. h2h4 {a\nb} h7h6 0-1 [Event \"2\"][Site \"y\"]\n[Event \"3\"]\n\n*\n\n[Event \"4\"]\n\n1. -- a2a3\n1/2-1/2\n";

#[test]
fn other_programs_games() {
    let read = all(MIXED);
    let moves = |game: &Game| game.moves.iter().map(|ply| ply.text.clone()).collect::<Vec<_>>().join(" ");
    let all: Vec<_> = read.iter().map(|game| (game.line, moves(game), game.result.as_deref().unwrap_or("-"))).collect();
    let expected = [
        (1, "a2a3 a7a6 d2d3", "1-0"),
        (10, "h2h4 h7h6", "0-1"),
        (11, "[Event", "-"),
        (12, "", "*"),
        (16, "-- a2a3", "1/2-1/2"),
    ];
    assert_eq!(all.len(), expected.len(), "{all:?}");
    for (found, (line, moves, result)) in all.iter().zip(expected) {
        assert_eq!((found.0, found.2), (line, result));
        assert!(found.1.starts_with(moves), "{found:?}");
    }
    let first = &read[0];
    assert_eq!((first.tag("Event"), &*first.opening), (Some("é \"x\" "), "before\nit"));
    assert_eq!((&*first.moves[0].comment, &first.moves[0].annotations[..]), ("good", &[1][..]));
    assert_eq!(first.moves[0].variations, ["1. b2b3 (1. c2c3 {no)}) {é}"]);
    assert_eq!((&*first.moves[1].comment, &first.moves[1].annotations[..]), ("a line", &[6][..]));
    assert_eq!((&*first.moves[2].comment, &*first.closing), ("-0.10/5 0.1", "over"));
    assert_eq!(first.lines, [5, 6, 7]);
    assert_eq!((first.is_closed, read[1].moves[0].comment.as_str()), (true, "a\nb"));
    assert_eq!(read.iter().map(|game| game.fault.is_some()).collect::<Vec<_>>(), [false, false, true, false, false]);
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (text, line, why) in [
        ("[Event \"x]\n\n*\n", 1, "'[Event \"x]' is no tag"),
        ("[Event \"x\"]\n[\n\n*\n", 2, "'[' is no tag"),
        ("[Event \"x\"]\n\n1. a2a3\n(b2b3 {x\n*\n", 4, "a variation that begins here has no end"),
        ("\n1. a2a3 a7a6\n{x\n*\n", 3, "a comment that begins here has no end"),
        ("1. a2a3\n) *", 2, "')' ends nothing"),
        ("1. a2a3\n$256 *", 2, "'$256' is no annotation"),
        ("1. a2a3 /\n*", 1, "'/' is no move"),
        ("1. a2a3\n\na7a6\n\n", 3, "the game breaks off without a result"),
        ("[Result \"1-0\"]\n\n0-1", 3, "the game ends in 0-1, but its tag Result is 1-0"),
    ] {
        let read = all(text);
        assert_eq!(read.len(), 1, "{text}");
        assert_eq!(fault(&read[0]), Some((line, why.to_owned())), "{text}");
    }
    // A result that nobody knows contradicts nothing.
    assert!(all("[Result \"?\"]\n\n0-1")[0].fault.is_none());
}

#[test]
fn the_next_game_is_read_whatever_is_wrong_with_the_one_before() {
    let good = "[Event \"good\"]\n\n1. a2a3 *\n\n";
    for bad in [
        "[Event \"bad\"]\n\n1. a2a3 {no end\n\n",
        "[Event \"bad\"]\n\n1. a2a3 (a3a4 {no end\n\n",
        "[Event \"bad\"]\n\n1. a2a3 (a3a4 ( (\n",
        "[Event \"bad\"]\n\n1. a2a3\n",
        "[Event \"bad\"]\n\n",
        "[Event \"bad\"]\n[Site \"no end\n",
        "[Event \"bad\"]\n\n) $x \" [ ] é\n\n",
    ] {
        let read = all(&format!("{good}{bad}{good}"));
        let events: Vec<_> = read.iter().map(|game| (game.tag("Event"), game.fault.is_some())).collect();
        assert_eq!(events, [(Some("good"), false), (Some("bad"), true), (Some("good"), false)], "{bad}");
        assert_eq!(read[2].line, 5 + bad.lines().count(), "{bad}");
    }
}

#[test]
fn cut_anywhere_what_is_whole_is_kept_and_the_rest_is_named() {
    let whole: Vec<Game> = all(MIXED).into_iter().filter(|game| game.fault.is_none()).collect();
    for cut in 0..MIXED.len() {
        let read: Vec<Game> = Reader::new(&MIXED.as_bytes()[..cut]).map(|game| game.expect("memory")).collect();
        let kept: Vec<&Game> = read.iter().filter(|game| game.fault.is_none()).collect();
        for (game, whole) in kept.iter().zip(&whole) {
            assert_eq!((&game.tags, &game.moves, &game.result), (&whole.tags, &whole.moves, &whole.result), "{cut}");
        }
        // Whole are those whose result was there, and nothing is passed over in silence.
        let ended = whole.iter().filter(|game| game.end as usize <= cut).count();
        assert!(kept.len() == ended || kept.len() == ended + 1, "{cut}");
        let lines = MIXED[..floor(MIXED, cut)].lines().count();
        for game in read.iter().filter(|game| game.fault.is_some()) {
            let (line, _) = game.fault.as_ref().expect("a fault");
            assert!((game.line..=lines.max(1)).contains(line), "{cut}: {game:?}");
        }
    }
}

/// The start of the character that a byte is in.
fn floor(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

#[test]
fn what_is_said_before_any_move_is_no_part_of_a_game() {
    for (text, word) in [("(1. a2a3) 1. b2b3 *", "a variation"), ("$3 1. b2b3 *", "'$3'")] {
        let fault = all(text)[0].fault.clone();
        assert_eq!(fault, Some((1, SyntaxError::Early(word.into()))), "{text}");
    }
    let inner = "2. a2a3 {smile :( oh ) so} (2. b2b3 (2. c2c3) a7a6) a7a6";
    assert_eq!(all(&format!("1. d2d3 ({inner}) *"))[0].moves[0].variations, [inner]);
}

/// ISO 8859-1 is what PGN was made for.
#[test]
fn what_is_not_utf_8_is_latin_1() {
    let latin: Vec<u8> =
        "[White \"José\"] [Black \"Müller\"]\n\n1. a2a3 {naïf} ; übel\na7a6 *\n".chars().map(|c| c as u8).collect();
    let game = Reader::new(&latin[..]).next().expect("a game").expect("read");
    assert_eq!((game.tag("White"), game.tag("Black")), (Some("José"), Some("Müller")));
    assert_eq!((game.moves[0].comment.as_str(), game.moves.len(), game.fault), ("naïf übel", 2, None));
}

#[test]
fn a_game_without_measure_is_not_kept() {
    let long = format!("[Event \"long\"]\n\n{}\n\n", "1. a2a3 ".repeat(MOST / 4));
    let comment = format!("1. a2a3 {{{}\n", "x\n".repeat(MOST));
    for bad in [long, comment, "[A \"x\"]\n".to_owned() + &"[B \"y\"]\n".repeat(MOST / 8 + 100)] {
        let read = all(&format!("{bad}\n\n[Event \"good\"]\n\n1. a2a3 *\n"));
        let (first, last) = (&read[0], &read[read.len() - 1]);
        assert_eq!(first.fault.as_ref().map(|(_, why)| why), Some(&SyntaxError::TooLong));
        assert!(first.moves.len() < 2 && first.tags.len() < 2);
        assert_eq!((last.moves.len(), last.fault.is_some()), (1, false));
    }
}

#[test]
fn an_input_that_fails_ends_the_games() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
    let input = io::BufReader::new(b"1. a2a3 *\n\n1. a2a3".chain(Broken));
    let read: Vec<_> = Reader::new(input).map(|game| game.is_ok()).collect();
    assert_eq!(read, [true, false]);
}

/// Bytes that mean something here more often than not.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let word = prop::sample::select(vec![
        "[",
        "]",
        "\"",
        "[A \"b\"]",
        "\n",
        "\n\n",
        "\r\n",
        "{",
        "}",
        "(",
        ")",
        ";",
        "%",
        "$",
        "$1",
        "$999",
        "1.",
        "...",
        "*",
        "1-0",
        "1/2-1/2",
        "a2a3",
        "Paa5=",
        "--",
        "!",
        "?!",
        " ",
        "\\",
        "é",
        "\u{feff}",
        "\0",
        "\t",
    ]);
    let bytes =
        prop_oneof![4 => word.prop_map(|word| word.as_bytes().to_vec()), 1 => prop::collection::vec(any::<u8>(), 0..4)];
    prop::collection::vec(bytes, 0..60).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn whatever_the_bytes_all_are_read_in_order(bytes in text()) {
        let mut end = 0;
        for game in Reader::new(&bytes[..]) {
            let game = game.expect("memory can be read");
            prop_assert!(end <= game.start && game.start < game.end && game.end <= bytes.len() as u64);
            prop_assert_eq!(game.moves.len(), game.lines.len());
            prop_assert!(game.line <= game.last_line && game.lines.is_sorted());
            prop_assert!(game.result.is_some() || game.fault.is_some());
            end = game.end;
        }
        prop_assert!(bytes[end as usize..].iter().all(|byte| byte.is_ascii_whitespace()) || !bytes.is_ascii() || bytes.contains(&b'%'));
    }
}
