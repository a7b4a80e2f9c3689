//! `feature NAME=VALUE …`, with which the engine says what it can do.
//!
//! The values of `option` features are [`Setting`]s.

use std::fmt;

use crate::words::without_controls;
use crate::{Problem, Setting};

/// The value of a feature.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FeatureValue {
    /// A number, or 0 and 1 for no and yes.
    Number(i64),
    /// A text, in double quotes on the line; it cannot hold any, and they are written as single ones.
    Text(String),
}

/// One feature.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Feature {
    /// Its name: `ping`, `myname`, `option` …
    pub name: String,
    /// Its value.
    pub value: FeatureValue,
}

impl Feature {
    /// A feature that is there or not.
    pub fn flag(name: &str, value: bool) -> Feature {
        Feature { name: name.to_owned(), value: FeatureValue::Number(value.into()) }
    }

    /// A feature whose value is a text.
    pub fn text(name: &str, value: impl Into<String>) -> Feature {
        Feature { name: name.to_owned(), value: FeatureValue::Text(value.into()) }
    }

    /// `option="…"`
    pub fn option(setting: &Setting) -> Feature {
        Feature::text("option", setting.to_xboard())
    }

    /// Whether the value is a number other than 0.
    pub fn is_on(&self) -> bool {
        matches!(self.value, FeatureValue::Number(number) if number != 0)
    }

    /// The value, if it is a text.
    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            FeatureValue::Text(text) => Some(text),
            FeatureValue::Number(_) => None,
        }
    }

    /// The setting that an `option` feature defines, or what is wrong with it; `None` for any other feature.
    pub fn setting(&self) -> Option<Result<Setting, Problem>> {
        if self.name == "option" { self.as_text().map(Setting::from_xboard) } else { None }
    }

    /// The features of a line, without the word `feature`. Words without `=` are passed over.
    pub(super) fn parse_all(text: &str) -> Vec<Feature> {
        let mut features = Vec::new();
        let mut rest = text.trim_ascii_start();
        while !rest.is_empty() {
            let end = rest.find(|c: char| c == '=' || c.is_ascii_whitespace()).unwrap_or(rest.len());
            let name = &rest[..end];
            let Some(value) = rest[end..].strip_prefix('=') else {
                rest = rest[end..].trim_ascii_start();
                continue;
            };
            let (value, after) = read_value(value);
            if !name.is_empty() {
                features.push(Feature { name: name.to_owned(), value });
            }
            rest = after.trim_ascii_start();
        }
        features
    }
}

fn read_value(text: &str) -> (FeatureValue, &str) {
    if let Some(quoted) = text.strip_prefix('"') {
        let (text, after) = quoted.split_once('"').unwrap_or((quoted, ""));
        return (FeatureValue::Text(text.to_owned()), after);
    }
    let (word, after) = text.split_at(text.find(|c: char| c.is_ascii_whitespace()).unwrap_or(text.len()));
    match word.parse() {
        Ok(number) => (FeatureValue::Number(number), after),
        Err(_) => (FeatureValue::Text(word.replace('"', "'")), after),
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            FeatureValue::Number(number) => write!(f, "{}={number}", self.name),
            FeatureValue::Text(text) => write!(f, "{}=\"{}\"", self.name, without_controls(text).replace('"', "'")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SettingKind;

    #[test]
    fn lines_of_features() {
        let features =
            Feature::parse_all(r#"done=0 myname="My Engine 1.0"  ping=1 variants="a,b" option="Hash -spin 16 1 1024""#);
        let names: Vec<&str> = features.iter().map(|feature| feature.name.as_str()).collect();
        assert_eq!(names, ["done", "myname", "ping", "variants", "option"]);
        assert!(!features[0].is_on() && features[2].is_on());
        assert_eq!(features[1].as_text(), Some("My Engine 1.0"));
        let setting = features[4].setting().expect("an option").expect("readable");
        assert_eq!(setting.name, "Hash");
        assert_eq!(setting.kind, SettingKind::Spin { value: 16, min: 1, max: 1024 });
        assert_eq!(Feature::option(&setting), features[4]);
        assert_eq!(features[1].setting(), None);
    }

    #[test]
    fn sloppy_lines() {
        let read = |text| Feature::parse_all(text).iter().map(Feature::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(read("ping = 1 junk setboard=1"), "setboard=1");
        assert_eq!(read("myname=\"open"), "myname=\"open\"");
        assert_eq!(read("myname=Word sigint=0"), "myname=\"Word\" sigint=0");
        assert_eq!(read("a=\"x\"b=1"), "a=\"x\" b=1");
        assert_eq!(read("=5"), "");
        assert_eq!(read(""), "");
        assert_eq!(read("memory=99999999999999999999"), "memory=\"99999999999999999999\"");
    }

    #[test]
    fn quotes_cannot_be_written() {
        assert_eq!(Feature::text("myname", "a \"b\"\n").to_string(), "myname=\"a 'b' \"");
    }
}
