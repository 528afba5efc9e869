//! One table, without sockets, clock, threads or storage: commands and confirmations in, effects out.
//!
//! A table is its log. [`Host::submit`] checks a command against the position and asks for the entries it makes to be stored
//! ([`Effect::Append`]); only when [`Host::stored`] says that they are, the host applies them, answers the command and notifies
//! everybody. So nothing is ever shown or acknowledged that a crash could take back. While entries are being stored, further
//! commands wait in a short queue.
//!
//! The driver of a table carries out the effects in order. Tickets are the driver's own: whatever it needs to find the client
//! that waits for an answer.

use crate::clock::Clock;
use crate::entry::{Body, Created, Declined, Logged, SeatHolder};
use crate::games::{BadGame, bots_for};
use crate::keys::{KeyHash, TableId};
use crate::personal::Amendment;
use crate::stored::{Batch, Index, StoredEntry, Tag};
use crate::table::{Table, nature_of};
use fair::{Nonce, Secret};
use game::json::JsonErrorKind;
use game::{HostReason, Seat, SeatSet, Seed};
use shelf::{AnyGame, Prompt};
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::Arc;

mod amend;
mod closing;
mod commands;
mod moves;
mod queue;
mod read;
mod reject_reason;
mod rejections;
mod shares;

use commands::Entries;
use queue::{CommitState, IdempotencyCache, Pending};
use rejections::RejectionCache;

pub use crate::projection::Excerpt;
pub use crate::table::{Change, Damage, UndoRequest};
pub use commands::{ACTION_MAX, COMMAND_ID_MAX};
pub use moves::Moves;
pub use read::EventCursor;
pub use reject_reason::RejectReason;

/// The sender of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sender {
    /// The holder of this key.
    Holder(KeyHash),
    /// The bot on this seat.
    Bot(Seat),
    /// The host of the server, who has no seat. Only moderation sends this.
    Host,
}

/// The parameters of a table that is being opened.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    /// The occupants at the start, one chair for each seat.
    pub chairs: Vec<SeatHolder>,
    /// The source of nature's outcomes. Secret until the game is over.
    pub chance: Chance,
    /// The contributions to the fair dice of those who sit here from the start.
    pub nonces: BTreeMap<Seat, Nonce>,
    /// The seats whose owners have yet to come: the game waits for them.
    pub expected: SeatSet,
    /// The word by which friends find the table.
    pub code: String,
    /// The hash of the opener's key.
    pub opener: KeyHash,
    /// The aids that readers of the table may have, as a text that the pages read; `None` allows all.
    pub aids: Option<String>,
    /// Whether strangers find the table.
    pub public: bool,
    /// The time limit of the seats.
    pub clock: Option<Clock>,
}

impl Opening {
    /// A private table without clocks.
    #[must_use]
    pub fn new(chairs: Vec<SeatHolder>, chance: Chance, code: String, opener: KeyHash) -> Opening {
        Opening {
            chairs,
            chance,
            nonces: BTreeMap::new(),
            expected: SeatSet::EMPTY,
            code,
            opener,
            aids: None,
            public: false,
            clock: None,
        }
    }
}

/// A plan for a table that is yet to be opened.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The occupants at the start, one chair for each seat.
    pub chairs: Vec<SeatHolder>,
    /// The id under which it was promised, if it was: with the commitment to the secret of its dice.
    pub promised: Option<TableId>,
    /// The contributions to the fair dice of those who sit there from the start.
    pub nonces: BTreeMap<Seat, Nonce>,
    /// The seats whose owners have yet to come: the game waits for them.
    pub expected: SeatSet,
    /// The aids that readers of the table may have; all if `None`.
    pub aids: Option<String>,
    /// Whether strangers find it.
    pub public: bool,
    /// The time limit of the seats.
    pub clock: Option<Clock>,
}

/// The source of a table's outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// From a seed, for tests.
    Seed(Seed),
    /// From this secret and what the seats add: dice that can be proved fair.
    Secret(Secret),
}

/// A request to change a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Command {
    /// The sender.
    pub sender: Sender,
    /// The id that the client made. It makes the command idempotent: a retry gets the first answer.
    pub id: Option<String>,
    /// The version of the table that the sender saw.
    pub seen: u64,
    /// The change that it asks for.
    pub intent: Intent,
}

/// The change that a command asks for.
#[derive(Clone, PartialEq, Debug)]
pub enum Intent {
    /// Sit down at this seat, or at the first open one.
    Join {
        /// The seat; `None` for the first open one.
        seat: Option<Seat>,
        /// The name to play under.
        name: String,
        /// The sender's contribution to the fair dice.
        nonce: Option<Nonce>,
    },
    /// Seat bots of this kind on all open chairs.
    Fill {
        /// The kind of bot.
        bot: String,
    },
    /// Play this action.
    Act(String),
    /// Take the sender's last action back.
    Undo,
    /// Ask the others to take back the sender's last action and everything after it.
    AskUndo,
    /// Answer such a request.
    AnswerUndo {
        /// Whether the sender agrees.
        agrees: bool,
    },
    /// Swap two chairs before the game begins: a player moves to an open one, the person in
    /// charge ([`Host::is_in_charge`]) may swap any two.
    Swap {
        /// The first chair.
        one: Seat,
        /// The second chair.
        other: Seat,
    },
    /// Leave. Before the game begins the chair is open again, afterwards a bot plays on.
    Leave,
    /// Come back: the bot stops playing for the sender.
    Return,
    /// Let a bot play for a seat whose owner is absent or out of time. The driver knows who is present.
    Replace {
        /// The seat for which the bot is to play.
        seat: Seat,
        /// Whether the seat's owner is present.
        online: bool,
    },
    /// Say something to all at the table.
    Say(String),
    /// Reject some offers automatically from now on.
    Decline(Declined),
    /// Name the table at which the same people play again.
    Next(TableId),
    /// Close the table before its game begins, as the person who opened it.
    Close,
    /// Ask the others to close the table while its game goes on; this closes it where nobody else has to agree.
    AskClose,
    /// Answer such a request. The seat that asked withdraws it by disagreeing.
    AnswerClose {
        /// Whether the sender agrees.
        agrees: bool,
    },
    /// Close the table as the host of the server.
    CloseByHost {
        /// The reason.
        reason: HostReason,
    },
}

/// A command was carried out and stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// The version after it.
    pub seq: u64,
    /// The seat of the sender, if it has one now.
    pub seat: Option<Seat>,
}

/// The answer to a command.
pub type Answer = Result<Accepted, Rejection>;

/// A command was rejected; nothing changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Rejection {
    /// The reason.
    pub reason: RejectReason,
    /// The version of the table now.
    pub seq: u64,
}

/// A task for the driver of a table.
#[derive(Debug)]
pub enum Effect<T> {
    /// Store these entries and call [`Host::stored`].
    Append(Batch),
    /// Read the log of the table and call [`Host::reread`]: what is stored is not what was believed.
    Reread,
    /// Answer the one who waits.
    Reply(T, Answer),
    /// Tell everybody that the table has this version now.
    Publish(u64),
    /// Let the bot on this seat decide, unless the version has changed by then.
    Wake {
        /// The bot's seat.
        seat: Seat,
        /// The version that it is to decide on.
        seq: u64,
        /// The kind of decision that the game waits for.
        prompt: Prompt,
        /// Whether its last decision could not be stored, so that there should be a pause.
        retry: bool,
    },
    /// Call [`Host::tick`] at this moment, in milliseconds since 1970: a clock may reach zero then.
    Alarm {
        /// The time.
        at: u64,
    },
}

/// The occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Occupant {
    /// The seat is still open.
    Open,
    /// A person.
    Person {
        /// The name they play under.
        name: String,
        /// The bot that plays for them now, if there is one.
        stand_in: Option<String>,
    },
    /// A bot.
    Bot {
        /// Its kind.
        kind: String,
    },
}

/// One table and what is under way at it.
pub struct Host<T> {
    id: TableId,
    table: Table,
    /// The answers of the commands in the log, by scoped id.
    answered: IdempotencyCache,
    refused: RejectionCache,
    pending: Option<Pending<T>>,
    waiting: VecDeque<(Command, u64, T)>,
    recent: VecDeque<Arc<Change>>,
    known: CommitState,
    /// Whether the last batch was refused because something else is stored, so that it was decided once more.
    again: bool,
    /// The last downtime of the server, from and to, until the log has an entry for it.
    down: Option<(u64, u64)>,
    /// The number of milliseconds by which the log is ahead of the driver's clock.
    ahead: u64,
    /// The seats of people who may do nothing at present: nobody waits for their consent.
    barred: SeatSet,
    /// The people who are being forgotten or handed over here, until the store has carried that out.
    amending: Vec<Amendment>,
}

impl<T> fmt::Debug for Host<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Host({} at version {})", self.id.brief(), self.version())
    }
}

/// Opening and loading.
impl<T> Host<T> {
    fn empty(id: TableId) -> Host<T> {
        Host {
            id,
            table: Table::empty(id),
            answered: IdempotencyCache::default(),
            refused: RejectionCache::default(),
            pending: None,
            waiting: VecDeque::new(),
            recent: VecDeque::new(),
            known: CommitState::Yes,
            again: false,
            down: None,
            ahead: 0,
            barred: SeatSet::EMPTY,
            amending: Vec::new(),
        }
    }

    /// Opens a table for a game, with a chair for each of its seats. The game begins from `start`, whichever of its
    /// positions that is. The table exists once the effects are carried out and the ticket was answered.
    ///
    /// # Errors
    /// If a chair's bot does not exist, the chairs are not as many as the seats, or the game is over in `start`.
    pub fn open(
        id: TableId,
        start: &AnyGame,
        opening: Opening,
        now: u64,
        ticket: T,
    ) -> Result<(Host<T>, Vec<Effect<T>>), BadGame> {
        let mut host = Host::empty(id);
        let Opening { chairs, chance, nonces, expected, code, opener, aids, public, clock } = opening;
        if chairs.len() != start.seats() {
            return Err(BadGame::Seats { min: start.seats(), max: start.seats() });
        }
        if start.outcome().is_some() {
            return Err(BadGame::Over);
        }
        let created = Created {
            game: start.kind().name().to_owned(),
            rules: start.rules(),
            options: start.options(),
            setup: start.setup_of_position(),
            chairs,
            seed: if let Chance::Seed(seed) = chance { Some(seed) } else { None },
            secret: if let Chance::Secret(secret) = chance { Some(secret) } else { None },
            nonces,
            expected,
            code,
            opener,
            aids,
            public,
            clock,
        };
        let mut index = vec![Index::Holder(created.opener), Index::Tag(Tag::Open)];
        let keys = created.chairs.iter().filter_map(|chair| match chair {
            SeatHolder::Person { key, .. } if *key != created.opener => Some(Index::Holder(*key)),
            _ => None,
        });
        index.extend(keys);
        index.push(Index::Tag(Tag::Open));
        index.extend(created.public.then_some(Index::Tag(Tag::Public)));
        index.extend(created.clock.map(|_| Index::Tag(Tag::Clocked)));
        let mut entries = Vec::new();
        let mut game = *start;
        for chair in &created.chairs {
            if let SeatHolder::Bot(kind) = chair
                && !bots_for(game.kind()).contains(&kind.as_str())
            {
                return Err(BadGame::Bot(kind.clone()));
            }
        }
        if !created.chairs.contains(&SeatHolder::Open)
            && created.expected.is_empty()
            && let Some(nature) = nature_of(&created, id, &created.nonces)
        {
            nature.play(&mut game, &mut entries);
        } else {
            // Where everybody sits already, nobody needs a way in.
            index.push(Index::Code(created.code.clone()));
        }
        entries.insert(0, Body::Created(Box::new(created)).into());
        let effects = vec![host.propose(None, Entries { index, ..entries.into() }, now, vec![ticket])];
        Ok((host, effects))
    }

    /// The table with this stored log; `None` if the log is empty.
    ///
    /// # Errors
    /// The first entry that does not fit those before.
    pub fn load(id: TableId, entries: Vec<StoredEntry>) -> Result<Option<Host<T>>, Damage> {
        if entries.is_empty() {
            return Ok(None);
        }
        let mut host = Host::empty(id);
        for stored in entries {
            host.follow(stored)?;
        }
        Ok(Some(host))
    }

    /// Takes the next entry of a stored log, as [`Host::load`] does with each of them.
    ///
    /// # Errors
    /// If it does not fit those before; the table is of no use then.
    pub fn follow(&mut self, stored: StoredEntry) -> Result<(), Damage> {
        let seq = self.table.log.len() as u64;
        let table = self.id;
        let damage = |reason: String| Damage { table, seq, reason, is_newer: false };
        if stored.seq != seq {
            return Err(damage(format!("its number is {}", stored.seq)));
        }
        let body: Body = game::json::parse(&stored.body).map_err(|fault| Damage {
            is_newer: matches!(fault.kind(), JsonErrorKind::UnknownName { .. }),
            ..damage(fault.to_string())
        })?;
        let is_newer = matches!(&body, Body::Created(created) if created.is_of_newer_rules());
        let command = stored.command.map(String::into_boxed_str);
        let logged = Logged { at: stored.at, command, body };
        self.commit(logged, None).map_err(|reason| Damage { is_newer, ..damage(reason) })
    }
}
