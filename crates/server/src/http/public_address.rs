//! The public address and the name of the server.

use super::parts::reader_of;
use axum::http::{HeaderMap, Uri, header};
use live::Network;
use pages::{HostTexts, Reader};
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::str::FromStr;

/// The public address and the name of the server.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PublicAddress {
    /// The public address; without it, links for others begin with the address at which the reader came in.
    pub public_url: Option<Origin>,
    /// The name that the host has given it; shown on every page.
    pub name: Option<String>,
    /// The pages that the host has written.
    pub texts: HostTexts,
    /// The proxies trusted to name the client's address, and to say that a request came over TLS.
    pub trusted_proxies: Vec<Network>,
    /// The command that restarts the server so that others in the network reach it. It may name the data folder, so it is set
    /// only if nobody but this machine reaches the server.
    pub for_others: Option<String>,
    /// The port at which it listens at every address of this machine, if it does. The server finds that out by itself.
    pub port_everywhere: Option<u16>,
    /// The names by which the server is reached, beside addresses and names of the local network. Any other `Host` is refused:
    /// a page of another site could reach a private server under a name of its own (DNS rebinding). `None` accepts every
    /// name, for servers that anybody may reach anyway.
    pub own_names: Option<Vec<String>>,
}

impl PublicAddress {
    /// Whether the `Host` of a request is this server. A request without one comes from no browser.
    pub(crate) fn is_own_host(&self, headers: &HeaderMap, uri: &Uri) -> bool {
        let Some(names) = &self.own_names else { return true };
        let sent = headers.get(header::HOST).map(|host| host.to_str().unwrap_or("?"));
        sent.or_else(|| uri.authority().map(|authority| authority.as_str())).is_none_or(|host| {
            let name = without_port(host);
            is_local_name(name) || names.iter().any(|own| own.eq_ignore_ascii_case(name))
        })
    }

    /// The reader of a page, and the server's address as they see it.
    pub(crate) fn reader(&self, headers: &HeaderMap, uri: &Uri) -> Reader {
        let mut reader = reader_of(headers, uri);
        if let Some(origin) = &self.public_url {
            reader.origin = Some(origin.to_string());
        }
        reader.house.clone_from(&self.name);
        reader.for_others.clone_from(&self.for_others);
        if let Some(port) = self.port_everywhere
            && reader.is_on_this_machine()
        {
            let address = address_in_network().map(|ip| SocketAddr::new(ip, port));
            reader.network = address.map(|address| format!("http://{address}"));
        }
        reader.host = self.texts.links();
        reader
    }

    /// Whether the request was made to a public address that begins with `https`.
    pub(crate) fn is_secure(&self, headers: &HeaderMap) -> bool {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        self.public_url.as_ref().is_some_and(|origin| origin.secure && origin.host.eq_ignore_ascii_case(host))
    }
}

/// The address of this machine in its network: that from which it would speak to the world. It may change, as on a laptop.
#[must_use]
pub fn address_in_network() -> Option<IpAddr> {
    // Connecting a UDP socket sends nothing; it only chooses a way. The address is one reserved for examples.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|addr| addr.ip()).filter(|ip| !ip.is_unspecified() && !ip.is_loopback())
}

/// A host without its port: `[::1]` of `[::1]:7170`.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    }
}

/// Whether nobody on the Internet can own this name: it is an address, or a name that only the local network resolves.
fn is_local_name(name: &str) -> bool {
    let address = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(name);
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let suffixes = [".localhost", ".local", ".internal", ".home.arpa"];
    address.parse::<IpAddr>().is_ok()
        || (!name.is_empty() && !name.contains('.') && !name.contains(':'))
        || suffixes.iter().any(|suffix| name.ends_with(suffix))
}

/// The beginning of an address: `https://neuland.example`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    secure: bool,
    host: String,
}

impl Origin {
    /// Whether it begins with `https`.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.secure
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http{}://{}", if self.secure { "s" } else { "" }, self.host)
    }
}

/// The text is not the beginning of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseOriginError;

impl fmt::Display for ParseOriginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("give an address such as https://neuland.example, without a path")
    }
}

impl std::error::Error for ParseOriginError {}

impl FromStr for Origin {
    type Err = ParseOriginError;
    fn from_str(text: &str) -> Result<Origin, ParseOriginError> {
        let (scheme, rest) = text.split_once("://").ok_or(ParseOriginError)?;
        let secure = match scheme {
            "https" => true,
            "http" => false,
            _ => return Err(ParseOriginError),
        };
        let host = rest.strip_suffix('/').unwrap_or(rest);
        let uri: Uri = format!("http://{host}/").parse().map_err(|_| ParseOriginError)?;
        let is_host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
        let whole = uri.authority().is_some_and(|authority| authority.as_str() == host);
        if whole && uri.path() == "/" && host.chars().all(is_host) {
            Ok(Origin { secure, host: host.to_ascii_lowercase() })
        } else {
            Err(ParseOriginError)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_private_server_goes_by_addresses_local_names_and_its_own() {
        let outside =
            PublicAddress { own_names: Some(vec!["Games.example".to_owned()]), ..PublicAddress::default() };
        let is_own = |outside: &PublicAddress, host: Option<&'static str>| {
            let headers = host.map(|host| (header::HOST, axum::http::HeaderValue::from_static(host)));
            outside.is_own_host(&headers.into_iter().collect(), &Uri::from_static("/"))
        };
        for host in [
            "127.0.0.1:7170",
            "192.168.0.9",
            "[::1]:7170",
            "[fe80::1]",
            "localhost:7170",
            "LOCALHOST",
            "pc:7170",
            "pc.local:7170",
            "pc.home.arpa.",
            "games.EXAMPLE:7170",
        ] {
            assert!(is_own(&outside, Some(host)), "{host}");
        }
        for host in [
            "evil.example:7170",
            "127.0.0.1.evil.example",
            "localhost.evil.example",
            "notlocal.com",
            "",
            ":7170",
            "a b.c",
        ] {
            assert!(!is_own(&outside, Some(host)), "{host}");
            assert!(is_own(&PublicAddress::default(), Some(host)), "a public server: {host}");
        }
        assert!(is_own(&outside, None), "no browser");
    }

    #[test]
    fn a_public_address_has_no_path() {
        for (text, shown) in [
            ("https://neuland.example", "https://neuland.example"),
            ("https://Neuland.example/", "https://neuland.example"),
            ("http://192.0.2.7:7170", "http://192.0.2.7:7170"),
            ("http://[2001:db8::1]:80", "http://[2001:db8::1]:80"),
        ] {
            assert_eq!(text.parse::<Origin>().unwrap().to_string(), shown);
        }
        for text in [
            "",
            "neuland.example",
            "https://",
            "ftp://neuland.example",
            "https://neuland.example/games",
            "https://neuland.example?x",
            "https://ada@neuland.example",
            "https://neu land.example",
            "https://a\"b",
        ] {
            assert_eq!(text.parse::<Origin>(), Err(ParseOriginError), "{text}");
        }
    }

    #[test]
    fn the_network_is_named_where_the_server_listens_everywhere() {
        let network = |port_everywhere, host: &'static str| {
            let outside = PublicAddress { port_everywhere, ..PublicAddress::default() };
            let headers: HeaderMap = [(header::HOST, host.parse().unwrap())].into_iter().collect();
            outside.reader(&headers, &"/".parse().unwrap()).network
        };
        let address = address_in_network().map(|ip| format!("http://{}", SocketAddr::new(ip, 7391)));
        assert_eq!(network(Some(7391), "127.0.0.1:7391"), address);
        assert_eq!(network(Some(7391), "192.0.2.7:7391"), None, "who came from there knows it");
        assert_eq!(network(None, "127.0.0.1:7391"), None);
    }

    #[test]
    fn links_begin_with_the_public_address() {
        let outside = PublicAddress {
            public_url: Some("https://neuland.example".parse().unwrap()),
            name: Some("Spieleabend".to_owned()),
            ..PublicAddress::default()
        };
        let headers: HeaderMap = [(header::HOST, "127.0.0.1:7170".parse().unwrap())].into_iter().collect();
        let reader = outside.reader(&headers, &"/".parse().unwrap());
        assert_eq!(reader.origin.as_deref(), Some("https://neuland.example"));
        assert_eq!(reader.house.as_deref(), Some("Spieleabend"));
        assert!(!outside.is_secure(&headers), "whoever comes by another way is not on TLS");
        let headers: HeaderMap = [(header::HOST, "Neuland.example".parse().unwrap())].into_iter().collect();
        assert!(outside.is_secure(&headers));
    }
}
