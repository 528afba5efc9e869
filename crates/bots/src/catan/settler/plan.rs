//! The own turn: which exchanges with the supply and which purchases lead to the best end of the turn.

use super::mind::Mind;
use super::prospects::Moment;
use catan::{Action, Bundle, Cards, Catan, EdgeSet, Piece, Resource};
use game::{Seat, Viewer};

/// The most purchases of one plan.
const PURCHASES: usize = 4;
/// The most exchanges with the supply of one plan.
const EXCHANGES: usize = 5;
/// How many ends of turn are looked at.
const POSITIONS: u32 = 120;

/// What has been planned on the way down the tree of purchases.
#[derive(Clone, Copy)]
struct Path {
    purchases: [Action; PURCHASES],
    len: usize,
    price: Cards,
    /// Purchases are planned roads and settlements first, then cities, then a development card: in another order
    /// they come to the same.
    stage: u8,
}

struct Search<'a, 'b> {
    mind: &'a Mind<'b>,
    hand: Cards,
    rates: [u8; 5],
    supply: [u8; 5],
    may_trade: bool,
    best: (f32, Option<Action>),
    left: u32,
}

impl Mind<'_> {
    /// The first action of the best plan; `None` if it is to end the turn.
    pub(super) fn plan(&self) -> Option<Action> {
        let hand = self.view.hand(self.me)?;
        let mut search = Search {
            mind: self,
            hand,
            rates: Resource::ALL.map(|kind| self.view.rate(self.me, kind)),
            supply: self.view.supply().counts(),
            may_trade: self.view.trade_is_open(),
            // An action must gain something to be done.
            best: (self.odds(&self.game, Moment::TurnOver) + 1e-4, None),
            left: POSITIONS,
        };
        let start = Path { purchases: [Action::EndTurn; PURCHASES], len: 0, price: Cards::NONE, stage: 0 };
        search.extend(&start, &self.game);
        search.trade_down();
        search.best.1
    }
}

impl Search<'_, '_> {
    /// Tries every further purchase after those of `path`, which led to `state`.
    fn extend(&mut self, path: &Path, state: &Catan) {
        if path.len == PURCHASES {
            return;
        }
        let view = state.view(Viewer::Everything);
        let me = self.mind.me;
        if path.stage == 0 {
            if view.pieces_left(me, Piece::Settlement) > 0 {
                for vertex in view.road_ends(me) - view.unsettleable() {
                    self.try_purchase(path, Action::BuildSettlement(vertex), Cards::SETTLEMENT, 0);
                }
            }
            if view.pieces_left(me, Piece::Road) > 0 {
                let taken =
                    Seat::first(view.seats()).fold(EdgeSet::EMPTY, |all, seat| all | view.roads(seat));
                let mut paths = view.reach(me) - taken;
                // A second road goes on from the first.
                if let Some(Action::BuildRoad(last)) = path.len.checked_sub(1).map(|n| path.purchases[n]) {
                    let [a, b] = last.ends();
                    paths = paths & (a.edges() | b.edges());
                }
                for edge in paths {
                    self.try_purchase(path, Action::BuildRoad(edge), Cards::ROAD, 0);
                }
            }
        }
        if path.stage <= 1 && view.pieces_left(me, Piece::City) > 0 {
            for vertex in view.settlements(me) {
                self.try_purchase(path, Action::BuildCity(vertex), Cards::CITY, 1);
            }
        }
        if path.stage <= 1 && view.deck_len() > 0 {
            self.try_purchase(path, Action::BuyDevelopmentCard, Cards::DEVELOPMENT, 2);
        }
    }

    fn try_purchase(&mut self, path: &Path, action: Action, price: Cards, stage: u8) {
        if self.left == 0 {
            return;
        }
        let mut path = Path { price: path.price + price, stage, ..*path };
        let Some(exchanges) = self.exchanges_for(path.price) else { return };
        path.purchases[path.len] = action;
        path.len += 1;
        let me = self.mind.me;
        let mut state = self.mind.game;
        let mut first = None;
        for exchange in exchanges.into_iter().flatten() {
            first = first.or(Some(exchange));
            state.play_unchecked(me, exchange, &mut ());
        }
        for &purchase in &path.purchases[..path.len] {
            first = first.or(Some(purchase));
            state.play_unchecked(me, purchase, &mut ());
        }
        self.left -= 1;
        let odds = if action == Action::BuyDevelopmentCard && state.outcome().is_none() {
            self.odds_with_card(&state)
        } else {
            self.mind.odds(&state, Moment::TurnOver)
        };
        if odds > self.best.0 {
            self.best = (odds, first);
        }
        if state.outcome().is_none() && stage < 2 {
            self.extend(&path, &state);
        }
    }

    /// The odds with one more development card, taken as the average one.
    fn odds_with_card(&self, state: &Catan) -> f32 {
        let me = self.mind.me;
        let mut races = self.mind.races(state, Moment::TurnOver);
        let weights = self.mind.weights;
        let race = &mut races.races[me];
        race.points += race.card_points;
        race.knights += weights.held_knight * race.card_knights;
        race.deck -= 1.0;
        race.cards += 1.0;
        let goods = race.card_goods * weights.held_card / 5.0;
        race.hand[..5].iter_mut().for_each(|count| *count += goods);
        races.run().odds(me)
    }

    /// Exchanges with the supply after which the hand pays `price`: none if it pays already, `None` if nothing helps.
    fn exchanges_for(&self, price: Cards) -> Option<[Option<Action>; EXCHANGES]> {
        let mut exchanges = [None; EXCHANGES];
        if self.hand.contains(price) {
            return Some(exchanges);
        }
        if !self.may_trade {
            return None;
        }
        let mut hand = self.hand.counts();
        let price = price.counts();
        let mut taken = [0; 5];
        let mut len = 0;
        while let Some(missing) = (0..5).find(|&kind| hand[kind] < price[kind]) {
            // Of what is left over, the kind that yields most cards is given.
            let give = (0..5)
                .filter(|&kind| hand[kind] >= price[kind] + self.rates[kind])
                .max_by_key(|&kind| (hand[kind] - price[kind]) * 12 / self.rates[kind])?;
            if len == EXCHANGES || self.supply[missing] <= taken[missing] {
                return None;
            }
            hand[give] -= self.rates[give];
            hand[missing] += 1;
            taken[missing] += 1;
            exchanges[len] = Some(self.exchange(give, missing));
            len += 1;
        }
        Some(exchanges)
    }

    fn exchange(&self, give: usize, get: usize) -> Action {
        let mut cards = Bundle::default();
        cards.0[give] = self.rates[give];
        Action::MaritimeTrade { give: cards, get: Resource::ALL[get] }
    }

    /// Above the hand limit, exchanging without building may be better than to risk half of the cards.
    fn trade_down(&mut self) {
        let limit = u32::from(self.mind.view.options().discard_limit);
        if !self.may_trade || self.hand.len() <= limit {
            return;
        }
        for give in 0..5 {
            for get in (0..5).filter(|&get| get != give) {
                if self.hand.counts()[give] < self.rates[give] || self.supply[get] == 0 {
                    continue;
                }
                let exchange = self.exchange(give, get);
                let state = self.mind.after(&self.mind.game, exchange);
                let odds = self.mind.odds(&state, Moment::TurnOver);
                if odds > self.best.0 {
                    self.best = (odds, Some(exchange));
                }
            }
        }
    }
}
