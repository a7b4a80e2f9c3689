//! Analysis and its commands.

use super::*;

fn analysing(variant: Variant) -> Desk {
    let mut desk = Desk::at(variant, None);
    assert_eq!(desk.hear("analyze"), [""; 0]);
    desk
}

#[test]
fn it_follows_the_board() {
    let mut desk = analysing(Variant::Ultima);
    assert_eq!(desk.limits(), Limits::default());
    for (line, fen_part) in [
        ("usermove a2a3", " b "),
        ("usermove a7a6", " w "),
        ("undo", " b "),
        ("remove", ""),
        ("setboard k7/8/8/8/8/8/8/KP6 b - - 0 1", "k7/8/8/8/8/8/8/KP6 b"),
        ("new", "clxwkxli"),
        ("variant shashmaty", "1c1k1k1b"),
        ("variant ultima", "clxwkxli"),
    ] {
        let before = desk.searches.len();
        let said = desk.hear(line);
        if line == "remove" {
            assert_eq!(said, ["Error (no move to take back): remove"]);
            continue;
        }
        assert_eq!(desk.searches.len(), before + 1, "{line}");
        assert_eq!(desk.dialogue.iter().rfind(|line| *line == "(stop)").map(String::as_str), Some("(stop)"));
        let (id, game, _) = desk.searches.last().expect("a search");
        assert!(game.fen().contains(fen_part), "{line}: {}", game.fen());
        assert_eq!(desk.session.analysis.as_ref().and_then(|analysis| analysis.search), Some(*id));
    }
    // The engine makes no move, whatever comes of its search.
    assert_eq!(desk.find("a2a3"), [""; 0]);
    assert_eq!(desk.hear("exit"), [""; 0]);
    assert_eq!(desk.hear("exit"), ["Error (no analysis under way): exit"]);
    assert_eq!(desk.session.side, None);
}

#[test]
fn thinking_is_shown_whether_it_was_asked_for_or_not() {
    let mut desk = analysing(Variant::Ultima);
    let (id, game, _) = desk.searches.pop().expect("a search");
    let actions = desk.session.thought(id, thought(game.as_ref(), &["a2a3"]));
    assert_eq!(replies(&actions), ["4 -35 67 1234 a2a3"]);
    let second = Thought { rank: 2, ..thought(game.as_ref(), &["b2b3"]) };
    assert_eq!(replies(&desk.session.thought(id, second)), ["4 -35 67 1234 b2b3"]);
    // The state is told of the best line.
    let moves = game.moves().len();
    assert_eq!(desk.hear("."), [format!("stat01: 67 1234 4 0 {moves} a2a3")]);
    let played = game.duplicate().play("c2c3").expect("a legal move");
    assert!(desk.session.trying(id, Trying { depth: 9, played, number: 3, of: moves }).is_empty());
    assert_eq!(desk.hear("."), [format!("stat01: 67 1234 9 {} {moves} c2c3", moves - 3)]);
    let found = Thought { tablebase_hits: 9, ..thought(game.as_ref(), &["a2a3"]) };
    assert_eq!(replies(&desk.session.thought(id, found)), ["4 -35 67 1234 4 1820 9\ta2a3"]);
    assert_eq!(desk.hear("hint"), ["Hint: a2a3"]);
    assert!(desk.hear("bk")[0].starts_with(" a2a5 "));
    desk.hear("exit");
    assert_eq!(desk.hear("."), ["Error (no analysis under way): ."]);
}

#[test]
fn moves_are_excluded_until_the_board_changes() {
    let mut desk = analysing(Variant::Ultima);
    let all = desk.session.history.game().moves();
    let without = |desk: &Desk| desk.searches.last().expect("a search").2.without.clone();
    desk.hear("exclude a2a3");
    desk.hear("exclude b2-b3");
    assert_eq!(without(&desk), ["a2a3", "b2b3"]);
    desk.hear("include a2a3");
    assert_eq!(without(&desk), ["b2b3"]);
    assert_eq!(desk.hear("exclude a2a9"), ["Illegal move (no legal move): a2a9"]);
    let searches = desk.searches.len();
    assert_eq!(desk.hear("exclude all"), ["# all moves are excluded"]);
    assert_eq!(desk.searches.len(), searches, "there is nothing to search");
    desk.hear("include c2c3");
    assert_eq!(without(&desk).len(), all.len() - 1);
    desk.hear("include all");
    assert!(without(&desk).is_empty());
    desk.hear("exclude a2a3");
    desk.hear("usermove a2a3");
    assert!(without(&desk).is_empty());
    desk.hear("exit");
    assert_eq!(desk.hear("exclude a2a3"), ["# moves are excluded in analysis only"]);
}

#[test]
fn captures_in_parts_are_searched_once_they_are_whole() {
    let mut desk = Desk::at(Variant::Ultima, Some("7k/1c6/2i1p3/1p6/2L5/6p1/K7/5l2 w - - 0 1"));
    desk.hear("analyze");
    desk.hear("usermove c4b5,b5b7,b7c8=");
    desk.hear("usermove @@@@");
    assert_eq!(desk.searches.len(), 1);
    desk.hear("usermove c8e6,e6g4");
    assert_eq!(desk.searches.len(), 2);
    desk.hear("undo");
    assert_eq!(desk.searches.len(), 2);
    assert_eq!(desk.hear("?"), ["move c8e6,e6g4".replace("c8e6,e6g4", "c8xe6-g4")]);
    assert_eq!(desk.searches.len(), 3);
}

#[test]
fn other_commands_in_an_analysis() {
    let mut desk = analysing(Variant::Ultima);
    let searches = desk.searches.len();
    // A result ends no analysis; options that change what is shown begin it anew.
    desk.hear("result * {}");
    assert!(desk.session.analysis.is_some());
    desk.hear("option MultiPV=3");
    assert_eq!(desk.searches.len(), searches + 1);
    assert_eq!(desk.searches.last().expect("a search").2.lines, 3);
    desk.hear("pause");
    assert_eq!(desk.session.analysis.as_ref().and_then(|analysis| analysis.search), None);
    desk.hear("resume");
    assert_eq!(desk.searches.len(), searches + 2);
    // An ended position has nothing to search, and ends no game.
    let said = desk.hear("setboard 3k4/8/8/8/8/8/i7/K7 w - - 2 2");
    assert!(said.len() == 1 && said[0].starts_with("# "), "{said:?}");
    desk.hear("undo");
    // `go` leaves it.
    desk.hear("setboard k7/8/8/8/8/8/8/KP6 b - - 0 1");
    desk.hear("go");
    assert!(desk.session.analysis.is_none());
    assert_eq!(desk.find("a8a7"), ["move a8a7"]);
}

#[test]
fn other_tables_are_looked_up_at_once() {
    let mut desk = analysing(Variant::Chameleon);
    let actions = desk.session.line("egtpath triptych /tables");
    let [Action::Work(Job::Tables(_)), Action::StopThinking, Action::Work(Job::Think { .. })] = &actions[..] else {
        panic!("{actions:?}");
    };
}
