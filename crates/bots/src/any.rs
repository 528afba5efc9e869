//! Bots for any game of the shelf, by their names.

use crate::{BotInfo, Contest, Player};
use carcassonne::{Carcassonne, Mayflower, TradersAndBuilders};
use catan::{Catan, CitiesAndKnights};
use game::{Seat, Seed, Viewer};
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

/// Whether the bot of this name wants to be told what has happened.
#[must_use]
pub fn listens(kind: GameKind, name: &str) -> bool {
    fn asked<G: Contest>(name: &str) -> bool {
        G::bot(name, Seat::A, Seed(0)).is_some_and(|bot| bot.listens())
    }
    match kind {
        GameKind::Catan => asked::<Catan>(name),
        GameKind::CitiesAndKnights => asked::<CitiesAndKnights>(name),
        GameKind::Carcassonne => asked::<Carcassonne>(name),
        GameKind::TradersAndBuilders => asked::<TradersAndBuilders>(name),
        GameKind::Mayflower => asked::<Mayflower>(name),
    }
}

/// What the bot of this name does in a position, as text; `None` if there is no such bot, or nothing to decide.
///
/// The bot is made anew, with this seed, and told the past, unredacted, which it hears as `seat` may know it.
#[must_use]
pub fn choose(game: &AnyGame, name: &str, seat: Seat, seed: Seed, past: &[Events]) -> Option<String> {
    let catan = past.iter().filter_map(Events::as_catan).flatten();
    let knights = past.iter().filter_map(Events::as_cities_and_knights).flatten();
    let tiles = past.iter().filter_map(Events::as_carcassonne).flatten();
    match game {
        AnyGame::Catan(game) => ask(game, name, seat, seed, catan),
        AnyGame::CitiesAndKnights(game) => ask(game, name, seat, seed, knights),
        AnyGame::Carcassonne(game) => ask(game, name, seat, seed, tiles),
        AnyGame::TradersAndBuilders(game) => ask(game, name, seat, seed, tiles),
        AnyGame::Mayflower(game) => ask(game, name, seat, seed, tiles),
    }
}

fn ask<'a, G: Contest>(
    game: &G,
    name: &str,
    seat: Seat,
    seed: Seed,
    past: impl Iterator<Item = &'a G::Event>,
) -> Option<String> {
    let viewer = Viewer::Seat(seat);
    let legal = game.legal_actions(seat);
    if G::listed(&legal) == 0 {
        return None;
    }
    let mut bot = G::bot(name, seat, seed)?;
    if bot.listens() {
        past.for_each(|event| bot.observe(&G::redact(event, viewer)));
    }
    Some(bot.choose(&game.view(viewer), &legal).to_string())
}
