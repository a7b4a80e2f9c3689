//! A solver that knows nothing of the tables' code: positions are texts, moves come from the reference rules, and values
//! are found forward, round by round, over all positions at once.

use std::collections::HashMap;

use rayon::prelude::*;
use triptych_reference::Rules;

/// How a game's positions may be turned without a change of value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turning {
    /// By half a turn, with the sides exchanged.
    HalfTurn,
    /// In all eight ways, with the sides exchanged or not.
    AllWays,
}

/// All positions that some positions lead to, with their values.
pub(crate) struct Solution {
    pub(crate) positions: Vec<String>,
    /// Plies to the end and one more, negative for a loss, 0 for a draw.
    pub(crate) values: Vec<i32>,
}

/// The texts of all positions that are the same by turning, given placement and turn.
pub(crate) fn images(text: &str, turning: Turning) -> Vec<String> {
    let (placement, turn) = text.split_once(' ').expect("two fields");
    let grid: Vec<Vec<char>> = placement
        .split('/')
        .map(|row| {
            let cell = |c: char| match c.to_digit(10) {
                Some(run) => vec!['.'; run as usize],
                None => vec![c],
            };
            row.chars().flat_map(cell).collect()
        })
        .collect();
    let last = grid.len() - 1;
    let exchange = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let write = |at: &dyn Fn(usize, usize) -> (usize, usize), swap: bool| {
        let mut rows = Vec::new();
        for row in 0..=last {
            let (mut text, mut run) = (String::new(), 0);
            for column in 0..=last {
                let (from_row, from_column) = at(row, column);
                match grid[from_row][from_column] {
                    '.' => run += 1,
                    c => {
                        if run > 0 {
                            text.push_str(&run.to_string());
                        }
                        run = 0;
                        text.push(if swap { exchange(c) } else { c });
                    }
                }
            }
            if run > 0 {
                text.push_str(&run.to_string());
            }
            rows.push(text);
        }
        let turn = if swap == (turn == "w") { "b" } else { "w" };
        format!("{} {turn}", rows.join("/"))
    };
    match turning {
        Turning::HalfTurn => {
            vec![write(&|row, column| (row, column), false), write(&|row, column| (last - row, last - column), true)]
        }
        Turning::AllWays => (0..16)
            .map(|way| {
                let at = move |row: usize, column: usize| {
                    let row = if way & 1 == 0 { row } else { last - row };
                    let column = if way & 2 == 0 { column } else { last - column };
                    if way & 4 == 0 { (row, column) } else { (column, row) }
                };
                write(&at, way & 8 != 0)
            })
            .collect(),
    }
}

/// The one of a position's images that stands for all.
pub(crate) fn canonical(text: &str, turning: Turning) -> String {
    images(text, turning).into_iter().min().expect("there is one")
}

/// All placements of these pieces on the squares of an empty board that are allowed by row and column, with either side to
/// move; `board` is its FEN.
pub(crate) fn placements(board: &str, pieces: &str, allowed: fn(usize, usize) -> bool) -> Vec<String> {
    let rows: Vec<Vec<char>> = board
        .split('/')
        .map(|row| {
            let cell = |c: char| vec![if c.is_ascii_digit() { '.' } else { c }; c.to_digit(10).unwrap_or(1) as usize];
            row.chars().flat_map(cell).collect()
        })
        .collect();
    let mut boards = vec![rows];
    for piece in pieces.chars() {
        let mut next = Vec::new();
        for board in &boards {
            for row in 0..board.len() {
                for column in 0..board.len() {
                    if board[row][column] == '.' && allowed(row, column) {
                        let mut board = board.clone();
                        board[row][column] = piece;
                        next.push(board);
                    }
                }
            }
        }
        boards = next;
    }
    let text = |board: &Vec<Vec<char>>| {
        let row = |row: &Vec<char>| {
            let (mut text, mut run) = (String::new(), 0);
            for &c in row.iter().chain(['|'].iter()) {
                if c == '.' {
                    run += 1;
                } else {
                    if run > 0 {
                        text.push_str(&run.to_string());
                    }
                    run = 0;
                    if c != '|' {
                        text.push(c);
                    }
                }
            }
            text
        };
        board.iter().map(row).collect::<Vec<_>>().join("/")
    };
    boards.iter().map(text).flat_map(|text| [format!("{text} w"), format!("{text} b")]).collect()
}

/// Solves all of these positions that the rules allow, and what they lead to.
pub(crate) fn solve(rules: &Rules, seeds: Vec<String>, turning: Turning) -> Solution {
    let mut positions: Vec<String> = Vec::new();
    let mut numbers: HashMap<String, u32> = HashMap::new();
    // What ends there: the value, if the game does.
    let (mut ends, mut children): (Vec<Option<i32>>, Vec<Vec<u32>>) = (Vec::new(), Vec::new());
    let mut layer: Vec<String> = seeds.par_iter().map(|seed| canonical(seed, turning)).collect();
    layer.par_sort_unstable();
    layer.dedup();
    let mut layer: Vec<String> = layer.into_par_iter().filter(|text| rules.parse(text).is_ok()).collect();
    while !layer.is_empty() {
        for text in &layer {
            numbers.insert(text.clone(), positions.len() as u32);
            positions.push(text.clone());
        }
        let found: Vec<(Option<i32>, Vec<String>)> = layer
            .par_iter()
            .map(|text| {
                let position = rules.parse(text).expect("it was a position before");
                if let Some((score, _)) = position.result() {
                    // A game that is won is won by the side that is not to move.
                    return (Some(if score == "1/2-1/2" { 0 } else { -1 }), Vec::new());
                }
                let child =
                    |m: &triptych_reference::Move| canonical(&super::support::two_fields(&m.after.fen()), turning);
                (None, position.moves().iter().map(child).collect())
            })
            .collect();
        let mut next: Vec<String> =
            found.iter().flat_map(|(_, texts)| texts).filter(|text| !numbers.contains_key(*text)).cloned().collect();
        next.par_sort_unstable();
        next.dedup();
        let start = positions.len() as u32;
        let new: HashMap<&String, u32> = next.iter().zip(start..).collect();
        for (end, texts) in &found {
            ends.push(*end);
            children.push(texts.iter().map(|text| *numbers.get(text).unwrap_or_else(|| &new[text])).collect());
        }
        layer = next;
    }

    let mut values: Vec<i32> = ends.iter().map(|end| end.unwrap_or(0)).collect();
    let (mut round, mut quiet) = (1, 0);
    while quiet < 2 {
        // Won in so many plies or lost in so many, by what was known a round before.
        let new: Vec<(usize, i32)> = (0..values.len())
            .into_par_iter()
            .filter(|&i| values[i] == 0 && ends[i].is_none())
            .filter_map(|i| {
                let children = &children[i];
                if children.iter().any(|&child| values[child as usize] < 0) {
                    Some((i, round + 1))
                } else if children.iter().all(|&child| values[child as usize] > 0) {
                    Some((i, -round - 1))
                } else {
                    None
                }
            })
            .collect();
        quiet = if new.is_empty() { quiet + 1 } else { 0 };
        for (i, value) in new {
            values[i] = value;
        }
        round += 1;
    }
    Solution { positions, values }
}
