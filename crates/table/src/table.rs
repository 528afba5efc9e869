//! The part of a table that follows from its log: who sits where, the position, the clocks, what is asked.

use crate::clock::Clocks;
use crate::entry::{Body, Chair, Created, Declined, Joined};
use crate::keys::{KeyHash, TableId};
use fair::{Dice, Nonce, Proof};
use game::{Seat, SeatSet, Seed};
use shelf::{AnyGame, Events, GameKind, Prompt, Refusal as Illegal};
use std::collections::BTreeMap;
use std::fmt;

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
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// The table was opened.
    Created,
    /// Somebody took this seat.
    Joined(Seat),
    /// Bots took the open seats.
    Filled,
    /// Two chairs changed places.
    Swapped(Seat, Seat),
    /// Whoever had this seat went; a bot plays on, or the seat is open.
    Left {
        /// Which seat.
        seat: Seat,
        /// Whether a bot plays on.
        bot: bool,
    },
    /// Whoever has this seat plays for themselves again.
    Returned(Seat),
    /// A bot plays on for a seat.
    Replaced {
        /// For which.
        seat: Seat,
        /// Who let it.
        by: Seat,
    },
    /// This seat decided something, or nature moved: see the events.
    Played,
    /// The position is that after `to` again.
    Undone {
        /// Whose action was taken back.
        seat: Seat,
        /// Which version it is as before.
        to: u64,
    },
    /// A seat asks the others to go back.
    UndoAsked(Seat),
    /// A seat answers that.
    UndoAnswered {
        /// Which.
        seat: Seat,
        /// Whether it agrees.
        agrees: bool,
    },
    /// The time of a seat is up.
    TimeUp {
        /// Which.
        seat: Seat,
        /// Whether a bot plays on.
        bot: bool,
    },
    /// The clocks stood still while the server was down.
    StoodStill,
    /// A seat said something.
    Said {
        /// Which.
        seat: Seat,
        /// What.
        text: String,
    },
    /// A seat changed which offers it rejects; that is its own business.
    Declines,
    /// They play again at another table.
    Next(TableId),
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

/// A line of the log, read.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Logged {
    pub(crate) at: u64,
    pub(crate) command: Option<Box<str>>,
    pub(crate) body: Body,
}

/// The last action that counts, if it may be taken back without asking.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Undoable {
    pub(crate) seat: Seat,
    pub(crate) seq: u64,
}

/// That a seat asks the others to go back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UndoRequest {
    /// Which seat asks.
    pub seat: Seat,
    /// To the position after this entry.
    pub to: u64,
    /// Who agreed so far.
    pub agreed: SeatSet,
}

/// From where the outcomes of a table come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Nature {
    /// From a seed, at tables that were opened without fair dice.
    Seed(Seed),
    /// From dice that can be proved fair.
    Fair(Dice),
}

impl Nature {
    /// The outcome that is due, if one is.
    fn draw(&self, game: &AnyGame) -> Option<String> {
        match self {
            Nature::Seed(seed) => game.draw(*seed),
            Nature::Fair(dice) => game.draw(dice),
        }
    }

    /// Plays what nature owes and enters it.
    pub(crate) fn play(&self, game: &mut AnyGame, entries: &mut Vec<Body>) {
        while let Some(chance) = self.draw(game) {
            game.resolve(&chance).expect("an outcome that was drawn is possible");
            entries.push(Body::Chance(chance));
        }
    }
}

/// See [the module](self).
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) id: TableId,
    pub(crate) log: Vec<Logged>,
    pub(crate) chairs: Vec<Chair>,
    /// Which bot plays for the person of a seat now.
    pub(crate) stand_ins: BTreeMap<Seat, String>,
    /// What the seats added to the dice.
    pub(crate) nonces: BTreeMap<Seat, Nonce>,
    /// Whose chair is kept, and who has yet to come before the game begins.
    pub(crate) expected: SeatSet,
    /// The position, once all chairs are taken.
    pub(crate) game: Option<AnyGame>,
    /// The numbers of the actions and outcomes that count: those not taken back.
    pub(crate) effective: Vec<u64>,
    pub(crate) undoable: Option<Undoable>,
    pub(crate) asked: Option<UndoRequest>,
    pub(crate) clocks: Option<Clocks>,
    /// Which offers a seat rejects, and in which turn it said so.
    pub(crate) declined: BTreeMap<Seat, (Declined, u32)>,
    pub(crate) next: Option<TableId>,
    pub(crate) closed: bool,
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
            game: None,
            effective: Vec::new(),
            undoable: None,
            asked: None,
            clocks: None,
            declined: BTreeMap::new(),
            next: None,
            closed: false,
        }
    }

    /// Applies the next entry. Live play and replay both come through here, so they cannot differ.
    pub(crate) fn apply(&mut self, logged: Logged) -> Result<Change, String> {
        let (seq, at) = (self.log.len() as u64, logged.at);
        let mut events = None;
        match &logged.body {
            Body::Created(_) if seq != 0 => return Err("the table is created a second time".to_owned()),
            Body::Created(_) => {}
            _ if seq == 0 => return Err("the log does not begin with the creation of the table".to_owned()),
            _ if self.closed => return Err("the log goes on after the table was closed".to_owned()),
            _ => {}
        }
        if let (Some(clocks), false) = (&mut self.clocks, matches!(logged.body, Body::StoodStill { .. })) {
            clocks.pass(at);
        }
        let what = match &logged.body {
            Body::Created(created) => {
                read_start(created)?;
                self.chairs.clone_from(&created.chairs);
                self.nonces.clone_from(&created.nonces);
                self.expected = created.expected;
                self.clocks = created.clock.map(|rule| Clocks::new(rule, at));
                What::Created
            }
            Body::Joined(joined) => {
                let Joined { seat, name, key, nonce } = &**joined;
                let is_expected = self.expected.contains(*seat);
                match self.chairs.get_mut(seat.index()) {
                    Some(chair @ Chair::Open) => *chair = Chair::Person { name: name.clone(), key: *key },
                    Some(Chair::Person { name: own, key: of }) if is_expected && of == key => {
                        own.clone_from(name);
                        self.expected.remove(*seat);
                    }
                    _ => return Err(format!("somebody sits down at seat {seat}, which is not open")),
                }
                self.nonces.extend(nonce.clone().map(|nonce| (*seat, nonce)));
                What::Joined(*seat)
            }
            Body::Filled { bot } => {
                for chair in &mut self.chairs {
                    if *chair == Chair::Open {
                        *chair = Chair::Bot(bot.clone());
                    }
                }
                for seat in std::mem::take(&mut self.expected) {
                    self.stand_ins.insert(seat, bot.clone());
                }
                What::Filled
            }
            Body::Swapped { seats: (one, other) } => {
                self.not_begun()?;
                let seats = self.chairs.len();
                if one.index() >= seats || other.index() >= seats {
                    return Err(format!("seats {one} and {other} are swapped, which are not both there"));
                }
                self.chairs.swap(one.index(), other.index());
                let place = |seat| match seat {
                    seat if seat == *one => *other,
                    seat if seat == *other => *one,
                    seat => seat,
                };
                self.expected = self.expected.into_iter().map(place).collect();
                let (first, second) = (self.nonces.remove(one), self.nonces.remove(other));
                self.nonces.extend(first.map(|nonce| (*other, nonce)));
                self.nonces.extend(second.map(|nonce| (*one, nonce)));
                What::Swapped(*one, *other)
            }
            Body::Left { seat, bot } => {
                self.person(*seat)?;
                if let Some(bot) = bot {
                    self.stand_ins.insert(*seat, bot.clone());
                } else {
                    self.not_begun()?;
                    self.chairs[seat.index()] = Chair::Open;
                    self.nonces.remove(seat);
                    self.expected.remove(*seat);
                }
                What::Left { seat: *seat, bot: bot.is_some() }
            }
            Body::Returned { seat } => {
                self.stand_ins.remove(seat).ok_or_else(|| format!("seat {seat} returns and was not away"))?;
                if let Some(clocks) = &mut self.clocks {
                    clocks.goes_on(*seat);
                }
                What::Returned(*seat)
            }
            Body::Replaced { seat, bot, by } => {
                self.person(*seat)?;
                self.stand_ins.insert(*seat, bot.clone());
                What::Replaced { seat: *seat, by: *by }
            }
            Body::Action { seat, r#do: action } => {
                let game = self.game.as_mut().ok_or("an action before the game began")?;
                let happened =
                    game.play(*seat, action).map_err(|illegal| format!("{seat}: {action}: {illegal}"))?;
                self.effective.push(seq);
                self.undoable = (!happened.reveal()).then_some(Undoable { seat: *seat, seq });
                self.asked = None;
                if let Some(clocks) = &mut self.clocks {
                    clocks.decided(*seat);
                }
                events = Some(happened);
                What::Played
            }
            Body::Chance(chance) => {
                let game = self.game.as_mut().ok_or("an outcome before the game began")?;
                events = Some(game.resolve(chance).map_err(|illegal| format!("{chance}: {illegal}"))?);
                self.effective.push(seq);
                self.undoable = None;
                self.asked = None;
                What::Played
            }
            Body::Undo { seat, to } => {
                let alone = self.undoable == Some(Undoable { seat: *seat, seq: to + 1 });
                let agreed = self.asked.is_some_and(|asked| {
                    asked.seat == *seat && asked.to == *to && self.to_agree(*seat).is_subset(asked.agreed)
                });
                if !alone && !agreed {
                    return Err(format!("seat {seat} takes back what cannot be taken back"));
                }
                self.asked = None;
                let takes_back: Vec<Seat> = self
                    .effective
                    .iter()
                    .rev()
                    .take_while(|&&seq| seq > *to)
                    .filter_map(|&seq| self.decider(seq))
                    .collect();
                self.take_back(*to)?;
                if let Some(clocks) = &mut self.clocks {
                    takes_back.into_iter().for_each(|seat| clocks.took_back(seat));
                    // What all agreed to begins anew; whoever goes back alone has the time that they had.
                    if alone {
                        clocks.goes_on(*seat);
                    }
                }
                What::Undone { seat: *seat, to: *to }
            }
            Body::UndoAsked { seat, to } => {
                if self.asked.is_some() || self.last_action(*seat) != Some(to + 1) {
                    return Err(format!("seat {seat} asks for what cannot be taken back"));
                }
                self.asked = Some(UndoRequest { seat: *seat, to: *to, agreed: SeatSet::EMPTY });
                What::UndoAsked(*seat)
            }
            Body::UndoAnswered { seat, agrees } => {
                let asked = self.asked.as_mut().ok_or("an answer to no request")?;
                if *agrees {
                    asked.agreed.insert(*seat);
                } else {
                    self.asked = None;
                }
                What::UndoAnswered { seat: *seat, agrees: *agrees }
            }
            Body::TimeUp { seat, bot } => {
                self.clocks.as_mut().ok_or("time is up without a clock")?.ran_out(*seat);
                if let Some(bot) = bot {
                    self.person(*seat)?;
                    self.stand_ins.insert(*seat, bot.clone());
                }
                What::TimeUp { seat: *seat, bot: bot.is_some() }
            }
            Body::StoodStill { from, to } => {
                if let Some(clocks) = &mut self.clocks {
                    clocks.pass(*from);
                    clocks.stand_still(*to);
                }
                What::StoodStill
            }
            Body::Said { seat, text } => What::Said { seat: *seat, text: text.clone() },
            Body::Declines { seat, offers } => {
                let turn = self.game.map_or(0, |game| game.turns());
                self.declined.insert(*seat, (*offers, turn));
                What::Declines
            }
            Body::Next { table } => {
                let table = table.parse().map_err(|_| format!("`{table}` is not a table"))?;
                self.next = Some(table);
                What::Next(table)
            }
            Body::Closed { .. } => {
                self.closed = true;
                What::Closed
            }
        };
        self.log.push(logged);
        if self.game.is_none() && self.missing() == 0 {
            self.game = self.start();
        }
        self.run_clocks();
        Ok(Change { seq, at, what, events })
    }

    /// Lets the clocks of those run whom the game waits for.
    fn run_clocks(&mut self) {
        let Some(mut clocks) = self.clocks.take() else { return };
        let waits = self.game.filter(|_| !self.closed).map_or_else(Vec::new, |game| game.awaited());
        let waits = waits.into_iter().filter(|&(seat, prompt)| prompt != Prompt::Waiting && self.plays(seat));
        clocks.run(waits.map(|(seat, _)| seat).collect());
        self.clocks = Some(clocks);
    }

    /// Whether a person plays on this seat now.
    fn plays(&self, seat: Seat) -> bool {
        matches!(self.chairs.get(seat.index()), Some(Chair::Person { .. }))
            && !self.stand_ins.contains_key(&seat)
    }

    fn person(&self, seat: Seat) -> Result<(), String> {
        match self.chairs.get(seat.index()) {
            Some(Chair::Person { .. }) => Ok(()),
            _ => Err(format!("nobody sits at seat {seat}")),
        }
    }

    fn not_begun(&self) -> Result<(), String> {
        if self.game.is_none() { Ok(()) } else { Err("chairs change after the game began".to_owned()) }
    }

    /// How many have yet to come before the game begins.
    pub(crate) fn missing(&self) -> usize {
        self.expected.len() + self.chairs.iter().filter(|chair| **chair == Chair::Open).count()
    }

    /// Persons at the table, away or not.
    pub(crate) fn persons(&self) -> SeatSet {
        Seat::first(self.chairs.len()).filter(|&seat| self.person(seat).is_ok()).collect()
    }

    /// Who has to agree before this seat may go back: every other person who plays.
    pub(crate) fn to_agree(&self, seat: Seat) -> SeatSet {
        self.persons().into_iter().filter(|&other| other != seat && self.plays(other)).collect()
    }

    /// Who decided what stands in entry `seq`.
    fn decider(&self, seq: u64) -> Option<Seat> {
        match self.log[seq as usize].body {
            Body::Action { seat, .. } => Some(seat),
            _ => None,
        }
    }

    /// The number of the last action of a seat that counts.
    pub(crate) fn last_action(&self, seat: Seat) -> Option<u64> {
        self.effective.iter().copied().rfind(|&seq| self.decider(seq) == Some(seat))
    }

    /// Goes back to the position after entry `to`, by replaying what counts.
    fn take_back(&mut self, to: u64) -> Result<(), String> {
        let mut effective = std::mem::take(&mut self.effective);
        effective.retain(|&seq| seq <= to);
        self.game = self.start();
        self.undoable = None;
        for &seq in &effective {
            let game = self.game.as_mut().ok_or("nothing to go back to")?;
            self.undoable = match &self.log[seq as usize].body {
                Body::Action { seat, r#do: action } => {
                    let events = game.play(*seat, action).map_err(|illegal| illegal.to_string())?;
                    (!events.reveal()).then_some(Undoable { seat: *seat, seq })
                }
                Body::Chance(chance) => {
                    game.resolve(chance).map_err(|illegal| illegal.to_string())?;
                    None
                }
                _ => None,
            };
        }
        self.effective = effective;
        Ok(())
    }

    pub(crate) fn created(&self) -> Option<&Created> {
        match &self.log.first()?.body {
            Body::Created(created) => Some(created),
            _ => None,
        }
    }

    /// The game before its first move. It is made anew, since thousands of tables lie in memory and few ask for it.
    pub(crate) fn start(&self) -> Option<AnyGame> {
        read_start(self.created()?).ok()
    }

    /// Which game is played.
    pub(crate) fn kind(&self) -> Option<GameKind> {
        self.created()?.game.parse().ok()
    }

    pub(crate) fn seat_of(&self, key: KeyHash) -> Option<Seat> {
        let sits = |chair: &Chair| matches!(chair, Chair::Person { key: own, .. } if *own == key);
        self.chairs.iter().position(sits).and_then(Seat::new)
    }

    /// From where the outcomes come, if these are the nonces.
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

/// From where the outcomes of a table come that was created like this.
pub(crate) fn nature_of(created: &Created, id: TableId, nonces: &BTreeMap<Seat, Nonce>) -> Option<Nature> {
    match (created.secret, created.seed) {
        (Some(secret), _) => Some(Nature::Fair(Dice::new(&secret, &id.to_string(), nonces))),
        (None, Some(seed)) => Some(Nature::Seed(seed)),
        (None, None) => None,
    }
}

/// The game before its first move, under the rules it was created with.
fn read_start(created: &Created) -> Result<AnyGame, String> {
    let kind: GameKind = created.game.parse()?;
    let game = AnyGame::under(kind, created.rules, &created.options)
        .map_err(|refusals| refusals.iter().map(Illegal::to_string).collect::<Vec<_>>().join("; "))?;
    if created.secret.is_none() && created.seed.is_none() {
        return Err("it has neither a secret nor a seed".to_owned());
    }
    if game.seats() == created.chairs.len() {
        Ok(game)
    } else {
        Err(format!("{} chairs for {} players", created.chairs.len(), game.seats()))
    }
}
