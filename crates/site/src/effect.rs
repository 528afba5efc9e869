//! What a site asks of its driver.

use crate::message::Response;
use serde::{Deserialize, Serialize};
use table::stored::StoredEntry;

/// An entry of a table's log, as the browser keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptEntry {
    /// The running number, from 0, without gaps.
    pub seq: u64,
    /// The time at which it was entered, in milliseconds since 1970.
    pub at: u64,
    /// The command that caused it, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The content, as JSON.
    pub body: String,
}

impl From<StoredEntry> for KeptEntry {
    fn from(StoredEntry { seq, at, command, body }: StoredEntry) -> KeptEntry {
        KeptEntry { seq, at, command, body }
    }
}

impl From<KeptEntry> for StoredEntry {
    fn from(KeptEntry { seq, at, command, body }: KeptEntry) -> StoredEntry {
        StoredEntry { seq, at, command, body }
    }
}

/// A task for the driver, in the form of a document with its kind in `do`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Effect {
    /// Answer a request.
    Reply {
        /// The number of the request.
        request: u32,
        /// The answer.
        response: Response,
    },
    /// Read the log of a table from this entry on, and call [`Site::loaded`](crate::Site::loaded).
    Load {
        /// The table.
        table: String,
        /// The first entry that is wanted.
        from: u64,
    },
    /// Store these entries together or not at all, unless one of their numbers is taken, and call
    /// [`Site::stored`](crate::Site::stored).
    Store {
        /// The table.
        table: String,
        /// The entries, with consecutive numbers.
        entries: Vec<KeptEntry>,
    },
    /// Keep a value of the visitor; without one, forget it.
    Keep {
        /// Its name.
        key: String,
        /// The value.
        value: Option<String>,
    },
    /// Read a value that is not among those the site began with, and call [`Site::recalled`](crate::Site::recalled).
    Recall {
        /// Its name.
        key: String,
    },
    /// Pass an event on to a stream.
    Event {
        /// The number of the stream.
        stream: u32,
        /// The name of the event.
        event: &'static str,
        /// Its data.
        data: String,
    },
    /// Tell the other windows that a table has changed.
    Publish {
        /// The table.
        table: String,
    },
    /// Let a bot think, after a pause, and call [`Site::chosen`](crate::Site::chosen): unless another window lets the bots of this
    /// table think, or the table has changed by then.
    Think(Task),
    /// Let the coach look at a game in a worker of its own, as long as the page is open, and call
    /// [`Site::coached`](crate::Site::coached).
    Coach {
        /// The key of the game.
        key: String,
        /// Its record.
        record: String,
    },
    /// Show the open page anew.
    Renew,
    /// Call [`Site::tick`](crate::Site::tick) at this moment, in milliseconds since 1970.
    Alarm {
        /// The table.
        table: String,
        /// The moment.
        at: u64,
    },
}

/// A decision of a bot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The table.
    pub table: String,
    /// The seat of the bot.
    pub seat: String,
    /// The version that it decides on.
    pub seq: u64,
    /// The pause before it, in milliseconds.
    pub pause: u64,
    /// The seed of the decision, as 16 hexadecimal digits.
    pub seed: String,
    /// What the page says while it lasts, in the visitor's language.
    pub says: String,
    /// What the button says that ends the thinking.
    pub hurry: String,
}
