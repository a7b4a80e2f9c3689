//! Chameleon's terrain: what the rule page says of the colours, terrains as data, and every reason to refuse one.

use std::collections::HashMap;

use triptych::board::{Side, Square};
use triptych::game::chameleon::{Chameleon, Kind, Terrain, TerrainError, terrain};
use triptych::game::{Game, PositionError, SettingError, notation};

const USUAL: &str = "N*RBQ*N/*PBPBP*/RNPNPNR/QBQBQBQ/RNPNPNR/*PBPBP*/N*QBR*N";
const PLAIN: &str = "QQQQQQQ/RRRRRRR/BBBBBBB/NNNNNNN/PPPPPPP/QRBNPQR/NNNNNNN";

fn read(text: &str) -> &'static Terrain {
    Terrain::read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn square(name: &str) -> Square {
    Square::named(name).expect("a square's name")
}

#[test]
fn the_default_terrain() {
    let usual = <&Terrain>::default();
    assert_eq!(usual.to_string(), USUAL);
    assert_eq!(terrain::DEFAULT, USUAL);
    assert!(usual.is_default());
    assert_eq!(Chameleon::read_setting(None), Ok(usual));
    assert_eq!(usual.colour(square("a4")), Some(Kind::Queen));
    assert_eq!(usual.colour(square("e1")), Some(Kind::Rook));
    assert_eq!((usual.colour(square("b1")), usual.colour(square("h8"))), (None, None));
}

#[test]
fn it_is_the_same_under_a_half_turn() {
    let usual = <&Terrain>::default();
    for at in usual.squares() {
        assert_eq!(usual.colour(at), usual.colour(Square::at(6 - at.file(), 6 - at.rank())), "{at}");
    }
}

#[test]
fn start_pieces_stand_on_squares_of_their_own_kind() {
    let start = Chameleon::parse(Chameleon::START, <&Terrain>::default()).expect("the start");
    for at in start.pieces().occupied() {
        let (_, kind) = start.at(at).expect("a piece");
        assert!(kind == Kind::King || start.terrain().colour(at) == Some(kind), "{at}");
    }
}

/// All positions of a king and a piece of its square's colour against a king, solved backwards from the mates.
#[test]
fn a_king_and_one_piece_nearly_always_win_against_a_king() {
    let ground = <&Terrain>::default();
    let mut positions: Vec<Chameleon> = Vec::new();
    for king in ground.squares() {
        for piece in ground.squares() {
            for lone in ground.squares() {
                for turn in Side::ALL {
                    if let Some(position) = three_men(ground, king, piece, lone, turn) {
                        positions.push(position);
                    }
                }
            }
        }
    }
    let index: HashMap<u64, usize> = positions.iter().enumerate().map(|(at, position)| (position.key(), at)).collect();
    let next: Vec<Vec<Option<usize>>> = positions
        .iter()
        .map(|position| {
            let after = |m| {
                let mut after = *position;
                after.play(m);
                // Not in the index: the piece was taken, and the game is drawn.
                index.get(&after.key()).copied()
            };
            position.legal().into_iter().map(after).collect()
        })
        .collect();
    // Won for White, who has the piece.
    let mut won: Vec<bool> =
        positions.iter().zip(&next).map(|(position, next)| next.is_empty() && position.in_check()).collect();
    loop {
        let mut found = false;
        for at in 0..positions.len() {
            let is_won = |next: &Option<usize>| next.is_some_and(|next| won[next]);
            let wins = match positions[at].turn() {
                Side::White => next[at].iter().any(is_won),
                Side::Black => !next[at].is_empty() && next[at].iter().all(is_won),
            };
            if wins && !won[at] {
                won[at] = true;
                found = true;
            }
        }
        if !found {
            break;
        }
    }
    let to_move: Vec<bool> = positions
        .iter()
        .zip(&won)
        .filter(|(position, _)| position.turn() == Side::White)
        .map(|(_, &won)| won)
        .collect();
    let share = to_move.iter().filter(|&&won| won).count() as f64 / to_move.len() as f64;
    assert_eq!((share * 100.0).round(), 92.0, "{share} of {}", to_move.len());
}

fn three_men(ground: &'static Terrain, king: Square, piece: Square, lone: Square, turn: Side) -> Option<Chameleon> {
    if king == piece || king == lone || piece == lone {
        return None;
    }
    let letter_at = |at| match at {
        _ if at == king => Some('K'),
        _ if at == lone => Some('k'),
        _ if at == piece => ground.colour(at).map(Kind::letter),
        _ => None,
    };
    let layout = Chameleon::parse(Chameleon::START, ground).expect("the start").layout();
    let fen = triptych::game::fen::write(&layout, letter_at, turn, Default::default());
    Chameleon::parse(&fen, ground).ok()
}

#[test]
fn any_colours_and_any_holes() {
    for text in [
        PLAIN,
        "NNNNNNN/NNNNNNN/NNNNNNN/NNNNNNN/NNNNNNN/NNNNNNN/NNNNNNN",
        "*******/*******/*******/Q*****Q/*******/*******/*******",
        "*Q*R*B*/N*P*Q*R/*B*N*P*/Q*R*B*N/*P*Q*R*/B*N*P*Q/*R*B*N*",
    ] {
        let terrain = read(text);
        assert_eq!(terrain.to_string(), text);
        assert_eq!(terrain.squares().len() as usize, text.bytes().filter(|byte| !b"*/".contains(byte)).count());
        assert!(!terrain.is_default());
        assert_eq!(Chameleon::setting_text(terrain).as_deref(), Some(text));
    }
    assert_eq!(Chameleon::setting_text(read(USUAL)), None);
}

#[test]
fn the_same_text_is_the_same_terrain() {
    assert!(std::ptr::eq(read(PLAIN), read(PLAIN)));
    assert_eq!(Chameleon::read_setting(Some(PLAIN)), Ok(read(PLAIN)));
    assert_ne!(read(PLAIN), read(USUAL));
}

#[test]
fn a_start_that_fits_the_holes_is_taken_and_another_is_not() {
    let open = "qrbkbrn/ppppppp/7/7/7/PPPPPPP/NRBKBRQ w - - 0 1";
    let start = Chameleon::parse(open, read(PLAIN)).expect("it fits");
    assert_eq!(start.fen(), open);
    assert!(std::ptr::eq(start.setting(), read(PLAIN)));
    let refused = Chameleon::parse(Chameleon::START, read(PLAIN));
    assert_eq!(refused.map(|_| ()), Err(PositionError::NoHole(square("b7"))));
    let refused = Chameleon::parse(open, read(USUAL));
    assert_eq!(refused.map(|_| ()), Err(PositionError::OffBoard { letter: 'r', square: square("b7") }));
}

#[test]
fn pieces_become_what_this_terrain_says_and_its_holes_block() {
    let mut position = Chameleon::parse("6k/7/7/R6/7/7/K6 w", read(PLAIN)).expect("a position");
    position.play(notation::read(&position, "a4a6").expect("a move"));
    assert_eq!(position.letter_at(square("a6")), Some('R'));
    let holes = read("NNNNNNN/NNNNNNN/NNN*NNN/NNNNNNN/NNNNNNN/NNNNNNN/NNNNNNN");
    let position = Chameleon::parse("1k5/7/3*2R/7/7/7/K6 w", holes).expect("a position");
    assert!(notation::read(&position, "g5e5").is_ok() && notation::read(&position, "g5c5").is_err());
}

#[test]
fn keys_tell_terrains_apart() {
    let fen = "N*RBK*N/*5*/7/7/7/*5*/n*rkq*n w";
    let other = read("N*RBQ*N/*PBPBP*/RNPNPNR/QQQQQQQ/RNPNPNR/*PBPBP*/N*QBR*N");
    let key = |terrain| Chameleon::parse(fen, terrain).expect("a position").key();
    assert_ne!(key(<&Terrain>::default()), key(other));
}

#[test]
fn refusals() {
    let refused = |text: &str| Terrain::read(text).expect_err(text);
    assert_eq!(refused(""), TerrainError::Rows(1));
    assert_eq!(refused("QQQQQQQ/RRRRRRR"), TerrainError::Rows(2));
    assert_eq!(refused(&format!("{PLAIN}/QQQQQQQ")), TerrainError::Rows(8));
    assert_eq!(refused(&PLAIN.replace("RRRRRRR", "RRRRRR")), TerrainError::RowLength { rank: 6, found: 6 });
    assert_eq!(refused(&PLAIN.replace("QRBNPQR", "QRBNPQRB")), TerrainError::RowLength { rank: 2, found: 8 });
    assert_eq!(refused(&PLAIN.replace("/BBBBBBB", "/")), TerrainError::RowLength { rank: 5, found: 0 });
    for letter in ['K', 'X', '1', ' ', 'ü', 'q'] {
        let wrong = PLAIN.replace("BNPQR", &format!("{letter}NPQR"));
        assert_eq!(refused(&wrong), TerrainError::Letter { letter, square: square("c2") });
    }
    let holes = "*******/*******/*******/*******/*******/*******/*******";
    assert_eq!(refused(holes), TerrainError::Squares(0));
    assert_eq!(refused(&holes.replacen('*', "N", 1)), TerrainError::Squares(1));
}

#[test]
fn refusals_say_what_is_wrong_in_a_line() {
    let said = |text: &str| Chameleon::read_setting(Some(text)).expect_err(text).to_string();
    assert_eq!(said("QQQ"), "terrain: 7 rows expected, not 1");
    assert_eq!(said(&PLAIN.replace("RRRRRRR", "RRRRRR")), "terrain: 7 squares expected on rank 6, not 6");
    assert_eq!(said(&PLAIN.replace("QRBNPQR", "QRKNPQR")), "terrain: 'K' on c2 is none of Q R B N P and *");
    assert_eq!(
        said("*******/*******/*******/*******/*******/*******/******N"),
        "terrain: 2 squares expected at least, for the kings, not 1"
    );
    assert!(matches!(Chameleon::read_setting(Some("")), Err(SettingError::Terrain(TerrainError::Rows(1)))));
}
