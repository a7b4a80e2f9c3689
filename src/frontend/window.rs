//! The board that an XBoard window shows, and how to mend it where it is wrong.
//!
//! A window knows no rules: of a person's capture it takes off what the move names and what stands on the last square,
//! and a piece that turns into another keeps its picture. It takes moves of either colour from an engine as long as the
//! turn is right, so the engine can take off what is left, and turn pieces into what they are.

use triptych_protocol::parts::VICTIMS_A_LINE;
use triptych_protocol::{MoveText, Route, Square as Written};

use super::history::History;
use crate::arbiter::Arbiter;
use crate::board::{Side, Square, geometry};
use crate::wire;

/// What stands where on a window's board: FEN letters.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shown([Option<char>; 64]);

fn in_colour(letter: char, side: Side) -> char {
    match side {
        Side::White => letter.to_ascii_uppercase(),
        Side::Black => letter.to_ascii_lowercase(),
    }
}

/// The board's square of a written one, if it has it.
fn known(square: Written) -> Option<Square> {
    (square.file() < 8 && square.rank() < 8).then(|| Square::at(square.file(), square.rank()))
}

impl Shown {
    /// The board of a FEN that is known to be good.
    fn of(fen: &str) -> Shown {
        let mut shown = Shown([None; 64]);
        let ranks: Vec<&str> = fen.split(' ').next().unwrap_or("").split('/').collect();
        for (rank, row) in (0..).zip(ranks.into_iter().rev()) {
            let mut file = 0;
            for c in row.chars() {
                match c.to_digit(10) {
                    Some(gap) => file += gap as u8,
                    None => {
                        if c.is_ascii_alphabetic() && file < 8 && rank < 8 {
                            shown.0[Square::at(file, rank).index()] = Some(c);
                        }
                        file += 1;
                    }
                }
            }
        }
        shown
    }

    /// What a window shows of a game.
    fn by(history: &History) -> Shown {
        let letters = history.game().window().letters;
        let mut shown = Shown::of(&history.game().start_fen());
        history.on_board().for_each(|ply| shown.play(ply, letters));
        shown
    }

    /// What is to be shown.
    fn right(game: &dyn Arbiter) -> Shown {
        let mut shown = Shown([None; 64]);
        for square in game.layout().squares {
            shown.0[square.index()] = game.letter_at(square);
        }
        shown
    }

    /// Moves a piece as a window does: a letter of no kind makes it vanish.
    fn play(&mut self, ply: &MoveText, letters: &str) {
        let (Some(from), Some(to)) = (ply.start().and_then(known), ply.end().and_then(known)) else { return };
        let piece = self.0[from.index()].take();
        if let Route::Victims { victims, .. } = &ply.route {
            for victim in victims.iter().filter_map(|&square| known(square)) {
                self.0[victim.index()] = None;
            }
        }
        self.0[to.index()] = match (piece, ply.letter) {
            (Some(_), Some(letter)) if !letters.contains(letter.to_ascii_uppercase()) => None,
            (Some(piece), Some(letter)) => Some(in_colour(letter, Side::of_letter(piece))),
            (piece, _) => piece,
        };
    }
}

/// The plies, of both sides by turns, that make the window's board right; none where it is right already. The turn is the
/// same before and after.
pub fn mending(history: &History) -> Vec<MoveText> {
    let game = history.game();
    let mut shown = Shown::by(history);
    let right = Shown::right(game);
    if shown == right {
        return Vec::new();
    }
    let last = history.on_board().filter(|ply| !ply.is_null()).last().and_then(MoveText::end).and_then(known);
    let mut plies = Vec::new();
    // The side whose turn it is passes first, so that the other side can do its part.
    for actor in [!game.turn(), game.turn()] {
        for act in acts(game, &mut shown, &right, actor, last) {
            if actor == game.turn() {
                plies.extend([act, MoveText::null()]);
            } else {
                plies.extend([MoveText::null(), act]);
            }
        }
    }
    plies
}

/// What a side has to do: take off enemies that are not there, and turn its own pieces into what they are.
fn acts(game: &dyn Arbiter, shown: &mut Shown, right: &Shown, actor: Side, last: Option<Square>) -> Vec<MoveText> {
    let squares: Vec<Square> = game.layout().squares.into_iter().collect();
    let is_of = |letter: Option<char>, side: Side| letter.is_some_and(|letter| Side::of_letter(letter) == side);
    let mut acts = Vec::new();

    let ghosts: Vec<Square> = squares
        .iter()
        .copied()
        .filter(|square| is_of(shown.0[square.index()], !actor) && !is_of(right.0[square.index()], !actor))
        .collect();
    // The piece that made the capture takes the rest as well, where it can be seen.
    let can_take = |square: &Square| is_of(shown.0[square.index()], actor) && is_of(right.0[square.index()], actor);
    if let Some(taker) = last.filter(can_take).or_else(|| squares.iter().copied().find(can_take)) {
        for some in ghosts.chunks(VICTIMS_A_LINE) {
            let victims: Vec<Written> = some.iter().map(|&square| wire::written(square)).collect();
            let act = MoveText::victims(wire::written(taker), victims, wire::written(taker), None);
            acts.push(MoveText { part: true, ..act });
            some.iter().for_each(|square| shown.0[square.index()] = None);
        }
    }

    for &square in &squares {
        let (seen, is) = (shown.0[square.index()], right.0[square.index()]);
        let (Some(letter), true) = (is, is_of(seen, actor) && is_of(is, actor) && seen != is) else { continue };
        let is_free = |other: &Square| squares.contains(other) && shown.0[other.index()].is_none();
        let beside = geometry::KING[square.index()].into_iter().find(is_free);
        // A board without an empty square cannot be mended, and is none that a game reaches.
        let Some(beside) = beside.or_else(|| squares.iter().copied().find(is_free)) else { continue };
        let step = |from, to, letter| MoveText::path([wire::written(from), wire::written(to)], letter);
        acts.push(step(square, beside, None));
        acts.push(step(beside, square, Some(letter.to_ascii_lowercase())));
        shown.0[square.index()] = is;
    }
    acts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Variant;

    fn mended(variant: Variant, fen: &str, plies: &[&str]) -> String {
        let mut history = History::new(variant.arbiter_from(None, Some(fen)).expect("a position"));
        for ply in plies {
            history.take(ply.parse().expect("a move")).expect("a legal move");
        }
        let lines = mending(&history);
        history.mend(&lines);
        assert_eq!(Shown::by(&history), Shown::right(history.game()));
        assert_eq!(history.turn(), history.game().turn());
        lines.iter().map(MoveText::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_is_right_is_left_alone() {
        assert_eq!(mended(Variant::Ultima, "k7/8/8/8/8/8/P7/K7 w - - 0 1", &["a2a5"]), "");
        assert_eq!(mended(Variant::Ultima, "k7/8/p7/Pp6/8/8/8/K1P5 w - - 0 1", &["c1c5,c5b5,b5c5"][..0]), "");
    }
}
