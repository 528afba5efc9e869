//! The words of base Catan alone: development cards, its own actions, events and refusals.

use crate::games::island::words::by;
use crate::words::say;
use catan::{Base, Cards, Decision, DevelopmentCard, OwnAction, OwnEvent, OwnIllegal, Phase};

pub use crate::games::island::words::{Named, Teller, Tells, piece_key, refusal, resource_key, terrain_key};

/// The message key of a development card's name.
#[must_use]
pub const fn card_key(card: DevelopmentCard) -> &'static str {
    match card {
        DevelopmentCard::Knight => "card-knight",
        DevelopmentCard::RoadBuilding => "card-road-building",
        DevelopmentCard::YearOfPlenty => "card-year-of-plenty",
        DevelopmentCard::Monopoly => "card-monopoly",
        DevelopmentCard::VictoryPoint => "card-victory-point",
    }
}

/// Returns the message key for the effect of a development card.
#[must_use]
pub const fn card_about_key(card: DevelopmentCard) -> &'static str {
    match card {
        DevelopmentCard::Knight => "card-knight-about",
        DevelopmentCard::RoadBuilding => "card-road-building-about",
        DevelopmentCard::YearOfPlenty => "card-year-of-plenty-about",
        DevelopmentCard::Monopoly => "card-monopoly-about",
        DevelopmentCard::VictoryPoint => "card-victory-point-about",
    }
}

impl Tells for Base {
    const STOP: &'static str = "action-stop";

    fn action(teller: &Teller<'_>, action: OwnAction) -> String {
        let w = teller.words;
        match action {
            OwnAction::BuyDevelopmentCard => say!(w, "action-buy"),
            OwnAction::PlayKnight => say!(w, "action-knight"),
            OwnAction::PlayRoadBuilding => say!(w, "action-road-building"),
            OwnAction::PlayYearOfPlenty(first, second) => {
                let second = second.map_or(Cards::NONE, |kind| Cards::of(kind, 1));
                let cards = Cards::of(first, 1) + second;
                say!(w, "action-year-of-plenty", cards = teller.cards(cards))
            }
            OwnAction::PlayMonopoly(kind) => {
                say!(w, "action-monopoly", kind = teller.kind(kind))
            }
        }
    }
    fn event(teller: &Teller<'_>, event: &OwnEvent) -> String {
        match *event {
            OwnEvent::Rolled { seat, dice } => {
                by!(
                    teller,
                    seat,
                    "event-rolled",
                    first = teller.die(dice.0, "die"),
                    second = teller.die(dice.1, "die"),
                    sum = dice.0 + dice.1
                )
            }
            OwnEvent::BoughtCard { seat, card } => match card {
                Some(card) => by!(teller, seat, "event-bought-card", card = teller.card(card)),
                None => by!(teller, seat, "event-bought-hidden-card"),
            },
            OwnEvent::PlayedCard { seat, card } => {
                by!(teller, seat, "event-played-card", card = teller.card(card))
            }
            OwnEvent::LargestArmy { holder, knights, .. } => {
                by!(teller, holder, "event-largest-army", knights = knights)
            }
        }
    }
    fn decision(teller: &Teller<'_>, decision: Decision) -> String {
        let w = teller.words;
        match decision {
            Decision::Settlement => say!(w, "refusal-decision-settlement"),
            Decision::Road => say!(w, "refusal-decision-road"),
            Decision::Discards => say!(w, "refusal-decision-discards"),
            Decision::Robber => say!(w, "refusal-decision-robber"),
            Decision::Victim => say!(w, "refusal-decision-victim"),
            Decision::FreeRoad => say!(w, "refusal-decision-free-road"),
        }
    }
    fn refusal(teller: &Teller<'_>, why: &OwnIllegal) -> String {
        use OwnIllegal as I;
        let w = teller.words;
        match *why {
            I::InSetup => say!(w, "refusal-in-setup"),
            I::DeckEmpty => say!(w, "refusal-deck-empty"),
            I::NoSuchCard { card } => say!(w, "refusal-no-such-card", card = teller.card(card)),
            I::BoughtThisTurn { card } => say!(w, "refusal-bought-this-turn", card = teller.card(card)),
            I::AlreadyPlayedCard => say!(w, "refusal-already-played-card"),
            I::NoRoadToPlace => say!(w, "refusal-no-road-to-place"),
            I::MustPlaceRoad => say!(w, "refusal-must-place-road"),
            I::TakeTwo => say!(w, "refusal-take-two"),
            I::NothingToDiscard => say!(w, "refusal-nothing-to-discard"),
        }
    }
}

impl Teller<'_> {
    /// A development card by its name.
    #[must_use]
    pub fn card(&self, card: DevelopmentCard) -> String {
        say!(self.words, card_key(card))
    }

    /// Returns the label of the button that declines with [`Stop`](::catan::action::Action::Stop) in this phase.
    #[must_use]
    pub fn decline(&self, phase: Phase) -> String {
        match phase {
            Phase::ChoosingVictim { .. } => say!(self.words, "action-decline-theft"),
            _ => say!(self.words, Base::STOP),
        }
    }
}
