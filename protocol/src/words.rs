//! The bricks of both grammars: words, numbers, times.
//!
//! Numbers too big for their type are read as the biggest one, never refused: `memory 99999999999999999999` is a wish
//! for much memory. Blanks are ASCII blanks; any other control character counts as one.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use crate::Problem;

/// The longest time read from `level` and `st` (over 130 years); longer ones are read as this one.
pub const TIME_LIMIT: Duration = Duration::from_secs(u32::MAX as u64);

/// The largest clock reading, up and down, in the units of its command (centiseconds or milliseconds); anything beyond
/// is read as this. It leaves room for sums and products in an `i64`.
pub const CLOCK_LIMIT: i64 = u32::MAX as i64 * 1000;

/// A line as it came from a pipe, as text: without its line end, and with a replacement character for what is not UTF-8.
///
/// ```
/// assert_eq!(triptych_protocol::decode(b"usermove e2e4\r\n"), "usermove e2e4");
/// ```
pub fn decode(line: &[u8]) -> Cow<'_, str> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line))
}

fn is_stray(c: char) -> bool {
    c.is_control() && c != '\t'
}

/// The line with control characters other than tabs turned into blanks.
pub(crate) fn without_controls(line: &str) -> Cow<'_, str> {
    if line.contains(is_stray) { Cow::Owned(line.replace(is_stray, " ")) } else { Cow::Borrowed(line) }
}

/// Writes a text so that it stays on its line.
pub(crate) struct OneLine<'a>(pub &'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&without_controls(self.0))
    }
}

/// The first word and what follows it, both without blanks around them.
pub(crate) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_ascii();
    match text.find(|c: char| c.is_ascii_whitespace()) {
        Some(end) => (&text[..end], text[end..].trim_ascii()),
        None => (text, ""),
    }
}

/// The text itself, unless there is none.
pub(crate) fn required<'a>(what: &'static str, text: &'a str) -> Result<&'a str, Problem> {
    if text.is_empty() { Err(Problem::Missing(what)) } else { Ok(text) }
}

/// A whole number that may be negative; out of range is read as the nearest one in range.
pub(crate) fn integer(what: &'static str, word: &str) -> Result<i64, Problem> {
    let word = required(what, word)?;
    let (negative, digits) = match word.as_bytes()[0] {
        b'-' => (true, &word[1..]),
        b'+' => (false, &word[1..]),
        _ => (false, word),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(Problem::NotANumber(what, word.to_owned()));
    }
    let size = digits.parse::<i64>().unwrap_or(i64::MAX);
    Ok(if negative { -size } else { size })
}

/// A whole number from zero up; a bigger one than fits is read as the biggest.
pub(crate) fn natural(what: &'static str, word: &str) -> Result<u64, Problem> {
    match integer(what, word)? {
        ..0 => Err(Problem::Negative(what, word.to_owned())),
        i64::MAX => Ok(word.trim_start_matches('+').parse().unwrap_or(u64::MAX)),
        number => Ok(number as u64),
    }
}

/// As [`natural`], for 32 bits.
pub(crate) fn small(what: &'static str, word: &str) -> Result<u32, Problem> {
    natural(what, word).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
}

/// As [`integer`], for 32 bits.
pub(crate) fn small_integer(what: &'static str, word: &str) -> Result<i32, Problem> {
    integer(what, word).map(|number| number.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
}

/// A clock reading, which may be negative; a fraction is dropped, and [`CLOCK_LIMIT`] bounds it.
pub(crate) fn clock(what: &'static str, word: &str) -> Result<i64, Problem> {
    let whole = match word.find(['.', ',']) {
        Some(point) if word[point + 1..].bytes().all(|b| b.is_ascii_digit()) => &word[..point],
        _ => word,
    };
    let reading = integer(what, whole).map_err(|problem| match problem {
        Problem::NotANumber(..) => Problem::NotANumber(what, word.to_owned()),
        other => other,
    })?;
    Ok(reading.clamp(-CLOCK_LIMIT, CLOCK_LIMIT))
}

/// An unsigned decimal number at the start of a text, as whole part and billionths, and what follows it. The comma is
/// a decimal point too: a GUI that formats numbers by its user's locale writes one.
fn decimal(text: &str) -> Option<(u64, u64, &str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (whole, rest) = text.split_at(digits(text));
    let (fraction, rest) = match rest.strip_prefix(['.', ',']) {
        Some(after) => after.split_at(digits(after)),
        None => ("", rest),
    };
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let whole = if whole.is_empty() { 0 } else { whole.parse().unwrap_or(u64::MAX) };
    let billionths =
        fraction.bytes().chain(std::iter::repeat(b'0')).take(9).fold(0, |n, b| n * 10 + u64::from(b - b'0'));
    Some((whole, billionths, rest))
}

fn bounded(seconds: u64, billionths: u64) -> Duration {
    (Duration::from_secs(seconds.min(1 << 40)) + Duration::from_nanos(billionths)).min(TIME_LIMIT)
}

fn not_a_time(what: &'static str, word: &str) -> Problem {
    match word.strip_prefix('-') {
        Some(rest) if decimal(rest).is_some() => Problem::Negative(what, word.to_owned()),
        _ => Problem::NotANumber(what, word.to_owned()),
    }
}

/// A time in seconds, fractions allowed.
pub(crate) fn seconds(what: &'static str, word: &str) -> Result<Duration, Problem> {
    match decimal(required(what, word)?.trim_start_matches('+')) {
        Some((whole, billionths, "")) => Ok(bounded(whole, billionths)),
        _ => Err(not_a_time(what, word)),
    }
}

/// A time in minutes, or minutes and seconds (`M:SS`), fractions allowed in both; what follows is ignored, as XBoard's
/// documentation asks (`25+5` is reserved for naming the next period).
pub(crate) fn minutes(what: &'static str, word: &str) -> Result<Duration, Problem> {
    let (whole, billionths, rest) = decimal(required(what, word)?).ok_or_else(|| not_a_time(what, word))?;
    let minutes = bounded(whole.saturating_mul(60), billionths * 60);
    match rest.strip_prefix(':').and_then(decimal) {
        Some((whole, billionths, _)) => Ok((minutes + bounded(whole, billionths)).min(TIME_LIMIT)),
        None => Ok(minutes),
    }
}

/// Writes a time in seconds, exactly, with as few decimals as it needs.
pub(crate) struct Seconds(pub Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.as_secs())?;
        write_fraction(f, self.0)
    }
}

/// Writes a time as whole minutes, or as `M:SS` where there are seconds too.
pub(crate) struct Minutes(pub Duration);

impl fmt::Display for Minutes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        write!(f, "{}", seconds / 60)?;
        if !seconds.is_multiple_of(60) || self.0.subsec_nanos() != 0 {
            write!(f, ":{:02}", seconds % 60)?;
            write_fraction(f, self.0)?;
        }
        Ok(())
    }
}

fn write_fraction(f: &mut fmt::Formatter<'_>, time: Duration) -> fmt::Result {
    if time.subsec_nanos() == 0 {
        return Ok(());
    }
    let digits = format!("{:09}", time.subsec_nanos());
    write!(f, ".{}", digits.trim_end_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers() {
        assert_eq!(integer("n", "-12"), Ok(-12));
        assert_eq!(integer("n", "+7"), Ok(7));
        assert_eq!(integer("n", "-99999999999999999999999"), Ok(-i64::MAX));
        assert_eq!(natural("n", "99999999999999999999999"), Ok(u64::MAX));
        assert_eq!(natural("n", "9223372036854775808"), Ok(9223372036854775808));
        assert_eq!(natural("n", "+18446744073709551615"), Ok(u64::MAX));
        assert_eq!(natural("n", "-0"), Ok(0));
        assert_eq!(small("n", "4294967296"), Ok(u32::MAX));
        assert_eq!(small_integer("n", "-4294967296"), Ok(i32::MIN));
        assert_eq!(natural("n", "-1"), Err(Problem::Negative("n", "-1".into())));
        assert_eq!(natural("n", ""), Err(Problem::Missing("n")));
        for word in ["-", "+", "12a", "0x10", "1e3", "--1", "٣", "1.5", "NaN"] {
            assert_eq!(integer("n", word), Err(Problem::NotANumber("n", word.into())), "{word}");
        }
    }

    #[test]
    fn clocks_may_be_negative_and_are_bounded() {
        assert_eq!(clock("t", "-150"), Ok(-150));
        assert_eq!(clock("t", "1000.75"), Ok(1000));
        assert_eq!(clock("t", "99999999999999999999"), Ok(CLOCK_LIMIT));
        assert_eq!(clock("t", "-99999999999999999999"), Ok(-CLOCK_LIMIT));
        assert_eq!(clock("t", "1.x"), Err(Problem::NotANumber("t", "1.x".into())));
        assert_eq!(clock("t", ".5"), Err(Problem::Missing("t")));
    }

    #[test]
    fn times() {
        let millis = Duration::from_millis;
        for (word, time) in [("12", 12_000), ("0.1", 100), ("0,1", 100), (".5", 500), ("3.", 3000), ("+2", 2000)] {
            assert_eq!(seconds("t", word), Ok(millis(time)), "{word}");
        }
        for (word, time) in
            [("5", 300_000), ("0:30", 30_000), ("1:5", 65_000), ("0.5", 30_000), ("25+5", 1_500_000), ("0:90", 90_000)]
        {
            assert_eq!(minutes("t", word), Ok(millis(time)), "{word}");
        }
        assert_eq!(minutes("t", "0:00.25x"), Ok(millis(250)));
        assert_eq!(seconds("t", "99999999999999999999"), Ok(TIME_LIMIT));
        assert_eq!(minutes("t", "99999999999999999999:59"), Ok(TIME_LIMIT));
        assert_eq!(seconds("t", "-3"), Err(Problem::Negative("t", "-3".into())));
        assert_eq!(minutes("t", "-3"), Err(Problem::Negative("t", "-3".into())));
        for word in ["x", ":30", ".", "3s", "1:2"] {
            assert_eq!(seconds("t", word), Err(Problem::NotANumber("t", word.into())), "{word}");
        }
        assert_eq!(seconds("t", ""), Err(Problem::Missing("t")));
    }

    #[test]
    fn times_are_written_short() {
        assert_eq!(Seconds(Duration::from_millis(1050)).to_string(), "1.05");
        assert_eq!(Seconds(Duration::from_secs(3)).to_string(), "3");
        assert_eq!(Minutes(Duration::from_secs(300)).to_string(), "5");
        assert_eq!(Minutes(Duration::from_millis(65_500)).to_string(), "1:05.5");
    }

    #[test]
    fn lines_are_decoded() {
        assert_eq!(decode(b"go\r\n"), "go");
        assert_eq!(decode(b"go\r\r\n"), "go\r");
        assert_eq!(decode(b"\xff\n"), "\u{fffd}");
        assert_eq!(without_controls("a\nb\tc\0"), "a b\tc ");
    }
}
