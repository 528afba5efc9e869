//! Several people at one device: the browser keeps their keys, and which seat is uncovered, in cookies of the table's own path.

use super::App;
use super::cookies::{AT_COOKIE, HERE_COOKIE, cookie};
use super::parts::params;
use axum::http::request::Parts;
use game::Seat;
use live::hub::LiveTable;
use present::hot_seat::PageOwner;
use std::sync::Arc;
use table::keys::{Key, KeyHash, TableId};

/// The people at one device.
#[derive(Clone)]
pub(crate) struct HotSeatSession {
    live: Arc<LiveTable>,
    /// The people here who have seats at the table: first the device's owner, then the others.
    people: Vec<KeyHash>,
    at: Option<Seat>,
    /// The keys of the others, as the browser keeps them.
    keys: Vec<String>,
}

impl HotSeatSession {
    /// Reads the people at the device of the request from its cookies; `None` if only the owner sits there.
    pub(crate) async fn read(parts: &mut Parts, app: &App, owner: Option<KeyHash>) -> Option<HotSeatSession> {
        let keys: Vec<Key> = cookie(&parts.headers, HERE_COOKIE)?
            .split('.')
            .take(Seat::MAX)
            .filter_map(|text| text.parse().ok())
            .collect();
        let at = cookie(&parts.headers, AT_COOKIE).and_then(|text| text.parse().ok());
        let params = params(parts, app).await.ok()?;
        let (_, id) = params.iter().find(|(name, _)| name == "id")?;
        let live = app.hub.table(id.parse::<TableId>().ok()?).await.ok()?;
        let mut people: Vec<KeyHash> = owner.into_iter().collect();
        let texts = keys.iter().map(Key::reveal).collect();
        for key in keys {
            people.extend(app.accounts.holder(&key).await.ok()?);
        }
        {
            let host = live.look();
            people.retain(|&key| host.seat_of(key).is_some());
        }
        (people.iter().any(|&key| Some(key) != owner)).then_some(HotSeatSession {
            live,
            people,
            at,
            keys: texts,
        })
    }

    /// The keys of all but the owner.
    pub(crate) fn keys(&self) -> &[String] {
        &self.keys
    }

    /// The people here who have seats at the table.
    pub(crate) fn people(&self) -> &[KeyHash] {
        &self.people
    }

    /// The current owner of the page.
    pub(crate) fn turn(&self, owner: Option<KeyHash>) -> PageOwner {
        PageOwner::of(&self.live.look(), &self.people, self.at, owner)
    }
}
