//! `triptych arena`: matches and tournaments between engines.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use clap::{ArgGroup, Args};
use indicatif::{ProgressBar, ProgressStyle};

use super::{NO, is_apart, is_free, is_one, try_out};
use crate::arbiter::Arbiter;
use crate::arena::adjudication::{Adjudication, Draw, Win};
use crate::arena::document::{Document, Progress, Settings, Time};
use crate::arena::entrant::{BookChoice, Entrant, Kind};
use crate::arena::halt::{Halt, INTERRUPTED};
use crate::arena::openings::{Judge, Openings, Order, Random};
use crate::arena::record::{self, Summary};
use crate::arena::resume::{self, Kept, Writer};
use crate::arena::schedule::{Format, Length, Schedule};
use crate::arena::standing::Standing;
use crate::arena::statistics::sprt::{Hypothesis, Sprt};
use crate::arena::tournament::{Finished, Tournament};
use crate::arena::{report, settings};
use crate::atomic_file;
use crate::book::openings::Wanted;
use crate::cli::Start;
use crate::tablebase::{Tables, place};

/// Arguments of `arena`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
#[command(group = ArgGroup::new("end").args(["games", "rounds", "sprt"]).required(true).multiple(true))]
pub struct Arena {
    #[command(flatten)]
    start: Start,
    /// An engine: self, or NAME=PROGRAM, and KEY=VALUE settings after commas; at least two of them
    #[arg(long = "engine", value_name = "ENGINE", required = true)]
    engines: Vec<String>,
    /// Settings for all engines, KEY=VALUE with commas between; an engine's own come first
    #[arg(long, value_name = "SETTINGS")]
    each: Option<String>,
    /// Time for all engines: [MOVES/]SECONDS[+INCREMENT], as in 10+0.1 and 40/60
    #[arg(long, value_name = "TIME")]
    tc: Option<String>,
    /// Seconds a move for all engines
    #[arg(long, value_name = "SECONDS")]
    st: Option<String>,
    /// Positions a move for all engines
    #[arg(long, value_name = "N")]
    nodes: Option<String>,
    /// Plies a move for all engines
    #[arg(long, value_name = "N")]
    depth: Option<String>,
    /// Milliseconds by which a flag may be overstepped, for all engines
    #[arg(long, value_name = "MS")]
    margin: Option<String>,
    /// Number of games in all
    #[arg(long, value_name = "N", conflicts_with = "rounds", value_parser = positive())]
    games: Option<u32>,
    /// Number of rounds, in each of which every pairing plays two games
    #[arg(long, value_name = "N", value_parser = positive())]
    rounds: Option<u32>,
    /// Who plays whom: round-robin, or gauntlet (the first engine against all others)
    #[arg(long, value_name = "FORMAT", default_value = "round-robin")]
    format: Format,
    /// Games that are played at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// What games start from, each twice: random, book (the opening book in the program), or a file of positions (FEN or
    /// EPD), of games (.pgn) or of a book (.book)
    #[arg(long, value_name = "FILE", default_value = RANDOM)]
    openings: String,
    /// Moves of each opening: random ones or a book's (8 if not said), or those of each game of a file (all if not said)
    #[arg(long, value_name = "N")]
    opening_plies: Option<usize>,
    /// The greatest advantage that openings, random or of a book, may give a side, in centipawns, or off
    #[arg(long, value_name = "CP", default_value = "100", value_parser = balance)]
    balance: Balance,
    /// The order of a file's openings: sequential or random
    #[arg(long, value_name = "ORDER", default_value = "sequential")]
    order: Order,
    /// Where random numbers start from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// End games as won where both engines agree: plies=N,score=CENTIPAWNS
    #[arg(long, value_name = "RULE")]
    win: Option<Win>,
    /// End games as drawn where both engines agree: plies=N,score=CENTIPAWNS,after=PLIES
    #[arg(long, value_name = "RULE")]
    draw: Option<Draw>,
    /// End games as drawn after so many plies
    #[arg(long, value_name = "PLIES", value_parser = positive())]
    length: Option<u32>,
    /// End games as endgame tables say, in this directory and the user's own if none is named
    #[arg(long, value_name = "DIR", num_args = 0..=1)]
    tablebase: Option<Option<PathBuf>>,
    /// Stop when a sequential test has decided: elo0=E elo1=E alpha=P beta=P model=logistic|normalized
    #[arg(long, value_name = "TEST", num_args = 1..)]
    sprt: Vec<String>,
    /// Seconds that an engine is waited for when its time is up or it has no clock
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0)]
    patience: f64,
    /// File that the games are written to, one by one
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Go on with the match whose games are in the file of --pgn
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// File that everything is written to for other programs
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// PGN's Event
    #[arg(long, value_name = "TEXT", default_value = "Triptych arena")]
    event: String,
    /// The standing is shown every so many games; 0: at the end only
    #[arg(long, value_name = "N", default_value_t = 10)]
    report: usize,
}

const AFTER_HELP: &str = "\
Settings of an engine:
  name=NAME cmd=PROGRAM arg=ARGUMENT (several) args=ARGUMENTS dir=DIRECTORY stderr=FILE
  proto=xboard|uci|auto option.NAME=VALUE hash=MIB threads=N restart=on|off
  tc=[MOVES/]SECONDS[+INCREMENT] st=SECONDS nodes=N depth=N margin=MS
'self' is this program's own engine, without a process between. It knows name, hash,
threads, the limits, book=on|FILE (an opening book to play from) and by option.NAME=VALUE the
parameters of its search.

Examples:
  triptych arena ultima --engine self,name=A --engine self,name=B,nodes=4000 \\
      --nodes 5000 --games 100
  triptych arena chameleon --engine new=./triptych --engine old=../old/triptych \\
      --tc 10+0.1 --concurrency 2 --sprt elo0=0 elo1=10 --pgn match.pgn

Exit code 1: the test accepts its lower hypothesis.";

/// The word for random openings.
const RANDOM: &str = "random";
/// The word for openings out of the book in the program.
const BOOK: &str = "book";
/// Random moves of an opening.
const RANDOM_PLIES: usize = 8;
/// A test that needs more games than this has no answer.
const TEST_GAMES: usize = 1_000_000;

/// The greatest advantage of a random opening; `None` for any.
type Balance = Option<i32>;

fn balance(text: &str) -> Result<Balance, String> {
    if text == "off" {
        return Ok(None);
    }
    text.parse::<u16>().map(|balance| Some(balance.into())).map_err(|_| "neither a number nor 'off'".to_owned())
}

fn positive() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..)
}

/// What a run keeps count of.
struct Ledger<'a> {
    arena: &'a Arena,
    tournament: &'a Tournament,
    sprt: Option<Sprt>,
    identities: Vec<String>,
    conditions: String,
    standing: Standing,
    writer: Option<Writer>,
    bar: ProgressBar,
    began: Instant,
    /// What the test has decided; games that end after that do not count any more.
    decided: Option<Hypothesis>,
}

impl Arena {
    /// Plays the games. The answer is no if the test accepts its lower hypothesis.
    ///
    /// # Errors
    /// If the arguments do not make a match, an engine cannot play, or a file cannot be read or written.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let sprt = if self.sprt.is_empty() { None } else { Some(Sprt::read(self.sprt.iter().map(String::as_str))) };
        let sprt = sprt.transpose().context("--sprt")?;
        let tournament = self.tournament()?;
        ensure!(sprt.is_none() || tournament.entrants.len() == 2, "--sprt is a test of two engines");
        self.check_document(&tournament)?;
        let kept = self.kept(&tournament)?;
        let stop = Halt::on_signals()?;
        // Before any file is touched: an engine that cannot play ends it all here.
        let players = tournament.muster(&stop)?;
        let done: BTreeSet<usize> = kept.games.iter().map(|game| game.fixture.number).collect();
        let mut ledger = Ledger::open(&self, &tournament, sprt, kept)?;
        ledger.identities = players.iter().map(|player| player.identity().to_owned()).collect();
        let outcome = match ledger.decided {
            Some(_) => Ok(()),
            None => tournament.run(players, &done, &stop, &mut |finished| ledger.take(&finished)),
        };
        let is_over = ledger.decided.is_some() || ledger.standing.games.len() == tournament.schedule.len();
        let interrupted = !is_over && stop.is_given() && outcome.is_ok();
        ledger.bar.finish_and_clear();
        ledger.show();
        ledger.say(&report::time(&ledger.standing));
        ledger.write_document(is_over, interrupted)?;
        outcome?;
        Ok(match ledger.decided {
            _ if interrupted => ExitCode::from(INTERRUPTED),
            Some(Hypothesis::Lower) => ExitCode::from(NO),
            _ => ExitCode::SUCCESS,
        })
    }

    /// Refuses to write the document in the place of what is read or of the games.
    fn check_document(&self, tournament: &Tournament) -> anyhow::Result<()> {
        let Some(json) = &self.json else { return Ok(()) };
        let is_pgn = self.pgn.as_ref().is_some_and(|pgn| is_one(json, pgn));
        ensure!(!is_pgn, "--json: {} is the file of --pgn", json.display());
        let mut sources = Vec::new();
        if ![RANDOM, BOOK].contains(&self.openings.as_str()) {
            sources.push(Path::new(&self.openings));
        }
        for entrant in &tournament.entrants {
            if let Kind::Inside { book: Some(BookChoice::File(book)), .. } = &entrant.kind {
                sources.push(book);
            }
        }
        is_apart(json, &sources).context("--json")?;
        // Renewed without a question; what cannot be is found out before the games and not after them.
        is_free(json, true).context("--json")?;
        try_out(json).with_context(|| format!("--json: {} could not be written", json.display()))
    }

    fn tournament(&self) -> anyhow::Result<Tournament> {
        let start = self.start.arbiter()?;
        let entrants = self.entrants()?;
        ensure!(entrants.len() >= 2, "it takes two engines to play; --engine can be given several times");
        let length = match (self.games, self.rounds) {
            (Some(games), _) => Length::Games(games as usize),
            (None, Some(rounds)) => Length::Rounds(rounds as usize),
            (None, None) => Length::Games(TEST_GAMES),
        };
        let patience = Duration::try_from_secs_f64(self.patience).ok().filter(|patience| !patience.is_zero());
        Ok(Tournament {
            variant: self.start.game,
            openings: self.openings(start.as_ref())?,
            start: Mutex::new(start),
            schedule: Schedule::new(entrants.len(), self.format, length),
            entrants,
            adjudication: Adjudication {
                win: self.win,
                draw: self.draw,
                length: self.length.map(|length| length as usize),
            },
            tables: self.tables()?,
            patience: patience.context("--patience must be a number of seconds greater than 0")?,
            concurrency: usize::from(self.concurrency),
        })
    }

    fn entrants(&self) -> anyhow::Result<Vec<Entrant>> {
        let mut common = match &self.each {
            Some(each) => settings::pairs(each).context("--each")?,
            None => Vec::new(),
        };
        let limits = [("tc", &self.tc), ("st", &self.st), ("nodes", &self.nodes), ("depth", &self.depth)];
        for (key, value) in limits.into_iter().chain([("margin", &self.margin)]) {
            common.extend(value.iter().map(|value| (key.to_owned(), value.clone())));
        }
        let mut entrants: Vec<Entrant> = Vec::new();
        for text in &self.engines {
            let mut entrant = Entrant::read(text, &common).with_context(|| format!("--engine {text}"))?;
            let is_taken = |name: &str| entrants.iter().any(|other| other.name == name);
            if is_taken(&entrant.name) {
                let numbered = (2..).map(|number| format!("{}-{number}", entrant.name)).find(|name| !is_taken(name));
                entrant.name = numbered.unwrap_or_default();
            }
            entrants.push(entrant);
        }
        Ok(entrants)
    }

    /// The endgame tables that end games, if any are to.
    fn tables(&self) -> anyhow::Result<Option<Tables>> {
        let Some(named) = &self.tablebase else { return Ok(None) };
        if let Some(root) = named {
            fs::read_dir(root).with_context(|| format!("--tablebase {}", root.display()))?;
        }
        Ok(Some(Tables::in_directories(named.clone().or_else(place::of_user).into_iter().collect())))
    }

    fn openings(&self, start: &dyn Arbiter) -> anyhow::Result<Openings> {
        ensure!(start.outcome().is_none(), "the position leaves nothing to play");
        if self.openings == RANDOM {
            let plies = self.opening_plies.unwrap_or(RANDOM_PLIES);
            return Ok(Openings::Random(Random { plies, balance: self.balance, seed: self.seed }));
        }
        let path: &Path = self.openings.as_ref();
        let is_book = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("book"));
        if self.openings == BOOK || is_book {
            let plies = self.opening_plies.unwrap_or(RANDOM_PLIES);
            let wanted = Wanted { plies, balance: self.balance, seed: Some(self.seed) };
            return Openings::of_book(self.start.game, start, is_book.then_some(path), &wanted).context("--openings");
        }
        Openings::read(path, start, self.opening_plies, self.order, self.seed)
    }

    /// The games of an earlier run, if this one goes on with it.
    fn kept(&self, tournament: &Tournament) -> anyhow::Result<Kept> {
        let Some(path) = self.pgn.as_ref().filter(|_| self.resume) else { return Ok(Kept::default()) };
        let kept = resume::read(path, &tournament.schedule, &tournament.entrants, tournament.variant.name())?;
        // The second game of a pair must have the first one's opening: where it does not, this is another match.
        let start = self.start.arbiter()?;
        let mut judge = Judge::new(tournament.variant);
        for (game, (fen, moves)) in kept.games.iter().zip(&kept.openings) {
            let pair = game.fixture.pair;
            if kept.games.iter().filter(|other| other.fixture.pair == pair).count() == 2 {
                continue;
            }
            let opening = tournament.openings.opening(pair, start.as_ref(), &mut judge);
            let begun = opening.start(start.as_ref())?;
            let is_usual = begun.start_fen() == begun.rules_start() && begun.terrain().is_none();
            let same = *fen == (!is_usual).then(|| begun.start_fen()) && *moves == opening.moves;
            if !same {
                bail!(
                    "round {} in {} has another opening than --openings and --seed give it",
                    game.round,
                    path.display()
                );
            }
        }
        Ok(kept)
    }

    fn settings(&self) -> Settings<'_> {
        Settings {
            event: &self.event,
            format: self.format.name(),
            openings: self.openings.clone(),
            seed: self.seed,
            concurrency: self.concurrency.into(),
            win: self.win.map(|win| win.to_string()),
            draw: self.draw.map(|draw| draw.to_string()),
            length: self.length.map(|length| length as usize),
        }
    }
}

impl<'a> Ledger<'a> {
    fn open(arena: &'a Arena, tournament: &'a Tournament, sprt: Option<Sprt>, kept: Kept) -> anyhow::Result<Self> {
        let writer = arena.pgn.as_ref().map(|path| match arena.resume {
            true => Writer::go_on(path, &kept),
            false => Writer::create(path),
        });
        let mut standing = Standing::new(tournament.entrants.iter().map(|entrant| entrant.name.clone()).collect());
        kept.games.into_iter().for_each(|game| standing.add(game));
        let bar = ProgressBar::new(tournament.schedule.len() as u64).with_position(standing.games.len() as u64);
        let style = "{wide_bar} {pos}/{len} games, {elapsed} gone, {eta} to go";
        bar.set_style(ProgressStyle::with_template(style).context("the progress bar")?);
        let mut controls: Vec<String> = Vec::new();
        for control in tournament.entrants.iter().map(|entrant| entrant.control.to_string()) {
            if !controls.contains(&control) {
                controls.push(control);
            }
        }
        let openings = match &tournament.openings {
            Openings::Random(random) => format!("{} random plies", random.plies),
            Openings::List(list) => format!("{} openings", list.len()),
        };
        Ok(Ledger {
            arena,
            tournament,
            sprt,
            identities: Vec::new(),
            conditions: format!("{}, {}, {openings}", tournament.variant, controls.join(" and ")),
            decided: sprt.as_ref().and_then(|sprt| standing.accepted(sprt)),
            standing,
            writer: writer.transpose()?,
            bar,
            began: Instant::now(),
        })
    }

    /// Counts a game that is over.
    fn take(&mut self, finished: &Finished) -> anyhow::Result<ControlFlow<()>> {
        if self.decided.is_some() {
            return Ok(ControlFlow::Break(()));
        }
        let entrants = &self.tournament.entrants;
        if let Some(writer) = &mut self.writer {
            writer.add(&record::pgn(finished, entrants, &self.arena.event))?;
        }
        let summary = Summary::of(finished, entrants);
        self.say(&format!("{}\n", record::line(&summary, self.tournament.schedule.len())));
        self.standing.add(summary);
        self.bar.inc(1);
        self.decided = self.sprt.as_ref().and_then(|sprt| self.standing.accepted(sprt));
        if self.decided.is_some() {
            return Ok(ControlFlow::Break(()));
        }
        let played = self.standing.games.len();
        if self.arena.report > 0 && played.is_multiple_of(self.arena.report) && played < self.tournament.schedule.len()
        {
            self.show();
            self.write_document(false, false)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn show(&self) {
        self.say(&report::block(&self.standing, self.sprt.as_ref(), &self.conditions));
    }

    /// Tells people something. The terminal may be gone; the games go on.
    fn say(&self, text: &str) {
        self.bar.suspend(|| {
            let mut out = stdout().lock();
            let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        });
    }

    fn write_document(&self, finished: bool, interrupted: bool) -> anyhow::Result<()> {
        let Some(path) = &self.arena.json else { return Ok(()) };
        let Tournament { variant, entrants, schedule, concurrency, .. } = self.tournament;
        let games = &self.standing.games;
        let threads = *concurrency.min(&schedule.len());
        let progress = Progress { scheduled: schedule.len(), played: games.len(), finished, interrupted };
        let time = Time::of(games, self.began.elapsed().as_secs_f64(), threads);
        let document = Document::new(
            variant.name(),
            self.arena.settings(),
            entrants,
            &self.identities,
            &self.standing,
            self.sprt.as_ref(),
            (progress, time),
        );
        let mut text = serde_json::to_vec_pretty(&document).context("the JSON document")?;
        text.push(b'\n');
        atomic_file::write_whole(path, &text).with_context(|| format!("{} could not be written", path.display()))
    }
}
