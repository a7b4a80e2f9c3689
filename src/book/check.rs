//! Checking a book: every position and move by the rules, every line from the start, scores and weights by each other.

use std::collections::{BTreeMap, HashSet};

use super::file::{BookFile, Entry, MOST_ADVANTAGE};
use super::mirror::Mirrors;
use super::{Header, position_text};
use crate::game::notation;
use crate::tablebase::Tabled;

/// Something wrong in a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

/// Centipawns by which a move's score may differ from what the position after it says: books that were joined were made
/// by different searches.
const MOST_DIFFERENCE: i32 = 150;

/// Moves of a position with the keys of the positions after them.
type Moves<'a> = Vec<(&'a Entry, u64)>;

/// All that is wrong in a book of this game, in the order of its lines. That the file could be read says already that
/// its lines are sorted, and numbers within their ranges.
pub fn check<G: Tabled>(file: &BookFile, setting: G::Setting) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut fault = |line: usize, what: String| faults.push(Fault { line, what });
    if let Err(flaw) = file.header.fits::<G>(setting) {
        fault(2, flaw.to_string());
        return faults;
    }
    let start = Header::new::<G>(setting).start;
    if file.header.start != start {
        fault(3, format!("the start is {start}, not {}", file.header.start));
    }
    let mirrors = Mirrors::new::<G>(setting);
    // For each position its line, its moves with the keys of the positions after them, and the best score.
    let mut pages: BTreeMap<u64, (usize, Moves<'_>)> = BTreeMap::new();
    for (text, page) in &file.pages {
        let position = match G::parse(text, setting) {
            Ok(position) => position,
            Err(why) => {
                fault(page.line, why.to_string());
                continue;
            }
        };
        let spelt = position_text(&position);
        if spelt != *text {
            fault(page.line, format!("the position is written as {spelt}"));
        }
        if position.outcome(&position.legal()).is_some() {
            fault(page.line, "the game is over in this position".to_owned());
        }
        let mut moves = Vec::new();
        for entry in &page.moves {
            match notation::read(&position, &entry.text) {
                Err(why) => fault(page.line, why.to_string()),
                Ok(m) => {
                    let spelt = notation::text(&position, m);
                    if spelt != entry.text {
                        fault(page.line, format!("the move {} is written as {spelt}", entry.text));
                    }
                    let mut after = position.clone();
                    after.play(m);
                    moves.push((entry, mirrors.key(&after)));
                }
            }
        }
        if let Some(what) = insane(&page.moves) {
            fault(page.line, what);
        }
        if let Some((other, _)) = pages.insert(mirrors.key(&position), (page.line, moves)) {
            fault(page.line, format!("the position is that of line {other}, seen otherwise"));
        }
    }
    let best = |key: &u64| {
        let (_, moves) = pages.get(key)?;
        moves.iter().filter(|(entry, _)| entry.depth > 0).map(|(entry, _)| entry.score).max()
    };
    for (line, moves) in pages.values() {
        for (entry, after) in moves.iter().filter(|(entry, _)| entry.depth > 0) {
            if let Some(reply) = best(after).filter(|reply| (entry.score + reply).abs() > MOST_DIFFERENCE) {
                fault(*line, format!("{} is worth {:+}, and the best reply {reply:+}", entry.text, entry.score));
            }
        }
    }
    let root = G::parse(&start, setting).map(|start| mirrors.key(&start)).unwrap_or_default();
    let (mut reached, mut open) = (HashSet::from([root]), vec![root]);
    while let Some(key) = open.pop() {
        let Some((_, moves)) = pages.get(&key) else { continue };
        open.extend(moves.iter().map(|&(_, after)| after).filter(|&after| reached.insert(after)));
    }
    for (key, (line, _)) in &pages {
        if !reached.contains(key) {
            fault(*line, "no line from the start leads to this position".to_owned());
        }
    }
    faults.sort_by(|a, b| (a.line, &a.what).cmp(&(b.line, &b.what)));
    faults
}

/// What is wrong with the numbers of one position's moves.
fn insane(moves: &[Entry]) -> Option<String> {
    if moves.iter().all(|entry| entry.weight == 0) {
        return Some("no move has any weight".to_owned());
    }
    if let Some(pair) = moves.windows(2).find(|pair| pair[0].weight < pair[1].weight) {
        return Some(format!("{} stands behind {}, which weighs less", pair[1].text, pair[0].text));
    }
    let scored: Vec<&Entry> = moves.iter().filter(|entry| entry.depth > 0).collect();
    if let Some(entry) = moves.iter().find(|entry| entry.depth == 0 && entry.games == 0) {
        return Some(format!("{} comes from no search and no game", entry.text));
    }
    let best = scored.iter().max_by_key(|entry| entry.score)?;
    if best.score.abs() > MOST_ADVANTAGE {
        return Some(format!("{} is worth {:+}: this is no opening", best.text, best.score));
    }
    let worse = scored.iter().find(|entry| entry.score < best.score && entry.weight > best.weight)?;
    let is_by_games = worse.games > 0 || best.games > 0;
    (!is_by_games).then(|| format!("{} weighs more than {}, which is better", worse.text, best.text))
}
