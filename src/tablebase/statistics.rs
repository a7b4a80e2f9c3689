//! What tables come to: wins, draws and losses of each class, its longest win, and results by the square of a single man.

use serde::Serialize;

use super::file::{Table, TableError};
use super::{Set, Tabled, Verdict, line};
use crate::board::Side;
use crate::game::notation;

/// What one army can do against another when it is to move.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The armies, such as `KXX-K`; the first is to move.
    pub class: String,
    /// Which army is to move: 0 for the first of the name, 1 for the second.
    pub mover: usize,
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that nobody wins.
    pub draws: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// The longest win of the side to move.
    pub longest_win: Option<Longest>,
    /// The longest loss of the side to move.
    pub longest_loss: Option<Longest>,
    /// Results by the square of the only man that is no king, in classes that have just one, with its side to move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<SquareCount>,
}

/// The longest way to an end.
#[derive(Clone, Debug, Serialize)]
pub struct Longest {
    /// Plies to the end.
    pub plies: u16,
    /// A position from which it takes so long.
    pub fen: String,
    /// Best play from there.
    pub line: Vec<String>,
}

/// What a man on one square is worth.
#[derive(Clone, Debug, Serialize)]
pub struct SquareCount {
    /// The square's name.
    pub square: String,
    /// The letter of what stands there.
    pub kind: char,
    /// Positions that the man's side wins.
    pub wins: u64,
    /// All positions with the man there.
    pub positions: u64,
}

/// What a table comes to, half by half.
///
/// # Errors
/// If the table cannot be read.
pub fn summaries<G: Tabled>(set: &Set<G>, table: &Table<G>) -> Result<Vec<Summary>, TableError> {
    let layout = table.layout();
    let class = layout.class();
    let longest = |found: Option<(u16, u64)>| {
        let (plies, number) = found?;
        let position = layout.position(number as usize)?;
        Some(Longest { plies, fen: position.fen(), line: words(&position, &line::best(set, &position)) })
    };
    let mut summaries = Vec::new();
    for (mover, count) in table.counts().iter().enumerate() {
        summaries.push(Summary {
            class: class.name::<G>(),
            mover,
            wins: count.wins,
            draws: count.draws,
            losses: count.losses,
            longest_win: longest(count.longest_win),
            longest_loss: longest(count.longest_loss),
            squares: if mover == 0 && class.men() == 3 { squares(table)? } else { Vec::new() },
        });
    }
    Ok(summaries)
}

/// The texts of a line's moves.
pub fn words<G: Tabled>(position: &G, line: &[G::Move]) -> Vec<String> {
    let mut at = position.clone();
    let say = |&m: &G::Move| {
        let text = notation::text(&at, m);
        at.play(m);
        text
    };
    line.iter().map(say).collect()
}

/// The results of a class of three men by the square of the one that is no king; empty where all are kings.
fn squares<G: Tabled>(table: &Table<G>) -> Result<Vec<SquareCount>, TableError> {
    let layout = table.layout();
    let mut counts: Vec<Option<SquareCount>> = vec![None; 64];
    for number in layout.halves().first().cloned().unwrap_or_default() {
        let Some(position) = layout.position(number) else { continue };
        let man = (1..G::LETTERS.len()).find_map(|kind| position.group(Side::White, kind).first());
        let Some((square, letter)) = man.and_then(|square| Some((square, position.letter_at(square)?))) else {
            continue;
        };
        let is_win = matches!(Verdict::of_code(table.code(number)?), Verdict::Won(_));
        let count = counts[square.index()].get_or_insert_with(|| SquareCount {
            square: square.to_string(),
            kind: letter.to_ascii_uppercase(),
            wins: 0,
            positions: 0,
        });
        count.wins += u64::from(is_win);
        count.positions += 1;
    }
    Ok(counts.into_iter().flatten().collect())
}
