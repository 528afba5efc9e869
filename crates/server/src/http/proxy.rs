//! The client's address and whether it used TLS: from the connection, or as a trusted proxy reports it.

use super::serve::Peer;
use axum::http::{HeaderMap, HeaderName, Request};
use ipnet::IpNet;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::str::FromStr;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// An address, or all that begin with the same bits: `127.0.0.1`, `10.0.0.0/8`, `fd00::/8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network(IpNet);

impl fmt::Display for Network {
    /// The first address with the bits, as in `192.0.2.0/24`, so that equal networks have equal texts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.trunc().fmt(f)
    }
}

impl Network {
    /// Whether it has fewer bits than these, for either kind of address.
    #[must_use]
    pub fn is_wider_than(&self, v4: u8, v6: u8) -> bool {
        self.0.prefix_len() < if self.0.addr().is_ipv4() { v4 } else { v6 }
    }

    /// Whether an address belongs to it.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

/// The text is no address and no network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseNetworkError;

impl fmt::Display for ParseNetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("give an IP address, or a network such as 10.0.0.0/8")
    }
}

impl std::error::Error for ParseNetworkError {}

impl FromStr for Network {
    type Err = ParseNetworkError;
    fn from_str(text: &str) -> Result<Network, ParseNetworkError> {
        let one = |address: IpAddr| IpNet::from(address.to_canonical());
        let network = text.parse().or_else(|_| text.parse().map(one)).map_err(|_| ParseNetworkError)?;
        let network = IpNet::new(network.addr().to_canonical(), network.prefix_len());
        network.map(Network).map_err(|_| ParseNetworkError)
    }
}

/// The client that sent a request, and whether it came over TLS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Client {
    pub(crate) address: IpAddr,
    pub(crate) secure: bool,
}

impl Client {
    /// Determines the client, and removes headers that only a trusted proxy may set, so that no later code believes them.
    pub(crate) fn of<B>(request: &mut Request<B>, trusted: &[Network]) -> Client {
        // Only tests call the router without a connection.
        let peer = request.extensions().get::<Peer>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0.ip().to_canonical());
        let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(address));
        let headers = request.headers_mut();
        if !is_trusted(peer) {
            headers.remove(FORWARDED_FOR);
            headers.remove(FORWARDED_PROTO);
            return Client { address: peer, secure: false };
        }
        let secure =
            last(headers, &FORWARDED_PROTO).is_some_and(|scheme| scheme.eq_ignore_ascii_case("https"));
        Client { address: forwarded(headers, is_trusted).unwrap_or(peer), secure }
    }
}

/// The last address of the chain that is none of our proxies: anybody can have written those before it.
fn forwarded(headers: &HeaderMap, is_trusted: impl Fn(IpAddr) -> bool) -> Option<IpAddr> {
    let values: Vec<&str> =
        headers.get_all(FORWARDED_FOR).iter().map_while(|value| value.to_str().ok()).collect();
    let mut farthest = None;
    for text in values.iter().rev().flat_map(|value| value.rsplit(',')) {
        let Some(address) = address(text.trim()) else { break };
        farthest = Some(address);
        if !is_trusted(address) {
            break;
        }
    }
    farthest
}

/// An address, perhaps with the port that some proxies add.
fn address(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse().ok().map(|address: std::net::SocketAddr| address.ip());
    text.parse().ok().or_else(with_port).map(|address: IpAddr| address.to_canonical())
}

fn last<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let value = headers.get_all(name).iter().next_back()?.to_str().ok()?;
    value.rsplit(',').next().map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(peer: &str, trusted: &str, headers: &[(&'static str, &str)]) -> (Client, bool) {
        let mut request = Request::new(());
        request.extensions_mut().insert(Peer(format!("{peer}:1").parse().unwrap()));
        for (name, value) in headers {
            request.headers_mut().append(HeaderName::from_static(name), value.parse().unwrap());
        }
        let trusted: Vec<Network> = trusted.split_whitespace().map(|text| text.parse().unwrap()).collect();
        let client = Client::of(&mut request, &trusted);
        (client, request.headers().contains_key(FORWARDED_PROTO))
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let told = [("x-forwarded-for", "203.0.113.9"), ("x-forwarded-proto", "https")];
        let believed = Client { address: "203.0.113.9".parse().unwrap(), secure: true };
        assert_eq!(client("127.0.0.1", "127.0.0.1", &told), (believed, true));
        assert_eq!(client("10.2.3.4", "192.0.2.1 10.0.0.0/8", &told), (believed, true));
        assert_eq!(client("[::1]", "::1", &told), (believed, true));
        for (peer, trusted) in [("127.0.0.1", ""), ("198.51.100.7", "127.0.0.1"), ("11.0.0.1", "10.0.0.0/8")]
        {
            let itself = Client { address: peer.parse().unwrap(), secure: false };
            assert_eq!(client(peer, trusted, &told), (itself, false), "{peer}");
        }
    }

    #[test]
    fn what_a_client_writes_itself_counts_for_nothing() {
        let address = |headers: &[(&'static str, &str)]| {
            client("127.0.0.1", "127.0.0.1 10.0.0.0/8", headers).0.address.to_string()
        };
        assert_eq!(address(&[("x-forwarded-for", "1.2.3.4, 203.0.113.9")]), "203.0.113.9");
        assert_eq!(address(&[("x-forwarded-for", "1.2.3.4, 203.0.113.9, 10.1.1.1")]), "203.0.113.9");
        assert_eq!(
            address(&[("x-forwarded-for", "1.2.3.4"), ("x-forwarded-for", "203.0.113.9")]),
            "203.0.113.9"
        );
        assert_eq!(address(&[("x-forwarded-for", "evil, 10.1.1.1")]), "10.1.1.1");
        assert_eq!(address(&[("x-forwarded-for", "<script>")]), "127.0.0.1");
        assert_eq!(address(&[("x-forwarded-for", "203.0.113.9:4711")]), "203.0.113.9");
        assert_eq!(address(&[("x-forwarded-for", "2001:db8::1")]), "2001:db8::1");
        assert_eq!(address(&[]), "127.0.0.1");
        assert!(!client("127.0.0.1", "127.0.0.1", &[("x-forwarded-proto", "https, http")]).0.secure);
    }

    #[test]
    fn networks_are_written_as_everywhere() {
        let contains = |network: &str, address: &str| {
            network.parse::<Network>().unwrap().contains(address.parse().unwrap())
        };
        assert!(contains("0.0.0.0/0", "203.0.113.9") && contains("::/0", "2001:db8::1"));
        assert!(!contains("0.0.0.0/0", "2001:db8::1"));
        assert!(contains("fd00::/8", "fd12::1") && !contains("fd00::/8", "fe80::1"));
        assert!(contains("127.0.0.1", "::ffff:127.0.0.1"));
        for text in ["", "x", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0/8", "localhost"] {
            assert_eq!(text.parse::<Network>(), Err(ParseNetworkError), "{text}");
        }
    }
}
