//! Text whose reading stops when its result is no longer needed.

use live::work::Token;
use std::io::{self, BufRead, Read};

/// A text that breaks off when the work with it is cancelled: a reader that processes a record line by line then stops at the
/// next line.
#[derive(Debug)]
pub(crate) struct Cancellable<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) token: &'a Token,
}

impl Read for Cancellable<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Cancellable<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.token.is_cancelled() {
            Err(io::Error::other("the work was cancelled"))
        } else {
            Ok(self.text)
        }
    }

    fn consume(&mut self, read: usize) {
        self.text = &self.text[read..];
    }
}
