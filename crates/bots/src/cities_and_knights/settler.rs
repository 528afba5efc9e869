//! The bot that plans, in Cities & Knights.
//!
//! It thinks as the settler of base Catan does, with the same races, plans, offers and counted cards. What this game
//! adds enters the same races: improvements bring progress cards as income and metropolises as points
//! (`improvements`), the barbarians take cities and bring Defender cards (`defence`), and everything that a turn allows
//! beside purchases is compared with the best plan (`cards`).

mod ledger;
mod improvements;
mod defence;
mod game;
mod cards;
mod referee;

use crate::advice::{Advised, Notes, Reason};
use crate::catan::Weights as BaseWeights;
use crate::catan::settler::island::Island;
use crate::catan::settler::mind::Mind;
use crate::catan::settler::offers::Offers;
use crate::catan::settler::prospects::Moment;
use crate::catan::settler::rollouts::{OPENING_ROLLS, PlayedOn};
use crate::catan::settler::rules::SettlerGame as _;
use crate::character::{self, Changes};
use crate::island::{Temper, seat_of};
use crate::{Depth, Player};
use ::game::{Seat, SeatSet, Substream, Viewer};
use catan::cities_and_knights::{
    Action, CardKind, CitiesAndKnights, Event, LegalActions, OwnAction, OwnPhase, Phase, View,
};
use improvements::Improvements;
use ledger::Ledger;
use std::cell::OnceCell;

/// The parameters of the estimates beside those of base Catan. The values were found by matches between settlers
/// (`docs/bots.md`).
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Weights {
    /// The weights common to both games.
    pub base: BaseWeights,
    /// Whether knights are built at all; matches against settlers that build none show what knights are worth.
    pub knights: bool,
    /// The value of a progress card of each area, in cards: trade, politics, science.
    pub cards: [f32; 3],
    /// The weight of a progress card in hand beyond the race, in log odds for each card it is worth.
    pub lean_progress: f32,
    /// The weight of a point of knights' strength beyond the next attacks, in log odds.
    pub lean_strength: f32,
    /// The chance of keeping a metropolis, once first.
    pub metropolis: f32,
    /// The share of a metropolis that counts as lost because others may reach it first.
    pub metropolis_risk: f32,
    /// The share of all income that goes into the commodity of a metropolis.
    pub metropolis_swap: f32,
    /// The points that a metropolis promises at the start of the game.
    pub metropolis_at_start: f32,
    /// The chance that an inactive knight is activated in time, by a seat that has a turn before the attack.
    pub activation: f32,
    /// The increase of that chance for every grain at hand or to come.
    pub activation_by_grain: f32,
    /// The uncertainty of the strengths at the next attack when the ship lands next.
    pub doubt: f32,
    /// The increase of that uncertainty for each move that the ship is further away.
    pub doubt_by_move: f32,
    /// The discount of an attack for each move that the ship is further away.
    pub foresight: f32,
    /// The weight of the attack after the next one.
    pub attack_after: f32,
    /// The value of a Defender card, in points.
    pub defender: f32,
    /// The cost of losing a city, in points, its income included.
    pub city_lost: f32,
    /// The points that a knight before the first attack promises at the start of the game.
    pub first_attack: f32,
    /// The factor by which the only city counts more.
    pub only_city: f32,
    /// The liking of a character for levels of improvements, in log odds.
    pub likes_improvements: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            base: BaseWeights::default(),
            knights: true,
            cards: [2.6, 2.0, 2.2],
            lean_progress: 0.06,
            lean_strength: 0.0,
            metropolis: 0.8,
            metropolis_risk: 0.8,
            metropolis_swap: 0.08,
            metropolis_at_start: 0.7,
            activation: 0.4,
            activation_by_grain: 0.2,
            doubt: 0.25,
            doubt_by_move: 0.05,
            foresight: 0.03,
            attack_after: 0.2,
            defender: 0.7,
            city_lost: 2.5,
            first_attack: 1.2,
            only_city: 1.3,
            likes_improvements: 0.0,
        }
    }
}

impl Weights {
    /// Sets one weight by its name, as matches between different weights need it; `false` if none is called so.
    pub fn set(&mut self, name: &str, value: f32) -> bool {
        let weight = match name {
            "cards_trade" => &mut self.cards[0],
            "cards_politics" => &mut self.cards[1],
            "cards_science" => &mut self.cards[2],
            "lean_progress" => &mut self.lean_progress,
            "lean_strength" => &mut self.lean_strength,
            "metropolis" => &mut self.metropolis,
            "metropolis_risk" => &mut self.metropolis_risk,
            "metropolis_swap" => &mut self.metropolis_swap,
            "metropolis_at_start" => &mut self.metropolis_at_start,
            "activation_by_grain" => &mut self.activation_by_grain,
            "activation" => &mut self.activation,
            "doubt" => &mut self.doubt,
            "doubt_by_move" => &mut self.doubt_by_move,
            "foresight" => &mut self.foresight,
            "attack_after" => &mut self.attack_after,
            "defender" => &mut self.defender,
            "city_lost" => &mut self.city_lost,
            "first_attack" => &mut self.first_attack,
            "only_city" => &mut self.only_city,
            "likes_improvements" => &mut self.likes_improvements,
            "knights" => {
                self.knights = value > 0.0;
                return true;
            }
            _ => return self.base.set(name, value),
        };
        *weight = value;
        true
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
    offers: Offers<CardKind>,
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
            self.island = Some(Box::new(Improvements::island(layout)));
        }
        Some(())
    }

    /// Imagines the position; `None` if none agrees with the open information.
    fn mind<'s>(
        &'s self,
        view: &View<'_>,
        me: Seat,
        notes: Option<&'s Notes<Action>>,
    ) -> Option<Mind<'s, CitiesAndKnights>> {
        Some(Mind {
            me,
            island: self.island.as_deref()?,
            weights: &self.weights.base,
            known: &self.weights,
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
        let mind = match self.mind(view, me, notes) {
            Some(mind) => mind,
            // The guess may leave the other seat no resource to offer.
            None if matches!(view.phase(), Phase::Own(OwnPhase::ForcedExchange { .. })) => {
                let hand = view.hand(me)?;
                let most = CardKind::COMMODITIES.into_iter().max_by_key(|&kind| hand.count(kind));
                return most.map(|it| Action::Own(OwnAction::GiveCommodity(it)));
            }
            None => return None,
        };
        mind.act(legal, Some(&self.offers))
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
        let mind = self.read_island(view).and_then(|()| self.mind(view, me, None));
        mind.map_or_else(Vec::new, |mind| mind.reasons(action))
    }
}

impl Temper for Settler {
    const EXPERT: Depth = Depth::new(3, 20, 1).trusting(10);
    const MASTER: Depth = Depth::new(10, 200, 1).bargaining();

    fn tempered(weights: Changes, knights: Changes) -> Settler {
        let mut changed = Weights::default();
        character::apply(weights, |name, value| changed.set(name, value));
        character::apply(knights, |name, value| changed.set(name, value));
        Settler::new(changed)
    }
}

impl Mind<'_, CitiesAndKnights> {
    /// Returns the best action for any decision; without `offers`, no exchanges with other seats are proposed.
    fn act(&self, legal: &LegalActions, offers: Option<&Offers<CardKind>>) -> Option<Action> {
        match self.game.phase() {
            Phase::FoundingSettlement { placed } | Phase::Own(OwnPhase::FoundingCity { placed }) => {
                self.found(placed)
            }
            Phase::FoundingRoad { .. } => self.found_road(),
            Phase::BeforeRoll => Some(self.before_roll(legal)),
            Phase::Own(OwnPhase::Mustering { .. }) => Some(self.muster()),
            Phase::Own(OwnPhase::ChoosingDeck { .. }) => self.choose_deck(legal),
            Phase::Own(OwnPhase::OfferingDraw { .. }) => Some(Action::Own(OwnAction::Draw)),
            Phase::Own(OwnPhase::DroppingCards { .. }) => self.drop_card(legal),
            Phase::Discarding { owed } | Phase::Own(OwnPhase::Sabotage { owed }) => {
                self.spare(owed[self.me].into()).map(Action::Discard)
            }
            Phase::Own(OwnPhase::Giving { owed }) => {
                self.spare(owed[self.me].into()).map(|it| Action::Own(OwnAction::Give(it)))
            }
            Phase::MovingRobber { .. } => self.move_robber(),
            Phase::ChoosingVictim { victims } => self.choose_victim(victims),
            Phase::FreeRoads { .. } => Some(self.place_free_road()),
            Phase::Own(OwnPhase::Spying { .. }) => Some(self.take_progress(legal)),
            Phase::Own(OwnPhase::TakingCards { victim, count }) => Some(self.take_cards(victim, count)),
            Phase::Own(OwnPhase::ForcedExchange { .. }) => self.give_commodity(),
            Phase::Own(OwnPhase::PlayOrDrop) => {
                let planned = self.odds(&self.game, Moment::Now);
                let best = self.best_move(legal, planned).filter(|best| best.gain > 0.0);
                best.map(|best| best.action).or_else(|| self.drop_card(legal))
            }
            // Plans begin with the production: its cards are there to be weighed with it.
            Phase::Own(OwnPhase::PlayingEarly) => Some(Action::Stop),
            Phase::Building if self.game.active() != self.me => self.answer().or_else(|| legal.get(0)),
            Phase::Building => Some(self.act_in_turn(legal, offers)),
            phase if Mind::is_small(phase) => self.best_listed(legal, Moment::Now),
            _ => None,
        }
    }

    /// Returns the best action of the own turn after the roll.
    fn act_in_turn(&self, legal: &LegalActions, offers: Option<&Offers<CardKind>>) -> Action {
        let trade = || offers.and_then(|offers| self.trade(offers));
        if self.game.view(Viewer::Everything).offer().is_some() {
            return trade().or_else(|| self.plan().first()).unwrap_or(Action::EndTurn);
        }
        let plan = self.plan();
        match self.best_move(legal, plan.odds) {
            Some(best) if best.gain > self.weights.card_gain => best.action,
            _ => trade().or_else(|| plan.first()).unwrap_or(Action::EndTurn),
        }
    }
}

impl Default for Settler {
    fn default() -> Settler {
        Settler::new(Weights::default())
    }
}

impl Player<CitiesAndKnights> for Settler {
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

impl PlayedOn for CitiesAndKnights {
    type Settler = Settler;

    fn seat_of(view: &View<'_>) -> Option<Seat> {
        seat_of(view)
    }

    fn drawn(
        settler: &Settler,
        view: &View<'_>,
        me: Seat,
        draws: &mut Substream,
    ) -> Option<CitiesAndKnights> {
        view.imagine(&settler.ledger.guess(view, me, Some(draws)))
    }

    fn knowledge(&self, _: Seat) -> Weights {
        Weights::default()
    }

    fn weights(known: &Weights) -> BaseWeights {
        known.base
    }

    fn is_settled(&self) -> bool {
        matches!(self.phase(), Phase::Own(OwnPhase::Sabotage { .. } | OwnPhase::Giving { .. }))
    }

    fn act(mind: &Mind<'_, CitiesAndKnights>, legal: &LegalActions, line: &mut Vec<Action>) {
        if legal.contains(Action::DeclareVictory) {
            return line.push(Action::DeclareVictory);
        }
        if mind.game.phase() != Phase::Building || mind.game.active() != mind.me {
            return line.extend(mind.act(legal, None));
        }
        if let Some(action) = mind.concluded() {
            return line.push(action);
        }
        let plan = mind.plan();
        match mind.best_move(legal, plan.odds) {
            Some(best) if best.gain > mind.weights.card_gain => line.push(best.action),
            _ => {
                line.extend(plan.line);
                line.push(Action::EndTurn);
            }
        }
    }

    fn reasons(settler: &mut Settler, view: &View<'_>, legal: &LegalActions, action: Action) -> Vec<Reason> {
        settler.reasons(view, legal, action)
    }

    fn lines(
        settler: &Settler,
        mind: &Mind<'_, CitiesAndKnights>,
        legal: &LegalActions,
    ) -> Vec<(f32, Vec<Action>)> {
        match mind.game.phase() {
            Phase::FoundingSettlement { placed } | Phase::Own(OwnPhase::FoundingCity { placed }) => mind
                .foundings(placed)
                .into_iter()
                .map(|(rolls, action)| (-rolls / OPENING_ROLLS, vec![action]))
                .collect(),
            Phase::MovingRobber { .. } => {
                let robberies = mind.robberies(&mind.game).into_iter();
                robberies.map(|it| (it.odds, vec![Action::MoveRobber(it.hex)])).collect()
            }
            Phase::Building if mind.game.is_asked() => mind.answers(legal),
            Phase::Discarding { owed } => mind.discards(owed[mind.me].into()),
            Phase::Building => {
                let mut lines = mind.plans();
                let planned = lines.iter().map(|(odds, _)| *odds).fold(f32::NEG_INFINITY, f32::max);
                lines.iter_mut().for_each(|(_, line)| line.push(Action::EndTurn));
                let offers = mind.worth_offering(&settler.offers).into_iter();
                lines.extend(offers.map(|(gain, offer)| (planned + gain, vec![offer])));
                let moves = mind.moves(legal, planned).into_iter();
                lines.extend(moves.map(|it| (planned + it.gain, vec![it.action])));
                lines
            }
            Phase::FoundingRoad { .. } | Phase::ChoosingVictim { .. } => {
                legal.into_iter().map(|action| (0.0, vec![action])).collect()
            }
            phase if Mind::is_small(phase) => {
                let odds = |action| mind.odds(&mind.after(&mind.game, action), Moment::Now);
                legal.into_iter().map(|action| (odds(action), vec![action])).collect()
            }
            _ => Vec::new(),
        }
    }
}
