//! Lines in, actions out: without threads, clocks or searches, and with a window that keeps its own account.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use triptych_protocol::MoveText;
use triptych_protocol::parts::Joiner;

use super::*;
use crate::arbiter::Arbiter;
use crate::engine::Task;
use crate::frontend::Session as _;
use crate::game::notation::Reading;
use crate::search::{Clock, Limits, Score};

/// A session and whoever sits around it: a thinking thread that finds what it is told to find, and a window.
struct Desk {
    session: Session,
    /// The searches asked for that have not ended, in order, and whether they were told to.
    searches: Vec<(u64, Box<dyn Arbiter>, Task)>,
    /// Where the window's game began.
    start: Box<dyn Arbiter>,
    /// The plies on the window's board.
    plies: Vec<MoveText>,
    dialogue: Vec<String>,
}

fn game(variant: Variant, fen: Option<&str>) -> Box<dyn Arbiter> {
    variant.arbiter_from(None, fen).expect("a position")
}

impl Desk {
    fn new() -> Desk {
        Desk {
            session: Session::new(),
            searches: Vec::new(),
            start: game(FIRST, None),
            plies: Vec::new(),
            dialogue: Vec::new(),
        }
    }

    /// A session in force mode in some position.
    fn at(variant: Variant, fen: Option<&str>) -> Desk {
        let mut desk = Desk::new();
        desk.hear("new");
        desk.hear(&format!("variant {variant}"));
        desk.hear("force");
        if let Some(fen) = fen {
            assert_eq!(desk.hear(&format!("setboard {fen}")), [""; 0]);
        }
        desk
    }

    /// Carries actions out and returns what was said.
    fn carry_out(&mut self, actions: Vec<Action>) -> Vec<String> {
        let mut said = Vec::new();
        for action in actions {
            match action {
                Action::Say(reply) => {
                    if let Reply::Move(word) = &reply {
                        self.plies.push(word.read().expect("a move"));
                    }
                    self.dialogue.push(format!("< {reply}"));
                    said.push(reply.to_string());
                }
                Action::Work(Job::Think { id, game, task, .. }) => self.searches.push((id, game, task)),
                Action::Work(_) => {}
                Action::SayAt(_, reply) => said.push(reply.to_string()),
                Action::Settle => {}
                Action::Hit => self.dialogue.push("(hit)".into()),
                Action::Log(_) => self.dialogue.push("(log)".into()),
                Action::StopThinking => self.dialogue.push("(stop)".into()),
                Action::Quit => self.dialogue.push("(quit)".into()),
            }
        }
        said
    }

    /// Says a line and keeps the window's account of it.
    fn hear(&mut self, line: &str) -> Vec<String> {
        self.dialogue.push(format!("> {line}"));
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let refused = |said: &[String]| {
            said.iter()
                .any(|line| ["Illegal", "Error", "tellusererror Illegal"].iter().any(|start| line.starts_with(start)))
        };
        let actions = self.session.line(line);
        let ply = (word == "usermove").then(|| rest.parse::<MoveText>().ok()).flatten();
        let is_taken = !refused(&replies(&actions));
        match word {
            "usermove" if is_taken => self.plies.extend(ply),
            "undo" if is_taken => self.plies.truncate(self.plies.len() - 1),
            "remove" if is_taken => self.plies.truncate(self.plies.len() - 2),
            "setboard" if is_taken => {
                self.start.set_up(rest).expect("a position");
                self.plies.clear();
            }
            "new" => (self.start, self.plies) = (game(FIRST, None), Vec::new()),
            "variant" if is_taken => (self.start, self.plies) = (game(rest.parse().expect("a game"), None), Vec::new()),
            _ => {}
        }
        self.carry_out(actions)
    }

    /// Ends a search of those that were asked for, the last first, with a move.
    fn find(&mut self, text: &str) -> Vec<String> {
        let (id, game, _) = self.searches.pop().expect("a search");
        let thought = thought(game.as_ref(), &[text]);
        let actions = self.session.done(id, thought);
        self.carry_out(actions)
    }

    /// What the search that was asked for last may take.
    fn limits(&self) -> Limits {
        self.searches.last().expect("a search").2.limits
    }

    /// The plies on the window's board of a move that is not whole, as an engine says them.
    fn begun(&self) -> Vec<MoveText> {
        let mut joiner = Joiner::default();
        for ply in &self.plies {
            joiner.push(MoveText { relayed: false, ..ply.clone() }).expect("plies that go on with one another");
        }
        joiner.pending().to_vec()
    }

    /// The position must be the one that the window shows.
    fn agrees(&self) {
        let mut game = self.start.duplicate();
        let mut joiner = Joiner::default();
        for ply in &self.plies {
            if let Some(whole) =
                joiner.push(ply.clone()).unwrap_or_else(|why| panic!("{why}\n{}", self.dialogue.join("\n")))
            {
                let played = game.play_written(&[whole], Reading::Bare);
                assert!(played.is_ok(), "{played:?}\n{}", self.dialogue.join("\n"));
            }
        }
        let history = &self.session.history;
        let ours = (history.game().fen(), history.plies(), history.is_in_the_middle());
        let windows = (game.fen(), self.plies.len(), !joiner.pending().is_empty());
        assert_eq!(ours, windows, "\n{}", self.dialogue.join("\n"));
        if let Some(id) = self.session.thinking {
            let (_, searched, _) =
                self.searches.iter().find(|search| search.0 == id).expect("the search was asked for");
            assert_eq!(searched.fen(), game.fen());
            assert_eq!(self.session.side, Some(game.turn()));
        }
    }
}

fn replies(actions: &[Action]) -> Vec<String> {
    let said = |action: &Action| if let Action::Say(reply) = action { Some(reply.to_string()) } else { None };
    actions.iter().filter_map(said).collect()
}

/// A thought whose line are these moves.
fn thought(game: &dyn Arbiter, line: &[&str]) -> Thought {
    let mut game = game.duplicate();
    let line = line.iter().map(|text| game.play(text).expect("a legal move")).collect();
    Thought {
        rank: 1,
        bound: None,
        selective_depth: 0,
        depth: 4,
        score: Score::centipawns(-35),
        line,
        nodes: 1234,
        time: Duration::from_millis(678),
        hashfull: 0,
        tablebase_hits: 0,
    }
}

#[test]
fn only_the_search_that_is_wanted_is_listened_to() {
    let mut desk = Desk::at(Variant::Ultima, None);
    desk.hear("go");
    desk.hear("force");
    desk.hear("go");
    assert_eq!(desk.searches.len(), 2);
    let (old, game, _) = desk.searches.remove(0);
    let actions = desk.session.done(old, thought(game.as_ref(), &["a2a3"]));
    assert!(actions.is_empty());
    assert_eq!(desk.find("b2b3"), ["move b2b3"]);
    // It is over now: the same number once more means nothing.
    let actions = desk.session.done(2, thought(game.as_ref(), &["a2a3"]));
    assert!(actions.is_empty());
    desk.agrees();
}

#[test]
fn move_now_stops_only_what_is_under_way() {
    let mut desk = Desk::at(Variant::Ultima, None);
    assert!(desk.session.line("?").is_empty());
    desk.hear("go");
    assert!(matches!(desk.session.line("?")[..], [Action::StopThinking]));
    assert_eq!(desk.find("a2a3"), ["move a2a3"]);
    assert!(desk.session.line("?").is_empty());
}

#[test]
fn a_search_is_stopped_before_another_is_asked_for() {
    for line in
        ["force", "new", "playother", "result * {}", "setboard clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/CLXWKXLI w - - 0 1"]
    {
        let mut desk = Desk::at(Variant::Ultima, None);
        desk.hear("go");
        assert!(matches!(desk.session.line(line)[0], Action::StopThinking), "{line}");
        assert_eq!(desk.session.thinking, None, "{line}");
    }
    // What is refused stops nothing.
    for line in ["setboard x", "variant x", "usermove a2a3", "undo", "remove", "x", "option x=y", "go", "ping 1"] {
        let mut desk = Desk::at(Variant::Ultima, None);
        desk.hear("go");
        assert!(!desk.session.line(line).iter().any(|action| matches!(action, Action::StopThinking)), "{line}");
        assert_eq!(desk.session.thinking, Some(1), "{line}");
    }
}

#[test]
fn limits_of_time() {
    let seconds = Duration::from_secs;
    let mut desk = Desk::at(Variant::Ultima, None);
    let clock = |desk: &mut Desk, lines: &str| {
        lines.lines().for_each(|line| assert_eq!(desk.hear(line), [""; 0]));
        desk.hear("go");
        let limits = desk.limits();
        desk.hear("force");
        limits
    };
    let told = |left, increment, moves_to_go| Some(Clock { left, increment, moves_to_go });
    // Five minutes until something else is said.
    assert_eq!(clock(&mut desk, "").clock, told(300_000, Duration::ZERO, None));
    assert_eq!(clock(&mut desk, "level 40 5 0").clock, told(300_000, Duration::ZERO, Some(40)));
    assert_eq!(clock(&mut desk, "level 0 0:30 1.5").clock, told(30_000, Duration::from_millis(1500), None));
    assert_eq!(clock(&mut desk, "level 10 1:02.5 0,25").clock, told(62_500, Duration::from_millis(250), Some(10)));
    assert_eq!(clock(&mut desk, "time 1234\notim 99").clock, told(12_340, Duration::from_millis(250), Some(10)));
    assert_eq!(clock(&mut desk, "time -150").clock.map(|clock| clock.left), Some(-1500));
    assert_eq!(clock(&mut desk, "time 12.9").clock.map(|clock| clock.left), Some(120));
    // A new control forgets the old clock.
    assert_eq!(clock(&mut desk, "level 40 5 0").clock, told(300_000, Duration::ZERO, Some(40)));
    let limits = clock(&mut desk, "st 2.5\nsd 7");
    assert_eq!((limits.clock, limits.move_time, limits.depth), (None, Some(Duration::from_millis(2500)), Some(7)));
    let limits = clock(&mut desk, "level 0 1 1\nsd 0");
    assert_eq!((limits.clock, limits.move_time, limits.depth), (told(60_000, seconds(1), None), None, Some(1)));
    // The moves to the control are counted from the start, whoever made them.
    desk.hear("level 3 1 0");
    for (text, left) in [("a2a3", 3), ("a7a6", 3), ("b2b3", 2), ("b7b6", 2), ("c2c3", 1), ("c7c6", 1), ("d2d3", 3)] {
        desk.hear("go");
        assert_eq!(desk.limits().clock.and_then(|clock| clock.moves_to_go), Some(left), "{text}");
        desk.hear("force");
        desk.hear(&format!("usermove {text}"));
    }
    // `new` lifts the limit on depth.
    desk.hear("sd 3");
    desk.hear("new");
    desk.hear("go");
    assert_eq!(desk.limits().depth, None);
}

#[test]
fn thinking_lines() {
    let mut desk = Desk::at(Variant::Ultima, Some("7k/1c6/2i1p3/1p6/2L5/6p1/K7/5l2 w - - 0 1"));
    desk.hear("go");
    let game = desk.searches[0].1.duplicate();
    let say = |desk: &mut Desk, line: &[&str]| {
        let actions = desk.session.thought(1, thought(game.as_ref(), line));
        replies(&actions)
    };
    assert_eq!(say(&mut desk, &["c4a6"]), [""; 0], "nobody asked");
    desk.hear("post");
    assert_eq!(say(&mut desk, &["c4a6", "f1b5"]), ["4 -35 67 1234 c4xb5-a6 f1b5"]);
    // A move in parts ends the line for a window; the rest is for people.
    assert_eq!(say(&mut desk, &["c4a6c8g4g1e1", "c6c5"]), ["4 -35 67 1234 {c4a6c8g4g1e1 c6c5}"]);
    assert_eq!(say(&mut desk, &["c4a6", "f1f2", "a6c8g4g2", "c6c5"]), ["4 -35 67 1234 c4xb5-a6 f1f2 {a6c8g4g2 c6c5}"]);
    let actions = desk.session.thought(7, thought(game.as_ref(), &["c4a6"]));
    assert!(actions.is_empty(), "no such search");
    desk.hear("nopost");
    assert_eq!(say(&mut desk, &["c4a6"]), [""; 0]);
    for (score, written) in [(Score::won_in(1), 100_001), (Score::won_in(4), 100_002), (Score::lost_in(2), -100_001)] {
        assert_eq!(protocol_score(score).to_xboard(), written);
    }
}

#[test]
fn a_search_that_finds_nothing_ends_in_the_result() {
    // It is only asked where there is a move; but if it is told to stop before it has one, nothing is made up.
    let mut desk = Desk::at(Variant::Ultima, None);
    desk.hear("go");
    let (id, game, _) = desk.searches.pop().expect("a search");
    let actions = desk.session.done(id, thought(game.as_ref(), &[]));
    assert!(actions.is_empty());
    desk.agrees();
}

#[test]
fn go_between_the_parts_of_a_move() {
    let mut desk = Desk::at(Variant::Ultima, Some("7k/1c6/2i1p3/1p6/2L5/6p1/K7/5l2 w - - 0 1"));
    desk.hear("usermove c4b5,b5b7,b7c8=");
    desk.hear("go");
    assert_eq!(desk.session.side, Some(Side::Black));
    desk.hear("usermove @@@@");
    // Whose turn the window thinks it is tells nothing here.
    desk.hear("go");
    assert_eq!(desk.session.side, Some(Side::Black));
    assert!(desk.searches.is_empty());
    desk.hear("usermove c8e6,e6g4");
    assert_eq!(desk.searches.len(), 1);
    assert_eq!(desk.find("h8h7"), ["move h8h7"]);
    desk.agrees();
}

/// Where captures in parts are frequent.
const STARTS: [(Variant, Option<&str>); 7] = [
    (Variant::Ultima, Some("7k/1c6/2i1p3/1p6/2L5/6p1/K7/5l2 w - - 0 1")),
    (Variant::Ultima, Some("8/4P3/4pk2/wX1l1pP1/4p3/4P3/8/1K2c3 w - - 0 1")),
    (Variant::Ultima, None),
    (Variant::Shashmaty, Some("7k/8/8/4p1p1/8/4p1p1/5K2/8 w - - 0 1")),
    (Variant::Shashmaty, Some("8/2p1p1k1/1P6/8/8/8/8/K3k3 w - - 98 1")),
    (Variant::ShashmatyDamka, Some("5k2/8/8/8/3p1p2/8/3p1p2/K3Q3 w - - 0 1")),
    (Variant::Chameleon, None),
];

/// A line that a window might send, sensible or not.
fn any_line(desk: &Desk, random: &mut StdRng) -> String {
    let game = desk.session.history.game();
    let moves = game.moves();
    let some_move = |random: &mut StdRng| -> Vec<MoveText> {
        let text = moves.choose(random).map_or_else(|| "a1a2".to_owned(), Clone::clone);
        game.duplicate().play(&text).map_or_else(|_| vec![text.parse().expect("a move")], |played| played.lines)
    };
    match random.random_range(0..40) {
        0..12 => format!("usermove {}", some_move(random)[0].to_relayed()),
        // The next ply of a move whose first plies are on the board, if there is one.
        12..20 => {
            let begun = desk.begun();
            let played = |text: &String| game.duplicate().play(text).expect("a legal move").lines;
            let goes_on = |lines: &Vec<MoveText>| lines.len() > begun.len() && lines[..begun.len()] == begun;
            let lines: Vec<Vec<MoveText>> = moves.iter().map(played).filter(goes_on).collect();
            lines.choose(random).map_or_else(String::new, |lines| format!("usermove {}", lines[begun.len()]))
        }
        20 | 21 => "usermove @@@@".into(),
        22 => "usermove c4xb5xb7-c8=".into(),
        23 => "usermove h8h7".into(),
        24..27 => "go".into(),
        27 | 28 => "?".into(),
        29..32 => "undo".into(),
        32 => "remove".into(),
        33 => "force".into(),
        34 => "playother".into(),
        35 => ["setboard nonsense", "variant nonsense", "result * {}", "nonsense", "usermove nonsense"]
            .choose(random)
            .map_or_else(String::new, ToString::to_string),
        36 => ["time -5", "level 1 0 0", "st 0", "sd 1", "post", "ping 1", "draw", "otim 3"]
            .choose(random)
            .map_or_else(String::new, ToString::to_string),
        _ => "hard".into(),
    }
}

#[test]
fn whatever_is_said_the_window_and_the_engine_agree() {
    let mut in_the_middle = 0;
    for seed in 0..600 {
        let mut random = StdRng::seed_from_u64(seed);
        let (variant, fen) = STARTS[seed as usize % STARTS.len()];
        let mut desk = Desk::at(variant, fen);
        for _ in 0..60 {
            let is_search_over = !desk.searches.is_empty() && random.random_ratio(1, 3);
            if is_search_over {
                let at = random.random_range(0..desk.searches.len());
                let (id, game, _) = desk.searches.remove(at);
                let is_wanted = desk.session.thinking == Some(id);
                let text = game.moves().choose(&mut random).expect("a move").clone();
                let actions = desk.session.done(id, thought(game.as_ref(), &[&text]));
                assert_eq!(is_wanted, !actions.is_empty(), "{}", desk.dialogue.join("\n"));
                desk.carry_out(actions);
            } else {
                let line = any_line(&desk, &mut random);
                let said = desk.hear(&line);
                let moves = said.iter().filter(|line| line.starts_with("move ")).count();
                assert!(moves == 0 || line == "go" || line == "?", "a stray move\n{}", desk.dialogue.join("\n"));
            }
            in_the_middle += usize::from(desk.session.history.is_in_the_middle());
            desk.agrees();
        }
        // It always comes out of the middle by taking back.
        while !desk.plies.is_empty() {
            assert_eq!(desk.hear("undo"), [""; 0]);
            desk.agrees();
        }
        assert_eq!(desk.hear("undo"), ["Error (no move to take back): undo"]);
    }
    assert!(in_the_middle > 1000, "{in_the_middle}");
}

#[test]
fn any_bytes_are_a_line() {
    let mut random = StdRng::seed_from_u64(1);
    let words = [
        "usermove",
        "setboard",
        "option",
        "level",
        "go",
        "undo",
        "ping",
        "@@@@",
        "c4xb5",
        "=",
        "-5",
        "Chameleon",
        "Terrain=",
        "/",
        "\0",
        "é",
    ];
    let mut desk = Desk::at(Variant::Chameleon, None);
    for _ in 0..20_000 {
        let number = random.random_range(0..5);
        let separator = if random.random() { " " } else { "" };
        let line: Vec<&str> = (0..number).map(|_| *words.choose(&mut random).expect("words")).collect();
        for reply in replies(&desk.session.line(&line.join(separator))) {
            assert!(!reply.contains(['\n', '\r', '\0']), "{reply:?}");
        }
    }
}

mod analysis;
mod people;
mod playing;
