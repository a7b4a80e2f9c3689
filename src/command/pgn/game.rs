//! One game: whether it can be played, and what is wanted of it.

use crate::pgn::read::Game as Written;
use crate::pgn::replay::{self, Fault, Usual, at_start, syntax};
use crate::pgn::rewrite::{Form, rewritten};
use crate::search::Searchable;
use crate::variant::Visitor;

/// What is asked of every game.
pub(super) struct Question<'a> {
    pub(super) usual: &'a Usual,
    /// Whether it is played by the rules.
    pub(super) is_checked: bool,
    pub(super) is_last_wanted: bool,
    /// The form of moves in which it is written anew, if it is.
    pub(super) form: Option<Form>,
}

/// The answers.
#[derive(Default)]
pub(super) struct Examined {
    pub(super) fault: Option<Fault>,
    /// Moves, or without rules the plies of the text.
    pub(super) plies: usize,
    pub(super) last: Option<String>,
    pub(super) text: Option<String>,
}

impl Question<'_> {
    pub(super) fn examine(&self, game: &Written) -> Examined {
        if !self.is_checked {
            return Examined { fault: syntax(game), plies: game.moves.len(), ..Examined::default() };
        }
        let ground = self.usual.ground(game);
        let examined = ground.and_then(|(variant, terrain)| {
            variant.visit(terrain, (self, game)).unwrap_or_else(|why| Err(at_start(game, why)))
        });
        examined.unwrap_or_else(|fault| Examined { fault: Some(fault), ..Examined::default() })
    }
}

impl Visitor for (&Question<'_>, &Written) {
    type Output = Result<Examined, Fault>;

    fn visit<G: Searchable>(self, setting: G::Setting) -> Self::Output {
        let (question, game) = self;
        let replay = replay::check::<G>(game, setting)?;
        let text = question.form.map(|form| {
            let mut anew = rewritten(game, &replay, form);
            // They are in the old form.
            anew.moves.iter_mut().for_each(|ply| ply.variations.clear());
            anew.to_string()
        });
        let last = question.is_last_wanted.then(|| replay.last.fen());
        Ok(Examined { fault: None, plies: replay.moves.len(), last, text })
    }
}
