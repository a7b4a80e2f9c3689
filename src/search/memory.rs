//! The memory of the transposition table: fresh from the system, and zero.

use std::io;
use std::marker::PhantomData;
use std::ops::Deref;

use bytemuck::Zeroable;
use memmap2::{MmapMut, MmapRaw};

/// No system has smaller pages, in bytes.
const PAGE: usize = 4096;

/// A fixed number of things, all zero at first, which are only changed through shared references.
#[derive(Debug)]
pub(super) struct Memory<T> {
    map: MmapRaw,
    things: PhantomData<T>,
}

impl<T: Zeroable + Sync> Memory<T> {
    /// Room for so many things, at least one. All of it is taken from the system at once.
    ///
    /// # Errors
    /// If the system refuses so much.
    pub(super) fn new(number: usize) -> io::Result<Memory<T>> {
        // The system's pages are the only alignment that there is.
        const { assert!(size_of::<T>() > 0 && align_of::<T>() <= PAGE) };
        let bytes = number.max(1).checked_mul(size_of::<T>()).ok_or(io::ErrorKind::OutOfMemory)?;
        let mut map = MmapMut::map_anon(bytes)?;
        // Look-ups go all over the table. With pages of 4 KiB nearly every one would first wait for its page's address.
        #[cfg(target_os = "linux")]
        if let Err(why) = map.advise(memmap2::Advice::HugePage) {
            log::debug!("no huge pages for the table: {why}");
        }
        // The system makes pages when they are first written to, huge ones in milliseconds each: now, not while a clock runs.
        map.iter_mut().step_by(PAGE).for_each(|byte| *byte = 0);
        Ok(Memory { map: MmapRaw::from(map), things: PhantomData })
    }
}

impl<T: Zeroable + Sync> Deref for Memory<T> {
    type Target = [T];

    #[inline]
    #[allow(unsafe_code, reason = "no safe cast makes atomics of bytes")]
    fn deref(&self) -> &[T] {
        // SAFETY: the map begins on a page, which is aligned well enough, holds so many things, belongs to this value
        // alone and stays as long as it. It was all zeros, which are things; and as nothing refers to its bytes since it was made,
        // they only change by what things allow through shared references.
        unsafe { std::slice::from_raw_parts(self.map.as_mut_ptr().cast::<T>(), self.map.len() / size_of::<T>()) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use super::*;

    #[test]
    fn memory_is_zero_at_first_and_keeps_what_is_written() {
        for number in [0, 1, 100_000] {
            let memory: Memory<AtomicU64> = Memory::new(number).expect("some memory");
            assert_eq!(memory.len(), number.max(1));
            assert!(memory.iter().all(|word| word.load(Relaxed) == 0));
            memory.iter().zip(1..).for_each(|(word, value)| word.store(value, Relaxed));
            assert!(memory.iter().zip(1..).all(|(word, value)| word.load(Relaxed) == value));
        }
    }

    #[test]
    fn more_than_there_is_is_refused() {
        for number in [usize::MAX, usize::MAX / 8, usize::MAX / 64] {
            assert!(Memory::<AtomicU64>::new(number).is_err(), "{number}");
        }
    }
}
