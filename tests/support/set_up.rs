//! Random set-ups: positions that play from the start hardly reaches. They shrink to few pieces and print as FENs.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use rand::{Rng, SeedableRng, rngs::StdRng};
use triptych::board::{Bitboard, Side, Square};
use triptych::game::{Counters, Game, Layout, fen};

use super::compare::Twins;
use super::walk;

/// Where the pieces of a set-up stand; its kings stand anywhere.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Area {
    /// Anywhere.
    Board,
    /// Close together, in a window of at most this many files and ranks.
    Window(u8),
    /// On every second file of every second rank, so that each has empty squares around it, but for some in between.
    Apart,
}

/// What the pieces of a family of set-ups are.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    /// The upper-case letters of the pieces; one that stands twice comes twice as often.
    pub(crate) letters: &'static str,
    /// How many pieces there are, kings that are `kings` aside.
    pub(crate) pieces: RangeInclusive<usize>,
    /// Where they stand.
    pub(crate) area: Area,
    /// Whether each side gets one king beside those pieces.
    pub(crate) kings: bool,
    /// The terrains to choose from; none stands for the game's usual board.
    pub(crate) terrains: Vec<String>,
}

impl Family {
    /// A family of this many pieces of these kinds and a king a side.
    pub(crate) fn new(letters: &'static str, pieces: RangeInclusive<usize>) -> Family {
        Family { letters, pieces, area: Area::Board, kings: true, terrains: Vec::new() }
    }

    /// The same, in this area.
    pub(crate) fn within(self, area: Area) -> Family {
        Family { area, ..self }
    }

    /// The same without kings but those among the letters.
    pub(crate) fn without_kings(self) -> Family {
        Family { kings: false, ..self }
    }

    /// The same on these terrains.
    pub(crate) fn on(self, terrains: Vec<String>) -> Family {
        Family { terrains, ..self }
    }
}

/// One random set-up; the side to move is tried both ways.
#[derive(Clone)]
struct SetUp {
    terrain: Option<String>,
    layout: Layout,
    pieces: BTreeMap<Square, char>,
    half_moves: u16,
    /// Of the random play that goes on from here.
    seed: u64,
}

impl SetUp {
    fn fen(&self, turn: Side) -> String {
        let counters = Counters { half_moves: self.half_moves, ..Counters::default() };
        fen::write(&self.layout, |square| self.pieces.get(&square).copied(), turn, counters)
    }
}

impl fmt::Debug for SetUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terrain = self.terrain.as_deref().map_or(String::new(), |rows| format!(" on terrain {rows}"));
        write!(f, "{}{terrain}, seed {}", self.fen(Side::White), self.seed)
    }
}

/// Compares this many set-ups of a family by both rules, with each side to move, and a few moves onwards.
///
/// # Panics
/// At a difference, with the smallest set-up found that shows it; and if hardly any set-up is a legal position.
pub(crate) fn compare<G: Game>(family: Family, cases: u32) {
    const PLIES: usize = 5;
    let (mut tried, mut accepted) = (0u32, 0u32);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let counts = std::cell::RefCell::new((&mut tried, &mut accepted));
    let result = runner.run(&set_ups::<G>(family), |set_up| {
        let twins = Twins::<G>::new(set_up.terrain.as_deref());
        for turn in Side::ALL {
            *counts.borrow_mut().0 += 1;
            if let Some(position) = twins.parse_if_both(&set_up.fen(turn)).map_err(TestCaseError::fail)? {
                *counts.borrow_mut().1 += 1;
                walk::onwards(&twins, &position, PLIES, set_up.seed).map_err(TestCaseError::fail)?;
            }
        }
        Ok(())
    });
    if let Err(error) = result {
        panic!("{}: {error}", G::NAME);
    }
    assert!(accepted * 20 >= tried, "{}: only {accepted} of {tried} set-ups are positions", G::NAME);
}

fn set_ups<G: Game>(family: Family) -> impl Strategy<Value = SetUp> {
    let terrains: Vec<Option<String>> =
        if family.terrains.is_empty() { vec![None] } else { family.terrains.into_iter().map(Some).collect() };
    let letters: Vec<char> =
        family.letters.chars().flat_map(|letter| Side::ALL.map(|side| side.case(letter))).collect();
    let pieces = vec((any::<u8>(), select(letters)), family.pieces);
    // The three numbers choose a window; what they mean depends on the board.
    let place = (any::<u8>(), any::<u8>(), any::<u8>());
    let half_moves = prop_oneof![4 => Just(0u16), 1 => 90u16..=101];
    (select(terrains), pieces, any::<[u8; 2]>(), place, half_moves, any::<u64>()).prop_map(
        move |(terrain, pieces, kings, place, half_moves, seed)| {
            let layout = layout::<G>(terrain.as_deref());
            let area = squares(layout, family.area, place);
            let mut cells = BTreeMap::new();
            if family.kings {
                put(&mut cells, layout.squares, kings[0], 'K');
                put(&mut cells, layout.squares, kings[1], 'k');
            }
            for (choice, letter) in pieces {
                put(&mut cells, area, choice, letter);
            }
            SetUp { terrain, layout, pieces: cells, half_moves, seed }
        },
    )
}

/// Puts a piece on one of the area's empty squares, if there is one.
fn put(cells: &mut BTreeMap<Square, char>, area: Bitboard, choice: u8, letter: char) {
    let empty: Vec<Square> = area.into_iter().filter(|square| !cells.contains_key(square)).collect();
    if !empty.is_empty() {
        cells.insert(empty[usize::from(choice) % empty.len()], letter);
    }
}

/// The squares of the board that lie in the area.
fn squares(layout: Layout, area: Area, (file, rank, more): (u8, u8, u8)) -> Bitboard {
    let chosen = match area {
        Area::Board => layout.squares,
        Area::Window(size) => {
            let (files, ranks) = (2 + more % (size - 1), 2 + more / 16 % (size - 1));
            let (left, low) = (file % (layout.files - files + 1), rank % (layout.ranks - ranks + 1));
            let inside = |square: Square| {
                (left..left + files).contains(&square.file()) && (low..low + ranks).contains(&square.rank())
            };
            layout.squares.into_iter().filter(|&square| inside(square)).collect()
        }
        Area::Apart => {
            // Dark squares: draughtsmen jump from one to the next as well as queens do.
            let between = |square: &Square| square.file() % 2 == 1 && square.rank() % 2 == 1;
            let corner = layout.squares.into_iter().filter(|square| !between(square)).nth(usize::from(more) % 16);
            layout.squares.into_iter().filter(between).chain(corner).collect()
        }
    };
    if chosen.any() { chosen } else { layout.squares }
}

/// The board's shape on a terrain: that of the start position but for the holes.
fn layout<G: Game>(terrain: Option<&str>) -> Layout {
    let usual = G::parse(G::START, G::Setting::default()).expect("the start position fits").layout();
    let Some(rows) = terrain else { return usual };
    let holes: Bitboard = (0..usual.ranks)
        .rev()
        .zip(rows.split('/'))
        .flat_map(|(rank, row)| {
            row.bytes().zip(0..).filter(|&(cell, _)| cell == b'*').map(move |(_, file)| Square::at(file, rank))
        })
        .collect();
    let whole: Bitboard = Square::all().filter(|&square| usual.contains(square)).collect();
    Layout { squares: whole - holes, ..usual }
}

/// Random terrains with random holes: from none to nearly half of the board, the colours evenly or unevenly spread.
pub(crate) fn odd_terrains(number: u64) -> Vec<String> {
    let terrain = |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let hole = [0.0, 0.1, 0.2, 0.3, 0.45][random.random_range(0..5)];
        let colours = [&b"QRBNP"[..], b"QRBNPP", b"PPPPN", b"QRB", b"NNNNNNP"][random.random_range(0..5)];
        let mut row = || -> String {
            let cell = |_| if random.random_bool(hole) { b'*' } else { colours[random.random_range(0..colours.len())] };
            (0..7).map(cell).map(char::from).collect()
        };
        (0..7).map(|_| row()).collect::<Vec<String>>().join("/")
    };
    (0..number).map(terrain).collect()
}
