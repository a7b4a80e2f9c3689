//! What every game must say of its rules, and what follows from that for all of them.
//!
//! A value of a [`Game`] is a position without history: whose turn it is, what stands where, the counters. Repetition
//! needs history and lives in [`record`].

pub mod chameleon;
pub mod fen;
pub mod figure;
pub mod notation;
pub mod outcome;
pub mod perft;
pub mod record;
pub mod shashmaty;
pub mod ultima;

use std::fmt::Debug;
use std::hash::Hash;

pub use fen::{Layout, PositionError};
pub use figure::Figure;
pub use notation::{MoveError, Route};
pub use outcome::{Outcome, Reason};
pub use record::Record;

use crate::board::{Bitboard, MoveList, Side, Square};

/// The rules of one game, and nothing else. A value is a position, without history.
///
/// Positions are copied for every move that is tried; there is no way to take a move back but to keep the position
/// before it. Two positions are the same for repetition when their [keys](Game::key) are: the counters do not matter.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// A legal move: start, end, victims and promotion, which together are its identity.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// What has to be known beside the FEN to have a position: a terrain for Chameleon, nothing elsewhere.
    type Setting: Copy + Default + Debug + Send + Sync + 'static;

    /// The name that the command line, both protocols and PGN know the game by.
    const NAME: &'static str;

    /// The name of the game whose opening book is played from, as long as its moves are legal: another one's for a
    /// sub-variant that has no book of its own.
    const BOOK: &'static str = Self::NAME;

    /// The FEN of the position that games start from.
    const START: &'static str;

    /// The page that tells the rules, in Markdown.
    const RULES: &'static str;

    /// How an XBoard window is told to show the game.
    const WINDOW: Window;

    /// What the kinds look like in diagrams, in the order of the window's letters.
    const FIGURES: &'static [Figure];

    /// What protocols call the game where they ask for its setting, if it has one: options are named `NAME Terrain` and
    /// `NAME Start`.
    const SETTING_NAME: Option<&'static str> = None;

    /// Reads a setting from the command line's or an option's text; `None` stands for the default.
    ///
    /// # Errors
    /// Refuses any text where the game has no setting, and a malformed one where it has.
    fn read_setting(text: Option<&str>) -> Result<Self::Setting, SettingError>;

    /// The setting's text, where it is not the default: what PGN's `Terrain` tag says.
    fn setting_text(setting: Self::Setting) -> Option<String>;

    /// The default setting's text, in a game that has one.
    fn default_setting_text() -> Option<&'static str> {
        None
    }

    /// Reads a position.
    ///
    /// # Errors
    /// The first thing that is wrong with the text, or with the position that it describes.
    fn parse(fen: &str, setting: Self::Setting) -> Result<Self, PositionError>;

    /// What the position was made with.
    fn setting(&self) -> Self::Setting;

    /// The board's shape.
    fn layout(&self) -> Layout;

    /// The FEN letter of the piece on a square, upper case for White.
    fn letter_at(&self, square: Square) -> Option<char>;

    /// The letter (upper case) of the kind that an ordinary piece becomes on this square, where squares have such a
    /// colour.
    fn colour_at(&self, _square: Square) -> Option<char> {
        None
    }

    /// What people call the kind with this upper-case letter; `None` where the game has no such kind.
    fn kind_name(letter: char) -> Option<&'static str>;

    /// Whose turn it is.
    fn turn(&self) -> Side;

    /// Half-moves since the last irreversible one, and the number of the full move.
    fn counters(&self) -> Counters;

    /// The Zobrist key of placement and turn.
    fn key(&self) -> u64;

    /// The key computed anew: the slow twin of [`Game::key`], for tests.
    fn fresh_key(&self) -> u64;

    /// Adds the legal moves to the list, each identity once.
    fn moves(&self, list: &mut MoveList<Self::Move>);

    /// The number of legal moves. Games override it where counting is cheaper than listing.
    fn count_moves(&self) -> u64 {
        let mut list = MoveList::new();
        self.moves(&mut list);
        list.len() as u64
    }

    /// The key of the position after a legal move, without playing it: known early, what is kept about that position can be
    /// on its way from memory.
    fn key_after(&self, m: Self::Move) -> u64;

    /// Plays a legal move.
    ///
    /// # Panics
    /// May panic, or leave a position that no rule allows, if the move is not legal here.
    fn play(&mut self, m: Self::Move);

    /// Pieces of which a diagram says more than where they stand.
    fn marks(&self) -> Marks {
        Marks::default()
    }

    /// Whether the side to move is in check, in games that have check; `false` in others.
    fn in_check(&self) -> bool;

    /// What this position alone says of the result, given its legal moves: repetition needs a [`Record`].
    fn outcome(&self, legal: &[Self::Move]) -> Option<Outcome>;

    /// Whether no later position can equal an earlier one after this move. Where it is `false` none need to either.
    ///
    /// Every irreversible move sets the half-move counter to 0; not every move that does so is irreversible.
    fn is_irreversible(&self, m: Self::Move) -> bool;

    /// What the texts say of a move; `m` must be legal here.
    fn describe(&self, m: Self::Move) -> Description;

    /// The way of a move as it is printed: of all ways that are this move the one with fewest legs, then the
    /// alphabetically first.
    fn route(&self, m: Self::Move) -> Route;

    /// Whether the path over these landing squares (start and end included) is a way to make this legal move.
    fn follows(&self, m: Self::Move, path: &[Square]) -> bool;

    /// The squares that a way to make this legal move may touch next, if it begins with these; none where the path is no
    /// beginning of such a way, or the whole of one. A suicide goes on to its own square.
    fn landings(&self, m: Self::Move, path: &[Square]) -> Bitboard {
        self.describe(m).direct_landing(path)
    }

    /// The position in Forsyth–Edwards notation.
    fn fen(&self) -> String {
        fen::write(&self.layout(), |square| self.letter_at(square), self.turn(), self.counters())
    }

    /// The legal moves as a fresh list.
    fn legal(&self) -> MoveList<Self::Move> {
        let mut list = MoveList::new();
        self.moves(&mut list);
        list
    }
}

/// The two counters of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counters {
    /// Half-moves since the last irreversible one; stays at its greatest value once there.
    pub half_moves: u16,
    /// The number of the full move, from 1.
    pub full_move: u32,
}

impl Default for Counters {
    fn default() -> Self {
        Counters { half_moves: 0, full_move: 1 }
    }
}

impl Counters {
    /// Counts a move of this side.
    #[inline]
    pub fn count(&mut self, mover: Side, irreversible: bool) {
        self.half_moves = if irreversible { 0 } else { self.half_moves.saturating_add(1) };
        if mover == Side::Black {
            self.full_move = self.full_move.saturating_add(1);
        }
    }
}

/// A move's identity in the terms that all texts share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Description {
    /// Where the piece starts.
    pub from: Square,
    /// Where it ends; the same as `from` for a suicide and for a chain that comes back.
    pub to: Square,
    /// The squares of all enemy pieces that leave the board.
    pub victims: Bitboard,
    /// The letter (lower case) of the kind that a pawn promotes to; part of the move's identity.
    pub promotion: Option<char>,
    /// The letter (lower case) of the kind that the piece turns into, where it turns into another; not a choice.
    pub becomes: Option<char>,
    /// Whether the move takes the mover's own piece off.
    pub suicide: bool,
}

/// What the rules say of single pieces, for diagrams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Pieces of both sides that can neither move nor capture because of an enemy beside them.
    pub frozen: Bitboard,
    /// Pieces of the side to move whose captures leave it no other moves than captures.
    pub compelling: Bitboard,
}

impl Description {
    /// The squares that the move may touch next after this beginning, if it has one leg only.
    pub fn direct_landing(&self, path: &[Square]) -> Bitboard {
        if *path == [self.from] { Bitboard::of(self.to) } else { Bitboard::EMPTY }
    }
}

/// How an XBoard window shows a game: data for the protocol's `setup` and `piece` lines.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// XBoard's table of piece letters by picture, White's and Black's.
    pub table: &'static str,
    /// The upper-case letters of all kinds.
    pub letters: &'static str,
    /// Betza text that lets any piece go to any square of this board, so that the window never blocks a move.
    pub betza: &'static str,
}

/// Why a game's setting was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// The game has no setting.
    #[error("{0} has no terrain")]
    None(&'static str),
    /// The terrain's rows are wrong.
    #[error("terrain: {0}")]
    Terrain(#[from] chameleon::TerrainError),
}
