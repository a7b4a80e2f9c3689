//! The landings of a chain, found from its victims.

use smallvec::SmallVec;

use super::chain::{Chain, States};
use crate::board::{Bitboard, Square};

/// The squares of a chain: its start and every landing.
pub(super) type Path = SmallVec<[Square; 8]>;

/// The alphabetically first way to jump all of a chain's prey and stand on a square that is wanted.
///
/// However many ways there are, no state is searched twice.
pub(super) fn first_path(chain: &Chain, is_wanted: impl Fn(Square) -> bool) -> Option<Path> {
    let mut search = Search { chain, is_wanted, failed: States::default(), path: SmallVec::from_slice(&[chain.from]) };
    search.extend(chain.from, Bitboard::EMPTY).then_some(search.path)
}

struct Search<'a, F> {
    chain: &'a Chain,
    is_wanted: F,
    /// From where the rest cannot be jumped.
    failed: States,
    path: Path,
}

impl<F: Fn(Square) -> bool> Search<'_, F> {
    fn extend(&mut self, at: Square, victims: Bitboard) -> bool {
        if victims == self.chain.prey {
            return (self.is_wanted)(at);
        }
        if self.failed.has(victims, at) {
            return false;
        }
        let mut further: SmallVec<[(Square, Bitboard); 16]> = self
            .chain
            .jumps(at, victims)
            .flat_map(|(victim, landings)| landings.into_iter().map(move |landing| (landing, victims | victim)))
            .collect();
        further.sort_unstable_by_key(|(landing, _)| (landing.file(), landing.rank()));
        for (landing, victims) in further {
            self.path.push(landing);
            if self.extend(landing, victims) {
                return true;
            }
            self.path.pop();
        }
        self.failed.add(victims, Bitboard::of(at));
        false
    }
}
