//! XBoard's protocol (CECP), versions 1 and 2: what the GUI says ([`Command`]) and what the engine says ([`Reply`]).
//!
//! Commands are case-sensitive; words behind the arguments of a command are ignored. Scores are centipawns, times
//! centiseconds, unless their types say otherwise.

mod command;
mod edit;
mod feature;
mod reply;
mod setup;
mod thinking;

pub use command::{Command, Level, Roots};
pub use edit::Edit;
pub use feature::{Feature, FeatureValue};
pub use reply::Reply;
pub use setup::{Geometry, Setup};
pub use thinking::{Extra, Status, Thinking};
