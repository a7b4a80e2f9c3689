//! The same position seen otherwise: turned, mirrored, the sides exchanged, as far as the game's rules are the same then.

use crate::board::{Side, Square};
use crate::game::{Game, fen};
use crate::tablebase::Tabled;
use crate::tablebase::symmetry::Map;

/// Ways to see a position of one game as another of equal worth.
#[derive(Clone, Debug)]
pub struct Mirrors(Vec<Mirror>);

/// One such way.
#[derive(Clone, Debug)]
pub struct Mirror {
    map: Map,
    /// Whether the sides are exchanged.
    exchanges: bool,
}

impl Mirrors {
    /// All ways of a game; the first changes nothing.
    pub fn new<G: Tabled>(setting: G::Setting) -> Mirrors {
        let symmetry = G::symmetry(setting);
        let plain = symmetry.plain.iter().map(|&map| Mirror { map, exchanges: false });
        let exchanged = symmetry.exchange.iter().flat_map(|exchange| {
            let then = |map: &Map| map.map(|square| exchange[square.index()]);
            symmetry.plain.iter().map(move |map| Mirror { map: then(map), exchanges: true })
        });
        Mirrors(plain.chain(exchanged).collect())
    }

    /// The ways, the one that changes nothing first.
    pub fn iter(&self) -> impl Iterator<Item = &Mirror> {
        self.0.iter()
    }

    /// A key that all images of a position share.
    pub fn key<G: Game>(&self, position: &G) -> u64 {
        let keys = self.0.iter().skip(1).filter_map(|mirror| Some(mirror.image(position)?.key()));
        keys.chain([position.key()]).min().unwrap_or_default()
    }
}

impl Mirror {
    /// The position seen this way, its counters kept; `None` where the rules have no such position.
    pub fn image<G: Game>(&self, position: &G) -> Option<G> {
        let mut letters = [None; 64];
        let turned = |letter: char| {
            if !self.exchanges {
                letter
            } else if letter.is_ascii_uppercase() {
                letter.to_ascii_lowercase()
            } else {
                letter.to_ascii_uppercase()
            }
        };
        for square in Square::all() {
            if let Some(letter) = position.letter_at(square) {
                letters[self.map[square.index()].index()] = Some(turned(letter));
            }
        }
        let turn: Side = if self.exchanges { !position.turn() } else { position.turn() };
        let fen = fen::write(&position.layout(), |square| letters[square.index()], turn, position.counters());
        G::parse(&fen, position.setting()).ok()
    }

    /// The text of a move of the image, in the words of the position itself.
    pub fn back(&self, text: &str) -> String {
        let mut inverse = [Square::at(0, 0); 64];
        for square in Square::all() {
            inverse[self.map[square.index()].index()] = square;
        }
        let mut rest = text;
        let mut back = String::with_capacity(text.len());
        while let Some(square) = rest.get(..2).and_then(Square::named) {
            back.push_str(&inverse[square.index()].to_string());
            rest = &rest[2..];
        }
        back + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::chameleon::Chameleon;
    use crate::game::notation;
    use crate::game::shashmaty::Shashmaty;
    use crate::game::ultima::Ultima;

    fn images_have_the_same_moves<G: Tabled>() {
        let setting = G::Setting::default();
        let mirrors = Mirrors::new::<G>(setting);
        let mut position = G::parse(G::START, setting).expect("the start");
        for ply in 0..12 {
            let mut count = 0;
            for mirror in mirrors.iter() {
                let image = mirror.image(&position).expect("an image");
                let mut back: Vec<_> = image
                    .legal()
                    .into_iter()
                    .map(|m| notation::read(&position, &mirror.back(&notation::text(&image, m))).expect("legal"))
                    .map(|m| notation::text(&position, m))
                    .collect();
                back.sort();
                let own: Vec<_> = notation::sorted(&position).into_iter().map(|(text, _)| text).collect();
                assert_eq!(back, own);
                assert_eq!(mirrors.key(&image), mirrors.key(&position));
                count += 1;
            }
            assert!(count >= 2, "{}", G::NAME);
            let legal = notation::sorted(&position);
            position.play(legal[ply * 7 % legal.len()].1);
        }
    }

    #[test]
    fn images_are_positions_of_equal_moves() {
        images_have_the_same_moves::<Ultima>();
        images_have_the_same_moves::<Shashmaty>();
        images_have_the_same_moves::<Chameleon>();
    }

    /// The start with the sides exchanged is the start, with the other side to move: what Black has after a move that
    /// White did not use is a line that White has.
    #[test]
    fn the_starts_are_their_own_images() {
        fn start_is_image<G: Tabled>() {
            let setting = G::Setting::default();
            let start = G::parse(G::START, setting).expect("the start");
            let other = G::parse(&G::START.replace(" w ", " b "), setting).expect("the start with Black to move");
            let mirrors = Mirrors::new::<G>(setting);
            assert_eq!(mirrors.key(&start), mirrors.key(&other), "{}", G::NAME);
        }
        start_is_image::<Ultima>();
        start_is_image::<Shashmaty>();
        start_is_image::<Chameleon>();
    }
}
