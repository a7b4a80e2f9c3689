//! Positions with what came of them, as lines of text: `GAME RESULT SCORE FEN`.
//!
//! A file of samples is only ever added to, game by game, so that playing can be broken off and go on.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

/// A position of a game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The game's number.
    pub game: u64,
    /// 1 if White won, 0 if Black did, one half for a draw.
    pub result: f64,
    /// What the search said, in centipawns from White's side.
    pub score: i32,
    /// The position.
    pub fen: String,
}

impl Sample {
    fn parse(line: &str) -> Option<Sample> {
        let mut words = line.splitn(4, ' ');
        Some(Sample {
            game: words.next()?.parse().ok()?,
            result: words.next()?.parse().ok()?,
            score: words.next()?.parse().ok()?,
            fen: words.next()?.to_owned(),
        })
    }
}

/// Reads a file of samples; none if there is no such file. The last line counts only if it is whole.
///
/// # Errors
/// If the file cannot be read, or a line is no sample.
pub fn read(path: &Path) -> io::Result<Vec<Sample>> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        file => BufReader::new(file?),
    };
    let mut samples = Vec::new();
    let mut lines = file.lines().enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        match Sample::parse(&line?) {
            Some(sample) => samples.push(sample),
            None if lines.peek().is_none() => break,
            None => {
                let why = format!("{}: line {} is no sample", path.display(), number + 1);
                return Err(io::Error::new(io::ErrorKind::InvalidData, why));
            }
        }
    }
    Ok(samples)
}

/// Adds the samples of a game to a file.
///
/// # Errors
/// If the file cannot be written.
pub fn append(path: &Path, samples: &[Sample]) -> io::Result<()> {
    let mut text = String::new();
    for Sample { game, result, score, fen } in samples {
        text.push_str(&format!("{game} {result} {score} {fen}\n"));
    }
    OpenOptions::new().create(true).append(true).open(path)?.write_all(text.as_bytes())
}
