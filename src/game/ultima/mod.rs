//! Rules of Ultima, Robert Abbott's game of 1963, as `docs/rules/ultima.md` tells them.
//!
//! A move is its start, its end and its victims; all else follows, and the kind of its piece is only named to save asking. A
//! position that exists has a side to move that attacks no king: [`Game::parse`] refuses others, and no legal move leads to
//! one.

mod attack;
mod capture;
mod chain;
mod count;
mod kind;
mod lines;
mod moves;
mod noisy;
mod path;
mod reach;
mod route;
mod safety;
#[cfg(test)]
mod set_ups;

pub use kind::Kind;

use std::fmt;

use attack::Siege;
use moves::Army;
use safety::Safety;

use crate::board::{Bitboard, MoveList, Pieces, Side, Square, zobrist};
use crate::game::{
    Counters, Description, Figure, Game, Layout, Marks, Outcome, PositionError, Reason, Route, SettingError, Window,
    fen::{self, Star},
};

/// Which piece stands where; index the kinds by [`Kind::index`].
pub type Placement = Pieces<{ Kind::COUNT }>;

/// A position of Ultima.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ultima {
    pieces: Placement,
    turn: Side,
    counters: Counters,
}

/// A move of Ultima.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The piece that moves.
    pub kind: Kind,
    /// Where it starts.
    pub from: Square,
    /// Where it ends. A suicide ends where it starts and has no victims; a chain may come back to its start too.
    pub to: Square,
    /// The squares of all enemies that leave the board. A king captures on the square where it ends.
    pub victims: Bitboard,
}

impl Move {
    /// Whether the move takes the mover's own frozen piece off the board.
    #[inline]
    pub fn is_suicide(self) -> bool {
        self.from == self.to && self.victims.is_empty()
    }
}

/// The most pieces that a side may have.
const MOST_PIECES: u32 = 16;

/// Half-moves without a capture or suicide that draw the game.
const DRAWING_HALF_MOVES: u16 = 100;

const LAYOUT: Layout = Layout { files: 8, ranks: 8, squares: Bitboard::ALL, star: Star::Never };

/// The square of a side's king.
#[inline]
fn king(pieces: &Placement, side: Side) -> Square {
    Square::new(pieces.of(side, Kind::King.index()).0.trailing_zeros() as u8)
}

/// A side's pieces that can neither move nor capture.
#[inline]
fn frozen(pieces: &Placement, side: Side) -> Bitboard {
    let enemies = |kind: Kind| pieces.of(!side, kind.index());
    let dragons = pieces.of(side, Kind::Dragon.index());
    (enemies(Kind::Dragon).neighbours() & pieces.side(side)) | (enemies(Kind::Chameleon).neighbours() & dragons)
}

impl Ultima {
    /// The position with these pieces, with fresh counters; `None` where the side not to move is attacked.
    ///
    /// There must be one king a side.
    pub fn arranged(pieces: Placement, turn: Side) -> Option<Ultima> {
        let position = Ultima { pieces, turn, counters: Counters::default() };
        (!position.is_attacked(!turn)).then_some(position)
    }

    /// Which piece stands where.
    #[inline]
    pub const fn pieces(&self) -> &Placement {
        &self.pieces
    }

    /// The squares of one side's pieces of a kind.
    #[inline]
    pub const fn of(&self, side: Side, kind: Kind) -> Bitboard {
        self.pieces.of(side, kind.index())
    }

    /// The kind of the piece on a square, if there is one.
    #[inline]
    pub fn kind_at(&self, square: Square) -> Option<Kind> {
        self.pieces.kind_at(square).map(|kind| Kind::ALL[kind])
    }

    /// The square of a side's king.
    #[inline]
    pub fn king(&self, side: Side) -> Square {
        king(&self.pieces, side)
    }

    /// The squares of a side's frozen pieces, its king among them if it is frozen: those beside an enemy dragon, and
    /// dragons beside an enemy chameleon.
    #[inline]
    pub fn frozen(&self, side: Side) -> Bitboard {
        frozen(&self.pieces, side)
    }

    /// Whether a side's king is attacked: whether the other side, were it to move, could take it.
    #[inline]
    pub fn is_attacked(&self, side: Side) -> bool {
        Siege::new(&self.pieces, side).is_attacked()
    }

    /// Whether nothing but the kings is left.
    #[inline]
    pub fn has_bare_kings(&self) -> bool {
        self.pieces.occupied() == self.pieces.kind(Kind::King.index())
    }

    /// Adds the legal moves to the list, where the side to move is known not to be in check.
    pub fn moves_out_of_check(&self, list: &mut MoveList<Move>) {
        self.list_moves(&Safety::calm(&self.pieces, self.turn), list);
    }

    fn list_moves(&self, safety: &Safety, list: &mut MoveList<Move>) {
        Army::new(&self.pieces, self.turn).visit_legal(safety, |m| list.push(m));
    }

    /// Adds the legal moves that capture to the list, where the side to move is known not to be in check.
    pub fn captures(&self, list: &mut MoveList<Move>) {
        noisy::captures(&self.pieces, self.turn, list);
    }

    /// The same position with the other side to move, if that is a position: a side in check cannot pass. The counters
    /// stay as they are.
    #[inline]
    pub fn passed(&self) -> Option<Ultima> {
        (!self.is_attacked(self.turn)).then_some(Ultima { turn: !self.turn, ..*self })
    }

    /// The position before a quiet move of the side that is not to move, with the counters as they are; whether that move
    /// is legal there is not looked at.
    #[inline]
    pub fn moved_back(&self, from: Square, to: Square) -> Ultima {
        let (mut before, mover) = (*self, !self.turn);
        let kind = self.pieces.kind_on(to);
        before.pieces.take(mover, kind, to);
        before.pieces.put(mover, kind, from);
        before.turn = mover;
        before
    }

    fn turn_key(&self) -> u64 {
        if self.turn == Side::Black { zobrist::TURN } else { 0 }
    }
}

impl Default for Ultima {
    /// The start position.
    fn default() -> Ultima {
        Ultima::parse(Ultima::START, ()).expect("the start position is a position")
    }
}

impl Game for Ultima {
    type Move = Move;
    type Setting = ();

    const NAME: &'static str = "ultima";
    const START: &'static str = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/CLXWKXLI w - - 0 1";
    const RULES: &'static str = include_str!("../../../docs/rules/ultima.md");
    const WINDOW: Window = Window {
        table: ".LXCWP...I/....K..lxcwp...i/....k.",
        letters: Kind::LETTERS,
        betza: "mpoampoaoCmpoaoNmpoampoampoaoZmpoaoAmpoampoampoaoNmpabK",
    };

    const FIGURES: &'static [Figure] =
        &[Figure::King, Figure::Pawn, Figure::Leaper, Figure::Spy, Figure::Officer, Figure::Gaze, Figure::Chameleon];

    fn read_setting(text: Option<&str>) -> Result<(), SettingError> {
        text.map_or(Ok(()), |_| Err(SettingError::None(Ultima::NAME)))
    }

    fn setting_text((): ()) -> Option<String> {
        None
    }

    fn parse(fen: &str, (): ()) -> Result<Ultima, PositionError> {
        let fields = fen::read(fen, &LAYOUT, Kind::LETTERS)?;
        let mut pieces = Placement::default();
        for (square, letter) in fields.pieces {
            let kind = Kind::of_letter(letter).ok_or(PositionError::Letter { letter, square })?;
            let side = Side::of_letter(letter);
            pieces.put(side, kind.index(), square);
        }
        for side in Side::ALL {
            let kings = pieces.of(side, Kind::King.index()).len();
            if kings != 1 {
                return Err(PositionError::Kings { side, found: kings, expected: "one" });
            }
            let found = pieces.side(side).len();
            if found > MOST_PIECES {
                return Err(PositionError::Pieces { side, found, most: MOST_PIECES });
            }
        }
        let position = Ultima { pieces, turn: fields.turn, counters: fields.counters };
        if position.is_attacked(!position.turn) {
            return Err(PositionError::OpponentAttacked(!position.turn));
        }
        Ok(position)
    }

    fn setting(&self) {}

    fn kind_name(letter: char) -> Option<&'static str> {
        Kind::of_letter(letter).map(Kind::name)
    }

    fn layout(&self) -> Layout {
        LAYOUT
    }

    fn letter_at(&self, square: Square) -> Option<char> {
        Some(self.pieces.side_at(square)?.case(self.kind_at(square)?.letter()))
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn counters(&self) -> Counters {
        self.counters
    }

    #[inline]
    fn key(&self) -> u64 {
        self.pieces.key() ^ self.turn_key()
    }

    fn fresh_key(&self) -> u64 {
        self.pieces.fresh_key() ^ self.turn_key()
    }

    fn moves(&self, list: &mut MoveList<Move>) {
        self.list_moves(&Safety::new(&self.pieces, self.turn), list);
    }

    fn count_moves(&self) -> u64 {
        count::count(&self.pieces, self.turn)
    }

    #[inline]
    fn key_after(&self, m: Move) -> u64 {
        let kind = m.kind.index();
        let mut key = self.key() ^ zobrist::TURN ^ zobrist::piece(self.turn, kind, m.from);
        if !m.is_suicide() {
            key ^= zobrist::piece(self.turn, kind, m.to);
        }
        for victim in m.victims {
            key ^= zobrist::piece(!self.turn, self.pieces.kind_on(victim), victim);
        }
        key
    }

    #[inline]
    fn play(&mut self, m: Move) {
        let kind = m.kind.index();
        self.counters.count(self.turn, self.is_irreversible(m));
        if m.victims.any() {
            self.pieces.take_all(!self.turn, m.victims);
        }
        self.pieces.take(self.turn, kind, m.from);
        if !m.is_suicide() {
            self.pieces.put(self.turn, kind, m.to);
        }
        self.turn = !self.turn;
    }

    fn marks(&self) -> Marks {
        Marks { frozen: self.frozen(Side::White) | self.frozen(Side::Black), ..Marks::default() }
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.is_attacked(self.turn)
    }

    fn outcome(&self, legal: &[Move]) -> Option<Outcome> {
        if legal.is_empty() {
            let reason = if self.in_check() { Reason::Mate } else { Reason::Stalemate };
            return Some(Outcome::win(!self.turn, reason));
        }
        if self.has_bare_kings() {
            return Some(Outcome::draw(Reason::BareKings));
        }
        (self.counters.half_moves >= DRAWING_HALF_MOVES).then_some(Outcome::draw(Reason::HundredHalfMoves))
    }

    #[inline]
    fn is_irreversible(&self, m: Move) -> bool {
        m.victims.any() || m.is_suicide()
    }

    fn describe(&self, m: Move) -> Description {
        Description {
            from: m.from,
            to: m.to,
            victims: m.victims,
            promotion: None,
            becomes: None,
            suicide: m.is_suicide(),
        }
    }

    fn route(&self, m: Move) -> Route {
        route::route(&self.pieces, self.turn, m)
    }

    fn follows(&self, m: Move, path: &[Square]) -> bool {
        route::follows(&self.pieces, self.turn, m, path)
    }

    fn landings(&self, m: Move, path: &[Square]) -> Bitboard {
        route::landings(&self.pieces, self.turn, m, path).unwrap_or_else(|| self.describe(m).direct_landing(path))
    }
}

impl fmt::Display for Ultima {
    /// The FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}
