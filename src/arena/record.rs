//! What is kept of a game that is over: its line in the statistics, and its text in the PGN.

use std::time::{Duration, SystemTime};

use super::entrant::Entrant;
use super::player::Said;
use super::referee::Made;
use super::schedule::Fixture;
use super::tournament::Finished;
use super::verdict::Termination;
use crate::arbiter::Arbiter;
use crate::board::Side;
use crate::pgn::{self, Pgn, Ply};
use serde::Serialize;

/// A game that is over, without its moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Its place in the schedule.
    #[serde(skip)]
    pub fixture: Fixture,
    /// PGN's `Round` tag.
    pub round: String,
    /// The engine that played White.
    pub white: String,
    /// The engine that played Black.
    pub black: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// What kind of end it was, in PGN's word.
    pub termination: &'static str,
    /// The reason, a short sentence.
    pub reason: String,
    /// Plies, those of the opening included.
    pub plies: usize,
    /// Seconds that White and Black used.
    pub thinking: [f64; 2],
    /// Seconds from preparing the engines to the end; missing for a game that an earlier run has played.
    pub seconds: Option<f64>,
}

/// The comment of a move of the opening.
pub const BOOK: &str = "book";

impl Summary {
    /// What is kept of a game.
    pub fn of(finished: &Finished, entrants: &[Entrant]) -> Summary {
        let Finished { fixture, course, .. } = finished;
        Summary {
            fixture: *fixture,
            round: fixture.name(),
            white: entrants[fixture.white].name.clone(),
            black: entrants[fixture.black].name.clone(),
            result: course.verdict.result(),
            termination: course.verdict.termination.name(),
            reason: course.verdict.reason.clone(),
            plies: course.moves.len(),
            thinking: course.thinking.map(|time| time.as_secs_f64()),
            seconds: Some(course.duration.as_secs_f64()),
        }
    }

    /// Who has won.
    pub fn winner(&self) -> Option<Side> {
        match self.result {
            "1-0" => Some(Side::White),
            "0-1" => Some(Side::Black),
            _ => None,
        }
    }

    /// Whether an engine was at fault.
    pub fn is_fault(&self) -> bool {
        Termination::named(self.termination).is_some_and(Termination::is_fault)
    }
}

/// The game's text.
pub fn pgn(finished: &Finished, entrants: &[Entrant], event: &str) -> Pgn {
    let Finished { fixture, start, course, began } = finished;
    let [white, black] = [&entrants[fixture.white], &entrants[fixture.black]];
    let result = course.verdict.result();
    let mut tags = vec![
        ("Event", event.to_owned()),
        ("Site", "?".to_owned()),
        ("Date", date(*began)),
        ("Round", fixture.name()),
        ("White", white.name.clone()),
        ("Black", black.name.clone()),
        ("Result", result.to_owned()),
    ];
    tags.extend(start_tags(start.as_ref()));
    tags.extend(time_control(white, black));
    tags.extend([
        ("PlyCount", course.moves.len().to_string()),
        ("Termination", course.verdict.termination.name().to_owned()),
    ]);
    Pgn {
        tags: tags.into_iter().map(|(name, value)| (name.into(), value)).collect(),
        opening: String::new(),
        moves: course.moves.iter().map(ply).collect(),
        first: (start.full_move(), start.turn() == Side::Black),
        closing: course.verdict.reason.clone(),
        result: result.to_owned(),
    }
}

/// The tags that say which game it is, and where it started if that is not the usual start.
pub fn start_tags(game: &dyn Arbiter) -> Vec<(&'static str, String)> {
    let mut tags = vec![("Variant", game.name().to_owned())];
    let fen = game.start_fen();
    if fen != game.rules_start() || game.terrain().is_some() {
        tags.extend(game.terrain().map(|terrain| ("Terrain", terrain)));
        tags.extend([("SetUp", "1".to_owned()), ("FEN", fen)]);
    }
    tags
}

/// One tag where both sides have the same time, otherwise one for each of them too.
pub fn time_control(white: &Entrant, black: &Entrant) -> Vec<(&'static str, String)> {
    let [white, black] = [white, black].map(|entrant| entrant.control.to_string());
    if white == black {
        return vec![("TimeControl", white)];
    }
    vec![("TimeControl", "?".to_owned()), ("WhiteTimeControl", white), ("BlackTimeControl", black)]
}

fn ply(made: &Made) -> Ply {
    let comment = match &made.by {
        None => BOOK.to_owned(),
        Some((said, time)) => comment(said, *time),
    };
    Ply { text: made.text.clone(), comment, ..Ply::default() }
}

/// What the engine said of its move, as a comment: score, depth and time.
pub fn comment(said: &Said, time: Duration) -> String {
    pgn::comment(said.score, said.depth, Some(time))
}

/// The seconds of a move's comment; nothing where it has none.
pub fn seconds(comment: &str) -> f64 {
    let word = comment.rsplit(' ').next().and_then(|word| word.strip_suffix('s'));
    word.and_then(|word| word.parse().ok()).unwrap_or(0.0)
}

/// What is kept of a game that an earlier run has written; `None` if its tags do not say how it ended.
pub fn read(game: &crate::pgn::read::Game, fixture: Fixture) -> Option<Summary> {
    let result = ["1-0", "0-1", "1/2-1/2"].into_iter().find(|result| game.result.as_deref() == Some(result))?;
    let mut thinking = [0.0; 2];
    // Whose move the first one is does not show in the moves.
    let first = usize::from(game.tag("FEN").is_some_and(|fen| fen.split(' ').nth(1) == Some("b")));
    for (number, ply) in game.moves.iter().enumerate() {
        thinking[(first + number) % 2] += seconds(&ply.comment);
    }
    Some(Summary {
        fixture,
        round: fixture.name(),
        white: game.tag("White")?.to_owned(),
        black: game.tag("Black")?.to_owned(),
        result,
        termination: Termination::named(game.tag("Termination")?)?.name(),
        reason: game.closing.clone(),
        plies: game.moves.len(),
        thinking,
        seconds: None,
    })
}

/// `YYYY.MM.DD`, by universal time.
pub fn date(time: SystemTime) -> String {
    let seconds = time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    // Years are counted from March, so that the leap day is a year's last, and in eras of 400 years, which are all alike.
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    format!("{:04}.{month:02}.{day:02}", era * 400 + year + u64::from(month <= 2))
}

/// The line that tells people of a game.
pub fn line(summary: &Summary, games: usize) -> String {
    let Summary { fixture, white, black, result, reason, plies, .. } = summary;
    format!("Game {} of {games} ({white} - {black}): {result} {{{reason}}}, {plies} plies", fixture.number + 1)
}

#[cfg(test)]
mod tests {
    use triptych_protocol::Score;

    use super::*;

    #[test]
    fn dates() {
        for (days, text) in [
            (0, "1970.01.01"),
            (59, "1970.03.01"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (20_819, "2027.01.01"),
            (20_818, "2026.12.31"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
        ] {
            assert_eq!(date(SystemTime::UNIX_EPOCH + Duration::from_secs(days * 86_400 + 86_399)), text, "{days}");
        }
    }

    #[test]
    fn comments() {
        let said = |score, depth| Said { score, depth, nodes: None };
        let time = Duration::from_millis(1_234);
        assert_eq!(comment(&said(Some(Score::Centipawns(-5)), Some(12)), time), "-0.05/12 1.234s");
        assert_eq!(comment(&said(Some(Score::MateIn(3)), Some(7)), time), "+M3/7 1.234s");
        assert_eq!(comment(&said(Some(Score::MatedIn(2)), None), time), "-M2 1.234s");
        assert_eq!(comment(&Said::default(), time), "1.234s");
        assert_eq!(seconds("-0.05/12 1.234s"), 1.234);
        assert_eq!(seconds(BOOK), 0.0);
    }
}
