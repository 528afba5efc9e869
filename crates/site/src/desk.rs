//! A table in memory, and who waits at it.

use crate::message::Request;
use game::Seat;
use pages::shown::Contents;
use present::company::Alone;
use present::log_tail::CachedLogTail;
use present::summary::Summary;
use std::collections::VecDeque;
use std::rc::Rc;
use table::host::Host;

/// Who waits for the answer to a command.
#[derive(Debug)]
pub(crate) enum Ticket {
    /// Nobody: the site does it by itself.
    None,
    /// A request that opens a table.
    Opening(u32),
    /// A request that sends a command.
    Command { request: u32, asked: Box<Request> },
    /// A bot that has chosen this action.
    Bot { seat: Seat, seq: u64 },
}

/// The contents that pages show and from which their streams go on.
const STATES: usize = 8;

/// A table that is in memory.
#[derive(Debug)]
pub(crate) struct Desk {
    pub(crate) host: Host<Ticket>,
    pub(crate) tail: CachedLogTail,
    states: VecDeque<Rc<(u64, Contents)>>,
    /// Whether entries are being stored.
    pub(crate) stores: bool,
    /// Whether the host waits for the whole log.
    pub(crate) rereads: bool,
}

impl Desk {
    pub(crate) fn new(host: Host<Ticket>) -> Desk {
        Desk { host, tail: CachedLogTail::default(), states: VecDeque::new(), stores: false, rereads: false }
    }

    /// The contents with this digest, if a page was made to show them lately.
    pub(crate) fn state(&self, digest: u64) -> Option<Rc<(u64, Contents)>> {
        self.states.iter().find(|state| state.0 == digest).cloned()
    }

    /// Notes what a page was made to show; returns its digest.
    pub(crate) fn note(&mut self, contents: Contents) -> u64 {
        let digest = contents.digest();
        self.states.retain(|state| state.0 != digest);
        self.states.push_back(Rc::new((digest, contents)));
        while self.states.len() > STATES {
            self.states.pop_front();
        }
        digest
    }

    /// What lists say of the table.
    pub(crate) fn summary(&self, now: u64) -> Option<Summary> {
        Summary::of(&self.host, Some(&Alone(&self.host)), now)
    }
}
