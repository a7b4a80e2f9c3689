//! What a terminal may do to a game, and a game to its terminal.

use libtest_mimic::Trial;

use crate::pane::{Pane, has_tmux};
use crate::{Folder, named};

pub(crate) fn trials() -> Vec<Trial> {
    named([
        ("small_terminals_and_others", small_terminals_and_others),
        ("a_panic_gives_the_terminal_back", a_panic_gives_the_terminal_back),
        ("without_colours_marks_tell", without_colours_marks_tell),
        ("lines_at_a_terminal", lines_at_a_terminal),
    ])
}

fn small_terminals_and_others() {
    if !has_tmux() {
        return;
    }
    let folder = Folder::new("small");
    let pane = Pane::new(40, 10, folder.path());
    pane.triptych("play chameleon --side both", folder.path());
    pane.wait("too small");
    for (width, height) in [(56, 14), (80, 24), (30, 6), (120, 45), (80, 24)] {
        pane.resize(width, height);
        if width < 56 {
            pane.wait("small");
        } else {
            pane.wait_for("a board", |text| text.contains("White to move") && text.contains("q quit"));
        }
    }
    // The game is as it was, a piece in hand too.
    pane.touch("a1");
    pane.wait("where to?");
    pane.resize(100, 30);
    pane.wait_for("a wider board", |text| text.contains("where to?") && text.contains("(N)"));
    pane.touch("b3");
    pane.wait("Black to move");
    pane.keys("?");
    pane.wait("Any key closes this.");
    pane.keys("?s");
    pane.wait("Save the game as PGN");
    pane.press("Escape");
    // A key that comes with it, as on a busy machine, would be one key with it.
    pane.wait_for("end of the question", |text| !text.contains("Save the game as PGN"));
    pane.keys("q");
    pane.wait("ended=0");
}

/// Whether the terminal is as a shell needs it.
fn is_given_back(pane: &Pane) {
    assert_eq!((pane.flag("alternate_on").as_str(), pane.flag("mouse_any_flag").as_str()), ("0", "0"));
    pane.shell("stty -a | tr ' ;' '\\n\\n' | grep -c -x -e icanon -e echo -e isig | sed 's/^/settings=/'");
    pane.wait("settings=3");
}

fn a_panic_gives_the_terminal_back() {
    if !has_tmux() {
        return;
    }
    let folder = Folder::new("panic");
    let pane = Pane::new(80, 24, folder.path());
    let own = std::env::current_exe().expect("this program");
    pane.shell(&format!("{} panic; echo ended=$?", own.display()));
    pane.wait("broken on purpose");
    pane.wait("ended=101");
    is_given_back(&pane);
    pane.triptych("play ultima", folder.path());
    pane.wait("White to move");
    pane.keys("q");
    pane.wait("ended=0");
    is_given_back(&pane);
}

fn without_colours_marks_tell() {
    if !has_tmux() {
        return;
    }
    let folder = Folder::new("colours");
    let pane = Pane::new(80, 24, folder.path());
    pane.shell("export NO_COLOR=1");
    pane.triptych("play ultima --side both --fen \"7k/8/8/4i3/3P4/8/8/K7 w - - 0 1\"", folder.path());
    pane.wait("*P*");
    let coloured = pane.coloured();
    assert!(!coloured.contains("\x1b[48;") && !coloured.contains("\x1b[38;"), "{coloured:?}");
    pane.touch("d4");
    pane.press("Enter");
    pane.wait("suicide");
    pane.keys("1");
    pane.wait("d4d4");
    pane.keys("q");
    pane.wait("ended=0");
}

fn lines_at_a_terminal() {
    if !has_tmux() {
        return;
    }
    let folder = Folder::new("lines");
    let pane = Pane::new(80, 50, folder.path());
    pane.triptych("play shashmaty --plain --level 0 --time 1:00:00", folder.path());
    // A bad time is refused before anything else.
    pane.wait("ended=2");
    pane.triptych("play shashmaty --plain --level 0 --time 60:00", folder.path());
    pane.wait("White 1:00:00>");
    pane.shell("c3b4");
    pane.wait("White 59:5");
    // Ctrl-D leaves.
    pane.press("C-d");
    pane.wait("The game is kept");
    pane.wait("ended=0");
    pane.shell("clear");
    pane.shell(&format!("TERM=dumb {} play shashmaty --resume", env!("CARGO_BIN_EXE_triptych")));
    pane.wait("White 59:5");
    pane.shell("quit");
    pane.wait("The game is kept");
}
