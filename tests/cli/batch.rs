//! `triptych moves --batch`: a dialogue of lines, a position in and an answer out.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::support::{ON_OTHER_TERRAIN, OTHER_TERRAIN, command, printed, run};

/// The answers to some lines.
fn ask(game: &str, lines: &[&str]) -> Vec<String> {
    let arguments = ["moves", game, "--batch"];
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    printed(&arguments, run(&arguments, input.as_bytes())).lines().map(str::to_owned).collect()
}

fn read(answer: &str) -> Value {
    serde_json::from_str(answer).unwrap_or_else(|error| panic!("{answer}: {error}"))
}

/// The rows of a table of the tests' data, without remarks.
fn table(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    let text = fs::read_to_string(path).expect("the table");
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    rows.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

#[test]
fn the_exact_form_of_an_answer() {
    let bare = "k7/8/8/8/8/8/8/K7 w - - 7 42";
    assert_eq!(
        ask("ultima", &[bare]),
        [
            r#"{"fen":"k7/8/8/8/8/8/8/K7 w - - 7 42","result":"1/2-1/2","reason":"bare-kings","moves":[{"move":"a1a2","fen":"k7/8/8/8/8/8/K7/8 b - - 8 42"},{"move":"a1b1","fen":"k7/8/8/8/8/8/8/1K6 b - - 8 42"},{"move":"a1b2","fen":"k7/8/8/8/8/8/1K6/8 b - - 8 42"}]}"#
        ]
    );
    assert_eq!(
        ask("shashmaty", &["8/8/8/8/8/8/8/K7 w - - 0 1", "7k/8/8/8/8/8/7P/6B1 w - - 0 1"]),
        [
            r#"{"fen":"8/8/8/8/8/8/8/K7 w - - 0 1","result":"1-0","reason":"kings","moves":[]}"#,
            r#"{"fen":"7k/8/8/8/8/8/7P/6B1 w - - 0 1","result":"0-1","reason":"kings","moves":[]}"#,
        ]
    );
    assert_eq!(
        ask("shashmaty", &["7k/8/8/8/8/2p5/1p6/K7 w - - 0 1"]),
        [r#"{"fen":"7k/8/8/8/8/2p5/1p6/K7 w - - 0 1","result":"0-1","reason":"stalemate","moves":[]}"#]
    );
    assert_eq!(
        ask("shashmaty", &["7k/8/8/8/8/8/8/K7 w"]),
        [
            r#"{"fen":"7k/8/8/8/8/8/8/K7 w","result":null,"reason":null,"moves":[{"move":"a1b2","fen":"7k/8/8/8/8/8/1K6/8 b - - 1 1"}]}"#
        ]
    );
    assert_eq!(
        ask("ultima", &["", "nonsense", "\"\\\tw"]),
        [
            r#"{"fen":"","error":"FEN has 0 fields, not 6 (or 4, or 2)"}"#,
            r#"{"fen":"nonsense","error":"FEN has 1 field, not 6 (or 4, or 2)"}"#,
            r#"{"fen":"\"\\\tw","error":"FEN has 1 field, not 6 (or 4, or 2)"}"#,
        ]
    );
}

#[test]
fn results_and_reasons() {
    let null = "-";
    let cases = [
        ("ultima", "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/CLXWKXLI w - - 0 1", null, null, true),
        ("ultima", "k7/8/8/8/8/8/8/K7 b - - 0 1", "1/2-1/2", "bare-kings", true),
        ("ultima", "k7/8/8/8/8/8/8/KP6 w - - 99 1", null, null, true),
        ("ultima", "k7/8/8/8/8/8/8/KP6 w - - 100 1", "1/2-1/2", "hundred-half-moves", true),
        ("ultima", "k7/8/8/8/8/8/8/KP6 b - - 65535 1", "1/2-1/2", "hundred-half-moves", true),
        // Mate and stalemate on the hundredth half-move stand.
        ("ultima", "2kK4/1I6/8/x7/5X2/1W6/3X4/8 b - - 0 1", "1-0", "mate", false),
        ("ultima", "2kK4/1I6/8/x7/5X2/1W6/3X4/8 b - - 100 1", "1-0", "mate", false),
        // A king frozen in its corner without a piece beside it has no move, and no suicide.
        ("ultima", "k7/8/8/8/8/8/1i6/K7 w - - 0 1", "0-1", "stalemate", false),
        ("chameleon", "n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 0 1", null, null, true),
        ("chameleon", "k*3*1/*5*/7/7/7/*5*/1*1K1*1 w - - 0 1", "1/2-1/2", "bare-kings", true),
        ("chameleon", "k*3*1/*5*/1K1N3/1B5/3N3/*4p*/1*3*1 b - - 0 1", "1/2-1/2", "stalemate", false),
        ("chameleon", "k*3*1/*5*/1K1N3/1B5/3N3/*4p*/1*3*1 b - - 100 1", "1/2-1/2", "stalemate", false),
        ("chameleon", "1*3*1/*5*/7/6Q/rnp4/*4k*/K*3*1 w - - 0 1", "0-1", "mate", false),
        ("chameleon", "n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N b - - 100 1", "1/2-1/2", "hundred-half-moves", true),
        ("shashmaty", "7k/8/8/8/8/8/8/K7 w - - 0 1", null, null, true),
        ("shashmaty", "7k/8/8/8/8/8/8/K7 w - - 100 1", "1/2-1/2", "hundred-half-moves", true),
        ("shashmaty", "8/8/8/8/8/8/8/K7 b - - 100 1", "1-0", "kings", false),
        ("shashmaty-damka", "5q2/8/8/8/8/8/8/K7 b - - 0 1", "1-0", "kings", false),
        ("shashmaty-dragon", "1k6/8/8/8/8/8/8/2D5 w - - 0 1", "0-1", "kings", false),
    ];
    for (game, fen, result, reason, moves) in cases {
        let answers = ask(game, &[fen]);
        let answer = read(&answers[0]);
        let text = |name: &str| answer[name].as_str().unwrap_or(null).to_owned();
        assert_eq!((text("fen"), text("result"), text("reason")), (fen.into(), result.into(), reason.into()), "{game}");
        let any = answer["moves"].as_array().is_some_and(|moves| !moves.is_empty());
        assert_eq!(any, moves, "{game}: {fen}");
    }
    for row in table("results.tsv") {
        assert_eq!(read(&ask(&row[0], &[&row[1]])[0])["result"], Value::from(&*row[2]), "{row:?}");
    }
}

#[test]
fn the_examples_of_the_rules() {
    let mut by_game = BTreeMap::<String, Vec<Vec<String>>>::new();
    for row in table("examples.tsv") {
        by_game.entry(row[0].clone()).or_default().push(row);
    }
    assert_eq!(by_game.len(), 5);
    for (game, rows) in by_game {
        let positions: Vec<&str> = rows.iter().map(|row| &*row[2]).collect();
        let answers = ask(&game, &positions);
        assert_eq!(answers.len(), rows.len());
        for (row, answer) in rows.iter().zip(answers.iter().map(|answer| read(answer))) {
            let moves = answer["moves"].as_array().expect("a list of moves");
            let after = moves.iter().find(|m| m["move"] == row[3]).map(|m| m["fen"].clone());
            let expected = (row[4] != "illegal").then(|| Value::from(&*row[5]));
            assert_eq!(after, expected, "{game}, {}: {} in {}", row[1], row[3], row[2]);
        }
    }
}

#[test]
fn lines_as_they_come() {
    let arguments = ["moves", "shashmaty", "--batch"];
    // Both line ends, blanks, bytes that are no text, and no end at the last line.
    let input = b"7k/8/8/8/8/8/8/K7 w\r\n\r\n  7k/8/8/8/8/8/8/K7   w  \n\xff\xfe\n7k/8/8/8/8/8/8/K7 w \xc3\n7k/8/8/8/8/8/8/K7 w";
    let output = printed(&arguments, run(&arguments, input));
    let answers: Vec<Value> = output.lines().map(read).collect();
    let said: Vec<(&str, bool)> =
        answers.iter().map(|answer| (answer["fen"].as_str().expect("a text"), answer.get("error").is_some())).collect();
    assert_eq!(
        said,
        [
            ("7k/8/8/8/8/8/8/K7 w", false),
            ("", true),
            ("  7k/8/8/8/8/8/8/K7   w  ", false),
            ("\u{fffd}\u{fffd}", true),
            ("7k/8/8/8/8/8/8/K7 w \u{fffd}", true),
            ("7k/8/8/8/8/8/8/K7 w", false),
        ]
    );
    assert_eq!(printed(&arguments, run(&arguments, b"")), "");
}

#[test]
fn on_another_terrain() {
    let arguments = ["moves", "chameleon", "--batch", "--terrain", OTHER_TERRAIN];
    let usual = "n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 0 1";
    let output = printed(&arguments, run(&arguments, format!("{ON_OTHER_TERRAIN}\n{usual}\n").as_bytes()));
    let answers: Vec<Value> = output.lines().map(read).collect();
    assert_eq!(answers[0]["moves"].as_array().map(Vec::len), Some(3));
    assert_eq!(answers[1]["error"], "placement: '*' on b7, which is no hole");
}

#[test]
fn every_answer_comes_before_the_next_line_is_asked_for() {
    let mut child = command(&["moves", "ultima", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    let (sender, answers) = channel();
    thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    for line in ["k7/8/8/8/8/8/8/K7 w", "bad", "", "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/CLXWKXLI w"] {
        writeln!(input, "{line}").expect("the program reads");
        let answer = answers.recv_timeout(Duration::from_secs(60)).expect("an answer");
        assert_eq!(read(&answer)["fen"], line);
    }
    drop(input);
    assert_eq!(child.wait().expect("the program ends").code(), Some(0));
}
