//! The people around a live table, as the pages ask for them.

use super::LiveTable;
use game::Seat;
use present::Company;
use std::sync::Arc;
use table::host::{Host, Occupant};

/// The people around a live table.
#[derive(Debug)]
pub struct LiveCompany<'a, T> {
    /// The table.
    pub live: &'a LiveTable,
    /// Its host, as long as it is looked at.
    pub host: &'a Host<T>,
}

impl<T> Company for LiveCompany<'_, T> {
    fn occupants(&self) -> Vec<Occupant> {
        self.live.disambiguated(self.host)
    }
    fn is_online(&self, seat: Seat) -> bool {
        self.live.is_online(self.host, seat)
    }
    fn is_gone(&self, seat: Seat) -> bool {
        self.live.is_gone(self.host, seat)
    }
    fn is_stalled(&self, seat: Seat) -> bool {
        self.live.is_stalled(self.host, seat)
    }
    fn spectators(&self) -> usize {
        self.live.spectators(self.host)
    }
    fn presence(&self) -> String {
        self.live.presence(self.host)
    }
    fn options(&self) -> Arc<[(&'static str, String)]> {
        Arc::clone(self.live.terms(self.host))
    }
    fn commitment(&self) -> Option<Arc<str>> {
        self.live.commitment(self.host)
    }
}
