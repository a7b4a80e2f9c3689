//! The search's margins and switches, each with the unit it counts in.
//!
//! Values are in centipawns and plies unless a line says otherwise; a switch is 1 or 0. They can be set by name, so that a
//! step can be measured against the same engine without it.

/// Deeper than any search: what a step's least depth is set to where a game does without the step.
pub const NEVER: i32 = 1_000;

/// Declares the parameters once: the fields, their names and their common values.
macro_rules! params {
    ($($(#[doc = $doc:expr])+ $name:ident = $value:expr;)+) => {
        /// Margins and depths of every pruning and reduction step.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[doc = $doc])+ pub $name: i32,)+
        }

        impl Params {
            /// Values for most games.
            pub const COMMON: Params = Params { $($name: $value,)+ };

            /// The names of all parameters.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),+];

            /// Sets a parameter by its name; `false` if there is none of this name.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)+
                    _ => return false,
                }
                true
            }
        }
    };
}

params! {
    /// Reverse futility: greatest depth; 0 switches it off.
    reverse_futility_depth = 8;
    /// Margin a ply.
    reverse_futility_margin = 80;
    /// Razoring: greatest depth; 0 switches it off.
    razor_depth = 3;
    /// Margin a ply.
    razor_margin = 220;
    /// Null move: least depth; more than any depth switches it off.
    null_depth = 3;
    /// Plies by which it is reduced at least.
    null_base = 3;
    /// One ply more for so much depth.
    null_slope = 4;
    /// Internal reduction: least depth of a node without a table move.
    internal_depth = 4;
    /// Late move pruning: greatest depth; 0 switches it off.
    late_depth = 8;
    /// Quiet moves tried at least.
    late_base = 4;
    /// Futility pruning of quiet moves: greatest depth; 0 switches it off.
    futility_depth = 7;
    /// Margin at depth 0.
    futility_base = 80;
    /// Margin a ply.
    futility_margin = 90;
    /// History pruning: greatest depth; 0 switches it off.
    history_depth = 4;
    /// History points a ply.
    history_margin = 1_800;
    /// Late move reductions: least depth; more than any depth switches them off.
    reduction_depth = 2;
    /// Hundredths of a ply at the first reduced move.
    reduction_base = 40;
    /// Divisor of the product of logarithms, in hundredths.
    reduction_slope = 210;
    /// History points that are worth one ply of reduction.
    reduction_history = 6_000;
    /// Hundredths of a ply more where a move is expected to refute the last one.
    reduction_cut = 0;
    /// Singular extension: least depth; more than any depth switches it off.
    singular_depth = 8;
    /// Whether moves that give check are extended.
    check_extension = 1;
    /// Whether the only capture of a side that must capture is extended.
    single_extension = 1;
    /// Whether evaluations are corrected by what searches found in like positions.
    correction = 1;
    /// Whether follow-up histories order and reduce.
    continuation = 1;
    /// Window of the first try around the last score.
    aspiration = 25;
    /// Whether evaluations shrink as the half-move counter grows.
    fading = 1;
    /// Probcut in place of the null move: least depth; more than any depth switches it off.
    probcut_depth = NEVER;
    /// Margin above beta.
    probcut_margin = 150;
    /// What a capture may gain beyond its own worth before the quiescence search gives it up.
    delta_margin = 150;
    /// Several threads: least depth at which moves under search are put off by the others; below it a search is over before
    /// it can be told.
    busy_depth = 4;
    /// Several threads: least depth of a search whose lessons about moves and evaluations are told to the others.
    lesson_depth = NEVER;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_sets_its_own_value() {
        for name in Params::NAMES {
            let mut params = Params::COMMON;
            assert!(params.set(name, 77_777), "{name}");
            assert_ne!(params, Params::COMMON, "{name}");
        }
        assert!(!Params::COMMON.clone().set("speed", 1));
    }
}
