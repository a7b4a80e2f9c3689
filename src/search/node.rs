//! What the main search and the quiescence search do alike at a node.

use super::table::Entry;
use super::{Score, Searchable, Worker};
use crate::board::Side;
use crate::game::Outcome;

impl<G: Searchable> Worker<G> {
    /// The evaluation as the search takes it: corrected by experience, and the smaller the nearer a draw by the counter.
    pub(super) fn judge(&self, raw: i16, half_moves: u16, side: Side, structure: u64) -> Score {
        let corrected =
            i32::from(raw) + if self.params.correction != 0 { self.history.correction(side, structure) } else { 0 };
        let faded =
            if self.params.fading != 0 { corrected * (200 - i32::from(half_moves.min(100))) / 200 } else { corrected };
        Score::centipawns(faded)
    }

    /// Goes on to a position with this key.
    #[inline]
    pub(super) fn step(&mut self, key: u64, is_irreversible: bool) {
        let since = self.path.last().map_or(0, |&(_, since)| since + 1);
        self.path.push((key, if is_irreversible { 0 } else { since }));
    }

    /// Whether the node's position stood before: once more in the line searched or in the game.
    pub(super) fn repeats(&self) -> bool {
        let last = self.path.len() - 1;
        let (key, since) = self.path[last];
        (4..=since).step_by(2).any(|plies| self.path[last - plies].0 == key)
    }

    /// The score of a game that is over.
    pub(super) fn ended(&self, outcome: Outcome, turn: Side, ply: usize) -> Score {
        match outcome.winner {
            None => self.draw(turn),
            Some(winner) if winner == turn => Score::won_in(ply),
            Some(_) => Score::lost_in(ply),
        }
    }

    /// A draw as the side to move sees it: contempt at the root makes it worse for the side that thinks and better for
    /// the other; and a hair better or worse by turns, so that lines into repetitions are not all alike.
    pub(super) fn draw(&self, turn: Side) -> Score {
        let contempt = if turn == self.side { -self.contempt } else { self.contempt };
        Score::centipawns(contempt + 1 - (self.nodes & 2) as i32)
    }
}

/// The evaluation of a position in centipawns, out of its entry in the table where that has it.
pub(super) fn evaluation<G: Searchable>(position: &G, known: Option<Entry>) -> i16 {
    known.and_then(|entry| entry.eval).unwrap_or_else(|| position.evaluate() as i16)
}
