//! Base Catan as settlers see it: development cards and the two awards.

use super::Weights;
use super::island::Amounts;
use super::learned::{LearnedGame, Own};
use super::mind::{CERTAIN, Mind};
use super::plan::PlannedGame;
use super::prospects::{Moment, Prospects, RaceGame, SLACK, Survey, weigh};
use super::race::{Appraiser, Extras, Purse, Race, price};
use super::rules::{Counts, SettlerGame, Victims};
use crate::advice::Reason;
use crate::net::Net;
use catan::{
    Action, Base, Cards, Catan, DevelopmentCard, EdgeSet, HexSet, LegalActions, OwnAction, Phase, Resource,
    Terrain, VertexSet, View,
};
use game::{Seat, Viewer};
use std::sync::OnceLock;

const DEVELOPMENT: Amounts = price(Cards::DEVELOPMENT);

/// The cards that a terrain yields; a city gets a second one of the same kind.
pub(super) fn cards_of(terrain: Terrain) -> Option<(usize, usize)> {
    terrain.resource().map(|kind| (kind.index(), kind.index()))
}

/// The development cards that nobody has shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unseen {
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

/// The development cards of base Catan and Largest Army.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Development {
    /// Development cards held.
    pub(super) cards: f32,
    /// Knights played and held.
    pub(super) knights: f32,
    /// The number of knights that takes Largest Army; `None` for its holder.
    army_at: Option<f32>,
    /// Cards left in the deck, and the average yield of the next one: points, knights, and the cards that the other kinds are
    /// worth.
    deck: f32,
    card_points: f32,
    card_knights: f32,
    card_goods: f32,
}

impl Development {
    /// The points that Largest Army brings with the next card, on average, once it is bought.
    fn army(&self, weights: &Weights) -> f32 {
        self.army_at.map_or(0.0, |at| {
            let needed = (at - self.knights).max(0.5);
            2.0 * weights.award * self.card_knights / needed
        })
    }
}

impl Extras for Development {
    type Purchase = ();
    /// Grain and ore make cities and development cards, wool makes the least.
    const WORTH: Amounts = [1.0, 1.0, 0.8, 1.1, 1.1, 0.0, 0.0, 0.0];
    const NONE: Development = Development {
        cards: 0.0,
        knights: 0.0,
        army_at: None,
        deck: 0.0,
        card_points: 0.0,
        card_knights: 0.0,
        card_goods: 0.0,
    };

    #[inline]
    fn offer(&self, _: &Purse, weights: &Weights, weigh: &mut Appraiser<'_, ()>) {
        if self.deck >= 1.0 {
            weigh.consider((), &DEVELOPMENT, self.card_points + self.army(weights), 0.0);
        }
    }

    fn buy(&mut self, (): (), purse: &mut Purse, weights: &Weights) -> f32 {
        self.deck -= 1.0;
        self.knights += self.card_knights;
        purse.hand[..5].iter_mut().for_each(|count| *count += self.card_goods / 5.0);
        let army = if self.army_at.is_some_and(|at| self.knights >= at) { 2.0 * weights.award } else { 0.0 };
        if army > 0.0 {
            self.army_at = None;
        }
        self.card_points + army
    }

    fn built_city(&mut self) {}

    fn lead(&self, other: &Development) -> Option<f32> {
        (self == other).then_some(0.0)
    }

    fn lean(&self, sum: f32, weights: &Weights) -> f32 {
        sum + weights.lean_cards * self.cards + weights.lean_knights * self.knights
    }

    fn reasons(&self, before: &Development, reasons: &mut Vec<Reason>) {
        match (before.army_at, self.army_at) {
            (Some(_), None) => reasons.push(Reason::LargestArmy { missing: 0 }),
            (Some(_), Some(at)) if self.knights > before.knights => {
                reasons.push(Reason::LargestArmy { missing: (at - self.knights).ceil().max(1.0) as u8 });
            }
            _ => {}
        }
    }
}

impl Development {
    /// The cards in hand, and what is left in the deck.
    fn of(survey: &Survey<'_, Catan>, race: &mut Race<Development>, seat: Seat) {
        use DevelopmentCard::{Knight, Monopoly, RoadBuilding, VictoryPoint, YearOfPlenty};
        let view = everything(survey.game);
        let (weights, unseen) = (survey.weights, survey.known);
        let mut held = [0.0f32; 5];
        if survey.sees(seat) {
            held = view.development(seat).unwrap_or_default().map(f32::from);
            race.points += held[VictoryPoint.index()];
        } else {
            let count = f32::from(view.development_len(seat));
            for kind in DevelopmentCard::ALL {
                held[kind.index()] = count * unseen.share(kind);
            }
            race.points += held[VictoryPoint.index()];
        }
        let goods =
            2.0 * held[YearOfPlenty.index()] + 2.5 * held[Monopoly.index()] + held[RoadBuilding.index()];
        race.hand[..5].iter_mut().for_each(|count| *count += weights.held_card * goods / 5.0);
        for kind in [Resource::Brick, Resource::Lumber] {
            race.hand[kind.index()] += weights.held_card * held[RoadBuilding.index()];
        }
        let card_knights = unseen.share(Knight);
        race.extras = Development {
            cards: held.iter().sum(),
            knights: f32::from(view.knights(seat)) + weights.held_knight * held[Knight.index()],
            army_at: None,
            deck: f32::from(view.deck_len()),
            card_points: unseen.share(VictoryPoint),
            card_knights,
            card_goods: weights.card_goods
                * (2.0 * unseen.share(YearOfPlenty)
                    + 2.5 * unseen.share(Monopoly)
                    + 2.5 * unseen.share(RoadBuilding)
                    + 1.2 * card_knights),
        };
    }
}

/// Returns a view of everything in an imagined game.
fn everything(game: &Catan) -> View<'_> {
    game.view(Viewer::Everything)
}

impl SettlerGame for Catan {
    type Extras = Development;
    type Rules = Base;
    type Known = Unseen;

    const SECOND_IS_CITY: bool = false;

    fn island(&self) -> &Catan {
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
        self.visible_points(seat).total()
    }
    fn is_founding(&self) -> bool {
        matches!(self.phase(), Phase::FoundingSettlement { .. } | Phase::FoundingRoad { .. })
    }
    fn barriers_of(&self, seat: Seat) -> VertexSet {
        let view = everything(self);
        Seat::first(self.seats())
            .filter(|&other| other != seat)
            .fold(VertexSet::EMPTY, |all, other| all | view.settlements(other) | view.cities(other))
    }
    fn limit_of(&self, _: Seat) -> u32 {
        u32::from(self.options().discard_limit)
    }
    fn rate_of(&self, seat: Seat, kind: usize) -> u8 {
        everything(self).rate(seat, Resource::ALL[kind])
    }
    fn victims(&self) -> Option<Victims> {
        match self.phase() {
            Phase::Stealing { victim, .. } => Some(Victims::OneOf(game::SeatSet::one(victim))),
            Phase::ChoosingVictim { victims } => Some(Victims::OneOf(victims)),
            _ => None,
        }
    }
}

impl RaceGame for Catan {
    const ESTIMATES: bool = false;

    fn race(survey: &Survey<'_, Catan>, seat: Seat) -> Race<Development> {
        let view = everything(survey.game);
        let mut race = survey.start(seat);
        Development::of(survey, &mut race, seat);
        let holds_knight = race.extras.knights - f32::from(view.knights(seat)) > 0.5;
        let weights = survey.weights;
        let rolls = if holds_knight { weights.robbed_with_knight } else { weights.robbed };
        survey.rob(&mut race, seat, rolls);
        survey.risk_hand(&mut race, seat);
        survey.longest_road(&mut race, seat);
        let most = survey.others(seat).map(|other| view.knights(other)).max().unwrap_or(0);
        if view.largest_army() == Some(seat) {
            let margin = f32::from(view.knights(seat)) - f32::from(most);
            race.points -= 2.0 * survey.at_risk(margin);
        } else {
            race.extras.army_at = Some(f32::from((most + 1).max(3)));
        }
        survey.sites(&mut race, seat);
        race
    }

    fn liking(survey: &Survey<'_, Catan>) -> f32 {
        let (view, weights) = (everything(survey.game), survey.weights);
        weights.likes_cards * f32::from(view.development_len(survey.me))
            + weights.likes_knights * f32::from(view.knights(survey.me))
    }

    fn fitted(prospects: &Prospects<'_, Self>, seat: Seat) -> f64 {
        const FITTED: [[f32; 10]; 3] = [
            [-2.80, -5.9, -0.12, 1.50, 4.10, 0.030, 0.34, -0.122, 0.20, 0.161],
            [-1.21, 6.1, 0.02, 0.46, 2.14, 0.035, 0.90, -0.076, 0.34, 0.144],
            [-1.01, 6.5, 0.14, 0.31, 1.29, 0.033, 0.98, -0.053, 0.28, 0.110],
        ];
        let race = &prospects.races[seat];
        let (variety, harbours) = race.lasting(prospects.weights);
        let rolls = prospects.rolls[seat] + SLACK;
        let features = [
            crate::real::ln(rolls),
            1.0 / rolls,
            race.points,
            variety,
            harbours,
            race.hand.iter().sum(),
            race.income.iter().sum(),
            race.offset,
            race.extras.cards,
            race.extras.knights,
        ];
        weigh(&features, &FITTED, prospects.seats)
    }

    fn extras_at_start(_: &Unseen, weights: &Weights) -> Development {
        Development {
            deck: 25.0,
            card_points: 0.2,
            card_knights: 0.56,
            card_goods: weights.card_goods * 1.2,
            army_at: Some(3.0),
            ..Development::NONE
        }
    }
}

impl LearnedGame for Catan {
    fn describe(survey: &Survey<'_, Self>, seat: Seat, extras: &Development) -> Own {
        let (view, mut own) = (everything(survey.game), Own::default());
        let held = view.development(seat).unwrap_or_default().map(f32::from);
        own[..5].copy_from_slice(&held);
        own[5] = extras.cards / 3.0;
        own[6] = extras.knights / 3.0;
        own[7] = f32::from(view.knights(seat)) / 3.0;
        own[8] = extras.army_at.map_or(0.0, |at| 1.0 / (at - extras.knights).max(0.5));
        own[9] = if extras.army_at.is_none() { 1.0 } else { 0.0 };
        own[10] = extras.deck / 25.0;
        own[11] = extras.card_points;
        own
    }

    fn net() -> &'static Net {
        static NET: OnceLock<Net> = OnceLock::new();
        NET.get_or_init(|| Net::from_file(include_bytes!("catan.net")))
    }
}

impl PlannedGame for Catan {
    const PURCHASES: usize = 4;
    const POSITIONS: u32 = 120;

    /// Roads and settlements first, then cities, then a development card: in another order they come to the same.
    fn purchases(
        mind: &Mind<'_, Catan>,
        state: &Catan,
        last: Option<Action>,
        stage: u8,
        consider: &mut dyn FnMut(Action, Counts, u8),
    ) {
        let last = match last {
            Some(Action::BuildRoad(edge)) => Some(edge),
            _ => None,
        };
        if stage == 0 {
            mind.consider_expansion(state, last, 0, consider);
        }
        if stage <= 1 {
            mind.consider_cities(state, 1, consider);
            if everything(state).deck_len() > 0 {
                consider(Action::Own(OwnAction::BuyDevelopmentCard), Cards::DEVELOPMENT.lanes(), 2);
            }
        }
    }
    fn is_last(stage: u8) -> bool {
        stage >= 2
    }

    /// One more development card is taken as the average one.
    fn odds_after(mind: &Mind<'_, Catan>, state: &Catan, purchase: Action) -> f32 {
        if purchase != Action::Own(OwnAction::BuyDevelopmentCard) || state.outcome().is_some() {
            return mind.odds(state, Moment::TurnOver);
        }
        let mut races: Prospects<'_, Catan> = mind.races(state, Moment::TurnOver);
        races.liking.1 += mind.weights.likes_cards;
        let race = &mut races.races[mind.me];
        let extras = &mut race.extras;
        race.points += extras.card_points;
        extras.knights += mind.weights.held_knight * extras.card_knights;
        extras.deck -= 1.0;
        extras.cards += 1.0;
        let goods = extras.card_goods * mind.weights.held_card / 5.0;
        race.hand[..5].iter_mut().for_each(|count| *count += goods);
        races.run().odds(mind.me)
    }
}

impl Mind<'_, Catan> {
    /// Rolls, unless a knight does more good before.
    pub(crate) fn before_roll(&self, legal: &LegalActions) -> Option<Action> {
        self.knight(legal).or(Some(Action::Roll))
    }

    /// Plays the knight if that is better than to keep it.
    fn knight(&self, legal: &LegalActions) -> Option<Action> {
        if !legal.contains(Action::Own(OwnAction::PlayKnight)) {
            return None;
        }
        let keep = self.odds(&self.game, Moment::Now);
        let odds = self.odds_with_knight();
        self.note(Action::Roll, keep + self.weights.card_gain);
        self.note(Action::Own(OwnAction::PlayKnight), odds);
        (odds > keep + self.weights.card_gain).then_some(Action::Own(OwnAction::PlayKnight))
    }

    fn odds_with_knight(&self) -> f32 {
        let game = self.after(&self.game, Action::Own(OwnAction::PlayKnight));
        if game.outcome().is_some() {
            return self.odds(&game, Moment::Now);
        }
        self.best_robbery(&game).map_or(-CERTAIN, |best| best.odds)
    }

    /// A development card worth playing now, after the roll.
    pub(crate) fn play_card(&self, legal: &LegalActions) -> Option<Action> {
        let playable = |action| legal.contains(action);
        let plenty =
            |first: Resource, second: Resource| Action::Own(OwnAction::PlayYearOfPlenty(first, Some(second)));
        let any_plenty = Resource::ALL.into_iter().any(|kind| playable(plenty(kind, kind)));
        let any = playable(Action::Own(OwnAction::PlayKnight))
            || playable(Action::Own(OwnAction::PlayRoadBuilding))
            || playable(Action::Own(OwnAction::PlayMonopoly(Resource::Ore)))
            || any_plenty;
        if !any {
            return None;
        }
        let keep = self.odds(&self.game, Moment::Now) + self.weights.card_gain;
        let mut best = (keep, None);
        let mut weigh = |odds: f32, action| {
            self.note(action, odds - keep);
            if odds > best.0 {
                best = (odds, Some(action));
            }
        };
        if playable(Action::Own(OwnAction::PlayKnight)) {
            weigh(self.odds_with_knight(), Action::Own(OwnAction::PlayKnight));
        }
        if playable(Action::Own(OwnAction::PlayRoadBuilding)) {
            let game = self.after(&self.game, Action::Own(OwnAction::PlayRoadBuilding));
            weigh(self.best_free_road(&game).0, Action::Own(OwnAction::PlayRoadBuilding));
        }
        for kind in Resource::ALL {
            let monopoly = Action::Own(OwnAction::PlayMonopoly(kind));
            if playable(monopoly) {
                weigh(self.odds(&self.after(&self.game, monopoly), Moment::Now), monopoly);
            }
            for other in &Resource::ALL[kind.index()..] {
                let plenty = plenty(kind, *other);
                if any_plenty && playable(plenty) {
                    weigh(self.odds(&self.after(&self.game, plenty), Moment::Now), plenty);
                }
            }
        }
        best.1
    }
}
