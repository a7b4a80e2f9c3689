//! A book out of games: the moves of whoever did not lose, counted.

use std::collections::BTreeMap;

use super::{BookFile, Entry, Header, Page, position_text};
use crate::arena::verdict::Termination;
use crate::board::Side;
use crate::game::notation;
use crate::pgn::read::Game as Written;
use crate::pgn::replay::{Fault, Wrong, at_start, check};
use crate::tablebase::Tabled;

/// Which games and moves count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Moves of each game.
    pub plies: usize,
    /// Games in which a move must have been made.
    pub games: u32,
    /// The least rating that both players must have by the game's tags; `None` asks for none.
    pub rating: Option<u32>,
}

/// Games counted move by move.
pub struct Counter<G: Tabled> {
    setting: G::Setting,
    choice: Choice,
    /// Games and half points of each move, by position.
    pages: BTreeMap<String, BTreeMap<String, (u32, u32)>>,
    /// Games that counted.
    taken: u32,
    /// Games that were passed over.
    passed_over: u32,
}

impl<G: Tabled> Counter<G> {
    /// A counter that has seen no game.
    pub fn new(setting: G::Setting, choice: Choice) -> Self {
        Counter { setting, choice, pages: BTreeMap::new(), taken: 0, passed_over: 0 }
    }

    /// Games that counted, and games that were passed over.
    pub fn games(&self) -> (u32, u32) {
        (self.taken, self.passed_over)
    }

    /// Counts a game. Those that are not from the start, not finished, ended by a fault, or of weaker players than asked
    /// for are passed over.
    ///
    /// # Errors
    /// If it is one of another game, or broken.
    pub fn add(&mut self, game: &Written) -> Result<(), Fault> {
        if let Some(found) = game.tag("Variant").filter(|variant| !variant.eq_ignore_ascii_case(G::NAME)) {
            return Err(at_start(game, Wrong::Other { found: found.to_owned(), wanted: G::NAME }));
        }
        let start = G::parse(G::START, self.setting).map_err(|why| at_start(game, why))?;
        let played = check::<G>(game, self.setting)?;
        let winner = match game.result.as_deref() {
            Some("1-0") => Some(Some(Side::White)),
            Some("0-1") => Some(Some(Side::Black)),
            Some("1/2-1/2") => Some(None),
            _ => None,
        };
        let is_fault =
            game.tag("Termination").and_then(Termination::named).is_some_and(|termination| termination.is_fault());
        let is_other_ground = game.tag("Terrain").map(str::to_owned) != G::setting_text(self.setting);
        let (Some(winner), true) =
            (winner, played.start.key() == start.key() && !is_fault && !is_other_ground && self.is_strong(game))
        else {
            self.passed_over += 1;
            return Ok(());
        };
        let mut counted = Vec::new();
        for (position, &(m, _)) in played.positions().zip(&played.moves).take(self.choice.plies) {
            let points = match winner {
                None => 1,
                Some(winner) if winner == position.turn() => 2,
                Some(_) => 0,
            };
            counted.push((position_text(&position), notation::text(&position, m), points));
        }
        for (position, text, points) in counted {
            let (games, sum) = self.pages.entry(position).or_default().entry(text).or_default();
            (*games, *sum) = (*games + 1, *sum + points);
        }
        self.taken += 1;
        Ok(())
    }

    fn is_strong(&self, game: &Written) -> bool {
        let rating = |tag| game.tag(tag).and_then(|text| text.trim().parse::<u32>().ok()).unwrap_or(0);
        self.choice.rating.is_none_or(|least| rating("WhiteElo") >= least && rating("BlackElo") >= least)
    }

    /// The book: a move's weight goes by the points that it has brought its side. `made` says where the games are from.
    pub fn book(self, made: String) -> BookFile {
        let mut header = Header::new::<G>(self.setting);
        header.made.push(made);
        let mut pages = BTreeMap::new();
        for (position, moves) in self.pages {
            let most = moves.values().map(|&(_, points)| points).max().unwrap_or(0).max(1);
            let moves: Vec<Entry> = moves
                .into_iter()
                .filter(|(_, (games, _))| *games >= self.choice.games)
                .map(|(text, (games, points))| {
                    let weight = (points * 100).div_ceil(most);
                    Entry { text, weight, score: 0, games, depth: 0 }
                })
                .collect();
            if moves.iter().any(|entry| entry.weight > 0) {
                pages.insert(position, Page { line: 0, moves });
            }
        }
        let mut book = BookFile { header, pages };
        unreached::<G>(&mut book, self.setting);
        book
    }
}

/// Takes out what no line from the start leads to any more.
fn unreached<G: Tabled>(book: &mut BookFile, setting: G::Setting) {
    let mut reached = std::collections::HashSet::from([book.header.start.clone()]);
    let mut open: Vec<String> = reached.iter().cloned().collect();
    while let Some(text) = open.pop() {
        let (Some(page), Ok(position)) = (book.pages.get(&text), G::parse(&text, setting)) else { continue };
        for entry in &page.moves {
            let Ok(m) = notation::read(&position, &entry.text) else { continue };
            let mut after = position.clone();
            after.play(m);
            let after = position_text(&after);
            if reached.insert(after.clone()) {
                open.push(after);
            }
        }
    }
    book.pages.retain(|text, _| reached.contains(text));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::check::check;
    use crate::game::Game;
    use crate::game::shashmaty::Shashmaty;
    use crate::pgn;

    const CHOICE: Choice = Choice { plies: 10, games: 1, rating: None };

    fn count(text: &str, choice: Choice) -> (BookFile, (u32, u32)) {
        let mut counter = Counter::<Shashmaty>::new((), choice);
        for game in pgn::read::games(text) {
            counter.add(&game).expect("a game");
        }
        let games = counter.games();
        (counter.book("a test".into()), games)
    }

    const GAMES: &str = "[WhiteElo \"2000\"]\n[BlackElo \"1900\"]\n\n1. a3b4 b6c5 1-0\n\n1. c3d4 b6c5 0-1\n\n\
                         1. a3b4 d6c5 1/2-1/2\n\n[Termination \"time forfeit\"]\n\n1. a3b4 b6a5 1-0\n\n1. a3b4 *\n\n";

    #[test]
    fn whoever_did_not_lose_counts() {
        let (book, games) = count(GAMES, CHOICE);
        assert_eq!(games, (3, 2));
        let start = &book.pages[&book.header.start].moves;
        let entry = |text: &str| start.iter().find(|entry| entry.text == text).map(|entry| (entry.games, entry.weight));
        assert_eq!((entry("a3b4"), entry("c3d4")), (Some((2, 100)), Some((1, 0))));
        assert_eq!(check::<Shashmaty>(&BookFile::parse("x", book.to_string().as_bytes()).expect("a book"), ()), []);
        // After 1. a3b4 one reply lost and one drew.
        let mut after = <Shashmaty>::parse(<Shashmaty>::START, ()).expect("the start");
        after.play(notation::read(&after, "a3b4").expect("legal"));
        let weights: Vec<_> = book.pages[&position_text(&after)].moves.iter().map(|entry| entry.weight).collect();
        assert_eq!(weights, [0, 100]);
    }

    #[test]
    fn weak_and_rare_games_do_not_count() {
        assert_eq!(count(GAMES, Choice { rating: Some(1900), ..CHOICE }).1, (1, 4));
        let (book, _) = count(GAMES, Choice { games: 2, ..CHOICE });
        assert_eq!(book.pages.len(), 1);
        assert_eq!(count(GAMES, Choice { plies: 1, ..CHOICE }).0.pages.len(), 1);
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        let refused = |text: &str| {
            let mut counter = Counter::<Shashmaty>::new((), CHOICE);
            let game = pgn::read::games(text).next().expect("a game");
            counter.add(&game).expect_err("refused").to_string()
        };
        assert_eq!(refused("1. a3b4 a3b4 1-0\n"), "line 1: ply 2: 'a3b4' is not legal here");
        assert_eq!(refused("[Variant \"ultima\"]\n\n*\n"), "line 1: it is a game of ultima, not of shashmaty");
        assert!(refused("[FEN \"8/8 w - - 0 1\"]\n\n*\n").starts_with("line 1: FEN: "));
    }
}
