//! The animations and highlights for events of base Catan.

use crate::games::island::cues::{GameCues, award};
use crate::games::island::snapshot::ApplyEvents;
use crate::model::{Chip, Cues, SUPPLY};
use ::catan::{Base, OwnEvent, Resource, Terrain};

impl ApplyEvents for Base {}

impl GameCues for Base {
    fn yields(terrain: Terrain) -> Option<(Resource, Resource)> {
        terrain.resource().map(|kind| (kind, kind))
    }
    fn rolled_sum(event: &OwnEvent) -> Option<u8> {
        match event {
            OwnEvent::Rolled { dice, .. } => Some(dice.0 + dice.1),
            _ => None,
        }
    }
    fn own_cues(event: &OwnEvent) -> Cues {
        let mut cues = Cues::default();
        match *event {
            OwnEvent::Rolled { dice, .. } => cues.dice(dice.0.pips(), dice.1.pips()),
            OwnEvent::BoughtCard { seat, card: Some(card) } => {
                cues.fly(SUPPLY, Chip(seat), card.name(), 1);
            }
            OwnEvent::BoughtCard { seat, card: None } => cues.fly(SUPPLY, Chip(seat), "card", 1),
            OwnEvent::PlayedCard { seat, card } => cues.fly(Chip(seat), SUPPLY, card.name(), 1),
            OwnEvent::LargestArmy { holder, from, .. } => {
                award(&mut cues, from, Some(holder), "largest-army");
            }
        }
        cues
    }
    fn own_matters(event: &OwnEvent) -> bool {
        match event {
            OwnEvent::Rolled { dice, .. } => dice.0 + dice.1 == 7,
            OwnEvent::PlayedCard { .. } | OwnEvent::LargestArmy { .. } => true,
            OwnEvent::BoughtCard { .. } => false,
        }
    }
}
