//! Making a move square by square: a piece is picked up, and every landing is touched in turn.

use crate::arbiter::{Arbiter, Way};
use crate::board::{Bitboard, Side, Square};

/// A piece on its way; an empty path is an empty hand.
#[derive(Clone, Debug, Default)]
pub struct Hand {
    /// The piece's square, and where it has landed since.
    path: Vec<Square>,
    /// The moves that may come of it.
    ways: Vec<Way>,
}

/// What came of touching a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Touch {
    /// The hand is another.
    Changed,
    /// A move is complete: its text.
    Play(String),
    /// Several moves are complete, and one must be chosen.
    Choose(Vec<Choice>),
    /// Nothing can be done there, for this reason.
    Refused(String),
}

/// A move to choose, or to leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move's text; `None` stands for leaving things as they are.
    pub text: Option<String>,
    /// What it is called.
    pub label: String,
}

/// What is shown of the moves in hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preview {
    /// The piece in hand and its landings so far.
    pub path: Vec<Square>,
    /// Where the piece in hand can go, or the one under the cursor.
    pub targets: Bitboard,
    /// Those of them where, or on the way to which, it takes something.
    pub captures: Bitboard,
    /// What the move under the cursor takes.
    pub victims: Bitboard,
    /// What the move under the cursor does, in words.
    pub words: String,
}

impl Hand {
    /// Whether nothing is in hand.
    pub fn is_empty(&self) -> bool {
        self.path.is_empty()
    }

    /// Puts everything down.
    pub fn clear(&mut self) {
        *self = Hand::default();
    }

    /// Takes the last landing back, or puts the piece down.
    pub fn step_back(&mut self, game: &dyn Arbiter) {
        self.path.pop();
        self.ways = if self.path.is_empty() { Vec::new() } else { game.ways(&self.path) };
    }

    /// Touches a square.
    pub fn touch(&mut self, game: &dyn Arbiter, square: Square) -> Touch {
        match self.path[..] {
            [] => self.pick_up(game, square),
            [from] if from == square => self.touch_start(square),
            [.., last] if last == square => {
                let whole = self.whole();
                if whole.is_empty() { Touch::Refused("the capture must go on".into()) } else { chosen(game, &whole) }
            }
            _ if self.landings().has(square) => self.land(game, square),
            [_] if own(game).has(square) => self.pick_up(game, square),
            [.., last] => Touch::Refused(format!("{} is not to be reached from {last}", square)),
        }
    }

    fn pick_up(&mut self, game: &dyn Arbiter, square: Square) -> Touch {
        let Some(letter) = game.letter_at(square) else { return Touch::Refused(format!("{square} is empty")) };
        let name = game.kind_name(letter).unwrap_or("piece");
        if !own(game).has(square) {
            return Touch::Refused(format!("the {name} on {square} is {}'s", !game.turn()));
        }
        let ways = game.ways(&[square]);
        if ways.is_empty() {
            let why = if game.marks().frozen.has(square) { "is frozen" } else { "has no legal move" };
            return Touch::Refused(format!("the {name} on {square} {why}"));
        }
        *self = Hand { path: vec![square], ways };
        Touch::Changed
    }

    /// The piece's own square: it is put down, or takes itself off the board.
    fn touch_start(&mut self, square: Square) -> Touch {
        let suicide = self.ways.iter().find(|way| way.description.suicide);
        let Some(suicide) = suicide else {
            self.clear();
            return Touch::Changed;
        };
        Touch::Choose(vec![
            Choice { text: Some(suicide.text.clone()), label: format!("take the piece on {square} off (suicide)") },
            Choice { text: None, label: "leave it where it is".into() },
        ])
    }

    fn land(&mut self, game: &dyn Arbiter, square: Square) -> Touch {
        self.path.push(square);
        self.ways = game.ways(&self.path);
        let whole = self.whole();
        match (&whole[..], &self.ways[..]) {
            // There is nothing left to decide.
            (_, [only]) => Touch::Play(only.text.clone()),
            (whole, ways) if whole.len() == ways.len() => chosen(game, whole),
            _ => Touch::Changed,
        }
    }

    /// The moves that are complete as it is.
    fn whole(&self) -> Vec<&Way> {
        self.ways.iter().filter(|way| way.is_whole).collect()
    }

    fn landings(&self) -> Bitboard {
        let start = if let [from] = self.path[..] { Bitboard::of(from) } else { Bitboard::EMPTY };
        self.ways.iter().fold(Bitboard::EMPTY, |all, way| all | way.landings) - start
    }

    /// Whether the move may end where the piece is now.
    pub fn may_stop(&self) -> bool {
        self.path.len() > 1 && self.ways.iter().any(|way| way.is_whole)
    }

    /// What is shown with the cursor on a square.
    pub fn preview(&self, game: &dyn Arbiter, cursor: Square) -> Preview {
        if self.is_empty() {
            let ways = if own(game).has(cursor) { game.ways(&[cursor]) } else { Vec::new() };
            if ways.is_empty() {
                return Preview { words: about(game, cursor), ..Preview::default() };
            }
            let under = Hand { path: vec![cursor], ways };
            return Preview { path: Vec::new(), ..under.shown(game, cursor) };
        }
        self.shown(game, cursor)
    }

    fn shown(&self, game: &dyn Arbiter, cursor: Square) -> Preview {
        let targets = self.landings();
        let captures = targets.into_iter().filter(|&target| {
            let mut there = self.ways.iter().filter(|way| way.landings.has(target));
            there.all(|way| way.description.victims.any())
        });
        let is_last = self.path.last() == Some(&cursor);
        let under: Vec<Way> = if targets.has(cursor) {
            let mut path = self.path.clone();
            path.push(cursor);
            game.ways(&path)
        } else if is_last {
            self.ways.clone()
        } else {
            Vec::new()
        };
        let whole: Vec<&Way> = under.iter().filter(|way| way.is_whole).collect();
        let all: Vec<&Way> = if whole.is_empty() { under.iter().collect() } else { whole };
        let is_start = is_last && self.path.len() == 1;
        // What is taken whichever move it becomes.
        let victims = all.iter().map(|way| way.description.victims).reduce(|a, b| a & b).unwrap_or_default();
        let words = if is_start { about(game, cursor) } else { words(game, &all, victims, under.len() > all.len()) };
        Preview {
            path: self.path.clone(),
            targets,
            captures: captures.collect(),
            victims: if is_start { Bitboard::EMPTY } else { victims },
            words,
        }
    }
}

/// The pieces of the side to move.
fn own(game: &dyn Arbiter) -> Bitboard {
    let is_own = |&square: &Square| game.letter_at(square).is_some_and(|letter| Side::of_letter(letter) == game.turn());
    Square::all().filter(is_own).collect()
}

/// Moves over the same squares differ in what the piece becomes.
fn chosen(game: &dyn Arbiter, whole: &[&Way]) -> Touch {
    if let [only] = whole {
        return Touch::Play(only.text.clone());
    }
    let choice = |way: &&Way| {
        let kind = way.description.promotion.and_then(|letter| game.kind_name(letter));
        let label = kind.map_or_else(|| way.text.clone(), |kind| format!("become a {kind}"));
        Choice { text: Some(way.text.clone()), label }
    };
    Touch::Choose(whole.iter().map(choice).collect())
}

/// What stands on a square, in words.
fn about(game: &dyn Arbiter, square: Square) -> String {
    let Some(letter) = game.letter_at(square) else { return String::new() };
    let side = Side::of_letter(letter);
    let frozen = if game.marks().frozen.has(square) { ", frozen" } else { "" };
    format!("{side} {} on {square}{frozen}", game.kind_name(letter).unwrap_or("piece"))
}

/// What moves do, in words.
fn words(game: &dyn Arbiter, moves: &[&Way], victims: Bitboard, goes_on: bool) -> String {
    let mut parts = Vec::new();
    if victims.any() {
        let name = |square: Square| {
            let kind = game.letter_at(square).and_then(|letter| game.kind_name(letter)).unwrap_or("piece");
            format!("{kind} {square}")
        };
        parts.push(format!("takes {}", victims.into_iter().map(name).collect::<Vec<_>>().join(", ")));
    }
    if let Some(kind) = moves.first().and_then(|way| way.description.becomes).and_then(|letter| game.kind_name(letter))
    {
        parts.push(format!("becomes a {kind}"));
    }
    if moves.iter().any(|way| way.description.promotion.is_some()) {
        parts.push("is promoted".to_owned());
    }
    if goes_on {
        parts.push("may go on".to_owned());
    }
    parts.join("; ")
}

#[cfg(test)]
mod tests;
