//! The state that all tables of a run share.

use crate::figures::Histogram;
use crate::plan::Plan;
use crate::random::Random;
use crate::wire::Dialer;
use std::cell::RefCell;
use std::net::Ipv4Addr;
use std::time::Instant;
use tokio::sync::{Semaphore, watch};

/// The phase of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Phase {
    /// Tables are opened.
    Opening,
    /// Tables are played from `start` on; moves that are due between `from` and `until` are measured.
    Playing { start: Instant, from: Instant, until: Instant },
}

/// The state that all tables share.
pub(crate) struct Context {
    pub(crate) plan: Plan,
    pub(crate) dialer: Dialer,
    pub(crate) opening: Semaphore,
    pub(crate) phase: watch::Receiver<Phase>,
    pub(crate) counts: RefCell<Counts>,
    pub(crate) random: Random,
}

/// The counters.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) acknowledged: Histogram,
    pub(crate) delivered: Histogram,
    pub(crate) listed: Histogram,
    pub(crate) viewed: Histogram,
    pub(crate) refetched: Histogram,
    pub(crate) healthy: Histogram,
    pub(crate) ready: usize,
    pub(crate) streams: usize,
    pub(crate) moves: u64,
    pub(crate) events: u64,
    pub(crate) patches: u64,
    pub(crate) refetches: u64,
    pub(crate) said: u64,
    pub(crate) games_over: u64,
    pub(crate) stale: u64,
    pub(crate) nobodys_turn: u64,
    pub(crate) undelivered: u64,
    pub(crate) gaps: u64,
    pub(crate) errors: u64,
    pub(crate) examples: Vec<String>,
}

/// Mistakes that are shown.
const EXAMPLES: usize = 5;

impl Context {
    /// A number below `count`. Choices are the same for the same seed as long as answers come in the same order, which
    /// over thousands of sockets they do not.
    pub(crate) fn below(&self, count: usize) -> usize {
        self.random.below(count)
    }

    /// A number from 0 up to 1.
    pub(crate) fn share(&self) -> f64 {
        self.random.share()
    }

    /// Returns the dialer of a person. During an attack everybody has an address and a network of their own, so that nobody
    /// shares the limits that the attacker exhausts.
    pub(crate) fn dialer_of(&self, person: usize) -> Dialer {
        if self.plan.attacks.is_empty() {
            return self.dialer.clone();
        }
        let [.., network, host] = person.to_be_bytes();
        self.dialer.for_client(Ipv4Addr::new(10, network, host, 7))
    }

    /// Notes a mistake.
    pub(crate) fn wrong(&self, what: impl Into<String>) {
        let mut counts = self.counts.borrow_mut();
        counts.errors += 1;
        if counts.examples.len() < EXAMPLES {
            counts.examples.push(what.into());
        }
    }

    /// Whether what happens, or was due, at this moment is measured.
    pub(crate) fn measures(&self, at: Instant) -> bool {
        matches!(*self.phase.borrow(), Phase::Playing { from, until, .. } if (from..until).contains(&at))
    }
}
