//! The settings that a GUI may change by options, whatever its protocol: their values, their ranges, and what is to be
//! done when one changes.
//!
//! The boards of [`super::boards`] are options too; they are kept there, since they belong to games.

use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

use triptych_protocol::{Dialect, Setting, SettingKind};

use super::Action;
use super::thinker::Job;
use crate::book::{BookFile, choice};
use crate::engine::Task;
use crate::experience::Experience;
use crate::search::Limits;
use crate::search::clock::MOVE_OVERHEAD;
use crate::search::skill;
use crate::variant::Variant;

/// The most MiB that are taken from a GUI's word.
pub const MOST_MEMORY: u64 = 1 << 17;
/// The most threads that are taken from a GUI's word.
pub const MOST_THREADS: u64 = 256;
/// The most plies that a book is asked in.
const MOST_BOOK_DEPTH: i64 = 1_000;
/// The most best lines that are shown.
pub const MOST_LINES: u64 = 256;
/// The table's size until the GUI says another, in MiB.
const MEMORY: usize = 64;

/// Against whom the engine does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// Nobody.
    Nobody,
    /// Other engines.
    Engines,
    /// Engines and people.
    Everybody,
}

impl Against {
    const NAMES: [(&str, Against); 3] =
        [("nobody", Against::Nobody), ("engines", Against::Engines), ("everybody", Against::Everybody)];

    /// Whether it is done against an opponent that is an engine, or a person.
    pub fn includes(self, engine: bool) -> bool {
        match self {
            Against::Nobody => false,
            Against::Engines => engine,
            Against::Everybody => true,
        }
    }
}

/// The values of all settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The table's size in MiB.
    pub memory: usize,
    /// Threads of the search.
    pub threads: usize,
    /// Best lines to show.
    pub lines: usize,
    /// Kept back from every time limit.
    pub overhead: Duration,
    /// 0 to [`skill::FULL`].
    pub skill: u8,
    /// What a draw is worth less to the engine, in centipawns.
    pub contempt: i32,
    /// Whether the engine plays from its opening book.
    pub own_book: bool,
    /// The opening book's file; empty for the book in the program.
    pub book_file: String,
    /// Plies of a game in which the book is asked.
    pub book_depth: u16,
    /// How far from the weightiest move of the book the choice may go; see [`Guide`](crate::book::Guide).
    pub book_variety: u8,
    /// The file in which searches leave what they find; empty for none.
    pub experience_file: String,
    /// Whether the GUI says that it analyses and plays no game (UCI).
    pub analyses: bool,
    /// Where endgame tables are besides those that are found without it: directories, with the system's separator between.
    pub tablebase_path: String,
    /// The file that the dialogue is logged to; empty for none.
    pub log: String,
    /// Whether chances of winning, drawing and losing go with every score (UCI).
    pub show_wdl: bool,
    /// Resign below so many centipawns; 0 never (XBoard).
    pub resign_threshold: i32,
    /// Against whom to resign (XBoard).
    pub resigns: Against,
    /// To whom to offer draws (XBoard).
    pub offers_draws: Against,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            memory: MEMORY,
            threads: 1,
            lines: 1,
            overhead: MOVE_OVERHEAD,
            skill: skill::FULL,
            contempt: 0,
            own_book: true,
            book_file: String::new(),
            book_depth: choice::USUAL_DEPTH,
            book_variety: choice::USUAL_VARIETY,
            experience_file: String::new(),
            analyses: false,
            tablebase_path: String::new(),
            log: String::new(),
            show_wdl: false,
            resign_threshold: 900,
            resigns: Against::Engines,
            offers_draws: Against::Engines,
        }
    }
}

/// What a changed setting asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing but to be remembered.
    None,
    /// Another size of the table.
    Memory,
    /// Another number of threads.
    Threads,
    /// The table is to be emptied.
    Clear,
    /// Other endgame tables.
    Tables,
    /// Another log.
    Log,
    /// The line of text is for the user.
    Notice(String),
    /// All settings are as in the beginning, which has had these effects.
    Reset(Vec<Effect>),
}

/// A number that is out of its range is the range's end; anything else that is wrong is refused.
fn number(value: &str, least: i64, most: i64) -> Result<i64, String> {
    let value = value.trim_ascii();
    let digits = value.strip_prefix(['-', '+']).unwrap_or(value);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("'{value}' is not a number"));
    }
    let end = if value.starts_with('-') { i64::MIN } else { i64::MAX };
    Ok(value.parse().unwrap_or(end).clamp(least, most))
}

fn switch(value: &str) -> Result<bool, String> {
    match &*value.trim_ascii().to_ascii_lowercase() {
        "true" | "1" | "on" => Ok(true),
        "false" | "0" | "off" => Ok(false),
        other => Err(format!("'{other}' is neither true nor false")),
    }
}

fn against(value: &str) -> Result<Against, String> {
    let found = Against::NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(value.trim_ascii()));
    found.map(|(_, against)| *against).ok_or_else(|| format!("'{value}' is none of nobody, engines, everybody"))
}

impl Settings {
    /// The options that one dialect offers, with their present values.
    pub fn options(&self, dialect: Dialect) -> Vec<Setting> {
        let spin =
            |name: &str, value: i64, min: i64, max: i64| Setting::new(name, SettingKind::Spin { value, min, max });
        let check = |name: &str, on| Setting::new(name, SettingKind::Check(on));
        let level = (i64::from(self.skill), 0, i64::from(skill::FULL));
        let file = SettingKind::File(self.book_file.clone());
        let experience = SettingKind::File(self.experience_file.clone());
        let path = SettingKind::Path(self.tablebase_path.clone());
        let log = SettingKind::File(self.log.clone());
        let overhead = i64::try_from(self.overhead.as_millis()).unwrap_or(i64::MAX);
        let mut options = Vec::new();
        if dialect == Dialect::Uci {
            options.push(spin("Hash", self.memory as i64, 1, MOST_MEMORY as i64));
            options.push(spin("Threads", self.threads as i64, 1, MOST_THREADS as i64));
            options.push(check("Ponder", false));
        }
        options.push(spin("MultiPV", self.lines as i64, 1, MOST_LINES as i64));
        options.push(spin("Move Overhead", overhead, 0, 10_000));
        options.push(Setting::new("Skill Level", SettingKind::Slider { value: level.0, min: level.1, max: level.2 }));
        options.push(spin("Contempt", i64::from(self.contempt), -500, 500));
        options.push(check("OwnBook", self.own_book));
        options.push(Setting::new("BookFile", file));
        options.push(spin("BookDepth", i64::from(self.book_depth), 0, MOST_BOOK_DEPTH));
        options.push(spin("BookVariety", i64::from(self.book_variety), 0, i64::from(choice::MOST_VARIETY)));
        options.push(Setting::new("ExperienceFile", experience));
        options.push(Setting::new("TablebasePath", path));
        if dialect == Dialect::Uci {
            options.push(check("UCI_AnalyseMode", self.analyses));
            options.push(check("UCI_ShowWDL", self.show_wdl));
        } else {
            let choices: Vec<String> = Against::NAMES.iter().map(|(name, _)| (*name).to_owned()).collect();
            let combo = |name: &str, chosen: Against| {
                let selected = Against::NAMES.iter().position(|(_, against)| *against == chosen).unwrap_or(0);
                Setting::new(name, SettingKind::Combo { choices: choices.clone(), selected })
            };
            options.push(spin("Resign Threshold", i64::from(self.resign_threshold), 0, 10_000));
            options.push(combo("Resign Against", self.resigns));
            options.push(combo("Draw Offers", self.offers_draws));
        }
        options.push(Setting::new("Debug Log File", log));
        options.push(Setting::new("Clear Hash", SettingKind::Button));
        if dialect == Dialect::Xboard {
            options.push(Setting::new("Reset Options", SettingKind::Button));
        }
        options
    }

    /// Takes a value; `None` if there is no setting of that name, or it is not of this dialect.
    ///
    /// # Errors
    /// What is wrong with the value, in words; the setting is then as before.
    pub fn set(&mut self, dialect: Dialect, name: &str, value: Option<&str>) -> Option<Result<Effect, String>> {
        let offered = self.options(dialect);
        let setting = offered.iter().find(|setting| setting.name.eq_ignore_ascii_case(name))?;
        let is_button = matches!(setting.kind, SettingKind::Button | SettingKind::Save | SettingKind::Reset);
        Some(match value {
            None if !is_button => Err("a value is missing".to_owned()),
            _ => self.change(&setting.name, value.unwrap_or("").trim_ascii()),
        })
    }

    fn change(&mut self, name: &str, value: &str) -> Result<Effect, String> {
        let text = || value.to_owned();
        match name {
            "Hash" => {
                self.memory = number(value, 1, MOST_MEMORY as i64)? as usize;
                return Ok(Effect::Memory);
            }
            "Threads" => {
                self.threads = number(value, 1, MOST_THREADS as i64)? as usize;
                return Ok(Effect::Threads);
            }
            "MultiPV" => self.lines = number(value, 1, MOST_LINES as i64)? as usize,
            "Move Overhead" => self.overhead = Duration::from_millis(number(value, 0, 10_000)? as u64),
            "Skill Level" => self.skill = number(value, 0, i64::from(skill::FULL))? as u8,
            "Contempt" => self.contempt = number(value, -500, 500)? as i32,
            // Told to whoever is curious: the engine ponders when told to.
            "Ponder" => {
                switch(value)?;
            }
            "UCI_AnalyseMode" => self.analyses = switch(value)?,
            "UCI_ShowWDL" => self.show_wdl = switch(value)?,
            "OwnBook" => self.own_book = switch(value)?,
            // Whether it is a book of the right game is found when it is needed: the game may still be chosen.
            "BookFile" => {
                if !value.is_empty() {
                    BookFile::read(Path::new(value)).map_err(|why| why.to_string())?;
                }
                self.book_file = text();
            }
            "BookDepth" => self.book_depth = number(value, 0, MOST_BOOK_DEPTH)? as u16,
            "BookVariety" => self.book_variety = number(value, 0, i64::from(choice::MOST_VARIETY))? as u8,
            "ExperienceFile" => {
                if !value.is_empty() {
                    Experience::open(Path::new(value)).map_err(|why| why.to_string())?;
                }
                self.experience_file = text();
            }
            "TablebasePath" => {
                self.tablebase_path = text();
                return Ok(Effect::Tables);
            }
            "Resign Threshold" => self.resign_threshold = number(value, 0, 10_000)? as i32,
            "Resign Against" => self.resigns = against(value)?,
            "Draw Offers" => self.offers_draws = against(value)?,
            "Debug Log File" => {
                self.log = text();
                return Ok(Effect::Log);
            }
            "Clear Hash" => return Ok(Effect::Clear),
            _ => {
                let reset = Settings { memory: self.memory, threads: self.threads, ..Settings::default() };
                let old = std::mem::replace(self, reset);
                let mut effects = Vec::new();
                if old.tablebase_path != self.tablebase_path {
                    effects.push(Effect::Tables);
                }
                if old.log != self.log {
                    effects.push(Effect::Log);
                }
                return Ok(Effect::Reset(effects));
            }
        }
        Ok(Effect::None)
    }

    /// What makes an engine for a game that is as these settings say.
    pub fn engine<R>(&self, variant: Variant) -> Vec<Action<R>> {
        let mut jobs = vec![Job::Use(variant, self.memory)];
        if self.threads != 1 {
            jobs.push(Job::Threads(self.threads));
        }
        jobs.into_iter().map(Action::Work).collect()
    }

    /// What brings an effect about, where nothing has to be said for it; `has_engine` tells whether there is an engine
    /// that is not as the settings say yet.
    pub fn bring_about<R>(&self, effect: &Effect, has_engine: bool) -> Vec<Action<R>> {
        let job = match effect {
            Effect::Memory => Job::Resize(self.memory),
            Effect::Threads => Job::Threads(self.threads),
            Effect::Clear => Job::NewGame,
            Effect::Log => {
                let path = (!self.log.is_empty()).then(|| PathBuf::from(&self.log));
                return vec![Action::Log(path)];
            }
            // They are kept for whatever engine comes.
            Effect::Tables => return vec![Action::Work(Job::Tables(self.tablebase_directories()))],
            Effect::Reset(effects) => {
                return effects.iter().flat_map(|effect| self.bring_about(effect, has_engine)).collect();
            }
            Effect::None | Effect::Notice(_) => return Vec::new(),
        };
        if has_engine { vec![Action::Work(job)] } else { Vec::new() }
    }

    /// The directories of endgame tables that the user has named, with the system's separator of paths between them.
    fn tablebase_directories(&self) -> Vec<PathBuf> {
        env::split_paths(&self.tablebase_path).filter(|path| !path.as_os_str().is_empty()).collect()
    }

    /// What the engine is asked under these settings.
    pub fn task(&self, limits: Limits) -> Task {
        Task {
            limits,
            overhead: self.overhead,
            lines: self.lines,
            // An analysis is for the truth.
            skill: (self.skill < skill::FULL && !self.analyses).then_some(self.skill),
            contempt: if self.analyses { 0 } else { self.contempt },
            is_analysis: self.analyses,
            ..Task::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_in_their_range_and_words_refused() {
        let mut settings = Settings::default();
        let mut set = |name: &str, value: &str| settings.set(Dialect::Uci, name, Some(value)).expect("a setting");
        assert_eq!(set("hash", "-5"), Ok(Effect::Memory));
        assert_eq!(set("THREADS", "99999999999999999999999"), Ok(Effect::Threads));
        for value in ["lots", "", "1.5", "0x10", "--3", "-"] {
            assert!(set("Hash", value).is_err(), "{value}");
            assert!(set("Threads", value).is_err(), "{value}");
        }
        assert_eq!((settings.memory, settings.threads), (1, MOST_THREADS as usize));
    }

    #[test]
    fn an_analysis_is_made_at_full_strength() {
        let mut settings = Settings { skill: 3, contempt: 20, ..Settings::default() };
        let task = settings.task(Limits::default());
        assert_eq!((task.skill, task.contempt, task.is_analysis), (Some(3), 20, false));
        settings.analyses = true;
        let task = settings.task(Limits::default());
        assert_eq!((task.skill, task.contempt, task.is_analysis), (None, 0, true));
    }

    #[test]
    fn each_dialect_has_its_own() {
        let mut settings = Settings::default();
        assert!(settings.set(Dialect::Xboard, "Hash", Some("1")).is_none());
        assert!(settings.set(Dialect::Uci, "Draw Offers", Some("nobody")).is_none());
        assert_eq!(settings.set(Dialect::Xboard, "draw offers", Some("Everybody")), Some(Ok(Effect::None)));
        assert_eq!(settings.set(Dialect::Xboard, "TablebasePath", Some("x")), Some(Ok(Effect::Tables)));
        assert_eq!(settings.set(Dialect::Xboard, "Reset Options", None), Some(Ok(Effect::Reset(vec![Effect::Tables]))));
        assert_eq!(settings, Settings::default());
        assert!(settings.set(Dialect::Xboard, "MultiPV", None).is_some_and(|answer| answer.is_err()));
    }

    #[test]
    fn what_is_offered_can_be_set_to_what_it_is() {
        for dialect in [Dialect::Uci, Dialect::Xboard] {
            for option in Settings::default().options(dialect) {
                let value = match &option.kind {
                    SettingKind::Check(on) => on.to_string(),
                    SettingKind::Spin { value, .. } | SettingKind::Slider { value, .. } => value.to_string(),
                    SettingKind::Combo { choices, selected } => choices[*selected].clone(),
                    SettingKind::Text(text) | SettingKind::File(text) | SettingKind::Path(text) => text.clone(),
                    SettingKind::Button | SettingKind::Save | SettingKind::Reset => continue,
                };
                let mut settings = Settings::default();
                let answer = settings.set(dialect, &option.name, Some(&value));
                assert!(answer.is_some_and(|answer| answer.is_ok()), "{option:?}");
                assert_eq!(settings, Settings::default());
            }
        }
    }
}
