//! The weights in play, one file a game, written by `triptych tune`.

mod chameleon;
mod shashmaty;
mod ultima;

pub(super) use chameleon::CHAMELEON;
pub(super) use shashmaty::SHASHMATY;
pub(super) use ultima::ULTIMA;
