//! The connection limit of the HTTP transport.
//!
//! A connection that receives slowly, or nothing, costs its client next to nothing, so a hundred of them could hold every place.
//! When the limit is reached, a new connection therefore evicts the one that has been receiving for longest. Only a connection
//! whose request has arrived keeps its place until the request is answered.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, oneshot};

/// The maximum number of open connections. Further ones wait in the backlog while all of these are being answered.
pub(crate) const CONNECTIONS: usize = 128;
/// The maximum for one address of another machine.
const CONNECTIONS_PER_ADDRESS: usize = 32;

/// All connections.
#[derive(Debug, Default)]
pub(crate) struct Connections {
    places: Mutex<Places>,
    freed: Notify,
}

#[derive(Debug, Default)]
struct Places {
    /// Ordered by when each began to receive, the oldest first.
    held: Vec<Held>,
    last_number: u64,
}

#[derive(Debug)]
struct Held {
    number: u64,
    /// The address it is counted under; `None` for this machine.
    address: Option<IpAddr>,
    is_answered: bool,
    _end: oneshot::Sender<()>,
}

/// The place of a connection, until it is dropped.
#[derive(Debug)]
pub(crate) struct ConnectionPermit {
    room: Arc<Connections>,
    number: u64,
}

impl Connections {
    fn places(&self) -> MutexGuard<'_, Places> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a place is free or can be taken from a connection that only receives.
    pub(crate) async fn wait(&self) {
        loop {
            let freed = self.freed.notified();
            {
                let held = &self.places().held;
                if held.len() < CONNECTIONS || held.iter().any(|place| !place.is_answered) {
                    return;
                }
            }
            freed.await;
        }
    }

    /// Takes a place for a connection from this address. The receiver completes when another connection evicts this one.
    /// `None` if the address has reached its maximum, or if all connections are being answered.
    pub(crate) fn take(
        self: &Arc<Self>,
        peer: IpAddr,
    ) -> Option<(Arc<ConnectionPermit>, oneshot::Receiver<()>)> {
        let address = counted(peer);
        let mut places = self.places();
        let own = |place: &Held| address.is_some() && place.address == address;
        let from_here = places.held.iter().filter(|place| own(place)).count();
        let gives_way = if from_here >= CONNECTIONS_PER_ADDRESS {
            Some(places.held.iter().position(|place| own(place) && !place.is_answered)?)
        } else if places.held.len() >= CONNECTIONS {
            Some(places.held.iter().position(|place| !place.is_answered)?)
        } else {
            None
        };
        if let Some(at) = gives_way {
            drop(places.held.remove(at));
        }
        places.last_number += 1;
        let (number, (end, ended)) = (places.last_number, oneshot::channel());
        places.held.push(Held { number, address, is_answered: false, _end: end });
        Some((Arc::new(ConnectionPermit { room: Arc::clone(self), number }), ended))
    }
}

impl ConnectionPermit {
    /// Sets whether a request has arrived and is being answered; otherwise the connection waits for one.
    pub(crate) fn set_answered(&self, is_answered: bool) {
        let mut places = self.room.places();
        if let Some(at) = places.held.iter().position(|place| place.number == self.number) {
            let place = places.held.remove(at);
            places.held.push(Held { is_answered, ..place });
        }
        drop(places);
        self.room.freed.notify_one();
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.room.places().held.retain(|place| place.number != self.number);
        self.room.freed.notify_one();
    }
}

/// The address that a peer is counted under: an IPv4 address or 64 bits of IPv6; `None` for this machine.
fn counted(peer: IpAddr) -> Option<IpAddr> {
    match peer.to_canonical() {
        peer if peer.is_loopback() => None,
        IpAddr::V6(peer) => Some(IpAddr::V6(Ipv6Addr::from(u128::from(peer) & !u128::from(u64::MAX)))),
        v4 => Some(v4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_that_only_receives_gives_way() {
        let room = Arc::new(Connections::default());
        let here: IpAddr = "127.0.0.1".parse().unwrap();
        let mut all: Vec<_> = (0..CONNECTIONS).map(|_| room.take(here).unwrap()).collect();
        all[0].0.set_answered(true);
        let new = room.take(here).unwrap();
        assert!(all[0].1.try_recv() == Err(oneshot::error::TryRecvError::Empty), "it is being answered");
        assert!(all[1].1.try_recv() == Err(oneshot::error::TryRecvError::Closed), "it was the oldest");
        // What was answered begins to wait anew.
        all[0].0.set_answered(false);
        let newer = room.take(here).unwrap();
        assert!(all[2].1.try_recv() == Err(oneshot::error::TryRecvError::Closed));
        all.iter().chain([&new, &newer]).for_each(|(place, _)| place.set_answered(true));
        assert!(room.take(here).is_none(), "all of them are being answered");
        drop(all);
        assert!(room.take(here).is_some());
    }

    #[test]
    fn an_address_has_a_share() {
        let room = Arc::new(Connections::default());
        let far = |n: u16| -> IpAddr { format!("2001:db8::{n}").parse().unwrap() };
        let all: Vec<_> = (0..100).map(|n| room.take(far(n)).unwrap()).collect();
        assert_eq!(room.places().held.len(), CONNECTIONS_PER_ADDRESS);
        all.iter().for_each(|(place, _)| place.set_answered(true));
        assert!(room.take(far(101)).is_none());
        assert!(room.take("2001:db8:0:1::1".parse().unwrap()).is_some());
    }
}
