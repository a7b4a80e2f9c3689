//! Locks that are taken whether or not their last holder panicked.
//!
//! A panic in one thread must not take the others down with it. So what is guarded by such a lock has to be whole at every
//! moment, or be made afresh by whoever takes it next.

use std::sync::{LockResult, Mutex, MutexGuard, PoisonError};

/// Takes a lock.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    unpoisoned(mutex.lock())
}

/// What a lock guards.
pub fn unpoisoned<T>(taken: LockResult<T>) -> T {
    taken.unwrap_or_else(PoisonError::into_inner)
}
