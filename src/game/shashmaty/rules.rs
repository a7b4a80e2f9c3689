//! What the sub-variants differ in: the kinds they have, and what a pawn may become. All else follows from that.

use std::fmt::Debug;

use super::Kind;
use crate::game::{Figure, Window};

/// Lets any piece go to any dark square of the board.
const ANYWHERE: &str = "mpoaoCoCoFoGmpoampoaoDmpoampoaoCmpoaoAoAmpoampoampoampoaoFmpabF";

/// The pictures of both sub-variants: one table serves them, as it was tried in a window.
const WITH_BOTH: &str = "..BDQP..................C/....K...bdqp..................c/....k.";

/// Shashmaty or one of its sub-variants.
pub trait Rules: Copy + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// The name of the game.
    const NAME: &'static str;
    /// The kinds of piece that a position may hold.
    const KINDS: &'static [Kind];
    /// What a pawn may become on its last rank.
    const PROMOTIONS: &'static [Kind];
    /// How an XBoard window shows the game.
    const WINDOW: Window;
    /// What the kinds look like in diagrams, in the order of the window's letters.
    const FIGURES: &'static [Figure];
}

/// Shashmaty itself: a pawn becomes a king, a bishop or a camel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classic;

/// Shashmaty with the damka: a pawn becomes a damka.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damka;

/// Shashmaty with the dragon: a pawn becomes a dragon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dragon;

impl Rules for Classic {
    const NAME: &'static str = "shashmaty";
    const KINDS: &'static [Kind] = &[Kind::King, Kind::Pawn, Kind::Bishop, Kind::Camel];
    const PROMOTIONS: &'static [Kind] = &[Kind::King, Kind::Bishop, Kind::Camel];
    const WINDOW: Window = Window {
        table: "..B..P..................C/....K...b..p..................c/....k.",
        letters: "KPBC",
        betza: ANYWHERE,
    };
    const FIGURES: &'static [Figure] = &[Figure::King, Figure::Pawn, Figure::Bishop, Figure::Camel];
}

impl Rules for Damka {
    const NAME: &'static str = "shashmaty-damka";
    const KINDS: &'static [Kind] = &[Kind::King, Kind::Pawn, Kind::Bishop, Kind::Camel, Kind::Damka];
    const PROMOTIONS: &'static [Kind] = &[Kind::Damka];
    const WINDOW: Window = Window { table: WITH_BOTH, letters: "KPBCQ", betza: ANYWHERE };
    const FIGURES: &'static [Figure] = &[Figure::King, Figure::Pawn, Figure::Bishop, Figure::Camel, Figure::Damka];
}

impl Rules for Dragon {
    const NAME: &'static str = "shashmaty-dragon";
    const KINDS: &'static [Kind] = &[Kind::King, Kind::Pawn, Kind::Bishop, Kind::Camel, Kind::Dragon];
    const PROMOTIONS: &'static [Kind] = &[Kind::Dragon];
    const WINDOW: Window = Window { table: WITH_BOTH, letters: "KPBCD", betza: ANYWHERE };
    const FIGURES: &'static [Figure] = &[Figure::King, Figure::Pawn, Figure::Bishop, Figure::Camel, Figure::Dragon];
}
