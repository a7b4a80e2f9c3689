//! What pieces look like in diagrams. A game says which figure stands for each of its kinds; how a figure is drawn is for
//! others to know.

/// The look of a kind of piece. Kinds of several games that are one piece to their players have the same figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Figure {
    /// The king of chess.
    King,
    /// The queen of chess.
    Queen,
    /// The rook of chess.
    Rook,
    /// The bishop of chess.
    Bishop,
    /// The knight of chess.
    Knight,
    /// The pawn of chess.
    Pawn,
    /// Ultima's leaper: a hare.
    Leaper,
    /// Ultima's spy: a man with a hat and dark glasses.
    Spy,
    /// Ultima's officer: a star.
    Officer,
    /// Ultima's dragon: a face that freezes those who see it.
    Gaze,
    /// Ultima's chameleon.
    Chameleon,
    /// Shashmaty's camel.
    Camel,
    /// The king of Russian draughts: two draughtsmen, one on the other.
    Damka,
    /// Shashmaty's dragon, seen from the side.
    Dragon,
}

impl Figure {
    /// All figures.
    pub const ALL: [Figure; 14] = [
        Figure::King,
        Figure::Queen,
        Figure::Rook,
        Figure::Bishop,
        Figure::Knight,
        Figure::Pawn,
        Figure::Leaper,
        Figure::Spy,
        Figure::Officer,
        Figure::Gaze,
        Figure::Chameleon,
        Figure::Camel,
        Figure::Damka,
        Figure::Dragon,
    ];

    /// A name of small letters, for files and pages.
    pub const fn name(self) -> &'static str {
        match self {
            Figure::King => "king",
            Figure::Queen => "queen",
            Figure::Rook => "rook",
            Figure::Bishop => "bishop",
            Figure::Knight => "knight",
            Figure::Pawn => "pawn",
            Figure::Leaper => "leaper",
            Figure::Spy => "spy",
            Figure::Officer => "officer",
            Figure::Gaze => "gaze",
            Figure::Chameleon => "chameleon",
            Figure::Camel => "camel",
            Figure::Damka => "damka",
            Figure::Dragon => "dragon",
        }
    }
}
