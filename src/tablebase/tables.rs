//! Tables that are at hand: by game and setting, opened when they are first asked for.
//!
//! A table that is refused or turns out damaged is told once, and everything goes on without it.

use std::any::Any;
use std::collections::HashMap;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use dashmap::DashMap;
use log::{error, info, warn};

use super::build::BuildError;
use super::file::{ENDING, Table, TableError, setting_text};
use super::retrograde::settled;
use super::{Army, Build, Class, Layout, Plan, Tabled, Verdict, index, place, shipped};
use crate::board::Side;
use crate::lock::lock;
use crate::platform;

/// All tables of all games: those that are in the program itself, and those in some directories. Cheap to clone; clones
/// share what is open.
#[derive(Clone, Debug)]
pub struct Tables(Option<Arc<Inner>>);

#[derive(Debug)]
struct Inner {
    roots: Vec<PathBuf>,
    /// Whether small tables that are missing are built in the user's directory.
    builds: bool,
    sets: Mutex<HashMap<Key, Arc<dyn Opened>>>,
    /// What is wrong with the directories, until it is told.
    unread: Mutex<Vec<String>>,
}

/// A set of tables of some game.
trait Opened: Any + Debug + Send + Sync {
    /// What was refused or turned out damaged since this was last asked.
    fn take_complaints(&self) -> Vec<String>;
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
        Tables::new(roots, None, false)
    }

    /// The tables below these directories, in the user's own and in the program itself. Small ones that are missing, as
    /// those of a terrain of the user's are, are built in the background when a game is first asked for.
    pub fn with_user_directory(roots: Vec<PathBuf>) -> Tables {
        Tables::new(roots, place::of_user(), true)
    }

    fn new(mut roots: Vec<PathBuf>, of_user: Option<PathBuf>, builds: bool) -> Tables {
        let unread = roots.iter().filter_map(|root| match fs::read_dir(root) {
            Ok(_) => None,
            Err(why) => Some(format!("{}: {why}; going on without it", root.display())),
        });
        let unread = Mutex::new(unread.collect());
        // The user's own need not be there.
        roots.extend(of_user);
        Tables(Some(Arc::new(Inner { roots, builds, sets: Mutex::default(), unread })))
    }

    /// What is wrong with directories and files, a line for each, as far as it is known now and was not taken before. All
    /// goes on without them.
    pub fn take_complaints(&self) -> Vec<String> {
        let Some(inner) = &self.0 else { return Vec::new() };
        let mut complaints = std::mem::take(&mut *lock(&inner.unread));
        complaints.extend(lock(&inner.sets).values().flat_map(|set| set.take_complaints()));
        complaints
    }

    /// The tables of a game; `None` if there are none at all.
    pub fn set<G: Tabled>(&self, setting: G::Setting) -> Option<Set<G>> {
        let inner = self.0.as_ref()?;
        let key = (G::NAME, setting_text::<G>(setting));
        let mut sets = lock(&inner.sets);
        let known = sets.get(&key).map(|known| known.as_ref() as &dyn Any);
        if let Some(set) = known.and_then(|known| known.downcast_ref::<Set<G>>()) {
            return Some(set.clone());
        }
        let set = Set::open(&inner.roots, setting);
        set.log_refused();
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
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).start_handler(|_| platform::step_back()).build();
        let result = pool.map_err(|why| why.to_string()).and_then(|pool| {
            let build = Build::new(plan, &root, set.clone());
            loop {
                match pool.install(|| build.run()) {
                    // Another process, or an engine beside this one, builds them: they are taken as they come.
                    Err(BuildError::Busy(_)) => {
                        std::thread::sleep(OTHERS);
                        set.open_directories(std::slice::from_ref(&root));
                    }
                    other => return other.map_err(|why| why.to_string()),
                }
            }
        });
        match result {
            Ok(()) => info!("tables of {} are in {}", G::NAME, root.display()),
            Err(why) => warn!("tables of {} could not be built: {why}", G::NAME),
        }
    };
    if let Err(why) = std::thread::Builder::new().name("tables".to_owned()).spawn(work) {
        warn!("tables of {} are not built: {why}", G::NAME);
    }
}

/// How often a look is taken at what another builder has done.
const OTHERS: Duration = Duration::from_secs(1);

/// The tables of one game with one setting. Cheap to clone; clones share what is open.
#[derive(Debug)]
pub struct Set<G: Tabled>(Arc<SetInner<G>>);

#[derive(Debug)]
struct SetInner<G: Tabled> {
    setting: G::Setting,
    exchangeable: bool,
    /// Whether the tables in the program itself are used too.
    with_shipped: bool,
    tables: DashMap<(u32, u32), Arc<Entry<G>>>,
    most_men: AtomicU32,
    refused: Mutex<Refused>,
}

/// What was refused or turned out damaged, each with the reason.
#[derive(Debug, Default)]
struct Refused {
    all: Vec<String>,
    /// How many of them [`Opened::take_complaints`] has told.
    told: usize,
}

/// How many tables there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stock {
    /// The tables.
    pub tables: usize,
    /// The most men of any.
    pub men: u32,
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

impl<G: Tabled> Opened for Set<G> {
    fn take_complaints(&self) -> Vec<String> {
        let mut refused = lock(&self.0.refused);
        let all = refused.all.len();
        let told = std::mem::replace(&mut refused.told, all);
        refused.all[told..].iter().map(|complaint| format!("{complaint}; going on without it")).collect()
    }
}

impl<G: Tabled> Set<G> {
    /// No tables.
    pub fn empty(setting: G::Setting) -> Set<G> {
        Set::new(setting, false)
    }

    fn new(setting: G::Setting, with_shipped: bool) -> Set<G> {
        let exchangeable = index::exchangeable::<G>(setting);
        Set(Arc::new(SetInner {
            setting,
            exchangeable,
            with_shipped,
            tables: DashMap::new(),
            most_men: AtomicU32::new(0),
            refused: Mutex::default(),
        }))
    }

    /// The tables of the game that are below these directories, and those that are in the program itself.
    pub fn open(roots: &[PathBuf], setting: G::Setting) -> Set<G> {
        let set = Set::new(setting, true);
        set.open_directories(roots);
        for (name, _) in shipped::of_game::<G>(setting) {
            if let Some(class) = Class::read::<G>(name, set.0.exchangeable)
                && set.table(class).is_none()
            {
                set.add_shipped(class);
            }
        }
        set
    }

    /// Adds the program's own table of a class, in the place of another one; whether there is one.
    fn add_shipped(&self, class: Class) -> bool {
        let own = shipped::of_game::<G>(self.0.setting).find(|(name, _)| *name == class.name::<G>());
        let Some((name, bytes)) = own.filter(|_| self.0.with_shipped) else { return false };
        let path = PathBuf::from(format!("(in the program) {name}"));
        match Table::within(&path, bytes, Layout::new(class, self.0.setting)) {
            Ok(table) => self.add(table),
            Err(why) => error!("{}: {why}; going on without it", path.display()),
        }
        true
    }

    /// The tables of the game that are below these directories alone.
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
                    Err(why) => set.refuse(&path, &why),
                }
            }
        }
    }

    /// The files that were refused when the tables were opened, each with the reason, as one text.
    pub fn refused(&self) -> Vec<String> {
        lock(&self.0.refused).all.clone()
    }

    fn refuse(&self, path: &Path, why: &TableError) {
        let complaint = format!("{}: {why}", path.display());
        let mut refused = lock(&self.0.refused);
        if !refused.all.contains(&complaint) {
            refused.all.push(complaint);
        }
    }

    /// Tells in the log what was refused.
    pub fn log_refused(&self) {
        self.refused().iter().for_each(|complaint| error!("{complaint}; going on without it"));
    }

    /// How many tables there are.
    pub fn stock(&self) -> Stock {
        Stock { tables: self.0.tables.len(), men: self.most_men() }
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
        let (entry, why) = {
            let entry = self.0.tables.get(&key(class))?;
            if entry.broken.load(Relaxed) {
                return None;
            }
            match entry.table.code(entry.table.layout().number(position)) {
                Ok(code) => return Some(Verdict::of_code(code)),
                Err(why) => (Arc::clone(&entry), why),
            }
        };
        // The program's own may come in its place.
        if self.give_up(&entry, class, &why) { self.probe(position) } else { None }
    }

    /// Goes on without a table that turned out damaged; whether there is another one in its place.
    fn give_up(&self, entry: &Entry<G>, class: Class, why: &TableError) -> bool {
        if entry.broken.swap(true, Relaxed) {
            return false;
        }
        error!("{}: {why}; going on without it", entry.table.path().display());
        self.refuse(entry.table.path(), why);
        !entry.table.is_within_program() && self.add_shipped(class)
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
