//! The boards that a GUI has chosen by options, in games whose board is data.

use std::collections::HashMap;

use triptych_protocol::{Setting, SettingKind};

use super::history::History;
use crate::variant::{SettingTexts, Variant, VariantError};

/// The terrains and start positions in use, by game.
#[derive(Clone, Debug, Default)]
pub struct Boards(HashMap<Variant, Board>);

/// One game's board. `None` stands for the default.
#[derive(Clone, Debug, Default)]
struct Board {
    terrain: Option<String>,
    start: Option<String>,
    /// A start position that does not fit the terrain in use; it waits for one that it fits.
    waiting: Option<String>,
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
    /// A game at its beginning, on the board chosen for it.
    pub fn begin(&self, variant: Variant) -> History {
        let chosen = self.0.get(&variant);
        let terrain = chosen.and_then(|board| board.terrain.as_deref());
        let start = chosen.and_then(|board| board.start.as_deref());
        let game = variant.arbiter_from(terrain, start).or_else(|_| variant.arbiter(None));
        History::new(game.expect("every game has a start position on its default board"))
    }

    /// Takes an option's value, for the games that begin from now on; `None` if no board is chosen by an option of that
    /// name. An empty value chooses the default again.
    ///
    /// # Errors
    /// If the terrain is none, or it and the start position do not fit. What was in use stays in use; a start position
    /// is kept aside until a terrain comes that it fits.
    pub fn set(&mut self, name: &str, value: &str) -> Option<Result<(), VariantError>> {
        let (variant, is_terrain) = Variant::ALL.iter().find_map(|&variant| {
            let texts = variant.setting()?;
            let is = |what: &str| name.eq_ignore_ascii_case(&format!("{} {what}", texts.name));
            (is("Terrain") || is("Start")).then(|| (variant, is("Terrain")))
        })?;
        let value = Some(value.trim()).filter(|value| !value.is_empty()).map(str::to_owned);
        let board = self.0.entry(variant).or_default();
        let fits = |terrain: &Option<String>, start: &Option<String>| {
            variant.arbiter_from(terrain.as_deref(), start.as_deref()).map(drop)
        };
        Some(if is_terrain {
            let start = board.waiting.as_ref().or(board.start.as_ref()).cloned();
            fits(&value, &start).map(|()| *board = Board { terrain: value, start, waiting: None })
        } else {
            match fits(&board.terrain, &value) {
                Ok(()) => {
                    (board.start, board.waiting) = (value, None);
                    Ok(())
                }
                Err(why) => {
                    board.waiting = value;
                    Err(why)
                }
            }
        })
    }
}
