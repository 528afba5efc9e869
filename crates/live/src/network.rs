//! Networks: addresses that begin with the same bits.

use ipnet::IpNet;
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

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

#[cfg(test)]
mod tests {
    use super::*;

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
