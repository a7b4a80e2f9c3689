//! The rules of Triptych's games once more: slow, cell by cell, sentence by sentence from the rule pages, and sharing
//! nothing with the engine, so that tests can hold the engine's fast rules against them.
//!
//! ```
//! let rules = triptych_reference::Rules::new("ultima").unwrap();
//! assert_eq!(rules.start().moves().len(), 32);
//! ```

mod board;
mod chain;
mod chameleon;
mod fen;
mod shashmaty;
mod ultima;

use board::{Board, Side, Square, Squares};
use chameleon::Terrain;
use fen::{Fields, Form, Ground};
use std::fmt;
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Game {
    Ultima,
    Shashmaty,
    ShashmatyDamka,
    ShashmatyDragon,
    Chameleon,
}

/// Which game is played, on which terrain, and with which of the test-only switches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    game: Game,
    terrain: Terrain,
    straight_chains_only: bool,
    dragons_switched_off: bool,
    no_suicide: bool,
    golomb: bool,
    fixed_kinds: bool,
}

impl Rules {
    /// The rules of the game of this name: `ultima`, `shashmaty`, `shashmaty-damka`, `shashmaty-dragon` or `chameleon`.
    pub fn new(game: &str) -> Option<Rules> {
        let game = match game {
            "ultima" => Game::Ultima,
            "shashmaty" => Game::Shashmaty,
            "shashmaty-damka" => Game::ShashmatyDamka,
            "shashmaty-dragon" => Game::ShashmatyDragon,
            "chameleon" => Game::Chameleon,
            _ => return None,
        };
        Some(Rules {
            game,
            terrain: Terrain::read(chameleon::TERRAIN).expect("the default terrain is well formed"),
            straight_chains_only: false,
            dragons_switched_off: false,
            no_suicide: false,
            golomb: false,
            fixed_kinds: false,
        })
    }

    /// Chameleon on another terrain: seven rows from rank 7 down with `/` between, letters `Q R B N P`, `*` for a hole.
    /// An error in any other game, and for a text that is no terrain.
    pub fn with_terrain(self, rows: &str) -> Result<Rules, String> {
        if self.game != Game::Chameleon {
            return Err("only Chameleon has a terrain".to_string());
        }
        Ok(Rules { terrain: Terrain::read(rows)?, ..self })
    }

    /// Test-only, Ultima: a chain of jumps may not turn.
    #[must_use]
    pub fn straight_chains_only(self) -> Rules {
        Rules { straight_chains_only: true, ..self }
    }

    /// Test-only, Ultima: an enemy dragon or chameleon beside a dragon switches its freezing off.
    #[must_use]
    pub fn dragons_switched_off(self) -> Rules {
        Rules { dragons_switched_off: true, ..self }
    }

    /// Test-only, Ultima: frozen pieces may not leave by suicide.
    #[must_use]
    pub fn no_suicide(self) -> Rules {
        Rules { no_suicide: true, ..self }
    }

    /// Test-only, Shashmaty: as Golomb has it, men capture forward only, and promotion ends the move.
    #[must_use]
    pub fn golomb(self) -> Rules {
        Rules { golomb: true, ..self }
    }

    /// Test-only, Chameleon: no piece ever changes its kind.
    #[must_use]
    pub fn fixed_kinds(self) -> Rules {
        Rules { fixed_kinds: true, ..self }
    }

    /// The start position.
    ///
    /// # Panics
    /// If Chameleon's usual start does not fit the holes of another terrain.
    pub fn start(&self) -> Position {
        let start = match self.game {
            Game::Ultima => ultima::START,
            Game::Chameleon => chameleon::START,
            _ => shashmaty::START,
        };
        self.parse(start).expect("the start position fits")
    }

    /// Reads a FEN of two, four or six fields. The error says the first thing that is wrong with it.
    pub fn parse(&self, fen: &str) -> Result<Position, String> {
        let (size, letters) = match self.game {
            Game::Ultima => (8, ultima::LETTERS),
            Game::Chameleon => (chameleon::SIZE, chameleon::LETTERS),
            game => (8, shashmaty::letters(game)),
        };
        let form = Form { width: size, height: size, letters, ground: &|square| self.ground(square) };
        let Fields { board, turn, halfmove, fullmove } = fen::read(fen, &form)?;
        let position = Position { rules: Arc::new(self.clone()), board, turn, halfmove, fullmove };
        match self.game {
            Game::Ultima => ultima::check(&position)?,
            Game::Chameleon => chameleon::check(&position)?,
            _ => shashmaty::check(&position)?,
        }
        Ok(position)
    }

    fn ground(&self, square: Square) -> Ground {
        match self.game {
            Game::Ultima => Ground::Open,
            Game::Chameleon => self.terrain.ground(square),
            _ if shashmaty::is_dark(square) => Ground::Open,
            _ => Ground::Unused,
        }
    }
}

/// A position with its two counters, without history.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    rules: Arc<Rules>,
    board: Board,
    turn: Side,
    halfmove: u16,
    fullmove: u32,
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.rules.game, self.fen())
    }
}

/// A legal move and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The canonical text: the squares of the path with the fewest legs and then the alphabetically first, and the
    /// letter of a promotion.
    pub text: String,
    /// The squares of all pieces that leave the board, sorted; a suicide is no victim.
    pub victims: Vec<String>,
    /// The position after the move.
    pub after: Position,
}

/// A legal move as the games' own files find it.
struct Found {
    path: Vec<Square>,
    promotion: Option<u8>,
    victims: Squares,
    board: Board,
    is_irreversible: bool,
}

fn path_text(path: &[Square], promotion: Option<u8>) -> String {
    let mut text: String = path.iter().map(Square::to_string).collect();
    text.extend(promotion.map(|kind| kind.to_ascii_lowercase() as char));
    text
}

fn read_square(name: &str) -> Square {
    let name = name.as_bytes();
    Square { file: (name[0] - b'a') as i8, rank: (name[1] - b'1') as i8 }
}

impl Move {
    /// The name of the square on which the move starts.
    pub fn start(&self) -> &str {
        &self.text[..2]
    }

    /// The name of the square on which the move ends: of a suicide, the one on which it starts.
    pub fn end(&self) -> &str {
        let squares = self.squares();
        &squares[squares.len() - 2..]
    }

    /// The lower-case letter of what a pawn is promoted to, where it is.
    pub fn promotion(&self) -> Option<char> {
        self.text[self.squares().len()..].chars().next()
    }

    /// The text without the letter of a promotion.
    fn squares(&self) -> &str {
        &self.text[..self.text.len() / 2 * 2]
    }
}

impl Position {
    /// The FEN, always with all six fields.
    pub fn fen(&self) -> String {
        let Position { board, turn, halfmove, fullmove, .. } = *self;
        fen::write(&Fields { board, turn, halfmove, fullmove }, &|square| self.rules.ground(square))
    }

    fn found(&self) -> Vec<Found> {
        match self.rules.game {
            Game::Ultima => ultima::moves(self),
            Game::Chameleon => chameleon::moves(self),
            _ => shashmaty::moves(self),
        }
    }

    fn has_move(&self) -> bool {
        match self.rules.game {
            Game::Ultima => ultima::has_move(self),
            _ => !self.found().is_empty(),
        }
    }

    fn after(&self, found: &Found) -> Position {
        Position {
            rules: self.rules.clone(),
            board: found.board,
            turn: self.turn.opponent(),
            halfmove: if found.is_irreversible { 0 } else { self.halfmove.saturating_add(1) },
            fullmove: self.fullmove.saturating_add(if self.turn == Side::Black { 1 } else { 0 }),
        }
    }

    /// All legal moves, each identity once, sorted by text. A position that is a draw still has its moves.
    pub fn moves(&self) -> Vec<Move> {
        let to_move = |found: Found| Move {
            text: path_text(&found.path, found.promotion),
            victims: found.victims.iter().map(|square| square.to_string()).collect(),
            after: self.after(&found),
        };
        let mut moves: Vec<Move> = self.found().into_iter().map(to_move).collect();
        moves.sort_by(|one, other| one.text.cmp(&other.text));
        moves
    }

    /// All texts of paths that are this move of this position, sorted. Their number may grow exponentially with the
    /// number of victims; see [`Position::routes_up_to`].
    pub fn routes(&self, m: &Move) -> Vec<String> {
        self.routes_up_to(m, usize::MAX)
    }

    /// The alphabetically first texts of paths that are this move of this position, `cap` of them at most.
    pub fn routes_up_to(&self, m: &Move, cap: usize) -> Vec<String> {
        if m.squares().len() == 4 {
            // A move of one leg has one path.
            return std::iter::once(m.text.clone()).take(cap).collect();
        }
        let (from, to) = (read_square(m.start()), read_square(m.end()));
        let victims = m.victims.iter().fold(Squares::NONE, |victims, name| victims.with(read_square(name)));
        let promotion = m.promotion().map(|letter| letter.to_ascii_uppercase() as u8);
        let paths = match self.rules.game {
            Game::Ultima => ultima::routes(self, from, to, victims, cap),
            Game::Chameleon => Vec::new(),
            _ => shashmaty::routes(self, from, to, victims, promotion, cap),
        };
        paths.iter().map(|path| path_text(path, promotion)).collect()
    }

    /// The score (`1-0`, `0-1` or `1/2-1/2`) and its reason (`mate`, `stalemate`, `kings`, `bare-kings` or
    /// `hundred-half-moves`), if the game is over. Repetition is not seen, since a position has no history.
    pub fn result(&self) -> Option<(&'static str, &'static str)> {
        let is_shashmaty = !matches!(self.rules.game, Game::Ultima | Game::Chameleon);
        if is_shashmaty && let Some(winner) = shashmaty::winner_by_kings(&self.board) {
            return Some((winner.win(), "kings"));
        }
        if !self.has_move() {
            let loss = self.turn.opponent().win();
            return Some(match self.rules.game {
                _ if self.in_check() => (loss, "mate"),
                // "Stalemate is a draw."
                Game::Chameleon => ("1/2-1/2", "stalemate"),
                // "A side without a legal move loses."
                _ => (loss, "stalemate"),
            });
        }
        // "Bare kings: draw"; in Shashmaty kings capture each other and play on.
        if !is_shashmaty && self.board.has_only_kings() {
            return Some(("1/2-1/2", "bare-kings"));
        }
        if self.halfmove >= 100 {
            return Some(("1/2-1/2", "hundred-half-moves"));
        }
        None
    }

    /// Whether the king of the side to move is attacked; never in Shashmaty, where "there is no check".
    pub fn in_check(&self) -> bool {
        match self.rules.game {
            Game::Ultima => ultima::is_attacked(&self.rules, &self.board, self.turn),
            Game::Chameleon => chameleon::is_attacked(&self.rules.terrain, &self.board, self.turn),
            _ => false,
        }
    }

    /// The number of sequences of `depth` legal moves; draws do not end a sequence.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let found = self.found();
        if depth == 1 {
            return found.len() as u64;
        }
        found.iter().map(|each| self.after(each).perft(depth - 1)).sum()
    }
}
