//! The boards that a GUI has chosen by options, in games whose board is data.
//!
//! A terrain and a start position come one after the other, in either order, and need not fit before both have come.

use std::collections::HashMap;

use triptych_protocol::{Setting, SettingKind};

use super::history::History;
use crate::arbiter::Arbiter;
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
    fn begin(&self, variant: Variant) -> Result<Box<dyn Arbiter>, VariantError> {
        variant.arbiter_from(self.terrain.as_deref(), self.start.as_deref())
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
        History::new(self.start(variant))
    }

    /// The same, for whoever needs no history.
    pub fn start(&self, variant: Variant) -> Box<dyn Arbiter> {
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
                *history = History::new(begun);
                Ok(())
            }
            Some(Err(instead)) if is_of_another_terrain(&why) => Err(instead),
            _ => Err(why.into()),
        }
    }

    /// A game that begins in a position: on the terrain in use, or else on the one that was chosen last.
    ///
    /// # Errors
    /// If the position is refused.
    pub fn position(&self, variant: Variant, fen: &str) -> Result<Box<dyn Arbiter>, VariantError> {
        let mut history = self.begin(variant);
        self.set_up(variant, &mut history, fen)?;
        Ok(history.into_game())
    }

    /// Like [`Boards::set`], but a terrain that the start position does not fit is refused. The start position may be
    /// the one that waits for its terrain.
    pub fn set_refusing(&mut self, name: &str, value: &str) -> Option<Result<Chosen, VariantError>> {
        let before = self.0.clone();
        Some(match self.set(name, value)? {
            Ok(Chosen::Waits(why)) if name.to_ascii_lowercase().ends_with("terrain") => {
                self.0 = before;
                Err(why)
            }
            answer => answer,
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A terrain without holes, and a position on it.
    const OPEN: &str = "PPPPPPP/PPPPPPP/RRRRRRR/QQQQQQQ/NNNNNNN/PPPPPPP/PPPPPPP";
    const ON_OPEN: &str = "k6/p6/7/7/7/6P/6K w - - 0 1";

    fn begun(boards: &Boards) -> (String, Option<String>) {
        let history = boards.begin(Variant::Chameleon);
        (history.game().start_fen(), history.game().terrain())
    }

    #[test]
    fn halves_wait_for_each_other() {
        for names in [["Chameleon Terrain", "Chameleon Start"], ["CHAMELEON START", "chameleon terrain"]] {
            let mut boards = Boards::default();
            let usual = begun(&boards);
            let value = |name: &str| if name.to_lowercase().ends_with("terrain") { OPEN } else { ON_OPEN };
            assert!(matches!(boards.set(names[0], value(names[0])), Some(Ok(Chosen::Waits(_)))));
            assert_eq!(begun(&boards), usual);
            assert_eq!(boards.set(names[1], value(names[1])), Some(Ok(Chosen::Used)));
            assert_eq!(begun(&boards), (ON_OPEN.to_owned(), Some(OPEN.to_owned())));
            assert_eq!(boards.complaint(Variant::Chameleon), None);
            // A bad value changes nothing, an empty one is the default.
            assert!(matches!(boards.set(names[0], "x"), Some(Err(_))));
            assert_eq!(begun(&boards).0, ON_OPEN);
            assert!(matches!(boards.set(names[0], " "), Some(Ok(Chosen::Waits(_)))));
            assert_eq!(begun(&boards).0, ON_OPEN, "the last board that fits");
            assert!(boards.complaint(Variant::Chameleon).is_some());
            assert_eq!(boards.complaint(Variant::Chameleon), None, "said once");
            assert_eq!(boards.set(names[1], ""), Some(Ok(Chosen::Used)));
            assert_eq!(begun(&boards), usual);
        }
    }

    #[test]
    fn no_other_names() {
        for name in ["Chameleon", "Terrain", "Ultima Terrain", "Chameleon  Start", ""] {
            assert_eq!(Boards::default().set(name, OPEN), None, "{name}");
        }
        assert!(Boards::default().begin(Variant::Ultima).set_up("x").is_err());
    }

    #[test]
    fn a_position_is_set_up_on_the_terrain_that_it_fits() {
        let mut boards = Boards::default();
        let mut history = boards.begin(Variant::Chameleon);
        let start = history.game().fen();
        let set_up =
            |boards: &Boards, history: &mut History, fen: &str| boards.set_up(Variant::Chameleon, history, fen);
        assert!(set_up(&boards, &mut history, ON_OPEN).is_err());
        assert!(boards.set("Chameleon Terrain", OPEN).is_some());
        assert_eq!(set_up(&boards, &mut history, ON_OPEN), Ok(()));
        assert_eq!((history.game().fen(), history.game().terrain()), (ON_OPEN.to_owned(), Some(OPEN.to_owned())));
        // On neither: nothing has changed, and the reason is that of the terrain whose holes it has.
        for (fen, reason) in [("k6/p6/7/7/7/6P/7 w", "White has 0 kings"), (&*start, "b7, which is no hole")] {
            let why = set_up(&boards, &mut history, fen).expect_err("no position").to_string();
            assert!(why.contains(reason), "{why}");
            assert_eq!(history.game().fen(), ON_OPEN);
        }
    }
}
