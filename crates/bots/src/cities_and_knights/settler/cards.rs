//! Progress cards: when to play them, and on whom.

use super::game::{everything, opponents};
use super::improvements::{self, Improvements};
use super::ledger::lane;
use crate::advice::Notes;
use crate::catan::settler::island::{Island, LANES};
use crate::catan::settler::mind::{CERTAIN, Mind};
use crate::catan::settler::prospects::Moment;
use crate::catan::settler::race::Race;
use crate::catan::settler::rules::SettlerGame;
use catan::cities_and_knights::{
    Action, Area, CardKind, CitiesAndKnights, LegalActions, OwnAction, OwnPhase, Phase, Play, Progress,
};
use catan::{Die, HexId, SEATS, VertexId};
use game::{BySeat, Seat};
use std::cell::OnceCell;

/// The number of ends of turn that are examined after a card that other purchases would make good use of.
const POSITIONS: u32 = 16;

/// An action of the own turn other than a purchase, with the increase of the odds that it brings.
#[derive(Clone, Copy)]
pub(super) struct Move {
    pub(super) gain: f32,
    pub(super) action: Action,
}

/// The races of all seats.
type Races = BySeat<Race<Improvements>, SEATS>;

/// The odds before anything is done, to compare with.
struct Before {
    now: f32,
    over: f32,
    planned: f32,
}

/// The moves that were weighed, which are noted too if somebody asks for them.
struct Moves<'a>(Vec<Move>, Option<&'a Notes<Action>>);

impl Moves<'_> {
    fn weigh(&mut self, gain: f32, action: Action) {
        if let Some(notes) = self.1 {
            notes.add(action, gain);
        }
        self.0.push(Move { gain, action });
    }
}

impl Mind<'_, CitiesAndKnights> {
    /// The best progress card or knight's action now, given the odds of the best plan without it; the first of equals.
    pub(super) fn best_move(&self, legal: &LegalActions, planned: f32) -> Option<Move> {
        let moves = self.moves(legal, planned).into_iter();
        moves.reduce(|best, next| if next.gain > best.gain { next } else { best })
    }

    /// Returns the progress cards and knights' actions that are worth a look now, with what they gain over the best plan.
    pub(super) fn moves(&self, legal: &LegalActions, planned: f32) -> Vec<Move> {
        let before = Before {
            now: self.odds(&self.game, Moment::Now),
            over: self.odds(&self.game, Moment::TurnOver),
            planned,
        };
        let mut moves = Moves(Vec::new(), self.notes);
        // Of cards that a plan makes use of, the most promising way to play each.
        let mut planned: [Option<Move>; 25] = [None; 25];
        let mut blocks = 0;
        for action in *legal {
            match action {
                Action::Own(OwnAction::Play(Play::Inventor(..))) => {}
                Action::Own(OwnAction::Play(play)) => match self.weigh_card(play, &before) {
                    Weighed::Gain(gain) => moves.weigh(gain, action),
                    Weighed::Promise(promise) => {
                        let slot = &mut planned[play.card().index()];
                        if slot.is_none_or(|other| promise > other.gain) {
                            *slot = Some(Move { gain: promise, action });
                        }
                    }
                },
                Action::Own(OwnAction::Chase(_)) => moves.weigh(self.weigh_chase(action, &before), action),
                Action::Own(OwnAction::Displace { .. }) => {
                    moves.weigh(self.over_after(action) - before.over, action);
                }
                Action::Own(OwnAction::Move { from, to })
                    if self.is_worth_a_move(from, to) && blocks < 12 =>
                {
                    blocks += 1;
                    moves.weigh(self.over_after(action) - before.over, action);
                }
                Action::Own(OwnAction::Force(victim, kind)) => {
                    moves.weigh(self.weigh_force(victim, kind, &before), action);
                }
                _ => {}
            }
        }
        for promising in planned.into_iter().flatten() {
            let after = self.after(&self.game, promising.action);
            let odds =
                if after.outcome().is_some() { CERTAIN } else { self.plan_from(&after, POSITIONS).odds };
            moves.weigh(odds - before.planned, promising.action);
        }
        if everything(&self.game).progress(self.me).is_some_and(|held| held[Progress::Inventor.index()] > 0) {
            self.weigh_inventor(legal, &before, &mut moves);
        }
        moves.0
    }

    /// The odds after the turn if this is done last.
    fn over_after(&self, action: Action) -> f32 {
        self.odds(&self.after(&self.game, action), Moment::TurnOver)
    }

    /// Returns the value of a card in hand.
    fn kept(&self, card: Progress) -> f32 {
        self.known.lean_progress * improvements::worth(card)
    }

    fn weigh_card(&self, play: Play, before: &Before) -> Weighed {
        let action = Action::Own(OwnAction::Play(play));
        let game = &self.game;
        match play {
            // Before the roll only.
            Play::Alchemist(..) | Play::Inventor(..) => Weighed::Gain(-CERTAIN),
            Play::Crane | Play::Irrigation | Play::Mining | Play::Warlord => Weighed::Promise(0.0),
            Play::Medicine(_)
            | Play::Engineer(_)
            | Play::Smith(..)
            | Play::Merchant(_)
            | Play::ResourceMonopoly(_)
            | Play::TradeMonopoly(_) => Weighed::Promise(self.over_after(action)),
            Play::MerchantFleet(kind) => {
                let lane = kind.index();
                let rate = game.rate_of(self.me, lane);
                let held = game.hand_of(self.me)[lane];
                if rate > 2 && held >= 2 {
                    Weighed::Promise(f32::from(held))
                } else {
                    Weighed::Gain(-CERTAIN)
                }
            }
            Play::RoadBuilding => {
                let after = self.after(game, action);
                Weighed::Gain(self.best_free_road(&after).0 - before.now)
            }
            Play::Bishop => {
                let after = self.after(game, action);
                let best = self.best_robbery(&after).map_or(-CERTAIN, |best| best.odds);
                Weighed::Gain(best - before.now)
            }
            Play::Deserter(_) | Play::Intrigue(_) => Weighed::Gain(self.over_after(action) - before.over),
            Play::Diplomat(edge) => {
                if everything(game).roads(self.me).contains(edge) {
                    Weighed::Gain(-CERTAIN)
                } else {
                    Weighed::Gain(self.over_after(action) - before.over)
                }
            }
            Play::Saboteur => Weighed::Gain(
                self.hands_changed(Progress::Saboteur, |races, me| {
                    for victim in opponents(game, me) {
                        let hand: u8 = game.hand_of(victim).iter().sum();
                        if game.score(victim) >= game.score(me) && hand >= 2 {
                            // The better half stays.
                            races[victim].hand.iter_mut().for_each(|count| *count *= 0.6);
                        }
                    }
                }) - before.over,
            ),
            Play::Wedding => {
                let mut races = self.races(game, Moment::TurnOver);
                for guest in opponents(game, self.me) {
                    if game.score(guest) > game.score(self.me) {
                        // They give what they need least.
                        races.steal(self.me, guest, 1.6);
                    }
                }
                races.races[self.me].extras.lean -= self.kept(Progress::Wedding);
                Weighed::Gain(races.run().odds(self.me) - before.over)
            }
            Play::MasterMerchant(victim) => {
                let mut races = self.races(game, Moment::TurnOver);
                races.steal(self.me, victim, 2.4);
                races.races[self.me].extras.lean -= self.kept(Progress::MasterMerchant);
                Weighed::Gain(races.run().odds(self.me) - before.over)
            }
            Play::Spy(victim) => {
                let view = everything(game);
                let cards: u8 = Area::ALL.into_iter().map(|area| view.progress_len(victim, area)).sum();
                let mut races = self.races(game, Moment::TurnOver);
                let taken = self.known.lean_progress * (1.8 + 0.5 * f32::from(cards));
                races.races[self.me].extras.lean += taken - self.kept(Progress::Spy);
                races.races[victim].extras.lean -= taken;
                Weighed::Gain(races.run().odds(self.me) - before.over)
            }
            Play::CommercialHarbor => {
                let Some(spare) = self.spare_resource() else { return Weighed::Gain(-CERTAIN) };
                let gain = self.hands_changed(Progress::CommercialHarbor, |races, me| {
                    for victim in opponents(game, me) {
                        if self.commodities_of(victim) >= 1.0 && races[me].hand[spare] >= 1.0 {
                            races[me].hand[spare] -= 1.0;
                            self.take_commodity(races, me, victim);
                        }
                    }
                });
                Weighed::Gain(gain - before.over)
            }
        }
    }

    /// The odds after a card was played that changes hands like this.
    fn hands_changed(&self, card: Progress, change: impl FnOnce(&mut Races, Seat)) -> f32 {
        let mut races = self.races(&self.game, Moment::TurnOver);
        change(&mut races.races, self.me);
        races.races[self.me].extras.lean -= self.kept(card);
        races.run().odds(self.me)
    }

    /// The resource in hand that there is most of.
    fn spare_resource(&self) -> Option<usize> {
        let hand = self.game.hand_of(self.me);
        (0..5).filter(|&kind| hand[kind] > 0).max_by_key(|&kind| hand[kind])
    }

    fn commodities_of(&self, seat: Seat) -> f32 {
        self.game.hand_of(seat)[5..].iter().map(|&count| f32::from(count)).sum()
    }

    /// A commodity of the victim's choice goes over.
    fn take_commodity(&self, races: &mut Races, me: Seat, victim: Seat) {
        let held = self.commodities_of(victim);
        for kind in 5..LANES {
            let share = f32::from(self.game.hand_of(victim)[kind]) / held;
            races[victim].hand[kind] -= share;
            races[me].hand[kind] += share;
        }
    }

    /// A resource for a commodity of this seat's choice.
    fn weigh_force(&self, victim: Seat, kind: CardKind, before: &Before) -> f32 {
        if self.commodities_of(victim) < 1.0 {
            return -CERTAIN;
        }
        let mut races = self.races(&self.game, Moment::TurnOver);
        races.races[self.me].hand[kind.index()] -= 1.0;
        races.races[victim].hand[kind.index()] += 1.0;
        self.take_commodity(&mut races.races, self.me, victim);
        races.run().odds(self.me) - before.over
    }

    /// The robber goes elsewhere and takes a card; the knight is spent.
    fn weigh_chase(&self, action: Action, before: &Before) -> f32 {
        let after = self.after(&self.game, action);
        let robbery = self.best_robbery(&after).map_or(-CERTAIN, |best| best.odds);
        robbery - before.now + self.odds(&after, Moment::TurnOver) - before.over
    }

    /// Whether a knight's way is one that may pay: off a place for an own settlement, or into others' way.
    fn is_worth_a_move(&self, from: VertexId, to: VertexId) -> bool {
        let view = everything(&self.game);
        let others = opponents(&self.game, self.me);
        let in_the_way = others.into_iter().any(|seat| view.road_ends(seat).contains(to));
        let buildings =
            Seat::first(self.game.seats()).flat_map(|seat| view.settlements(seat) | view.cities(seat));
        let settleable = buildings.into_iter().all(|vertex| !from.neighbours().contains(vertex));
        in_the_way || settleable
    }

    /// The swap of number tokens that helps most: few of the likeliest are looked at closely.
    fn weigh_inventor(&self, legal: &LegalActions, before: &Before, moves: &mut Moves<'_>) {
        const CLOSELY: usize = 4;
        let view = everything(&self.game);
        let Some(layout) = view.layout() else { return };
        let weight = |hex: HexId| {
            let of = |seat: Seat| {
                let corners = hex.vertex_set();
                ((view.settlements(seat) & corners).len() + 2 * (view.cities(seat) & corners).len()) as f32
            };
            let others: f32 = opponents(&self.game, self.me).into_iter().map(of).sum();
            of(self.me) - 0.4 * others
        };
        let pips = |hex: HexId| f32::from(6 - layout.numbers[hex].abs_diff(7));
        let mut swaps: Vec<(f32, HexId, HexId)> = Vec::with_capacity(96);
        for action in *legal {
            if let Action::Own(OwnAction::Play(Play::Inventor(first, second))) = action {
                let gain = (pips(second) - pips(first)) * (weight(first) - weight(second));
                swaps.push((gain, first, second));
            }
        }
        swaps.sort_by(|a, b| b.0.total_cmp(&a.0));
        for &(_, first, second) in swaps.iter().take(CLOSELY) {
            let action = Action::Own(OwnAction::Play(Play::Inventor(first, second)));
            let game = self.after(&self.game, action);
            let Some(layout) = everything(&game).layout() else { continue };
            let island: Island = Improvements::island(layout);
            let there = Mind {
                me: self.me,
                island: &island,
                weights: self.weights,
                known: self.known,
                game,
                before: OnceCell::new(),
                notes: None,
            };
            moves.weigh(there.odds(&there.game, Moment::TurnOver) - before.over, action);
        }
    }

    /// Before the roll: the Alchemist, if some number is worth more than the card.
    pub(super) fn before_roll(&self, legal: &LegalActions) -> Action {
        if !legal.contains(Action::Own(OwnAction::Play(Play::Alchemist(Die::One, Die::One)))) {
            return Action::Roll;
        }
        let mut expected = 0.0;
        let mut best = (-CERTAIN, 7);
        for sum in 2..=12u8 {
            let mut races = self.races(&self.game, Moment::Now);
            for hex in HexId::all().filter(|&hex| self.island.layout.numbers[hex] == sum) {
                self.produce(&mut races.races, hex);
            }
            let odds = races.run().odds(self.me);
            expected += odds * f32::from(6 - sum.abs_diff(7)) / 36.0;
            if odds > best.0 && sum != 7 {
                best = (odds, sum);
            }
        }
        let (odds, sum) = best;
        // What any roll brings is to be beaten.
        if odds <= expected + self.kept(Progress::Alchemist) + self.weights.card_gain {
            return Action::Roll;
        }
        let (red, other) = self.chosen_dice(sum);
        Action::Own(OwnAction::Play(Play::Alchemist(red, other)))
    }

    /// The dice of a chosen sum, the red one first: low enough for an own draw, and no lower, so that fewer others draw.
    fn chosen_dice(&self, sum: u8) -> (Die, Die) {
        let view = everything(&self.game);
        let highest = Area::ALL.into_iter().map(|area| view.level(self.me, area)).max().unwrap_or(0);
        let of_sum = Die::PAIRS.into_iter().filter(|&(red, other)| red + other == sum);
        of_sum.min_by_key(|(red, _)| red.pips().abs_diff(highest + 1)).expect("two dice show every sum")
    }

    /// Adds the production of a hex to the hands of all seats.
    fn produce(&self, races: &mut Races, hex: HexId) {
        let view = everything(&self.game);
        let Some(yields) = self.island.hexes[hex].filter(|_| hex != view.robber()) else { return };
        let corners = hex.vertex_set();
        for seat in Seat::first(self.game.seats()) {
            let settlements = (view.settlements(seat) & corners).len() as f32;
            let cities = (view.cities(seat) & corners).len() as f32;
            races[seat].hand[yields.kind] += settlements + cities;
            races[seat].hand[yields.second] += cities;
        }
    }

    /// Of everything listed, what is best done: for decisions that are but a few.
    pub(super) fn best_listed(&self, legal: &LegalActions, moment: Moment) -> Option<Action> {
        let mut best: Option<(f32, Action)> = None;
        for action in *legal {
            let odds = self.odds(&self.after(&self.game, action), moment);
            self.note(action, odds);
            if best.is_none_or(|(top, _)| odds > top) {
                best = Some((odds, action));
            }
        }
        best.map(|(_, action)| action)
    }

    /// Cards out of a hand that is shown, one by one the best.
    pub(super) fn take_cards(&self, victim: Seat, count: u8) -> Action {
        let mut races = self.races(&self.game, Moment::Now);
        let mut shown = self.game.hand_of(victim);
        let mut taken = [0; LANES];
        for _ in 0..count {
            let mut best: Option<(f32, usize)> = None;
            for kind in (0..LANES).filter(|&kind| shown[kind] > 0) {
                let mut after = races.clone();
                after.races[self.me].hand[kind] += 1.0;
                after.races[victim].hand[kind] -= 1.0;
                let odds = after.run().odds(self.me);
                if best.is_none_or(|(top, _)| odds > top) {
                    best = Some((odds, kind));
                }
            }
            let Some((_, kind)) = best else { break };
            shown[kind] -= 1;
            taken[kind] += 1;
            races.races[self.me].hand[kind] += 1.0;
            races.races[victim].hand[kind] -= 1.0;
        }
        Action::Own(OwnAction::TakeCards(catan::Bundle(taken)))
    }

    /// The deck that a tied defender draws from.
    pub(super) fn choose_deck(&self, legal: &LegalActions) -> Option<Action> {
        [Area::Trade, Area::Science, Area::Politics]
            .into_iter()
            .map(|it| Action::Own(OwnAction::ChooseDeck(it)))
            .find(|&action| legal.contains(action))
    }

    /// The worst of five progress cards goes.
    pub(super) fn drop_card(&self, legal: &LegalActions) -> Option<Action> {
        let cards =
            Progress::ALL.into_iter().filter(|&card| legal.contains(Action::Own(OwnAction::Drop(card))));
        cards
            .min_by(|a, b| improvements::worth(*a).total_cmp(&improvements::worth(*b)))
            .map(|it| Action::Own(OwnAction::Drop(it)))
    }

    /// The best of the progress cards that Spy shows.
    pub(super) fn take_progress(&self, legal: &LegalActions) -> Action {
        let cards = Progress::ALL
            .into_iter()
            .filter(|&card| legal.contains(Action::Own(OwnAction::TakeProgress(card))));
        cards
            .max_by(|a, b| improvements::worth(*a).total_cmp(&improvements::worth(*b)))
            .map_or(Action::Stop, |it| Action::Own(OwnAction::TakeProgress(it)))
    }

    /// The commodity that is missed least, for one that is forced.
    pub(super) fn give_commodity(&self) -> Option<Action> {
        let hand = self.game.hand_of(self.me);
        let mut races = self.races(&self.game, Moment::Now);
        let mut best: Option<(f32, Area)> = None;
        for area in Area::ALL.into_iter().filter(|&area| hand[lane(area)] > 0) {
            let kept = races.races[self.me].hand[lane(area)];
            races.races[self.me].hand[lane(area)] -= 1.0;
            races.run_again(self.me);
            races.races[self.me].hand[lane(area)] = kept;
            if best.is_none_or(|(least, _)| races.rolls[self.me] < least) {
                best = Some((races.rolls[self.me], area));
            }
        }
        best.map(|(_, area)| Action::Own(OwnAction::GiveCommodity(area.commodity())))
    }

    /// Fights with all active knights.
    pub(super) fn muster(&self) -> Action {
        let view = everything(&self.game);
        Action::Own(OwnAction::Fight(super::game::knights_of(&self.game, self.me) & view.active_knights()))
    }

    /// Whether the phase is one in which a place on the board, or nothing, is chosen.
    pub(super) const fn is_small(phase: Phase) -> bool {
        matches!(
            phase,
            Phase::Own(OwnPhase::Pillaging { .. })
                | Phase::Own(OwnPhase::Aqueduct { .. })
                | Phase::Own(OwnPhase::Retreating { .. })
                | Phase::Own(OwnPhase::Deserting { .. })
                | Phase::Own(OwnPhase::PlacingDeserter { .. })
                | Phase::Own(OwnPhase::ReplacingRoad { .. })
                | Phase::Own(OwnPhase::PlacingMetropolis { .. })
        )
    }
}

/// An evaluation of playing a card now.
enum Weighed {
    /// The increase of the odds.
    Gain(f32),
    /// The promise of this way to play it; only a plan shows its value.
    Promise(f32),
}
