//! A setting that an engine offers, which both dialects call an option: its name, kind, value and range.
//!
//! XBoard knows more kinds than UCI; what UCI lacks is written as the nearest kind it has.

use crate::Problem;
use crate::words::{integer, required, split_word, without_controls};

/// A setting of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setting {
    /// Its name, which may hold blanks. UCI compares names without regard to case.
    pub name: String,
    /// What it is, with its present (or default) value.
    pub kind: SettingKind,
}

/// The kinds of settings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SettingKind {
    /// On or off.
    Check(bool),
    /// A number in a range.
    Spin {
        /// The value.
        value: i64,
        /// The smallest.
        min: i64,
        /// The biggest.
        max: i64,
    },
    /// The same, drawn otherwise by XBoard; UCI's `spin`.
    Slider {
        /// The value.
        value: i64,
        /// The smallest.
        min: i64,
        /// The biggest.
        max: i64,
    },
    /// One of several texts.
    Combo {
        /// The texts.
        choices: Vec<String>,
        /// Which of them, counted from 0.
        selected: usize,
    },
    /// A text.
    Text(String),
    /// The name of a file; UCI's `string`.
    File(String),
    /// The name of a folder; UCI's `string`.
    Path(String),
    /// Something to be done when pressed.
    Button,
    /// The same, and the GUI sends all other settings first; UCI's `button`.
    Save,
    /// The same, and the engine defines all its settings anew; UCI's `button`.
    Reset,
}

/// UCI's way to write an empty text.
pub(crate) const EMPTY: &str = "<empty>";

impl Setting {
    /// A setting with this name.
    pub fn new(name: &str, kind: SettingKind) -> Setting {
        Setting { name: name.to_owned(), kind }
    }

    /// The text between the quotes of `feature option="…"`.
    ///
    /// ```
    /// use triptych_protocol::{Setting, SettingKind};
    /// let hash = Setting::new("Hash", SettingKind::Spin { value: 16, min: 1, max: 4096 });
    /// assert_eq!(hash.to_xboard(), "Hash -spin 16 1 4096");
    /// assert_eq!(Setting::from_xboard("Hash -spin 16 1 4096"), Ok(hash));
    /// ```
    pub fn to_xboard(&self) -> String {
        let name = &self.name;
        let line = match &self.kind {
            SettingKind::Check(on) => format!("{name} -check {}", u8::from(*on)),
            SettingKind::Spin { value, min, max } => format!("{name} -spin {value} {min} {max}"),
            SettingKind::Slider { value, min, max } => format!("{name} -slider {value} {min} {max}"),
            SettingKind::Combo { choices, selected } => {
                let marked = |(i, choice): (usize, &String)| {
                    if i == *selected { format!("*{choice}") } else { choice.clone() }
                };
                let choices: Vec<String> = choices.iter().enumerate().map(marked).collect();
                format!("{name} -combo {}", choices.join(" /// "))
            }
            SettingKind::Text(value) => format!("{name} -string {value}"),
            SettingKind::File(value) => format!("{name} -file {value}"),
            SettingKind::Path(value) => format!("{name} -path {value}"),
            SettingKind::Button => format!("{name} -button"),
            SettingKind::Save => format!("{name} -save"),
            SettingKind::Reset => format!("{name} -reset"),
        };
        // XBoard wants the blank behind the kind even where no text follows.
        without_controls(line.trim_ascii_start()).into_owned()
    }

    /// Reads the text between the quotes of `feature option="…"`.
    ///
    /// # Errors
    /// If the name or the kind is missing, or a number of a spin is missing or none.
    pub fn from_xboard(text: &str) -> Result<Setting, Problem> {
        let text = text.trim_ascii();
        let (at, kind) = text
            .match_indices(" -")
            .map(|(at, _)| (at, split_word(&text[at + 2..]).0))
            .find(|(_, word)| XBOARD_KINDS.contains(word))
            .ok_or(Problem::Missing("option type"))?;
        let name = required("option name", text[..at].trim_ascii())?;
        let rest = text[at + 2 + kind.len()..].trim_ascii();
        let range = || {
            let (value, rest) = split_word(rest);
            let (min, rest) = split_word(rest);
            let max = split_word(rest).0;
            Ok((integer("option value", value)?, integer("option minimum", min)?, integer("option maximum", max)?))
        };
        let kind = match kind {
            "check" => SettingKind::Check(integer("option value", split_word(rest).0)? != 0),
            "spin" => range().map(|(value, min, max)| SettingKind::Spin { value, min, max })?,
            "slider" => range().map(|(value, min, max)| SettingKind::Slider { value, min, max })?,
            "combo" => {
                let choices: Vec<&str> = rest.split("///").map(str::trim_ascii).collect();
                let selected = choices.iter().position(|choice| choice.starts_with('*')).unwrap_or(0);
                let bare = |choice: &&str| choice.trim_start_matches('*').trim_ascii().to_owned();
                SettingKind::Combo { choices: choices.iter().map(bare).collect(), selected }
            }
            "string" => SettingKind::Text(rest.to_owned()),
            "file" => SettingKind::File(rest.to_owned()),
            "path" => SettingKind::Path(rest.to_owned()),
            "button" => SettingKind::Button,
            "save" => SettingKind::Save,
            _ => SettingKind::Reset,
        };
        Ok(Setting::new(name, kind))
    }

    /// What follows the word `option` in UCI.
    ///
    /// ```
    /// use triptych_protocol::{Setting, SettingKind};
    /// let style = Setting::new("Style", SettingKind::Combo { choices: vec!["Calm".into(), "Wild".into()], selected: 1 });
    /// assert_eq!(style.to_uci(), "name Style type combo default Wild var Calm var Wild");
    /// assert_eq!(Setting::from_uci("name Style type combo default Wild var Calm var Wild"), Ok(style));
    /// ```
    pub fn to_uci(&self) -> String {
        let name = &self.name;
        let line = match &self.kind {
            SettingKind::Check(on) => format!("name {name} type check default {on}"),
            SettingKind::Spin { value, min, max } | SettingKind::Slider { value, min, max } => {
                format!("name {name} type spin default {value} min {min} max {max}")
            }
            SettingKind::Combo { choices, selected } => {
                let default = choices.get(*selected).map_or("", String::as_str);
                let vars: String = choices.iter().map(|choice| format!(" var {choice}")).collect();
                format!("name {name} type combo default {default}{vars}")
            }
            SettingKind::Text(value) | SettingKind::File(value) | SettingKind::Path(value) => {
                let value = if value.trim_ascii().is_empty() { EMPTY } else { value };
                format!("name {name} type string default {value}")
            }
            SettingKind::Button | SettingKind::Save | SettingKind::Reset => format!("name {name} type button"),
        };
        without_controls(line.trim_ascii()).into_owned()
    }

    /// Reads what follows the word `option` in UCI. A spin without range gets the widest; a check without default is
    /// off; a combo whose default is not among its choices has its first one selected.
    ///
    /// # Errors
    /// If the name or the type is missing or unknown, or a number of a spin is none.
    pub fn from_uci(text: &str) -> Result<Setting, Problem> {
        let text = text.trim_ascii();
        let words = word_positions(text);
        let find = |word: &str, from: usize| words.iter().skip(from).position(|(_, w)| *w == word).map(|i| i + from);
        let name_at = find("name", 0).ok_or(Problem::Missing("option name"))?;
        let type_at = find("type", name_at + 1).ok_or(Problem::Missing("option type"))?;
        let name = text[words[name_at].0 + "name".len()..words[type_at].0].trim_ascii();
        let name = required("option name", name)?;
        let (_, kind) = *words.get(type_at + 1).ok_or(Problem::Missing("option type"))?;
        // From the word behind a keyword to the next of these keywords.
        let value_of = |keyword: &str, ends: &[&str]| {
            let at = find(keyword, type_at + 2)?;
            let start = words[at].0 + keyword.len();
            let end =
                words.iter().skip(at + 1).find(|(_, word)| ends.contains(word)).map_or(text.len(), |(end, _)| *end);
            Some(text[start..end].trim_ascii())
        };
        let number = |keyword: &str, what, fallback| match value_of(keyword, &["default", "min", "max", "var"]) {
            Some(value) => integer(what, value),
            None => Ok(fallback),
        };
        let kind = match kind {
            "check" => SettingKind::Check(value_of("default", &[]) == Some("true")),
            "spin" => SettingKind::Spin {
                value: number("default", "option value", 0)?,
                min: number("min", "option minimum", i64::MIN)?,
                max: number("max", "option maximum", i64::MAX)?,
            },
            "combo" => {
                let choices: Vec<String> = words
                    .iter()
                    .enumerate()
                    .skip(type_at + 2)
                    .filter(|(_, (_, word))| *word == "var")
                    .map(|(at, (start, _))| {
                        let next = words.iter().skip(at + 1).find(|(_, word)| ["var", "default"].contains(word));
                        text[start + "var".len()..next.map_or(text.len(), |(end, _)| *end)].trim_ascii().to_owned()
                    })
                    .collect();
                let default = value_of("default", &["var"]).unwrap_or("");
                let selected = choices.iter().position(|choice| choice == default).unwrap_or(0);
                SettingKind::Combo { choices, selected }
            }
            "string" => SettingKind::Text(match value_of("default", &[]) {
                Some(EMPTY) | None => String::new(),
                Some(value) => value.to_owned(),
            }),
            "button" => SettingKind::Button,
            other => return Err(Problem::Unexpected(other.to_owned())),
        };
        Ok(Setting::new(name, kind))
    }
}

const XBOARD_KINDS: [&str; 10] =
    ["check", "spin", "slider", "combo", "string", "file", "path", "button", "save", "reset"];

/// The words of a text, each with the byte where it starts.
fn word_positions(text: &str) -> Vec<(usize, &str)> {
    text.split_ascii_whitespace().map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Setting> {
        let combo = SettingKind::Combo { choices: vec!["ultima".into(), "other one".into()], selected: 1 };
        vec![
            Setting::new("Own Book", SettingKind::Check(true)),
            Setting::new("MultiPV", SettingKind::Spin { value: 1, min: -5, max: 500 }),
            Setting::new("UCI_Variant", combo),
            Setting::new("Book File", SettingKind::Text("my book.bin".into())),
            Setting::new("Empty", SettingKind::Text(String::new())),
            Setting::new("Clear Hash", SettingKind::Button),
        ]
    }

    #[test]
    fn both_dialects() {
        for (setting, uci, xboard) in [
            (0, "name Own Book type check default true", "Own Book -check 1"),
            (1, "name MultiPV type spin default 1 min -5 max 500", "MultiPV -spin 1 -5 500"),
            (
                2,
                "name UCI_Variant type combo default other one var ultima var other one",
                "UCI_Variant -combo ultima /// *other one",
            ),
            (3, "name Book File type string default my book.bin", "Book File -string my book.bin"),
            (4, "name Empty type string default <empty>", "Empty -string "),
            (5, "name Clear Hash type button", "Clear Hash -button"),
        ] {
            let setting = &all()[setting];
            assert_eq!(setting.to_uci(), uci);
            assert_eq!(setting.to_xboard(), xboard);
            assert_eq!(Setting::from_uci(uci).as_ref(), Ok(setting));
            assert_eq!(Setting::from_xboard(xboard).as_ref(), Ok(setting));
        }
    }

    #[test]
    fn kinds_of_xboard_alone() {
        for (text, uci) in [
            ("a -slider 5 0 10", "name a type spin default 5 min 0 max 10"),
            ("a -file x y", "name a type string default x y"),
            ("a -path /tables", "name a type string default /tables"),
            ("a -save", "name a type button"),
            ("a -reset", "name a type button"),
        ] {
            let setting = Setting::from_xboard(text).expect("readable");
            assert_eq!(setting.to_xboard(), text);
            assert_eq!(setting.to_uci(), uci);
        }
    }

    #[test]
    fn odd_but_readable() {
        let kind = |text| Setting::from_xboard(text).expect(text).kind;
        assert_eq!(kind("a -b -check 0"), SettingKind::Check(false));
        assert_eq!(Setting::from_xboard("a -b -check 0").expect("readable").name, "a -b");
        assert_eq!(kind("a -combo x///y"), SettingKind::Combo { choices: vec!["x".into(), "y".into()], selected: 0 });
        let kind = |text| Setting::from_uci(text).expect(text).kind;
        assert_eq!(kind("name a type spin"), SettingKind::Spin { value: 0, min: i64::MIN, max: i64::MAX });
        assert_eq!(kind("name a type string"), SettingKind::Text(String::new()));
        assert_eq!(kind("name a type string default min 3"), SettingKind::Text("min 3".into()));
        assert_eq!(kind("name a type check"), SettingKind::Check(false));
        let choices = vec!["x".to_owned()];
        assert_eq!(kind("name a type combo default q var x"), SettingKind::Combo { choices, selected: 0 });
    }

    #[test]
    fn unreadable() {
        use Problem::*;
        for (text, problem) in [
            ("", Missing("option type")),
            ("nonsense", Missing("option type")),
            ("a -what 1", Missing("option type")),
            ("-check 1", Missing("option type")),
            ("a -check", Missing("option value")),
            ("a -spin 1 2", Missing("option maximum")),
            ("a -spin 1 x 3", NotANumber("option minimum", "x".into())),
        ] {
            assert_eq!(Setting::from_xboard(text), Err(problem), "{text}");
        }
        for (text, problem) in [
            ("", Missing("option name")),
            ("type check", Missing("option name")),
            ("name type check", Missing("option name")),
            ("name a", Missing("option type")),
            ("name a type", Missing("option type")),
            ("name a type dial", Unexpected("dial".into())),
            ("name a type spin default x", NotANumber("option value", "x".into())),
        ] {
            assert_eq!(Setting::from_uci(text), Err(problem), "{text}");
        }
    }
}
