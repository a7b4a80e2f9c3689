//! Rules of Shashmaty and its sub-variants: draughts and chess on the dark squares.
//!
//! The sub-variants are types ([`rules`]), so that each is compiled for itself. Kings are not royal: they may be left to
//! be taken, and the side that has lost its last one has lost the game.

mod capture;
mod diagonal;
mod kind;
mod moves;
mod path;
mod placement;
pub mod rules;
mod sink;

pub use kind::Kind;
pub use moves::Move;
pub use placement::Placement;
pub use rules::Rules;

use std::marker::PhantomData;

use self::moves::last_rank;
use super::fen::{self, Star};
use super::{
    Counters, Description, Figure, Game, Layout, Marks, Outcome, PositionError, Reason, Route, SettingError, Window,
};
use crate::board::{Bitboard, MoveList, Side, Square, zobrist};

/// The most pieces that a side may have.
pub const MOST_PIECES: u32 = 12;

/// The half-moves without a capture or a pawn move that make a draw.
pub const QUIET_LIMIT: u16 = 100;

const LAYOUT: Layout = Layout { files: 8, ranks: 8, squares: Bitboard::DARK, star: Star::Accepted };

/// A position of Shashmaty or one of its sub-variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shashmaty<R: Rules = rules::Classic> {
    pieces: Placement,
    counters: Counters,
    turn: Side,
    rules: PhantomData<R>,
}

/// Shashmaty whose pawns become damkas.
pub type ShashmatyDamka = Shashmaty<rules::Damka>;

/// Shashmaty whose pawns become dragons.
pub type ShashmatyDragon = Shashmaty<rules::Dragon>;

impl<R: Rules> Shashmaty<R> {
    /// The position with these pieces, with fresh counters.
    ///
    /// All must stand on dark squares, no pawn on its last rank, and there must be a king.
    pub fn arranged(pieces: Placement, turn: Side) -> Self {
        Shashmaty { pieces, counters: Counters::default(), turn, rules: PhantomData }
    }

    /// The pieces.
    #[inline]
    pub fn pieces(&self) -> &Placement {
        &self.pieces
    }

    /// The position before a quiet move of the side that is not to move, with the counters as they are; whether that move
    /// is legal there is not looked at. There must be a piece on `to`.
    pub fn moved_back(&self, from: Square, to: Square) -> Self {
        let (mut before, mover) = (*self, !self.turn);
        if let Some(kind) = self.kind_at(to) {
            before.pieces.play(mover, (kind, to), (kind, from), Bitboard::EMPTY);
        }
        before.turn = mover;
        before
    }

    /// The squares of one side's pieces of a kind.
    #[inline]
    pub fn of(&self, side: Side, kind: Kind) -> Bitboard {
        self.pieces.of(side, kind)
    }

    /// The kind of the piece on a square, if any.
    #[inline]
    pub fn kind_at(&self, square: Square) -> Option<Kind> {
        self.pieces.kind_at(square)
    }

    /// The side that has lost its last king, if one has.
    #[inline]
    pub fn side_without_king(&self) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.of(side, Kind::King).is_empty())
    }
}

impl<R: Rules> Game for Shashmaty<R> {
    type Move = Move;
    type Setting = ();

    const NAME: &'static str = R::NAME;
    const BOOK: &'static str = rules::Classic::NAME;
    const START: &'static str = "1c1k1k1b/p1p1p1p1/1p1p1p1p/8/8/P1P1P1P1/1P1P1P1P/B1K1K1C1 w - - 0 1";
    const RULES: &'static str = include_str!("../../../docs/rules/shashmaty.md");
    const WINDOW: Window = R::WINDOW;
    const FIGURES: &'static [Figure] = R::FIGURES;

    fn read_setting(text: Option<&str>) -> Result<(), SettingError> {
        text.map_or(Ok(()), |_| Err(SettingError::None(R::NAME)))
    }

    fn setting_text((): ()) -> Option<String> {
        None
    }

    fn parse(fen: &str, (): ()) -> Result<Self, PositionError> {
        let fields = fen::read(fen, &LAYOUT, R::WINDOW.letters)?;
        let mut pieces = Placement::default();
        for (square, letter) in fields.pieces {
            let kind = R::KINDS
                .iter()
                .find(|kind| kind.letter() == letter.to_ascii_uppercase())
                .ok_or(PositionError::Letter { letter, square })?;
            let side = Side::of_letter(letter);
            if *kind == Kind::Pawn && last_rank(side).has(square) {
                return Err(PositionError::PawnOnLastRank { side, square });
            }
            pieces.put(side, *kind, square);
        }
        for side in Side::ALL {
            let found = pieces.side(side).len();
            if found > MOST_PIECES {
                return Err(PositionError::Pieces { side, found, most: MOST_PIECES });
            }
        }
        if pieces.kind(Kind::King).is_empty() {
            return Err(PositionError::NoKings);
        }
        Ok(Shashmaty { pieces, counters: fields.counters, turn: fields.turn, rules: PhantomData })
    }

    fn setting(&self) {}

    fn kind_name(letter: char) -> Option<&'static str> {
        R::KINDS.iter().find(|kind| kind.letter() == letter).map(|kind| kind.name())
    }

    fn layout(&self) -> Layout {
        LAYOUT
    }

    fn letter_at(&self, square: Square) -> Option<char> {
        let side = self.pieces.side_at(square)?;
        self.kind_at(square).map(|kind| side.case(kind.letter()))
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
        self.pieces.key() ^ turn_key(self.turn)
    }

    fn fresh_key(&self) -> u64 {
        self.pieces.fresh_key() ^ turn_key(self.turn)
    }

    #[inline]
    fn moves(&self, list: &mut MoveList<Move>) {
        self.list(list);
    }

    #[inline(always)]
    fn count_moves(&self) -> u64 {
        self.count()
    }

    #[inline]
    fn key_after(&self, m: Move) -> u64 {
        let becomes = m.promotion.unwrap_or(m.kind);
        self.pieces.key_after(self.turn, (m.kind, m.from), (becomes, m.to), m.victims) ^ turn_key(!self.turn)
    }

    #[inline(always)]
    fn play(&mut self, m: Move) {
        let becomes = m.promotion.unwrap_or(m.kind);
        self.pieces.play(self.turn, (m.kind, m.from), (becomes, m.to), m.victims);
        self.counters.count(self.turn, self.is_irreversible(m));
        self.turn = !self.turn;
    }

    fn marks(&self) -> Marks {
        let capturing = self.legal().into_iter().filter(|m| m.is_draughts_capture()).map(|m| m.from);
        Marks { compelling: capturing.collect(), ..Marks::default() }
    }

    fn in_check(&self) -> bool {
        false
    }

    fn outcome(&self, legal: &[Move]) -> Option<Outcome> {
        if let Some(loser) = self.side_without_king() {
            Some(Outcome::win(!loser, Reason::Kings))
        } else if legal.is_empty() {
            Some(Outcome::win(!self.turn, Reason::Stalemate))
        } else if self.counters.half_moves >= QUIET_LIMIT {
            Some(Outcome::draw(Reason::HundredHalfMoves))
        } else {
            None
        }
    }

    #[inline]
    fn is_irreversible(&self, m: Move) -> bool {
        // No short circuit: either is as likely, and a wrong guess costs more than both tests.
        m.victims.any() | (m.kind == Kind::Pawn)
    }

    fn describe(&self, m: Move) -> Description {
        Description {
            from: m.from,
            to: m.to,
            victims: m.victims,
            promotion: m.promotion.map(|kind| kind.letter().to_ascii_lowercase()),
            becomes: None,
            suicide: false,
        }
    }

    fn route(&self, m: Move) -> Route {
        let promotion = self.describe(m).promotion;
        if m.is_draughts_capture() {
            Route { squares: self.course(self.turn, m.from, m.kind).first_path(m), promotion }
        } else {
            Route { promotion, ..Route::direct(m.from, m.to) }
        }
    }

    fn follows(&self, m: Move, path: &[Square]) -> bool {
        if m.is_draughts_capture() {
            self.course(self.turn, m.from, m.kind).follows(m, path)
        } else {
            path == [m.from, m.to]
        }
    }

    fn landings(&self, m: Move, path: &[Square]) -> Bitboard {
        if m.is_draughts_capture() {
            self.course(self.turn, m.from, m.kind).landings(m, path)
        } else {
            self.describe(m).direct_landing(path)
        }
    }
}

/// The turn's part in the key.
#[inline]
const fn turn_key(turn: Side) -> u64 {
    match turn {
        Side::White => 0,
        Side::Black => zobrist::TURN,
    }
}
