//! The rules of Chameleon, sentence by sentence; the terrain has tests of its own.

mod support;

use support::examples;
use triptych::board::{Bitboard, Side, Square};
use triptych::game::chameleon::{Chameleon, Kind, Terrain};
use triptych::game::perft::perft;
use triptych::game::{Game, Outcome, Reason, Record, notation};

fn position(fen: &str) -> Chameleon {
    on(<&Terrain>::default(), fen)
}

fn on(terrain: &'static Terrain, fen: &str) -> Chameleon {
    Chameleon::parse(fen, terrain).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The squares that the piece on a square may go to, alphabetically.
fn targets(position: &Chameleon, from: &str) -> String {
    let from = square(from);
    let moves = position.legal().into_iter().filter(|m| m.from() == from);
    let mut names: Vec<String> = moves.map(|m| m.to().to_string()).collect();
    names.sort();
    names.join(" ")
}

/// The position after moves in text.
fn play(mut position: Chameleon, texts: &str) -> Chameleon {
    for text in texts.split(' ') {
        let m = notation::read(&position, text).unwrap_or_else(|error| panic!("{error} in {}", position.fen()));
        position.play(m);
    }
    position
}

fn is_legal(position: &Chameleon, text: &str) -> bool {
    notation::read(position, text).is_ok()
}

fn outcome(position: &Chameleon) -> Option<Outcome> {
    position.outcome(&position.legal())
}

fn square(name: &str) -> Square {
    Square::named(name).expect("a square's name")
}

#[test]
fn examples() {
    examples::play_all::<Chameleon>();
}

#[test]
fn results() {
    examples::end_all::<Chameleon>();
}

#[test]
fn problems() {
    examples::solve_all::<Chameleon>();
}

#[test]
fn perft_of_the_start() {
    let start = position(Chameleon::START);
    assert_eq!([1, 2, 3, 4].map(|depth| perft(&start, depth)), [15, 213, 4031, 71396]);
}

#[test]
fn the_board_has_seven_files_and_ranks_and_eight_holes() {
    let layout = position(Chameleon::START).layout();
    assert_eq!((layout.files, layout.ranks, layout.squares.len()), (7, 7, 41));
    let whole: Bitboard = Square::all().filter(|&square| layout.contains(square)).collect();
    let holes: Vec<String> = (whole - layout.squares).into_iter().map(|square| square.to_string()).collect();
    assert_eq!(holes, ["b1", "f1", "a2", "g2", "a6", "g6", "b7", "f7"]);
}

#[test]
fn the_start() {
    let start = position(Chameleon::START);
    assert_eq!(start.fen(), "n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 0 1");
    assert_eq!(start.turn(), Side::White);
    // Black's pieces are White's after half a turn of the board.
    for from in start.layout().squares {
        let turned = Square::at(6 - from.file(), 6 - from.rank());
        assert_eq!(start.at(from).map(|(side, kind)| (!side, kind)), start.at(turned), "{from}");
    }
}

// The rules of chess hold: how the pieces go.

#[test]
fn the_rook() {
    let position = position("1*3*k/*5*/7/3R3/7/*5*/K*3*1 w");
    assert_eq!(targets(&position, "d4"), "a4 b4 c4 d1 d2 d3 d5 d6 d7 e4 f4 g4");
}

#[test]
fn the_bishop() {
    let position = position("1*3*1/*5*/7/K2B2k/7/*5*/1*3*1 w");
    assert_eq!(targets(&position, "d4"), "a1 a7 b2 b6 c3 c5 e3 e5 f2 f6 g1 g7");
}

#[test]
fn the_queen() {
    let position = position("1*3*1/*5*/6k/3Q3/K6/*5*/1*3*1 w");
    let both = "a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 e3 e4 e5 f2 f4 f6 g1 g4 g7";
    assert_eq!(targets(&position, "d4"), both);
}

#[test]
fn the_knight() {
    let position = position("1*3*k/*5*/7/3N3/7/*5*/K*3*1 w");
    assert_eq!(targets(&position, "d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
}

#[test]
fn the_king() {
    let position = position("k*3*1/*5*/7/3K3/7/*5*/1*3*1 w");
    assert_eq!(targets(&position, "d4"), "c3 c4 c5 d3 d5 e3 e4 e5");
}

#[test]
fn own_pieces_block_and_enemies_are_taken() {
    let position = position("1*3*k/*5*/3n3/1n1R1P1/7/*5*/K*3*1 w");
    assert_eq!(targets(&position, "d4"), "b4 c4 d1 d2 d3 d5 e4");
    assert_eq!(play(position, "d4b4").fen(), "1*3*k/*5*/3n3/1B3P1/7/*5*/K*3*1 b - - 0 1");
}

#[test]
fn the_king_stays_out_of_check() {
    // The rook on d5 guards the d-file, also behind the king.
    let position = position("1*3*k/*5*/3r3/7/3K3/*5*/1*3*1 w");
    assert_eq!(targets(&position, "d3"), "c2 c3 c4 e2 e3 e4");
    assert_eq!(position.legal().len(), 6);
}

#[test]
fn kings_keep_apart() {
    assert_eq!(targets(&position("1*3*1/*5*/7/1K1k3/7/*5*/1*3*1 w"), "b4"), "a3 a4 a5 b3 b5");
}

#[test]
fn a_pinned_piece_keeps_to_its_line() {
    let position = position("1*1r1*1/*5*/6k/3Q3/7/*5*/1*1K1*1 w");
    assert_eq!(targets(&position, "d4"), "d2 d3 d5 d6 d7");
    let knight = self::position("1*1r1*k/*5*/7/3N3/7/*5*/1*1K1*1 w");
    assert_eq!(targets(&knight, "d4"), "");
    let pawns = self::position("1*1r1*k/*5*/7/2n4/3P3/*5*/1*1K1*1 w");
    assert_eq!(targets(&pawns, "d3"), "d4");
}

#[test]
fn a_check_is_answered_by_taking_going_between_or_going_away() {
    let position = position("1*1r1*k/*5*/7/B4B1/7/*5*/1*1K1*1 w");
    assert!(position.in_check());
    assert_eq!(targets(&position, "a4"), "d7");
    assert_eq!(targets(&position, "f4"), "d2 d6");
    assert_eq!(targets(&position, "d1"), "c1 c2 e1 e2");
}

#[test]
fn of_a_double_check_the_king_goes_away() {
    let position = position("1*1r1*k/*5*/7/B6/2n4/*5*/1*1K1*1 w");
    assert_eq!(position.checkers().len(), 2);
    assert_eq!(targets(&position, "a4"), "");
    assert_eq!(targets(&position, "d1"), "c1 c2 e1");
}

// What a piece becomes.

#[test]
fn a_piece_becomes_the_kind_of_the_colour_it_enters() {
    let position = position("1*3*k/*5*/2Q4/7/7/*5*/K*3*1 w");
    for (to, becomes) in [("c4", 'Q'), ("a3", 'R'), ("b4", 'B'), ("d5", 'N'), ("e5", 'P')] {
        let m = notation::read(&position, &format!("c5{to}")).expect(to);
        let changes = (becomes != 'Q').then(|| becomes.to_ascii_lowercase());
        assert_eq!((position.describe(m).becomes, position.describe(m).promotion), (changes, None), "{to}");
        assert_eq!(play(position, &format!("c5{to}")).letter_at(square(to)), Some(becomes), "{to}");
    }
}

#[test]
fn every_kind_but_the_king_changes() {
    for (kind, text) in [('Q', "d3d4"), ('R', "d3d4"), ('P', "d3d4"), ('N', "d3f4"), ('B', "d3e2")] {
        let after = play(position(&format!("1*3*k/*5*/7/7/3{kind}3/*5*/K*3*1 w")), text);
        assert_eq!(after.letter_at(square(&text[2..])), Some('B'), "{kind}");
    }
    // All around the king on c4 are knight, pawn, knight, bishop, bishop, knight, pawn, knight.
    let king = position("1*3*k/*5*/7/2K4/7/*5*/1*3*1 w");
    for m in king.legal() {
        let mut after = king;
        after.play(m);
        assert_eq!((after.letter_at(m.to()), king.describe(m).becomes), (Some('K'), None), "{}", m.to());
    }
    assert_eq!(king.legal().len(), 8);
}

#[test]
fn black_pieces_change_too_and_in_their_own_case() {
    assert_eq!(play(position("1*3*k/*5*/2q4/7/7/*5*/K*3*1 b"), "c5d5").letter_at(square("d5")), Some('n'));
}

#[test]
fn it_moves_as_what_it_is_before_the_move() {
    // A pawn that has not moved stands on a knight's square, a knight on a pawn's.
    let position = position("1*3*k/*5*/7/7/1PN4/*5*/K*3*1 w");
    assert_eq!(targets(&position, "b3"), "b4");
    assert_eq!(targets(&position, "c3"), "a4 b5 d1 d5 e2 e4");
    assert_eq!(
        targets(&play(position, "b3b4 g7f6"), "b4"),
        "a3 a5 c5 d6 e7",
        "the bishop's other ways are its own knight's"
    );
}

#[test]
fn it_gives_check_as_what_it_has_become() {
    let knight = position("1*3*1/*5*/7/6k/7/*N4*/K*3*1 w");
    assert!(play(knight, "b2a4").in_check(), "the knight is a queen on a4");
    let rook = position("1*1k1*1/*5*/7/7/R6/*5*/K*3*1 w");
    assert!(!play(rook, "a3d3").in_check(), "the rook is a knight on d3");
    let knight = position("1*1k1*1/*5*/7/7/5N1/*5*/K*3*1 w");
    assert!(!play(knight, "f3e5").in_check(), "the knight is a pawn on e5, and its leap to d7 is gone");
}

#[test]
fn a_line_that_opens_gives_check_whatever_its_piece_becomes() {
    let position = position("1*1k1*1/*5*/7/3B3/7/*5*/K*1R1*1 w");
    assert!(play(position, "d4c5").in_check());
    // The start square counts, not the colour under it: a queen that has not moved is a queen.
    assert!(self::position("1*1k1*1/*5*/7/7/3Q3/*5*/K*3*1 b").in_check());
}

// Holes.

#[test]
fn holes_are_not_entered_and_block_sliders() {
    assert_eq!(targets(&position("k*3*1/*5*/7/7/7/*5*/Q*1K1*1 w"), "a1"), "b2 c3 d4 e5 f6 g7");
    assert_eq!(targets(&position("k*3*1/*5*/7/7/7/*5*/R*1K1*1 w"), "a1"), "");
    assert_eq!(targets(&position("k*3*1/*5*/7/7/7/*5*/1*1K1*P w"), "g1"), "");
    assert!(!position("k*3*1/*5*/7/7/R6/*5*/1*1K1*1 b").in_check(), "a6 lies between");
}

#[test]
fn knights_pass_over_holes() {
    assert_eq!(targets(&position("k*3*1/*5*/7/7/7/*5*/N*1K1*N w"), "a1"), "b3 c2");
    assert_eq!(targets(&position("k*3*1/*5*/7/7/7/*5*/N*1K1*N w"), "g1"), "e2 f3");
}

// Pawns.

#[test]
fn pawns_go_one_square_forward() {
    let position = position("1*3*k/*5*/2p4/7/4P2/*5*/K*3*1 w");
    assert_eq!(targets(&position, "e3"), "e4");
    assert_eq!(targets(&play(position, "a1b2"), "c5"), "c4");
}

#[test]
fn pawns_have_no_double_step_and_no_en_passant() {
    let start = position(Chameleon::START);
    assert!(!is_legal(&start, "b2b4") && !is_legal(&start, "d2d4") && !is_legal(&start, "f2f4"));
    // The black pawn has just gone from d6 to d5, past nothing; the white pawn beside it may not take it in passing.
    let terrain = Terrain::read("PPPPPPP/PPPPPPP/PPPPPPP/PPPPPPP/PPPPPPP/PPPPPPP/PPPPPPP").expect("a terrain");
    let beside = play(on(terrain, "6k/3p3/4P2/7/7/7/K6 b"), "d6d5");
    assert_eq!(targets(&beside, "e5"), "e6");
}

#[test]
fn pawns_capture_one_square_diagonally_forward() {
    let position = position("1*3*k/*5*/7/2nnn2/3P3/*1b1b1*/K*3*1 w");
    assert_eq!(targets(&position, "d3"), "c4 e4");
    let black = self::position("1*3*k/*5*/3p3/2NNN2/7/*5*/K*3*1 b");
    assert_eq!(targets(&black, "d5"), "c4 e4");
}

#[test]
fn only_the_colour_counts_on_the_last_rank() {
    let position = position("1*3*1/*2P2*/7/7/7/*4k*/K*3*1 w");
    assert_eq!(targets(&position, "d6"), "d7");
    let arrived = play(position, "d6d7");
    assert_eq!(arrived.letter_at(square("d7")), Some('B'));
    let terrain = Terrain::read("PPPPPPP/PPPPPPP/PPPPPPP/PPPPPPP/PPPPPPP/PPPPPPP/PPPPPPP").expect("a terrain");
    let arrived = play(on(terrain, "7/3P3/7/7/7/5k1/K6 w"), "d6d7 f2f3");
    assert_eq!(arrived.letter_at(square("d7")), Some('P'));
    assert_eq!(targets(&arrived, "d7"), "");
}

#[test]
fn a_pawn_on_the_last_rank_cannot_move_and_one_on_the_first_can() {
    assert_eq!(targets(&position("1*rPr*1/*5*/7/7/7/*k3K*/1*3*1 w"), "d7"), "");
    assert_eq!(targets(&position("1*3*1/*k3K*/7/7/7/*5*/1*RpR*1 b"), "d1"), "");
    assert_eq!(targets(&position("1*3*1/*k3K*/7/7/7/*5*/1*1P1*1 w"), "d1"), "d2");
    assert_eq!(targets(&position("1*1p1*1/*k3K*/7/7/7/*5*/1*3*1 b"), "d7"), "d6");
}

#[test]
fn there_is_no_castling() {
    let position = position("1*1k1*1/*5*/7/7/7/*5*/1*RKR*1 w");
    assert_eq!(targets(&position, "d1"), "c2 d2 e2");
    assert!(Chameleon::parse("1*1k1*1/*5*/7/7/7/*5*/1*RKR*1 w KQ -", <&Terrain>::default()).is_err());
}

// The end.

#[test]
fn mate_wins() {
    let mated = position("K*3*q/*P1p2*/1n5/p5Q/7/*k4*/1*3*1 w");
    assert!(mated.in_check());
    assert_eq!(outcome(&mated), Some(Outcome::win(Side::Black, Reason::Mate)));
}

#[test]
fn stalemate_is_a_draw() {
    let stuck = position("k*3*1/*5*/1K1N3/1B5/3N3/*4p*/1*3*1 b");
    assert!(!stuck.in_check() && stuck.legal().is_empty());
    assert_eq!(outcome(&stuck), Some(Outcome::draw(Reason::Stalemate)));
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let mut game = Record::new(position(Chameleon::START));
    for round in 1..=2 {
        for text in ["a1b3", "a7b5", "b3a1", "b5a7"] {
            assert_eq!(game.outcome(), None, "round {round}, before {text}");
            let m = notation::read(game.position(), text).expect(text);
            game.play(m);
        }
    }
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Repetition)));
}

#[test]
fn a_position_is_another_once_a_piece_has_changed() {
    // Rook a3, away to g3 and back, is the same; by way of a knight's square it comes back as another piece.
    let first = position("1*3*k/*5*/7/7/R6/*5*/K*3*1 w");
    assert_eq!(play(first, "a3g3 g7f6 g3a3 f6g7").key(), first.key());
    let bishop = position("1*3*k/*5*/7/7/B6/*5*/K*3*1 w");
    assert_ne!(play(bishop, "a3b4 g7f6 b4a3 f6g7").key(), bishop.key());
    assert_eq!(play(bishop, "a3b4 g7f6 b4a3 f6g7").key(), first.key());
}

#[test]
fn a_hundred_half_moves_are_a_draw() {
    let before = position("1*3*k/*5*/7/7/R6/*5*/K*3*1 w - - 99 80");
    assert_eq!(outcome(&before), None);
    let hundred = play(before, "a3a4");
    assert_eq!(outcome(&hundred), Some(Outcome::draw(Reason::HundredHalfMoves)));
    assert!(!hundred.legal().is_empty(), "moves are listed all the same");
}

#[test]
fn captures_and_moves_of_what_was_a_pawn_set_the_counter_back() {
    let half_moves = |fen: &str, text: &str| {
        let position = position(fen);
        let m = notation::read(&position, text).expect(text);
        let after = play(position, text).counters().half_moves;
        assert!(!position.is_irreversible(m) || after == 0, "{text}");
        after
    };
    assert_eq!(half_moves("1*3*k/*5*/7/n6/R6/*5*/K*3*1 w - - 7 9", "a3a4"), 0, "a capture");
    assert_eq!(half_moves("1*3*k/*5*/7/7/7/*P4*/K*3*1 w - - 7 9", "b2b3"), 0, "a pawn, a knight afterwards");
    assert_eq!(half_moves("1*3*k/*5*/7/7/2P4/*5*/K*3*1 w - - 7 9", "c3c4"), 0, "a pawn, a queen afterwards");
    assert_eq!(half_moves("1*3*k/*5*/7/7/R6/*5*/K*3*1 w - - 7 9", "a3c3"), 8, "a rook, a pawn afterwards");
    assert_eq!(half_moves("1*3*k/*5*/7/7/R6/*5*/K*3*1 w - - 7 9", "a1b2"), 8, "a king");
}

#[test]
fn mate_and_stalemate_on_the_hundredth_stand() {
    let end = |fen: &str| outcome(&position(fen)).map(|outcome| outcome.reason);
    assert_eq!(end("K*3*q/*P1p2*/1n5/p5Q/7/*k4*/1*3*1 w - - 100 80"), Some(Reason::Mate));
    assert_eq!(end("k*3*1/*5*/1K1N3/1B5/3N3/*4p*/1*3*1 b - - 100 80"), Some(Reason::Stalemate));
}

#[test]
fn bare_kings_are_a_draw() {
    let last = position("1*3*k/*5*/7/7/R6/*K4*/n*3*1 w");
    assert_eq!(outcome(&last), None);
    let position = position("1*3*k/*5*/7/7/7/*K4*/n*3*1 w");
    let bare = play(position, "b2a1");
    assert_eq!(outcome(&bare), Some(Outcome::draw(Reason::BareKings)));
    assert!(!bare.legal().is_empty(), "moves are listed all the same");
}

// Positions that a FEN may hold.

#[test]
fn off_its_colour_and_in_any_number() {
    let crowd = position("N*NNN*N/*NNNNN*/7/2K4/7/*5*/1*3*k w");
    assert_eq!(crowd.of(Side::White, Kind::Knight).len(), 10);
    // On c3, a pawn's square, stands a queen that has not moved.
    assert_eq!(position("1*3*k/*5*/7/7/2Q4/*5*/1*1K1*1 b").at(square("c3")), Some((Side::White, Kind::Queen)));
}

// What texts and windows are told.

#[test]
fn the_letter_of_what_it_becomes_may_be_said_if_it_is_right() {
    let start = position(Chameleon::START);
    let plain = notation::read(&start, "b2b3").expect("a move");
    assert_eq!(notation::read(&start, "b2b3n"), Ok(plain));
    assert_eq!(notation::text(&start, plain), "b2b3");
    assert!(!is_legal(&start, "b2b3q"), "b3 makes knights");
    assert!(is_legal(&start, "a1b3n") && !is_legal(&start, "a1b3b"), "or of what it stays");
}

#[test]
fn every_square_has_a_colour_and_holes_have_none() {
    let start = position(Chameleon::START);
    for at in Square::all() {
        assert_eq!(start.colour_at(at).is_some(), start.layout().squares.has(at), "{at}");
    }
    assert_eq!(start.colour_at(square("d3")), Some('N'));
}

#[test]
fn the_window() {
    let window = Chameleon::WINDOW;
    assert_eq!(window.table, ".NBRQP/....K..nbrqp/....k.");
    assert_eq!(window.betza, "mpoampoaoNoDmpoaoDmpoampoampoaoNmpabK");
    let letters: Vec<char> = Kind::ALL.into_iter().map(Kind::letter).collect();
    assert!(letters.iter().all(|&letter| window.letters.contains(letter)) && letters.len() == window.letters.len());
}
