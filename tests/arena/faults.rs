//! Engines that do everything wrong: each game ends as it should, the match goes on, nothing is left behind.

use std::path::Path;

use libtest_mimic::Trial;

use crate::support::{directory, document, fake, games, is_alive, processes, replay, run, succeeded, wait_until};

/// An engine that does something wrong, and what comes of it.
struct Fault {
    protocol: &'static str,
    behaviour: &'static str,
    /// What limits its moves.
    limit: &'static str,
    termination: &'static str,
    /// What its games' reasons contain.
    reason: &'static str,
}

const GAMES: usize = 4;
/// Games in which an engine is waited for.
const SLOW_GAMES: usize = 2;

const FAULTS: &[Fault] = &[
    fault("xboard", "illegal", "depth=1", "illegal move", "is not legal here"),
    fault("xboard", "unreadable", "depth=1", "illegal move", "says 'castles', which is no move"),
    fault("xboard", "mute", "depth=1", "stalled connection", "no answer within"),
    fault("xboard", "mute", "st=0.7", "stalled connection", "no answer within"),
    fault("xboard", "deaf", "tc=2+0.1", "stalled connection", "no answer within"),
    fault("xboard", "dies", "depth=1", "abandoned", "the engine is gone (exit status: 3)"),
    fault("xboard", "floods", "st=0.7", "stalled connection", "no answer within"),
    fault("xboard", "claims a win", "depth=1", "false claim", "(I am better), which the rules do not give"),
    fault("xboard", "claims a draw", "depth=1", "false claim", "claims 1/2-1/2 (nothing happens)"),
    fault("xboard", "refuses", "depth=1", "illegal move", "refuses the legal move e2e4"),
    fault("xboard", "late", "st=0.7", "time forfeit", "loses on time"),
    fault("xboard", "late", "tc=0.7+0.01", "time forfeit", "loses on time"),
    // Whether its second line is there before it is asked again is a matter of luck.
    fault("xboard", "twice", "depth=1", "illegal move", "a2a3"),
    fault("xboard", "passes", "depth=1", "illegal move", "says a null move"),
    fault("xboard", "mends", "depth=1", "illegal move", "says a null move"),
    fault("xboard", "moves the enemy", "depth=1", "illegal move", "is not legal here"),
    fault("xboard", "breaks off a part", "depth=1", "illegal move", "says 'a1a2=', which begins no legal move"),
    fault("uci", "illegal", "nodes=100", "illegal move", "is not legal here"),
    fault("uci", "unreadable", "depth=1", "illegal move", "'castles' is no move"),
    fault("uci", "none", "depth=1", "illegal move", "says that it has no move"),
    fault("uci", "mute", "st=0.7", "stalled connection", "no answer within"),
    fault("uci", "deaf", "nodes=100", "stalled connection", "no answer within"),
    fault("uci", "dies", "tc=9+0.1", "abandoned", "the engine is gone (exit status: 3)"),
    fault("uci", "floods", "st=0.7", "stalled connection", "no answer within"),
    fault("uci", "late", "st=0.7,margin=20", "time forfeit", "loses on time"),
    fault("uci", "twice", "depth=1", "illegal move", "a2a3"),
    fault("uci", "moves the enemy", "depth=1", "illegal move", "is not legal here"),
];

const fn fault(
    protocol: &'static str,
    behaviour: &'static str,
    limit: &'static str,
    termination: &'static str,
    reason: &'static str,
) -> Fault {
    Fault { protocol, behaviour, limit, termination, reason }
}

pub(crate) fn trials() -> Vec<Trial> {
    let loses = |fault: &'static Fault| {
        let name = format!("faults::{} {} {}", fault.protocol, fault.behaviour, fault.limit);
        Trial::test(name, move || {
            fault.loses();
            Ok(())
        })
    };
    let mut trials: Vec<Trial> = FAULTS.iter().map(loses).collect();
    for protocol in ["xboard", "uci"] {
        for behaviour in ["sound", "garbage", "stubborn"] {
            let name = format!("faults::{protocol} {behaviour}");
            trials.push(Trial::test(name, move || {
                plays_on(protocol, behaviour);
                Ok(())
            }));
        }
    }
    let single: [(&str, fn()); 6] = [
        ("an engine that gives up", an_engine_that_gives_up),
        ("a draw that both want", a_draw_that_both_want),
        ("a draw that one wants", a_draw_that_one_wants),
        ("an engine that dies between games", an_engine_that_dies_between_games),
        ("an engine with children", an_engine_with_children),
        ("engines on both sides that fail", both_sides_fail),
    ];
    trials.extend(single.map(|(name, test)| {
        Trial::test(format!("faults::{name}"), move || {
            test();
            Ok(())
        })
    }));
    trials
}

/// Plays games of an engine against this program's own.
#[track_caller]
fn play(directory: &Path, engine: &str, limit: &str, games: usize) {
    let (engine, games) = (format!("{engine},{limit}"), games.to_string());
    let words = ["ultima", "--engine", &engine, "--engine", "self,name=good,depth=1", "--games", &games];
    let conditions = ["--opening-plies", "4", "--balance", "off", "--patience", "2"];
    succeeded(&run(directory, &[&words[..], &conditions].concat()));
}

#[track_caller]
fn nothing_is_left(directory: &Path) -> usize {
    let processes = processes(directory);
    // A process that was killed with its parent may take a moment to go.
    wait_until("all processes are gone", 20, || !processes.iter().any(|&process| is_alive(process)));
    processes.len()
}

impl Fault {
    fn loses(&self) {
        let Fault { protocol, behaviour, limit, termination, reason } = self;
        let directory = directory(&format!("{protocol} {behaviour} {limit}"));
        let number = if matches!(*termination, "stalled connection" | "time forfeit") { SLOW_GAMES } else { GAMES };
        play(&directory, &fake("bad", protocol, behaviour, &directory), limit, number);
        let games = games(&directory);
        assert_eq!(games.len(), number);
        for game in &games {
            let (lost, side) = if game.tag("White") == Some("bad") { ("0-1", "White") } else { ("1-0", "Black") };
            assert_eq!((game.result.as_deref(), game.tag("Termination")), (Some(lost), Some(*termination)), "{game:?}");
            assert!(game.closing.starts_with(side) && game.closing.contains(reason), "{}", game.closing);
            replay(game);
        }
        let document = document(&directory);
        assert_eq!(document["terminations"][termination], number);
        assert_eq!(document["progress"]["finished"], true);
        // The engine is started anew after each game that it has lost in this way.
        assert_eq!(nothing_is_left(&directory), number);
    }
}

/// Engines whose behaviour is no fault: their games end by the rules, and one process plays them all.
fn plays_on(protocol: &str, behaviour: &str) {
    let directory = directory(&format!("{protocol} {behaviour}"));
    play(&directory, &fake("odd", protocol, behaviour, &directory), "depth=1", GAMES);
    let games = games(&directory);
    assert_eq!(games.len(), GAMES);
    for game in &games {
        assert_eq!(game.tag("Termination"), Some("normal"), "{game:?}");
        replay(game);
        let is_odd = |ply: usize| game.tag(if ply.is_multiple_of(2) { "White" } else { "Black" }) == Some("odd");
        let comments = game.moves.iter().enumerate().filter(|(ply, _)| is_odd(*ply)).map(|(_, ply)| &*ply.comment);
        let said: Vec<&str> = comments.filter(|comment| *comment != "book").collect();
        let says_scores = protocol == "uci" || behaviour == "garbage";
        assert!(said.iter().all(|comment| comment.starts_with("+0.15/3 ") == says_scores), "{said:?}");
    }
    assert_eq!(nothing_is_left(&directory), 1);
}

fn an_engine_that_gives_up() {
    for behaviour in ["resigns", "claims its loss"] {
        let directory = directory(behaviour);
        play(&directory, &fake("bad", "xboard", behaviour, &directory), "depth=1", GAMES);
        for game in games(&directory) {
            assert_eq!(game.tag("Termination"), Some("resignation"));
            let lost = if game.tag("White") == Some("bad") { "0-1" } else { "1-0" };
            assert_eq!(game.result.as_deref(), Some(lost));
            replay(&game);
        }
        assert_eq!(document(&directory)["matches"][0]["results"]["losses"], GAMES);
        // It did nothing wrong: it plays all games.
        assert_eq!(nothing_is_left(&directory), 1);
    }
}

fn a_draw_that_both_want() {
    let directory = directory("agreement");
    let engines = [fake("A", "xboard", "offers", &directory), fake("B", "xboard", "offers", &directory)];
    let words = ["ultima", "--engine", &engines[0], "--engine", &engines[1], "--depth", "1", "--games", "2"];
    succeeded(&run(&directory, &[&words[..], &["--opening-plies", "0"]].concat()));
    for game in games(&directory) {
        assert_eq!((game.tag("Termination"), &*game.closing), (Some("agreement"), "Draw by agreement"));
        // White offers with its third move, and Black takes it with what would have been its own.
        assert_eq!((game.moves.len(), game.result.as_deref()), (5, Some("1/2-1/2")));
    }
    nothing_is_left(&directory);
}

fn a_draw_that_one_wants() {
    let directory = directory("refused offer");
    play(&directory, &fake("odd", "xboard", "offers", &directory), "depth=1", GAMES);
    assert_eq!(document(&directory)["terminations"]["normal"], GAMES);
}

fn an_engine_that_dies_between_games() {
    let directory = directory("dies between games");
    play(&directory, &fake("bad", "xboard", "dies between games", &directory), "depth=1", GAMES);
    let games = games(&directory);
    let endings: Vec<_> = games.iter().map(|game| game.tag("Termination").unwrap_or("?")).collect();
    assert_eq!(endings, ["normal", "abandoned", "normal", "abandoned"]);
    assert!(games[1].closing.contains("the engine is gone (exit status: 4)"), "{}", games[1].closing);
    assert_eq!(nothing_is_left(&directory), 2);
}

fn an_engine_with_children() {
    let directory = directory("children");
    play(&directory, &fake("odd", "xboard", "parent", &directory), "depth=1", GAMES);
    assert_eq!(nothing_is_left(&directory), 2);
}

fn both_sides_fail() {
    let directory = directory("both fail");
    let engines = [fake("A", "xboard", "dies", &directory), fake("B", "uci", "illegal", &directory)];
    let words = ["ultima", "--engine", &engines[0], "--engine", &engines[1], "--depth", "1", "--games", "8"];
    succeeded(&run(&directory, &[&words[..], &["--concurrency", "2", "--opening-plies", "2"]].concat()));
    let games = games(&directory);
    assert_eq!(games.len(), 8);
    for game in &games {
        // Whoever makes its third move first is the one that does something wrong.
        assert_eq!(game.result.as_deref(), Some("0-1"));
        let ending = if game.tag("White") == Some("A") { "abandoned" } else { "illegal move" };
        assert_eq!(game.tag("Termination"), Some(ending));
    }
    nothing_is_left(&directory);
}
