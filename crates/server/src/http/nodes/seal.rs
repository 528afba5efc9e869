//! The header with which one node of a cluster proves to another that it passes a request on, and for whom.

use crate::http::proxy::Client;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri};

/// The header.
pub(super) const SEAL: HeaderName = HeaderName::from_static("neuland-node");

/// The time for which a seal is good, in milliseconds: the clocks of two nodes may differ by as much.
const GOOD: u64 = 60_000;

/// The parts of a request that a seal covers.
#[derive(Clone, Copy)]
pub(super) struct Sealed<'a> {
    pub(super) method: &'a Method,
    pub(super) uri: &'a Uri,
    /// The body of a question; empty for requests that are passed on.
    pub(super) body: &'a [u8],
}

impl Sealed<'_> {
    fn mac(&self, key: &[u8; 32], said: &str) -> blake3::Hash {
        let key = blake3::derive_key("neuland: requests between nodes", key);
        let path = self.uri.path_and_query().map_or("/", |path| path.as_str());
        let mut hasher = blake3::Hasher::new_keyed(&key);
        for part in [said.as_bytes(), self.method.as_str().as_bytes(), path.as_bytes(), self.body] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        hasher.finalize()
    }

    /// Returns the header for a request of this client, now.
    pub(super) fn seal(&self, key: &[u8; 32], client: Client, now: u64) -> HeaderValue {
        let said = format!("{} {} {now}", client.address, u8::from(client.secure));
        let mac = self.mac(key, &said).to_hex();
        HeaderValue::try_from(format!("{said} {mac}")).expect("letters and digits")
    }

    /// Returns the client of a request with this header, unless the header is wrong or too old.
    pub(super) fn open(&self, key: &[u8; 32], headers: &HeaderMap, now: u64) -> Option<Client> {
        let (said, mac) = headers.get(SEAL)?.to_str().ok()?.rsplit_once(' ')?;
        // Compared in a time that says nothing.
        if self.mac(key, said) != blake3::Hash::from_hex(mac).ok()? {
            return None;
        }
        let mut words = said.split(' ');
        let (address, secure, at) = (words.next()?, words.next()?, words.next()?);
        let at: u64 = at.parse().ok()?;
        (at.abs_diff(now) <= GOOD).then_some(())?;
        Some(Client { address: address.parse().ok()?, secure: secure == "1" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_node_can_say_for_whom_it_asks() {
        let (key, other) = ([7; 32], [8; 32]);
        let (method, uri): (Method, Uri) = (Method::POST, "/t/abc/act?x=1".parse().unwrap());
        let sealed = Sealed { method: &method, uri: &uri, body: b"" };
        let client = Client { address: "2001:db8::7".parse().unwrap(), secure: true };
        let headers: HeaderMap = [(SEAL, sealed.seal(&key, client, 1_000_000))].into_iter().collect();
        assert_eq!(sealed.open(&key, &headers, 1_050_000), Some(client));
        assert_eq!(sealed.open(&key, &headers, 950_000), Some(client), "of a node whose clock is ahead");
        assert_eq!(sealed.open(&key, &headers, 1_060_001), None, "too old");
        assert_eq!(sealed.open(&other, &headers, 1_000_000), None);
        let get = Sealed { method: &Method::GET, ..sealed };
        let elsewhere = "/t/abc/act?x=2".parse().unwrap();
        let another = Sealed { uri: &elsewhere, ..sealed };
        let more = Sealed { body: b"{}", ..sealed };
        for wrong in [get, another, more] {
            assert_eq!(wrong.open(&key, &headers, 1_000_000), None);
        }
        let text = headers[SEAL].to_str().unwrap().replace("2001:db8::7", "2001:db8::8");
        let forged: HeaderMap = [(SEAL, HeaderValue::try_from(text).unwrap())].into_iter().collect();
        assert_eq!(sealed.open(&key, &forged, 1_000_000), None);
        assert_eq!(sealed.open(&key, &HeaderMap::new(), 1_000_000), None);
    }
}
