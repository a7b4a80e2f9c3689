//! What a `go` allows a search.

use std::time::Duration;

use triptych_protocol::Problem;
use triptych_protocol::uci::Go;

use crate::board::Side;
use crate::search::{Clock, Limits};

/// What a search takes whose limits could not be read: to go on without end would lose the game.
pub(super) const FALLBACK: Limits = Limits { depth: None, nodes: None, move_time: Some(FALLBACK_TIME), clock: None };
/// How long that is.
pub(super) const FALLBACK_TIME: Duration = Duration::from_secs(1);

/// The limits that a `go` sets for this side; none where it says nothing of them, or asks for a search without end.
/// `None` where limits are meant of which nothing holds for this side: a number that is none, the other side's clock alone,
/// or moves to go without a clock.
pub(super) fn of(go: &Go, turn: Side) -> Option<Limits> {
    let limits = read(go, turn);
    let is_clock_meant = [go.wtime, go.btime].iter().any(Option::is_some)
        || [go.winc, go.binc].iter().any(Option::is_some)
        || go.movestogo.is_some();
    let is_meant = is_clock_meant
        || go.problems.iter().any(|problem| {
            matches!(problem, Problem::Missing(what) | Problem::NotANumber(what, _) if *what != "searchmoves")
        });
    let is_lost = is_meant && !go.infinite && limits == Limits::default();
    (!is_lost).then_some(limits)
}

fn read(go: &Go, turn: Side) -> Limits {
    if go.infinite {
        return Limits::default();
    }
    let (left, increment) = match turn {
        Side::White => (go.wtime, go.winc),
        Side::Black => (go.btime, go.binc),
    };
    // An increment alone is a clock that has run out.
    let left = left.or(increment.map(|_| 0));
    // No moves to go is the way of some GUIs to speak of the rest of the game.
    let moves_to_go = go.movestogo.filter(|&moves| moves > 0);
    let increment = Duration::from_millis(increment.unwrap_or(0));
    // A mate is looked for a little deeper than it is long, since reductions can hide it.
    let mate = go.mate.map(|moves| moves.saturating_mul(2).saturating_add(4));
    Limits {
        depth: match (go.depth, mate) {
            (Some(depth), Some(mate)) => Some(depth.min(mate)),
            (depth, mate) => depth.or(mate),
        },
        nodes: go.nodes,
        move_time: go.movetime.map(Duration::from_millis),
        clock: left.map(|left| Clock { left, increment, moves_to_go }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(text: &str, turn: Side) -> Limits {
        of(&Go::parse(text), turn).unwrap_or(FALLBACK)
    }

    #[test]
    fn each_side_has_its_own_clock() {
        let text = "wtime 1000 btime -20 winc 10 binc 20 movestogo 5";
        let clock =
            |left, increment| Some(Clock { left, increment: Duration::from_millis(increment), moves_to_go: Some(5) });
        assert_eq!(limits(text, Side::White).clock, clock(1000, 10));
        assert_eq!(limits(text, Side::Black).clock, clock(-20, 20));
        assert_eq!(limits("wtime 1000 movestogo 0", Side::White).clock.map(|clock| clock.moves_to_go), Some(None));
    }

    #[test]
    fn other_limits() {
        assert_eq!(limits("", Side::White), Limits::default());
        assert_eq!(limits("infinite depth 3 movetime 5", Side::White), Limits::default());
        assert_eq!(
            limits("depth 3 nodes 50", Side::White),
            Limits { depth: Some(3), nodes: Some(50), ..Limits::default() }
        );
        assert_eq!(limits("mate 3", Side::White).depth, Some(10));
        assert_eq!(limits("movetime 0", Side::White).move_time, Some(Duration::ZERO));
    }

    #[test]
    fn limits_that_cannot_be_read_do_not_mean_a_search_without_end() {
        let fallback = Limits { move_time: Some(Duration::from_secs(1)), ..Limits::default() };
        for keyword in ["depth", "nodes", "mate", "movetime", "wtime", "winc", "movestogo"] {
            for word in ["", "x", "1x", "--1"] {
                assert_eq!(limits(&format!("{keyword} {word}"), Side::White), fallback, "{keyword} {word}");
                let with_depth = limits(&format!("{keyword} {word} nodes 7"), Side::White);
                assert_eq!(with_depth.nodes, Some(7), "{keyword} {word}");
                assert_eq!(with_depth.move_time, None, "{keyword} {word}");
                assert_eq!(limits(&format!("infinite {keyword} {word}"), Side::White), Limits::default());
                // It counts from `ponderhit` on.
                assert_eq!(limits(&format!("ponder {keyword} {word}"), Side::White), fallback);
            }
        }
        for text in ["wtime 1000", "winc 10", "movestogo 40"] {
            assert_eq!(limits(text, Side::Black), fallback, "{text}");
            assert_eq!(limits(&format!("ponder {text}"), Side::Black), fallback, "{text}");
        }
        assert_eq!(limits("ponder", Side::White), Limits::default());
        assert_eq!(limits("searchmoves", Side::White), Limits::default());
        assert_eq!(limits("nonsense", Side::White), Limits::default());
    }
}
