//! `triptych perft`.

use crate::support::{GAMES, ON_OTHER_TERRAIN, OTHER_TERRAIN, succeed};

/// The lines before the three that every run ends with, and the number of leaves.
fn count(arguments: &[&str]) -> (Vec<String>, u64) {
    let output = succeed(&[&["perft"], arguments].concat());
    assert!(output.ends_with('\n'), "{output}");
    let mut lines: Vec<String> = output.lines().map(str::to_owned).collect();
    assert!(lines.len() >= 3, "{output}");
    let end = lines.split_off(lines.len() - 3);
    let value = |line: &str, name: &str| {
        let (found, value) = line.split_once(' ').expect("a name and a value");
        assert_eq!(found, name, "{output}");
        value.to_owned()
    };
    let nodes = value(&end[0], "nodes").parse().expect("a number of leaves");
    let time: f64 = value(&end[1], "time").parse().expect("a time in seconds");
    let rate: u64 = value(&end[2], "nps").parse().expect("leaves a second");
    assert!(time >= 0.0 && (nodes == 0 || rate > 0), "{output}");
    (lines, nodes)
}

/// Counts of an independent implementation.
const COUNTS: [(&str, &[u64]); 5] = [
    ("ultima", &[1, 32, 944, 42751]),
    ("shashmaty", &[1, 9, 81, 652, 4402]),
    ("shashmaty-damka", &[1, 9, 81, 652, 4376]),
    ("shashmaty-dragon", &[1, 9, 81, 652, 4376]),
    ("chameleon", &[1, 15, 213, 4031, 71396]),
];

#[test]
fn counts_the_same_whatever_the_means() {
    let means: [&[&str]; 6] = [
        &[],
        &["--divide"],
        &["--threads", "2"],
        &["--hash", "4"],
        &["--threads", "3", "--hash", "1", "--divide"],
        &["--hash", "0", "--threads", "1"],
    ];
    for (game, counts) in COUNTS {
        for (depth, &expected) in counts.iter().enumerate() {
            for means in means {
                let (lines, nodes) = count(&[&[game, &depth.to_string()], means].concat());
                assert_eq!(nodes, expected, "{game} {depth} {means:?}");
                assert_eq!(lines.is_empty(), depth == 0 || !means.contains(&"--divide"), "{game} {depth} {means:?}");
            }
        }
    }
}

#[test]
fn divides_by_move_in_order() {
    for (game, counts) in COUNTS {
        let (lines, nodes) = count(&[game, "2", "--divide"]);
        assert_eq!(lines.len() as u64, counts[1], "{game}");
        let each = lines.iter().map(|line| line.split_once(": ").expect("MOVE: COUNT"));
        let (moves, below): (Vec<&str>, Vec<u64>) =
            each.map(|(text, count)| (text, count.parse::<u64>().expect("a count"))).unzip();
        assert!(moves.is_sorted_by(|a, b| a < b), "{game}: {moves:?}");
        assert_eq!(below.iter().sum::<u64>(), nodes, "{game}");
    }
    let (lines, _) = count(&["shashmaty", "1", "--divide"]);
    assert_eq!(
        lines,
        ["a3b4: 1", "c3b4: 1", "c3d4: 1", "e3d4: 1", "e3f4: 1", "g1f4: 1", "g1h4: 1", "g3f4: 1", "g3h4: 1"]
    );
}

#[test]
fn counts_from_any_position() {
    for (game, start) in GAMES {
        assert_eq!(count(&[game, "2", "--fen", start]), count(&[game, "2"]), "{game}");
        let black = start.replace(" w ", " b ");
        assert_eq!(
            count(&[game, "1", "--fen", &black]).1,
            count(&[game, "1"]).1,
            "{game}: both sides are set up alike"
        );
    }
    // Draws end nothing here, a side without kings ends all.
    assert_eq!(count(&["ultima", "1", "--fen", "k7/8/8/8/8/8/8/K7 w - - 100 200"]).1, 3);
    assert_eq!(count(&["shashmaty", "3", "--fen", "8/8/8/8/8/8/8/K7 w"]).1, 0);
    assert_eq!(count(&["shashmaty", "0", "--fen", "8/8/8/8/8/8/8/K7 w"]).1, 1);
}

#[test]
fn counts_on_any_terrain() {
    let terrain = "N*RBQ*N/*PBPBP*/RNPNPNR/QBQBQBQ/RNPNPNR/*PBPBP*/N*QBR*N";
    assert_eq!(count(&["chameleon", "3", "--terrain", terrain]).1, 4031);
    let knights = "N*NNN*N/*NNNNN*/NNNNNNN/NNNNNNN/NNNNNNN/*NNNNN*/N*NNN*N";
    assert_ne!(count(&["chameleon", "3", "--terrain", knights]).1, 4031);
    // Where a position is given the start position need not fit: the king has three moves, the pawn one.
    let arguments = ["chameleon", "1", "--terrain", OTHER_TERRAIN, "--fen", ON_OTHER_TERRAIN, "--divide"];
    assert_eq!(count(&arguments).0, ["g1f1: 1", "g1f2: 1", "g2g3: 1"]);
}
