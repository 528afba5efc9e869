//! One table, without sockets, clock, threads or storage: commands and confirmations in, effects out.
//!
//! A table is its log. [`Host::submit`] checks a command against the position and asks for the entries it makes to
//! be stored ([`Effect::Append`]); only when [`Host::stored`] says that they are, they are applied, the command is
//! answered and everybody is told. So nothing is ever shown or acknowledged that a crash could take back. While
//! entries are being stored, further commands wait in a short queue.
//!
//! Whoever drives a table carries out the effects in order. Tickets are the driver's own: whatever it needs to find
//! the one who waits for an answer.

use crate::entry::{Body, Chair, Created, clean_name};
use crate::games::{BadGame, bots_for};
use crate::keys::{KeyHash, TableId};
use crate::store::{Batch, Index, StoreError, StoredEntry};
use game::record::{FinalLine, Header, Record, Step};
use game::{Seat, Seed};
use shelf::{AnyGame, Events, GameKind, Prompt, Refusal as Illegal};
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::Arc;

/// How many commands may wait while entries are being stored.
const QUEUE: usize = 64;
/// How many refusals are remembered, so that a retry gets the first answer.
const REFUSALS: usize = 64;
/// How many listed actions a refusal carries; there can be thousands of discards.
const LEGAL_MAX: usize = 256;
/// How many versions are kept with their events for those who follow; older ones are replayed.
const RECENT: usize = 64;
/// The longest action, in bytes: several times as long as the longest sentence of any game.
pub const ACTION_MAX: usize = 400;
/// The longest command id.
pub const COMMAND_ID_MAX: usize = 64;

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
    pub seed: Seed,
    /// The word by which friends find the table.
    pub code: String,
    /// The hash of the key of whoever opens it.
    pub opener: KeyHash,
    /// Which aids its readers may have, as a text that the pages read; `None` allows all.
    pub aids: Option<String>,
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
#[non_exhaustive]
pub enum Why {
    /// The sender has no seat here.
    NotSeated,
    /// Only who opened the table may do that.
    NotOpener,
    /// The table moved on, or never was where the sender believes.
    Stale,
    /// The rules are against it.
    Illegal(Illegal),
    /// The text is not an action.
    NotAnAction(String),
    /// Seats are open, the game has not begun.
    NotStarted,
    /// The table was closed.
    Closed,
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
    },
    /// A bot.
    Bot {
        /// Its kind.
        kind: String,
    },
}

/// One version of a table and what it brought, before redaction.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// The version: the number of the entry.
    pub seq: u64,
    /// When it was stored, in milliseconds since 1970.
    pub at: u64,
    /// What it was.
    pub what: What,
    /// What happened in the game by it.
    pub events: Option<Events>,
}

/// What an entry was, as everybody may know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// The table was opened.
    Created,
    /// Somebody took this seat.
    Joined(Seat),
    /// Bots took the open seats.
    Filled,
    /// This seat decided something, or nature moved: see the events.
    Played,
    /// This seat took its last action back; the position is that after `to`.
    Undone {
        /// Who.
        seat: Seat,
        /// Which version it is as before.
        to: u64,
    },
    /// The table was closed.
    Closed,
}

/// The log of a table cannot be replayed: the file was changed by hand, or by a faulty disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// Which table.
    pub table: TableId,
    /// The entry that does not fit.
    pub seq: u64,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Damage { table, seq, reason } = self;
        write!(
            f,
            "table {table} cannot be replayed: entry {seq} is damaged ({reason}); put a backup in its place"
        )
    }
}

impl std::error::Error for Damage {}

/// A parsed line of the log.
#[derive(Clone, Debug)]
enum Entry {
    Created(Box<Created>),
    Joined { seat: Seat, name: String, key: KeyHash },
    Filled { bot: String },
    Action { seat: Seat, action: String },
    Chance(String),
    Undo { seat: Seat, to: u64 },
    Closed { by: KeyHash },
}

#[derive(Clone, Debug)]
struct Logged {
    at: u64,
    command: Option<String>,
    entry: Entry,
}

/// The last action that counts, if it may be taken back.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Undoable {
    seat: Seat,
    seq: u64,
}

/// Entries that are being stored, and who waits for them.
struct Pending<T> {
    /// The command they come from; `None` for the creation of the table.
    command: Option<Command>,
    entries: Vec<Logged>,
    tickets: Vec<T>,
}

/// What is to be done about a command.
enum Verdict {
    /// It is answered without anything new.
    Answer(Answer),
    /// These entries carry it out.
    Enter(Vec<Entry>, Vec<Index>),
}

/// The part of a table that follows from its log.
#[derive(Clone)]
struct Table {
    log: Vec<Logged>,
    chairs: Vec<Chair>,
    /// The game before its first move.
    start: Option<AnyGame>,
    /// The position, once all chairs are taken.
    game: Option<AnyGame>,
    /// The numbers of the actions and outcomes that count: those not taken back.
    effective: Vec<u64>,
    undoable: Option<Undoable>,
    closed: bool,
}

/// One table and what is under way at it.
pub struct Host<T> {
    id: TableId,
    table: Table,
    /// The answers of the commands in the log, by scoped id.
    answered: HashMap<String, u64>,
    refused: VecDeque<(Command, Refusal)>,
    pending: Option<Pending<T>>,
    waiting: VecDeque<(Command, u64, T)>,
    recent: VecDeque<Arc<Change>>,
}

impl<T> fmt::Debug for Host<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Host({} at version {})", self.id, self.version())
    }
}

impl Table {
    const EMPTY: Table = Table {
        log: Vec::new(),
        chairs: Vec::new(),
        start: None,
        game: None,
        effective: Vec::new(),
        undoable: None,
        closed: false,
    };

    /// Applies the next entry. Live play and replay both come through here, so they cannot differ.
    fn apply(&mut self, logged: Logged) -> Result<Change, String> {
        let seq = self.log.len() as u64;
        let mut events = None;
        let what = match &logged.entry {
            Entry::Created(created) => {
                if seq != 0 {
                    return Err("the table is created a second time".to_owned());
                }
                self.start = Some(read_start(created)?);
                self.chairs.clone_from(&created.chairs);
                What::Created
            }
            _ if seq == 0 => return Err("the log does not begin with the creation of the table".to_owned()),
            _ if self.closed => return Err("the log goes on after the table was closed".to_owned()),
            Entry::Joined { seat, name, key } => {
                match self.chairs.get_mut(seat.index()) {
                    Some(chair @ Chair::Open) => *chair = Chair::Person { name: name.clone(), key: *key },
                    _ => return Err(format!("somebody sits down at seat {seat}, which is not open")),
                }
                What::Joined(*seat)
            }
            Entry::Filled { bot } => {
                for chair in &mut self.chairs {
                    if *chair == Chair::Open {
                        *chair = Chair::Bot(bot.clone());
                    }
                }
                What::Filled
            }
            Entry::Action { seat, action } => {
                let game = self.game.as_mut().ok_or("an action before the game began")?;
                let happened =
                    game.play(*seat, action).map_err(|illegal| format!("{seat}: {action}: {illegal}"))?;
                self.effective.push(seq);
                self.undoable = (!happened.reveal()).then_some(Undoable { seat: *seat, seq });
                events = Some(happened);
                What::Played
            }
            Entry::Chance(chance) => {
                let game = self.game.as_mut().ok_or("an outcome before the game began")?;
                events = Some(game.resolve(chance).map_err(|illegal| format!("{chance}: {illegal}"))?);
                self.effective.push(seq);
                self.undoable = None;
                What::Played
            }
            Entry::Undo { seat, to } => {
                if self.undoable != Some(Undoable { seat: *seat, seq: to + 1 }) {
                    return Err(format!("seat {seat} takes back what cannot be taken back"));
                }
                self.take_back(*to)?;
                What::Undone { seat: *seat, to: *to }
            }
            Entry::Closed { .. } => {
                self.closed = true;
                What::Closed
            }
        };
        if self.game.is_none() && !self.chairs.contains(&Chair::Open) {
            self.game = self.start;
        }
        let at = logged.at;
        self.log.push(logged);
        Ok(Change { seq, at, what, events })
    }

    /// Goes back to the position after entry `to`, by replaying what counts.
    fn take_back(&mut self, to: u64) -> Result<(), String> {
        let mut effective = std::mem::take(&mut self.effective);
        effective.retain(|&seq| seq <= to);
        self.game = self.start;
        self.undoable = None;
        for &seq in &effective {
            let game = self.game.as_mut().ok_or("nothing to go back to")?;
            self.undoable = match &self.log[seq as usize].entry {
                Entry::Action { seat, action } => {
                    let events = game.play(*seat, action).map_err(|illegal| illegal.to_string())?;
                    (!events.reveal()).then_some(Undoable { seat: *seat, seq })
                }
                Entry::Chance(chance) => {
                    game.resolve(chance).map_err(|illegal| illegal.to_string())?;
                    None
                }
                _ => None,
            };
        }
        self.effective = effective;
        Ok(())
    }

    fn created(&self) -> Option<&Created> {
        match &self.log.first()?.entry {
            Entry::Created(created) => Some(created),
            _ => None,
        }
    }

    fn seat_of(&self, key: KeyHash) -> Option<Seat> {
        let sits = |chair: &Chair| matches!(chair, Chair::Person { key: own, .. } if *own == key);
        self.chairs.iter().position(sits).and_then(Seat::new)
    }
}

/// The game before its first move, under the rules it was created with.
fn read_start(created: &Created) -> Result<AnyGame, String> {
    let kind: GameKind = created.game.parse()?;
    let game = AnyGame::under(kind, created.rules, &created.options)
        .map_err(|refusals| refusals.iter().map(Illegal::to_string).collect::<Vec<_>>().join("; "))?;
    if game.seats() == created.chairs.len() {
        Ok(game)
    } else {
        Err(format!("{} chairs for {} players", created.chairs.len(), game.seats()))
    }
}

impl Entry {
    fn to_body(&self) -> Body {
        match self.clone() {
            Entry::Created(created) => Body::Created(*created),
            Entry::Joined { seat, name, key } => Body::Joined { seat, name, key },
            Entry::Filled { bot } => Body::Filled { bot },
            Entry::Action { seat, action } => Body::Action { seat, r#do: action },
            Entry::Chance(chance) => Body::Chance(chance),
            Entry::Undo { seat, to } => Body::Undo { seat, to },
            Entry::Closed { by } => Body::Closed { by },
        }
    }

    fn from_body(body: Body) -> Entry {
        match body {
            Body::Created(created) => Entry::Created(Box::new(created)),
            Body::Joined { seat, name, key } => Entry::Joined { seat, name, key },
            Body::Filled { bot } => Entry::Filled { bot },
            Body::Action { seat, r#do } => Entry::Action { seat, action: r#do },
            Body::Chance(text) => Entry::Chance(text),
            Body::Undo { seat, to } => Entry::Undo { seat, to },
            Body::Closed { by } => Entry::Closed { by },
        }
    }
}

/// Opening and loading.
impl<T> Host<T> {
    fn empty(id: TableId) -> Host<T> {
        Host {
            id,
            table: Table::EMPTY,
            answered: HashMap::new(),
            refused: VecDeque::new(),
            pending: None,
            waiting: VecDeque::new(),
            recent: VecDeque::new(),
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
        let Opening { chairs, seed, code, opener, aids } = opening;
        if chairs.len() != start.seats() {
            return Err(BadGame::Seats { min: start.seats(), max: start.seats() });
        }
        let created = Created {
            game: start.kind().name().to_owned(),
            rules: start.rules(),
            options: start.options(),
            chairs,
            seed,
            code,
            opener,
            aids,
        };
        let mut index = vec![Index::Holder(created.opener), Index::Code(created.code.clone())];
        let keys = created.chairs.iter().filter_map(|chair| match chair {
            Chair::Person { key, .. } if *key != created.opener => Some(Index::Holder(*key)),
            _ => None,
        });
        index.extend(keys);
        let mut entries = Vec::new();
        let mut game = *start;
        for chair in &created.chairs {
            if let Chair::Bot(kind) = chair
                && !bots_for(game.kind()).contains(&kind.as_str())
            {
                return Err(BadGame::Bot(kind.clone()));
            }
        }
        if !created.chairs.contains(&Chair::Open) {
            nature(&mut game, created.seed, &mut entries);
        }
        entries.insert(0, Entry::Created(Box::new(created)));
        let effects = vec![host.propose(None, entries, index, now, ticket)];
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
        for (stored, seq) in entries.into_iter().zip(0..) {
            let damage = |reason: String| Damage { table: id, seq, reason };
            if stored.seq != seq {
                return Err(damage(format!("its number is {}", stored.seq)));
            }
            let body = serde_json::from_str(&stored.body).map_err(|error| damage(error.to_string()))?;
            let entry = Entry::from_body(body);
            host.commit(Logged { at: stored.at, command: stored.command, entry }).map_err(damage)?;
        }
        Ok(Some(host))
    }

    /// What a table that was just loaded has to do: wake the bots that are due.
    #[must_use]
    pub fn resume(&self) -> Vec<Effect<T>> {
        let mut effects = Vec::new();
        self.wake(false, &mut effects);
        effects
    }
}

/// Commands and confirmations.
impl<T> Host<T> {
    /// Takes a command. `now` is in milliseconds since 1970.
    #[must_use]
    pub fn submit(&mut self, command: Command, now: u64, ticket: T) -> Vec<Effect<T>> {
        let mut effects = Vec::new();
        if self.pending.is_none() {
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
        let failed = result.is_err();
        let answer = match result {
            Ok(()) => {
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
            Err(error) => Err(Refusal { why: Why::Storage(error), seq: self.version(), legal: Vec::new() }),
        };
        effects.extend(pending.tickets.into_iter().map(|ticket| Effect::Reply(ticket, answer.clone())));
        let retry = failed && matches!(sender, Some(Sender::Bot(_)));
        while self.pending.is_none() {
            let Some((command, now, ticket)) = self.waiting.pop_front() else { break };
            self.decide(command, now, ticket, &mut effects);
        }
        if self.pending.is_none() {
            self.wake(retry, &mut effects);
        }
        effects
    }

    fn decide(&mut self, command: Command, now: u64, ticket: T, effects: &mut Vec<Effect<T>>) {
        match self.consider(&command) {
            Ok(Verdict::Enter(entries, index)) => {
                effects.push(self.propose(Some(command), entries, index, now, ticket));
            }
            Ok(Verdict::Answer(answer)) => effects.push(Effect::Reply(ticket, answer)),
            Err(why) => {
                let refusal = self.refusal(command.sender, why);
                if command.id.is_some() {
                    if self.refused.len() >= REFUSALS {
                        self.refused.pop_front();
                    }
                    self.refused.push_back((command, refusal.clone()));
                }
                effects.push(Effect::Reply(ticket, Err(refusal)));
            }
        }
    }

    /// Keeps entries until they are stored, and asks for that.
    fn propose(
        &mut self,
        command: Option<Command>,
        entries: Vec<Entry>,
        index: Vec<Index>,
        now: u64,
        ticket: T,
    ) -> Effect<T> {
        let mut id = command.as_ref().and_then(|command| self.scoped(command));
        let entries: Vec<Logged> =
            entries.into_iter().map(|entry| Logged { at: now, command: id.take(), entry }).collect();
        let first = self.table.log.len() as u64;
        let stored = entries.iter().zip(first..).map(|(logged, seq)| StoredEntry {
            seq,
            at: now,
            command: logged.command.clone(),
            body: serde_json::to_string(&logged.entry.to_body()).expect("entries can be written"),
        });
        let batch = Batch { table: self.id, entries: stored.collect(), index };
        self.pending = Some(Pending { command, entries, tickets: vec![ticket] });
        Effect::Append(batch)
    }

    /// Applies an entry that is stored.
    fn commit(&mut self, logged: Logged) -> Result<(), String> {
        if let Some(command) = &logged.command {
            self.answered.insert(command.clone(), self.table.log.len() as u64);
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
            if matches!(self.table.chairs.get(seat.index()), Some(Chair::Bot(_))) {
                effects.push(Effect::Wake { seat, seq: self.version(), prompt, retry });
            }
        }
    }

    /// The id of a command as the log knows it: ids are made by clients, so each seat has its own.
    fn scoped(&self, command: &Command) -> Option<String> {
        let id = command.id.as_ref()?;
        match (&command.wish, self.seat_of_sender(command.sender)) {
            // Who sits sits: a second join is answered without its id.
            (Wish::Join { .. }, _) => None,
            (_, Some(seat)) => Some(format!("{seat}:{id}")),
            (_, None) => Some(format!("opener:{id}")),
        }
    }

    fn seat_of_sender(&self, sender: Sender) -> Option<Seat> {
        match sender {
            Sender::Holder(key) => self.table.seat_of(key),
            Sender::Bot(seat) => Some(seat),
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
    fn consider(&self, command: &Command) -> Result<Verdict, Why> {
        if let Some(id) = &command.id {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
            if !(1..=COMMAND_ID_MAX).contains(&id.len()) || !id.chars().all(is_plain) {
                return Err(Why::BadCommandId);
            }
        }
        if let Some(&seq) = self.scoped(command).and_then(|id| self.answered.get(&id)) {
            return if self.is_entry_of(seq, &command.wish) {
                let seat = self.seat_of_sender(command.sender);
                Ok(Verdict::Answer(Ok(Done { seq: self.end_of_batch(seq), seat })))
            } else {
                Err(Why::CommandReused)
            };
        }
        if command.id.is_some()
            && let Some((_, refusal)) = self.refused.iter().find(|(refused, _)| refused == command)
        {
            return Ok(Verdict::Answer(Err(refusal.clone())));
        }
        if self.table.closed {
            return Err(Why::Closed);
        }
        if command.seen > self.version() {
            return Err(Why::Stale);
        }
        match &command.wish {
            Wish::Join { seat, name } => self.join(command.sender, *seat, name),
            Wish::Fill { bot } => self.fill(command.sender, bot),
            Wish::Act(text) => self.act(command, text),
            Wish::Undo => self.undo(command),
            Wish::Close => self.close(command.sender),
        }
    }

    fn join(&self, sender: Sender, seat: Option<Seat>, name: &str) -> Result<Verdict, Why> {
        let Sender::Holder(key) = sender else { return Err(Why::NotSeated) };
        if let Some(seat) = self.table.seat_of(key) {
            return Ok(Verdict::Answer(Ok(Done { seq: self.version(), seat: Some(seat) })));
        }
        let name = clean_name(name).ok_or(Why::BadName)?;
        let is_open = |seat: Seat| self.table.chairs.get(seat.index()) == Some(&Chair::Open);
        let free = match seat {
            Some(seat) => Some(seat).filter(|&seat| is_open(seat)),
            None => Seat::first(self.table.chairs.len()).find(|&seat| is_open(seat)),
        };
        let free = free.ok_or(Why::SeatTaken(seat))?;
        let mut entries = vec![Entry::Joined { seat: free, name, key }];
        let open = self.table.chairs.iter().filter(|chair| **chair == Chair::Open).count();
        if open == 1 {
            self.begin(&mut entries);
        }
        Ok(Verdict::Enter(entries, vec![Index::Holder(key)]))
    }

    fn fill(&self, sender: Sender, bot: &str) -> Result<Verdict, Why> {
        self.check_opener(sender)?;
        if !self.table.start.is_some_and(|game| bots_for(game.kind()).contains(&bot)) {
            return Err(Why::NoBot(bot.to_owned()));
        }
        if !self.table.chairs.contains(&Chair::Open) {
            return Err(Why::SeatTaken(None));
        }
        let mut entries = vec![Entry::Filled { bot: bot.to_owned() }];
        self.begin(&mut entries);
        Ok(Verdict::Enter(entries, Vec::new()))
    }

    /// The outcomes with which the game begins once the last chair is taken.
    fn begin(&self, entries: &mut Vec<Entry>) {
        if let (Some(mut game), Some(created)) = (self.table.start, self.table.created()) {
            nature(&mut game, created.seed, entries);
        }
    }

    fn act(&self, command: &Command, text: &str) -> Result<Verdict, Why> {
        let seat = self.seat_of_sender(command.sender).ok_or(Why::NotSeated)?;
        let mut game = self.table.game.ok_or(Why::NotStarted)?;
        if text.len() > ACTION_MAX {
            return Err(Why::NotAnAction(format!("an action is at most {ACTION_MAX} bytes long")));
        }
        let action = game.read_action(text).map_err(|refusal| Why::NotAnAction(refusal.message))?;
        let missed = &self.table.log[self.table.log.len().min(command.seen as usize + 1)..];
        let matters = |logged: &Logged| match &logged.entry {
            Entry::Action { seat: by, action: earlier } => !game.commutes((*by, earlier), (seat, &action)),
            _ => true,
        };
        if missed.iter().any(matters) {
            return Err(Why::Stale);
        }
        game.play(seat, &action).map_err(Why::Illegal)?;
        let mut entries = vec![Entry::Action { seat, action }];
        nature(&mut game, self.table.created().ok_or(Why::NotStarted)?.seed, &mut entries);
        Ok(Verdict::Enter(entries, Vec::new()))
    }

    fn undo(&self, command: &Command) -> Result<Verdict, Why> {
        let seat = self.seat_of_sender(command.sender).ok_or(Why::NotSeated)?;
        if command.seen != self.version() {
            return Err(Why::Stale);
        }
        match self.table.undoable {
            Some(undoable) if undoable.seat == seat => {
                Ok(Verdict::Enter(vec![Entry::Undo { seat, to: undoable.seq - 1 }], Vec::new()))
            }
            _ => Err(Why::NothingToUndo),
        }
    }

    fn close(&self, sender: Sender) -> Result<Verdict, Why> {
        let by = self.check_opener(sender)?;
        if self.table.game.is_some_and(|game| game.outcome().is_some()) {
            return Err(Why::Closed);
        }
        Ok(Verdict::Enter(vec![Entry::Closed { by }], Vec::new()))
    }

    fn check_opener(&self, sender: Sender) -> Result<KeyHash, Why> {
        match sender {
            Sender::Holder(key) if self.is_opener(key) => Ok(key),
            _ => Err(Why::NotOpener),
        }
    }

    /// Whether entry `seq` is what this wish comes to.
    fn is_entry_of(&self, seq: u64, wish: &Wish) -> bool {
        match (&self.table.log[seq as usize].entry, wish) {
            (Entry::Action { action, .. }, Wish::Act(text)) => {
                self.table.game.is_some_and(|game| game.read_action(text).as_ref() == Ok(action))
            }
            (Entry::Filled { bot }, Wish::Fill { bot: wished }) => bot == wished,
            (Entry::Undo { .. }, Wish::Undo) | (Entry::Closed { .. }, Wish::Close) => true,
            _ => false,
        }
    }

    /// The last entry that was stored together with entry `seq`: outcomes come with what made them due.
    fn end_of_batch(&self, seq: u64) -> u64 {
        let after = &self.table.log[seq as usize + 1..];
        seq + after.iter().take_while(|logged| matches!(logged.entry, Entry::Chance(_))).count() as u64
    }
}

/// Plays what nature owes and enters it.
fn nature(game: &mut AnyGame, seed: Seed, entries: &mut Vec<Entry>) {
    while let Some(chance) = game.draw(seed) {
        game.resolve(&chance).expect("an outcome that was drawn is possible");
        entries.push(Entry::Chance(chance));
    }
}

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
    pub fn start(&self) -> Option<&AnyGame> {
        self.table.start.as_ref()
    }

    /// The word by which friends find the table, as long as a chair is open.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        let is_open = !self.table.closed && self.table.chairs.contains(&Chair::Open);
        self.table.created().filter(|_| is_open).map(|created| created.code.as_str())
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
                Chair::Person { name, .. } => Occupant::Person { name: name.clone() },
                Chair::Bot(kind) => Occupant::Bot { kind: kind.clone() },
            })
            .collect()
    }

    /// The kind of bot on a seat, if it is one.
    #[must_use]
    pub fn bot_at(&self, seat: Seat) -> Option<&str> {
        match self.table.chairs.get(seat.index()) {
            Some(Chair::Bot(kind)) => Some(kind),
            _ => None,
        }
    }

    /// The seat of whoever holds this key.
    #[must_use]
    pub fn seat_of(&self, key: KeyHash) -> Option<Seat> {
        self.table.seat_of(key)
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
        let mut table = Table::EMPTY;
        for logged in &self.table.log[..=seq as usize] {
            table.apply(logged.clone()).expect("the log was applied before");
        }
        table.game
    }

    /// All changes after version `seen`, in order and without gaps.
    #[must_use]
    pub fn changes_after(&self, seen: u64) -> Vec<Arc<Change>> {
        if self.recent.front().is_some_and(|oldest| oldest.seq <= seen + 1) {
            return self.recent.iter().filter(|change| change.seq > seen).cloned().collect();
        }
        self.history().into_iter().filter(|change| change.seq > seen).map(Arc::new).collect()
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
        let mut table = Table::EMPTY;
        let apply = |logged: &Logged| table.apply(logged.clone()).expect("the log was applied before");
        self.table.log.iter().map(apply).collect()
    }

    /// What happened in the game so far, in order; what was taken back is left out.
    #[must_use]
    pub fn past(&self) -> Vec<Events> {
        let Some(mut game) = self.table.start else { return Vec::new() };
        self.steps().iter().filter_map(|(_, step)| game.apply(step).ok()).collect()
    }

    /// The actions and outcomes that count, in order, with the number of their entry: what was taken back is left out.
    #[must_use]
    pub fn steps(&self) -> Vec<(u64, Step)> {
        let step = |&seq: &u64| {
            let step = match &self.table.log[seq as usize].entry {
                Entry::Action { seat, action } => Step::Action { seat: *seat, action: action.clone() },
                Entry::Chance(chance) => Step::Outcome(chance.clone()),
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
                Occupant::Person { name } => Some(name),
                Occupant::Bot { kind } => Some(kind),
            })
            .collect();
        header.seed = Some(created.seed);
        header.date = Some(iso_8601(self.opened_at()));
        let steps = self.steps().into_iter().map(|(_, step)| step).collect();
        let result = FinalLine { winners: outcome.winners, points: game.points() };
        Some(Record { header, steps, result: Some(result) })
    }
}

/// A moment in milliseconds since 1970 as UTC, such as `2026-11-21T08:40:00Z`.
pub(crate) fn iso_8601(millis: u64) -> String {
    let seconds = millis / 1000;
    let (days, time) = (seconds / 86_400, seconds % 86_400);
    // Years that begin in March have the leap day at their end (Hinnant, "chrono-compatible date algorithms").
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", time / 3600, time / 60 % 60, time % 60)
}

#[cfg(test)]
mod tests {
    use super::iso_8601;

    #[test]
    fn moments_are_written_as_utc() {
        assert_eq!(iso_8601(0), "1970-01-01T00:00:00Z");
        assert_eq!(iso_8601(951_782_400_000), "2000-02-29T00:00:00Z");
        assert_eq!(iso_8601(1_795_250_399_999), "2026-11-21T08:39:59Z");
        assert_eq!(iso_8601(4_107_542_400_000), "2100-03-01T00:00:00Z");
    }
}
