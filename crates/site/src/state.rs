//! The state of a site, and what all its pages use of it.

use crate::coach_results::CoachResults;
use crate::desk::{Desk, Ticket};
use crate::effect::Effect;
use crate::kept::Kept;
use crate::message::{Request, Response};
use crate::records::Records;
use fair::Secret;
use game::{Seat, Seed};
use std::collections::{BTreeMap, VecDeque};
use table::bot_session::{BotPause, decision_seed};
use table::host::Effect as TableEffect;
use table::keys::{KeyHash, TableId};

/// A page that follows a table.
#[derive(Debug)]
pub(crate) struct Stream {
    pub(crate) id: u32,
    pub(crate) table: TableId,
    pub(crate) asked: Request,
    /// The digest of what the page shows; `None` while it has to fetch that first.
    pub(crate) state: Option<u64>,
    /// The version that the page was last told of.
    pub(crate) last: u64,
    /// Whose page it is.
    pub(crate) holder: Option<KeyHash>,
}

/// A request that waits for something to be read.
#[derive(Debug)]
pub(crate) struct Parked {
    pub(crate) number: u32,
    pub(crate) request: Request,
}

/// The most tables of a visitor that the start page lists.
const LISTED: usize = 12;

/// How the site is driven.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The folder beside the page in which the files of the pages lie.
    pub folder: String,
    /// The languages that the browser accepts, as in the header `Accept-Language`.
    pub languages: String,
    /// The pauses of bots.
    pub pause: BotPause,
    /// The source of the ids of tables.
    pub ids: fn(u64) -> TableId,
}

impl Default for Setting {
    fn default() -> Setting {
        let ids = |_| TableId::random();
        Setting { folder: "files".to_owned(), languages: "en".to_owned(), pause: BotPause::default(), ids }
    }
}

/// The tables of one visitor, and the pages about them.
#[derive(Debug)]
pub struct Site {
    pub(crate) kept: Kept,
    pub(crate) setting: Setting,
    pub(crate) owner: KeyHash,
    pub(crate) secret: Secret,
    pub(crate) bots: Seed,
    pub(crate) desks: BTreeMap<TableId, Desk>,
    /// The tables that the browser keeps, the latest first.
    pub(crate) listed: Vec<TableId>,
    /// Tables that the browser does not have.
    pub(crate) unknown: Vec<TableId>,
    /// Values that the browser does not have.
    pub(crate) absent: Vec<String>,
    pub(crate) records: Records,
    /// The results of the coach.
    pub(crate) coach: CoachResults,
    pub(crate) parked: Vec<Parked>,
    pub(crate) streams: Vec<Stream>,
    pub(crate) effects: Vec<Effect>,
    pub(crate) promised: u64,
    /// What tables ask for, in order.
    pub(crate) pending: VecDeque<(TableId, TableEffect<Ticket>)>,
    pub(crate) now: u64,
}

/// What a page answers: at once, or when something was stored or read.
pub(crate) enum Outcome {
    Now(Response),
    /// An effect will answer.
    Later,
    /// These tables have to be read first.
    Tables(Vec<TableId>),
    /// This value has to be read first.
    Value(String),
}

impl Site {
    /// Creates the site of a visitor from what their browser has kept, and the ids of their tables, the latest first. `now` is in
    /// milliseconds since 1970.
    #[must_use]
    pub fn new(
        kept: BTreeMap<String, String>,
        tables: &[String],
        setting: Setting,
        now: u64,
    ) -> (Site, Vec<Effect>) {
        let mut kept = Kept(kept);
        let missing = kept.missing();
        let keep = |(key, value): &(&str, String)| Effect::Keep {
            key: (*key).to_owned(),
            value: Some(value.clone()),
        };
        let effects = missing.iter().map(keep).collect();
        kept.0.extend(missing.into_iter().map(|(key, value)| (key.to_owned(), value)));
        let (key, secret, bots) = (kept.key(), kept.secret(), kept.bots());
        let site = Site {
            owner: key.expect("it was made").hash(),
            secret: secret.expect("it was made"),
            bots: bots.expect("it was made"),
            kept,
            setting,
            desks: BTreeMap::new(),
            listed: tables.iter().filter_map(|id| id.parse().ok()).collect(),
            unknown: Vec::new(),
            absent: Vec::new(),
            records: Records::default(),
            coach: CoachResults::default(),
            parked: Vec::new(),
            streams: Vec::new(),
            effects: Vec::new(),
            pending: VecDeque::new(),
            promised: 0,
            now,
        };
        (site, effects)
    }

    pub(crate) fn ask(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Keeps a value of the visitor.
    pub(crate) fn keep(&mut self, key: String, value: Option<String>) {
        match &value {
            Some(value) => self.kept.0.insert(key.clone(), value.clone()),
            None => self.kept.0.remove(&key),
        };
        self.ask(Effect::Keep { key, value });
    }

    /// Those of the latest tables that have yet to be read.
    pub(crate) fn unread(&self) -> Vec<TableId> {
        let latest = self.listed.iter().take(LISTED).copied();
        latest.filter(|id| !self.desks.contains_key(id) && !self.unknown.contains(id)).collect()
    }

    /// The latest tables, as far as they could be read.
    pub(crate) fn latest(&self) -> impl Iterator<Item = &Desk> {
        self.listed.iter().take(LISTED).filter_map(|id| self.desks.get(id))
    }

    /// The id of a table that may be opened, and the secret that its dice would have.
    pub(crate) fn promise(&mut self) -> TableId {
        self.promised += 1;
        (self.setting.ids)(self.promised + self.listed.len() as u64)
    }

    pub(crate) fn secret_of(&self, id: TableId) -> Secret {
        self.secret.derive(&id.to_string())
    }

    /// The seed of the bots at a table.
    pub(crate) fn bots_of(&self, id: TableId) -> Seed {
        Seed(self.bots.0 ^ id.number())
    }

    /// The seed of a decision at a table.
    pub(crate) fn seed_of(&self, id: TableId, seq: u64, seat: Seat) -> Seed {
        decision_seed(self.bots_of(id), seq, seat)
    }

    /// Lets a table have what it asks for, after what was asked for before.
    pub(crate) fn carry_out(&mut self, id: TableId, effects: Vec<TableEffect<Ticket>>) {
        self.pending.extend(effects.into_iter().map(|effect| (id, effect)));
    }
}
