//! While it thinks: it is always ready to listen, and a move that is not wanted any more does not come.

use std::time::{Duration, Instant};

use crate::engine::{Engine, game};

/// An engine that will think for an hour, and the game.
fn thinking(name: &str) -> Engine {
    let mut engine = Engine::silent();
    engine.say(&format!("xboard\nprotover 2\nmemory 1\noption OwnBook=0\nnew\nvariant {name}\nst 3600\nforce"));
    engine.settle();
    engine.say("go");
    engine
}

/// Long enough for the first iterations.
fn wait() {
    std::thread::sleep(Duration::from_millis(50));
}

#[test]
fn a_ping_is_answered_at_once() {
    let mut engine = thinking("ultima");
    wait();
    for _ in 0..20 {
        engine.is_silent();
    }
}

#[test]
fn move_now() {
    for name in crate::engine::GAMES {
        let mut engine = thinking(name);
        let mut game = game(name, None);
        // The first move comes at once, too.
        engine.say("?");
        engine.plays(game.as_mut());
        engine.say("go");
        wait();
        engine.say("?\n?");
        engine.plays(game.as_mut());
        engine.say("?");
        engine.stays_silent();
    }
}

#[test]
fn no_stray_move_after_what_ends_the_thinking() {
    let other = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/CLXWKXLI b - - 0 1";
    for line in
        ["force", "new", "result 1-0 {White mates}", "setboard FEN", "undo", "remove", "playother", "variant ultima"]
    {
        let mut engine = Engine::silent();
        engine.say("xboard\nprotover 2\nmemory 1\nnew\nvariant ultima\nst 3600\nforce");
        engine.settle();
        let mut game = game("ultima", None);
        engine.is_told(game.as_mut(), "a2a3");
        engine.is_told(game.as_mut(), "a7a6");
        engine.say("go");
        wait();
        engine.say(&line.replace("FEN", other));
        // The window of a variant is shown anew.
        let said = engine.settle();
        assert!(said.iter().all(|line| line.starts_with("setup ") || line.starts_with("piece ")), "{line}: {said:?}");
        engine.stays_silent();
        // And it can be made to think again.
        engine.say("st 0.01\ngo");
        engine.moves();
    }
}

#[test]
fn go_again_changes_nothing() {
    let mut engine = thinking("chameleon");
    engine.say("go\ngo\n?");
    engine.plays(game("chameleon", None).as_mut());
    engine.stays_silent();
}

#[test]
fn moves_are_refused_and_the_thinking_goes_on() {
    let mut engine = thinking("shashmaty");
    engine.answers("usermove a3b4", &["Illegal move (it is not your turn): a3b4"]);
    engine.answers("setboard nonsense", &["tellusererror Illegal position", "# FEN has 1 field, not 6 (or 4, or 2)"]);
    engine.answers("variant nonsense", &["Error (unknown variant): nonsense"]);
    engine.answers("nonsense", &["Error (unknown command): nonsense"]);
    engine.answers("remove", &["Error (no move to take back): remove"]);
    engine.say("?");
    engine.plays(game("shashmaty", None).as_mut());
}

#[test]
fn undo_takes_the_users_move_back_and_waits_for_another() {
    let mut engine = Engine::silent();
    engine.say("xboard\nprotover 2\nmemory 1\nnew\nvariant ultima\nst 3600");
    engine.settle();
    let mut game = game("ultima", None);
    engine.is_told(game.duplicate().as_mut(), "a2a3");
    wait();
    engine.say("undo");
    engine.stays_silent();
    engine.say("st 0.01");
    engine.is_told(game.as_mut(), "b2b3");
    engine.plays(game.as_mut());
}

#[test]
fn it_leaves_when_it_is_told_to_or_when_nobody_is_there() {
    let mut engine = thinking("ultima");
    wait();
    engine.say("quit");
    assert_eq!(engine.ends().code(), Some(0));
    let mut engine = thinking("ultima");
    wait();
    engine.hang_up();
    assert_eq!(engine.ends().code(), Some(0));
    // At the very first moment as well.
    let mut engine = Engine::silent();
    engine.say("new\ngo\nquit\ngo");
    assert_eq!(engine.ends().code(), Some(0));
}

#[test]
fn a_position_of_many_captures_does_not_hold_it_up() {
    // Fifteen victims apart from each other and a leaper: 38,106 moves.
    let chains = "7K/1pLp1pp1/1p1p1p2/8/1p1p1pp1/8/1p1p1pp1/7k w - - 0 1";
    let mut engine = thinking("ultima");
    engine.say(&format!("setboard {chains}\nst 0.1\ngo"));
    engine.is_silent();
    engine.plays(game("ultima", Some(chains)).as_mut());
    engine.say("st 3600\ngo\nforce");
    engine.stays_silent();
    engine.say("go\nquit");
    assert_eq!(engine.ends().code(), Some(0));
}

#[test]
fn thinking_is_shown_if_it_is_asked_for() {
    let mut engine = thinking("chameleon");
    engine.say("?");
    engine.moves();
    engine.say("sd 3\npost\ngo");
    let said = engine.until(|line| line.starts_with("move "));
    assert_eq!(said.len(), 3, "a line for each iteration: {said:?}");
    for (line, depth) in said.iter().zip(1..) {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words[0], depth.to_string(), "{line}");
        assert!(words.len() > 4 && words[1..4].iter().all(|word| word.parse::<i64>().is_ok()), "{line}");
    }
    engine.say("nopost\ngo");
    assert!(engine.line().starts_with("move "));
}

/// A move under this time control takes at least and at most so many milliseconds.
#[track_caller]
fn takes(lines: &str, least: u64, most: u64) {
    let mut engine = Engine::silent();
    engine.say("xboard\nprotover 2\nmemory 1\noption OwnBook=0\nnew\nvariant chameleon\nforce");
    engine.settle();
    engine.say(lines);
    engine.is_silent();
    let began = Instant::now();
    engine.say("go");
    engine.plays(game("chameleon", None).as_mut());
    let taken = began.elapsed();
    let bounds = Duration::from_millis(least)..Duration::from_millis(most);
    assert!(bounds.contains(&taken), "{lines:?} took {taken:?}");
}

#[test]
fn time_controls() {
    // The upper bounds are wide, since the machine may be busy; no default would keep the clock's.
    takes("st 0.3", 150, 5_000);
    takes("st 0,3", 150, 5_000);
    takes("st 0", 0, 5_000);
    takes("level 0 0:03 0", 20, 3_000);
    takes("level 40 0:03.5 0", 10, 3_500);
    takes("level 0 0.05 0.5", 100, 3_000);
    takes("level 1 0:01 0", 0, 1_000 + 4_000);
    takes("level 0 5 0\ntime 100\notim 100", 0, 5_000);
    for clock in ["0", "-1", "-150", "-99999999999", "1.5"] {
        takes(&format!("level 0 5 12\ntime {clock}\notim {clock}"), 0, 5_000);
    }
    takes("level 0 5 0\ntime 99999999999\nsd 1", 0, 5_000);
    takes("level 0 99999999999 99999999999\nsd 2", 0, 20_000);
    takes("st 99999999999\nsd 2", 0, 20_000);
    takes("st 3600\nsd 0", 0, 20_000);
    // The last one counts.
    takes("st 3600\nlevel 0 0:01 0", 0, 5_000);
    takes("level 0 60 0\nst 0.05", 0, 5_000);
}

#[test]
fn new_forgets_the_depth() {
    let mut engine = Engine::playing("chameleon");
    engine.say("sd 1\nnew\nvariant chameleon\nforce\npost\nst 0.5\ngo");
    let said = engine.until(|line| line.starts_with("move "));
    assert!(said.iter().filter(|line| line.starts_with(char::is_numeric)).count() > 1, "{said:?}");
}
