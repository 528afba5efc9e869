//! Counts the heap allocations of the current thread.

// A counting allocator cannot be had without `unsafe`; it passes everything on to the system's.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, which also counts. A program that uses [`allocations()`] makes it the `#[global_allocator]`.
#[derive(Clone, Copy, Debug)]
pub struct CountingAllocator;

// SAFETY: every call is passed on unchanged to the system's allocator, which keeps the promises.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the promises of `alloc`.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the promises of `dealloc`, and the pointer came from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// The number of allocations that the current thread has made. Other threads, such as those of the test harness, have
/// counts of their own.
#[must_use]
pub fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}
