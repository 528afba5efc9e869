//! Messages for many readers.

use bytes::Bytes;
use std::sync::{Arc, OnceLock};

/// A message for many readers: its bytes, and one encoding of them, made when the first reader needs it.
#[derive(Clone, Debug)]
pub struct Message(Arc<Forms>);

#[derive(Debug)]
struct Forms {
    plain: Bytes,
    encoded: OnceLock<Bytes>,
}

impl Message {
    /// Creates a message of these bytes.
    #[must_use]
    pub fn new(plain: Bytes) -> Message {
        Message(Arc::new(Forms { plain, encoded: OnceLock::new() }))
    }

    /// The bytes as they are.
    #[must_use]
    pub fn plain(&self) -> Bytes {
        self.0.plain.clone()
    }

    /// The encoded bytes. `encode` makes them at the first call; further calls return the same bytes, so all callers pass the
    /// same encoding.
    pub fn encoded(&self, encode: impl FnOnce(&[u8]) -> Vec<u8>) -> Bytes {
        self.0.encoded.get_or_init(|| encode(&self.0.plain).into()).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_encoded_once_for_all_who_have_it() {
        let message = Message::new(Bytes::from_static(b"wool"));
        let other = message.clone();
        assert_eq!(message.encoded(|plain| plain.to_ascii_uppercase()), &b"WOOL"[..]);
        assert_eq!(other.encoded(|_| unreachable!("it is encoded")), &b"WOOL"[..]);
        assert_eq!(other.plain(), &b"wool"[..]);
    }
}
