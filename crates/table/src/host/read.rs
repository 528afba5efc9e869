//! The queries about a table. All they return is stored already.

use super::{Accepted, Host, Occupant, Plan, RejectReason};
use crate::clock::Clock;
use crate::entry::{Body, Declined, Logged, SeatHolder};
use crate::keys::{KeyHash, TableId};
use crate::moment::iso_8601;
use crate::projection::Excerpt;
use crate::table::{Change, UndoRequest};
use crate::talk::Talk;
use fair::{Commitment, Nonce};
use game::record::{ClosedAt, FinalLine, Header, Record, Step};
use game::{Closing, Seat, SeatSet};
use shelf::statistics::Moment;
use shelf::{AnyGame, Events, GameKind, Prompt, Statistics};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// A listener's position in the events of the game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EventCursor {
    /// The number of effective steps heard.
    steps: usize,
    /// The entry of the last of them.
    last: u64,
}

/// The queries about a table. All they return is stored already.
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

    /// The position from which the game begins: the start of the game, or where it was played on from.
    #[must_use]
    pub fn start(&self) -> Option<AnyGame> {
        self.table.start()
    }

    /// Whether the game was played on from a position instead of its start. Statistics of results leave such games out.
    #[must_use]
    pub fn is_from_position(&self) -> bool {
        self.table.created().is_some_and(|created| created.setup.is_some())
    }

    /// Returns the people at the seats of a public game that was played from its start to its end by people alone, each another
    /// one: no bot ever sat there or played for somebody. `None` at all other tables.
    #[must_use]
    pub fn played_by_people(&self) -> Option<Vec<KeyHash>> {
        self.game()
            .filter(|_| self.is_public() && !self.is_from_position() && !self.is_closed())?
            .outcome()?;
        let person = |chair: &SeatHolder| match chair {
            SeatHolder::Person { key, .. } if *key != KeyHash::NOBODY => Some(*key),
            _ => None,
        };
        let people: Vec<KeyHash> = self.table.chairs.iter().map(person).collect::<Option<_>>()?;
        let is_first = |(n, key): (usize, &KeyHash)| !people[..n].contains(key);
        let plays_for = |logged: &Logged| match &logged.body {
            Body::Left { bot, .. } | Body::TimeUp { bot, .. } => bot.is_some(),
            Body::Replaced { .. } | Body::ShareSpent { .. } => true,
            _ => false,
        };
        let alone = people.iter().enumerate().all(is_first) && !self.table.log.iter().any(plays_for);
        alone.then_some(people)
    }

    /// Returns the game that is played.
    #[must_use]
    pub fn kind(&self) -> Option<GameKind> {
        self.table.kind()
    }

    /// The word by which friends find the table, as long as a chair is open.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        let is_open = self.table.closed.is_none() && self.table.chairs.contains(&SeatHolder::Open);
        self.table.created().filter(|_| is_open).map(|created| created.code.as_str())
    }

    /// Returns the answer to the opening of the table.
    #[must_use]
    pub fn opened(&self) -> Accepted {
        let opener = self.table.created().map(|created| (created, created.opener));
        let sits = |chair: &SeatHolder| matches!((chair, opener), (SeatHolder::Person { key, .. }, Some((_, opener))) if *key == opener);
        let chairs = opener.map_or(&[][..], |(created, _)| &created.chairs);
        Accepted { seq: self.end_of_batch(0), seat: chairs.iter().position(sits).and_then(Seat::new) }
    }

    /// Returns the aids that readers of this table may have; `None` allows all.
    #[must_use]
    pub fn aids(&self) -> Option<&str> {
        self.table.created()?.aids.as_deref()
    }

    /// Returns the time at which the table was opened, in milliseconds since 1970.
    #[must_use]
    pub fn opened_at(&self) -> u64 {
        self.table.log.first().map_or(0, |logged| logged.at)
    }

    /// Returns the occupants of all seats, in order.
    #[must_use]
    pub fn occupants(&self) -> Vec<Occupant> {
        self.table
            .chairs
            .iter()
            .map(|chair| match chair {
                SeatHolder::Open => Occupant::Open,
                SeatHolder::Person { name, .. } => Occupant::Person { name: name.clone(), stand_in: None },
                SeatHolder::Bot(kind) => Occupant::Bot { kind: kind.clone() },
            })
            .zip(Seat::first(Seat::MAX))
            .map(|(occupant, seat)| match occupant {
                Occupant::Person { name, .. } => Occupant::Person {
                    name,
                    stand_in: self.table.stand_ins.get(&seat).map(|stand_in| stand_in.bot.clone()),
                },
                other => other,
            })
            .collect()
    }

    /// The kind of bot that plays on a seat, its own or for a person who is away.
    #[must_use]
    pub fn bot_at(&self, seat: Seat) -> Option<&str> {
        match self.table.chairs.get(seat.index()) {
            Some(SeatHolder::Bot(kind)) => Some(kind),
            _ => self.table.stand_ins.get(&seat).map(|stand_in| stand_in.bot.as_str()),
        }
    }

    /// Whether strangers find the table.
    #[must_use]
    pub fn is_public(&self) -> bool {
        self.table.created().is_some_and(|created| created.public)
    }

    /// Returns the time limit of the seats.
    #[must_use]
    pub fn clock(&self) -> Option<Clock> {
        self.table.created()?.clock
    }

    /// Returns the time that each seat has left at this moment, in milliseconds, and the seats whose clocks are running; `None`
    /// without clocks.
    #[must_use]
    pub fn clocks(&self, now: u64) -> Option<(Vec<u64>, SeatSet)> {
        let now = self.table_time(now);
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

    /// Returns the commitment to the secret of the dice that was published before the game; `None` at tables without fair dice.
    #[must_use]
    pub fn commitment(&self) -> Option<Commitment> {
        Some(self.table.created()?.secret?.commitment())
    }

    /// Returns the contributions of the seats to the fair dice.
    #[must_use]
    pub fn nonces(&self) -> &BTreeMap<Seat, Nonce> {
        &self.table.nonces
    }

    /// Returns the open request of a seat to go back, if there is one.
    #[must_use]
    pub fn undo_request(&self) -> Option<UndoRequest> {
        self.table.asked
    }

    /// Whether the seat may ask the others to go back now.
    #[must_use]
    pub fn can_ask_undo(&self, seat: Seat) -> bool {
        let is_free = self.table.is_ongoing() && self.table.asked.is_none();
        is_free && self.table.before_last_action(seat).is_some()
    }

    /// The seats that must agree before this seat may go back further than it may alone: those of all other persons who played
    /// at some time since its last action, even if they are away now, but for those who are barred.
    #[must_use]
    pub fn to_agree(&self, seat: Seat) -> SeatSet {
        let to = self.table.before_last_action(seat);
        to.map_or(SeatSet::EMPTY, |to| self.undo_voters(seat, to))
    }

    /// Returns the seat that made a remark, by the number of its entry.
    #[must_use]
    pub fn author_of(&self, seq: u64) -> Option<Seat> {
        match &self.table.log.get(usize::try_from(seq).ok()?)?.body {
            Body::Said { seat, .. } => Some(*seat),
            _ => None,
        }
    }

    /// Returns what was said here, and by whom.
    #[must_use]
    pub fn talk(&self) -> Talk {
        self.table.talk()
    }

    /// Returns the offers that a seat rejects automatically, if it chose any; those of a turn only while the turn goes on.
    #[must_use]
    pub fn declined(&self, seat: Seat) -> Option<Declined> {
        let (offers, said) = *self.table.declined.get(&seat)?;
        let turn = offers.turn && self.table.game.as_ref().is_some_and(|game| game.turns() == said);
        Some(Declined { turn, ..offers })
    }

    /// Returns the plan of a rematch: the same people and bots, each one seat on, so that another one begins. The new game begins
    /// from its start, even if this one was played on from a position.
    ///
    /// # Errors
    /// If the game goes on, or the asker has no seat.
    pub fn again(&self, holder: KeyHash) -> Result<(AnyGame, Plan), RejectReason> {
        self.table.seat_of(holder).ok_or(RejectReason::NotSeated)?;
        let created = self.table.created().ok_or(RejectReason::NotStarted)?;
        let kind = self.table.kind().ok_or(RejectReason::NotStarted)?;
        let start = shelf::from_store(|| AnyGame::under(kind, created.rules, &created.options));
        let start = start.map_err(|_| RejectReason::NotStarted)?;
        if !self.may_play_again() {
            return Err(RejectReason::NotOver);
        }
        let mut chairs = self.table.chairs.clone();
        // Who wanted to be forgotten does not come again.
        for chair in &mut chairs {
            if matches!(chair, SeatHolder::Person { key, .. } if *key == KeyHash::NOBODY) {
                *chair = SeatHolder::Open;
            }
        }
        chairs.rotate_right(1);
        let others = |chair: &SeatHolder| matches!(chair, SeatHolder::Person { key, .. } if *key != holder);
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

    /// Whether the same people may play again from here: the game is over or was closed, unless the host of the server closed
    /// it. What the host ended does not go on under another number by itself.
    #[must_use]
    pub fn may_play_again(&self) -> bool {
        self.table.is_revealed() && !matches!(self.table.closed, Some(Closing::Host(_)))
    }

    /// Returns the seats with a reserved chair whose owners have yet to come before the game begins.
    #[must_use]
    pub fn expected(&self) -> SeatSet {
        self.table.expected
    }

    /// Returns the seat and the name of the holder of this key, if they are one of the expected.
    #[must_use]
    pub fn expected_name(&self, holder: KeyHash) -> Option<(Seat, String)> {
        let seat = self.seat_of(holder).filter(|&seat| self.table.expected.contains(seat))?;
        match &self.table.chairs[seat.index()] {
            SeatHolder::Person { name, .. } => Some((seat, name.clone())),
            _ => None,
        }
    }

    /// Returns the table at which the same people play again.
    #[must_use]
    pub fn next(&self) -> Option<TableId> {
        self.table.next
    }

    /// Returns the seat of the holder of this key.
    #[must_use]
    pub fn seat_of(&self, key: KeyHash) -> Option<Seat> {
        self.table.seat_of(key)
    }

    /// Returns the keys of the persons at the table.
    pub fn holders(&self) -> impl Iterator<Item = KeyHash> {
        self.table.chairs.iter().filter_map(|chair| match chair {
            SeatHolder::Person { key, .. } => Some(*key),
            _ => None,
        })
    }

    /// Returns the key of the person on a seat.
    #[must_use]
    pub fn holder_of(&self, seat: Seat) -> Option<KeyHash> {
        match self.table.chairs.get(seat.index())? {
            SeatHolder::Person { key, .. } => Some(*key),
            _ => None,
        }
    }

    /// Returns the time at which the current decision became due: when the game last went on, or a seat was left to a bot.
    #[must_use]
    pub fn due_since(&self) -> u64 {
        let is_ongoing = |logged: &&Logged| {
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
        self.table.log.iter().rfind(is_ongoing).map_or(0, |logged| logged.at)
    }

    /// Returns the format of logs that a program must read to replay this one.
    #[must_use]
    pub fn format(&self) -> u32 {
        self.table.log.iter().map(|logged| logged.body.format()).max().unwrap_or(1)
    }

    /// Returns the time of the last entry, in milliseconds since 1970.
    #[must_use]
    pub fn changed_at(&self) -> u64 {
        self.table.log.last().map_or(0, |logged| logged.at)
    }

    /// Returns the seats that the game waits for.
    #[must_use]
    pub fn awaited(&self) -> SeatSet {
        let Some(game) = self.table.game.as_ref().filter(|_| self.table.closed.is_none()) else {
            return SeatSet::EMPTY;
        };
        game.awaited()
            .into_iter()
            .filter(|(_, prompt)| *prompt != Prompt::Waiting)
            .map(|(seat, _)| seat)
            .collect()
    }

    /// Returns the key of the person who opened the table, or inherited it.
    #[must_use]
    pub fn opener(&self) -> Option<KeyHash> {
        self.table.created().map(|created| created.opener)
    }

    /// Whether the holder of this key opened the table.
    #[must_use]
    pub fn is_opener(&self, key: KeyHash) -> bool {
        self.table.created().is_some_and(|created| created.opener == key)
    }

    /// Whether the holder of this key may begin the game, close the table before it and swap any two seats: the person who opened
    /// the table, and once they have left it, the one who has sat there longest.
    #[must_use]
    pub fn is_in_charge(&self, key: KeyHash) -> bool {
        self.table.in_charge() == Some(key)
    }

    /// Whether the table was closed before its game was over.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.table.closed.is_some()
    }

    /// The position; `None` until all chairs are taken.
    #[must_use]
    pub fn game(&self) -> Option<&AnyGame> {
        self.table.game.as_ref()
    }

    /// Returns the legal actions of a seat as texts, at most `limit`.
    #[must_use]
    pub fn legal(&self, seat: Seat, limit: usize) -> Vec<String> {
        match &self.table.game {
            Some(game) if self.table.closed.is_none() => game.listed(seat, limit).actions,
            _ => Vec::new(),
        }
    }

    /// Whether the seat may take its last action back now.
    #[must_use]
    pub fn can_undo(&self, seat: Seat) -> bool {
        self.table.closed.is_none() && self.table.undoable.is_some_and(|undoable| undoable.seat == seat)
    }

    /// The position after entry `seq`; `None` before the game begins, where it was taken back, and beyond the last entry.
    #[must_use]
    pub fn game_at(&self, seq: u64) -> Option<AnyGame> {
        if seq == self.version() {
            return self.table.game;
        }
        self.table.position(self.table.projection.steps_at(seq)?)
    }

    /// Whether the game had begun with entry `seq`.
    #[must_use]
    pub fn has_begun_at(&self, seq: u64) -> bool {
        self.table.projection.has_begun_at(seq)
    }

    /// All changes after version `seen`, in order and without gaps.
    #[must_use]
    pub fn changes_after(&self, seen: u64) -> Vec<Arc<Change>> {
        self.read_on(seen, usize::MAX)
    }

    /// The next changes after version `seen`, at most `limit`, in order and without gaps. A change that was taken back
    /// before it is read may come without its events.
    #[must_use]
    pub fn read_on(&self, seen: u64, limit: usize) -> Vec<Arc<Change>> {
        if self.recent.front().is_none_or(|oldest| oldest.seq <= seen + 1) {
            let later = self.recent.iter().filter(|change| change.seq > seen);
            return later.take(limit).cloned().collect();
        }
        self.table.changes(seen + 1, limit).into_iter().map(Arc::new).collect()
    }

    /// Returns the change that entry `seq` brought.
    #[must_use]
    pub fn change(&self, seq: u64) -> Option<Arc<Change>> {
        let recent = self.recent.iter().find(|change| change.seq == seq).cloned();
        recent.or_else(|| self.table.changes(seq, 1).pop().map(Arc::new))
    }

    /// Returns all changes, from the first entry on. A change that was taken back comes without its events.
    #[must_use]
    pub fn history(&self) -> Vec<Change> {
        self.table.changes(0, usize::MAX)
    }

    /// The last changes that a log tells of, up to entry `seq`: at most `most`, not counting what is said, and without the
    /// events of what was taken back.
    #[must_use]
    pub fn log_tail(&self, seq: u64, most: usize) -> Vec<Change> {
        let end =
            self.table.log.len().min(usize::try_from(seq).map_or(usize::MAX, |seq| seq.saturating_add(1)));
        let shows_in_log = |logged: &Logged| logged.body.event().shows_in_log();
        let mut told = (0..end).rev().filter(|&at| shows_in_log(&self.table.log[at])).take(most);
        let from = told.by_ref().last().unwrap_or(0);
        self.table.changes(from as u64, end - from)
    }

    /// Returns all events of the game so far, in order, without what was taken back.
    #[must_use]
    pub fn past(&self) -> Vec<Events> {
        self.events_since(&mut EventCursor::default()).unwrap_or_default()
    }

    /// Returns the events of the game since the last call with `heard`, in order. `None` if what was heard then has been taken
    /// back since: the listener then begins again from the start.
    #[must_use]
    pub fn events_since(&self, heard: &mut EventCursor) -> Option<Vec<Events>> {
        let projection = &self.table.projection;
        if heard.steps > 0 && projection.steps_at(heard.last) != Some(heard.steps) {
            return None;
        }
        let from = if heard.steps == 0 { 0 } else { heard.last + 1 };
        let events = self.table.changes(from, usize::MAX).into_iter().filter_map(|change| change.events);
        let events: Vec<Events> = events.collect();
        heard.steps += events.len();
        heard.last = projection.effective().next_back().unwrap_or(0);
        Some(events)
    }

    /// Returns the points turn by turn, over the effective steps.
    #[must_use]
    pub fn course(&self) -> &[Moment] {
        self.table.projection.statistics().map_or(&[], |statistics| &statistics.course)
    }

    /// Returns how often the dice showed each sum, over the effective steps.
    #[must_use]
    pub fn rolls(&self) -> &[u32; 13] {
        self.table
            .projection
            .statistics()
            .and_then(|statistics| statistics.rolls.as_ref())
            .unwrap_or(&[0; 13])
    }

    /// The game in numbers, of the steps that count; before it begins, as it will begin.
    #[must_use]
    pub fn statistics(&self) -> Option<Statistics> {
        let (mut statistics, game) = match (self.table.projection.statistics(), self.table.game) {
            (Some(statistics), Some(game)) => (statistics.clone(), game),
            _ => {
                let start = self.table.start()?;
                (Statistics::of(&start), start)
            }
        };
        statistics.finish(&game);
        Some(statistics)
    }

    /// Returns the number of effective steps: actions and outcomes that were not taken back.
    #[must_use]
    pub fn steps_len(&self) -> usize {
        self.table.projection.steps()
    }

    /// The entry of a step that counts, by its number from 0.
    #[must_use]
    pub fn entry_of_step(&self, step: usize) -> Option<u64> {
        self.table.projection.entry(step)
    }

    /// A step that counts, by its number from 0.
    #[must_use]
    pub fn step(&self, step: usize) -> Option<Step> {
        self.table.log[self.entry_of_step(step)? as usize].body.step()
    }

    /// The steps around the position after `at` steps, by their numbers from 0: as many as bring this many events before the
    /// position and after it.
    #[must_use]
    pub fn steps_around(&self, at: usize, events: usize) -> Range<usize> {
        self.table.projection.around(at, events)
    }

    /// Steps that count, by their numbers from 0, to be replayed without the table; `None` if there are none such. They are
    /// counted as replayed.
    #[must_use]
    pub fn excerpt(&self, steps: Range<usize>) -> Option<Excerpt> {
        self.table.projection.excerpt(steps, || self.table.start(), &self.table.log)
    }

    /// Returns the number of game steps that were replayed at this table since it was loaded. It must not depend on the length of
    /// the log; steps that are applied once are not counted.
    #[must_use]
    pub fn replayed(&self) -> u64 {
        self.table.projection.replayed()
    }

    /// The actions and outcomes that count, in order, with the number of their entry: what was taken back is left out.
    #[must_use]
    pub fn steps(&self) -> Vec<(u64, Step)> {
        let step = |seq: u64| Some((seq, self.table.log[seq as usize].body.step()?));
        self.table.projection.effective().filter_map(step).collect()
    }

    /// The record of the game, with its seed; `None` until it is over or closed, since it holds everybody's secrets.
    #[must_use]
    pub fn record(&self) -> Option<Record> {
        let game = self.table.game.as_ref().filter(|_| self.is_revealed())?;
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
        header.setup.clone_from(&created.setup);
        header.fair = self.table.proof().and_then(|proof| match serde_json::to_value(proof) {
            Ok(serde_json::Value::Object(proof)) => Some(proof),
            _ => None,
        });
        header.date = Some(iso_8601(self.opened_at()));
        let steps: Vec<Step> = self.steps().into_iter().map(|(_, step)| step).collect();
        let outcome = game.outcome();
        let result = outcome.map(|outcome| FinalLine { winners: outcome.winners, points: game.points() });
        header.closed =
            self.closed().filter(|_| result.is_none()).map(|why| ClosedAt { why, steps: steps.len() as u64 });
        Some(Record { header, steps, result })
    }
}
