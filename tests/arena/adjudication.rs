//! Games that endgame tables end: with the right result, at the right time, and said so in the PGN.

use std::fs;

use libtest_mimic::Trial;
use triptych::board::Side;
use triptych::game::Game as _;
use triptych::game::chameleon::Chameleon;
use triptych::tablebase::{Set, Tables, Verdict};

use crate::support::{arena, directory, games, replay, run, succeeded, trials_of};

pub(crate) fn trials() -> Vec<Trial> {
    trials_of(
        "adjudication",
        &[
            ("what tables know is not played on", what_tables_know_is_not_played_on),
            ("a game that comes into the tables ends there", a_game_that_comes_into_the_tables_ends_there),
            ("a directory that is not there", a_directory_that_is_not_there),
        ],
    )
}

/// Two of this program's own engines, and games from the positions of a file.
const MATCH: [&str; 9] =
    ["chameleon", "--engine", "self,name=A", "--engine", "self,name=B", "--nodes", "200", "--openings", "openings.epd"];

/// Positions of four men with what the tables say of them: White to move, won, lost and drawn.
fn known() -> Vec<(String, Verdict)> {
    let set = Set::<Chameleon>::open(&[], Default::default());
    let table = set.tables().into_iter().find(|table| table.layout().class().men() == 4).expect("a table");
    let kinds: [fn(Verdict) -> bool; 3] = [
        |verdict| matches!(verdict, Verdict::Won(5..)),
        |verdict| matches!(verdict, Verdict::Lost(4..)),
        |verdict| matches!(verdict, Verdict::Drawn),
    ];
    kinds
        .iter()
        .map(|is_kind| {
            let positions = (0..table.layout().len()).filter_map(|number| table.layout().position(number));
            let mut valued = positions.filter_map(|position| Some((set.probe(&position)?, position)));
            let is_open = |position: &Chameleon| position.outcome(&position.legal()).is_none();
            let found = valued.find(|(verdict, position)| is_kind(*verdict) && is_open(position));
            let (verdict, position) = found.expect("there is one of each kind");
            (position.fen(), verdict)
        })
        .collect()
}

fn result(verdict: Verdict, turn: Side) -> &'static str {
    match (verdict, turn) {
        (Verdict::Drawn, _) => "1/2-1/2",
        (Verdict::Won(_), Side::White) | (Verdict::Lost(_), Side::Black) => "1-0",
        _ => "0-1",
    }
}

fn what_tables_know_is_not_played_on() {
    let directory = directory("tables");
    let known = known();
    let openings: Vec<&str> = known.iter().map(|(fen, _)| fen.as_str()).collect();
    fs::write(directory.join("openings.epd"), openings.join("\n")).expect("written");
    let output = run(&directory, &[&MATCH[..], &["--games", "6", "--tablebase"]].concat());
    succeeded(&output);
    for (number, game) in games(&directory).iter().enumerate() {
        let (fen, verdict) = &known[number / 2];
        let turn = if fen.contains(" w ") { Side::White } else { Side::Black };
        assert_eq!(game.tag("FEN"), Some(&**fen));
        assert_eq!((game.result.as_deref(), game.moves.len()), (Some(result(*verdict, turn)), 0), "{game:?}");
        assert_eq!(game.tag("Termination"), Some("adjudication"), "{game:?}");
        let end = if *verdict == Verdict::Drawn { "Draw by the tables" } else { "wins by the tables" };
        assert!(game.closing.ends_with(end), "{game:?}");
    }
    // A win that comes too late for the counter is played on, and so is everything without the tables.
    let late = known[0].0.replace(" 0 1", " 97 60");
    fs::write(directory.join("openings.epd"), format!("{late}\n")).expect("written");
    for (name, arguments) in [("late.pgn", &["--tablebase"][..]), ("without.pgn", &[])] {
        let arguments = [&MATCH[..], &["--games", "2", "--pgn", name], arguments].concat();
        succeeded(&arena(&directory, &arguments).output().expect("the program runs"));
        let text = fs::read_to_string(directory.join(name)).expect("games");
        for game in triptych::pgn::read::games(&text) {
            assert!(!game.moves.is_empty(), "{game:?}");
        }
    }
}

fn a_game_that_comes_into_the_tables_ends_there() {
    let directory = directory("into the tables");
    // A queen takes a queen, and five men are four.
    fs::write(directory.join("openings.epd"), "1*3*k/*5*/7/Q1q4/7/*5*/K*3*N w - - 0 1\n").expect("written");
    succeeded(&run(&directory, &[&MATCH[..], &["--games", "2", "--tablebase"]].concat()));
    for game in games(&directory) {
        assert_eq!(game.tag("Termination"), Some("adjudication"), "{game:?}");
        assert!(!game.moves.is_empty(), "{game:?}");
        let end = replay(&game);
        let verdict = end.look_up(&Tables::shipped()).expect("a position of the tables");
        assert_eq!(game.result.as_deref(), Some(result(verdict, end.turn())), "{game:?}");
    }
}

fn a_directory_that_is_not_there() {
    let directory = directory("no tables");
    fs::write(directory.join("openings.epd"), "1*1k1*1/*5*/7/7/7/*5*/K*Q2*N w - - 0 1\n").expect("written");
    let output = run(&directory, &[&MATCH[..], &["--games", "2", "--tablebase", "/no/tables"]].concat());
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("--tablebase /no/tables: ") && error.lines().count() == 1, "{error}");
}
