//! One batch under way at a time: commands that wait, what the store answers, and what time brings.

use super::commands::{Entries, REJECT, Verdict, check_size};
use super::{Accepted, Command, Effect, Host, RejectReason, Rejection, Sender};
use crate::clock::TimeoutPolicy;
use crate::entry::{BY_ITSELF, Body, Logged};
use crate::stored::{Batch, StoreError, StoredEntry, Tag};
use crate::table::Proposed;
use shelf::AnyStep;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// The number of commands that may wait while entries are being stored.
const QUEUE: usize = 64;
/// The number of versions that are kept with their events for those who follow; older ones are replayed.
const RECENT: usize = 16;

/// Entries that are being stored, and who waits for them.
pub(super) struct Pending<T> {
    /// The command they come from; `None` for the creation of the table and what clocks enter.
    command: Option<Command>,
    /// The time at which the command came.
    at: u64,
    pub(super) entries: Vec<Logged>,
    /// For each entry the step that it has as text, if it has one.
    steps: Vec<Option<AnyStep>>,
    tickets: Vec<T>,
}

/// The host's knowledge of what the store holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CommitState {
    /// The store holds what the table says.
    Yes,
    /// The store holds something else, and has to be read before anything else is stored.
    No,
    /// The store is being read.
    Reading,
}

/// The entries that commands made, by a hash of the scoped command id: the id itself is in the log.
#[derive(Default)]
pub(super) struct IdempotencyCache {
    hasher: RandomState,
    entries: HashMap<u64, u32>,
}

impl IdempotencyCache {
    /// The commands of a log.
    pub(super) fn of(log: &[Logged]) -> IdempotencyCache {
        let mut answered = IdempotencyCache::default();
        for (seq, logged) in log.iter().enumerate() {
            logged.command.iter().for_each(|command| answered.insert(command, seq));
        }
        answered
    }

    fn insert(&mut self, command: &str, seq: usize) {
        let seq = u32::try_from(seq).expect("a table has fewer than 2 to the 32 entries");
        self.entries.entry(self.hasher.hash_one(command)).or_insert(seq);
    }

    pub(super) fn find(&self, command: &str, log: &[Logged]) -> Option<u64> {
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

/// Time, and what comes by itself.
impl<T> Host<T> {
    /// Sets how far the table's time is ahead of the driver's, in milliseconds: the clock by which its log was written was set
    /// back since, and the log goes on from its last entry.
    pub fn go_ahead(&mut self, ahead: u64) {
        self.ahead = ahead;
    }

    /// The driver's time as the table has it: never before its last entry.
    #[must_use]
    pub fn table_time(&self, now: u64) -> u64 {
        now.saturating_add(self.ahead).max(self.changed_at())
    }

    /// Resumes a table that was just loaded: enters that the clocks stood still while the server was `down`, and wakes the bots
    /// that are due. Timestamps are in milliseconds since 1970.
    #[must_use]
    pub fn resume(&mut self, down: Option<(u64, u64)>, now: u64) -> Vec<Effect<T>> {
        let now = self.table_time(now);
        let last = self.changed_at();
        // What was entered later was entered by a server that ran.
        self.down =
            down.filter(|&(_, to)| self.clocks_run() && last < to).map(|(from, to)| (from.max(last), to));
        if self.down.is_some() {
            return vec![self.propose(None, Entries::default(), now, Vec::new())];
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
            && self.known == CommitState::Yes
            && self.down.is_none()
            && !self.clocks_run()
    }

    fn clocks_run(&self) -> bool {
        self.table.clocks.as_ref().is_some_and(|clocks| !clocks.running().is_empty())
    }

    /// Whether the store is asked for something, so that everybody else waits.
    pub(super) fn is_busy(&self) -> bool {
        self.pending.is_some() || self.known == CommitState::Reading
    }

    /// Whether it still has to be stored that clocks stood still while the server was down; [`Host::tick`] tries again.
    #[must_use]
    pub fn owes_time(&self) -> bool {
        self.down.is_some()
    }

    /// Looks at the clocks. `now` is in milliseconds since 1970.
    #[must_use]
    pub fn tick(&mut self, now: u64) -> Vec<Effect<T>> {
        let now = self.table_time(now);
        let mut effects = Vec::new();
        // What is being stored sets the alarm anew.
        if self.is_busy() {
            return effects;
        }
        if self.known == CommitState::No {
            self.known = CommitState::Reading;
            return vec![Effect::Reread];
        }
        // Nobody's time is up before it is entered how long clocks stood still.
        if self.down.is_some() {
            return vec![self.propose(None, Entries::default(), now, Vec::new())];
        }
        let up = self.times_up(now);
        if !up.is_empty() {
            effects.push(self.propose(None, up.into(), now, Vec::new()));
        } else if let Some(closing) = self.close_in_time(now) {
            effects.push(self.propose(None, closing, now, Vec::new()));
        } else if let Some(undo) = self.undo_in_time() {
            effects.push(self.propose(None, undo, now, Vec::new()));
        } else {
            self.set_alarm(&mut effects);
        }
        effects
    }

    /// Returns the entries for the clocks that have reached zero.
    fn times_up(&self, now: u64) -> Vec<Body> {
        let clocks = self.table.clocks.as_ref().filter(|_| self.table.closed.is_none());
        let Some(clocks) = clocks else { return Vec::new() };
        let up = clocks.running().into_iter().filter(|&seat| clocks.left(seat, now) == 0);
        let bot = (clocks.rule().at_zero == TimeoutPolicy::Bot).then(|| self.best_bot()).flatten();
        up.map(|seat| Body::TimeUp { seat, bot: bot.clone() }).collect()
    }

    fn set_alarm(&self, effects: &mut Vec<Effect<T>>) {
        let clocks = self.table.clocks.as_ref().filter(|_| self.table.closed.is_none());
        let undoes_at = self.undo_in_time().map(|_| 0);
        let alarms =
            [clocks.and_then(|clocks| clocks.alarm()), self.table.closes_at(self.barred()), undoes_at];
        effects.extend(
            alarms.into_iter().flatten().min().map(|at| Effect::Alarm { at: at.saturating_sub(self.ahead) }),
        );
    }
}

/// Commands that wait, and confirmations.
impl<T> Host<T> {
    /// Takes a command. `now` is in milliseconds since 1970.
    #[must_use]
    pub fn submit(&mut self, command: Command, now: u64, ticket: T) -> Vec<Effect<T>> {
        let now = self.table_time(now);
        let mut effects = Vec::new();
        if let Err(why) = check_size(&command) {
            let refusal = self.refusal(why);
            return vec![Effect::Reply(ticket, Err(refusal))];
        }
        if self.known == CommitState::No {
            self.known = CommitState::Reading;
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
            let refusal = self.refusal(RejectReason::Busy);
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
                for (logged, step) in pending.entries.into_iter().zip(pending.steps) {
                    self.commit(logged, step).expect("entries were tried before they were stored");
                }
                effects.push(Effect::Publish(self.version()));
                let seat = sender.map_or_else(
                    || self.table.created().and_then(|created| self.table.seat_of(created.opener)),
                    |sender| self.seat_of_sender(sender),
                );
                Ok(Accepted { seq: self.version(), seat })
            }
            // Something else is stored there: perhaps an earlier batch of which it was said that it is not. What is
            // there is read, and the command decided once more; it may turn out to be carried out already.
            Err(StoreError::Conflict { .. }) if self.exists() && !self.again => {
                self.again = true;
                self.known = CommitState::Reading;
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
                    self.known = CommitState::No;
                }
                retry = matches!(sender, Some(Sender::Bot(_)));
                Err(Rejection { reason: RejectReason::Storage(error), seq: self.version() })
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
        let stored = result.map_err(RejectReason::Storage).and_then(|entries| self.check_against(entries));
        match stored {
            Ok(stored) => {
                self.known = CommitState::Yes;
                self.table = stored.table;
                self.answered = stored.answered;
                self.recent = stored.recent;
                // What was stored last may be how long clocks stood still.
                let last = self.table.log.last().map_or(0, |logged| logged.at);
                self.down = self.down.filter(|&(_, to)| last < to);
                effects.push(Effect::Publish(self.version()));
            }
            Err(reason) => {
                self.known = CommitState::No;
                self.again = false;
                let refusal = Rejection { reason, seq: self.version() };
                let waiting = std::mem::take(&mut self.waiting);
                effects.extend(
                    waiting.into_iter().map(|(_, _, ticket)| Effect::Reply(ticket, Err(refusal.clone()))),
                );
            }
        }
        self.go_on(self.known == CommitState::No, &mut effects);
        effects
    }

    /// The table with this log, which must go on from what is known: what was acknowledged is in it.
    fn check_against(&self, entries: Vec<StoredEntry>) -> Result<Host<T>, RejectReason> {
        let damaged = |reason: String| {
            let path = std::path::PathBuf::from(format!("table {}", self.id));
            RejectReason::Storage(StoreError::Damaged { path, reason })
        };
        let (stored, known) = (entries.len(), self.table.log.len());
        let mut host = Host::<T>::load(self.id, entries).map_err(|damage| damaged(damage.to_string()))?;
        // The store may not have yet, or may have already, what was changed in memory.
        for amendment in &self.amending {
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
        // What waited came before what was stored meanwhile.
        let now = now.max(self.changed_at());
        match self.consider(&command, now) {
            Ok(Verdict::Enter(entries)) => {
                let entries = self.charge(&command, entries);
                effects.push(self.propose(Some(command), entries, now, vec![ticket]));
            }
            Ok(Verdict::Answer(answer)) => effects.push(Effect::Reply(ticket, answer)),
            Err(why) => {
                let refusal = self.refusal(why);
                if command.id.is_some() {
                    self.refused.keep(command, &refusal);
                }
                effects.push(Effect::Reply(ticket, Err(refusal)));
            }
        }
    }

    /// Keeps entries until they are stored, and asks for that.
    pub(super) fn propose(
        &mut self,
        command: Option<Command>,
        entries: Entries,
        now: u64,
        tickets: Vec<T>,
    ) -> Effect<T> {
        let Entries { entries, mut index, ends } = entries;
        let mut id = command.as_ref().and_then(|command| self.scoped(command));
        // The table need not be found by these any more once it has ended.
        let untag = if ends { vec![Tag::Public, Tag::Clocked, Tag::Open] } else { Vec::new() };
        index.extend(self.spent_code().filter(|_| ends));
        let next = self.table.log.len() as u64;
        // How long clocks stood still is entered before anything that comes after.
        let stood_still = self.down.map(|(from, to)| Body::StoodStill { from, to });
        let stood_still = stood_still.map(|body| (Logged { at: now, command: None, body }, None));
        let first = next + u64::from(stood_still.is_some());
        let entries = entries.into_iter().zip(first..).map(|(Proposed { body, step }, seq)| {
            let is_rejection = matches!(&body, Body::Action { r#do, .. } if seq > first && r#do == REJECT);
            let command = if is_rejection { Some(format!("{BY_ITSELF}{seq}")) } else { id.take() };
            (Logged { at: now, command: command.map(String::into_boxed_str), body }, step)
        });
        let (entries, steps): (Vec<Logged>, Vec<_>) = stood_still.into_iter().chain(entries).unzip();
        let stored = entries.iter().zip(next..).map(|(logged, seq)| StoredEntry {
            seq,
            at: now,
            command: logged.command.as_deref().map(str::to_owned),
            body: serde_json::to_string(&logged.body).expect("entries can be written"),
        });
        let batch = Batch { table: self.id, entries: stored.collect(), index, untag };
        self.pending = Some(Pending { command, at: now, entries, steps, tickets });
        Effect::Append(batch)
    }

    /// Applies an entry that is stored; `step` as for [`Table::apply`](crate::table::Table::apply).
    pub(super) fn commit(&mut self, logged: Logged, step: Option<AnyStep>) -> Result<(), String> {
        if let Some(command) = &logged.command {
            self.answered.insert(command, self.table.log.len());
        }
        if matches!(logged.body, Body::StoodStill { .. }) {
            self.down = None;
        }
        let change = self.table.apply(logged, step)?;
        if self.recent.len() >= RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(Arc::new(change));
        Ok(())
    }

    fn wake(&self, retry: bool, effects: &mut Vec<Effect<T>>) {
        let plays_on = self.table.closed.is_none() && !self.table.bots_pause();
        let Some(game) = self.table.game.as_ref().filter(|_| plays_on) else { return };
        for (seat, prompt) in game.awaited() {
            if self.bot_at(seat).is_some() {
                effects.push(Effect::Wake { seat, seq: self.version(), prompt, retry });
            }
        }
    }
}
