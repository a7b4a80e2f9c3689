//! Games on the whole terminal, to their ends.

use std::thread;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use triptych::arbiter::Arbiter;
use triptych::pgn::read;
use triptych::play::sitting::Sitting;
use triptych::variant::Variant;

use crate::pane::{Pane, has_tmux};
use crate::program::PATIENCE;
use crate::{Folder, named};

pub(crate) fn trials() -> Vec<Trial> {
    named([
        ("ultima_is_won_against_the_engine", ultima_is_won_against_the_engine),
        ("shashmaty_is_won_with_the_mouse", shashmaty_is_won_with_the_mouse),
        ("chameleon_is_won_at_one_board", chameleon_is_won_at_one_board),
        ("a_capture_is_entered_leg_by_leg", a_capture_is_entered_leg_by_leg),
        ("a_whole_game_with_keys_alone", a_whole_game_with_keys_alone),
    ])
}

/// The only game that is kept, once it has so many moves, or is over.
fn kept(folder: &Folder, plies: usize) -> Sitting {
    let until = Instant::now() + PATIENCE;
    loop {
        let texts = folder.games();
        assert!(texts.len() <= 1, "one game is played: {texts:?}");
        if let Some(text) = texts.first() {
            let written = read::games(text).next().expect("a game");
            let sitting = Sitting::read(&written).expect("a game of the terminal");
            if sitting.made().len() >= plies || written.result.as_deref() != Some("*") {
                return sitting;
            }
        }
        assert!(Instant::now() < until, "no {plies} moves in {texts:?}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A move that ends the game.
fn winning(game: &dyn Arbiter) -> String {
    let wins = |text: &String| {
        let mut after = game.duplicate();
        after.play(text).expect("legal");
        after.outcome().is_some_and(|outcome| outcome.winner == Some(game.turn()))
    };
    game.moves().into_iter().find(wins).expect("a move that wins")
}

fn ultima_is_won_against_the_engine() {
    if !has_tmux() {
        return;
    }
    let folder = Folder::new("ultima");
    let pane = Pane::new(80, 24, folder.path());
    let fen = "8/8/8/8/8/6k1/8/KI6 w - - 0 1";
    pane.triptych(&format!("play ultima --level 0 --fen \"{fen}\""), folder.path());
    pane.wait("White to move");
    let start = Variant::Ultima.arbiter_from(None, Some(fen)).expect("a position");
    pane.play(start.as_ref(), "b1d1");
    let after = kept(&folder, 2);
    assert!(after.waits_for_person());
    pane.play(after.game(), &winning(after.game()));
    let words = after_end(&pane, "1-0  ");
    assert!(words.contains("White mates") || words.contains("White wins"), "{words}");
    // The end is taken back with the move that made it, and played again.
    pane.keys("u");
    pane.wait("White to move");
    pane.play(after.game(), &winning(after.game()));
    after_end(&pane, "1-0  ");
    pane.keys("q");
    pane.wait("ended=0");
    assert!(folder.games()[0].contains("[Result \"1-0\"]"));
}

/// The line that tells the end.
fn after_end(pane: &Pane, result: &str) -> String {
    let text = pane.wait(result);
    text.lines().find(|line| line.contains(result)).expect("a line").to_owned()
}

fn shashmaty_is_won_with_the_mouse() {
    if !has_tmux() {
        return;
    }
    let folder = Folder::new("shashmaty");
    let pane = Pane::new(80, 24, folder.path());
    pane.triptych("play shashmaty --fen \"8/8/8/8/8/4k3/3K4/8 w - - 0 1\"", folder.path());
    pane.wait("White to move");
    pane.click("d2", 8);
    // What the move takes is told before it is made.
    pane.wait("where to?");
    pane.keys("f4");
    pane.wait("takes king e3");
    pane.click("f4", 8);
    assert!(after_end(&pane, "1-0  ").contains("Black has lost its kings, White wins"));
    pane.press("C-c");
    pane.wait("ended=0");
}

fn chameleon_is_won_at_one_board() {
    if !has_tmux() {
        return;
    }
    let folder = Folder::new("chameleon");
    let pane = Pane::new(100, 40, folder.path());
    let fen = "1*1k1*1/*5*/7/7/7/*5*/K*Q2*N w - - 0 1";
    pane.triptych(&format!("play chameleon --side both --time 5:00+1 --fen \"{fen}\""), folder.path());
    let mut game = Variant::Chameleon.arbiter_from(None, Some(fen)).expect("a position");
    let line = "g1e2 d7d6 e2c4 d6d7 c1f4 d7e7 f4c7 e7d6 a1b2 d6e5 c7e7 e5f5 c4e4";
    for (number, text) in line.split(' ').enumerate() {
        pane.wait(&format!("{} to move", game.turn()));
        pane.play(game.as_ref(), text);
        game.play(text).expect("legal");
        kept(&folder, number + 1);
    }
    assert!(after_end(&pane, "1-0  ").contains("White mates"));
    assert!(pane.coloured().contains("\x1b["));
    pane.keys("q");
    pane.wait("ended=0");
}

fn a_capture_is_entered_leg_by_leg() {
    if !has_tmux() {
        return;
    }
    let folder = Folder::new("legs");
    let pane = Pane::new(80, 24, folder.path());
    pane.triptych("play ultima --side both --fen \"7k/8/8/4i3/L1p1p3/8/8/K7 w - - 0 1\"", folder.path());
    pane.wait("White to move");
    pane.touch("a4");
    pane.keys("d4");
    pane.wait("takes pawn c4; may go on");
    pane.press("Enter");
    pane.wait("touch this square again to stop here");
    // A leg is taken back, and made again.
    pane.press("Escape");
    pane.wait("where to?");
    pane.touch("d4");
    pane.keys("g4");
    pane.wait("takes pawn c4, pawn e4");
    pane.press("Enter");
    pane.wait("a4d4g4");
    pane.keys("u");
    pane.wait("White to move");
    assert!(kept(&folder, 0).made().is_empty());
    pane.keys("i");
    pane.wait("hint: ");
    pane.keys("q");
    pane.wait("ended=0");
    // A choice of kinds.
    let folder = Folder::new("promotion");
    let pane = Pane::new(80, 24, folder.path());
    pane.triptych("play shashmaty --side both --fen \"8/2p1p3/1P6/8/8/8/7k/K7 w - - 0 1\"", folder.path());
    pane.wait("White to move");
    for square in ["b6", "d8", "d8"] {
        pane.touch(square);
    }
    pane.wait("become a camel");
    pane.press("Down");
    pane.press("Enter");
    pane.wait("Black to move");
    let text = kept(&folder, 1).made()[0].text.clone();
    assert!(text == "b6d8b" || text == "b6d8c", "{text}");
}

fn a_whole_game_with_keys_alone() {
    if !has_tmux() {
        return;
    }
    let folder = Folder::new("whole");
    let pane = Pane::new(80, 24, folder.path());
    pane.triptych("play shashmaty --level 1 --time nodes=2000 --side black", folder.path());
    let mut random = StdRng::seed_from_u64(5);
    loop {
        let sitting = kept(&folder, 1);
        let plies = sitting.made().len();
        assert!(plies < 400, "the game does not end");
        if sitting.verdict().is_some() {
            break;
        }
        if !sitting.waits_for_person() {
            kept(&folder, plies + 1);
            continue;
        }
        pane.wait("Black to move");
        let text = sitting.game().moves().choose(&mut random).expect("a move").clone();
        pane.play(sitting.game(), &text);
        assert_eq!(kept(&folder, plies + 1).made()[plies].text, text);
    }
    let sitting = kept(&folder, usize::MAX);
    let verdict = sitting.verdict().expect("an end");
    pane.wait(&format!("{}  {}", verdict.result(), verdict.reason));
    pane.keys("q");
    pane.wait("ended=0");
}
