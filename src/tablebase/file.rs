//! The file of one class: a header that says whose it is, sums for every part, and compressed blocks that are read where
//! and when they are needed.
//!
//! Files are read by position and not mapped: a mapped file that someone cuts short ends the process, a read only fails.

use crate::atomic_file;
use crate::platform;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rayon::prelude::*;

use super::retrograde::NONE;
use super::{Layout, Tabled};

/// What every file begins with.
const MAGIC: &[u8; 8] = b"TRIPTBL\n";

/// The version of the format and of the numbering of positions; a file of another version is refused.
pub const VERSION: u32 = 1;

/// The ending of files' names.
pub const ENDING: &str = "table";

/// The ending of a file that is being written.
pub(super) const UNFINISHED: &str = "unfinished";

/// Values of a block.
const BLOCK: usize = 1 << 15;

/// How hard the blocks are compressed.
const LEVEL: i32 = 17;

/// The longest header that is read: blocks of a class of some 10^11 positions.
const LONGEST_HEADER: u32 = 1 << 26;

/// Why a table was refused.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file is something else.
    #[error("it is no table")]
    Foreign,
    /// The file was written by a program with another format.
    #[error("its format is version {0}, not {VERSION}")]
    Version(u32),
    /// The file is for another game, terrain or class.
    #[error("it is for {found}, not {expected}")]
    Other {
        /// What the file says.
        found: String,
        /// What was looked for.
        expected: String,
    },
    /// The file is shorter or longer than it says.
    #[error("it has {found} bytes, not {expected}")]
    Length {
        /// The length of the file.
        found: u64,
        /// What its header says.
        expected: u64,
    },
    /// A sum does not fit.
    #[error("it is damaged ({0})")]
    Damaged(&'static str),
}

/// What a half of a class comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that nobody wins.
    pub draws: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// The longest win: plies and the first position's number.
    pub longest_win: Option<(u16, u64)>,
    /// The longest loss: plies and the first position's number.
    pub longest_loss: Option<(u16, u64)>,
}

/// What a file says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Header {
    game: String,
    setting: String,
    class: String,
    /// Bytes of a value: 1 or 2.
    width: u8,
    values: u64,
    counts: Vec<Count>,
    /// For each block its length and its sum.
    blocks: Vec<(u32, u32)>,
}

/// The whole name of a class: what a file must say to be taken.
fn identity<G: Tabled>(layout: &Layout<G>) -> [String; 3] {
    let setting = setting_text::<G>(layout.setting());
    [G::NAME.to_owned(), setting, layout.class().name::<G>()]
}

/// The setting's text, the default's too; empty in games without one.
pub(super) fn setting_text<G: Tabled>(setting: G::Setting) -> String {
    let default = || G::default_setting_text().unwrap_or_default().to_owned();
    G::setting_text(setting).unwrap_or_else(default)
}

impl Header {
    fn write(&self) -> Vec<u8> {
        let mut body = Vec::new();
        for text in [&self.game, &self.setting, &self.class] {
            body.extend((text.len() as u16).to_le_bytes());
            body.extend(text.as_bytes());
        }
        body.extend([self.width, self.counts.len() as u8]);
        body.extend(self.values.to_le_bytes());
        for count in &self.counts {
            for number in [count.wins, count.draws, count.losses] {
                body.extend(number.to_le_bytes());
            }
            for longest in [count.longest_win, count.longest_loss] {
                // No win takes that many plies.
                let (plies, number) = longest.unwrap_or((u16::MAX, 0));
                body.extend(plies.to_le_bytes());
                body.extend(number.to_le_bytes());
            }
        }
        body.extend((self.blocks.len() as u32).to_le_bytes());
        for (length, sum) in &self.blocks {
            body.extend(length.to_le_bytes());
            body.extend(sum.to_le_bytes());
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(crc32fast::hash(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Reads the part of a header after magic, version, length and sum.
    fn read(body: &[u8]) -> Option<Header> {
        let mut rest = body;
        let mut text = || {
            let length = take::<2>(&mut rest).map(u16::from_le_bytes)?;
            let (text, after) = rest.split_at_checked(usize::from(length))?;
            rest = after;
            String::from_utf8(text.to_vec()).ok()
        };
        let (game, setting, class) = (text()?, text()?, text()?);
        let [width, halves] = take::<2>(&mut rest)?;
        let values = take::<8>(&mut rest).map(u64::from_le_bytes)?;
        let mut counts = Vec::new();
        for _ in 0..halves {
            let mut number = || take::<8>(&mut rest).map(u64::from_le_bytes);
            let (wins, draws, losses) = (number()?, number()?, number()?);
            let mut longest = || {
                let plies = take::<2>(&mut rest).map(u16::from_le_bytes)?;
                let number = take::<8>(&mut rest).map(u64::from_le_bytes)?;
                Some((plies != u16::MAX).then_some((plies, number)))
            };
            counts.push(Count { wins, draws, losses, longest_win: longest()?, longest_loss: longest()? });
        }
        let blocks = take::<4>(&mut rest).map(u32::from_le_bytes)?;
        let mut block = || Some((u32::from_le_bytes(take(&mut rest)?), u32::from_le_bytes(take(&mut rest)?)));
        let blocks: Option<Vec<_>> = (0..blocks).map(|_| block()).collect();
        Some(Header { game, setting, class, width, values, counts, blocks: blocks? })
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, after) = rest.split_first_chunk::<N>()?;
    *rest = after;
    Some(*first)
}

/// Writes the table of a class: beside its place first, then under its name, so that no half-written file has it.
///
/// # Errors
/// If it cannot be written.
pub(super) fn write<G: Tabled>(path: &Path, layout: &Layout<G>, codes: &[u16]) -> io::Result<()> {
    let mut counts = Vec::new();
    for half in layout.halves() {
        counts.push(count(half.start, &codes[half.clone()]));
    }
    let greatest = counts.iter().flat_map(|count| [count.longest_win, count.longest_loss]).flatten();
    let width = if greatest.map(|(plies, _)| plies + 1).max().unwrap_or(0) <= u16::from(u8::MAX) { 1 } else { 2 };
    let pack = |codes: &[u16]| {
        let mut bytes = Vec::with_capacity(codes.len() * usize::from(width));
        // What is no position takes the value before it, which costs least.
        let mut last = codes.iter().copied().find(|&code| code != NONE).unwrap_or(0);
        for &code in codes {
            last = if code == NONE { last } else { code };
            bytes.extend(&last.to_le_bytes()[..usize::from(width)]);
        }
        zstd::bulk::compress(&bytes, LEVEL)
    };
    let blocks: Vec<Vec<u8>> = codes.par_chunks(BLOCK).map(pack).collect::<io::Result<_>>()?;
    let [game, setting, class] = identity(layout);
    let header = Header {
        game,
        setting,
        class,
        width,
        values: codes.len() as u64,
        counts,
        blocks: blocks.iter().map(|block| (block.len() as u32, crc32fast::hash(block))).collect(),
    };
    let beside = path.with_extension(UNFINISHED);
    atomic_file::write(path, &beside, |beside| fill(beside, &header, &blocks))
}

fn fill(path: &Path, header: &Header, blocks: &[Vec<u8>]) -> io::Result<()> {
    let mut file = io::BufWriter::new(File::create(path)?);
    file.write_all(&header.write())?;
    for block in blocks {
        file.write_all(block)?;
    }
    file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

/// Counts the verdicts of a half whose first position has this number.
fn count(start: usize, codes: &[u16]) -> Count {
    let mut count = Count::default();
    for (number, &code) in (start as u64..).zip(codes) {
        let longest = match code {
            NONE => continue,
            0 => {
                count.draws += 1;
                continue;
            }
            odd if odd % 2 == 1 => {
                count.losses += 1;
                &mut count.longest_loss
            }
            _ => {
                count.wins += 1;
                &mut count.longest_win
            }
        };
        if longest.is_none_or(|(plies, _)| plies < code - 1) {
            *longest = Some((code - 1, number));
        }
    }
    count
}

/// Where a table's bytes are.
#[derive(Debug)]
enum Source {
    File(File),
    /// In the program itself.
    Memory(&'static [u8]),
}

impl Source {
    fn read(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        match self {
            Source::File(file) => platform::read_at(file, buffer, offset),
            Source::Memory(bytes) => {
                let start = usize::try_from(offset).ok();
                let range = start.and_then(|start| bytes.get(start..start.checked_add(buffer.len())?));
                buffer.copy_from_slice(range.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
        }
    }
}

/// The open file of a class.
#[derive(Debug)]
pub struct Table<G: Tabled> {
    layout: Layout<G>,
    path: PathBuf,
    source: Source,
    header: Header,
    /// Where each block begins.
    starts: Vec<u64>,
    /// The blocks that were read.
    blocks: Vec<OnceLock<Box<[u8]>>>,
}

impl<G: Tabled> Table<G> {
    /// Opens the file of a class. The blocks are not read yet.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged as far as it is looked at, or is another class's.
    pub fn open(path: &Path, layout: Layout<G>) -> Result<Table<G>, TableError> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Table::read(path, Source::File(file), length, layout)
    }

    /// Opens a table that is in the program itself; `path` is what it is called where something is said of it.
    ///
    /// # Errors
    /// As for a file.
    pub fn within(path: &Path, bytes: &'static [u8], layout: Layout<G>) -> Result<Table<G>, TableError> {
        Table::read(path, Source::Memory(bytes), bytes.len() as u64, layout)
    }

    fn read(path: &Path, source: Source, length: u64, layout: Layout<G>) -> Result<Table<G>, TableError> {
        let mut head = [0; 20];
        source.read(&mut head, 0).map_err(|_| TableError::Foreign)?;
        let mut rest = &head[..];
        let mut number = || take::<4>(&mut rest).map_or(0, u32::from_le_bytes);
        let magic = [number(), number()].map(u32::to_le_bytes).concat();
        if magic != MAGIC {
            return Err(TableError::Foreign);
        }
        let version = number();
        if version != VERSION {
            return Err(TableError::Version(version));
        }
        let (size, sum) = (number(), number());
        if size > LONGEST_HEADER || u64::from(size) + 20 > length {
            return Err(TableError::Length { found: length, expected: u64::from(size) + 20 });
        }
        let mut body = vec![0; size as usize];
        source.read(&mut body, 20)?;
        if crc32fast::hash(&body) != sum {
            return Err(TableError::Damaged("header"));
        }
        let header = Header::read(&body).ok_or(TableError::Damaged("header"))?;
        let found = [&header.game, &header.setting, &header.class].map(String::as_str).join(" ");
        let expected = identity(&layout).join(" ");
        if found != expected {
            return Err(TableError::Other { found, expected });
        }
        let mut starts = Vec::with_capacity(header.blocks.len());
        let mut end = u64::from(size) + 20;
        for &(length, _) in &header.blocks {
            starts.push(end);
            end += u64::from(length);
        }
        if end != length {
            return Err(TableError::Length { found: length, expected: end });
        }
        let is_whole = header.values == layout.len() as u64
            && header.blocks.len() == layout.len().div_ceil(BLOCK)
            && header.counts.len() == layout.halves().len()
            && matches!(header.width, 1 | 2);
        if !is_whole {
            return Err(TableError::Damaged("header"));
        }
        let blocks = header.blocks.iter().map(|_| OnceLock::new()).collect();
        Ok(Table { layout, path: path.to_owned(), source, header, starts, blocks })
    }

    /// The numbers of the class.
    pub fn layout(&self) -> &Layout<G> {
        &self.layout
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is in the program itself, and no file.
    pub fn is_within_program(&self) -> bool {
        matches!(self.source, Source::Memory(_))
    }

    /// The length of the file in bytes.
    pub fn bytes(&self) -> u64 {
        let last = self.header.blocks.last().map_or(0, |&(length, _)| u64::from(length));
        self.starts.last().map_or(0, |start| start + last)
    }

    /// The bytes that all values take in memory.
    pub fn unpacked(&self) -> u64 {
        self.header.values * u64::from(self.header.width)
    }

    /// What each half comes to.
    pub fn counts(&self) -> &[Count] {
        &self.header.counts
    }

    /// The code of a number's position; meaningless where there is none.
    ///
    /// # Errors
    /// If the block cannot be read or is damaged.
    #[inline]
    pub fn code(&self, number: usize) -> Result<u16, TableError> {
        let block = number / BLOCK;
        let values = match self.blocks[block].get() {
            Some(values) => values,
            None => {
                let values = self.read_block(block)?;
                self.blocks[block].get_or_init(|| values)
            }
        };
        let place = number % BLOCK;
        Ok(match self.header.width {
            1 => u16::from(values[place]),
            _ => u16::from_le_bytes([values[2 * place], values[2 * place + 1]]),
        })
    }

    #[cold]
    fn read_block(&self, block: usize) -> Result<Box<[u8]>, TableError> {
        let (length, sum) = self.header.blocks[block];
        let mut packed = vec![0; length as usize];
        self.source.read(&mut packed, self.starts[block])?;
        if crc32fast::hash(&packed) != sum {
            return Err(TableError::Damaged("block"));
        }
        let values = BLOCK.min(self.layout.len() - block * BLOCK);
        let expected = values * usize::from(self.header.width);
        let unpacked = zstd::bulk::decompress(&packed, expected).map_err(|_| TableError::Damaged("block"))?;
        if unpacked.len() != expected {
            return Err(TableError::Damaged("block"));
        }
        Ok(unpacked.into())
    }

    /// Checks the sums of all blocks.
    ///
    /// # Errors
    /// If one cannot be read or is damaged.
    pub fn check(&self) -> Result<(), TableError> {
        (0..self.blocks.len()).into_par_iter().try_for_each(|block| self.read_block(block).map(drop))
    }
}
