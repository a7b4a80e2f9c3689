//! Engines over pipes: moves in parts between two of this program, what exactly is passed on, and engines of others.

use std::fs;
use std::path::Path;
use std::process::Command;

use libtest_mimic::Trial;
use triptych::arbiter::Arbiter;
use triptych::pgn::read::Game;
use triptych::variant::Variant;
use triptych_protocol::MoveText;

use crate::fake::{HEARD, SCRIPT};
use crate::support::{arena, directory, document, fake, games, peer, replay, run, succeeded};

pub(crate) fn trials() -> Vec<Trial> {
    let all: [(&str, fn()); 7] = [
        ("two hundred games in parts", two_hundred_games_in_parts),
        ("every game over pipes", every_game_over_pipes),
        ("moves are passed on as XBoard does", moves_are_passed_on_as_xboard_does),
        ("parts are passed on as they were said", parts_are_passed_on_as_they_were_said),
        ("moves are passed on as UCI has them", moves_are_passed_on_as_uci_has_them),
        ("clocks over pipes", clocks_over_pipes),
        ("the protocol is found out", the_protocol_is_found_out),
    ];
    let mut trials: Vec<Trial> = all.map(|(name, test)| trial(name, test)).into();
    for (program, protocol, options, sent) in OTHERS {
        let program_is_there = ["/usr/games", "/usr/bin"].iter().map(|place| Path::new(place).join(program));
        let found = program_is_there.into_iter().find(|path| path.exists());
        let name = format!("peers::{program} ({protocol})");
        trials.push(match found {
            Some(path) => Trial::test(name, move || {
                another_engine(&path, protocol, options, sent);
                Ok(())
            }),
            None => {
                // Said in the name, which is printed in any case.
                Trial::test(format!("{name}: skipped, {program} is not installed"), || Ok(())).with_ignored_flag(true)
            }
        });
    }
    trials
}

fn trial(name: &str, test: fn()) -> Trial {
    Trial::test(format!("peers::{name}"), move || {
        test();
        Ok(())
    })
}

/// Engines that do not know the games: program, protocol, settings, and what they must have been sent.
const OTHERS: [(&str, &str, &str, &[&str]); 2] = [
    (
        "fairymax",
        "xboard",
        "hash=32,option.Multi-PV Margin=20,option.Resign=off",
        &["protover 2", "accepted ping", "option Multi-PV Margin=20", "option Resign=0", "memory 32", "ping 1"],
    ),
    (
        "stockfish",
        "uci",
        "hash=32,threads=1,option.Skill Level=5,option.Ponder=off,option.Clear Hash=",
        &[
            "uci",
            "setoption name Hash value 32",
            "setoption name Threads value 1",
            "setoption name Skill Level value 5",
            "setoption name Ponder value false",
            "setoption name Clear Hash",
            "isready",
        ],
    ),
];

/// Greets another engine and sets its options; it answers all that, and does not know the game.
fn another_engine(program: &Path, protocol: &str, options: &str, sent: &[&str]) {
    let name = program.file_name().expect("a name").to_string_lossy();
    let directory = directory(&name);
    for protocol in [format!(",proto={protocol}"), String::new()] {
        let engine = format!("other={},{options}{protocol}", program.display());
        let words = ["ultima", "--engine", "self", "--engine", &engine, "--st", "1", "--games", "2"];
        let output = arena(&directory, &words).env("RUST_LOG", "debug").output().expect("the program runs");
        let log = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{log}");
        let last = log.lines().last().expect("a complaint");
        assert!(
            last.starts_with("triptych: engine other: ") && last.contains("does not offer the variant 'ultima'"),
            "{last}"
        );
        let said: Vec<&str> = log.lines().filter_map(|line| Some(line.split_once(" > ")?.1)).collect();
        for line in sent {
            assert!(said.contains(line), "{line} was not said: {said:?}");
        }
        let answer = if sent.contains(&"uci") { "readyok" } else { "pong 1" };
        assert!(log.lines().any(|line| line.ends_with(answer)), "{log}");
    }
    let list = Command::new("ps").args(["-eo", "comm="]).output();
    if let Ok(list) = list {
        // Other tests start the same engine, but not for long.
        assert!(String::from_utf8_lossy(&list.stdout).lines().filter(|line| *line == name).count() <= 1);
    }
}

/// The moves of a game as the rules have them, each with the lines that an XBoard window is told.
fn lines(game: &Game) -> Vec<Vec<MoveText>> {
    let mut arbiter: Box<dyn Arbiter> = Variant::Ultima.arbiter_from(None, game.tag("FEN")).expect("a position");
    game.moves.iter().map(|ply| arbiter.play(&ply.text).expect("legal").lines).collect()
}

fn two_hundred_games_in_parts() {
    let directory = directory("parts");
    let (one, other) = (peer("one"), peer("other"));
    let words = ["ultima", "--engine", &one, "--engine", &other, "--depth", "1", "--games", "200"];
    succeeded(&run(
        &directory,
        &[&words[..], &["--concurrency", "2", "--opening-plies", "12", "--balance", "off"]].concat(),
    ));
    let games = games(&directory);
    assert_eq!(games.len(), 200);
    let mut in_parts = 0;
    for game in &games {
        replay(game);
        assert_eq!(game.tag("Termination"), Some("normal"), "{game:?}");
        in_parts += lines(game).iter().filter(|lines| lines.len() > 1).count();
    }
    assert!(in_parts >= 50, "only {in_parts} moves in parts");
}

fn every_game_over_pipes() {
    for variant in Variant::ALL {
        let directory = directory(&format!("pipes {variant}"));
        let (one, other) = (peer("one"), peer("other"));
        let words = [variant.name(), "--engine", &one, "--engine", &other, "--depth", "1", "--games", "6"];
        succeeded(&run(&directory, &words));
        for game in games(&directory) {
            replay(&game);
            assert_eq!(game.tag("Termination"), Some("normal"), "{game:?}");
        }
    }
}

/// What an engine has heard of moves, game by game.
fn heard(directory: &Path, word: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(directory.join(HEARD)).expect("a record");
    let games = text.split("\nnew\n").skip(1);
    let moves = |game: &str| game.lines().filter_map(|line| line.strip_prefix(word)).map(str::to_owned).collect();
    games.map(moves).collect()
}

fn moves_are_passed_on_as_xboard_does() {
    let directory = directory("relayed");
    let (recorder, peer) = (fake("recorder", "xboard", "recorder", &directory), peer("peer"));
    let words = ["ultima", "--engine", &recorder, "--engine", &peer, "--depth", "1", "--games", "10"];
    succeeded(&run(&directory, &words));
    let games = games(&directory);
    let heard = heard(&directory, "usermove ");
    assert_eq!(heard.len(), games.len());
    for (game, heard) in games.iter().zip(&heard) {
        let own = usize::from(game.tag("White") != Some("recorder"));
        let told = |ply: usize| ply % 2 != own || game.moves[ply].comment == "book";
        let lines = lines(game).into_iter().enumerate().filter(|(ply, _)| told(*ply)).flat_map(|(_, lines)| lines);
        let expected: Vec<String> = lines.map(|line| line.to_relayed().to_string()).collect();
        assert_eq!(*heard, expected);
    }
}

/// White's leaper can take five pieces, on to e1.
const CHAIN: &str = "7k/1p6/4p3/1p6/2L5/6p1/8/K4p2 w - - 0 1";

fn parts_are_passed_on_as_they_were_said() {
    let canonical = "c4b5,b5b7,b7c8= @@@@ c8e6,e6g3,g3g1= @@@@ g1f1,f1e1";
    for (name, said, told) in [
        (
            "one by one",
            "c4xb5-a6= @@@@ a6xb7-c8= @@@@ c8xe6-g4= @@@@ g4xg3-g1= @@@@ g1xf1-e1",
            "c4b5,b5a6= @@@@ a6b7,b7c8= @@@@ c8e6,e6g4= @@@@ g4g3,g3g1= @@@@ g1f1,f1e1",
        ),
        (
            "two by two",
            "c4xb7xb5-c8= @@@@ c8xg3xe6-g1= @@@@ g1xf1-e1",
            "c4b7,b7b5,b5c8= @@@@ c8g3,g3e6,e6g1= @@@@ g1f1,f1e1",
        ),
        // What XBoard could not pass on is told in the project's own parts.
        ("path", "c4a6c8g4g1e1", canonical),
        ("all at once", "c4xb5xb7xe6xg3xf1-e1", canonical),
    ] {
        let directory = directory(&format!("said {name}"));
        fs::write(directory.join(SCRIPT), said).expect("written");
        let scripted = fake("scripted", "xboard", "scripted", &directory);
        let recorder = fake("recorder", "xboard", "recorder", &directory);
        let words = ["ultima", "--engine", &scripted, "--engine", &recorder, "--depth", "1", "--games", "1"];
        succeeded(&run(
            &directory,
            &[&words[..], &["--fen", CHAIN, "--opening-plies", "0", "--length", "20"]].concat(),
        ));
        let heard = heard(&directory, "usermove ").concat();
        let told: Vec<&str> = told.split(' ').collect();
        assert_eq!(heard[..told.len()], told, "{name}");
        let game = &games(&directory)[0];
        assert_eq!(game.moves[0].text, "c4a6c8g4g1e1");
        replay(game);
    }
}

fn moves_are_passed_on_as_uci_has_them() {
    let directory = directory("paths");
    let (recorder, peer) = (fake("recorder", "uci", "recorder", &directory), peer("peer"));
    let words = ["ultima", "--engine", &recorder, "--engine", &peer, "--games", "2", "--tc", "40/2+0.05"];
    succeeded(&run(&directory, &[&words[..], &["--length", "30"]].concat()));
    let text = fs::read_to_string(directory.join(HEARD)).expect("a record");
    let games = games(&directory);
    let positions = text.lines().filter_map(|line| line.strip_prefix("position startpos moves "));
    let mut expected = Vec::new();
    for game in &games {
        let own = usize::from(game.tag("White") != Some("recorder"));
        let moves: Vec<&str> = game.moves.iter().map(|ply| &*ply.text).collect();
        let asked = (0..moves.len()).filter(|ply| ply % 2 == own && game.moves[*ply].comment != "book");
        expected.extend(asked.map(|ply| moves[..ply].join(" ")));
    }
    assert_eq!(positions.collect::<Vec<_>>(), expected);
    let go = text.lines().find(|line| line.starts_with("go ")).expect("a search");
    assert_eq!(go, "go wtime 2000 btime 2000 winc 50 binc 50 movestogo 40");
}

fn clocks_over_pipes() {
    let directory = directory("clocks");
    let recorder = fake("recorder", "xboard", "recorder", &directory);
    let one = format!("{},tc=30/4+0.05", peer("one"));
    let words = ["ultima", "--engine", &one, "--engine", &recorder, "--tc", "1:30+1", "--games", "2"];
    succeeded(&run(&directory, &[&words[..], &["--length", "14", "--opening-plies", "4"]].concat()));
    let text = fs::read_to_string(directory.join(HEARD)).expect("a record");
    assert!(text.lines().any(|line| line == "level 0 1:30 1"), "{text}");
    assert!(!text.lines().any(|line| line.starts_with("accepted highlight")), "{text}");
    assert!(text.lines().any(|line| line == "rejected highlight"), "{text}");
    assert!(text.lines().any(|line| line == "name one") && text.lines().any(|line| line == "computer"), "{text}");
    let first = |word: &str| text.lines().find_map(|line| line.strip_prefix(word)).map(str::to_owned);
    // Black has not moved yet, and the peer has taken its share of 4 seconds for its first move and got its increment.
    assert_eq!(first("time "), Some("9000".into()));
    let other: i64 = first("otim ").and_then(|left| left.parse().ok()).expect("a clock");
    assert!((200..405).contains(&other), "{other}");
    let tags = &games(&directory)[0];
    assert_eq!(
        (tags.tag("TimeControl"), tags.tag("WhiteTimeControl"), tags.tag("BlackTimeControl")),
        (Some("?"), Some("30/4+0.05"), Some("90+1"))
    );
    assert_eq!(document(&directory)["terminations"]["adjudication"], 2);
}

fn the_protocol_is_found_out() {
    for protocol in ["xboard", "uci"] {
        let directory = directory(&format!("found out {protocol}"));
        let engine = fake("F", protocol, "sound", &directory).replace(&format!("proto={protocol}"), "proto=auto");
        let words = ["ultima", "--engine", &engine, "--engine", "self", "--depth", "1", "--games", "2"];
        succeeded(&run(&directory, &words));
        assert_eq!(document(&directory)["engines"][0]["identity"], "Fake");
        games(&directory).iter().for_each(|game| drop(replay(game)));
    }
}
