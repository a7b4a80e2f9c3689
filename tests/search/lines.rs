//! What the search prints is legal: every line, replayed by the reference rules, and what it would ponder on.

use triptych::engine::Task;
use triptych::search::{Limits, Stop};
use triptych::variant::Variant;
use triptych_reference::Rules;

/// Printed lines that each game must show with each number of threads.
const LINES: usize = 2_000;

/// Plays games against itself until enough lines were printed.
fn replay(variant: Variant, threads: usize) {
    let rules = Rules::new(variant.name()).expect("the reference knows the game");
    let follow = |fen: &str, line: &[String]| {
        let mut position = rules.parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for text in line {
            let found = position.moves().into_iter().find(|m| &m.text == text);
            position = found.unwrap_or_else(|| panic!("{variant}, {fen}: {text} of {line:?} is no move")).after;
        }
    };
    let limits = Limits { nodes: Some(3_000), ..Limits::default() };
    let task = Task { limits, lines: 3, ..Task::default() };
    let mut engine = variant.engine(1);
    engine.set_threads(threads);
    let (mut printed, mut replies) = (0, 0);
    for opening in 0.. {
        let mut game = variant.arbiter(None).expect("a start position");
        for ply in 0..6 {
            let moves = game.moves();
            game.play(&moves[(opening * 7 + ply * 5) % moves.len()].clone()).expect("legal");
        }
        while game.outcome().is_none() {
            let fen = game.fen();
            let mut lines: Vec<Vec<String>> = Vec::new();
            let texts =
                |thought: triptych::engine::Thought| thought.line.into_iter().map(|played| played.text).collect();
            let last = engine.think(game.as_ref(), &task, Stop::new(), &mut |thought| lines.push(texts(thought)));
            lines.push(texts(last));
            lines.iter().for_each(|line| follow(&fen, line));
            printed += lines.len();
            let best = &lines[lines.len() - 1];
            replies += usize::from(best.len() > 1);
            game.play(&best[0]).expect("its own best move");
            if printed >= LINES {
                assert!(replies > LINES / 50, "{variant}, {threads} threads: only {replies} moves came with a reply");
                return;
            }
        }
    }
}

macro_rules! lines {
    ($($name:ident: $variant:ident;)*) => {$(
        #[test]
        fn $name() {
            [1, 2].into_iter().for_each(|threads| replay(Variant::$variant, threads));
        }
    )*};
}

lines! {
    ultima: Ultima;
    shashmaty: Shashmaty;
    shashmaty_damka: ShashmatyDamka;
    shashmaty_dragon: ShashmatyDragon;
    chameleon: Chameleon;
}
