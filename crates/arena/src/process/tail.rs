//! The end of what a process wrote.

/// The part of a bot's standard error that the host keeps: the last 64 KiB.
pub const STDERR_BYTES_MAX: usize = 64 << 10;

/// The last [`STDERR_BYTES_MAX`] bytes of a stream.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tail {
    /// The kept bytes: at most twice as many as count, so that little is moved.
    bytes: Vec<u8>,
    /// The number of bytes, of those that were pushed, after the mark.
    marked: usize,
}

impl Tail {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.marked = self.marked.saturating_add(bytes.len());
        let bytes = &bytes[bytes.len().saturating_sub(STDERR_BYTES_MAX)..];
        if self.bytes.len() + bytes.len() > 2 * STDERR_BYTES_MAX {
            self.bytes.drain(..self.bytes.len() - STDERR_BYTES_MAX);
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// Sets the mark: what comes now is new.
    pub(super) fn mark(&mut self) {
        self.marked = 0;
    }

    /// The text, with replacement characters for invalid UTF-8.
    pub(crate) fn text(&self) -> String {
        self.last(STDERR_BYTES_MAX)
    }

    /// The text since the mark, likewise.
    pub(crate) fn new_text(&self) -> String {
        self.last(self.marked.min(STDERR_BYTES_MAX))
    }

    fn last(&self, bytes: usize) -> String {
        String::from_utf8_lossy(&self.bytes[self.bytes.len().saturating_sub(bytes)..]).into_owned()
    }

    /// The last line since the mark that is not blank; empty if there is none.
    pub(super) fn last_line(&self) -> String {
        let text = self.new_text();
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
        tail.mark();
        assert_eq!((tail.new_text().as_str(), tail.last_line().as_str()), ("", ""));
        tail.push(b"news\n");
        assert_eq!((tail.new_text().as_str(), tail.last_line().as_str()), ("news\n", "news"));
        tail.push(&vec![b'x'; 3 * STDERR_BYTES_MAX]);
        assert_eq!((tail.text().len(), tail.new_text().len()), (STDERR_BYTES_MAX, STDERR_BYTES_MAX));
    }
}
