//! The list of games: the only place that names them all.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use crate::arbiter::{Arbiter, GameArbiter};
use crate::book::{BookError, OpeningBook, shipped};
use crate::engine::{Engine, GameEngine};
use crate::game::{Game, SettingError};
use crate::search::Searchable;

/// Something that is done with a game whose type is not known where it is asked for.
pub trait Visitor {
    /// What comes out.
    type Output;

    /// Does it with the game of this type.
    fn visit<G: Searchable>(self, setting: G::Setting) -> Self::Output;
}

macro_rules! games {
    ($($variant:ident => $game:ty, $summary:literal;)*) => {
        /// A game that Triptych plays.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Variant {
            $(#[doc = $summary] $variant,)*
        }

        impl Variant {
            /// All games, in the order in which they are listed to people.
            pub const ALL: &[Variant] = &[$(Variant::$variant),*];

            /// The name that the command line, the protocols and PGN know it by.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Variant::$variant => <$game as Game>::NAME,)*
                }
            }

            /// One line about the game.
            pub const fn summary(self) -> &'static str {
                match self {
                    $(Variant::$variant => $summary,)*
                }
            }

            /// The page that tells the game's rules, in Markdown.
            pub const fn rules(self) -> &'static str {
                match self {
                    $(Variant::$variant => <$game as Game>::RULES,)*
                }
            }

            /// Hands the game's type to a visitor. `terrain` is the text of its setting; `None` stands for the default.
            ///
            /// # Errors
            /// If the game has no such setting or the text is wrong.
            pub fn visit<V: Visitor>(self, terrain: Option<&str>, visitor: V) -> Result<V::Output, SettingError> {
                match self {
                    $(Variant::$variant => Ok(visitor.visit::<$game>(<$game as Game>::read_setting(terrain)?)),)*
                }
            }
        }
    };
}

games! {
    Ultima => crate::game::ultima::Ultima, "Robert Abbott's Ultima (1963)";
    Shashmaty => crate::game::shashmaty::Shashmaty, "Chess and Russian draughts on the dark squares";
    ShashmatyDamka => crate::game::shashmaty::ShashmatyDamka, "Shashmaty whose pawns become flying damkas";
    ShashmatyDragon => crate::game::shashmaty::ShashmatyDragon, "Shashmaty whose pawns become dragons";
    Chameleon => crate::game::chameleon::Chameleon, "Tony Quintanilla's Chameleon on 41 coloured squares (2000)";
}

impl Variant {
    /// A game in progress, from the game's start position.
    ///
    /// # Errors
    /// If the game has no such terrain, or its start position does not fit the terrain.
    pub fn arbiter(self, terrain: Option<&str>) -> Result<Box<dyn Arbiter>, VariantError> {
        struct New;
        impl Visitor for New {
            type Output = Result<Box<dyn Arbiter>, VariantError>;
            fn visit<G: Searchable>(self, setting: G::Setting) -> Self::Output {
                Ok(Box::new(GameArbiter::<G>::new(G::parse(G::START, setting)?)))
            }
        }
        self.visit(terrain, New)?
    }

    /// A game in progress from another position, which need not exist on the game's own start position's terrain.
    ///
    /// # Errors
    /// If the game has no such terrain or the position is refused.
    pub fn arbiter_from(self, terrain: Option<&str>, fen: Option<&str>) -> Result<Box<dyn Arbiter>, VariantError> {
        struct New<'a>(&'a str);
        impl Visitor for New<'_> {
            type Output = Result<Box<dyn Arbiter>, VariantError>;
            fn visit<G: Searchable>(self, setting: G::Setting) -> Self::Output {
                Ok(Box::new(GameArbiter::<G>::new(G::parse(self.0, setting)?)))
            }
        }
        match fen {
            Some(fen) => self.visit(terrain, New(fen))?,
            None => self.arbiter(terrain),
        }
    }

    /// Checks a terrain for the game.
    ///
    /// # Errors
    /// If the game has no terrain or the text is wrong.
    pub fn check_terrain(self, terrain: Option<&str>) -> Result<(), SettingError> {
        struct Check;
        impl Visitor for Check {
            type Output = ();
            fn visit<G: Searchable>(self, _: G::Setting) {}
        }
        self.visit(terrain, Check)
    }

    /// What the options for the game's setting are named after and their default texts; `None` without a setting.
    pub fn setting(self) -> Option<SettingTexts> {
        struct Texts;
        impl Visitor for Texts {
            type Output = Option<SettingTexts>;
            fn visit<G: Searchable>(self, _: G::Setting) -> Self::Output {
                Some(SettingTexts { name: G::SETTING_NAME?, terrain: G::default_setting_text()?, start: G::START })
            }
        }
        self.visit(None, Texts).ok().flatten()
    }

    /// An engine for the game with a table of this many MiB.
    pub fn engine(self, mebibytes: usize) -> Box<dyn Engine> {
        struct New(usize);
        impl Visitor for New {
            type Output = Box<dyn Engine>;
            fn visit<G: Searchable>(self, _: G::Setting) -> Self::Output {
                Box::new(GameEngine::<G>::new(self.0))
            }
        }
        self.visit(None, New(mebibytes)).expect("every game has a default setting")
    }

    /// The game's opening book: the one in a file, or without a file the one in the program, if it has one.
    ///
    /// # Errors
    /// If the file is refused, or the game has no such terrain.
    pub fn book(self, terrain: Option<&str>, path: Option<&Path>) -> Result<Option<Arc<dyn OpeningBook>>, NoBook> {
        struct Open<'a>(Option<&'a Path>);
        impl Visitor for Open<'_> {
            type Output = Result<Option<Arc<dyn OpeningBook>>, BookError>;
            fn visit<G: Searchable>(self, setting: G::Setting) -> Self::Output {
                Ok(shipped::or_file::<G>(self.0, setting)?.map(|book| book as Arc<dyn OpeningBook>))
            }
        }
        Ok(self.visit(terrain, Open(path))??)
    }
}

/// Why a book is not played from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoBook {
    /// The terrain was refused.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The book was refused.
    #[error(transparent)]
    Book(#[from] BookError),
}

/// The default texts of a game's setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettingTexts {
    /// The options are named `NAME Terrain` and `NAME Start`.
    pub name: &'static str,
    /// The default terrain.
    pub terrain: &'static str,
    /// The start position on it, in FEN.
    pub start: &'static str,
}

/// Why there is no game in progress.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VariantError {
    /// The terrain was refused.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The position was refused.
    #[error(transparent)]
    Position(#[from] crate::game::PositionError),
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no game of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no game '{0}'; the games are {names}", names = names())]
pub struct UnknownVariant(pub String);

fn names() -> String {
    Variant::ALL.iter().map(|variant| variant.name()).collect::<Vec<_>>().join(", ")
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Variant, UnknownVariant> {
        let found = Variant::ALL.iter().find(|variant| variant.name() == name);
        found.copied().ok_or_else(|| UnknownVariant(name.to_owned()))
    }
}
