//! What is in a page, read as text.

use triptych::drawing;
use triptych::variant::Variant;

use crate::folder::Folder;
use crate::games::{PLIES, Random};
use crate::report;

/// The data that the page's script is given.
fn data(page: &str) -> serde_json::Value {
    let start = "<script type=\"application/json\" id=\"data\">";
    let from = page.find(start).expect("data") + start.len();
    let to = page[from..].find("</script>").expect("an end") + from;
    serde_json::from_str(&page[from..to]).expect("JSON")
}

#[test]
fn every_position_is_the_engines() {
    for &variant in Variant::ALL {
        let folder = Folder::new(&format!("positions-{variant}"));
        let game = Random::new(variant, PLIES, 3);
        let page = report(&folder, &game.pgn(&[])).1.expect("a page");
        assert!(page.len() < 300 * 1024, "{variant}: {} bytes", page.len());
        let data = data(&page);
        let plies = data["games"][0]["plies"].as_array().expect("plies");
        let positions = game.positions();
        assert_eq!(plies.len(), positions.len());
        for (number, (ply, position)) in plies.iter().zip(&positions).enumerate() {
            assert_eq!(ply["fen"], position.fen(), "{variant}: ply {number}");
            assert_eq!(ply["move"].as_str(), number.checked_sub(1).map(|before| game.moves[before].as_str()));
            let marks: Vec<(String, String)> = ply["marks"]
                .as_array()
                .into_iter()
                .flatten()
                .flat_map(|mark| {
                    let squares = mark[1].as_array().expect("squares").clone();
                    let name = mark[0].as_str().expect("a name").to_owned();
                    squares.into_iter().map(move |square| (name.clone(), square.as_str().expect("a square").to_owned()))
                })
                .collect();
            let expected: Vec<(String, String)> = drawing::marked(position.as_ref())
                .into_iter()
                .map(|(mark, square)| (mark.name().to_owned(), square.to_string()))
                .collect();
            assert_eq!(marks, expected, "{variant}: ply {number}");
            let mover_is_black = number % 2 == 0;
            let score = match number.checked_sub(1).map(|number| number % 5) {
                Some(0) => Some(if mover_is_black { "-0.31" } else { "+0.31" }),
                Some(1) => Some(if mover_is_black { "+1.20" } else { "-1.20" }),
                Some(3) => Some(if mover_is_black { "#4" } else { "#-4" }),
                _ => None,
            };
            assert_eq!(ply["score"][0].as_str(), score, "{variant}: ply {number}");
        }
    }
}

/// Nothing of a file can become a part of the page that is run, or end an element.
#[test]
fn what_files_say_stays_text() {
    let folder = Folder::new("safe");
    let evil = "</script></title></option><script>alert(1)</script><img src=x onerror=alert(1)>{{data}}'\"&";
    let game = Random::new(Variant::Ultima, 4, 1);
    let tags = [("Event", evil), ("White", evil), ("Black", "other"), ("Result", "1-0"), ("</script><img>", evil)];
    let mut pgn = game.pgn(&tags).repeat(3);
    pgn = pgn.replace("a quiet word", "</script><script>alert(2)</script>").replace("the end", "<b onclick=alert(3)>");
    let page = report(&folder, &pgn).1.expect("a page");
    let clean = report(&folder, &game.pgn(&[("White", "one"), ("Black", "other"), ("Result", "1-0")]).repeat(3))
        .1
        .expect("a page");
    let elements = |page: &str| {
        ["<script", "</script", "<img", "<title", "</title", "<b ", "</option", "<option"]
            .map(|tag| page.matches(tag).count())
    };
    assert_eq!(elements(&page), elements(&clean));
    assert!(page.contains("&lt;/title&gt;") && page.contains("\\u003c/script>"));
    assert_eq!(data(&page)["games"][0]["white"], evil);
}

#[test]
fn the_page_allows_nothing_from_elsewhere() {
    let folder = Folder::new("policy");
    let page = report(&folder, &Random::new(Variant::Chameleon, 4, 1).pgn(&[])).1.expect("a page");
    let policy = page.split("Content-Security-Policy\" content=\"").nth(1).expect("a policy");
    let policy = policy.split('"').next().expect("an end");
    assert!(policy.starts_with("default-src 'none'; ") && !policy.contains("unsafe"), "{policy}");
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!outside.contains("http:") && !outside.contains("https:") && !outside.contains("src="), "{outside}");
}

#[test]
fn several_players_have_a_crosstable() {
    let folder = Folder::new("crosstable");
    let game = Random::new(Variant::Ultima, 2, 1);
    let one = |white, black, result| game.pgn(&[("White", white), ("Black", black), ("Result", result)]);
    let rows = |page: &str| -> Vec<Vec<String>> {
        let body = page.split("<tbody>").nth(1).and_then(|rest| rest.split("</tbody>").next()).unwrap_or_default();
        let cells = |row: &str| -> Vec<String> {
            row.split("</t").filter_map(|cell| cell.rsplit_once('>')).map(|(_, cell)| cell.to_owned()).collect()
        };
        body.split("<tr>")
            .skip(1)
            .map(|row| cells(row).into_iter().filter(|cell| !cell.trim().is_empty()).collect())
            .collect()
    };
    let games = [
        one("A & B", "C", "0-1"),
        one("C", "A & B", "1-0"),
        one("C", "D", "1/2-1/2"),
        one("D", "A & B", "1-0"),
        one("D", "C", "*"),
        one("D", "D", "1-0"),
    ];
    let page = report(&folder, &games.concat()).1.expect("a page");
    let table = rows(&page);
    let line = |name: &str| table.iter().find(|row| row[1] == name).unwrap_or_else(|| panic!("{name}: {table:?}"));
    assert_eq!(table.len(), 3);
    assert_eq!(line("C")[3..], ["2.5/3", "×", "0.5/1", "2.0/2"]);
    assert_eq!(line("D")[3..], ["1.5/2", "0.5/1", "×", "1.0/1"]);
    assert_eq!(line("A &amp; B")[3..], ["0.0/3", "0.0/2", "0.0/1", "×"]);
    for few in [games[0].clone(), games[4].repeat(2), games[5].repeat(2)] {
        assert!(rows(&report(&folder, &few).1.expect("a page")).is_empty());
    }
}
