//! Bots that play Kerbe.

use crate::luck::{Estimator, Foresight, Shares, softmax, won};
use crate::{BotGame, BotInfo, Player, RANDOM, Random};
use game::{Game, Points, Seat, Seed, Turn};
use kerbe::{Kerbe, Notch};

/// A bot of Kerbe: without a plan, or with one, which is the first of what brings the most points at once.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bot {
    random: Random,
    plans: bool,
}

impl Player<Kerbe> for Bot {
    fn choose(&mut self, view: &Kerbe, legal: &<Kerbe as Game>::LegalActions) -> Notch {
        if !self.plans {
            return Player::<Kerbe>::choose(&mut self.random, view, legal);
        }
        let seat = view.active();
        let worth = |action: &Notch| {
            let mut then = *view;
            then.play_unchecked(seat, *action, &mut ());
            then.points(seat).total()
        };
        legal.into_iter().rev().max_by_key(worth).expect("something is legal")
    }
}

impl BotGame for Kerbe {
    type Bot = Bot;
    type Estimator = Referee;
    const BOTS: &'static [BotInfo] = &[
        RANDOM,
        BotInfo { name: "carver", about_key: "bot-carver-about", about: "takes the most points at once" },
    ];

    fn bot(name: &str, seat: Seat, seed: Seed) -> Option<Bot> {
        let random = Random::new(seed.substream("bot", seat.index() as u64));
        let is_known = Self::BOTS.iter().any(|bot| bot.name == name);
        is_known.then(|| Bot { random, plans: name != RANDOM.name })
    }
}

/// An estimator by which a seat with more points is likelier to win.
#[derive(Default)]
pub struct Referee;

impl Estimator<Kerbe> for Referee {
    fn shares(&mut self, game: &Kerbe) -> Shares {
        match game.turn() {
            Turn::Over(outcome) => won(outcome, game.seats()),
            _ => softmax(game.seats(), |seat| f64::from(game.points(seat).total()) / 4.0),
        }
    }
}

impl Foresight<Kerbe> for Referee {}
