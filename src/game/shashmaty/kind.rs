//! The kinds of piece of Shashmaty and its sub-variants.

/// A kind of piece. The damka and the dragon belong to one sub-variant each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// The bishop of chess.
    Bishop = 1,
    /// Leaps (1,3), captures by displacement.
    Camel = 2,
    /// Bishop and camel in one.
    Dragon = 3,
    /// Steps diagonally forward, captures by jumping in all four directions.
    Pawn = 4,
    /// Steps diagonally, captures by jumping; a side that has none left has lost.
    King = 5,
    /// The flying king of Russian draughts.
    Damka = 6,
}

impl Kind {
    /// The number of kinds.
    pub const COUNT: usize = 6;

    /// All kinds, in the order of their indices.
    pub const ALL: [Kind; Kind::COUNT] = [Kind::Bishop, Kind::Camel, Kind::Dragon, Kind::Pawn, Kind::King, Kind::Damka];

    /// The kind's number, from 0, for tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.code() - 1
    }

    /// The kind's code in [`Placement`](super::Placement), from 1 to 6.
    #[inline]
    pub(super) const fn code(self) -> usize {
        self as usize
    }

    /// The kind with this code; none for 0.
    #[inline]
    pub(super) const fn of_code(code: usize) -> Option<Kind> {
        match code {
            1 => Some(Kind::Bishop),
            2 => Some(Kind::Camel),
            3 => Some(Kind::Dragon),
            4 => Some(Kind::Pawn),
            5 => Some(Kind::King),
            6 => Some(Kind::Damka),
            _ => None,
        }
    }

    /// The letter of FEN, upper case.
    pub const fn letter(self) -> char {
        match self {
            Kind::King => 'K',
            Kind::Pawn => 'P',
            Kind::Bishop => 'B',
            Kind::Camel => 'C',
            Kind::Damka => 'Q',
            Kind::Dragon => 'D',
        }
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::King => "king",
            Kind::Pawn => "pawn",
            Kind::Bishop => "bishop",
            Kind::Camel => "camel",
            Kind::Damka => "damka",
            Kind::Dragon => "dragon",
        }
    }

    /// Whether the kind captures as in draughts, by jumping, and so compels; the others capture as in chess.
    #[inline]
    pub const fn jumps(self) -> bool {
        matches!(self, Kind::King | Kind::Pawn | Kind::Damka)
    }

    /// Whether the kind moves along a diagonal as far as it is free.
    #[inline]
    pub const fn slides(self) -> bool {
        matches!(self, Kind::Bishop | Kind::Damka | Kind::Dragon)
    }

    /// Whether the kind leaps as a camel.
    #[inline]
    pub const fn leaps(self) -> bool {
        matches!(self, Kind::Camel | Kind::Dragon)
    }

    /// Whether a list of kinds has this one.
    pub const fn is_in(self, kinds: &[Kind]) -> bool {
        let mut i = 0;
        while i < kinds.len() {
            if kinds[i].index() == self.index() {
                return true;
            }
            i += 1;
        }
        false
    }
}
