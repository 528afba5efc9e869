//! Waits for what announces itself to nobody: the only place where a test polls.

#[cfg(target_os = "linux")]
use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The time that [`until`] waits before it reports a failure. No correct run comes near it, however slow the machine is.
const BOUND: Duration = Duration::from_secs(300);

/// The pauses between two looks, the shortest and the longest: a sixteenth of the time that has passed. A long wait would
/// otherwise keep a processor busy, and slow down the servers under test.
const PAUSES: [Duration; 2] = [Duration::from_millis(2), Duration::from_millis(50)];

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
        sleep((begun.elapsed() / 16).clamp(PAUSES[0], PAUSES[1]));
    }
}

/// The other end of a connection within this machine.
#[cfg(target_os = "linux")]
#[derive(Clone, Copy, Debug)]
pub struct OtherEnd {
    own: u16,
    other: u16,
}

#[cfg(target_os = "linux")]
impl OtherEnd {
    /// The other end of a connection that is still open.
    pub fn of(connection: &TcpStream) -> OtherEnd {
        let own = connection.local_addr().expect("a connection").port();
        OtherEnd { own, other: connection.peer_addr().expect("a connection").port() }
    }

    /// Waits until the process at the other end has closed its socket, whatever it still had to send.
    ///
    /// # Panics
    /// As [`until`], and without `/proc`.
    #[track_caller]
    pub fn until_closed(self) {
        // The socket, while a process has it: established, or closed by this side alone.
        let is_open = |line: &str| {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let is_at = |address: &str, port: u16| address.ends_with(&format!(":{port:04X}"));
            fields.len() > 3
                && is_at(fields[1], self.other)
                && is_at(fields[2], self.own)
                && matches!(fields[3], "01" | "08")
        };
        until("the other side closes the connection", || {
            let table = std::fs::read_to_string("/proc/self/net/tcp").expect("these tests need /proc");
            !table.lines().any(is_open)
        });
    }
}
