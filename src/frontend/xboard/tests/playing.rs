//! Pondering, offers, resignation, hints, pauses, and the commands that GUIs seldom send.

use std::env;

use super::*;

/// The engine plays White and has just moved, and what it expected then.
fn moved(lines: &str, line: &[&str]) -> Desk {
    let mut desk = Desk::at(Variant::Ultima, None);
    lines.lines().for_each(|line| {
        desk.hear(line);
    });
    desk.hear("go");
    let (id, game, _) = desk.searches.pop().expect("a search");
    let actions = desk.session.done(id, thought(game.as_ref(), line));
    let said = desk.carry_out(actions);
    assert_eq!(said, [format!("move {}", line[0])]);
    desk
}

fn stops(desk: &Desk) -> usize {
    desk.dialogue.iter().filter(|line| *line == "(stop)").count()
}

#[test]
fn the_move_that_was_expected_lets_the_search_go_on() {
    let mut desk = moved("hard\ntime 30000", &["a2a3", "a7a6"]);
    let (id, game, task) = desk.searches.last().expect("it ponders");
    assert!(game.fen().contains(" w ") && game.plies() == 2);
    // Its clock has run while it thought.
    assert_eq!(task.limits.clock.map(|clock| clock.left), Some(300_000 - 678));
    let id = *id;
    desk.hear("time 29930");
    assert_eq!(desk.hear("usermove a7a6"), [""; 0]);
    assert_eq!(desk.dialogue.last().map(String::as_str), Some("(hit)"));
    assert_eq!(desk.session.thinking, Some(id));
    assert_eq!(stops(&desk), 0);
    assert_eq!(desk.find("b2b3"), ["move b2b3"]);
}

#[test]
fn another_move_gives_the_search_up() {
    let mut desk = moved("hard", &["a2a3", "a7a6"]);
    let (old, game, _) = desk.searches.pop().expect("it ponders");
    desk.hear("usermove b7b6");
    assert_eq!(stops(&desk), 1);
    // What the old search finds is not wanted any more.
    let actions = desk.session.done(old, thought(game.as_ref(), &["b2b3"]));
    assert!(actions.is_empty());
    assert_eq!(desk.find("c2c3"), ["move c2c3"]);
}

#[test]
fn a_search_on_the_opponents_time_may_be_over_before_the_move_comes() {
    let mut desk = moved("hard", &["a2a3", "a7a6"]);
    assert_eq!(desk.find("b2b3"), [""; 0]);
    assert_eq!(desk.hear("usermove a7a6"), ["move b2b3"]);
}

#[test]
fn a_clock_that_says_much_less_begins_the_search_anew() {
    let mut desk = moved("hard\ntime 30000", &["a2a3", "a7a6"]);
    desk.hear("time 1000");
    desk.hear("usermove a7a6");
    assert_eq!(stops(&desk), 1);
    assert_eq!(desk.limits().clock.map(|clock| clock.left), Some(10_000));
}

#[test]
fn no_pondering_unless_it_is_asked_for() {
    for lines in ["easy", "hard\neasy"] {
        assert!(moved(lines, &["a2a3", "a7a6"]).searches.is_empty(), "{lines}");
    }
    assert!(moved("hard", &["a2a3"]).searches.is_empty(), "nothing is expected");
    for line in ["easy", "force", "new", "undo", "analyze", "result * {}", "pause", "setboard k7/8/8/8/8/8/8/KP6 w"] {
        let mut desk = moved("hard", &["a2a3", "a7a6"]);
        desk.hear(line);
        assert_eq!(stops(&desk), 1, "{line}");
        assert!(desk.session.pondering.is_none(), "{line}");
    }
}

#[test]
fn thinking_on_the_opponents_time_is_shown() {
    let mut desk = moved("hard\npost", &["a2a3", "a7a6"]);
    let (id, game, _) = desk.searches.pop().expect("it ponders");
    let actions = desk.session.thought(id, thought(game.as_ref(), &["b2b3"]));
    assert_eq!(replies(&actions), ["4 -35 67 1234 b2b3"]);
    assert_eq!(desk.hear("hint"), ["Hint: a7a6"]);
}

/// Lets the engine find moves to and fro at a score, as White, and returns what it says beside its moves.
fn at_score(desk: &mut Desk, score: Score, moves: usize) -> Vec<String> {
    let mut said = Vec::new();
    for number in 0..moves {
        let Some((id, game, _)) = desk.searches.pop() else { break };
        let own = ["b2b3", "b3b2"][number % 2];
        let found = Thought { score, ..thought(game.as_ref(), &[own]) };
        let actions = desk.session.done(id, found);
        said.extend(desk.carry_out(actions).into_iter().filter(|line| !line.starts_with("move ")));
        if desk.session.side.is_none() {
            break;
        }
        said.extend(desk.hear(["usermove b7b6", "usermove b6b7"][number % 2]));
    }
    said
}

#[test]
fn resigning() {
    let playing = |lines: &str| {
        let mut desk = Desk::at(Variant::Ultima, None);
        lines.lines().for_each(|line| {
            desk.hear(line);
        });
        desk.hear("go");
        desk
    };
    let lost = Score::centipawns(-1500);
    assert_eq!(at_score(&mut playing(""), lost, 3), [""; 0], "not against people");
    assert_eq!(at_score(&mut playing("option Resign Against=everybody"), lost, 3), ["resign"]);
    assert_eq!(at_score(&mut playing("computer"), lost, 3), ["resign"]);
    assert_eq!(at_score(&mut playing("computer"), lost, 2), [""; 0], "too early");
    assert_eq!(at_score(&mut playing("computer"), Score::centipawns(-800), 3), [""; 0]);
    for option in ["Resign Against=nobody", "Resign Threshold=0", "Resign Threshold=2000"] {
        assert_eq!(at_score(&mut playing(&format!("computer\noption {option}")), lost, 3), [""; 0], "{option}");
    }
    let mut desk = playing("computer");
    at_score(&mut desk, lost, 3);
    assert_eq!(desk.session.side, None, "it plays on no more");
}

#[test]
fn offers_of_a_draw_are_answered_by_the_score() {
    for (score, answer) in [(-50, &["offer draw"][..]), (0, &[]), (300, &[])] {
        let mut desk = Desk::at(Variant::Ultima, None);
        desk.hear("go");
        assert_eq!(desk.hear("draw"), [""; 0], "it is answered with the move");
        let said = at_score(&mut desk, Score::centipawns(score), 1);
        assert_eq!(said, answer, "{score}");
        // And at once when the engine has nothing to think about.
        desk.hear("force");
        assert_eq!(desk.hear("draw"), [""; 0], "it plays no side");
        desk.hear("playother");
        assert_eq!(desk.hear("draw"), answer, "{score}");
    }
}

#[test]
fn offering_a_draw() {
    // Two pieces apart, late in an even game, with a position that does not stand thrice.
    let mut desk = Desk::at(Variant::Ultima, None);
    desk.hear("computer");
    desk.hear("go");
    let mut random = StdRng::seed_from_u64(9);
    let mut said = Vec::new();
    for _ in 0..120 {
        let Some((id, game, _)) = desk.searches.pop() else { break };
        let own = game.moves().choose(&mut random).expect("a move").clone();
        let found = Thought { score: Score::DRAW, ..thought(game.as_ref(), &[&own]) };
        let actions = desk.session.done(id, found);
        let lines = desk.carry_out(actions);
        if lines.iter().any(|line| line == "offer draw") {
            said.push(desk.session.history.game().plies());
        }
        let Some(reply) = desk.session.history.game().moves().choose(&mut random).cloned() else { break };
        let lines = desk.session.history.game().duplicate().play(&reply).expect("a legal move").lines;
        for line in lines {
            desk.hear(&format!("usermove {}", line.to_relayed()));
        }
    }
    assert!(said.first().is_none_or(|&ply| ply >= 80), "{said:?}");
    assert!(said.windows(2).all(|pair| pair[1] - pair[0] >= 16), "{said:?}");
    assert!(!said.is_empty() || desk.session.history.game().plies() < 80);
}

#[test]
fn hints() {
    let mut desk = Desk::at(Variant::Ultima, None);
    // Nothing is known: a short search finds one.
    assert_eq!(desk.hear("hint"), [""; 0]);
    assert!(desk.limits().move_time.is_some());
    assert_eq!(desk.find("a2a3"), ["Hint: a2a3"]);
    // A move that comes in between is no time for it.
    desk.hear("hint");
    desk.hear("usermove a2a3");
    assert_eq!(stops(&desk), 1);
    desk.searches.clear();
    desk.hear("go");
    assert_eq!(desk.hear("hint"), ["# no hint now"]);
    let mut desk = moved("easy", &["a2a3", "a7a6"]);
    assert_eq!(desk.hear("hint"), ["Hint: a7a6"]);
    assert_eq!(desk.hear("bk"), [" no move of the book here", ""]);
    // One word, whatever the move takes.
    let mut desk = Desk::at(Variant::Ultima, Some("7k/1c6/2i1p3/1p6/2L5/6p1/K7/5l2 w - - 0 1"));
    desk.hear("hint");
    assert_eq!(desk.find("c4a6c8g4g1e1"), ["Hint: c4xb5xb7-c8="]);
}

#[test]
fn a_pause_holds_the_move_back() {
    let mut desk = Desk::at(Variant::Ultima, None);
    desk.hear("go");
    desk.hear("pause");
    assert_eq!(desk.find("a2a3"), [""; 0]);
    assert_eq!(desk.hear("resume"), ["move a2a3"]);
    assert_eq!(desk.hear("resume"), [""; 0]);
    desk.hear("force");
    desk.hear("go");
    desk.hear("pause");
    desk.hear("resume");
    assert_eq!(desk.find("a7a6"), ["move a7a6"]);
}

#[test]
fn edit_mode() {
    let mut desk = Desk::at(Variant::Chameleon, None);
    for line in ["edit", "#", "Kd1", "Pb2", "xb2", "c", "ka7", "."] {
        assert_eq!(desk.hear(line), [""; 0], "{line}");
    }
    assert_eq!(desk.session.history.game().fen(), "k*3*1/*5*/7/7/7/*5*/1*1K1*1 w - - 0 1");
    // What is no position leaves the old one; what means nothing there is told, and pings are answered.
    assert_eq!(desk.hear("edit"), [""; 0]);
    assert_eq!(desk.hear("usermove a2a3"), ["Error (unknown in edit mode): usermove a2a3"]);
    assert_eq!(desk.hear("ping 7"), ["pong 7"]);
    desk.hear("#");
    assert_eq!(desk.hear(".")[0], "tellusererror Illegal position");
    assert_eq!(desk.session.history.game().fen(), "k*3*1/*5*/7/7/7/*5*/1*1K1*1 w - - 0 1");
    assert_eq!(desk.hear("usermove d1d2").len(), 0);
}

#[test]
fn whose_turn_it_is_by_older_commands() {
    let mut desk = Desk::at(Variant::Ultima, None);
    desk.hear("black");
    assert!(desk.session.history.game().fen().contains(" b "));
    assert_eq!(desk.session.side, Some(Side::White));
    desk.hear("white");
    assert!(desk.session.history.game().fen().contains(" w "));
    assert_eq!(desk.session.side, Some(Side::Black));
}

#[test]
fn controls_replace_each_other() {
    let mut desk = Desk::at(Variant::Ultima, None);
    let limits = |desk: &mut Desk, lines: &str| {
        lines.lines().for_each(|line| assert_eq!(desk.hear(line), [""; 0]));
        desk.hear("go");
        let limits = desk.limits();
        desk.hear("force");
        (limits.clock.is_some(), limits.move_time.is_some(), limits.depth)
    };
    assert_eq!(limits(&mut desk, "sd 3\nst 5"), (false, true, None));
    assert_eq!(limits(&mut desk, "level 40 5 0"), (true, false, None));
    assert_eq!(limits(&mut desk, "sd 4"), (true, false, Some(4)));
    assert_eq!(limits(&mut desk, "level 40 5 0\nlevel 40 5 0"), (true, false, None));
    assert_eq!(limits(&mut desk, "st 1\nsd 9"), (false, true, Some(9)));
}

#[test]
fn what_is_set() {
    let mut desk = Desk::at(Variant::Ultima, None);
    for line in [
        "cores 3",
        "cores 0",
        "cores 99999999999",
        "memory 0",
        "option MultiPV=2",
        "option Skill Level=7",
        "option Clear Hash",
        "option Draw Offers=everybody",
        "option BookFile=",
        "option Debug Log File=/tmp/x",
        "setscore 30 5",
        "nps 0",
        "rating 1 2",
        "hover a1",
    ] {
        assert_eq!(desk.hear(line), [""; 0], "{line}");
    }
    let paths = env::join_paths(["/tables", "/more"]).expect("a path").into_string().expect("text");
    for (line, directories) in
        [(format!("egtpath triptych {paths}"), vec!["/tables", "/more"]), ("option TablebasePath=".into(), vec![])]
    {
        let actions = desk.session.line(&line);
        let [Action::Work(Job::Tables(roots))] = &actions[..] else { panic!("{actions:?}") };
        assert_eq!(roots.iter().map(|root| root.to_str().expect("text")).collect::<Vec<_>>(), directories);
    }
    assert_eq!(desk.hear("egtpath nalimov /x"), ["# endgame tables of another kind are not read: nalimov"]);
    assert_eq!(desk.hear("option MultiPV=x"), ["Error ('x' is not a number): option MultiPV=x"]);
    assert_eq!(desk.hear("option MultiPV"), ["Error (a value is missing): option MultiPV"]);
    assert_eq!(desk.hear("option Reset Options"), ["# all options are as in the beginning"]);
    desk.hear("go");
    let task = &desk.searches.last().expect("a search").2;
    assert_eq!((task.lines, task.skill), (1, None));
}

/// Games at random, all moves told as XBoard relays them: no legal move is ever called illegal.
#[test]
fn five_thousand_games() {
    let mut random = StdRng::seed_from_u64(5);
    for number in 0..5_000 {
        let variant = Variant::ALL[number % Variant::ALL.len()];
        let mut session = Session::new();
        session.line("new");
        session.line(&format!("variant {variant}"));
        session.line("force");
        let mut game = variant.arbiter(None).expect("a game");
        for _ in 0..random.random_range(4..24) {
            let moves = game.moves();
            let Some(text) = moves.choose(&mut random) else { break };
            for line in game.play(text).expect("a legal move").lines {
                let actions = session.line(&format!("usermove {}", line.to_relayed()));
                assert!(actions.is_empty(), "{variant} {line}: {:?}", replies(&actions));
            }
        }
        assert_eq!(session.history.game().fen(), game.fen());
    }
}
