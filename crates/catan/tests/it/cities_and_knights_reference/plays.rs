//! The effects of the progress cards (`CK-SCI`, `CK-POL`, `CK-TRD`).

use super::{GRAIN, Hand, House, Knight, MEDICINE_PRICE, ORE, Question, Table, Task};
use crate::reference::common;
use crate::reference::island::ISLAND;
use crate::reference::total;
use catan::Terrain;
use catan::cities_and_knights::options::{DeserterActs, DeserterMighty, DeserterSubstitute};
use catan::cities_and_knights::{Area, Play, RobberCause};

impl Table {
    pub fn play_card(&mut self, seat: usize, play: Play) {
        if let Play::Alchemist(red, other) = play {
            // `CK-SCI-1`
            self.question = Question::Dice { chosen: Some((red, other)) };
            return;
        }
        // `CK-PROG-19`: asked again after what the card does.
        if self.question == Question::PlayEarly {
            self.first([Task::PlayEarly]);
        }
        self.resume(|table| table.take_effect(seat, play));
    }

    fn take_effect(&mut self, seat: usize, play: Play) {
        match play {
            Play::Alchemist(..) => unreachable!("played before the roll"),
            Play::Crane => self.cranes += 1,
            Play::Engineer(i) => self.houses[i.index()] = Some((seat, House::City { wall: true })),
            Play::Inventor(a, b) => self.numbers.swap(a.index(), b.index()),
            Play::Irrigation => {
                let fields = self.hexes_with_own_building(seat, Terrain::Fields);
                self.take_from_supply(seat, GRAIN, 2 * fields);
            }
            Play::Mining => {
                let mountains = self.hexes_with_own_building(seat, Terrain::Mountains);
                self.take_from_supply(seat, ORE, 2 * mountains);
            }
            Play::Medicine(i) => {
                // A payment for a piece all the same (`CK-TURN-6`).
                self.pay(seat, MEDICINE_PRICE);
                self.houses[i.index()] = Some((seat, House::City { wall: false }));
            }
            Play::RoadBuilding => self.offer_free_roads(seat, 2, 0),
            Play::Smith(a, b) => {
                self.promote(a.index());
                if let Some(b) = b {
                    self.promote(b.index());
                }
            }
            Play::Bishop => self.first([Task::Robber(RobberCause::Bishop)]),
            Play::Deserter(victim) => match self.knights_of(victim.index())[..] {
                [] => {}
                // `CATAN-TURN-10`
                [only] => self.desert(only),
                _ => self.question = Question::RemoveKnight(victim.index()),
            },
            Play::Diplomat(path) => {
                let path = path.index();
                let owner = self.roads[path].take().expect("an open road");
                self.first([Task::LongestRoad]);
                // The cleared path itself is not allowed (`CK-POL-10`).
                if owner == seat && (0..72).any(|other| other != path && self.road_fits(seat, other)) {
                    self.question = Question::ReplaceRoad { removed: path };
                }
            }
            Play::Intrigue(i) => {
                let driven = self.knights[i.index()].take().expect("a knight");
                self.drive_away(driven, i.index());
            }
            Play::Saboteur => {
                let mut owed = vec![0; self.seats];
                for other in self.opponents() {
                    if self.points(other) >= self.points(seat) {
                        owed[other] = total(&self.hands[other]) / 2;
                    }
                }
                self.discard(owed, true);
            }
            Play::Spy(victim) => {
                if !self.held[victim.index()].is_empty() {
                    self.question = Question::Spy(victim.index());
                }
            }
            Play::Warlord => {
                for knight in self.knights.iter_mut().flatten().filter(|knight| knight.seat == seat) {
                    knight.active = true;
                }
            }
            Play::Wedding => self.wed(seat),
            Play::CommercialHarbor => self.commercial_harbors += 1,
            Play::MasterMerchant(victim) => {
                let victim = victim.index();
                let hand = self.hands[victim];
                if total(&hand) <= 2 {
                    // The whole hand: nothing to choose.
                    self.hand_over(victim, seat, hand);
                } else {
                    self.question = Question::TakeCards { victim, count: 2 };
                }
            }
            Play::Merchant(hex) => self.merchant = Some((seat, hex.index())),
            Play::ResourceMonopoly(kind) => self.collect(seat, kind.index(), 2),
            Play::TradeMonopoly(kind) => self.collect(seat, kind.index(), 1),
            Play::MerchantFleet(kind) => self.fleet.push(kind.index()),
        }
    }

    /// Hexes of a terrain with at least one own building (`CK-SCI-5`, `CK-SCI-7`).
    pub fn hexes_with_own_building(&self, seat: usize, terrain: Terrain) -> u32 {
        (0..19).filter(|&hex| self.terrain[hex] == terrain && self.has_building_at(seat, hex)).count() as u32
    }

    pub fn has_building_at(&self, seat: usize, hex: usize) -> bool {
        ISLAND.corners[hex].iter().any(|&i| self.owner(i) == Some(seat))
    }

    /// `CK-TRD-4`, `CK-TRD-5`: takes up to `count` cards of the kind from every opponent.
    fn collect(&mut self, seat: usize, kind: usize, count: u32) {
        for other in self.opponents() {
            let mut cards = [0; 8];
            cards[kind] = self.hands[other][kind].min(count);
            self.hand_over(other, seat, cards);
        }
    }

    /// `CK-POL-9`. A seat that holds no more cards than it must give has no choice (`CATAN-TURN-10`).
    fn wed(&mut self, seat: usize) {
        let mut owed = vec![0; self.seats];
        let mut chosen = vec![None; self.seats];
        for other in self.opponents() {
            if self.points(other) > self.points(seat) {
                owed[other] = total(&self.hands[other]).min(2);
                if total(&self.hands[other]) <= 2 {
                    chosen[other] = Some(self.hands[other]);
                }
            }
        }
        self.question = Question::Give { owed, chosen };
        self.apply_if_all_have_chosen();
    }

    // Deserter (`CK-POL-3`).

    pub fn desert(&mut self, i: usize) {
        let knight = self.knights[i].take().expect("a knight");
        self.first([Task::LongestRoad]);
        let seat = self.active;
        let place = (0..54).any(|i| self.is_free(i) && self.road_ends_at(seat, i));
        if place && !self.substitutes(knight.strength).is_empty() {
            self.question = Question::PlaceKnight { strength: knight.strength, active: knight.active };
        }
    }

    /// `CK-POL-3`: whether a mighty knight may be placed, with the Fortress or without.
    pub fn may_place_mighty(&self) -> bool {
        self.options.ck_deserter_mighty == DeserterMighty::Always
            || self.level(self.active, Area::Politics) >= 3
    }

    /// Strengths that may be placed for a knight of this strength.
    pub fn substitutes(&self, lost: u32) -> Vec<u32> {
        let left = |strength: &u32| {
            self.knights_left(self.active, *strength) > 0 && (*strength < 3 || self.may_place_mighty())
        };
        match self.options.ck_deserter_substitute {
            DeserterSubstitute::AnyLower => (1..=lost).filter(left).collect(),
            DeserterSubstitute::Basic if left(&lost) => vec![lost],
            DeserterSubstitute::Basic => [1].into_iter().filter(left).collect(),
        }
    }

    pub fn place_deserter(&mut self, i: usize, strength: Option<u32>, lost: u32, active: bool) {
        let strength = strength.unwrap_or_else(|| self.substitutes(lost)[0]);
        let may_act = active && self.options.ck_deserter_acts == DeserterActs::SameTurn;
        self.knights[i] = Some(Knight { seat: self.active, strength, active, may_act, promoted: false });
    }

    // Commercial Harbor (`CK-TRD-1`).

    pub fn force(&mut self, victim: usize, kind: usize) {
        let commodities: Vec<usize> = (5..8).filter(|&k| self.hands[victim][k] > 0).collect();
        match commodities[..] {
            [] => {}
            // The whole hand must be given: nothing to ask (`CATAN-TURN-10`).
            [only] if total(&self.hands[victim]) == 1 => self.exchange_by_force(victim, kind, only),
            _ => self.question = Question::ForcedExchange { victim, kind },
        }
    }

    pub fn exchange_by_force(&mut self, victim: usize, resource: usize, commodity: usize) {
        let one = |kind: usize| {
            let mut cards = [0; 8];
            cards[kind] = 1;
            cards
        };
        self.hand_over(self.active, victim, one(resource));
        self.hand_over(victim, self.active, one(commodity));
    }

    /// Returns all ways to take `count` cards out of a seat's hand.
    pub fn choices(&self, seat: usize, count: u32) -> Vec<Hand> {
        common::choices(&self.hands[seat], count)
    }
}
