//! People with a mouse: what lights up, what their moves mean, and how the window's board is mended.

use super::*;
use crate::board::Square;

/// A window that shows a board, a person at it, and the engine playing the side that is not to move.
fn person(variant: Variant, fen: &str) -> Desk {
    let mut desk = Desk::new();
    desk.hear("accepted highlight");
    desk.hear("new");
    desk.hear(&format!("variant {variant}"));
    desk.hear("force");
    assert_eq!(desk.hear(&format!("setboard {fen}")), [""; 0]);
    desk.hear("playother");
    desk
}

/// Pawns that take b5 and a6 from a5.
const PINCERS: &str = "7k/P7/p7/1pP5/8/8/P7/4K3 w - - 0 1";
/// Leaps of many victims.
const FIVE: &str = "7k/1c6/2i1p3/1p6/2L5/6p1/K7/5l2 w - - 0 1";

#[test]
fn squares_light_up() {
    let mut desk = person(Variant::Ultima, PINCERS);
    assert_eq!(desk.hear("lift a2"), ["highlight 8/8/C7/YC6/Y7/Y7/1YYYYYYY/Y7"]);
    assert_eq!(desk.hear("put b5"), [""; 0]);
    // Only what takes b5 is left.
    assert_eq!(desk.hear("lift b5"), ["highlight 8/8/C7/Y7/8/8/8/8"]);
    desk.hear("put a6");
    assert_eq!(desk.hear("lift a6"), ["highlight 8/8/8/Y7/8/8/8/8"]);
    assert_eq!(desk.hear("hover a5"), [""; 0]);
    // Another piece is another hand; an empty square, or the other side's piece, has nothing to show.
    assert_eq!(desk.hear("lift b4"), ["highlight 8/8/8/8/8/8/8/8"]);
    assert_eq!(desk.hear("lift h8"), ["highlight 8/8/8/8/8/8/8/8"]);
    let mut small = person(Variant::Chameleon, "k*3*1/*5*/7/7/7/*5*/1*1K1*1 w - - 0 1");
    assert_eq!(small.hear("lift i9"), ["highlight 7/7/7/7/7/7/7"]);
}

#[test]
fn nothing_lights_up_while_the_engine_thinks() {
    let mut desk = person(Variant::Ultima, PINCERS);
    desk.hear("usermove e1e2");
    assert_eq!(desk.hear("lift a2"), [""; 0]);
    assert_eq!(desk.hear("put a5"), [""; 0]);
}

#[test]
fn what_a_bare_capture_leaves_is_taken_off_before_the_answer() {
    let mut desk = person(Variant::Ultima, PINCERS);
    assert_eq!(desk.hear("usermove a2a5"), [""; 0]);
    assert_eq!(desk.find("h8h7"), ["move @@@@", "move a5xb5xa6-a5=", "move h8h7"]);
    desk.agrees_with_mending();
    // What is right is not mended again.
    assert_eq!(desk.hear("usermove e1e2"), [""; 0]);
    assert_eq!(desk.find("h7h6"), ["move h7h6"]);
    desk.agrees_with_mending();
}

#[test]
fn many_victims_are_taken_off_two_by_two() {
    // A coordinator, a pincer and more: six victims of one move.
    let mut desk = person(Variant::Ultima, FIVE);
    for line in ["lift c4", "put b5", "lift b5", "put b7", "lift b7", "put e6", "lift e6", "put g3", "lift g3"] {
        desk.hear(line);
    }
    desk.hear("put g4");
    // XBoard has kept the last two.
    assert!(desk.session.hand.meaning(&"c4e6,e6g3,g3g4".parse().expect("a move")).is_some());
}

#[test]
fn all_clicks_belong_to_the_move() {
    let mut desk = person(Variant::Ultima, FIVE);
    let clicks = ["b5", "b7", "e6", "g4"];
    desk.hear("lift c4");
    for click in clicks {
        desk.hear(&format!("put {click}"));
        desk.hear(&format!("lift {click}"));
    }
    // g4 is empty: `lift` of it begins nothing new, and the move has three victims of which the window knows two.
    assert_eq!(desk.hear("usermove c4b7,b7e6,e6g4"), [""; 0]);
    let said = desk.find("h8h7");
    assert_eq!(said, ["move @@@@", "move g4xb5-g4=", "move h8h7"]);
    desk.agrees_with_mending();
}

#[test]
fn a_bare_move_that_fits_several_chains_is_refused() {
    let mut desk = person(Variant::Ultima, FIVE);
    let legal = desk.session.history.game().legal();
    let ends = |from: Square, to: Square| legal.iter().filter(|(_, m)| (m.from, m.to) == (from, to)).count();
    let several = legal.iter().map(|(_, m)| (m.from, m.to)).find(|&(from, to)| {
        // A text of two squares is also the path of a single jump.
        let is_jump = legal.iter().any(|(text, _)| *text == format!("{from}{to}"));
        from != to && ends(from, to) > 1 && !is_jump
    });
    let (from, to) = several.expect("chains with one end");
    let said = desk.hear(&format!("usermove {from}{to}"));
    let reason = "several captures fit: click each captured piece, then the square";
    assert_eq!(said, [format!("Illegal move ({reason}): {from}{to}")]);
}

#[test]
fn a_mended_move_is_taken_back_ply_by_ply() {
    let mut desk = person(Variant::Ultima, PINCERS);
    desk.hear("usermove a2a5");
    desk.find("h8h7");
    assert_eq!(desk.session.history.plies(), 4);
    // The answer and what took the pieces off.
    assert_eq!(desk.hear("remove"), [""; 0]);
    assert_eq!(desk.hear("usermove e1e2"), ["Illegal move (take the whole capture back first): e1e2"]);
    // The missing part again, and an answer to it.
    assert_eq!(desk.hear("?"), ["move a5xb5xa6-a5="]);
    assert_eq!(desk.find("h8g8"), ["move h8g8"]);
    assert_eq!(desk.hear("remove"), [""; 0]);
    assert_eq!(desk.hear("remove"), [""; 0]);
    assert_eq!(desk.session.history.plies(), 0);
    assert_eq!(desk.session.history.game().fen(), PINCERS);
    assert_eq!(desk.hear("usermove a2a3"), [""; 0]);
    desk.agrees_with_mending();
}

#[test]
fn a_kind_that_is_shown_wrongly_is_turned() {
    let fen = "k*3*1/*5*/7/7/7/*1BP1P*/1*1K1*1 w - - 0 1";
    let mut desk = person(Variant::Chameleon, fen);
    assert_eq!(desk.hear("lift d2"), ["highlight 7/7/7/7/3B3/7/7"]);
    assert_eq!(desk.hear("put d3"), ["choice N"]);
    // The choice is made for the user; but whoever moves bare has it mended.
    assert_eq!(desk.hear("usermove d2d3"), [""; 0]);
    let said = desk.find("a7b6");
    assert_eq!(said.len(), 5, "{said:?}");
    assert_eq!((&*said[0], &*said[2], &*said[4]), ("move @@@@", "move @@@@", "move a7b6"));
    assert!(said[1].starts_with("move d3") && said[3].ends_with("d3n"), "{said:?}");
    desk.agrees_with_mending();
    // Said rightly there is nothing to mend.
    let mut desk = person(Variant::Chameleon, fen);
    desk.hear("usermove d2d3n");
    assert_eq!(desk.find("a7b6"), ["move a7b6"]);
    desk.agrees_with_mending();
}

#[test]
fn promotions_are_chosen() {
    let mut desk = person(Variant::Shashmaty, "7k/P7/8/8/8/8/8/K7 w - - 0 1");
    let said = desk.hear("lift a7");
    assert_eq!(said.len(), 1);
    assert!(said[0].contains('B'), "{said:?}");
    assert_eq!(desk.hear("put b8"), ["choice KBC"]);
}

#[test]
fn a_suicide() {
    let mut desk = person(Variant::Ultima, "k7/8/8/3i4/3L4/8/8/K7 w - - 0 1");
    assert_eq!(desk.hear("lift d4"), ["highlight 8/8/8/2B1B3/2B1B3/2BBB3/8/8"]);
    assert_eq!(desk.hear("put c3"), ["choice Z"]);
    assert_eq!(desk.hear("usermove d4c3z"), [""; 0]);
    assert_eq!(desk.find("a8a7"), ["move a8a7"]);
    desk.agrees_with_mending();
}

#[test]
fn nothing_is_mended_for_engines_scripts_and_in_force_mode() {
    let mut desk = person(Variant::Ultima, PINCERS);
    desk.hear("computer");
    desk.hear("usermove a2a5");
    assert_eq!(desk.find("h8h7"), ["move h8h7"]);
    let mut desk = Desk::at(Variant::Ultima, Some(PINCERS));
    desk.hear("playother");
    desk.hear("usermove a2a5");
    assert_eq!(desk.find("h8h7"), ["move h8h7"]);
    // But all that was left standing in force mode is taken off when the engine plays.
    let mut desk = person(Variant::Ultima, PINCERS);
    desk.hear("force");
    for text in ["a2a5", "h8h7", "e1e2"] {
        assert_eq!(desk.hear(&format!("usermove {text}")), [""; 0]);
    }
    desk.hear("go");
    let said = desk.find("h7h6");
    assert_eq!(said.len(), 3, "{said:?}");
    assert_eq!((&*said[0], &*said[2]), ("move @@@@", "move h7h6"));
    desk.agrees_with_mending();
}

#[test]
fn a_capture_that_ends_the_game_is_mended_before_the_result() {
    let mut desk = person(Variant::Shashmaty, "8/8/8/8/1k6/P7/8/K7 w - - 0 1");
    let jump = desk.session.history.game().moves().into_iter().find(|text| text.starts_with("a3")).expect("a jump");
    let said = desk.hear(&format!("usermove {}{}", &jump[..2], &jump[jump.len() - 2..]));
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(said[0] == "move @@@@" && said[1].ends_with('=') && said[2].starts_with("1-0 {"), "{said:?}");
    desk.agrees_with_mending();
}

/// Games at random between a person who moves bare and the engine: the window's board is right after every answer.
#[test]
fn the_window_is_right_after_every_answer() {
    let mut random = StdRng::seed_from_u64(3);
    for number in 0..200 {
        let (variant, fen) = STARTS[number % STARTS.len()];
        let start = game(variant, fen).fen();
        let mut desk = person(variant, &start);
        for _ in 0..20 {
            let game = desk.session.history.game();
            let legal = game.legal();
            let Some((text, move_)) = legal.choose(&mut random) else { break };
            let bare = if move_.suicide {
                game.duplicate().play(text).expect("a legal move").lines[0].to_string()
            } else {
                format!("{}{}", move_.from, move_.to)
            };
            let said = desk.hear(&format!("usermove {bare}"));
            if !said.is_empty() && said[0].starts_with("Illegal") {
                continue;
            }
            desk.agrees_with_mending_if_mended(&said);
            let moves = desk.session.history.game().moves();
            let (Some(text), false) = (moves.choose(&mut random), desk.searches.is_empty()) else { break };
            let said = desk.find(&text.clone());
            assert!(said.iter().any(|line| line.starts_with("move ")));
            desk.agrees_with_mending();
        }
    }
}

impl Desk {
    /// What the window shows is what the engine has.
    fn agrees_with_mending(&self) {
        let mending = crate::frontend::window::mending(&self.session.history);
        assert!(mending.is_empty(), "{mending:?}\n{}", self.dialogue.join("\n"));
    }

    fn agrees_with_mending_if_mended(&self, said: &[String]) {
        if said.iter().any(|line| line.starts_with("move ")) {
            self.agrees_with_mending();
        }
    }
}
