//! The builder on the command line: killed and started again, refused, and asked.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn triptych(arguments: &[&str]) -> Command {
    let mut command = crate::program::command();
    command.args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    triptych(arguments).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Directory {
        let root = std::env::temp_dir().join(format!("triptych-build-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        Directory(root)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a plain path")
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The names and contents of the tables in a directory.
fn tables(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = entries
        .map(|path| (path.file_name().expect("a name").to_string_lossy().into_owned(), fs::read(&path).expect("read")))
        .filter(|(name, _)| name != "lock")
        .collect();
    files.sort();
    files
}

/// Whenever it is killed, the files come out as those that are in the program: byte by byte.
#[test]
fn a_builder_that_is_killed_ends_with_the_same_bytes() {
    let directory = Directory::new("kill");
    let arguments = ["tablebase", "build", "chameleon", "--men", "4", "--dir", directory.path()];
    for milliseconds in [0, 50, 300, 700, 1500, 3000] {
        let mut child = triptych(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(milliseconds));
        let _ = child.kill();
        child.wait().expect("it ends");
    }
    // As if it had been killed while it wrote.
    fs::create_dir_all(directory.0.join("chameleon")).expect("a directory");
    fs::write(directory.0.join("chameleon/KXX-K.unfinished"), b"half").expect("written");
    let output = run(&[&arguments[..], &["--threads", "2"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("tables/chameleon");
    let (built, shipped) = (tables(&directory.0.join("chameleon")), tables(&shipped));
    let names = |files: &[(String, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&built), names(&shipped));
    assert!(built == shipped, "some file differs");
}

#[test]
fn other_games_tables_are_what_a_build_makes() {
    for game in ["ultima", "shashmaty", "shashmaty-damka", "shashmaty-dragon"] {
        let directory = Directory::new(game);
        let output = run(&["tablebase", "build", game, "--men", "3", "--dir", directory.path(), "--threads", "1"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("tables").join(game);
        assert!(tables(&directory.0.join(game)) == tables(&shipped), "some file of {game} differs");
        let output = run(&["tablebase", "verify", game, "--dir", directory.path()]);
        assert!(output.status.success() && text(&output.stdout).lines().all(|line| line.ends_with("are right")));
    }
}

#[test]
fn a_terrain_has_its_own_tables() {
    // A board of four squares by four without any symmetry.
    let terrain = "*******/*******/*******/QRBN***/PQRB***/NPQR***/BBPQ***";
    let directory = Directory::new("terrain");
    let which = ["--terrain", terrain, "--dir", directory.path()];
    let output = run(&[&["tablebase", "build", "chameleon", "--men", "4"], &which[..]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = run(&[&["tablebase", "verify", "chameleon"], &which[..]].concat());
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    assert!(text(&output.stdout).lines().count() >= 5, "both orders of unequal armies:\n{}", text(&output.stdout));
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let directory = Directory::new("wrong");
    let dir = directory.path();
    fs::create_dir_all(&directory.0).expect("a directory");
    let cases: &[(&[&str], &str)] = &[
        (&["build", "chameleon", "--men", "1"], "invalid value '1' for '--men <N>': 1 is not in 2..=6"),
        (&["build", "chameleon", "--men", "6", "--memory", "10"], "of memory are needed, and 10.00 MiB are there"),
        (&["build", "ultima", "--men", "3", "--with", "Z"], "--with: 'Z' is no letter of ultima's tables: KPLWCIX"),
        (&["build", "ultima", "--class", "KZ-K"], "class 'KZ-K' is no class of ultima"),
        (&["verify", "chameleon", "--class", "KXXX-K"], "no tables of chameleon in"),
        (&["probe", "chameleon", "--fen", "nonsense w"], "placement has 1 ranks, not 7"),
        (&["probe", "ultima", "--fen", "7k/8/8/8/8/8/8/KLLL4 w"], "there is no table for KLLL-K in"),
    ];
    for (arguments, message) in cases {
        let output = run(&[&["tablebase"], *arguments, &["--dir", dir]].concat());
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(message) && error.trim_end().lines().count() == 1, "{arguments:?}: {error}");
    }
    let missing = directory.0.join("missing");
    for command in [
        &["verify", "chameleon"][..],
        &["stats", "chameleon"],
        &["probe", "shashmaty", "--fen", "8/8/8/8/8/4k3/3K4/8 w"],
    ] {
        let output = run(&[&["tablebase"], command, &["--dir", &missing.display().to_string()]].concat());
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command:?}: {error}");
        let start = format!("triptych: --dir {}: ", missing.display());
        assert!(error.starts_with(&start) && error.lines().count() == 1, "{command:?}: {error}");
    }
    // A spoilt table is an error of `verify`, not an answer.
    fs::create_dir_all(directory.0.join("shashmaty")).expect("a directory");
    fs::write(directory.0.join("shashmaty/KB-K.table"), b"TRIP").expect("written");
    let output = run(&["tablebase", "verify", "shashmaty", "--dir", dir]);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(error.contains("KB-K.table: it is no table") && error.lines().count() == 1, "{error}");
}

#[test]
fn a_position_is_looked_up() {
    let fen = "1*1k1*1/*5*/7/7/7/*5*/K*Q2*N w - - 0 1";
    let output = run(&["tablebase", "probe", "chameleon", "--fen", fen, "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&answer["class"], &answer["value"]), (&"KXX-K".into(), &"win".into()), "{answer}");
    let plies = answer["plies"].as_u64().expect("a distance");
    assert_eq!(answer["line"].as_array().map(Vec::len), Some(plies as usize));
    assert_eq!(answer["moves"][0]["plies"].as_u64(), Some(plies));
    let plain = text(&run(&["tablebase", "probe", "chameleon", "--fen", fen]).stdout);
    assert!(plain.starts_with(&format!("KXX-K: the side to move wins in {plies} plies\n")), "{plain}");
}

#[test]
fn a_position_that_is_over_has_its_result() {
    let probe = ["tablebase", "probe", "ultima", "--fen", "3k4/8/8/8/8/8/i7/K7 w - - 2 2"];
    let output = run(&probe);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "KI-K: the game is over: 0-1 (White has no move, Black wins)\n");
    let output = run(&[&probe[..], &["--json"]].concat());
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&answer["value"], &answer["plies"], &answer["result"]), (&"loss".into(), &0.into(), &"0-1".into()));
    assert_eq!(answer["moves"].as_array().map(Vec::len), Some(0));
}

#[test]
fn one_is_not_several() {
    let directory = Directory::new("one");
    let output = run(&["tablebase", "build", "ultima", "--class", "K-K", "--dir", directory.path()]);
    assert!(text(&output.stdout).starts_with("1 class, "), "{}", text(&output.stdout));
    let output = run(&["tablebase", "probe", "ultima", "--fen", "3k4/8/8/8/8/8/1i6/K7 b"]);
    assert!(text(&output.stdout).contains(" in 1 ply\n"), "{}", text(&output.stdout));
}

#[test]
fn statistics_are_told() {
    let output = run(&["tablebase", "stats", "chameleon", "--class", "KX-K", "--json"]);
    let lines: Vec<serde_json::Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 2, "{}", text(&output.stderr));
    assert_eq!(lines[0]["squares"].as_array().map(Vec::len), Some(41));
    let sum = |field: &str| -> u64 {
        lines[0]["squares"]
            .as_array()
            .expect("squares")
            .iter()
            .map(|each| each[field].as_u64().expect("a number"))
            .sum()
    };
    assert_eq!(Some(sum("wins")), lines[0]["wins"].as_u64());
    assert!(lines[0]["longest_win"]["line"].as_array().map(Vec::len) == Some(25));
    let plain = text(&run(&["tablebase", "stats", "chameleon", "--class", "KX-K"]).stdout);
    assert!(plain.starts_with("KX-K, KX to move: wins 42188 "), "{plain}");
}
