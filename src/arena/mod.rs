//! Games between engines, with a referee that knows the rules.
//!
//! A [`tournament`] plays the games of a [`schedule`]; in each the [`referee`] asks two [`player`]s in turn, whatever they
//! are: this program's own engine, or processes that speak one protocol or the other.

pub mod adjudication;
pub mod clock;
pub mod document;
pub mod entrant;
pub mod halt;
pub mod inside;
pub mod openings;
pub mod player;
pub mod process;
pub mod record;
pub mod referee;
pub mod report;
pub mod resume;
pub mod schedule;
pub mod settings;
pub mod standing;
pub mod statistics;
pub mod tournament;
pub mod uci;
pub mod verdict;
pub mod xboard;
