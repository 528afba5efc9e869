//! The animations and highlights for events of Cities & Knights.

use crate::games::island::cues::{GameCues, fly};
use crate::games::island::snapshot::{ApplyEvents, IslandSnapshot, Way};
use crate::model::{Chip, Cues, SUPPLY};
use ::catan::Terrain;
use ::catan::cities_and_knights::{Area, CardKind, Knights, OwnEvent};

impl ApplyEvents for Knights {
    fn follow(past: &mut IslandSnapshot, event: &OwnEvent, way: Way) {
        match (*event, way) {
            (OwnEvent::SwappedNumbers { first, second }, _) => {
                if let Some(layout) = &mut past.layout {
                    let (one, other) = (layout.numbers[first], layout.numbers[second]);
                    (layout.numbers[first], layout.numbers[second]) = (other, one);
                }
            }
            (OwnEvent::Pillaged { seat, vertex, settlement }, Way::On) => {
                past.cities[seat].remove(vertex);
                if settlement {
                    past.settlements[seat].insert(vertex);
                }
            }
            (OwnEvent::Pillaged { seat, vertex, .. }, Way::Back) => {
                past.settlements[seat].remove(vertex);
                past.cities[seat].insert(vertex);
            }
            _ => {}
        }
    }
}

impl GameCues for Knights {
    fn yields(terrain: Terrain) -> Option<(CardKind, CardKind)> {
        CardKind::of_terrain(terrain)
    }
    fn rolled_sum(event: &OwnEvent) -> Option<u8> {
        match event {
            OwnEvent::Rolled { red, other, .. } => Some(*red + *other),
            _ => None,
        }
    }
    fn own_cues(event: &OwnEvent) -> Cues {
        let mut cues = Cues::default();
        match *event {
            OwnEvent::Rolled { face, red, other, .. } => {
                cues.three_dice(red.pips(), other.pips(), face.name());
            }
            OwnEvent::ChoseDice { red, other } => cues.dice(red.pips(), other.pips()),
            OwnEvent::ShipMoved { space } => cues.ship(space),
            OwnEvent::AttackOver => cues.ship(0),
            OwnEvent::Attacked { barbarians, knights, .. } => cues.attack(barbarians, knights),
            OwnEvent::Pillaged { seat, vertex, settlement } => {
                cues.lose(seat, vertex);
                if settlement {
                    cues.come(vertex);
                }
            }
            OwnEvent::LostRoad { seat, edge } => cues.go(edge, seat),
            OwnEvent::RemovedRoad { owner, edge, .. } => cues.go(edge, owner),
            OwnEvent::Defended { seat } => cues.fly(SUPPLY, Chip(seat), "defender", 1),
            OwnEvent::BuiltWall { vertex, .. }
            | OwnEvent::BuiltKnight { vertex, .. }
            | OwnEvent::Promoted { vertex, .. }
            | OwnEvent::PlacedDeserter { vertex, .. } => cues.come(vertex),
            OwnEvent::Activated { vertex, .. } | OwnEvent::ChasedRobber { vertex, .. } => cues.light(vertex),
            OwnEvent::ActivatedAll { knights, .. } => {
                knights.into_iter().for_each(|vertex| cues.light(vertex));
            }
            OwnEvent::MovedKnight { from, to, .. }
            | OwnEvent::Displaced { from, to, .. }
            | OwnEvent::Retreated { from, to: Some(to), .. } => cues.shift("knight", from, to),
            OwnEvent::Retreated { seat, from, to: None } => cues.go(from, seat),
            OwnEvent::Deserted { seat, vertex, .. } => cues.go(vertex, seat),
            OwnEvent::PlacedMetropolis { vertex, from, .. } => {
                if let Some(from) = from {
                    cues.block(from);
                }
                cues.come(vertex);
            }
            OwnEvent::Improved { seat, area, .. } => {
                cues.fly(SUPPLY, Chip(seat), format_args!("area-{area}"), 1);
            }
            OwnEvent::SwappedNumbers { first, second } => {
                cues.light(first);
                cues.light(second);
            }
            OwnEvent::PlacedMerchant { hex, from: Some(from), .. } => cues.shift("merchant", from, hex),
            OwnEvent::PlacedMerchant { hex, from: None, .. } => cues.shift("merchant", SUPPLY, hex),
            _ => cards(&mut cues, event),
        }
        cues
    }
    fn own_matters(event: &OwnEvent) -> bool {
        match event {
            OwnEvent::Rolled { red, other, .. } => *red + *other == 7,
            OwnEvent::Attacked { .. }
            | OwnEvent::Pillaged { .. }
            | OwnEvent::Defended { .. }
            | OwnEvent::PlacedMetropolis { .. }
            | OwnEvent::PlayedProgress { .. }
            | OwnEvent::TookProgress { .. }
            | OwnEvent::Displaced { .. }
            | OwnEvent::Deserted { .. }
            | OwnEvent::RemovedRoad { .. }
            | OwnEvent::SwappedNumbers { .. } => true,
            _ => false,
        }
    }
}

/// Cards that change hands.
fn cards(cues: &mut Cues, event: &OwnEvent) {
    match *event {
        OwnEvent::DrewProgress { seat, area, .. } => cues.fly(SUPPLY, Chip(seat), Back(area), 1),
        OwnEvent::DroppedProgress { seat, area, .. } => cues.fly(Chip(seat), SUPPLY, Back(area), 1),
        OwnEvent::PlayedProgress { seat, card } => cues.fly(Chip(seat), SUPPLY, Back(card.area()), 1),
        OwnEvent::TookProgress { seat, victim, area, .. } => {
            cues.fly(Chip(victim), Chip(seat), Back(area), 1);
        }
        OwnEvent::TookByAqueduct { seat, kind } => cues.fly(SUPPLY, Chip(seat), kind, 1),
        OwnEvent::Gave { from, to, cards: Some(cards), .. } => fly(cues, Chip(from), Chip(to), cards),
        OwnEvent::Gave { from, to, count, cards: None } => {
            cues.fly(Chip(from), Chip(to), "card", count.into());
        }
        OwnEvent::Forced { seat, victim, exchanged: true, gave, got } => {
            for (from, to, kind) in [(seat, victim, gave), (victim, seat, got)] {
                match kind {
                    Some(kind) => cues.fly(Chip(from), Chip(to), kind, 1),
                    None => cues.fly(Chip(from), Chip(to), "card", 1),
                }
            }
        }
        _ => {}
    }
}

/// The back of a progress card.
struct Back(Area);

impl std::fmt::Display for Back {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "progress-{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Seat;

    /// Random games hardly come to these.
    #[test]
    fn what_is_rare_is_shown() {
        let [one, other] = ["I17", "I28"].map(|name| name.parse().unwrap());
        let (seat, area) = (Seat::A, Area::Trade);
        for (event, cues) in [
            (OwnEvent::LostRoad { seat, edge: "P25".parse().unwrap() }, "go:P25:@A"),
            (OwnEvent::PlacedMetropolis { seat, area, vertex: one, from: None }, "come:I17"),
            (OwnEvent::PlacedMetropolis { seat, area, vertex: one, from: Some(other) }, "block:I28 come:I17"),
            (OwnEvent::Pillaged { seat, vertex: one, settlement: true }, "lose:@A:I17 come:I17"),
            (OwnEvent::Pillaged { seat, vertex: one, settlement: false }, "lose:@A:I17"),
        ] {
            assert_eq!(Knights::own_cues(&event).text(), Some(cues));
        }
    }
}
