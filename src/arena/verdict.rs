//! How a game between engines ended: by the rules, or because an engine did something wrong.

use std::fmt;

use crate::board::Side;
use crate::game::Outcome;

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who has won; `None` for a draw.
    pub winner: Option<Side>,
    /// What kind of end it was.
    pub termination: Termination,
    /// The reason, a short sentence.
    pub reason: String,
}

/// What kind of end a game had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Termination {
    /// The rules of the game.
    Rules,
    /// An engine resigned.
    Resignation,
    /// Both engines wanted a draw.
    Agreement,
    /// The arena's own rules for games whose result is clear.
    Adjudication,
    /// An engine took too much time.
    Time,
    /// An engine said no legal move, or refused one.
    IllegalMove,
    /// An engine claimed a result that the rules do not give.
    FalseClaim,
    /// An engine stopped answering.
    Stall,
    /// An engine's process ended.
    Disconnection,
    /// An engine would not play the game.
    Refusal,
}

impl Termination {
    /// All of them.
    pub const ALL: [Termination; 10] = [
        Termination::Rules,
        Termination::Resignation,
        Termination::Agreement,
        Termination::Adjudication,
        Termination::Time,
        Termination::IllegalMove,
        Termination::FalseClaim,
        Termination::Stall,
        Termination::Disconnection,
        Termination::Refusal,
    ];

    /// PGN's word for it, in the `Termination` tag.
    pub const fn name(self) -> &'static str {
        match self {
            Termination::Rules => "normal",
            Termination::Resignation => "resignation",
            Termination::Agreement => "agreement",
            Termination::Adjudication => "adjudication",
            Termination::Time => "time forfeit",
            Termination::IllegalMove => "illegal move",
            Termination::FalseClaim => "false claim",
            Termination::Stall => "stalled connection",
            Termination::Disconnection => "abandoned",
            Termination::Refusal => "refused",
        }
    }

    /// The termination of that name.
    pub fn named(name: &str) -> Option<Termination> {
        Termination::ALL.into_iter().find(|termination| termination.name() == name)
    }

    /// Whether the engine that lost did something that no engine should do. It must be started anew then: nobody knows what
    /// it is still about to say.
    pub const fn is_fault(self) -> bool {
        !matches!(
            self,
            Termination::Rules | Termination::Resignation | Termination::Agreement | Termination::Adjudication
        )
    }
}

impl Verdict {
    /// An end by the rules.
    pub fn by_rules(outcome: Outcome) -> Verdict {
        Verdict { winner: outcome.winner, termination: Termination::Rules, reason: outcome.to_string() }
    }

    /// A loss of `loser`.
    pub fn lost(loser: Side, termination: Termination, reason: impl Into<String>) -> Verdict {
        Verdict { winner: Some(!loser), termination, reason: reason.into() }
    }

    /// A draw.
    pub fn drawn(termination: Termination, reason: impl Into<String>) -> Verdict {
        Verdict { winner: None, termination, reason: reason.into() }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(&self) -> &'static str {
        result(self.winner)
    }

    /// The side whose engine is at fault, if any.
    pub fn culprit(&self) -> Option<Side> {
        self.winner.filter(|_| self.termination.is_fault()).map(|winner| !winner)
    }
}

/// `1-0`, `0-1` or `1/2-1/2`.
pub const fn result(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::White) => "1-0",
        Some(Side::Black) => "0-1",
        None => "1/2-1/2",
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{{}}}", self.result(), self.reason)
    }
}
