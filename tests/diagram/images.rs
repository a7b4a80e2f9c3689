//! The pictures of the documentation are what the commands beside them draw.

use std::fs;
use std::path::Path;

use crate::folder::Folder;
use crate::program;

/// Pictures of the README, and the arguments that draw them.
const IMAGES: [(&str, &[&str]); 3] = [
    (
        "diagram-ultima.svg",
        &["ultima", "--fen", "clxwk1l1/p6p/4p2p/P1Cp3P/P2i1x1P/P1PI4/2P2P2/L1X1KX1L w - - 0 21", "--moves", "h1c6"],
    ),
    (
        "diagram-shashmaty.svg",
        &["shashmaty", "--fen", "3k1k1b/p1p1p1p1/3p1p1P/2p1c3/3P1P2/P3P3/1P3P1P/B1K1K1C1 w - - 0 6", "--moves", "d4b6"],
    ),
    ("diagram-chameleon.svg", &["chameleon", "--moves", "c2d3 e6c4"]),
];

#[test]
fn the_readmes_diagrams_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/images");
    let fresh_images = Folder::new("images");
    for (name, arguments) in IMAGES {
        let drawn = fresh_images.path(name);
        let mut command = program::command();
        command.arg("show").args(arguments).args(["--size", "400", "--svg", &drawn]);
        assert!(command.output().expect("the program runs").status.success(), "{name}");
        let (fresh, kept) = (fresh_images.text(name), fs::read_to_string(folder.join(name)));
        let line = arguments.join(" ");
        assert!(
            kept.is_ok_and(|kept| kept == fresh),
            "docs/images/{name} is not what this draws: triptych show {line} --size 400 --svg docs/images/{name}"
        );
    }
}
