//! UCI: what the GUI says ([`Command`]) and what the engine says ([`Reply`]).
//!
//! Keywords are case-sensitive and lower case. Times are milliseconds.

mod command;
mod go;
mod info;
mod reply;
mod variant;

pub use command::{Command, Registration, Start};
pub use go::Go;
pub use info::{CurrentLine, Info, Wdl};
pub use reply::{Check, Reply};
pub use variant::VariantStart;
