//! FEN, for all games: what is read, what is written, and every reason to refuse.

mod support;

use rand::{Rng, SeedableRng, rngs::StdRng};
use support::compare::Twins;
use triptych::board::{Side, Square};
use triptych::game::chameleon::Chameleon;
use triptych::game::shashmaty::{Shashmaty, ShashmatyDamka, ShashmatyDragon};
use triptych::game::ultima::Ultima;
use triptych::game::{Counters, Game};

fn read<G: Game>(fen: &str) -> G {
    G::parse(fen, G::Setting::default()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// What the refusal says.
fn refused<G: Game>(fen: &str) -> String {
    match G::parse(fen, G::Setting::default()) {
        Ok(position) => panic!("{fen}: read as {}", position.fen()),
        Err(error) => error.to_string(),
    }
}

/// The start of a game with another placement, side to move or other fields.
fn with_field<G: Game>(field: usize, text: &str) -> String {
    let mut fields: Vec<&str> = G::START.split(' ').collect();
    fields[field] = text;
    fields.join(" ")
}

macro_rules! all_games {
    ($($name:ident: $test:ident;)*) => {$(
        #[test]
        fn $name() {
            $test::<Ultima>();
            $test::<Shashmaty>();
            $test::<ShashmatyDamka>();
            $test::<ShashmatyDragon>();
            $test::<Chameleon>();
        }
    )*};
}

all_games! {
    six_four_and_two_fields: fields;
    spaces_may_repeat: spaces;
    counters_in_their_ranges: counters;
    fields_are_refused: refused_fields;
    ranks_are_refused: refused_ranks;
    either_side_moves: turns;
    white_is_upper_case_and_ranks_come_from_the_top: sides;
    random_changes_are_judged_alike: changes;
}

fn fields<G: Game>() {
    let whole = read::<G>(G::START);
    assert_eq!(whole.fen(), G::START);
    let fields: Vec<&str> = G::START.split(' ').collect();
    for few in [2, 4] {
        let position = read::<G>(&fields[..few].join(" "));
        assert_eq!(position.fen(), G::START, "{few} fields");
        assert_eq!(position.key(), whole.key());
    }
    for (wrong, count) in [(0, "0 fields"), (1, "1 field"), (3, "3 fields"), (5, "5 fields")] {
        let said = refused::<G>(&fields[..wrong].join(" "));
        assert_eq!(said, format!("FEN has {count}, not 6 (or 4, or 2)"));
    }
    assert_eq!(refused::<G>(&format!("{} -", G::START)), "FEN has 7 fields, not 6 (or 4, or 2)");
}

fn spaces<G: Game>() {
    assert_eq!(read::<G>(&format!("  {}   ", G::START.replace(' ', "   "))).fen(), G::START);
}

fn counters<G: Game>() {
    for (half_moves, full_move) in [(0, 1), (99, 12), (100, 300), (65_535, 4_294_967_295)] {
        let fen = G::START.replace(" 0 1", &format!(" {half_moves} {full_move}"));
        let position = read::<G>(&fen);
        assert_eq!(position.counters(), Counters { half_moves, full_move });
        assert_eq!(position.fen(), fen);
    }
    let half_moves = |text: &str| refused::<G>(&with_field::<G>(4, text));
    for wrong in ["65536", "-1", "+1", "x", "1.0"] {
        assert_eq!(half_moves(wrong), format!("half-move counter is '{wrong}', not a number from 0 to 65535"));
    }
    let full_move = |text: &str| refused::<G>(&with_field::<G>(5, text));
    for wrong in ["0", "4294967296", "-1", "+1", "one"] {
        assert_eq!(full_move(wrong), format!("move number is '{wrong}', not a number from 1 to 4294967295"));
    }
}

fn refused_fields<G: Game>() {
    for wrong in ["W", "x", "white", "-"] {
        assert_eq!(refused::<G>(&with_field::<G>(1, wrong)), format!("side to move is '{wrong}', not 'w' or 'b'"));
    }
    for wrong in ["KQkq", "K", "--"] {
        assert_eq!(refused::<G>(&with_field::<G>(2, wrong)), format!("castling field is '{wrong}', not '-'"));
    }
    for wrong in ["e3", "0"] {
        assert_eq!(refused::<G>(&with_field::<G>(3, wrong)), format!("en passant field is '{wrong}', not '-'"));
    }
}

fn refused_ranks<G: Game>() {
    let ranks = usize::from(read::<G>(G::START).layout().ranks);
    let (placement, rest) = G::START.split_once(' ').expect("fields");
    let said = refused::<G>(&format!("{placement}/7 {rest}"));
    assert_eq!(said, format!("placement has {} ranks, not {ranks}", ranks + 1));
    let fewer = placement.split_once('/').expect("ranks").1;
    assert_eq!(refused::<G>(&format!("{fewer} {rest}")), format!("placement has {} ranks, not {ranks}", ranks - 1));
}

fn turns<G: Game>() {
    assert_eq!(read::<G>(G::START).turn(), Side::White);
    let black = with_field::<G>(1, "b");
    assert_eq!((read::<G>(&black).turn(), read::<G>(&black).fen()), (Side::Black, black));
    assert_ne!(read::<G>(&with_field::<G>(1, "b")).key(), read::<G>(G::START).key());
}

fn sides<G: Game>() {
    let start = read::<G>(G::START);
    for square in start.layout().squares {
        if let Some(letter) = start.letter_at(square) {
            assert_eq!(letter.is_ascii_uppercase(), square.rank() < start.layout().ranks / 2, "{square}");
        }
    }
}

/// FENs of the start and of positions near it with a few characters changed: the reference accepts the same.
fn changes<G: Game>() {
    const CHARACTERS: &[u8] = b"KkQqPpNnBbCcDdXxIiLlWwRr123456789*/ -0wb";
    let twins = Twins::<G>::new(None);
    let mut random = StdRng::seed_from_u64(3);
    let mut accepted = 0;
    for round in 0..4000 {
        let mut position = read::<G>(G::START);
        for _ in 0..round % 40 {
            let legal = position.legal();
            if legal.is_empty() {
                break;
            }
            position.play(legal[random.random_range(0..legal.len())]);
        }
        let mut text = position.fen().into_bytes();
        for _ in 0..random.random_range(1..3) {
            let at = random.random_range(0..text.len());
            let character = CHARACTERS[random.random_range(0..CHARACTERS.len())];
            match random.random_range(0..4) {
                0 => text.insert(at, character),
                1 => {
                    text.remove(at);
                }
                _ => text[at] = character,
            }
        }
        let text = String::from_utf8(text).expect("ASCII");
        if let Some(position) = twins.parse_if_both(&text).unwrap_or_else(|difference| panic!("{difference}")) {
            accepted += 1;
            assert_eq!(read::<G>(&position.fen()).key(), position.key(), "{text}");
            assert_eq!(position.key(), position.fresh_key(), "{text}");
        }
    }
    assert!(accepted > 100, "{}: only {accepted} are positions", G::NAME);
}

#[test]
fn runs_are_written_as_one_digit_and_read_as_several() {
    let written = "8/8/8/3kK3/4i3/8/8/8 w - - 0 1";
    assert_eq!(read::<Ultima>("8/17/44/3kK3/4i3/1124/11111111/53 w").fen(), written);
    let written = "1*3*k/*5*/7/7/7/*5*/K*3*1 w - - 0 1";
    assert_eq!(read::<Chameleon>("1*12*k/*221*/34/1111111/7/*5*/K*21*1 w").fen(), written);
}

#[test]
fn rows_that_are_too_long_or_too_short() {
    let said = |rank, found, expected| format!("placement: rank {rank} has {found} squares, not {expected}");
    assert_eq!(refused::<Ultima>("8/8/8/3kK4/4i3/8/8/8 w"), said(5, 9, 8));
    assert_eq!(refused::<Ultima>("8/8/8/3kK3/4i3/8/8/7 w"), said(1, 7, 8));
    assert_eq!(refused::<Ultima>("44p/8/8/3kK3/4i3/8/8/8 w"), said(8, 9, 8));
    assert_eq!(refused::<Ultima>("/8/8/3kK3/4i3/8/8/8 w"), said(8, 0, 8));
    assert_eq!(refused::<Chameleon>("1*3*k/*5*/7/8/7/*5*/K*3*1 w"), said(4, 8, 7));
    assert_eq!(refused::<Chameleon>("1*3*k/*5*/7/7/7/*5*/K*3* w"), said(1, 6, 7));
}

#[test]
fn letters_of_no_piece() {
    let said = |letter, square| format!("placement: '{letter}' on {square} is no piece of this game");
    assert_eq!(refused::<Ultima>("8/8/8/3kK3/4q3/8/8/8 w"), said('q', "e4"));
    assert_eq!(refused::<Ultima>("8/8/8/3kK3/4*3/8/8/8 w"), said('*', "e4"));
    assert_eq!(refused::<Ultima>("8/8/8/3kK3/4é3/8/8/8 w"), said('é', "e4"));
    assert_eq!(refused::<Ultima>("8/8/8/3kK3/40i3/8/8/8 w"), said('0', "e4"));
    assert_eq!(refused::<Shashmaty>("5k2/8/8/8/8/4q3/8/K7 w"), said('q', "e3"));
    assert_eq!(refused::<ShashmatyDamka>("5k2/8/8/8/8/4d3/8/K7 w"), said('d', "e3"));
    assert_eq!(refused::<ShashmatyDragon>("5k2/8/8/8/8/4Q3/8/K7 w"), said('Q', "e3"));
    assert_eq!(refused::<Chameleon>("1*3*k/*5*/7/3c3/7/*5*/K*3*1 w"), said('c', "d4"));
    assert_eq!(refused::<Chameleon>("1*3*k/*5*/7/3X3/7/*5*/K*3*1 w"), said('X', "d4"));
}

#[test]
fn chameleon_writes_every_hole_and_nothing_else_as_a_star() {
    let fen = "1*3*k/*5*/7/7/7/*5*/K*3*1 w - - 0 1";
    assert_eq!(read::<Chameleon>(fen).fen(), fen);
    let hole = |square| format!("placement: {square} is a hole and must be written as '*'");
    assert_eq!(refused::<Chameleon>("6k/*5*/7/7/7/*5*/K*3*1 w"), hole("b7"), "a digit never spans a hole");
    assert_eq!(refused::<Chameleon>("1*3*k/*5*/7/7/7/*6/K*3*1 w"), hole("g2"));
    assert_eq!(refused::<Chameleon>("1*3*k/*5*/7/3*3/7/*5*/K*3*1 w"), "placement: '*' on d4, which is no hole");
    assert_eq!(
        refused::<Chameleon>("1N3*k/*5*/7/7/7/*5*/K*3*1 w"),
        "placement: 'N' stands on b7, where no piece can stand"
    );
}

#[test]
fn shashmaty_counts_light_squares_as_empty_and_reads_stars_on_them() {
    let written = "5k2/8/8/8/8/4p3/8/K1C5 w - - 0 1";
    let read = read::<Shashmaty>("*1*1*k*1/1*1*1*1*/8/8/8/1*1*p*1*/8/K*C*1*1* w");
    assert_eq!(read.fen(), written);
    assert_eq!(read.letter_at(Square::named("c1").expect("a square")), Some('C'));
    assert_eq!(refused::<Shashmaty>("5k2/8/8/8/8/4p3/8/K1*5 w"), "placement: '*' on c1, which is no hole");
    let light = refused::<Shashmaty>("5k2/8/8/8/8/3p4/8/K7 w");
    assert_eq!(light, "placement: 'p' stands on d3, where no piece can stand");
}

#[test]
fn kings() {
    assert_eq!(refused::<Chameleon>("1*3*1/*5*/7/7/7/*5*/K*3*1 w"), "Black has 0 kings, not one");
    assert_eq!(refused::<Chameleon>("1*k1k*1/*5*/7/7/7/*5*/K*3*1 w"), "Black has 2 kings, not one");
    assert_eq!(refused::<Chameleon>("1*k1k*1/*5*/7/7/7/*5*/1*3*1 w"), "White has 0 kings, not one");
    assert_eq!(refused::<Ultima>("8/8/8/3k4/4i3/8/8/8 w"), "White has 0 kings, not one");
    assert_eq!(refused::<Ultima>("8/8/8/3kKk2/4i3/8/8/8 w"), "Black has 2 kings, not one");
    assert_eq!(refused::<Shashmaty>("8/8/8/8/8/4p3/8/2C5 w"), "neither side has a king");
    // Over, and accepted as such.
    read::<Shashmaty>("8/8/8/8/8/4k3/8/2C5 w");
}

#[test]
fn numbers_of_pieces() {
    let said = |side, found, most| format!("{side} has {found} pieces, more than {most}");
    assert_eq!(refused::<Ultima>("k7/8/8/8/8/P7/PPPPPPPP/CLXWKXLI w"), said("White", 17, 16));
    assert_eq!(refused::<Ultima>("clxwkxli/pppppppp/p7/8/8/8/8/K7 w"), said("Black", 17, 16));
    assert_eq!(
        refused::<Shashmaty>("1c1k1k1b/p1p1p1p1/1p1p1p1p/8/1P6/P1P1P1P1/1P1P1P1P/B1K1K1C1 w"),
        said("White", 13, 12)
    );
}

#[test]
fn shashmatys_pawns_on_their_last_rank() {
    let said = |side, square| format!("{side}'s pawn on {square} stands on its last rank");
    assert_eq!(refused::<Shashmaty>("1P3k2/8/8/8/8/8/8/K7 w"), said("White", "b8"));
    assert_eq!(refused::<ShashmatyDragon>("5k2/8/8/8/8/8/8/K1p5 w"), said("Black", "c1"));
    read::<Shashmaty>("1p3k2/8/8/8/8/8/8/K1P5 w");
}

#[test]
fn who_is_attacked() {
    let said = |side| format!("{side}'s king is attacked, and it is not {side}'s turn");
    assert_eq!(refused::<Chameleon>("1*1k1*1/*5*/7/7/3R3/*5*/K*3*1 w"), said("Black"));
    assert_eq!(refused::<Chameleon>("1*1k1*1/*5*/7/7/3r3/*5*/1*1K1*1 b"), said("White"));
    assert_eq!(refused::<Chameleon>("1*3*1/*5*/7/2Kk3/7/*5*/1*3*1 b"), said("White"));
    assert_eq!(refused::<Ultima>("8/8/8/3kK3/4i3/8/8/8 b"), said("White"));
}

#[test]
fn the_first_thing_wrong_is_named() {
    let order = [
        ("1*3*k/*5*/7/3x3/7/*5*/K*3* x K e3 y 0", "placement: 'x' on d4 is no piece of this game"),
        ("1*3*k/*5*/7/7/7/*5*/K*3* x K e3 y 0", "placement: rank 1 has 6 squares, not 7"),
        ("1*3*k/*5*/7/7/7/*5*/K*3*1 x K e3 y 0", "side to move is 'x', not 'w' or 'b'"),
        ("1*3*k/*5*/7/7/7/*5*/K*3*1 w K e3 y 0", "castling field is 'K', not '-'"),
        ("1*3*k/*5*/7/7/7/*5*/K*3*1 w - e3 y 0", "en passant field is 'e3', not '-'"),
        ("1*3*k/*5*/7/7/7/*5*/K*3*1 w - - y 0", "half-move counter is 'y', not a number from 0 to 65535"),
        ("1*3*k/*5*/7/7/7/*5*/K*3*1 w - - 0 0", "move number is '0', not a number from 1 to 4294967295"),
        ("1*1k1*k/*5*/7/7/3R3/*5*/K*3*1 w - - 0 1", "Black has 2 kings, not one"),
    ];
    for (fen, said) in order {
        assert_eq!(refused::<Chameleon>(fen), said);
    }
}
