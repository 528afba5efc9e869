//! The networks of people's last requests: in memory alone, for recently active people. A moderator can suspend the network of a
//! person without ever seeing it, and the server stores none that is not suspended.

use crate::lock::lock;
use crate::network::Network;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use table::keys::KeyHash;

/// The size of each of the two generations, in people.
const REMEMBERED: usize = 10_000;
/// The time for which a network counts as recent.
const LATELY: Duration = Duration::from_secs(24 * 3600);

#[derive(Default, Debug)]
struct Known {
    young: HashMap<KeyHash, (IpAddr, Instant)>,
    old: HashMap<KeyHash, (IpAddr, Instant)>,
}

/// See [the module](self).
#[derive(Default, Debug)]
pub(super) struct Networks(Mutex<Known>);

impl Networks {
    /// Notes the network of a person's request, as limits count it: an IPv4 address, or an IPv6 network of 64 bits.
    pub(super) fn note(&self, person: KeyHash, network: IpAddr) {
        let mut known = lock(&self.0);
        if known.young.len() >= REMEMBERED && !known.young.contains_key(&person) {
            // Those who asked for nothing since the last time go.
            known.old = std::mem::take(&mut known.young);
        }
        known.young.insert(person, (network, Instant::now()));
    }

    /// Returns the network of a person's last request, if that was lately.
    pub(super) fn of(&self, person: KeyHash) -> Option<Network> {
        let known = lock(&self.0);
        let (address, at) = *known.young.get(&person).or_else(|| known.old.get(&person))?;
        if at.elapsed() > LATELY {
            return None;
        }
        let bits = if address.is_ipv4() { 32 } else { 64 };
        format!("{address}/{bits}").parse().ok()
    }

    pub(super) fn forget(&self, person: KeyHash) {
        let mut known = lock(&self.0);
        known.young.remove(&person);
        known.old.remove(&person);
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
        let known = lock(&networks.0);
        assert!(known.young.len() + known.old.len() <= 2 * REMEMBERED);
    }
}
