//! The address at which the nodes of a cluster reach each other.

use live::nodes::Broker;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// A way to reach the broker between the nodes. It is called on the runtime of the server; an error says why there is no way.
pub type ConnectBroker = Arc<dyn Fn() -> Result<Arc<dyn Broker>, String> + Send + Sync>;

/// The configuration of a server as a node of a cluster.
#[derive(Clone)]
pub struct NodeConfig {
    /// The address at which the other nodes reach this one.
    pub address: NodeAddress,
    /// The broker between the nodes, if there is one; otherwise they tell each other.
    pub broker: Option<ConnectBroker>,
    /// The newest format of logs that the node reads; `None` for all that this version knows. Tests start nodes of earlier versions.
    pub reads: Option<u32>,
}

impl PartialEq for NodeConfig {
    fn eq(&self, other: &NodeConfig) -> bool {
        let is_same = match (&self.broker, &other.broker) {
            (Some(broker), Some(other)) => Arc::ptr_eq(broker, other),
            (None, None) => true,
            _ => false,
        };
        is_same && self.address == other.address && self.reads == other.reads
    }
}

impl Eq for NodeConfig {}

impl fmt::Debug for NodeConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NodeConfig").field("address", &self.address).finish_non_exhaustive()
    }
}

/// The address of a node, on a network of its own: `http://10.0.0.2:8720`.
///
/// ```
/// use server::NodeAddress;
/// let address: NodeAddress = "http://10.0.0.2:8720".parse().unwrap();
/// assert_eq!((address.host(), address.port()), ("10.0.0.2", 8720));
/// assert!("10.0.0.2".parse::<NodeAddress>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeAddress {
    host: String,
    port: u16,
}

impl NodeAddress {
    /// The name or address of the machine, an IPv6 address without brackets.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port; 0 if the system is to choose one.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns the address with another port.
    pub(crate) fn with_port(&self, port: u16) -> NodeAddress {
        NodeAddress { port, ..self.clone() }
    }
}

impl fmt::Display for NodeAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NodeAddress { host, port } = self;
        if host.contains(':') {
            write!(f, "http://[{host}]:{port}")
        } else {
            write!(f, "http://{host}:{port}")
        }
    }
}

/// The text is not the address of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseNodeAddressError;

impl fmt::Display for ParseNodeAddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the address of a node has the form http://HOST:PORT, such as http://10.0.0.2:8720")
    }
}

impl std::error::Error for ParseNodeAddressError {}

impl FromStr for NodeAddress {
    type Err = ParseNodeAddressError;

    fn from_str(text: &str) -> Result<NodeAddress, ParseNodeAddressError> {
        let rest = text.strip_prefix("http://").ok_or(ParseNodeAddressError)?;
        let (host, port) = rest.trim_end_matches('/').rsplit_once(':').ok_or(ParseNodeAddressError)?;
        let port = port.parse().map_err(|_| ParseNodeAddressError)?;
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        let is_name = |host: &str| {
            !host.is_empty() && host.chars().all(|c| c.is_ascii_alphanumeric() || ".-".contains(c))
        };
        let is_known = match bare {
            Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
            None => is_name(host),
        };
        if is_known {
            Ok(NodeAddress { host: bare.unwrap_or(host).to_owned(), port })
        } else {
            Err(ParseNodeAddressError)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_written() {
        for text in ["http://10.0.0.2:8720", "http://[fd00::2]:8720", "http://node-2.internal:80"] {
            assert_eq!(text.parse::<NodeAddress>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "10.0.0.2:8720",
            "https://10.0.0.2:8720",
            "http://10.0.0.2",
            "http://:1",
            "http://a/b:1",
            "http://[x]:1",
        ] {
            assert_eq!(text.parse::<NodeAddress>(), Err(ParseNodeAddressError), "{text}");
        }
    }
}
