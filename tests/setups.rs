//! The fast rules and the reference rules from random set-ups: crowds, isolated victims, many kings, odd terrains.
//! Both must accept the same set-ups, and agree on every position of a few random moves onwards.

mod support;

use support::set_up::{Area, Family, compare, odd_terrains};
use triptych::game::chameleon::Chameleon;
use triptych::game::shashmaty::{Shashmaty, ShashmatyDamka, ShashmatyDragon};
use triptych::game::ultima::Ultima;

/// Set-ups of each family.
const CASES: u32 = 1000;
/// Set-ups of the families that have very many moves.
const FEW: u32 = 100;

macro_rules! set_ups {
    ($($name:ident: $game:ty, $cases:expr, $family:expr;)*) => {$(
        #[test]
        fn $name() {
            compare::<$game>($family, $cases);
        }
    )*};
}

set_ups! {
    chameleon_of_any_colour: Chameleon, CASES, Family::new("QRBNPP", 0..=36);
    chameleon_crowds: Chameleon, CASES, Family::new("QRBNPP", 4..=16).within(Area::Window(4));
    chameleon_endings: Chameleon, CASES, Family::new("QRBNP", 0..=3);
    chameleon_on_odd_terrains: Chameleon, CASES, Family::new("QRBNPP", 0..=24).on(odd_terrains(48));
    chameleon_kings_of_any_number: Chameleon, CASES, Family::new("KKKQRBNPP", 2..=4).without_kings();

    shashmaty_of_any_kind: Shashmaty, CASES, Family::new("KPPPBC", 2..=22).without_kings();
    shashmaty_many_kings: Shashmaty, CASES, Family::new("KKKP", 4..=20).without_kings();
    shashmaty_chains: Shashmaty, CASES, Family::new("KPPPBC", 3..=9).without_kings().within(Area::Apart);
    shashmaty_crowds: Shashmaty, CASES, Family::new("KPBC", 4..=10).within(Area::Window(5));
    damka_of_any_kind: ShashmatyDamka, CASES, Family::new("KPPPBCQQ", 2..=22).without_kings();
    damka_chains: ShashmatyDamka, CASES, Family::new("KPPQQQ", 3..=9).without_kings().within(Area::Apart);
    damka_endings: ShashmatyDamka, CASES, Family::new("PBCQQ", 1..=5);
    dragon_of_any_kind: ShashmatyDragon, CASES, Family::new("KPPPBCDD", 2..=22).without_kings();
    dragon_chains: ShashmatyDragon, CASES, Family::new("KPPDD", 3..=9).without_kings().within(Area::Apart);

    ultima_of_any_kind: Ultima, FEW, Family::new("PPPPLWCIX", 2..=28);
    ultima_dragons_and_chameleons: Ultima, CASES, Family::new("IIXXPLW", 3..=12).within(Area::Window(4));
    ultima_crowds: Ultima, CASES, Family::new("PPLWCIX", 4..=16).within(Area::Window(5));
    ultima_chains: Ultima, CASES, Family::new("LLLXPWC", 3..=9).within(Area::Apart);
    ultima_endings: Ultima, CASES, Family::new("PLWCIX", 0..=3);
}
