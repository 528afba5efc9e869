//! Messages of event streams, as they go over the wire: plain or compressed.
//!
//! A compressed stream is the beginning of one gzip file that never ends. Each message in it is compressed by itself and ends on a
//! byte (RFC 1951, an empty block without compression after it), so it arrives at once, it is compressed once for all who
//! get it, and no stream keeps a compressor.

use axum::body::Bytes;
use flate2::{Compress, Compression, FlushCompress};
use live::message::Message;
use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt::Write as _;
use std::time::Duration;

/// The beginning of every compressed stream: a gzip header without metadata (RFC 1952).
pub(crate) const GZIP_HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];

/// Shorter messages are put into blocks without compression.
const SHORT: usize = 512;

thread_local! {
    /// Making one takes longer than compressing a message.
    static COMPRESSOR: RefCell<Compress> = RefCell::new(Compress::new(Compression::new(3), false));
}

fn of(text: String) -> Message {
    Message::new(text.into())
}

/// An event with its data, after which a reader knows version `id`.
pub(crate) fn event(id: Option<u64>, event: &str, data: &str) -> Message {
    let mut text = String::with_capacity(data.len() + data.len() / 32 + 64);
    if let Some(id) = id {
        writeln!(text, "id: {id}").expect("a string takes everything");
    }
    text.extend(["event: ", event, "\n"]);
    // A line may end in three ways, of which no part may be left in it. Pages have one of them.
    let data = match data.contains('\r') {
        true => Cow::Owned(data.replace("\r\n", "\n").replace('\r', "\n")),
        false => Cow::Borrowed(data),
    };
    for line in data.split('\n') {
        text.extend(["data: ", line, "\n"]);
    }
    text.push('\n');
    of(text)
}

/// Several messages as one: a reader who catches up gets few pieces, as each costs the connection time. `None` without any.
pub(crate) fn joined(mut messages: impl Iterator<Item = Message>) -> Option<Message> {
    let first = messages.next()?;
    let Some(second) = messages.next() else { return Some(first) };
    let pieces: Vec<Bytes> = [first, second].into_iter().chain(messages).map(|one| one.plain()).collect();
    Some(Message::new(pieces.concat().into()))
}

/// A comment that only keeps the connection alive.
pub(crate) fn alive() -> Message {
    of(":\n\n".to_owned())
}

/// The last message of a stream. It has no data, so it triggers no event, but sets the resume point and the delay to
/// reconnect.
pub(crate) fn farewell(id: u64, pause: Duration) -> Message {
    of(format!(": stopping\nid: {id}\nretry: {}\n\n", pause.as_millis()))
}

/// The message as a fragment of a compressed stream.
pub(crate) fn compressed(message: &Message) -> Bytes {
    message.encoded(compress)
}

/// Some bytes as blocks of a compressed stream that end on a byte.
fn compress(plain: &[u8]) -> Vec<u8> {
    if plain.len() < SHORT {
        let length = u16::try_from(plain.len()).expect("it is short");
        return [&[0][..], &length.to_le_bytes(), &(!length).to_le_bytes(), plain].concat();
    }
    COMPRESSOR.with_borrow_mut(|compressor| {
        compressor.reset();
        let mut compressed = Vec::with_capacity(plain.len() / 2 + 64);
        loop {
            let read = usize::try_from(compressor.total_in()).expect("a message fits into memory");
            compressor
                .compress_vec(&plain[read..], &mut compressed, FlushCompress::Sync)
                .expect("a compressor takes everything");
            // As long as there is room left, everything was written.
            if compressed.len() < compressed.capacity() {
                return compressed;
            }
            compressed.reserve(plain.len() / 4 + 64);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    /// Decompresses a stream as a browser does, without ever seeing its end.
    fn read(messages: &[Message]) -> String {
        let stream: Vec<u8> = GZIP_HEADER.into_iter().chain(messages.iter().flat_map(compressed)).collect();
        let mut text = Vec::new();
        let end = flate2::read::GzDecoder::new(&stream[..]).read_to_end(&mut text);
        assert!(end.is_err(), "the stream goes on");
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn a_compressed_stream_holds_the_messages() {
        let long: String = (0..9000).map(|n| format!("<p id=\"{n}\">{}</p>\n", n * n % 977)).collect();
        let noise: String = (0..60_000_u64)
            .map(|n| char::from(b' ' + (n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50) as u8 % 90))
            .collect();
        let messages = [
            event(Some(3), "version", "{\"version\":3}"),
            event(Some(4), "page", &long),
            alive(),
            event(None, "page", &noise),
            event(Some(4), "page", &long),
            farewell(4, Duration::from_millis(1500)),
        ];
        let plain: Vec<u8> = messages.iter().flat_map(Message::plain).collect();
        assert_eq!(read(&messages), String::from_utf8(plain).unwrap());
        assert!(compressed(&messages[1]).len() < long.len() / 3);
        assert_eq!(compressed(&messages[1]), compressed(&messages[4]), "each is compressed by itself");
    }

    #[test]
    fn joined_messages_are_sent_as_one() {
        assert!(joined(std::iter::empty()).is_none());
        let messages = [1, 2, 3].map(|n| event(Some(n), "version", "{}"));
        let plain: Vec<u8> = messages.iter().flat_map(Message::plain).collect();
        let joined = joined(messages.into_iter()).unwrap();
        assert_eq!(joined.plain(), plain);
        assert_eq!(read(&[joined]).as_bytes(), plain);
    }

    #[test]
    fn data_keeps_its_lines_and_cannot_become_a_field() {
        let text = event(Some(7), "page", "a\nid: 9\r\nevent: x\rretry: 1\n").plain();
        assert_eq!(
            text,
            "id: 7\nevent: page\ndata: a\ndata: id: 9\ndata: event: x\ndata: retry: 1\ndata: \n\n"
        );
    }
}
