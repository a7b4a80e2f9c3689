//! Every line an engine sends to XBoard, read and written again; the older forms; and chatter, which must stay chatter.

use triptych_protocol::xboard::{Feature, Geometry, Reply, Setup, Status, Thinking};
use triptych_protocol::{Bound, GameResult, MoveWord, Problem, Score};

#[track_caller]
fn both_ways(line: &str, reply: Reply) {
    assert_eq!(Reply::parse(line), reply);
    assert_eq!(reply.to_string(), line);
}

fn word(text: &str) -> MoveWord {
    MoveWord::new(text)
}

fn result(result: GameResult, reason: &str) -> Reply {
    Reply::Result { result, reason: reason.into() }
}

#[test]
fn every_reply() {
    let features =
        vec![Feature::flag("done", false), Feature::text("myname", "My Engine"), Feature::flag("ping", true)];
    both_ways("feature done=0 myname=\"My Engine\" ping=1", Reply::Features(features));
    both_ways("feature", Reply::Features(vec![]));
    for text in ["e2e4", "d4xc4-g4", "a2xb5xa6-a5", "c4xb5xb7-c8=", "@@@@", "d2d3n", "d4d3z", "Nf3", "O-O"] {
        both_ways(&format!("move {text}"), Reply::Move(word(text)));
    }
    both_ways("1-0 {White mates}", result(GameResult::WhiteWins, "White mates"));
    both_ways("0-1 {Black mates}", result(GameResult::BlackWins, "Black mates"));
    both_ways("1/2-1/2 {Draw by repetition}", result(GameResult::Draw, "Draw by repetition"));
    both_ways("* {}", result(GameResult::Unfinished, ""));
    both_ways("resign", Reply::Resign);
    both_ways("offer draw", Reply::OfferDraw);
    both_ways("pong 17", Reply::Pong("17".into()));
    both_ways("++", Reply::FailHigh);
    both_ways("--", Reply::FailLow);
    let status =
        Status { time: 1234, nodes: 30000, depth: 7, moves_left: 5, moves: 30, current: Some(word("a2xb5-a5")) };
    both_ways("stat01: 1234 30000 7 5 30 a2xb5-a5", Reply::Status(status));
    both_ways("Hint: a2xb5xa6-a5", Reply::Hint(word("a2xb5xa6-a5")));
    both_ways(" e2e4 60%", Reply::Indented("e2e4 60%".into()));
    both_ways("     more moves", Reply::Indented("    more moves".into()));
    let moves = "mpoampoaoNoDmpoaoDmpoampoampoaoNmpabK".to_owned();
    both_ways(&format!("piece N& {moves}"), Reply::Piece { id: "N&".into(), moves });
    both_ways("highlight 8/8/C7/YC6/Y7/Y7/8/8", Reply::Highlight("8/8/C7/YC6/Y7/Y7/8/8".into()));
    both_ways("click b5", Reply::Click("b5".parse().expect("a square")));
    both_ways("choice RBN", Reply::Choice("RBN".into()));
    both_ways("telluser Hello  there", Reply::TellUser("Hello  there".into()));
    both_ways("tellusererror Illegal position", Reply::TellUserError("Illegal position".into()));
    both_ways("tellopponent gg", Reply::TellOpponent("gg".into()));
    both_ways("tellothers gg", Reply::TellOthers("gg".into()));
    both_ways("tellall gg", Reply::TellAll("gg".into()));
    both_ways("tellics match", Reply::TellIcs("match".into()));
    both_ways("tellicsnoalias match", Reply::TellIcsNoAlias("match".into()));
    both_ways("askuser tag Why?", Reply::AskUser { tag: "tag".into(), text: "Why?".into() });
    both_ways("# nodes 5", Reply::Comment("nodes 5".into()));
    both_ways("", Reply::Blank);
}

#[test]
fn setup() {
    let fen = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/CLXWKXLI w - - 0 1";
    let setup = Setup {
        table: Some(".LXCWP...I/....K..lxcwp...i/....k.".into()),
        geometry: Some(Geometry { files: 8, ranks: 8, holdings: 0, parent: "elven".into() }),
        fen: fen.into(),
    };
    both_ways(&format!("setup (.LXCWP...I/....K..lxcwp...i/....k.) 8x8+0_elven {fen}"), Reply::Setup(setup));
    both_ways(&format!("setup {fen}"), Reply::Setup(Setup { table: None, geometry: None, fen: fen.into() }));
}

#[test]
fn thinking() {
    let thinking = Thinking {
        depth: 9,
        score: Score::MateIn(3),
        bound: Bound::Exact,
        time: 1084,
        nodes: 48000,
        extra: None,
        pv: "a2xb5-a5 h8h7".into(),
    };
    both_ways("9 100003 1084 48000 a2xb5-a5 h8h7", Reply::Thinking(thinking.clone()));
    assert_eq!(Reply::parse("   9   100003   1084   48000   a2xb5-a5 h8h7\r\n"), Reply::Thinking(thinking));
}

#[test]
fn refused_moves() {
    let refused =
        |reason: Option<&str>, text: &str| Reply::IllegalMove { reason: reason.map(str::to_owned), text: text.into() };
    both_ways("Illegal move: e2e4", refused(None, "e2e4"));
    both_ways("Illegal move (in check): Nf3", refused(Some("in check"), "Nf3"));
    both_ways("Illegal move (several (2) captures fit): a2a5", refused(Some("several (2) captures fit"), "a2a5"));
    assert_eq!(Reply::parse("illegal move"), refused(None, ""));
    assert_eq!(Reply::parse("Illegal move (no matching move)e2e4"), refused(Some("no matching move"), "e2e4"));
    assert_eq!(Reply::parse("Illegal move e2e4"), refused(None, "e2e4"));
    assert_eq!(Reply::illegal_move("in check", &word("E2-E4")).to_string(), "Illegal move (in check): E2-E4");
}

#[test]
fn errors() {
    let error = |kind: Option<&str>, text: &str| Reply::Error { kind: kind.map(str::to_owned), text: text.into() };
    both_ways("Error (unknown command): analyze", error(Some("unknown command"), "analyze"));
    both_ways("Error: no memory", error(None, "no memory"));
    assert_eq!(Reply::parse("error (x) y"), error(Some("x"), "y"));
    assert_eq!(Reply::parse("Errors happen"), Reply::Unknown("Errors happen".into()));
}

#[test]
fn older_forms() {
    for (line, reply) in [
        ("White resigns", result(GameResult::BlackWins, "White resigns")),
        ("Black resigns!", result(GameResult::WhiteWins, "Black resigns!")),
        ("White mates", result(GameResult::WhiteWins, "White mates")),
        ("Black mates", result(GameResult::BlackWins, "Black mates")),
        ("Draw", result(GameResult::Draw, "Draw")),
        ("game is a draw by repetition", result(GameResult::Draw, "game is a draw by repetition")),
        ("computer resigns", Reply::Resign),
        ("I offer you a draw", Reply::OfferDraw),
        ("12 ... e7e5", Reply::Move(word("e7e5"))),
        ("1. ... e2e4", Reply::Move(word("e2e4"))),
        ("1-0", result(GameResult::WhiteWins, "")),
        ("0-1 White resigns", result(GameResult::BlackWins, "White resigns")),
    ] {
        assert_eq!(Reply::parse(line), reply, "{line}");
    }
}

#[test]
fn chatter_claims_nothing() {
    for line in [
        "White to move",
        "Black is better",
        "Drawing the board",
        "My Engine 1.0 by me",
        "12 e7e5",
        "thinking ... e7e5",
        "1. e4",
        "resigned to waiting",
        "move_generator ready",
        "moves: 20",
        "Move e2e4",
        "2-0 {x}",
        "hint: e2e4",
        "tellusererrors x",
        "é",
    ] {
        both_ways(line, Reply::Unknown(line.into()));
    }
    both_ways("telluser I offer a draw", Reply::TellUser("I offer a draw".into()));
    both_ways("# offer draw", Reply::Comment("offer draw".into()));
    assert_eq!(Reply::parse("#offer"), Reply::Comment("offer".into()));
}

#[test]
fn wrong_arguments() {
    use Problem::*;
    for (line, problem) in [
        ("move", Missing("move")),
        ("12 ...", Missing("move")),
        ("pong", Missing("number")),
        ("Hint:", Missing("move")),
        ("stat01: 1 2", Missing("depth")),
        ("stat01: x", NotANumber("time", "x".into())),
        ("setup", Missing("position")),
        ("piece", Missing("piece letter")),
        ("piece X&", Missing("moves")),
        ("highlight", Missing("colours")),
        ("click", Missing("square")),
        ("click here", NotASquare("here".into())),
        ("choice", Missing("choices")),
        ("askuser", Missing("tag")),
    ] {
        let reply = Reply::parse(line);
        assert_eq!(reply, Reply::Bad { line: line.into(), problem });
        assert_eq!(reply.to_string(), line);
    }
}

#[test]
fn control_characters_never_break_a_line() {
    assert_eq!(Reply::TellUser("a\nmove e2e4".into()).to_string(), "telluser a move e2e4");
    assert_eq!(Reply::Features(vec![Feature::text("myname", "a\n\"b\"")]).to_string(), "feature myname=\"a 'b'\"");
    assert_eq!(Reply::error("unknown\ncommand", "x\r").to_string(), "Error (unknown command): x ");
}
