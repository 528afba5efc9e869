//! The words of base Catan alone: development cards, its own actions, events and refusals.

use crate::games::island::words::by;
use crate::words::msg;
use catan::{Base, Cards, Decision, DevelopmentCard, OwnAction, OwnEvent, OwnIllegal, Phase};

pub use crate::games::island::words::{
    IslandWords, Named, Narrator, piece_key, refusal, resource_key, terrain_key,
};

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

impl IslandWords for Base {
    const STOP: &'static str = "action-stop";

    fn action(narrator: &Narrator<'_>, action: OwnAction) -> String {
        let w = narrator.words;
        match action {
            OwnAction::BuyDevelopmentCard => msg!(w, "action-buy"),
            OwnAction::PlayKnight => msg!(w, "action-knight"),
            OwnAction::PlayRoadBuilding => msg!(w, "action-road-building"),
            OwnAction::PlayYearOfPlenty(first, second) => {
                let second = second.map_or(Cards::NONE, |kind| Cards::of(kind, 1));
                let cards = Cards::of(first, 1) + second;
                msg!(w, "action-year-of-plenty", cards = narrator.cards(cards))
            }
            OwnAction::PlayMonopoly(kind) => {
                msg!(w, "action-monopoly", kind = narrator.kind(kind))
            }
        }
    }
    fn event(narrator: &Narrator<'_>, event: &OwnEvent) -> String {
        match *event {
            OwnEvent::Rolled { seat, dice } => {
                by!(
                    narrator,
                    seat,
                    "event-rolled",
                    first = narrator.die(dice.0, "die"),
                    second = narrator.die(dice.1, "die"),
                    sum = dice.0 + dice.1
                )
            }
            OwnEvent::BoughtCard { seat, card } => match card {
                Some(card) => by!(narrator, seat, "event-bought-card", card = narrator.card(card)),
                None => by!(narrator, seat, "event-bought-hidden-card"),
            },
            OwnEvent::PlayedCard { seat, card } => {
                by!(narrator, seat, "event-played-card", card = narrator.card(card))
            }
            OwnEvent::LargestArmy { holder, knights, .. } => {
                by!(narrator, holder, "event-largest-army", knights = knights)
            }
        }
    }
    fn decision(narrator: &Narrator<'_>, decision: Decision) -> String {
        let w = narrator.words;
        match decision {
            Decision::Settlement => msg!(w, "refusal-decision-settlement"),
            Decision::Road => msg!(w, "refusal-decision-road"),
            Decision::Discards => msg!(w, "refusal-decision-discards"),
            Decision::Robber => msg!(w, "refusal-decision-robber"),
            Decision::Victim => msg!(w, "refusal-decision-victim"),
            Decision::FreeRoad => msg!(w, "refusal-decision-free-road"),
        }
    }
    fn refusal(narrator: &Narrator<'_>, why: &OwnIllegal) -> String {
        use OwnIllegal as I;
        let w = narrator.words;
        match *why {
            I::InSetup => msg!(w, "refusal-in-setup"),
            I::DeckEmpty => msg!(w, "refusal-deck-empty"),
            I::NoSuchCard { card } => msg!(w, "refusal-no-such-card", card = narrator.card(card)),
            I::BoughtThisTurn { card } => msg!(w, "refusal-bought-this-turn", card = narrator.card(card)),
            I::AlreadyPlayedCard => msg!(w, "refusal-already-played-card"),
            I::NoRoadToPlace => msg!(w, "refusal-no-road-to-place"),
            I::MustPlaceRoad => msg!(w, "refusal-must-place-road"),
            I::TakeTwo => msg!(w, "refusal-take-two"),
            I::NothingToDiscard => msg!(w, "refusal-nothing-to-discard"),
        }
    }
}

impl Narrator<'_> {
    /// A development card by its name.
    #[must_use]
    pub fn card(&self, card: DevelopmentCard) -> String {
        msg!(self.words, card_key(card))
    }

    /// Returns the label of the button that declines with [`Stop`](::catan::action::Action::Stop) in this phase.
    #[must_use]
    pub fn decline(&self, phase: Phase) -> String {
        match phase {
            Phase::ChoosingVictim { .. } => msg!(self.words, "action-decline-theft"),
            _ => msg!(self.words, Base::STOP),
        }
    }
}
