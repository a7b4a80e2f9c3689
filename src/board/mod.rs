//! The board without any game on it: squares, sets of squares, lines, pieces with their key.
//!
//! Every game here lives on (part of) the same 8×8 grid: square 0 is a1, 7 is h1, 63 is h8. A smaller board or one with
//! holes is the same grid with squares that nothing may enter, so one set of tables and one set type serve all games.

pub mod bitboard;
pub mod geometry;
pub mod list;
pub mod pieces;
pub mod side;
pub mod sliders;
pub mod square;
pub mod zobrist;

pub use bitboard::Bitboard;
pub use list::MoveList;
pub use pieces::Pieces;
pub use side::Side;
pub use sliders::Sliders;
pub use square::Square;
