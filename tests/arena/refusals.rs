//! Matches that cannot be played: one line says why, and the exit code is 2.

use std::fs;
use std::path::Path;

use libtest_mimic::Trial;

use crate::support::{arena, directory, fake, peer};

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("refusals::arguments", || {
            arguments();
            Ok(())
        }),
        Trial::test("refusals::engines", || {
            engines();
            Ok(())
        }),
        Trial::test("refusals::engines that say nothing", || {
            silence();
            Ok(())
        }),
        Trial::test("refusals::openings", || {
            openings();
            Ok(())
        }),
    ]
}

#[track_caller]
fn refuses(directory: &Path, arguments: &[&str], why: &str) {
    let output = arena(directory, arguments).output().expect("the program runs");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}: {complaint}");
    assert!(complaint.starts_with("triptych: ") && complaint.lines().count() == 1, "{complaint}");
    assert!(complaint.contains(why), "{arguments:?}: {complaint}");
}

fn arguments() {
    let directory = directory("wrong arguments");
    let two = ["ultima", "--engine", "self", "--engine", "self,name=other", "--games", "2"];
    let refused = |more: &[&str], why: &str| refuses(&directory, &[&two, more].concat(), why);
    refused(&[], "a time control: one of tc=, st=, nodes= and depth= must be given");
    refused(&["--tc", "1:2:3"], "'1:2:3' is no time control");
    refused(&["--tc", "10", "--st", "1"], "a time for every move and a clock exclude each other");
    refused(&["--each", "speed=5"], "'speed' is not known here");
    refused(&["--nodes", "many"], "nodes: 'many' is no number that fits");
    refused(&["--nodes", "5", "--rounds", "2"], "cannot be used with");
    refused(&["--nodes", "5", "--win", "plies=3"], "plies= and score= must be given");
    refused(&["--nodes", "5", "--sprt", "elo0=5", "elo1=0"], "must be greater than elo0");
    refused(&["--nodes", "5", "--format", "knockout"], "the formats are round-robin and gauntlet");
    refused(&["--nodes", "5", "--resume"], "--pgn");
    refused(&["--nodes", "5", "--balance", "much"], "neither a number nor 'off'");
    refused(&["--nodes", "5", "--patience", "0"], "--patience");
    refused(&["--nodes", "5", "--pgn", "/nowhere/games.pgn"], "could not be written");
    refused(&["--nodes", "5", "--pgn", "x", "--json", "./x"], "--json: ./x is the file of --pgn");
    refused(&["--nodes", "5", "--json", "nowhere/x"], "--json: nowhere/x could not be written");
    refused(&["--nodes", "5", "--json", "."], "--json: . is no regular file");
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/books/ultima.book");
    fs::copy(book, directory.join("x.book")).expect("a copy");
    let with_book = ["--nodes", "5", "--json", "x.book"];
    let is_read = "--json: x.book is read: it cannot be written too";
    refused(&[&with_book[..], &["--engine", "self,name=third,book=./x.book"]].concat(), is_read);
    refused(&[&with_book[..], &["--openings", "./x.book"]].concat(), is_read);
    assert_eq!(fs::read(directory.join("x.book")).expect("the copy"), fs::read(book).expect("the book"));
    refused(&["--nodes", "5", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "king");
    refused(&["--nodes", "5", "--engine", "self", "--sprt", "elo0=0", "elo1=5"], "a test of two engines");
    refuses(&directory, &["ultima", "--engine", "self,nodes=5", "--games", "2"], "it takes two engines");
    refuses(&directory, &["ultima", "--engine", "self,nodes=5", "--engine", "self,nodes=5"], "--rounds");
    refuses(&directory, &["chess", "--engine", "self,nodes=5", "--games", "2"], "there is no game 'chess'");
}

fn engines() {
    let directory = directory("wrong engines");
    let refused = |engine: &str, why: &str| {
        let arguments =
            ["ultima", "--engine", "self,depth=1", "--engine", engine, "--games", "2", "--pgn", "games.pgn"];
        refuses(&directory, &arguments, why);
        assert!(!directory.join("games.pgn").exists(), "no file is begun for a match that cannot be played");
    };
    refused("self,nodes=5,threads=2000", "'self' has 256 threads at most");
    refused("self,nodes=5,option.Ponder=on", "'self' has no such option");
    refused("/nowhere/engine,depth=1", "engine engine: /nowhere/engine could not be started");
    refused(&format!("{},dir=/nowhere,depth=1", peer("A")), "could not be started");
    refused(&format!("{},proto=xboard,nodes=5", peer("A")), "engine A: XBoard's protocol cannot limit nodes");
    refused(&format!("{},depth=1,option.Style=wild", peer("A")), "engine A: it has no option 'Style'");
    refused(&format!("{},depth=1,stderr=/nowhere/log", peer("A")), "/nowhere/log could not be opened");
    for protocol in ["xboard", "uci"] {
        let engine = |behaviour: &str, more: &str| format!("{},{more}", fake("F", protocol, behaviour, &directory));
        let offers = if protocol == "uci" { "it offers chess only" } else { "it offers normal, fischerandom" };
        refused(&engine("chess", "depth=1"), &format!("engine F: Fake does not offer the variant 'ultima'; {offers}"));
        refused(&engine("sound", "depth=1,option.Weight=3"), "engine F: it has no option 'Weight'; its options are: ");
    }
    refused(&format!("{},depth=1,option.Level=20", fake("F", "uci", "sound", &directory)), "no number from 1 to 9");
    refused(&format!("{},depth=1,hash=20", fake("F", "uci", "sound", &directory)), "it has no option 'Hash'");
    refused(&format!("{},depth=1,hash=20", fake("F", "xboard", "sound", &directory)), "it does not take a memory size");
}

fn silence() {
    let directory = directory("silent engines");
    for (protocol, why) in [
        ("xboard", "the engine does not offer the variant 'ultima'; it offers no variants"),
        ("uci", "no answer within"),
    ] {
        let engine = format!("{},depth=1", fake("F", protocol, "child", &directory));
        refuses(&directory, &["ultima", "--engine", "self,depth=1", "--engine", &engine, "--games", "2"], why);
    }
}

fn openings() {
    let directory = directory("wrong openings");
    let refused = |name: &str, content: &str, why: &str| {
        std::fs::write(directory.join(name), content).expect("written");
        let two = ["ultima", "--engine", "self,depth=1", "--engine", "self,depth=1", "--games", "2"];
        refuses(&directory, &[&two[..], &["--openings", name]].concat(), why);
    };
    refused("empty.epd", "# nothing\n\n", "empty.epd holds no openings");
    refused("wrong.epd", "\n8/8/8/8/8/8/8/8 w - -\n", "wrong.epd: line 2: ");
    refused("over.fen", "k7/8/8/8/8/8/8/K7 w - - 100 60\n", "line 1: the opening leaves nothing to play");
    refused("wrong.pgn", "1. a2a3 a2a4 *\n", "wrong.pgn: line 1: ply 2: 'a2a4' is not legal here");
    refused("other.pgn", "[Variant \"chameleon\"]\n\n1. a2a3 *\n", "line 1: it is a game of chameleon, not of ultima");
    let two = ["ultima", "--engine", "self,depth=1", "--engine", "self,depth=1", "--games", "2"];
    refuses(&directory, &[&two[..], &["--openings", "missing.epd"]].concat(), "missing.epd could not be read");
}
