//! The races of all seats in one position, and the odds of winning them.

use super::Weights;
use super::island::{Amounts, Island, LANES};
use super::race::{NEVER, Race, SITES, Site};
use catan::{
    ByVertex, Catan, DevelopmentCard, EdgeSet, Harbour, HexId, Phase, Piece, Resource, SEATS, VertexId,
    VertexSet, View,
};
use game::{BySeat, Seat, Viewer};

/// What is known of the development cards that nobody has shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unseen {
    /// By kind; deck and other seats' hands together.
    pub(super) cards: [u8; 5],
}

impl Unseen {
    /// The chance that a card is of this kind.
    fn share(&self, kind: DevelopmentCard) -> f32 {
        let all: u8 = self.cards.iter().sum();
        f32::from(self.cards[kind.index()]) / f32::from(all.max(1))
    }
}

/// From when on the position counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Moment {
    /// The active seat can still act.
    Now,
    /// The active seat has ended its turn.
    TurnOver,
}

/// The races of all seats.
#[derive(Clone, Debug)]
pub(super) struct Prospects<'a> {
    weights: &'a Weights,
    seats: usize,
    pub(super) races: BySeat<Race, SEATS>,
    /// Rolls to win; worked out by [`Prospects::run`].
    pub(super) rolls: BySeat<f32, SEATS>,
}

/// Roads to be built to each intersection, up to [`FAR`].
type Distances = ByVertex<u8>;

/// Further than anybody plans.
const FAR: u8 = 4;

/// How many free paths lead from these intersections to every other, without passing `blocked`.
fn distances(start: VertexSet, taken: EdgeSet, blocked: VertexSet) -> (Distances, VertexSet) {
    let mut distances = ByVertex([FAR; VertexId::COUNT]);
    let mut seen = start;
    let mut frontier = start;
    for vertex in start {
        distances[vertex] = 0;
    }
    for roads in 1..FAR {
        let mut next = VertexSet::EMPTY;
        for vertex in frontier - blocked {
            for (edge, far) in vertex.steps() {
                if !taken.contains(edge) && !seen.contains(far) {
                    next.insert(far);
                    distances[far] = roads;
                }
            }
        }
        seen = seen | next;
        frontier = next;
    }
    (distances, seen)
}

fn add(sum: &mut Amounts, yields: &Amounts, times: f32) {
    for (sum, amount) in sum.iter_mut().zip(yields) {
        *sum += times * amount;
    }
}

impl<'a> Prospects<'a> {
    /// The races in a position, as `me` judges it: its own cards are known, the others' development cards are
    /// expectations.
    pub(super) fn new(
        game: &Catan,
        island: &Island,
        weights: &'a Weights,
        me: Seat,
        unseen: Unseen,
        moment: Moment,
    ) -> Prospects<'a> {
        let view = game.view(Viewer::Everything);
        let seats = view.seats();
        let mut buildings = BySeat([VertexSet::EMPTY; SEATS]);
        let mut all_buildings = VertexSet::EMPTY;
        let mut all_roads = EdgeSet::EMPTY;
        for seat in Seat::first(seats) {
            buildings[seat] = view.settlements(seat) | view.cities(seat);
            all_buildings = all_buildings | buildings[seat];
            all_roads = all_roads | view.roads(seat);
        }
        let mut ways = BySeat([(ByVertex([FAR; VertexId::COUNT]), VertexSet::EMPTY); SEATS]);
        for seat in Seat::first(seats) {
            let foreign = all_buildings - buildings[seat];
            let start = buildings[seat] | view.road_ends(seat);
            ways[seat] = distances(start, all_roads, foreign);
        }
        let founding = matches!(view.phase(), Phase::FoundingSettlement { .. } | Phase::FoundingRoad { .. });
        let mut prospects =
            Prospects { weights, seats, races: BySeat([EMPTY_RACE; SEATS]), rolls: BySeat([NEVER; SEATS]) };
        for seat in Seat::first(seats) {
            let mut race = EMPTY_RACE;
            race.goal = f32::from(view.options().victory_points);
            race.points = f32::from(view.points(seat).total());
            if seat != me {
                race.points -= f32::from(view.points(seat).victory_cards);
            }
            for kind in Resource::ALL {
                race.swap[kind.index()] = weights.swap(view.rate(seat, kind));
                race.hand[kind.index()] = f32::from(view.hand(seat).map_or(0, |hand| hand.count(kind)));
            }
            for vertex in view.settlements(seat) {
                add(&mut race.income, &island.yields[vertex], 1.0);
                race.settlements[usize::from(race.settlements_len)] = island.yields[vertex];
                race.settlements_len += 1;
            }
            for vertex in view.cities(seat) {
                add(&mut race.income, &island.yields[vertex], 2.0);
            }
            race.cities_left = view.pieces_left(seat, Piece::City);
            race.roads_left = view.pieces_left(seat, Piece::Road);
            let position = |seat: Seat| (seat.index() + seats - view.active().index()) % seats;
            race.offset = match (position(seat), moment) {
                (0, Moment::Now) => 0.0,
                (0, Moment::TurnOver) => seats as f32,
                (n, _) => n as f32,
            };
            prospects.races[seat] = race;
            prospects.add_development(&view, seat, me, unseen);
            prospects.add_robber(&view, island, seat);
            prospects.add_hand_risk(&view, seat);
            prospects.add_awards(&view, seat, ways[seat].1.len());
            let sites = Sites { view: &view, island, ways: &ways, seat, founding, seats, weights };
            sites.add_to(&mut prospects.races[seat]);
        }
        prospects
    }

    /// The development cards in hand, and what is left in the deck.
    fn add_development(&mut self, view: &View<'_>, seat: Seat, me: Seat, unseen: Unseen) {
        use DevelopmentCard::{Knight, Monopoly, RoadBuilding, VictoryPoint, YearOfPlenty};
        let race = &mut self.races[seat];
        let mut held = [0.0f32; 5];
        if seat == me {
            held = view.development(seat).unwrap_or_default().map(f32::from);
        } else {
            let count = f32::from(view.development_len(seat));
            for kind in DevelopmentCard::ALL {
                held[kind.index()] = count * unseen.share(kind);
            }
            race.points += held[VictoryPoint.index()];
        }
        race.cards = held.iter().sum();
        race.knights = f32::from(view.knights(seat)) + self.weights.held_knight * held[Knight.index()];
        let goods =
            2.0 * held[YearOfPlenty.index()] + 2.5 * held[Monopoly.index()] + held[RoadBuilding.index()];
        race.hand[..5].iter_mut().for_each(|count| *count += self.weights.held_card * goods / 5.0);
        for kind in [Resource::Brick, Resource::Lumber] {
            race.hand[kind.index()] += self.weights.held_card * held[RoadBuilding.index()];
        }
        race.deck = f32::from(view.deck_len());
        race.card_points = unseen.share(VictoryPoint);
        race.card_knights = unseen.share(Knight);
        race.card_goods = self.weights.card_goods
            * (2.0 * unseen.share(YearOfPlenty)
                + 2.5 * unseen.share(Monopoly)
                + 2.5 * unseen.share(RoadBuilding)
                + 1.2 * race.card_knights);
    }

    /// What the robber keeps from a seat until it is likely to have moved on.
    fn add_robber(&mut self, view: &View<'_>, island: &Island, seat: Seat) {
        let Some((kind, chance)) = island.hexes[view.robber()] else { return };
        let weight = building_weight(view, view.robber(), seat);
        let race = &mut self.races[seat];
        let holds_knight = race.knights - f32::from(view.knights(seat)) > 0.5;
        let rolls = if holds_knight { self.weights.robbed_with_knight } else { self.weights.robbed };
        race.hand[kind.index()] -= weight * chance * rolls;
    }

    /// What a hand is likely to lose before its owner can build: half of it to a 7 if it is too large by then, and a
    /// card to thieves.
    fn add_hand_risk(&mut self, view: &View<'_>, seat: Seat) {
        let race = &mut self.races[seat];
        let len = view.hand_len(seat) as f32;
        if race.offset == 0.0 || len == 0.0 {
            return;
        }
        let weights = self.weights;
        let seven = 1.0 - (5.0f32 / 6.0).powf(race.offset);
        let grown = len + 0.5 * race.offset * race.income.iter().sum::<f32>();
        let excess = ((grown - f32::from(view.options().discard_limit)) / 2.0).clamp(0.0, 1.0);
        let discarded = 0.5 * weights.hand_risk * seven * excess;
        let stolen = (weights.theft * race.offset / len).min(1.0);
        for count in &mut race.hand {
            if *count > 0.0 {
                *count *= (1.0 - discarded) * (1.0 - stolen);
            }
        }
    }

    /// The two awards: what takes them, and how safe they are with their holder.
    fn add_awards(&mut self, view: &View<'_>, seat: Seat, room: usize) {
        let others = || Seat::first(view.seats()).filter(move |&other| other != seat);
        let race = &mut self.races[seat];
        let longest = others().map(|other| view.road_length(other)).max().unwrap_or(0);
        let own = view.road_length(seat);
        let at_risk = |margin: f32| self.weights.award_risk * (1.0 - margin / 3.0).clamp(0.0, 1.0);
        if view.longest_road() == Some(seat) {
            race.points -= 2.0 * at_risk(f32::from(own.saturating_sub(longest)));
            race.roads_to_award = None;
        } else {
            let needed = (longest + 1).max(5).saturating_sub(own).max(1);
            let possible = needed <= 5 && usize::from(needed) + 2 <= room;
            race.roads_to_award = possible.then_some(needed);
        }
        let most = others().map(|other| view.knights(other)).max().unwrap_or(0);
        if view.largest_army() == Some(seat) {
            let margin = f32::from(view.knights(seat)) - f32::from(most);
            race.points -= 2.0 * at_risk(margin);
            race.army_at = None;
        } else {
            race.army_at = Some(f32::from((most + 1).max(3)));
        }
    }

    /// Runs all races.
    pub(super) fn run(mut self) -> Self {
        for seat in Seat::first(self.seats) {
            self.run_again(seat);
        }
        self
    }

    /// Runs one race again, after it was changed.
    pub(super) fn run_again(&mut self, seat: Seat) {
        self.rolls[seat] = self.races[seat].rolls_to_win(self.weights);
    }

    /// The logarithm of the odds that `seat` wins. Unlike the chance it still tells better from worse where the game
    /// is all but decided.
    pub(super) fn odds(&self, seat: Seat) -> f32 {
        let strength = |seat: Seat| {
            let rolls = (self.rolls[seat] + self.weights.slack).ln();
            self.races[seat].lean(self.weights) - self.weights.sharpness * rolls
        };
        let others: f32 =
            Seat::first(self.seats).filter(|&other| other != seat).map(|other| strength(other).exp()).sum();
        strength(seat) - others.ln()
    }

    /// A card of average kind goes from one seat to another.
    pub(super) fn steal(&mut self, thief: Seat, victim: Seat) {
        let held: f32 = self.races[victim].hand.iter().map(|count| count.max(0.0)).sum();
        if held < 0.5 {
            return;
        }
        for kind in 0..5 {
            let share = self.races[victim].hand[kind].max(0.0) / held;
            self.races[victim].hand[kind] -= share;
            self.races[thief].hand[kind] += share;
        }
    }
}

/// What a seat's buildings on a hex are owed.
pub(super) fn building_weight(view: &View<'_>, hex: HexId, seat: Seat) -> f32 {
    let corners = hex.vertex_set();
    ((view.settlements(seat) & corners).len() + 2 * (view.cities(seat) & corners).len()) as f32
}

/// Finds where a seat can settle next.
struct Sites<'a> {
    view: &'a View<'a>,
    island: &'a Island,
    ways: &'a BySeat<(Distances, VertexSet), SEATS>,
    seat: Seat,
    founding: bool,
    seats: usize,
    weights: &'a Weights,
}

impl Sites<'_> {
    fn add_to(&self, race: &mut Race) {
        let (own, reached) = &self.ways[self.seat];
        let mut found = [(0.0f32, Site::default(), VertexId::new(0).expect("an intersection")); SITES];
        let mut len = 0;
        // In the set-up, the best places go first.
        let still_to_found = if self.founding {
            2 * self.seats
                - Seat::first(self.seats).map(|seat| self.view.settlements(seat).len()).sum::<usize>()
        } else {
            0
        };
        let free = !self.view.unsettleable();
        for vertex in *reached & free {
            let roads = own[vertex];
            let mut hold = 1.0;
            if still_to_found > 0 {
                let better =
                    free.into_iter().filter(|&v| self.island.worth[v] > self.island.worth[vertex]).count();
                hold = if better < still_to_found { 0.2 } else { 0.85 };
            }
            for other in Seat::first(self.seats).filter(|&other| other != self.seat) {
                let theirs = self.ways[other].0[vertex];
                hold *= match (i16::from(theirs) - i16::from(roads), theirs) {
                    (_, FAR) => 1.0,
                    (..=-1, _) => self.weights.hold_behind,
                    (0, _) => self.weights.hold_level,
                    (1, _) => self.weights.hold_ahead,
                    _ => 1.0,
                };
            }
            let merit = hold * self.island.worth[vertex] / (4.0 + 2.0 * f32::from(roads));
            let site = Site {
                roads,
                yields: self.island.yields[vertex],
                harbour: self.island.harbours[vertex],
                hold,
                excludes: 0,
            };
            // Kept sorted, the best first.
            let place = found[..len].iter().position(|other| merit > other.0).unwrap_or(len);
            if place < SITES {
                len = (len + 1).min(SITES);
                found[place..len].rotate_right(1);
                found[place] = (merit, site, vertex);
            }
        }
        for n in 0..len {
            let mut excludes = 0;
            for other in 0..len {
                if found[n].2.neighbors().contains(found[other].2) {
                    excludes |= 1 << other;
                }
            }
            race.sites[n] = Site { excludes, ..found[n].1 };
        }
        race.sites_len = len as u8;
    }
}

const NO_HARBOUR: Amounts = [0.25, 0.25, 0.25, 0.25, 0.25, 0.0, 0.0, 0.0];

const EMPTY_RACE: Race = Race {
    points: 0.0,
    goal: 10.0,
    hand: [0.0; LANES],
    income: [0.0; LANES],
    swap: NO_HARBOUR,
    settlements: [[0.0; LANES]; 5],
    settlements_len: 0,
    cities_left: 0,
    roads_left: 0,
    sites: [Site { roads: 0, yields: [0.0; LANES], harbour: None, hold: 0.0, excludes: 0 }; SITES],
    sites_len: 0,
    cards: 0.0,
    knights: 0.0,
    army_at: None,
    roads_to_award: None,
    deck: 0.0,
    card_points: 0.0,
    card_knights: 0.0,
    card_goods: 0.0,
    offset: 0.0,
};

/// The race of a seat that has only founded: these settlements, this hand, nothing around it taken but `closed`.
/// `roads_free` says that each settlement will bring a road.
pub(super) fn founded(
    island: &Island,
    weights: &Weights,
    settlements: [VertexId; 2],
    closed: VertexSet,
    goal: u8,
) -> Race {
    let mut race = EMPTY_RACE;
    race.goal = f32::from(goal);
    race.points = 2.0;
    race.swap[..5].fill(weights.swap(4));
    race.cities_left = 4;
    race.roads_left = 13;
    race.deck = 25.0;
    race.card_points = 0.2;
    race.card_knights = 0.56;
    race.card_goods = weights.card_goods * 1.2;
    race.army_at = Some(3.0);
    race.roads_to_award = Some(4);
    let mut start = VertexSet::EMPTY;
    for vertex in settlements {
        add(&mut race.income, &island.yields[vertex], 1.0);
        race.settlements[usize::from(race.settlements_len)] = island.yields[vertex];
        race.settlements_len += 1;
        start.insert(vertex);
        match island.harbours[vertex] {
            None => {}
            Some(Harbour::Generic) => {
                race.swap[..5].iter_mut().for_each(|swap| *swap = swap.max(weights.swap(3)));
            }
            Some(Harbour::Special(kind)) => race.swap[kind.index()] = weights.swap(2),
        }
    }
    for kind in 0..5 {
        race.hand[kind] = if island.yields[settlements[1]][kind] > 0.0 { 1.0 } else { 0.0 };
    }
    let (ways, reached) = distances(start, EdgeSet::EMPTY, VertexSet::EMPTY);
    let mut found: [(f32, Option<VertexId>); 4] = [(0.0, None); 4];
    for vertex in reached - closed - start {
        // One road comes with each settlement.
        let roads = ways[vertex].saturating_sub(1);
        if ways[vertex] < 2 {
            continue;
        }
        let merit = island.worth[vertex] / (4.0 + 2.0 * f32::from(roads));
        if let Some(place) = found.iter().position(|other| merit > other.0) {
            found[place..].rotate_right(1);
            found[place] = (merit, Some(vertex));
        }
    }
    for vertex in found.into_iter().filter_map(|(_, vertex)| vertex) {
        race.sites[usize::from(race.sites_len)] = Site {
            roads: ways[vertex].saturating_sub(1),
            yields: island.yields[vertex],
            harbour: island.harbours[vertex],
            hold: 0.5,
            excludes: 0,
        };
        race.sites_len += 1;
    }
    race
}
