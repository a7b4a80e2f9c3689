//! What games start from, so that no two pairs of games are the same: positions, games begun elsewhere, random moves.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, ensure};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};

use crate::arbiter::Arbiter;
use crate::book::{self, shipped};
use crate::engine::{Engine, Task};
use crate::game::PositionError;
use crate::pgn::read::{Game, Reader};
use crate::pgn::replay::{Fault, Usual, replay};
use crate::search::{Limits, Searchable, Stop};
use crate::variant::{Variant, Visitor};

/// Where a game starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The position, in place of the match's own.
    pub fen: Option<String>,
    /// Moves that are played from there before the engines take over.
    pub moves: Vec<String>,
}

/// All openings of a match.
#[derive(Clone, Debug)]
pub enum Openings {
    /// These, one after the other, and again from the first when all were used.
    List(Vec<Opening>),
    /// Random moves.
    Random(Random),
}

/// Random moves to positions that the engine holds to be balanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random {
    /// How many moves.
    pub plies: usize,
    /// The greatest advantage of any side, in centipawns; `None` takes all positions.
    pub balance: Option<i32>,
    /// Where the random numbers start from.
    pub seed: u64,
}

/// The order in which a list of openings is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As the file has them.
    #[default]
    Sequential,
    /// Shuffled, always alike for the same seed.
    Random,
}

impl FromStr for Order {
    type Err = String;

    fn from_str(text: &str) -> Result<Order, String> {
        match text {
            "sequential" => Ok(Order::Sequential),
            "random" => Ok(Order::Random),
            _ => Err(format!("there is no '{text}'; the orders are sequential and random")),
        }
    }
}

/// The engine that judges whether a position is balanced.
pub struct Judge {
    variant: Variant,
    engine: Option<Box<dyn Engine>>,
}

/// What the judge may look at, in positions: enough to see what hangs.
const JUDGE_NODES: u64 = 400;
/// The judge's table in MiB.
const JUDGE_TABLE: usize = 1;
/// So many random ways are tried before the most balanced of them has to do.
const ATTEMPTS: usize = 100;

impl Judge {
    /// A judge of this game; its engine is made when it is first asked.
    pub fn new(variant: Variant) -> Judge {
        Judge { variant, engine: None }
    }

    fn engine(&mut self) -> &mut dyn Engine {
        self.engine.get_or_insert_with(|| self.variant.engine(JUDGE_TABLE)).as_mut()
    }

    /// Forgets the positions that it has judged, so that the next one is judged as by a new judge.
    fn forget(&mut self) {
        self.engine().new_game();
    }

    /// The advantage of one side or the other in centipawns.
    fn imbalance(&mut self, game: &dyn Arbiter) -> i32 {
        let limits = Limits { nodes: Some(JUDGE_NODES), ..Limits::default() };
        let task = Task { limits, ..Task::default() };
        self.engine().think(game, &task, Stop::new(), &mut |_| {}).score.value().saturating_abs()
    }
}

impl Openings {
    /// The opening of the pair with this number; always the same one for the same number.
    pub fn opening(&self, pair: usize, start: &dyn Arbiter, judge: &mut Judge) -> Opening {
        match self {
            Openings::List(list) => list[pair % list.len()].clone(),
            Openings::Random(random) => random.opening(pair, start, judge),
        }
    }

    /// Openings out of a book, the one in the program if no file is named, in an order that a seed decides on. They have
    /// `plies` moves from the start; `balance` is the greatest advantage of a side in centipawns.
    ///
    /// # Errors
    /// If there is no book, it is refused, or it has no such opening from this position.
    pub fn of_book(
        variant: Variant,
        start: &dyn Arbiter,
        path: Option<&Path>,
        wanted: &book::openings::Wanted,
    ) -> anyhow::Result<Openings> {
        struct Lines<'a>(&'a str, Option<&'a Path>, &'a book::openings::Wanted);
        impl Visitor for Lines<'_> {
            type Output = anyhow::Result<Vec<book::openings::Line>>;
            fn visit<G: Searchable>(self, setting: G::Setting) -> Self::Output {
                let Lines(fen, path, wanted) = self;
                let book = shipped::or_file::<G>(path, setting)?;
                let book = book.with_context(|| format!("the program has no book of {} for this board", G::NAME))?;
                Ok(book::openings::lines(&book, &G::parse(fen, setting)?, wanted))
            }
        }
        let lines = variant.visit(start.terrain().as_deref(), Lines(&start.fen(), path, wanted))??;
        let list: Vec<Opening> = lines.into_iter().map(|line| Opening { fen: None, moves: line.moves }).collect();
        ensure!(!list.is_empty(), "the book has no balanced opening of {} plies from this position", wanted.plies);
        Ok(Openings::List(list))
    }

    /// Reads a file: of positions (one a line, FEN or EPD), or of games if its name ends in `.pgn`, of which the first
    /// `plies` moves are taken. All are checked.
    ///
    /// # Errors
    /// If the file cannot be read, holds none, or one of them is no opening of this game.
    pub fn read(
        path: &Path,
        start: &dyn Arbiter,
        plies: Option<usize>,
        order: Order,
        seed: u64,
    ) -> anyhow::Result<Openings> {
        let file = File::open(path).with_context(|| format!("{} could not be read", path.display()))?;
        let mut file = BufReader::new(file);
        let is_pgn = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
        let list = if is_pgn {
            games(file, start, plies)
        } else {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).with_context(|| format!("{} could not be read", path.display()))?;
            positions(&String::from_utf8_lossy(&bytes), start)
        };
        let mut list = list.with_context(|| path.display().to_string())?;
        ensure!(!list.is_empty(), "{} holds no openings", path.display());
        if order == Order::Random {
            list.shuffle(&mut StdRng::seed_from_u64(seed));
        }
        Ok(Openings::List(list))
    }
}

fn positions(text: &str, start: &dyn Arbiter) -> anyhow::Result<Vec<Opening>> {
    let mut list = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = Opening { fen: Some(fen_of(line)), moves: Vec::new() };
        list.push(opening.checked(start).with_context(|| format!("line {}", number + 1))?);
    }
    Ok(list)
}

/// The position of a line, whose rest may be EPD's operations: a FEN has two, four or six fields.
fn fen_of(line: &str) -> String {
    let words: Vec<&str> = line.split_ascii_whitespace().map(|word| word.trim_end_matches(';')).collect();
    let is = |index: usize, holds: fn(&str) -> bool| words.get(index).is_some_and(|word| holds(word));
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let fields = if is(4, is_number) && is(5, is_number) {
        6
    } else if is(2, |word| word == "-") {
        4
    } else {
        2
    };
    words[..fields.min(words.len())].join(" ")
}

fn games(input: impl BufRead, start: &dyn Arbiter, plies: Option<usize>) -> anyhow::Result<Vec<Opening>> {
    struct Moves<'a>(&'a Game, usize);
    impl Visitor for Moves<'_> {
        type Output = Result<Vec<String>, Fault>;
        fn visit<G: Searchable>(self, setting: G::Setting) -> Self::Output {
            Ok(replay::<G>(self.0, setting, self.1)?.texts().collect())
        }
    }
    let usual = Usual { variant: Some(start.name().parse()?), terrain: start.terrain() };
    let mut list = Vec::new();
    for game in Reader::new(input) {
        let game = game?;
        let line = || format!("line {}", game.line);
        let (variant, terrain) = usual.ground(&game)?;
        ensure!(variant.name() == start.name(), "{}: it is a game of {variant}, not of {}", line(), start.name());
        let moves = variant.visit(terrain, Moves(&game, plies.unwrap_or(usize::MAX))).with_context(line)??;
        let opening = Opening { fen: game.tag("FEN").map(str::to_owned), moves };
        list.push(opening.checked(start).with_context(line)?);
    }
    Ok(list)
}

impl Opening {
    /// The game at its start, before the moves.
    ///
    /// # Errors
    /// If the position is refused.
    pub fn start(&self, start: &dyn Arbiter) -> Result<Box<dyn Arbiter>, PositionError> {
        let mut game = start.duplicate();
        if let Some(fen) = &self.fen {
            game.set_up(fen)?;
        }
        Ok(game)
    }

    /// The opening in the project's own words, if it can be played and leaves something to play.
    fn checked(&self, start: &dyn Arbiter) -> anyhow::Result<Opening> {
        let mut game = self.start(start)?;
        let fen = self.fen.as_ref().map(|_| game.fen());
        let moves: Result<Vec<String>, _> =
            self.moves.iter().map(|text| game.play(text).map(|played| played.text)).collect();
        let moves = moves?;
        ensure!(game.outcome().is_none(), "the opening leaves nothing to play");
        Ok(Opening { fen, moves })
    }
}

impl Random {
    fn opening(&self, pair: usize, start: &dyn Arbiter, judge: &mut Judge) -> Opening {
        let mut random = StdRng::seed_from_u64(self.seed.rotate_left(32) ^ pair as u64);
        let mut best: Option<(i32, Vec<String>)> = None;
        if self.balance.is_some() {
            judge.forget();
        }
        for _ in 0..ATTEMPTS {
            let Some((game, moves)) = self.walk(start, &mut random) else { continue };
            let Some(balance) = self.balance else { return Opening { fen: None, moves } };
            let imbalance = judge.imbalance(game.as_ref());
            if best.as_ref().is_none_or(|(least, _)| imbalance < *least) {
                best = Some((imbalance, moves));
            }
            if imbalance <= balance {
                break;
            }
        }
        // Where every way ends the game at once, there is nothing to begin with but the start itself.
        Opening { fen: None, moves: best.map(|(_, moves)| moves).unwrap_or_default() }
    }

    /// Random moves; `None` where the game ends on the way.
    fn walk(&self, start: &dyn Arbiter, random: &mut StdRng) -> Option<(Box<dyn Arbiter>, Vec<String>)> {
        let mut game = start.duplicate();
        let mut moves = Vec::new();
        for _ in 0..self.plies {
            let text = game.moves().choose(random)?.clone();
            moves.push(game.play(&text).ok()?.text);
            if game.outcome().is_some() {
                return None;
            }
        }
        Some((game, moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ultima() -> Box<dyn Arbiter> {
        Variant::Ultima.arbiter(None).expect("the game has a start")
    }

    #[test]
    fn random_openings_are_reproducible_different_and_balanced() {
        let start = ultima();
        let mut judge = Judge::new(Variant::Ultima);
        let random = Random { plies: 8, balance: Some(80), seed: 7 };
        let openings = Openings::Random(random);
        let mut seen = Vec::new();
        let mut imbalances = Vec::new();
        for pair in 0..20 {
            let opening = openings.opening(pair, start.as_ref(), &mut judge);
            assert_eq!(opening, openings.opening(pair, start.as_ref(), &mut Judge::new(Variant::Ultima)));
            assert_eq!(opening.moves.len(), 8);
            let mut game = start.duplicate();
            for text in &opening.moves {
                game.play(text).expect("legal");
            }
            judge.forget();
            imbalances.push(judge.imbalance(game.as_ref()));
            assert!(!seen.contains(&opening));
            seen.push(opening);
        }
        // A judge that has seen the other ways to the same opening may hold it to be a little different.
        assert!(imbalances.iter().all(|&imbalance| imbalance <= 120), "{imbalances:?}");
        let other = Openings::Random(Random { seed: 8, ..random }).opening(0, start.as_ref(), &mut judge);
        assert!(!seen.contains(&other));
    }

    #[test]
    fn positions_with_and_without_operations() {
        let board = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/CLXWKXLI";
        for (line, fen) in [
            (format!("{board} w - - 3 9"), format!("{board} w - - 3 9")),
            (format!("{board} w - - bm a2a4; id \"x 1\";"), format!("{board} w - -")),
            (format!("{board} b - - 3 9; c0 \"x\";"), format!("{board} b - - 3 9")),
            (format!("{board} w"), format!("{board} w")),
        ] {
            assert_eq!(fen_of(&line), fen);
        }
        let list =
            positions(&format!("# a comment\n\n{board} w\n{board} b - -\n"), ultima().as_ref()).expect("readable");
        assert_eq!(list.len(), 2);
        let error = positions("\nnonsense w - -\n", ultima().as_ref()).expect_err("refused");
        assert!(format!("{error:#}").starts_with("line 2: "), "{error:#}");
    }

    #[test]
    fn games_are_cut_to_length_and_checked() {
        let text = "[Variant \"ultima\"]\n\n1. a2a4 {x} a7a5 2. b2b3 *\n\n1. h2h4 h7h6 *\n";
        let list = games(text.as_bytes(), ultima().as_ref(), Some(2)).expect("readable");
        let opening = |moves: [&str; 2]| Opening { fen: None, moves: moves.map(str::to_owned).to_vec() };
        assert_eq!(list, [opening(["a2a4", "a7a5"]), opening(["h2h4", "h7h6"])]);
        assert!(games("1. a2a4 a2a5 *".as_bytes(), ultima().as_ref(), None).is_err());
        assert!(games("[Variant \"chameleon\"]\n\n*\n".as_bytes(), ultima().as_ref(), None).is_err());
    }
}
