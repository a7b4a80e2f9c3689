//! Tables in play: won positions are won in the time that the tables say, drawn ones are not lost.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng, rngs::StdRng};
use triptych::arbiter::Arbiter;
use triptych::board::Side;
use triptych::engine::{Engine, Task};
use triptych::game::chameleon::Chameleon;
use triptych::game::shashmaty::{Shashmaty, ShashmatyDamka, ShashmatyDragon};
use triptych::game::ultima::Ultima;
use triptych::game::{Game, Record, notation};
use triptych::search::score::Decided;
use triptych::search::{Limits, Searchable, Stop};
use triptych::tablebase::{Set, Tables, Verdict, line};
use triptych::variant::Variant;

use super::program::{self, PATIENCE, Program};
use super::support::random_position;

fn think(engine: &mut dyn Engine, game: &dyn Arbiter) -> triptych::engine::Thought {
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    engine.think(game, &Task { limits, overhead: Duration::ZERO, ..Task::default() }, Stop::new(), &mut |_| {})
}

/// Whoever plays for the engine.
trait Player {
    /// Another game begins.
    fn begin(&mut self, start: &dyn Arbiter);
    /// The engine's move in a game.
    fn best(&mut self, game: &dyn Arbiter) -> String;
    /// A move that was played.
    fn hear(&mut self, text: &str);
}

impl Player for Box<dyn Engine> {
    fn begin(&mut self, _: &dyn Arbiter) {
        self.new_game();
    }

    fn best(&mut self, game: &dyn Arbiter) -> String {
        think(self.as_mut(), game).line[0].text.clone()
    }

    fn hear(&mut self, _: &str) {}
}

/// The program, spoken to over UCI.
struct Spoken {
    program: Program,
    position: String,
}

impl Spoken {
    fn new(variant: Variant, directory: Option<&Path>) -> Spoken {
        let mut program = Program::start(&mut program::command());
        program.say(&format!("uci\nsetoption name Hash value 1\nsetoption name UCI_Variant value {variant}"));
        if let Some(directory) = directory {
            program.say(&format!("setoption name TablebasePath value {}", directory.display()));
        }
        Spoken { program, position: String::new() }
    }
}

impl Player for Spoken {
    fn begin(&mut self, start: &dyn Arbiter) {
        self.position = format!("position fen {} moves", start.fen());
        self.program.say("ucinewgame");
    }

    fn best(&mut self, _: &dyn Arbiter) -> String {
        self.program.say(&format!("{}\ngo nodes 2000", self.position));
        loop {
            let line = self.program.next(PATIENCE).expect("an answer");
            if let Some(rest) = line.strip_prefix("bestmove ") {
                return rest.split(' ').next().expect("a move").to_owned();
            }
        }
    }

    fn hear(&mut self, text: &str) {
        self.position = format!("{} {text}", self.position);
    }
}

/// Plays a position out, the engine on one side and a defender who knows the tables on the other; plies and winner.
fn play_out<G: Searchable>(
    set: &Set<G>,
    player: &mut dyn Player,
    position: &G,
    side: Side,
    random: &mut StdRng,
) -> (u16, Option<Side>) {
    let variant: Variant = G::NAME.parse().expect("a game");
    let mut game = variant.arbiter_from(None, Some(&position.fen())).expect("a position");
    player.begin(game.as_ref());
    loop {
        if let Some(outcome) = game.outcome() {
            return (game.plies() as u16, outcome.winner);
        }
        let text = if game.turn() == side {
            player.best(game.as_ref())
        } else {
            let record: &Record<G> = game.record().downcast_ref().expect("the game");
            let moves = line::moves(set, record.position()).expect("all in tables");
            let best = moves[0].1.rank();
            let equal: Vec<_> = moves.iter().filter(|(_, verdict)| verdict.rank() == best).collect();
            let (m, _) = equal.choose(random).expect("there is a move");
            notation::text(record.position(), *m)
        };
        game.play(&text).expect("a legal move");
        player.hear(&text);
    }
}

/// Plays positions of the classes with the most men out, in process or over the protocol.
fn positions_keep_their_value<G: Searchable>(directory: Option<&Path>, positions: usize, is_spoken: bool) {
    let tables = Tables::in_directories(directory.map(Path::to_owned).into_iter().collect());
    let set = tables.set::<G>(G::Setting::default()).expect("there are tables");
    let variant: Variant = G::NAME.parse().expect("a game");
    let mut player: Box<dyn Player> = if is_spoken {
        Box::new(Spoken::new(variant, directory))
    } else {
        let mut engine = variant.engine(1);
        engine.set_tables(tables);
        Box::new(engine)
    };
    let mut random = StdRng::seed_from_u64(4);
    let of_most: Vec<_> =
        set.tables().into_iter().filter(|table| table.layout().class().men() == set.most_men()).collect();
    let (mut won, mut drawn, mut tries) = (0, 0, 0);
    while won < positions {
        tries += 1;
        assert!(tries < 1_000 * positions, "{}: hardly a position is won", G::NAME);
        let table = &of_most[random.random_range(0..of_most.len())];
        let position = random_position(table.layout(), &mut random);
        let side = position.turn();
        match set.probe(&position).expect("in the table") {
            Verdict::Won(plies) if plies <= 100 => {
                let (took, winner) = play_out(&set, player.as_mut(), &position, side, &mut random);
                assert_eq!(winner, Some(side), "{} {} was won", G::NAME, position.fen());
                assert!(took <= plies, "{} {} took {took} plies, not {plies}", G::NAME, position.fen());
                won += 1;
            }
            Verdict::Drawn if drawn < positions / 10 && position.outcome(&position.legal()).is_none() => {
                let (_, winner) = play_out(&set, player.as_mut(), &position, side, &mut random);
                assert_ne!(winner, Some(!side), "{} {} was lost", G::NAME, position.fen());
                drawn += 1;
            }
            _ => {}
        }
    }
    if positions >= CAMPAIGN {
        eprintln!("{}: {won} won and {drawn} drawn positions of {} men", G::NAME, set.most_men());
    }
}

/// Positions from which on a run is one of those whose result is written down.
const CAMPAIGN: usize = 100;

#[test]
fn won_positions_are_won_and_drawn_ones_not_lost() {
    positions_keep_their_value::<Chameleon>(None, 60, false);
    positions_keep_their_value::<Shashmaty>(None, 30, false);
    positions_keep_their_value::<ShashmatyDamka>(None, 30, false);
    positions_keep_their_value::<ShashmatyDragon>(None, 30, false);
    positions_keep_their_value::<Ultima>(None, 30, false);
}

#[test]
fn and_so_they_are_over_the_protocol() {
    positions_keep_their_value::<Chameleon>(None, 10, true);
    positions_keep_their_value::<Shashmaty>(None, 5, true);
    positions_keep_their_value::<ShashmatyDamka>(None, 5, true);
    positions_keep_their_value::<ShashmatyDragon>(None, 5, true);
    positions_keep_their_value::<Ultima>(None, 5, true);
}

/// Of all tables in the directory that the variable names: `TRIPTYCH_TABLES=DIR cargo test ... -- --ignored`. Another
/// number of positions is `TRIPTYCH_POSITIONS`.
#[test]
#[ignore = "a campaign of 1,000 positions a game, with the tables of four men in the directory TRIPTYCH_TABLES"]
fn a_thousand_won_positions_a_game_are_won_over_the_protocol() {
    let directory = std::env::var_os("TRIPTYCH_TABLES").map(PathBuf::from);
    let number = std::env::var("TRIPTYCH_POSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000);
    let directory = directory.as_deref();
    // Chameleon's of four men are in the program.
    positions_keep_their_value::<Chameleon>(None, number, true);
    positions_keep_their_value::<Shashmaty>(directory, number, true);
    positions_keep_their_value::<ShashmatyDamka>(directory, number, true);
    positions_keep_their_value::<ShashmatyDragon>(directory, number, true);
    positions_keep_their_value::<Ultima>(directory, number, true);
}

/// The root's score is the table's, whatever the nodes, and a win that the counter endangers is no proven one.
#[test]
fn roots_have_the_tables_scores() {
    let variant = Variant::Chameleon;
    let set = Set::<Chameleon>::open(&[], Default::default());
    let table = set.tables().pop().expect("a table");
    let mut random = StdRng::seed_from_u64(8);
    let mut engine = variant.engine(1);
    for _ in 0..50 {
        let position = random_position(table.layout(), &mut random);
        let Some(Verdict::Won(plies)) = set.probe(&position) else { continue };
        let with_counter = |counter: u16| {
            let fen = position.fen().replace(" 0 1", &format!(" {counter} 60"));
            variant.arbiter_from(None, Some(&fen)).expect("a position")
        };
        let thought = think(engine.as_mut(), with_counter(0).as_ref());
        assert_eq!(thought.score.decided(), Some(Decided::Won(plies.into())), "{position:?}");
        assert_eq!(thought.line.len(), usize::from(plies), "{position:?}");
        if plies > 5 {
            // The next quiet move draws, and a pawn's move begins a new count.
            let late = think(engine.as_mut(), with_counter(99).as_ref()).score;
            let is_right = match late.decided() {
                Some(Decided::Won(near)) => near >= usize::from(plies),
                Some(Decided::Lost(_)) => false,
                // A draw is a hair more or less than nothing.
                None => late.value().abs() <= 1,
            };
            assert!(is_right, "{position:?}: {late}");
            // Late by two plies: it may be saved or not, but is not given up.
            let late = think(engine.as_mut(), with_counter(102 - plies).as_ref()).score;
            assert!(late.value() >= -1, "{position:?}: {late}");
        }
    }
}

/// Every position that was looked up and found is counted, and nothing else.
#[test]
fn hits_are_counted() {
    let variant = Variant::Chameleon;
    let set = Set::<Chameleon>::open(&[], Default::default());
    let table = set.tables().pop().expect("a table");
    let mut random = StdRng::seed_from_u64(15);
    let mut engine = variant.engine(1);
    let mut looked_at = 0;
    while looked_at < 20 {
        let position: Chameleon = random_position(table.layout(), &mut random);
        let won = set.probe(&position).and_then(Verdict::plies).is_some_and(|plies| plies > 4);
        // Each move leads to a position that a table has.
        let all = position.legal().iter().all(|&m| {
            let mut next = position;
            next.play(m);
            set.probe(&next).is_some() && !position.is_irreversible(m)
        });
        if !won || !all {
            continue;
        }
        looked_at += 1;
        let game = variant.arbiter_from(None, Some(&position.fen())).expect("a position");
        let limits = Limits { depth: Some(1), ..Limits::default() };
        for threads in [1, 2] {
            engine.set_threads(threads);
            let task = Task { limits, ..Task::default() };
            let thought = engine.think(game.as_ref(), &task, Stop::new(), &mut |_| {});
            // The root is a node and is looked up, and so is each position after it.
            assert_eq!(thought.tablebase_hits, thought.nodes, "{} {threads}", position.fen());
            assert!(thought.nodes as usize > position.legal().len(), "{}", position.fen());
        }
    }
    engine.set_tables(Tables::none());
    let game = variant.arbiter(None).expect("a game");
    assert_eq!(think(engine.as_mut(), game.as_ref()).tablebase_hits, 0);
}

#[test]
fn an_engine_can_do_without_tables() {
    let game =
        Variant::Chameleon.arbiter_from(None, Some("1*1k1*1/*5*/7/7/7/*5*/K*Q2*N w - - 0 1")).expect("a position");
    let mut engine = Variant::Chameleon.engine(1);
    let with = think(engine.as_mut(), game.as_ref());
    engine.set_tables(Tables::none());
    engine.new_game();
    let without = think(engine.as_mut(), game.as_ref());
    assert!(with.depth <= 2 && without.depth > 2, "{} {}", with.depth, without.depth);
}
