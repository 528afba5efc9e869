//! Trading with the other seats.
//!
//! An exchange is judged by what it does to the races of both partners: a settler wants its own odds to rise, and
//! expects a partner to want the same. It offers card for card, at most three times a turn, never the same twice in
//! a row, and nothing to anybody who is close to winning.

use super::mind::Mind;
use super::one;
use super::prospects::{Moment, Prospects};
use catan::{Action, Answer, Bundle, Cards, Exchange, LegalActions};
use game::{Seat, SeatSet};

/// The most offers of one turn.
const OFFERS: u8 = 3;
/// The chance that a seat accepts what is good for it, as far as it can be seen from here: three of four do.
const ACCEPTED: f32 = 0.75;
/// From so many points below the goal on, a seat that leads gets nothing any more.
const NEARLY_WON: u8 = 3;

/// The offers of the last turns, so that nobody is asked the same again and again.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    made: [Option<(u32, Exchange)>; 8],
    next: usize,
}

impl Memory {
    /// Whether this was offered within the last two rounds.
    fn knows(&self, offer: Exchange, turns: u32, seats: usize) -> bool {
        let recently = |made: u32| turns.saturating_sub(made) <= 2 * seats as u32;
        self.made.iter().flatten().any(|&(turn, made)| made == offer && recently(turn))
    }

    fn remember(&mut self, offer: Exchange, turns: u32) {
        self.made[self.next] = Some((turns, offer));
        self.next = (self.next + 1) % self.made.len();
    }
}

/// What an exchange changes.
#[derive(Clone, Copy)]
struct Gains {
    mine: f32,
    theirs: f32,
}

/// What the active seat does about offers.
pub(super) struct Decision;

impl Decision {
    /// Answers what is open, or makes an offer; `None` if there is nothing to say.
    pub(super) fn of(mind: &Mind<'_>, legal: &LegalActions, memory: &mut Memory) -> Option<Action> {
        if !mind.view.trade_is_open() {
            return None;
        }
        let races = mind.races(&mind.game, Moment::Now).run();
        if let Some(proposer) = mind.view.trading().proposers().lowest() {
            let proposal = mind.view.proposal(proposer)?;
            let accept = Action::AcceptProposal(proposer);
            let wanted = mind.is_wanted(&races, proposer, proposal.want, proposal.give);
            return Some(if legal.contains(accept) && wanted {
                accept
            } else {
                Action::RejectProposal(proposer)
            });
        }
        if let Some((offer, to)) = mind.view.offer() {
            return Some(mind.conclude(&races, legal, offer, to));
        }
        mind.offer(&races, memory)
    }
}

impl Mind<'_> {
    /// Whether a seat is so far ahead that nobody should help it.
    fn is_leading(&self, seat: Seat) -> bool {
        let points = |seat| self.view.points(seat).total();
        let near = self.view.options().victory_points.saturating_sub(NEARLY_WON);
        points(seat) >= near.max(3)
    }

    /// What it changes if this seat gives `give` to `partner` for `get`.
    fn gains(&self, races: &Prospects<'_>, partner: Seat, give: Bundle, get: Bundle) -> Gains {
        let mut after = races.clone();
        for kind in 0..5 {
            let change = f32::from(get.0[kind]) - f32::from(give.0[kind]);
            after.races[self.me].hand[kind] += change;
            after.races[partner].hand[kind] -= change;
        }
        after.run_again(self.me);
        after.run_again(partner);
        Gains {
            mine: after.odds(self.me) - races.odds(self.me),
            theirs: after.odds(partner) - races.odds(partner),
        }
    }

    /// Whether an exchange that somebody else brought up is good for this seat.
    fn is_wanted(&self, races: &Prospects<'_>, partner: Seat, give: Bundle, get: Bundle) -> bool {
        let len = |bundle| Cards::from(bundle).len();
        !self.is_leading(partner)
            && len(give) <= len(get)
            && self.gains(races, partner, give, get).mine > self.weights.trade_gain
    }

    /// Carries the best answer to the own offer out, or takes the offer back.
    fn conclude(&self, races: &Prospects<'_>, legal: &LegalActions, offer: Exchange, to: SeatSet) -> Action {
        let mut best = (self.weights.trade_gain, Action::WithdrawOffer);
        for partner in to {
            let (give, get) = match self.view.answer(partner) {
                Answer::Accepted => (offer.give, offer.want),
                Answer::Countered(counter) => (counter.want, counter.give),
                Answer::Open | Answer::Rejected => continue,
            };
            let execute = Action::Execute(partner);
            if !legal.contains(execute) || Cards::from(give).len() > Cards::from(get).len() {
                continue;
            }
            let gains = self.gains(races, partner, give, get);
            if gains.mine > best.0 && !self.is_leading(partner) {
                best = (gains.mine, execute);
            }
        }
        best.1
    }

    /// The offer with the best prospect of being accepted and of use.
    fn offer(&self, races: &Prospects<'_>, memory: &mut Memory) -> Option<Action> {
        if self.view.trading().made(self.me) >= OFFERS {
            return None;
        }
        let hand = self.view.hand(self.me)?.counts();
        let turns = self.view.turns();
        let partners: SeatSet = Seat::first(self.view.seats())
            .filter(|&seat| seat != self.me && self.view.hand_len(seat) > 0 && !self.is_leading(seat))
            .collect();
        let mut best: Option<(f32, Exchange, SeatSet)> = None;
        for give in (0..5).filter(|&kind| hand[kind] > 0) {
            for want in (0..5).filter(|&kind| kind != give) {
                let exchange = Exchange { give: one(give), want: one(want) };
                if memory.knows(exchange, turns, self.view.seats()) {
                    continue;
                }
                let mut refused = 1.0;
                let mut gain = 0.0f32;
                let mut to = SeatSet::EMPTY;
                for partner in partners {
                    let held = races.races[partner].hand[want];
                    if held < 0.5 {
                        continue;
                    }
                    let gains = self.gains(races, partner, exchange.give, exchange.want);
                    // Who would not gain is not asked: people call that nagging.
                    if gains.mine < self.weights.trade_gain || gains.theirs < self.weights.trade_gain {
                        continue;
                    }
                    refused *= 1.0 - ACCEPTED;
                    gain = gain.max(gains.mine);
                    to.insert(partner);
                }
                let prospect = gain * (1.0 - refused);
                if prospect > self.weights.trade_gain && best.is_none_or(|(top, ..)| prospect > top) {
                    best = Some((prospect, exchange, to));
                }
            }
        }
        let (_, exchange, to) = best?;
        let offer = Action::Offer { give: exchange.give, want: exchange.want, to };
        // A host may allow fewer offers.
        self.view.check(offer).ok()?;
        memory.remember(exchange, turns);
        Some(offer)
    }

    /// Answers the active seat's offer at once.
    pub(super) fn answer(&self, legal: &LegalActions) -> Action {
        let active = self.view.active();
        let refuse = || {
            // Who has rejected already has nothing more to say, and proposals are not made.
            if legal.contains(Action::RejectOffer) {
                Action::RejectOffer
            } else {
                legal.get(0).unwrap_or(Action::RejectOffer)
            }
        };
        let Some((offer, _)) = self.view.offer() else { return refuse() };
        if !legal.contains(Action::AcceptOffer) || self.is_leading(active) {
            return refuse();
        }
        let races = self.races(&self.game, Moment::Now).run();
        if self.is_wanted(&races, active, offer.want, offer.give) {
            return Action::AcceptOffer;
        }
        self.counter(&races, offer).unwrap_or_else(refuse)
    }

    /// The card they want for another one than they offered, if both gain by it.
    fn counter(&self, races: &Prospects<'_>, offer: Exchange) -> Option<Action> {
        let active = self.view.active();
        if Cards::from(offer.want).len() != 1 {
            return None;
        }
        let mut best: Option<(f32, usize)> = None;
        for kind in 0..5 {
            let there = races.races[active].hand[kind] > 0.5;
            if offer.want.0[kind] > 0 || offer.give.0[kind] > 0 || !there {
                continue;
            }
            let gains = self.gains(races, active, offer.want, one(kind));
            let both = gains.mine > self.weights.trade_gain && gains.theirs > self.weights.trade_gain;
            if both && best.is_none_or(|(top, _)| gains.mine > top) {
                best = Some((gains.mine, kind));
            }
        }
        let (_, kind) = best?;
        let counter = Action::CounterOffer { give: offer.want, want: one(kind) };
        self.view.check(counter).ok().map(|()| counter)
    }
}
