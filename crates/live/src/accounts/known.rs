//! Devices and networks from which the owner of an account has signed in before.
//!
//! Wrong passwords are counted by origin, so that a stranger who tries many slows down strangers alone: a known device, or a
//! known network, has a bucket of its own for each account. A device shows proofs, which are worthless as keys; networks are
//! known in memory alone, as hashes under a key that the nodes of a cluster have in common, and a lone server has for itself.

use super::{AccountError, Accounts, Requester, take};
use crate::lock::lock;
use crate::recent::Recent;
use crate::shared_state::SharedState;
use std::fmt;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use store::Person;
use table::keys::{KeyHash, random_bytes};

/// Accounts that a device is known to at most; the one that signed in longest ago gives way.
const PROOFS_MAX: usize = 4;
/// Pairs of an account and a network that are remembered, twice.
const REMEMBERED: usize = 20_000;
/// The time for which a network stays known after its last use.
const KNOWN_FOR: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The number of a device at an account: chosen at random when it first signs in.
pub(super) type DeviceNumber = [u8; 8];

/// Proof that a device has signed in to an account before: a number, and a mark that only the server can compute from it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Proof {
    number: DeviceNumber,
    mark: [u8; 16],
}

/// The proofs by which a browser is recognised at the accounts it has signed in to.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct DeviceProofs(Vec<Proof>);

/// The mark of a device at an account. It is made with the password's hash, so it ends with the password, nobody without
/// the server's file can make one, and the server has nothing to keep. The salt in that hash is not known to the device, so
/// the mark helps nobody to guess the password.
fn mark(password: &str, number: DeviceNumber) -> [u8; 16] {
    let key = blake3::derive_key("neuland 2026 accounts: a known device", password.as_bytes());
    let mut mark = [0; 16];
    mark.copy_from_slice(&blake3::keyed_hash(&key, &number).as_bytes()[..16]);
    mark
}

impl DeviceProofs {
    /// Reads the text of a cookie; what cannot be read is left out.
    #[must_use]
    pub fn read(text: &str) -> DeviceProofs {
        let proof = |text: &str| {
            let mut bytes = [0; 24];
            if text.len() != 48 || !text.is_ascii() {
                return None;
            }
            for (n, byte) in bytes.iter_mut().enumerate() {
                *byte = u8::from_str_radix(&text[2 * n..2 * n + 2], 16).ok()?;
            }
            let (mut number, mut mark) = ([0; 8], [0; 16]);
            number.copy_from_slice(&bytes[..8]);
            mark.copy_from_slice(&bytes[8..]);
            Some(Proof { number, mark })
        };
        DeviceProofs(text.split('.').take(PROOFS_MAX).filter_map(proof).collect())
    }

    /// Whether it is known nowhere.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of this device at the account with this password hash, if it has signed in there.
    pub(super) fn known_to(&self, password: &str) -> Option<DeviceNumber> {
        // Every mark is compared as a whole, and without a difference in time: `blake3::Hash` does so for 32 bytes.
        let padded = |mark: [u8; 16]| {
            let mut bytes = [0; 32];
            bytes[..16].copy_from_slice(&mark);
            blake3::Hash::from_bytes(bytes)
        };
        let is_good = |proof: &&Proof| padded(mark(password, proof.number)) == padded(proof.mark);
        self.0.iter().find(is_good).map(|proof| proof.number)
    }

    /// Returns these proofs with one for this account added, which replaces the oldest one if there are too many.
    pub(super) fn with(&self, password: &str) -> DeviceProofs {
        let fresh = || {
            let mut number = [0; 8];
            number.copy_from_slice(&random_bytes()[..8]);
            number
        };
        let number = self.known_to(password).unwrap_or_else(fresh);
        let proof = Proof { number, mark: mark(password, number) };
        let others = self.0.iter().copied().filter(|other| *other != proof);
        DeviceProofs(std::iter::once(proof).chain(others).take(PROOFS_MAX).collect())
    }
}

impl fmt::Display for DeviceProofs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, proof) in self.0.iter().enumerate() {
            if n > 0 {
                f.write_str(".")?;
            }
            for byte in proof.number.iter().chain(&proof.mark) {
                write!(f, "{byte:02x}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for DeviceProofs {
    /// Without the proofs, so that no log ever holds them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DeviceProofs({})", self.0.len())
    }
}

/// An account and a network, as a hash.
pub(super) type Pair = [u8; 16];

/// The networks from which accounts were used lately.
pub(super) struct KnownNetworks {
    /// The key of the hashes.
    key: Mutex<[u8; 32]>,
    pairs: Recent<Pair, ()>,
}

impl KnownNetworks {
    pub(super) fn new() -> KnownNetworks {
        KnownNetworks { key: Mutex::new(random_bytes()), pairs: Recent::new(KNOWN_FOR, REMEMBERED) }
    }

    /// Hashes under a key that follows from the secret of a cluster, from now on.
    fn join(&self, cluster: &[u8; 32]) {
        let common = blake3::derive_key("neuland 2026 accounts: networks known to a cluster", cluster);
        let mut key = lock(&self.key);
        if *key != common {
            *key = common;
            self.pairs.clear();
        }
    }

    pub(super) fn shared(&self) -> &dyn SharedState {
        &self.pairs
    }

    pub(super) fn pair(&self, person: KeyHash, network: IpAddr) -> Pair {
        let mut hasher = blake3::Hasher::new_keyed(&lock(&self.key));
        hasher.update(&person.0);
        match network {
            IpAddr::V4(network) => hasher.update(&network.octets()),
            IpAddr::V6(network) => hasher.update(&network.octets()),
        };
        let mut pair = [0; 16];
        pair.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        pair
    }

    /// Notes that an account is used from a network.
    pub(super) fn note(&self, pair: Pair, now: Instant) {
        self.pairs.note(pair, (), now);
    }

    /// Whether an account was used from a network lately.
    pub(super) fn contains(&self, pair: Pair, now: Instant) -> bool {
        self.pairs.get(&pair, now).is_some()
    }
}

/// The origin of an attempt at a password, which decides the buckets that count it.
pub(super) enum Origin {
    /// A device that signed in to this account before.
    Device(DeviceNumber),
    /// A network from which this account is used.
    Network(Pair),
    /// Anywhere else.
    Stranger,
}

impl Accounts {
    /// Returns the origin of an attempt at this person's password. It takes as long for an unknown name.
    pub(super) fn origin(&self, person: Option<&Person>, asker: &Requester, now: Instant) -> Origin {
        let account = person.and_then(|person| person.account.as_ref());
        let device = asker.proofs.known_to(account.map_or("", |account| &account.password));
        let id = person.map_or(KeyHash::NOBODY, |person| person.id);
        let pair = asker.network.map(|network| self.networks.pair(id, network));
        let pair = pair.filter(|pair| self.networks.contains(*pair, now));
        match (account, device, pair) {
            (Some(_), Some(number), _) => Origin::Device(number),
            (Some(_), None, Some(pair)) => Origin::Network(pair),
            _ => Origin::Stranger,
        }
    }

    /// Counts a password that is tried for a name.
    pub(super) fn count_attempt(
        &self,
        name: &str,
        origin: &Origin,
        network: Option<IpAddr>,
    ) -> Result<(), AccountError> {
        match origin {
            Origin::Device(number) => take(&self.for_device, &(name.to_owned(), *number)),
            Origin::Network(pair) => take(&self.for_known_network, pair),
            Origin::Stranger => {
                if let Some(network) = &network {
                    take(&self.from_network, network)?;
                }
                take(&self.for_name, &name.to_owned())
            }
        }
    }

    /// The password was right: it does not count.
    pub(super) fn refund_attempt(&self, name: &str, origin: &Origin, network: Option<IpAddr>) {
        match origin {
            Origin::Device(number) => self.for_device.refund(&(name.to_owned(), *number)),
            Origin::Network(pair) => self.for_known_network.refund(pair),
            Origin::Stranger => {
                if let Some(network) = &network {
                    self.from_network.refund(network);
                }
                self.for_name.refund(&name.to_owned());
            }
        }
    }

    /// Becomes the accounts of a node of the cluster with this secret, whose nodes know the same networks.
    pub fn join(&self, cluster: &[u8; 32]) {
        self.networks.join(cluster);
    }

    /// Notes from where an account is used.
    pub fn note_network(&self, person: KeyHash, network: Option<IpAddr>) {
        if let Some(network) = network {
            self.networks.note(self.networks.pair(person, network), Instant::now());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared_state::UpdateKind;

    const PASSWORD: &str = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$aGFzaA";

    #[test]
    fn a_device_is_known_to_the_accounts_it_signed_in_to() {
        let none = DeviceProofs::default();
        assert_eq!(none.known_to(PASSWORD), None);
        let one = none.with(PASSWORD);
        let read = DeviceProofs::read(&one.to_string());
        assert_eq!(read, one);
        let number = read.known_to(PASSWORD);
        assert!(number.is_some());
        assert_eq!(read.known_to("$argon2id$another"), None, "it ends with the password");
        assert_eq!(read.known_to(""), None);
        // Signing in again changes nothing; other accounts come to it, and the oldest goes.
        assert_eq!(one.with(PASSWORD), one);
        let two = one.with("$argon2id$another");
        assert_eq!((two.0.len(), two.known_to(PASSWORD)), (2, number));
        let many = ["$a", "$b", "$c"].iter().fold(two, |proofs, password| proofs.with(password));
        assert_eq!((many.0.len(), many.known_to(PASSWORD)), (PROOFS_MAX, None));
        assert!(many.known_to("$c").is_some());
    }

    #[test]
    fn nobody_makes_a_proof_and_spoilt_ones_are_none() {
        let proofs = DeviceProofs::default().with(PASSWORD).to_string();
        for at in [0, 15, 16, 47] {
            let mut spoilt = proofs.clone().into_bytes();
            spoilt[at] = if spoilt[at] == b'0' { b'1' } else { b'0' };
            assert_eq!(DeviceProofs::read(std::str::from_utf8(&spoilt).unwrap()).known_to(PASSWORD), None);
        }
        for wrong in ["", ".", "…", &"ä".repeat(24), &"+f".repeat(24), &proofs[..47], &"0".repeat(10_000)]
        {
            assert_eq!(DeviceProofs::read(wrong).known_to(PASSWORD), None, "{wrong}");
        }
        let many = vec![proofs.as_str(); 100].join(".");
        assert_eq!(DeviceProofs::read(&many).0.len(), PROOFS_MAX);
        assert!(!format!("{:?}", DeviceProofs::read(&proofs)).contains(&proofs[..8]));
    }

    #[test]
    fn networks_are_known_for_a_while_and_bounded() {
        let (networks, start) = (KnownNetworks::new(), Instant::now());
        let pair = |n: u32| networks.pair(KeyHash::NOBODY, IpAddr::V4(n.into()));
        networks.note(pair(1), start);
        assert!(networks.contains(pair(1), start) && !networks.contains(pair(2), start));
        assert!(!networks.contains(pair(1), start + KNOWN_FOR));
        for n in 0..3 * REMEMBERED as u32 {
            networks.note(pair(n), start);
        }
        assert!(networks.pairs.count(start) <= 2 * REMEMBERED);
    }

    #[test]
    fn nodes_of_one_cluster_know_the_same_networks() {
        let ([here, there, elsewhere], start) = ([(); 3].map(|()| KnownNetworks::new()), Instant::now());
        let pair = |of: &KnownNetworks| of.pair(KeyHash::NOBODY, IpAddr::V4(1.into()));
        here.note(pair(&here), start);
        for (node, cluster) in [(&here, [1; 32]), (&there, [1; 32]), (&elsewhere, [2; 32])] {
            node.join(&cluster);
        }
        assert!(!here.contains(pair(&here), start), "it was noted under another key");
        here.note(pair(&here), start);
        here.join(&[1; 32]);
        let update = here.shared().update(UpdateKind::Delta, start).unwrap();
        for node in [&there, &elsewhere] {
            node.shared().apply(UpdateKind::Delta, &update, start);
        }
        assert!(there.contains(pair(&there), start));
        assert!(!elsewhere.contains(pair(&elsewhere), start), "another secret is another cluster");
    }
}
