//! Lines in, actions out: without threads, clocks or searches.

use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use super::*;
use crate::engine::Task;
use crate::frontend::Session as _;

/// A session and a thinking thread that finds what it is told to find.
struct Desk {
    session: Session,
    searches: Vec<(u64, Box<dyn Arbiter>, Task, bool)>,
    /// What was done beside speaking, since it was last asked for.
    done: Vec<&'static str>,
}

impl Desk {
    fn new() -> Desk {
        Desk { session: Session::new(), searches: Vec::new(), done: Vec::new() }
    }

    fn carry_out(&mut self, actions: Vec<Action>) -> Vec<String> {
        let mut said = Vec::new();
        for action in actions {
            match action {
                Action::Say(reply) => said.push(reply.to_string()),
                Action::SayAt(_, reply) => said.push(reply.to_string()),
                Action::Work(Job::Think { id, game, task, ponder }) => self.searches.push((id, game, task, ponder)),
                Action::Work(Job::Use(..)) => self.done.push("use"),
                Action::Work(Job::NewGame) => self.done.push("new game"),
                Action::Work(Job::Resize(_)) => self.done.push("resize"),
                Action::Work(Job::Threads(_)) => self.done.push("threads"),
                Action::Work(Job::Tables(_)) => self.done.push("tables"),
                Action::Work(_) => self.done.push("other work"),
                Action::Settle => self.done.push("settle"),
                Action::Hit => self.done.push("hit"),
                Action::StopThinking => self.done.push("stop"),
                Action::Log(_) => self.done.push("log"),
                Action::Quit => self.done.push("quit"),
            }
        }
        said
    }

    fn hear(&mut self, line: &str) -> Vec<String> {
        let actions = self.session.line(line);
        self.carry_out(actions)
    }

    fn hear_all(&mut self, lines: &str) -> Vec<String> {
        lines.lines().flat_map(|line| self.hear(line)).collect()
    }

    /// Ends the oldest search with this line of moves.
    fn find(&mut self, line: &[&str]) -> Vec<String> {
        let (id, game, ..) = self.searches.remove(0);
        let actions = self.session.done(id, thought(game.as_ref(), line, Score::centipawns(-35)));
        self.carry_out(actions)
    }

    fn take_done(&mut self) -> Vec<&'static str> {
        std::mem::take(&mut self.done)
    }
}

fn thought(game: &dyn Arbiter, line: &[&str], score: Score) -> Thought {
    let mut game = game.duplicate();
    let line = line.iter().map(|text| game.play(text).expect("a legal move")).collect();
    Thought {
        depth: 4,
        selective_depth: 9,
        nodes: 1234,
        time: Duration::from_millis(100),
        hashfull: 7,
        tablebase_hits: 5,
        line,
        ..said::nothing(score)
    }
}

const MATED: &str = "position fen 3k4/8/8/8/8/8/i7/K7 w - - 2 2";

#[test]
fn the_handshake() {
    let mut desk = Desk::new();
    let said = desk.hear("uci");
    assert!(said[0].starts_with("id name Triptych ") && said[1].starts_with("id author "));
    assert_eq!(said.last().map(String::as_str), Some("uciok"));
    for option in [
        "UCI_Variant type combo default ultima var ultima var shashmaty var shashmaty-damka var shashmaty-dragon var chameleon",
        "Hash type spin default 64 min 1 max 131072",
        "Threads type spin default 1 min 1 max 256",
        "MultiPV type spin default 1 min 1 max 256",
        "Ponder type check default false",
        "Move Overhead type spin default 30 min 0 max 10000",
        "Skill Level type spin default 20 min 0 max 20",
        "Contempt type spin default 0 min -500 max 500",
        "Chameleon Terrain type string default N*RBQ*N/*PBPBP*/RNPNPNR/QBQBQBQ/RNPNPNR/*PBPBP*/N*QBR*N",
        "Chameleon Start type string default n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 0 1",
        "OwnBook type check default true",
        "BookFile type string default <empty>",
        "BookDepth type spin default 60 min 0 max 1000",
        "BookVariety type spin default 50 min 0 max 100",
        "ExperienceFile type string default <empty>",
        "TablebasePath type string default <empty>",
        "UCI_AnalyseMode type check default false",
        "UCI_ShowWDL type check default false",
        "Clear Hash type button",
        "Debug Log File type string default <empty>",
    ] {
        assert!(said.contains(&format!("option name {option}")), "{option}\n{said:#?}");
    }
    assert_eq!(desk.hear("isready"), ["readyok"]);
    assert_eq!(desk.done, ["use", "settle"]);
}

#[test]
fn the_start_is_told_at_once() {
    let mut desk = Desk::new();
    let start = "info string variant chameleon files 7 ranks 7 pocket 0 template fairy startpos \
                 n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 0 1";
    assert_eq!(desk.hear("setoption name uci_variant value chameleon"), [start]);
    let said = desk.hear("setoption name UCI_Variant value chess");
    assert!(said.len() == 1 && said[0].contains("there is no game 'chess'"), "{said:?}");
    desk.hear("position startpos\ngo depth 1");
    assert_eq!(desk.session.variant, Variant::Chameleon);
}

#[test]
fn a_terrain_that_the_start_does_not_fit_is_refused() {
    let open = "PPPPPPP/PPPPPPP/RRRRRRR/QQQQQQQ/NNNNNNN/PPPPPPP/PPPPPPP";
    let start = "k6/p6/7/7/7/6P/6K w - - 0 1";
    let mut desk = Desk::new();
    desk.hear("setoption name UCI_Variant value chameleon");
    let said = desk.hear(&format!("setoption name Chameleon Terrain value {open}"));
    assert!(said.len() == 1 && said[0].starts_with("info string Chameleon Terrain is refused: "), "{said:?}");
    assert!(desk.hear(&format!("position fen {start}"))[0].contains("the old position is kept"));
    // The start first, and then the terrain that it fits.
    assert!(desk.hear(&format!("setoption name Chameleon Start value {start}"))[0].contains("waits"));
    let said = desk.hear(&format!("setoption name Chameleon Terrain value {open}"));
    assert!(said.len() == 1 && said[0].ends_with(&format!(" startpos {start}")), "{said:?}");
    assert_eq!(desk.session.game.fen(), start);
}

#[test]
fn a_go_is_answered_by_one_best_move() {
    let mut desk = Desk::new();
    assert!(desk.hear_all("position startpos moves a2a3\ngo wtime 5000 btime 3000 binc 100 movestogo 3").is_empty());
    let (_, game, task, ponder) = &desk.searches[0];
    assert_eq!(game.plies(), 1);
    let clock = task.limits.clock.expect("a clock");
    assert_eq!((clock.left, clock.moves_to_go, *ponder), (3000, Some(3), false));
    assert_eq!(desk.find(&["a7a6", "b2b3"]), ["bestmove a7a6 ponder b2b3"]);
    assert_eq!(desk.take_done(), ["use"]);
    // The next one needs no new engine; it is stopped.
    desk.hear("go");
    assert!(desk.hear("stop").is_empty());
    assert_eq!(desk.take_done(), ["stop"]);
    assert_eq!(desk.find(&["a7a6"]), ["bestmove a7a6"]);
    assert!(desk.hear("stop").is_empty());
}

#[test]
fn a_move_is_held_back_until_it_is_asked_for() {
    for (go, release) in [("go infinite", "stop"), ("go ponder movetime 5", "ponderhit"), ("go ponder", "stop")] {
        let mut desk = Desk::new();
        desk.hear("position startpos");
        assert!(desk.hear(go).is_empty());
        assert!(desk.find(&["a2a3"]).is_empty(), "{go}: it has nothing more to find");
        assert_eq!(desk.hear(release), ["bestmove a2a3"], "{go}");
        assert!(desk.hear(release).is_empty());
    }
    // `ponderhit` does not end a search without end.
    let mut desk = Desk::new();
    desk.hear("go infinite");
    assert!(desk.find(&["a2a3"]).is_empty());
    assert!(desk.hear("ponderhit").is_empty());
    assert_eq!(desk.hear("stop"), ["bestmove a2a3"]);
}

#[test]
fn pondering_goes_on_when_it_was_right() {
    let mut desk = Desk::new();
    desk.hear("position startpos moves a2a3 a7a6");
    desk.hear("go ponder wtime 1000 btime 1000");
    assert!(desk.searches[0].3);
    desk.take_done();
    assert!(desk.hear("ponderhit").is_empty());
    assert_eq!(desk.take_done(), ["hit"]);
    assert_eq!(desk.find(&["b2b3"]), ["bestmove b2b3"]);
}

#[test]
fn a_second_go_ends_the_first() {
    let mut desk = Desk::new();
    desk.hear("position startpos");
    desk.hear("go infinite");
    desk.hear("go depth 3");
    assert_eq!(desk.take_done(), ["use", "stop"]);
    assert_eq!(desk.find(&["a2a3"]), ["bestmove a2a3"]);
    assert_eq!(desk.find(&["b2b3"]), ["bestmove b2b3"]);
}

#[test]
fn what_a_second_go_has_to_say_waits_for_the_first_best_move() {
    let mut desk = Desk::new();
    desk.hear("position startpos");
    desk.hear("go infinite");
    desk.hear(MATED);
    // The second root is ended and its answer known at once; a third one is searched.
    assert!(desk.hear("go depth x").is_empty());
    desk.hear("position startpos");
    assert!(desk.hear("go depth 3 searchmoves a2a3 a2a9").is_empty());
    let said = desk.find(&["a2a3"]);
    let starts = [
        "bestmove a2a3",
        "info string go: ",
        "info depth 0 score mate 0",
        "info string ",
        "bestmove (none)",
        "info string searchmoves: ",
    ];
    assert_eq!(said.len(), starts.len(), "{said:#?}");
    assert!(said.iter().zip(starts).all(|(line, start)| line.starts_with(start)), "{said:#?}");
    assert_eq!(desk.find(&["b2b3"]), ["bestmove b2b3"]);
}

#[test]
fn a_search_that_takes_long_tells_where_it_is() {
    let mut desk = Desk::new();
    desk.hear("position startpos");
    desk.hear("go infinite");
    let played = desk.session.game.duplicate().play("b2b3").expect("a legal move");
    let trying = Trying { depth: 12, played, number: 7, of: 30 };
    let actions = desk.session.trying(1, trying.clone());
    assert_eq!(desk.carry_out(actions), ["info depth 12 currmove b2b3 currmovenumber 7"]);
    assert!(desk.session.trying(2, trying).is_empty(), "no such search");
}

#[test]
fn an_ended_root() {
    let mut desk = Desk::new();
    assert!(desk.hear(MATED).is_empty());
    for go in ["go", "go depth 5", "go movetime 100", "go wtime 1 btime 1"] {
        let said = desk.hear(go);
        assert_eq!(said.last().map(String::as_str), Some("bestmove (none)"), "{go}: {said:?}");
        assert!(said[0].starts_with("info depth 0 score mate "), "{said:?}");
    }
    for (go, release) in [("go infinite", "stop"), ("go ponder", "stop"), ("go ponder", "ponderhit")] {
        let said = desk.hear(go);
        assert!(said.iter().all(|line| line.starts_with("info ")), "{said:?}");
        assert_eq!(desk.hear(release), ["bestmove (none)"], "{go}");
    }
    assert!(desk.searches.is_empty());
}

#[test]
fn drawn_roots_are_searched_all_the_same() {
    let mut desk = Desk::new();
    desk.hear("position fen k7/8/8/8/8/8/8/KP6 w - - 100 80");
    desk.hear("go depth 1");
    assert_eq!(desk.find(&["a1a2"]), ["bestmove a1a2"]);
    let there = " a1a2 a8a7 a2a1 a7a8".repeat(5);
    desk.hear(&format!("position fen k7/8/8/8/8/8/8/KP6 w - - 0 1 moves{there}"));
    assert_eq!(desk.session.game.plies(), 20);
    desk.hear("go depth 1");
    assert_eq!(desk.searches.len(), 1);
}

#[test]
fn what_cannot_be_read_keeps_the_old_position() {
    let mut desk = Desk::new();
    desk.hear("position startpos moves a2a3");
    let before = desk.session.game.fen();
    for line in [
        "position fen x",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves a2a3 a2a3",
        "position startpos moves nonsense",
        "position",
        "position startpos a2a3",
    ] {
        let said = desk.hear(line);
        assert!(said.len() == 1 && said[0].starts_with("info string "), "{line}: {said:?}");
        assert_eq!(desk.session.game.fen(), before, "{line}");
    }
    // Fewer fields, and Black to move.
    assert!(desk.hear("position fen k7/8/8/8/8/8/8/KP6 b").is_empty());
    desk.hear("go depth 1");
    assert_eq!(desk.find(&["a8a7"]), ["bestmove a8a7"]);
}

#[test]
fn moves_that_are_searched() {
    let mut desk = Desk::new();
    desk.hear("position startpos");
    let said = desk.hear("go searchmoves a2a3 x9 a7a6 b2-b3 depth 2");
    assert_eq!(said.len(), 2, "{said:?}");
    assert_eq!(desk.searches[0].2.only, ["a2a3", "b2b3"]);
}

#[test]
fn a_mate_that_is_found_ends_the_search() {
    let mut desk = Desk::new();
    desk.hear("position startpos");
    desk.hear("go mate 2");
    desk.take_done();
    let (id, game, ..) = desk.searches.remove(0);
    let tell = |desk: &mut Desk, score| {
        let actions = desk.session.thought(id, thought(game.as_ref(), &["a2a3"], score));
        desk.carry_out(actions);
        desk.take_done()
    };
    assert!(tell(&mut desk, Score::won_in(7)).is_empty());
    assert!(tell(&mut desk, Score::lost_in(2)).is_empty());
    assert_eq!(tell(&mut desk, Score::won_in(3)), ["stop"]);
}

#[test]
fn info_lines() {
    let mut desk = Desk::new();
    desk.hear("position startpos");
    desk.hear("setoption name UCI_ShowWDL value true");
    desk.hear("go infinite");
    let (id, game, ..) = desk.searches.remove(0);
    let second = Thought {
        rank: 2,
        bound: Some(crate::search::Bound::Lower),
        ..thought(game.as_ref(), &["a2a3", "a7a6"], Score::lost_in(4))
    };
    let actions = desk.session.thought(id, second);
    let line = "info depth 4 seldepth 9 multipv 2 score mate -2 lowerbound wdl 0 0 1000 nodes 1234 nps 12340 \
                hashfull 7 tbhits 5 time 100 pv a2a3 a7a6";
    assert_eq!(desk.carry_out(actions), [line]);
    let actions = desk.session.thought(99, thought(game.as_ref(), &["a2a3"], Score::DRAW));
    assert!(actions.is_empty(), "no such search");
}

#[test]
fn options() {
    let mut desk = Desk::new();
    desk.hear("isready");
    desk.take_done();
    for (line, done) in [
        ("setoption name Hash value -3", "resize"),
        ("setoption name HASH value 99999999999999999999", "resize"),
        ("setoption name Threads value 4", "threads"),
        ("setoption name Clear Hash", "new game"),
        ("ucinewgame", "new game"),
        ("setoption name Debug Log File value x", "log"),
        ("setoption name TablebasePath value /no/tables", "tables"),
    ] {
        assert!(desk.hear(line).is_empty(), "{line}");
        assert_eq!(desk.take_done(), [done], "{line}");
    }
    for line in [
        "setoption name Hash value lots",
        "setoption name Threads",
        "setoption name Nonsense value 1",
        "setoption name UCI_ShowWDL value maybe",
        "setoption name BookFile value /no/book",
        "setoption Hash 5",
    ] {
        let said = desk.hear(line);
        assert!(said.len() == 1 && said[0].starts_with("info string "), "{line}: {said:?}");
        assert!(desk.take_done().is_empty());
    }
    assert_eq!(desk.hear("setoption name BookFile value <empty>"), [""; 0]);
    desk.hear("setoption name Skill Level value 3\nsetoption name Contempt value 20\nsetoption name MultiPV value 3");
    desk.hear_all(
        "setoption name Skill Level value 3\nsetoption name Contempt value 20\nsetoption name MultiPV value 3",
    );
    desk.hear("go");
    let task = &desk.searches[0].2;
    assert_eq!((task.skill, task.contempt, task.lines), (Some(3), 20, 3));
}

#[test]
fn unknown_lines_and_moves_are_told_apart() {
    let mut desk = Desk::new();
    assert_eq!(desk.hear("hello"), ["info string unknown command: hello"]);
    assert_eq!(desk.hear("xboard"), ["info string unknown command: xboard"]);
    assert!(desk.hear("position startpos moves a2a9")[0].starts_with("info string illegal move: "));
    assert!(desk.hear("register later").is_empty());
    assert!(desk.hear("").is_empty());
    // What is asked beside the game leaves it as it is.
    desk.hear("position startpos moves a2a3");
    let fen = desk.session.game.fen();
    for line in ["bench", "bench ultima", "eval", "go perft 3", "d", "debug on"] {
        desk.hear(line);
        assert_eq!(desk.session.game.fen(), fen, "{line}");
    }
}

#[test]
fn the_board_is_drawn_without_colours() {
    let said = Desk::new().hear("d");
    assert!(said.iter().any(|line| line.starts_with("clxwkxli/pppppppp/")), "{said:?}");
    assert!(said.iter().all(|line| !line.contains('\u{1b}')));
}

/// Games at random, told whole after every move: no legal move is ever called illegal.
#[test]
fn random_games_are_taken_as_they_are() {
    let mut random = StdRng::seed_from_u64(11);
    for number in 0..300 {
        let variant = Variant::ALL[number % Variant::ALL.len()];
        let mut desk = Desk::new();
        desk.hear(&format!("setoption name UCI_Variant value {variant}"));
        let mut game = variant.arbiter(None).expect("a game");
        let mut texts = Vec::new();
        for _ in 0..random.random_range(5..60) {
            let moves = game.moves();
            let Some(text) = moves.choose(&mut random) else { break };
            game.play(text).expect("a legal move");
            texts.push(text.clone());
        }
        let said = desk.hear(&format!("position startpos moves {}", texts.join(" ")));
        assert!(said.is_empty(), "{said:?}");
        assert_eq!(desk.session.game.fen(), game.fen());
    }
}

/// Any commands in any order: the number of best moves is the number of searches that were asked for.
#[test]
fn any_commands_in_any_order() {
    const LINES: [&str; 20] = [
        "go",
        "go infinite",
        "go ponder",
        "go depth 2",
        "stop",
        "ponderhit",
        "position startpos",
        MATED,
        "isready",
        "uci",
        "ucinewgame",
        "setoption name Hash value 3",
        "setoption name UCI_Variant value shashmaty",
        "d",
        "nonsense",
        "setoption name UCI_Variant value ultima",
        "position fen x",
        "go mate 1",
        "go wtime -5 btime 0",
        "go searchmoves",
    ];
    let mut random = StdRng::seed_from_u64(12);
    for _ in 0..200 {
        let mut desk = Desk::new();
        let (mut asked, mut answered) = (0, 0);
        let count = |said: Vec<String>| said.iter().filter(|line| line.starts_with("bestmove ")).count();
        for _ in 0..100 {
            if random.random_range(0..4) == 0 && !desk.searches.is_empty() {
                let first = desk.searches[0].1.moves()[0].clone();
                answered += count(desk.find(&[&first]));
            } else {
                let line = LINES.choose(&mut random).expect("a line");
                asked += usize::from(line.starts_with("go"));
                answered += count(desk.hear(line));
            }
        }
        answered += count(desk.hear("stop"));
        while !desk.searches.is_empty() {
            let first = desk.searches[0].1.moves()[0].clone();
            answered += count(desk.find(&[&first]));
        }
        assert_eq!(asked, answered);
    }
}
