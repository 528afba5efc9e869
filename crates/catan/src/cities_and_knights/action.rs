//! Decisions of seats, and outcomes of nature.

use crate::cities_and_knights::{Area, Bundle, CardKind, Knights, Progress, Strength};
use crate::{Die, EdgeId, HexId, VertexId, VertexSet};
use game::Seat;

/// A decision that only Cities & Knights knows. Text form as in [`super::notation`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OwnAction {
    /// Builds a wall (`CK-WALL-1`).
    BuildWall(VertexId),
    /// Builds a basic knight (`CK-KNIGHT-1`).
    BuildKnight(VertexId),
    /// Activates a knight (`CK-KNIGHT-3`).
    Activate(VertexId),
    /// Promotes a knight (`CK-KNIGHT-4`).
    Promote(VertexId),
    /// Moves a knight (`CK-KNIGHT-10`).
    Move {
        /// The intersection of the knight.
        from: VertexId,
        /// To a free intersection.
        to: VertexId,
    },
    /// Moves a knight onto a weaker one (`CK-KNIGHT-11`).
    Displace {
        /// The intersection of the knight.
        from: VertexId,
        /// The intersection of the weaker knight.
        to: VertexId,
    },
    /// Chases the robber away (`CK-KNIGHT-13`).
    Chase(VertexId),
    /// Buys the next improvement of an area (`CK-IMP-1`).
    Improve(Area),
    /// Puts a metropolis on this city (`CK-METRO-1`).
    PlaceMetropolis(VertexId),
    /// Loses this city to the barbarians (`CK-BARB-7`).
    Pillage(VertexId),
    /// Sends these knights against the barbarians (`CK-BARB-15`).
    Fight(VertexSet),
    /// Draws from this deck (`CK-BARB-12`).
    ChooseDeck(Area),
    /// Draws a progress card, where the seat may decline (`CK-PROG-3`).
    Draw,
    /// Discards a progress card (`CK-PROG-6`).
    Drop(Progress),
    /// Takes a resource by the Aqueduct (`CK-IMP-8`).
    TakeResource(CardKind),
    /// Takes cards by Master Merchant (`CK-TRD-2`).
    TakeCards(Bundle),
    /// Takes a progress card by Spy (`CK-POL-7`).
    TakeProgress(Progress),
    /// Gives cards for Wedding (`CK-POL-9`).
    Give(Bundle),
    /// Gives a commodity for Commercial Harbor (`CK-TRD-1`).
    GiveCommodity(CardKind),
    /// Moves the own displaced knight there (`CK-KNIGHT-12`).
    Retreat(VertexId),
    /// Removes the own knight for Deserter (`CK-POL-3`).
    RemoveKnight(VertexId),
    /// Places a knight for the one that deserted; its strength, where that may be chosen.
    PlaceKnight(VertexId, Option<Strength>),
    /// Forces an exchange by Commercial Harbor: this seat, this resource.
    Force(Seat, CardKind),
    /// Plays a progress card.
    Play(Play),
}

/// A progress card to play, with the choices that it needs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Play {
    /// The values of the red and the other die.
    Alchemist(Die, Die),
    Crane,
    /// A city for the wall.
    Engineer(VertexId),
    /// Two hexes, the lower number first.
    Inventor(HexId, HexId),
    Irrigation,
    /// A settlement.
    Medicine(VertexId),
    Mining,
    RoadBuilding,
    /// One knight, or two with the lower intersection first.
    Smith(VertexId, Option<VertexId>),
    Bishop,
    /// An opponent with a knight.
    Deserter(Seat),
    /// An open road.
    Diplomat(EdgeId),
    /// An opponent's knight at the end of an own road.
    Intrigue(VertexId),
    Saboteur,
    /// An opponent with a hidden card.
    Spy(Seat),
    Warlord,
    Wedding,
    CommercialHarbor,
    /// An opponent with more points and a card.
    MasterMerchant(Seat),
    /// A hex with an own building.
    Merchant(HexId),
    /// A resource.
    ResourceMonopoly(CardKind),
    /// A commodity.
    TradeMonopoly(CardKind),
    /// Any kind.
    MerchantFleet(CardKind),
}

impl Play {
    /// The card that is played.
    #[must_use]
    pub const fn card(self) -> Progress {
        match self {
            Play::Alchemist(..) => Progress::Alchemist,
            Play::Crane => Progress::Crane,
            Play::Engineer(_) => Progress::Engineer,
            Play::Inventor(..) => Progress::Inventor,
            Play::Irrigation => Progress::Irrigation,
            Play::Medicine(_) => Progress::Medicine,
            Play::Mining => Progress::Mining,
            Play::RoadBuilding => Progress::RoadBuilding,
            Play::Smith(..) => Progress::Smith,
            Play::Bishop => Progress::Bishop,
            Play::Deserter(_) => Progress::Deserter,
            Play::Diplomat(_) => Progress::Diplomat,
            Play::Intrigue(_) => Progress::Intrigue,
            Play::Saboteur => Progress::Saboteur,
            Play::Spy(_) => Progress::Spy,
            Play::Warlord => Progress::Warlord,
            Play::Wedding => Progress::Wedding,
            Play::CommercialHarbor => Progress::CommercialHarbor,
            Play::MasterMerchant(_) => Progress::MasterMerchant,
            Play::Merchant(_) => Progress::Merchant,
            Play::ResourceMonopoly(_) => Progress::ResourceMonopoly,
            Play::TradeMonopoly(_) => Progress::TradeMonopoly,
            Play::MerchantFleet(_) => Progress::MerchantFleet,
        }
    }
}

const _: () = assert!(size_of::<Action>() <= 24);

/// A decision in Cities & Knights.
pub type Action = crate::action::Action<Knights>;
/// An outcome of nature in Cities & Knights.
pub type Chance = crate::action::Chance<Knights>;
/// A kind of outcome of nature in Cities & Knights.
pub type ChanceKind = crate::action::ChanceKind<Knights>;

/// A face of the event die (`CK-TERM-3`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EventFace {
    /// The barbarian ship; three of the six faces.
    Ship,
    /// The yellow gate.
    Trade,
    /// The blue gate.
    Politics,
    /// The green gate.
    Science,
}

impl EventFace {
    /// The faces with how many of the six show them (`CK-COMP-6`).
    pub const FACES: [(EventFace, u32); 4] =
        [(EventFace::Ship, 3), (EventFace::Trade, 1), (EventFace::Politics, 1), (EventFace::Science, 1)];

    /// Returns face number 0 to 5 of the die.
    #[inline]
    pub(crate) const fn on_die(number: u32) -> EventFace {
        match number {
            0..3 => EventFace::Ship,
            3 => EventFace::Trade,
            4 => EventFace::Politics,
            _ => EventFace::Science,
        }
    }

    /// The area of a gate.
    #[must_use]
    pub const fn gate(self) -> Option<Area> {
        // In the order of `EventFace`: a look-up has no branch to mispredict.
        const GATES: [Option<Area>; 4] = [None, Some(Area::Trade), Some(Area::Politics), Some(Area::Science)];
        GATES[self as usize]
    }

    /// The name: `ship`, or that of the area.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.gate() {
            None => "ship",
            Some(area) => area.name(),
        }
    }
}

/// A kind of outcome that only Cities & Knights knows. Text form: `dice with 6 1`, `science card for B`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OwnChanceKind {
    /// The event die; the production dice are chosen already with the Alchemist.
    EventDie {
        /// The red die.
        red: Die,
        /// The other one.
        other: Die,
    },
    /// The top card of a progress deck.
    ProgressCard {
        /// The seat that draws.
        seat: Seat,
        /// The deck, by its area.
        area: Area,
    },
}

/// An outcome that only Cities & Knights knows. Text form: `dice ship 3 4`, `card smith`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OwnChance {
    /// The event die, the red die and the other one.
    Dice(EventFace, Die, Die),
    /// This progress card is drawn.
    ProgressCard(Progress),
}
