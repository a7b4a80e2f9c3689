//! Games for pages: random ones of any length, as PGN and as positions.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng, rngs::StdRng};
use triptych::arbiter::Arbiter;
use triptych::variant::Variant;

/// The length of the longest games: two hundred moves of each side.
pub(crate) const PLIES: usize = 400;

/// A game that was played at random.
pub(crate) struct Random {
    pub(crate) variant: Variant,
    pub(crate) moves: Vec<String>,
}

impl Random {
    /// A game of this many plies, which goes on through draws; captures are rare, so that it lasts.
    pub(crate) fn new(variant: Variant, plies: usize, seed: u64) -> Random {
        let mut random = StdRng::seed_from_u64(seed);
        let mut game = variant.arbiter(None).expect("a game");
        let mut moves = Vec::new();
        while moves.len() < plies {
            let legal = game.legal();
            let quiet: Vec<_> = legal.iter().filter(|(_, move_)| move_.victims.is_empty()).cloned().collect();
            let choice = if quiet.is_empty() || random.random_ratio(1, 8) { &legal } else { &quiet };
            match choice.choose(&mut random) {
                Some((text, _)) => moves.push(game.play(text).expect("a legal move").text),
                // A game that is over too early goes back to before the end came near.
                None => (0..20).filter(|_| game.undo()).for_each(|_| drop(moves.pop())),
            }
        }
        Random { variant, moves }
    }

    /// The game as PGN with these tags; every second move has a score, and some have words.
    pub(crate) fn pgn(&self, tags: &[(&str, &str)]) -> String {
        let mut text = format!("[Variant \"{}\"]\n", self.variant);
        for (name, value) in tags {
            text.push_str(&format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\"")));
        }
        text.push('\n');
        for (number, text_of_move) in self.moves.iter().enumerate() {
            if number % 2 == 0 {
                text.push_str(&format!("{}. ", number / 2 + 1));
            }
            text.push_str(text_of_move);
            text.push_str(match number % 5 {
                0 => " {+0.31/7 0.1s}\n",
                1 => " {-1.20/8 0.1s}\n",
                2 => " {a quiet word}\n",
                3 => " {-M4/9}\n",
                _ => "\n",
            });
        }
        let result = tags.iter().find(|(name, _)| *name == "Result").map_or("*", |(_, result)| *result);
        text.push_str(&format!("{{the end}} {result}\n\n"));
        text
    }

    /// Every position, from the start on.
    pub(crate) fn positions(&self) -> Vec<Box<dyn Arbiter>> {
        let mut game = self.variant.arbiter(None).expect("a game");
        let mut positions = vec![game.duplicate()];
        for text in &self.moves {
            game.play(text).expect("a legal move");
            positions.push(game.duplicate());
        }
        positions
    }
}
