//! `triptych pgn`.

use triptych::pgn::read::{self as reading, Game};
use triptych::variant::Variant;

use crate::{Folder, ended, program, read, run, saved_by_xboard};

fn moves(text: &str) -> Vec<Vec<String>> {
    reading::games(text).map(|game| game.moves.into_iter().map(|ply| ply.text).collect()).collect()
}

fn comments(text: &str) -> Vec<String> {
    let said = |game: Game| game.moves.into_iter().map(|ply| ply.comment).filter(|text| !text.is_empty());
    reading::games(text).flat_map(said).collect()
}

#[test]
fn what_xboard_saved_is_read_and_written_as_it_was() {
    let folder = Folder::new("xboard");
    let mut seen = String::new();
    for variant in Variant::ALL.iter().map(|variant| variant.name()) {
        let saved = saved_by_xboard(variant);
        let (said, _) = run(0, &["pgn", &saved]);
        assert!(said.starts_with("games 1\nbroken 0\nchosen 1\n"), "{said}");
        let (ours, back) = (folder.file("ours.pgn"), folder.file("back.pgn"));
        run(0, &["pgn", &saved, "-o", &ours, "--moves", "uci", "--force"]);
        run(0, &["pgn", &ours, "-o", &back, "--moves", "xboard", "--force"]);
        assert_eq!(moves(&read(&back)), moves(&read(&saved)), "{variant}");
        // Nothing that was said is lost.
        assert_eq!(comments(&read(&ours)).join(" "), comments(&read(&saved)).join(" "), "{variant}");
        assert_eq!(comments(&read(&back)).join(" "), comments(&read(&saved)).join(" "), "{variant}");
        let is_plain = |word: &String| !word.contains(['=', 'x', '-']) && word.chars().all(|c| !c.is_ascii_uppercase());
        assert!(moves(&read(&ours)).concat().iter().all(is_plain), "{variant}");
        seen.push_str(&moves(&read(&saved)).concat().join(" "));
    }
    // The files have what is hard: moves in parts, a suicide, changes of kind, promotions.
    for hard in ["= -- ", "=Z", "=Q", "=B", "b8d"] {
        assert!(seen.contains(hard), "{hard}");
    }
}

const GAMES: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n[Variant \"ultima\"]\n\n1. a2a5 {x} a7a6 1-0\n\n\
                     [White \"Bob\"]\n[Black \"Cy\"]\n[Variant \"shashmaty\"]\n\n1. a3b4 (1. c3d4) 1/2-1/2\n\n\
                     [White \"Ann\"]\n[Black \"Cy\"]\n[Variant \"ultima\"]\n\n1. a2a7 0-1\n\n\
                     [White \"Ann\"]\n[Black \"Dee\"]\n[Variant \"Chameleon\"]\n\n1. d2d3 e6c4 2. d3b4 *\n\n";

#[test]
fn games_are_counted_and_broken_ones_are_named() {
    let folder = Folder::new("counted");
    let file = folder.with("x.pgn", GAMES);
    let (said, complaints) = run(1, &["pgn", &file]);
    assert_eq!(
        said,
        "games 4\nbroken 1\nchosen 3\nplies 6 (1 to 3 a game)\n1-0 1\n1/2-1/2 1\n* 1\n\
         Ann: 2 games, 1 won, 0 drawn, 0 lost\nBob: 2 games, 0 won, 1 drawn, 1 lost\n\
         Cy: 1 game, 0 won, 1 drawn, 0 lost\nDee: 1 game, 0 won, 0 drawn, 0 lost\n"
    );
    let line = "line 18: ply 1: 'a2a7' is not legal here (the game of line 14)";
    assert_eq!(complaints, format!("triptych: {file}, {line}\n"));
    let (said, _) = run(0, &["pgn", &file, "--no-rules"]);
    assert!(said.starts_with("games 4\nbroken 0\nchosen 4\nplies 7 "), "{said}");
}

#[test]
fn games_are_chosen() {
    let folder = Folder::new("chosen");
    let file = folder.with("x.pgn", GAMES);
    let out = folder.file("out.pgn");
    for (words, chosen) in [
        (&["--player", "ANN"][..], &["a2a5 a7a6", "d2d3 e6c4 d3b4"][..]),
        (&["--player", "b"], &["a2a5 a7a6", "a3b4"]),
        (&["--result", "1-0", "--result", "*"], &["a2a5 a7a6", "d2d3 e6c4 d3b4"]),
        (&["--min-plies", "2", "--max-plies", "2"], &["a2a5 a7a6"]),
        (&["--variant", "chameleon", "--variant", "shashmaty"], &["a3b4", "d2d3 e6c4 d3b4"]),
        (&["--player", "ann", "--result", "1/2-1/2"], &[]),
    ] {
        run(1, &[&["pgn", &file, "-o", &out, "--force"], words].concat());
        let written: Vec<String> = moves(&read(&out)).iter().map(|moves| moves.join(" ")).collect();
        assert_eq!(written, chosen, "{words:?}");
    }
    // As they were, byte by byte.
    run(1, &["pgn", &file, "-o", &out, "--force"]);
    let broken = GAMES.find("[White \"Ann\"]\n[Black \"Cy\"]").expect("the broken game");
    let after = GAMES.find("[White \"Ann\"]\n[Black \"Dee\"]").expect("the last game");
    assert_eq!(read(&out), format!("{}{}", &GAMES[..broken], &GAMES[after..]));
    assert_eq!(folder.names(), ["out.pgn", "x.pgn"]);
}

#[test]
fn last_positions_are_printed() {
    let folder = Folder::new("last");
    let file = folder.with("x.pgn", GAMES);
    let (said, _) = run(1, &["pgn", &file, "--final", "--player", "Dee"]);
    let fen = "n*rkq*n/*p1pbp*/7/1BQ4/7/*PB1BP*/N*QKR*N b - - ";
    assert!(said.starts_with(&format!("{file}, line 20: ")), "{said}");
    assert_eq!(said.matches(" w - - ").count() + said.matches(" b - - ").count(), 1, "{said}\n{fen}");
}

#[test]
fn a_terrain_and_a_game_can_be_named_for_files_that_do_not() {
    let folder = Folder::new("nameless");
    let file = folder.with("x.pgn", "1. a2a5 a7a6 1-0\n");
    let (_, complaints) = run(1, &["pgn", &file]);
    assert!(complaints.contains("x.pgn, line 1: it has no tag Variant"), "{complaints}");
    run(0, &["pgn", &file, "--game", "ultima"]);
    let rows = "PPPPPPP/PPPPPPP/RRRRRRR/QQQQQQQ/NNNNNNN/PPPPPPP/PPPPPPP";
    let other = folder.with("y.pgn", "[Variant \"chameleon\"]\n[FEN \"k6/p6/7/7/7/6P/6K w - - 0 1\"]\n\n1. g2g3 *\n");
    run(1, &["pgn", &other]);
    let out = folder.file("out.pgn");
    run(0, &["pgn", &other, "--terrain", rows, "-o", &out, "--moves", "uci"]);
    // From then on the file says it.
    run(0, &["pgn", &out]);
    assert!(read(&out).contains(&format!("[Terrain \"{rows}\"]")));
}

#[test]
fn a_file_that_is_cut_keeps_what_is_whole() {
    let folder = Folder::new("cut");
    let whole = read(&saved_by_xboard("ultima")).replace('\n', "\r\n").repeat(2);
    let half = whole.len() / 2;
    for cut in [half - 6, half - 3, half, half + 9, half + 300, half + 900, whole.len() - 10] {
        let file = folder.with("cut.pgn", &whole.as_bytes()[..cut]);
        let (code, kept) = if cut < half - 4 { (1, 0) } else { (i32::from(cut > half), 1) };
        let (said, complaints) = run(code, &["pgn", &file]);
        assert!(said.contains(&format!("\nchosen {kept}\n")), "{cut}: {said}");
        assert_eq!(complaints.lines().count(), usize::from(code == 1), "{cut}: {complaints}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_file() {
    let folder = Folder::new("memory");
    let game = read(&saved_by_xboard("chameleon"));
    let file = folder.with("big.pgn", game.repeat(120_000_000 / game.len()));
    // The program itself takes most of this, in tables that are never touched.
    let mut limited = program::after("ulimit -v 400000");
    let output = limited.args(["pgn", &file, "--no-rules", "--threads", "2"]).output().expect("the program runs");
    let (said, _) = ended(0, output);
    assert!(said.starts_with(&format!("games {}\nbroken 0\n", 120_000_000 / game.len())), "{said}");
}

#[test]
fn nothing_is_written_over_or_left_half() {
    let folder = Folder::new("over");
    let file = folder.with("x.pgn", GAMES);
    let out = folder.with("out.pgn", "mine");
    let (_, why) = run(2, &["pgn", &file, "-o", &out]);
    assert!(why.contains("out.pgn is there already: --force"), "{why}");
    assert_eq!(read(&out), "mine");
    let (_, why) = run(2, &["pgn", &file, &folder.file("none.pgn"), "-o", &folder.file("new.pgn")]);
    assert!(why.contains("none.pgn could not be read"), "{why}");
    let (_, why) = run(2, &["pgn", &file, "-o", &folder.file("no folder/x.pgn")]);
    assert!(why.contains("x.pgn could not be written"), "{why}");
    for words in [&["--moves", "uci"][..], &["--force"], &["--no-rules", "--final"], &["--result", "2-0"]] {
        run(2, &[&["pgn", &file], words].concat());
    }
    assert_eq!(folder.names(), ["out.pgn", "x.pgn"]);
    // What is read is never lost, whatever way it is named, nor is what is no file.
    let again = folder.file("./x.pgn");
    for out in [&file, &again] {
        let (_, why) = run(2, &["pgn", &file, "-o", out, "--force", "--player", "Dee"]);
        assert!(why.contains("x.pgn is read: it cannot be written too"), "{why}");
    }
    let (_, why) = run(2, &["pgn", &file, "-o", &folder.file(""), "--force"]);
    assert!(why.contains(" is no regular file"), "{why}");
    assert_eq!(read(&file), GAMES);
    assert_eq!(folder.names(), ["out.pgn", "x.pgn"]);
}
