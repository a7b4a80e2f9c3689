//! What the engine says to an XBoard window: features, variants, thinking, results.

use triptych_protocol::xboard::{Extra, Feature, Geometry, Reply, Setup, Thinking};
use triptych_protocol::{Dialect, GameResult, MoveWord};

use crate::arbiter::Played;
use crate::board::Side;
use crate::engine::Thought;
use crate::frontend::boards;
use crate::frontend::history::History;
use crate::frontend::settings::Settings;
use crate::frontend::uci;
use crate::game::Outcome;
use crate::search::Score;
use crate::search::score::Decided;
use crate::variant::Variant;

/// The variant that XBoard adds to; whoever names another has null moves passed on differently.
const PARENT: &str = "elven";

/// What our endgame tables are called.
pub(super) const TABLEBASES: &str = "triptych";

/// The lines that tell the GUI what the engine can do.
pub(super) fn features(settings: &Settings) -> Vec<Reply> {
    let names = Variant::ALL.iter().map(|variant| variant.name()).collect::<Vec<_>>().join(",");
    let flag = Feature::flag;
    let head = vec![
        Reply::Features(vec![flag("done", false)]),
        Reply::Features(vec![
            Feature::text("myname", concat!("Triptych ", env!("CARGO_PKG_VERSION"))),
            Feature::text("variants", names),
        ]),
        Reply::Features(vec![
            flag("setboard", true),
            flag("usermove", true),
            flag("ping", true),
            flag("san", false),
            flag("colors", false),
            flag("sigint", false),
            flag("sigterm", false),
            flag("reuse", true),
            flag("time", true),
            flag("draw", true),
            flag("playother", true),
            flag("analyze", true),
            flag("debug", true),
            flag("highlight", true),
            flag("memory", true),
            flag("smp", true),
            flag("name", true),
            flag("ics", false),
            flag("pause", true),
            flag("exclude", true),
            flag("nps", false),
            Feature::text("egt", TABLEBASES),
        ]),
    ];
    [head, options(settings), vec![Reply::Features(vec![flag("done", true)])]].concat()
}

/// The options, a line each.
fn options(settings: &Settings) -> Vec<Reply> {
    let all = settings.options(Dialect::Xboard).into_iter().chain(boards::options());
    all.map(|option| Reply::Features(vec![Feature::option(&option)])).collect()
}

/// The lines that tell the GUI how to show the variant.
pub(super) fn window(history: &History) -> Vec<Reply> {
    let game = history.game();
    let (layout, window) = (game.layout(), game.window());
    let geometry = Geometry { files: layout.files, ranks: layout.ranks, holdings: 0, parent: PARENT.into() };
    let setup = Setup { table: Some(window.table.into()), geometry: Some(geometry), fen: game.start_fen() };
    let piece = |letter| Reply::Piece { id: format!("{letter}&"), moves: window.betza.into() };
    std::iter::once(Reply::Setup(setup)).chain(window.letters.chars().map(piece)).collect()
}

/// Why a move that fits several is refused. Moves that differ in nothing but their letters differ in what is made of a
/// pawn.
pub(super) fn ambiguity(moves: &str) -> &'static str {
    let mut ways = moves.split(' ').map(|text| text.trim_end_matches(|c: char| c.is_ascii_lowercase()));
    let first = ways.next();
    if ways.all(|way| Some(way) == first) {
        "several promotions fit: add the letter of one"
    } else {
        "several captures fit: click each captured piece, then the square"
    }
}

pub(super) fn result(outcome: Outcome) -> Reply {
    let result = match outcome.winner {
        Some(Side::White) => GameResult::WhiteWins,
        Some(Side::Black) => GameResult::BlackWins,
        None => GameResult::Draw,
    };
    Reply::Result { result, reason: outcome.to_string() }
}

/// A move as one word: of a move in parts the first part.
pub(super) fn word(played: &Played) -> MoveWord {
    played.lines[0].clone().into()
}

/// A thought as a thinking line. A move of many victims ends the line for the window: what follows it goes in braces.
pub(super) fn thinking_line(thought: &Thought) -> Thinking {
    let whole = thought.line.iter().take_while(|played| played.lines.len() == 1).count();
    let mut words: Vec<String> = thought.line[..whole].iter().map(|played| played.lines[0].to_string()).collect();
    if whole < thought.line.len() {
        let rest: Vec<_> = thought.line[whole..].iter().map(|played| played.text.as_str()).collect();
        words.push(format!("{{{}}}", rest.join(" ")));
    }
    Thinking {
        depth: thought.depth,
        score: protocol_score(thought.score),
        bound: uci::bound(thought.bound),
        time: u64::try_from(thought.time.as_millis() / 10).unwrap_or(u64::MAX),
        nodes: thought.nodes,
        extra: (thought.tablebase_hits > 0).then(|| Extra {
            selective_depth: thought.selective_depth.max(thought.depth),
            speed: (thought.nodes as f64 / thought.time.as_secs_f64().max(1e-3)) as u64,
            tablebase_hits: thought.tablebase_hits,
        }),
        pv: words.join(" "),
    }
}

/// A score of the search in the words of both protocols.
pub fn protocol_score(score: Score) -> triptych_protocol::Score {
    use triptych_protocol::Score as Written;
    match score.decided() {
        Some(Decided::Won(plies)) => Written::MateIn(plies.div_ceil(2) as u32),
        Some(Decided::Lost(plies)) => Written::MatedIn(plies.div_ceil(2) as u32),
        None => Written::Centipawns(score.value()),
    }
}
