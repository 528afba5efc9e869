//! The bot that plans.
//!
//! It looks one own turn ahead. For every seat it estimates how many rolls are still needed to win (`race`), turns
//! the numbers into odds (`prospects`), and does what raises its own odds most. What it may not know it
//! replaces by counted cards (`ledger`).

pub(crate) mod island;
pub(crate) mod ledger;
pub(crate) mod race;
pub(crate) mod rules;
pub(crate) mod prospects;
pub(crate) mod mind;
pub(crate) mod opening;
pub(crate) mod plan;
pub(crate) mod offers;
pub(crate) mod trade;
mod base;
pub(crate) mod referee;

use crate::Player;
use crate::island::{OPENING_ROLLS, SearchedGame};
use catan::{Action, Catan, Event, LegalActions, Phase, Resource, View};
use game::{Seat, SeatSet, Substream, Viewer};
use island::Island;
use ledger::Ledger;
use mind::Mind;
use offers::Offers;
use race::Extras as _;
use std::cell::OnceCell;

/// The parameters of the estimates. The values were found by matches between settlers (`docs/bots.md`).
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Weights {
    /// The exponent by which a shorter race wins: the odds go with this power of the rolls.
    pub sharpness: f32,
    /// Rolls added to every race before they are compared; luck decides the last few.
    pub slack: f32,
    /// The share of the remaining race by which more income shortens it.
    pub growth: f32,
    /// Rolls added to every wait when purchases are compared: higher values save for larger ones.
    pub patience: f32,
    /// The difficulty of exchanging cards: 1 means that only the supply exchanges, at its rates.
    pub market: f32,
    /// The value of a harbour, as a share of the income.
    pub harbour: f32,
    /// The chance of keeping an award once taken.
    pub award: f32,
    /// The chance of losing an award that is tied.
    pub award_risk: f32,
    /// Rolls until a robber is likely to move on.
    pub robbed: f32,
    /// Rolls until then for a seat that holds a knight.
    pub robbed_with_knight: f32,
    /// The share of the cards a 7 would cost that counts as lost.
    pub hand_risk: f32,
    /// Cards that thieves take from a seat at each roll.
    pub theft: f32,
    /// The weight of a knight in hand, relative to a played one.
    pub held_knight: f32,
    /// The weight of another card in hand, relative to a played one.
    pub held_card: f32,
    /// The weight of the goods of cards still in the deck.
    pub card_goods: f32,
    /// The chance to get a site to which another seat is closer, as close, and one road further.
    pub hold_behind: f32,
    /// See [`Weights::hold_behind`].
    pub hold_level: f32,
    /// See [`Weights::hold_behind`].
    pub hold_ahead: f32,
    /// The weight of a point already made beyond the race, in log odds.
    pub lean_points: f32,
    /// The weight of variety of income beyond the race, in log odds.
    pub lean_variety: f32,
    /// The weight of harbours that fit the income beyond the race, in log odds.
    pub lean_harbours: f32,
    /// The weight of a development card in hand beyond the race, in log odds.
    pub lean_cards: f32,
    /// The weight of a knight beyond the race, in log odds.
    pub lean_knights: f32,
    /// The number of rolls that it is worth to settle first at a place that others want more by one card a roll.
    pub eager: f32,
    /// Rolls that a worth of one card a roll saves at the founding, beside what the race says.
    pub founding: f32,
    /// The gain in log odds that makes an exchange worth the words.
    pub trade_gain: f32,
    /// The gain in log odds that makes playing a development card better than keeping it.
    pub card_gain: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            sharpness: 2.5,
            slack: 3.0,
            growth: 0.7,
            patience: 2.0,
            market: 0.8,
            harbour: 0.03,
            award: 0.8,
            award_risk: 0.4,
            robbed: 5.0,
            robbed_with_knight: 3.0,
            hand_risk: 0.8,
            theft: 0.05,
            held_knight: 0.9,
            held_card: 0.7,
            card_goods: 0.8,
            hold_behind: 0.45,
            hold_level: 0.7,
            hold_ahead: 0.9,
            lean_points: 0.3,
            lean_variety: 1.2,
            lean_harbours: 1.5,
            lean_cards: 0.15,
            lean_knights: 0.12,
            eager: 15.0,
            founding: 150.0,
            trade_gain: 0.004,
            card_gain: 0.003,
        }
    }
}

impl Weights {
    /// Sets one weight by its name, as matches between different weights need it; `false` if none is called so.
    pub fn set(&mut self, name: &str, value: f32) -> bool {
        let weight = match name {
            "sharpness" => &mut self.sharpness,
            "slack" => &mut self.slack,
            "growth" => &mut self.growth,
            "patience" => &mut self.patience,
            "market" => &mut self.market,
            "harbour" => &mut self.harbour,
            "award" => &mut self.award,
            "award_risk" => &mut self.award_risk,
            "robbed" => &mut self.robbed,
            "robbed_with_knight" => &mut self.robbed_with_knight,
            "hand_risk" => &mut self.hand_risk,
            "theft" => &mut self.theft,
            "held_knight" => &mut self.held_knight,
            "held_card" => &mut self.held_card,
            "card_goods" => &mut self.card_goods,
            "hold_behind" => &mut self.hold_behind,
            "hold_level" => &mut self.hold_level,
            "hold_ahead" => &mut self.hold_ahead,
            "lean_points" => &mut self.lean_points,
            "lean_variety" => &mut self.lean_variety,
            "lean_harbours" => &mut self.lean_harbours,
            "lean_cards" => &mut self.lean_cards,
            "lean_knights" => &mut self.lean_knights,
            "eager" => &mut self.eager,
            "founding" => &mut self.founding,
            "trade_gain" => &mut self.trade_gain,
            "card_gain" => &mut self.card_gain,
            _ => return false,
        };
        *weight = value;
        true
    }

    /// Cards of another kind for one card, where the supply takes `rate`.
    pub(crate) fn swap(&self, rate: u8) -> f32 {
        1.0 / (1.0 + f32::from(rate - 1) * self.market)
    }
}

/// The bot `settler`.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settler {
    #[serde(skip)]
    weights: Weights,
    ledger: Ledger,
    #[serde(skip)]
    island: Option<Box<Island>>,
    offers: Offers<Resource>,
}

impl Settler {
    /// A settler that estimates with these weights.
    #[must_use]
    pub fn new(weights: Weights) -> Settler {
        Settler { weights, ledger: Ledger::new(), island: None, offers: Offers::new() }
    }

    /// Returns the action to take, unless no position can be imagined that agrees with the open information.
    fn decide(&mut self, view: &View<'_>, legal: &LegalActions, me: Seat) -> Option<Action> {
        if legal.contains(Action::DeclareVictory) {
            return Some(Action::DeclareVictory);
        }
        let trading = view.phase() == Phase::Building && view.active() == me && view.trade_is_open();
        if legal.len() == 1 && !trading {
            return legal.get(0);
        }
        let layout = view.layout()?;
        if self.island.as_ref().is_none_or(|island| island.layout != *layout) {
            self.island = Some(Box::new(Island::new(layout, &base::Development::WORTH, base::cards_of)));
        }
        let mind = Mind {
            me,
            island: self.island.as_deref()?,
            weights: &self.weights,
            known: &base::Unseen { cards: ledger::unseen_development(view, me) },
            game: view.imagine(&self.ledger.guess(view, me, None))?,
            before: OnceCell::new(),
        };
        mind.act(legal, Some(&self.offers))
    }
}

impl Mind<'_, Catan> {
    /// Returns the best action for any decision; without `offers`, no exchanges with other seats are proposed.
    fn act(&self, legal: &LegalActions, offers: Option<&Offers<Resource>>) -> Option<Action> {
        match self.game.phase() {
            Phase::FoundingSettlement { placed } => self.found(placed),
            Phase::FoundingRoad { .. } => self.found_road(),
            Phase::BeforeRoll => self.before_roll(legal),
            Phase::Discarding { .. } => self.spare(legal.discards_owed().into()).map(Action::Discard),
            Phase::MovingRobber { .. } => self.move_robber(),
            Phase::ChoosingVictim { victims } => self.choose_victim(victims),
            Phase::FreeRoads { .. } => Some(self.place_free_road()),
            Phase::Building if self.game.active() != self.me => self.answer().or_else(|| legal.get(0)),
            Phase::Building => {
                let trade = || offers.and_then(|offers| self.trade(offers));
                let action = self.play_card(legal).or_else(trade).or_else(|| self.plan().first());
                Some(action.unwrap_or(Action::EndTurn))
            }
            _ => None,
        }
    }
}

impl Default for Settler {
    fn default() -> Settler {
        Settler::new(Weights::default())
    }
}

impl Player<Catan> for Settler {
    fn choose(&mut self, view: &View<'_>, legal: &LegalActions) -> Action {
        let first = legal.get(0).unwrap_or(Action::EndTurn);
        let Viewer::Seat(me) = view.viewer() else { return first };
        let chosen = self.decide(view, legal, me);
        debug_assert!(chosen.is_some(), "nothing to be done in {:?}", view.phase());
        let Some(action) = chosen else { return first };
        let allowed = legal.contains(action) || view.check(action).is_ok();
        debug_assert!(allowed, "{action} in {:?}: {:?}", view.phase(), view.check(action));
        if allowed { action } else { first }
    }

    fn observe(&mut self, event: &Event) {
        self.ledger.observe(event);
        self.offers.observe(event);
    }

    fn meet(&mut self, people: SeatSet) {
        self.offers.meet(people);
    }

    fn listens(&self) -> bool {
        true
    }

    fn remember(&mut self, told: &Settler) {
        self.ledger.clone_from(&told.ledger);
        self.offers.clone_from(&told.offers);
    }
}

impl SearchedGame for Catan {
    type Settler = Settler;

    fn seat_of(view: &View<'_>) -> Option<Seat> {
        match view.viewer() {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator | Viewer::Everything => None,
        }
    }

    fn drawn(settler: &Settler, view: &View<'_>, me: Seat, draws: &mut Substream) -> Option<Catan> {
        view.imagine(&settler.ledger.guess(view, me, Some(draws)))
    }

    fn knowledge(&self, seat: Seat) -> base::Unseen {
        base::Unseen { cards: ledger::unseen_development(&self.view(Viewer::Seat(seat)), seat) }
    }

    fn weights(_: &base::Unseen) -> Weights {
        Weights::default()
    }

    fn is_settled(&self, me: Seat) -> bool {
        match self.phase() {
            Phase::Building => self.active() != me || self.view(Viewer::Everything).offer().is_some(),
            Phase::Discarding { .. } => true,
            _ => false,
        }
    }

    fn act(mind: &Mind<'_, Catan>, legal: &LegalActions, line: &mut Vec<Action>) {
        if legal.contains(Action::DeclareVictory) {
            return line.push(Action::DeclareVictory);
        }
        if mind.game.phase() != Phase::Building || mind.game.active() != mind.me {
            return line.extend(mind.act(legal, None));
        }
        match mind.play_card(legal) {
            Some(card) => line.push(card),
            None => {
                line.append(&mut mind.plan().line);
                line.push(Action::EndTurn);
            }
        }
    }

    fn lines(mind: &Mind<'_, Catan>, legal: &LegalActions) -> Vec<(f32, Vec<Action>)> {
        match mind.game.phase() {
            Phase::FoundingSettlement { placed } => mind
                .foundings(placed)
                .into_iter()
                .map(|(rolls, action)| (-rolls / OPENING_ROLLS, vec![action]))
                .collect(),
            Phase::MovingRobber { .. } => {
                let robberies = mind.robberies(&mind.game).into_iter();
                robberies.map(|it| (it.odds, vec![Action::MoveRobber(it.hex)])).collect()
            }
            Phase::Building => {
                let mut lines = mind.plans();
                lines.iter_mut().for_each(|(_, line)| line.push(Action::EndTurn));
                lines.extend(mind.play_card(legal).map(|card| (f32::INFINITY, vec![card])));
                lines
            }
            Phase::FoundingRoad { .. } | Phase::BeforeRoll | Phase::ChoosingVictim { .. } => {
                legal.into_iter().map(|action| (0.0, vec![action])).collect()
            }
            _ => Vec::new(),
        }
    }
}
