//! `triptych tune`: plays games and fits the weights of the evaluation to them.

use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::{Context, ensure};
use clap::Args;

use super::{is_apart, is_free, try_out};
use crate::atomic_file;
use crate::eval::Trace;
use crate::search::{Searchable, Team};
use crate::tuning::fit::{self, Method, Point, expected};
use crate::tuning::games;
use crate::tuning::samples::{self, Sample};
use crate::variant::{Variant, Visitor};

/// Arguments of `tune`.
#[derive(Debug, Args)]
pub struct Tune {
    /// The game
    #[arg(value_name = "GAME")]
    game: Variant,
    /// Chameleon's colours in place of the default ones; the start position must fit them
    #[arg(long, value_name = "ROWS")]
    terrain: Option<String>,
    /// File of samples; games are added to it until there are enough
    #[arg(long, value_name = "FILE")]
    data: PathBuf,
    /// Number of games to have
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u64,
    /// Nodes for each move of them
    #[arg(long, value_name = "N", default_value_t = 3_000)]
    nodes: u64,
    /// Games that are played at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// File that the weights are written to, as Rust source; only the errors are printed without it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write over weights that are there
    #[arg(long, requires = "out")]
    force: bool,
    /// Passes over all samples
    #[arg(long, value_name = "N", default_value_t = 600)]
    passes: usize,
    /// Share of the result in what is to be foretold; the rest is the search's own score
    #[arg(long, value_name = "SHARE", default_value_t = 0.6)]
    result: f64,
    /// How strongly weights are drawn to where they were: the error that each one's square of centipawns counts for
    #[arg(long, value_name = "ERROR", default_value_t = 2e-9)]
    pull: f64,
    /// Samples of a sister game with the same terms that the weights are to fit as well
    #[arg(long, value_name = "GAME=FILE", value_parser = sister)]
    also: Vec<(Variant, PathBuf)>,
}

/// Every so many games one is kept out of the fit, to see whether it foretells games that it has not seen.
const KEPT_OUT: u64 = 10;

impl Tune {
    /// Plays, fits and prints the errors before and after.
    ///
    /// # Errors
    /// If a file cannot be read or written, or the weights are there already or would be written over samples.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        ensure!((0.0..=1.0).contains(&self.result), "--result is {}, not a share from 0 to 1", self.result);
        ensure!(self.pull.is_finite() && self.pull >= 0.0, "--pull is {}, not a number from 0 up", self.pull);
        if let Some(path) = &self.out {
            // Found out before the hours of play and not after them.
            is_free(path, self.force)?;
            let samples: Vec<&PathBuf> = self.also.iter().map(|(_, file)| file).chain([&self.data]).collect();
            is_apart(path, &samples)?;
            try_out(path).with_context(|| format!("--out: {} cannot be written", path.display()))?;
        }
        self.game.visit(self.terrain.as_deref(), &self)??;
        Ok(ExitCode::SUCCESS)
    }

    fn play<G: Searchable>(&self, start: &G) -> anyhow::Result<()> {
        samples::mend(&self.data).with_context(|| format!("--data: {}", self.data.display()))?;
        let done = read(&self.data)?.iter().map(|sample| sample.game).max().unwrap_or(0);
        let next = AtomicU64::new(done + 1);
        let file = Mutex::new(());
        let play_on = || -> anyhow::Result<()> {
            let mut team = Team::<G>::new(1, 8)?;
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number > self.games {
                    return Ok(());
                }
                let game = games::play(&mut team, start, number, self.nodes);
                let _guard = file.lock();
                samples::append(&self.data, &game)
                    .with_context(|| format!("--data: {} cannot be written", self.data.display()))?;
                if number.is_multiple_of(100) {
                    let _ = writeln!(stderr(), "{number} of {} games", self.games);
                }
            }
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads).map(|_| scope.spawn(play_on)).collect();
            threads.into_iter().try_for_each(|thread| thread.join().expect("a playing thread does not panic"))
        })
    }

    /// All samples of one game; those that are kept out of the fit are the second.
    fn points<G: Searchable>(&self, data: &Path, setting: G::Setting) -> anyhow::Result<Points> {
        let samples = read(data)?;
        let pairs: Vec<(f64, f64)> = samples.iter().map(|sample| (f64::from(sample.score), sample.result)).collect();
        let scale = fit::scale(&pairs);
        let (mut fitted, mut kept) = (Vec::new(), Vec::new());
        for sample in samples {
            let position = G::parse(&sample.fen, setting).with_context(|| format!("sample {}", sample.fen))?;
            let mut trace = Trace::default();
            position.terms(&mut trace);
            let target = self.result * sample.result + (1.0 - self.result) * expected(f64::from(sample.score), scale);
            let mut terms: Vec<(u16, i16)> = trace.0.iter().map(|&(term, times)| (term as u16, times as i16)).collect();
            terms.sort_unstable();
            terms.dedup_by(|later, earlier| {
                let same = later.0 == earlier.0;
                earlier.1 += if same { later.1 } else { 0 };
                same
            });
            let point = Point { terms, target: target as f32 };
            if sample.game.is_multiple_of(KEPT_OUT) { &mut kept } else { &mut fitted }.push(point);
        }
        Ok(Points { fitted, kept, scale, weights: G::WEIGHTS })
    }
}

/// What the fit works on.
struct Points {
    fitted: Vec<Point>,
    /// Kept out of the fit.
    kept: Vec<Point>,
    /// Centipawns of the search that stand for ten to one in these games.
    scale: f64,
    /// The weights in play.
    weights: &'static [i32],
}

/// Reads the samples of another game than the one in hand.
struct Sister<'a>(&'a Tune, &'a Path);

impl Visitor for Sister<'_> {
    type Output = anyhow::Result<Points>;

    fn visit<G: Searchable>(self, setting: G::Setting) -> anyhow::Result<Points> {
        self.0.points::<G>(self.1, setting)
    }
}

fn sister(text: &str) -> Result<(Variant, PathBuf), String> {
    let (game, file) = text.split_once('=').ok_or_else(|| format!("{text} is not GAME=FILE"))?;
    Ok((game.parse().map_err(|error| format!("{error}"))?, PathBuf::from(file)))
}

impl Visitor for &Tune {
    type Output = anyhow::Result<()>;

    fn visit<G: Searchable>(self, setting: G::Setting) -> anyhow::Result<()> {
        self.play(&G::parse(G::START, setting)?)?;
        let mut points = self.points::<G>(&self.data, setting)?;
        for (game, file) in &self.also {
            let others = game.visit(None, Sister(self, file))??;
            ensure!(others.weights.as_ptr() == points.weights.as_ptr(), "{game} has other terms than {}", G::NAME);
            points.fitted.extend(others.fitted);
            points.kept.extend(others.kept);
        }
        let Points { fitted, kept, scale, .. } = points;
        let mut out = stdout().lock();
        writeln!(out, "positions {} and {} kept out", fitted.len(), kept.len())?;
        writeln!(out, "scale {scale:.0} centipawns for ten to one")?;
        let start: Vec<f64> = G::WEIGHTS.iter().map(|&weight| f64::from(weight)).collect();
        let errors = |weights: &[f64]| [&fitted, &kept].map(|points| fit::error(points, weights, scale));
        // Few games leave none to be kept out.
        let has_kept = !kept.is_empty();
        let foretold_text = |error: f64| if has_kept { format!(", kept out {error:.6}") } else { String::new() };
        let [error, foretold] = errors(&start);
        writeln!(out, "before: error {error:.6}{}", foretold_text(foretold))?;
        let method = Method { passes: self.passes, pull: self.pull, rate: 2.0, scale };
        let weights = fit::fit(&fitted, &start, method, |_| {});
        let [error, foretold] = errors(&weights);
        writeln!(out, "after:  error {error:.6}{}", foretold_text(foretold))?;
        match &self.out {
            Some(path) => write_source::<G>(path, &weights),
            None => Ok(()),
        }
    }
}

/// The samples of a file.
fn read(data: &Path) -> anyhow::Result<Vec<Sample>> {
    samples::read(data).with_context(|| format!("samples {}", data.display()))
}

/// Writes the weights as the source file that the evaluation is compiled with.
fn write_source<G: Searchable>(path: &Path, weights: &[f64]) -> anyhow::Result<()> {
    let name = G::NAME.split('-').next().unwrap_or(G::NAME);
    let mut text = format!("//! Weights of {name}'s terms in centipawns, fitted by `triptych tune {}`.\n\n", G::NAME);
    text.push_str("/// In the order of the game's terms.\n#[rustfmt::skip]\n");
    text.push_str(&format!("pub(in crate::eval) const {}: [i32; {}] = [\n", name.to_uppercase(), weights.len()));
    let mut rest = weights;
    for term in G::TERMS {
        let (these, others) = rest.split_at(term.count);
        text.push_str(&format!("    // {}\n", term.name));
        for row in these.chunks(8) {
            let numbers: Vec<String> = row.iter().map(|weight| format!("{:.0},", weight.round() + 0.0)).collect();
            text.push_str(&format!("    {}\n", numbers.join(" ")));
        }
        rest = others;
    }
    text.push_str("];\n");
    let written = atomic_file::write_whole(path, text.as_bytes());
    written.with_context(|| format!("--out: {} cannot be written", path.display()))
}
