//! The search's margins and switches, each with the unit it counts in.
//!
//! Values are in centipawns and plies unless a name says otherwise.

/// Margins and depths of every pruning and reduction step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Params {
    /// Reverse futility: greatest depth, and the margin a ply.
    pub reverse_futility_depth: i32,
    /// Margin a ply.
    pub reverse_futility_margin: i32,
    /// Razoring: greatest depth; 0 switches it off.
    pub razor_depth: i32,
    /// Margin a ply.
    pub razor_margin: i32,
    /// Null move: least depth; more than any depth switches it off.
    pub null_depth: i32,
    /// Plies by which it is reduced at least.
    pub null_base: i32,
    /// One ply more for so much depth.
    pub null_slope: i32,
    /// Internal reduction: least depth of a node without a table move.
    pub internal_depth: i32,
    /// Late move pruning: greatest depth.
    pub late_depth: i32,
    /// Quiet moves tried at least.
    pub late_base: i32,
    /// Futility pruning of quiet moves: greatest depth.
    pub futility_depth: i32,
    /// Margin at depth 0 and a ply.
    pub futility_base: i32,
    /// Margin a ply.
    pub futility_margin: i32,
    /// History pruning: greatest depth; history points a ply.
    pub history_depth: i32,
    /// History points a ply.
    pub history_margin: i32,
    /// Late move reductions: hundredths of a ply at the first reduced move.
    pub reduction_base: i32,
    /// Divisor of the product of logarithms, in hundredths.
    pub reduction_slope: i32,
    /// History points that are worth one ply of reduction.
    pub reduction_history: i32,
    /// Singular extension: least depth; more than any depth switches it off.
    pub singular_depth: i32,
    /// Whether moves that give check are extended.
    pub check_extension: bool,
    /// Whether the only legal move is extended.
    pub single_extension: bool,
    /// Whether evaluations are corrected by what searches found in like positions.
    pub correction: bool,
    /// Whether follow-up histories order and reduce.
    pub continuation: bool,
    /// Window of the first try around the last score.
    pub aspiration: i32,
    /// Whether evaluations shrink as the half-move counter grows.
    pub fading: bool,
    /// Probcut in place of the null move: least depth; more than any depth switches it off.
    pub probcut_depth: i32,
    /// Margin above beta.
    pub probcut_margin: i32,
}

/// Deeper than any search: what a step's least depth is set to where a game does without the step.
pub const NEVER: i32 = 1_000;

impl Params {
    /// Values for most games.
    pub const COMMON: Params = Params {
        reverse_futility_depth: 8,
        reverse_futility_margin: 80,
        razor_depth: 3,
        razor_margin: 220,
        null_depth: 3,
        null_base: 3,
        null_slope: 4,
        internal_depth: 4,
        late_depth: 8,
        late_base: 4,
        futility_depth: 7,
        futility_base: 80,
        futility_margin: 90,
        history_depth: 4,
        history_margin: 1_800,
        reduction_base: 40,
        reduction_slope: 210,
        reduction_history: 6_000,
        singular_depth: 8,
        check_extension: true,
        single_extension: true,
        correction: true,
        continuation: true,
        aspiration: 25,
        fading: true,
        probcut_depth: NEVER,
        probcut_margin: 150,
    };
}
