//! Waits for what announces itself to nobody: the only place where a test polls.

use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long [`until`] waits before it reports a failure. No correct run comes near it, however slow the machine is.
const BOUND: Duration = Duration::from_secs(300);

/// The pause between two looks.
const PAUSE: Duration = Duration::from_millis(2);

/// Polls until `is_done` is true.
///
/// A test waits for the event itself wherever there is one: a line, a message of a stream, an answer. This is for the
/// rest, such as a process or a file that disappears. The bound only turns an endless wait into a failure; nothing that a
/// test asserts may depend on how long the wait took, or on how often it looked.
///
/// # Panics
/// With `what` after five minutes.
#[track_caller]
pub fn until(what: &str, mut is_done: impl FnMut() -> bool) {
    until_some(what, || is_done().then_some(()));
}

/// Polls until there is a value, and returns it; see [`until`].
///
/// # Panics
/// With `what` after five minutes.
#[track_caller]
pub fn until_some<T>(what: &str, mut find: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = find() {
            return found;
        }
        assert!(begun.elapsed() < BOUND, "still waiting after {BOUND:?}: {what}");
        sleep(PAUSE);
    }
}
