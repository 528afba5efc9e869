//! Cities & Knights as settlers see it.

use super::Weights;
use super::defence;
use super::improvements::{self, Improvements};
use crate::catan::Weights as BaseWeights;
use crate::catan::settler::island::{Island, LANES};
use crate::catan::settler::mind::Mind;
use crate::catan::settler::plan::PlannedGame;
use crate::catan::settler::prospects::{Prospects, RaceGame, SLACK, Survey, weigh};
use crate::catan::settler::race::{Extras, Race};
use crate::catan::settler::rules::{Counts, SettlerGame, Victims};
use catan::cities_and_knights::options::{Level4City, MerchantTrades};
use catan::cities_and_knights::{
    Action, Area, CardKind, CitiesAndKnights, Hand, Knights, OwnAction, OwnPhase, Phase, Strength, View,
};
use catan::{EdgeSet, Harbour, HexSet, Piece, SEATS, Terrain, VertexId, VertexSet};
use game::{Seat, SeatSet, Viewer};

/// The cards that a terrain yields to a settlement, and to a city beside it.
pub(super) fn cards_of(terrain: Terrain) -> Option<(usize, usize)> {
    CardKind::of_terrain(terrain).map(|(kind, second)| (kind.index(), second.index()))
}

/// Returns a view of everything in an imagined game.
pub(super) fn everything(game: &CitiesAndKnights) -> View<'_> {
    game.view(Viewer::Everything)
}

/// Returns all knights of a seat.
pub(super) fn knights_of(game: &CitiesAndKnights, seat: Seat) -> VertexSet {
    let view = everything(game);
    Strength::ALL.into_iter().fold(VertexSet::EMPTY, |all, strength| all | view.knights(seat, strength))
}

/// Cities of a seat without a metropolis.
fn plain_cities(game: &CitiesAndKnights, seat: Seat) -> VertexSet {
    let view = everything(game);
    let metropolises: VertexSet = Area::ALL.into_iter().filter_map(|area| view.metropolis(area)).collect();
    view.cities(seat) - metropolises
}

/// Stages of a plan: what comes later in a plan never makes room for what comes earlier.
mod stage {
    pub(super) const CITY: u8 = 0;
    pub(super) const IMPROVEMENT: u8 = 1;
    pub(super) const KNIGHT: u8 = 2;
    pub(super) const PROMOTION: u8 = 3;
    pub(super) const ACTIVATION: u8 = 4;
    pub(super) const WALL: u8 = 5;
    pub(super) const EXPANSION: u8 = 6;
}

impl SettlerGame for CitiesAndKnights {
    type Extras = Improvements;
    type Rules = Knights;
    type Known = Weights;

    const SECOND_IS_CITY: bool = true;

    fn island(&self) -> &CitiesAndKnights {
        self
    }
    fn of(action: Action) -> Action {
        action
    }
    fn is_exchange(action: Action) -> bool {
        matches!(action, Action::MaritimeTrade { .. })
    }
    fn paths_of(&self, seat: Seat) -> EdgeSet {
        everything(self).reach(seat)
    }
    fn closed(&self) -> VertexSet {
        everything(self).unsettleable()
    }
    fn robber_choices(&self, seat: Seat) -> HexSet {
        self.legal_actions(seat).robber()
    }
    fn road_choices(&self, seat: Seat) -> EdgeSet {
        self.legal_actions(seat).roads()
    }

    fn score(&self, seat: Seat) -> u8 {
        self.points(seat).total()
    }
    fn is_founding(&self) -> bool {
        matches!(
            self.phase(),
            Phase::FoundingSettlement { .. }
                | Phase::Own(OwnPhase::FoundingCity { .. })
                | Phase::FoundingRoad { .. }
        )
    }
    fn barriers_of(&self, seat: Seat) -> VertexSet {
        let view = everything(self);
        Seat::first(self.seats()).filter(|&other| other != seat).fold(VertexSet::EMPTY, |all, other| {
            all | view.settlements(other) | view.cities(other) | knights_of(self, other)
        })
    }
    fn limit_of(&self, seat: Seat) -> u32 {
        self.hand_limit(seat)
    }
    fn rate_of(&self, seat: Seat, kind: usize) -> u8 {
        self.rate(seat, CardKind::ALL[kind])
    }
    /// Without Merchant Fleet.
    fn lasting_rate_of(&self, seat: Seat, kind: usize) -> u8 {
        let view = everything(self);
        let rate = self.rate_of(seat, kind);
        if rate > 2 || seat != self.active() || view.fleet().all(|fleet| fleet.index() != kind) {
            return rate;
        }
        let Some(layout) = view.layout() else { return rate };
        let own = view.settlements(seat) | view.cities(seat);
        let mut lasting = 4;
        for harbour in own.into_iter().filter_map(|vertex| layout.harbour_at(vertex)) {
            lasting = lasting.min(match harbour {
                Harbour::Generic => 3,
                Harbour::Special(special) if special.index() == kind => 2,
                Harbour::Special(_) => 4,
            });
        }
        let guild = kind >= 5 && view.level(seat, Area::Trade) >= 3;
        let merchant = view.merchant().is_some_and(|(owner, hex)| {
            let both = view.options().ck_merchant_trades == MerchantTrades::Hex;
            let trades = |(own, second)| own == kind || (both && second == kind);
            owner == seat && cards_of(layout.terrain[hex]).is_some_and(trades)
        });
        if guild || merchant { 2 } else { lasting }
    }
    fn city_places(&self, seat: Seat) -> VertexSet {
        let view = everything(self);
        let laid = view.laid() & view.settlements(seat);
        match () {
            () if !laid.is_empty() => laid,
            () if view.pieces_left(seat, Piece::City) == 0 => VertexSet::EMPTY,
            () => view.settlements(seat),
        }
    }
    fn victims(&self) -> Option<Victims> {
        match self.phase() {
            Phase::Stealing { victim, waiting } => Some(Victims::Each(waiting.with(victim))),
            Phase::ChoosingVictim { victims } => Some(Victims::OneOf(victims)),
            _ => None,
        }
    }

    /// Carries the action out; where others must decide, or a place is still to be named, it takes the first listed choice.
    fn carry_out(&mut self, seat: Seat, action: Action) {
        self.play_unchecked(seat, action, &mut ());
        for _ in 0..3 {
            let (seat, reply) = match self.phase() {
                Phase::Own(OwnPhase::PlacingMetropolis { .. }) => (
                    self.active(),
                    plain_cities(self, self.active())
                        .nth(0)
                        .map(|it| Action::Own(OwnAction::PlaceMetropolis(it))),
                ),
                Phase::Own(OwnPhase::Retreating { seat, .. }) => (seat, self.legal_actions(seat).get(0)),
                Phase::Own(OwnPhase::Deserting { victim }) => {
                    let weakest = knights_of(self, victim)
                        .into_iter()
                        .min_by_key(|&vertex| self.knight_at(vertex).map(|(_, strength)| strength));
                    (victim, weakest.map(|it| Action::Own(OwnAction::RemoveKnight(it))))
                }
                Phase::Own(OwnPhase::PlacingDeserter { .. }) => {
                    let legal = self.legal_actions(self.active());
                    (self.active(), legal.get(legal.len() - 1))
                }
                _ => return,
            };
            let Some(reply) = reply else { return };
            self.play_unchecked(seat, reply, &mut ());
        }
    }
}

impl RaceGame for CitiesAndKnights {
    const ESTIMATES: bool = true;

    fn race(survey: &Survey<'_, CitiesAndKnights>, seat: Seat) -> Race<Improvements> {
        let game = survey.game;
        let mut race = survey.start(seat);
        Improvements::of(survey, seat).add_to(&mut race, survey.weights);
        let guards = knights_of(game, seat) & everything(game).active_knights();
        let guarded = !(guards & everything(game).robber().vertex_set()).is_empty();
        let weights = survey.weights;
        survey.rob(&mut race, seat, if guarded { weights.robbed_with_knight } else { weights.robbed });
        survey.risk_hand(&mut race, seat);
        survey.longest_road(&mut race, seat);
        survey.sites(&mut race, seat);
        race
    }

    fn compare(survey: &Survey<'_, Self>, prospects: &mut Prospects<'_, Self>) {
        if survey.game.is_founding() {
            return;
        }
        improvements::compare(survey, prospects);
        defence::compare(survey, prospects);
    }

    fn liking(survey: &Survey<'_, CitiesAndKnights>) -> f32 {
        let (view, weights, me) = (everything(survey.game), survey.weights, survey.me);
        let cards: u8 = Area::ALL.into_iter().map(|area| view.progress_len(me, area)).sum();
        let levels: u8 = Area::ALL.into_iter().map(|area| view.level(me, area)).sum();
        let strength = |(strength, force): (Strength, f32)| force * view.knights(me, strength).len() as f32;
        let knights: f32 = Strength::ALL.into_iter().zip([1.0, 2.0, 3.0]).map(strength).sum();
        weights.likes_cards * f32::from(cards)
            + weights.likes_knights * knights
            + survey.known.likes_improvements * f32::from(levels)
    }

    fn shown_of(survey: &Survey<'_, Self>, seat: Seat) -> [f32; 2] {
        let view = everything(survey.game);
        let active = |strength: Strength| {
            let knights = view.knights(seat, strength) & view.active_knights();
            f32::from(strength.value()) * knights.len() as f32
        };
        [f32::from(survey.game.score(seat)), Strength::ALL.into_iter().map(active).sum()]
    }

    fn fitted(prospects: &Prospects<'_, Self>, seat: Seat) -> f64 {
        const FITTED: [[f32; 12]; 3] = [
            [8.6, 0.27, 0.00, 0.064, 1.84, -0.076, 0.056, 3.21, 0.66, 0.168, 0.083, 0.209],
            [13.5, 0.01, 0.82, 0.054, 1.02, -0.035, 0.079, 0.36, 0.98, 0.123, 0.067, 0.078],
            [14.8, 0.08, 0.63, 0.064, 0.93, -0.028, 0.073, 1.14, 0.13, 0.048, 0.048, 0.096],
        ];
        let race = &prospects.races[seat];
        let [score, active] = prospects.shown[seat];
        let features = [
            1.0 / (prospects.rolls[seat] + SLACK),
            race.points - score,
            race.lasting(prospects.weights).0,
            race.hand[..5].iter().sum(),
            race.income[..5].iter().sum(),
            race.offset,
            race.hand[5..].iter().sum(),
            race.income[5..].iter().sum(),
            race.extras.lean,
            race.extras.levels.map(f32::from).iter().sum(),
            active,
            score,
        ];
        // The more seats, the more the estimates overrate a single roll: this lets the variance be least.
        const SURE: [f64; 3] = [1.0, 0.8, 0.65];
        SURE[prospects.seats.clamp(2, SEATS) - 2] * weigh(&features, &FITTED, prospects.seats)
    }

    fn extras_at_start(known: &Weights, _: &BaseWeights) -> Improvements {
        Improvements::at_start(known)
    }
}

impl PlannedGame for CitiesAndKnights {
    const PURCHASES: usize = 5;
    const POSITIONS: u32 = 80;

    fn purchases(
        mind: &Mind<'_, Self>,
        state: &Self,
        last: Option<Action>,
        stage: u8,
        consider: &mut dyn FnMut(Action, Counts, u8),
    ) {
        let view = everything(state);
        let me = mind.me;
        if stage == stage::CITY {
            mind.consider_cities(state, stage::CITY, consider);
        }
        if stage <= stage::IMPROVEMENT {
            for area in Area::ALL {
                if may_improve(state, me, area)
                    && let Some(price) = view.improvement_price(area)
                {
                    consider(Action::Own(OwnAction::Improve(area)), price.counts(), stage::IMPROVEMENT);
                }
            }
        }
        let knights = knights_of(state, me);
        if stage <= stage::KNIGHT
            && mind.known.knights
            && view.knights_left(me, Strength::Basic) > 0
            && let Some(place) = knight_place(mind, state)
        {
            consider(Action::Own(OwnAction::BuildKnight(place)), Hand::KNIGHT.counts(), stage::KNIGHT);
        }
        if stage <= stage::PROMOTION {
            for (strength, above) in
                [(Strength::Strong, Strength::Mighty), (Strength::Basic, Strength::Strong)]
            {
                let needs_fortress = above == Strength::Mighty && view.level(me, Area::Politics) < 3;
                if needs_fortress || view.knights_left(me, above) == 0 {
                    continue;
                }
                let knights = view.knights(me, strength) - view.promoted_knights();
                // An active one first: it fights stronger at once.
                let best = (knights & view.active_knights()).nth(0).or(knights.nth(0));
                if let Some(knight) = best {
                    consider(
                        Action::Own(OwnAction::Promote(knight)),
                        Hand::KNIGHT.counts(),
                        stage::PROMOTION,
                    );
                }
            }
        }
        if stage <= stage::ACTIVATION {
            let asleep = knights - view.active_knights();
            for strength in Strength::ALL.into_iter().rev() {
                if let Some(knight) = (asleep & view.knights(me, strength)).nth(0) {
                    consider(
                        Action::Own(OwnAction::Activate(knight)),
                        Hand::ACTIVATION.counts(),
                        stage::ACTIVATION,
                    );
                }
            }
        }
        if stage <= stage::WALL && view.walls_left(me) > 0 {
            let open = view.cities(me) - view.walls();
            // A wall under a metropolis is never lost.
            let safe = open - plain_cities(state, me);
            if let Some(city) = safe.nth(0).or(open.nth(0)) {
                consider(Action::Own(OwnAction::BuildWall(city)), Hand::WALL.counts(), stage::WALL);
            }
        }
        let last = match last {
            Some(Action::BuildRoad(edge)) => Some(edge),
            _ => None,
        };
        mind.consider_expansion(state, last, stage::EXPANSION, consider);
    }

    fn is_last(_: u8) -> bool {
        false
    }
}

/// Whether the next level of an area may be bought, the price aside (`CK-IMP-2`, `CK-IMP-3`).
fn may_improve(state: &CitiesAndKnights, seat: Seat, area: Area) -> bool {
    let view = everything(state);
    if view.cities(seat).is_empty() {
        return false;
    }
    if view.level(seat, area) < 3 {
        return true;
    }
    let rule = state.options().ck_level4_city;
    let high = Area::ALL.into_iter().filter(|&other| other == area || view.level(seat, other) >= 4).count();
    if rule == Level4City::EachLevel && view.cities(seat).len() < high {
        return false;
    }
    let holder = state.metropolis_owner(area) == Some(seat) && rule != Level4City::Always;
    holder || !plain_cities(state, seat).is_empty()
}

/// Returns the best place for a new knight: not where a settlement may stand soon, near own rich hexes, in the way of others.
pub(super) fn knight_place(mind: &Mind<'_, CitiesAndKnights>, state: &CitiesAndKnights) -> Option<VertexId> {
    let view = everything(state);
    let me = mind.me;
    let mut taken = VertexSet::EMPTY;
    let mut theirs = VertexSet::EMPTY;
    for seat in Seat::first(state.seats()) {
        taken = taken | view.settlements(seat) | view.cities(seat) | knights_of(state, seat);
        if seat != me {
            theirs = theirs | view.road_ends(seat);
        }
    }
    let sites = !view.unsettleable();
    let worth = |vertex: VertexId| place_worth(mind.island, state, me, vertex, sites, theirs);
    (view.road_ends(me) - taken).into_iter().max_by(|a, b| worth(*a).total_cmp(&worth(*b)))
}

/// Returns the value of a knight at an intersection beside its strength.
fn place_worth(
    island: &Island,
    state: &CitiesAndKnights,
    me: Seat,
    vertex: VertexId,
    sites: VertexSet,
    theirs: VertexSet,
) -> f32 {
    let view = everything(state);
    let own = view.settlements(me) | view.cities(me);
    let mut worth = 0.0;
    for hex in vertex.hexes() {
        let buildings = (own & hex.vertex_set()).len() as f32;
        worth += buildings * island.hexes[hex].map_or(0.0, |yields| yields.chance);
    }
    if sites.contains(vertex) {
        // A place for a settlement: better left free, unless somebody else comes.
        worth += if theirs.contains(vertex) { 0.1 } else { -0.5 };
    } else if theirs.contains(vertex) {
        worth += 0.3;
    }
    worth
}

impl Improvements {
    /// The island as it is read in this game.
    pub(super) fn island(layout: &catan::Layout) -> Island {
        Island::new(layout, &Improvements::WORTH, cards_of)
    }
}

const _: () = assert!(Improvements::WORTH.len() == LANES);

/// Seats other than this one.
pub(super) fn opponents(game: &CitiesAndKnights, me: Seat) -> SeatSet {
    Seat::first(game.seats()).filter(|&seat| seat != me).collect()
}
