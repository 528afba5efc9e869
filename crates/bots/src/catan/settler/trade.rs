//! Trading with the other seats.
//!
//! An exchange is judged by what it does to the races of both partners: a settler wants its own odds to rise, and
//! expects a partner to want the same. It offers card for card, at most three times a turn, never the same twice in
//! a row, and nothing to anybody who is close to winning. People are asked seldom (`offers`).

use super::island::{Amounts, LANES};
use super::mind::Mind;
use super::offers::Offers;
use super::plan::PlannedGame;
use super::prospects::{Moment, Prospects};
use super::race::Race;
use super::rules::{Counts, KindOf, SettlerGame, Step, bundle, counts};
use catan::{Answer, Bundle, Exchange, Kind as _};
use game::{Seat, SeatSet};

/// An exchange of the kinds of cards that a game has.
type ExchangeOf<G> = Exchange<KindOf<G>>;

/// The cards that a seat gives, and those that it gets.
type Terms<G> = (Bundle<KindOf<G>>, Bundle<KindOf<G>>);

/// The chance that a seat accepts what is good for it, as far as it can be seen from here: three of four do.
const ACCEPTED: f32 = 0.75;
/// The most offers that a search compares with doing something else.
const OFFERS_COMPARED: usize = 3;
/// The factor by which an exchange must be better for a person than for a bot before people are asked.
const WORTH_TO_A_PERSON: f32 = 4.0;

/// The gains of two seats from an exchange, in log odds.
#[derive(Clone, Copy)]
struct Gains {
    mine: f32,
    theirs: f32,
}

/// Cards of one kind.
fn cards<G: SettlerGame>(kind: usize, count: u8) -> Bundle<KindOf<G>> {
    let mut counts = [0; LANES];
    counts[kind] = count;
    bundle(counts)
}

/// One card.
fn one<G: SettlerGame>(kind: usize) -> Bundle<KindOf<G>> {
    cards::<G>(kind, 1)
}

/// Gives some cards out of a hand for others.
fn shift(hand: &mut Amounts, give: Counts, get: Counts) {
    for kind in 0..LANES {
        hand[kind] += f32::from(get[kind]) - f32::from(give[kind]);
    }
}

/// Returns the number of cards.
fn len<G: SettlerGame>(bundle: Bundle<KindOf<G>>) -> u8 {
    counts(bundle).iter().sum()
}

impl<G: PlannedGame> Mind<'_, G> {
    /// Answers what is open, or makes an offer; `None` if there is nothing to say.
    pub(crate) fn trade(&self, made: &Offers<KindOf<G>>) -> Option<G::Action> {
        if !self.game.may_trade() {
            return None;
        }
        let races = self.races(&self.game, Moment::Now).run();
        let trading = self.game.offers();
        if let Some(proposer) = trading.proposers().lowest() {
            let proposal = trading.proposal(proposer)?;
            let accept = G::action(Step::AcceptProposal(proposer));
            let wanted = self.is_wanted(&races, proposer, proposal.want, proposal.give);
            return Some(if wanted && self.may(accept) {
                accept
            } else {
                G::action(Step::RejectProposal(proposer))
            });
        }
        if let Some((offer, to)) = trading.offer() {
            return Some(self.conclude(&races, offer, to));
        }
        let offers = self.offers(&races, made).into_iter();
        let best = offers.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map(|(_, offer)| offer)
    }

    /// Returns the own offers that are worth making, none while an exchange is open, with what each promises in log odds.
    pub(crate) fn worth_offering(&self, made: &Offers<KindOf<G>>) -> Vec<(f32, G::Action)> {
        if !self.game.may_trade() || self.game.is_asked() {
            return Vec::new();
        }
        let races = self.races(&self.game, Moment::Now).run();
        let mut offers = self.offers(&races, made);
        offers.sort_by(|a, b| b.0.total_cmp(&a.0));
        offers.truncate(OFFERS_COMPARED);
        offers
    }

    fn may(&self, action: G::Action) -> bool {
        self.game.check(self.me, action).is_ok()
    }

    /// Whether a seat is so far ahead that nobody should help it.
    fn is_leading(&self, seat: Seat) -> bool {
        let near = self.game.goal().saturating_sub(self.weights.wary as u8);
        self.game.score(seat) >= near.max(3)
    }

    /// The own race if this seat gives `give` for `get`, unless it is no shorter: then a partner cannot gain by the
    /// exchange and this seat, too.
    fn shortened(
        &self,
        races: &Prospects<'_, G>,
        give: Bundle<KindOf<G>>,
        get: Bundle<KindOf<G>>,
    ) -> Option<(Race<G::Extras>, f32)> {
        let mut race = races.races[self.me];
        shift(&mut race.hand, counts(give), counts(get));
        let rolls = race.rolls_to_win(self.weights);
        (rolls < races.rolls[self.me]).then_some((race, rolls))
    }

    /// Returns the gains if this seat gives `give` to `partner` for `get`; `None` if this seat does not gain.
    fn gains(
        &self,
        races: &Prospects<'_, G>,
        partner: Seat,
        give: Bundle<KindOf<G>>,
        get: Bundle<KindOf<G>>,
    ) -> Option<Gains> {
        let own = self.shortened(races, give, get)?;
        Some(self.gains_with(races, own, partner, give, get))
    }

    /// Returns the gains, given the seat's own race after the exchange.
    fn gains_with(
        &self,
        races: &Prospects<'_, G>,
        (race, rolls): (Race<G::Extras>, f32),
        partner: Seat,
        give: Bundle<KindOf<G>>,
        get: Bundle<KindOf<G>>,
    ) -> Gains {
        let mut after = races.clone();
        after.races[self.me] = race;
        after.rolls[self.me] = rolls;
        shift(&mut after.races[partner].hand, counts(get), counts(give));
        after.run_again(partner);
        Gains {
            mine: after.odds(self.me) - races.odds(self.me),
            theirs: after.odds(partner) - races.odds(partner),
        }
    }

    /// Whether an exchange helps no leader and gives no more cards than it brings.
    pub(super) fn is_fair(&self, partner: Seat, give: Bundle<KindOf<G>>, get: Bundle<KindOf<G>>) -> bool {
        !self.is_leading(partner) && len::<G>(give) <= len::<G>(get)
    }

    /// Returns the cards that the own offer gives to a partner and gets, as it answered; `None` unless it agreed to something.
    pub(super) fn terms(&self, offer: ExchangeOf<G>, partner: Seat) -> Option<Terms<G>> {
        match self.game.offers().answer(partner) {
            Answer::Accepted => Some((offer.give, offer.want)),
            Answer::Countered(counter) => Some((counter.want, counter.give)),
            Answer::Open | Answer::Rejected => None,
        }
    }

    /// Whether an exchange that somebody else brought up is good for this seat.
    fn is_wanted(
        &self,
        races: &Prospects<'_, G>,
        partner: Seat,
        give: Bundle<KindOf<G>>,
        get: Bundle<KindOf<G>>,
    ) -> bool {
        self.is_fair(partner, give, get)
            && self.gains(races, partner, give, get).is_some_and(|gains| gains.mine > self.weights.trade_gain)
    }

    /// Carries the best answer to the own offer out, or takes the offer back.
    fn conclude(&self, races: &Prospects<'_, G>, offer: ExchangeOf<G>, to: SeatSet) -> G::Action {
        let mut best = (self.weights.trade_gain, G::action(Step::WithdrawOffer));
        for partner in to {
            let Some((give, get)) = self.terms(offer, partner) else { continue };
            let execute = G::action(Step::Execute(partner));
            if !self.may(execute) || len::<G>(give) > len::<G>(get) + self.weights.generous as u8 {
                continue;
            }
            let Some(gains) = self.gains(races, partner, give, get) else { continue };
            if gains.mine > best.0 && !self.is_leading(partner) {
                best = (gains.mine, execute);
            }
        }
        best.1
    }

    /// Returns the offers that have a prospect of being accepted and of use, with this prospect.
    fn offers(&self, races: &Prospects<'_, G>, made: &Offers<KindOf<G>>) -> Vec<(f32, G::Action)> {
        if f32::from(self.game.offers().made(self.me)) >= self.weights.offers {
            return Vec::new();
        }
        let hand = self.game.hand_of(self.me);
        let seats = self.game.seats();
        let held = |seat| self.game.hand_of(seat).iter().any(|&count| count > 0);
        let partners: SeatSet = Seat::first(seats)
            .filter(|&seat| seat != self.me && held(seat) && !self.is_leading(seat) && made.may_ask(seat))
            .collect();
        let mut offers = Vec::new();
        let kinds = 0..KindOf::<G>::KINDS.len();
        let most = 1 + self.weights.generous as u8;
        let gifts = kinds.clone().flat_map(|kind| (1..=most.min(hand[kind])).map(move |count| (kind, count)));
        for (give, count) in gifts {
            for want in kinds.clone().filter(|&kind| kind != give) {
                let exchange = Exchange { give: cards::<G>(give, count), want: one::<G>(want) };
                let has = |seat: Seat| races.races[seat].hand[want] >= 0.5;
                if made.knows(self.me, exchange, seats) || !partners.into_iter().any(has) {
                    continue;
                }
                let Some(own) = self.shortened(races, exchange.give, exchange.want) else { continue };
                let mut refused = 1.0;
                let mut gain = 0.0f32;
                let mut to = SeatSet::EMPTY;
                for partner in partners {
                    if !has(partner) {
                        continue;
                    }
                    let gains = self.gains_with(races, own, partner, exchange.give, exchange.want);
                    // Who would not gain is not asked: people call that nagging.
                    let least = if made.is_person(partner) { WORTH_TO_A_PERSON } else { 1.0 };
                    let gain_is_clear = gains.theirs >= least * self.weights.trade_gain;
                    if gains.mine < self.weights.trade_gain || !gain_is_clear {
                        continue;
                    }
                    refused *= 1.0 - ACCEPTED;
                    gain = gain.max(gains.mine);
                    to.insert(partner);
                }
                let prospect = gain * (1.0 - refused);
                let offer = G::action(Step::Offer(exchange.give, exchange.want, to));
                // A host may allow fewer offers.
                if prospect > self.weights.trade_gain && self.may(offer) {
                    offers.push((prospect, offer));
                }
            }
        }
        offers
    }

    /// Answers the active seat's offer at once.
    pub(crate) fn answer(&self) -> Option<G::Action> {
        let active = self.game.on_turn();
        // Who has rejected already has nothing more to say, and proposals are not made.
        let refuse = || Some(G::action(Step::RejectOffer)).filter(|&reject| self.may(reject));
        let Some((offer, _)) = self.game.offers().offer() else { return refuse() };
        if !self.may(G::action(Step::AcceptOffer)) || self.is_leading(active) {
            return refuse();
        }
        let races = self.races(&self.game, Moment::Now).run();
        if self.is_wanted(&races, active, offer.want, offer.give) {
            return Some(G::action(Step::AcceptOffer));
        }
        self.counter(&races, offer).or_else(refuse)
    }

    /// The card they want for another one than they offered, if both gain by it.
    fn counter(&self, races: &Prospects<'_, G>, offer: ExchangeOf<G>) -> Option<G::Action> {
        let active = self.game.on_turn();
        if len::<G>(offer.want) != 1 {
            return None;
        }
        let (want, give) = (counts(offer.want), counts(offer.give));
        let mut best: Option<(f32, usize)> = None;
        for kind in 0..KindOf::<G>::KINDS.len() {
            let there = races.races[active].hand[kind] > 0.5;
            if want[kind] > 0 || give[kind] > 0 || !there {
                continue;
            }
            let Some(gains) = self.gains(races, active, offer.want, one::<G>(kind)) else { continue };
            let both = gains.mine > self.weights.trade_gain && gains.theirs > self.weights.trade_gain;
            if both && best.is_none_or(|(top, _)| gains.mine > top) {
                best = Some((gains.mine, kind));
            }
        }
        let (_, kind) = best?;
        let counter = G::action(Step::Counter(offer.want, one::<G>(kind)));
        self.may(counter).then_some(counter)
    }
}
