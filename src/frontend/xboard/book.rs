//! The opening book as a window sees it, and what a search is asked with it.

use triptych_protocol::xboard::Reply;

use super::{Action, Session, said, say};
use crate::arbiter::Arbiter;
use crate::engine::Task;
use crate::search::Limits;

impl Session {
    /// What the engine is asked of a game's present position.
    pub(super) fn task(&mut self, limits: Limits, game: &dyn Arbiter, actions: &mut Vec<Action>) -> Task {
        let mut task = self.settings.task(limits);
        let troubles = self.shelf.equip(&mut task, &self.settings, game);
        actions.extend(troubles.into_iter().map(|why| say(Reply::TellUserError(why))));
        task
    }

    /// `bk`: the book's moves in the present position, each with its share of the choice.
    pub(super) fn tell_book(&mut self, actions: &mut Vec<Action>) {
        let game = self.history.game();
        let mut troubles = Vec::new();
        let book = self.shelf.book(&self.settings, game, &mut troubles);
        actions.extend(troubles.into_iter().map(|why| say(Reply::TellUserError(why))));
        let moves = book.as_ref().map(|book| book.moves(game)).unwrap_or_default();
        let whole: u32 = moves.iter().map(|entry| entry.weight).sum();
        for entry in &moves {
            let Ok(played) = game.duplicate().play(&entry.text) else { continue };
            let share = entry.weight * 100 / whole.max(1);
            let score = match entry.depth {
                0 => String::new(),
                depth => format!("  {:+.2}/{depth}", f64::from(entry.score) / 100.0),
            };
            let games = if entry.games > 0 { format!("  {} games", entry.games) } else { String::new() };
            let word = said::word(&played).to_string();
            actions.push(say(Reply::Indented(format!("{word:<8} {share:>3} %{score}{games}"))));
        }
        if moves.is_empty() {
            let why = match book {
                Some(_) => "no move of the book here",
                None if self.settings.own_book => "no move: there is no book for this board",
                None => "no move: the book is switched off",
            };
            actions.push(say(Reply::Indented(why.into())));
        }
        actions.push(say(Reply::Blank));
    }
}
