//! The part of a table that follows from its log: the occupants, the position, the clocks, the open requests.

pub mod closing;
pub mod shares;

use self::closing::CloseRequest;
use self::shares::Shares;
use crate::clock::Clocks;
use crate::entry::{Body, Created, Declined, Joined, Logged, SeatHolder};
use crate::keys::{KeyHash, TableId};
use crate::projection::{Projection, do_step};
use fair::{Dice, Nonce, Proof};
use game::{Closing, ParseError, Seat, SeatSet, Seed, TableEvent};
use shelf::{AnyGame, AnyStep, Events, GameKind, Prompt, Refusal};
use std::collections::BTreeMap;
use std::fmt;

/// One version of a table and what it brought, before redaction.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// The version: the number of the entry.
    pub seq: u64,
    /// The time at which it was stored, in milliseconds since 1970.
    pub at: u64,
    /// The kind of entry.
    pub what: TableEvent,
    /// The events that it brought in the game.
    pub events: Option<Events>,
}

/// The log of a table cannot be replayed: the file was changed by hand, or by a faulty disk, or by a newer version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// The table.
    pub table: TableId,
    /// The entry that does not fit.
    pub seq: u64,
    /// The fault.
    pub reason: String,
    /// Whether a newer version may have written the entry: its kind, its game or the version of its rules is not known here.
    pub is_newer: bool,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Damage { table, seq, reason, is_newer } = self;
        if *is_newer {
            return write!(
                f,
                "table {table} cannot be replayed: entry {seq} is not known to this version ({reason}); a newer one reads it"
            );
        }
        write!(
            f,
            "table {table} cannot be replayed: entry {seq} is damaged ({reason}); put a backup in its place"
        )
    }
}

impl std::error::Error for Damage {}

/// The last action that counts, if it may be taken back without asking.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Undoable {
    pub(crate) seat: Seat,
    pub(crate) seq: u64,
}

/// A seat's request to the others to go back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UndoRequest {
    /// The seat that asks.
    pub seat: Seat,
    /// The entry whose position is to be restored.
    pub to: u64,
    /// The seats that have agreed so far.
    pub agreed: SeatSet,
}

/// The source of a table's outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Nature {
    /// From a seed, at tables that were opened without fair dice.
    Seed(Seed),
    /// From dice that can be proved fair.
    Fair(Dice),
}

impl Nature {
    /// The outcome that is due, if one is.
    fn draw(&self, game: &AnyGame) -> Option<AnyStep> {
        match self {
            Nature::Seed(seed) => game.draw_step(*seed),
            Nature::Fair(dice) => game.draw_step(dice),
        }
    }

    /// Plays what nature owes and enters it.
    pub(crate) fn play(&self, game: &mut AnyGame, entries: &mut Vec<Proposed>) {
        while let Some(outcome) = self.draw(game) {
            game.apply_step(&outcome).expect("an outcome that was drawn is possible");
            entries.push(outcome.into());
        }
    }
}

/// An entry that is yet to be stored.
pub(crate) struct Proposed {
    pub(crate) body: Body,
    /// The step that the body has as text, if it is one: the host read it when it decided.
    pub(crate) step: Option<AnyStep>,
}

impl From<Body> for Proposed {
    fn from(body: Body) -> Proposed {
        Proposed { body, step: None }
    }
}

impl From<AnyStep> for Proposed {
    fn from(step: AnyStep) -> Proposed {
        Proposed { body: step.to_record().into(), step: Some(step) }
    }
}

/// A bot that plays for a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StandIn {
    /// The kind of bot.
    pub(crate) bot: String,
    /// The time at which it took over, in milliseconds since 1970.
    pub(crate) since: u64,
}

/// See [the module](self).
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) id: TableId,
    pub(crate) log: Vec<Logged>,
    pub(crate) chairs: Vec<SeatHolder>,
    /// The bots that play for the persons of seats now.
    pub(crate) stand_ins: BTreeMap<Seat, StandIn>,
    /// The contributions of the seats to the fair dice.
    pub(crate) nonces: BTreeMap<Seat, Nonce>,
    /// The seats with a reserved chair whose owners have yet to come before the game begins.
    pub(crate) expected: SeatSet,
    /// The seats at which somebody sits, those who came first first, until the game begins.
    sat_down: Vec<Seat>,
    /// Whether the person who opened the table has left it before the game began.
    opener_left: bool,
    /// The position, once all chairs are taken.
    pub(crate) game: Option<AnyGame>,
    /// The projection of the log that saves replaying it.
    pub(crate) projection: Projection,
    pub(crate) undoable: Option<Undoable>,
    pub(crate) asked: Option<UndoRequest>,
    pub(crate) clocks: Option<Clocks>,
    /// The offers that each seat rejects, with the turn in which it said so.
    pub(crate) declined: BTreeMap<Seat, (Declined, u32)>,
    pub(crate) next: Option<TableId>,
    /// The open request of a seat to close the table.
    pub(crate) close_asked: Option<CloseRequest>,
    /// The time at which each seat's last request to close the table was refused or withdrawn.
    pub(crate) close_refused: BTreeMap<Seat, u64>,
    /// The reason for which the table was closed, if it was.
    pub(crate) closed: Option<Closing>,
    /// The time at which a person last did something here.
    pub(crate) person_at: u64,
    /// The entries caused by each seat.
    pub(crate) shares: Shares,
}

impl Table {
    pub(crate) fn empty(id: TableId) -> Table {
        Table {
            id,
            log: Vec::new(),
            chairs: Vec::new(),
            stand_ins: BTreeMap::new(),
            nonces: BTreeMap::new(),
            expected: SeatSet::EMPTY,
            sat_down: Vec::new(),
            opener_left: false,
            game: None,
            projection: Projection::default(),
            undoable: None,
            asked: None,
            clocks: None,
            declined: BTreeMap::new(),
            next: None,
            close_asked: None,
            close_refused: BTreeMap::new(),
            closed: None,
            person_at: 0,
            shares: Shares::default(),
        }
    }

    /// Applies the next entry; `step` is the step that it has as text, if that was read already. Live play and replay
    /// both come through here, so they cannot differ.
    pub(crate) fn apply(&mut self, logged: Logged, step: Option<AnyStep>) -> Result<Change, String> {
        let (seq, at) = (self.log.len() as u64, logged.at);
        match &logged.body {
            Body::Created(_) if seq != 0 => return Err("the table is created a second time".to_owned()),
            Body::Created(_) => {}
            _ if seq == 0 => return Err("the log does not begin with the creation of the table".to_owned()),
            Body::Next { .. } | Body::Unchanged { .. } => {}
            _ if self.closed.is_some() => return Err("the log goes on after the table was closed".to_owned()),
            _ => {}
        }
        if let (Some(clocks), false) = (&mut self.clocks, matches!(logged.body, Body::StoodStill { .. })) {
            clocks.pass(at);
        }
        let is_of_person = self.is_of_person(&logged);
        if is_of_person {
            self.person_at = at;
        }
        self.count_entry(&logged, is_of_person);
        let what = logged.body.event();
        let events = self.apply_body(seq, at, &logged.body, step)?;
        self.log.push(logged);
        if self.game.is_none() && self.missing() == 0 {
            self.game = self.start();
            self.game.iter().for_each(|start| self.projection.begin(start));
        }
        self.projection.applied(self.game.is_some());
        self.run_clocks();
        Ok(Change { seq, at, what, events })
    }

    /// Applies what entry `seq` says, and returns what happened in the game by it.
    fn apply_body(
        &mut self,
        seq: u64,
        at: u64,
        body: &Body,
        step: Option<AnyStep>,
    ) -> Result<Option<Events>, String> {
        match body {
            Body::Created(created) => self.set_up(created, at)?,
            Body::Joined(joined) => self.join(joined)?,
            Body::Filled { bot } => self.fill(bot, at),
            Body::Swapped { seats: (one, other) } => self.swap(*one, *other)?,
            Body::Left { seat, bot: None } => self.leave(*seat)?,
            Body::Left { seat, bot: Some(bot) } | Body::Replaced { seat, bot, .. } => {
                self.stand_in(*seat, bot, at)?;
            }
            Body::Returned { seat } => {
                self.stand_ins.remove(seat).ok_or_else(|| format!("seat {seat} returns and was not away"))?;
                if let Some(clocks) = &mut self.clocks {
                    clocks.resume_decision(*seat);
                }
            }
            Body::Action { .. } | Body::Chance(_) => return self.play(seq, body, step).map(Some),
            Body::Undo { seat, to } => self.undo(*seat, *to)?,
            Body::UndoAsked { seat, to } => {
                if self.asked.is_some() || self.last_action(*seat) != Some(to + 1) {
                    return Err(format!("seat {seat} asks for what cannot be taken back"));
                }
                self.asked = Some(UndoRequest { seat: *seat, to: *to, agreed: SeatSet::EMPTY });
            }
            Body::UndoAnswered { seat, agrees } => {
                let asked = self.asked.as_mut().ok_or("an answer to no request")?;
                if *agrees {
                    asked.agreed.insert(*seat);
                } else {
                    self.asked = None;
                }
            }
            Body::TimeUp { seat, bot } => {
                self.clocks.as_mut().ok_or("time is up without a clock")?.time_out(*seat);
                if let Some(bot) = bot {
                    self.stand_in(*seat, bot, at)?;
                }
            }
            Body::StoodStill { from, to } => {
                if let Some(clocks) = &mut self.clocks {
                    clocks.pass(*from);
                    clocks.stand_still(*to);
                }
            }
            Body::Said { .. } | Body::Unchanged { .. } => {}
            Body::Declines { seat, offers } => {
                let turn = self.game.as_ref().map_or(0, AnyGame::turns);
                self.declined.insert(*seat, (*offers, turn));
            }
            Body::Next { table } => {
                self.next = Some(table.parse().map_err(|_| format!("`{table}` is not a table"))?);
            }
            Body::ShareSpent { seat, bot } => self.spend(*seat, bot, at)?,
            Body::CloseAsked { seat } => self.ask_close(*seat, seq)?,
            Body::CloseAnswered { seat, agrees } => self.answer_close(*seat, *agrees, at)?,
            Body::Closed { .. } => self.close(body.closing().unwrap_or(Closing::Opener))?,
        }
        Ok(None)
    }

    fn set_up(&mut self, created: &Created, at: u64) -> Result<(), String> {
        read_start(created)?;
        self.chairs.clone_from(&created.chairs);
        self.nonces.clone_from(&created.nonces);
        self.expected = created.expected;
        self.sat_down = self.persons().into_iter().filter(|&seat| !self.expected.contains(seat)).collect();
        self.clocks = created.clock.map(|rule| Clocks::new(rule, at));
        Ok(())
    }

    fn join(&mut self, Joined { seat, name, key, nonce }: &Joined) -> Result<(), String> {
        let is_expected = self.expected.contains(*seat);
        match self.chairs.get_mut(seat.index()) {
            Some(chair @ SeatHolder::Open) => *chair = SeatHolder::Person { name: name.clone(), key: *key },
            Some(SeatHolder::Person { name: own, key: of }) if is_expected && of == key => {
                own.clone_from(name);
                self.expected.remove(*seat);
            }
            _ => return Err(format!("somebody sits down at seat {seat}, which is not open")),
        }
        self.nonces.extend(nonce.clone().map(|nonce| (*seat, nonce)));
        self.sat_down.push(*seat);
        Ok(())
    }

    fn fill(&mut self, bot: &str, at: u64) {
        for chair in &mut self.chairs {
            if *chair == SeatHolder::Open {
                *chair = SeatHolder::Bot(bot.to_owned());
            }
        }
        for seat in std::mem::take(&mut self.expected) {
            self.stand_ins.insert(seat, StandIn { bot: bot.to_owned(), since: at });
        }
    }

    fn swap(&mut self, one: Seat, other: Seat) -> Result<(), String> {
        self.not_begun()?;
        let seats = self.chairs.len();
        if one.index() >= seats || other.index() >= seats {
            return Err(format!("seats {one} and {other} are swapped, which are not both there"));
        }
        self.chairs.swap(one.index(), other.index());
        let place = |seat| match seat {
            seat if seat == one => other,
            seat if seat == other => one,
            seat => seat,
        };
        self.expected = self.expected.into_iter().map(place).collect();
        self.sat_down.iter_mut().for_each(|seat| *seat = place(*seat));
        let (first, second) = (self.nonces.remove(&one), self.nonces.remove(&other));
        self.nonces.extend(first.map(|nonce| (other, nonce)));
        self.nonces.extend(second.map(|nonce| (one, nonce)));
        Ok(())
    }

    /// The player of a seat leaves before the game begins.
    fn leave(&mut self, seat: Seat) -> Result<(), String> {
        self.person(seat)?;
        self.not_begun()?;
        self.opener_left |= self.created().is_some_and(|created| self.seat_of(created.opener) == Some(seat));
        self.sat_down.retain(|&other| other != seat);
        self.chairs[seat.index()] = SeatHolder::Open;
        self.nonces.remove(&seat);
        self.expected.remove(seat);
        Ok(())
    }

    /// Lets a bot play for the person of a seat from now on.
    pub(crate) fn stand_in(&mut self, seat: Seat, bot: &str, at: u64) -> Result<(), String> {
        self.person(seat)?;
        let since = self.stand_ins.get(&seat).map_or(at, |before| before.since);
        self.stand_ins.insert(seat, StandIn { bot: bot.to_owned(), since });
        Ok(())
    }

    /// Plays an action or an outcome, which is entry `seq`.
    fn play(&mut self, seq: u64, body: &Body, step: Option<AnyStep>) -> Result<Events, String> {
        let game = self.game.as_mut().ok_or("a step before the game began")?;
        let events = do_step(game, body, step).ok_or("the entry is no step")??;
        self.projection.push(seq, game, &events);
        self.asked = None;
        self.undoable = None;
        if let Body::Action { seat, .. } = body {
            self.undoable = (!events.reveal()).then_some(Undoable { seat: *seat, seq });
            if let Some(clocks) = &mut self.clocks {
                clocks.decided(*seat);
            }
        }
        Ok(events)
    }

    /// Takes the last action of a seat back, with all that came after it.
    fn undo(&mut self, seat: Seat, to: u64) -> Result<(), String> {
        let alone = self.undoable == Some(Undoable { seat, seq: to + 1 });
        // Logs of earlier versions asked only those who were not away.
        let present = || self.present().into_iter().filter(|&other| other != seat);
        let agreed = self.asked.is_some_and(|asked| {
            asked.seat == seat && asked.to == to && present().all(|other| asked.agreed.contains(other))
        });
        if !alone && !agreed {
            return Err(format!("seat {seat} takes back what cannot be taken back"));
        }
        self.asked = None;
        let takes_back: Vec<Seat> = self
            .projection
            .effective()
            .rev()
            .take_while(|&seq| seq > to)
            .filter_map(|seq| self.decider(seq))
            .collect();
        self.take_back(to)?;
        if let Some(clocks) = &mut self.clocks {
            takes_back.into_iter().for_each(|seat| clocks.undo_decision(seat));
            // What all agreed to begins anew; whoever goes back alone has the time that they had.
            if alone {
                clocks.resume_decision(seat);
            }
        }
        Ok(())
    }

    /// Lets the clocks of those run whom the game waits for.
    fn run_clocks(&mut self) {
        let Some(mut clocks) = self.clocks.take() else { return };
        let waits =
            self.game.as_ref().filter(|_| self.closed.is_none()).map_or_else(Vec::new, AnyGame::awaited);
        let waits = waits.into_iter().filter(|&(seat, prompt)| prompt != Prompt::Waiting && self.plays(seat));
        clocks.run(waits.map(|(seat, _)| seat).collect());
        self.clocks = Some(clocks);
    }

    /// Whether a person caused an entry that is about to be applied: not a bot, a clock, nature, or the server.
    fn is_of_person(&self, logged: &Logged) -> bool {
        match &logged.body {
            // Rejections that a seat asked for come by themselves.
            Body::Action { seat, .. } => self.plays(*seat) && !logged.is_automatic(),
            Body::Chance(_)
            | Body::TimeUp { .. }
            | Body::StoodStill { .. }
            | Body::ShareSpent { .. }
            | Body::Closed { .. } => false,
            _ => true,
        }
    }

    /// Whether a person plays on this seat now.
    pub(crate) fn plays(&self, seat: Seat) -> bool {
        matches!(self.chairs.get(seat.index()), Some(SeatHolder::Person { .. }))
            && !self.stand_ins.contains_key(&seat)
    }

    pub(crate) fn person(&self, seat: Seat) -> Result<(), String> {
        match self.chairs.get(seat.index()) {
            Some(SeatHolder::Person { .. }) => Ok(()),
            _ => Err(format!("nobody sits in seat {seat}")),
        }
    }

    fn not_begun(&self) -> Result<(), String> {
        if self.game.is_none() { Ok(()) } else { Err("chairs change after the game began".to_owned()) }
    }

    /// Returns the number of persons who have yet to come before the game begins.
    pub(crate) fn missing(&self) -> usize {
        self.expected.len() + self.chairs.iter().filter(|chair| **chair == SeatHolder::Open).count()
    }

    /// Persons at the table, away or not.
    pub(crate) fn persons(&self) -> SeatSet {
        Seat::first(self.chairs.len()).filter(|&seat| self.person(seat).is_ok()).collect()
    }

    /// The seats that must agree before `seat` may go back to the position after entry `to`: those of all other persons who
    /// played at some time since. A bot that stands in cannot agree for them. A person who was away all that time has
    /// neither decided nor learnt anything that would be taken back, and one who was forgotten does not come back.
    pub(crate) fn to_agree(&self, seat: Seat, to: u64) -> SeatSet {
        self.voters().into_iter().filter(|&other| other != seat && self.played_since(other, to)).collect()
    }

    /// Whether the person of a seat played at some time after entry `to`.
    fn played_since(&self, seat: Seat, to: u64) -> bool {
        let went = |logged: &Logged| match &logged.body {
            Body::Left { seat: who, bot: Some(_) }
            | Body::Replaced { seat: who, .. }
            | Body::TimeUp { seat: who, bot: Some(_) }
            | Body::ShareSpent { seat: who, .. } => *who == seat,
            _ => false,
        };
        self.plays(seat) || self.log.iter().rposition(went).is_some_and(|at| at as u64 > to)
    }

    /// The entry before the last action of a seat, if the seat may ask to go back there. It may not once nature has drawn
    /// something since, because somebody has seen that.
    pub(crate) fn before_last_action(&self, seat: Seat) -> Option<u64> {
        let last = self.last_action(seat)?;
        let mut since = self.projection.effective().rev().take_while(|&seq| seq > last);
        since.all(|seq| self.decider(seq).is_some()).then(|| last - 1)
    }

    /// Returns the seat that decided entry `seq`; `None` if it is no action.
    fn decider(&self, seq: u64) -> Option<Seat> {
        match self.log[seq as usize].body {
            Body::Action { seat, .. } => Some(seat),
            _ => None,
        }
    }

    /// The number of the last action of a seat that counts.
    pub(crate) fn last_action(&self, seat: Seat) -> Option<u64> {
        self.projection.effective().rfind(|&seq| self.decider(seq) == Some(seat))
    }

    /// Goes back to the position after entry `to`.
    fn take_back(&mut self, to: u64) -> Result<(), String> {
        let created = self.created().cloned();
        let start = || read_start(created.as_ref()?).ok();
        let (game, last) = self.projection.take_back(to, start, &self.log).ok_or("nothing to go back to")?;
        self.game = Some(game);
        self.undoable = last
            .filter(|last| !last.reveals)
            .and_then(|last| Some(Undoable { seat: self.decider(last.seq)?, seq: last.seq }));
        Ok(())
    }

    /// Returns the position after `steps` effective steps.
    pub(crate) fn position(&self, steps: usize) -> Option<AnyGame> {
        self.projection.at(steps, || self.start(), &self.log)
    }

    /// The entries from number `from` on, at most `limit`, with what they brought. What was taken back brought nothing.
    pub(crate) fn changes(&self, from: u64, limit: usize) -> Vec<Change> {
        let from = usize::try_from(from).unwrap_or(usize::MAX).min(self.log.len());
        let entries = self.log[from..].iter().zip(from as u64..).take(limit);
        let mut steps = self.projection.steps_before(from as u64);
        let mut counts = self.projection.effective().skip(steps).peekable();
        let mut game = None;
        let mut changes = Vec::new();
        for (logged, seq) in entries {
            let mut events = None;
            if counts.next_if_eq(&seq).is_some() {
                let game = game.get_or_insert_with(|| self.position(steps));
                events = game.as_mut().and_then(|game| self.projection.replay(game, &logged.body));
                steps += 1;
            }
            changes.push(Change { seq, at: logged.at, what: logged.body.event(), events });
        }
        changes
    }

    pub(crate) fn created(&self) -> Option<&Created> {
        match &self.log.first()?.body {
            Body::Created(created) => Some(created),
            _ => None,
        }
    }

    /// Returns the key of the person who may begin the game or close the table before it: the opener, and once they have left it,
    /// the person who has sat there longest. At an empty table that is the opener again.
    pub(crate) fn in_charge(&self) -> Option<KeyHash> {
        let opener = self.created()?.opener;
        let holder = |seat: &Seat| match self.chairs.get(seat.index()) {
            Some(SeatHolder::Person { key, .. }) => Some(*key),
            _ => None,
        };
        let heir = self.sat_down.first().filter(|_| self.opener_left).and_then(holder);
        Some(heir.unwrap_or(opener))
    }

    /// Returns the position from which the game begins. It is computed each time, since thousands of tables lie in memory and few
    /// ask for it.
    pub(crate) fn start(&self) -> Option<AnyGame> {
        read_start(self.created()?).ok()
    }

    /// Returns the game that is played.
    pub(crate) fn kind(&self) -> Option<GameKind> {
        self.created()?.game.parse().ok()
    }

    pub(crate) fn seat_of(&self, key: KeyHash) -> Option<Seat> {
        let sits = |chair: &SeatHolder| matches!(chair, SeatHolder::Person { key: own, .. } if *own == key);
        self.chairs.iter().position(sits).and_then(Seat::new)
    }

    /// Returns the source of the outcomes, given these nonces.
    pub(crate) fn nature(&self, nonces: &BTreeMap<Seat, Nonce>) -> Option<Nature> {
        nature_of(self.created()?, self.id, nonces)
    }

    /// The proof that the dice were fair, for when the game is over.
    pub(crate) fn proof(&self) -> Option<Proof> {
        let secret = self.created()?.secret?;
        Some(Proof {
            commitment: secret.commitment(),
            secret,
            table: self.id.to_string(),
            nonces: self.nonces.clone(),
        })
    }
}

/// Returns the source of the outcomes of a table that was created like this.
pub(crate) fn nature_of(created: &Created, id: TableId, nonces: &BTreeMap<Seat, Nonce>) -> Option<Nature> {
    match (created.secret, created.seed) {
        (Some(secret), _) => Some(Nature::Fair(Dice::new(&secret, &id.to_string(), nonces))),
        (None, Some(seed)) => Some(Nature::Seed(seed)),
        (None, None) => None,
    }
}

/// The position from which the game begins, under the rules it was created with.
fn read_start(created: &Created) -> Result<AnyGame, String> {
    let kind: GameKind = created.game.parse().map_err(|error: ParseError| error.to_string())?;
    let game = shelf::from_store(|| match &created.setup {
        None => AnyGame::under(kind, created.rules, &created.options),
        Some(setup) => AnyGame::from_setup_under(kind, created.rules, setup.clone()),
    });
    let game =
        game.map_err(|refusals| refusals.iter().map(Refusal::to_string).collect::<Vec<_>>().join("; "))?;
    if created.secret.is_none() && created.seed.is_none() {
        return Err("it has neither a secret nor a seed".to_owned());
    }
    if game.seats() == created.chairs.len() {
        Ok(game)
    } else {
        Err(format!("{} chairs for {} players", created.chairs.len(), game.seats()))
    }
}
