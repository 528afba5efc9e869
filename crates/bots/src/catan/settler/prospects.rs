//! The races of all seats in one position, and the odds of winning them.

use super::Weights;
use super::island::{Amounts, Island, LANES, Yield};
use super::race::{Extras, NEVER, Race, SETTLEMENTS, SITES, Site};
use super::rules::{KindOf, SettlerGame};
use catan::{ByVertex, EdgeSet, Harbour, Kind, Piece, SEATS, VertexId, VertexSet};
use game::{BySeat, Seat};

/// A game whose seats race each other, as settlers estimate it.
pub(crate) trait RaceGame: SettlerGame {
    /// Whether it is enough to estimate races that differ by points only.
    const ESTIMATES: bool;

    /// The race of a seat, made of the steps of [`Survey`].
    fn race(survey: &Survey<'_, Self>, seat: Seat) -> Race<Self::Extras>;
    /// Adjusts the races for the effects that the seats have on each other's.
    fn compare(survey: &Survey<'_, Self>, prospects: &mut Prospects<'_, Self>) {
        let _ = (survey, prospects);
    }
    /// Returns what a character likes about the position of its seat, in log odds, beyond the buildings and the robber.
    fn liking(survey: &Survey<'_, Self>) -> f32;
    /// Returns what everybody sees of a seat and the fitted estimate needs beside its race: points, and the strength of active knights.
    fn shown_of(survey: &Survey<'_, Self>, seat: Seat) -> [f32; 2] {
        let _ = (survey, seat);
        [0.0; 2]
    }
    /// The logarithm of what the odds of a seat are proportional to, by weights that make the winners of games between settlers
    /// likeliest.
    fn fitted(prospects: &Prospects<'_, Self>, seat: Seat) -> f64;
    /// A race at the start of the game: what it knows beyond the common.
    fn extras_at_start(known: &Self::Known, weights: &Weights) -> Self::Extras;
}

/// The point in time at which a position is judged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moment {
    /// The active seat can still act.
    Now,
    /// The active seat has ended its turn.
    TurnOver,
}

/// The races of all seats.
pub(crate) struct Prospects<'a, G: RaceGame> {
    pub(crate) weights: &'a Weights,
    pub(crate) seats: usize,
    /// See [`RaceGame::shown_of`]; only where the estimate is fitted.
    pub(crate) shown: BySeat<[f32; 2], SEATS>,
    pub(crate) races: BySeat<Race<G::Extras>, SEATS>,
    /// Rolls to win; worked out by [`Prospects::run`].
    pub(crate) rolls: BySeat<f32, SEATS>,
    /// The seat that judges, and what it likes about the position, in log odds.
    pub(crate) liking: (Seat, f32),
    /// Races that were run before, of a position that differs little.
    before: Option<&'a Before<G>>,
}

/// The races of the others before anything is done, which most decisions leave as they are.
pub(crate) struct Before<G: RaceGame> {
    races: BySeat<Race<G::Extras>, SEATS>,
    rolls: BySeat<f32, SEATS>,
    /// Rolls saved by one more point.
    saved: BySeat<f32, SEATS>,
}

impl<G: RaceGame> Before<G> {
    pub(crate) fn of(survey: &Survey<'_, G>) -> Self {
        /// The number of points by which the saving of one point is measured.
        const STEP: f32 = 0.5;
        let prospects = survey.races().run();
        let mut saved = BySeat([0.0; SEATS]);
        if G::ESTIMATES {
            for seat in survey.others(survey.me) {
                let mut race = prospects.races[seat];
                race.points += STEP;
                saved[seat] = (prospects.rolls[seat] - race.rolls_to_win(survey.weights)) / STEP;
            }
        }
        Before { races: prospects.races, rolls: prospects.rolls, saved }
    }

    /// The rolls of a race that differs little from the one before.
    fn rolls(&self, seat: Seat, race: &Race<G::Extras>) -> Option<f32> {
        let lead = race.lead(&self.races[seat])?;
        if lead == 0.0 || (G::ESTIMATES && lead.abs() < 1.0) {
            Some((self.rolls[seat] - lead * self.saved[seat]).max(0.0))
        } else {
            None
        }
    }
}

/// Roads to be built to each intersection, up to [`FAR`].
type Distances = ByVertex<u8>;

/// A distance further than anybody plans.
const FAR: u8 = 4;

/// Returns the number of free paths from these intersections to each other one, without passing `blocked`, and the intersections
/// within reach.
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

impl<G: RaceGame> Clone for Prospects<'_, G> {
    fn clone(&self) -> Self {
        Prospects {
            weights: self.weights,
            seats: self.seats,
            shown: self.shown,
            races: self.races,
            rolls: self.rolls,
            liking: self.liking,
            before: self.before,
        }
    }
}

/// A position as `me` judges it: its own cards are known, what the others hold face down is an expectation.
pub(crate) struct Survey<'a, G: RaceGame> {
    pub(crate) game: &'a G,
    pub(crate) island: &'a Island,
    pub(crate) weights: &'a Weights,
    pub(crate) known: &'a G::Known,
    pub(crate) me: Seat,
    /// Whether nothing is hidden: the referee's view.
    pub(crate) open: bool,
    pub(crate) moment: Moment,
    pub(crate) seats: usize,
    closed: VertexSet,
    ways: BySeat<(Distances, VertexSet), SEATS>,
}

impl<'a, G: RaceGame> Survey<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        island: &'a Island,
        weights: &'a Weights,
        known: &'a G::Known,
        me: Seat,
        moment: Moment,
    ) -> Self {
        let seats = game.seats();
        let mut roads = EdgeSet::EMPTY;
        for seat in Seat::first(seats) {
            roads = roads | game.roads_of(seat);
        }
        let mut ways = BySeat([(ByVertex([FAR; VertexId::COUNT]), VertexSet::EMPTY); SEATS]);
        for seat in Seat::first(seats) {
            let start = game.settlements_of(seat) | game.cities_of(seat) | game.road_ends_of(seat);
            ways[seat] = distances(start, roads, game.barriers_of(seat));
        }
        Survey { game, island, weights, known, me, open: false, moment, seats, closed: game.closed(), ways }
    }

    /// Whether what this seat holds face down is known.
    pub(crate) fn sees(&self, seat: Seat) -> bool {
        self.open || seat == self.me
    }

    /// Returns all the races, not yet run.
    pub(crate) fn races(&self) -> Prospects<'a, G> {
        let mut prospects = Prospects {
            weights: self.weights,
            seats: self.seats,
            shown: BySeat::default(),
            races: BySeat([Race::EMPTY; SEATS]),
            rolls: BySeat([NEVER; SEATS]),
            liking: (self.me, self.liking()),
            before: None,
        };
        for seat in Seat::first(self.seats) {
            prospects.races[seat] = G::race(self, seat);
            if self.open || self.weights.fitted > 0.0 {
                prospects.shown[seat] = G::shown_of(self, seat);
            }
        }
        G::compare(self, &mut prospects);
        prospects
    }

    /// Returns what the character that judges likes about its position, in log odds: nothing, unless its weights say so.
    fn liking(&self) -> f32 {
        let (game, weights, me) = (self.game, self.weights, self.me);
        let count = |weight: f32, len: usize| weight * len as f32;
        let robbed =
            if weights.likes_robbing > 0.0 && self.robs_the_leader() { weights.likes_robbing } else { 0.0 };
        count(weights.likes_roads, game.roads_of(me).len())
            + count(weights.likes_settlements, game.settlements_of(me).len())
            + count(weights.likes_cities, game.cities_of(me).len())
            + robbed
            + G::liking(self)
            + self.error()
    }

    /// Returns the error of this judgement, in log odds; the same for the same position, whichever actions lead there.
    fn error(&self) -> f32 {
        let (game, me) = (self.game, self.me);
        if self.weights.blur == 0.0 {
            return 0.0;
        }
        let places = (game.settlements_of(me) | game.cities_of(me)).into_iter();
        let hand = game.hand_of(me).into_iter().map(u32::from);
        let others = [game.turns(), game.robber_on().index() as u32, game.cities_of(me).len() as u32];
        let seen = places.map(|vertex| self.island.worth[vertex].to_bits());
        let roads = game.roads_of(me).into_iter().map(|edge| edge.index() as u32);
        self.weights.error(seen.chain(roads).chain(hand).chain(others))
    }

    /// Whether the robber stands at a building of the other seat with most points.
    fn robs_the_leader(&self) -> bool {
        let game = self.game;
        let most = self.others(self.me).map(|seat| game.score(seat)).max();
        let corners = game.robber_on().vertex_set();
        let is_robbed = |seat| !((game.settlements_of(seat) | game.cities_of(seat)) & corners).is_empty();
        self.others(self.me).any(|seat| Some(game.score(seat)) == most && is_robbed(seat))
    }

    /// Returns the race of a seat with what it has on the table and in hand.
    pub(crate) fn start(&self, seat: Seat) -> Race<G::Extras> {
        let (game, island) = (self.game, self.island);
        let mut race = Race::EMPTY;
        race.goal = f32::from(game.goal());
        race.points = f32::from(game.score(seat));
        for (kind, count) in game.hand_of(seat).into_iter().enumerate().take(KindOf::<G>::KINDS.len()) {
            race.swap[kind] = self.weights.swap(game.lasting_rate_of(seat, kind));
            race.hand[kind] = f32::from(count);
        }
        for vertex in game.settlements_of(seat) {
            add(&mut race.income, &island.yields[vertex], 1.0);
            race.upgrades[usize::from(race.settlements_len)] = island.upgrades[vertex];
            race.settlements_len += 1;
        }
        for vertex in game.cities_of(seat) {
            add(&mut race.income, &island.city(vertex), 1.0);
        }
        race.cities_left = game.left(seat, Piece::City);
        race.roads_left = game.left(seat, Piece::Road);
        let position = (seat.index() + self.seats - game.on_turn().index()) % self.seats;
        race.offset = match (position, self.moment) {
            (0, Moment::Now) => 0.0,
            (0, Moment::TurnOver) => self.seats as f32,
            (n, _) => n as f32,
        };
        race
    }

    /// Deducts the cards that the robber keeps from a seat until it has moved on, in `rolls` rolls.
    pub(crate) fn rob(&self, race: &mut Race<G::Extras>, seat: Seat, rolls: f32) {
        let robber = self.game.robber_on();
        let Some(Yield { kind, second, chance }) = self.island.hexes[robber] else { return };
        let corners = robber.vertex_set();
        let settlements = (self.game.settlements_of(seat) & corners).len() as f32;
        let cities = (self.game.cities_of(seat) & corners).len() as f32;
        if kind == second {
            race.hand[kind] -= (settlements + 2.0 * cities) * chance * rolls;
        } else {
            race.hand[kind] -= (settlements + cities) * chance * rolls;
            race.hand[second] -= cities * chance * rolls;
        }
    }

    /// Deducts the cards that a hand is likely to lose before its owner can build: half of it to a 7 if it is too large by then,
    /// and a card to thieves.
    pub(crate) fn risk_hand(&self, race: &mut Race<G::Extras>, seat: Seat) {
        let len: u8 = self.game.hand_of(seat).iter().sum();
        let len = f32::from(len);
        if race.offset == 0.0 || len == 0.0 {
            return;
        }
        let weights = self.weights;
        let seven = 1.0 - crate::real::pow(5.0 / 6.0, race.offset);
        let grown = len + 0.5 * race.offset * race.income.iter().sum::<f32>();
        let excess = ((grown - self.game.limit_of(seat) as f32) / 2.0).clamp(0.0, 1.0);
        let discarded = 0.5 * weights.hand_risk * seven * excess;
        let stolen = (weights.theft * race.offset / len).min(1.0);
        for count in &mut race.hand {
            if *count > 0.0 {
                *count *= (1.0 - discarded) * (1.0 - stolen);
            }
        }
    }

    /// Enters the roads that take Longest Road, or the risk of losing it for its holder.
    pub(crate) fn longest_road(&self, race: &mut Race<G::Extras>, seat: Seat) {
        let game = self.game;
        let longest = self.others(seat).map(|other| game.road_length_of(other)).max().unwrap_or(0);
        let own = game.road_length_of(seat);
        if game.longest_road_holder() == Some(seat) {
            race.points -= 2.0 * self.at_risk(f32::from(own.saturating_sub(longest)));
            race.roads_to_award = None;
        } else {
            let room = self.ways[seat].1.len();
            let needed = (longest + 1).max(5).saturating_sub(own).max(1);
            let possible = needed <= 5 && usize::from(needed) + 2 <= room;
            race.roads_to_award = possible.then_some(needed);
        }
    }

    pub(crate) fn others(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<G> {
        Seat::first(self.seats).filter(move |&other| other != seat)
    }

    /// The chance to lose an award with this lead.
    pub(crate) fn at_risk(&self, lead: f32) -> f32 {
        self.weights.award_risk * (1.0 - lead / 3.0).clamp(0.0, 1.0)
    }

    /// Finds the places at which a seat can settle next.
    pub(crate) fn sites(&self, race: &mut Race<G::Extras>, seat: Seat) {
        let (own, reached) = &self.ways[seat];
        let mut found = [(0.0f32, Site::default(), VertexId::new(0).expect("an intersection")); SITES];
        let mut len = 0;
        // In the set-up, the best places go first.
        let still_to_found = if self.game.is_founding() {
            let founded = |seat| self.game.settlements_of(seat).len() + self.game.cities_of(seat).len();
            2 * self.seats - Seat::first(self.seats).map(founded).sum::<usize>()
        } else {
            0
        };
        let free = !self.closed;
        for vertex in *reached & free {
            let roads = own[vertex];
            let mut hold = 1.0;
            if still_to_found > 0 {
                let better =
                    free.into_iter().filter(|&v| self.island.worth[v] > self.island.worth[vertex]).count();
                hold = if better < still_to_found { 0.2 } else { 0.85 };
            }
            for other in self.others(seat) {
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
                upgrade: self.island.upgrades[vertex],
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
                if found[n].2.neighbours().contains(found[other].2) {
                    excludes |= 1 << other;
                }
            }
            race.sites[n] = Site { excludes, ..found[n].1 };
        }
        race.sites_len = len as u8;
    }
}

impl<'a, G: RaceGame> Prospects<'a, G> {
    /// With races that were run before.
    pub(crate) fn since(self, before: &'a Before<G>) -> Self {
        Prospects { before: Some(before), ..self }
    }

    /// Runs all races.
    pub(crate) fn run(mut self) -> Self {
        for seat in Seat::first(self.seats) {
            match self.before.and_then(|before| before.rolls(seat, &self.races[seat])) {
                Some(rolls) => self.rolls[seat] = rolls,
                None => self.run_again(seat),
            }
        }
        self
    }

    /// Runs one race again, after it was changed.
    pub(crate) fn run_again(&mut self, seat: Seat) {
        self.rolls[seat] = self.races[seat].rolls_to_win(self.weights);
    }

    /// The logarithm of the odds that `seat` wins, with what the judging seat likes beside. Unlike the chance it still tells better
    /// from worse where the game is all but decided.
    pub(crate) fn odds(&self, seat: Seat) -> f32 {
        let others: f32 = Seat::first(self.seats)
            .filter(|&other| other != seat)
            .map(|other| crate::real::exp(self.strength(other)))
            .sum();
        let (me, liking) = self.liking;
        self.strength(seat) - crate::real::ln(others) + if seat == me { liking } else { 0.0 }
    }

    /// The logarithm of what the odds of `seat` are proportional to.
    pub(crate) fn strength(&self, seat: Seat) -> f32 {
        if self.weights.fitted > 0.0 {
            return G::fitted(self, seat) as f32;
        }
        let rolls = crate::real::ln(self.rolls[seat] + self.weights.slack);
        self.races[seat].lean(self.weights) - self.weights.sharpness * rolls
    }

    /// Moves `cards` cards of average kind from one seat to another.
    pub(crate) fn steal(&mut self, thief: Seat, victim: Seat, cards: f32) {
        let held: f32 = self.races[victim].hand.iter().map(|count| count.max(0.0)).sum();
        if held < 0.5 {
            return;
        }
        let cards = cards.min(held.max(1.0));
        for kind in 0..KindOf::<G>::KINDS.len() {
            let share = cards * self.races[victim].hand[kind].max(0.0) / held;
            self.races[victim].hand[kind] -= share;
            self.races[thief].hand[kind] += share;
        }
    }
}

const NO_HARBOUR: Amounts = [0.25, 0.25, 0.25, 0.25, 0.25, 0.0, 0.0, 0.0];

impl<X: Extras> Race<X> {
    const EMPTY: Race<X> = Race {
        points: 0.0,
        goal: 10.0,
        hand: [0.0; LANES],
        income: [0.0; LANES],
        swap: NO_HARBOUR,
        upgrades: [[0.0; LANES]; SETTLEMENTS],
        settlements_len: 0,
        cities_left: 0,
        roads_left: 0,
        sites: [Site {
            roads: 0,
            yields: [0.0; LANES],
            upgrade: [0.0; LANES],
            harbour: None,
            hold: 0.0,
            excludes: 0,
        }; SITES],
        sites_len: 0,
        roads_to_award: None,
        offset: 0.0,
        extras: X::NONE,
    };
}

/// The race of a seat that has only founded: a settlement at the first place, a settlement or a city at the second,
/// nothing around them taken but `closed`; each building will bring a road.
pub(crate) fn founded<G: RaceGame>(
    island: &Island,
    weights: &Weights,
    known: &G::Known,
    places: [VertexId; 2],
    closed: VertexSet,
    goal: u8,
) -> Race<G::Extras> {
    let mut race = Race::<G::Extras>::EMPTY;
    race.goal = f32::from(goal);
    race.points = if G::SECOND_IS_CITY { 3.0 } else { 2.0 };
    race.swap[..KindOf::<G>::KINDS.len()].fill(weights.swap(4));
    race.cities_left = if G::SECOND_IS_CITY { 3 } else { 4 };
    race.roads_left = 13;
    race.extras = G::extras_at_start(known, weights);
    race.roads_to_award = Some(4);
    let mut start = VertexSet::EMPTY;
    for (n, vertex) in places.into_iter().enumerate() {
        if n == 1 && G::SECOND_IS_CITY {
            add(&mut race.income, &island.city(vertex), 1.0);
        } else {
            add(&mut race.income, &island.yields[vertex], 1.0);
            race.upgrades[usize::from(race.settlements_len)] = island.upgrades[vertex];
            race.settlements_len += 1;
        }
        start.insert(vertex);
        match island.harbours[vertex] {
            None => {}
            Some(Harbour::Generic) => {
                race.swap[..KindOf::<G>::KINDS.len()]
                    .iter_mut()
                    .for_each(|swap| *swap = swap.max(weights.swap(3)));
            }
            Some(Harbour::Special(kind)) => race.swap[kind.index()] = weights.swap(2),
        }
    }
    for kind in 0..5 {
        race.hand[kind] = if island.yields[places[1]][kind] > 0.0 { 1.0 } else { 0.0 };
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
            upgrade: island.upgrades[vertex],
            harbour: island.harbours[vertex],
            hold: 0.5,
            excludes: 0,
        };
        race.sites_len += 1;
    }
    race
}

/// Rolls added to every race before they are compared.
pub(crate) const SLACK: f32 = 3.0;

/// Adds features up with the weights for this number of seats. The weights are those of a multinomial logit that makes the
/// winners of games between settlers likeliest, position for position; they differ by the number of seats because three opponents
/// who hold the leader back make a lead worth less than one does.
pub(crate) fn weigh<const N: usize>(features: &[f32; N], fitted: &[[f32; N]; 3], seats: usize) -> f64 {
    let fitted = &fitted[seats.clamp(2, SEATS) - 2];
    features.iter().zip(fitted).map(|(feature, weight)| f64::from(feature * weight)).sum()
}
