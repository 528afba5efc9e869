//! Carrying actions and outcomes out, and handing them to the rule they belong to.

use crate::Counts;
use crate::Die;
use crate::action::{Action, Chance, ChanceKind};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::phase::Phase;
use crate::rules::Rules;
use crate::state::Island;
use crate::trading::{Answer, Exchange};
use game::{Draws, Observer, Outcome, Seat, Turn};

impl<R: Rules> Island<R> {
    /// Does `action` for `seat` and tells `observer` what happens.
    ///
    /// # Errors
    /// What [`Island::check`] says; the game is then untouched.
    pub fn play(
        &mut self,
        seat: Seat,
        action: Action<R>,
        observer: &mut impl Observer<Event<R>>,
    ) -> Result<(), Illegal<R>> {
        self.check(seat, action)?;
        self.play_unchecked(seat, action, observer);
        Ok(())
    }

    /// Does `action` for `seat`, which the caller knows to be legal, for example because it was listed. An illegal
    /// action leaves a meaningless game behind (and panics in debug builds).
    #[inline(always)]
    pub fn play_unchecked(&mut self, seat: Seat, action: Action<R>, observer: &mut impl Observer<Event<R>>) {
        debug_assert_eq!(self.check(seat, action), Ok(()), "{seat} {action:?}");
        match action {
            // Neither gives points, and a turn looks for the win when it begins.
            Action::Roll => return self.phase = Phase::Rolling,
            Action::EndTurn => return self.end_turn(observer),
            Action::BuildRoad(edge) => match self.phase {
                Phase::FoundingRoad { placed, .. } => self.found_road(edge, placed, observer),
                Phase::FreeRoads { left, .. } => self.place_free_road(edge, left, observer),
                Phase::Own(_) => R::place_road(self, edge, observer),
                _ => {
                    self.pay(Counts::ROAD, observer);
                    self.place_road(seat, edge, true, observer);
                    self.wins_now(observer);
                }
            },
            Action::BuildSettlement(vertex) => match self.phase {
                Phase::FoundingSettlement { placed } => self.found(vertex, placed, observer),
                _ => {
                    self.pay(Counts::SETTLEMENT, observer);
                    self.place_settlement(seat, vertex, true, observer);
                    self.wins_now(observer);
                }
            },
            Action::BuildCity(vertex) => match R::founding_city(self.phase) {
                Some(placed) => self.found(vertex, placed, observer),
                None => {
                    self.pay(Counts::CITY, observer);
                    self.place_city(seat, vertex, true, observer);
                    self.wins_now(observer);
                }
            },
            Action::Stop => self.stop(observer),
            Action::MoveRobber(hex) => self.move_robber(hex, observer),
            Action::Steal(victim) => self.rob(victim, observer),
            Action::Discard(cards) => self.discard(seat, cards, observer),
            Action::MaritimeTrade { give, get } => self.trade_with_supply(give.into(), get, observer),
            Action::Offer { give, want, to } => self.make_offer(Exchange { give, want }, to, observer),
            Action::AcceptOffer => self.answer(seat, Answer::Accepted, observer),
            Action::RejectOffer => self.answer(seat, Answer::Rejected, observer),
            Action::CounterOffer { give, want } => {
                self.answer(seat, Answer::Countered(Exchange { give, want }), observer);
            }
            Action::Execute(partner) => self.execute(partner, observer),
            Action::WithdrawOffer => self.withdraw_offer(observer),
            Action::Propose { give, want } => self.make_proposal(seat, Exchange { give, want }, observer),
            Action::WithdrawProposal => self.withdraw_proposal(seat, observer),
            Action::AcceptProposal(proposer) => self.accept_proposal(proposer, observer),
            Action::RejectProposal(proposer) => self.reject_proposal(proposer, observer),
            Action::DeclareVictory => self.finish(Outcome::won_by(seat), observer),
            Action::Own(own) => R::play(self, seat, own, observer),
        }
        if R::WINS_AFTER_STEP {
            self.wins_now(observer);
        }
    }

    /// Declines an optional step: a free road, the theft, or something that only this game has.
    fn stop(&mut self, observer: &mut impl Observer<Event<R>>) {
        match self.phase {
            Phase::ChoosingVictim { .. } => self.decline_theft(observer),
            Phase::Own(own) => R::stop(self, own, observer),
            _ => self.end_road_building(observer),
        }
    }

    /// Applies an outcome of nature and tells `observer` what happens.
    ///
    /// # Errors
    /// If no outcome of this kind is due, or this one cannot happen; the game is then untouched.
    pub fn resolve(
        &mut self,
        chance: Chance<R>,
        observer: &mut impl Observer<Event<R>>,
    ) -> Result<(), Illegal<R>> {
        self.check_chance(chance)?;
        self.resolve_unchecked(chance, observer);
        Ok(())
    }

    /// Applies an outcome that is due and possible, for example one that [`Island::draw`] gave.
    #[inline(always)]
    pub fn resolve_unchecked(&mut self, chance: Chance<R>, observer: &mut impl Observer<Event<R>>) {
        debug_assert_eq!(self.check_chance(chance), Ok(()), "{chance:?}");
        match (chance, self.phase) {
            (Chance::Dice(first, second), Phase::Rolling) => R::rolled(self, (first, second), observer),
            // A layout is large, and this is rare.
            _ => self.resolve_other(&chance, observer),
        }
    }

    /// All outcomes but the one that comes every turn.
    #[inline(never)]
    fn resolve_other(&mut self, chance: &Chance<R>, observer: &mut impl Observer<Event<R>>) {
        match *chance {
            Chance::Dice(first, second) => self.rolled_for_start((first, second), observer),
            Chance::StolenCard(kind) => self.stolen(kind, observer),
            Chance::Own(own) => R::resolve(self, own, observer),
            Chance::StartPlayer(seat) => self.begin_with(seat, observer),
            Chance::Layout(ref layout) => self.lay_out(layout, observer),
        }
    }

    /// Whether this outcome is due and possible.
    ///
    /// # Errors
    /// Why not.
    pub fn check_chance(&self, chance: Chance<R>) -> Result<(), Illegal<R>> {
        let Turn::Chance(kind) = self.turn() else { return Err(Illegal::ChanceNotDue) };
        match (kind, chance) {
            (_, Chance::Own(own)) => R::check_chance(self, own),
            (ChanceKind::Dice | ChanceKind::StartRoll(_), Chance::Dice(..))
                if kind != ChanceKind::Dice || R::ROLLS_TWO_DICE =>
            {
                Ok(())
            }
            (ChanceKind::StolenCard { victim, .. }, Chance::StolenCard(card)) => {
                if self.hands[victim].count(card) > 0 {
                    Ok(())
                } else {
                    impossible("the robbed seat has no such card", "CATAN-ROB-6")
                }
            }
            (ChanceKind::StartPlayer, Chance::StartPlayer(seat)) => {
                if seat.index() < self.seats() {
                    Ok(())
                } else {
                    Err(Illegal::NoSuchSeat { seat })
                }
            }
            (ChanceKind::Layout, Chance::Layout(layout)) => {
                R::check_layout(&self.options, &layout).or_else(|(reason, clause)| impossible(reason, clause))
            }
            _ => Err(Illegal::ChanceNotDue),
        }
    }

    /// Draws the outcome that is due, with the weights of the rules: each die face, each card of the hand
    /// (`CATAN-ROB-6`), each card of the deck alike.
    ///
    /// # Panics
    /// If no outcome is due.
    #[inline(always)]
    pub fn draw(&self, draws: &mut impl Draws) -> Chance<R> {
        match self.phase {
            Phase::Rolling => R::roll(draws),
            _ => self.draw_other(draws),
        }
    }

    /// All outcomes but the one that comes every turn.
    #[inline(never)]
    fn draw_other(&self, draws: &mut impl Draws) -> Chance<R> {
        match self.phase {
            Phase::RollingForStart { .. } => {
                let (first, second) = Die::roll_two(draws);
                Chance::Dice(first, second)
            }
            Phase::Stealing { victim, .. } => {
                let hand = self.hands[victim];
                Chance::StolenCard(hand.card_at(draws.below(hand.len())))
            }
            Phase::DrawingStart => {
                let seat = Seat::new(draws.below(self.seats() as u32) as usize).expect("a seat");
                Chance::StartPlayer(seat)
            }
            Phase::LayingOut => Chance::Layout(R::draw_layout(&self.options, draws)),
            Phase::Own(own) => R::draw(self, own, draws),
            _ => panic!("no outcome is due in {:?}", self.phase),
        }
    }

    /// [`Island::draw`] and [`Island::resolve_unchecked`] in one, for a caller that does not need the outcome itself.
    ///
    /// # Panics
    /// If no outcome is due.
    #[inline(always)]
    pub fn draw_and_resolve(&mut self, draws: &mut impl Draws, observer: &mut impl Observer<Event<R>>) {
        if matches!(self.phase, Phase::Rolling) {
            R::let_dice_fall(self, draws, observer);
        } else {
            self.resolve_other(&self.draw_other(draws), observer);
        }
    }

    /// Identifies the draw for the outcome that is due: a purpose and its running number. A seed and this key determine the draw.
    #[must_use]
    #[inline]
    pub fn chance_key(&self) -> (&'static str, u64) {
        match self.phase {
            Phase::Stealing { .. } => ("steal", u64::from(self.thefts)),
            Phase::LayingOut => ("board", 0),
            Phase::DrawingStart => ("start", 0),
            Phase::RollingForStart { rolls, .. } => ("start", u64::from(rolls)),
            Phase::Own(own) => R::chance_key(self, own),
            _ => ("roll", u64::from(self.turns)),
        }
    }
}

/// An outcome that cannot happen.
pub(crate) fn impossible<R: Rules>(reason: &'static str, clause: crate::Clause) -> Result<(), Illegal<R>> {
    Err(Illegal::ImpossibleChance { reason, clause })
}
