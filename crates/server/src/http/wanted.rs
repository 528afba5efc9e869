//! Text that is read only as long as somebody wants what is made of it.

use crate::work::Token;
use std::io::{self, BufRead, Read};

/// A text that breaks off when the work with it is cancelled: what reads a record line by line, and does a step for each,
/// then stops at the next line.
#[derive(Debug)]
pub(crate) struct Wanted<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) token: &'a Token,
}

impl Read for Wanted<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Wanted<'_> {
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
