//! Facts about the board, and what follows from them.

use super::{Hand, House, Table, commodity_of, yields};
use crate::reference::island::ISLAND;
use crate::reference::{common, total};
use catan::Terrain;
use catan::cities_and_knights::options::{
    CraneFirstLevel, FifthCard, KnightRoute, Level4City, MerchantTrades, MetropolisPlacing,
    MetropolisTakeover, RobberStart,
};
use catan::cities_and_knights::{Area, CardKind, RobberCause};
use catan::options::{RobberVictims, TradeBuild};

impl Table {
    pub fn roads_of(&self, seat: usize) -> Vec<usize> {
        (0..72).filter(|&p| self.roads[p] == Some(seat)).collect()
    }

    pub fn owner(&self, intersection: usize) -> Option<usize> {
        self.houses[intersection].map(|(seat, _)| seat)
    }

    fn places(&self, seat: usize, is: impl Fn(House) -> bool) -> Vec<usize> {
        (0..54).filter(|&i| self.houses[i].is_some_and(|(owner, house)| owner == seat && is(house))).collect()
    }

    /// Settlements, and laid cities, which count as such in every respect (`CK-BARB-9`).
    pub fn settlements_of(&self, seat: usize) -> Vec<usize> {
        self.places(seat, |house| !matches!(house, House::City { .. }))
    }

    /// Cities with those that carry a metropolis (`CK-TERM-16`).
    pub fn cities_of(&self, seat: usize) -> Vec<usize> {
        self.places(seat, |house| matches!(house, House::City { .. }))
    }

    pub fn laid_cities_of(&self, seat: usize) -> Vec<usize> {
        self.places(seat, |house| house == House::LaidCity)
    }

    pub fn walls_of(&self, seat: usize) -> Vec<usize> {
        self.places(seat, |house| house == House::City { wall: true })
    }

    /// Cities without a metropolis.
    pub fn plain_cities_of(&self, seat: usize) -> Vec<usize> {
        let carries = |i: &usize| self.metropolises.values().any(|at| at == i);
        self.cities_of(seat).into_iter().filter(|i| !carries(i)).collect()
    }

    pub fn metropolis_holder(&self, area: Area) -> Option<usize> {
        self.metropolises.get(&area).map(|&i| self.owner(i).expect("a city under a metropolis"))
    }

    pub fn level(&self, seat: usize, area: Area) -> u32 {
        self.levels.get(&(seat, area)).copied().unwrap_or(0)
    }

    pub fn knights_of(&self, seat: usize) -> Vec<usize> {
        (0..54).filter(|&i| self.knights[i].is_some_and(|knight| knight.seat == seat)).collect()
    }

    /// Knights of a strength that are not on the board (`CK-COMP-3`).
    pub fn knights_left(&self, seat: usize, strength: u32) -> usize {
        2 - self.knights.iter().flatten().filter(|k| k.seat == seat && k.strength == strength).count()
    }

    pub fn settlements_left(&self, seat: usize) -> usize {
        5 - self.places(seat, |house| house == House::Settlement).len()
    }

    /// A laid city is a city piece on the board (`CK-BARB-9`).
    pub fn cities_left(&self, seat: usize) -> usize {
        4 - self.places(seat, |house| house != House::Settlement).len()
    }

    pub fn roads_left(&self, seat: usize) -> usize {
        15 - self.roads_of(seat).len()
    }

    pub fn walls_left(&self, seat: usize) -> usize {
        3 - self.walls_of(seat).len()
    }

    /// Neither building nor knight (`CK-KNIGHT-1`).
    pub fn is_free(&self, intersection: usize) -> bool {
        self.houses[intersection].is_none() && self.knights[intersection].is_none()
    }

    /// `CATAN-SETT-3` b; knights do not count (`CK-KNIGHT-1`).
    pub fn keeps_distance(&self, intersection: usize) -> bool {
        self.houses[intersection].is_none()
            && ISLAND.neighbours[intersection].iter().all(|&i| self.houses[i].is_none())
    }

    pub fn road_ends_at(&self, seat: usize, intersection: usize) -> bool {
        ISLAND.paths_at[intersection].iter().any(|&p| self.roads[p] == Some(seat))
    }

    /// Whether an opponent's building or knight is there (`CK-KNIGHT-6`).
    pub fn is_foreign(&self, seat: usize, intersection: usize) -> bool {
        self.owner(intersection).is_some_and(|owner| owner != seat)
            || self.knights[intersection].is_some_and(|knight| knight.seat != seat)
    }

    /// Whether an empty path connects at one of its ends (`CATAN-ROAD-3`, `CK-KNIGHT-6` b).
    fn connects_at(&self, seat: usize, path: usize, end: usize) -> bool {
        self.owner(end) == Some(seat)
            || !self.is_foreign(seat, end)
                && ISLAND.paths_at[end].iter().any(|&other| other != path && self.roads[other] == Some(seat))
    }

    pub fn road_fits(&self, seat: usize, path: usize) -> bool {
        let (a, b) = ISLAND.ends[path];
        self.roads[path].is_none() && (self.connects_at(seat, path, a) || self.connects_at(seat, path, b))
    }

    pub fn free_road_possible(&self, seat: usize) -> bool {
        self.roads_left(seat) > 0 && (0..72).any(|path| self.road_fits(seat, path))
    }

    /// The intersections that a knight of this seat can reach from here along own roads (`CK-KNIGHT-9`), other than here,
    /// whatever stands there: own buildings and knights may be passed, opponents' not.
    pub fn routes(&self, seat: usize, from: usize) -> Vec<usize> {
        let mut reached = vec![from];
        let mut next = 0;
        while next < reached.len() {
            let at = reached[next];
            next += 1;
            if at != from && self.is_foreign(seat, at) {
                continue;
            }
            for &path in &ISLAND.paths_at[at] {
                let (a, b) = ISLAND.ends[path];
                let other = if a == at { b } else { a };
                if self.roads[path] == Some(seat) && !reached.contains(&other) {
                    reached.push(other);
                }
            }
        }
        reached.remove(0);
        reached
    }

    /// Whether a knight of this seat that acts gets from here to there, whatever stands there (`CK-KNIGHT-9`).
    pub fn knight_gets_to(&self, seat: usize, from: usize, to: usize) -> bool {
        match self.options.ck_knight_route {
            KnightRoute::Connected => self.routes(seat, from).contains(&to),
            KnightRoute::AnyOwnRoad => self.road_ends_at(seat, to),
        }
    }

    /// `CATAN-LR-2`, `CATAN-LR-3`, with knights as obstacles (`CK-LR-1`).
    pub fn road_length(&self, seat: usize) -> usize {
        common::road_length(&self.roads_of(seat), &|i| self.is_foreign(seat, i))
    }

    /// `CK-POL-4`, `CK-POL-10`: whose road it is if it is open.
    pub fn open_road(&self, path: usize) -> Option<usize> {
        let owner = self.roads[path]?;
        let (a, b) = ISLAND.ends[path];
        let other_road = |end: usize| {
            ISLAND.paths_at[end].iter().any(|&other| other != path && self.roads[other] == Some(owner))
        };
        let own_knight = |end: usize| self.knights[end].is_some_and(|knight| knight.seat == owner);
        let loose = |end: usize| !other_road(end) && self.owner(end) != Some(owner) && !own_knight(end);
        let strands_knight = |end: usize| own_knight(end) && !other_road(end);
        ((loose(a) || loose(b)) && !strands_knight(a) && !strands_knight(b)).then_some(owner)
    }

    // Points (`CK-WIN-1`).

    pub fn points(&self, seat: usize) -> usize {
        self.settlements_of(seat).len()
            + 2 * self.cities_of(seat).len()
            + 2 * self.metropolises.values().filter(|&&i| self.owner(i) == Some(seat)).count()
            + if self.longest_road == Some(seat) { 2 } else { 0 }
            + self.defender_cards[seat] as usize
            + self.turned_up.iter().filter(|&&(owner, _)| owner == seat).count()
            + usize::from(self.merchant.is_some_and(|(owner, _)| owner == seat))
    }

    // Cards.

    /// `CK-SEVEN-1`.
    pub fn hand_limit(&self, seat: usize) -> u32 {
        u32::from(self.options.discard_limit) + 2 * self.walls_of(seat).len() as u32
    }

    /// Five cards or more that must be dealt with now (`CK-PROG-6`, `CK-PROG-15`).
    pub(super) fn must_drop(&self, seat: usize, ending: bool) -> bool {
        let later = self.options.ck_fifth_card != FifthCard::DiscardAtOnce;
        self.held[seat].len() > 4 && (ending || !(later && seat == self.active))
    }

    /// All rates to which a seat is entitled at the supply (`CK-TRADE-2`, `CK-TRADE-3`).
    pub fn rates(&self, seat: usize, kind: usize) -> Vec<u32> {
        let resource = CardKind::ALL[kind].resource();
        let mut rates = common::harbour_rates(&self.harbours, resource, |i| self.owner(i) == Some(seat));
        // `CK-IMP-7`
        if kind >= 5 && self.level(seat, Area::Trade) >= 3 {
            rates.push(2);
        }
        // `CK-MERCH-3`, `CK-MERCH-5`: the resource of the hex, by `CK-OPT-27` what a city gets there as well.
        if let Some((owner, hex)) = self.merchant
            && owner == seat
            && yields(self.terrain[hex]).is_some_and(|(settlement, city)| {
                match self.options.ck_merchant_trades {
                    MerchantTrades::Resource => settlement[kind] > 0,
                    MerchantTrades::Hex => city[kind] > 0,
                }
            })
        {
            rates.push(2);
        }
        // `CK-TRD-7`
        if seat == self.active && self.fleet.contains(&kind) {
            rates.push(2);
        }
        rates
    }

    /// `CK-TURN-6`.
    pub fn trade_lasts(&self) -> bool {
        self.options.trade_build == TradeBuild::Combined || !self.paid
    }

    /// The price of the next level (`CK-IMP-1`, `CK-SCI-2`).
    pub fn improvement_price(&self, seat: usize, area: Area) -> Hand {
        let mut price = [0; 8];
        let level = self.level(seat, area) + 1;
        price[commodity_of(area)] = if self.crane_helps(level) { level - 1 } else { level };
        price
    }

    /// Whether a Crane is used for this level; by `CK-OPT-26` not for the first.
    pub fn crane_helps(&self, level: u32) -> bool {
        let first_is_free = self.options.ck_crane_first_level == CraneFirstLevel::Free;
        self.cranes > 0 && (first_is_free || level != 1)
    }

    /// Whether the next level gives a right to the metropolis (`CK-METRO-1`, `CK-METRO-3`, `CK-METRO-7`); to one that
    /// nobody has placed level 4 and level 5 both do (`CK-METRO-8`).
    fn has_right_to_metropolis(&self, seat: usize, area: Area) -> bool {
        let anybody = self.options.ck_metropolis_takeover == MetropolisTakeover::AnyLevel5;
        match (self.level(seat, area) + 1, self.metropolis_holder(area)) {
            (4 | 5, None) => true,
            (5, Some(holder)) => holder != seat && (anybody || self.level(holder, area) < 5),
            _ => false,
        }
    }

    /// Whether who has a right to this metropolis may decline it: one that is taken from another player with
    /// `any_level5` (`CK-METRO-7`), any with `may` (`CK-METRO-8`).
    pub fn may_decline_metropolis(&self, area: Area) -> bool {
        self.options.ck_metropolis_placing == MetropolisPlacing::May
            || self.options.ck_metropolis_takeover == MetropolisTakeover::AnyLevel5
                && self.metropolis_holder(area).is_some()
    }

    /// Whether the next level would bring the metropolis, without a choice (`CK-METRO-1`, `CK-METRO-3`).
    pub fn brings_metropolis(&self, seat: usize, area: Area) -> bool {
        self.has_right_to_metropolis(seat, area) && !self.may_decline_metropolis(area)
    }

    /// Whether the next level lets the seat place the metropolis or decline it (`CK-METRO-7`, `CK-METRO-8`).
    pub fn offers_metropolis(&self, seat: usize, area: Area) -> bool {
        self.has_right_to_metropolis(seat, area)
            && self.may_decline_metropolis(area)
            && !self.plain_cities_of(seat).is_empty()
    }

    /// Returns the number of cities that the next level needs with `each_level` (`CK-IMP-3`).
    pub fn cities_needed(&self, seat: usize, area: Area) -> usize {
        if self.options.ck_level4_city != Level4City::EachLevel || self.level(seat, area) + 1 < 4 {
            return 0;
        }
        let then = |other: Area| self.level(seat, other) + u32::from(other == area);
        Area::ALL.into_iter().filter(|&other| then(other) >= 4).count()
    }

    /// Whether the next level needs a plain city (`CK-IMP-3`).
    pub fn needs_plain_city(&self, seat: usize, area: Area) -> bool {
        self.level(seat, area) + 1 >= 4
            && match self.options.ck_level4_city {
                Level4City::AlwaysUnlessOwner | Level4City::EachLevel => {
                    self.metropolis_holder(area) != Some(seat)
                }
                Level4City::OnlyIfAwarded => self.brings_metropolis(seat, area),
                Level4City::Always => true,
            }
    }

    // The robber.

    /// `CK-ROB-1`.
    pub fn robber_moves(&self) -> bool {
        self.attacked || self.options.ck_robber_start == RobberStart::DesertFree
    }

    /// `CK-KNIGHT-13`, `CATAN-ROB-2`, `CATAN-ROB-9`.
    pub fn robber_targets(&self, cause: RobberCause) -> Vec<usize> {
        let numbered = cause == RobberCause::Chase
            && self.options.ck_chased_robber
                == catan::cities_and_knights::options::ChasedRobber::NumberedOnly;
        let others =
            (0..19).filter(|&hex| hex != self.robber && (!numbered || self.numbers[hex] != 0)).collect();
        common::friendly(others, self.options.friendly_robber, |hex| {
            self.terrain[hex] != Terrain::Desert
                && self.opponents_at(hex).iter().any(|&seat| self.points(seat) <= 2)
        })
    }

    /// Opponents of the active player with a building at this hex, clockwise.
    pub fn opponents_at(&self, hex: usize) -> Vec<usize> {
        self.opponents()
            .into_iter()
            .filter(|&seat| ISLAND.corners[hex].iter().any(|&i| self.owner(i) == Some(seat)))
            .collect()
    }

    /// `CATAN-ROB-5`.
    pub fn victims_at(&self, hex: usize) -> Vec<usize> {
        let any = self.options.robber_victims == RobberVictims::AnyAdjacent;
        let mut victims = self.opponents_at(hex);
        victims.retain(|&seat| any || total(&self.hands[seat]) > 0);
        victims
    }
}
