//! Lists of tables: what they say of each, whether or not it is in memory.
//!
//! A list names tables that nobody may look at for weeks. To say a line about each, a table is read from the store once
//! and not kept; what was said is remembered within bounds, until the table comes into memory.

use super::{Hub, LiveTable, LoadError, TableLimits, Ticket};
use crate::lock::lock;
use crate::ratings::places;
use crate::storing::read;
use fair::{Commitment, Nonce};
use game::{Closing, Seat, SeatSet};
use pages::{Aid, Aids};
use shelf::{AnyGame, GameKind};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, MutexGuard};
use store::{StoreError, Tag};
use table::clock::Clock;
use table::host::{Host, Occupant};
use table::keys::{KeyHash, TableId};

/// The most tables outside memory that are remembered; each takes about a kilobyte.
const REMEMBERED: usize = 4_000;
/// The most tables of a person that are listed.
const OWN: usize = 30;

/// The stage of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableStage {
    /// Seats are open.
    Waiting,
    /// The game goes on.
    Playing,
    /// The game is over.
    Over,
    /// The table was closed before the end.
    Closed,
}

/// The summary of a table, for lists.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The table.
    pub id: TableId,
    /// The game that is played.
    pub kind: GameKind,
    /// Every option by name.
    pub options: game::record::Object,
    /// The stage of the table.
    pub stage: TableStage,
    /// The occupant of each seat.
    pub occupants: Vec<Occupant>,
    /// The keys of the persons among them.
    keys: Vec<Option<KeyHash>>,
    /// The person who opened the table.
    opener: Option<KeyHash>,
    /// The seats whose people follow the table now.
    pub online: SeatSet,
    /// The number of spectators now.
    pub spectators: usize,
    /// Seats that could go on with the game now.
    pub to_decide: SeatSet,
    /// The seats that the game waits for.
    pub due: SeatSet,
    /// The number of turns begun.
    pub turns: u32,
    /// The winners, once the game is over.
    pub winners: Option<SeatSet>,
    /// The place of each seat, once the game is over.
    pub places: Option<Vec<u8>>,
    /// The time at which the game last went on or, once it is over, ended, in milliseconds since 1970.
    pub went_on_at: u64,
    /// The version.
    pub version: u64,
    /// The time of the last event, in milliseconds since 1970.
    pub changed_at: u64,
    /// The join code, as long as a seat is open.
    pub code: Option<String>,
    /// Whether strangers find it.
    pub is_public: bool,
    /// Whether everybody at the table may ask for hints.
    pub hints: bool,
    /// Whether the game was played on from a position instead of its start.
    pub from_position: bool,
    /// The time allowed to each seat.
    pub clock: Option<Clock>,
    /// The time left to each seat, in milliseconds, and the seats whose clocks run.
    pub clocks: Option<(Vec<u64>, SeatSet)>,
    /// The commitment to the secret of the dice.
    pub commitment: Option<Commitment>,
    /// The nonces that the seats contributed to the dice.
    pub nonces: BTreeMap<Seat, Nonce>,
    /// The seats that are reserved for people who have yet to come before the game begins.
    pub expected: SeatSet,
    /// The seat that asks to go back.
    pub undo_asked: Option<Seat>,
    /// Whether they may, as its game has ended.
    pub may_play_again: bool,
    /// The seat that asks to close the table.
    pub close_asked: Option<Seat>,
    /// The reason the table was closed before its game was over, if it was.
    pub closed: Option<Closing>,
    /// The table of the rematch.
    pub next: Option<TableId>,
}

impl Summary {
    /// Summarises a table with its presence; `None` if it is not stored yet.
    fn of<T>(host: &Host<T>, live: Option<&LiveTable>, now: u64) -> Option<Summary> {
        let (start, kind) = (host.start()?, host.kind()?);
        let game = host.game();
        let outcome = game.and_then(|game| game.outcome());
        let keys: Vec<Option<KeyHash>> =
            Seat::first(start.seats()).map(|seat| host.holder_of(seat)).collect();
        let presence = live.map(|live| &live.presence);
        let is_present = |key: KeyHash| live.is_some_and(|live| live.is_present(key));
        let online = Seat::first(start.seats()).zip(&keys).filter(|(_, key)| key.is_some_and(is_present));
        Some(Summary {
            id: host.id(),
            kind,
            options: start.options(),
            stage: match game {
                Some(_) if outcome.is_some() => TableStage::Over,
                _ if host.is_closed() => TableStage::Closed,
                Some(_) => TableStage::Playing,
                None => TableStage::Waiting,
            },
            occupants: host.occupants(),
            online: online.map(|(seat, _)| seat).collect(),
            spectators: presence.map_or(0, |presence| presence.spectators(|key| keys.contains(&Some(key)))),
            keys,
            opener: host.opener(),
            to_decide: game.filter(|_| !host.is_closed()).map(AnyGame::to_decide).unwrap_or_default(),
            due: host.awaited(),
            turns: game.map_or(0, |game| game.turns()),
            winners: outcome.map(|outcome| outcome.winners),
            places: game.zip(outcome).map(|(game, outcome)| places(game, outcome.winners)),
            went_on_at: host.due_since(),
            version: host.version(),
            changed_at: host.changed_at(),
            code: host.code().map(str::to_owned),
            is_public: host.is_public(),
            hints: Aids::allowed(host.aids()).contains(Aid::Hint),
            from_position: host.is_from_position(),
            clock: host.clock(),
            clocks: host.clocks(now),
            commitment: host.commitment(),
            nonces: host.nonces().clone(),
            expected: host.expected(),
            undo_asked: host.undo_request().map(|asked| asked.seat),
            may_play_again: host.may_play_again(),
            close_asked: host.close_request().map(|asked| asked.seat),
            closed: host.closed(),
            next: host.next(),
        })
    }

    /// Returns the seat of the holder of this key.
    #[must_use]
    pub fn seat_of(&self, key: KeyHash) -> Option<Seat> {
        self.keys.iter().position(|own| *own == Some(key)).and_then(Seat::new)
    }

    /// The game before its first move.
    #[must_use]
    pub fn start(&self) -> Option<AnyGame> {
        AnyGame::new(self.kind, &self.options).ok()
    }

    /// Whether it is a public table to be shown: not one at which nothing more can happen.
    fn is_to_be_shown(&self) -> bool {
        matches!(self.stage, TableStage::Waiting | TableStage::Playing)
    }
}

/// Cached summaries of tables that are not in memory, in two generations.
#[derive(Default, Debug)]
pub(super) struct Summaries {
    latest: HashMap<TableId, Arc<Summary>>,
    earlier: HashMap<TableId, Arc<Summary>>,
    /// Counts invalidations: a summary that was read before one may be out of date.
    forgotten: u64,
}

impl Summaries {
    fn find(&mut self, id: TableId) -> Option<Arc<Summary>> {
        if let Some(found) = self.latest.get(&id) {
            return Some(Arc::clone(found));
        }
        let found = self.earlier.remove(&id)?;
        self.keep(Arc::clone(&found));
        Some(found)
    }

    /// Remembers one. When there are many, those that nobody asked for since the last time go.
    fn keep(&mut self, summary: Arc<Summary>) {
        if self.latest.len() >= REMEMBERED / 2 {
            self.earlier = std::mem::take(&mut self.latest);
        }
        self.latest.insert(summary.id, summary);
    }

    pub(super) fn forget(&mut self, id: TableId) {
        self.latest.remove(&id);
        self.earlier.remove(&id);
        self.forgotten += 1;
    }
}

impl LiveTable {
    /// Returns the table's current summary; `None` if it is not stored yet.
    #[must_use]
    pub fn summary(&self) -> Option<Summary> {
        Summary::of(&*self.look(), Some(self), self.time.now())
    }
}

impl Hub {
    pub(super) fn summaries(&self) -> MutexGuard<'_, Summaries> {
        lock(&self.summaries)
    }

    /// Remembers what a list says of a table that goes out of memory.
    pub(super) fn keep_summary(&self, live: &LiveTable) {
        let host = live.look();
        if host.rests()
            && let Some(summary) = Summary::of(&*host, None, self.time.now())
        {
            self.summaries().keep(Arc::new(summary));
        }
    }

    /// Returns the summary of a table, which comes into memory only if something goes on there by itself.
    async fn summary(self: &Arc<Self>, id: TableId) -> Result<Arc<Summary>, LoadError> {
        let live = self.tables().get(&id).cloned();
        if let Some(live) = live {
            return live.summary().map(Arc::new).ok_or(LoadError::Unknown);
        }
        let forgotten = {
            let mut summaries = self.summaries();
            if let Some(summary) = summaries.find(id) {
                return Ok(summary);
            }
            summaries.forgotten
        };
        let (store, now) = (Arc::clone(&self.store), self.time.now());
        let looked = self.work.run(move |_| {
            let host = Host::<Ticket>::load(id, store.load(id)?);
            Ok::<_, StoreError>(
                host.map(|host| host.map(|host| (host.rests(), Summary::of(&host, None, now)))),
            )
        });
        match looked.await??.map_err(LoadError::Damage)? {
            Some((true, Some(summary))) => {
                let summary = Arc::new(summary);
                let mut summaries = self.summaries();
                if summaries.forgotten == forgotten {
                    summaries.keep(Arc::clone(&summary));
                }
                Ok(summary)
            }
            // A bot is due, or a clock runs.
            Some((false, _)) => self.table(id).await?.summary().map(Arc::new).ok_or(LoadError::Unknown),
            _ => Err(LoadError::Unknown),
        }
    }

    /// The commitment of the table at which the same people would play again, as long as nobody has opened it.
    #[must_use]
    pub fn commitment_next(&self, table: &Summary) -> Option<Commitment> {
        let may_be_opened = table.may_play_again && table.next.is_none();
        may_be_opened.then(|| self.commitment_of(table.id.after()))
    }

    /// Returns the summaries of those of these tables that can be read. It goes table by table, so that it stops once nobody
    /// waits for the list or the caller's budget is spent.
    async fn summaries_of(self: &Arc<Self>, ids: Vec<TableId>) -> Result<Vec<Arc<Summary>>, LoadError> {
        let mut tables = Vec::with_capacity(ids.len());
        for id in ids {
            match self.summary(id).await {
                Ok(summary) => tables.push(summary),
                Err(LoadError::Work(undone)) => return Err(undone.into()),
                Err(trouble) => tracing::warn!(table = id.brief(), ?trouble, "a table is left out of a list"),
            }
        }
        Ok(tables)
    }

    /// Returns the tables of the holder of this key, the latest first. Tables that cannot be read are left out.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn tables_of(self: &Arc<Self>, holder: KeyHash) -> Result<Vec<Arc<Summary>>, LoadError> {
        self.latest_tables_of(holder, OWN).await
    }

    /// Returns at most `limit` tables of the holder of this key, like [`Hub::tables_of`].
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn latest_tables_of(
        self: &Arc<Self>,
        holder: KeyHash,
        limit: usize,
    ) -> Result<Vec<Arc<Summary>>, LoadError> {
        let ids = read(&self.store, move |store| store.tables_of(holder, limit)).await?;
        self.summaries_of(ids).await
    }

    /// Returns at most `limit` public tables whose games are not over. Those that wait for players come first, as long as one of
    /// their players is there or was lately; networks and people share the places in turn. Tables are left out whose opener and
    /// `reader` are apart, because one of them has blocked the other.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn public_tables(
        self: &Arc<Self>,
        reader: Option<KeyHash>,
        limit: usize,
        limits: &TableLimits,
    ) -> Result<Vec<Arc<Summary>>, LoadError> {
        let (waiting, mut playing) = self.listed(limit, limits);
        let mut tables = self.summaries_of(waiting).await?;
        let is_to_be_shown =
            |table: &Arc<Summary>| table.is_to_be_shown() && !self.in_force().is_hidden(table.id);
        tables.retain(is_to_be_shown);
        // Games that nobody has looked at since the server started are only in the store.
        if tables.len() + playing.len() < limit {
            let stored = read(&self.store, move |store| store.tagged(Tag::Public, limit)).await?;
            playing.extend(self.unknown_to_lobby(stored));
        }
        playing.truncate(limit.saturating_sub(tables.len()));
        let playing = self.summaries_of(playing).await?;
        tables.extend(
            playing.into_iter().filter(|table| is_to_be_shown(table) && table.stage == TableStage::Playing),
        );
        if let Some(reader) = reader {
            let mut openers: Vec<KeyHash> = tables.iter().filter_map(|summary| summary.opener).collect();
            openers.sort_unstable_by_key(|opener| opener.0);
            openers.dedup();
            let blocked_either_way = self.blocks.blocked_either_way(reader, openers).await?;
            tables
                .retain(|summary| summary.opener.is_none_or(|opener| !blocked_either_way.contains(&opener)));
        }
        Ok(tables)
    }
}
