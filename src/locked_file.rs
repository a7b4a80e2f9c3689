//! Files that one process at a time works with.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a file for reading and writing, makes it if it is not there, and keeps other processes out until it is dropped.
///
/// # Errors
/// `WouldBlock` if another process has it, otherwise what the system says.
pub fn open(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().create(true).read(true).write(true).truncate(false).open(path)?;
    file.try_lock()?;
    Ok(file)
}
