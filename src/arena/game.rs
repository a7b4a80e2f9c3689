//! One game between two engines: they are told each other's moves, the rules decide.

use std::time::Duration;

use triptych_protocol::xboard::{Command, FeatureValue, Reply};
use triptych_protocol::{GameResult, MoveText, MoveWord};

use super::peer::{Peer, PeerError};
use crate::arbiter::{Arbiter, Played};
use crate::board::Side;
use crate::game::notation::Reading;
use crate::game::{MoveError, Outcome};

/// How an engine broke a game off.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// It did not answer.
    #[error("{side}: {error}")]
    Peer {
        /// Whose engine.
        side: Side,
        /// What happened.
        error: PeerError,
    },
    /// It made a move that the rules do not know.
    #[error("{side} made an illegal move: {error}")]
    IllegalMove {
        /// Whose engine.
        side: Side,
        /// The move.
        error: MoveError,
    },
    /// It called a legal move illegal.
    #[error("{side} refused the legal move {text}")]
    Refusal {
        /// Whose engine.
        side: Side,
        /// The move.
        text: String,
    },
    /// It claimed a result that the rules do not give, or resigned.
    #[error("{side} claimed {claim}")]
    Claim {
        /// Whose engine.
        side: Side,
        /// What it said.
        claim: String,
    },
}

/// How long a handshake may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Greets an engine and waits until it has named its features.
///
/// # Errors
/// If it does not answer.
pub fn greet(peer: &mut Peer) -> Result<(), PeerError> {
    peer.say(&Command::Xboard);
    peer.say(&Command::Protover(2));
    peer.wait(PATIENCE, |reply| match reply {
        Reply::Features(features) => features
            .iter()
            .any(|feature| feature.name == "done" && feature.value == FeatureValue::Number(1))
            .then_some(()),
        _ => None,
    })
}

/// Begins a game on an engine: the variant, and the position if it is not the variant's own.
///
/// # Errors
/// If it does not answer.
pub fn begin(peer: &mut Peer, game: &dyn Arbiter, move_time: Duration) -> Result<(), PeerError> {
    if let (Some(terrain), Some(name)) = (game.terrain(), game.setting_name()) {
        peer.say(&Command::Option { name: format!("{name} Start"), value: Some(game.start_fen()) });
        peer.say(&Command::Option { name: format!("{name} Terrain"), value: Some(terrain) });
    }
    peer.say(&Command::New);
    peer.say(&Command::Variant(game.name().into()));
    peer.say(&Command::MoveTime(move_time));
    if game.start_fen() != game.rules_start() {
        peer.say(&Command::SetBoard(game.start_fen()));
    }
    peer.say(&Command::Ping("1".into()));
    peer.wait(PATIENCE, |reply| matches!(reply, Reply::Pong(number) if number == "1").then_some(()))
}

/// Tells an engine a move as XBoard passes it on.
pub fn tell(peer: &mut Peer, played: &Played) {
    for line in &played.lines {
        peer.say(&Command::UserMove(MoveWord::from(line.to_relayed())));
    }
}

/// Waits for an engine's move and plays it.
///
/// # Errors
/// If the engine breaks the rules of the game or of the conversation.
pub fn take_move(peer: &mut Peer, game: &mut dyn Arbiter, patience: Duration) -> Result<Played, Fault> {
    let side = game.turn();
    let mut parts: Vec<MoveText> = Vec::new();
    loop {
        let word = peer
            .wait(patience, |reply| match reply {
                Reply::Move(word) => Some(Ok(word)),
                Reply::Resign => Some(Err(Fault::Claim { side, claim: "resignation".into() })),
                Reply::IllegalMove { text, .. } => Some(Err(Fault::Refusal { side, text })),
                Reply::Result { result, reason } => {
                    Some(Err(Fault::Claim { side, claim: format!("{result} {{{reason}}}") }))
                }
                _ => None,
            })
            .map_err(|error| Fault::Peer { side, error })??;
        let line = word.read().map_err(|why| Fault::IllegalMove {
            side,
            error: MoveError::Malformed { text: word.to_string(), why: why.to_string() },
        })?;
        let is_more_to_come = line.part || line.is_null() && !parts.is_empty();
        if !line.is_null() {
            parts.push(line);
        }
        if !is_more_to_come {
            return game.play_written(&parts, Reading::Exact).map_err(|error| Fault::IllegalMove { side, error });
        }
    }
}

/// Tells an engine that the game is over.
pub fn finish(peer: &mut Peer, outcome: Option<Outcome>) {
    let (result, reason) = match outcome {
        Some(outcome) => {
            let result = match outcome.winner {
                Some(Side::White) => GameResult::WhiteWins,
                Some(Side::Black) => GameResult::BlackWins,
                None => GameResult::Draw,
            };
            (result, outcome.to_string())
        }
        None => (GameResult::Unfinished, String::new()),
    };
    peer.say(&Command::Result { result, reason });
    peer.say(&Command::Force);
}
