//! Every line an XBoard GUI sends, read and written again; and what is wrong with the wrong ones.

use std::time::Duration;

use triptych_protocol::xboard::{Command, Level, Reply, Roots};
use triptych_protocol::{CLOCK_LIMIT, GameResult, MoveTextError, MoveWord, Problem, TIME_LIMIT};

#[track_caller]
fn both_ways(line: &str, command: Command) {
    assert_eq!(Command::parse(line), command);
    assert_eq!(command.to_string(), line);
}

fn word(text: &str) -> MoveWord {
    MoveWord::new(text)
}

fn level(moves: u32, base: u64, increment: u64) -> Command {
    Command::Level(Level { moves, base: Duration::from_millis(base), increment: Duration::from_millis(increment) })
}

#[test]
fn commands_without_arguments() {
    for (line, command) in [
        ("xboard", Command::Xboard),
        ("new", Command::New),
        ("quit", Command::Quit),
        ("random", Command::Random),
        ("force", Command::Force),
        ("go", Command::Go),
        ("playother", Command::PlayOther),
        ("white", Command::White),
        ("black", Command::Black),
        ("?", Command::MoveNow),
        ("draw", Command::Draw),
        ("edit", Command::Edit),
        ("hint", Command::Hint),
        ("bk", Command::Book),
        ("undo", Command::Undo),
        ("remove", Command::Remove),
        ("hard", Command::Hard),
        ("easy", Command::Easy),
        ("post", Command::Post),
        ("nopost", Command::NoPost),
        ("analyze", Command::Analyze),
        ("exit", Command::Exit),
        (".", Command::Status),
        ("computer", Command::Computer),
        ("pause", Command::Pause),
        ("resume", Command::Resume),
        ("", Command::Blank),
    ] {
        both_ways(line, command.clone());
        assert_eq!(Command::parse(&format!(" \t{line}  \r\n")), command, "{line}");
        if !line.is_empty() {
            assert_eq!(Command::parse(&format!("{line} and more")), command, "{line}");
        }
    }
}

#[test]
fn commands_with_arguments() {
    both_ways("protover 2", Command::Protover(2));
    both_ways("accepted setboard", Command::Accepted("setboard".into()));
    both_ways("rejected option nonsense", Command::Rejected("option nonsense".into()));
    both_ways("variant shashmaty-damka", Command::Variant("shashmaty-damka".into()));
    both_ways("sd 12", Command::Depth(12));
    both_ways("nps 0", Command::NodeRate(0));
    both_ways("ping 17", Command::Ping("17".into()));
    both_ways("name A. Player", Command::Name("A. Player".into()));
    both_ways("rating 2600 0", Command::Rating { own: 2600, opponent: 0 });
    both_ways("ics -", Command::Ics("-".into()));
    both_ways("memory 64", Command::Memory(64));
    both_ways("cores 4", Command::Cores(4));
    let path = "/a folder/tables".into();
    both_ways("egtpath triptych /a folder/tables", Command::EgtPath { kind: "triptych".into(), path });
    both_ways("setscore -25 8", Command::SetScore { score: -25, depth: 8 });
    let square = "b5".parse().expect("a square");
    both_ways("lift b5", Command::Lift(square));
    both_ways("put b5", Command::Put(square));
    both_ways("hover b5", Command::Hover(square));
    both_ways("exclude all", Command::Exclude(Roots::All));
    both_ways("include all", Command::Include(Roots::All));
    both_ways("exclude a2xb5xa6-a5", Command::Exclude(Roots::One(word("a2xb5xa6-a5"))));
    both_ways("include c4a6c8", Command::Include(Roots::One(word("c4a6c8"))));
    let fen = "n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 0 1";
    both_ways(&format!("setboard {fen}"), Command::SetBoard(fen.into()));
    assert_eq!(Command::parse("name"), Command::Name(String::new()));
}

#[test]
fn moves_with_and_without_a_command() {
    for text in ["e2e4", "@@@@", "a2b5,b5a6,a6a5", "d8e7,e7f6k", "c4b5,b5b7,b7c8=", "d4d3z", "E2-E4", "e2e4??"] {
        both_ways(&format!("usermove {text}"), Command::UserMove(word(text)));
        both_ways(text, Command::BareMove(word(text)));
    }
    both_ways("usermove Nf3", Command::UserMove(word("Nf3")));
    assert_eq!(word("Nf3").read(), Err(MoveTextError::NoSquare("Nf3".into())));
    // Nothing but `usermove` makes a move of what does not begin like one.
    for line in ["Nf3", "O-O", "e4", "e2", "e2e4 e7e5", "a2 a4", "hello"] {
        both_ways(line, Command::Unknown(line.into()));
    }
}

#[test]
fn time_controls() {
    both_ways("level 40 5 0", level(40, 300_000, 0));
    both_ways("level 40 0:30 0", level(40, 30_000, 0));
    both_ways("level 0 1 1", level(0, 60_000, 1000));
    both_ways("level 0 1:05 0.1", level(0, 65_000, 100));
    both_ways("level 0 0:00.5 0.01", level(0, 500, 10));
    both_ways("level 0 0 0", level(0, 0, 0));
    both_ways("st 30", Command::MoveTime(Duration::from_secs(30)));
    both_ways("st 0.25", Command::MoveTime(Duration::from_millis(250)));
    assert_eq!(Command::parse("level 0 1.5 0,1"), level(0, 90_000, 100));
    assert_eq!(Command::parse("level 40 25+5 0"), level(40, 1_500_000, 0));
    assert_eq!(Command::parse("level 0 5 3 7 8"), level(0, 300_000, 3000));
    let huge = Level { moves: u32::MAX, base: TIME_LIMIT, increment: TIME_LIMIT };
    let nines = "9".repeat(50);
    assert_eq!(Command::parse(&format!("level {nines} {nines}:{nines} {nines}.{nines}")), Command::Level(huge));
}

#[test]
fn clocks() {
    both_ways("time 30000", Command::Time(30000));
    both_ways("time -150", Command::Time(-150));
    both_ways("otim -1", Command::OpponentTime(-1));
    assert_eq!(Command::parse("time 1000.9"), Command::Time(1000));
    assert_eq!(Command::parse("otim 99999999999999999999"), Command::OpponentTime(CLOCK_LIMIT));
}

#[test]
fn results() {
    let result = |result, reason: &str| Command::Result { result, reason: reason.into() };
    both_ways("result 1-0 {White mates}", result(GameResult::WhiteWins, "White mates"));
    both_ways("result 0-1 {}", result(GameResult::BlackWins, ""));
    both_ways("result 1/2-1/2 {agreed {both}}", result(GameResult::Draw, "agreed {both}"));
    both_ways("result * {}", result(GameResult::Unfinished, ""));
    assert_eq!(Command::parse("result *"), result(GameResult::Unfinished, ""));
    assert_eq!(Command::parse("result 1-0 White mates"), result(GameResult::WhiteWins, "White mates"));
}

#[test]
fn options() {
    let option =
        |name: &str, value: Option<&str>| Command::Option { name: name.into(), value: value.map(str::to_owned) };
    both_ways("option MultiPV=3", option("MultiPV", Some("3")));
    both_ways("option Clear Hash", option("Clear Hash", None));
    both_ways("option Book File=a = b.book", option("Book File", Some("a = b.book")));
    both_ways("option Book File=", option("Book File", Some("")));
    assert_eq!(Command::parse("option Skill Level =3"), option("Skill Level", Some("3")));
}

#[test]
fn wrong_arguments() {
    use Problem::*;
    for (line, problem, said) in [
        ("protover", Missing("version"), "version is missing"),
        ("protover two", NotANumber("version", "two".into()), "version is not a number"),
        ("accepted", Missing("feature"), "feature is missing"),
        ("rejected", Missing("feature"), "feature is missing"),
        ("variant", Missing("variant"), "variant is missing"),
        ("level", Missing("number of moves"), "number of moves is missing"),
        ("level 40", Missing("base time"), "base time is missing"),
        ("level 40 5", Missing("increment"), "increment is missing"),
        ("level forty 5 0", NotANumber("number of moves", "forty".into()), "number of moves is not a number"),
        ("level -1 5 0", Negative("number of moves", "-1".into()), "number of moves is negative"),
        ("level 40 -5 0", Negative("base time", "-5".into()), "base time is negative"),
        ("level 40 5 -0.1", Negative("increment", "-0.1".into()), "increment is negative"),
        ("level 40 5 x", NotANumber("increment", "x".into()), "increment is not a number"),
        ("st", Missing("time"), "time is missing"),
        ("st soon", NotANumber("time", "soon".into()), "time is not a number"),
        ("st -1", Negative("time", "-1".into()), "time is negative"),
        ("sd", Missing("depth"), "depth is missing"),
        ("sd -3", Negative("depth", "-3".into()), "depth is negative"),
        ("nps x", NotANumber("node rate", "x".into()), "node rate is not a number"),
        ("time", Missing("time"), "time is missing"),
        ("otim NaN", NotANumber("time", "NaN".into()), "time is not a number"),
        ("usermove", Missing("move"), "move is missing"),
        ("ping", Missing("number"), "number is missing"),
        ("result", Missing("result"), "result is missing"),
        ("result 2-0 {x}", NotAResult("2-0".into()), "not a result"),
        ("setboard", Missing("position"), "position is missing"),
        ("rating 5", Missing("opponent's rating"), "opponent's rating is missing"),
        ("ics", Missing("host"), "host is missing"),
        ("memory", Missing("memory"), "memory is missing"),
        ("memory -64", Negative("memory", "-64".into()), "memory is negative"),
        ("memory lots", NotANumber("memory", "lots".into()), "memory is not a number"),
        ("memory 1e9", NotANumber("memory", "1e9".into()), "memory is not a number"),
        ("cores", Missing("number of cores"), "number of cores is missing"),
        ("cores -1", Negative("number of cores", "-1".into()), "number of cores is negative"),
        ("cores all", NotANumber("number of cores", "all".into()), "number of cores is not a number"),
        ("egtpath", Missing("type"), "type is missing"),
        ("egtpath triptych", Missing("path"), "path is missing"),
        ("option", Missing("name"), "name is missing"),
        ("option =5", Missing("name"), "name is missing"),
        ("exclude", Missing("move"), "move is missing"),
        ("include", Missing("move"), "move is missing"),
        ("setscore 5", Missing("depth"), "depth is missing"),
        ("setscore x 5", NotANumber("score", "x".into()), "score is not a number"),
        ("lift", Missing("square"), "square is missing"),
        ("put z9", NotASquare("z9".into()), "not a square"),
        ("hover e44", NotASquare("e44".into()), "not a square"),
    ] {
        let command = Command::parse(line);
        assert_eq!(command, Command::Bad { line: line.into(), problem });
        assert_eq!(command.to_string(), line);
        let answer = Reply::refusal(&command).map(|reply| reply.to_string());
        assert_eq!(answer, Some(format!("Error ({said}): {line}")));
    }
}

#[test]
fn numbers_too_big_are_cut_and_not_refused() {
    let nines = "9".repeat(40);
    assert_eq!(Command::parse(&format!("memory {nines}")), Command::Memory(u64::MAX));
    assert_eq!(Command::parse(&format!("cores {nines}")), Command::Cores(u32::MAX));
    assert_eq!(Command::parse(&format!("sd {nines}")), Command::Depth(u32::MAX));
    assert_eq!(Command::parse(&format!("setscore -{nines} 1")), Command::SetScore { score: i32::MIN, depth: 1 });
    // A number that is only echoed is never touched.
    assert_eq!(Command::parse(&format!("ping {nines}")), Command::Ping(nines));
    assert_eq!(Command::parse("ping 007"), Command::Ping("007".into()));
}

#[test]
fn unknown_commands() {
    for line in ["castle now", "uci", "isready", "New", "XBOARD", "usermovee2e4", "levels 1 2 3", "é", "{", "1-0 {x}"]
    {
        both_ways(line, Command::Unknown(line.into()));
        let answer = Reply::refusal(&Command::parse(line)).map(|reply| reply.to_string());
        assert_eq!(answer, Some(format!("Error (unknown command): {line}")));
    }
    assert_eq!(Reply::refusal(&Command::New), None);
}

#[test]
fn control_characters_never_break_a_line() {
    assert_eq!(Command::parse("setboard a\u{0}b\nnew"), Command::SetBoard("a b new".into()));
    assert_eq!(Command::Name("a\r\nquit".into()).to_string(), "name a  quit");
    assert_eq!(Command::Unknown("a\u{85}b".into()).to_string(), "a b");
}
