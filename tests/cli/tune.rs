//! `triptych tune` on a game or two: what it says and what it leaves.

use std::fs;
use std::path::Path;

use crate::support::{succeed, triptych};

#[test]
fn a_game_is_played_and_fitted() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tune-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).to_str().expect("a plain path").to_owned();
    let (data, out) = (path("samples"), path("weights.rs"));
    let tune = ["tune", "chameleon", "--data", &data, "--nodes", "20", "--passes", "1", "--out", &out];
    // What else is there is no draft of it.
    fs::write(path("weights.rs.tmp"), "kept").expect("written");
    // One game is too few for one that is kept out.
    let said = {
        let output = triptych(&[&tune[..], &["--games", "1"]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    assert!(said.contains(" and 0 kept out\n") && said.contains("\nafter:  error "), "{said}");
    assert!(!said.contains(", kept out"), "{said}");
    assert!(fs::read_to_string(&out).expect("weights").contains("CHAMELEON: [i32; "));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 3, "nothing is left beside");
    assert_eq!(fs::read(path("weights.rs.tmp")).expect("still there"), b"kept");
    // Weights that are there are written over only where that is wanted, and nothing is played before it is known.
    let refused = triptych(&[&tune[..], &["--games", "11"]].concat());
    assert_eq!(refused.status.code(), Some(2));
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(error, format!("triptych: {out} is there already: --force\n"));
    let said = succeed(&[&tune[..], &["--games", "11", "--force"]].concat());
    assert!(said.contains(", kept out 0."), "{said}");
    // Samples are not written over, be they there or still to come, nor those of a sister game.
    let samples = fs::read(&data).expect("samples");
    let (also, other, none) = (format!("chameleon={out}"), path("other"), path("none"));
    for (data, out, more) in [(&data, &data, &[][..]), (&none, &none, &[]), (&other, &out, &["--also", &also])] {
        let tune = ["tune", "chameleon", "--games", "1", "--nodes", "20", "--data", data, "--out", out, "--force"];
        let refused = triptych(&[&tune[..], more].concat());
        let error = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(error, format!("triptych: {out} is read: it cannot be written too\n"));
    }
    assert_eq!(fs::read(&data).expect("samples"), samples);
    assert!(!Path::new(&none).exists() && !Path::new(&other).exists());
    // A file that is something else is named.
    fs::write(&data, "no sample\nnor this\n").expect("written");
    let output = triptych(&[&tune[..], &["--games", "1", "--force"]].concat());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("samples: line 1 is no sample") && error.contains(&data), "{error}");
    let _ = fs::remove_dir_all(folder);
}
