//! The networks of people's last requests: in memory alone, for recently active people. A moderator can suspend the network of a
//! person without ever seeing it, and the server stores none that is not suspended.

use crate::network::Network;
use crate::recent::Recent;
use crate::shared_state::SharedState;
use std::net::IpAddr;
use std::time::{Duration, Instant};
use table::keys::KeyHash;

/// The size of each of the two generations, in people.
const REMEMBERED: usize = 10_000;
/// The time for which a network counts as recent.
const LATELY: Duration = Duration::from_secs(24 * 3600);

/// See [the module](self).
#[derive(Debug)]
pub(super) struct Networks(Recent<KeyHash, IpAddr>);

impl Default for Networks {
    fn default() -> Self {
        Networks(Recent::new(LATELY, REMEMBERED))
    }
}

impl Networks {
    pub(super) fn shared(&self) -> &dyn SharedState {
        &self.0
    }

    /// Notes the network of a person's request, as limits count it: an IPv4 address, or an IPv6 network of 64 bits.
    pub(super) fn note(&self, person: KeyHash, network: IpAddr) {
        self.0.note(person, network, Instant::now());
    }

    /// Returns the network of a person's last request, if that was lately.
    pub(super) fn of(&self, person: KeyHash) -> Option<Network> {
        let address = self.0.get(&person, Instant::now())?;
        let bits = if address.is_ipv4() { 32 } else { 64 };
        format!("{address}/{bits}").parse().ok()
    }

    pub(super) fn forget(&self, person: KeyHash) {
        self.0.remove(&person, Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::keys::Key;

    #[test]
    fn the_last_network_is_known_and_a_flood_is_forgotten() {
        let (networks, ada) = (Networks::default(), Key::random().hash());
        assert!(networks.of(ada).is_none());
        networks.note(ada, "192.0.2.7".parse().unwrap());
        networks.note(ada, "2001:db8::".parse().unwrap());
        let network = networks.of(ada).unwrap();
        assert!(network.contains("2001:db8::99".parse().unwrap()));
        assert!(!network.contains("2001:db8:0:1::".parse().unwrap()));
        for _ in 0..3 * REMEMBERED {
            networks.note(Key::random().hash(), "192.0.2.8".parse().unwrap());
        }
        assert!(networks.of(ada).is_none());
        assert!(networks.0.count(Instant::now()) <= 2 * REMEMBERED);
    }
}
