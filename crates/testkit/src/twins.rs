//! Two tables that differ only in what some at them cannot know: the secret of the dice, everybody's keys and command
//! ids, and, where the game hides something, cards drawn, discarded, given or taken in secret, and whose offers a seat
//! rejects.
//!
//! What is hidden is said here once more, apart from how the games redact their events ([`hidden_in`]). Everything else
//! that happens must happen in both worlds alike; where hidden cards rightly make a difference that all see, such as
//! whether a partner can pay, they come to light and both worlds are the same again.

mod hidden;

use catan::cities_and_knights::{Area, Progress};
use game::{Draws, Seat, SeatSet, Seed, Substream, Turn, Viewer};
use hidden::TwinGame;
use serde_json::Value;
use shelf::{AnyGame, Events, GameInfo, GameKind, Listed, each};
use std::collections::BTreeMap;
use store::{StoreError, StoredEntry};
use table::entry::{Body, Declined, SeatHolder};
use table::games::new_game;
use table::host::{Accepted, Chance, Command, Effect, Host, Intent, Opening, Rejection, Sender};
use table::{Key, TableId};

/// A secret of the dice that follows from a seed.
fn secret(draws: &mut Substream) -> fair::Secret {
    let mut bytes = [0; 32];
    bytes.iter_mut().for_each(|byte| *byte = draws.below(256) as u8);
    fair::Secret::from_bytes(bytes)
}

/// A world: a table with its stored log and its secrets.
pub struct World {
    /// The table.
    pub host: Host<()>,
    /// Everything that is stored of the table.
    pub log: Vec<StoredEntry>,
    /// The secret of its dice.
    pub secret: fair::Secret,
    /// The keys of the seats.
    pub keys: Vec<Key>,
}

/// A table at which random choices are made, and its twin, which follows as long as nothing comes to light.
pub struct Twins {
    /// The id, the same in both.
    pub id: TableId,
    /// The game that is played.
    pub kind: GameKind,
    /// The world in which the choices are made.
    pub here: World,
    /// The world in which the same happens, as far as the ignorant seats can see.
    pub there: World,
    /// The seats that can tell the worlds apart.
    pub knowing: SeatSet,
    /// The number of times the twin got another card.
    pub changed: u32,
    /// The number of times the twin was rebuilt, because hidden information came to light.
    pub lights: u32,
    /// The number of decisions that both tables took alike: refusals and entries.
    pub decided: u32,
    /// Whether a seat rejects other offers in the twin.
    declines_differ: bool,
    /// The position here after the entry that was followed last.
    position: AnyGame,
    by_itself: bool,
    now: u64,
    commands: u64,
    draws: Substream,
}

const NAMES: [&str; 6] = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fay"];

impl Twins {
    /// A new table; seats and everything else that is random follow from the seed. Only a table that may go on `by_itself`
    /// has clocks, which a server of today finds run down, and seats that leave, for which it lets bots play on.
    pub fn new(kind: GameKind, seed: u64, by_itself: bool) -> Twins {
        let mut draws = Seed(seed).substream("twins", 0);
        let info = kind.info();
        // Between two little is hidden: all the cards that one does not have, and the supply has not, has the other.
        let few = draws.below(6) == 0;
        let least = if few { info.seats_min } else { 3 };
        let seats = least + draws.below((info.seats_max - least + 1) as u32) as usize;
        let game = loop {
            let options = some_options(&info, &mut draws);
            // Not all options go together, nor with any number of seats.
            if let Ok(game) = new_game(kind.name(), seats, &options) {
                break game;
            }
        };
        let seats = game.seats();
        let keys = || (0..seats).map(|_| Key::random()).collect::<Vec<Key>>();
        let id = TableId::new(u64::from(draws.below(u32::MAX)) << 20 | u64::from(draws.below(1 << 20)))
            .expect("below 2 to the 60");
        let (ours, theirs) = (keys(), keys());
        let (our_secret, their_secret) = (secret(&mut draws), secret(&mut draws));
        let chairs: Vec<SeatHolder> = ours
            .iter()
            .zip(NAMES)
            .map(|(key, name)| SeatHolder::Person { name: name.to_owned(), key: key.hash() })
            .collect();
        let nonces: BTreeMap<Seat, fair::Nonce> = Seat::first(seats)
            .map(|seat| (seat, format!("{seed:016x}{:016x}", seat.index()).parse().expect("digits")))
            .collect();
        let clock =
            (draws.below(2) == 0 && by_itself).then(|| "bank 600 10 replace".parse().expect("a clock"));
        let opening = Opening {
            nonces,
            clock,
            public: true,
            ..Opening::new(chairs, Chance::Secret(our_secret), "00000000".to_owned(), ours[0].hash())
        };
        let now = 1_700_000_000_000;
        let (host, effects) = Host::open(id, &game, opening, now, ()).expect("a table");
        let mut twins = Twins {
            id,
            kind,
            here: World { host, log: Vec::new(), secret: our_secret, keys: ours },
            there: World { host: placeholder(id), log: Vec::new(), secret: their_secret, keys: theirs },
            knowing: SeatSet::EMPTY,
            changed: 0,
            lights: 0,
            decided: 0,
            declines_differ: false,
            position: game,
            by_itself,
            now,
            commands: 0,
            draws,
        };
        twins.follow_all(effects);
        twins
    }

    /// The time at both tables.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// The game where the choices are made.
    pub fn game(&self) -> &AnyGame {
        self.here.host.game().expect("all chairs are taken")
    }

    /// The game of the twin.
    pub fn other_game(&self) -> &AnyGame {
        self.there.host.game().expect("all chairs are taken")
    }

    /// Whether everything is revealed: the game is over, or the table was closed.
    pub fn is_over(&self) -> bool {
        self.here.host.is_revealed()
    }

    /// The seats that cannot tell the worlds apart.
    pub fn ignorant(&self) -> Vec<Seat> {
        Seat::first(self.game().seats()).filter(|&seat| !self.knowing.contains(seat)).collect()
    }

    /// Whether the cards or decks of the two games differ.
    pub fn differ(&self) -> bool {
        self.game() != self.other_game()
    }

    /// Stores what is to be stored here, and gives it back.
    fn carry_out(&mut self, effects: Vec<Effect<()>>) -> Vec<StoredEntry> {
        let mut stored = Vec::new();
        let mut todo = effects;
        while !todo.is_empty() {
            for effect in std::mem::take(&mut todo) {
                if let Effect::Append(batch) = effect {
                    stored.extend(batch.entries);
                    todo.extend(self.here.host.stored(Ok(())));
                }
            }
        }
        stored
    }

    /// Lets somebody do something at random in both worlds, which must decide on it alike if that somebody cannot tell
    /// them apart. Gives the version before it; the same as after it if it was refused.
    pub fn step(&mut self) -> u64 {
        let before = self.here.host.version();
        self.now += u64::from(self.draws.below(20_000));
        if self.by_itself && self.draws.below(16) == 0 {
            let tick = |host: &mut Host<()>, now| host.tick(now);
            let (here, there) = (tick(&mut self.here.host, self.now), tick(&mut self.there.host, self.now));
            self.compare(None, &here, &there);
            self.forget_there(&there);
            self.follow_all(here);
            return before;
        }
        let seats = self.game().seats();
        let anybody = Seat::new(self.draws.below(seats as u32) as usize).expect("a seat");
        let (seat, intent) = if self.draws.below(12) == 0 {
            (anybody, self.talk(anybody))
        } else if self.draws.below(8) == 0 {
            let seat = if self.draws.below(2) == 0 { self.game().to_decide().nth(0) } else { None };
            let seat = seat.unwrap_or(anybody);
            (seat, Intent::Act(self.message(seat)))
        } else {
            let Turn::Decide(deciding) = self.game().turn() else { return before };
            let seat = deciding.nth(self.draws.below(deciding.len() as u32) as usize).expect("a seat");
            let legal = self.game().legal_actions(seat);
            if legal.is_empty() {
                return before;
            }
            let first = self.choose(&legal);
            // Turns that end at once show little.
            let action = if first == "end" { self.choose(&legal) } else { first };
            // Now and then somebody else tries that.
            let seat = if self.draws.below(16) == 0 { anybody } else { seat };
            (seat, Intent::Act(action))
        };
        // Some decide on what they saw a while ago.
        let seen = before - u64::from(self.draws.below(16) / 14).min(before);
        self.commands += 1;
        let command = |world: &World, id: String| {
            let sender = Sender::Holder(world.keys[seat.index()].hash());
            Command { sender, id: Some(id), seen, intent: intent.clone() }
        };
        let (ours, theirs) = (
            command(&self.here, format!("h{}", self.commands)),
            command(&self.there, format!("t{}", self.commands * 7919)),
        );
        let here = self.here.host.submit(ours, self.now, ());
        // Where nothing is hidden but the dice, there is less to compare.
        let hides = self.kind.has_secrets();
        if hides || self.draws.below(3) == 0 {
            let there = self.there.host.submit(theirs, self.now, ());
            self.compare(Some((seat, &intent)), &here, &there);
            self.forget_there(&there);
        }
        self.follow_all(here);
        before
    }

    /// Lets the table go on, and its twin after it.
    fn follow_all(&mut self, effects: Vec<Effect<()>>) {
        for entry in self.carry_out(effects) {
            self.follow(entry);
        }
    }

    /// Makes the twin's store reject the twin's entries, since its dice differ. The twin follows the entries stored here instead.
    fn forget_there(&mut self, effects: &[Effect<()>]) {
        if effects.iter().any(|effect| matches!(effect, Effect::Append(_))) {
            let _ = self.there.host.stored(Err(StoreError::Overloaded));
        }
    }

    /// Whether both tables decided alike on what `seat` sent, or on what the time brought.
    fn compare(&mut self, asked: Option<(Seat, &Intent)>, here: &[Effect<()>], there: &[Effect<()>]) {
        let knows = asked.is_some_and(|(seat, _)| self.knowing.contains(seat));
        let mut decisions = [here, there].map(Decision::of);
        if let Some((seat, _)) = asked {
            // Whoever is refused is told what may be done instead.
            for (decision, world) in decisions.iter_mut().zip([&self.here, &self.there]) {
                if let Decision::Refused(_, listed) = decision {
                    *listed = world.host.moves_of(world.keys[seat.index()].hash()).listed(REFUSED_LIST);
                }
            }
        }
        if self.declines_differ {
            decisions.iter_mut().for_each(Decision::leave_rejections_out);
        }
        let [here, there] = decisions;
        // Whoever can tell the worlds apart may be told different things; if both tables enter what they do, it looks
        // the same to the others.
        if !knows || matches!((&here, &there), (Decision::Entered(_), Decision::Entered(_))) {
            let seed = self.commands;
            assert_eq!(
                here,
                there,
                "{}, command {seed}, version {}: {asked:?}",
                self.kind,
                self.here.host.version()
            );
            self.decided += 1;
        }
    }

    /// Returns one of these actions; each sort of action is as likely as any other, however many actions it has.
    fn choose(&mut self, legal: &[String]) -> String {
        fn sort(action: &str) -> &str {
            let name = action.strip_prefix("play ").unwrap_or(action);
            name.split(' ').next().unwrap_or_default()
        }
        let mut starts = vec![0];
        starts.extend((1..legal.len()).filter(|&n| sort(&legal[n]) != sort(&legal[n - 1])));
        let chosen = self.draws.below(starts.len() as u32) as usize;
        let end = starts.get(chosen + 1).copied().unwrap_or(legal.len());
        let like = &legal[starts[chosen]..end];
        like[self.draws.below(like.len() as u32) as usize].clone()
    }

    /// Something beside playing.
    fn talk(&mut self, seat: Seat) -> Intent {
        match self.draws.below(12) {
            0..=3 => Intent::Say(format!("Hello <{}> & good luck", self.draws.below(1000))),
            4 | 9 if !self.by_itself => Intent::Return,
            4 => Intent::Leave,
            5 => Intent::Return,
            6 => Intent::AskUndo,
            7 => Intent::AnswerUndo { agrees: self.draws.below(3) > 0 },
            8 if self.draws.below(4) == 0 => Intent::AskClose,
            8 if self.here.host.close_request().is_some() => {
                Intent::AnswerClose { agrees: self.draws.below(6) > 0 }
            }
            8 => Intent::Undo,
            9 => Intent::Replace { seat: seat.next(self.game().seats()), online: self.draws.below(2) == 0 },
            _ => {
                let (turn, from) = (self.draws.below(4) == 0, SeatSet::from_bits(self.draws.below(4) as u8));
                Intent::Decline(Declined { turn, from })
            }
        }
    }

    /// A message about trade, allowed or not, where the game has trade.
    fn message(&mut self, seat: Seat) -> String {
        let kinds = ["brick", "lumber", "wool", "grain", "ore"];
        let has = |kind: &&str| each!(self.game(), game => game.holds(seat, kind));
        let own: Vec<&str> = kinds.into_iter().filter(has).collect();
        let give = if own.is_empty() { kinds[0] } else { own[self.draws.below(own.len() as u32) as usize] };
        let want = kinds[self.draws.below(5) as usize];
        match self.draws.below(4) {
            0 => format!("propose 1 {give} for 1 {want}"),
            1 => format!("counter 1 {give} for 1 {want}"),
            2 => format!("offer 1 {give} for 1 {want} to B C"),
            _ => {
                let others = Seat::first(self.game().seats()).filter(|&other| other != seat);
                let others: Vec<String> = others.map(|other| other.to_string()).collect();
                format!("offer 1 {give} for 1 {want} to {}", others.join(" "))
            }
        }
    }

    /// Lets the twin follow by an entry.
    fn follow(&mut self, entry: StoredEntry) {
        self.here.log.push(entry.clone());
        let body: Body = serde_json::from_str(&entry.body).expect("an entry");
        // Where nothing is hidden the same happens in both worlds, and the hosts play it themselves.
        let hides = self.kind.has_secrets();
        // The host is further already where several entries were stored together.
        let mut position = self.position;
        let events = if hides { happens(&mut position, &body) } else { None };
        let events = events.map(|events| events.expect("what is stored can happen"));
        if matches!(body, Body::Undo { .. }) {
            // It is the last one of those stored together.
            position = *self.game();
        }
        let followed = entry.seq > 0 && self.follow_on(&entry, &body, events.as_ref());
        self.position = position;
        if followed {
            return;
        }
        // All that was hidden comes to light: from here on both are the same again, but for the dice and the keys.
        self.lights += u32::from(entry.seq > 0);
        self.knowing = SeatSet::EMPTY;
        self.declines_differ = false;
        let log: Vec<StoredEntry> = self.here.log.iter().map(|entry| self.disguised(entry)).collect();
        self.there.host = Host::load(self.id, log.clone()).expect("a log").expect("a table");
        self.there.log = log;
    }

    /// Lets the twin follow by an entry that brings nothing hidden to light. Otherwise leaves the twin as it was and returns
    /// `false`.
    fn follow_on(&mut self, entry: &StoredEntry, body: &Body, events: Option<&Events>) -> bool {
        // Where all seats can tell the worlds apart, only the spectator is left to compare.
        if self.ignorant().is_empty() && self.draws.below(12) == 0 {
            return false;
        }
        let (other, choosers) = self.elsewhere(entry, body);
        self.knowing = choosers.into_iter().fold(self.knowing, SeatSet::with);
        let other_body: Body = serde_json::from_str(&other.body).expect("an entry");
        let there = events.and_then(|_| happens(&mut { *self.other_game() }, &other_body));
        match (events, there, body) {
            (Some(here), Some(Ok(there)), _) => {
                let Some(knowing) = seats_that_distinguish(here, &there) else {
                    assert!(
                        lights(here) || lights(&there),
                        "hidden cards make an open difference: {here:?}, {there:?}"
                    );
                    return false;
                };
                self.knowing = knowing.into_iter().fold(self.knowing, SeatSet::with);
            }
            (Some(_), Some(Err(why)), Body::Action { seat, .. }) if !self.knowing.contains(*seat) => {
                panic!("{}: {body:?} is refused because of hidden cards: {why}", self.kind);
            }
            (Some(_), ..) => return false,
            (None, ..) => {}
        }
        self.there.host.follow(other.clone()).expect("it was tried");
        self.there.log.push(other);
        true
    }

    /// The entry as the twin has it, with another card or choice where one is made in secret; and who chose, or sees more
    /// than others by it.
    fn elsewhere(&mut self, entry: &StoredEntry, body: &Body) -> (StoredEntry, Vec<Seat>) {
        let mut other = self.disguised(entry);
        let changed = match body {
            Body::Chance(text) => self.another_card(text).map(|card| (Body::Chance(card), Vec::new())),
            Body::Action { seat, r#do } => {
                self.another_choice(*seat, r#do).map(|r#do| (Body::Action { seat: *seat, r#do }, vec![*seat]))
            }
            Body::Declines { seat, offers } if self.draws.below(4) == 0 => {
                let offers = Declined { turn: !offers.turn, from: offers.from };
                self.declines_differ = true;
                Some((Body::Declines { seat: *seat, offers }, vec![*seat]))
            }
            _ => None,
        };
        if let Some((body, choosers)) = changed {
            self.changed += 1;
            other.body = serde_json::to_string(&body).expect("an entry");
            return (other, choosers);
        }
        // Who looks into another's cards sees them.
        let looks = match body {
            Body::Action { seat, r#do } => ["play spy ", "play master-merchant "]
                .iter()
                .find_map(|looks| r#do.strip_prefix(looks)?.parse::<Seat>().ok())
                .filter(|victim| self.knowing.contains(*victim))
                .map(|_| *seat),
            _ => None,
        };
        (other, looks.into_iter().collect())
    }

    /// Returns the entry with the other world's secret, keys and command ids.
    fn disguised(&self, entry: &StoredEntry) -> StoredEntry {
        let mut other = entry.clone();
        // Ids are of the clients' making; those that the table makes itself stay.
        if let Some((seat, id)) = entry.command.as_deref().and_then(|command| command.split_once(':'))
            && seat != "auto"
        {
            other.command = Some(format!("{seat}:other-{}", id.len() * 7919 + entry.seq as usize));
        }
        if entry.seq == 0 {
            let mut body: Body = serde_json::from_str(&entry.body).expect("an entry");
            let Body::Created(created) = &mut body else { panic!("a log begins with the creation") };
            created.secret = Some(self.there.secret);
            created.opener = self.there.keys[0].hash();
            for (chair, key) in created.chairs.iter_mut().zip(&self.there.keys) {
                if let SeatHolder::Person { key: hash, .. } = chair {
                    *hash = key.hash();
                }
            }
            other.body = serde_json::to_string(&body).expect("an entry");
        }
        other
    }

    /// Another card that the twin's next hidden draw may bring.
    fn another_card(&mut self, text: &str) -> Option<String> {
        let (verb, card) = text.split_once(' ')?;
        // Asked of the twin: it is there that the card must be possible.
        let cards = each!(self.other_game(), game => game.hidden_draw(card))?;
        let possible = |card: &&str| {
            let mut game = *self.other_game();
            game.resolve(&format!("{verb} {card}")).is_ok() && game.outcome().is_none()
        };
        let others: Vec<&str> = cards.into_iter().filter(|other| *other != card).filter(possible).collect();
        let n = self.draws.below(others.len().max(1) as u32) as usize;
        others.get(n).map(|card| format!("{verb} {card}"))
    }

    /// Another choice that a seat may make in the twin where others do not see what is chosen.
    fn another_choice(&mut self, seat: Seat, action: &str) -> Option<String> {
        let open = open_part(action)?;
        let game = self.other_game();
        let last = matches!(game.turn(), Turn::Decide(seats) if seats.len() == 1);
        // What is discarded is open as soon as the last one has chosen.
        if last && open == "discard" {
            return None;
        }
        let legal = game.legal_actions(seat);
        let like = |other: &&String| *other != action && open_part(other).as_ref() == Some(&open);
        let others: Vec<&String> = legal.iter().filter(like).collect();
        let n = self.draws.below(others.len().max(1) as u32) as usize;
        others.get(n).map(|other| (*other).clone())
    }
}

/// Returns the part of a secret choice that others see; `None` if everybody sees the whole choice.
fn open_part(action: &str) -> Option<String> {
    let words: Vec<&str> = action.split(' ').collect();
    match words[..] {
        ["discard", ..] => Some("discard".to_owned()),
        // Gifts, what Master Merchant takes, and the commodity for Commercial Harbor. Aqueduct's resource is open.
        ["take", _, _, ..] => Some("take".to_owned()),
        ["give", ..] => Some("give".to_owned()),
        ["force", victim, ..] => Some(format!("force {victim}")),
        // The colour of the deck is open.
        [verb @ ("drop" | "take-card"), card] => {
            let area = card.parse::<Progress>().map(Progress::area);
            Some(format!("{verb} {}", area.map_or("?", Area::name)))
        }
        _ => None,
    }
}

/// Does an action or outcome, if the entry is one.
fn happens(game: &mut AnyGame, body: &Body) -> Option<Result<Events, shelf::Refusal>> {
    match body {
        Body::Action { seat, r#do } => Some(game.play(*seat, r#do)),
        Body::Chance(chance) => Some(game.resolve(chance)),
        _ => None,
    }
}

/// The fields of an event that hide something, and those of the seats that know it. So say `CATAN-INFO-6`, `CATAN-INFO-8`,
/// `CK-INFO-3` and `CK-INFO-5`.
fn hidden_in(event: &Value) -> Option<(&'static [&'static str], [&'static str; 2])> {
    match event["event"].as_str()? {
        "stole" => Some((&["card"], ["thief", "victim"])),
        "bought-card" | "drew-progress" | "dropped-progress" => Some((&["card"], ["seat", "seat"])),
        "gave" => Some((&["cards"], ["from", "to"])),
        "took-progress" => Some((&["card"], ["seat", "victim"])),
        "forced" => Some((&["gave", "got"], ["seat", "victim"])),
        _ => None,
    }
}

/// Returns the seats that can tell the worlds apart by these events; `None` if all can.
pub fn seats_that_distinguish(here: &Events, there: &Events) -> Option<Vec<Seat>> {
    let mut knowing = Vec::new();
    if here == there {
        return Some(knowing);
    }
    let (here, there) = (here.documents(Viewer::Everything), there.documents(Viewer::Everything));
    for n in 0..here.len().max(there.len()) {
        let (here, there) = (here.get(n), there.get(n));
        if here == there {
            continue;
        }
        let open = |event: Option<&Value>| {
            let mut open = event.cloned().unwrap_or_default();
            for field in hidden_in(&open).map_or(&[][..], |(fields, _)| fields) {
                open[field].take();
            }
            open
        };
        // Victory points are turned up.
        let is_turned_up = |event: Option<&Value>| {
            let card = event.filter(|event| event["event"] == "drew-progress");
            let card = card.and_then(|event| event["card"].as_str()?.parse::<Progress>().ok());
            card.is_some_and(Progress::is_victory_point)
        };
        if open(here) != open(there) || is_turned_up(here) || is_turned_up(there) {
            return None;
        }
        let event = here.expect("there are two");
        let seats = hidden_in(event).into_iter().flat_map(|(_, seats)| seats);
        knowing.extend(seats.filter_map(|seat| event[seat].as_str()?.parse::<Seat>().ok()));
    }
    Some(knowing)
}

/// Whether such events rightly show what was hidden: discards once all have chosen, what a monopoly brought, whether a
/// partner could pay or a victim had a commodity, and victory points in the hand.
fn lights(events: &Events) -> bool {
    let names = ["discarded", "monopolized", "lapsed", "traded", "forced", "over"];
    let events = events.documents(Viewer::Everything);
    events.iter().any(|event| event["event"].as_str().is_some_and(|name| names.contains(&name)))
}

/// The maximum number of actions listed with a refusal.
const REFUSED_LIST: usize = 256;

/// A table's decision, as far as everybody may know it.
#[derive(Clone, PartialEq, Debug)]
enum Decision {
    /// Nothing yet: no clock has run down.
    Nothing,
    /// It was done already.
    Answered(Accepted),
    /// With the list that goes with it.
    Refused(Rejection, Listed),
    /// It is to be stored: entries as text, the first outcome as its kind, and nothing behind that.
    Entered(Vec<String>),
}

impl Decision {
    fn of(effects: &[Effect<()>]) -> Decision {
        let decided = effects.iter().find_map(|effect| match effect {
            Effect::Append(batch) => Some(Decision::entered(&batch.entries)),
            Effect::Reply((), Ok(done)) => Some(Decision::Answered(*done)),
            Effect::Reply((), Err(refusal)) => Some(Decision::Refused(refusal.clone(), Listed::default())),
            _ => None,
        });
        decided.unwrap_or(Decision::Nothing)
    }

    fn entered(entries: &[StoredEntry]) -> Decision {
        let mut open = Vec::new();
        for entry in entries {
            if let Ok(Body::Chance(outcome)) = serde_json::from_str(&entry.body) {
                open.extend(outcome.split(' ').next().map(str::to_owned));
                break;
            }
            open.push(entry.body.clone());
        }
        Decision::Entered(open)
    }

    /// Without the offers that a seat has rejected in advance.
    fn leave_rejections_out(&mut self) {
        if let Decision::Entered(entries) = self {
            let mut first = true;
            entries.retain(|entry| std::mem::take(&mut first) || !entry.ends_with("\"do\":\"reject\"}}"));
        }
    }
}

/// Some options beside the defaults.
fn some_options(info: &GameInfo, draws: &mut Substream) -> Vec<(String, String)> {
    let mut chosen = Vec::new();
    for option in info.options.iter().filter(|option| option.name != "players") {
        let value = match (option.name, option.range) {
            ("turn_limit", _) => "300".to_owned(),
            ("discard_limit", _) if draws.below(2) == 0 => (2 + draws.below(5)).to_string(),
            _ if draws.below(6) > 0 => continue,
            (_, None) if option.values.is_empty() => continue,
            (_, None) => option.values[draws.below(option.values.len() as u32) as usize].clone(),
            ("victory_points", Some((least, _))) => (least + 3 + draws.below(10) as u16).to_string(),
            (_, Some((least, most))) => (least + draws.below(6) as u16).min(most).to_string(),
        };
        chosen.push((option.name.to_owned(), value));
    }
    chosen
}

/// A table that is replaced before it is looked at.
fn placeholder(id: TableId) -> Host<()> {
    let game = new_game("catan", 2, &[]).expect("a game");
    let seed = Chance::Seed(Seed(0));
    let opening = Opening::new(vec![SeatHolder::Open; 2], seed, "00000000".to_owned(), Key::random().hash());
    Host::open(id, &game, opening, 0, ()).expect("a table").0
}
