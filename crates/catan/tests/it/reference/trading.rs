//! Offers, answers and proposals (`CATAN-DOM`), whatever kinds of cards there are.

use super::{Clause, holds, minus, plus, total};
use catan::options::TradeSameKind;

/// The cards that a sender hands over and receives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal<const N: usize = 5> {
    pub give: [u32; N],
    pub want: [u32; N],
}

/// An addressee's answer to the open offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said<const N: usize = 5> {
    Nothing,
    Yes,
    No,
    Rather(Deal<N>),
}

/// The open offer of the active player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenOffer<const N: usize = 5> {
    pub deal: Deal<N>,
    pub to: Vec<usize>,
    /// One entry for each seat of the table.
    pub said: Vec<Said<N>>,
}

/// A message about trade.
#[derive(Clone, PartialEq, Debug)]
pub enum Message<const N: usize = 5> {
    Offer { deal: Deal<N>, to: Vec<usize> },
    Accept,
    Reject,
    Counter(Deal<N>),
    Execute(usize),
    Withdraw,
    Propose(Deal<N>),
    WithdrawProposal,
    AcceptProposal(usize),
    RejectProposal(usize),
}

/// An action of either game as a message about trade, if it is one: both have the same words for it.
macro_rules! message_about_trade {
    ($action:expr, $Action:ty) => {{
        use $crate::reference::{Deal, Message};
        type A = $Action;
        let deal = |give, want| Deal { give: hand(give), want: hand(want) };
        Some(match $action {
            A::Offer { give, want, to } => {
                Message::Offer { deal: deal(give, want), to: to.into_iter().map(game::Seat::index).collect() }
            }
            A::AcceptOffer => Message::Accept,
            A::RejectOffer => Message::Reject,
            A::CounterOffer { give, want } => Message::Counter(deal(give, want)),
            A::Execute(partner) => Message::Execute(partner.index()),
            A::WithdrawOffer => Message::Withdraw,
            A::Propose { give, want } => Message::Propose(deal(give, want)),
            A::WithdrawProposal => Message::WithdrawProposal,
            A::AcceptProposal(partner) => Message::AcceptProposal(partner.index()),
            A::RejectProposal(partner) => Message::RejectProposal(partner.index()),
            _ => return None,
        })
    }};
}
pub(crate) use message_about_trade;

impl<const N: usize> Message<N> {
    /// Whether it is for those whose turn it is not.
    pub fn is_for_others(&self) -> bool {
        matches!(
            self,
            Message::Accept
                | Message::Reject
                | Message::Counter(_)
                | Message::Propose(_)
                | Message::WithdrawProposal
        )
    }
}

/// The switches that count here.
#[derive(Clone, Copy)]
pub struct Switches {
    pub same_kind: TradeSameKind,
    pub limit: Option<u8>,
}

/// All that is open between the seats.
#[derive(Clone, PartialEq, Debug)]
pub struct Trading<const N: usize = 5> {
    pub offer: Option<OpenOffer<N>>,
    pub proposals: Vec<Option<Deal<N>>>,
    /// Offers and proposals of each seat in this turn.
    pub made: Vec<u32>,
}

impl<const N: usize> Trading<N> {
    pub fn new(seats: usize) -> Self {
        Trading { offer: None, proposals: vec![None; seats], made: vec![0; seats] }
    }

    /// Open offers end; how many were made is remembered.
    pub fn close(&mut self) {
        self.offer = None;
        self.proposals = vec![None; self.proposals.len()];
    }

    /// Whether the open offer addresses this seat, or the seat has an open proposal.
    pub fn concerns(&self, seat: usize) -> bool {
        self.proposals[seat].is_some() || self.offer.as_ref().is_some_and(|offer| offer.to.contains(&seat))
    }

    /// The cards that the active player would hand over to, and receive from, a seat that agreed to the offer or made a
    /// counter-offer.
    pub fn agreed(&self, partner: usize) -> Option<Deal<N>> {
        let offer = self.offer.as_ref()?;
        match offer.said.get(partner)? {
            Said::Yes => Some(offer.deal),
            Said::Rather(counter) => Some(Deal { give: counter.want, want: counter.give }),
            Said::Nothing | Said::No => None,
        }
    }

    /// Objects to a message of this seat, which holds `hand`; the caller has already checked whose turn it is.
    pub fn object(
        &self,
        seat: usize,
        hand: &[u32; N],
        message: &Message<N>,
        switches: Switches,
        no: &mut Vec<Clause>,
    ) {
        match message {
            Message::Offer { deal, to } => {
                object_to_deal(hand, *deal, switches, no);
                self.object_to_limit(seat, switches, no);
                if to.is_empty() || to.iter().any(|&other| other >= self.made.len() || other == seat) {
                    no.push("CATAN-DOM-7");
                }
            }
            Message::Propose(deal) => {
                object_to_deal(hand, *deal, switches, no);
                self.object_to_limit(seat, switches, no);
            }
            Message::Accept => {
                self.object_to_answer(seat, Said::Yes, no);
                if let Some(offer) = &self.offer
                    && !holds(hand, &offer.deal.want)
                {
                    no.push("CATAN-DOM-12");
                }
            }
            Message::Reject => self.object_to_answer(seat, Said::No, no),
            Message::Counter(deal) => {
                self.object_to_answer(seat, Said::Rather(*deal), no);
                object_to_deal(hand, *deal, switches, no);
            }
            Message::Execute(partner) => match self.agreed(*partner) {
                None => no.push("CATAN-DOM-8"),
                Some(deal) => object_to_own_side(hand, &deal.give, no),
            },
            Message::AcceptProposal(partner) => match self.proposals.get(*partner) {
                Some(Some(deal)) => object_to_own_side(hand, &deal.want, no),
                _ => no.push("CATAN-DOM-8"),
            },
            Message::RejectProposal(partner) => {
                if !matches!(self.proposals.get(*partner), Some(Some(_))) {
                    no.push("CATAN-DOM-8");
                }
            }
            Message::Withdraw => {
                if self.offer.is_none() {
                    no.push("CATAN-DOM-8");
                }
            }
            Message::WithdrawProposal => {
                if self.proposals[seat].is_none() {
                    no.push("CATAN-DOM-8");
                }
            }
        }
    }

    fn object_to_limit(&self, seat: usize, switches: Switches, no: &mut Vec<Clause>) {
        if switches.limit.is_some_and(|limit| self.made[seat] >= u32::from(limit)) {
            no.push("CATAN-DOM-9");
        }
    }

    fn object_to_answer(&self, seat: usize, answer: Said<N>, no: &mut Vec<Clause>) {
        match &self.offer {
            None => no.push("CATAN-DOM-8"),
            Some(offer) if !offer.to.contains(&seat) => no.push("CATAN-DOM-7"),
            Some(offer) if offer.said[seat] == answer => no.push("CATAN-DOM-12"),
            Some(_) => {}
        }
    }

    /// Carries out a message against which nothing stands.
    pub fn carry_out(&mut self, active: usize, seat: usize, message: Message<N>, hands: &mut [[u32; N]]) {
        match message {
            Message::Offer { deal, to } => {
                self.made[seat] += 1;
                let said = vec![Said::Nothing; self.made.len()];
                self.offer = Some(OpenOffer { deal, to, said });
            }
            Message::Accept => self.say(seat, Said::Yes),
            Message::Reject => self.say(seat, Said::No),
            Message::Counter(deal) => self.say(seat, Said::Rather(deal)),
            Message::Execute(partner) => {
                let deal = self.agreed(partner).expect("an agreement");
                if exchange(active, partner, deal, hands) {
                    self.offer = None;
                } else {
                    self.say(partner, Said::Nothing);
                }
            }
            Message::Withdraw => self.offer = None,
            Message::Propose(deal) => {
                self.made[seat] += 1;
                self.proposals[seat] = Some(deal);
            }
            Message::WithdrawProposal => self.proposals[seat] = None,
            Message::AcceptProposal(partner) => {
                let Deal { give, want } = self.proposals[partner].take().expect("a proposal");
                exchange(active, partner, Deal { give: want, want: give }, hands);
            }
            Message::RejectProposal(partner) => self.proposals[partner] = None,
        }
    }

    fn say(&mut self, seat: usize, answer: Said<N>) {
        self.offer.as_mut().expect("an offer").said[seat] = answer;
    }
}

/// Moves the cards if the partner still has them (`CATAN-DOM-11`). `deal` is seen from the active player.
fn exchange<const N: usize>(active: usize, partner: usize, deal: Deal<N>, hands: &mut [[u32; N]]) -> bool {
    if !holds(&hands[partner], &deal.want) {
        return false;
    }
    hands[active] = plus(minus(hands[active], deal.give), deal.want);
    hands[partner] = plus(minus(hands[partner], deal.want), deal.give);
    true
}

/// Objects on the grounds that offers, counter-offers and proposals have in common.
fn object_to_deal<const N: usize>(hand: &[u32; N], deal: Deal<N>, switches: Switches, no: &mut Vec<Clause>) {
    let Deal { give, want } = deal;
    if total(&give) == 0 || total(&want) == 0 {
        no.push("CATAN-DOM-3");
    }
    let kinds = |side: [u32; N]| (0..N).filter(|&k| side[k] > 0).collect::<Vec<usize>>();
    let overlap = (0..N).any(|k| give[k] > 0 && want[k] > 0);
    let identical = kinds(give).len() == 1 && kinds(give) == kinds(want);
    if match switches.same_kind {
        TradeSameKind::ForbidAnyOverlap => overlap,
        TradeSameKind::ForbidIdenticalOnly => identical,
    } {
        no.push("CATAN-DOM-4");
    }
    if !holds(hand, &give) {
        no.push("CATAN-DOM-6");
    }
}

fn object_to_own_side<const N: usize>(hand: &[u32; N], cards: &[u32; N], no: &mut Vec<Clause>) {
    if !holds(hand, cards) {
        no.push("CATAN-DOM-6");
    }
}
