//! Random play by the fast rules and the reference rules side by side: at least 20,000 positions a game.

mod support;

use triptych::game::chameleon::Chameleon;
use triptych::game::shashmaty::{Shashmaty, ShashmatyDamka, ShashmatyDragon};
use triptych::game::ultima::Ultima;

/// Different positions that each game must meet.
const POSITIONS: usize = 20_000;

macro_rules! walks {
    ($($name:ident: $game:ty;)*) => {$(
        #[test]
        fn $name() {
            support::walk::from_start::<$game>(POSITIONS);
        }
    )*};
}

walks! {
    chameleon: Chameleon;
    shashmaty: Shashmaty;
    shashmaty_damka: ShashmatyDamka;
    shashmaty_dragon: ShashmatyDragon;
    ultima: Ultima;
}
