//! Pages in a real browser: every position on the screen, by keys and by buttons; widths, colours, the keyboard alone.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::Value;
use triptych::arbiter::Arbiter;
use triptych::board::Square;
use triptych::drawing;
use triptych::variant::Variant;

use crate::browser::Browser;
use crate::folder::Folder;
use crate::games::{PLIES, Random};
use crate::report;

const LEFT: char = '\u{e012}';
const RIGHT: char = '\u{e014}';
const HOME: char = '\u{e011}';
const END: char = '\u{e010}';
const TAB: char = '\u{e004}';
const ENTER: char = '\u{e007}';

/// Steps that are taken back again.
const BACK: usize = 20;

/// Defines `board()`, which reads the board that is drawn, and keeps what it says after every key and click in `seen`.
const READER: &str = r##"
    window.board = () => {
        const drawn = [...document.querySelectorAll("#board svg")].filter((svg) => svg.getClientRects().length > 0);
        const uses = [...drawn[0].querySelectorAll("use")].map((use) => [
            use.dataset.square, use.dataset.piece ?? "", use.getAttribute("href"), use.getAttribute("x"), use.getAttribute("y"),
        ].join(" "));
        const visible = uses.length === 0 || drawn[0].querySelector("use").getBoundingClientRect().width > 10;
        return [document.getElementById("board").dataset.fen, drawn.length, visible, ...uses.sort()].join("\n");
    };
    window.seen = [];
    for (const kind of ["keydown", "click"]) document.addEventListener(kind, () => window.seen.push(window.board()));
"##;

/// What `board()` must say of a position.
fn expected(game: &dyn Arbiter, flip: bool) -> String {
    let layout = game.layout();
    let used = |square: Square, piece: String, symbol: &str| {
        let (x, y) = drawing::corner(layout, flip, square);
        format!("{square} {piece} #{symbol} {x} {y}")
    };
    let mut uses: Vec<String> =
        drawing::marked(game).into_iter().map(|(mark, square)| used(square, String::new(), mark.name())).collect();
    for square in layout.squares {
        if let Some(letter) = game.letter_at(square) {
            let symbol = drawing::piece_symbol(game, letter).expect("a symbol");
            uses.push(used(square, letter.to_string(), &symbol));
        }
    }
    uses.sort();
    format!("{}\n1\ntrue\n{}", game.fen(), uses.join("\n"))
}

/// What was seen since it was asked last.
fn seen(browser: &Browser) -> Vec<String> {
    let seen = browser.run("return window.seen.splice(0);");
    seen.as_array().expect("a list").iter().map(|text| text.as_str().expect("text").to_owned()).collect()
}

#[track_caller]
fn same(variant: Variant, way: &str, seen: &[String], expected: &[String]) {
    assert_eq!(seen.len(), expected.len(), "{variant}, {way}");
    for (number, (seen, expected)) in seen.iter().zip(expected).enumerate() {
        assert_eq!(seen, expected, "{variant}, {way}, step {number}");
    }
}

/// The page of these games in a browser of its own; `None` where there is none.
fn open(name: &str, pgn: &str) -> Option<(Browser, Folder, String)> {
    let browser = Browser::start(name)?;
    let folder = Folder::new(name);
    let (output, page) = report(&folder, pgn);
    assert!(page.is_some(), "{output:?}");
    let url = format!("file://{}", folder.path("games.html"));
    browser.load(&url);
    browser.run(READER);
    Some((browser, folder, url))
}

#[test]
fn every_ply_of_every_game_by_keys_and_by_buttons() {
    let games: Vec<Random> = Variant::ALL.iter().map(|&variant| Random::new(variant, PLIES, 5)).collect();
    let pgn: String = games.iter().map(|game| game.pgn(&[])).collect();
    let Some((browser, _folder, url)) = open("stepping", &pgn) else { return };
    browser.resize(1200, 1000);
    for (number, game) in games.iter().enumerate() {
        let variant = game.variant;
        browser.run(&format!(
            "const list = document.getElementById('game'); list.value = '{number}'; list.dispatchEvent(new Event('change'));"
        ));
        let positions = game.positions();
        let forth: Vec<String> = positions.iter().map(|position| expected(position.as_ref(), false)).collect();
        let back: Vec<String> = forth.iter().rev().cloned().collect();
        assert_eq!(browser.run("return window.board();"), forth[0], "{variant}");
        browser.press([RIGHT; PLIES]);
        same(variant, "right", &seen(&browser), &forth[1..]);
        browser.click("#prev", BACK);
        same(variant, "back", &seen(&browser), &back[1..=BACK]);
        browser.press([HOME]);
        same(variant, "home", &seen(&browser), &forth[..1]);
        browser.click("#next", PLIES);
        same(variant, "on", &seen(&browser), &forth[1..]);
        browser.press([LEFT; BACK]);
        same(variant, "left", &seen(&browser), &back[1..=BACK]);
        // The ends, and beyond them.
        browser.press([END, RIGHT, HOME, LEFT]);
        same(variant, "ends", &seen(&browser), &[&back[0], &back[0], &forth[0], &forth[0]].map(Clone::clone));
        browser.click("#last", 1);
        browser.click("#first", 1);
        browser.click("#moves button[data-ply='3']", 1);
        same(variant, "jumps", &seen(&browser), &[&back[0], &forth[0], &forth[3]].map(Clone::clone));
        browser.press(['f', RIGHT, 'f']);
        let turned = |ply: usize| expected(positions[ply].as_ref(), true);
        same(variant, "turned", &seen(&browser), &[turned(3), turned(4), forth[4].clone()]);
    }
    let requests: BTreeSet<String> =
        browser.requests().into_iter().filter(|asked| !asked.starts_with("data:")).collect();
    assert_eq!(requests, BTreeSet::from([url]));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// Names and comments that are as long and as bad as can be.
fn nasty() -> String {
    let long = "Averyverylongnamewithoutanyblanks".repeat(4);
    let evil = "<img src=x onerror=document.title='run'><script>document.title='run'</script>";
    let game = Random::new(Variant::Chameleon, 30, 2);
    let one = |white: &str, black: &str, result: &str| {
        game.pgn(&[("Event", evil), ("White", white), ("Black", black), ("Result", result)])
            .replace("a quiet word", &long)
    };
    [one(&long, evil, "1-0"), one(evil, "third", "0-1"), one("third", &long, "1/2-1/2")].concat()
}

#[test]
fn text_of_files_is_never_run() {
    let Some((browser, _folder, _)) = open("text", &nasty()) else { return };
    browser.press([END]);
    assert_ne!(browser.run("return document.title;"), "run");
    assert_eq!(browser.run("return document.querySelectorAll('img').length;"), 0);
    // Should text ever get out, the policy still keeps it from running.
    browser.run("document.body.insertAdjacentHTML('beforeend', '<img src=data:, onerror=\"document.title=`run`\">');");
    browser.run("document.body.append(Object.assign(document.createElement('script'), { textContent: 'document.title=`run`' }));");
    assert_ne!(browser.run("return document.title;"), "run");
    assert!(!browser.complaints().is_empty());
}

#[test]
fn nothing_sticks_out_on_narrow_screens() {
    let Some((browser, _folder, _)) = open("narrow", &nasty()) else { return };
    for (width, height) in [(400, 800), (320, 600), (800, 400), (1600, 900)] {
        browser.resize(width, height);
        browser.press([END]);
        let out = browser.run(
            "const wide = document.documentElement.clientWidth;
             return [document.documentElement.scrollWidth > wide, ...[...document.querySelectorAll('body *')]
                 .filter((element) => !element.closest('.wide table, option, svg *') && element.getBoundingClientRect().right > wide + 1)
                 .map((element) => element.outerHTML.slice(0, 80))];",
        );
        assert_eq!(out, serde_json::json!([false]), "{width} pixels");
        let board = browser.run(
            "const box = document.getElementById('board').getBoundingClientRect(); return [box.width, box.height];",
        );
        let [across, down] = [0, 1].map(|at| board[at].as_f64().expect("a size"));
        assert!(across > 250.0 && (across - down).abs() < 2.0, "{width} pixels: {board}");
    }
}

/// The contrast of text and ground by the formula of WCAG 2.
fn contrast(colours: &Value) -> f64 {
    let luminance = |colour: &Value| {
        let text = colour.as_str().expect("a colour");
        let parts: Vec<f64> = text
            .split(|c: char| !c.is_ascii_digit() && c != '.')
            .filter_map(|part| part.parse::<f64>().ok())
            .take(3)
            .map(|part| part / 255.0)
            .map(|part| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) })
            .collect();
        0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    };
    let (text, ground) = (luminance(&colours[0]), luminance(&colours[1]));
    (text.max(ground) + 0.05) / (text.min(ground) + 0.05)
}

#[test]
fn light_and_dark_pages_can_be_read() {
    let Some((browser, _folder, _)) = open("colours", &nasty()) else { return };
    let mut grounds = BTreeSet::new();
    for scheme in ["light", "dark"] {
        browser.prefer(scheme);
        browser.press([END]);
        let colours = |selector: &str| {
            browser.run(&format!(
                "const element = document.querySelector(\"{selector}\");
                 let ground = element;
                 while (getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)') ground = ground.parentElement;
                 return [getComputedStyle(element).color, getComputedStyle(ground).backgroundColor];"
            ))
        };
        let places = [
            "h1",
            "#status",
            "#comment",
            "#above",
            "#moves li span",
            "#moves button",
            "#moves button[aria-current]",
            "#fen",
            "td",
            ".legend",
        ];
        for place in places {
            let colours = colours(place);
            assert!(contrast(&colours) >= 4.5, "{scheme}: {place}: {colours}");
        }
        let ground = colours("body");
        grounds.insert(ground[1].to_string());
        let is_dark = contrast(&serde_json::json!([ground[1], "rgb(0, 0, 0)"])) < 2.0;
        assert_eq!(is_dark, scheme == "dark", "{ground}");
    }
    assert_eq!(grounds.len(), 2);
}

#[test]
fn the_keyboard_alone_reaches_everything() {
    let Some((browser, _folder, _)) = open("keyboard", &nasty()) else { return };
    browser.resize(1200, 1000);
    let focused = || {
        browser.run(
            "const element = document.activeElement, style = getComputedStyle(element);
             const name = element.id || element.className || element.dataset.ply || element.localName;
             const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent;
             return [name, label.trim() !== '', style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2];",
        )
    };
    let mut met = BTreeSet::new();
    for _ in 0..14 {
        browser.press([TAB]);
        let focused = focused();
        let name = focused[0].as_str().expect("a name").to_owned();
        if name != "body" {
            assert_eq!((&focused[1], &focused[2]), (&Value::Bool(true), &Value::Bool(true)), "{focused}");
        }
        met.insert(name);
    }
    for name in ["game", "first", "prev", "next", "last", "flip", "1", "fen", "summary", "wide"] {
        assert!(met.contains(name), "{name} is not among {met:?}");
    }
    // A button that has the focus works by Enter, and the arrows still step.
    let ply = || browser.run("return document.getElementById('board').dataset.ply;");
    browser.run("document.getElementById('next').focus();");
    browser.press([ENTER, ENTER, RIGHT]);
    assert_eq!(ply(), "3");
    browser.run("document.querySelector('#moves button[aria-current]').focus();");
    browser.press([RIGHT, RIGHT]);
    assert_eq!((ply(), focused()[0].clone()), (Value::from("5"), Value::from("5")));
    let mut labels = String::new();
    for id in ["board", "first", "prev", "next", "last", "flip", "moves"] {
        let label = browser.run(&format!("return document.getElementById('{id}').getAttribute('aria-label');"));
        write!(labels, "{} ", label.as_str().expect("a label")).expect("a string takes everything");
    }
    assert!(labels.contains("White: ") && labels.contains("king "), "{labels}");
    // Whoever cannot see the board hears the move.
    assert_eq!(browser.run("return document.getElementById('status').getAttribute('aria-live');"), "polite");
    assert_ne!(browser.run("return document.getElementById('status').textContent;"), "Start");
}
