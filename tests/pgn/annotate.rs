//! `triptych annotate`.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use triptych::pgn::read::{self as reading, Game};
use triptych::variant::Variant;

use crate::{Folder, program, read, run, saved_by_xboard};

fn games(path: &str) -> Vec<Game> {
    reading::games(&read(path)).collect()
}

/// Both sides play what the engine plays, but for White's fourth move, which leaves the queen to be taken.
const BLUNDER: &str = "[Event \"a \\\"b\\\"\"]\n[Variant \"chameleon\"]\n[White \"Ann\"]\n[PlyCount \"8\"]\n\n{first}\n\
                       1. d2d3 e6c4 {mine} 2. d3f4 $10 c6a4 (2... d6d5 {no}) 3. e2g4 g7e6 4. a1b3 {oh} e6g4 {stop} {last} *\n\n";

#[test]
fn a_planted_blunder_is_marked_and_nothing_else() {
    let folder = Folder::new("blunder");
    let file = folder.with("x.pgn", BLUNDER);
    let (said, complaints) = run(0, &["annotate", &file, "--depth", "10"]);
    let out = folder.file("x.annotated.pgn");
    let counts = "8 moves: 0 inaccuracies ($6), 0 mistakes ($2), 1 blunder ($4)\n";
    assert_eq!((said, complaints), (format!("{out}: 1 game\n{counts}"), String::new()));
    let game = games(&out).remove(0);
    let annotations: Vec<_> = game.moves.iter().map(|ply| ply.annotations.to_vec()).collect();
    assert_eq!(annotations, [vec![], vec![], vec![10], vec![], vec![], vec![], vec![4], vec![]]);
    // What was better, with its score; then what the file had.
    let variations: Vec<_> = game.moves.iter().map(|ply| ply.variations.clone()).collect();
    let better = &variations[6][0];
    assert!(better.starts_with("4. ") && better.contains("/10}") && better.contains(" 4... "), "{better}");
    assert!(!better.starts_with("4. a1b3"), "{better}");
    assert_eq!(variations[3], ["2... d6d5 {no}"]);
    assert_eq!(variations.iter().flatten().count(), 2);
    // A score from the mover's side and a depth before what was said already, and no time where that is no limit.
    for (at, ply) in game.moves.iter().enumerate() {
        let (score, rest) = ply.comment.split_once('/').expect("a score and a depth");
        assert!(score.starts_with(['+', '-']), "{}", ply.comment);
        assert_eq!(rest, ["10", "10; mine", "10", "10", "10", "10", "10 blunder; oh", "10; stop"][at]);
    }
    let score = |at: usize| game.moves[at].comment.split('/').next().and_then(|text| text.parse::<f64>().ok());
    assert!(score(6) < Some(-3.0) && score(7) > Some(3.0), "{:?} {:?}", score(6), score(7));
    assert_eq!((&*game.opening, &*game.closing), ("first", "last"));
    assert_eq!((game.tag("Event"), game.tag("White"), game.tag("PlyCount")), (Some("a \"b\""), Some("Ann"), Some("8")));
    assert_eq!(game.tag("Annotator"), Some(concat!("Triptych ", env!("CARGO_PKG_VERSION"))));
    let (said, complaints) = run(0, &["pgn", &out]);
    assert!(said.starts_with("games 1\nbroken 0\nchosen 1\nplies 8 ") && complaints.is_empty(), "{said}{complaints}");
    assert_eq!(folder.names(), ["x.annotated.pgn", "x.pgn"]);
}

#[test]
fn annotated_again_it_is_the_same() {
    let folder = Folder::new("again");
    let text = BLUNDER.replace("4. a1b3 {oh}", "4. a1b3 $3 {+0.10/5 0.1s}");
    let file = folder.with("x.pgn", text.replace("[White", "[Annotator \"Ann\"]\n[White"));
    let (once, twice) = (folder.file("y.pgn"), folder.file("z.pgn"));
    run(0, &["annotate", &file, "--depth", "8", "-o", &once]);
    run(0, &["annotate", &once, "--depth", "8", "-o", &twice]);
    assert_eq!(read(&once), read(&twice));
    let game = games(&once).remove(0);
    assert_eq!(game.tag("Annotator"), Some(concat!("Ann, Triptych ", env!("CARGO_PKG_VERSION"))));
    let blunder = &game.moves[6];
    assert!(blunder.annotations[..] == [4] && blunder.comment.ends_with("/8 blunder; +0.10/5 0.1s"), "{blunder:?}");
    assert_eq!(blunder.variations.len(), 1);
}

/// Whatever others have written, and however short the searches are, nothing of it is lost and nothing piles up.
#[test]
fn what_others_wrote_outlasts_every_annotation() {
    let folder = Folder::new("others");
    let own = "[Variant \"chameleon\"]\n\n1. b2b3 {+0.31/9 0.1s} b6b5 {+M1} 2. d2d3 c6e4 $1 (2... d6d5 {+0.20/9} 3. a1b3) *\n\n";
    let end = "[Variant \"shashmaty\"]\n[FEN \"8/8/8/8/8/4k3/3K4/8 w - - 0 1\"]\n\n1. d2f4 1-0\n\n";
    let xboard = Variant::ALL.iter().map(|variant| read(&saved_by_xboard(variant.name()))).collect::<String>();
    let file = folder.with("x.pgn", format!("{own}{end}{xboard}"));
    for nodes in ["1", "50", "300"] {
        let [once, twice] = ["once", "twice"].map(|name| folder.file(name));
        let words = ["--nodes", nodes, "--force", "-o"];
        run(0, &[&["annotate", &file][..], &words, &[&once]].concat());
        run(0, &[&["annotate", &once][..], &words, &[&twice]].concat());
        assert_eq!(read(&once), read(&twice), "{nodes}");
        let last = &games(&twice)[0].moves[3];
        assert!(last.variations.contains(&"2... d6d5 {+0.20/9} 3. a1b3".to_owned()), "{last:?}");
    }
}

#[test]
fn neither_the_games_nor_the_journal_are_written_over() {
    let folder = Folder::new("own");
    let file = folder.with("k.pgn.partial", BLUNDER);
    for out in ["k.pgn", "k.pgn.partial"] {
        let (_, why) = run(2, &["annotate", &file, "--nodes", "9", "--force", "-o", &folder.file(out)]);
        assert!(why.contains("k.pgn.partial is read: it cannot be written too"), "{why}");
    }
    assert_eq!(read(&file), BLUNDER);
}

#[test]
fn a_search_too_short_for_a_depth_marks_nothing() {
    let folder = Folder::new("short");
    let file = folder.with("x.pgn", BLUNDER);
    let (said, _) = run(0, &["annotate", &file, "--nodes", "1"]);
    assert!(said.ends_with("8 moves: 0 inaccuracies ($6), 0 mistakes ($2), 0 blunders ($4)\n"), "{said}");
    assert!(read(&folder.file("x.annotated.pgn")).contains("{?/0; oh}"));
}

#[test]
fn times_are_told_where_they_are_the_limit() {
    let folder = Folder::new("time");
    let file = folder.with("x.pgn", "[Variant \"shashmaty\"]\n\n1. c3d4 *\n");
    run(0, &["annotate", &file, "--time", "0.01", "-o", &folder.file("y.pgn")]);
    let comment = games(&folder.file("y.pgn"))[0].moves[0].comment.clone();
    let time = comment.split(' ').nth(1).and_then(|word| word.strip_suffix('s'));
    assert!(time.and_then(|time| time.parse::<f64>().ok()).is_some_and(|time| time > 0.0), "{comment}");
}

#[test]
fn broken_games_stay_as_they_are() {
    let folder = Folder::new("broken");
    let broken = "[Event \"bad\"]\r\n[Variant \"ultima\"]\r\n\r\n1. a2a5 ! a9a7\r\n\r\n{x} 0-1\r\n\r\n\r\n";
    let file = folder.with("x.pgn", format!("{broken}[Variant \"ultima\"]\n\n1. a2a5 *\n\n{broken}1. h2h3"));
    let (said, complaints) = run(1, &["annotate", &file, "--nodes", "100"]);
    let out = folder.file("x.annotated.pgn");
    assert!(said.starts_with(&format!("{out}: 1 game, 3 broken ones as they were\n1 move: ")), "{said}");
    let lines: Vec<&str> = complaints.lines().map(|line| line.split(": ").nth(1).expect("a place")).collect();
    assert_eq!(lines, [4, 16, 21].map(|line| format!("{file}, line {line}")), "{complaints}");
    let text = read(&out);
    let bad = broken.trim_end();
    assert!(text.starts_with(bad) && text.matches(bad).count() == 2 && text.ends_with("1. h2h3"), "{text}");
}

/// The games that XBoard has saved, of all kinds.
fn all(folder: &Folder) -> String {
    let texts =
        ["chameleon", "shashmaty", "shashmaty-damka", "shashmaty-dragon"].map(|name| read(&saved_by_xboard(name)));
    folder.with("all.pgn", texts.concat())
}

fn start(arguments: &[&str]) -> Child {
    let mut command = program::command();
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program starts")
}

/// Waits until a journal has so many bytes, or the program has ended.
fn wait(child: &mut Child, journal: &str, bytes: u64) {
    let until = Instant::now() + Duration::from_secs(300);
    while fs::metadata(journal).map_or(0, |data| data.len()) < bytes && child.try_wait().expect("a child").is_none() {
        assert!(Instant::now() < until, "nothing is annotated");
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn killed_and_started_again_it_writes_the_same_bytes() {
    let folder = Folder::new("killed");
    let file = all(&folder);
    let words = ["annotate", &file, "--nodes", "1500", "--hash", "4"];
    let whole = folder.file("whole.pgn");
    run(0, &[&words[..], &["-o", &whole]].concat());
    let (out, journal) = (folder.file("out.pgn"), folder.file("out.pgn.partial"));
    let words = [&words[..], &["-o", &out]].concat();
    let mut had = 0;
    for _ in 0..3 {
        let mut child = start(&words);
        wait(&mut child, &journal, had + 200);
        had = fs::metadata(&journal).map_or(had, |data| data.len());
        let _ = child.kill();
        child.wait().expect("it ends");
        assert!(!Path::new(&out).exists(), "half of it has the whole one's name");
    }
    // As if it had been killed while it wrote.
    let torn = [&fs::read(&journal).expect("a journal")[..], b"game 900 0123"].concat();
    fs::write(&journal, torn).expect("written");
    let (_, why) = run(2, &["annotate", &file, "--nodes", "1501", "--hash", "4", "-o", &out]);
    assert!(why.contains("out.pgn.partial, line 1: this is of ") && why.contains("--force begins anew"), "{why}");
    let (said, _) = run(0, &words);
    assert!(said.starts_with(&format!("{out}: 4 games\n")), "{said}");
    assert!(read(&out) == read(&whole), "it is not the same");
    assert_eq!(folder.names(), ["all.pgn", "out.pgn", "whole.pgn"]);
    let (said, complaints) = run(0, &["pgn", &out]);
    assert!(said.starts_with("games 4\nbroken 0\n") && complaints.is_empty(), "{said}{complaints}");
}

#[cfg(unix)]
#[test]
fn told_to_stop_it_keeps_what_it_has() {
    let folder = Folder::new("stopped");
    let file = all(&folder);
    let words = ["annotate", &file, "--nodes", "1500", "--hash", "4", "-o", &folder.file("out.pgn")];
    let mut child = start(&words);
    wait(&mut child, &folder.file("out.pgn.partial"), 300);
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert_eq!(folder.names(), ["all.pgn", "out.pgn.partial"]);
    // Games that are only passed on are no reason not to listen.
    let bad = folder.with("bad.pgn", "1. zz *\n\n".repeat(200_000));
    let mut child = start(&["annotate", &bad, "--nodes", "9", "-o", &folder.file("bad.out")]);
    wait(&mut child, &folder.file("bad.out.partial"), 300);
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(fs::metadata(folder.file("bad.out.partial")).expect("a journal").len() < 4_000_000);
}

#[test]
fn what_cannot_be_done_is_refused() {
    let folder = Folder::new("refused");
    let file = folder.with("x.pgn", BLUNDER);
    let out = folder.with("x.annotated.pgn", "mine");
    let (_, why) = run(2, &["annotate", &file, "--nodes", "100"]);
    assert!(why.contains("x.annotated.pgn is there already: --force") && read(&out) == "mine", "{why}");
    run(0, &["annotate", &file, "--nodes", "100", "--force"]);
    assert!(read(&out) != "mine");
    let (_, why) = run(2, &["annotate", &folder.file("none.pgn"), "--nodes", "100"]);
    assert!(why.contains("none.pgn could not be read"), "{why}");
    let (_, why) = run(2, &["annotate", &folder.with("empty.pgn", " \n"), "--nodes", "100"]);
    assert!(why.contains("empty.pgn holds no games"), "{why}");
    // A file of somebody else's that has the journal's name is none.
    folder.with("y.pgn.partial", "tri");
    folder.with("z.pgn.partial", "mine");
    run(0, &["annotate", &file, "--nodes", "100", "-o", &folder.file("y.pgn")]);
    run(2, &["annotate", &file, "--nodes", "100", "-o", &folder.file("z.pgn")]);
    assert_eq!(read(&folder.file("z.pgn.partial")), "mine");
}
