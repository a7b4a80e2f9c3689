//! The bijection between the positions of a class and numbers.
//!
//! A position is looked at from its side to move: where the rules allow it the board is turned so that White is to move.
//! Identical pieces count as a set. Where the board has more symmetries the king of the first group stands in one part of
//! it, and of the numbers that a position still has the least is its own.

use std::marker::PhantomData;

use smallvec::SmallVec;

use super::symmetry::{self, Map};
use super::{Army, Class, Man, Symmetry, Tabled};
use crate::board::{Bitboard, Side, Square};

/// No place of a group: the piece cannot stand there, or not in the part of the board that numbers are given for.
const NOWHERE: u8 = u8::MAX;

/// The most pieces of a group that have numbers.
const MOST: usize = 8;

/// The identical pieces of one side.
#[derive(Clone, Debug)]
struct Group {
    side: Side,
    kind: usize,
    /// For each square its number among those where the pieces can stand.
    local: [u8; 64],
    /// All sets of squares, in the order of their numbers.
    sets: Vec<SmallVec<[Square; 4]>>,
}

/// One half of a class: the positions with one of its armies to move.
#[derive(Clone, Debug)]
struct Half {
    groups: Vec<Group>,
    size: usize,
}

/// The numbers of all positions of a class.
#[derive(Clone, Debug)]
pub struct Layout<G: Tabled> {
    class: Class,
    setting: G::Setting,
    halves: Vec<Half>,
    exchangeable: bool,
    /// Whether there are more symmetries than the exchange of the sides.
    symmetric: bool,
    /// For each side to move and square of the leading king, the maps that bring it into its part of the board.
    maps: [Vec<SmallVec<[Map; 1]>>; 2],
    game: PhantomData<G>,
}

/// Whether the sides of a game can be exchanged.
pub fn exchangeable<G: Tabled>(setting: G::Setting) -> bool {
    G::symmetry(setting).exchange.is_some()
}

impl<G: Tabled> Layout<G> {
    /// The numbers of a class.
    pub fn new(class: Class, setting: G::Setting) -> Layout<G> {
        let Symmetry { plain, exchange } = G::symmetry(setting);
        let exchangeable = exchange.is_some();
        // The leading king must be alone in its group.
        let leads = G::ONE_KING && plain.len() > 1;
        let plain = if leads { plain } else { plain[..1].to_vec() };
        let turned: Vec<Map> = match &exchange {
            Some(exchange) => plain.iter().map(|map| symmetry::then(exchange, map)).collect(),
            None => plain.clone(),
        };
        // Of the squares that the maps make of each other the lowest leads.
        let least = |square: &Square| plain.iter().all(|map| map[square.index()] >= *square);
        let part: Bitboard = G::stand(setting, Side::White, 0).into_iter().filter(least).collect();

        let half = |armies: [Army; 2]| {
            let mut groups = Vec::new();
            for (side, army) in Side::ALL.into_iter().zip(armies) {
                for kind in 0..G::LETTERS.len() {
                    let count = army.count(kind) as usize;
                    if count > 0 {
                        let is_leader = leads && groups.is_empty();
                        let stand = if is_leader { part } else { G::stand(setting, side, kind) };
                        groups.push(Group::new(side, kind, count, stand));
                    }
                }
            }
            let size = groups.iter().map(|group| group.sets.len()).product();
            Half { groups, size }
        };
        let halves = match (exchangeable, class.first == class.second) {
            (true, true) => vec![half([class.first; 2])],
            (true, false) => vec![half([class.first, class.second]), half([class.second, class.first])],
            (false, _) => vec![half([class.first, class.second]); 2],
        };
        let by_king = |maps: &[Map]| -> Vec<SmallVec<[Map; 1]>> {
            let fitting =
                |square: Square| maps.iter().filter(|map| !leads || part.has(map[square.index()])).copied().collect();
            Square::all().map(fitting).collect()
        };
        Layout {
            class,
            setting,
            halves,
            exchangeable,
            symmetric: leads,
            maps: [by_king(&plain), by_king(&turned)],
            game: PhantomData,
        }
    }

    /// How many numbers the class has, without making its layout; those of positions that do not exist included.
    pub fn size_of(class: Class, setting: G::Setting) -> u64 {
        let Symmetry { plain, exchange } = G::symmetry(setting);
        let leads = G::ONE_KING && plain.len() > 1;
        let halves = if exchange.is_some() && class.first == class.second { 1 } else { 2 };
        let mut size = [1u64; 2];
        for (half, armies) in [[class.first, class.second], [class.second, class.first]].into_iter().enumerate() {
            for (side, army) in Side::ALL.into_iter().zip(armies) {
                for kind in 0..G::LETTERS.len() {
                    let stand = G::stand(setting, side, kind);
                    let least = |square: &Square| plain.iter().all(|map| map[square.index()] >= *square);
                    let places = if leads && kind == 0 && side == Side::White {
                        stand.into_iter().filter(least).count() as u64
                    } else {
                        u64::from(stand.len())
                    };
                    size[half] = size[half].saturating_mul(choose(places, u64::from(army.count(kind))));
                }
            }
        }
        if halves == 1 { size[0] } else { size[0].saturating_add(size[1]) }
    }

    /// The class.
    pub fn class(&self) -> Class {
        self.class
    }

    /// What the positions are made with.
    pub fn setting(&self) -> G::Setting {
        self.setting
    }

    /// The number of numbers, those of positions that do not exist included.
    pub fn len(&self) -> usize {
        self.halves.iter().map(|half| half.size).sum()
    }

    /// Whether there is no number, which no class has.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers of each half: the first army to move, or White; and the second, or Black. A class of equal armies
    /// whose sides can be exchanged has one half.
    pub fn halves(&self) -> Vec<std::ops::Range<usize>> {
        let mut start = 0;
        let range = |half: &Half| {
            start += half.size;
            start - half.size..start
        };
        self.halves.iter().map(range).collect()
    }

    /// The number of numbers of the first half.
    #[inline]
    pub fn first_half(&self) -> usize {
        self.halves[0].size
    }

    /// Which half a position of the class is in.
    #[inline]
    pub fn half_of(&self, position: &G) -> usize {
        if self.halves.len() == 1 {
            0
        } else if self.exchangeable {
            usize::from(Army::of(position, position.turn()) != self.class.first)
        } else {
            position.turn().index()
        }
    }

    /// The half that a quiet move leads to from this one.
    #[inline]
    pub fn other_half(&self, half: usize) -> usize {
        (half + 1) % self.halves.len()
    }

    /// The number of a position of the class.
    #[inline]
    pub fn number(&self, position: &G) -> usize {
        self.number_in(position, self.half_of(position))
    }

    /// The number of a position of the class that is known to be in this half.
    #[inline]
    pub fn number_in(&self, position: &G, half: usize) -> usize {
        let swap = self.exchangeable && position.turn() == Side::Black;
        let groups = &self.halves[half].groups;
        let leader = if self.symmetric {
            let side = groups[0].side;
            position.group(if swap { !side } else { side }, 0).first().map_or(0, Square::index)
        } else {
            0
        };
        let number = |map: &Map| {
            let mut number = 0;
            for group in groups {
                let squares = position.group(if swap { !group.side } else { group.side }, group.kind);
                number = number * group.sets.len() + group.rank(squares, map);
            }
            number
        };
        let maps = &self.maps[usize::from(swap)][leader];
        let number = match maps.len() {
            1 => number(&maps[0]),
            _ => maps.iter().map(number).min().unwrap_or(0),
        };
        if half == 0 { number } else { self.halves[0].size + number }
    }

    /// The pieces of the position with this number and its side to move; `None` where two would stand on one square.
    pub fn men(&self, number: usize) -> Option<(SmallVec<[Man; 8]>, Side)> {
        let (half, mut rest) =
            if number < self.halves[0].size { (0, number) } else { (1, number - self.halves[0].size) };
        let turn = if half == 1 && !self.exchangeable { Side::Black } else { Side::White };
        let mut men = SmallVec::new();
        let mut taken = Bitboard::EMPTY;
        for group in self.halves[half].groups.iter().rev() {
            let set = &group.sets[rest % group.sets.len()];
            rest /= group.sets.len();
            for &square in set {
                if taken.has(square) {
                    return None;
                }
                taken.insert(square);
                men.push((group.side, group.kind, square));
            }
        }
        Some((men, turn))
    }

    /// The position with this number, where there is one and the number is its own.
    pub fn position(&self, number: usize) -> Option<G> {
        let (men, turn) = self.men(number)?;
        let position = G::arrange(&men, turn, self.setting)?;
        (!self.symmetric || self.number(&position) == number).then_some(position)
    }
}

impl Group {
    fn new(side: Side, kind: usize, count: usize, stand: Bitboard) -> Group {
        debug_assert!(count <= MOST);
        let mut local = [NOWHERE; 64];
        for (number, square) in stand.into_iter().enumerate() {
            local[square.index()] = number as u8;
        }
        let squares: Vec<Square> = stand.into_iter().collect();
        let total = choose(squares.len() as u64, count as u64) as usize;
        let mut sets = Vec::with_capacity(total);
        // The sets in the order of their highest places, as `rank` numbers them.
        let mut places: SmallVec<[usize; MOST]> = (0..count).collect();
        for _ in 0..total {
            sets.push(places.iter().map(|&place| squares[place]).collect());
            let movable = (0..count).find(|&i| i + 1 == count || places[i] + 1 < places[i + 1]).unwrap_or(0);
            places[movable] += 1;
            for (i, place) in places.iter_mut().enumerate().take(movable) {
                *place = i;
            }
        }
        Group { side, kind, local, sets }
    }

    #[inline]
    fn rank(&self, squares: Bitboard, map: &Map) -> usize {
        let mut places = squares.into_iter().map(|square| usize::from(self.local[map[square.index()].index()]));
        let mut next = || places.next().unwrap_or(0);
        match squares.len() {
            1 => next(),
            2 => {
                let (one, other) = (next(), next());
                let (low, high) = (one.min(other), one.max(other));
                CHOOSE[2][high] + low
            }
            _ => {
                let mut sorted: SmallVec<[usize; MOST]> = places.collect();
                sorted.sort_unstable();
                sorted.iter().enumerate().map(|(i, &place)| CHOOSE[i + 1][place]).sum()
            }
        }
    }
}

/// `CHOOSE[k][n]`: the ways to choose k of n.
static CHOOSE: [[usize; 65]; MOST + 1] = {
    let mut table = [[0; 65]; MOST + 1];
    let mut n = 0;
    while n <= 64 {
        table[0][n] = 1;
        let mut k = 1;
        while k <= MOST && n > 0 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1u64, |product, i| product.saturating_mul(n.saturating_sub(i)) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::chameleon::Chameleon;
    use crate::game::shashmaty::Shashmaty;
    use crate::game::ultima::Ultima;

    /// Every number has its position, and every position its number.
    fn check<G: Tabled>(men: u32) {
        let setting = G::Setting::default();
        for class in Class::all::<G>(men, exchangeable::<G>(setting)) {
            let layout = Layout::<G>::new(class, setting);
            assert_eq!(layout.len() as u64, Layout::<G>::size_of(class, setting), "{}", class.name::<G>());
            let step = 1 + layout.len() / 20_000;
            let mut found = 0;
            for number in (0..layout.len()).step_by(step) {
                if let Some(position) = layout.position(number) {
                    assert_eq!(layout.number(&position), number, "{}", position.fen());
                    found += 1;
                }
            }
            assert!(found > layout.len() / step / 20, "{}: {found}", class.name::<G>());
        }
    }

    #[test]
    fn numbers_and_positions_belong_to_each_other() {
        check::<Chameleon>(3);
        check::<Chameleon>(5);
        check::<Shashmaty>(4);
        check::<Ultima>(4);
    }
}
