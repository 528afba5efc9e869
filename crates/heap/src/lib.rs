//! Memory that a program has freed, given back to the system.
//!
//! The allocator of glibc gives back only what lies at the end of its heaps. What many threads have allocated and freed stays
//! with the process, although nothing uses it: after a rush a server would look as large as at its height for ever.

// The calls that this crate is for. Everything else forbids `unsafe`.
#![cfg_attr(all(target_os = "linux", target_env = "gnu"), allow(unsafe_code))]

/// Gives memory that is free back to the system. It takes some milliseconds, in which other threads may have to wait for memory.
/// Does nothing where the allocator is not that of glibc.
pub fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        // SAFETY: the function takes a number, may be called from every thread at any time, and changes no memory that is in use.
        unsafe { libc::malloc_trim(0) };
    }
}

/// The memory of the allocator, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// All that it has taken from the system.
    pub held: usize,
    /// The part of that which the program uses.
    pub used: usize,
}

/// The memory of the allocator now; `None` where it is not that of glibc. What was given back counts as held, since its
/// addresses are.
#[must_use]
pub fn usage() -> Option<Usage> {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        // SAFETY: the function takes nothing, may be called from every thread at any time, and returns numbers.
        let info = unsafe { libc::mallinfo2() };
        Some(Usage { held: info.arena + info.hblkhd, used: info.uordblks + info.hblkhd })
    }
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    None
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use std::fs;

    /// The memory of this process that is in no file, in KiB.
    fn resident() -> usize {
        let status = fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
        line.trim_end_matches("kB").trim().parse().unwrap()
    }

    #[test]
    fn what_was_freed_goes_back() {
        const BLOCKS: usize = 64 * 1024;
        // What is still in use lies among what was freed.
        let left: Vec<Vec<u8>> = {
            let all: Vec<Vec<u8>> = (0..BLOCKS).map(|n| vec![n as u8; 1024]).collect();
            all.into_iter().step_by(256).collect()
        };
        let kept = resident();
        super::give_back();
        let now = resident();
        assert!(kept > now + 32 * 1024, "{kept} KiB before, {now} KiB now");
        assert_eq!(left.len(), BLOCKS / 256);
    }

    #[test]
    fn what_is_in_use_counts_as_held() {
        const SIZE: usize = 64 * 1024 * 1024;
        let block = vec![1u8; SIZE];
        let before = super::usage().unwrap();
        assert!(before.used >= SIZE && before.held >= before.used, "{before:?}");
        drop(block);
        let after = super::usage().unwrap();
        assert!(after.used + SIZE / 2 < before.used, "{before:?}, {after:?}");
    }
}
