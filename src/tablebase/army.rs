//! Armies and classes: which pieces are on the board, without where they stand.

use std::fmt::Write;

use smallvec::SmallVec;

use super::Tabled;
use crate::board::Side;

/// The number of pieces of each kind that one side has: four bits a kind, in the order of [`Tabled::LETTERS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Army(u32);

impl Army {
    /// A side's pieces in a position.
    #[inline]
    pub fn of<G: Tabled>(position: &G, side: Side) -> Army {
        let count = |kind: usize| position.group(side, kind).len().min(15) << (4 * kind);
        Army((0..G::LETTERS.len()).map(count).sum())
    }

    /// The number of pieces of a kind.
    #[inline]
    pub const fn count(self, kind: usize) -> u32 {
        self.0 >> (4 * kind) & 15
    }

    /// The number of pieces.
    pub fn men(self) -> u32 {
        (0..8).map(|kind| self.count(kind)).sum()
    }

    /// One piece more of a kind.
    #[must_use]
    pub fn with(self, kind: usize) -> Army {
        Army(self.0 + (1 << (4 * kind)))
    }

    /// One piece fewer of a kind, where there is one.
    pub fn without(self, kind: usize) -> Option<Army> {
        (self.count(kind) > 0).then(|| Army(self.0 - (1 << (4 * kind))))
    }

    /// The bare number, which tells armies of one game apart.
    pub const fn code(self) -> u32 {
        self.0
    }

    /// The letters, the king's first.
    pub fn name<G: Tabled>(self) -> String {
        let letter = |(kind, letter): (usize, char)| std::iter::repeat_n(letter, self.count(kind) as usize);
        G::LETTERS.chars().enumerate().flat_map(letter).collect()
    }

    /// The army with this name; `None` if letters are unknown, out of order or too many, or there is no king.
    pub fn read<G: Tabled>(name: &str) -> Option<Army> {
        let mut army = Army::default();
        for letter in name.chars() {
            let kind = G::LETTERS.find(letter).filter(|&kind| army.count(kind) < 15)?;
            army = army.with(kind);
        }
        (army.name::<G>() == name && army.count(0) > 0 && (!G::ONE_KING || army.count(0) == 1)).then_some(army)
    }

    /// What orders armies: the greater has more pieces, or more of the first kind in which they differ.
    fn strength(self) -> (u32, u32) {
        (self.men(), self.0.reverse_bits())
    }

    /// All armies of so many men.
    fn all<G: Tabled>(men: u32) -> Vec<Army> {
        let mut armies = Vec::new();
        let kings = if G::ONE_KING { 1..=1 } else { 1..=men };
        for kings in kings {
            extend::<G>(Army(kings), 1, men - kings, &mut armies);
        }
        armies
    }
}

/// Adds the armies that so many more men of this kind and later ones make.
fn extend<G: Tabled>(army: Army, kind: usize, men: u32, armies: &mut Vec<Army>) {
    if men == 0 {
        armies.push(army);
    } else if kind < G::LETTERS.len() {
        for count in (0..=men).rev() {
            let next = (0..count).fold(army, |army, _| army.with(kind));
            extend::<G>(next, kind + 1, men - count, armies);
        }
    }
}

/// The armies of both sides: a class of positions with one table.
///
/// Where the sides can be exchanged the stronger army comes first, whoever has it; elsewhere White's comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Class {
    /// The stronger army, or White's.
    pub first: Army,
    /// The other army.
    pub second: Army,
}

impl Class {
    /// The class of two armies, White's given first.
    #[inline]
    pub fn new(white: Army, black: Army, exchangeable: bool) -> Class {
        if exchangeable && white.0 != black.0 && black.strength() > white.strength() {
            Class { first: black, second: white }
        } else {
            Class { first: white, second: black }
        }
    }

    /// The number of men.
    pub fn men(self) -> u32 {
        self.first.men() + self.second.men()
    }

    /// The letters of both armies with `-` between, such as `KXX-K`.
    pub fn name<G: Tabled>(self) -> String {
        let mut name = self.first.name::<G>();
        let _ = write!(name, "-{}", self.second.name::<G>());
        name
    }

    /// The class with this name, in either order of the armies where they can be exchanged.
    pub fn read<G: Tabled>(name: &str, exchangeable: bool) -> Option<Class> {
        let (first, second) = name.split_once('-')?;
        Some(Class::new(Army::read::<G>(first)?, Army::read::<G>(second)?, exchangeable))
    }

    /// All classes of so many men, in the order of [`Class::order`].
    pub fn all<G: Tabled>(men: u32, exchangeable: bool) -> Vec<Class> {
        let mut classes = Vec::new();
        for first in 1..men {
            for white in Army::all::<G>(first) {
                for black in Army::all::<G>(men - first) {
                    let class = Class::new(white, black, exchangeable);
                    if !classes.contains(&class) {
                        classes.push(class);
                    }
                }
            }
        }
        classes.sort_by_cached_key(|class| class.order::<G>());
        classes
    }

    /// What orders classes: every move that leads out of a class leads to one that comes before it.
    pub fn order<G: Tabled>(self) -> (u32, u32, String) {
        let changing = G::PROMOTIONS.map_or(0, |(kind, _)| self.first.count(kind) + self.second.count(kind));
        (self.men(), changing, self.name::<G>())
    }

    /// The classes that one man less, or one promotion, makes of this one.
    pub fn next<G: Tabled>(self, exchangeable: bool) -> SmallVec<[Class; 8]> {
        let mut next = SmallVec::new();
        let mut add = |first: Option<Army>, second: Option<Army>| {
            if let (Some(first), Some(second)) = (first, second)
                && first.count(0) > 0
                && second.count(0) > 0
            {
                next.push(Class::new(first, second, exchangeable));
            }
        };
        for kind in 0..G::LETTERS.len() {
            add(self.first.without(kind), Some(self.second));
            add(Some(self.first), self.second.without(kind));
        }
        if let Some((pawn, others)) = G::PROMOTIONS {
            for &kind in others {
                add(self.first.without(pawn).map(|army| army.with(kind)), Some(self.second));
                add(Some(self.first), self.second.without(pawn).map(|army| army.with(kind)));
            }
        }
        next
    }
}
