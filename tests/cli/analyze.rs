//! `triptych analyze`: lines of words and of JSON, and what it refuses.

use serde_json::Value;

use crate::support::{GAMES, run, succeed, triptych};

/// White captures the last of Black's men in one move.
const WON: &str = "8/8/8/8/8/4k3/3K4/8 w - - 0 1";
/// The same position with the sides exchanged.
const LOST: &str = "8/4k3/3K4/8/8/8/8/8 b - - 0 1";

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

#[test]
fn words_show_the_board_the_lines_and_a_summary() {
    for (game, fen) in GAMES {
        let text = succeed(&["analyze", game, "--depth", "3"]);
        let board = succeed(&["show", game]);
        assert!(text.starts_with(&board) && board.contains(fen), "{game}:\n{text}");
        let lines: Vec<&str> = text[board.len()..].lines().collect();
        assert!(lines[0].contains("White's side"), "{game}: {lines:?}");
        for (line, depth) in lines[1..].iter().zip(1..=3) {
            assert!(line.starts_with(&format!("{depth}/")), "{game}: {line}");
        }
        let summary = lines.last().expect("a summary");
        assert!(summary.starts_with("best ") && summary.contains("depth 3"), "{game}: {summary}");
    }
}

#[test]
fn json_has_one_object_a_line_and_a_summary() {
    for (game, fen) in GAMES {
        let lines = objects(&succeed(&["analyze", game, "--depth", "4", "--multipv", "2", "--json"]));
        let ranks: Vec<u64> = lines.iter().map(|line| line["rank"].as_u64().expect("a rank")).collect();
        assert_eq!(ranks, [1, 2, 1, 2, 1, 2, 1, 2, 1], "{game}");
        assert!(lines.iter().all(|line| line["fen"] == fen), "{game}");
        let summary = lines.last().expect("a summary");
        assert!(summary["summary"] == true && summary["depth"] == 4 && lines[0]["summary"].is_null(), "{game}");
        assert_eq!(summary["line"][0], lines[6]["line"][0], "{game}");
    }
}

/// The mover's own win is White's win or White's loss.
#[test]
fn scores_are_from_whites_side() {
    for (fen, moves, text) in [(WON, 1, "#1"), (LOST, -1, "#-1")] {
        let lines = objects(&succeed(&["analyze", "shashmaty", "--fen", fen, "--depth", "2", "--json"]));
        assert!(lines.iter().all(|line| line["mate"] == moves), "{fen}: {lines:?}");
        let words = succeed(&["analyze", "shashmaty", "--fen", fen, "--depth", "2"]);
        assert!(words.contains(&format!(" {text} ")) && words.contains(&format!("{text} for White")), "{words}");
    }
}

#[test]
fn moves_are_played_first_and_many_positions_are_read() {
    let after = succeed(&["analyze", "ultima", "--moves", "e2e4 e7e5", "--nodes", "200"]);
    assert!(after.contains("clxwkxli/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/CLXWKXLI w - - 2 2"), "{after}");
    let arguments = ["analyze", "shashmaty", "--stdin", "--depth", "2", "--json"];
    let output = run(&arguments, format!("{WON}\n8/8 w - - 0 1\n{LOST}").as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.starts_with("triptych: line 2 of standard input: 8/8 w - - 0 1: ") && said.lines().count() == 1,
        "{said}"
    );
    let lines = objects(&String::from_utf8_lossy(&output.stdout));
    let fens: Vec<&str> =
        lines.iter().filter(|line| line["summary"] == true).filter_map(|line| line["fen"].as_str()).collect();
    assert_eq!(fens, [WON, LOST]);
    // A game that is over has a result and nothing to think about.
    let over = succeed(&["analyze", "shashmaty", "--fen", "8/8/8/8/8/8/3K4/8 b - - 0 1", "--json"]);
    assert_eq!(objects(&over)[0]["result"], "1-0");
}

#[test]
fn refusals_are_one_line() {
    let rows: [(&[&str], &[u8], &str); 7] = [
        (&["analyze", "ultima", "--moves", "e2e4 e2e4"], b"", "--moves: e2e4"),
        (&["analyze", "ultima", "--stdin"], b"", "--stdin needs a limit"),
        (&["analyze", "chameleon", "--stdin", "--depth", "1", "--terrain", "x"], b"", "terrain"),
        (&["analyze", "ultima", "--time", "0"], b"", "number of seconds"),
        (&["analyze", "ultima", "--time=-1e400"], b"", "--time"),
        (&["analyze", "ultima", "--depth", "0"], b"", "--depth"),
        (&["analyze", "chess", "--depth", "1"], b"", "chess"),
    ];
    for (arguments, input, words) in rows {
        let output = run(arguments, input);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.lines().count() == 1 && said.contains(words), "{arguments:?}: {said}");
    }
    assert_eq!(triptych(&["analyze"]).status.code(), Some(2));
}
