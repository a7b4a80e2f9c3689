//! Builds: killed and gone on with, with any number of threads, and refused.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use crate::support::{Directory, run, triptych};

const SIZE: [&str; 6] = ["--positions", "60", "--nodes", "3000", "--lines", "3"];

fn build<'a>(game: &'a str, out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["book", "build", game, "--out", out][..], &SIZE, more].concat()
}

/// Whenever it is killed and with however many threads: the book comes out the same, byte by byte.
#[test]
fn a_build_that_is_killed_ends_with_the_same_bytes() {
    for game in ["shashmaty", "chameleon", "ultima"] {
        let directory = Directory::new(game);
        let (whole, killed) = (directory.file("whole.book"), directory.file("killed.book"));
        run(0, &build(game, &whole, &[]));
        for milliseconds in [0, 40, 90, 200] {
            let mut command = triptych(&build(game, &killed, &["--threads", "2"]));
            let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
            std::thread::sleep(Duration::from_millis(milliseconds));
            let _ = child.kill();
            child.wait().expect("it ends");
        }
        // As if it had been killed while it wrote.
        let journal = directory.file("killed.book.journal");
        let mut text = fs::read_to_string(&journal).expect("a journal");
        text.push_str("8/8/8 w | a1");
        fs::write(&journal, text).expect("written");
        run(0, &build(game, &killed, &["--threads", "2"]));
        let read = |path: &str| fs::read_to_string(path).expect("a book");
        assert_eq!(read(&whole), read(&killed), "{game}");
        let (said, _) = run(0, &["book", "check", &whole, &killed]);
        assert_eq!(said.matches("all right").count(), 2, "{said}");
    }
}

/// Nothing is written over that a build did not write itself.
#[test]
fn a_file_without_a_journal_is_not_written_over() {
    let directory = Directory::new("foreign");
    let book = directory.with("mine.book", "a year's work");
    let (_, why) = run(2, &build("chameleon", &book, &[]));
    assert!(why.contains("mine.book is there already: --force"), "{why}");
    assert_eq!(fs::read_to_string(&book).expect("still there"), "a year's work");
    run(0, &build("chameleon", &book, &["--force"]));
    let made = fs::read_to_string(&book).expect("a book");
    // What it has written itself, it goes on with.
    run(0, &build("chameleon", &book, &[]));
    assert_eq!(fs::read_to_string(&book).expect("a book"), made);
}

#[test]
fn another_seed_makes_another_book_and_more_positions_a_greater_one() {
    let directory = Directory::new("seed");
    let [one, other] = ["one.book", "other.book"].map(|name| directory.file(name));
    run(0, &build("chameleon", &one, &[]));
    run(0, &build("chameleon", &other, &["--seed", "2"]));
    let positions = |path: &str| -> Vec<String> {
        let text = fs::read_to_string(path).expect("a book");
        text.lines()
            .skip_while(|line| !line.is_empty())
            .skip(1)
            .map(|line| line.split(" | ").next().unwrap_or_default().to_owned())
            .collect()
    };
    let before = positions(&one);
    assert_ne!(before, positions(&other));
    run(0, &["book", "build", "chameleon", "--out", &one, "--positions", "80", "--nodes", "3000", "--lines", "3"]);
    let after = positions(&one);
    // What turns out to be decided is no opening and drops out.
    let kept = before.iter().filter(|&position| after.contains(position)).count();
    assert!(after.len() > before.len() && kept + 5 > before.len(), "{} {} {kept}", before.len(), after.len());
}

#[test]
fn what_cannot_be_gone_on_with_is_refused() {
    let directory = Directory::new("refused");
    let book = directory.file("x.book");
    run(0, &["book", "build", "chameleon", "--out", &book, "--positions", "3", "--nodes", "500"]);
    let (_, why) = run(2, &["book", "build", "chameleon", "--out", &book, "--positions", "3", "--nodes", "600"]);
    assert!(why.contains("x.book.journal, line 1: these are the searches of 'triptych book build chameleon"), "{why}");
    directory.with("x.book.journal", "something else\n");
    let (_, why) = run(2, &["book", "build", "chameleon", "--out", &book, "--positions", "3", "--nodes", "500"]);
    assert!(why.contains("line 1: these are the searches of 'something else'"), "{why}");
    let (_, why) = run(2, &["book", "build", "shashmaty-damka", "--positions", "3"]);
    assert!(why.contains("shashmaty-damka plays from the book of shashmaty: grow that one"), "{why}");
    let (_, why) = run(2, &["book", "build", "ultima", "--temperature", "0"]);
    assert!(why.contains("--temperature is 0"), "{why}");
}

/// The same searches give books that weigh their beginnings otherwise, and differ in nothing else.
#[test]
fn beginnings_are_weighed_anew_without_searching_again() {
    let directory = Directory::new("beginning");
    let book = directory.file("one.book");
    run(0, &build("chameleon", &book, &[]));
    let read = || fs::read_to_string(&book).expect("a book");
    let plain = read();
    let (said, _) = run(0, &build("chameleon", &book, &["--beginning", "8", "--beginning-fall", "60"]));
    assert!(said.contains("60 searches"), "{said}");
    let weighed = read();
    assert!(weighed.contains("\nbeginning 8 60\n") && weighed.contains(" --beginning 8 --beginning-fall 60 "));
    let moves = |text: &str| {
        let lines = text.lines().filter(|line| line.contains(" | "));
        lines.flat_map(|line| line.split(" | ").skip(1)).map(str::to_owned).collect::<Vec<_>>()
    };
    // What follows a move, its weight aside; a move that is not worth playing may be there only with the greater fall.
    let without_weight = |entry: &String| {
        let words: Vec<&str> = entry.split(' ').collect();
        [words[0], words[2], words[3], words[4]].join(" ")
    };
    let weighed_moves: Vec<String> = moves(&weighed).iter().map(without_weight).collect();
    assert!(moves(&plain).iter().map(without_weight).all(|entry| weighed_moves.contains(&entry)));
    assert_ne!(moves(&plain), moves(&weighed));
    run(0, &["book", "check", &book]);
    run(0, &build("chameleon", &book, &[]));
    assert_eq!(read(), plain);
    let (_, why) = run(2, &build("chameleon", &book, &["--beginning", "8"]));
    assert!(why.contains("--beginning-fall"), "{why}");
    let (_, why) = run(2, &build("chameleon", &book, &["--beginning", "41", "--beginning-fall", "9"]));
    assert!(why.contains("1..=40"), "{why}");
}
