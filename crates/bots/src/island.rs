//! The bots for the games on the island of Catan: they have the same names in both.

mod master;

pub use master::Master;
pub(crate) use master::{OPENING_ROLLS, SearchedGame};

use crate::{BotGame, BotInfo, Player, RANDOM, Random};
use catan::action::Action;
use catan::phase::Phase;
use catan::view::View;
use catan::{Counts, Kind as _, Rules};
use game::{Seat, SeatSet, Seed, Viewer};

/// Every bot that plays these games, the weakest first.
pub const BOTS: &[BotInfo] = &[
    RANDOM,
    BotInfo {
        name: "settler",
        about_key: "bot-settler-about",
        about: "plans its turns, counts cards and trades",
    },
];

/// Any bot of the game that `S` is the settler of; asking one costs a branch, not a virtual call.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bot<S> {
    /// `random`
    Random(Random),
    /// `settler`
    Settler(Box<S>),
    /// The bots that search.
    Master(Box<Master<S>>),
}

impl<S: Default> Bot<S> {
    /// The bot with this name for `seat` in the game with this seed; `None` if there is no such bot.
    #[must_use]
    pub fn new(name: &str, seat: Seat, seed: Seed) -> Option<Self> {
        match name {
            "random" => Some(Bot::Random(Random::new(seed.substream("bot", seat.index() as u64)))),
            "settler" => Some(Bot::Settler(Box::default())),
            _ => None,
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

/// The trade messages that the viewer may send now; which they are depends on its own cards and on the open trade alone.
///
/// If any exchange may be said, one card of a kind in its hand for one of another kind may. Two wanted kinds are tried,
/// since an addressee may not repeat its last answer.
pub(crate) fn open_kinds<R: Rules>(view: &View<'_, R>) -> Vec<&'static str> {
    let Viewer::Seat(seat) = view.viewer() else { return Vec::new() };
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
