//! The number of rolls that one seat still needs to win, if it builds as well as it can and nobody disturbs it.
//!
//! The race is run forward with average rolls: it finds the best purchase next, the time when it can be paid for, and the changes
//! it makes. This one number combines everything a player weighs: income against what is missing, harbours, room to expand, cards
//! in hand, the cards of the deck, the two awards.

use super::Weights;
use super::island::{Amounts, LANES};
use crate::advice::Reason;
use catan::{Cards, Harbour};

/// The game's own part of a race, beside settlements, cities and Longest Road.
pub(crate) trait Extras: Copy + PartialEq + std::fmt::Debug + Send {
    /// Something else to be bought.
    type Purchase: Copy;
    /// The value of a card of each kind relative to the others, over a whole game.
    const WORTH: Amounts;
    /// Before anything is known.
    const NONE: Self;

    /// Weighs every possible purchase by its price and the points and growth of income it brings.
    fn offer(&self, purse: &Purse, weights: &Weights, weigh: &mut Appraiser<'_, Self::Purchase>);
    /// Applies a purchase, and returns the points it brings.
    fn buy(&mut self, purchase: Self::Purchase, purse: &mut Purse, weights: &Weights) -> f32;
    /// A settlement became a city.
    fn built_city(&mut self);
    /// Returns the lead of these extras over those of another race, in points; `None` if they cannot be compared.
    fn lead(&self, other: &Self) -> Option<f32>;
    /// Adds to the log odds what these things count beyond the race.
    fn lean(&self, sum: f32, weights: &Weights) -> f32;
    /// Adds the reasons for an action that made these extras out of others.
    fn reasons(&self, before: &Self, reasons: &mut Vec<Reason>);
}

/// A place for a further settlement.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Site {
    /// Roads to be built first.
    pub(crate) roads: u8,
    pub(crate) yields: Amounts,
    /// The additional yield of a city there.
    pub(crate) upgrade: Amounts,
    pub(crate) harbour: Option<Harbour>,
    /// The chance that nobody else is there first.
    pub(crate) hold: f32,
    /// The other sites that a settlement here makes impossible: bit i for site i.
    pub(crate) excludes: u8,
}

impl Site {
    /// Returns the price of a settlement there, with the roads that lead to it.
    #[inline]
    fn price(&self) -> Amounts {
        let mut price = SETTLEMENT;
        price[0] += f32::from(self.roads);
        price[1] += f32::from(self.roads);
        price
    }
}

/// The most sites that are looked at.
pub(crate) const SITES: usize = 6;
/// Settlements that a seat can have on the board: its five pieces, and with `CK-BARB-18` four cities laid on their side.
pub(crate) const SETTLEMENTS: usize = 9;

/// One seat's position in the race.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Race<X> {
    /// Points that count, expected ones included.
    pub(crate) points: f32,
    pub(crate) goal: f32,
    /// Cards in hand; below zero where the robber is expected to keep some.
    pub(crate) hand: Amounts,
    /// Cards per roll.
    pub(crate) income: Amounts,
    /// Cards of any other kind for one card of each kind.
    pub(crate) swap: Amounts,
    /// The additional yield of cities in place of the seat's settlements.
    pub(crate) upgrades: [Amounts; SETTLEMENTS],
    pub(crate) settlements_len: u8,
    pub(crate) cities_left: u8,
    pub(crate) roads_left: u8,
    pub(crate) sites: [Site; SITES],
    pub(crate) sites_len: u8,
    /// The number of further roads that takes Longest Road; `None` for its holder, or where it is out of reach.
    pub(crate) roads_to_award: Option<u8>,
    /// Rolls until this seat can build.
    pub(crate) offset: f32,
    /// The state that only this game has.
    pub(crate) extras: X,
}

/// A number of rolls longer than any race takes.
pub(crate) const NEVER: f32 = 300.0;

pub(crate) const fn price(cards: Cards) -> Amounts {
    let counts = cards.lanes();
    let mut amounts = [0.0; LANES];
    let mut kind = 0;
    while kind < LANES {
        amounts[kind] = counts[kind] as f32;
        kind += 1;
    }
    amounts
}

/// Adds up in an order that vector instructions can follow.
#[inline]
fn sum(amounts: &Amounts) -> f32 {
    let [a, b, c, d, e, f, g, h] = *amounts;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

const ROAD: Amounts = price(Cards::ROAD);
const SETTLEMENT: Amounts = price(Cards::SETTLEMENT);
const CITY: Amounts = price(Cards::CITY);

/// The income of a kind, per roll, that is half as good as all one could wish.
const ENOUGH: f32 = 0.25;

#[derive(Clone, Copy)]
enum Purchase<P> {
    City(usize),
    Settlement(usize),
    LongestRoad(u8),
    Other(P),
}

/// Finds the purchase that brings most for its waiting time.
pub(crate) struct Appraiser<'a, P> {
    purse: &'a Purse,
    weights: &'a Weights,
    /// The current value of more income of each kind.
    worth: Amounts,
    /// Points to the goal.
    missing: f32,
    /// Rolls until this seat can build.
    offset: f32,
    /// Score, purchase, waiting time and price.
    best: Option<(f32, Purchase<P>, f32, Amounts)>,
}

impl<P> Appraiser<'_, P> {
    /// Returns the increase of income by `yields`, as a share of the present income.
    #[inline]
    pub(crate) fn growth(&self, yields: &Amounts) -> f32 {
        sum(&std::array::from_fn(|kind| yields[kind] * self.worth[kind]))
    }

    /// A purchase that only this game has: its price, the points and the growth it brings.
    #[inline]
    pub(crate) fn consider(&mut self, purchase: P, price: &Amounts, gain: f32, grows: f32) {
        self.weigh(Purchase::Other(purchase), price, gain, grows);
    }

    #[inline]
    fn weigh(&mut self, purchase: Purchase<P>, price: &Amounts, gain: f32, grows: f32) {
        let weights = self.weights;
        let value = gain.min(self.missing) + weights.growth * (self.missing - gain).max(0.0) * grows;
        // What takes longer cannot be the best.
        let limit = self.best.as_ref().map_or(NEVER, |(top, ..)| value / top - weights.patience);
        let Some(rolls) = self.purse.rolls_until(price, limit) else { return };
        let rolls = rolls.max(self.offset);
        let score = value / (rolls + weights.patience);
        if self.best.as_ref().is_none_or(|(top, ..)| score > *top) {
            self.best = Some((score, purchase, rolls, *price));
        }
    }
}

/// Hand, income and exchange rates while the race runs.
#[derive(Clone, Copy)]
pub(crate) struct Purse {
    pub(crate) hand: Amounts,
    pub(crate) income: Amounts,
    pub(crate) swap: Amounts,
}

impl Purse {
    /// The hand after `rolls`, less a price.
    #[inline]
    fn left(&self, price: &Amounts, rolls: f32) -> Amounts {
        std::array::from_fn(|kind| self.hand[kind] + self.income[kind] * rolls - price[kind])
    }

    /// Rolls until a price can be paid, surplus exchanged for what is missing; `None` if that takes longer than
    /// `limit`.
    ///
    /// What is missing, less what the surplus brings, is a concave function of time, so Newton's steps from the left
    /// reach its zero without passing it, and each of them is a lower bound.
    #[inline]
    pub(crate) fn rolls_until(&self, price: &Amounts, limit: f32) -> Option<f32> {
        let mut rolls = 0.0;
        for _ in 0..7 {
            let left = self.left(price, rolls);
            let rate: Amounts =
                std::array::from_fn(|kind| if left[kind] < -1e-3 { 1.0 } else { self.swap[kind] });
            let balance = sum(&std::array::from_fn(|kind| left[kind] * rate[kind]));
            if balance > -1e-3 {
                break;
            }
            let slope = sum(&std::array::from_fn(|kind| self.income[kind] * rate[kind]));
            rolls -= balance / slope.max(1e-4);
            if rolls > limit {
                return None;
            }
        }
        if rolls == 0.0 && !self.pays_at_once(price) {
            return (limit >= 1.0).then_some(1.0);
        }
        Some(rolls)
    }

    /// Whether the cards in hand do, exchanged in whole lots.
    fn pays_at_once(&self, price: &Amounts) -> bool {
        let (mut missing, mut lots) = (0.0, 0.0);
        let left = self.left(price, 0.0);
        for (left, swap) in left.into_iter().zip(self.swap) {
            missing += (-left).max(0.0);
            lots += (left.max(0.0) * swap + 1e-3).floor();
        }
        lots + 1e-3 >= missing
    }

    /// Pays after `rolls`: what is missing comes out of all surplus alike.
    #[inline]
    fn pay(&mut self, price: &Amounts, rolls: f32) {
        let left = self.left(price, rolls);
        let (mut missing, mut brings) = (0.0, 0.0);
        for (left, swap) in left.into_iter().zip(self.swap) {
            missing += (-left).max(0.0);
            brings += left.max(0.0) * swap;
        }
        let keep = if brings > 1e-3 { (1.0 - missing / brings).max(0.0) } else { 1.0 };
        self.hand = left.map(|count| if count > 0.0 { count * keep } else { 0.0 });
    }

    fn improve_rates(&mut self, harbour: Harbour, weights: &Weights) {
        match harbour {
            Harbour::Generic => self.swap = self.swap.map(|swap| swap.max(weights.swap(3))),
            Harbour::Special(kind) => {
                self.swap[kind.index()] = self.swap[kind.index()].max(weights.swap(2));
            }
        }
    }
}

impl<X: Extras> Race<X> {
    /// Returns the lead over another race that is the same in all else, in points; `None` if more differs.
    pub(crate) fn lead(&self, other: &Race<X>) -> Option<f32> {
        let alike = self.hand == other.hand
            && self.income == other.income
            && self.swap == other.swap
            && self.settlements_len == other.settlements_len
            && self.upgrades == other.upgrades
            && (self.cities_left, self.roads_left) == (other.cities_left, other.roads_left)
            && self.sites_len == other.sites_len
            && self.sites == other.sites
            && self.roads_to_award == other.roads_to_award
            && self.offset == other.offset;
        if alike { Some(self.points - other.points + self.extras.lead(&other.extras)?) } else { None }
    }

    /// Returns the part of the chance to win that the average race does not show: variety of income, harbours and cards in
    /// reserve help against bad luck. In units of the logarithm of the odds.
    pub(crate) fn lean(&self, weights: &Weights) -> f32 {
        let (variety, harbours) = self.lasting(weights);
        let common = weights.lean_points * self.points
            + weights.lean_variety * variety
            + weights.lean_harbours * harbours;
        self.extras.lean(common, weights)
    }

    /// Returns the variety of the income, and how well the harbours fit it.
    pub(crate) fn lasting(&self, weights: &Weights) -> (f32, f32) {
        let scale: Amounts = std::array::from_fn(|kind| X::WORTH[kind] / (self.income[kind] + ENOUGH));
        let variety = sum(&std::array::from_fn(|kind| self.income[kind] * scale[kind]));
        let usual = weights.swap(4);
        let harbours = sum(&std::array::from_fn(|kind| self.income[kind] * (self.swap[kind] - usual)));
        (variety, harbours)
    }

    /// Rolls of the dice, by anybody, until this seat has won.
    pub(crate) fn rolls_to_win(&self, weights: &Weights) -> f32 {
        let mut purse = Purse { hand: self.hand, income: self.income, swap: self.swap };
        let mut clock = 0.0f32;
        let mut points = self.points;
        let mut upgrades = [[0.0f32; LANES]; SETTLEMENTS + SITES];
        upgrades[..SETTLEMENTS].copy_from_slice(&self.upgrades);
        let mut settlements_len = usize::from(self.settlements_len);
        let mut cities_left = self.cities_left;
        let mut roads_left = self.roads_left;
        let mut gone = 0u8;
        let mut extras = self.extras;
        let mut to_award = self.roads_to_award;
        // Every purchase brings something, so this many make any goal.
        for _ in 0..24 {
            let missing = self.goal - points;
            if missing < 0.02 {
                return clock;
            }
            let scale: Amounts = std::array::from_fn(|kind| 1.0 / (purse.income[kind] + ENOUGH));
            let total =
                0.02 + sum(&std::array::from_fn(|kind| X::WORTH[kind] * purse.income[kind] * scale[kind]));
            let worth: Amounts =
                std::array::from_fn(|kind| X::WORTH[kind] * ENOUGH * scale[kind] * scale[kind] / total);
            let mut weigh =
                Appraiser { purse: &purse, weights, worth, missing, offset: self.offset - clock, best: None };
            if cities_left > 0 && settlements_len > 0 {
                let mut top = (0, -1.0);
                for (n, yields) in upgrades[..settlements_len].iter().enumerate() {
                    let grows = weigh.growth(yields);
                    if grows > top.1 {
                        top = (n, grows);
                    }
                }
                weigh.weigh(Purchase::City(top.0), &CITY, 1.0, top.1);
            }
            if settlements_len < 5 {
                for (n, site) in self.sites[..usize::from(self.sites_len)].iter().enumerate() {
                    if gone >> n & 1 == 0 && site.roads <= roads_left {
                        let price = site.price();
                        let harbour = match site.harbour {
                            None => 0.0,
                            Some(Harbour::Generic) => weights.harbour,
                            Some(Harbour::Special(kind)) => {
                                weights.harbour
                                    * 6.0
                                    * (purse.income[kind.index()] + site.yields[kind.index()])
                            }
                        };
                        let grows = weigh.growth(&site.yields) + harbour;
                        weigh.weigh(Purchase::Settlement(n), &price, site.hold, site.hold * grows);
                    }
                }
            }
            extras.offer(&purse, weights, &mut weigh);
            if let Some(roads) = to_award
                && roads <= roads_left
            {
                let price = ROAD.map(|count| count * f32::from(roads));
                weigh.weigh(Purchase::LongestRoad(roads), &price, 2.0 * weights.award, 0.0);
            }
            let Some((_, purchase, rolls, price)) = weigh.best else { return NEVER };
            if clock + rolls >= NEVER {
                return NEVER;
            }
            purse.pay(&price, rolls);
            let gain = match purchase {
                Purchase::City(n) => {
                    purse.income = std::array::from_fn(|kind| purse.income[kind] + upgrades[n][kind]);
                    settlements_len -= 1;
                    upgrades[n] = upgrades[settlements_len];
                    cities_left -= 1;
                    extras.built_city();
                    1.0
                }
                Purchase::Settlement(n) => {
                    let site = &self.sites[n];
                    purse.income =
                        std::array::from_fn(|kind| purse.income[kind] + site.hold * site.yields[kind]);
                    if let Some(harbour) = site.harbour {
                        purse.improve_rates(harbour, weights);
                    }
                    upgrades[settlements_len] = site.upgrade;
                    settlements_len += 1;
                    roads_left -= site.roads;
                    gone |= site.excludes | 1 << n;
                    site.hold
                }
                Purchase::LongestRoad(roads) => {
                    roads_left -= roads;
                    to_award = None;
                    2.0 * weights.award
                }
                Purchase::Other(purchase) => extras.buy(purchase, &mut purse, weights),
            };
            // The last purchase may bring more than is missing; only its share of the time counts.
            clock += if gain > missing { rolls * (missing / gain).max(0.5) } else { rolls };
            points += gain;
        }
        NEVER
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn purse(hand: [f32; 5], income: [f32; 5]) -> Purse {
        let mut purse = Purse { hand: [0.0; LANES], income: [0.0; LANES], swap: [0.25; LANES] };
        purse.hand[..5].copy_from_slice(&hand);
        purse.income[..5].copy_from_slice(&income);
        purse
    }

    fn wait(purse: &Purse, price: &Amounts) -> Option<f32> {
        purse.rolls_until(price, NEVER)
    }

    #[test]
    fn a_price_is_waited_for() {
        let no = [0.0; 5];
        assert_eq!(wait(&purse([1.0, 1.0, 1.0, 1.0, 0.0], no), &SETTLEMENT), Some(0.0));
        assert_eq!(wait(&purse(no, no), &ROAD), None);
        let grain_and_ore = [0.0, 0.0, 0.0, 0.1, 0.1];
        // Thirty rolls bring three ore, and with the third grain a quarter too much of it.
        let rolls = wait(&purse(no, grain_and_ore), &CITY).unwrap();
        assert!((25.0..30.0).contains(&rolls), "{rolls}");
        // Four wool are one ore at the supply; three are none, whatever the fractions say.
        assert_eq!(wait(&purse([0.0, 0.0, 4.0, 2.0, 2.0], no), &CITY), Some(0.0));
        assert_eq!(wait(&purse([1.0, 0.0, 3.0, 2.0, 2.0], no), &CITY), Some(1.0));
    }

    #[test]
    fn paying_leaves_what_was_not_needed() {
        let mut rich = purse([0.0, 0.0, 1.0, 2.0, 3.0], [0.0; 5]);
        rich.pay(&CITY, 0.0);
        assert_eq!(rich.hand[..5], [0.0, 0.0, 1.0, 0.0, 0.0]);
        let mut trader = purse([0.0, 0.0, 4.0, 2.0, 2.0], [0.0; 5]);
        trader.pay(&CITY, 0.0);
        assert!(trader.hand.iter().all(|&count| count.abs() < 1e-3), "{:?}", trader.hand);
    }
}
