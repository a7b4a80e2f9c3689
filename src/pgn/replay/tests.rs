use proptest::prelude::*;

use super::*;
use crate::game::chameleon::Chameleon;
use crate::game::shashmaty::{Shashmaty, ShashmatyDragon};
use crate::game::ultima::Ultima;
use crate::pgn::{read, sheet};
use crate::search::Searchable;
use crate::variant::Visitor;

fn replayed<G: Game>(fen: &str, moves: &str) -> Result<Vec<String>, String> {
    let text = format!("[FEN \"{fen}\"]\n\n{moves} *\n");
    let game = read::games(&text).next().expect("a game");
    let replay = check::<G>(&game, G::Setting::default()).map_err(|fault| fault.to_string())?;
    Ok(replay.texts().collect())
}

#[track_caller]
fn means<G: Game>(fen: &str, moves: &str, texts: &[&str]) {
    assert_eq!(
        replayed::<G>(fen, moves).as_deref(),
        Ok(&texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>()[..]),
        "{moves}"
    );
}

#[track_caller]
fn is_wrong<G: Game>(fen: &str, moves: &str, why: &str) {
    let found = replayed::<G>(fen, moves).expect_err("wrong");
    assert!(found.contains(why), "{moves}: {found}");
}

const FIVE: &str = "7k/1c6/2i1p3/1p6/2L5/6p1/K7/5l2 w - - 0 1";

#[test]
fn both_forms_are_read() {
    means::<Ultima>(Ultima::START, "1. Paa5 a7a6", &["a2a5", "a7a6"]);
    means::<Ultima>(FIVE, "1. Lxb5-a6", &["c4a6"]);
    means::<Ultima>(FIVE, "1. Lxb7xb5-c8", &["c4a6c8"]);
    means::<Shashmaty>("5k2/8/8/8/1p6/8/8/K1C5 w - - 0 1", "1. Cxb4", &["c1b4"]);
    // A piece in small letters and squares in capitals are this project's.
    means::<Shashmaty>("5k2/8/8/8/1p6/8/8/K1C5 w - - 0 1", "1. C1B4", &["c1b4"]);
    means::<Chameleon>(Chameleon::START, "1. Pdd3=N Bec4=Q", &["d2d3", "e6c4"]);
    is_wrong::<Ultima>("7k/8/8/2P5/8/8/P7/K7 w - - 0 1", "1. Pa5", "line 3: ply 1: 'Pa5' fits several moves");
    is_wrong::<Ultima>(Ultima::START, "1. Pba5", "'Pba5' is not legal here");
    is_wrong::<Ultima>(Ultima::START, "1. Qa5", "'Qa5' is not legal here");
    is_wrong::<Ultima>(FIVE, "1. Lxb5xg3-c8", "is not legal here");
}

#[test]
fn parts_are_put_together() {
    let parts = "1. Lxb5xb7-c8= -- 2. Lxe6xg3-g1= -- 3. Lxf1-e1";
    means::<Ultima>(FIVE, parts, &["c4a6c8g4g1e1"]);
    is_wrong::<Ultima>(FIVE, "1. Lxb5xb7-c8=", "its other parts are missing");
    is_wrong::<Ultima>(FIVE, "1. Lxb5xb7-c8= -- 2. Lxe6xg3-g1=", "its other parts are missing");
    is_wrong::<Ultima>(FIVE, "1. Lxb5xb7-c8= Kg8", "its other parts are missing");
    is_wrong::<Ultima>(FIVE, "1. --", "'--'");
}

#[test]
fn what_mends_a_windows_board_is_no_move() {
    let board = "k7/8/p7/Pp6/8/8/8/K1P5 w - - 0 1";
    // The pawn between two of White's is gone, whatever the window shows.
    let taken = replayed::<Ultima>(board, "1. Pcc5 -- 2. Pcxb5-c5= Kb8").expect("mended");
    assert_eq!(taken, ["c1c5", "a8b8"]);
    let turned = replayed::<Chameleon>(Chameleon::START, "1. Pdd3 -- 2. Pd3d4 -- 3. Pdd3=N e6c4").expect("mended");
    assert_eq!(turned, ["d2d3", "e6c4"]);
    is_wrong::<Ultima>(Ultima::START, "1. a2a5 -- 2. a5a4", "ply 2");
    is_wrong::<Ultima>(Ultima::START, "1. a2a5 -- 2. Pa4 a7a6", "ply 2");
    // Of a person's capture the window keeps two victims; the clicks have told the others.
    let clicked = "1. Lxb5xb7-e1 -- 2. Lexe6xg3-e1= -- 3. Lexf1-e1= Kg8";
    means::<Ultima>(FIVE, clicked, &["c4a6c8g4g1e1", "h8g8"]);
}

#[test]
fn where_a_file_breaks_off_half_a_word_is_not_what_is_wrong() {
    for (text, why) in [
        ("1. a2a5 a7", "line 1: the game breaks off without a result"),
        ("1. a2a5 a7a1", "line 1: the game breaks off without a result"),
        ("1. a2a9 a7", "line 1: ply 1: 'a2a9' is not legal here"),
        ("1. a2a5 a7 *", "line 1: ply 2: 'a7' is no move: only one square"),
    ] {
        let game = read::games(text).next().expect("a game");
        let fault = check::<Ultima>(&game, ()).expect_err("broken");
        assert_eq!(fault.to_string(), why, "{text}");
    }
}

#[test]
fn results_must_be_the_rules() {
    let lost = |result: &str| {
        let text = format!("[Variant \"shashmaty\"]\n[FEN \"8/8/8/2k5/1P6/8/8/K7 w - - 0 1\"]\n\n1. b4d6\n{result}\n");
        let game = read::games(&text).next().expect("a game");
        check::<Shashmaty>(&game, ()).map(|replay| replay.moves.len()).map_err(|fault| fault.to_string())
    };
    assert_eq!((lost("1-0"), lost("*")), (Ok(1), Ok(1)));
    let why = lost("0-1").expect_err("wrong");
    assert_eq!(why, "line 5: the game ends in 0-1, by the rules in 1-0 {Black has lost its kings, White wins}");
}

/// Plays at random and writes what it plays as XBoard does; it is read back as the same moves.
struct Walk<'a>(&'a [u8]);

impl Visitor for Walk<'_> {
    type Output = (String, Vec<String>, Vec<String>);

    fn visit<G: Searchable>(self, setting: G::Setting) -> Self::Output {
        let mut position = G::parse(G::START, setting).expect("the start");
        let (mut words, mut texts) = (Vec::new(), Vec::new());
        for &choice in self.0 {
            // The moves with the most victims are the ones to be read.
            let mut legal = position.legal();
            legal.sort_by_key(|&m| std::cmp::Reverse(position.describe(m).victims.len()));
            let some = if choice < 128 { legal.len().min(2) } else { legal.len() };
            let Some(&m) = legal.get(usize::from(choice) % some.max(1)) else { break };
            words.extend(sheet::words(&position, m));
            texts.push(notation::text(&position, m));
            position.play(m);
        }
        let text = format!("{} *", words.join(" "));
        let game = read::games(&text).next().expect("a game");
        let read = replay::<G>(&game, setting, usize::MAX).unwrap_or_else(|why| panic!("{why}: {text}"));
        let read = read.texts().collect();
        (text, texts, read)
    }
}

fn variant() -> impl Strategy<Value = Variant> {
    prop::sample::select(Variant::ALL)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_xboard_would_write_is_read(variant in variant(), choices in prop::collection::vec(any::<u8>(), 0..120)) {
        let (text, played, read) = variant.visit(None, Walk(&choices)).expect("no terrain");
        prop_assert_eq!(played, read, "{}", text);
    }

    #[test]
    fn arbitrary_words_never_panic(words in prop::collection::vec("[PKCLX]?[a-h1-9x=@,-]{0,8}[=Zq]?|--|[a-h][1-8][a-h][1-8]|\\PC{0,6}", 0..12)) {
        let text = format!("{} *", words.join(" "));
        for game in read::games(&text) {
            let _ = check::<Ultima>(&game, ());
            let _ = check::<ShashmatyDragon>(&game, ());
            let _ = check::<Chameleon>(&game, Default::default());
        }
    }
}
