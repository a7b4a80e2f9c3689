//! A person with a mouse: what is on the screen afterwards is what the engine has.

use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use triptych::board::Square;
use triptych::variant::Variant;

use crate::folder::Folder;
use crate::picture::{DARK, LIGHT, Place};
use crate::programs;
use crate::screen::Screen;
use crate::session::{HELP, PATIENCE, Window};

/// Where the board is, once it is drawn.
fn place(screen: &Screen, files: usize, ranks: usize) -> Place {
    let until = Instant::now() + PATIENCE;
    let mut last = None;
    loop {
        let found = screen.picture().board(&[LIGHT, DARK], files, ranks);
        // A window that has just been resized is not drawn in one go.
        if let Some(place) = found.filter(|_| found == last) {
            return place;
        }
        last = found;
        assert!(Instant::now() < until, "there is no board on the screen");
        thread::sleep(Duration::from_millis(200));
    }
}

/// The squares where the screen shows another side's piece than the engine has, or one where there is none.
fn differences(screen: &Screen, place: &Place, window: &Window) -> Vec<String> {
    let (game, picture) = (window.game(), screen.picture());
    let mut wrong = Vec::new();
    for square in game.layout().squares {
        let is = match game.letter_at(square) {
            None => '.',
            Some(letter) if letter.is_ascii_uppercase() => 'w',
            Some(_) => 'b',
        };
        let shown = picture.piece(place, &square.to_string());
        if shown != is {
            wrong.push(format!("{square} shows {shown}, not {is}"));
        }
    }
    wrong
}

/// The screen must come to show what the engine has.
#[track_caller]
fn agrees(screen: &Screen, place: &Place, window: &Window) {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let wrong = differences(screen, place, window);
        if wrong.is_empty() {
            return;
        }
        assert!(Instant::now() < until, "{wrong:?}\n{}\n{}", window.game().fen(), window.log().join("\n"));
        thread::sleep(Duration::from_millis(200));
    }
}

/// A person makes a move by these clicks; the engine answers, and both boards are the same, to the kinds of the pieces.
#[track_caller]
fn person(name: &str, variant: Variant, start: Option<&str>, clicks: &[&str], sent: &str) {
    let Some(programs) = programs() else { return };
    let screen = Screen::new(&programs);
    let window = Window::open(&programs, &screen.display, name, variant, start, &[]);
    let layout = window.game().layout();
    let place = place(&screen, usize::from(layout.files), usize::from(layout.ranks));
    agrees(&screen, &place, &window);
    for click in clicks {
        let (x, y) = place.middle(click);
        screen.click(x, y);
    }
    window.wait("the answer", |window| {
        let log = window.log();
        let told = log.iter().position(|line| line.starts_with("> usermove "));
        told.is_some_and(|at| log[at..].iter().any(|line| is_answer(line)))
    });
    let log = window.log();
    assert!(log.iter().any(|line| line == &format!("> usermove {sent}")), "{}", log.join("\n"));
    agrees(&screen, &place, &window);
    let game = window.game();
    let fen = window.close();
    let board = |fen: &str| fen.split(' ').next().map(str::to_owned);
    assert_eq!(board(&fen), board(&game.fen()), "the window's own idea of the position");
}

fn is_answer(line: &str) -> bool {
    line.strip_prefix("< move ").is_some_and(|text| !text.ends_with('=') && text != "@@@@")
        || line.starts_with("< Illegal")
}

const FIVE: &str = "7k/1c6/2i1p3/1p6/2L5/6p1/K7/5l2 w - - 0 1";
const PINCERS: &str = "7k/P7/p7/1pP5/8/8/P7/4K3 w - - 0 1";

#[test]
fn an_ordinary_move() {
    person("ordinary", Variant::Ultima, None, &["e2", "e4"], "e2e4");
}

#[test]
fn two_custodial_victims_by_a_bare_move() {
    person("pincers", Variant::Ultima, Some(PINCERS), &["a2", "a5"], "a2a5");
}

#[test]
fn a_chain_of_three_victims_by_clicks() {
    person("chain", Variant::Ultima, Some(FIVE), &["c4", "b5", "b7", "e6", "g4"], "c4b7,b7e6,e6g4");
}

#[test]
fn a_suicide() {
    let start = "k7/8/8/3i4/3L4/8/P7/K7 w - - 0 1";
    person("suicide", Variant::Ultima, Some(start), &["d4", "c3"], "d4c3z");
}

#[test]
fn a_change_of_kind_by_choice() {
    let start = "k*3*1/*5*/7/7/7/*1BP1P*/1*1K1*1 w - - 0 1";
    person("kind", Variant::Chameleon, Some(start), &["d2", "d3"], "d2d3n");
}

#[test]
fn a_promotion() {
    person("promotion", Variant::Shashmaty, Some("7k/P7/8/8/8/8/8/K7 w - - 0 1"), &["a7", "b8"], "a7b8k");
}

#[test]
fn a_change_of_kind_by_a_bare_move() {
    let Some(programs) = programs() else { return };
    let screen = Screen::new(&programs);
    let start = "k*3*1/*5*/7/7/7/*1BP1P*/1*1K1*1 w - - 0 1";
    let window = Window::open(&programs, &screen.display, "typed", Variant::Chameleon, Some(start), &[]);
    let place = place(&screen, 7, 7);
    // Whoever types a move is not asked for a letter.
    let (x, y) = place.middle("d4");
    screen.point(x, y);
    screen.write("d");
    thread::sleep(Duration::from_millis(700));
    screen.write("2d3");
    screen.press(&["Return"]);
    window.wait("the answer", |window| window.log().iter().any(|line| is_answer(line) && line.contains("b6")));
    assert!(window.log().contains(&"> usermove d2d3".to_owned()), "{}", window.log().join("\n"));
    agrees(&screen, &place, &window);
    let game = window.game();
    let fen = window.close();
    assert!(game.fen().contains("/3N3/") && fen.contains("/3N3/"), "{} {fen}", game.fen());
}

#[test]
fn the_colours_of_the_board() {
    let Some(programs) = programs() else { return };
    let screen = Screen::new(&programs);
    let folder = Folder::new("colours");
    let printed = Command::new(env!("CARGO_BIN_EXE_triptych"))
        .args(["xboard", "chameleon"])
        .env("XDG_CACHE_HOME", folder.path("cache"))
        .output()
        .expect("the program runs");
    let line = String::from_utf8(printed.stdout).expect("a text");
    let arguments = line.strip_prefix("xboard ").expect("the name first");
    let mut window = Command::new("sh")
        .args([
            "-c",
            &format!("exec '{}' {} -size 54 -messageSuppress '{HELP}'", programs.xboard.display(), arguments.trim()),
        ])
        .env("DISPLAY", &screen.display)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("XBoard starts");
    let (queen, rook, bishop, knight, pawn) =
        ([0xf2, 0xd5, 0x44], [0xb1, 0x8b, 0xe0], [0xe5, 0x8a, 0x7a], [0xa8, 0xdd, 0x8e], [0x4f, 0x9a, 0x5b]);
    let expected =
        [("a4", queen), ("b4", bishop), ("c4", queen), ("a3", rook), ("b3", knight), ("c3", pawn), ("g5", rook)];
    let until = Instant::now() + PATIENCE;
    loop {
        let picture = screen.picture();
        let place = picture.board(&[queen, rook, bishop, knight, pawn], 7, 7);
        let seen = place.map(|place| {
            expected.map(|(square, _)| {
                let (x, y) = place.middle(square);
                (square, picture.at(x, y))
            })
        });
        if seen == Some(expected) {
            break;
        }
        assert!(Instant::now() < until, "{seen:?}");
        thread::sleep(Duration::from_millis(300));
    }
    let _ = window.kill();
    let _ = window.wait();
}

#[test]
fn a_mended_move_is_taken_back() {
    let Some(programs) = programs() else { return };
    let screen = Screen::new(&programs);
    let window = Window::open(&programs, &screen.display, "back", Variant::Ultima, Some(PINCERS), &[]);
    let place = place(&screen, 8, 8);
    for click in ["a2", "a5"] {
        let (x, y) = place.middle(click);
        screen.click(x, y);
    }
    window.wait("the answer", |window| window.moves() == 4);
    agrees(&screen, &place, &window);
    // Retract Move takes two plies: the answer and what took the pieces off, then the rest.
    for number in 1..=2 {
        screen.press(&["ctrl+x"]);
        window.wait("the take-back", |window| window.log().iter().filter(|line| *line == "> remove").count() == number);
    }
    assert_eq!(window.game().fen(), PINCERS);
    agrees(&screen, &place, &window);
    // And the game goes on from there.
    for click in ["a2", "a3"] {
        let (x, y) = place.middle(click);
        screen.click(x, y);
    }
    window.wait("the next answer", |window| window.moves() == 6);
    agrees(&screen, &place, &window);
    assert_eq!(window.game().letter_at(Square::at(0, 2)), Some('P'));
}
