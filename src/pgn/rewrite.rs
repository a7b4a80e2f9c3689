//! Writing a game anew that was read and played by the rules: its tags, comments and annotations with its moves in one form.

use super::read::Game as Written;
use super::replay::{self, Fault, Replay, Usual, at_start};
use super::{Pgn, Ply, sheet};
use crate::arbiter::{Arbiter, GameArbiter};
use crate::board::Side;
use crate::game::{Game, notation};
use crate::search::Searchable;
use crate::variant::Visitor;

/// A form of moves' texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// This project's, which UCI has too.
    Paths,
    /// XBoard's, where a move may be several plies.
    Sheet,
}

/// A game that keeps the rules, in this project's text, and the game in progress before its first move.
///
/// # Errors
/// What is wrong with it, if it is broken or nobody says which game it is of.
pub fn playable(game: &Written, usual: &Usual) -> Result<(Pgn, Box<dyn Arbiter>), Fault> {
    struct Anew<'a>(&'a Written);
    impl Visitor for Anew<'_> {
        type Output = Result<(Pgn, Box<dyn Arbiter>), Fault>;
        fn visit<G: Searchable>(self, setting: G::Setting) -> Self::Output {
            let replay = replay::check::<G>(self.0, setting)?;
            let anew = rewritten(self.0, &replay, Form::Paths);
            Ok((anew, Box::new(GameArbiter::new(replay.start))))
        }
    }
    let (variant, terrain) = usual.ground(game)?;
    variant.visit(terrain, Anew(game)).map_err(|why| at_start(game, why))?
}

/// The game with its moves in this form. What is said of the parts of a move is said of the move.
pub fn rewritten<G: Game>(game: &Written, replay: &Replay<G>, form: Form) -> Pgn {
    let mut moves = Vec::with_capacity(replay.moves.len());
    for (position, (m, plies)) in replay.positions().zip(&replay.moves) {
        let mut texts = match form {
            Form::Paths => vec![notation::text(&position, *m)],
            Form::Sheet => sheet::words(&position, *m),
        };
        let last = texts.pop().unwrap_or_default();
        moves.extend(texts.into_iter().map(|text| Ply { text, ..Ply::default() }));
        let said = &game.moves[plies.clone()];
        let comments: Vec<&str> = said.iter().map(|ply| &*ply.comment).filter(|text| !text.is_empty()).collect();
        moves.push(Ply {
            text: last,
            annotations: said.iter().flat_map(|ply| ply.annotations.clone()).collect(),
            comment: comments.join(" "),
            variations: said.iter().flat_map(|ply| ply.variations.clone()).collect(),
        });
    }
    Pgn {
        tags: tags(game, replay, form, moves.len()),
        opening: game.opening.clone(),
        moves,
        first: (replay.start.counters().full_move, replay.start.turn() == Side::Black),
        closing: game.closing.clone(),
        result: game.result.clone().unwrap_or_default(),
    }
}

/// The game's tags, and those that its new form needs.
fn tags<G: Game>(game: &Written, replay: &Replay<G>, form: Form, plies: usize) -> Vec<super::Tag> {
    let mut tags: Vec<super::Tag> =
        game.tags.iter().map(|(name, value)| (name.clone().into(), value.clone())).collect();
    if let Some((_, value)) = tags.iter_mut().find(|(name, _)| name == "PlyCount") {
        *value = plies.to_string();
    }
    let mut add = |name: &'static str, value: String| {
        if game.tag(name).is_none() {
            tags.push((name.into(), value));
        }
    };
    add("Variant", G::NAME.to_owned());
    if let Some(terrain) = G::setting_text(replay.start.setting()) {
        add("Terrain", terrain);
    }
    if form == Form::Sheet {
        // Without these XBoard has neither the board nor the pieces.
        add("VariantMen", sheet::men(&G::WINDOW));
        add("FEN", replay.start.fen());
        add("SetUp", "1".to_owned());
    } else {
        tags.retain(|(name, _)| name != "VariantMen");
    }
    tags
}
