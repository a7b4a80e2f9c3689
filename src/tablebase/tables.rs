//! Tables that are at hand: by game and setting, opened when they are first asked for.
//!
//! A table that is refused or turns out damaged is told once in the log, and everything goes on without it.

use std::any::Any;
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use dashmap::DashMap;
use log::{error, info, warn};

use super::file::{ENDING, Table, TableError, setting_text};
use super::retrograde::settled;
use super::{Army, Build, Class, Layout, Plan, Tabled, Verdict, index, place, shipped};
use crate::board::Side;

/// All tables of all games: those that are in the program itself, and those in some directories. Cheap to clone; clones
/// share what is open.
#[derive(Clone, Debug)]
pub struct Tables(Option<Arc<Inner>>);

#[derive(Debug)]
struct Inner {
    roots: Vec<PathBuf>,
    /// Whether small tables that are missing are built in the user's directory.
    builds: bool,
    sets: Mutex<HashMap<Key, Arc<dyn Any + Send + Sync>>>,
}

/// A game and its setting, as a text.
type Key = (&'static str, String);

impl Tables {
    /// No tables at all.
    pub fn none() -> Tables {
        Tables(None)
    }

    /// The tables that are in the program itself, which all users of these share.
    pub fn shipped() -> Tables {
        static SHIPPED: LazyLock<Tables> = LazyLock::new(|| Tables::in_directories(Vec::new()));
        SHIPPED.clone()
    }

    /// The tables below these directories and those in the program itself; of a class that is in several, the first's.
    pub fn in_directories(roots: Vec<PathBuf>) -> Tables {
        Tables(Some(Arc::new(Inner { roots, builds: false, sets: Mutex::default() })))
    }

    /// The tables below these directories, in the user's own and in the program itself. Small ones that are missing, as
    /// those of a terrain of the user's are, are built in the background when a game is first asked for.
    pub fn with_user_directory(mut roots: Vec<PathBuf>) -> Tables {
        roots.extend(place::of_user());
        Tables(Some(Arc::new(Inner { roots, builds: true, sets: Mutex::default() })))
    }

    /// The tables of a game; `None` if there are none at all.
    pub fn set<G: Tabled>(&self, setting: G::Setting) -> Option<Set<G>> {
        let inner = self.0.as_ref()?;
        let key = (G::NAME, setting_text::<G>(setting));
        let mut sets = inner.sets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(set) = sets.get(&key).and_then(|known| known.downcast_ref::<Set<G>>()) {
            return Some(set.clone());
        }
        let set = Set::open(&inner.roots, setting);
        sets.insert(key, Arc::new(set.clone()));
        drop(sets);
        if inner.builds {
            build_in_background(&set);
        }
        Some(set)
    }
}

/// The number of men up to which tables of a game are built unasked: few enough for seconds and a few megabytes.
pub fn small<G: Tabled>() -> u32 {
    // A game with one kind of man has few classes.
    if G::LETTERS.len() == 2 { 4 } else { 3 }
}

/// Builds the small tables that are missing in the user's directory, with one thread, and adds them as they come.
fn build_in_background<G: Tabled>(set: &Set<G>) {
    let Some(root) = place::of_user() else { return };
    let plan = Plan::<G>::new(set.setting(), small::<G>(), None);
    if plan.classes().iter().all(|&class| set.table(class).is_some()) {
        return;
    }
    let set = set.clone();
    let work = move || {
        let result = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .map_err(|why| why.to_string())
            .and_then(|pool| pool.install(|| Build::new(plan, &root, set).run().map_err(|why| why.to_string())));
        match result {
            Ok(()) => info!("tables of {} are in {}", G::NAME, root.display()),
            Err(why) => warn!("tables of {} could not be built: {why}", G::NAME),
        }
    };
    if let Err(why) = std::thread::Builder::new().name("tables".to_owned()).spawn(work) {
        warn!("tables of {} are not built: {why}", G::NAME);
    }
}

/// The tables of one game with one setting. Cheap to clone; clones share what is open.
#[derive(Debug)]
pub struct Set<G: Tabled>(Arc<SetInner<G>>);

#[derive(Debug)]
struct SetInner<G: Tabled> {
    setting: G::Setting,
    exchangeable: bool,
    tables: DashMap<(u32, u32), Arc<Entry<G>>>,
    most_men: AtomicU32,
    refused: Mutex<Vec<(PathBuf, TableError)>>,
}

/// A table, and whether it was found damaged.
#[derive(Debug)]
struct Entry<G: Tabled> {
    table: Arc<Table<G>>,
    broken: AtomicBool,
}

impl<G: Tabled> Clone for Set<G> {
    fn clone(&self) -> Self {
        Set(self.0.clone())
    }
}

impl<G: Tabled> Set<G> {
    /// No tables.
    pub fn empty(setting: G::Setting) -> Set<G> {
        let exchangeable = index::exchangeable::<G>(setting);
        Set(Arc::new(SetInner {
            setting,
            exchangeable,
            tables: DashMap::new(),
            most_men: AtomicU32::new(0),
            refused: Mutex::default(),
        }))
    }

    /// The tables of the game that are below these directories, and those that are in the program itself. What is
    /// refused is told in the log.
    pub fn open(roots: &[PathBuf], setting: G::Setting) -> Set<G> {
        let set = Set::empty(setting);
        set.open_directories(roots);
        for (name, bytes) in shipped::of_game::<G>(setting) {
            let class = Class::read::<G>(name, set.0.exchangeable);
            let Some(class) = class.filter(|class| set.table(*class).is_none()) else { continue };
            let path = PathBuf::from(format!("(in the program) {name}"));
            match Table::within(&path, bytes, Layout::new(class, setting)) {
                Ok(table) => set.add(table),
                Err(why) => error!("{}: {why}; going on without it", path.display()),
            }
        }
        set
    }

    /// The tables of the game that are below these directories alone. What is refused is told in the log.
    pub fn in_directories(roots: &[PathBuf], setting: G::Setting) -> Set<G> {
        let set = Set::empty(setting);
        set.open_directories(roots);
        set
    }

    fn open_directories(&self, roots: &[PathBuf]) {
        let (set, setting) = (self, self.0.setting);
        for root in roots {
            let Ok(entries) = fs::read_dir(place::of_game::<G>(root, setting)) else { continue };
            for path in entries.flatten().map(|entry| entry.path()) {
                let is_table = path.extension().is_some_and(|ending| ending == ENDING);
                let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
                let class = Class::read::<G>(name, set.0.exchangeable).filter(|class| class.men() <= MOST_MEN);
                let Some(class) = class.filter(|class| is_table && set.table(*class).is_none()) else { continue };
                match Table::open(&path, Layout::new(class, setting)) {
                    Ok(table) => set.add(table),
                    Err(why) => {
                        error!("{}: {why}; going on without it", path.display());
                        set.0.refused.lock().unwrap_or_else(PoisonError::into_inner).push((path, why));
                    }
                }
            }
        }
    }

    /// The files that were refused when the tables were opened, each with the reason, as one text.
    pub fn refused(&self) -> Vec<String> {
        let refused = self.0.refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.iter().map(|(path, why)| format!("{}: {why}", path.display())).collect()
    }

    /// What the positions are made with.
    pub fn setting(&self) -> G::Setting {
        self.0.setting
    }

    /// Adds a table, or puts it in the place of one of the same class.
    pub fn add(&self, table: Table<G>) {
        let class = table.layout().class();
        let entry = Entry { table: Arc::new(table), broken: AtomicBool::new(false) };
        self.0.tables.insert(key(class), Arc::new(entry));
        self.0.most_men.fetch_max(class.men(), Relaxed);
    }

    /// The table of a class.
    pub fn table(&self, class: Class) -> Option<Arc<Table<G>>> {
        self.0.tables.get(&key(class)).map(|entry| entry.table.clone())
    }

    /// All tables, in the order of their men and names.
    pub fn tables(&self) -> Vec<Arc<Table<G>>> {
        let mut tables: Vec<_> = self.0.tables.iter().map(|entry| entry.table.clone()).collect();
        tables.sort_by_cached_key(|table| {
            let class = table.layout().class();
            (class.men(), class.name::<G>())
        });
        tables
    }

    /// The most men of any table; 0 without tables.
    #[inline]
    pub fn most_men(&self) -> u32 {
        self.0.most_men.load(Relaxed)
    }

    /// The class of a position; `None` where a side has no king.
    #[inline]
    pub fn class_of(&self, position: &G) -> Option<Class> {
        let [white, black] = Side::ALL.map(|side| Army::of(position, side));
        (white.count(0) > 0 && black.count(0) > 0).then(|| Class::new(white, black, self.0.exchangeable))
    }

    /// The name of a position's class.
    pub fn name_of(&self, position: &G) -> String {
        self.class_of(position).map_or_else(|| "a side without a king".to_owned(), Class::name::<G>)
    }

    /// Looks a position up; `None` where there is no table for it.
    #[inline]
    pub fn probe(&self, position: &G) -> Option<Verdict> {
        if position.men() > self.most_men() || !position.is_tabled() {
            return None;
        }
        let class = self.class_of(position)?;
        let entry = self.0.tables.get(&key(class))?;
        if entry.broken.load(Relaxed) {
            return None;
        }
        match entry.table.code(entry.table.layout().number(position)) {
            Ok(code) => Some(Verdict::of_code(code)),
            Err(why) => {
                if !entry.broken.swap(true, Relaxed) {
                    error!("{}: {why}; going on without it", entry.table.path().display());
                }
                None
            }
        }
    }

    /// Looks a position up, which may be over by the loss of all kings.
    pub(super) fn probe_or_settle(&self, position: &G) -> Option<Verdict> {
        match self.class_of(position) {
            Some(_) => self.probe(position),
            None => position.outcome(&[]).map(|outcome| settled(outcome, position)),
        }
    }
}

/// The most men for which there are tables.
pub const MOST_MEN: u32 = 8;

fn key(class: Class) -> (u32, u32) {
    (class.first.code(), class.second.code())
}
