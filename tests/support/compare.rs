//! One position, by both rules: everything that the engine says of it must be what the reference says.

use std::collections::BTreeMap;
use std::fmt::Debug;

use triptych::board::{Bitboard, Square};
use triptych::game::{Description, Game, notation};
use triptych_reference::{Move, Rules};

/// The most ways of one move that are looked at; a chain of many jumps can have thousands.
const WAYS: usize = 16;
/// Texts are read in one position of so many, chosen by its key: reading goes through all moves for each text.
const READING: u64 = 4;

/// Fails with a difference unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}

/// The fast and the slow rules of one game, with one setting.
pub(crate) struct Twins<G: Game> {
    /// The slow rules.
    pub(crate) rules: Rules,
    /// What the fast rules make their positions with.
    pub(crate) setting: G::Setting,
}

/// A legal move on which both rules agree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Agreed<M> {
    /// The move in the engine's terms.
    pub(crate) m: M,
    /// Whether it takes anything.
    pub(crate) captures: bool,
}

impl<G: Game> Twins<G> {
    /// The rules on this terrain, or on the game's usual board.
    pub(crate) fn new(terrain: Option<&str>) -> Twins<G> {
        let rules = Rules::new(G::NAME).expect("the reference knows the game");
        let rules = match terrain {
            Some(rows) => rules.with_terrain(rows).expect("the reference reads the terrain"),
            None => rules,
        };
        Twins { rules, setting: G::read_setting(terrain).expect("the engine reads the terrain") }
    }

    /// The engine's position of a FEN.
    pub(crate) fn parse(&self, fen: &str) -> G {
        G::parse(fen, self.setting).unwrap_or_else(|error| panic!("{fen}: {error}"))
    }

    /// The engine's position of a FEN if both rules accept it, `None` if both refuse it.
    ///
    /// # Errors
    /// Says which of them accepts what the other refuses.
    pub(crate) fn parse_if_both(&self, fen: &str) -> Result<Option<G>, String> {
        match (G::parse(fen, self.setting), self.rules.parse(fen)) {
            (Ok(fast), Ok(_)) => Ok(Some(fast)),
            (Err(_), Err(_)) => Ok(None),
            (Ok(_), Err(error)) => Err(format!("{fen}: accepted, but the reference refuses it: {error}")),
            (Err(error), Ok(_)) => Err(format!("{fen}: refused ({error}), but the reference accepts it")),
        }
    }

    /// Compares all that both say of a position, and returns its moves.
    ///
    /// # Errors
    /// The first difference, with the position's FEN.
    pub(crate) fn compare(&self, fast: &G) -> Result<Vec<Agreed<G::Move>>, String> {
        self.differences(fast).map_err(|difference| format!("{}: {difference}", fast.fen()))
    }

    fn differences(&self, fast: &G) -> Result<Vec<Agreed<G::Move>>, String> {
        let fen = fast.fen();
        let slow = self.rules.parse(&fen).map_err(|error| format!("the reference refuses it: {error}"))?;
        same("FEN", fen.as_str(), slow.fen())?;
        let read = G::parse(&fen, self.setting).map_err(|error| format!("not read back: {error}"))?;
        same("FEN read back", read.fen(), fen.clone())?;
        same("key read back", read.key(), fast.key())?;
        same("key against fresh key", fast.key(), fast.fresh_key())?;
        same("check", fast.in_check(), slow.in_check())?;

        let legal = fast.legal();
        let ours: BTreeMap<String, G::Move> = legal.iter().map(|&m| (fast.route(m).to_string(), m)).collect();
        same("moves against distinct texts", legal.len(), ours.len())?;
        same("count of moves", fast.count_moves(), legal.len() as u64)?;
        let outcome = fast.outcome(&legal).map(|outcome| (outcome.result(), outcome.reason.name()));
        same("result", outcome, slow.result())?;

        let theirs = slow.moves();
        let theirs_by_text: BTreeMap<&str, &Move> = theirs.iter().map(|m| (m.text.as_str(), m)).collect();
        same("reference's moves against distinct texts", theirs.len(), theirs_by_text.len())?;
        let extra: Vec<&String> = ours.keys().filter(|text| !theirs_by_text.contains_key(text.as_str())).collect();
        let missing: Vec<&&str> = theirs_by_text.keys().filter(|text| !ours.contains_key(**text)).collect();
        ensure!(extra.is_empty() && missing.is_empty(), "moves: not in the rules {extra:?}, missing {missing:?}");

        let said: Vec<(G::Move, Description)> = ours.values().map(|&m| (m, fast.describe(m))).collect();
        for ((text, &m), slow_move) in ours.iter().zip(&theirs) {
            compare_move(fast, m, slow_move).map_err(|error| format!("{text}: {error}"))?;
            for way in slow.routes_up_to(slow_move, WAYS) {
                follow(fast, &said, &way, m).map_err(|error| format!("{text} by way of {way}: {error}"))?;
                if fast.key().is_multiple_of(READING) {
                    let read = notation::read(fast, &way).map_err(|error| format!("{way} not read: {error}"))?;
                    same("move read", read, m)?;
                }
            }
        }
        Ok(said.iter().map(|&(m, Description { victims, .. })| Agreed { m, captures: victims.any() }).collect())
    }
}

/// What one move does.
fn compare_move<G: Game>(fast: &G, m: G::Move, slow: &Move) -> Result<(), String> {
    let mut after = fast.clone();
    after.play(m);
    same("FEN after", after.fen(), slow.after.fen())?;
    same("key after against fresh key", after.key(), after.fresh_key())?;
    same("key foretold", fast.key_after(m), after.key())?;
    same("irreversible without the counter", fast.is_irreversible(m) && after.counters().half_moves > 0, false)?;

    let said = fast.describe(m);
    same("victims", names(said.victims), slow.victims.clone())?;
    same("start", said.from.to_string().as_str(), slow.start())?;
    same("end", said.to.to_string().as_str(), slow.end())?;
    same("promotion", said.promotion, slow.promotion())?;
    let kind = |position: &G, square| position.letter_at(square).map(|letter| letter.to_ascii_lowercase());
    let (before, afterwards) = (kind(fast, said.from), kind(&after, said.to));
    same("suicide", said.suicide, afterwards.is_none())?;
    match said.promotion {
        Some(letter) => same("promoted piece", Some(letter), afterwards)?,
        None => same("what it becomes", said.becomes, afterwards.filter(|_| before != afterwards))?,
    }
    Ok(())
}

/// Checks that a path is a way of this move and of no other.
fn follow<G: Game>(position: &G, legal: &[(G::Move, Description)], way: &str, expected: G::Move) -> Result<(), String> {
    let (path, promotion) = split(way);
    let may_fit = |said: &Description| {
        said.promotion == promotion && path.first() == Some(&said.from) && path.last() == Some(&said.to)
    };
    let fitting: Vec<G::Move> =
        legal.iter().filter(|(m, said)| may_fit(said) && position.follows(*m, &path)).map(|&(m, _)| m).collect();
    same("moves that follow the path", fitting, vec![expected])
}

/// The squares and the promotion letter of a move text.
fn split(text: &str) -> (Vec<Square>, Option<char>) {
    let squares = text.as_bytes().chunks_exact(2);
    let promotion = squares.remainder().first().map(|&letter| char::from(letter));
    let named = |name| Square::named(std::str::from_utf8(name).expect("texts are ASCII")).expect("a square's name");
    (squares.map(named).collect(), promotion)
}

/// The names of the squares, in alphabetical order.
pub(crate) fn names(squares: Bitboard) -> Vec<String> {
    let mut names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    names.sort();
    names
}

fn same<T: PartialEq<U> + Debug, U: Debug>(what: &str, ours: T, theirs: U) -> Result<(), String> {
    if ours == theirs { Ok(()) } else { Err(format!("{what}: {ours:?}, expected {theirs:?}")) }
}
