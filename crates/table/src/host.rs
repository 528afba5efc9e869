//! One table, without sockets, clock, threads or storage: commands and confirmations in, effects out.
//!
//! A table is its log. [`Host::submit`] checks a command against the position and asks for the entries it makes to
//! be stored ([`Effect::Append`]); only when [`Host::stored`] says that they are, they are applied, the command is
//! answered and everybody is told. So nothing is ever shown or acknowledged that a crash could take back. While
//! entries are being stored, further commands wait in a short queue.
//!
//! Whoever drives a table carries out the effects in order. Tickets are the driver's own: whatever it needs to find
//! the one who waits for an answer.

use crate::clock::{AtZero, Clock};
use crate::entry::{Body, Chair, Created, Declined, Joined, clean_name, clean_text};
use crate::games::{BadGame, bots_for};
use crate::keys::{KeyHash, TableId};
use crate::moment::iso_8601;
use crate::personal::Amendment;
use crate::stored::{Batch, Index, StoreError, StoredEntry, Tag};
use crate::table::{Logged, Table, nature_of};
use crate::talk::Talk;
use fair::{Commitment, Nonce, Secret};
use game::record::{FinalLine, Header, Record, Step};
use game::{Seat, SeatSet, Seed};
use shelf::{AnyGame, Events, GameKind, Prompt, Refusal as Illegal};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// How many commands may wait while entries are being stored.
const QUEUE: usize = 64;
/// How many listed actions a refusal carries; there can be thousands of discards.
const LEGAL_MAX: usize = 256;
/// How many versions are kept with their events for those who follow; older ones are replayed.
const RECENT: usize = 16;
/// The longest action, in bytes: several times as long as the longest sentence of any game.
pub const ACTION_MAX: usize = 400;
/// The longest command id.
pub const COMMAND_ID_MAX: usize = 64;
/// The longest text of a wish, in bytes, before it is looked at closely: what is longer is in nobody's interest, and waits
/// in no queue.
const WISH_MAX: usize = 4 * 1024;
/// The longest log, in entries. Games have some thousands at most; only what goes on for ever comes so far, and nobody may
/// fill the disk with it.
pub const LOG_MAX: usize = 20_000;
/// How many things a seat may say in [`TALK_TIME`].
const TALK_MAX: usize = 5;
/// In milliseconds.
const TALK_TIME: u64 = 10_000;

mod amend;
mod refused;

use refused::Refused;

pub use crate::table::{Change, Damage, UndoRequest, What};

/// Who sends a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sender {
    /// Whoever holds this key.
    Holder(KeyHash),
    /// The bot on this seat.
    Bot(Seat),
}

/// How a table is opened.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    /// Who sits where from the start.
    pub chairs: Vec<Chair>,
    /// From which nature's outcomes are drawn. Secret until the game is over.
    pub chance: Chance,
    /// What those who sit here from the start add to the dice.
    pub nonces: BTreeMap<Seat, Nonce>,
    /// Who of them has yet to come: the game waits for them.
    pub expected: SeatSet,
    /// The word by which friends find the table.
    pub code: String,
    /// The hash of the key of whoever opens it.
    pub opener: KeyHash,
    /// Which aids its readers may have, as a text that the pages read; `None` allows all.
    pub aids: Option<String>,
    /// Whether strangers find the table.
    pub public: bool,
    /// How long the seats may think.
    pub clock: Option<Clock>,
}

impl Opening {
    /// A private table without clocks.
    #[must_use]
    pub fn new(chairs: Vec<Chair>, chance: Chance, code: String, opener: KeyHash) -> Opening {
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

/// How a table is to be opened.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Who sits where from the start.
    pub chairs: Vec<Chair>,
    /// The id under which it was promised, if it was: with the commitment to the secret of its dice.
    pub promised: Option<TableId>,
    /// What those who sit there from the start add to the dice.
    pub nonces: BTreeMap<Seat, Nonce>,
    /// Who of them has yet to come: the game waits for them.
    pub expected: SeatSet,
    /// Which aids its readers may have; all if `None`.
    pub aids: Option<String>,
    /// Whether strangers find it.
    pub public: bool,
    /// How long the seats may think.
    pub clock: Option<Clock>,
}

/// From where a table's outcomes come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// From a seed, for tests.
    Seed(Seed),
    /// From this secret and what the seats add: dice that can be proved fair.
    Secret(Secret),
}

/// What somebody wants to happen at a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Command {
    /// Who wants it.
    pub sender: Sender,
    /// The id that the client made, so that a command that is sent again is not applied again.
    pub id: Option<String>,
    /// The version that the sender had seen.
    pub seen: u64,
    /// What is wanted.
    pub wish: Wish,
}

/// What is wanted.
#[derive(Clone, PartialEq, Debug)]
pub enum Wish {
    /// Sit down, at this seat or at the first that is open.
    Join {
        /// Which seat.
        seat: Option<Seat>,
        /// Under which name.
        name: String,
        /// What they add to the dice.
        nonce: Option<Nonce>,
    },
    /// Seat bots of this kind on all open chairs.
    Fill {
        /// Which kind.
        bot: String,
    },
    /// Play an action, given as text.
    Act(String),
    /// Take the own last action back.
    Undo,
    /// Ask the others whether the own last action may be taken back, with all that came after it.
    AskUndo,
    /// Answer that.
    AnswerUndo {
        /// Whether it may.
        agrees: bool,
    },
    /// Change chairs with another seat before the game begins: go to an open one, or, who opened the table, any two.
    Swap {
        /// One of them.
        one: Seat,
        /// The other.
        other: Seat,
    },
    /// Go: before the game begins the chair is open again, after it a bot plays on.
    Leave,
    /// Be back, so that the bot stops.
    Return,
    /// Let a bot play on for a seat whose owner is not there or out of time. The driver knows who is there.
    Replace {
        /// For which seat.
        seat: Seat,
        /// Whether its owner is there.
        online: bool,
    },
    /// Say something to all at the table.
    Say(String),
    /// Reject some offers from now on without being asked.
    Decline(Declined),
    /// Say at which table the same people play again.
    Next(TableId),
    /// Close the table before the game is over.
    Close,
}

/// A command was carried out, and is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// The version after it.
    pub seq: u64,
    /// The seat of the sender, if it has one now.
    pub seat: Option<Seat>,
}

/// What comes back for a command.
pub type Answer = Result<Done, Refusal>;

/// A command was not carried out.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    /// Why.
    pub why: Why,
    /// The version of the table now.
    pub seq: u64,
    /// What the sender may do now, as texts; cut off after 256.
    pub legal: Vec<String>,
}

/// Why a command is not carried out.
#[derive(Clone, PartialEq, Debug)]
pub enum Why {
    /// The sender has no seat here.
    NotSeated,
    /// Only who opened the table may do that.
    NotOpener,
    /// The table moved on.
    Stale,
    /// The sender has seen more than there is: what was confirmed to them was lost, or it was another table.
    Ahead,
    /// The rules are against it.
    Illegal(Illegal),
    /// The text is not an action.
    NotAnAction(String),
    /// Seats are open, the game has not begun.
    NotStarted,
    /// The table was closed.
    Closed,
    /// More has happened at the table than a log may hold.
    LogFull,
    /// The last entry is not an action of the sender, or it showed somebody something.
    NothingToUndo,
    /// The seat does not exist or is taken.
    SeatTaken(Option<Seat>),
    /// The name is empty, too long, or has characters that cannot be shown.
    BadName,
    /// No such kind of bot plays this game.
    NoBot(String),
    /// The command id is empty, too long, or has characters other than letters, digits, `-` and `_`.
    BadCommandId,
    /// This id was used for another command.
    CommandReused,
    /// The game has begun, so chairs stay where they are.
    Begun,
    /// There is no request to answer, or it is the own one.
    NothingAsked,
    /// The owner of the seat is there, or plays already.
    NotAway,
    /// The game goes on.
    NotOver,
    /// What was said is empty, too long, or has characters that cannot be shown.
    BadText,
    /// Too much was said in a short time.
    TooFast,
    /// Too many commands wait.
    Busy,
    /// It could not be stored.
    Storage(StoreError),
}

/// What the driver of a table is to do.
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
        /// For what the game waits.
        prompt: Prompt,
        /// Whether its last decision could not be stored, so that there should be a pause.
        retry: bool,
    },
    /// Call [`Host::tick`] at this moment, in milliseconds since 1970: a clock may reach zero then.
    Alarm {
        /// When.
        at: u64,
    },
}

/// Who has a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Occupant {
    /// Nobody yet.
    Open,
    /// A person.
    Person {
        /// The name they play under.
        name: String,
        /// Which bot plays for them now, if one does.
        stand_in: Option<String>,
    },
    /// A bot.
    Bot {
        /// Its kind.
        kind: String,
    },
}

/// Entries that are being stored, and who waits for them.
struct Pending<T> {
    /// The command they come from; `None` for the creation of the table and what clocks enter.
    command: Option<Command>,
    /// When it came.
    at: u64,
    entries: Vec<Logged>,
    tickets: Vec<T>,
}

/// How far what is stored is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    /// It is what the table says.
    Yes,
    /// It is not, and has to be read before anything else is stored.
    No,
    /// It is being read.
    Reading,
}

/// What is to be done about a command.
enum Verdict {
    /// It is answered without anything new.
    Answer(Answer),
    /// These entries carry it out.
    Enter(Entries),
}

/// Entries that are to be stored.
struct Entries {
    entries: Vec<Body>,
    /// By what the table can be found from then on.
    index: Vec<Index>,
    /// Whether the game is over or the table closed then.
    ends: bool,
}

impl From<Vec<Body>> for Entries {
    /// Entries that leave the table to be found as it was, and its game going on.
    fn from(entries: Vec<Body>) -> Entries {
        Entries { entries, index: Vec::new(), ends: false }
    }
}

/// Which entry a command made, by a hash of its scoped id: the id itself stands in the log.
#[derive(Default)]
struct Answered {
    hasher: RandomState,
    entries: HashMap<u64, u32>,
}

impl Answered {
    /// The commands of a log.
    fn of(log: &[Logged]) -> Answered {
        let mut answered = Answered::default();
        for (seq, logged) in log.iter().enumerate() {
            logged.command.iter().for_each(|command| answered.insert(command, seq));
        }
        answered
    }

    fn insert(&mut self, command: &str, seq: usize) {
        let seq = u32::try_from(seq).expect("a table has fewer than 2 to the 32 entries");
        self.entries.entry(self.hasher.hash_one(command)).or_insert(seq);
    }

    fn find(&self, command: &str, log: &[Logged]) -> Option<u64> {
        let is_of = |seq: usize| log[seq].command.as_deref() == Some(command);
        let &seq = self.entries.get(&self.hasher.hash_one(command))?;
        // Two commands with the same hash are as good as impossible, and still told apart.
        if is_of(seq as usize) {
            Some(seq.into())
        } else {
            (0..log.len()).find(|&seq| is_of(seq)).map(|seq| seq as u64)
        }
    }
}

/// One table and what is under way at it.
pub struct Host<T> {
    id: TableId,
    table: Table,
    /// The answers of the commands in the log, by scoped id.
    answered: Answered,
    refused: Refused,
    pending: Option<Pending<T>>,
    waiting: VecDeque<(Command, u64, T)>,
    recent: VecDeque<Arc<Change>>,
    known: Known,
    /// Whether the last batch was refused because something else is stored, so that it was decided once more.
    again: bool,
    /// Between which moments the server was down, as long as that is not entered.
    down: Option<(u64, u64)>,
    /// Who is forgotten or handed over here, as long as the store has that not.
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
            answered: Answered::default(),
            refused: Refused::default(),
            pending: None,
            waiting: VecDeque::new(),
            recent: VecDeque::new(),
            known: Known::Yes,
            again: false,
            down: None,
            amending: Vec::new(),
        }
    }

    /// Opens a table for a game, with a chair for each of its seats. It exists once the effects are carried out and
    /// the ticket was answered.
    ///
    /// # Errors
    /// If a chair's bot does not exist, or the chairs are not as many as the seats.
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
        let created = Created {
            game: start.kind().name().to_owned(),
            rules: start.rules(),
            options: start.options(),
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
        let mut index = vec![Index::Holder(created.opener), Index::Code(created.code.clone())];
        let keys = created.chairs.iter().filter_map(|chair| match chair {
            Chair::Person { key, .. } if *key != created.opener => Some(Index::Holder(*key)),
            _ => None,
        });
        index.extend(keys);
        index.extend(created.public.then_some(Index::Tag(Tag::Public)));
        index.extend(created.clock.map(|_| Index::Tag(Tag::Clocked)));
        let mut entries = Vec::new();
        let mut game = *start;
        for chair in &created.chairs {
            if let Chair::Bot(kind) = chair
                && !bots_for(game.kind()).contains(&kind.as_str())
            {
                return Err(BadGame::Bot(kind.clone()));
            }
        }
        if !created.chairs.contains(&Chair::Open)
            && created.expected.is_empty()
            && let Some(nature) = nature_of(&created, id, &created.nonces)
        {
            nature.play(&mut game, &mut entries);
        }
        entries.insert(0, Body::Created(Box::new(created)));
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
        let damage = |reason: String| Damage { table: self.id, seq, reason };
        if stored.seq != seq {
            return Err(damage(format!("its number is {}", stored.seq)));
        }
        let body = serde_json::from_str(&stored.body).map_err(|error| damage(error.to_string()))?;
        let command = stored.command.map(String::into_boxed_str);
        let logged = Logged { at: stored.at, command, body };
        self.commit(logged).map_err(|reason| Damage { table: self.id, seq, reason })
    }

    /// What a table that was just loaded has to do: enter that clocks stood still while the server was `down`, wake the
    /// bots that are due. Moments are in milliseconds since 1970.
    #[must_use]
    pub fn resume(&mut self, down: Option<(u64, u64)>, now: u64) -> Vec<Effect<T>> {
        let last = self.table.log.last().map_or(0, |logged| logged.at);
        // What was entered later was entered by a server that ran.
        self.down =
            down.filter(|&(_, to)| self.clocks_run() && last < to).map(|(from, to)| (from.max(last), to));
        if self.down.is_some() {
            return vec![self.propose(None, Vec::new().into(), now, Vec::new())];
        }
        let mut effects = Vec::new();
        self.go_on(false, &mut effects);
        effects
    }

    /// Whether nothing happens here by itself: no clock runs, no bot is due, and nothing is being stored.
    #[must_use]
    pub fn rests(&self) -> bool {
        let mut due = Vec::new();
        self.wake(false, &mut due);
        due.is_empty()
            && !self.is_busy()
            && self.known == Known::Yes
            && self.down.is_none()
            && !self.clocks_run()
    }

    fn clocks_run(&self) -> bool {
        self.table.clocks.as_ref().is_some_and(|clocks| !clocks.running().is_empty())
    }

    /// Whether the store is asked for something, so that everybody else waits.
    fn is_busy(&self) -> bool {
        self.pending.is_some() || self.known == Known::Reading
    }

    /// Whether it still has to be stored that clocks stood still while the server was down; [`Host::tick`] tries again.
    #[must_use]
    pub fn owes_time(&self) -> bool {
        self.down.is_some()
    }

    /// Looks at the clocks. `now` is in milliseconds since 1970.
    #[must_use]
    pub fn tick(&mut self, now: u64) -> Vec<Effect<T>> {
        let mut effects = Vec::new();
        // What is being stored sets the alarm anew.
        if self.is_busy() {
            return effects;
        }
        if self.known == Known::No {
            self.known = Known::Reading;
            return vec![Effect::Reread];
        }
        // Nobody's time is up before it is entered how long clocks stood still.
        if self.down.is_some() {
            return vec![self.propose(None, Vec::new().into(), now, Vec::new())];
        }
        let Some(clocks) = self.table.clocks.as_ref().filter(|_| !self.table.closed) else { return effects };
        let up = clocks.running().into_iter().filter(|&seat| clocks.left(seat, now) == 0);
        let bot = (clocks.rule().at_zero == AtZero::Bot).then(|| self.best_bot()).flatten();
        let entries: Vec<Body> = up.map(|seat| Body::TimeUp { seat, bot: bot.clone() }).collect();
        if entries.is_empty() {
            self.set_alarm(&mut effects);
        } else {
            effects.push(self.propose(None, entries.into(), now, Vec::new()));
        }
        effects
    }

    fn set_alarm(&self, effects: &mut Vec<Effect<T>>) {
        let alarm =
            self.table.clocks.as_ref().filter(|_| !self.table.closed).and_then(|clocks| clocks.alarm());
        effects.extend(alarm.map(|at| Effect::Alarm { at }));
    }

    /// The bot that plays on for somebody.
    fn best_bot(&self) -> Option<String> {
        bots_for(self.table.kind()?).first().map(|&bot| bot.to_owned())
    }
}

/// Commands and confirmations.
impl<T> Host<T> {
    /// Takes a command. `now` is in milliseconds since 1970.
    #[must_use]
    pub fn submit(&mut self, command: Command, now: u64, ticket: T) -> Vec<Effect<T>> {
        let mut effects = Vec::new();
        if let Err(why) = check_size(&command) {
            let refusal = self.refusal(command.sender, why);
            return vec![Effect::Reply(ticket, Err(refusal))];
        }
        if self.known == Known::No {
            self.known = Known::Reading;
            effects.push(Effect::Reread);
        } else if !self.is_busy() {
            self.decide(command, now, ticket, &mut effects);
            return effects;
        }
        // The same command is under way: both get its answer.
        if let Some(pending) = &mut self.pending
            && command.id.is_some()
            && pending.command.as_ref() == Some(&command)
        {
            pending.tickets.push(ticket);
        } else if self.waiting.len() >= QUEUE {
            let refusal = self.refusal(command.sender, Why::Busy);
            effects.push(Effect::Reply(ticket, Err(refusal)));
        } else {
            self.waiting.push_back((command, now, ticket));
        }
        effects
    }

    /// Takes the store's answer to the last [`Effect::Append`].
    ///
    /// # Panics
    /// If nothing is being stored.
    #[must_use]
    pub fn stored(&mut self, result: Result<(), StoreError>) -> Vec<Effect<T>> {
        let mut effects = Vec::new();
        let pending = self.pending.take().expect("an append is under way");
        let sender = pending.command.as_ref().map(|command| command.sender);
        let mut retry = false;
        let answer = match result {
            Ok(()) => {
                self.again = false;
                for logged in pending.entries {
                    self.commit(logged).expect("entries were tried before they were stored");
                }
                effects.push(Effect::Publish(self.version()));
                let seat = sender.map_or_else(
                    || self.table.created().and_then(|created| self.table.seat_of(created.opener)),
                    |sender| self.seat_of_sender(sender),
                );
                Ok(Done { seq: self.version(), seat })
            }
            // Something else is stored there: perhaps an earlier batch of which it was said that it is not. What is
            // there is read, and the command decided once more; it may turn out to be carried out already.
            Err(StoreError::Conflict { .. }) if self.exists() && !self.again => {
                self.again = true;
                self.known = Known::Reading;
                effects.push(Effect::Reread);
                if let Some(command) = pending.command {
                    for ticket in pending.tickets.into_iter().rev() {
                        self.waiting.push_front((command.clone(), pending.at, ticket));
                    }
                }
                return effects;
            }
            Err(error) => {
                if matches!(error, StoreError::Conflict { .. }) && self.exists() {
                    self.again = false;
                    self.known = Known::No;
                }
                retry = matches!(sender, Some(Sender::Bot(_)));
                Err(Refusal { why: Why::Storage(error), seq: self.version(), legal: Vec::new() })
            }
        };
        effects.extend(pending.tickets.into_iter().map(|ticket| Effect::Reply(ticket, answer.clone())));
        self.go_on(retry, &mut effects);
        effects
    }

    /// Takes what the store has of this table, after an [`Effect::Reread`].
    #[must_use]
    pub fn reread(&mut self, result: Result<Vec<StoredEntry>, StoreError>) -> Vec<Effect<T>> {
        let mut effects = Vec::new();
        let stored = result.map_err(Why::Storage).and_then(|entries| self.check_against(entries));
        match stored {
            Ok(stored) => {
                self.known = Known::Yes;
                self.table = stored.table;
                self.answered = stored.answered;
                self.recent = stored.recent;
                // What was stored last may be how long clocks stood still.
                let last = self.table.log.last().map_or(0, |logged| logged.at);
                self.down = self.down.filter(|&(_, to)| last < to);
                effects.push(Effect::Publish(self.version()));
            }
            Err(why) => {
                self.known = Known::No;
                self.again = false;
                let refusal = Refusal { why, seq: self.version(), legal: Vec::new() };
                let waiting = std::mem::take(&mut self.waiting);
                effects.extend(
                    waiting.into_iter().map(|(_, _, ticket)| Effect::Reply(ticket, Err(refusal.clone()))),
                );
            }
        }
        self.go_on(self.known == Known::No, &mut effects);
        effects
    }

    /// The table with this log, which must go on from what is known: what was acknowledged is in it.
    fn check_against(&self, entries: Vec<StoredEntry>) -> Result<Host<T>, Why> {
        let damaged = |reason: String| {
            let path = std::path::PathBuf::from(format!("table {}", self.id));
            Why::Storage(StoreError::Damaged { path, reason })
        };
        let (stored, known) = (entries.len(), self.table.log.len());
        let mut host = Host::<T>::load(self.id, entries).map_err(|damage| damaged(damage.to_string()))?;
        // The store may not have yet, or may have already, what was changed in memory.
        for &amendment in &self.amending {
            host.iter_mut().for_each(|host| host.carry_out(amendment));
        }
        match host {
            Some(host) if host.table.log.starts_with(&self.table.log) => Ok(host),
            _ => Err(damaged(format!(
                "it has {stored} entries, and not the {known} that were confirmed before"
            ))),
        }
    }

    /// Decides what waits until something has to be stored; when nothing has, wakes bots and sets the alarm.
    fn go_on(&mut self, retry: bool, effects: &mut Vec<Effect<T>>) {
        while !self.is_busy() {
            let Some((command, now, ticket)) = self.waiting.pop_front() else { break };
            self.decide(command, now, ticket, effects);
        }
        if !self.is_busy() {
            self.again = false;
            self.wake(retry, effects);
            self.set_alarm(effects);
        }
    }

    fn decide(&mut self, command: Command, now: u64, ticket: T, effects: &mut Vec<Effect<T>>) {
        match self.consider(&command, now) {
            Ok(Verdict::Enter(entries)) => {
                effects.push(self.propose(Some(command), entries, now, vec![ticket]));
            }
            Ok(Verdict::Answer(answer)) => effects.push(Effect::Reply(ticket, answer)),
            Err(why) => {
                let refusal = self.refusal(command.sender, why);
                if command.id.is_some() {
                    self.refused.keep(command, &refusal);
                }
                effects.push(Effect::Reply(ticket, Err(refusal)));
            }
        }
    }

    /// Keeps entries until they are stored, and asks for that.
    fn propose(
        &mut self,
        command: Option<Command>,
        entries: Entries,
        now: u64,
        tickets: Vec<T>,
    ) -> Effect<T> {
        let Entries { entries, index, ends } = entries;
        let mut id = command.as_ref().and_then(|command| self.scoped(command));
        // The table need not be found by these any more once it has ended.
        let untag = if ends { vec![Tag::Public, Tag::Clocked] } else { Vec::new() };
        let next = self.table.log.len() as u64;
        // How long clocks stood still is entered before anything that comes after.
        let stood_still = self.down.map(|(from, to)| Body::StoodStill { from, to });
        let stood_still = stood_still.map(|body| Logged { at: now, command: None, body });
        let first = next + u64::from(stood_still.is_some());
        let entries = entries.into_iter().zip(first..).map(|(body, seq)| {
            let is_rejection = matches!(&body, Body::Action { r#do, .. } if seq > first && r#do == REJECT);
            let command = if is_rejection { Some(format!("{BY_ITSELF}{seq}")) } else { id.take() };
            Logged { at: now, command: command.map(String::into_boxed_str), body }
        });
        let entries: Vec<Logged> = stood_still.into_iter().chain(entries).collect();
        let stored = entries.iter().zip(next..).map(|(logged, seq)| StoredEntry {
            seq,
            at: now,
            command: logged.command.as_deref().map(str::to_owned),
            body: serde_json::to_string(&logged.body).expect("entries can be written"),
        });
        let batch = Batch { table: self.id, entries: stored.collect(), index, untag };
        self.pending = Some(Pending { command, at: now, entries, tickets });
        Effect::Append(batch)
    }

    /// Applies an entry that is stored.
    fn commit(&mut self, logged: Logged) -> Result<(), String> {
        if let Some(command) = &logged.command {
            self.answered.insert(command, self.table.log.len());
        }
        if matches!(logged.body, Body::StoodStill { .. }) {
            self.down = None;
        }
        let change = self.table.apply(logged)?;
        if self.recent.len() >= RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(Arc::new(change));
        Ok(())
    }

    fn wake(&self, retry: bool, effects: &mut Vec<Effect<T>>) {
        let Some(game) = self.table.game.filter(|_| !self.table.closed) else { return };
        for (seat, prompt) in game.awaited() {
            if self.bot_at(seat).is_some() {
                effects.push(Effect::Wake { seat, seq: self.version(), prompt, retry });
            }
        }
    }

    /// The id of a command as the log knows it: ids are made by clients, so each key has its own. Seats would not do,
    /// because whoever sends again may sit elsewhere by then.
    fn scoped(&self, command: &Command) -> Option<String> {
        let id = command.id.as_ref()?;
        match command.sender {
            Sender::Holder(key) => Some(format!("{}:{id}", key.short())),
            Sender::Bot(seat) => Some(format!("{seat}:{id}")),
        }
    }

    fn seat_of_sender(&self, sender: Sender) -> Option<Seat> {
        match sender {
            Sender::Holder(key) => self.table.seat_of(key),
            // Whose owner is back does not need a bot any more.
            Sender::Bot(seat) => self.bot_at(seat).map(|_| seat),
        }
    }

    fn refusal(&self, sender: Sender, why: Why) -> Refusal {
        let seat = self.seat_of_sender(sender);
        Refusal {
            why,
            seq: self.version(),
            legal: seat.map_or_else(Vec::new, |seat| self.legal(seat, LEGAL_MAX)),
        }
    }

    /// What a command comes to: an answer it got before, or new entries.
    fn consider(&self, command: &Command, now: u64) -> Result<Verdict, Why> {
        if let Some(seq) = self.scoped(command).and_then(|id| self.answered.find(&id, &self.table.log)) {
            return if self.is_entry_of(seq, &command.wish) {
                let seat = match &self.table.log[seq as usize].body {
                    Body::Joined(joined) => Some(joined.seat),
                    _ => self.seat_of_sender(command.sender),
                };
                Ok(Verdict::Answer(Ok(Done { seq: self.end_of_batch(seq), seat })))
            } else {
                Err(Why::CommandReused)
            };
        }
        if command.id.is_some()
            && let Some(refusal) = self.refused.find(command)
        {
            return Ok(Verdict::Answer(Err(refusal)));
        }
        if self.table.closed {
            return Err(Why::Closed);
        }
        if self.is_full() && !matches!(command.wish, Wish::Close | Wish::Next(_)) {
            return Err(Why::LogFull);
        }
        if command.seen > self.version() {
            return Err(Why::Ahead);
        }
        match &command.wish {
            Wish::Join { seat, name, nonce } => self.join(command.sender, *seat, name, nonce.as_ref()),
            Wish::Fill { bot } => self.fill(command.sender, bot),
            Wish::Swap { one, other } => self.swap(command.sender, *one, *other),
            Wish::Leave => self.leave(command.sender),
            Wish::Return => self.come_back(command.sender),
            Wish::Replace { seat, online } => self.replace(command.sender, *seat, *online),
            Wish::Act(text) => self.act(command, text),
            Wish::Undo => self.undo(command),
            Wish::AskUndo => self.ask_undo(command),
            Wish::AnswerUndo { agrees } => self.answer_undo(command, *agrees),
            Wish::Say(text) => self.say(command.sender, text, now),
            Wish::Decline(offers) => self.decline(command.sender, *offers),
            Wish::Next(table) => self.play_next(command.sender, *table),
            Wish::Close => self.close(command.sender),
        }
    }

    fn join(
        &self,
        sender: Sender,
        seat: Option<Seat>,
        name: &str,
        nonce: Option<&Nonce>,
    ) -> Result<Verdict, Why> {
        let Sender::Holder(key) = sender else { return Err(Why::NotSeated) };
        let own = self.table.seat_of(key);
        if let Some(seat) = own.filter(|&seat| !self.table.expected.contains(seat)) {
            return Ok(Verdict::Answer(Ok(Done { seq: self.version(), seat: Some(seat) })));
        }
        let name = clean_name(name).ok_or(Why::BadName)?;
        let is_open = |seat: Seat| self.table.chairs.get(seat.index()) == Some(&Chair::Open);
        let free = match (own, seat) {
            (Some(own), _) => Some(own),
            (None, Some(seat)) => Some(seat).filter(|&seat| is_open(seat)),
            (None, None) => Seat::first(self.table.chairs.len()).find(|&seat| is_open(seat)),
        };
        let free = free.ok_or(Why::SeatTaken(seat))?;
        let mut entries =
            vec![Body::Joined(Box::new(Joined { seat: free, name, key, nonce: nonce.cloned() }))];
        if self.table.missing() == 1 {
            let mut nonces = self.table.nonces.clone();
            nonces.extend(nonce.map(|nonce| (free, nonce.clone())));
            self.begin(&nonces, &mut entries);
        }
        Ok(Verdict::Enter(Entries { index: vec![Index::Holder(key)], ..entries.into() }))
    }

    fn fill(&self, sender: Sender, bot: &str) -> Result<Verdict, Why> {
        self.check_opener(sender)?;
        if !self.table.kind().is_some_and(|kind| bots_for(kind).contains(&bot)) {
            return Err(Why::NoBot(bot.to_owned()));
        }
        if self.table.missing() == 0 {
            return Err(Why::SeatTaken(None));
        }
        let mut entries = vec![Body::Filled { bot: bot.to_owned() }];
        self.begin(&self.table.nonces, &mut entries);
        Ok(Verdict::Enter(entries.into()))
    }

    /// The outcomes with which the game begins once the last chair is taken.
    fn begin(&self, nonces: &BTreeMap<Seat, Nonce>, entries: &mut Vec<Body>) {
        if let (Some(mut game), Some(nature)) = (self.table.start(), self.table.nature(nonces)) {
            nature.play(&mut game, entries);
        }
    }

    fn swap(&self, sender: Sender, one: Seat, other: Seat) -> Result<Verdict, Why> {
        let own = self.seat_of_sender(sender).ok_or(Why::NotSeated)?;
        if self.table.game.is_some() {
            return Err(Why::Begun);
        }
        let chair = |seat: Seat| self.table.chairs.get(seat.index()).ok_or(Why::SeatTaken(Some(seat)));
        let goes = |from: Seat, to: Seat| from == own && chair(to) == Ok(&Chair::Open);
        chair(one)?;
        chair(other)?;
        if one != other && (goes(one, other) || goes(other, one) || self.check_opener(sender).is_ok()) {
            return Ok(Verdict::Enter(vec![Body::Swapped { seats: (one, other) }].into()));
        }
        Err(Why::SeatTaken(Some(if one == own { other } else { one })))
    }

    fn leave(&self, sender: Sender) -> Result<Verdict, Why> {
        let seat = self.seat_of_sender(sender).ok_or(Why::NotSeated)?;
        match self.table.game {
            None => Ok(Verdict::Enter(vec![Body::Left { seat, bot: None }].into())),
            Some(game) if game.outcome().is_some() => Err(Why::Closed),
            // Gone is gone.
            Some(_) if self.table.stand_ins.contains_key(&seat) => {
                Ok(Verdict::Answer(Ok(Done { seq: self.version(), seat: Some(seat) })))
            }
            Some(_) => {
                let mut entries = vec![Body::Left { seat, bot: self.best_bot() }];
                entries.extend(self.agreed_without(seat));
                Ok(Verdict::Enter(entries.into()))
            }
        }
    }

    /// That the table goes back, if this seat alone had not answered who asks for that: a bot does not mind.
    fn agreed_without(&self, seat: Seat) -> Option<Body> {
        let asked = self.table.asked.filter(|asked| asked.seat != seat)?;
        let open: SeatSet =
            self.table.to_agree(asked.seat).into_iter().filter(|&other| other != seat).collect();
        open.is_subset(asked.agreed).then_some(Body::Undo { seat: asked.seat, to: asked.to })
    }

    fn come_back(&self, sender: Sender) -> Result<Verdict, Why> {
        let seat = self.seat_of_sender(sender).ok_or(Why::NotSeated)?;
        // Whose time is up lets the bot decide what the others wait for: coming back again and again would be more time.
        let bot_decides = self.is_out_of_time(seat) && self.awaited().contains(seat);
        if self.table.stand_ins.contains_key(&seat) && !bot_decides {
            Ok(Verdict::Enter(vec![Body::Returned { seat }].into()))
        } else {
            Ok(Verdict::Answer(Ok(Done { seq: self.version(), seat: Some(seat) })))
        }
    }

    fn replace(&self, sender: Sender, seat: Seat, online: bool) -> Result<Verdict, Why> {
        let by = self.seat_of_sender(sender).ok_or(Why::NotSeated)?;
        let game = self.table.game.ok_or(Why::NotStarted)?;
        if game.outcome().is_some() {
            return Err(Why::Closed);
        }
        let is_out = self.table.clocks.as_ref().is_some_and(|clocks| clocks.is_out(seat));
        let is_person = self.table.persons().contains(seat) && !self.table.stand_ins.contains_key(&seat);
        match self.best_bot() {
            Some(bot) if is_person && by != seat && (!online || is_out) => {
                let mut entries = vec![Body::Replaced { seat, bot, by }];
                entries.extend(self.agreed_without(seat));
                Ok(Verdict::Enter(entries.into()))
            }
            _ => Err(Why::NotAway),
        }
    }

    fn act(&self, command: &Command, text: &str) -> Result<Verdict, Why> {
        let seat = self.seat_of_sender(command.sender).ok_or(Why::NotSeated)?;
        let mut game = self.table.game.ok_or(Why::NotStarted)?;
        let action = game.read_action(text).map_err(|refusal| Why::NotAnAction(refusal.message))?;
        if self.missed(command.seen, |earlier| game.commutes(earlier, (seat, &action))) {
            return Err(Why::Stale);
        }
        game.play(seat, &action).map_err(Why::Illegal)?;
        let mut entries = Vec::new();
        // Who acts is back.
        if matches!(command.sender, Sender::Holder(_)) && self.table.stand_ins.contains_key(&seat) {
            entries.push(Body::Returned { seat });
        }
        entries.push(Body::Action { seat, r#do: action });
        self.table.nature(&self.table.nonces).ok_or(Why::NotStarted)?.play(&mut game, &mut entries);
        self.reject_for_seats(&mut game, |seat| self.declined(seat), &mut entries);
        Ok(Verdict::Enter(Entries { ends: game.outcome().is_some(), ..entries.into() }))
    }

    /// Rejects some offers from now on; one that is open already is the first of them.
    fn decline(&self, sender: Sender, offers: Declined) -> Result<Verdict, Why> {
        let seat = self.seat_of_sender(sender).ok_or(Why::NotSeated)?;
        let mut entries = vec![Body::Declines { seat, offers }];
        if let Some(mut game) = self.table.game {
            let declined = |other| if other == seat { Some(offers) } else { None };
            self.reject_for_seats(&mut game, declined, &mut entries);
        }
        Ok(Verdict::Enter(entries.into()))
    }

    /// Whether something happened since a version that the sender should have seen before deciding. `commutes` says of
    /// an action whether it makes no difference.
    fn missed(&self, seen: u64, commutes: impl Fn((Seat, &str)) -> bool) -> bool {
        let missed = &self.table.log[self.table.log.len().min(seen as usize + 1)..];
        missed.iter().any(|logged| match &logged.body {
            Body::Action { seat, r#do } => !commutes((*seat, r#do)),
            Body::Created(_)
            | Body::Joined(_)
            | Body::Filled { .. }
            | Body::Chance(_)
            | Body::Undo { .. }
            | Body::Closed { .. } => true,
            // Who plays, the clocks and the talk: the position is the same.
            Body::Swapped { .. }
            | Body::Left { .. }
            | Body::Returned { .. }
            | Body::Replaced { .. }
            | Body::UndoAsked { .. }
            | Body::UndoAnswered { .. }
            | Body::TimeUp { .. }
            | Body::StoodStill { .. }
            | Body::Said { .. }
            | Body::Declines { .. }
            | Body::Next { .. } => false,
        })
    }

    /// Rejects an open offer for the seats that do not want to be asked.
    fn reject_for_seats(
        &self,
        game: &mut AnyGame,
        declined: impl Fn(Seat) -> Option<Declined>,
        entries: &mut Vec<Body>,
    ) {
        let awaited = game.awaited();
        let Some((from, _)) = awaited.iter().find(|(_, prompt)| *prompt == Prompt::Waiting) else { return };
        for (seat, prompt) in &awaited {
            let declines = declined(*seat).is_some_and(|offers| offers.turn || offers.from.contains(*from));
            if *prompt == Prompt::Answer && declines && game.play(*seat, REJECT).is_ok() {
                entries.push(Body::Action { seat: *seat, r#do: REJECT.to_owned() });
            }
        }
    }

    fn undo(&self, command: &Command) -> Result<Verdict, Why> {
        let seat = self.seat_of_sender(command.sender).ok_or(Why::NotSeated)?;
        if self.missed(command.seen, |_| false) {
            return Err(Why::Stale);
        }
        match self.table.undoable {
            Some(undoable) if undoable.seat == seat => {
                Ok(Verdict::Enter(vec![Body::Undo { seat, to: undoable.seq - 1 }].into()))
            }
            _ => Err(Why::NothingToUndo),
        }
    }

    fn ask_undo(&self, command: &Command) -> Result<Verdict, Why> {
        let seat = self.seat_of_sender(command.sender).ok_or(Why::NotSeated)?;
        if self.missed(command.seen, |_| false) {
            return Err(Why::Stale);
        }
        let game = self.table.game.ok_or(Why::NotStarted)?;
        if game.outcome().is_some() || self.table.asked.is_some() {
            return Err(Why::NothingToUndo);
        }
        let to = self.table.last_action(seat).ok_or(Why::NothingToUndo)? - 1;
        let mut entries = vec![Body::UndoAsked { seat, to }];
        if self.table.to_agree(seat).is_empty() {
            entries.push(Body::Undo { seat, to });
        }
        Ok(Verdict::Enter(entries.into()))
    }

    fn answer_undo(&self, command: &Command, agrees: bool) -> Result<Verdict, Why> {
        let seat = self.seat_of_sender(command.sender).ok_or(Why::NotSeated)?;
        let asked = self.table.asked.filter(|asked| asked.seat != seat).ok_or(Why::NothingAsked)?;
        // An answer that was under way for long was given to an earlier request.
        let is_request = |logged: &Logged| matches!(logged.body, Body::UndoAsked { .. });
        if self.table.log.iter().rposition(is_request).is_some_and(|at| at as u64 > command.seen) {
            return Err(Why::Stale);
        }
        if asked.agreed.contains(seat) {
            return Ok(Verdict::Answer(Ok(Done { seq: self.version(), seat: Some(seat) })));
        }
        let mut entries = vec![Body::UndoAnswered { seat, agrees }];
        if agrees && self.table.to_agree(asked.seat).is_subset(asked.agreed.with(seat)) {
            entries.push(Body::Undo { seat: asked.seat, to: asked.to });
        }
        Ok(Verdict::Enter(entries.into()))
    }

    fn say(&self, sender: Sender, text: &str, now: u64) -> Result<Verdict, Why> {
        let Sender::Holder(key) = sender else { return Err(Why::NotSeated) };
        let seat = self.table.seat_of(key).ok_or(Why::NotSeated)?;
        let text = clean_text(text).ok_or(Why::BadText)?;
        let lately = self.table.log.iter().rev().take_while(|logged| logged.at + TALK_TIME > now);
        let said = lately.filter(|logged| matches!(&logged.body, Body::Said { seat: by, .. } if *by == seat));
        if said.count() >= TALK_MAX {
            return Err(Why::TooFast);
        }
        Ok(Verdict::Enter(vec![Body::Said { seat, text }].into()))
    }

    fn play_next(&self, sender: Sender, table: TableId) -> Result<Verdict, Why> {
        let seat = self.seat_of_sender(sender).ok_or(Why::NotSeated)?;
        if self.table.game.is_none_or(|game| game.outcome().is_none()) {
            return Err(Why::NotOver);
        }
        if self.table.next.is_some() {
            return Ok(Verdict::Answer(Ok(Done { seq: self.version(), seat: Some(seat) })));
        }
        Ok(Verdict::Enter(vec![Body::Next { table: table.to_string() }].into()))
    }

    fn close(&self, sender: Sender) -> Result<Verdict, Why> {
        let by = self.check_opener(sender)?;
        if self.table.game.is_some_and(|game| game.outcome().is_some()) {
            return Err(Why::Closed);
        }
        let entries = vec![Body::Closed { by: Box::new(by) }];
        Ok(Verdict::Enter(Entries { ends: true, ..entries.into() }))
    }

    fn check_opener(&self, sender: Sender) -> Result<KeyHash, Why> {
        match sender {
            Sender::Holder(key) if self.is_opener(key) => Ok(key),
            _ => Err(Why::NotOpener),
        }
    }

    /// Whether entry `seq` is what this wish comes to.
    fn is_entry_of(&self, seq: u64, wish: &Wish) -> bool {
        match (&self.table.log[seq as usize].body, wish) {
            // Who was away returned by acting.
            (Body::Returned { .. }, Wish::Act(text)) => {
                matches!(self.table.log.get(seq as usize + 1), Some(Logged { body: Body::Action { r#do, .. }, .. })
                    if self.table.game.is_some_and(|game| game.read_action(text).as_ref() == Ok(r#do)))
            }
            (Body::Action { r#do, .. }, Wish::Act(text)) => {
                self.table.game.is_some_and(|game| game.read_action(text).as_ref() == Ok(r#do))
            }
            (Body::Filled { bot }, Wish::Fill { bot: wished }) => bot == wished,
            (Body::Joined { .. }, Wish::Join { .. }) => true,
            (Body::Swapped { seats }, Wish::Swap { one, other }) => *seats == (*one, *other),
            (Body::Replaced { seat, .. }, Wish::Replace { seat: wished, .. }) => seat == wished,
            (Body::UndoAnswered { agrees, .. }, Wish::AnswerUndo { agrees: wished }) => agrees == wished,
            (Body::Said { text, .. }, Wish::Say(wished)) => clean_text(wished).as_ref() == Some(text),
            (Body::Declines { offers, .. }, Wish::Decline(wished)) => offers == wished,
            (Body::Undo { .. }, Wish::Undo)
            | (Body::UndoAsked { .. }, Wish::AskUndo)
            | (Body::Left { .. }, Wish::Leave)
            | (Body::Returned { .. }, Wish::Return)
            | (Body::Next { .. }, Wish::Next(_))
            | (Body::Closed { .. }, Wish::Close) => true,
            _ => false,
        }
    }

    /// The last entry that was stored together with entry `seq`: outcomes, rejections and going back come with what made
    /// them due.
    fn end_of_batch(&self, seq: u64) -> u64 {
        let mut end = seq;
        for logged in &self.table.log[seq as usize + 1..] {
            let comes_along = match (&logged.body, logged.command.as_deref()) {
                // Who takes something back themselves, or plays, says so in a command.
                (Body::Chance(_) | Body::Undo { .. }, None) => true,
                (Body::Action { .. }, Some(command)) => command.starts_with(BY_ITSELF),
                // Who was away returned by this action.
                (Body::Action { seat, .. }, None) => {
                    end == seq
                        && matches!(self.table.log[seq as usize].body, Body::Returned { seat: back } if back == *seat)
                }
                _ => false,
            };
            if !comes_along {
                break;
            }
            end += 1;
        }
        end
    }
}

/// Refuses what is larger than anything that is meant, before it waits or is remembered.
fn check_size(command: &Command) -> Result<(), Why> {
    if let Some(id) = &command.id {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if !(1..=COMMAND_ID_MAX).contains(&id.len()) || !id.chars().all(is_plain) {
            return Err(Why::BadCommandId);
        }
    }
    match &command.wish {
        Wish::Act(text) if text.len() > ACTION_MAX => {
            Err(Why::NotAnAction(format!("an action is at most {ACTION_MAX} bytes long")))
        }
        Wish::Say(text) if text.len() > WISH_MAX => Err(Why::BadText),
        Wish::Join { name, .. } if name.len() > WISH_MAX => Err(Why::BadName),
        Wish::Fill { bot } if bot.len() > COMMAND_ID_MAX => {
            Err(Why::NoBot(bot.chars().take(COMMAND_ID_MAX).collect()))
        }
        _ => Ok(()),
    }
}

/// A table on its way from its first entry to its last: what happened is found out by applying the entries once more.
///
/// Who reads a long log in parts goes on where the last one ended; beginning anew for each would take as long as the log
/// is long each time.
pub struct Playback {
    table: Box<Table>,
}

impl fmt::Debug for Playback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Playback({} before version {})", self.table.id, self.next())
    }
}

impl Playback {
    fn new(id: TableId) -> Playback {
        Playback { table: Box::new(Table::empty(id)) }
    }

    /// The number of the entry that comes next.
    fn next(&self) -> u64 {
        self.table.log.len() as u64
    }

    /// What the further entries of the log brought; those that are taken are applied.
    fn changes(&mut self, log: &[Logged]) -> impl Iterator<Item = Change> {
        let rest = log.get(self.table.log.len()..).unwrap_or_default();
        rest.iter().map(|logged| self.table.apply(logged.clone()).expect("the log was applied before"))
    }
}

/// How the command id of an action begins that was made together with another one; those of clients begin with a seat.
const BY_ITSELF: &str = "auto:";
/// How an offer is rejected, in every game that has offers.
const REJECT: &str = "reject";

/// What can be asked of a table. All of it is stored already.
impl<T> Host<T> {
    /// The table's id.
    #[must_use]
    pub fn id(&self) -> TableId {
        self.id
    }

    /// The number of the last entry; every viewer's sequence of versions counts these.
    #[must_use]
    pub fn version(&self) -> u64 {
        (self.table.log.len() as u64).saturating_sub(1)
    }

    /// Whether the creation of the table is stored.
    #[must_use]
    pub fn exists(&self) -> bool {
        !self.table.log.is_empty()
    }

    /// The name of the game on the shelf.
    #[must_use]
    pub fn game_name(&self) -> &str {
        self.table.created().map_or("", |created| &created.game)
    }

    /// The game before its first move.
    #[must_use]
    pub fn start(&self) -> Option<AnyGame> {
        self.table.start()
    }

    /// Which game is played.
    #[must_use]
    pub fn kind(&self) -> Option<GameKind> {
        self.table.kind()
    }

    /// The word by which friends find the table, as long as a chair is open.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        let is_open = !self.table.closed && self.table.chairs.contains(&Chair::Open);
        self.table.created().filter(|_| is_open).map(|created| created.code.as_str())
    }

    /// What was answered when the table was opened.
    #[must_use]
    pub fn opened(&self) -> Done {
        let opener = self.table.created().map(|created| (created, created.opener));
        let sits = |chair: &Chair| matches!((chair, opener), (Chair::Person { key, .. }, Some((_, opener))) if *key == opener);
        let chairs = opener.map_or(&[][..], |(created, _)| &created.chairs);
        Done { seq: self.end_of_batch(0), seat: chairs.iter().position(sits).and_then(Seat::new) }
    }

    /// Which aids the readers of this table may have; `None` allows all.
    #[must_use]
    pub fn aids(&self) -> Option<&str> {
        self.table.created()?.aids.as_deref()
    }

    /// When the table was opened, in milliseconds since 1970.
    #[must_use]
    pub fn opened_at(&self) -> u64 {
        self.table.log.first().map_or(0, |logged| logged.at)
    }

    /// Who sits where.
    #[must_use]
    pub fn occupants(&self) -> Vec<Occupant> {
        self.table
            .chairs
            .iter()
            .map(|chair| match chair {
                Chair::Open => Occupant::Open,
                Chair::Person { name, .. } => Occupant::Person { name: name.clone(), stand_in: None },
                Chair::Bot(kind) => Occupant::Bot { kind: kind.clone() },
            })
            .zip(Seat::first(Seat::MAX))
            .map(|(occupant, seat)| match occupant {
                Occupant::Person { name, .. } => {
                    Occupant::Person { name, stand_in: self.table.stand_ins.get(&seat).cloned() }
                }
                other => other,
            })
            .collect()
    }

    /// The kind of bot that plays on a seat, its own or for a person who is away.
    #[must_use]
    pub fn bot_at(&self, seat: Seat) -> Option<&str> {
        match self.table.chairs.get(seat.index()) {
            Some(Chair::Bot(kind)) => Some(kind),
            _ => self.table.stand_ins.get(&seat).map(String::as_str),
        }
    }

    /// Whether strangers find the table.
    #[must_use]
    pub fn is_public(&self) -> bool {
        self.table.created().is_some_and(|created| created.public)
    }

    /// How long the seats may think.
    #[must_use]
    pub fn clock(&self) -> Option<Clock> {
        self.table.created()?.clock
    }

    /// What each seat has left at this moment, in milliseconds, and whose clock runs; `None` without clocks.
    #[must_use]
    pub fn clocks(&self, now: u64) -> Option<(Vec<u64>, SeatSet)> {
        let mut clocks = self.table.clocks.clone()?;
        if let Some((from, to)) = self.down {
            clocks.pass(from);
            clocks.stand_still(to);
        }
        let left = Seat::first(self.table.chairs.len()).map(|seat| clocks.left(seat, now)).collect();
        Some((left, clocks.running()))
    }

    /// Whether the time of a seat is up.
    #[must_use]
    pub fn is_out_of_time(&self, seat: Seat) -> bool {
        self.table.clocks.as_ref().is_some_and(|clocks| clocks.is_out(seat))
    }

    /// What was shown of the secret of the dice before the game; `None` at tables without fair dice.
    #[must_use]
    pub fn commitment(&self) -> Option<Commitment> {
        Some(self.table.created()?.secret?.commitment())
    }

    /// What the seats added to the dice.
    #[must_use]
    pub fn nonces(&self) -> &BTreeMap<Seat, Nonce> {
        &self.table.nonces
    }

    /// That a seat asks to go back, if one does.
    #[must_use]
    pub fn undo_request(&self) -> Option<UndoRequest> {
        self.table.asked
    }

    /// Whether the seat may ask the others to go back now.
    #[must_use]
    pub fn can_ask_undo(&self, seat: Seat) -> bool {
        let goes_on = self.table.game.is_some_and(|game| game.outcome().is_none());
        goes_on && !self.table.closed && self.table.asked.is_none() && self.table.last_action(seat).is_some()
    }

    /// Who has to agree before this seat may go back further than it may alone.
    #[must_use]
    pub fn to_agree(&self, seat: Seat) -> SeatSet {
        self.table.to_agree(seat)
    }

    /// What was said here, and by whom.
    #[must_use]
    pub fn talk(&self) -> Talk {
        self.table.talk()
    }

    /// Which offers a seat rejects without being asked, if it said so; those of a turn only while the turn goes on.
    #[must_use]
    pub fn declined(&self, seat: Seat) -> Option<Declined> {
        let (offers, said) = *self.table.declined.get(&seat)?;
        let turn = offers.turn && self.table.game.is_some_and(|game| game.turns() == said);
        Some(Declined { turn, ..offers })
    }

    /// How the same people and bots play again: each one seat on, so that another one begins.
    ///
    /// # Errors
    /// If the game goes on, or the asker has no seat.
    pub fn again(&self, holder: KeyHash) -> Result<(AnyGame, Plan), Why> {
        self.table.seat_of(holder).ok_or(Why::NotSeated)?;
        let created = self.table.created().ok_or(Why::NotStarted)?;
        let start = self.table.start().ok_or(Why::NotStarted)?;
        if self.table.game.is_none_or(|game| game.outcome().is_none()) {
            return Err(Why::NotOver);
        }
        let mut chairs = self.table.chairs.clone();
        // Who wanted to be forgotten does not come again.
        for chair in &mut chairs {
            if matches!(chair, Chair::Person { key, .. } if *key == KeyHash::NOBODY) {
                *chair = Chair::Open;
            }
        }
        chairs.rotate_right(1);
        let others = |chair: &Chair| matches!(chair, Chair::Person { key, .. } if *key != holder);
        let expected = Seat::first(chairs.len()).filter(|seat| others(&chairs[seat.index()])).collect();
        let plan = Plan {
            chairs,
            expected,
            aids: created.aids.clone(),
            public: created.public,
            clock: created.clock,
            ..Default::default()
        };
        Ok((start, plan))
    }

    /// Who has a chair that is kept for them and has yet to come before the game begins.
    #[must_use]
    pub fn expected(&self) -> SeatSet {
        self.table.expected
    }

    /// Whether whoever holds this key is one of them: where, and under which name.
    #[must_use]
    pub fn expected_name(&self, holder: KeyHash) -> Option<(Seat, String)> {
        let seat = self.seat_of(holder).filter(|&seat| self.table.expected.contains(seat))?;
        match &self.table.chairs[seat.index()] {
            Chair::Person { name, .. } => Some((seat, name.clone())),
            _ => None,
        }
    }

    /// Where the same people play again.
    #[must_use]
    pub fn next(&self) -> Option<TableId> {
        self.table.next
    }

    /// The seat of whoever holds this key.
    #[must_use]
    pub fn seat_of(&self, key: KeyHash) -> Option<Seat> {
        self.table.seat_of(key)
    }

    /// The persons at the table.
    pub fn holders(&self) -> impl Iterator<Item = KeyHash> {
        self.table.chairs.iter().filter_map(|chair| match chair {
            Chair::Person { key, .. } => Some(*key),
            _ => None,
        })
    }

    /// Whose key the person of a seat holds.
    #[must_use]
    pub fn holder_of(&self, seat: Seat) -> Option<KeyHash> {
        match self.table.chairs.get(seat.index())? {
            Chair::Person { key, .. } => Some(*key),
            _ => None,
        }
    }

    /// Since when whoever is due is due: when the game last went on, or a seat was left to a bot.
    #[must_use]
    pub fn due_since(&self) -> u64 {
        let goes_on = |logged: &&Logged| {
            use Body::{Action, Chance, Created, Filled, Joined, Left, Replaced, Undo};
            matches!(
                logged.body,
                Created(_)
                    | Joined(_)
                    | Filled { .. }
                    | Left { .. }
                    | Replaced { .. }
                    | Action { .. }
                    | Chance(_)
                    | Undo { .. }
            )
        };
        self.table.log.iter().rfind(goes_on).map_or(0, |logged| logged.at)
    }

    /// When something last happened here, in milliseconds since 1970.
    #[must_use]
    pub fn changed_at(&self) -> u64 {
        self.table.log.last().map_or(0, |logged| logged.at)
    }

    /// Whom the game waits for.
    #[must_use]
    pub fn awaited(&self) -> SeatSet {
        let Some(game) = self.table.game.filter(|_| !self.table.closed) else { return SeatSet::EMPTY };
        game.awaited()
            .into_iter()
            .filter(|(_, prompt)| *prompt != Prompt::Waiting)
            .map(|(seat, _)| seat)
            .collect()
    }

    /// Whether the holder of this key opened the table.
    #[must_use]
    pub fn is_opener(&self, key: KeyHash) -> bool {
        self.table.created().is_some_and(|created| created.opener == key)
    }

    /// Whether the table was closed before its game was over.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.table.closed
    }

    /// Whether so much has happened here that nothing more is entered.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.table.log.len() >= LOG_MAX
    }

    /// The position; `None` until all chairs are taken.
    #[must_use]
    pub fn game(&self) -> Option<&AnyGame> {
        self.table.game.as_ref()
    }

    /// What a seat may do now, as texts.
    #[must_use]
    pub fn legal(&self, seat: Seat, limit: usize) -> Vec<String> {
        match &self.table.game {
            Some(game) if !self.table.closed => {
                let mut texts = game.legal_actions(seat);
                texts.truncate(limit);
                texts
            }
            _ => Vec::new(),
        }
    }

    /// Whether the seat may take its last action back now.
    #[must_use]
    pub fn can_undo(&self, seat: Seat) -> bool {
        !self.table.closed && self.table.undoable.is_some_and(|undoable| undoable.seat == seat)
    }

    /// The position after entry `seq`; `None` before the game begins and beyond the last entry.
    #[must_use]
    pub fn game_at(&self, seq: u64) -> Option<AnyGame> {
        if seq == self.version() {
            return self.table.game;
        }
        if seq > self.version() {
            return None;
        }
        let mut playback = Playback::new(self.id);
        playback.changes(&self.table.log[..=seq as usize]).for_each(drop);
        playback.table.game
    }

    /// All changes after version `seen`, in order and without gaps.
    #[must_use]
    pub fn changes_after(&self, seen: u64) -> Vec<Arc<Change>> {
        self.read_on(seen, usize::MAX, &mut None)
    }

    /// The next changes after version `seen`, at most `limit`, in order and without gaps. Whoever reads on from there gives
    /// the same `playback` again: it holds where they are as long as they are far behind.
    #[must_use]
    pub fn read_on(&self, seen: u64, limit: usize, playback: &mut Option<Playback>) -> Vec<Arc<Change>> {
        if self.recent.front().is_none_or(|oldest| oldest.seq <= seen + 1) {
            *playback = None;
            let later = self.recent.iter().filter(|change| change.seq > seen);
            return later.take(limit).cloned().collect();
        }
        if playback.as_ref().is_some_and(|playback| playback.next() > seen + 1) {
            *playback = None;
        }
        let playback = playback.get_or_insert_with(|| Playback::new(self.id));
        playback
            .changes(&self.table.log)
            .filter(|change| change.seq > seen)
            .take(limit)
            .map(Arc::new)
            .collect()
    }

    /// What entry `seq` brought.
    #[must_use]
    pub fn change(&self, seq: u64) -> Option<Arc<Change>> {
        let recent = self.recent.iter().find(|change| change.seq == seq).cloned();
        recent.or_else(|| self.history().into_iter().nth(seq as usize).map(Arc::new))
    }

    /// Everything that happened, from the first entry on.
    #[must_use]
    pub fn history(&self) -> Vec<Change> {
        Playback::new(self.id).changes(&self.table.log).collect()
    }

    /// What happened in the game so far, in order; what was taken back is left out.
    #[must_use]
    pub fn past(&self) -> Vec<Events> {
        let Some(mut game) = self.table.start() else { return Vec::new() };
        self.steps().iter().filter_map(|(_, step)| game.apply(step).ok()).collect()
    }

    /// The actions and outcomes that count, in order, with the number of their entry: what was taken back is left out.
    #[must_use]
    pub fn steps(&self) -> Vec<(u64, Step)> {
        let step = |&seq: &u64| {
            let step = match &self.table.log[seq as usize].body {
                Body::Action { seat, r#do } => Step::Action { seat: *seat, action: r#do.clone() },
                Body::Chance(chance) => Step::Outcome(chance.clone()),
                _ => return None,
            };
            Some((seq, step))
        };
        self.table.effective.iter().filter_map(step).collect()
    }

    /// The record of the game, with its seed; `None` until it is over, since it holds everybody's secrets.
    #[must_use]
    pub fn record(&self) -> Option<Record> {
        let game = self.table.game?;
        let outcome = game.outcome()?;
        let created = self.table.created()?;
        let mut header =
            Header::new(&created.game, created.rules, created.options.clone(), created.chairs.len());
        header.seats = self
            .occupants()
            .into_iter()
            .map(|occupant| match occupant {
                Occupant::Open => None,
                Occupant::Person { name, .. } => Some(name),
                Occupant::Bot { kind } => Some(kind),
            })
            .collect();
        header.seed = created.seed;
        header.fair = self.table.proof().and_then(|proof| match serde_json::to_value(proof) {
            Ok(serde_json::Value::Object(proof)) => Some(proof),
            _ => None,
        });
        header.date = Some(iso_8601(self.opened_at()));
        let steps = self.steps().into_iter().map(|(_, step)| step).collect();
        let result = FinalLine { winners: outcome.winners, points: game.points() };
        Some(Record { header, steps, result: Some(result) })
    }
}
