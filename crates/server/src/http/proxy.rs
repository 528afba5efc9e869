//! The client's address and whether it used TLS: from the connection, or as a trusted proxy reports it.

use super::serve::Peer;
use axum::http::{HeaderMap, HeaderName, Request};
use live::Network;
use std::net::{IpAddr, Ipv4Addr};

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// The client that sent a request, and whether it came over TLS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Client {
    pub(crate) address: IpAddr,
    pub(crate) secure: bool,
}

/// The client of a request that another node of the cluster passed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PassedOn(pub(crate) Client);

impl Client {
    /// Determines the client, and removes headers that only a trusted proxy may set, so that no later code believes them.
    pub(crate) fn of<B>(request: &mut Request<B>, trusted: &[Network]) -> Client {
        if let Some(PassedOn(client)) = request.extensions().get() {
            return *client;
        }
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

/// The client's address.
pub(crate) fn address(request: &axum::http::Extensions) -> IpAddr {
    // The guard knows; only tests ask without one.
    request.get::<Client>().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |client| client.address)
}

/// The last address of the chain that is none of our proxies: anybody can have written those before it.
fn forwarded(headers: &HeaderMap, is_trusted: impl Fn(IpAddr) -> bool) -> Option<IpAddr> {
    let values: Vec<&str> =
        headers.get_all(FORWARDED_FOR).iter().map_while(|value| value.to_str().ok()).collect();
    let mut farthest = None;
    for text in values.iter().rev().flat_map(|value| value.rsplit(',')) {
        let Some(address) = parse_address(text.trim()) else { break };
        farthest = Some(address);
        if !is_trusted(address) {
            break;
        }
    }
    farthest
}

/// An address, perhaps with the port that some proxies add.
fn parse_address(text: &str) -> Option<IpAddr> {
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
}
