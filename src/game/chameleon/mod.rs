//! Rules of Chameleon.

/// Why a terrain was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TerrainError {}
