//! The own turn: which exchanges with the supply and which purchases lead to the best end of the turn.

use super::island::LANES;
use super::mind::Mind;
use super::prospects::{Moment, RaceGame};
use super::rules::{Counts, KindOf, Step, bundle};
use catan::{Cards, EdgeId, EdgeSet, Kind, Piece};
use game::Seat;

/// The most purchases of any plan.
pub(crate) const LONGEST: usize = 5;
/// The most exchanges with the supply of one plan.
const EXCHANGES: usize = 5;

/// A game whose own turn a settler plans.
pub(crate) trait PlannedGame: RaceGame {
    /// The most purchases of one plan, at most [`LONGEST`].
    const PURCHASES: usize;
    /// The number of ends of turn that are examined.
    const POSITIONS: u32;

    /// Passes to `consider` every possible purchase of the own turn, with its price and its stage of the plan: `last` is the
    /// purchase just before, and stages never go back.
    fn purchases(
        mind: &Mind<'_, Self>,
        state: &Self,
        last: Option<Self::Action>,
        stage: u8,
        consider: &mut dyn FnMut(Self::Action, Counts, u8),
    );
    /// Whether nothing is bought after a purchase of this stage.
    fn is_last(stage: u8) -> bool;
    /// The odds after a turn that ended with this purchase.
    fn odds_after(mind: &Mind<'_, Self>, state: &Self, purchase: Self::Action) -> f32 {
        let _ = purchase;
        mind.odds(state, Moment::TurnOver)
    }
}

/// The purchases planned on the way down the search tree.
#[derive(Clone, Copy)]
struct Path<A> {
    purchases: [A; LONGEST],
    len: usize,
    price: Counts,
    /// Purchases are planned in the order of the game's stages; in another order they come to the same.
    stage: u8,
}

struct Search<'a, 'b, G: PlannedGame> {
    mind: &'a Mind<'b, G>,
    hand: Counts,
    rates: Counts,
    supply: Counts,
    may_trade: bool,
    best: (f32, Vec<G::Action>),
    /// Every end of the turn that was examined and the way there, if they are wanted.
    ends: Option<Vec<(f32, Vec<G::Action>)>>,
    left: u32,
    /// The odds if the turn ends at once, where the first actions of plans are noted.
    noted: Option<f32>,
}

/// A plan for the rest of the own turn.
#[derive(Clone)]
pub(crate) struct Plan<A> {
    /// The odds at the end of the turn.
    #[cfg_attr(
        not(feature = "cities-and-knights"),
        expect(dead_code, reason = "Cities & Knights alone reads it")
    )]
    pub(crate) odds: f32,
    /// The actions before the turn ends.
    pub(crate) line: Vec<A>,
}

impl<A: Copy> Plan<A> {
    /// The first action; `None` if it is best to end the turn.
    pub(crate) fn first(&self) -> Option<A> {
        self.line.first().copied()
    }
}

impl<G: PlannedGame> Mind<'_, G> {
    /// The best plan.
    pub(crate) fn plan(&self) -> Plan<G::Action> {
        self.search(&self.game, G::POSITIONS, true)
    }

    /// Returns the best plan from a position of the own turn on, examining at most this many ends of it.
    pub(crate) fn plan_from(&self, game: &G, positions: u32) -> Plan<G::Action> {
        self.search(game, positions, false)
    }

    fn search(&self, game: &G, positions: u32, notes: bool) -> Plan<G::Action> {
        let stay = self.odds(game, Moment::TurnOver);
        let search = self.search_turn(game, stay, positions, notes.then_some(stay), None);
        let (odds, line) = search.best;
        Plan { odds: if line.is_empty() { stay } else { odds }, line }
    }

    /// Returns every end of the own turn that [`Mind::plan`] examines, with its odds and the actions that lead there.
    pub(crate) fn plans(&self) -> Vec<(f32, Vec<G::Action>)> {
        let stay = self.odds(&self.game, Moment::TurnOver);
        let ends = vec![(stay, Vec::new())];
        self.search_turn(&self.game, stay, G::POSITIONS, None, Some(ends)).ends.unwrap_or_default()
    }

    fn search_turn<'s>(
        &'s self,
        game: &G,
        stay: f32,
        positions: u32,
        noted: Option<f32>,
        ends: Option<Vec<(f32, Vec<G::Action>)>>,
    ) -> Search<'s, 's, G> {
        let mut search = Search {
            mind: self,
            hand: game.hand_of(self.me),
            rates: std::array::from_fn(|kind| {
                if kind < KindOf::<G>::KINDS.len() { game.rate_of(self.me, kind) } else { 4 }
            }),
            supply: game.stock(),
            may_trade: game.may_trade(),
            // An action must gain something to be done.
            best: (stay + 1e-4, Vec::new()),
            ends,
            left: positions,
            noted,
        };
        let end = G::action(Step::EndTurn);
        search.note(stay, || Some(end));
        let start = Path { purchases: [end; LONGEST], len: 0, price: [0; LANES], stage: 0 };
        search.extend(&start, game, game);
        search.trade_down(game);
        search
    }

    /// Settlements, and roads, of which a second one goes on from the last.
    pub(crate) fn consider_expansion(
        &self,
        state: &G,
        last: Option<EdgeId>,
        stage: u8,
        consider: &mut dyn FnMut(G::Action, Counts, u8),
    ) {
        let me = self.me;
        if state.left(me, Piece::Settlement) > 0 {
            for vertex in state.road_ends_of(me) - state.closed() {
                consider(G::action(Step::Settlement(vertex)), Cards::SETTLEMENT.lanes(), stage);
            }
        }
        if state.left(me, Piece::Road) > 0 {
            let taken =
                Seat::first(state.seats()).fold(EdgeSet::EMPTY, |all, seat| all | state.roads_of(seat));
            let mut paths = state.paths_of(me) - taken;
            if let Some(last) = last {
                let [a, b] = last.ends();
                paths = paths & (a.edges() | b.edges());
            }
            for edge in paths {
                consider(G::action(Step::Road(edge)), Cards::ROAD.lanes(), stage);
            }
        }
    }

    /// Cities in place of settlements.
    pub(crate) fn consider_cities(
        &self,
        state: &G,
        stage: u8,
        consider: &mut dyn FnMut(G::Action, Counts, u8),
    ) {
        for vertex in state.city_places(self.me) {
            consider(G::action(Step::City(vertex)), Cards::CITY.lanes(), stage);
        }
    }
}

/// Whether a hand has a price.
fn pays(hand: &Counts, price: &Counts) -> bool {
    hand.iter().zip(price).all(|(held, owed)| held >= owed)
}

impl<G: PlannedGame> Search<'_, '_, G> {
    /// Notes what a plan that begins with this action gains over the end of the turn.
    fn note(&self, odds: f32, first: impl FnOnce() -> Option<G::Action>) {
        if let Some(stay) = self.noted.filter(|_| self.mind.notes.is_some())
            && let Some(first) = first()
        {
            self.mind.note(first, odds - stay);
        }
    }

    /// Tries every further purchase after those of `path`, which led to `state`.
    fn extend(&mut self, path: &Path<G::Action>, start: &G, state: &G) {
        if path.len == G::PURCHASES {
            return;
        }
        let last = path.len.checked_sub(1).map(|n| path.purchases[n]);
        let mind = self.mind;
        G::purchases(mind, state, last, path.stage, &mut |action, price, stage| {
            self.try_purchase(path, start, action, price, stage);
        });
    }

    fn try_purchase(
        &mut self,
        path: &Path<G::Action>,
        start: &G,
        action: G::Action,
        price: Counts,
        stage: u8,
    ) {
        if self.left == 0 {
            return;
        }
        let price = std::array::from_fn(|kind| path.price[kind] + price[kind]);
        let mut path = Path { price, stage, ..*path };
        let Some(exchanges) = self.exchanges_for(path.price) else { return };
        path.purchases[path.len] = action;
        path.len += 1;
        let me = self.mind.me;
        let mut state = *start;
        let exchanges = exchanges.into_iter().flatten();
        for exchange in exchanges.clone() {
            state.carry_out(me, exchange);
        }
        for &purchase in &path.purchases[..path.len] {
            state.carry_out(me, purchase);
            if state.ended().is_some() {
                break;
            }
        }
        self.left -= 1;
        let odds = G::odds_after(self.mind, &state, action);
        let purchases = path.purchases[..path.len].iter().copied();
        self.weigh(odds, || exchanges.clone().chain(purchases.clone()).collect());
        if state.ended().is_none() && !G::is_last(stage) {
            self.extend(&path, start, &state);
        }
    }

    /// Notes an end of the turn, and compares it with the best so far.
    fn weigh(&mut self, odds: f32, line: impl Fn() -> Vec<G::Action>) {
        self.note(odds, || line().first().copied());
        if odds > self.best.0 {
            self.best = (odds, line());
        }
        if let Some(ends) = &mut self.ends {
            ends.push((odds, line()));
        }
    }

    /// Exchanges with the supply after which the hand pays `price`: none if it pays already, `None` if nothing helps.
    fn exchanges_for(&self, price: Counts) -> Option<[Option<G::Action>; EXCHANGES]> {
        let mut exchanges = [None; EXCHANGES];
        if pays(&self.hand, &price) {
            return Some(exchanges);
        }
        if !self.may_trade {
            return None;
        }
        let mut hand = self.hand;
        let mut taken = [0; LANES];
        let mut len = 0;
        while let Some(missing) = (0..KindOf::<G>::KINDS.len()).find(|&kind| hand[kind] < price[kind]) {
            // Of what is left over, the kind that yields most cards is given.
            let give = (0..KindOf::<G>::KINDS.len())
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

    fn exchange(&self, give: usize, get: usize) -> G::Action {
        let mut cards = [0; LANES];
        cards[give] = self.rates[give];
        G::action(Step::Exchange(bundle(cards), get))
    }

    /// Above the hand limit, exchanging without building may be better than to risk half of the cards.
    fn trade_down(&mut self, start: &G) {
        let len: u32 = self.hand.iter().map(|&count| u32::from(count)).sum();
        if !self.may_trade || len <= start.limit_of(self.mind.me) {
            return;
        }
        for give in 0..KindOf::<G>::KINDS.len() {
            for get in (0..KindOf::<G>::KINDS.len()).filter(|&get| get != give) {
                if self.hand[give] < self.rates[give] || self.supply[get] == 0 {
                    continue;
                }
                let exchange = self.exchange(give, get);
                let state = self.mind.after(start, exchange);
                let odds = self.mind.odds(&state, Moment::TurnOver);
                self.weigh(odds, || vec![exchange]);
            }
        }
    }
}
