//! Building tables: which classes, in which order, with how much memory.
//!
//! A class that has its file is not built again, so a build that was stopped, however hard, goes on with the class in
//! which it was stopped. The same classes give the same bytes on any machine with any number of threads.

use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::file::{self, Table, TableError};
use super::retrograde::{self, Progress, Unsolved};
use super::{Class, Layout, Set, Tabled, index, place};

/// The file by which builds in one directory keep each other out.
const LOCK: &str = "lock";

/// The classes to build.
#[derive(Clone, Debug)]
pub struct Plan<G: Tabled> {
    setting: G::Setting,
    classes: Vec<Class>,
}

impl<G: Tabled> Plan<G> {
    /// All classes of up to so many men. Of those with the most men only the ones that hold a kind among the letters
    /// `with`, if it is given, and what their moves lead to.
    pub fn new(setting: G::Setting, men: u32, with: Option<&str>) -> Plan<G> {
        let exchangeable = index::exchangeable::<G>(setting);
        let mut classes: Vec<Class> = (2..men).flat_map(|men| Class::all::<G>(men, exchangeable)).collect();
        let holds = |class: &Class| {
            with.is_none_or(|letters| class.name::<G>().chars().any(|letter| letter != '-' && letters.contains(letter)))
        };
        classes.extend(Class::all::<G>(men, exchangeable).into_iter().filter(holds));
        Plan::of(setting, &classes)
    }

    /// These classes and all that their moves lead to.
    pub fn of(setting: G::Setting, wanted: &[Class]) -> Plan<G> {
        let exchangeable = index::exchangeable::<G>(setting);
        let (mut classes, mut known) = (wanted.to_vec(), wanted.iter().copied().collect::<HashSet<Class>>());
        let mut next = 0;
        while next < classes.len() {
            classes.extend(classes[next].next::<G>(exchangeable).into_iter().filter(|&class| known.insert(class)));
            next += 1;
        }
        classes.sort_by_cached_key(|class| class.order::<G>());
        Plan { setting, classes }
    }

    /// The classes in the order in which they are built.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The numbers of a class.
    pub fn size(&self, class: Class) -> u64 {
        Layout::<G>::size_of(class, self.setting)
    }

    /// Bytes that the build takes at its greatest, about: two for each position of the greatest class and a bit, what
    /// compressing it takes, and the tables that its moves lead to.
    pub fn memory(&self) -> u64 {
        let sizes = self.classes.iter().map(|&class| (class.men(), self.size(class)));
        let greatest = sizes.clone().map(|(_, size)| size).max().unwrap_or(0);
        let most = sizes.clone().map(|(men, _)| men).max().unwrap_or(0);
        let smaller: u64 = sizes.filter(|&(men, size)| men < most || size < greatest).map(|(_, size)| size).sum();
        greatest.saturating_mul(2).saturating_add(greatest / 4).saturating_add(smaller).saturating_add(96 << 20)
    }
}

/// Bytes of memory that the system can give now, where it says so.
pub fn memory_at_hand() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// Why a build ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// It was told to stop, or a table is missing.
    #[error("{class}: {why}")]
    Unsolved {
        /// The class.
        class: String,
        /// Why it is not solved.
        why: Unsolved,
    },
    /// Another build writes to the same place.
    #[error("{0}: another build is at work there")]
    Busy(PathBuf),
    /// A file cannot be written.
    #[error("{path}: {why}")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// A file that was just written, or one from before, is refused.
    #[error("{path}: {why}")]
    Refused {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: TableError,
    },
}

/// A build that can be run.
pub struct Build<G: Tabled> {
    plan: Plan<G>,
    root: PathBuf,
    set: Set<G>,
    progress: std::sync::Arc<Progress>,
    /// Called before each class and after it, with its table once it is there.
    told: Option<Told<G>>,
}

/// Whoever is told of classes.
type Told<G> = Box<dyn Fn(Class, Option<&Table<G>>) + Send + Sync>;

impl<G: Tabled> Build<G> {
    /// Builds what a plan says into a directory of tables. What is in the set is not built again, and what is built is
    /// added to it.
    pub fn new(plan: Plan<G>, root: &Path, set: Set<G>) -> Build<G> {
        Build { plan, root: root.to_owned(), set, progress: Default::default(), told: None }
    }

    /// Has each class told when it is begun and when its table is there.
    #[must_use]
    pub fn telling(mut self, told: impl Fn(Class, Option<&Table<G>>) + Send + Sync + 'static) -> Build<G> {
        self.told = Some(Box::new(told));
        self
    }

    /// How far it has come.
    pub fn progress(&self) -> std::sync::Arc<Progress> {
        self.progress.clone()
    }

    /// Builds the classes one after the other, on the threads of the present pool.
    ///
    /// # Errors
    /// If it is told to stop, or a file cannot be written.
    pub fn run(&self) -> Result<(), BuildError> {
        let _lock = self.lock()?;
        for &class in self.plan.classes() {
            if self.set.table(class).is_none() {
                self.tell(class, None);
                self.build(class)?;
            } else {
                let size = self.plan.size(class) as usize;
                self.progress.done.fetch_add(2 * size, std::sync::atomic::Ordering::Relaxed);
            }
            if let Some(table) = self.set.table(class) {
                self.tell(class, Some(&table));
            }
        }
        Ok(())
    }

    /// Keeps other builds out until it is dropped, and clears away what a build that was killed has left half written.
    fn lock(&self) -> Result<File, BuildError> {
        let directory = place::of_game::<G>(&self.root, self.plan.setting);
        let path = directory.join(LOCK);
        let refuse = |why| BuildError::Write { path: path.clone(), why };
        fs::create_dir_all(&directory).map_err(refuse)?;
        let lock = File::create(&path).map_err(refuse)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(BuildError::Busy(directory)),
            Err(TryLockError::Error(why)) => return Err(refuse(why)),
        }
        for entry in fs::read_dir(&directory).map_err(refuse)?.flatten() {
            if entry.path().extension().is_some_and(|ending| ending == file::UNFINISHED) {
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(lock)
    }

    fn tell(&self, class: Class, table: Option<&Table<G>>) {
        if let Some(told) = &self.told {
            told(class, table);
        }
    }

    fn build(&self, class: Class) -> Result<(), BuildError> {
        let setting = self.plan.setting;
        let layout = Layout::new(class, setting);
        let codes = retrograde::solve(&layout, &self.set, &self.progress)
            .map_err(|why| BuildError::Unsolved { class: class.name::<G>(), why })?;
        let path = place::of_class::<G>(&self.root, setting, class);
        let written =
            path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| file::write(&path, &layout, &codes));
        written.map_err(|why| BuildError::Write { path: path.clone(), why })?;
        drop(codes);
        let table = Table::open(&path, layout).map_err(|why| BuildError::Refused { path, why })?;
        self.set.add(table);
        Ok(())
    }
}
