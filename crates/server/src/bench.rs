//! A table and the pages that follow it, without sockets, threads or a disk: for benches, which count instructions.

use crate::http::request::Visitor;
use crate::http::view::{PageContext, with_page};
use live::feeds::State;
use live::hub::{LiveTable, Ticket};
use live::time::Time;
use pages::shown::Shown;
use present::view::with_state;
use std::fmt;
use std::sync::Arc;
use table::host::{Command, Effect, Host, Intent, Opening, Sender};
use table::{KeyHash, TableId};
use tokio::sync::oneshot;

/// A table.
#[derive(Debug)]
pub struct Table(Arc<LiveTable>);

impl Table {
    /// Opens a table; everything is stored at once.
    ///
    /// # Panics
    /// If it cannot be opened.
    #[must_use]
    pub fn open(id: TableId, start: &shelf::AnyGame, opening: Opening) -> Table {
        let (ticket, _) = oneshot::channel();
        let (mut host, effects) = Host::open(id, start, opening, 0, ticket).expect("the table can be opened");
        store(&mut host, effects);
        Table(LiveTable::new(id, host, Time::start(), &Arc::default()))
    }

    /// Returns the player who is to act and their legal actions, at most `limit` of them.
    #[must_use]
    pub fn legal(&self, keys: &[KeyHash], limit: usize) -> Option<(KeyHash, Vec<String>)> {
        let host = self.0.look();
        let seat = host.game()?.to_decide().into_iter().next()?;
        Some((keys[seat.index()], host.legal(seat, limit)))
    }

    /// Carries an action out.
    pub fn act(&self, key: KeyHash, action: String, now: u64) {
        let mut host = self.0.look();
        let (ticket, _) = oneshot::channel();
        let command = Command {
            sender: Sender::Holder(key),
            id: None,
            seen: host.version(),
            intent: Intent::Act(action),
        };
        let effects = host.submit(command, now, ticket);
        store(&mut host, effects);
    }
}

/// Reports to the host that everything was stored.
fn store(host: &mut Host<Ticket>, effects: Vec<Effect<Ticket>>) {
    for effect in effects {
        if let Effect::Append(_) = effect {
            let more = host.stored(Ok(()));
            store(host, more);
        }
    }
}

/// A page that follows a table.
pub struct Page {
    live: Arc<LiveTable>,
    visitor: Visitor,
    state: Arc<State>,
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Page({:x})", self.state.digest)
    }
}

impl Page {
    /// The page as it is fetched.
    #[must_use]
    pub fn of(table: &Table, holder: Option<KeyHash>) -> Page {
        let visitor = Visitor::new(holder);
        let shown = Shown::after(None);
        let (_, moment) =
            with_page(&table.0, &visitor, &PageContext::default(), (None, 0), &shown, pages::main);
        Page { live: Arc::clone(&table.0), visitor, state: State::new(shown.finish(), moment) }
    }

    /// Renders the patch that brings the page up to date.
    pub fn patch(&mut self) -> String {
        let shown = Shown::after(Some(&self.state.contents));
        let (html, moment) =
            with_page(&self.live, &self.visitor, &PageContext::default(), (None, 0), &shown, pages::main);
        self.state = State::new(shown.finish(), moment);
        with_state(html.into_string(), self.state.digest)
    }
}
