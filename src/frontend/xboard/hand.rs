//! The user's hand: what was lifted and put down, and what squares light up.
//!
//! XBoard keeps the last two victims that were clicked, the engine all of them: whatever else is clicked until the move
//! comes belongs to it.

use triptych_protocol::{MoveText, Square as Written};

use crate::arbiter::Arbiter;
use crate::board::{Bitboard, Square, geometry};
use crate::game::Description;
use crate::wire;

/// A piece in hand.
#[derive(Clone, Debug, Default)]
pub(super) struct Hand {
    /// Where it was lifted; `None` for an empty hand.
    from: Option<Square>,
    /// Where it was put down since, in order.
    clicked: Vec<Square>,
}

/// What may be done with the piece in hand on some square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    /// A move ends here.
    Move,
    /// And takes what stands here.
    Capture,
    /// A victim on the way.
    Victim,
    /// A move ends here and a letter is to be chosen.
    Choice,
}

impl Target {
    /// XBoard's letter of the colour.
    fn letter(self) -> char {
        match self {
            Target::Move => 'Y',
            Target::Capture => 'R',
            Target::Victim => 'C',
            Target::Choice => 'B',
        }
    }
}

fn known(square: Written) -> Option<Square> {
    (square.file() < 8 && square.rank() < 8).then(|| Square::at(square.file(), square.rank()))
}

impl Hand {
    /// The piece on a square is lifted, or lifted again where it was put down last.
    pub(super) fn lift(&mut self, square: Written) {
        let square = known(square);
        if self.from.is_none() || self.clicked.last().copied() != square {
            *self = Hand { from: square, clicked: Vec::new() };
        }
    }

    /// It is put down.
    pub(super) fn put(&mut self, square: Written) {
        self.clicked.extend(known(square));
    }

    /// The hand is empty.
    pub(super) fn clear(&mut self) {
        *self = Hand::default();
    }

    /// What a move from the window means if all clicks belong to it: more victims than the window has kept.
    pub(super) fn meaning(&self, ply: &MoveText) -> Option<MoveText> {
        let (end, victims) = self.clicked.split_last()?;
        if victims.len() <= 2 || ply.part {
            return None;
        }
        let from = self.from?;
        if ply.start().and_then(known) != Some(from) || ply.end().and_then(known) != Some(*end) {
            return None;
        }
        let victims: Vec<Written> = victims.iter().map(|&square| wire::written(square)).collect();
        Some(MoveText::victims(wire::written(from), victims, wire::written(*end), ply.letter))
    }

    /// The moves of the piece in hand that take all that was clicked.
    fn candidates(&self, game: &dyn Arbiter) -> Vec<Description> {
        let Some(from) = self.from else { return Vec::new() };
        let clicked: Bitboard = self.clicked.iter().copied().collect();
        let moves = game.legal().into_iter().map(|(_, move_)| move_);
        moves.filter(|move_| move_.from == from && (clicked - move_.victims).is_empty()).collect()
    }

    /// What lights up: ranks as in a FEN, with letters of colours.
    pub(super) fn lights(&self, game: &dyn Arbiter) -> String {
        let targets = self.targets(game);
        let layout = game.layout();
        let row = |rank: u8| {
            let (mut text, mut gap) = (String::new(), 0);
            for file in 0..layout.files {
                match targets[Square::at(file, rank).index()] {
                    None => gap += 1,
                    Some(target) => {
                        if gap > 0 {
                            text.push_str(&gap.to_string());
                        }
                        gap = 0;
                        text.push(target.letter());
                    }
                }
            }
            if gap > 0 {
                text.push_str(&gap.to_string());
            }
            text
        };
        (0..layout.ranks).rev().map(row).collect::<Vec<_>>().join("/")
    }

    fn targets(&self, game: &dyn Arbiter) -> [Option<Target>; 64] {
        let mut targets = [None; 64];
        let clicked: Bitboard = self.clicked.iter().copied().collect();
        let moves = self.candidates(game);
        for move_ in &moves {
            if move_.suicide {
                for square in empty_neighbours(game, move_.from) {
                    targets[square.index()].get_or_insert(Target::Choice);
                }
                continue;
            }
            let left = move_.victims - clicked - Bitboard::of(move_.to);
            for square in left {
                targets[square.index()].get_or_insert(Target::Victim);
            }
        }
        // An end is shown where nothing more need be clicked, or the rules know the rest.
        for move_ in moves.iter().filter(|move_| !move_.suicide) {
            let ending: Vec<&Description> = ending_at(&moves, move_.to);
            let is_whole = (move_.victims - clicked - Bitboard::of(move_.to)).is_empty();
            let is_only = ending.iter().all(|other| other.victims == move_.victims);
            // A chain may end where a piece stood that it took on its way: that piece is clicked first.
            let is_on_the_way = targets[move_.to.index()] == Some(Target::Victim) && move_.victims.several();
            if (is_whole || is_only) && !is_on_the_way {
                targets[move_.to.index()] = Some(if letters(game, &ending, clicked).is_some() {
                    Target::Choice
                } else if move_.victims.has(move_.to) {
                    Target::Capture
                } else {
                    Target::Move
                });
            }
        }
        targets
    }

    /// The letters to choose from where the piece was put down last, if there is a choice; capitals.
    pub(super) fn choice(&self, game: &dyn Arbiter) -> Option<String> {
        let (to, before) = self.clicked.split_last()?;
        let before = Hand { from: self.from, clicked: before.to_vec() };
        let moves = before.candidates(game);
        let ending = ending_at(&moves, *to);
        if ending.is_empty() {
            let suicide = moves.iter().find(|move_| move_.suicide)?;
            let is_beside = empty_neighbours(game, suicide.from).any(|square| square == *to);
            return is_beside.then(|| crate::game::notation::SUICIDE_LETTER.to_ascii_uppercase().to_string());
        }
        letters(game, &ending, before.clicked.iter().copied().collect())
    }
}

fn ending_at(moves: &[Description], to: Square) -> Vec<&Description> {
    moves.iter().filter(|move_| move_.to == to && !move_.suicide).collect()
}

/// The letters of moves that end on one square, capitals, each once, in the order in which the window was told of them: it
/// takes the first one unless its user chooses. Only those of moves that take no more than was clicked, if there are any.
/// `None` where the piece stays what it is.
fn letters(game: &dyn Arbiter, ending: &[&Description], clicked: Bitboard) -> Option<String> {
    let is_whole = |move_: &&Description| (move_.victims - clicked - Bitboard::of(move_.to)).is_empty();
    let any_whole = ending.iter().any(is_whole);
    let mut letters: Vec<char> = ending
        .iter()
        .filter(|move_| !any_whole || is_whole(move_))
        .filter_map(|move_| move_.promotion.or(move_.becomes))
        .map(|letter| letter.to_ascii_uppercase())
        .collect();
    let order = game.window().letters;
    letters.sort_by_key(|&letter| order.find(letter));
    letters.dedup();
    (!letters.is_empty()).then(|| letters.into_iter().collect())
}

fn empty_neighbours(game: &dyn Arbiter, square: Square) -> impl Iterator<Item = Square> + '_ {
    let layout = game.layout();
    geometry::KING[square.index()]
        .into_iter()
        .filter(move |&other| layout.squares.has(other) && game.letter_at(other).is_none())
}
