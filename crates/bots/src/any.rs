//! Bots for any game of the shelf, by their names.

use crate::{BotInfo, Contest, Player};
use carcassonne::{Carcassonne, Mayflower, TradersAndBuilders};
use catan::{Catan, CitiesAndKnights};
use game::{Legal, Seat, Seed, Viewer};
use shelf::{AnyGame, Events, GameKind};

/// Every bot that plays a game, the weakest first.
#[must_use]
pub fn roster(kind: GameKind) -> &'static [BotInfo] {
    match kind {
        GameKind::Catan => Catan::BOTS,
        GameKind::CitiesAndKnights => CitiesAndKnights::BOTS,
        GameKind::Carcassonne => Carcassonne::BOTS,
        GameKind::TradersAndBuilders => TradersAndBuilders::BOTS,
        GameKind::Mayflower => Mayflower::BOTS,
    }
}

/// What the bot of this name does in a position, as text; `None` if there is no such bot, or nothing to decide.
///
/// The bot is made anew, with this seed, and told the past, unredacted, which it hears as `seat` may know it.
#[must_use]
pub fn choose(game: &AnyGame, name: &str, seat: Seat, seed: Seed, past: &[Events]) -> Option<String> {
    let mut listener = Listener::new(game.kind(), name, seat)?;
    past.iter().for_each(|events| listener.hear(events));
    listener.choose(game, seed)
}

/// A bot's memory of what it was told at a table, kept from one decision to the next.
///
/// It chooses as a bot would that is made anew for each decision and told the whole past again ([`choose`]); only, it is told
/// each thing once.
#[derive(Clone, Debug)]
pub struct Listener {
    name: String,
    seat: Seat,
    told: Told,
}

#[derive(Clone, Debug)]
enum Told {
    Catan(<Catan as Contest>::Bot),
    CitiesAndKnights(<CitiesAndKnights as Contest>::Bot),
    Carcassonne(<Carcassonne as Contest>::Bot),
    TradersAndBuilders(<TradersAndBuilders as Contest>::Bot),
    Mayflower(<Mayflower as Contest>::Bot),
}

impl Listener {
    /// The bot of this name, which was told nothing yet; `None` if there is no such bot.
    #[must_use]
    pub fn new(kind: GameKind, name: &str, seat: Seat) -> Option<Listener> {
        // Each decision has a seed of its own.
        let seed = Seed(0);
        let told = match kind {
            GameKind::Catan => Told::Catan(Catan::bot(name, seat, seed)?),
            GameKind::CitiesAndKnights => Told::CitiesAndKnights(CitiesAndKnights::bot(name, seat, seed)?),
            GameKind::Carcassonne => Told::Carcassonne(Carcassonne::bot(name, seat, seed)?),
            GameKind::TradersAndBuilders => {
                Told::TradersAndBuilders(TradersAndBuilders::bot(name, seat, seed)?)
            }
            GameKind::Mayflower => Told::Mayflower(Mayflower::bot(name, seat, seed)?),
        };
        Some(Listener { name: name.to_owned(), seat, told })
    }

    /// The name of the bot.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it wants to be told what happens.
    #[must_use]
    pub fn listens(&self) -> bool {
        match &self.told {
            Told::Catan(bot) => Player::<Catan>::listens(bot),
            Told::CitiesAndKnights(bot) => Player::<CitiesAndKnights>::listens(bot),
            Told::Carcassonne(bot) => Player::<Carcassonne>::listens(bot),
            Told::TradersAndBuilders(bot) => Player::<TradersAndBuilders>::listens(bot),
            Told::Mayflower(bot) => Player::<Mayflower>::listens(bot),
        }
    }

    /// Tells the bot what happened, unredacted; it hears what its seat may know. Events of another game are not heard.
    pub fn hear(&mut self, events: &Events) {
        let seat = self.seat;
        match &mut self.told {
            Told::Catan(bot) => tell::<Catan>(bot, seat, events.as_catan()),
            Told::CitiesAndKnights(bot) => {
                tell::<CitiesAndKnights>(bot, seat, events.as_cities_and_knights());
            }
            Told::Carcassonne(bot) => tell::<Carcassonne>(bot, seat, events.as_carcassonne()),
            Told::TradersAndBuilders(bot) => tell::<TradersAndBuilders>(bot, seat, events.as_carcassonne()),
            Told::Mayflower(bot) => tell::<Mayflower>(bot, seat, events.as_carcassonne()),
        }
    }

    /// What the bot does in a position, as text, with this seed for its own randomness; `None` if there is nothing to
    /// decide, or it is another game.
    #[must_use]
    pub fn choose(&self, game: &AnyGame, seed: Seed) -> Option<String> {
        match (&self.told, game) {
            (Told::Catan(told), AnyGame::Catan(game)) => self.ask(told, game, seed),
            (Told::CitiesAndKnights(told), AnyGame::CitiesAndKnights(game)) => self.ask(told, game, seed),
            (Told::Carcassonne(told), AnyGame::Carcassonne(game)) => self.ask(told, game, seed),
            (Told::TradersAndBuilders(told), AnyGame::TradersAndBuilders(game)) => self.ask(told, game, seed),
            (Told::Mayflower(told), AnyGame::Mayflower(game)) => self.ask(told, game, seed),
            _ => None,
        }
    }

    fn ask<G: Contest>(&self, told: &G::Bot, game: &G, seed: Seed) -> Option<String> {
        let legal = game.legal_actions(self.seat);
        if legal.is_empty() {
            return None;
        }
        let mut bot = G::bot(&self.name, self.seat, seed)?;
        bot.remember(told);
        Some(bot.choose(&game.view(Viewer::Seat(self.seat)), &legal).to_string())
    }
}

fn tell<G: Contest>(bot: &mut G::Bot, seat: Seat, events: Option<&[G::Event]>) {
    if bot.listens() {
        let events = events.unwrap_or_default().iter();
        events.for_each(|&event| bot.observe(&G::redact(event, Viewer::Seat(seat))));
    }
}
