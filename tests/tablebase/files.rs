//! Files that are not what they should be are refused with the reason, and play goes on without them.

use std::fs;
use std::path::{Path, PathBuf};

use triptych::game::Game;
use triptych::game::shashmaty::Shashmaty;
use triptych::tablebase::file::{Table, TableError};
use triptych::tablebase::{Layout, Set, place};

use super::support::class;

const FEN: &str = "8/8/8/2k5/8/8/8/B1K5 w";

/// A directory with the table of a king and a bishop against a king, that is removed in the end.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Directory {
        let root = std::env::temp_dir().join(format!("triptych-tables-{name}-{}", std::process::id()));
        fs::create_dir_all(root.join("shashmaty")).expect("a directory");
        let directory = Directory(root);
        fs::copy(shipped("shashmaty/KB-K.table"), directory.table()).expect("copied");
        directory
    }

    fn table(&self) -> PathBuf {
        place::of_class::<Shashmaty>(&self.0, (), class::<Shashmaty>("KB-K"))
    }

    fn spoil(&self, spoil: impl FnOnce(&mut Vec<u8>)) -> Result<Table<Shashmaty>, TableError> {
        let mut bytes = fs::read(self.table()).expect("there");
        spoil(&mut bytes);
        fs::write(self.table(), bytes).expect("written");
        Table::open(&self.table(), Layout::new(class::<Shashmaty>("KB-K"), ()))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tables").join(name)
}

fn reason(result: Result<Table<Shashmaty>, TableError>) -> String {
    result.err().map_or_else(|| "taken".to_owned(), |why| why.to_string())
}

#[test]
fn a_whole_file_is_taken() {
    let directory = Directory::new("whole");
    assert_eq!(reason(directory.spoil(|_| {})), "taken");
    let set = Set::<Shashmaty>::in_directories(std::slice::from_ref(&directory.0), ());
    assert!(set.refused().is_empty() && set.tables().len() == 1);
    assert!(set.probe(&Shashmaty::parse(FEN, ()).expect("a position")).is_some());
}

#[test]
fn spoilt_files_are_refused_with_the_reason() {
    let refuse = |name: &str, spoil: &dyn Fn(&mut Vec<u8>)| reason(Directory::new(name).spoil(spoil));
    assert_eq!(refuse("empty", &|bytes| bytes.clear()), "it is no table");
    assert_eq!(refuse("foreign", &|bytes| bytes[0] = b'X'), "it is no table");
    assert_eq!(refuse("version", &|bytes| bytes[8] = 99), "its format is version 99, not 1");
    assert_eq!(refuse("header", &|bytes| bytes[40] ^= 1), "it is damaged (header)");
    let whole = fs::metadata(shipped("shashmaty/KB-K.table")).expect("there").len();
    assert_eq!(
        refuse("short", &|bytes| bytes.truncate(bytes.len() - 1)),
        format!("it has {} bytes, not {whole}", whole - 1)
    );
    assert_eq!(refuse("long", &|bytes| bytes.push(0)), format!("it has {} bytes, not {whole}", whole + 1));
    let other = refuse("other", &|bytes| *bytes = fs::read(shipped("shashmaty-dragon/KB-K.table")).expect("there"));
    assert_eq!(other, "it is for shashmaty-dragon  KB-K, not shashmaty  KB-K");
    // Every byte of the header counts.
    let directory = Directory::new("bytes");
    for place in (0..120).step_by(7) {
        assert_ne!(reason(directory.spoil(|bytes| bytes[place] ^= 0x40)), "taken", "byte {place}");
        let _ = directory.spoil(|bytes| bytes[place] ^= 0x40);
    }
}

#[test]
fn a_spoilt_block_is_found_when_it_is_read() {
    let directory = Directory::new("block");
    let table = directory.spoil(|bytes| {
        let last = bytes.len() - 10;
        bytes[last] ^= 1;
    });
    assert_eq!(
        table.expect("its header is whole").check().map_err(|why| why.to_string()),
        Err("it is damaged (block)".to_owned())
    );
    // Positions of that block are not told, and nothing else happens.
    let set = Set::<Shashmaty>::in_directories(std::slice::from_ref(&directory.0), ());
    let table = set.table(class::<Shashmaty>("KB-K")).expect("opened");
    let last = (0..table.layout().len()).rev().find_map(|number| table.layout().position(number)).expect("a position");
    assert_eq!(set.probe(&last), None);
    assert_eq!(set.probe(&last), None);
    // Where the program has the same table, that one is used instead.
    let whole = Set::<Shashmaty>::open(&[], ()).probe(&last);
    let set = Set::<Shashmaty>::open(std::slice::from_ref(&directory.0), ());
    assert!(whole.is_some() && !set.table(class::<Shashmaty>("KB-K")).expect("opened").is_within_program());
    assert_eq!([set.probe(&last), set.probe(&last)], [whole; 2]);
    assert_eq!(set.refused().len(), 1, "{:?}", set.refused());
}
