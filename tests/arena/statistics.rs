//! What is said of the results, and how a match is made of openings, rounds and tests.

use std::collections::BTreeMap;
use std::fs;

use libtest_mimic::Trial;
use serde_json::Value;
use triptych::arena::statistics::Estimate;

use crate::support::{arena, directory, document, games, replay, run, succeeded, trials_of};

pub(crate) fn trials() -> Vec<Trial> {
    trials_of(
        "statistics",
        &[
            ("a match", a_match),
            ("a tournament", a_tournament),
            ("a test decides", a_test_decides),
            ("the same games whatever the concurrency", the_same_games),
            ("openings of files", openings_of_files),
            ("adjudication", adjudication),
        ],
    )
}

/// Two engines of which the first looks farther.
const UNEQUAL: [&str; 5] = ["ultima", "--engine", "self,name=far,nodes=1000", "--engine", "self,name=near,nodes=10"];

fn counts(value: &Value) -> Vec<u64> {
    value.as_array().expect("a list").iter().map(|count| count.as_u64().expect("a number")).collect()
}

fn a_match() {
    let directory = directory("match");
    let printed = succeeded(&run(
        &directory,
        &[&UNEQUAL[..], &["--games", "13", "--report", "5", "--concurrency", "2"]].concat(),
    ));
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.iter().filter(|line| line.starts_with("Game ")).count(), 13, "{printed}");
    let blocks =
        lines.iter().filter(|line| line.starts_with("Results of far vs near (ultima, nodes=1000 and nodes=10, "));
    assert_eq!(blocks.count(), 3, "{printed}");
    let document = document(&directory);
    let entry = &document["matches"][0];
    let results = |value: &Value| ["wins", "losses", "draws"].map(|key| value[key].as_u64().expect("a number"));
    let [wins, losses, draws] = results(&entry["results"]);
    assert_eq!(wins + losses + draws, 13);
    let pairs = counts(&entry["pentanomial"]);
    assert_eq!(pairs.iter().sum::<u64>(), 6);
    let estimate = Estimate::of_pairs(pairs.clone().try_into().expect("five")).expect("pairs");
    let close = |key: &str, value: f64| {
        let found = entry["estimate"][key].as_f64();
        assert!(found.map_or(!value.is_finite(), |found| (found - value).abs() < 1e-9), "{key}: {found:?} {value}");
    };
    close("elo", estimate.elo);
    close("elo_error", estimate.elo_error);
    close("superiority", estimate.superiority);
    let points = wins as f64 + draws as f64 / 2.0;
    let line = format!(
        "Games: 13, Wins: {wins}, Losses: {losses}, Draws: {draws}, Points: {points:.1} ({:.2} %)",
        points / 0.13
    );
    assert!(printed.contains(&line), "{line}\n{printed}");
    assert!(printed.contains(&format!("Ptnml(0-2): {pairs:?}, ")), "{printed}");
    // White's results, counted from the games.
    let won =
        |result: &str| games(&directory).iter().filter(|game| game.result.as_deref() == Some(result)).count() as u64;
    assert_eq!(results(&document["white"]), [won("1-0"), won("0-1"), won("1/2-1/2")]);
    assert_eq!(document["games"].as_array().map(Vec::len), Some(13));
    for game in games(&directory) {
        replay(&game);
        for tag in ["Event", "Date", "Round", "White", "Black", "Result", "Variant", "TimeControl", "Termination"] {
            assert!(game.tag(tag).is_some(), "{tag}");
        }
        let commented = game.moves.iter().filter(|ply| ply.comment != "book");
        commented.for_each(|ply| assert!(ply.comment.contains('/') && ply.comment.ends_with('s'), "{}", ply.comment));
    }
}

fn a_tournament() {
    let directory = directory("tournament");
    let words = ["chameleon", "--engine", "self,name=a,depth=3", "--engine", "self,name=b,depth=2"];
    let words = [&words[..], &["--engine", "self,name=c,depth=1", "--rounds", "4", "--report", "0"]].concat();
    let printed = succeeded(&run(&directory, &words));
    let games = games(&directory);
    assert_eq!(games.len(), 24);
    let mut met: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let tag = |game: &'static str| game;
    for game in &games {
        *met.entry((game.tag(tag("White")).unwrap(), game.tag("Black").unwrap())).or_default() += 1;
    }
    assert!(met.len() == 6 && met.values().all(|&number| number == 4), "{met:?}");
    let document = document(&directory);
    let table: Vec<Vec<f64>> = serde_json::from_value(document["crosstable"].clone()).expect("a table");
    for (i, row) in table.iter().enumerate() {
        for (j, points) in row.iter().enumerate() {
            assert_eq!(points + table[j][i], if i == j { 0.0 } else { 8.0 });
        }
    }
    let ratings = document["ratings"].as_array().expect("ratings");
    let elo: Vec<f64> = ratings.iter().map(|entry| entry["rating"].as_f64().expect("a rating")).collect();
    assert!(elo.windows(2).all(|pair| pair[0] >= pair[1]) && elo.iter().sum::<f64>().abs() < 1e-6, "{elo:?}");
    for entry in ratings {
        let name = entry["name"].as_str().expect("a name");
        let number = ["a", "b", "c"].iter().position(|other| *other == name).expect("an engine");
        assert_eq!(entry["points"].as_f64(), Some(table[number].iter().sum()));
        let cell = format!("{:.1}/16", table[number].iter().sum::<f64>());
        assert!(printed.contains(cell.trim_end_matches("/16")), "{cell}\n{printed}");
    }
    assert!(printed.contains("Rank Name") && printed.contains("Crosstable"), "{printed}");
    let gauntlet = [&words[..words.len() - 4], &["--games", "8", "--format", "gauntlet"]].concat();
    let output = arena(&directory, &gauntlet).output().expect("the program runs");
    let printed = succeeded(&output);
    assert!(!printed.contains("(b - c)") && !printed.contains("(c - b)"), "{printed}");
    assert!(printed.contains("(a - c)") && printed.contains("(b - a)"), "{printed}");
}

fn a_test_decides() {
    let test = ["--sprt", "elo0=0", "elo1=200", "alpha=0.1", "beta=0.1", "--concurrency", "2"];
    let upper = directory("test upper");
    let output = run(&upper, &[&UNEQUAL[..], &test].concat());
    let printed = succeeded(&output);
    assert!(printed.contains("SPRT: H1 (the difference is 200.00) is accepted"), "{printed}");
    let found = document(&upper);
    assert_eq!((&found["sprt"]["accepted"], &found["progress"]["finished"]), (&"upper".into(), &true.into()));
    assert!(found["sprt"]["llr"].as_f64() >= found["sprt"]["upper_bound"].as_f64());
    assert_eq!(found["sprt"]["model"], "logistic");
    // Going on with it changes nothing.
    let before = fs::read(upper.join("games.pgn")).expect("games");
    succeeded(&run(&upper, &[&UNEQUAL[..], &test, &["--resume"]].concat()));
    assert_eq!(fs::read(upper.join("games.pgn")).expect("games"), before);

    let lower = directory("test lower");
    let swapped = [UNEQUAL[0], UNEQUAL[1], UNEQUAL[4], UNEQUAL[3], UNEQUAL[2]];
    let output = run(&lower, &[&swapped[..], &test, &["--games", "400"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("SPRT: H0 (the difference is 0.00) is accepted"));
    assert_eq!(document(&lower)["sprt"]["accepted"], "lower");
}

/// The moves of every round.
fn moves(directory: &std::path::Path) -> BTreeMap<String, Vec<String>> {
    let moves = |game: triptych::pgn::read::Game| {
        let round = game.tag("Round").expect("a round").to_owned();
        (round, game.moves.into_iter().map(|ply| ply.text).collect())
    };
    games(directory).into_iter().map(moves).collect()
}

fn the_same_games() {
    let words =
        ["shashmaty", "--engine", "self,name=a,nodes=900", "--engine", "self,name=b,nodes=500", "--games", "12"];
    let play = |name: &str, more: &[&str]| {
        let directory = directory(name);
        succeeded(&run(&directory, &[&words[..], more].concat()));
        moves(&directory)
    };
    let one = play("alone", &["--concurrency", "1"]);
    assert_eq!(one, play("together", &["--concurrency", "3"]));
    assert_ne!(one, play("seed", &["--seed", "2"]));
    // Both games of a pair begin alike, and no two pairs do.
    let opening = |round: String| one[&round][..8].to_vec();
    let openings: Vec<_> = (1..=6).map(|pair| opening(format!("{pair}.1"))).collect();
    for pair in 1..=6 {
        assert_eq!(openings[pair - 1], opening(format!("{pair}.2")));
        assert!(!openings[..pair - 1].contains(&openings[pair - 1]));
    }
}

fn openings_of_files() {
    let directory = directory("openings");
    let board = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/CLXWKXLI";
    fs::write(directory.join("three.epd"), format!("{board} w - - id \"1\";\n{board} b - -\n\n{board} w - - 4 9\n"))
        .expect("written");
    let two = ["ultima", "--engine", "self,name=a", "--engine", "self,name=b", "--depth", "1", "--length", "6"];
    succeeded(&run(&directory, &[&two[..], &["--openings", "three.epd", "--games", "8"]].concat()));
    let fens = |directory: &std::path::Path| -> Vec<String> {
        games(directory).iter().map(|game| game.tag("FEN").unwrap_or("usual").to_owned()).collect()
    };
    let (black, later) = (format!("{board} b - - 0 1"), format!("{board} w - - 4 9"));
    assert_eq!(fens(&directory), ["usual", "usual", &black, &black, &later, &later, "usual", "usual"]);
    games(&directory).iter().for_each(|game| drop(replay(game)));

    let again = directory.join("shuffled");
    fs::create_dir_all(&again).expect("a directory");
    let shuffled =
        [&two[..], &["--openings", "../three.epd", "--games", "6", "--order", "random", "--seed", "5"]].concat();
    succeeded(&run(&again, &shuffled));
    let mut found = fens(&again);
    assert!(found.chunks(2).all(|pair| pair[0] == pair[1]), "{found:?}");
    found.sort();
    assert_eq!(found, [&black, &black, &later, &later, "usual", "usual"]);

    // The games just played are openings themselves.
    let played = directory.join("played");
    fs::create_dir_all(&played).expect("a directory");
    let from_games = [&two[..], &["--openings", "../games.pgn", "--opening-plies", "3", "--games", "6"]].concat();
    succeeded(&run(&played, &from_games));
    let source = games(&directory);
    for (number, game) in games(&played).iter().enumerate() {
        let opening = &source[number / 2];
        assert_eq!(game.tag("FEN"), opening.tag("FEN"));
        let texts =
            |game: &triptych::pgn::read::Game| game.moves[..3].iter().map(|ply| ply.text.clone()).collect::<Vec<_>>();
        assert_eq!(texts(game), texts(opening));
        replay(game);
    }
}

fn adjudication() {
    let directory = directory("adjudication");
    let rules = ["--win", "plies=4,score=300", "--draw", "plies=6,score=5,after=40", "--length", "200"];
    succeeded(&run(&directory, &[&UNEQUAL[..], &["--games", "12", "--concurrency", "2"], &rules].concat()));
    let games = games(&directory);
    games.iter().for_each(|game| drop(replay(game)));
    let adjudicated: Vec<_> = games.iter().filter(|game| game.tag("Termination") == Some("adjudication")).collect();
    assert!(adjudicated.len() >= 3, "{}", adjudicated.len());
    for game in adjudicated {
        let scores: Vec<f64> = game.moves.iter().rev().take(4).map(|ply| score(&ply.comment)).collect();
        let is_white = |back: usize| (game.moves.len() - back) % 2 == 1;
        let for_white = scores.iter().enumerate().map(|(back, score)| if is_white(back) { *score } else { -score });
        match game.result.as_deref() {
            Some("1-0") => assert!(for_white.into_iter().all(|score| score >= 3.0), "{scores:?}"),
            Some("0-1") => assert!(for_white.into_iter().all(|score| score <= -3.0), "{scores:?}"),
            _ => assert!(game.moves.len() >= 40),
        }
    }
}

/// The score of a comment in pawns; a mate is worth a hundred.
fn score(comment: &str) -> f64 {
    let text = comment.split('/').next().expect("a score");
    match text.split_once('M') {
        Some((sign, _)) => format!("{sign}100").parse().expect("a sign"),
        None => text.parse().expect("a score"),
    }
}
