//! What the games come to.

use std::collections::HashMap;
use std::io::{self, Write};

use crate::command::counted;
use crate::pgn::read::Game;

/// Counts of games.
#[derive(Default)]
pub(super) struct Tally {
    /// Games that were read, broken ones too.
    pub(super) read: usize,
    pub(super) broken: usize,
    chosen: usize,
    plies: usize,
    least: usize,
    most: usize,
    results: [usize; RESULTS.len()],
    players: HashMap<String, Score>,
    /// Games whose player has both sides.
    alone: usize,
}

#[derive(Clone, Copy, Default)]
struct Score {
    games: usize,
    won: usize,
    drawn: usize,
    lost: usize,
}

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
/// So many players are listed, those with the most games.
const LISTED: usize = 20;

impl Tally {
    /// Counts a game that was chosen.
    pub(super) fn add(&mut self, game: &Game, plies: usize) {
        self.least = if self.chosen == 0 { plies } else { self.least.min(plies) };
        self.most = self.most.max(plies);
        self.chosen += 1;
        self.plies += plies;
        let result = game.result.as_deref().unwrap_or("*");
        self.results.iter_mut().zip(RESULTS).filter(|(_, name)| *name == result).for_each(|(count, _)| *count += 1);
        let names = ["White", "Black"].map(|tag| game.tag(tag).filter(|name| !matches!(*name, "" | "?")));
        // A game against oneself is neither won nor lost.
        if names[0].is_some() && names[0] == names[1] {
            self.alone += 1;
            return;
        }
        for (name, win) in names.into_iter().zip(["1-0", "0-1"]) {
            let Some(name) = name else { continue };
            if !self.players.contains_key(name) {
                self.players.insert(name.to_owned(), Score::default());
            }
            let Some(score) = self.players.get_mut(name) else { continue };
            score.games += 1;
            match result {
                "*" => {}
                "1/2-1/2" => score.drawn += 1,
                _ if result == win => score.won += 1,
                _ => score.lost += 1,
            }
        }
    }

    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "games {}", self.read)?;
        writeln!(out, "broken {}", self.broken)?;
        writeln!(out, "chosen {}", self.chosen)?;
        if self.chosen > 0 {
            writeln!(out, "plies {} ({} to {} a game)", self.plies, self.least, self.most)?;
        }
        for (count, name) in self.results.iter().zip(RESULTS).filter(|(count, _)| **count > 0) {
            writeln!(out, "{name} {count}")?;
        }
        if self.alone > 0 {
            writeln!(out, "one player on both sides {}", self.alone)?;
        }
        let mut players: Vec<_> = self.players.iter().collect();
        players.sort_by(|(a, one), (b, other)| other.games.cmp(&one.games).then(a.cmp(b)));
        for (name, Score { games, won, drawn, lost }) in players.iter().take(LISTED) {
            let games = counted(*games, "game", "games");
            writeln!(out, "{}: {games}, {won} won, {drawn} drawn, {lost} lost", name.escape_debug())?;
        }
        if players.len() > LISTED {
            writeln!(out, "and {} other players", players.len() - LISTED)?;
        }
        Ok(())
    }
}
