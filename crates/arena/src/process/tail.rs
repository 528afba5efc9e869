//! The end of what a process wrote.

/// The part of a bot's standard error that the host keeps: the last 64 KiB.
pub const STDERR_BYTES_MAX: usize = 64 << 10;

/// The last [`STDERR_BYTES_MAX`] bytes of a stream.
#[derive(Clone, Default, Debug)]
pub(super) struct Tail {
    /// At most twice as long as what counts, so that little is moved.
    bytes: Vec<u8>,
}

impl Tail {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let bytes = &bytes[bytes.len().saturating_sub(STDERR_BYTES_MAX)..];
        if self.bytes.len() + bytes.len() > 2 * STDERR_BYTES_MAX {
            self.bytes.drain(..self.bytes.len() - STDERR_BYTES_MAX);
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// The text, with replacement characters for invalid UTF-8.
    pub(super) fn text(&self) -> String {
        let start = self.bytes.len().saturating_sub(STDERR_BYTES_MAX);
        String::from_utf8_lossy(&self.bytes[start..]).into_owned()
    }

    /// The last line that is not blank; empty if there is none.
    pub(super) fn last_line(&self) -> String {
        let text = self.text();
        text.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_bytes_stay_and_memory_is_bounded() {
        let mut tail = Tail::default();
        for n in 0..100_000 {
            tail.push(format!("line {n}\n").as_bytes());
            assert!(tail.bytes.len() <= 2 * STDERR_BYTES_MAX);
        }
        assert!(tail.text().len() <= STDERR_BYTES_MAX);
        assert_eq!(tail.last_line(), "line 99999");
        tail.push(&vec![b'x'; 3 * STDERR_BYTES_MAX]);
        assert_eq!(tail.text().len(), STDERR_BYTES_MAX);
    }
}
