//! What a FEN may hold and how it is written.

use triptych_reference::Rules;

fn rules(game: &str) -> Rules {
    Rules::new(game).expect("a game's name")
}

/// Reads the first FEN, and expects it to be written as the second.
#[track_caller]
fn reads(rules: &Rules, fen: &str, written: &str) {
    assert_eq!(rules.parse(fen).map(|position| position.fen()), Ok(written.to_string()), "{fen}");
}

/// Expects a refusal that speaks of this.
#[track_caller]
fn refuses(rules: &Rules, fen: &str, reason: &str) {
    let error = rules.parse(fen).expect_err(fen);
    assert!(error.contains(reason), "{fen}: {error}");
}

#[test]
fn start_positions() {
    for game in ["ultima", "shashmaty", "shashmaty-damka", "shashmaty-dragon", "chameleon"] {
        let start = rules(game).start();
        reads(&rules(game), &start.fen(), &start.fen());
        assert_eq!(start.result(), None);
        assert!(!start.in_check());
    }
    assert_eq!(Rules::new("chess"), None);
}

#[test]
fn fields() {
    let ultima = rules("ultima");
    let written = "k7/8/8/8/8/8/8/7K w - - 0 1";
    reads(&ultima, "k7/8/8/8/8/8/8/7K w", written);
    reads(&ultima, "k7/8/8/8/8/8/8/7K w - -", written);
    reads(&ultima, "  k7/8/8/8/8/8/8/7K  w -  - 0   1 ", written);
    reads(&ultima, "k7/44/8/8/8/8/8/1111111K w - - 0 1", written);
    reads(&ultima, "k7/8/8/8/8/8/8/7K b - - 65535 9", "k7/8/8/8/8/8/8/7K b - - 65535 9");
    refuses(&ultima, "", "fields");
    refuses(&ultima, "k7/8/8/8/8/8/8/7K", "fields");
    refuses(&ultima, "k7/8/8/8/8/8/8/7K w -", "fields");
    refuses(&ultima, "k7/8/8/8/8/8/8/7K w - - 0", "fields");
    refuses(&ultima, "k7/8/8/8/8/8/8/7K w - - 0 1 1", "fields");
    refuses(&ultima, "k7/8/8/8/8/8/8/7K W - - 0 1", "side to move");
    refuses(&ultima, "k7/8/8/8/8/8/8/7K w K - 0 1", "castling");
    refuses(&ultima, "k7/8/8/8/8/8/8/7K w - e3 0 1", "en passant");
    refuses(&ultima, "k7/8/8/8/8/8/8/7K w - - 65536 1", "half-moves");
    refuses(&ultima, "k7/8/8/8/8/8/8/7K w - - -1 1", "half-moves");
    refuses(&ultima, "k7/8/8/8/8/8/8/7K w - - 0 0", "full move");
    refuses(&ultima, "k7/8/8/8/8/8/8/7K w - - 0 +1", "full move");
    refuses(&ultima, "k7/8/8/8/8/8/7K w - - 0 1", "8 ranks");
    refuses(&ultima, "k7/8/8/8/8/8/8/8/7K w - - 0 1", "8 ranks");
    refuses(&ultima, "k8/8/8/8/8/8/8/7K w - - 0 1", "rank 8");
    refuses(&ultima, "k7/8/7/8/8/8/8/7K w - - 0 1", "rank 6");
    refuses(&ultima, "k7/8/08/8/8/8/8/7K w - - 0 1", "a6");
    refuses(&ultima, "k7/8/9/8/8/8/8/7K w - - 0 1", "rank 6");
}

#[test]
fn counters() {
    let play = |fen: &str, text: &str| {
        let moves = rules("ultima").parse(fen).expect(fen).moves();
        moves.into_iter().find(|each| each.text == text).expect(text).after.fen()
    };
    assert_eq!(play("k7/8/8/8/8/8/8/7K w - - 65535 4294967295", "h1h2"), "k7/8/8/8/8/8/7K/8 b - - 65535 4294967295");
    assert_eq!(play("k7/8/8/8/8/8/8/7K b - - 7 4294967295", "a8a7"), "8/k7/8/8/8/8/8/7K w - - 8 4294967295");
    assert_eq!(play("k7/8/8/8/8/8/8/7K b - - 7 9", "a8a7"), "8/k7/8/8/8/8/8/7K w - - 8 10");
}

#[test]
fn ultima() {
    let rules = rules("ultima");
    let frozen_king_in_check = "8/8/8/3kK3/4i3/8/8/8 w - - 0 1";
    reads(&rules, frozen_king_in_check, frozen_king_in_check);
    refuses(&rules, "8/8/8/3kK3/4i3/8/8/8 b - - 0 1", "attacked");
    refuses(&rules, "8/8/8/3kK3/8/8/8/8 w - - 0 1", "attacked");
    refuses(&rules, "8/8/8/4K3/8/8/8/8 w - - 0 1", "Black must have one king");
    refuses(&rules, "k7/8/8/4K3/8/8/8/7K w - - 0 1", "White must have one king");
    refuses(&rules, "k7/8/Q7/8/8/8/8/7K w - - 0 1", "`Q`");
    refuses(&rules, "k7/8/*7/8/8/8/8/7K w - - 0 1", "`*`");
    refuses(&rules, "k7/8/8/8/8/PPPPPPPP/PPPPPPPP/7K w - - 0 1", "17 pieces");
    // The leaper would take the king as the second victim of a chain.
    refuses(&rules, "8/8/1k6/8/8/8/1p6/L6K w - - 0 1", "attacked");
}

#[test]
fn shashmaty() {
    let plain = rules("shashmaty");
    reads(&plain, "*c*k*k*b/8/*7/8/8/8/8/B*K1K*C* w", "1c1k1k1b/8/8/8/8/8/8/B1K1K1C1 w - - 0 1");
    refuses(&plain, "5k2/8/8/8/8/8/8/1K6 w", "b1");
    refuses(&plain, "5k2/8/8/8/8/8/8/K1*5 w", "c1");
    refuses(&plain, "5k2/8/8/8/8/8/8/K1Q5 w", "`Q`");
    refuses(&plain, "5k2/8/8/8/8/8/8/K1D5 w", "`D`");
    refuses(&rules("shashmaty-damka"), "5k2/8/8/8/8/8/8/K1D5 w", "`D`");
    refuses(&rules("shashmaty-dragon"), "5k2/8/8/8/8/8/8/K1Q5 w", "`Q`");
    refuses(&plain, "1P3k2/8/8/8/8/8/8/K7 w", "b8");
    refuses(&plain, "5k2/8/8/8/8/8/8/K1p5 w", "c1");
    refuses(&plain, "5b2/8/8/8/8/8/8/B7 w", "neither");
    refuses(&plain, "5k2/8/8/8/1P1P1P1P/P1P1P1P1/1P1P1P1P/K7 w", "13 pieces");
    for fen in ["5k2/8/8/8/8/8/8/B7 w - - 0 1", "5k2/8/8/8/8/8/8/B7 b - - 0 1"] {
        let position = plain.parse(fen).expect(fen);
        assert_eq!(position.result(), Some(("0-1", "kings")));
        assert!(position.moves().is_empty());
        assert_eq!(position.perft(1), 0);
    }
    let pawns_at_home = "5k1p/8/8/8/8/8/8/K1P5 w - - 0 1";
    reads(&plain, pawns_at_home, pawns_at_home);
}

#[test]
fn chameleon() {
    let rules = rules("chameleon");
    reads(&rules, "k*12*1/*5*/7/7/7/*5*/K*3*1 w", "k*3*1/*5*/7/7/7/*5*/K*3*1 w - - 0 1");
    refuses(&rules, "k6/*5*/7/7/7/*5*/K*3*1 w", "b7");
    refuses(&rules, "k*3*1/*5*/*6/7/7/*5*/K*3*1 w", "a5");
    refuses(&rules, "kP3*1/*5*/7/7/7/*5*/K*3*1 w", "b7");
    refuses(&rules, "1*3*1/*5*/7/7/7/*5*/K*3*1 w", "Black must have one king");
    refuses(&rules, "1*1k1*1/*5*/7/7/3R3/*5*/K*3*1 w", "check");
    refuses(&rules, "k*3*1/*5*/7/7/7/*5*/K*3*1 w - - 0 1 0", "fields");
    reads(&rules, "1*1k1*1/*5*/7/7/3R3/*5*/K*3*1 b", "1*1k1*1/*5*/7/7/3R3/*5*/K*3*1 b - - 0 1");
}

#[test]
fn terrains() {
    let chameleon = || rules("chameleon");
    let open = "QQQQQQQ/QQQQQQQ/QQQQQQQ/QQQQQQQ/QQQQQQQ/QQQQQQQ/QQQQQQ*";
    let all_queens = chameleon().with_terrain(open).expect(open);
    reads(&all_queens, "k6/7/7/7/7/7/K1P3* w", "k6/7/7/7/7/7/K1P3* w - - 0 1");
    refuses(&all_queens, &chameleon().start().fen(), "b7");
    let moves = all_queens.parse("k6/7/7/7/7/7/K1P3* w").expect("a position").moves();
    let promotion = moves.into_iter().find(|each| each.text == "c1c2").expect("the pawn goes on");
    assert_eq!(promotion.after.fen(), "k6/7/7/7/7/2Q4/K5* b - - 0 1");
    assert!(chameleon().with_terrain("QQQQQQQ").is_err());
    assert!(chameleon().with_terrain(&open.replace('*', "K")).is_err());
    assert!(chameleon().with_terrain(&open.replace('*', "")).is_err());
    assert!(rules("ultima").with_terrain(open).is_err());
}
