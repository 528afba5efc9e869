//! A game as its analysis needs it.

use bots::BotGame;
use encode::Encode;
use game::{Seat, Seed};
use serde::{Deserialize, Serialize};

/// The source of luck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The order of the seats, and the layout or position with which the game begins.
    Order,
    /// The production dice.
    Dice,
    /// The event die of Cities & Knights.
    EventDie,
    /// A stolen card.
    StolenCard,
    /// A development card.
    DevelopmentCard,
    /// A progress card.
    ProgressCard,
    /// A drawn tile.
    Tile,
}

impl Source {
    /// Every source, in the order of reports.
    pub const ALL: [Source; 7] = [
        Source::Order,
        Source::Dice,
        Source::EventDie,
        Source::StolenCard,
        Source::DevelopmentCard,
        Source::ProgressCard,
        Source::Tile,
    ];

    /// The name in documents: `event-die`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Source::Order => "order",
            Source::Dice => "dice",
            Source::EventDie => "event-die",
            Source::StolenCard => "stolen-card",
            Source::DevelopmentCard => "development-card",
            Source::ProgressCard => "progress-card",
            Source::Tile => "tile",
        }
    }
}

/// The kind of a decision, by which the effect of others is reported.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// The robber moved, or a seat robbed.
    Robber,
    /// An exchange between two seats.
    Trade,
    /// Roads, settlements, cities and what else takes room on the board.
    Building,
    /// Knights and choices in a fight against the barbarians.
    Barbarians,
    /// Development and progress cards bought or played.
    Cards,
    /// Tiles and figures placed.
    Tiles,
    /// Everything else: rolls, discards, exchanges with the supply, the end of a turn.
    Other,
}

impl Cause {
    /// Every kind, in the order of reports.
    pub const ALL: [Cause; 7] = [
        Cause::Robber,
        Cause::Trade,
        Cause::Building,
        Cause::Barbarians,
        Cause::Cards,
        Cause::Tiles,
        Cause::Other,
    ];

    /// The name in documents: `barbarians`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Cause::Robber => "robber",
            Cause::Trade => "trade",
            Cause::Building => "building",
            Cause::Barbarians => "barbarians",
            Cause::Cards => "cards",
            Cause::Tiles => "tiles",
            Cause::Other => "other",
        }
    }
}

/// A game that can be analysed.
pub trait Analysed:
    BotGame<Action: Send + Sync, Chance: Send + Sync, Estimator: Send> + Encode + Send + Sync
{
    /// Whether the value of an action that lets nature move is the mean over the outcomes; otherwise the position itself is
    /// valued, which takes less time where outcomes are many.
    const LOOKS_AHEAD: bool;

    /// The part of the game that is over, from 0 to 1.
    fn stage(&self) -> f64;
    /// The points of a seat in units of a large lead.
    fn lead(&self, seat: Seat) -> f64;
    /// The quality of the places that a seat has chosen while the game is set up; `None` afterwards.
    fn founding(&self, seat: Seat) -> Option<f64> {
        let _ = seat;
        None
    }
    /// The strongest bot that does not search, as it plays where nobody hears offers.
    ///
    /// # Panics
    /// Never: every game has a bot.
    fn quiet_bot(seat: Seat) -> Self::Bot {
        let name = <Self as BotGame>::BOTS.iter().rfind(|bot| !bot.searches()).expect("a bot").name;
        Self::bot(name, seat, Seed(0)).expect("a bot of the game")
    }
    /// The seat that began the game, or will begin it.
    fn beginner(&self) -> Seat {
        Seat::A
    }
    /// The seat whose turn it is.
    fn on_turn(&self) -> Seat;
    /// The source of the luck of an outcome.
    fn source(chance: &Self::Chance) -> Source;
    /// A number that two outcomes have in common if they show the same face of the event die; `None` where there is none.
    fn event_face(chance: &Self::Chance) -> Option<u32> {
        let _ = chance;
        None
    }
    /// Whether the outcomes that are due can be listed and followed to their end.
    fn is_listed(&self) -> bool {
        self.chance_outcomes().into_iter().next().is_some()
    }
    /// The kind of an action.
    fn cause(action: &Self::Action) -> Cause;
    /// The other seat of an exchange that this action carries out.
    fn partner(action: &Self::Action) -> Option<Seat> {
        let _ = action;
        None
    }
    /// Whether the action is a message about an exchange, which moves no card.
    fn is_message(action: &Self::Action) -> bool {
        let _ = action;
        false
    }
}
