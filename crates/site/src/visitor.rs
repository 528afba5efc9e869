//! The visitor, as a request shows them.

use crate::kept::{Kept, name};
use crate::message::Request;
use game::Seat;
use pages::{Lang, Reader, Settings};
use present::hot_seat::PageOwner;
use table::host::Host;
use table::keys::{KeyHash, TableId};

/// The reader of a page: their settings, and whose page it is.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    pub(crate) reader: Reader,
    /// The owner of the browser.
    pub(crate) owner: KeyHash,
    pub(crate) json: bool,
    /// The id of the figure that is unfolded on the page of a table.
    pub(crate) unfolded: String,
}

impl Visitor {
    /// The visitor who makes this request; `languages` are those that the browser accepts.
    pub(crate) fn of(kept: &Kept, owner: KeyHash, languages: &str, request: &Request) -> Visitor {
        let mut settings = Settings::read(kept.text(name::SETTINGS).unwrap_or_default());
        if let Some(mode) = request.asked("mode") {
            settings.set("mode", &mode);
        }
        let reader = Reader {
            lang: settings.lang.unwrap_or_else(|| Lang::negotiate(languages)),
            settings,
            name: kept.text(name::NAME).map(str::to_owned),
            here: request.path.clone(),
            alone: true,
            ..Reader::default()
        };
        Visitor {
            reader,
            owner,
            json: request.json,
            unfolded: request.asked("open").filter(|id| id.len() <= 32).unwrap_or_default(),
        }
    }

    /// The owner of the page of a table: the visitor, or one of those who share it at this device.
    pub(crate) fn at_table<T>(&self, kept: &Kept, host: &Host<T>) -> PageOwner {
        let people = people(kept, self.owner, host);
        if people.iter().all(|&key| key == self.owner) {
            return PageOwner { holder: Some(self.owner), ..PageOwner::default() };
        }
        PageOwner::of(host, &people, uncovered(kept, host.id()), Some(self.owner))
    }
}

/// The people at this device who have seats at a table: first the visitor, then the others.
pub(crate) fn people<T>(kept: &Kept, owner: KeyHash, host: &Host<T>) -> Vec<KeyHash> {
    let others = kept.here(host.id()).into_iter().map(|key| key.hash());
    std::iter::once(owner).chain(others).filter(|&key| host.seat_of(key).is_some()).collect()
}

/// The seat whose hand is shown at a table.
pub(crate) fn uncovered(kept: &Kept, table: TableId) -> Option<Seat> {
    kept.text(&at_name(table))?.parse().ok()
}

/// The name of the value that says which seat is uncovered at a table.
pub(crate) fn at_name(table: TableId) -> String {
    format!("{}{table}", name::AT)
}
