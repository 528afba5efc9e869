//! The sanctions that are in force, in memory: the command path, the guard and the lobby ask here.

use crate::network::Network;
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use store::moderation::{Measure, Reason, Sanction};
use store::now;
use table::host::RejectReason;
use table::keys::{KeyHash, TableId};

/// Sanctions that are in force at most.
pub(crate) const SANCTIONS_MAX: usize = 20_000;
/// Networks that are suspended at most: each POST is compared with all of them.
pub(crate) const NETWORKS_MAX: usize = 1_000;

/// A sanction, as the affected person sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restriction {
    /// The number of the sanction.
    pub id: u64,
    /// The time at which it began, in milliseconds since 1970.
    pub since: u64,
    /// The time at which it ends; `None` if it never does.
    pub until: Option<u64>,
    /// The reason.
    pub reason: Reason,
    /// The reason in words.
    pub text: Option<String>,
}

impl From<&Sanction> for Restriction {
    fn from(sanction: &Sanction) -> Restriction {
        Restriction {
            id: sanction.id,
            since: sanction.since,
            until: sanction.until,
            reason: sanction.reason,
            text: sanction.text.clone(),
        }
    }
}

/// The sanctions in force against a person: of several of a kind, the one that lasts longest.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PersonSanctions {
    /// The sanction that keeps them from saying anything.
    pub muted: Option<Restriction>,
    /// The sanction that keeps them from doing anything but read.
    pub suspended: Option<Restriction>,
}

#[derive(Default, Debug)]
struct Cached {
    people: HashMap<KeyHash, Vec<Sanction>>,
    networks: Vec<(Network, Sanction)>,
    hidden: HashMap<TableId, Vec<Sanction>>,
}

/// The sanctions that are in force. It changes in one place, when a change is stored.
#[derive(Default, Debug)]
pub struct SanctionSet(RwLock<Cached>);

/// Of several sanctions the one that lasts longest.
fn longest<'a>(sanctions: impl Iterator<Item = &'a Sanction>) -> Option<&'a Sanction> {
    sanctions.max_by_key(|sanction| sanction.until.unwrap_or(u64::MAX))
}

impl SanctionSet {
    fn cached(&self) -> RwLockReadGuard<'_, Cached> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self) -> RwLockWriteGuard<'_, Cached> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes these in place of all others.
    pub(crate) fn replace(&self, sanctions: Vec<Sanction>) {
        *self.change() = Cached::default();
        sanctions.into_iter().for_each(|sanction| self.add(sanction));
    }

    /// Takes one that is stored.
    pub(crate) fn add(&self, sanction: Sanction) {
        if self.numbered(sanction.id).is_some() {
            return;
        }
        let mut cached = self.change();
        match &sanction.measure {
            Measure::Mute(person) | Measure::Suspend(person) => {
                cached.people.entry(*person).or_default().push(sanction);
            }
            Measure::SuspendNetwork(text) => match text.parse() {
                Ok(network) => cached.networks.push((network, sanction)),
                Err(_) => tracing::error!(sanction = sanction.id, "a suspended network cannot be read"),
            },
            Measure::HideTable(table) => cached.hidden.entry(*table).or_default().push(sanction),
        }
    }

    fn retain(&self, stays: impl Fn(&Sanction) -> bool) {
        let mut cached = self.change();
        let Cached { people, networks, hidden } = &mut *cached;
        people.retain(|_, sanctions| {
            sanctions.retain(&stays);
            !sanctions.is_empty()
        });
        hidden.retain(|_, sanctions| {
            sanctions.retain(&stays);
            !sanctions.is_empty()
        });
        networks.retain(|(_, sanction)| stays(sanction));
    }

    /// Lets one go that was lifted.
    pub(crate) fn remove(&self, id: u64) {
        self.retain(|sanction| sanction.id != id);
    }

    /// Lets those go that have ended.
    pub(crate) fn forget_ended(&self, now: u64) {
        self.retain(|sanction| sanction.is_in_force(now));
    }

    /// Forgets what is written about a person, as the store does.
    pub(crate) fn forget_texts(&self, person: KeyHash) {
        for sanction in self.change().people.get_mut(&person).into_iter().flatten() {
            sanction.text = None;
        }
    }

    /// A guest goes on as another person.
    pub(crate) fn reassign(&self, from: KeyHash, to: KeyHash) {
        let mut cached = self.change();
        if let Some(mut sanctions) = cached.people.remove(&from) {
            sanctions.iter_mut().for_each(|sanction| sanction.measure.reassign(from, to));
            cached.people.entry(to).or_default().extend(sanctions);
        }
    }

    /// The one with this number.
    pub(crate) fn numbered(&self, id: u64) -> Option<Sanction> {
        let cached = self.cached();
        let listed = cached.people.values().chain(cached.hidden.values()).flatten();
        listed.chain(cached.networks.iter().map(|(_, sanction)| sanction)).find(|of| of.id == id).cloned()
    }

    /// The people against whom something is in force.
    pub(crate) fn people(&self) -> HashSet<KeyHash> {
        self.cached().people.keys().copied().collect()
    }

    /// Counts all sanctions, and those of them that suspend a network.
    pub(crate) fn count(&self) -> (usize, usize) {
        let cached = self.cached();
        let people: usize = cached.people.values().map(Vec::len).sum();
        let hidden: usize = cached.hidden.values().map(Vec::len).sum();
        (people + hidden + cached.networks.len(), cached.networks.len())
    }

    /// Returns the sanctions in force against a person at `now`.
    #[must_use]
    pub fn standing(&self, person: KeyHash, now: u64) -> PersonSanctions {
        let cached = self.cached();
        let Some(sanctions) = cached.people.get(&person) else { return PersonSanctions::default() };
        let of = |is_meant: fn(&Measure) -> bool| {
            let meant = sanctions.iter().filter(|of| is_meant(&of.measure) && of.is_in_force(now));
            longest(meant).map(Restriction::from)
        };
        PersonSanctions {
            muted: of(|measure| matches!(measure, Measure::Mute(_))),
            suspended: of(|measure| matches!(measure, Measure::Suspend(_))),
        }
    }

    /// Returns the end of a person's suspension, if they are suspended.
    fn suspended_until(&self, person: KeyHash, now: u64) -> Option<Option<u64>> {
        let cached = self.cached();
        let suspends = |of: &&Sanction| matches!(of.measure, Measure::Suspend(_)) && of.is_in_force(now);
        longest(cached.people.get(&person)?.iter().filter(suspends)).map(|sanction| sanction.until)
    }

    /// Whether a person is suspended now.
    #[must_use]
    pub fn is_suspended(&self, person: KeyHash) -> bool {
        self.suspended_until(person, now()).is_some()
    }

    /// Refuses suspended people.
    ///
    /// # Errors
    /// [`RejectReason::Suspended`], with the end.
    pub fn may_act(&self, person: KeyHash) -> Result<(), RejectReason> {
        self.suspended_until(person, now()).map_or(Ok(()), |until| Err(RejectReason::Suspended { until }))
    }

    /// Refuses muted people.
    ///
    /// # Errors
    /// [`RejectReason::Muted`], with the end.
    pub(crate) fn may_talk(&self, person: KeyHash) -> Result<(), RejectReason> {
        match self.standing(person, now()).muted {
            Some(muted) => Err(RejectReason::Muted { until: muted.until }),
            None => Ok(()),
        }
    }

    /// Returns the suspension of the network of an address, if there is one.
    #[must_use]
    pub fn network(&self, address: IpAddr) -> Option<Restriction> {
        let now = now();
        let cached = self.cached();
        let meant =
            cached.networks.iter().filter(|(network, of)| network.contains(address) && of.is_in_force(now));
        longest(meant.map(|(_, sanction)| sanction)).map(Restriction::from)
    }

    /// Whether a table is left out of the lobby.
    #[must_use]
    pub fn is_hidden(&self, table: TableId) -> bool {
        let now = now();
        self.cached().hidden.get(&table).is_some_and(|hidden| hidden.iter().any(|of| of.is_in_force(now)))
    }
}
