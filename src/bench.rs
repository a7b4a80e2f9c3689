//! The benchmark: fixed positions of a game to a fixed depth. The number of nodes changes whenever the search does.

use crate::game::Record;
use crate::search::{Limits, Request, Searchable, Stop, Team};
use crate::variant::{Variant, Visitor};

/// The depth of every search, in plies.
const DEPTH: u32 = 11;
/// The table of every search, in MiB.
const MEMORY: usize = 16;

/// The nodes of a game's searches.
///
/// # Errors
/// If the terrain is refused or the positions do not fit it, or the system has no thread to give.
pub fn nodes(variant: Variant, terrain: Option<&str>) -> anyhow::Result<u64> {
    variant.visit(terrain, Suite)?
}

/// Searches a game's positions with one thread and counts the nodes.
struct Suite;

impl Visitor for Suite {
    type Output = anyhow::Result<u64>;

    fn visit<G: Searchable>(self, setting: G::Setting) -> anyhow::Result<u64> {
        let mut team = Team::<G>::new(1, MEMORY)?;
        let request = Request::new(Limits { depth: Some(DEPTH), ..Limits::default() });
        let mut nodes = 0;
        for fen in G::BENCH {
            team.forget();
            let record = Record::new(G::parse(fen, setting)?);
            nodes += team.search(&record, &request, &Stop::new(), &mut |_| {}).nodes;
        }
        Ok(nodes)
    }
}
