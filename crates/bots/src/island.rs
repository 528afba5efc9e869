//! The bots for the games on the island of Catan: they have the same names in both.

mod master;

pub use master::Master;
pub(crate) use master::{SearchOf, SearchedGame};

use crate::advice::Advised;
use crate::character::Character;
use crate::{BotGame, BotInfo, Depth, Player, RANDOM, Random, levels};
use catan::action::Action;
use catan::phase::Phase;
use catan::view::View;
use catan::{Counts, Kind as _, Rules};
use game::{Seat, SeatSet, Seed, Viewer};

/// Every bot that plays Catan, and Cities & Knights, the weakest first.
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
        name: "settler",
        about_key: "bot-settler-about",
        about: "plans its turns, counts cards and trades",
    },
    levels::EXPERT,
    levels::MASTER,
];

/// The levels below `settler`, the weakest first: they think as it does, but misjudge.
const LEARNERS: [Character; 3] = [
    Character::new(
        levels::BEGINNER,
        &[
            ("blur", 1.6),
            ("hold_behind", 1.0),
            ("hold_level", 1.0),
            ("hold_ahead", 1.0),
            ("award_risk", 0.0),
            ("hand_risk", 0.0),
            ("lean_variety", 0.0),
            ("offers", 1.0),
        ],
    ),
    Character::new(levels::NOVICE, &[("blur", 0.8)]),
    Character::new(levels::APPRENTICE, &[("blur", 0.4)]),
];

/// The characters, the weakest first. Their likings are in log odds, where a settlement is worth about 0.5.
pub(crate) const CHARACTERS: [Character; 5] = [
    Character::new(
        BotInfo {
            name: "pathfinder",
            about_key: "bot-pathfinder-about",
            about: "builds long roads, and wants the Longest Road whatever it costs; in Cities & Knights it builds no knights",
        },
        &[("likes_roads", 0.35), ("award", 1.0)],
    )
    .with_knights(&[("likes_roads", 1.5), ("knights", 0.0)]),
    Character::new(
        BotInfo {
            name: "scholar",
            about_key: "bot-scholar-about",
            about: "collects development cards and keeps them; in Cities & Knights improvements and progress cards",
        },
        &[("likes_cards", 0.7)],
    )
    .with_knights(&[("likes_cards", 0.4), ("likes_improvements", 0.8)]),
    Character::new(
        BotInfo {
            name: "mason",
            about_key: "bot-mason-about",
            about: "builds cities carefully, keeps few cards and seldom trades",
        },
        &[("likes_cities", 0.4), ("trade_gain", 0.1), ("offers", 0.0), ("likes_cards", -0.1)],
    ),
    Character::new(
        BotInfo {
            name: "merchant",
            about_key: "bot-merchant-about",
            about: "trades with everybody, for the smallest gain, and likes harbours",
        },
        &[("trade_gain", 0.0002), ("generous", 1.0), ("wary", 1.0), ("market", 0.6), ("lean_harbours", 2.5)],
    ),
    Character::new(
        BotInfo {
            name: "raider",
            about_key: "bot-raider-about",
            about: "plays knights early and sets the robber on whoever leads",
        },
        &[("likes_knights", 0.5), ("likes_robbing", 1.5), ("likes_cards", 0.25)],
    ),
];

/// A bot of one of these games that characters change.
pub trait Temper: Default {
    /// The effort of `expert`.
    #[doc(hidden)]
    const EXPERT: Depth;
    /// The effort of `master`.
    #[doc(hidden)]
    const MASTER: Depth;

    /// Creates the bot with these weights changed; the second ones only Cities & Knights has.
    #[doc(hidden)]
    fn tempered(weights: &'static [(&'static str, f32)], knights: &'static [(&'static str, f32)]) -> Self;
}

/// Any bot of the game that `S` is the settler of; asking one costs a branch, not a virtual call.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bot<S> {
    /// `random`
    Random(Random),
    /// `settler`, the levels below it and the characters
    Settler(Box<S>),
    /// `expert` and `master`
    Master(Box<Master<S>>),
}

impl<S: Temper> Bot<S> {
    /// The bot with this name for `seat` in the game with this seed; `None` if there is no such bot.
    #[must_use]
    pub fn new(name: &str, seat: Seat, seed: Seed) -> Option<Self> {
        let draws = seed.substream("bot", seat.index() as u64);
        match name {
            "random" => Some(Bot::Random(Random::new(draws))),
            "settler" => Some(Bot::Settler(Box::default())),
            "expert" => Some(Bot::Master(Box::new(Master::new(S::EXPERT, draws)))),
            "master" => Some(Bot::Master(Box::new(Master::new(S::MASTER, draws)))),
            _ => {
                let character =
                    LEARNERS.iter().chain(&CHARACTERS).find(|character| character.info.name == name)?;
                Some(Bot::Settler(Box::new(S::tempered(character.weights, character.knights))))
            }
        }
    }
}

impl<G: BotGame, S: Player<G>> Player<G> for Bot<S>
where
    Master<S>: Player<G>,
{
    #[inline]
    fn choose(&mut self, view: &G::View<'_>, legal: &G::LegalActions) -> G::Action {
        match self {
            Bot::Random(bot) => Player::<G>::choose(bot, view, legal),
            Bot::Settler(bot) => bot.choose(view, legal),
            Bot::Master(bot) => bot.choose(view, legal),
        }
    }
    fn advise(&mut self, view: &G::View<'_>, legal: &G::LegalActions) -> Vec<Advised<G::Action>> {
        match self {
            Bot::Random(bot) => Player::<G>::advise(bot, view, legal),
            Bot::Settler(bot) => bot.advise(view, legal),
            Bot::Master(bot) => bot.advise(view, legal),
        }
    }
    fn observe(&mut self, event: &G::Event) {
        match self {
            Bot::Random(_) => {}
            Bot::Settler(bot) => bot.observe(event),
            Bot::Master(bot) => bot.observe(event),
        }
    }
    fn listens(&self) -> bool {
        match self {
            Bot::Random(_) => false,
            Bot::Settler(bot) => bot.listens(),
            Bot::Master(bot) => bot.listens(),
        }
    }
    fn meet(&mut self, people: SeatSet) {
        match self {
            Bot::Random(_) => {}
            Bot::Settler(bot) => bot.meet(people),
            Bot::Master(bot) => bot.meet(people),
        }
    }
    fn remember(&mut self, told: &Self) {
        match (self, told) {
            (Bot::Settler(bot), Bot::Settler(told)) => bot.remember(told),
            (Bot::Master(bot), Bot::Master(told)) => bot.remember(told),
            _ => {}
        }
    }
}

/// The seat that looks, if it is one.
pub(crate) fn seat_of<R: Rules>(view: &View<'_, R>) -> Option<Seat> {
    match view.viewer() {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Spectator | Viewer::Everything => None,
    }
}

/// The trade messages that the viewer may send now; which they are depends on its own cards and on the open trade alone.
///
/// If any exchange may be said, one card of a kind in its hand for one of another kind may. Two wanted kinds are tried,
/// since an addressee may not repeat its last answer.
pub(crate) fn open_kinds<R: Rules>(view: &View<'_, R>) -> Vec<&'static str> {
    let Some(seat) = seat_of(view) else { return Vec::new() };
    if !matches!(view.phase(), Phase::Building) {
        return Vec::new();
    }
    let Some(held) = view.hand(seat).and_then(|hand| hand.kinds().next()) else { return Vec::new() };
    let to = SeatSet::first(view.seats()).without(seat);
    let one = |kind| Counts::<R::Kind>::of(kind, 1).into();
    let can = |message: &dyn Fn(R::Kind) -> Action<R>| {
        let mut others = R::Kind::KINDS.iter().filter(|&&kind| kind != held).take(2);
        others.any(|&want| view.check(message(want)).is_ok())
    };
    let mut kinds = Vec::new();
    if can(&|want| Action::Offer { give: one(held), want: one(want), to }) {
        kinds.push("offer");
    }
    if can(&|want| Action::CounterOffer { give: one(held), want: one(want) }) {
        kinds.push("counter");
    }
    if can(&|want| Action::Propose { give: one(held), want: one(want) }) {
        kinds.push("propose");
    }
    kinds
}
