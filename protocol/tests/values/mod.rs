//! Random values of every type that has a written form, and lines made of random bytes and of scraps of the grammars.

use std::time::Duration;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use triptych_protocol::parts::{Part, VICTIMS_A_LINE};
use triptych_protocol::uci::{self, CurrentLine, Go, Info, Wdl};
use triptych_protocol::xboard::{self, Extra, Feature, Geometry, Level, Roots, Setup, Status, Thinking};
use triptych_protocol::{
    Bound, CLOCK_LIMIT, GameResult, MoveText, MoveWord, Score, Setting, SettingKind, Square, decode,
};

/// Words that mean something to one of the grammars, and scraps that nearly do.
const SCRAPS: &str = r##"
    xboard protover accepted rejected new variant quit random force go playother white level st sd nps time otim
    usermove ? ping draw result setboard edit hint bk name rating ics memory cores egtpath option exclude
    include setscore lift all . feature move resign Error pong stat01: Hint: setup piece highlight click choice
    telluser askuser # ... 12 3. 1-0 * {x} { } (a): ( ): done=0 = uci debug on isready setoption value register
    later code position startpos fen moves searchmoves ponder wtime winc movestogo depth infinite perft id
    author bestmove (none) info score cp mate lowerbound wdl pv string currline refutation currmove type check
    spin combo default min max var <empty> -combo -check *a /// e2e4 a2b5,b5a6,a6a5 c4xb5-a6= @@@@ 0000 d4d3z -1
    99999999999999999999 0.5 0:30 é !
"##;

/// The same, for what holds blanks or quotes.
const MORE_SCRAPS: [&str; 11] = [
    "offer draw",
    "Illegal move",
    "myname=\"a\"",
    "option=\"A -spin 1 2 3\"",
    "\"",
    "a=b\"c",
    "\t",
    " ",
    "  ",
    "\u{a0}",
    "\u{fffd}",
];

pub(crate) fn any_line() -> impl Strategy<Value = String> {
    let scraps: Vec<&str> = SCRAPS.split_ascii_whitespace().chain(MORE_SCRAPS).collect();
    let scrap = prop_oneof![8 => proptest::sample::select(scraps).prop_map(str::to_owned), 1 => "[ -~]{0,6}"];
    let scraps = vec(scrap, 0..8);
    prop_oneof![
        vec(any::<u8>(), 0..60).prop_map(|bytes| decode(&bytes).into_owned()),
        any::<String>(),
        (scraps, "[ \t]?").prop_map(|(scraps, glue)| scraps.join(&glue)),
    ]
}

/// A text without blanks at its ends and without control characters, perhaps empty.
pub(crate) fn text() -> impl Strategy<Value = String> {
    "([!-~é]([ -~é]{0,20}[!-~é])?)?"
}

pub(crate) fn some_text() -> impl Strategy<Value = String> {
    text().prop_filter("empty", |text| !text.is_empty())
}

pub(crate) fn word() -> impl Strategy<Value = String> {
    "[!-~é]{1,12}"
}

/// A word, or several, made of letters that are no keyword.
pub(crate) fn plain_words() -> impl Strategy<Value = String> {
    "[A-Z][A-Z0-9_]{0,8}( [A-Z][A-Z0-9]{0,8}){0,2}"
}

pub(crate) fn square() -> impl Strategy<Value = Square> {
    (0..Square::FILES, 0..Square::RANKS).prop_filter_map("on the board", |(file, rank)| Square::new(file, rank))
}

pub(crate) fn letter() -> impl Strategy<Value = Option<char>> {
    option::of(proptest::char::range('a', 'z'))
}

pub(crate) fn move_text() -> impl Strategy<Value = MoveText> {
    let path = (vec(square(), 2..8), letter()).prop_map(|(squares, letter)| MoveText::path(squares, letter));
    let victims = (square(), vec(square(), 1..8), square(), letter())
        .prop_map(|(start, victims, end, letter)| MoveText::victims(start, victims, end, letter));
    let whole = (prop_oneof![path, victims], any::<bool>(), any::<bool>()).prop_map(|(text, part, relayed)| {
        let text = MoveText { part, ..text };
        if relayed { text.to_relayed() } else { text }
    });
    prop_oneof![9 => whole, 1 => Just(MoveText::null())]
}

pub(crate) fn move_word() -> impl Strategy<Value = MoveWord> {
    move_text().prop_map(MoveWord::from)
}

pub(crate) fn moves() -> impl Strategy<Value = Vec<MoveWord>> {
    vec(move_word(), 0..6)
}

pub(crate) fn duration() -> impl Strategy<Value = Duration> {
    (0..=u32::MAX - 1, 0..1_000_000_000u32).prop_map(|(seconds, nanos)| Duration::new(seconds.into(), nanos))
}

pub(crate) fn game_result() -> impl Strategy<Value = GameResult> {
    proptest::sample::select(vec![
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
        GameResult::Unfinished,
    ])
}

pub(crate) fn score() -> impl Strategy<Value = Score> {
    prop_oneof![
        (-99_999..100_000).prop_map(Score::Centipawns),
        (1..10_000u32).prop_map(Score::MateIn),
        (0..10_000u32).prop_map(Score::MatedIn),
    ]
}

pub(crate) fn bound() -> impl Strategy<Value = Bound> {
    proptest::sample::select(vec![Bound::Exact, Bound::Lower, Bound::Upper])
}

pub(crate) fn clock() -> impl Strategy<Value = i64> {
    -CLOCK_LIMIT..=CLOCK_LIMIT
}

pub(crate) fn xboard_command() -> impl Strategy<Value = xboard::Command> {
    use xboard::Command::*;
    let roots = || prop_oneof![Just(Roots::All), move_word().prop_map(Roots::One)];
    let fixed = vec![
        Xboard, New, Quit, Random, Force, Go, PlayOther, White, Black, MoveNow, Draw, Edit, Hint, Book, Undo, Remove,
        Hard, Easy, Post, NoPost, Analyze, Exit, Status, Computer, Pause, Resume, Blank,
    ];
    let level = (any::<u32>(), duration(), duration());
    prop_oneof![
        proptest::sample::select(fixed),
        any::<u32>().prop_map(Protover),
        some_text().prop_map(Accepted),
        some_text().prop_map(Rejected),
        word().prop_map(Variant),
        level.prop_map(|(moves, base, increment)| Level(self::Level { moves, base, increment })),
        duration().prop_map(MoveTime),
        any::<u32>().prop_map(Depth),
        any::<u64>().prop_map(NodeRate),
        clock().prop_map(Time),
        clock().prop_map(OpponentTime),
        word().prop_map(|word| UserMove(MoveWord::new(word))),
        move_word().prop_map(BareMove),
        some_text().prop_map(Ping),
        (game_result(), text()).prop_map(|(result, reason)| Result { result, reason }),
        some_text().prop_map(SetBoard),
        text().prop_map(Name),
        (any::<i64>(), any::<i64>())
            .prop_map(|(own, opponent)| Rating { own: own.max(-i64::MAX), opponent: opponent.max(-i64::MAX) }),
        some_text().prop_map(Ics),
        any::<u64>().prop_map(Memory),
        any::<u32>().prop_map(Cores),
        (word(), some_text()).prop_map(|(kind, path)| EgtPath { kind, path }),
        (plain_words(), option::of(text())).prop_map(|(name, value)| Option { name, value }),
        roots().prop_map(Exclude),
        roots().prop_map(Include),
        (any::<i32>(), any::<u32>()).prop_map(|(score, depth)| SetScore { score, depth }),
        square().prop_map(Lift),
        square().prop_map(Put),
        square().prop_map(Hover),
    ]
}

pub(crate) fn setting(kinds: impl Strategy<Value = SettingKind>) -> impl Strategy<Value = Setting> {
    (plain_words(), kinds).prop_map(|(name, kind)| Setting { name, kind })
}

pub(crate) fn common_kind() -> impl Strategy<Value = SettingKind> {
    let number = || any::<i64>().prop_map(|number| number.max(-i64::MAX));
    // One of several equal choices cannot be told from another.
    let choices = proptest::collection::btree_set("[a-z]([a-z]{0,4} [0-9])?", 1..5);
    prop_oneof![
        any::<bool>().prop_map(SettingKind::Check),
        (number(), number(), number()).prop_map(|(value, min, max)| SettingKind::Spin { value, min, max }),
        (choices, any::<proptest::sample::Index>()).prop_map(|(choices, selected)| SettingKind::Combo {
            selected: selected.index(choices.len()),
            choices: choices.into_iter().collect(),
        }),
        "([a-z]([a-z \"]{0,9}[a-z])?)?".prop_map(|text| SettingKind::Text(text.replace('"', "'"))),
        Just(SettingKind::Button),
    ]
}

pub(crate) fn xboard_kind() -> impl Strategy<Value = SettingKind> {
    let number = || any::<i32>().prop_map(i64::from);
    prop_oneof![
        common_kind(),
        (number(), number(), number()).prop_map(|(value, min, max)| SettingKind::Slider { value, min, max }),
        "[a-z]{0,9}".prop_map(SettingKind::File),
        "[a-z]{0,9}".prop_map(SettingKind::Path),
        Just(SettingKind::Save),
        Just(SettingKind::Reset),
    ]
}

pub(crate) fn feature() -> impl Strategy<Value = Feature> {
    let number = any::<i64>().prop_map(xboard::FeatureValue::Number);
    let text = "[ !#-~é]{0,12}".prop_map(xboard::FeatureValue::Text);
    prop_oneof![
        ("[a-z]{1,8}", prop_oneof![number, text]).prop_map(|(name, value)| Feature { name, value }),
        setting(xboard_kind()).prop_map(|setting| Feature::option(&setting)),
    ]
}

pub(crate) fn thinking() -> impl Strategy<Value = Thinking> {
    let extra = (any::<u32>(), any::<u64>(), any::<u64>()).prop_map(|(selective_depth, speed, tablebase_hits)| Extra {
        selective_depth,
        speed,
        tablebase_hits,
    });
    let small = 0..=i64::MAX as u64;
    let pv = text().prop_filter("a bound mark", |pv| !pv.ends_with(['!', '?']));
    (any::<u32>(), score(), bound(), small.clone(), small, option::of(extra), pv).prop_map(
        |(depth, score, bound, time, nodes, extra, pv)| Thinking { depth, score, bound, time, nodes, extra, pv },
    )
}

pub(crate) fn xboard_reply() -> impl Strategy<Value = xboard::Reply> {
    use xboard::Reply::*;
    let reason = || option::of("[a-z][a-z ()]{0,12}".prop_map(|reason| reason.replace(')', "]")));
    // What follows a refusal without a reason must not look like one.
    let refused = || "([a-z0-9]([ -~]{0,12}[!-~])?)?".prop_filter("not a reason", |text| !text.starts_with('('));
    let status = (any::<u64>(), any::<u64>(), any::<u32>(), any::<u32>(), any::<u32>(), option::of(move_word()));
    let geometry = (any::<u8>(), any::<u8>(), any::<u8>(), "[a-z]{1,8}")
        .prop_map(|(files, ranks, holdings, parent)| Geometry { files, ranks, holdings, parent });
    let table = ("[A-Za-z./]{0,20}", option::of(geometry));
    let fen = "[a-zA-Z0-9/*]{1,20} [wb] - - [0-9] [1-9]";
    prop_oneof![
        proptest::sample::select(vec![Resign, OfferDraw, FailHigh, FailLow, Blank]),
        vec(feature(), 0..5).prop_map(Features),
        move_word().prop_map(Move),
        (game_result(), text()).prop_map(|(result, reason)| Result { result, reason }),
        (reason(), refused()).prop_map(|(reason, text)| IllegalMove { reason, text }),
        (reason(), refused()).prop_map(|(kind, text)| Error { kind, text }),
        some_text().prop_map(Pong),
        thinking().prop_map(Thinking),
        status.prop_map(|(time, nodes, depth, moves_left, moves, current)| {
            Status(self::Status { time, nodes, depth, moves_left, moves, current })
        }),
        move_word().prop_map(Hint),
        "[ \t]{0,3}[a-z][a-z ]{0,9}[a-z]".prop_map(Indented),
        (option::of(table), fen).prop_map(|(table, fen)| {
            let (table, geometry) = table.map_or((None, None), |(table, geometry)| (Some(table), geometry));
            Setup(self::Setup { table, geometry, fen })
        }),
        (word(), some_text()).prop_map(|(id, moves)| Piece { id, moves }),
        some_text().prop_map(Highlight),
        square().prop_map(Click),
        some_text().prop_map(Choice),
        text().prop_map(TellUser),
        text().prop_map(TellUserError),
        text().prop_map(TellOpponent),
        text().prop_map(TellOthers),
        text().prop_map(TellAll),
        text().prop_map(TellIcs),
        text().prop_map(TellIcsNoAlias),
        (word(), text()).prop_map(|(tag, text)| AskUser { tag, text }),
        text().prop_map(Comment),
    ]
}

pub(crate) fn go() -> impl Strategy<Value = Go> {
    let milliseconds = || option::of(0..=CLOCK_LIMIT as u64);
    let clocks = (option::of(clock()), option::of(clock()), milliseconds(), milliseconds());
    let limits =
        (option::of(any::<u32>()), option::of(any::<u32>()), option::of(any::<u64>()), option::of(any::<u32>()));
    let rest = (milliseconds(), option::of(any::<u32>()), any::<bool>(), any::<bool>(), moves());
    (clocks, limits, rest).prop_map(|((wtime, btime, winc, binc), (movestogo, depth, nodes, mate), rest)| {
        let (movetime, perft, ponder, infinite, searchmoves) = rest;
        let problems = vec![];
        Go {
            searchmoves,
            ponder,
            wtime,
            btime,
            winc,
            binc,
            movestogo,
            depth,
            nodes,
            mate,
            movetime,
            infinite,
            perft,
            problems,
        }
    })
}

pub(crate) fn uci_command() -> impl Strategy<Value = uci::Command> {
    use uci::Command::*;
    let start =
        prop_oneof![Just(uci::Start::StartPos), "[a-zA-Z0-9/*]{1,20} [wb] - - [0-9] [1-9]".prop_map(uci::Start::Fen),];
    let registration = prop_oneof![
        Just(uci::Registration::Later),
        (option::of(plain_words()), option::of(plain_words()))
            .prop_map(|(name, code)| uci::Registration::Now { name, code }),
    ];
    prop_oneof![
        proptest::sample::select(vec![Uci, IsReady, NewGame, Stop, PonderHit, Quit, Display, Eval, Blank]),
        any::<bool>().prop_map(Debug),
        (plain_words(), option::of(text())).prop_map(|(name, value)| SetOption { name, value }),
        registration.prop_map(Register),
        (start, moves()).prop_map(|(start, moves)| Position { start, moves }),
        go().prop_map(Go),
        text().prop_map(Bench),
    ]
}

pub(crate) fn info() -> impl Strategy<Value = Info> {
    let number = || option::of(any::<u32>());
    let big = || option::of(any::<u64>());
    let wdl = (any::<u32>(), any::<u32>(), any::<u32>()).prop_map(|(win, draw, loss)| Wdl { win, draw, loss });
    let scores = (option::of((score(), bound())), option::of(wdl));
    let depths = (number(), number(), number());
    let counts = (big(), big(), number(), big(), number(), big());
    let current = (option::of(move_word()), number(), option::of((number(), vec(square(), 2..4))));
    (depths, scores, counts, current, (moves(), moves(), option::of(text()))).prop_map(
        |(
            (depth, seldepth, multipv),
            (score, wdl),
            counts,
            (currmove, currmovenumber, line),
            (refutation, pv, string),
        )| {
            let (nodes, nps, hashfull, tbhits, cpuload, time) = counts;
            let (score, bound) = score.map_or((None, Bound::Exact), |(score, bound)| (Some(score), bound));
            let line_move = |squares: Vec<Square>| vec![MoveWord::from(MoveText::path(squares, None))];
            let currline = line.map(|(cpu, squares)| CurrentLine { cpu, moves: line_move(squares) });
            Info {
                depth,
                seldepth,
                multipv,
                score,
                bound,
                wdl,
                nodes,
                nps,
                hashfull,
                tbhits,
                cpuload,
                time,
                currmove,
                currmovenumber,
                refutation,
                currline,
                pv,
                string,
            }
        },
    )
}

pub(crate) fn uci_reply() -> impl Strategy<Value = uci::Reply> {
    use uci::Reply::*;
    let check = || proptest::sample::select(vec![uci::Check::Checking, uci::Check::Ok, uci::Check::Error]);
    prop_oneof![
        proptest::sample::select(vec![UciOk, ReadyOk, Blank]),
        text().prop_map(Name),
        text().prop_map(Author),
        setting(common_kind()).prop_map(Option),
        (option::of(move_word()), option::of(move_word())).prop_map(|(best, ponder)| BestMove { best, ponder }),
        info().prop_map(|info| Info(Box::new(info))),
        check().prop_map(CopyProtection),
        check().prop_map(Registration),
    ]
}

pub(crate) fn part_chain() -> impl Strategy<Value = Vec<Part>> {
    (square(), vec((vec(square(), 0..=VICTIMS_A_LINE), square()), 1..6)).prop_map(|(mut start, steps)| {
        let step = |(mut victims, end): (Vec<Square>, Square)| {
            victims.retain(|victim| *victim != start);
            let part = Part { start, victims, end };
            start = end;
            part
        };
        steps.into_iter().map(step).collect()
    })
}
