//! Moves of several jumps, in whatever game: the search goes over states, never over paths.
//! All paths to one state must have the same number of legs (the victims are part of the state, and each leg takes
//! one), so that the alphabetically first path to a state continues the alphabetically first path to one before it.

use crate::board::Square;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::ops::ControlFlow;

/// Visits each state that can be reached from the first one once, with the alphabetically first path to it; the first
/// state itself is not visited. `next` lists the landing squares of one more jump and the states there.
pub(crate) fn visit_states<S: Clone + Eq + Hash>(
    square: Square,
    first: S,
    next: &dyn Fn(&S) -> Vec<(Square, S)>,
    visit: &mut dyn FnMut(&S, &[Square]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut layer = HashMap::from([(first, vec![square])]);
    while !layer.is_empty() {
        let mut following: HashMap<S, Vec<Square>> = HashMap::new();
        for (state, path) in &layer {
            for (landing, reached) in next(state) {
                let known = following.get(&reached);
                // The landing square is part of the state, so the paths differ in what comes before it.
                if known.is_none_or(|known| path[..] < known[..path.len()]) {
                    let longer = path.iter().copied().chain([landing]).collect();
                    following.insert(reached, longer);
                }
            }
        }
        for (state, path) in &following {
            visit(state, path)?;
        }
        layer = following;
    }
    ControlFlow::Continue(())
}

/// Whether a wanted state can be reached from the first one. `next` as above.
pub(crate) fn can_reach<S: Clone + Eq + Hash>(
    first: S,
    next: &dyn Fn(&S) -> Vec<(Square, S)>,
    wanted: &dyn Fn(&S) -> bool,
) -> bool {
    let mut seen: HashSet<S> = HashSet::new();
    let mut open = vec![first];
    while let Some(state) = open.pop() {
        if wanted(&state) {
            return true;
        }
        let further = next(&state).into_iter().map(|(_, reached)| reached);
        open.extend(further.filter(|reached| seen.insert(reached.clone())));
    }
    false
}

/// All paths from the first state to those that are `wanted`, in alphabetical order, `cap` of them at most. `next` as
/// above; it may leave out what leads nowhere.
pub(crate) fn paths<S: Clone + Eq + Hash>(
    square: Square,
    first: S,
    next: &dyn Fn(&S) -> Vec<(Square, S)>,
    wanted: &dyn Fn(&S) -> bool,
    cap: usize,
) -> Vec<Vec<Square>> {
    let mut search = Paths { next, wanted, cap, barren: HashSet::new(), found: Vec::new() };
    search.extend(&mut vec![square], &first);
    search.found
}

struct Paths<'a, S> {
    next: &'a dyn Fn(&S) -> Vec<(Square, S)>,
    wanted: &'a dyn Fn(&S) -> bool,
    cap: usize,
    /// States from which no wanted state can be reached.
    barren: HashSet<S>,
    found: Vec<Vec<Square>>,
}

impl<S: Clone + Eq + Hash> Paths<'_, S> {
    fn extend(&mut self, path: &mut Vec<Square>, state: &S) {
        if self.found.len() >= self.cap || self.barren.contains(state) {
            return;
        }
        let before = self.found.len();
        if (self.wanted)(state) {
            self.found.push(path.clone());
        }
        let mut further = (self.next)(state);
        further.sort_by_key(|&(landing, _)| landing);
        for (landing, reached) in further {
            path.push(landing);
            self.extend(path, &reached);
            path.pop();
        }
        if self.found.len() == before && before < self.cap {
            self.barren.insert(state.clone());
        }
    }
}
