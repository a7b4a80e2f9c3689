//! Tables in both protocols: those that a path names, those that are built unasked, and those that cannot be read.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use triptych::game::Game;
use triptych::game::shashmaty::Shashmaty;
use triptych::tablebase::{Build, Plan, Set, Verdict, place};

use super::program::{self, PATIENCE, Program};
use super::support::class;

/// A terrain of nine squares, whose tables are built in no time, with a position of three men on it.
const SMALL: [&str; 2] = [
    "*******/*******/**RNB**/**QPR**/**BNQ**/*******/*******",
    "*******/*******/**k2**/**2R**/**K2**/*******/******* w - - 0 1",
];
/// A terrain without holes, whose tables take seconds.
const GREAT: [&str; 2] = ["PPPPPPP/PPPPPPP/RRRRRRR/QQQQQQQ/NNNNNNN/PPPPPPP/PPPPPPP", "k6/p6/7/7/7/6P/6K w - - 0 1"];

/// A directory of its own, that is removed in the end.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Directory {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tables-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).expect("a directory");
        Directory(root)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Builds a class with one man more than those that are in the program; positions of it that take some time to win, with
/// the plies that they take.
fn four_men(directory: &Directory) -> Vec<(String, u16)> {
    let class = class::<Shashmaty>("KBB-K");
    let set = Set::open(&[], ());
    Build::new(Plan::of((), &[class]), &directory.0, set.clone()).run().expect("built");
    let table = set.table(class).expect("a table");
    let positions = (0..table.layout().len()).step_by(997).filter_map(|number| table.layout().position(number));
    let won = positions.filter_map(|position: Shashmaty| match set.probe(&position) {
        Some(Verdict::Won(plies @ 7..)) => Some((position.fen(), plies)),
        _ => None,
    });
    won.collect()
}

/// The last line with a score of a search of a few nodes, which is enough for one ply.
#[track_caller]
fn info(program: &mut Program, variant: &str, fen: &str) -> String {
    program.say(&format!("setoption name UCI_Variant value {variant}\nposition fen {fen}\ngo nodes 200"));
    let mut lines = program.until("bestmove");
    lines.retain(|line| line.contains(" score "));
    lines.pop().expect("a line with a score")
}

fn hits(info: &str) -> u64 {
    let number = info.split(' ').skip_while(|word| *word != "tbhits").nth(1).expect("a number");
    number.parse().expect("a number")
}

#[test]
fn a_path_adds_tables_for_the_whole_session() {
    let directory = Directory::new("path");
    let positions = four_men(&directory);
    let path = directory.0.to_str().expect("a plain path");

    let mut uci = Program::start(&mut program::command());
    uci.say("uci\nsetoption name Hash value 1");
    // Captures that must be made lead some of them into the smaller tables by force.
    let mut is_open = |fen: &str| !info(&mut uci, "shashmaty", fen).contains(" score mate ");
    let (fen, plies) = positions.into_iter().find(|(fen, _)| is_open(fen)).expect("a position that needs its table");
    let mate = format!(" score mate {} ", plies.div_ceil(2));
    uci.say(&format!("setoption name TablebasePath value {path}"));
    let notice = uci.until("info string").pop().expect("a line");
    assert_eq!(notice, "info string 6 endgame tables of shashmaty, of up to 4 men");
    let after = info(&mut uci, "shashmaty", &fen);
    assert!(after.contains(&mate) && hits(&after) > 0, "{after}");
    // Another game, and back.
    info(&mut uci, "ultima", "k7/8/8/8/8/8/8/KP6 w - - 0 1");
    let again = info(&mut uci, "shashmaty", &fen);
    assert!(again.contains(&mate), "{again}");
    uci.say("setoption name TablebasePath value <empty>\nucinewgame");
    let without = info(&mut uci, "shashmaty", &fen);
    assert!(!without.contains(" score mate "), "{without}");

    // The same over XBoard's protocol, the directory behind one that is not there.
    let paths = std::env::join_paths(["/no/tables", path]).expect("a path").into_string().expect("text");
    let mut xboard = Program::start(&mut program::command());
    xboard.say(&format!("xboard\nmemory 1\nnew\negtpath triptych {paths}"));
    let trouble = xboard.until("tellusererror").pop().expect("a line");
    assert!(trouble.starts_with("tellusererror /no/tables: ") && trouble.ends_with("; going on without it"));
    for _ in 0..2 {
        xboard.say(&format!("new\nvariant ultima\nvariant shashmaty\nforce\nsetboard {fen}\npost\nsd 1\ngo"));
        let lines = xboard.until("move ");
        let score = format!("{} ", 100_000 + u32::from(plies.div_ceil(2)));
        let thinking = lines.iter().find(|line| line.contains(&score)).unwrap_or_else(|| panic!("{lines:#?}"));
        // Selective depth, speed and hits stand before a tab.
        let (numbers, _) = thinking.split_once('\t').expect("a tab");
        assert!(numbers.split_ascii_whitespace().last().expect("a number").parse::<u64>().expect("hits") > 0);
    }
}

#[test]
fn tables_that_cannot_be_read_are_told_and_play_goes_on() {
    let directory = Directory::new("spoilt");
    let root = &directory.0;
    let folder = root.join("shashmaty");
    fs::create_dir_all(&folder).expect("a directory");
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("tables/shashmaty/KC-K.table");
    let bytes = fs::read(shipped).expect("a table");
    let damaged = place::of_class::<Shashmaty>(root, (), class::<Shashmaty>("KC-K"));
    fs::write(&damaged, &bytes[..bytes.len() - 9]).expect("written");
    fs::write(folder.join("KB-K.table"), "a text").expect("written");

    let mut uci = Program::start(program::command().stderr(std::process::Stdio::null()));
    uci.say("uci\nsetoption name Hash value 1\nsetoption name UCI_Variant value shashmaty\nisready");
    uci.until("readyok");
    uci.say(&format!("setoption name TablebasePath value {}\nposition startpos\ngo depth 2", root.display()));
    let lines = uci.until("bestmove");
    let told = |what: &str| lines.iter().filter(|line| line.starts_with("info string") && line.contains(what)).count();
    let length = format!("{}: it has {} bytes, not {}; going on", damaged.display(), bytes.len() - 9, bytes.len());
    assert_eq!((told(&length), told("KB-K.table: it is no table; going on without it")), (1, 1), "{lines:#?}");
    // Once is enough.
    uci.say("go depth 2");
    assert!(uci.until("bestmove").iter().all(|line| !line.contains("going on")));
}

/// Chooses a terrain for Chameleon and its start position.
fn choose_terrain(program: &mut Program, [terrain, start]: [&str; 2]) {
    program.say("uci\nsetoption name Hash value 1\nsetoption name UCI_Variant value chameleon");
    program.say(&format!("setoption name Chameleon Start value {start}"));
    program.say(&format!("setoption name Chameleon Terrain value {terrain}\nisready"));
    program.until("readyok");
}

/// The tables of another terrain are built without being asked for, where they stay for the next time.
#[cfg(target_os = "linux")]
#[test]
fn small_tables_of_another_terrain_come_by_themselves() {
    let cache = Directory::new("cache");
    let start = || {
        let mut program = Program::start(program::command().env("XDG_CACHE_HOME", &cache.0));
        choose_terrain(&mut program, SMALL);
        program
    };
    let mut first = start();
    let end = Instant::now() + PATIENCE;
    while hits(&info(&mut first, "chameleon", SMALL[1])) == 0 {
        assert!(Instant::now() < end, "no tables come");
    }
    first.say("quit");
    first.ends();
    let folder = fs::read_dir(cache.0.join("triptych/tables")).expect("tables").next().expect("one").expect("an entry");
    assert!(folder.file_name().to_string_lossy().starts_with("chameleon-"));
    // Whether all of them were there in time or not, the next process has them before its first search.
    let mut second = start();
    assert!(hits(&info(&mut second, "chameleon", SMALL[1])) > 0);
    // Where there is no place for them there are none.
    let mut without = Program::start(&mut program::command());
    choose_terrain(&mut without, SMALL);
    for _ in 0..3 {
        assert_eq!(hits(&info(&mut without, "chameleon", SMALL[1])), 0);
    }
}

/// A move does not wait for the tables that are being built.
#[cfg(target_os = "linux")]
#[test]
fn play_does_not_wait_for_tables() {
    let cache = Directory::new("slow");
    let mut program = Program::start(program::command().env("XDG_CACHE_HOME", &cache.0));
    choose_terrain(&mut program, GREAT);
    info(&mut program, "chameleon", GREAT[1]);
    let tables = cache.0.join("triptych/tables");
    let is_built = |folder: fs::DirEntry| folder.path().join("KX-KX.table").exists();
    assert!(fs::read_dir(&tables).map_or(true, |folders| !folders.flatten().any(is_built)), "it has waited");
    // It is under way: the smaller ones are there soon.
    let end = Instant::now() + PATIENCE;
    let is_begun = |folder: fs::DirEntry| folder.path().join("K-K.table").exists();
    while !fs::read_dir(&tables).is_ok_and(|folders| folders.flatten().any(is_begun)) {
        assert!(Instant::now() < end, "no tables come");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}
