//! Two tables that differ only in what some at them cannot know: the secret of the dice, everybody's keys and command
//! ids, and, where the game hides something, cards drawn, discarded or taken in secret, and whose offers a seat rejects.

use catan::cities_and_knights::{self, CardKind, Play, Progress};
use game::{Draws, Seat, SeatSet, Seed, Substream, Turn};
use server::entry::{Body, Chair, Declined};
use server::games::new_game;
use server::host::{Chance, Command, Effect, Host, Opening, Sender, Wish};
use server::store::StoredEntry;
use server::{Key, TableId};
use shelf::{AnyGame, GameKind};
use std::collections::BTreeMap;

/// A secret of the dice that follows from a seed.
fn secret(draws: &mut Substream) -> fair::Secret {
    let mut bytes = [0; 32];
    bytes.iter_mut().for_each(|byte| *byte = draws.below(256) as u8);
    fair::Secret::from_bytes(bytes)
}

/// One of the two worlds.
pub struct World {
    pub host: Host<()>,
    /// Everything that is stored of the table.
    pub log: Vec<StoredEntry>,
    pub secret: fair::Secret,
    /// The keys of the seats.
    pub keys: Vec<Key>,
}

/// A table at which random choices are made, and its twin, which follows as long as nothing comes to light.
pub struct Twins {
    pub id: TableId,
    pub kind: GameKind,
    /// Where the choices are made.
    pub here: World,
    /// Where the same happens, as far as the ignorant are told.
    pub there: World,
    /// Who can tell the worlds apart.
    pub knowing: SeatSet,
    /// How many times there was another card in the twin.
    pub changed: u32,
    /// How many times the twin had to begin anew, since what was hidden came to light.
    pub lights: u32,
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
        let options: Vec<(String, String)> = if info.options.iter().any(|option| option.name == "turn_limit")
        {
            vec![("turn_limit".to_owned(), "300".to_owned())]
        } else {
            Vec::new()
        };
        let more = if kind == GameKind::Carcassonne && seats == 6 {
            vec![("six_players".to_owned(), "true".to_owned())]
        } else {
            Vec::new()
        };
        let options = [options, more].concat();
        let game = new_game(kind.name(), seats, &options)
            .or_else(|_| new_game(kind.name(), info.seats_min, &options))
            .expect("a game of the shelf");
        let seats = game.seats();
        let keys = || (0..seats).map(|_| Key::random()).collect::<Vec<Key>>();
        let id = TableId::new(u64::from(draws.below(u32::MAX)) << 20 | u64::from(draws.below(1 << 20)))
            .expect("below 2 to the 60");
        let (ours, theirs) = (keys(), keys());
        let (our_secret, their_secret) = (secret(&mut draws), secret(&mut draws));
        let chairs: Vec<Chair> = ours
            .iter()
            .zip(NAMES)
            .map(|(key, name)| Chair::Person { name: name.to_owned(), key: key.hash() })
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
            by_itself,
            now,
            commands: 0,
            draws,
        };
        let entries = twins.carry_out(effects);
        for entry in entries {
            twins.follow(entry);
        }
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

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.game().outcome().is_some()
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

    /// Lets somebody do something at random in both worlds. Gives the version before it; the same as after it if it
    /// was refused.
    pub fn step(&mut self) -> u64 {
        let before = self.here.host.version();
        self.now += u64::from(self.draws.below(20_000));
        let seats = self.game().seats();
        let anybody = Seat::new(self.draws.below(seats as u32) as usize).expect("a seat");
        let (seat, wish) = if self.draws.below(12) == 0 {
            (anybody, self.talk(anybody))
        } else if self.draws.below(10) == 0 {
            (anybody, Wish::Act(self.message()))
        } else {
            let Turn::Decide(deciding) = self.game().turn() else { return before };
            let seat = deciding.nth(self.draws.below(deciding.len() as u32) as usize).expect("a seat");
            let legal = self.game().legal_actions(seat);
            if legal.is_empty() {
                return before;
            }
            let mut choose = || legal[self.draws.below(legal.len() as u32) as usize].clone();
            let first = choose();
            // Turns that end at once show little.
            (seat, Wish::Act(if first == "end" { choose() } else { first }))
        };
        self.commands += 1;
        let id = Some(format!("h{}", self.commands));
        let sender = Sender::Holder(self.here.keys[seat.index()].hash());
        let command = Command { sender, id, seen: before, wish };
        let mut effects = self.here.host.submit(command, self.now, ());
        effects.extend(if effects.is_empty() { self.here.host.tick(self.now) } else { Vec::new() });
        for entry in self.carry_out(effects) {
            self.follow(entry);
        }
        before
    }

    /// Something beside playing.
    fn talk(&mut self, seat: Seat) -> Wish {
        match self.draws.below(12) {
            0..=3 => Wish::Say(format!("Hello <{}> & good luck", self.draws.below(1000))),
            4 | 9 if !self.by_itself => Wish::Return,
            4 => Wish::Leave,
            5 => Wish::Return,
            6 => Wish::AskUndo,
            7 => Wish::AnswerUndo { agrees: self.draws.below(3) > 0 },
            8 => Wish::Undo,
            9 => Wish::Replace { seat: seat.next(self.game().seats()), online: self.draws.below(2) == 0 },
            _ => {
                let (turn, from) = (self.draws.below(4) == 0, SeatSet::from_bits(self.draws.below(4) as u8));
                Wish::Decline(Declined { turn, from })
            }
        }
    }

    /// A message about trade, allowed or not, where the game has trade.
    fn message(&mut self) -> String {
        let kinds = ["brick", "lumber", "wool", "grain", "ore"];
        let mut one = || kinds[self.draws.below(5) as usize];
        let (give, want) = (one(), one());
        match self.draws.below(4) {
            0 => format!("propose 1 {give} for 1 {want}"),
            1 => format!("counter 1 {give} for 1 {want}"),
            2 => format!("offer 1 {give} for 1 {want} to B C"),
            _ => format!("offer 1 {give} for 1 {want}"),
        }
    }

    /// Lets the twin follow by an entry.
    fn follow(&mut self, entry: StoredEntry) {
        self.here.log.push(entry.clone());
        let body: Body = serde_json::from_str(&entry.body).expect("an entry");
        let other = self.elsewhere(&entry, &body);
        let light = self.comes_to_light(&body);
        let seq = entry.seq;
        if entry.seq > 0 && !light && self.there.host.follow(other.clone()).is_ok() {
            self.there.log.push(other);
            let ended = |world: &World| world.host.game().is_some_and(|game| game.outcome().is_some());
            // A game that one world ends and the other does not is told apart by everybody, rightly.
            if ended(&self.here) == ended(&self.there) || self.here.host.version() > seq {
                return;
            }
        }
        // All that was hidden comes to light: from here on both are the same again, but for the dice and the keys.
        self.lights += u32::from(entry.seq > 0);
        self.knowing = SeatSet::EMPTY;
        let log: Vec<StoredEntry> = self.here.log.iter().map(|entry| self.disguised(entry)).collect();
        self.there.host = Host::load(self.id, log.clone()).expect("a log").expect("a table");
        self.there.log = log;
    }

    /// The entry as the twin has it, with another card where one is drawn in secret.
    fn elsewhere(&mut self, entry: &StoredEntry, body: &Body) -> StoredEntry {
        let mut other = self.disguised(entry);
        if entry.seq == 0 {
            return other;
        }
        let changed = match body {
            Body::Chance(text) => {
                self.another_card(text).map(|(card, knowing)| (Body::Chance(card), knowing))
            }
            Body::Action { seat, r#do } if r#do.starts_with("discard") => {
                // What is discarded is hidden until all have; the last one shows it.
                let legal = self.other_game().legal_actions(*seat);
                let n = self.draws.below(legal.len().max(1) as u32) as usize;
                let other = legal.get(n).filter(|action| action.starts_with("discard"));
                other.map(|action| (Body::Action { seat: *seat, r#do: action.clone() }, vec![*seat]))
            }
            Body::Declines { seat, offers } if self.draws.below(4) == 0 => {
                let offers = Declined { turn: !offers.turn, from: offers.from };
                Some((Body::Declines { seat: *seat, offers }, vec![*seat]))
            }
            _ => None,
        };
        if let Some((body, knowing)) = changed {
            self.changed += 1;
            self.knowing = knowing.into_iter().fold(self.knowing, SeatSet::with);
            other.body = serde_json::to_string(&body).expect("an entry");
        }
        other
    }

    /// The same entry with the other world's secret, keys and command ids.
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
                if let Chair::Person { key: hash, .. } = chair {
                    *hash = key.hash();
                }
            }
            other.body = serde_json::to_string(&body).expect("an entry");
        }
        other
    }

    /// Another card that the twin's next hidden draw may bring, and who sees it.
    fn another_card(&mut self, text: &str) -> Option<(String, Vec<Seat>)> {
        let (verb, card) = text.split_once(' ')?;
        // Asked of the twin: it is there that the card must be possible.
        let (cards, knowing): (Vec<&str>, Vec<Seat>) = match self.other_game() {
            AnyGame::Catan(game) => match game.turn() {
                Turn::Chance(catan::ChanceKind::StolenCard { thief, victim }) => {
                    (vec!["brick", "lumber", "wool", "grain", "ore"], vec![thief, victim])
                }
                Turn::Chance(catan::ChanceKind::DevelopmentCard) => {
                    let cards = ["knight", "road-building", "year-of-plenty", "monopoly", "victory-point"];
                    (cards.to_vec(), vec![game.active()])
                }
                _ => return None,
            },
            AnyGame::CitiesAndKnights(game) => match game.turn() {
                Turn::Chance(cities_and_knights::ChanceKind::StolenCard { thief, victim }) => {
                    (CardKind::ALL.map(CardKind::name).to_vec(), vec![thief, victim])
                }
                // Which deck it is from everybody sees, and victory points are turned up.
                Turn::Chance(cities_and_knights::ChanceKind::ProgressCard { seat, area }) => {
                    let hidden = Progress::of_area(area).filter(|card| !card.is_victory_point());
                    let hidden: Vec<&str> = hidden.map(Progress::name).collect();
                    if !hidden.contains(&card) {
                        return None;
                    }
                    (hidden, vec![seat])
                }
                _ => return None,
            },
            _ => return None,
        };
        let possible = |card: &&str| {
            let mut game = *self.other_game();
            game.resolve(&format!("{verb} {card}")).is_ok() && game.outcome().is_none()
        };
        let others: Vec<&str> = cards.into_iter().filter(|other| *other != card).filter(possible).collect();
        let n = self.draws.below(others.len().max(1) as u32) as usize;
        others.get(n).map(|card| (format!("{verb} {card}"), knowing))
    }

    /// Whether this entry, which is about to be followed, rightly shows to others what was hidden.
    fn comes_to_light(&self, body: &Body) -> bool {
        let Body::Action { r#do: action, .. } = body else { return false };
        match self.there.host.game() {
            Some(AnyGame::Catan(game)) => {
                use catan::{Action, Phase};
                let last = matches!(game.phase(), Phase::Discarding { .. })
                    && game.view(game::Viewer::Spectator).seats_to_discard().len() == 1;
                match action.parse() {
                    Ok(Action::Execute(_) | Action::AcceptProposal(_) | Action::PlayMonopoly(_)) => true,
                    Ok(Action::Discard(_)) => last,
                    _ => false,
                }
            }
            Some(AnyGame::CitiesAndKnights(game)) => {
                use cities_and_knights::Action;
                let last = matches!(game.turn(), Turn::Decide(seats) if seats.len() == 1);
                match action.parse() {
                    Ok(Action::Execute(_) | Action::AcceptProposal(_)) => true,
                    Ok(Action::Force(..) | Action::GiveCommodity(_)) => true,
                    Ok(Action::Play(
                        Play::ResourceMonopoly(_)
                        | Play::TradeMonopoly(_)
                        | Play::Spy(_)
                        | Play::MasterMerchant(_)
                        | Play::Wedding,
                    )) => true,
                    Ok(Action::Give(_) | Action::Discard(_) | Action::Drop(_)) => last,
                    _ => false,
                }
            }
            _ => false,
        }
    }
}

/// A table that is replaced before it is looked at.
fn placeholder(id: TableId) -> Host<()> {
    let game = new_game("catan", 2, &[]).expect("a game");
    let seed = Chance::Seed(Seed(0));
    let opening = Opening::new(vec![Chair::Open; 2], seed, "00000000".to_owned(), Key::random().hash());
    Host::open(id, &game, opening, 0, ()).expect("a table").0
}
