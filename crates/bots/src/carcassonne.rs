//! Bots that play Carcassonne, Traders & Builders and Mayflower.
//!
//! Reading order: [`Bot`], any of them; [`Surveyor`]; [`Master`].

mod master;
mod surveyor;

pub use master::Master;
pub use surveyor::{Surveyor, SurveyorGame, Weights};

use crate::{BotGame, BotInfo, Depth, Player, RANDOM, Random};
use carcassonne::{Action, Game, LegalActions, View};
use game::{Seat, Seed};

/// Every bot that plays these three games, the weakest first.
pub const BOTS: &[BotInfo] = &[
    RANDOM,
    BotInfo {
        name: "novice",
        about_key: "bot-novice-about",
        about: "looks at the same things as surveyor, but often misjudges them",
    },
    BotInfo {
        name: "surveyor",
        about_key: "bot-surveyor-about",
        about: "weighs every place and figure by the points it is likely to bring",
    },
    BotInfo {
        name: "expert",
        about_key: "bot-expert-about",
        about: "plays its best moves on for a few turns before it chooses",
    },
    BotInfo {
        name: "master",
        about_key: "bot-master-about",
        about: "as expert, but plays more moves on, and more often",
    },
];

/// The greatest error of `novice`, in points.
const BLUR: f32 = 4.0;

/// The efforts of the bots that search.
const EXPERT: Depth = Depth::new(6, 80, 4);
const MASTER: Depth = Depth::new(8, 600, 4);

/// A game of Carcassonne between bots; Traders & Builders and Mayflower alike.
pub type Match<R> = crate::Match<Game<R>>;

/// Any bot of [`BOTS`]; asking one costs a branch, not a virtual call.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bot {
    /// `random`
    Random(Random),
    /// `surveyor` and `novice`
    Surveyor(Box<Surveyor>),
    /// `expert` and `master`
    Master(Box<Master>),
}

impl Bot {
    /// The bot with this name for `seat` in the game with this seed; `None` if there is no such bot.
    #[must_use]
    pub fn new(name: &str, seat: Seat, seed: Seed) -> Option<Bot> {
        let draws = seed.substream("bot", seat.index() as u64);
        match name {
            "random" => Some(Bot::Random(Random::new(draws))),
            "novice" => Some(Bot::Surveyor(Box::new(Surveyor::blurred(BLUR, draws)))),
            "expert" => Some(Bot::Master(Box::new(Master::new(EXPERT, draws)))),
            "master" => Some(Bot::Master(Box::new(Master::new(MASTER, draws)))),
            "surveyor" => Some(Bot::Surveyor(Box::default())),
            _ => None,
        }
    }
}

impl<R: SurveyorGame> Player<Game<R>> for Bot {
    #[inline]
    fn choose(&mut self, view: &View<'_, R>, legal: &LegalActions<R>) -> Action {
        match self {
            Bot::Random(bot) => Player::<Game<R>>::choose(bot, view, legal),
            Bot::Surveyor(bot) => bot.choose(view, legal),
            Bot::Master(bot) => bot.choose(view, legal),
        }
    }
}

impl<R: SurveyorGame> BotGame for Game<R> {
    type Bot = Bot;
    type Estimator = surveyor::Referee;
    const BOTS: &'static [BotInfo] = BOTS;

    fn bot(name: &str, seat: Seat, seed: Seed) -> Option<Bot> {
        Bot::new(name, seat, seed)
    }

    #[inline]
    fn next_to_ask(&self) -> Seat {
        self.active()
    }
}
