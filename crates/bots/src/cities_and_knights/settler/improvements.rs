//! City improvements in the race: progress cards as income, abilities, metropolises.

use super::Weights;
use super::ledger::lane;
use crate::advice::Reason;
use crate::catan::Weights as BaseWeights;
use crate::catan::settler::island::{Amounts, LANES};
use crate::catan::settler::prospects::{Prospects, Survey};
use crate::catan::settler::race::{Appraiser, Extras, Purse, Race};
use catan::HexId;
use catan::SEATS;
use catan::cities_and_knights::{Area, CitiesAndKnights, Progress};
use game::{BySeat, Seat, Viewer};

/// A metropolis that improvements may still bring, or make safe.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Prize {
    /// The level that brings it; 0 if there is none to be had.
    level: u8,
    /// The points that may be expected from it.
    pub(super) points: f32,
    /// Whether this seat holds the metropolis already.
    pub(super) holds: bool,
}

/// A knight that is better there when the barbarians land.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Defence {
    pub(super) price: Amounts,
    /// The points that it saves or brings; 0 if no knight is wanted.
    pub(super) gain: f32,
    /// Rolls until the barbarians are expected.
    pub(super) deadline: f32,
}

impl Defence {
    const NONE: Defence = Defence { price: [0.0; LANES], gain: 0.0, deadline: 0.0 };
    /// A knight, built and activated.
    pub(super) const KNIGHT: Amounts = [0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0];

    /// A knight before the first attack: seven ships take fourteen rolls.
    fn at_start(weights: &Weights) -> Defence {
        Defence { price: Defence::KNIGHT, gain: weights.first_attack, deadline: 14.0 }
    }
}

/// The part of a seat's race that concerns improvements and knights.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Improvements {
    pub(super) levels: [u8; 3],
    pub(super) prizes: [Prize; 3],
    pub(super) cities: u8,
    /// Cities without a metropolis.
    pub(super) plain: u8,
    /// The chance that a roll brings no card, where the Aqueduct helps.
    pub(super) dry: f32,
    /// The value of a progress card of each area, in cards.
    cards: [f32; 3],
    pub(super) defence: Defence,
    /// The weight beyond the race of progress cards in hand and knights, in log odds.
    pub(super) lean: f32,
}

/// A purchase of this game beside settlements and cities.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purchase {
    /// The next levels of an area, up to this one.
    Levels(Area, u8),
    /// A knight, built and active.
    Defence,
}

/// Draws per roll at a level: the gate comes up once in six, the red die is at most one more than the level
/// (`CK-PROG-2`).
fn draws(level: u8) -> f32 {
    if level == 0 { 0.0 } else { f32::from(level + 1) / 36.0 }
}

/// Commodities for the levels after `from` up to `to` (`CK-IMP-1`).
fn cost(from: u8, to: u8) -> f32 {
    (from + 1..=to).map(f32::from).sum()
}

/// A value less likely the smaller it is than another.
pub(super) fn chance(x: f32) -> f32 {
    1.0 / (1.0 + crate::real::exp(-x))
}

impl Improvements {
    /// Returns the income that the levels after the present one up to `to` add.
    fn income(&self, area: Area, to: u8) -> Amounts {
        let level = self.levels[area.index()];
        let cards = (draws(to) - draws(level)) * self.cards[area.index()] / LANES as f32;
        let mut amounts = [cards; LANES];
        if area == Area::Science && level < 3 && to >= 3 {
            for amount in &mut amounts[..5] {
                *amount += self.dry * (5.0 / 6.0) / 5.0;
            }
        }
        amounts
    }

    /// Whether the city that a level needs is there (`CK-IMP-2`, `CK-IMP-3`).
    fn has_city_for(&self, area: Area, level: u8) -> bool {
        self.cities > 0 && (level < 4 || self.plain > 0 || self.prizes[area.index()].holds)
    }

    /// Returns a seat's improvements, before the seats are compared.
    pub(super) fn of(survey: &Survey<'_, CitiesAndKnights>, seat: Seat) -> Improvements {
        let view = survey.game.view(Viewer::Everything);
        let weights = survey.known;
        let metropolises = Area::ALL.map(|area| view.metropolis(area));
        let cities = view.cities(seat);
        let held = metropolises.iter().flatten().filter(|&&city| cities.contains(city)).count();
        let mut numbers = 0u16;
        for vertex in view.settlements(seat) | cities {
            for hex in vertex.hexes().into_iter().filter(|&hex: &HexId| hex != view.robber()) {
                numbers |= 1 << survey.island.layout.numbers[hex];
            }
        }
        let covered = (2..=12u8)
            .filter(|&number| number != 7 && numbers >> number & 1 == 1)
            .map(|number| f32::from(6 - number.abs_diff(7)) / 36.0);
        Improvements {
            levels: Area::ALL.map(|area| view.level(seat, area)),
            prizes: std::array::from_fn(|area| Prize {
                level: 0,
                points: 0.0,
                holds: metropolises[area].is_some_and(|city| cities.contains(city)),
            }),
            cities: cities.len() as u8,
            plain: (cities.len() - held) as u8,
            dry: 1.0 - covered.sum::<f32>() * 1.2,
            cards: weights.cards,
            defence: Defence::NONE,
            lean: weights.lean_progress * cards_in_hand(survey, seat),
        }
    }

    /// At the start of the game.
    pub(super) fn at_start(weights: &Weights) -> Improvements {
        Improvements {
            prizes: [Prize { level: 4, points: weights.metropolis_at_start, holds: false }; 3],
            cities: 1,
            plain: 1,
            cards: weights.cards,
            dry: 0.4,
            defence: if weights.knights { Defence::at_start(weights) } else { Defence::NONE },
            ..Improvements::NONE
        }
    }

    /// Adds what a seat has already improved to its race.
    pub(super) fn add_to(&self, race: &mut Race<Improvements>, weights: &BaseWeights) {
        for area in Area::ALL {
            let level = self.levels[area.index()];
            let nothing = Improvements { levels: [0; 3], ..*self };
            let income = nothing.income(area, level);
            for (sum, amount) in race.income.iter_mut().zip(income) {
                *sum += amount;
            }
        }
        if self.levels[Area::Trade.index()] >= 3 {
            for kind in 5..LANES {
                race.swap[kind] = race.swap[kind].max(weights.swap(2));
            }
        }
        race.extras = *self;
    }
}

/// Returns the value of the progress cards in hand, in cards; with four the next one is lost.
fn cards_in_hand(survey: &Survey<'_, CitiesAndKnights>, seat: Seat) -> f32 {
    let view = survey.game.view(Viewer::Everything);
    let count: u8 = Area::ALL.into_iter().map(|area| view.progress_len(seat, area)).sum();
    let crowded = if count >= 4 { 0.8 } else { 1.0 };
    let value: f32 = if survey.sees(seat) {
        let held = view.progress(seat).unwrap_or([0; 25]);
        Progress::ALL.into_iter().map(|card| f32::from(held[card.index()]) * worth(card)).sum()
    } else {
        f32::from(count) * AVERAGE
    };
    value * crowded
}

/// A card of which nothing is known.
const AVERAGE: f32 = 2.2;

/// Returns the value of a progress card in hand, in cards, before its use is known.
pub(super) const fn worth(card: Progress) -> f32 {
    match card {
        Progress::Printer | Progress::Constitution => 0.0,
        Progress::Engineer => 0.8,
        Progress::Intrigue | Progress::Diplomat => 1.0,
        Progress::Crane | Progress::Warlord | Progress::MerchantFleet | Progress::Spy => 1.4,
        Progress::Inventor
        | Progress::Alchemist
        | Progress::Medicine
        | Progress::CommercialHarbor
        | Progress::RoadBuilding => 1.8,
        Progress::Irrigation
        | Progress::Mining
        | Progress::Smith
        | Progress::Saboteur
        | Progress::Bishop
        | Progress::Deserter
        | Progress::TradeMonopoly => 2.2,
        Progress::Wedding | Progress::MasterMerchant | Progress::ResourceMonopoly => 2.6,
        Progress::Merchant => 3.0,
    }
}

/// Estimates who may get each metropolis, and how safe it is with its holder: by the time each seat needs for the commodities.
pub(super) fn compare(
    survey: &Survey<'_, CitiesAndKnights>,
    prospects: &mut Prospects<'_, CitiesAndKnights>,
) {
    let weights = survey.known;
    for area in Area::ALL {
        let lane = lane(area);
        let owner = survey.game.metropolis_owner(area);
        let contested = match owner {
            Some(owner) if prospects.races[owner].extras.levels[area.index()] >= 5 => continue,
            Some(_) => 5,
            None => 4,
        };
        let mut rolls = BySeat([1e3f32; SEATS]);
        for seat in Seat::first(survey.seats) {
            let race = &prospects.races[seat];
            let extras = &race.extras;
            let level = extras.levels[area.index()];
            if level >= contested {
                continue;
            }
            let needed = cost(level, contested) - race.hand[lane].max(0.0);
            let income: f32 = race.income.iter().sum();
            let rate = race.income[lane] + weights.metropolis_swap * income + 0.01;
            let city = if extras.plain > 0 || owner == Some(seat) { 0.0 } else { 12.0 };
            rolls[seat] = needed.max(0.0) / rate + race.offset + city + 2.0;
        }
        for seat in Seat::first(survey.seats) {
            // The chance to be there before the first of the others.
            let first = survey.others(seat).map(|other| rolls[other]).fold(1e3, f32::min);
            let (own, theirs) = (rolls[seat] * rolls[seat], first * first);
            let ahead = theirs / (own + theirs);
            let race = &mut prospects.races[seat];
            let prize = &mut race.extras.prizes[area.index()];
            prize.level = contested;
            prize.points = if owner == Some(seat) {
                // Holding on without the last level.
                let lost = 2.0 * weights.metropolis_risk * (1.0 - ahead);
                race.points -= lost;
                lost
            } else {
                2.0 * ahead * weights.metropolis
            };
        }
    }
}

impl Extras for Improvements {
    type Purchase = Purchase;
    const WORTH: Amounts = [0.75, 0.8, 0.9, 1.2, 1.45, 1.0, 1.0, 1.0];
    const NONE: Improvements = Improvements {
        levels: [0; 3],
        prizes: [Prize { level: 0, points: 0.0, holds: false }; 3],
        cities: 0,
        plain: 0,
        dry: 0.0,
        cards: [0.0; 3],
        defence: Defence::NONE,
        lean: 0.0,
    };

    fn offer(&self, purse: &Purse, weights: &BaseWeights, weigh: &mut Appraiser<'_, Purchase>) {
        let defence = &self.defence;
        if defence.gain > 0.02 && purse.rolls_until(&defence.price, defence.deadline).is_some() {
            weigh.consider(Purchase::Defence, &defence.price, defence.gain, 0.0);
        }
        for area in Area::ALL {
            let level = self.levels[area.index()];
            let prize = self.prizes[area.index()];
            if level >= 5 || !self.has_city_for(area, level + 1) {
                continue;
            }
            let mut offer = |to: u8| {
                let mut price = [0.0; LANES];
                price[lane(area)] = cost(level, to);
                let gain = if to == prize.level { prize.points } else { 0.0 };
                let mut grows = weigh.growth(&self.income(area, to));
                if area == Area::Trade && level < 3 && to >= 3 {
                    let commodities: f32 = purse.income[5..].iter().sum();
                    grows += weights.harbour * 4.0 * commodities;
                }
                weigh.consider(Purchase::Levels(area, to), &price, gain, grows);
            };
            offer(level + 1);
            if prize.level > level + 1 && self.has_city_for(area, prize.level) {
                offer(prize.level);
            }
        }
    }

    fn buy(&mut self, purchase: Purchase, purse: &mut Purse, weights: &BaseWeights) -> f32 {
        let Purchase::Levels(area, to) = purchase else {
            return std::mem::replace(&mut self.defence, Defence::NONE).gain;
        };
        let income = self.income(area, to);
        purse.income = std::array::from_fn(|kind| purse.income[kind] + income[kind]);
        if area == Area::Trade && to >= 3 {
            for kind in 5..LANES {
                purse.swap[kind] = purse.swap[kind].max(weights.swap(2));
            }
        }
        self.levels[area.index()] = to;
        let prize = &mut self.prizes[area.index()];
        if to < prize.level || prize.level == 0 {
            return 0.0;
        }
        prize.level = 0;
        if !prize.holds {
            prize.holds = true;
            self.plain = self.plain.saturating_sub(1);
        }
        prize.points
    }

    fn built_city(&mut self) {
        self.cities += 1;
        self.plain += 1;
    }

    /// A metropolis in prospect counts half of one that is there.
    fn lead(&self, other: &Improvements) -> Option<f32> {
        let alike = self.levels == other.levels
            && (self.cities, self.plain) == (other.cities, other.plain)
            && self.dry == other.dry
            && self.defence.price == other.defence.price;
        let mut lead = 0.5 * (self.defence.gain - other.defence.gain);
        for (own, other) in self.prizes.iter().zip(other.prizes) {
            if own.level != other.level {
                return None;
            }
            lead += 0.5 * (own.points - other.points);
        }
        alike.then_some(lead)
    }

    fn lean(&self, sum: f32, _: &BaseWeights) -> f32 {
        sum + self.lean
    }

    fn reasons(&self, before: &Improvements, reasons: &mut Vec<Reason>) {
        if self.levels.iter().zip(before.levels).any(|(level, before)| *level > before) {
            reasons.push(Reason::Progress);
        }
        if before.defence.gain > self.defence.gain + 0.05 {
            reasons.push(Reason::Defence);
        }
    }
}
