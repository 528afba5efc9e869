//! Bots that play Carcassonne, Traders & Builders and Mayflower.
//!
//! Reading order: [`Bot`], any of them; [`Surveyor`]; [`Master`].

mod master;
mod surveyor;

pub use master::{Clock, Master};
pub use surveyor::{Surveyor, SurveyorGame, Weights};

use crate::advice::Advised;
use crate::character::Character;
use crate::{BotGame, BotInfo, Depth, Player, RANDOM, Random, levels};
use carcassonne::{Action, Game, LegalActions, View};
use game::{Seat, Seed};

/// Every bot that plays these three games, the weakest first.
pub const BOTS: &[BotInfo] = &[
    RANDOM,
    LEARNERS[0].info,
    LEARNERS[1].info,
    LEARNERS[2].info,
    CHARACTERS[0].info,
    CHARACTERS[1].info,
    CHARACTERS[2].info,
    CHARACTERS[3].info,
    CHARACTERS[4].info,
    BotInfo {
        name: "surveyor",
        about_key: "bot-surveyor-about",
        about: "weighs every place and figure by the points it is likely to bring",
    },
    levels::EXPERT,
    levels::MASTER,
];

/// The levels below `surveyor`, the weakest first: they think as it does, but misjudge.
const LEARNERS: [Character; 3] = [
    Character::new(
        levels::BEGINNER,
        &[("spite", 0.0), ("growth", 0.0), ("thrift", 0.1), ("field_growth", 0.0), ("likes_fields", -3.0)],
    )
    .blurred(8.0),
    Character::new(levels::NOVICE, &[]).blurred(4.0),
    Character::new(levels::APPRENTICE, &[]).blurred(2.0),
];

/// The characters, the weakest first. Their likings are in points.
pub(crate) const CHARACTERS: [Character; 5] = [
    Character::new(
        BotInfo {
            name: "wayfarer",
            about_key: "bot-wayfarer-about",
            about: "follows every road, and takes little care where it leads",
        },
        &[("likes_roads", 4.0)],
    )
    .blurred(2.5),
    Character::new(
        BotInfo {
            name: "abbot",
            about_key: "bot-abbot-about",
            about: "settles monasteries before anything else and fills the land around them",
        },
        &[("likes_monasteries", 8.0), ("yard_own", 0.8)],
    )
    .blurred(1.5),
    Character::new(
        BotInfo {
            name: "farmer",
            about_key: "bot-farmer-about",
            about: "claims fields early and lives on what they yield in the end",
        },
        &[("likes_fields", 4.0), ("field_growth", 0.2)],
    ),
    Character::new(
        BotInfo {
            name: "mayor",
            about_key: "bot-mayor-about",
            about: "builds large cities and leaves roads to others",
        },
        &[("likes_cities", 3.0), ("likes_roads", -2.0)],
    ),
    Character::new(
        BotInfo {
            name: "magpie",
            about_key: "bot-magpie-about",
            about: "takes small points at once and never runs out of figures",
        },
        &[("income", 5.0), ("likes_fields", -3.0)],
    ),
];

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
    /// `surveyor`, the levels below it and the characters
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
            "expert" => Some(Bot::Master(Box::new(Master::new(EXPERT, draws)))),
            "master" => Some(Bot::Master(Box::new(Master::new(MASTER, draws)))),
            "surveyor" => Some(Bot::Surveyor(Box::default())),
            _ => {
                let mut characters = LEARNERS.iter().chain(&CHARACTERS);
                let character = characters.find(|character| character.info.name == name)?;
                Some(Bot::Surveyor(Box::new(Surveyor::tempered(character, draws))))
            }
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
    fn advise(&mut self, view: &View<'_, R>, legal: &LegalActions<R>) -> Vec<Advised<Action>> {
        match self {
            Bot::Random(bot) => Player::<Game<R>>::advise(bot, view, legal),
            Bot::Surveyor(bot) => bot.advise(view, legal),
            Bot::Master(bot) => bot.advise(view, legal),
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
