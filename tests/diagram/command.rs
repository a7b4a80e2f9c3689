//! The command: sizes, files, refusals.

use std::fs;

use crate::folder::Folder;
use crate::program;

/// Exit code, standard output, standard error.
fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = program::command().args(arguments).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn pictures_have_the_size_asked_for() {
    let folder = Folder::new("sizes");
    for (game, size) in [("ultima", "64"), ("shashmaty-damka", "333"), ("chameleon", "1201"), ("chameleon", "")] {
        let (png, svg) = (folder.path("a.png"), folder.path("a.svg"));
        let side: u32 = size.parse().unwrap_or(800);
        for (option, path) in [("--png", &png), ("--svg", &svg)] {
            let mut arguments = vec!["show", game, option, path.as_str(), "--force"];
            arguments.extend(if size.is_empty() { vec![] } else { vec!["--size", size] });
            assert_eq!(run(&arguments), (Some(0), format!("{path}: {side} x {side} pixels\n"), String::new()));
        }
        let file = fs::File::open(&png).expect("a picture");
        let reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().expect("a picture");
        assert_eq!((reader.info().width, reader.info().height), (side, side));
        let text = fs::read_to_string(&svg).expect("a picture");
        assert!(text.contains(&format!(r#"width="{side}" height="{side}""#)), "{text}");
    }
}

#[test]
fn what_is_there_stays() {
    let folder = Folder::new("stays");
    for option in ["--svg", "--png"] {
        let path = folder.path("there");
        fs::write(&path, "mine").expect("a file");
        let (code, said, complaint) = run(&["show", "ultima", option, &path]);
        assert_eq!((code, said.as_str()), (Some(2), ""));
        assert_eq!(complaint, format!("triptych: {path} is there already: --force\n"));
        assert_eq!(fs::read(&path).expect("a file"), b"mine");
        assert_eq!(run(&["show", "ultima", option, &path, "--force"]).0, Some(0));
        assert_ne!(fs::read(&path).expect("a file"), b"mine");
        assert_eq!(folder.names(), ["there"]);
    }
}

#[test]
fn moves_go_before_the_terminals_board_too() {
    let (code, board, _) = run(&["show", "ultima", "--moves", "a2a5 a7a6"]);
    assert_eq!(code, Some(0));
    assert!(board.contains("clxwkxli/1ppppppp/p7/P7/8/8/1PPPPPPP/CLXWKXLI w - - 2 2\n"), "{board}");
}

#[test]
fn refusals() {
    let folder = Folder::new("refusals");
    let (path, nowhere) = (folder.path("a.svg"), folder.path("nowhere/a.svg"));
    for (arguments, words) in [
        (vec!["--size", "300"], "--svg"),
        (vec!["--dark"], "--svg"),
        (vec!["--flip"], "--svg"),
        (vec!["--svg", &path, "--size", "63"], "63"),
        (vec!["--svg", &path, "--size", "8193"], "8193"),
        (vec!["--svg", &path, "--size", "big"], "big"),
        (vec!["--svg", &path, "--png", &path], "cannot be used with"),
        (vec!["--svg", &path, "--moves", "a2a5 a2a3"], "--moves: a2a3: 'a2a3' is not legal here"),
        (vec!["--svg", &nowhere], "nowhere/a.svg cannot be written"),
        (vec!["--svg"], "--svg"),
    ] {
        let all: Vec<&str> = ["show", "ultima"].into_iter().chain(arguments.iter().copied()).collect();
        let (code, said, complaint) = run(&all);
        assert_eq!((code, said.as_str(), complaint.lines().count()), (Some(2), "", 1), "{all:?}: {complaint}");
        assert!(complaint.starts_with("triptych: ") && complaint.contains(words), "{all:?}: {complaint}");
        assert!(!fs::exists(&path).expect("a folder"), "{all:?}");
    }
}
