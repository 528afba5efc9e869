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
pub(crate) mod rollouts;
pub(crate) mod offers;
pub(crate) mod trade;
mod base;
mod reasons;
pub(crate) mod referee;
mod answers;
mod foresight;
pub(crate) mod learned;

use crate::advice::{Advised, Notes, Reason};
use crate::character::{self, Changes};
use crate::island::{Temper, seat_of};
use crate::{Depth, Player};
use catan::{Action, Catan, Event, LegalActions, Phase, Resource, View};
use game::{Draws as _, Seat, SeatSet, Seed, Substream, Viewer};
use island::Island;
use ledger::Ledger;
use mind::Mind;
use offers::Offers;
use race::Extras as _;
use rollouts::{OPENING_ROLLS, PlayedOn};
use rules::SettlerGame as _;
use std::cell::OnceCell;

crate::weights::weights! {
    /// The parameters of the estimates. The values were found by matches between settlers (`docs/bots.md`); what a character
    /// likes, and how far it errs, is 0 for the settler itself.
    struct Weights {
        /// The exponent by which a shorter race wins: the odds go with this power of the rolls.
        sharpness = 2.5;
        /// Rolls added to every race before they are compared; luck decides the last few.
        slack = 3.0;
        /// The share of the remaining race by which more income shortens it.
        growth = 0.7;
        /// Rolls added to every wait when purchases are compared: higher values save for larger ones.
        patience = 2.0;
        /// The difficulty of exchanging cards: 1 means that only the supply exchanges, at its rates.
        market = 0.8;
        /// The value of a harbour, as a share of the income.
        harbour = 0.03;
        /// The chance of keeping an award once taken.
        award = 0.8;
        /// The chance of losing an award that is tied.
        award_risk = 0.4;
        /// Rolls until a robber is likely to move on.
        robbed = 5.0;
        /// Rolls until then for a seat that holds a knight.
        robbed_with_knight = 3.0;
        /// The share of the cards a 7 would cost that counts as lost.
        hand_risk = 0.8;
        /// Cards that thieves take from a seat at each roll.
        theft = 0.05;
        /// The weight of a knight in hand, relative to a played one.
        held_knight = 0.9;
        /// The weight of another card in hand, relative to a played one.
        held_card = 0.7;
        /// The weight of the goods of cards still in the deck.
        card_goods = 0.8;
        /// The chance to get a site to which another seat is closer, as close, and one road further.
        hold_behind = 0.45;
        /// See [`Weights::hold_behind`].
        hold_level = 0.7;
        /// See [`Weights::hold_behind`].
        hold_ahead = 0.9;
        /// The weight of a point already made beyond the race, in log odds.
        lean_points = 0.3;
        /// The weight of variety of income beyond the race, in log odds.
        lean_variety = 1.2;
        /// The weight of harbours that fit the income beyond the race, in log odds.
        lean_harbours = 1.5;
        /// The weight of a development card in hand beyond the race, in log odds.
        lean_cards = 0.15;
        /// The weight of a knight beyond the race, in log odds.
        lean_knights = 0.12;
        /// The number of rolls that it is worth to settle first at a place that others want more by one card a roll.
        eager = 15.0;
        /// Rolls that a worth of one card a roll saves at the founding, beside what the race says.
        founding = 150.0;
        /// The gain in log odds that makes an exchange worth the words.
        trade_gain = 0.004;
        /// The gain in log odds that makes playing a development card better than keeping it.
        card_gain = 0.003;
        /// The most offers of one turn.
        offers = 3.0;
        /// The cards that an own offer may give beyond those it asks for.
        generous = 0.0;
        /// The number of points below the goal from which on a leading seat gets no more exchanges.
        wary = 3.0;
        /// The liking for roads: log odds for each one on the board.
        likes_roads = 0.0;
        /// The liking for settlements.
        likes_settlements = 0.0;
        /// The liking for cities.
        likes_cities = 0.0;
        /// The liking for cards in hand: development cards, in Cities & Knights progress cards.
        likes_cards = 0.0;
        /// The liking for knights: played ones, in Cities & Knights the strength of those on the board.
        likes_knights = 0.0;
        /// The liking for a robber at a building of the seat with most points.
        likes_robbing = 0.0;
        /// Whether the odds are those that a referee estimates, fitted to the winners of games; 0 is no.
        fitted = 0.0;
        /// The greatest error of judgement, in log odds.
        blur = 0.0;
    }
}

impl Weights {
    /// Cards of another kind for one card, where the supply takes `rate`.
    pub(crate) fn swap(&self, rate: u8) -> f32 {
        1.0 / (1.0 + f32::from(rate - 1) * self.market)
    }

    /// Returns an error of judgement that depends on what is judged alone, in log odds.
    pub(crate) fn error(&self, judged: impl Iterator<Item = u32>) -> f32 {
        let mixed = judged.fold(Seed(0), |mixed, part| mixed.derive(part.into()));
        self.blur * (mixed.substream("error", 0).below(2001) as f32 / 1000.0 - 1.0)
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

    /// Reads the island, unless it is known already; `None` while it is being laid out.
    fn read_island(&mut self, view: &View<'_>) -> Option<()> {
        let layout = view.layout()?;
        if self.island.as_ref().is_none_or(|island| island.layout != *layout) {
            self.island = Some(Box::new(Island::new(layout, &base::Development::WORTH, base::cards_of)));
        }
        Some(())
    }

    /// Imagines the position; `None` if none agrees with the open information.
    fn mind<'s>(
        &'s self,
        view: &View<'_>,
        me: Seat,
        known: &'s base::Unseen,
        notes: Option<&'s Notes<Action>>,
    ) -> Option<Mind<'s, Catan>> {
        Some(Mind {
            me,
            island: self.island.as_deref()?,
            weights: &self.weights,
            known,
            game: view.imagine(&self.ledger.guess(view, me, None))?,
            before: OnceCell::new(),
            notes,
        })
    }

    /// Returns the action to take, unless no position can be imagined that agrees with the open information.
    fn decide(
        &mut self,
        view: &View<'_>,
        legal: &LegalActions,
        me: Seat,
        notes: Option<&Notes<Action>>,
    ) -> Option<Action> {
        if legal.contains(Action::DeclareVictory) {
            return Some(Action::DeclareVictory);
        }
        let trading = view.phase() == Phase::Building && view.active() == me && view.trade_is_open();
        if legal.len() == 1 && !trading {
            return legal.get(0);
        }
        self.read_island(view)?;
        let known = base::Unseen { cards: ledger::unseen_development(view, me) };
        self.mind(view, me, &known, notes)?.act(legal, Some(&self.offers))
    }

    /// Chooses, and notes what it weighs.
    fn pick(&mut self, view: &View<'_>, legal: &LegalActions, notes: Option<&Notes<Action>>) -> Action {
        let first = legal.get(0).unwrap_or(Action::EndTurn);
        let Some(me) = seat_of(view) else { return first };
        let chosen = self.decide(view, legal, me, notes);
        debug_assert!(chosen.is_some(), "nothing to be done in {:?}", view.phase());
        let Some(action) = chosen else { return first };
        let allowed = legal.contains(action) || view.check(action).is_ok();
        debug_assert!(allowed, "{action} in {:?}: {:?}", view.phase(), view.check(action));
        if allowed { action } else { first }
    }

    /// The reasons for an action.
    fn reasons(&mut self, view: &View<'_>, legal: &LegalActions, action: Action) -> Vec<Reason> {
        let Some(me) = seat_of(view) else { return Vec::new() };
        if legal.len() == 1 && legal.contains(action) && !matches!(action, Action::DeclareVictory) {
            return vec![Reason::Only];
        }
        let known = base::Unseen { cards: ledger::unseen_development(view, me) };
        let mind = self.read_island(view).and_then(|()| self.mind(view, me, &known, None));
        mind.map_or_else(Vec::new, |mind| mind.reasons(action))
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
                if self.notes.is_some() {
                    // What a plan would begin with is told beside a card or an offer too.
                    let _ = self.plan();
                }
                let action = self.play_card(legal).or_else(trade).or_else(|| self.plan().first());
                Some(action.unwrap_or(Action::EndTurn))
            }
            _ => None,
        }
    }
}

impl Temper for Settler {
    const EXPERT: Depth = Depth::new(3, 40, 1).trusting(10);
    const MASTER: Depth = Depth::new(10, 300, 1).bargaining();

    fn tempered(weights: Changes, _: Changes) -> Settler {
        let mut changed = Weights::default();
        character::apply(weights, |name, value| changed.set(name, value));
        Settler::new(changed)
    }
}

impl Default for Settler {
    fn default() -> Settler {
        Settler::new(Weights::default())
    }
}

impl Player<Catan> for Settler {
    fn choose(&mut self, view: &View<'_>, legal: &LegalActions) -> Action {
        self.pick(view, legal, None)
    }

    fn advise(&mut self, view: &View<'_>, legal: &LegalActions) -> Vec<Advised<Action>> {
        let notes = Notes::new();
        let chosen = self.pick(view, legal, Some(&notes));
        let advised = |action| Advised { action, reasons: self.reasons(view, legal, action) };
        notes.best(chosen, |_, _| false).into_iter().map(advised).collect()
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

impl PlayedOn for Catan {
    type Settler = Settler;

    fn seat_of(view: &View<'_>) -> Option<Seat> {
        seat_of(view)
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

    fn act(mind: &Mind<'_, Catan>, legal: &LegalActions, line: &mut Vec<Action>) {
        if legal.contains(Action::DeclareVictory) {
            return line.push(Action::DeclareVictory);
        }
        if mind.game.phase() != Phase::Building || mind.game.active() != mind.me {
            return line.extend(mind.act(legal, None));
        }
        match mind.concluded().or_else(|| mind.play_card(legal)) {
            Some(action) => line.push(action),
            None => {
                line.append(&mut mind.plan().line);
                line.push(Action::EndTurn);
            }
        }
    }

    fn reasons(settler: &mut Settler, view: &View<'_>, legal: &LegalActions, action: Action) -> Vec<Reason> {
        settler.reasons(view, legal, action)
    }

    fn lines(settler: &Settler, mind: &Mind<'_, Catan>, legal: &LegalActions) -> Vec<(f32, Vec<Action>)> {
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
            Phase::Building if mind.game.is_asked() => mind.answers(legal),
            Phase::Discarding { .. } => mind.discards(legal.discards_owed().into()),
            Phase::Building => {
                let mut lines = mind.plans();
                lines.iter_mut().for_each(|(_, line)| line.push(Action::EndTurn));
                lines.extend(mind.play_card(legal).map(|card| (f32::INFINITY, vec![card])));
                let best =
                    lines.iter().map(|it| it.0).filter(|it| it.is_finite()).fold(f32::NEG_INFINITY, f32::max);
                let offers = mind.worth_offering(&settler.offers).into_iter();
                lines.extend(offers.map(|(gain, offer)| (best + gain, vec![offer])));
                lines
            }
            Phase::FoundingRoad { .. } | Phase::BeforeRoll | Phase::ChoosingVictim { .. } => {
                legal.into_iter().map(|action| (0.0, vec![action])).collect()
            }
            _ => Vec::new(),
        }
    }
}
