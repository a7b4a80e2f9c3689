use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::Color;

use super::*;
use crate::arena::clock::TimeControl;
use crate::board::{Side, Square};
use crate::play::model::Model;
use crate::play::sitting::{People, Sitting, Terms};
use crate::variant::Variant;

fn table(variant: Variant, fen: Option<&str>, people: People) -> Table {
    let terms = Terms { variant, people, level: 0, control: TimeControl::read("60+1").expect("a time control") };
    let game = variant.arbiter_from(None, fen).expect("a game");
    Table::new(Model::new(Sitting::new(terms, game), None, Instant::now()).0)
}

fn drawn(table: &Table, width: u16, height: u16, theme: Theme) -> (String, Terminal<TestBackend>) {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    terminal.draw(|frame| draw(frame, table, &theme, Instant::now())).expect("drawn");
    (terminal.backend().to_string(), terminal)
}

fn press(table: &mut Table, keys: &str) {
    for letter in keys.chars() {
        table.key(if letter == '.' { KeyCode::Enter } else { KeyCode::Char(letter) }, Instant::now());
    }
}

#[test]
fn it_fits_every_size_or_says_so() {
    for &variant in Variant::ALL {
        let table = table(variant, None, People::Both);
        for (width, height) in [(56, 14), (80, 24), (80, 25), (100, 40), (200, 60), (57, 60), (300, 14)] {
            let (text, _) = drawn(&table, width, height, Theme::True);
            for part in ["White", "quit", " 1 ", variant.name()] {
                assert!(text.contains(part), "{variant} {width}x{height}: {part}\n{text}");
            }
        }
        for (width, height) in [(55, 24), (80, 13), (20, 5), (1, 1)] {
            let (text, _) = drawn(&table, width, height, Theme::True);
            assert!(!text.contains("quit") && (width < 10 || text.contains("small")), "{text}");
            assert!(geometry(Rect { x: 0, y: 0, width, height }, &table).is_none());
        }
    }
}

#[test]
fn every_square_is_found_where_it_is_drawn() {
    for people in [People::One(Side::White), People::One(Side::Black)] {
        let table = table(Variant::Ultima, None, people);
        for (width, height) in [(56, 14), (80, 24), (120, 40)] {
            let area = Rect { x: 0, y: 0, width, height };
            let geometry = geometry(area, &table).expect("room");
            let (_, terminal) = drawn(&table, width, height, Theme::True);
            let mut found = std::collections::HashSet::new();
            for y in 0..height {
                for x in 0..width {
                    let Some(square) = geometry.square_at(x, y) else { continue };
                    found.insert(square);
                    let symbol = terminal.backend().buffer()[(x, y)].symbol();
                    if let Some(letter) = symbol.chars().next().filter(char::is_ascii_alphabetic) {
                        assert_eq!(table.sitting().game().letter_at(square), Some(letter), "{square}");
                    }
                }
            }
            assert_eq!(found.len(), 64);
        }
    }
}

#[test]
fn marks_tell_without_colours_what_colours_tell() {
    let mut chain = table(Variant::Ultima, Some("7k/8/8/8/L1p1p3/8/8/K7 w - - 0 1"), People::Both);
    press(&mut chain, "a4.d4");
    for (width, height) in [(56, 14), (80, 24), (120, 40)] {
        for theme in [Theme::None, Theme::Palette, Theme::True] {
            let (text, _) = drawn(&chain, width, height, theme);
            for part in ["(L)", "×p×", "takes pawn c4; may go on"] {
                assert!(text.contains(part), "{part}\n{text}");
            }
            let frozen = table(Variant::Ultima, Some("7k/8/8/4i3/3P4/8/8/K7 w - - 0 1"), People::Both);
            assert!(drawn(&frozen, width, height, theme).0.contains("*P*"));
        }
        let (_, terminal) = drawn(&chain, width, height, Theme::None);
        let cells = terminal.backend().buffer().content();
        let is_plain = |color: Color| matches!(color, Color::Reset | Color::DarkGray);
        assert!(cells.iter().all(|cell| is_plain(cell.fg) && is_plain(cell.bg)));
    }
}

#[test]
fn dialogues_and_ends_are_shown() {
    let mut table = table(Variant::Shashmaty, Some("8/P7/8/8/8/8/7k/K7 w - - 0 1"), People::Both);
    press(&mut table, "a7.b8.");
    let (text, _) = drawn(&table, 80, 24, Theme::True);
    assert!(text.contains("Choose") && text.contains("become a camel"), "{text}");
    press(&mut table, "1?");
    assert!(drawn(&table, 80, 24, Theme::True).0.contains("take your last move back"));
    press(&mut table, "x");
    press(&mut table, "r.");
    assert!(drawn(&table, 80, 24, Theme::True).0.contains("1-0  Black resigns, White wins"));
    table.point(Square::at(0, 0));
    // The legend of colours is for games that have them.
    let chameleon = super::tests::table(Variant::Chameleon, None, People::Both);
    let (text, _) = drawn(&chameleon, 80, 24, Theme::True);
    assert!(["queen", "rook", "bishop", "knight", "pawn"].iter().all(|kind| text.contains(kind)), "{text}");
}
