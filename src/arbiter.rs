//! A game in progress for those who know no game by name: protocols, referees and commands.

use std::any::Any;
use std::fmt;

use triptych_protocol::MoveText;

use crate::board::{Bitboard, Side, Square};
use crate::game::notation::{self, Reading};
use crate::game::{Description, Figure, Game, Layout, Marks, MoveError, Outcome, PositionError, Record, Window};
use crate::tablebase::{self, Tabled, Tables, Verdict};
use crate::wire;

/// A game in progress: its rules, its position and its history.
pub trait Arbiter: Send + fmt::Debug {
    /// The game's name.
    fn name(&self) -> &'static str;

    /// How an XBoard window shows the game.
    fn window(&self) -> Window;

    /// The terrain, where the game has one and it is not the default.
    fn terrain(&self) -> Option<String>;

    /// What the options for terrain and start position are named after, in a game that has them.
    fn setting_name(&self) -> Option<&'static str>;

    /// The board's shape.
    fn layout(&self) -> Layout;

    /// The FEN letter of the piece on a square.
    fn letter_at(&self, square: Square) -> Option<char>;

    /// The letter of the colour of a square, in a game whose squares have one.
    fn colour_at(&self, square: Square) -> Option<char>;

    /// The upper-case letters of the game's kinds, each with what it looks like.
    fn figures(&self) -> Vec<(char, Figure)>;

    /// Pieces of which a diagram says more than where they stand.
    fn marks(&self) -> Marks;

    /// The move that led here; `None` at the start.
    fn last(&self) -> Option<Description>;

    /// The present position in FEN.
    fn fen(&self) -> String;

    /// The position that this game started from, in FEN.
    fn start_fen(&self) -> String;

    /// The start position of the game by its rules, in FEN, whether it fits the terrain or not.
    fn rules_start(&self) -> &'static str;

    /// Whose turn it is.
    fn turn(&self) -> Side;

    /// The number of the full move that comes next.
    fn full_move(&self) -> u32;

    /// Moves played since the start.
    fn plies(&self) -> usize;

    /// Begins again from this position.
    ///
    /// # Errors
    /// If the position is refused; the game in progress is then as before.
    fn set_up(&mut self, fen: &str) -> Result<(), PositionError>;

    /// Plays the move that a text means.
    ///
    /// # Errors
    /// If the text means no legal move or several; nothing is played then.
    fn play(&mut self, text: &str) -> Result<Played, MoveError>;

    /// Plays the move that its parts make together; a single text is one part.
    ///
    /// # Errors
    /// If they make no legal move or fit several; nothing is played then.
    fn play_written(&mut self, parts: &[MoveText], reading: Reading) -> Result<Played, MoveError>;

    /// Whether some legal move begins with these parts and is not whole with them.
    fn begins(&self, parts: &[MoveText]) -> bool;

    /// Takes the last move back; `false` at the start.
    fn undo(&mut self) -> bool;

    /// The texts of the legal moves, sorted.
    fn moves(&self) -> Vec<String>;

    /// The legal moves, sorted by text, each with what it does.
    fn legal(&self) -> Vec<(String, Description)>;

    /// The legal moves that a way beginning with these squares makes, sorted by text.
    fn ways(&self, path: &[Square]) -> Vec<Way>;

    /// What people call the kind with this letter, of either case; `None` where the game has no such kind.
    fn kind_name(&self, letter: char) -> Option<&'static str>;

    /// The legal moves, sorted by text, each with the position after it in FEN.
    fn successors(&self) -> Vec<(String, String)>;

    /// The result by all rules, repetition included.
    fn outcome(&self) -> Option<Outcome>;

    /// The result that the position alone gives.
    fn outcome_of_position(&self) -> Option<Outcome>;

    /// What tables of endgames say of the present position, if they have it.
    fn look_up(&self, tables: &Tables) -> Option<Verdict>;

    /// Half-moves since the last irreversible one.
    fn half_moves(&self) -> u16;

    /// The game as its concrete [`Record`], for an engine of the same game.
    fn record(&self) -> &dyn Any;

    /// A copy.
    fn duplicate(&self) -> Box<dyn Arbiter>;
}

/// A legal move of which a path is a beginning, or a whole way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The move as it is printed.
    pub text: String,
    /// What it does.
    pub description: Description,
    /// Where the path may go on to become this move; empty where it cannot.
    pub landings: Bitboard,
    /// Whether the path makes this move as it is.
    pub is_whole: bool,
}

/// A move in the words of both worlds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The project's own text.
    pub text: String,
    /// What an XBoard window is told: one text, or parts with a null move of the opponent after each but the last.
    pub lines: Vec<MoveText>,
}

impl Played {
    /// Words for a move that is legal in the position.
    pub fn new<G: Game>(position: &G, m: G::Move) -> Played {
        Played { text: notation::text(position, m), lines: wire::lines(position, m) }
    }
}

/// The arbiter of one game.
#[derive(Clone, Debug)]
pub struct GameArbiter<G: Game>(Record<G>);

impl<G: Game> GameArbiter<G> {
    /// A game that starts from this position.
    pub fn new(start: G) -> Self {
        GameArbiter(Record::new(start))
    }

    fn play_found(&mut self, m: G::Move) -> Played {
        let played = Played::new(self.0.position(), m);
        self.0.play(m);
        played
    }
}

impl<G: Tabled> Arbiter for GameArbiter<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn window(&self) -> Window {
        G::WINDOW
    }

    fn terrain(&self) -> Option<String> {
        G::setting_text(self.0.position().setting())
    }

    fn setting_name(&self) -> Option<&'static str> {
        G::SETTING_NAME
    }

    fn layout(&self) -> Layout {
        self.0.position().layout()
    }

    fn letter_at(&self, square: Square) -> Option<char> {
        self.0.position().letter_at(square)
    }

    fn colour_at(&self, square: Square) -> Option<char> {
        self.0.position().colour_at(square)
    }

    fn figures(&self) -> Vec<(char, Figure)> {
        G::WINDOW.letters.chars().zip(G::FIGURES.iter().copied()).collect()
    }

    fn marks(&self) -> Marks {
        self.0.position().marks()
    }

    fn last(&self) -> Option<Description> {
        let &m = self.0.moves().last()?;
        Some(self.0.position_before(self.plies() - 1).describe(m))
    }

    fn fen(&self) -> String {
        self.0.position().fen()
    }

    fn start_fen(&self) -> String {
        self.0.start().fen()
    }

    fn rules_start(&self) -> &'static str {
        G::START
    }

    fn turn(&self) -> Side {
        self.0.turn()
    }

    fn full_move(&self) -> u32 {
        self.0.position().counters().full_move
    }

    fn plies(&self) -> usize {
        self.0.moves().len()
    }

    fn set_up(&mut self, fen: &str) -> Result<(), PositionError> {
        self.0 = Record::new(G::parse(fen, self.0.position().setting())?);
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<Played, MoveError> {
        let m = notation::read(self.0.position(), text)?;
        Ok(self.play_found(m))
    }

    fn play_written(&mut self, parts: &[MoveText], reading: Reading) -> Result<Played, MoveError> {
        let m = match parts {
            [whole] => notation::resolve(self.0.position(), whole, reading)?,
            _ => notation::resolve_parts(self.0.position(), parts)?,
        };
        Ok(self.play_found(m))
    }

    fn begins(&self, parts: &[MoveText]) -> bool {
        notation::begins(self.0.position(), parts)
    }

    fn undo(&mut self) -> bool {
        self.0.undo().is_some()
    }

    fn moves(&self) -> Vec<String> {
        notation::sorted(self.0.position()).into_iter().map(|(text, _)| text).collect()
    }

    fn legal(&self) -> Vec<(String, Description)> {
        let position = self.0.position();
        notation::sorted(position).into_iter().map(|(text, m)| (text, position.describe(m))).collect()
    }

    fn ways(&self, path: &[Square]) -> Vec<Way> {
        let position = self.0.position();
        let way = |(text, m)| {
            let (landings, is_whole) = (position.landings(m, path), position.follows(m, path));
            (is_whole || landings.any()).then(|| Way { text, description: position.describe(m), landings, is_whole })
        };
        notation::sorted(position).into_iter().filter_map(way).collect()
    }

    fn kind_name(&self, letter: char) -> Option<&'static str> {
        G::kind_name(letter.to_ascii_uppercase())
    }

    fn successors(&self) -> Vec<(String, String)> {
        let position = self.0.position();
        let after = |m| {
            let mut next = position.clone();
            next.play(m);
            next.fen()
        };
        notation::sorted(position).into_iter().map(|(text, m)| (text, after(m))).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn outcome_of_position(&self) -> Option<Outcome> {
        let position = self.0.position();
        position.outcome(&position.legal())
    }

    fn look_up(&self, tables: &Tables) -> Option<Verdict> {
        tablebase::probe(tables, self.0.position())
    }

    fn half_moves(&self) -> u16 {
        self.0.position().counters().half_moves
    }

    fn record(&self) -> &dyn Any {
        &self.0
    }

    fn duplicate(&self) -> Box<dyn Arbiter> {
        Box::new(self.clone())
    }
}
