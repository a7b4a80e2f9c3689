//! `triptych show`.

use std::process::Stdio;

use crate::support::{GAMES, ON_OTHER_TERRAIN, OTHER_TERRAIN, command, succeed};

#[test]
fn a_board_without_colours_where_there_is_no_terminal() {
    for (game, start) in GAMES {
        let board = succeed(&["show", game]);
        assert!(!board.contains('\x1b'), "{game}: {board:?}");
        assert!(board.lines().any(|line| line == start), "{board}");
        assert!(board.lines().any(|line| line == "White to move"), "{board}");
    }
    let expected = "   ┌───┬───┬───┬───┬───┬───┬───┐
 7 │ n │▒▒▒│ r │ k │ q │▒▒▒│ n │
   ├───┼───┼───┼───┼───┼───┼───┤
 6 │▒▒▒│ p │ b │ p │ b │ p │▒▒▒│
   ├───┼───┼───┼───┼───┼───┼───┤
 5 │   │   │   │   │   │   │   │
   ├───┼───┼───┼───┼───┼───┼───┤
 4 │   │   │   │   │   │   │   │
   ├───┼───┼───┼───┼───┼───┼───┤
 3 │   │   │   │   │   │   │   │
   ├───┼───┼───┼───┼───┼───┼───┤
 2 │▒▒▒│ P │ B │ P │ B │ P │▒▒▒│
   ├───┼───┼───┼───┼───┼───┼───┤
 1 │ N │▒▒▒│ Q │ K │ R │▒▒▒│ N │
   └───┴───┴───┴───┴───┴───┴───┘
     a   b   c   d   e   f   g

White to move
n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 0 1
";
    assert_eq!(succeed(&["show", "chameleon"]), expected);
}

#[test]
fn any_position_and_terrain_and_result() {
    let board = succeed(&["show", "shashmaty", "--fen", "8/8/8/8/8/8/8/K7 b - - 3 9"]);
    assert!(board.contains(" 1 │ K │   │"), "{board}");
    assert!(
        board.contains("Black to move\n1-0 Black has lost its kings, White wins\n8/8/8/8/8/8/8/K7 b - - 3 9\n"),
        "{board}"
    );
    let board = succeed(&["show", "chameleon", "--terrain", OTHER_TERRAIN, "--fen", ON_OTHER_TERRAIN]);
    assert!(!board.contains('▒') && board.ends_with(&format!("terrain {OTHER_TERRAIN}\n")), "{board}");
}

/// What `show` prints with this in the environment, colours wanted or not.
fn shown(variables: &[(&str, &str)]) -> String {
    let output = command(&["show", "chameleon"])
        .envs(variables.iter().copied())
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_environment_decides_about_colours() {
    let plain = succeed(&["show", "chameleon"]);
    assert_eq!(shown(&[("NO_COLOR", "1")]), plain);
    let coloured = shown(&[("CLICOLOR_FORCE", "1")]);
    // Five colours of squares, and two of pieces.
    let backgrounds = ["242;213;68", "177;139;224", "229;138;122", "168;221;142", "79;154;91", "255;255;255", "0;0;0"];
    for background in backgrounds {
        assert!(coloured.contains(&format!("48;2;{background}m")), "{background} is missing");
    }
    let mut stripped = String::new();
    for part in coloured.split('\x1b') {
        stripped.push_str(part.split_once('m').filter(|_| part.starts_with('[')).map_or(part, |(_, rest)| rest));
    }
    assert_eq!(stripped, plain);
}
