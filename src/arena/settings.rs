//! Reading `key=value,key=value`, the form of all the arena's longer arguments.

use std::str::FromStr;

use triptych_protocol::SettingKind;

/// Why such an argument was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// A part has no `=`.
    #[error("'{0}' is not of the form KEY=VALUE")]
    NoValue(String),
    /// A key that is not known here.
    #[error("'{0}' is not known here; known are: {1}")]
    Key(String, &'static str),
    /// A value that is no number, or out of range.
    #[error("{0}: '{1}' is no number that fits")]
    Number(String, String),
    /// A value that is wrong otherwise.
    #[error("{0}: {1}")]
    Value(String, String),
    /// Something is not there.
    #[error("{0} must be given")]
    Missing(&'static str),
}

/// The parts between commas; `\,` stands for a comma and `\\` for a backslash within a part.
pub fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let last = parts.len() - 1;
        match c {
            ',' => parts.push(String::new()),
            '\\' => match chars.next_if(|next| ",\\".contains(*next)) {
                Some(escaped) => parts[last].push(escaped),
                None => parts[last].push(c),
            },
            _ => parts[last].push(c),
        }
    }
    parts
}

/// The keys and values between commas.
///
/// # Errors
/// If a part has no `=`.
pub fn pairs(text: &str) -> Result<Vec<(String, String)>, SettingsError> {
    let pair = |part: String| match part.split_once('=') {
        Some((key, value)) => Ok((key.trim().to_owned(), value.to_owned())),
        None => Err(SettingsError::NoValue(part)),
    };
    parts(text).into_iter().map(pair).collect()
}

/// A number.
///
/// # Errors
/// If the value is none that fits into the type.
pub fn number<T: FromStr>(key: &str, value: &str) -> Result<T, SettingsError> {
    value.parse().map_err(|_| SettingsError::Number(key.to_owned(), value.to_owned()))
}

/// A number greater than zero.
///
/// # Errors
/// If the value is none that fits into the type.
pub fn positive<T: FromStr + PartialOrd + Default>(key: &str, value: &str) -> Result<T, SettingsError> {
    let number: T = number(key, value)?;
    if number > T::default() { Ok(number) } else { Err(SettingsError::Number(key.to_owned(), value.to_owned())) }
}

/// `on` or `off`.
///
/// # Errors
/// If the value is something else.
pub fn switch(key: &str, value: &str) -> Result<bool, SettingsError> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(SettingsError::Value(key.to_owned(), format!("'{value}' is neither 'on' nor 'off'"))),
    }
}

/// An engine's word for a value that a person has written: switches are `on` and `off`, `true` and `false`, 1 and 0 to
/// people, but not to protocols, and a button has no value.
///
/// # Errors
/// If a number is none that the engine takes.
pub fn fitting(
    name: &str,
    kind: &SettingKind,
    value: &str,
    switch: [&str; 2],
) -> Result<Option<String>, SettingsError> {
    Ok(match kind {
        SettingKind::Button | SettingKind::Save | SettingKind::Reset => None,
        SettingKind::Check(_) => Some(match value {
            "on" | "true" | "1" => switch[1].to_owned(),
            "off" | "false" | "0" => switch[0].to_owned(),
            _ => return Err(SettingsError::Value(name.to_owned(), format!("'{value}' is neither 'on' nor 'off'"))),
        }),
        SettingKind::Spin { min, max, .. } | SettingKind::Slider { min, max, .. } => {
            if value.parse().is_ok_and(|number: i64| (*min..=*max).contains(&number)) {
                return Ok(Some(value.to_owned()));
            }
            return Err(SettingsError::Value(name.to_owned(), format!("'{value}' is no number from {min} to {max}")));
        }
        _ => Some(value.to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_can_be_escaped() {
        assert_eq!(parts(r"a=1,b=x\,y,c=\\,d=C:\dir"), ["a=1", "b=x,y", r"c=\", r"d=C:\dir"]);
        assert_eq!(pairs("a=1,b==").expect("pairs"), [("a".into(), "1".into()), ("b".into(), "=".into())]);
        assert_eq!(pairs("a=1,b"), Err(SettingsError::NoValue("b".into())));
        assert_eq!(pairs(""), Err(SettingsError::NoValue(String::new())));
    }
}
