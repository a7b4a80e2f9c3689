//! Positions with what came of them, as lines of text: `GAME RESULT SCORE FEN`.
//!
//! A file of samples is only ever added to, game by game, so that playing can be broken off and go on.

use std::fs::{self, File, OpenOptions};
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

/// Cuts off a last line that was broken off in writing, so that more can be added.
///
/// # Errors
/// If there is a file and it cannot be read or cut.
pub fn mend(path: &Path) -> io::Result<()> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        bytes => bytes?,
    };
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    if whole < bytes.len() {
        OpenOptions::new().write(true).open(path)?.set_len(whole as u64)?;
    }
    Ok(())
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
                let why = format!("line {} is no sample", number + 1);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_off_line_is_cut_and_more_is_added() {
        let path = std::env::temp_dir().join(format!("triptych samples {}", std::process::id()));
        let sample = Sample { game: 3, result: 0.5, score: -20, fen: "8/8 w - - 0 1".into() };
        append(&path, std::slice::from_ref(&sample)).expect("it is written");
        OpenOptions::new()
            .append(true)
            .open(&path)
            .and_then(|mut file| file.write_all(b"4 0.5 1"))
            .expect("half a line");
        mend(&path).expect("it is cut");
        append(&path, std::slice::from_ref(&sample)).expect("it is written");
        assert_eq!(read(&path).expect("samples"), [sample.clone(), sample]);
        fs::remove_file(path).expect("it is there");
        assert!(mend(Path::new("no such file")).is_ok());
    }
}
