//! The boards that a GUI has chosen by options, in games whose board is data.
//!
//! A terrain and a start position come one after the other, in either order, and need not fit before both have come.

use std::collections::HashMap;

use triptych_protocol::{Setting, SettingKind};

use super::history::History;
use crate::game::PositionError;
use crate::variant::{SettingTexts, Variant, VariantError};

/// The terrains and start positions in use, by game.
#[derive(Clone, Debug, Default)]
pub struct Boards(HashMap<Variant, Choice>);

/// One game's boards.
#[derive(Clone, Debug, Default)]
struct Choice {
    /// What was chosen last.
    chosen: Board,
    /// The last choice of which both halves fit.
    used: Board,
    /// Why what was chosen is not used, until someone was told.
    complaint: Option<VariantError>,
}

/// A terrain and a start position; `None` stands for the default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Board {
    terrain: Option<String>,
    start: Option<String>,
}

impl Board {
    fn begin(&self, variant: Variant) -> Result<History, VariantError> {
        variant.arbiter_from(self.terrain.as_deref(), self.start.as_deref()).map(History::new)
    }
}

/// What became of an option's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// Games begin with it from now on.
    Used,
    /// It waits for the other half of the board: the start position and the terrain do not fit each other.
    Waits(VariantError),
}

/// The options that choose boards.
pub fn options() -> Vec<Setting> {
    let texts = |texts: SettingTexts| {
        let text = |what: &str, value: &str| {
            Setting::new(&format!("{} {what}", texts.name), SettingKind::Text(value.to_owned()))
        };
        [text("Terrain", texts.terrain), text("Start", texts.start)]
    };
    Variant::ALL.iter().filter_map(|variant| variant.setting()).flat_map(texts).collect()
}

impl Boards {
    /// A game at its beginning, on the board chosen for it; or, where the halves of that do not fit, on the last one of
    /// which they did.
    pub fn begin(&self, variant: Variant) -> History {
        let used = self.0.get(&variant).map(|choice| &choice.used);
        used.and_then(|board| board.begin(variant).ok())
            .or_else(|| Board::default().begin(variant).ok())
            .expect("every game has a start position on its default board")
    }

    /// Why games do not begin on the board chosen; said once for each choice.
    pub fn complaint(&mut self, variant: Variant) -> Option<VariantError> {
        self.0.get_mut(&variant)?.complaint.take()
    }

    /// Begins again from a position: on the terrain in use, or else on the one that was chosen last, which need not fit
    /// the start position then.
    ///
    /// # Errors
    /// If the position is refused; the history is then as before.
    pub fn set_up(&self, variant: Variant, history: &mut History, fen: &str) -> Result<(), VariantError> {
        let Err(why) = history.set_up(fen) else { return Ok(()) };
        let chosen = self.0.get(&variant).map(|choice| &choice.chosen);
        let other = chosen.filter(|board| board.terrain.as_deref() != history.game().terrain().as_deref());
        match other.map(|board| Board { start: Some(fen.to_owned()), ..board.clone() }.begin(variant)) {
            Some(Ok(begun)) => {
                *history = begun;
                Ok(())
            }
            Some(Err(instead)) if is_of_another_terrain(&why) => Err(instead),
            _ => Err(why.into()),
        }
    }

    /// Takes an option's value, for the games that begin from now on; `None` if no board is chosen by an option of that
    /// name. An empty value chooses the default again.
    ///
    /// # Errors
    /// If the text is no terrain, or no position on any terrain. All is then as before.
    pub fn set(&mut self, name: &str, value: &str) -> Option<Result<Chosen, VariantError>> {
        let (variant, is_terrain) = Variant::ALL.iter().find_map(|&variant| {
            let texts = variant.setting()?;
            let is = |what: &str| name.eq_ignore_ascii_case(&format!("{} {what}", texts.name));
            (is("Terrain") || is("Start")).then(|| (variant, is("Terrain")))
        })?;
        let value = Some(value.trim()).filter(|value| !value.is_empty()).map(str::to_owned);
        let choice = self.0.entry(variant).or_default();
        let chosen = if is_terrain {
            Board { terrain: value, ..choice.chosen.clone() }
        } else {
            Board { start: value, ..choice.chosen.clone() }
        };
        Some(match chosen.begin(variant) {
            Ok(_) => {
                *choice = Choice { used: chosen.clone(), chosen, complaint: None };
                Ok(Chosen::Used)
            }
            Err(VariantError::Position(why)) if is_terrain || is_of_another_terrain(&why) => {
                choice.chosen = chosen;
                choice.complaint = Some(why.clone().into());
                Ok(Chosen::Waits(why.into()))
            }
            Err(why) => Err(why),
        })
    }
}

/// Whether a position was refused for the board's shape, so that it may be a position on a board of another.
fn is_of_another_terrain(why: &PositionError) -> bool {
    matches!(why, PositionError::HoleMissing(_) | PositionError::NoHole(_) | PositionError::OffBoard { .. })
}
