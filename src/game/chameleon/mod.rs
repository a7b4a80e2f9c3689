//! Rules of Chameleon: chess on a small board with holes, where a piece becomes what the square that it enters says.
//!
//! The board is seven files and ranks of the 8×8 grid; everything outside it counts as a hole.

pub mod moves;
pub mod terrain;

pub use moves::Move;
pub use terrain::{Terrain, TerrainError};

use std::fmt;

use super::fen::{self, Star};
use super::{Counters, Description, Figure, Game, Layout, Outcome, PositionError, Reason, Route, SettingError, Window};
use crate::board::{Bitboard, MoveList, Pieces, Side, Square, zobrist};

/// A kind of piece; all but the king are colours of squares too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Slides along files, ranks and diagonals; yellow squares make queens.
    Queen = 0,
    /// Slides along files and ranks; violet squares make rooks.
    Rook = 1,
    /// Slides along diagonals; red squares make bishops.
    Bishop = 2,
    /// Leaps; light green squares make knights.
    Knight = 3,
    /// Steps forward and captures diagonally forward; dark green squares make pawns.
    Pawn = 4,
    /// Steps in all directions, and never changes.
    King = 5,
}

impl Kind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Kind; 6] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn, Kind::King];

    /// The number: the index into tables by kind.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The upper-case letter.
    pub const fn letter(self) -> char {
        match self {
            Kind::Queen => 'Q',
            Kind::Rook => 'R',
            Kind::Bishop => 'B',
            Kind::Knight => 'N',
            Kind::Pawn => 'P',
            Kind::King => 'K',
        }
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Queen => "queen",
            Kind::Rook => "rook",
            Kind::Bishop => "bishop",
            Kind::Knight => "knight",
            Kind::Pawn => "pawn",
            Kind::King => "king",
        }
    }

    /// The kind with this upper-case letter.
    pub fn of_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// A position of Chameleon.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Chameleon {
    pieces: Pieces<6>,
    terrain: &'static Terrain,
    counters: Counters,
    turn: Side,
}

impl Chameleon {
    /// The position with these pieces, with fresh counters; `None` where the side not to move is attacked.
    ///
    /// There must be one king a side, and all must stand on squares of the terrain.
    pub fn arranged(pieces: Pieces<6>, turn: Side, terrain: &'static Terrain) -> Option<Chameleon> {
        let position = Chameleon { pieces, terrain, counters: Counters::default(), turn };
        position.attackers(turn, position.king(!turn), pieces.occupied()).is_empty().then_some(position)
    }

    /// Whether nothing but the kings is left.
    #[inline]
    pub fn has_bare_kings(&self) -> bool {
        self.pieces.occupied() == self.pieces.kind(Kind::King.index())
    }

    /// The pieces; their kinds are numbered as in [`Kind`].
    #[inline]
    pub fn pieces(&self) -> &Pieces<6> {
        &self.pieces
    }

    /// The squares of a side's pieces of a kind.
    #[inline]
    pub fn of(&self, side: Side, kind: Kind) -> Bitboard {
        self.pieces.of(side, kind.index())
    }

    /// Where a side's king stands.
    #[inline]
    pub fn king(&self, side: Side) -> Square {
        // Both sides have a king always; the number 64 that none would give is cut to a square.
        Square::new(self.of(side, Kind::King).0.trailing_zeros() as u8)
    }

    /// What stands on the square, if anything.
    pub fn at(&self, square: Square) -> Option<(Side, Kind)> {
        Some((self.pieces.side_at(square)?, self.pieces.kind_at(square).map(|kind| Kind::ALL[kind])?))
    }

    /// The ground.
    #[inline]
    pub fn terrain(&self) -> &'static Terrain {
        self.terrain
    }

    /// The same position with the other side to move, if that is a position: a side in check cannot pass. The counters
    /// stay as they are.
    #[inline]
    pub fn passed(&self) -> Option<Chameleon> {
        self.checkers().is_empty().then_some(Chameleon { turn: !self.turn, ..*self })
    }

    /// The position before a quiet move of the side that is not to move, with the counters as they are; nothing of the
    /// kings' safety is looked at. A man on `from` is what that square makes of it.
    #[inline]
    pub fn moved_back(&self, from: Square, to: Square) -> Chameleon {
        let (mut before, mover) = (*self, !self.turn);
        let kind = Kind::ALL[self.pieces.kind_on(to)];
        before.pieces.take(mover, kind.index(), to);
        before.pieces.put(mover, self.becomes(kind, from).index(), from);
        before.turn = mover;
        before
    }

    /// What a piece of this kind is once it has entered the square.
    #[inline]
    pub fn becomes(&self, kind: Kind, square: Square) -> Kind {
        match self.terrain.colour(square) {
            Some(colour) if kind != Kind::King => colour,
            _ => kind,
        }
    }
}

impl Game for Chameleon {
    type Move = Move;
    type Setting = &'static Terrain;

    const NAME: &'static str = "chameleon";
    const START: &'static str = "n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 0 1";
    const RULES: &'static str = include_str!("../../../docs/rules/chameleon.md");
    const WINDOW: Window = Window {
        table: ".NBRQP/....K..nbrqp/....k.",
        letters: "KQRBNP",
        betza: "mpoampoaoNoDmpoaoDmpoampoampoaoNmpabK",
    };

    const FIGURES: &'static [Figure] =
        &[Figure::King, Figure::Queen, Figure::Rook, Figure::Bishop, Figure::Knight, Figure::Pawn];

    const SETTING_NAME: Option<&'static str> = Some("Chameleon");

    fn read_setting(text: Option<&str>) -> Result<&'static Terrain, SettingError> {
        Ok(match text {
            Some(rows) => Terrain::read(rows)?,
            None => <&Terrain>::default(),
        })
    }

    fn default_setting_text() -> Option<&'static str> {
        Some(terrain::DEFAULT)
    }

    fn setting_text(terrain: &'static Terrain) -> Option<String> {
        (!terrain.is_default()).then(|| terrain.to_string())
    }

    fn parse(fen: &str, terrain: &'static Terrain) -> Result<Chameleon, PositionError> {
        let fen::Fields { pieces: placed, turn, counters } = fen::read(fen, &layout(terrain), Self::WINDOW.letters)?;
        let mut pieces = Pieces::default();
        for (square, letter) in placed {
            let kind = Kind::of_letter(letter.to_ascii_uppercase()).ok_or(PositionError::Letter { letter, square })?;
            let side = Side::of_letter(letter);
            pieces.put(side, kind.index(), square);
        }
        for side in Side::ALL {
            let found = pieces.of(side, Kind::King.index()).len();
            if found != 1 {
                return Err(PositionError::Kings { side, found, expected: "one" });
            }
        }
        let position = Chameleon { pieces, terrain, counters, turn };
        if position.attackers(turn, position.king(!turn), pieces.occupied()).any() {
            return Err(PositionError::OpponentAttacked(!turn));
        }
        Ok(position)
    }

    fn setting(&self) -> &'static Terrain {
        self.terrain
    }

    fn kind_name(letter: char) -> Option<&'static str> {
        Kind::of_letter(letter).map(Kind::name)
    }

    fn layout(&self) -> Layout {
        layout(self.terrain)
    }

    fn letter_at(&self, square: Square) -> Option<char> {
        self.at(square).map(|(side, kind)| side.case(kind.letter()))
    }

    fn colour_at(&self, square: Square) -> Option<char> {
        self.terrain.colour(square).map(Kind::letter)
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn counters(&self) -> Counters {
        self.counters
    }

    /// The key tells terrains apart too, so that no table takes a position for one on another ground.
    #[inline]
    fn key(&self) -> u64 {
        self.with_turn(self.pieces.key())
    }

    fn fresh_key(&self) -> u64 {
        self.with_turn(self.pieces.fresh_key())
    }

    fn moves(&self, list: &mut MoveList<Move>) {
        self.list(list);
    }

    fn count_moves(&self) -> u64 {
        self.count()
    }

    #[inline]
    fn key_after(&self, m: Move) -> u64 {
        let (us, to) = (self.turn, m.to());
        let becomes = self.becomes(m.kind(), to).index();
        let key = self.key() ^ zobrist::piece(us, m.kind().index(), m.from()) ^ zobrist::piece(us, becomes, to);
        let taken = if self.pieces.side(!us).has(to) { zobrist::piece(!us, self.pieces.kind_on(to), to) } else { 0 };
        key ^ taken ^ zobrist::TURN
    }

    #[inline]
    fn play(&mut self, m: Move) {
        let (us, from, to) = (self.turn, m.from(), m.to());
        let captures = self.pieces.side(!us).has(to);
        if captures {
            self.pieces.take(!us, self.pieces.kind_on(to), to);
        }
        self.pieces.take(us, m.kind().index(), from);
        self.pieces.put(us, self.becomes(m.kind(), to).index(), to);
        self.counters.count(us, captures || m.kind() == Kind::Pawn);
        self.turn = !us;
    }

    fn in_check(&self) -> bool {
        self.checkers().any()
    }

    fn outcome(&self, legal: &[Move]) -> Option<Outcome> {
        if legal.is_empty() {
            let mate = Outcome::win(!self.turn, Reason::Mate);
            return Some(if self.in_check() { mate } else { Outcome::draw(Reason::Stalemate) });
        }
        if self.has_bare_kings() {
            return Some(Outcome::draw(Reason::BareKings));
        }
        (self.counters.half_moves >= 100).then_some(Outcome::draw(Reason::HundredHalfMoves))
    }

    /// Only captures: a pawn that has moved on is something else, and may come back to where it is a pawn again.
    fn is_irreversible(&self, m: Move) -> bool {
        self.pieces.side(!self.turn).has(m.to())
    }

    fn describe(&self, m: Move) -> Description {
        let becomes = self.becomes(m.kind(), m.to());
        Description {
            from: m.from(),
            to: m.to(),
            victims: Bitboard::of(m.to()) & self.pieces.side(!self.turn),
            promotion: None,
            becomes: (becomes != m.kind()).then(|| becomes.letter().to_ascii_lowercase()),
            suicide: false,
        }
    }

    fn route(&self, m: Move) -> Route {
        Route::direct(m.from(), m.to())
    }

    fn follows(&self, m: Move, path: &[Square]) -> bool {
        path == [m.from(), m.to()]
    }
}

impl Chameleon {
    #[inline]
    fn with_turn(&self, placement: u64) -> u64 {
        placement ^ self.terrain.key() ^ if self.turn == Side::Black { zobrist::TURN } else { 0 }
    }
}

/// The board's shape on a terrain.
fn layout(terrain: &Terrain) -> Layout {
    Layout { files: terrain::SIZE, ranks: terrain::SIZE, squares: terrain.squares(), star: Star::Always }
}

impl fmt::Debug for Chameleon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chameleon({}{})", self.fen(), if self.terrain.is_default() { "" } else { ", another terrain" })
    }
}
